package system

import (
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// solveTreeAccelerations sets the accelerations at p, where forces are computed, and with multipliers also those of the joints. It reports false where a joint's
// free motion has no inertia, or rows beside those of the tree nearly depend on each other; nothing has changed then.
func (t *articulatedTree) solveTreeAccelerations(s *State, p *integrate.Point, multipliers bool) bool {
	g := s.gravityNow()
	for i := range t.joints {
		k := t.joints[i].child
		b, st, y := &s.sys.Bodies[k], &s.kin.body[k], &t.body[k]
		if !t.factored {
			y.inertia = b.spatialInertia(&st.R)
		}
		y.force0 = g.Scale(-b.Mass).Sub(st.F)
		y.torque0 = st.W.Cross(st.JW).Sub(st.T)
	}
	for _, i := range t.points {
		t.body[i].force0 = g.Scale(-s.sys.Bodies[i].Mass).Sub(s.kin.body[i].F)
	}
	t.addHeldMultiplierForces(s, p)
	l := &t.loops
	for i := len(t.joints) - 1; i >= 0; i-- {
		if !t.factored && !t.joints[i].propagateInertiaToParent(t, &s.kin) {
			return false
		}
		t.joints[i].setBiasAccelerations(&s.kin)
		t.joints[i].addDrivenAccelerations(s)
		t.joints[i].propagateForcesToParent(t)
	}
	if l.rows > 0 {
		if !t.factored && !l.factorLoopMatrix(t, &s.rows) {
			return false
		}
		l.solveLoopAccelerations(t, &s.rows, p.L)
	}
	t.factored = false
	for i := range t.joints {
		t.joints[i].computeAcceleration(t)
		if multipliers && t.joints[i].joint != nil {
			t.joints[i].computeMultipliers(t, s, p.L)
		}
		k := t.joints[i].child
		b, st, y := &s.sys.Bodies[k], &s.kin.body[k], &t.body[k]
		st.A, st.Al = y.a, y.al
		st.JAl = b.timesInertia(&st.R, st.Al)
		st.A.Store(p.A[b.v:])
		st.Al.Store(p.A[b.v+3:])
	}
	for _, i := range t.points {
		st := &s.kin.body[i]
		st.A = t.body[i].force0.Scale(-1 / s.sys.Bodies[i].Mass)
		st.A.Store(p.A[s.sys.Bodies[i].v:])
	}
	return true
}

// addHeldMultiplierForces adds what the multipliers of rows that are not in force do, where they are held at a bound.
func (t *articulatedTree) addHeldMultiplierForces(s *State, p *integrate.Point) {
	for _, i := range t.others {
		o := s.sys.Rows[i].rowOwner()
		for k := range o.N {
			l := p.L[o.At+k]
			if l == 0 || !s.rows.inactive[o.At+k] {
				continue
			}
			for slot, body := range o.Bodies {
				g, y := s.rows.set[i].bodyGradient(k, int32(slot)), &t.body[body]
				y.force0, y.torque0 = y.force0.AddScaled(-l, spatial.LoadVec(g)), y.torque0.AddScaled(-l, spatial.LoadVec(g[3:]))
			}
		}
	}
}

// eliminateJointInertias eliminates the inertias of all joints at the pose of the bodies. It reports false where a free motion has no inertia.
func (t *articulatedTree) eliminateJointInertias(s *State) bool {
	for i := range t.joints {
		k := t.joints[i].child
		t.body[k].inertia = s.sys.Bodies[k].spatialInertia(&s.kin.body[k].R)
	}
	for i := len(t.joints) - 1; i >= 0; i-- {
		if !t.joints[i].propagateInertiaToParent(t, &s.kin) {
			return false
		}
	}
	return true
}

// spatialInertia returns the inertia of the body alone, whose axes are r.
func (b *Body) spatialInertia(r *mat) articulatedInertia {
	in := b.inertiaInGlobalAxes(r)
	return articulatedInertia{
		mm: symmetricMat{xx: b.Mass, yy: b.Mass, zz: b.Mass},
		aa: symmetricMat{in.A.X, in.A.Y, in.A.Z, in.B.Y, in.B.Z, in.C.Z},
	}
}

// propagateInertiaToParent takes the free motions of the joint out of the child's inertia and adds what is left to the parent's.
func (j *treeJoint) propagateInertiaToParent(t *articulatedTree, kin *kinematics) bool {
	j.setFreeMotions(kin)
	in := t.body[j.child].inertia
	for i := range j.columns {
		c := &j.columns[i]
		if c.driven {
			continue
		}
		f, q := in.mul(c.lin, c.ang)
		d := c.lin.Dot(f) + c.ang.Dot(q)
		if !(d > 0) {
			return false
		}
		c.inverse = 1 / d
		c.forceLin, c.forceAng = f, q
		in.addScaledOuterProduct(-c.inverse, f, q)
	}
	if j.parent != Ground {
		j.setArm(kin)
		t.body[j.parent].inertia.addShifted(&in, j.arm)
	}
	return true
}

// pivots returns where parent and child meet: their markers' origins, or that of I where the joint lets these move apart.
func (j *treeJoint) pivots(kin *kinematics) (parent, child vec) {
	mi, mj := &kin.marker[j.joint.I], &kin.marker[j.joint.J]
	switch {
	case j.freedom.slide != slideNone:
		return mi.P, mi.P
	case j.childHasI:
		return mj.P, mi.P
	}
	return mi.P, mj.P
}

// setArm sets the arm by which accelerations of the parent move the child. Where the pivots are apart, it is the way to one and from the other.
func (j *treeJoint) setArm(kin *kinematics) {
	j.arm = kin.body[j.child].C.Sub(kin.body[j.parent].C)
	if j.joint != nil && j.freedom.slide == slideNone {
		parent, child := j.pivots(kin)
		j.arm = j.arm.Add(parent.Sub(child))
	}
}

// propagateForcesToParent takes the free motions of the joint out of force0 and torque0 of the child and adds what is left to the parent's.
func (j *treeJoint) propagateForcesToParent(t *articulatedTree) {
	y := &t.body[j.child]
	force0, torque0 := y.inertia.mul(j.biasA, j.biasAl)
	force0, torque0 = force0.Add(y.force0), torque0.Add(y.torque0)
	for i := range j.columns {
		c := &j.columns[i]
		if c.driven {
			continue
		}
		c.force = -(c.lin.Dot(force0) + c.ang.Dot(torque0))
		u := c.force * c.inverse
		force0, torque0 = force0.AddScaled(u, c.forceLin), torque0.AddScaled(u, c.forceAng)
	}
	if j.parent == Ground {
		return
	}
	z := &t.body[j.parent]
	z.force0 = z.force0.Add(force0)
	z.torque0 = z.torque0.Add(torque0).Add(j.arm.Cross(force0))
}

// computeAcceleration sets the child's accelerations from the parent's.
func (j *treeJoint) computeAcceleration(t *articulatedTree) {
	a, al := vec{}, vec{}
	if j.parent != Ground {
		z := &t.body[j.parent]
		al = z.al
		a = z.a.Add(al.Cross(j.arm))
	}
	for i := len(j.columns) - 1; i >= 0; i-- {
		c := &j.columns[i]
		if c.driven {
			continue
		}
		q := (c.force - c.forceLin.Dot(a) - c.forceAng.Dot(al)) * c.inverse
		a, al = a.AddScaled(q, c.lin), al.AddScaled(q, c.ang)
	}
	y := &t.body[j.child]
	y.a, y.al = a.Add(j.biasA), al.Add(j.biasAl)
}

// setFreeMotions sets the free motions of the joint, along which no row changes wherever the bodies are. With s from the child's pivot to its mass centre, a unit
// rotation about e moves that by e×s.
func (j *treeJoint) setFreeMotions(kin *kinematics) {
	cols := j.columns
	if j.joint == nil {
		for k := range 3 {
			cols[k].lin, cols[3+k].ang = unitAxes[k], unitAxes[k]
		}
		return
	}
	mi, mj := &kin.marker[j.joint.I], &kin.marker[j.joint.J]
	_, pivot := j.pivots(kin)
	out := kin.body[j.child].C.Sub(pivot)
	switch j.freedom.turn {
	case turnAboutZ:
		e := mi.R.C
		cols[0].ang, cols[0].lin = e, e.Cross(out)
		cols = cols[1:]
	case turnAboutBothZ, turnAboutYX:
		a, b := j.crossAxes(mi, mj)
		cols[0].ang, cols[0].lin = a, a.Cross(out)
		cols[1].ang, cols[1].lin = b, b.Cross(out)
		cols = cols[2:]
	case turnFree:
		for k := range 3 {
			cols[k].ang, cols[k].lin = unitAxes[k], unitAxes[k].Cross(out)
		}
		cols = cols[3:]
	}
	switch j.freedom.slide {
	case slideAlongZ:
		cols[0].lin, cols[0].ang = mj.R.C, vec{}
	case slideAlongXY:
		cols[0].lin, cols[0].ang = mj.R.A, vec{}
		cols[1].lin, cols[1].ang = mj.R.B, vec{}
	case slideFree:
		for k := range 3 {
			cols[k].lin, cols[k].ang = unitAxes[k], vec{}
		}
	}
}

// crossAxes returns the two axes about which a joint of universal kind turns: one of J, one of I.
func (j *treeJoint) crossAxes(mi, mj *markerState) (ofJ, ofI vec) {
	if j.freedom.turn == turnAboutYX {
		return mj.R.B, mi.R.A
	}
	return mj.R.C, mi.R.C
}

// setBiasAccelerations sets the accelerations that the speeds of the joint make: with them the second rates of all rows are zero, off the joint too but for squares of errors
// of rows and their rates. With w = ωI - ωJ those of an axis a of I and c of J have a·c change by
//
//	(αI - αJ - ωJ×w)·(a×c) + (w·a)(w·c) - w²(a·c)
//
// at the rate of their rate. Relative to J the origin of I moves by d': it has the acceleration 2ωJ×d' beside that of a point of J.
func (j *treeJoint) setBiasAccelerations(kin *kinematics) {
	if j.joint == nil {
		return
	}
	mi, mj := &kin.marker[j.joint.I], &kin.marker[j.joint.J]
	child, parent := &kin.body[j.child], &kin.body[j.parent]
	wi, wj, sign := child.W, parent.W, 1.0
	if !j.childHasI {
		wi, wj, sign = wj, wi, -1
	}
	j.biasAl = vec{}
	if j.freedom.turn != turnFree {
		w := wi.Sub(wj)
		al := wj.Cross(w)
		switch j.freedom.turn {
		case turnAboutZ: // both rows: what turns z of I back, but for its own part
			z := mi.R.C
			al = al.Add(w.Cross(w.Cross(z)).Cross(z))
		case turnAboutBothZ, turnAboutYX:
			c, a := j.crossAxes(mi, mj)
			t := a.Cross(c)
			al = al.AddScaled((w.Dot(w)*a.Dot(c)-w.Dot(a)*w.Dot(c))/t.Dot(t), t)
		}
		j.biasAl = al.Scale(sign)
	}
	at, from := j.pivots(kin)
	in, out := at.Sub(parent.C), child.C.Sub(from)
	j.biasA = parent.W.Cross(parent.W.Cross(in)).Add(child.W.Cross(child.W.Cross(out))).Add(j.biasAl.Cross(out))
	if j.freedom.slide != slideNone {
		d := mi.V.Sub(mj.V).Sub(wj.Cross(mi.P.Sub(mj.P)))
		j.biasA = j.biasA.AddScaled(2*sign, wj.Cross(d))
	}
}

var unitAxes = [3]vec{{X: 1}, {Y: 1}, {Z: 1}}

// computeMultipliers sets the multipliers of the joint: components of the force and torque that the child needs from it.
func (j *treeJoint) computeMultipliers(t *articulatedTree, s *State, l []float64) {
	y, st := &t.body[j.child], &s.kin.body[j.child]
	f, q := y.inertia.mul(y.a, y.al)
	f, q = j.splitOffMotionMultipliers(s, f.Add(y.force0), q.Add(y.torque0), l)
	mi, mj := &s.kin.marker[j.joint.I], &s.kin.marker[j.joint.J]
	_, pivot := j.pivots(&s.kin)
	q = q.Sub(pivot.Sub(st.C).Cross(f))
	if !j.childHasI {
		f, q = f.Neg(), q.Neg()
	}
	l = l[j.joint.At:]
	for k, p := range j.joint.kind.rows {
		switch p.kind {
		case coincide:
			l[k] = f.At(p.a)
		case inPlane:
			l[k] = f.Dot(mj.R.Col(p.a))
		}
	}
	var axes [3]vec
	n, first := j.joint.turnAxes(&axes, mi, mj)
	c := fitAxisCoefficients(&axes, n, q)
	copy(l[first:], c[:n])
}

// turnAxes lists the axes about which the rows of the joint resist rotation, a×c for a row a·c, and
// returns their number and the first of these rows.
func (j *Joint) turnAxes(axes *[3]vec, mi, mj *markerState) (n, first int) {
	for k, p := range j.kind.rows {
		if p.kind == perpendicular {
			if n == 0 {
				first = k
			}
			axes[n] = mi.R.Col(p.a).Cross(mj.R.Col(p.b))
			n++
		}
	}
	return n, first
}

// fitAxisCoefficients returns the coefficients of n axes, whose sum is nearest to v.
func fitAxisCoefficients(axes *[3]vec, n int, v vec) (c [3]float64) {
	a, b := axes[0], axes[1]
	switch n {
	case 1:
		c[0] = v.Dot(a) / a.Dot(a)
	case 2:
		aa, ab, bb := a.Dot(a), a.Dot(b), b.Dot(b)
		va, vb, det := v.Dot(a), v.Dot(b), aa*bb-ab*ab
		c[0], c[1] = (va*bb-vb*ab)/det, (vb*aa-va*ab)/det
	case 3:
		bc := b.Cross(axes[2])
		det := a.Dot(bc)
		c[0], c[1], c[2] = v.Dot(bc)/det, v.Dot(axes[2].Cross(a))/det, v.Dot(a.Cross(b))/det
	}
	return c
}
