package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Angles have poses without a gradient: PSI and PHI where the two z axes are
// parallel, YAW and ROLL where pitch is a right angle, and so on. A law may still
// be smooth there: it may depend on PSI + PHI only. So where the partial of a
// law with respect to such an angle is not zero, the law as a whole is
// differenced along the rotations of the bodies that the angle depends on. All
// these angles are functions of directions: translations do not change them.

// hasNoGradient reports whether a measure has no gradient at the present pose.
// Distances are not counted: at zero their gradient is zero.
func (s *State) hasNoGradient(i MeasureIdx) bool {
	m := &s.plan.measure[i]
	if m.row == nil || m.row.stage != Pose {
		return false
	}
	switch m.row.fn.combine {
	case angle, wrapped, psi, phi:
		p, q, _ := s.kin.dotValues(m)
		return p*p+q*q <= small*small
	case polar, elevate:
		return s.kin.sineOfDotAngle(m) <= small
	}
	return false
}

// angleAfterRotation returns the value of an angle when body b is turned by r.
func (s *State) angleAfterRotation(i MeasureIdx, b BodyIdx, r vec) float64 {
	m := &s.plan.measure[i]
	mi, mj := &s.kin.marker[m.i], &s.kin.marker[m.j]
	ri, rj := mi.R, mj.R
	rot := spatial.QuatFromRotationVector(r).Mat()
	if s.sys.Markers[m.i].Body == b {
		mi.R = rot.MulMat(&ri)
	}
	if s.sys.Markers[m.j].Body == b {
		mj.R = rot.MulMat(&rj)
	}
	v := s.kin.displacementValue(m, s.turns.expectedAngle(i, s.p.T))
	mi.R, mj.R = ri, rj
	return v
}

// numericalSlope returns the derivative at 0 of f, which is false where it has no value:
// central differences with two spacings, extrapolated, or of one side where the
// other has no value. Where the two disagree f has none, and the slope is 0.
func numericalSlope(f func(h float64) (float64, bool)) float64 {
	const h = 2e-3
	d1, ok1 := centralDifference(f, h)
	d2, ok2 := centralDifference(f, h/2)
	if !ok1 || !ok2 {
		for _, side := range [2]float64{h, -h} {
			if d, ok := oneSidedDifference(f, side); ok {
				return d
			}
		}
		return 0
	}
	if math.Abs(d1-d2) > 0.1*(math.Abs(d1)+math.Abs(d2)) {
		return 0
	}
	return (4*d2 - d1) / 3
}

func centralDifference(f func(h float64) (float64, bool), h float64) (slope float64, ok bool) {
	a, ok := f(h)
	b, ok2 := f(-h)
	return (a - b) / (2 * h), ok && ok2
}

// oneSidedDifference is the difference with error O(h²) from 0, h and 2h.
func oneSidedDifference(f func(h float64) (float64, bool), h float64) (slope float64, ok bool) {
	a, ok := f(0)
	b, ok2 := f(h)
	c, ok3 := f(2 * h)
	d := (4*b - 3*a - c) / (2 * h)
	return d, ok && ok2 && ok3
}

// forEachRotationDerivative calls visit with the derivative of f along the rotation of each
// body of the angles about each global axis.
func (s *State) forEachRotationDerivative(angles []MeasureIdx, f func(b BodyIdx, r vec) (float64, bool), visit func(b BodyIdx, t vec)) {
	var done []BodyIdx
	for _, i := range angles {
	bodies:
		for _, b := range s.plan.measure[i].body {
			for _, d := range done {
				if d == b {
					continue bodies
				}
			}
			done = append(done, b)
			var t [3]float64
			for k := range t {
				e := spatial.UnitAxis(k)
				t[k] = numericalSlope(func(h float64) (float64, bool) { return f(b, e.Scale(h)) })
			}
			visit(b, vec{X: t[0], Y: t[1], Z: t[2]})
		}
	}
}

// evalLawForDifference evaluates a law for a difference; ok reports that it has a value.
func (s *State) evalLawForDifference(l int, out, in []float64) (ok bool) {
	var err error
	if r, is := s.plan.law[l].law.(*routineLaw); is {
		err = r.evalAt(out, in, s.p.T, true, s)
	} else {
		err = s.plan.law[l].law.Eval(out, in, s)
	}
	return err == nil && allFinite(out)
}

// collectSingularAngleDerivatives adds c times the derivative of a law's output by way of the
// angles among its inputs that have no gradient.
func (j *jacobian) collectSingularAngleDerivatives(l, out int, part []float64, c float64) {
	s := j.s
	n := &s.plan.law[l]
	var angles []MeasureIdx
	for k, i := range n.in {
		if part[k] != 0 && s.hasNoGradient(i) {
			angles = append(angles, i)
		}
	}
	in, o := make([]float64, len(n.in)), make([]float64, n.n)
	f := func(b BodyIdx, r vec) (float64, bool) {
		copy(in, n.val)
		for k, i := range n.in {
			if part[k] != 0 && s.hasNoGradient(i) {
				in[k] = s.angleAfterRotation(i, b, r)
			}
		}
		ok := s.evalLawForDifference(l, o, in)
		return o[out], ok
	}
	s.forEachRotationDerivative(angles, f, func(b BodyIdx, t vec) {
		if v := j.gather.touchNode(s.sys.bodyNode(b)); len(v) == 6 {
			t.Scale(c * j.coef.Q).AddTo(v[3:])
		}
	})
}
