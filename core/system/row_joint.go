package system

import "github.com/trammel-mbd/trammel/core/spatial"

// Joint is the rows of a Constraint_Joint.
type Joint struct {
	RowPlace
	kind *JointKind
	slot [2]int32 // of I's and J's body in Bodies
}

// NewJoint returns a joint between markers i and j.
func (sys *System) NewJoint(id int, kind *JointKind, i, j MarkerIdx) *Joint {
	bodies, slot := slotsOf(sys, i, j)
	names := make([]string, len(kind.rows))
	for k, p := range kind.rows {
		names[k] = p.String()
	}
	return &Joint{
		RowPlace: RowPlace{
			Element: "Constraint_Joint", ID: id, Type: kind.Name, Row: names,
			N: len(kind.rows), I: i, J: j, Bodies: bodies,
		},
		kind: kind, slot: [2]int32(slot),
	}
}

func (j *Joint) fill(s *State, b *rowBlock) error {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	bi, bj := s.kin.bodyOf(j.I), s.kin.bodyOf(j.J)
	d := mi.P.Sub(mj.P)
	dd := mi.V.Sub(mj.V)
	// d” without the accelerations: ω×(ω×r) of either side
	ddd := bi.W.Cross(bi.W.Cross(mi.Arm)).Sub(bj.W.Cross(bj.W.Cross(mj.Arm)))
	for k, p := range j.kind.rows {
		b.gt[k] = 0
		switch p.kind {
		case coincide:
			e := spatial.Axis(p.a)
			b.g[k], b.bias[k] = d.At(p.a), ddd.At(p.a)
			b.set(k, j.slot[0], e, mi.Arm.Cross(e))
			b.set(k, j.slot[1], e.Neg(), e.Cross(mj.Arm))
		case inPlane:
			a := mj.R.Col(p.a)
			ad := bj.W.Cross(a)
			b.g[k] = d.Dot(a)
			b.bias[k] = ddd.Dot(a) + 2*dd.Dot(ad) + d.Dot(bj.W.Cross(ad))
			b.set(k, j.slot[0], a, mi.Arm.Cross(a))
			b.set(k, j.slot[1], a.Neg(), a.Cross(d.Add(mj.Arm)))
		case perpendicular:
			a, c := mi.R.Col(p.a), mj.R.Col(p.b)
			ad, cd := bi.W.Cross(a), bj.W.Cross(c)
			t := a.Cross(c)
			b.g[k] = a.Dot(c)
			b.bias[k] = bi.W.Cross(ad).Dot(c) + 2*ad.Dot(cd) + a.Dot(bj.W.Cross(cd))
			b.set(k, j.slot[0], vec{}, t)
			b.set(k, j.slot[1], vec{}, t.Neg())
		case even:
			j.fillEven(s, b, k, p)
		}
	}
	return nil
}

// fillEven sets row k to the difference of two dots of axes.
func (j *Joint) fillEven(s *State, b *rowBlock, k int, p primitive) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	wi, wj := s.kin.bodyOf(j.I).W, s.kin.bodyOf(j.J).W
	b.g[k], b.bias[k] = 0, 0
	t, sign := vec{}, 1.0
	for _, ax := range [2][2]int{{p.a, p.b}, {p.b, p.a}} {
		a, c := mi.R.Col(ax[0]), mj.R.Col(ax[1])
		ad, cd := wi.Cross(a), wj.Cross(c)
		b.g[k] += sign * a.Dot(c)
		b.bias[k] += sign * (wi.Cross(ad).Dot(c) + 2*ad.Dot(cd) + a.Dot(wj.Cross(cd)))
		t = t.AddScaled(sign, a.Cross(c))
		sign = -1
	}
	b.set(k, j.slot[0], vec{}, t)
	b.set(k, j.slot[1], vec{}, t.Neg())
}

// stiffen adds the change of the push Gᵀl with the pose. With F = Σ l f and
// arms rI, ρ (to the point of action on J):
//
//	global axes:  torque rI×F turns with the arm: F̃ r̃I δθI on I, -F̃ r̃J δθJ on J
//	axis of J:    δF = -F̃ δθJ in addition, and ρ = pI - cJ moves with both bodies
//	axes a, c:    δ(a×c) = c̃ ã δθI - ã c̃ δθJ
func (j *Joint) stiffen(s *State, l []float64, q float64, jac *jacobian) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	var world, slide vec
	var turn mat // Σ l c̃ ã; that of ã c̃ is its transpose
	for k, p := range j.kind.rows {
		switch p.kind {
		case coincide:
			world = world.AddScaled(l[k], spatial.Axis(p.a))
		case inPlane:
			slide = slide.AddScaled(l[k], mj.R.Col(p.a))
		case perpendicular:
			ca := spatial.TildeTilde(mj.R.Col(p.b).Scale(l[k]), mi.R.Col(p.a))
			turn = turn.Add(&ca)
		case even:
			ca := spatial.TildeTilde(mj.R.Col(p.b).Scale(l[k]), mi.R.Col(p.a))
			turn = turn.Add(&ca)
			ca = spatial.TildeTilde(mj.R.Col(p.a).Scale(-l[k]), mi.R.Col(p.b))
			turn = turn.Add(&ca)
		}
	}
	back := turn.T()
	ti := spatial.TildeTilde(world.Add(slide), mi.Arm)
	ti = ti.Add(&turn)
	jac.addPose(j.slot[0], j.slot[0], 3, 3, &ti, -q)
	jac.addPose(j.slot[0], j.slot[1], 3, 3, &back, q)
	jac.addPose(j.slot[1], j.slot[0], 3, 3, &turn, q)
	tj := spatial.TildeTilde(world, mj.Arm)
	tj = tj.Sub(&back)
	jac.addPose(j.slot[1], j.slot[1], 3, 3, &tj, q)
	if slide != (vec{}) {
		j.stiffenSlide(s, slide, q, jac)
	}
}

// stiffenSlide adds the terms of rows along J's axes that stiffen leaves out.
func (j *Joint) stiffenSlide(s *State, f vec, q float64, jac *jacobian) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	ft, ri := spatial.Tilde(f), spatial.Tilde(mi.Arm)
	rho := spatial.Tilde(mi.P.Sub(mj.P).Add(mj.Arm))
	i, k := j.slot[0], j.slot[1]
	df := ft.Scale(-1) // δF = -F̃ δθJ
	dt := ri.Times(&df)
	jac.addPose(i, k, 0, 3, &df, -q)
	jac.addPose(i, k, 3, 3, &dt, -q)
	pf := ft // on J: -δF, and torque F̃ δρ - ρ×δF
	jac.addPose(k, k, 0, 3, &pf, -q)
	fr := ft.Times(&ri)
	fr = fr.Scale(-1)
	jac.addPose(k, i, 3, 0, &ft, -q)
	jac.addPose(k, i, 3, 3, &fr, -q)
	jac.addPose(k, k, 3, 0, &df, -q)
	rf := rho.Times(&ft)
	jac.addPose(k, k, 3, 3, &rf, -q)
}

// A joint's residuals and the push of its multipliers come directly from poses
// and motions of its markers: gradients, which cost more to fill and to multiply
// than all of this, are filled only where something reads them.

// direct reports whether the joint has rows that go without gradients.
func (j *Joint) direct() bool {
	for _, p := range j.kind.rows {
		if p.kind == even {
			return false
		}
	}
	return true
}

// residuals sets error, rate and second rate of the rows; see fill for what
// they are. With a, c axes of I and J and t = a×c the rate of a·c is
// (ωI - ωJ)·t.
func (j *Joint) residuals(s *State, pos, vel, acc []float64) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	bi, bj := s.kin.bodyOf(j.I), s.kin.bodyOf(j.J)
	d, dd := mi.P.Sub(mj.P), mi.V.Sub(mj.V)
	ddd := bi.rateAt(mi).Sub(bj.rateAt(mj))
	rows := j.kind.rows
	pos, vel, acc = pos[:len(rows)], vel[:len(rows)], acc[:len(rows)]
	for k, p := range rows {
		switch p.kind {
		case coincide:
			pos[k], vel[k], acc[k] = d.At(p.a), dd.At(p.a), ddd.At(p.a)
		case inPlane:
			a := mj.R.Col(p.a)
			ad := bj.W.Cross(a)
			pos[k] = d.Dot(a)
			vel[k] = dd.Dot(a) + d.Dot(ad)
			acc[k] = ddd.Dot(a) + 2*dd.Dot(ad) + d.Dot(bj.Al.Cross(a).Add(bj.W.Cross(ad)))
		case perpendicular:
			a, c := mi.R.Col(p.a), mj.R.Col(p.b)
			t := a.Cross(c)
			ad, cd := bi.W.Cross(a), bj.W.Cross(c)
			pos[k] = a.Dot(c)
			vel[k] = bi.W.Sub(bj.W).Dot(t)
			acc[k] = bi.Al.Sub(bj.Al).Dot(t) + bi.W.Cross(ad).Dot(c) + 2*ad.Dot(cd) + a.Dot(bj.W.Cross(cd))
		}
	}
}

// rateAt returns the acceleration of a marker's origin.
func (b *bodyState) rateAt(m *markerState) vec {
	return b.A.Add(b.Al.Cross(m.Arm)).Add(b.W.Cross(b.W.Cross(m.Arm)))
}

// push returns what the multipliers do: the force on I's body, of which J's gets
// the opposite, and the torques about their mass centres.
func (j *Joint) push(s *State, l []float64) (f, onI, onJ vec) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	var world, slide, turn vec
	for k, p := range j.kind.rows {
		switch p.kind {
		case coincide:
			world = world.AddScaled(l[k], spatial.Axis(p.a))
		case inPlane:
			slide = slide.AddScaled(l[k], mj.R.Col(p.a))
		case perpendicular:
			turn = turn.AddScaled(l[k], mi.R.Col(p.a).Cross(mj.R.Col(p.b)))
		}
	}
	f = world.Add(slide)
	onI = mi.Arm.Cross(f).Add(turn)
	onJ = world.Cross(mj.Arm).Sub(turn)
	if slide != (vec{}) { // it acts on J where I is
		onJ = onJ.Sub(mi.P.Sub(mj.P).Add(mj.Arm).Cross(slide))
	}
	return f, onI, onJ
}

// pushes takes the push of the multipliers from the residuals of the bodies.
func (j *Joint) pushes(s *State, l, r []float64) {
	f, onI, onJ := j.push(s, l)
	s.sys.take6(r, j.I, f, onI)
	s.sys.take6(r, j.J, f.Neg(), onJ)
}

// take6 takes a force and a torque from the residual of a marker's body.
func (sys *System) take6(r []float64, i MarkerIdx, f, t vec) {
	b := &sys.Bodies[sys.Markers[i].Body]
	switch b.speeds() {
	case 6:
		t.Neg().Accumulate(r[b.v+3:])
		fallthrough
	case 3:
		f.Neg().Accumulate(r[b.v:])
	}
}

// power is what the multipliers do to the bodies as they move.
func (j *Joint) power(s *State, l []float64) float64 {
	f, onI, onJ := j.push(s, l)
	bi, bj := s.kin.bodyOf(j.I), s.kin.bodyOf(j.J)
	return f.Dot(bi.V.Sub(bj.V)) + onI.Dot(bi.W) + onJ.Dot(bj.W)
}

// gradients sets the blocks of the rows in the iteration matrix; see fill.
func (j *Joint) gradients(s *State, pb *pairBlocks) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	for k, p := range j.kind.rows {
		switch p.kind {
		case coincide:
			e := spatial.Axis(p.a)
			pb.gradient(j.N, k, j.slot[0], e, mi.Arm.Cross(e))
			pb.gradient(j.N, k, j.slot[1], e.Neg(), e.Cross(mj.Arm))
		case inPlane:
			a := mj.R.Col(p.a)
			pb.gradient(j.N, k, j.slot[0], a, mi.Arm.Cross(a))
			pb.gradient(j.N, k, j.slot[1], a.Neg(), a.Cross(mi.P.Sub(mj.P).Add(mj.Arm)))
		case perpendicular:
			t := mi.R.Col(p.a).Cross(mj.R.Col(p.b))
			pb.gradient(j.N, k, j.slot[0], vec{}, t)
			pb.gradient(j.N, k, j.slot[1], vec{}, t.Neg())
		}
	}
}

// gradient sets row k of n, and minus its transpose, for the body in a slot.
func (p *pairBlocks) gradient(n, k int, slot int32, f, t vec) {
	if slot < 0 {
		return
	}
	rows := p.rows[slot]
	if p.size[slot] < 6 { // a point
		f.Store(rows[3*k:])
		if p.cols == nil {
			return
		}
		cols := p.cols[slot]
		cols[k], cols[n+k], cols[2*n+k] = -f.X, -f.Y, -f.Z
		return
	}
	r := (*[6]float64)(rows[6*k:])
	r[0], r[1], r[2], r[3], r[4], r[5] = f.X, f.Y, f.Z, t.X, t.Y, t.Z
	if p.cols == nil {
		return
	}
	c := p.cols[slot][k : 5*n+k+1]
	c[0], c[n], c[2*n] = -f.X, -f.Y, -f.Z
	c[3*n], c[4*n], c[5*n] = -t.X, -t.Y, -t.Z
}
