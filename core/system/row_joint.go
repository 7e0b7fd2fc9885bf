package system

import "github.com/trammel-mbd/trammel/core/spatial"

// Joint is the rows of a Constraint_Joint.
type Joint struct {
	RowOwner
	kind *JointKind
	slot [2]int32 // of I's and J's body in Bodies
}

// NewJointRows returns the rows of a joint between markers i and j, which AddRows adds.
func (sys *System) NewJointRows(id int, kind *JointKind, i, j MarkerIdx) *Joint {
	bodies, slot := bodySlotsOfMarkers(sys, i, j)
	names := make([]string, len(kind.rows))
	for k, p := range kind.rows {
		names[k] = p.String()
	}
	return &Joint{
		RowOwner: RowOwner{
			Element: "Constraint_Joint", ID: id, Type: kind.Name, Row: names,
			N: len(kind.rows), I: i, J: j, Bodies: bodies,
		},
		kind: kind, slot: [2]int32(slot),
	}
}

// addSlideStiffness adds the terms of rows along J's axes that stiffen leaves out.
func (j *Joint) addSlideStiffness(s *State, f vec, q float64, jac *jacobian) {
	mi, mj := &s.kin.marker[j.I], &s.kin.marker[j.J]
	ft, ri := spatial.Tilde(f), spatial.Tilde(mi.Arm)
	rho := spatial.Tilde(mi.P.Sub(mj.P).Add(mj.Arm))
	i, k := j.slot[0], j.slot[1]
	df := ft.Scale(-1) // δF = -F̃ δθJ
	dt := ri.MulMat(&df)
	jac.addPoseBlock(i, k, 0, 3, &df, -q)
	jac.addPoseBlock(i, k, 3, 3, &dt, -q)
	pf := ft // on J: -δF, and torque F̃ δρ - ρ×δF
	jac.addPoseBlock(k, k, 0, 3, &pf, -q)
	fr := ft.MulMat(&ri)
	fr = fr.Scale(-1)
	jac.addPoseBlock(k, i, 3, 0, &ft, -q)
	jac.addPoseBlock(k, i, 3, 3, &fr, -q)
	jac.addPoseBlock(k, k, 3, 0, &df, -q)
	rf := rho.MulMat(&ft)
	jac.addPoseBlock(k, k, 3, 3, &rf, -q)
}

// markerAcceleration returns the acceleration of a marker's origin.
func (b *bodyState) markerAcceleration(m *markerState) vec {
	return b.A.Add(b.Al.Cross(m.Arm)).Add(b.W.Cross(b.W.Cross(m.Arm)))
}

// subtractReactions takes the push of the multipliers from the residuals of the bodies.
func (j *Joint) subtractReactions(s *State, l, r []float64) {
	f, onI, onJ := j.computeReactionForces(s, l)
	s.sys.subtractWrench(r, j.I, f, onI)
	s.sys.subtractWrench(r, j.J, f.Neg(), onJ)
}

// subtractWrench takes a force and a torque from the residual of a marker's body.
func (sys *System) subtractWrench(r []float64, i MarkerIdx, f, t vec) {
	b := &sys.Bodies[sys.Markers[i].Body]
	switch b.speedCount() {
	case 6:
		t.Neg().AddTo(r[b.v+3:])
		fallthrough
	case 3:
		f.Neg().AddTo(r[b.v:])
	}
}

// reactionPower is what the multipliers do to the bodies as they move.
func (j *Joint) reactionPower(s *State, l []float64) float64 {
	f, onI, onJ := j.computeReactionForces(s, l)
	bi, bj := s.kin.bodyStateOfMarker(j.I), s.kin.bodyStateOfMarker(j.J)
	return f.Dot(bi.V.Sub(bj.V)) + onI.Dot(bi.W) + onJ.Dot(bj.W)
}

// setGradient sets row k of n, and minus its transpose, for the body in a slot.
func (p *pairBlocks) setGradient(n, k int, slot int32, f, t vec) {
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
