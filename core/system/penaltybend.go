package system

import "math"

// bendPart is the spacing, in units of a measure's size, by which the gradient of a penalty's
// function is differenced: its own error of some 1e-12 becomes 1e-7.
const bendPart = 1e-5

// bendPenalty adds -F ∂²g/∂m∂n ∇m ∇nᵀ, the part of the stiffness of a penalty that its own function
// gives: differences of the gradient with respect to the measures m and n that g depends on. Searches for
// rest have nothing else along the surface g = 0, and without it Newton's method does not
// converge there. Motions do without: see stiffenPenalty.
func (s *State) bendPenalty(i int, j *jacobian) {
	pen, st := &s.sys.Penalties[i], &s.pen[i]
	n := len(st.leaf)
	if st.f == 0 || s.coef.Q == 0 || n == 0 || len(st.turn) > 0 {
		return
	}
	if len(st.bend) != n*(n+1) {
		st.bend = make([]float64, n*(n+1))
	}
	second, coef := st.bend[:n*n], st.bend[n*n:]
	copy(coef, st.coef)
	dt := st.dt
	ok := true
	for a, m := range st.leaf {
		v := s.m[m]
		h := bendPart * math.Max(s.typical(&s.plan.measure[m]), math.Abs(v))
		for b := range n {
			second[a*n+b] = 0
		}
		for _, side := range [2]float64{1, -1} {
			s.m[m] = v + side*h
			ok = ok && s.slopes(st, pen.G)
			for b, c := range st.coef {
				second[a*n+b] += side * c / (2 * h)
			}
		}
		s.m[m] = v
	}
	s.slopes(st, pen.G)
	copy(st.coef, coef)
	st.dt = dt
	if !ok {
		return
	}
	for a, ma := range st.leaf {
		for b, mb := range st.leaf {
			c := (second[a*n+b] + second[b*n+a]) / 2
			x, y := &s.plan.measure[ma], &s.plan.measure[mb]
			j.outerBodies(x.body, s.gradPose(x), y.body, s.gradPose(y), -s.coef.Q*st.f*c)
		}
	}
}

// slopes computes the laws of a penalty and its gradient for the values that the
// measures have at the moment.
func (s *State) slopes(st *penaltyState, g LawIdx) bool {
	ok := s.rechain(st)
	for _, l := range st.chain {
		s.plan.law[l].exactAt = -1
	}
	return s.reduce(st, g) == nil && ok
}
