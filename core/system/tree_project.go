package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// mostTurnSteps bounds the iterations that bring rows of axes to zero; each squares the error.
const mostTurnSteps = 4

// projectOntoJoints moves the bodies of p onto their joints, and other rows in force, where a row is off by more than posTol, and changes their speeds where the rate of a row
// is more than velTol. It reports false where a joint's free motion has no inertia, or rows beside those of the tree nearly depend on each other. placed reports whether poses,
// motions and rows have been computed for p as it is then.
//
// Positions go from the roots outwards: each child by the smallest rotation, then by the smallest displacement, that its rows need. Speeds change as
// by an impact: by the least in the metric of the masses, so that the momentum along the free motions stays.
func (t *articulatedTree) projectOntoJoints(s *State, p *integrate.Point, posTol, velTol float64) (ok, placed bool, err error) {
	s.memo.ok = false
	s.computePosesAndMotions(p)
	if err := t.computeRows(s); err != nil {
		return false, false, err
	}
	if t.largestPositionError(s) > posTol {
		t.projectPositionsOntoJoints(s, p)
		if err := t.computeRows(s); err != nil {
			return false, false, err
		}
	}
	if t.loops.rows > 0 {
		return t.projectOntoLoops(s, p, posTol, velTol)
	}
	if t.largestRowRate(s) > velTol {
		if !t.eliminateJointInertias(s) {
			return false, false, nil
		}
		t.computeSpeedsOnJoints(s)
		t.storeSpeeds(s, p)
		t.factored = true
		return true, false, nil
	}
	return true, true, nil
}

// computeRows computes the rows that are not of joints of the tree, at the poses and motions at hand.
func (t *articulatedTree) computeRows(s *State) error {
	if err := s.rows.computeRows(); err != nil {
		return err
	}
	return t.fillCutRows(s)
}

// largestPositionError returns the largest error of a row of positions.
func (t *articulatedTree) largestPositionError(s *State) float64 {
	most, kin := 0.0, &s.kin
	for i := range t.joints {
		j := &t.joints[i]
		if j.joint == nil {
			continue
		}
		most = max(most, j.computeLargestMotionError(s))
		mi, mj := &kin.marker[j.joint.I], &kin.marker[j.joint.J]
		d := mi.P.Sub(mj.P)
		for _, r := range j.joint.kind.rows {
			most = max(most, math.Abs(r.constraintError(d, mi, mj)))
		}
	}
	return most
}

// constraintError returns the error of the row; d is from J's origin to I's.
func (p primitive) constraintError(d vec, mi, mj *markerState) float64 {
	switch p.kind {
	case coincide:
		return d.At(p.a)
	case inPlane:
		return d.Dot(mj.R.Col(p.a))
	}
	return mi.R.Col(p.a).Dot(mj.R.Col(p.b))
}

// largestRowRate returns the largest rate of a row.
func (t *articulatedTree) largestRowRate(s *State) float64 {
	most, kin := 0.0, &s.kin
	for i := range t.joints {
		j := &t.joints[i]
		if j.joint == nil {
			continue
		}
		for k := range j.motions {
			if m := &j.motions[k]; j.columns[m.column].driven {
				most = max(most, math.Abs(m.rateError(s)))
			}
		}
		mi, mj := &kin.marker[j.joint.I], &kin.marker[j.joint.J]
		bi, bj := kin.bodyStateOfMarker(j.joint.I), kin.bodyStateOfMarker(j.joint.J)
		d := mi.V.Sub(mj.V).Sub(bj.W.Cross(mi.P.Sub(mj.P)))
		w := bi.W.Sub(bj.W)
		for _, r := range j.joint.kind.rows {
			v := 0.0
			switch r.kind {
			case coincide:
				v = d.At(r.a)
			case inPlane:
				v = d.Dot(mj.R.Col(r.a))
			case perpendicular:
				v = w.Dot(mi.R.Col(r.a).Cross(mj.R.Col(r.b)))
			}
			most = max(most, math.Abs(v))
		}
	}
	return most
}

// projectPositionsOntoJoints brings all rows of positions to zero.
func (t *articulatedTree) projectPositionsOntoJoints(s *State, p *integrate.Point) {
	for i := range t.joints {
		j := &t.joints[i]
		if j.joint == nil {
			continue
		}
		b, st := &s.sys.Bodies[j.child], &s.kin.body[j.child]
		own, other := j.joint.I, j.joint.J
		if !j.childHasI {
			own, other = other, own
		}
		s.kin.setMarkerPose(other)
		q := p.Q[b.q : b.q+7]
		e := j.turnChild(s, spatial.LoadQuat(q[3:]), own)
		j.turnChildToMotion(s, e, own).Store(q[3:])
		j.shiftChild(st, &s.kin.marker[j.joint.I], &s.kin.marker[j.joint.J])
		j.shiftChildToMotion(s, own)
		st.C.Store(q)
		s.kin.setMarkerPose(own)
	}
	s.computePosesAndMotions(p)
}

// computeSpeedsOnJoints sets the accelerations of the bodies to the speeds nearest to theirs, in the metric of the masses, with which the rates of
// all rows of joints are zero. The inertias of joints are eliminated.
func (t *articulatedTree) computeSpeedsOnJoints(s *State) {
	for i := range t.joints {
		j := &t.joints[i]
		st, y := &s.kin.body[j.child], &t.body[j.child]
		y.force0, y.torque0 = st.V.Scale(-s.sys.Bodies[j.child].Mass), st.JW.Neg()
		j.setDrivenSpeeds(s)
	}
	for i := len(t.joints) - 1; i >= 0; i-- {
		t.joints[i].propagateForcesToParent(t)
	}
	t.computeAccelerations()
}

// computeAccelerations sets the accelerations of all bodies.
func (t *articulatedTree) computeAccelerations() {
	for i := range t.joints {
		t.joints[i].computeAcceleration(t)
	}
}

// storeSpeeds sets the speeds of p to the accelerations of the bodies.
func (t *articulatedTree) storeSpeeds(s *State, p *integrate.Point) {
	for i := range t.joints {
		k := t.joints[i].child
		v := p.V[s.sys.Bodies[k].v:]
		t.body[k].a.Store(v)
		t.body[k].al.Store(v[3:])
	}
}

// turnChild turns the child until the rows of axes are zero, and returns its quaternion. of is its marker.
func (j *treeJoint) turnChild(s *State, e spatial.Quat, of MarkerIdx) spatial.Quat {
	st := &s.kin.body[j.child]
	mi, mj := &s.kin.marker[j.joint.I], &s.kin.marker[j.joint.J]
	var axes [3]vec
	for range mostTurnSteps {
		n, first := j.joint.turnAxes(&axes, mi, mj)
		if n == 0 {
			return e
		}
		var g [3]float64
		most := 0.0
		for i := range n {
			g[i] = j.joint.kind.rows[first+i].constraintError(vec{}, mi, mj)
			most = max(most, math.Abs(g[i]))
		}
		if most <= turnRounding {
			return e
		}
		turn := leastVectorWithAxisDots(&axes, n, g)
		if j.childHasI {
			turn = turn.Neg()
		}
		e = spatial.QuatFromRotationVector(turn).Mul(e).Unit()
		st.R = e.Mat()
		s.kin.setMarkerPose(of)
	}
	return e
}

// turnRounding is the size of a dot of axes that is rounding.
const turnRounding = 4 * 0x1p-52

// leastVectorWithAxisDots returns the smallest vector whose dots with n axes are g.
func leastVectorWithAxisDots(axes *[3]vec, n int, g [3]float64) vec {
	a, b, c := axes[0], axes[1], axes[2]
	switch n {
	case 1:
		return a.Scale(g[0] / a.Dot(a))
	case 2:
		aa, ab, bb := a.Dot(a), a.Dot(b), b.Dot(b)
		det := aa*bb - ab*ab
		return a.Scale((g[0]*bb-g[1]*ab)/det).AddScaled((g[1]*aa-g[0]*ab)/det, b)
	}
	bc := b.Cross(c)
	det := a.Dot(bc)
	return bc.Scale(g[0]/det).AddScaled(g[1]/det, c.Cross(a)).AddScaled(g[2]/det, a.Cross(b))
}

// shiftChild displaces the child until the rows of positions are zero.
func (j *treeJoint) shiftChild(st *bodyState, mi, mj *markerState) {
	d := mi.P.Sub(mj.P)
	move := j.constrainedPart(d, mj)
	if j.childHasI {
		move = move.Neg()
	}
	st.C = st.C.Add(move)
}

// constrainedPart returns the part of a displacement of I from J that the joint does not allow.
func (j *treeJoint) constrainedPart(d vec, mj *markerState) vec {
	switch j.freedom.slide {
	case slideNone:
		return d
	case slideAlongZ:
		return mj.R.A.Scale(d.Dot(mj.R.A)).AddScaled(d.Dot(mj.R.B), mj.R.B)
	case slideAlongXY:
		return mj.R.C.Scale(d.Dot(mj.R.C))
	}
	return vec{}
}
