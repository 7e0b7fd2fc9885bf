package main

import (
	"fmt"
	"math"
)

// buildContact drops a ball onto a plane or another ball with a penalty force, or a bar onto stops.
func buildContact(b *deckBuilder) {
	r := b.drawLogUniform(0.01, 0.5)
	h := r * b.drawUniform(0.2, 3)
	f := b.drawLogUniform(20, 500)
	t := math.Sqrt(2 * h / g)
	b.setScales(2*r+h, t*b.drawUniform(1.5, 5), 1/f)
	b.setGravity(g)
	mass := b.drawLogUniform(0.05, 20)
	ball := func(at, v, w vec) (*body, int) {
		x := b.addRigidBody(mass, vec{X: 0.4, Y: 0.4, Z: 0.4}.Scale(mass*r*r), at, unit, v, w)
		return x, b.writeElement("Post_Graphic", fmt.Sprintf(`type="Sphere" rm_id="%d" radius="%s"`, x.cg, b.lengthText(r)))
	}
	floor := b.writeElement("Post_Graphic", `type="Plane" rm_id="1"`)
	e := 1 + 1.2*b.Float64()
	depth := math.Sqrt(2*g*h) / (2 * math.Pi * f)
	k := mass * math.Pow(2*math.Pi*f, 2) * depth / math.Pow(depth, e)
	c := mass * 2 * math.Pi * f * b.drawLogUniform(0.01, 1)
	law := fmt.Sprintf(`cnf_type="IMPACT" stiffness="%s" exponent="%s" damping="%s" dmax="%s"`,
		b.forceText(k*math.Pow(b.L, e)), b.forceText(e), b.rateText(c), b.lengthText(depth*b.drawLogUniform(0.02, 0.5)))
	if b.drawBool(0.5) {
		v := math.Sqrt(g*r) * b.drawLogUniform(0.01, 0.1)
		law += fmt.Sprintf(` cff_type="DYNAMICS_ONLY" mu_dynamic="%s" friction_trans_vel="%s"`, b.forceText(b.drawUniform(0.1, 0.6)), b.lengthText(v))
	}
	x, gx := ball(vec{Z: r + h}, vec{X: b.drawUniform(-1, 1) * math.Sqrt(g*h)}, b.drawDirection().Scale(b.drawUniform(0, 1)*math.Sqrt(g/r)))
	id := b.writeElement("Force_Contact", fmt.Sprintf(`i_graphics_id="%d" j_graphics_id="%d" %s`, gx, floor, law))
	b.addMarkerColumns(x.cg)
	b.addAngularVelocityColumn(x)
	b.addColumn(load, fmt.Sprintf("CONTACT(%d,0,4,1)", id))
	if b.drawBool(0.3) {
		y, gy := ball(vec{Z: 3*r + 1.5*h, X: 0.3 * r}, vec{}, vec{})
		b.writeElement("Force_Contact", fmt.Sprintf(`i_graphics_id="%d" j_graphics_id="%d" %s`, gy, gx, law))
		b.addMarkerColumns(y.cg)
	}
}

// buildFriction is a mass on a slide or a pendulum with friction by bristles, or by a smooth function of the slip.
func buildFriction(b *deckBuilder) {
	s := b.drawLogUniform(0.05, 1)
	period := b.drawLogUniform(0.2, 2)
	b.setScales(s, period*b.drawUniform(1, 3), period/2)
	b.setGravity(g)
	mass := b.drawLogUniform(0.1, 20)
	w := 2 * math.Pi / period
	smooth := b.drawBool(0.4)
	if b.drawBool(0.6) {
		v0 := b.drawUniform(0, 1) * s * w
		x := b.addRigidBody(mass, vec{X: 1, Y: 1, Z: 1}.Scale(0.1*mass*s*s), vec{}, unit, vec{X: v0}, vec{})
		j := b.addJoint("TRANSLATIONAL", x, ground, vec{}, vec{X: 1}, "")
		mu := b.drawUniform(0.1, 0.4)
		push := mass * g * mu * b.drawUniform(0.5, 2.5)
		b.writeElement("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s*SIN(%s*TIME)"`, x.cg, b.forceText(push), b.forceText(w)))
		if smooth {
			slow := s * w * b.drawLogUniform(0.002, 0.1)
			b.writeElement("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="-%s*TANH(VX(%d)/%s)"`, x.cg, b.forceText(mu*mass*g), x.cg, b.lengthText(slow)))
			b.m.reference = &slip{cg: x.cg, mass: mass, push: push, w: w, limit: mu * mass * g, slow: slow, v: v0}
		} else {
			b.writeElement("Force_JointFriction", fmt.Sprintf(`joint_id="%d" %s`, j.id, b.drawBristleParameters(mu, s, w)))
		}
		b.addMarkerColumns(x.cg)
		b.addJointForceColumn(j)
		b.addColumn(length, fmt.Sprintf("DX(%d)", x.cg))
		return
	}
	x := b.addBar(vec{}, vec{X: s}, 2700, 0.1, vec{}, vec{})
	j := b.addJoint("REVOLUTE", x, ground, vec{}, vec{Y: 1}, "")
	if smooth {
		t := 27 * s * s * s * g * s * b.drawLogUniform(0.003, 0.1)
		slow := w * b.drawLogUniform(0.01, 0.1)
		b.writeElement("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="-%s*TANH(WZ(%d,%d,%d)/%s)"`,
			j.i, j.j, b.torqueText(t), j.i, j.j, j.j, b.forceText(slow)))
		b.m.reference = &hingedBar{mass: x.mass, inertia: x.j.X, l: s, limit: t, slow: slow, cg: x.cg}
	} else {
		b.writeElement("Force_JointFriction", fmt.Sprintf(`joint_id="%d" pin_radius="%s" %s`, j.id, b.lengthText(s*b.drawUniform(0.01, 0.1)), b.drawBristleParameters(b.drawUniform(0.1, 0.4), s*0.05, w)))
	}
	tip := b.addMarker(x, vec{X: s}, unit)
	if h, ok := b.m.reference.(*hingedBar); ok {
		h.tip = tip
	}
	b.addMarkerColumns(tip)
	b.addAngularVelocityColumn(x)
	b.addJointForceColumn(j)
}

// slip is a mass under a force push sin(w t) and friction limit tanh(v/slow).
type slip struct {
	cg                            int
	mass, push, w, limit, slow, v float64
}

// hingedBar is a bar that swings about -y from the horizontal x against a torque limit tanh(rate/slow).
type hingedBar struct {
	mass, inertia, l, limit, slow float64 // moment of inertia about y at the mass centre
	cg, tip                       int
}

// drawBristleParameters draws the numbers of a friction by bristles that carries a coefficient mu at travels of s and rates of w.
func (b *deckBuilder) drawBristleParameters(mu, s, w float64) string {
	bend := s * b.drawLogUniform(1e-4, 1e-2)
	sigma := mu / bend
	return fmt.Sprintf(`mu_static="%s" mu_dynamic="%s" stiction_trans_vel="%s" bristle_stiffness="%s" damping_effects="%s" viscous_effects="%s"`,
		b.forceText(mu*b.drawUniform(1, 1.3)), b.forceText(mu), b.lengthText(s*w*b.drawLogUniform(0.02, 0.3)), b.rateText(sigma), b.rateText(mu/(s*w)*b.drawLogUniform(0.01, 0.3)), b.rateText(mu/(s*w)*b.drawLogUniform(1e-3, 0.1)))
}

// buildStops are masses between stops: BISTOP, IMPACT, or a one-sided penalty.
func buildStops(b *deckBuilder) {
	s := b.drawLogUniform(0.02, 1)
	period := b.drawLogUniform(0.1, 2)
	w := 2 * math.Pi / period
	stiff := b.drawLogUniform(3, 50) // frequency in the stop by that of the drive
	b.setScales(s, period*b.drawUniform(1, 2.5), period/stiff)
	mass := b.drawLogUniform(0.1, 20)
	k := mass * w * w * stiff * stiff
	c := 2 * b.drawLogUniform(0.02, 0.5) * math.Sqrt(k*mass)
	at := &massBetweenStops{mass: mass, w: w, v: b.drawUniform(0.2, 1) * s * w, k: k, c: c, power: 1}
	x := b.addRigidBody(mass, vec{X: 1, Y: 1, Z: 1}.Scale(0.1*mass*s*s), vec{}, unit, vec{X: at.v}, vec{})
	b.addJoint("TRANSLATIONAL", x, ground, vec{}, vec{X: 1}, "")
	at.soft = mass * w * w * b.drawUniform(0.2, 1.5)
	put := func(e string) {
		b.writeElement("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s"`, x.cg, e))
	}
	at.push = mass * w * w * s * b.drawUniform(0.1, 1)
	put(fmt.Sprintf("%s*SIN(%s*TIME)-%s*DX(%d)", b.forceText(at.push), b.forceText(w), b.rateText(at.soft), x.cg))
	edge := 0.3 * s
	at.edge, at.depth, at.cg = edge, edge*0.05, x.cg
	at.law = b.IntN(3)
	switch at.law {
	case 0:
		put(fmt.Sprintf("BISTOP(DX(%[1]d),VX(%[1]d),-%[2]s,%[2]s,%[3]s,%[6]s,%[4]s,%[5]s)", x.cg, b.lengthText(edge), b.rateText(k), b.rateText(c), b.lengthText(edge*0.05), "1"))
	case 1:
		e := b.drawUniform(1.2, 2.2)
		at.power, at.k = e, k*math.Pow(edge, 1-e)
		put(fmt.Sprintf("IMPACT(DX(%[1]d),VX(%[1]d),-%[2]s,%[3]s,%[6]s,%[4]s,%[5]s)", x.cg, b.lengthText(edge),
			b.forceText(k*math.Pow(edge, 1-e)*math.Pow(b.L, e)), b.rateText(c), b.lengthText(edge*0.05), b.forceText(e)))
	case 2:
		at.depth = edge * b.drawUniform(0.01, 0.1)
		b.writeElement("Force_Penalty", fmt.Sprintf(`penalty="%s" penalty1="%s" unilateral="TRUE" smoothing_factor="%s" expr="DX(%d)-%s"`, b.rateText(k), b.rateText(c), b.lengthText(at.depth), x.cg, b.lengthText(edge)))
	}
	b.addColumn(length, fmt.Sprintf("DX(%d)", x.cg))
	b.addColumn(speed, fmt.Sprintf("VX(%d)", x.cg))
	b.addColumn(accel, fmt.Sprintf("ACCX(%d)", x.cg))
	b.m.reference = at
}

// massBetweenStops is a mass on a soft spring under a force push sin(w t), between stops at edge: law 0 has them on both
// sides, 1 only at -edge, 2 is a penalty at edge. Damping comes in over the depth.
type massBetweenStops struct {
	law, cg                                          int
	mass, push, w, soft, v, edge, k, c, depth, power float64
}

// buildControlledMass builds a mass or pendulum under a controller with states of its own.
func buildControlledMass(b *deckBuilder) {
	s := b.drawLogUniform(0.05, 1)
	period := b.drawLogUniform(0.05, 3)
	w := 2 * math.Pi / period
	b.setScales(s, period*b.drawUniform(1, 4), period/3)
	mass := b.drawLogUniform(0.1, 20)
	ic := func(x float64) string { return b.forceText(x + b.nudge) }
	if b.drawBool(0.5) { // a slide that follows a reference through a lag
		x := b.addRigidBody(mass, vec{X: 1, Y: 1, Z: 1}.Scale(0.1*mass*s*s), vec{}, unit, vec{X: 0.2 * s * w}, vec{})
		j := b.addJoint("TRANSLATIONAL", x, ground, vec{}, vec{X: 1}, "")
		d := &followingSlide{v: 0.2 * s * w, goal: s * b.drawUniform(0.1, 0.5), rate: w * b.drawUniform(0.3, 1.5), cg: x.cg}
		goal := fmt.Sprintf("(%s*SIN(%s*TIME))", b.lengthText(d.goal), b.forceText(d.rate))
		if b.drawBool(0.4) {
			d.rise = b.m.End * b.drawUniform(0.2, 0.8)
			d.goal = s * b.drawUniform(0.1, 0.5)
			goal = fmt.Sprintf("STEP5(TIME,0,0,%s,%s)", b.forceText(d.rise), b.lengthText(d.goal))
		}
		d.lag, d.p, d.d, d.i = w*b.drawLogUniform(3, 100), w*w*b.drawUniform(0.5, 2), w*b.drawUniform(0.5, 2), w*w*w*b.drawUniform(0.02, 0.3)
		b.m.reference = d
		// DIF(1): integral of the error; DIF(2): actuator's force by mass
		b.writeElement("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s-DX(%d)"`, b.lengthText(b.nudge*s), goal, x.cg))
		b.writeElement("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*(%s*(%s-DX(%d))-%s*VX(%d)+%s*DIF(1)-DIF(2))"`, b.lengthText(b.nudge*s), b.forceText(d.lag),
			b.forceText(d.p), goal, x.cg, b.forceText(d.d), x.cg, b.forceText(d.i)))
		b.writeElement("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s*DIF(2)"`, x.cg, b.quantityText(mass, -1, 0)))
		b.addColumn(length, fmt.Sprintf("DX(%d)", x.cg))
		b.addColumn(speed, fmt.Sprintf("VX(%d)", x.cg))
		b.addColumn(variable, "DIF(1)")
		b.addColumn(variable, "DIF(2)")
		b.addJointForceColumn(j)
		return
	}
	if b.drawBool(0.35) {
		buildTransferFunction(b, s, w, mass)
		return
	}
	// a pendulum with a motor: current by an inductance, and states that oscillate by themselves (van der Pol)
	b.setGravity(g)
	l := g / (w * w)
	x := b.addRigidBody(mass, vec{X: 0.2, Y: 0.2, Z: 0.1}.Scale(mass*l*l), vec{X: l}, unit, vec{}, vec{})
	b.m.size = l
	j := b.addJoint("REVOLUTE", x, ground, vec{}, vec{Y: 1}, "")
	mu := b.drawUniform(0.2, 3)
	b.writeElement("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*DIF(2)"`, ic(b.drawUniform(-1, 1)), b.forceText(w)))
	b.writeElement("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*(%s*(1-DIF(1)**2)*DIF(2)-DIF(1))"`, ic(b.drawUniform(-1, 1)), b.forceText(w), b.forceText(mu)))
	b.writeElement("Control_Diff", fmt.Sprintf(`ic="%s" expr="%s*(DIF(1)-DIF(3)-%s*WZ(%d,%d,%d))"`, ic(0), b.forceText(w*b.drawLogUniform(1, 300)), b.forceText(0.3/w), j.i, j.j, j.j))
	b.writeElement("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="%s*DIF(3)"`, j.i, j.j, b.torqueText(mass*g*l*b.drawUniform(0.1, 0.8))))
	b.addMarkerColumns(x.cg)
	b.addAngularVelocityColumn(x)
	b.addColumn(variable, "DIF(1)")
	b.addColumn(variable, "DIF(3)")
}

// followingSlide is a slide x that follows a goal: x” = f, f' = lag (p (goal - x) - d x' + i e - f), e' = goal - x. The goal is
// goal sin(rate t), or a step of fifth order to it in the time rise.
type followingSlide struct {
	v, goal, rate, rise, lag, p, d, i float64
	cg                                int
}

// buildTransferFunction builds a mass on a spring with a force through a transfer function of second order, and a linear
// equation of two states that only observes.
func buildTransferFunction(b *deckBuilder, s, w, mass float64) {
	v := 0.3 * s * w
	x := b.addPointMass(mass, vec{}, vec{X: v})
	b.writeElement("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="-%s*DX(%d)" fy_expression="-%s*DY(%d)" fz_expression="-%s*DZ(%d)"`,
		x.cg, b.rateText(mass*w*w), x.cg, b.rateText(mass*w*w), x.cg, b.rateText(mass*w*w), x.cg))
	f, damp := w*b.drawLogUniform(0.5, 30), b.drawUniform(0.1, 1)
	b.writeElement("Reference_Variable", fmt.Sprintf(`expr="DX(%d)/%s"`, x.cg, b.lengthText(s)))
	fmt.Fprintf(&b.text, "    <Reference_Array id=\"1\" type=\"X\"/>\n    <Reference_Array id=\"2\" type=\"Y\"/>\n    <Reference_Array id=\"3\" type=\"U\">1</Reference_Array>\n")
	b.writeElement("Control_SISO", fmt.Sprintf(`x_array_id="1" y_array_id="2" u_array_id="3" numerator_coef="%s" denominator_coef="%s %s 1"`, b.forceText(f*f), b.forceText(f*f), b.forceText(2*damp*f)))
	gain := b.drawUniform(-0.6, 0.6)
	b.writeElement("Force_Vector_OneBody", fmt.Sprintf(`type="FORCEONLY" marker_id="%d" fx_expression="%s*ARYVAL(2,1)"`, x.cg, b.forceText(gain*mass*w*w*s)))
	b.addMarkerColumns(x.cg)
	b.addColumn(variable, "ARYVAL(2,1)")
	b.addColumn(variable, "ARYVAL(1,2)")
}

// buildGears are wheels on hinges coupled by a ratio, with springs of torsion.
func buildGears(b *deckBuilder) {
	r := b.drawLogUniform(0.02, 0.5)
	f := b.drawLogUniform(1, 300)
	w := 2 * math.Pi * f
	amp := b.drawLogUniform(1e-5, 1)
	b.setScales(4*r, b.drawUniform(3, 15)/f, 1/(2*f))
	b.m.Amp = amp
	n := 2 + b.IntN(3)
	J := b.drawLogUniform(0.01, 10) * r * r
	up := b.drawDirection()
	a := axesWithZ(up)
	var js []joint
	for k := range n {
		at := a.Col(0).Scale(3 * r * float64(k))
		x := b.addRigidBody(b.drawUniform(0.5, 2)*J/(r*r), vec{X: J / 2, Y: J / 2, Z: J}.Scale(b.drawUniform(0.5, 2)), at, a, vec{}, vec{Z: amp * w * b.drawUniform(-0.5, 0.5)})
		js = append(js, b.addJoint("REVOLUTE", x, ground, at, up, ""))
		b.addColumn(angle, fmt.Sprintf("AZ(%d,%d)", js[k].i, js[k].j))
		b.addAngularVelocityColumn(x)
	}
	b.writeElement("Constraint_Coupler", fmt.Sprintf(`joint1_id="%d" freedom_1="R" joint2_id="%d" freedom_2="R" coefficients="1, %s"`, js[0].id, js[1].id, b.forceText(b.drawUniform(0.3, 3))))
	b.addTorsionSpring(js[0].i, js[0].j, J*w*w, J*w*b.drawLogUniform(1e-4, 0.1), 0)
	for k := 2; k < n; k++ { // the others hang on by springs between their turns
		q := J * w * w * b.drawUniform(0.5, 2)
		d := fmt.Sprintf("(AZ(%d,%d)-AZ(%d,%d))", js[k].i, js[k].j, js[k-1].i, js[k-1].j)
		b.writeElement("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="-%s*%s"`, js[k].i, js[k].j, b.torqueText(q), d))
		b.writeElement("Force_Scalar_TwoBody", fmt.Sprintf(`type="TORQUE" i_marker_id="%d" j_marker_id="%d" val_expression="%s*%s"`, js[k-1].i, js[k-1].j, b.torqueText(q), d))
	}
	b.addJointForceColumn(js[0])
}

// buildRareJoints are bodies on joints of the rarer types, held by springs.
func buildRareJoints(b *deckBuilder) {
	s := b.drawLogUniform(0.05, 1)
	f := b.drawLogUniform(1, 100)
	w := 2 * math.Pi * f
	amp := b.drawLogUniform(1e-3, 0.3)
	b.setScales(s, b.drawUniform(2, 8)/f, 1/(2*f))
	b.m.Amp = amp
	if b.drawBool(0.7) {
		b.setGravity(math.Min(g, 0.3*amp*s*w*w))
	}
	mass := b.drawLogUniform(0.1, 10)
	kind := []string{"CYLINDRICAL", "PLANAR", "SCREW", "INLINE", "INPLANE", "CONSTANT_VELOCITY", "PARALLEL_AXES", "UNIVERSAL", "TRANSLATIONAL", "ORIENTATION", "PERPENDICULAR", "HOOKE"}[b.IntN(12)]
	axis := b.drawDirection()
	x := b.addRigidBody(mass, vec{X: 0.05, Y: 0.08, Z: 0.1}.Scale(mass*s*s), vec{}, axesWithZ(b.drawDirection()), b.drawDirection().Scale(amp*s*w), b.drawDirection().Scale(amp*w))
	extra := ""
	if kind == "SCREW" {
		extra = fmt.Sprintf(` pitch="%s"`, b.lengthText(s*b.drawUniform(0.05, 0.5)))
		b.addJoint("CYLINDRICAL", x, ground, vec{}, axis, "")
	}
	mi := b.addJoint
	var j joint
	switch kind {
	case "PERPENDICULAR":
		a := axesWithZ(axis)
		j.i, j.j = b.addMarker(x, vec{}, a), b.addMarker(ground, vec{}, matrixFromColumns(a.Col(1), a.Col(2), a.Col(0)))
		j.id = b.writeElement("Constraint_Joint", fmt.Sprintf(`type="%s" i_marker_id="%d" j_marker_id="%d"`, kind, j.i, j.j))
	default:
		j = mi(kind, x, ground, vec{}, axis, extra)
	}
	k := mass * w * w / 2
	c := k / w * b.drawLogUniform(1e-4, 0.1)
	for range 3 {
		on := b.drawDirection().Scale(0.4 * s)
		b.addSpring(b.addMarker(x, on, unit), b.addMarker(ground, on.AddScaled(s, b.drawDirection()), unit), k, c, s*b.drawUniform(0.9, 1))
	}
	b.addMarkerColumns(x.cg)
	b.addMarkerColumns(b.addMarker(x, vec{X: 0.4 * s}, unit))
	b.addAngularVelocityColumn(x)
	b.addJointForceColumn(j)
}
