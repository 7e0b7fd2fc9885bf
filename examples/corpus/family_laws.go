package main

import (
	"fmt"
	"math"
)

// contact drops a ball onto a plane or another ball with a penalty force, or a bar onto stops.
func contact(b *builder) {
	r := b.logIn(0.01, 0.5)
	h := r * b.in(0.2, 3)
	f := b.logIn(20, 500)
	t := math.Sqrt(2 * h / g)
	b.scale(2*r+h, t*b.in(1.5, 5), 1/f)
	b.gravity(g)
	mass := b.logIn(0.05, 20)
	ball := func(at, v, w vec) (*body, int) {
		x := b.rigid(mass, vec{X: 0.4, Y: 0.4, Z: 0.4}.Scale(mass*r*r), at, unit, v, w)
		return x, b.put("Post_Graphic", fmt.Sprintf(`type="Sphere" rm_id="%d" radius="%s"`, x.cg, b.len(r)))
	}
	floor := b.put("Post_Graphic", `type="Plane" rm_id="1"`)
	e := 1 + 1.2*b.Float64()
	depth := math.Sqrt(2*g*h) / (2 * math.Pi * f)
	k := mass * math.Pow(2*math.Pi*f, 2) * depth / math.Pow(depth, e)
	c := mass * 2 * math.Pi * f * b.logIn(0.01, 1)
	law := fmt.Sprintf(`cnf_type="IMPACT" stiffness="%s" exponent="%s" damping="%s" dmax="%s"`,
		b.force(k*math.Pow(b.L, e)), b.force(e), b.per(c), b.len(depth*b.logIn(0.02, 0.5)))
	if b.chance(0.5) {
		v := math.Sqrt(g*r) * b.logIn(0.01, 0.1)
		law += fmt.Sprintf(` cff_type="DYNAMICS_ONLY" mu_dynamic="%s" friction_trans_vel="%s"`, b.force(b.in(0.1, 0.6)), b.len(v))
	}
	x, gx := ball(vec{Z: r + h}, vec{X: b.in(-1, 1) * math.Sqrt(g*h)}, b.dir().Scale(b.in(0, 1)*math.Sqrt(g/r)))
	id := b.put("Force_Contact", fmt.Sprintf(`i_graphics_id="%d" j_graphics_id="%d" %s`, gx, floor, law))
	b.watch(x.cg)
	b.watchSpin(x)
	b.column(load, fmt.Sprintf("CONTACT(%d,0,4,1)", id))
	if b.chance(0.3) {
		y, gy := ball(vec{Z: 3*r + 1.5*h, X: 0.3 * r}, vec{}, vec{})
		b.put("Force_Contact", fmt.Sprintf(`i_graphics_id="%d" j_graphics_id="%d" %s`, gy, gx, law))
		b.watch(y.cg)
	}
}

// friction is a mass on a slide or a pendulum with friction by bristles, or by a smooth function of the slip.
func friction(b *builder) {
	s := b.logIn(0.05, 1)
	period := b.logIn(0.2, 2)
	b.scale(s, period*b.in(1, 3), period/2)
	b.gravity(g)
	mass := b.logIn(0.1, 20)
	w := 2 * math.Pi / period
	smooth := b.chance(0.4)
	if b.chance(0.6) {
		v0 := b.in(0, 1) * s * w
		x := b.rigid(mass, vec{X: 1, Y: 1, Z: 1}.Scale(0.1*mass*s*s), vec{}, unit, vec{X: v0}, vec{})
		j := b.joint("TRANSLATIONAL", x, ground, vec{}, vec{X: 1}, "")
		mu := b.in(0.1, 0.4)
		push := mass * g * mu * b.in(0.5, 2.5)
		b.put("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s*SIN(%s*TIME)"`, x.cg, b.force(push), b.force(w)))
		if smooth {
			slow := s * w * b.logIn(0.002, 0.1)
			b.put("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="-%s*TANH(VX(%d)/%s)"`, x.cg, b.force(mu*mass*g), x.cg, b.len(slow)))
			b.m.reference = &slip{cg: x.cg, mass: mass, push: push, w: w, limit: mu * mass * g, slow: slow, v: v0}
		} else {
			b.put("Force_JointFriction", fmt.Sprintf(`joint_id="%d" %s`, j.id, b.bristles(mu, s, w)))
		}
		b.watch(x.cg)
		b.watchJoint(j)
		b.column(length, fmt.Sprintf("DX(%d)", x.cg))
		return
	}
	x := b.bar(vec{}, vec{X: s}, 2700, 0.1, vec{}, vec{})
	j := b.joint("REVOLUTE", x, ground, vec{}, vec{Y: 1}, "")
	if smooth {
		t := 27 * s * s * s * g * s * b.logIn(0.003, 0.1)
		slow := w * b.logIn(0.01, 0.1)
		b.put("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="-%s*TANH(WZ(%d,%d,%d)/%s)"`,
			j.i, j.j, b.times(t), j.i, j.j, j.j, b.force(slow)))
		b.m.reference = &hinged{mass: x.mass, inertia: x.j.X, l: s, limit: t, slow: slow, cg: x.cg}
	} else {
		b.put("Force_JointFriction", fmt.Sprintf(`joint_id="%d" pin_radius="%s" %s`, j.id, b.len(s*b.in(0.01, 0.1)), b.bristles(b.in(0.1, 0.4), s*0.05, w)))
	}
	tip := b.marker(x, vec{X: s}, unit)
	if h, ok := b.m.reference.(*hinged); ok {
		h.tip = tip
	}
	b.watch(tip)
	b.watchSpin(x)
	b.watchJoint(j)
}

// slip is a mass under a force push sin(w t) and friction limit tanh(v/slow).
type slip struct {
	cg                            int
	mass, push, w, limit, slow, v float64
}

// hinged is a bar that swings about -y from the horizontal x against a torque limit tanh(rate/slow).
type hinged struct {
	mass, inertia, l, limit, slow float64 // moment of inertia about y at the mass centre
	cg, tip                       int
}

// bristles draws the numbers of a friction by bristles that carries a coefficient mu at travels of s and rates of w.
func (b *builder) bristles(mu, s, w float64) string {
	bend := s * b.logIn(1e-4, 1e-2)
	sigma := mu / bend
	return fmt.Sprintf(`mu_static="%s" mu_dynamic="%s" stiction_trans_vel="%s" bristle_stiffness="%s" damping_effects="%s" viscous_effects="%s"`,
		b.force(mu*b.in(1, 1.3)), b.force(mu), b.len(s*w*b.logIn(0.02, 0.3)), b.per(sigma), b.per(mu/(s*w)*b.logIn(0.01, 0.3)), b.per(mu/(s*w)*b.logIn(1e-3, 0.1)))
}

// stops are masses between stops: BISTOP, IMPACT, or a one-sided penalty.
func stops(b *builder) {
	s := b.logIn(0.02, 1)
	period := b.logIn(0.1, 2)
	w := 2 * math.Pi / period
	stiff := b.logIn(3, 50) // frequency in the stop by that of the drive
	b.scale(s, period*b.in(1, 2.5), period/stiff)
	mass := b.logIn(0.1, 20)
	k := mass * w * w * stiff * stiff
	c := 2 * b.logIn(0.02, 0.5) * math.Sqrt(k*mass)
	at := &stopped{mass: mass, w: w, v: b.in(0.2, 1) * s * w, k: k, c: c, power: 1}
	x := b.rigid(mass, vec{X: 1, Y: 1, Z: 1}.Scale(0.1*mass*s*s), vec{}, unit, vec{X: at.v}, vec{})
	b.joint("TRANSLATIONAL", x, ground, vec{}, vec{X: 1}, "")
	at.soft = mass * w * w * b.in(0.2, 1.5)
	put := func(e string) {
		b.put("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s"`, x.cg, e))
	}
	at.push = mass * w * w * s * b.in(0.1, 1)
	put(fmt.Sprintf("%s*SIN(%s*TIME)-%s*DX(%d)", b.force(at.push), b.force(w), b.per(at.soft), x.cg))
	edge := 0.3 * s
	at.edge, at.depth, at.cg = edge, edge*0.05, x.cg
	at.law = b.IntN(3)
	switch at.law {
	case 0:
		put(fmt.Sprintf("BISTOP(DX(%[1]d),VX(%[1]d),-%[2]s,%[2]s,%[3]s,%[6]s,%[4]s,%[5]s)", x.cg, b.len(edge), b.per(k), b.per(c), b.len(edge*0.05), "1"))
	case 1:
		e := b.in(1.2, 2.2)
		at.power, at.k = e, k*math.Pow(edge, 1-e)
		put(fmt.Sprintf("IMPACT(DX(%[1]d),VX(%[1]d),-%[2]s,%[3]s,%[6]s,%[4]s,%[5]s)", x.cg, b.len(edge),
			b.force(k*math.Pow(edge, 1-e)*math.Pow(b.L, e)), b.per(c), b.len(edge*0.05), b.force(e)))
	case 2:
		at.depth = edge * b.in(0.01, 0.1)
		b.put("Force_Penalty", fmt.Sprintf(`penalty="%s" penalty1="%s" unilateral="TRUE" smoothing_factor="%s" expr="DX(%d)-%s"`, b.per(k), b.per(c), b.len(at.depth), x.cg, b.len(edge)))
	}
	b.column(length, fmt.Sprintf("DX(%d)", x.cg))
	b.column(speed, fmt.Sprintf("VX(%d)", x.cg))
	b.column(accel, fmt.Sprintf("ACCX(%d)", x.cg))
	b.m.reference = at
}

// stopped is a mass on a soft spring under a force push sin(w t), between stops at edge: law 0 has them on both
// sides, 1 only at -edge, 2 is a penalty at edge. Damping comes in over the depth.
type stopped struct {
	law, cg                                          int
	mass, push, w, soft, v, edge, k, c, depth, power float64
}

// control is a mass or pendulum under a controller with states of its own.
func control(b *builder) {
	s := b.logIn(0.05, 1)
	period := b.logIn(0.05, 3)
	w := 2 * math.Pi / period
	b.scale(s, period*b.in(1, 4), period/3)
	mass := b.logIn(0.1, 20)
	ic := func(x float64) string { return b.force(x + b.nudge) }
	if b.chance(0.5) { // a slide that follows a reference through a lag
		x := b.rigid(mass, vec{X: 1, Y: 1, Z: 1}.Scale(0.1*mass*s*s), vec{}, unit, vec{X: 0.2 * s * w}, vec{})
		j := b.joint("TRANSLATIONAL", x, ground, vec{}, vec{X: 1}, "")
		d := &followed{v: 0.2 * s * w, goal: s * b.in(0.1, 0.5), rate: w * b.in(0.3, 1.5), cg: x.cg}
		goal := fmt.Sprintf("(%s*SIN(%s*TIME))", b.len(d.goal), b.force(d.rate))
		if b.chance(0.4) {
			d.rise = b.m.End * b.in(0.2, 0.8)
			d.goal = s * b.in(0.1, 0.5)
			goal = fmt.Sprintf("STEP5(TIME,0,0,%s,%s)", b.force(d.rise), b.len(d.goal))
		}
		d.lag, d.p, d.d, d.i = w*b.logIn(3, 100), w*w*b.in(0.5, 2), w*b.in(0.5, 2), w*w*w*b.in(0.02, 0.3)
		b.m.reference = d
		// DIF(1): integral of the error; DIF(2): actuator's force by mass
		b.put("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s-DX(%d)"`, b.len(b.nudge*s), goal, x.cg))
		b.put("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*(%s*(%s-DX(%d))-%s*VX(%d)+%s*DIF(1)-DIF(2))"`, b.len(b.nudge*s), b.force(d.lag),
			b.force(d.p), goal, x.cg, b.force(d.d), x.cg, b.force(d.i)))
		b.put("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s*DIF(2)"`, x.cg, b.num(mass, -1, 0)))
		b.column(length, fmt.Sprintf("DX(%d)", x.cg))
		b.column(speed, fmt.Sprintf("VX(%d)", x.cg))
		b.column(variable, "DIF(1)")
		b.column(variable, "DIF(2)")
		b.watchJoint(j)
		return
	}
	if b.chance(0.35) {
		transferred(b, s, w, mass)
		return
	}
	// a pendulum with a motor: current by an inductance, and states that oscillate by themselves (van der Pol)
	b.gravity(g)
	l := g / (w * w)
	x := b.rigid(mass, vec{X: 0.2, Y: 0.2, Z: 0.1}.Scale(mass*l*l), vec{X: l}, unit, vec{}, vec{})
	b.m.size = l
	j := b.joint("REVOLUTE", x, ground, vec{}, vec{Y: 1}, "")
	mu := b.in(0.2, 3)
	b.put("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*DIF(2)"`, ic(b.in(-1, 1)), b.force(w)))
	b.put("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*(%s*(1-DIF(1)**2)*DIF(2)-DIF(1))"`, ic(b.in(-1, 1)), b.force(w), b.force(mu)))
	b.put("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*(DIF(1)-DIF(3)-%s*WZ(%d,%d,%d))"`, ic(0), b.force(w*b.logIn(1, 300)), b.force(0.3/w), j.i, j.j, j.j))
	b.put("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="%s*DIF(3)"`, j.i, j.j, b.times(mass*g*l*b.in(0.1, 0.8))))
	b.watch(x.cg)
	b.watchSpin(x)
	b.column(variable, "DIF(1)")
	b.column(variable, "DIF(3)")
}

// followed is a slide x that follows a goal: x” = f, f' = lag (p (goal - x) - d x' + i e - f), e' = goal - x. The goal is
// goal sin(rate t), or a step of fifth order to it in the time rise.
type followed struct {
	v, goal, rate, rise, lag, p, d, i float64
	cg                                int
}

// transferred is a mass on a spring with a force through a transfer function of second order, and a linear
// equation of two states that looks on.
func transferred(b *builder, s, w, mass float64) {
	v := 0.3 * s * w
	x := b.point(mass, vec{}, vec{X: v})
	b.put("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="-%s*DX(%d)" fy_expression="-%s*DY(%d)" fz_expression="-%s*DZ(%d)"`,
		x.cg, b.per(mass*w*w), x.cg, b.per(mass*w*w), x.cg, b.per(mass*w*w), x.cg))
	f, damp := w*b.logIn(0.5, 30), b.in(0.1, 1)
	b.put("Reference_Variable", fmt.Sprintf(`expr="DX(%d)/%s"`, x.cg, b.len(s)))
	fmt.Fprintf(&b.text, "    <Reference_Array id=\"1\" type=\"X\"/>\n    <Reference_Array id=\"2\" type=\"Y\"/>\n    <Reference_Array id=\"3\" type=\"U\">1</Reference_Array>\n")
	b.put("Control_SISO", fmt.Sprintf(`x_array_id="1" y_array_id="2" u_array_id="3" numerator_coef="%s" denominator_coef="%s %s 1"`, b.force(f*f), b.force(f*f), b.force(2*damp*f)))
	gain := b.in(-0.6, 0.6)
	b.put("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s*ARYVAL(2,1)"`, x.cg, b.force(gain*mass*w*w*s)))
	b.watch(x.cg)
	b.column(variable, "ARYVAL(2,1)")
	b.column(variable, "ARYVAL(1,2)")
}

// geared are wheels on hinges coupled by a ratio, with springs of torsion.
func geared(b *builder) {
	r := b.logIn(0.02, 0.5)
	f := b.logIn(1, 300)
	w := 2 * math.Pi * f
	amp := b.logIn(1e-5, 1)
	b.scale(4*r, b.in(3, 15)/f, 1/(2*f))
	b.m.Amp = amp
	n := 2 + b.IntN(3)
	J := b.logIn(0.01, 10) * r * r
	up := b.dir()
	a := axes(up)
	var js []joint
	for k := range n {
		at := a.Col(0).Scale(3 * r * float64(k))
		x := b.rigid(b.in(0.5, 2)*J/(r*r), vec{X: J / 2, Y: J / 2, Z: J}.Scale(b.in(0.5, 2)), at, a, vec{}, vec{Z: amp * w * b.in(-0.5, 0.5)})
		js = append(js, b.joint("REVOLUTE", x, ground, at, up, ""))
		b.column(angle, fmt.Sprintf("AZ(%d,%d)", js[k].i, js[k].j))
		b.watchSpin(x)
	}
	b.put("Constraint_Coupler", fmt.Sprintf(`joint1_id="%d" freedom_1="R" joint2_id="%d" freedom_2="R" coefficients="1, %s"`, js[0].id, js[1].id, b.force(b.in(0.3, 3))))
	b.torsion(js[0].i, js[0].j, J*w*w, J*w*b.logIn(1e-4, 0.1), 0)
	for k := 2; k < n; k++ { // the others hang on by springs between their turns
		q := J * w * w * b.in(0.5, 2)
		d := fmt.Sprintf("(AZ(%d,%d)-AZ(%d,%d))", js[k].i, js[k].j, js[k-1].i, js[k-1].j)
		b.put("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="-%s*%s"`, js[k].i, js[k].j, b.times(q), d))
		b.put("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="%s*%s"`, js[k-1].i, js[k-1].j, b.times(q), d))
	}
	b.watchJoint(js[0])
}

// joints are bodies on joints of the rarer types, held by springs.
func joints(b *builder) {
	s := b.logIn(0.05, 1)
	f := b.logIn(1, 100)
	w := 2 * math.Pi * f
	amp := b.logIn(1e-3, 0.3)
	b.scale(s, b.in(2, 8)/f, 1/(2*f))
	b.m.Amp = amp
	if b.chance(0.7) {
		b.gravity(math.Min(g, 0.3*amp*s*w*w))
	}
	mass := b.logIn(0.1, 10)
	kind := []string{"CYLINDRICAL", "PLANAR", "SCREW", "INLINE", "INPLANE", "CONSTANT_VELOCITY", "PARALLEL_AXES", "UNIVERSAL", "TRANSLATIONAL", "ORIENTATION", "PERPENDICULAR", "HOOKE"}[b.IntN(12)]
	axis := b.dir()
	x := b.rigid(mass, vec{X: 0.05, Y: 0.08, Z: 0.1}.Scale(mass*s*s), vec{}, axes(b.dir()), b.dir().Scale(amp*s*w), b.dir().Scale(amp*w))
	extra := ""
	if kind == "SCREW" {
		extra = fmt.Sprintf(` pitch="%s"`, b.len(s*b.in(0.05, 0.5)))
		b.joint("CYLINDRICAL", x, ground, vec{}, axis, "")
	}
	mi := b.joint
	var j joint
	switch kind {
	case "PERPENDICULAR":
		a := axes(axis)
		j.i, j.j = b.marker(x, vec{}, a), b.marker(ground, vec{}, columnsOf(a.Col(1), a.Col(2), a.Col(0)))
		j.id = b.put("Constraint_Joint", fmt.Sprintf(`type="%s" i_marker_id="%d" j_marker_id="%d"`, kind, j.i, j.j))
	default:
		j = mi(kind, x, ground, vec{}, axis, extra)
	}
	k := mass * w * w / 2
	c := k / w * b.logIn(1e-4, 0.1)
	for range 3 {
		on := b.dir().Scale(0.4 * s)
		b.spring(b.marker(x, on, unit), b.marker(ground, on.AddScaled(s, b.dir()), unit), k, c, s*b.in(0.9, 1))
	}
	b.watch(x.cg)
	b.watch(b.marker(x, vec{X: 0.4 * s}, unit))
	b.watchSpin(x)
	b.watchJoint(j)
}
