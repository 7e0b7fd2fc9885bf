package system

import (
	"fmt"
	"math"
	"slices"
)

// Penalty is a Force_Penalty: the generalized force F along the gradient of
// g(q,t), with
//
//	F = -p g - p1 g'
//
// and, when unilateral, only where g > 0, p and p1 multiplied by
// STEP(g, 0, 0, smoothing, 1). It is not clamped: a one-sided penalty may pull
// while separating, as the law is documented.
type Penalty struct {
	ID         int
	G          LawIdx
	P, P1      float64
	Unilateral bool
	Smoothing  float64
}

// penaltyState is the displacement measures that g reduces to and its partials
// with respect to them.
type penaltyState struct {
	leaf  []MeasureIdx
	chain []int // laws from the leaves to g, each behind those it depends on
	coef  []float64
	turn  []bodyTurn // derivatives of g by way of angles without a gradient
	dt    float64    // ∂g/∂t
	f     float64    // F
	dg    float64    // ∂F/∂g at fixed g'
	p1    float64    // -∂F/∂g'
	bend  []float64  // scratch of addPenaltyFunctionCurvature
}

// bodyTurn is a derivative along the rotations of a body.
type bodyTurn struct {
	body BodyIdx
	t    vec
}

// listMeasuresOfPenalty lists the displacement measures that a penalty reduces to, through
// variables and arrays; any other measure is an error that names it.
func (st *penaltyState) listMeasuresOfPenalty(p *evaluationPlan, pen *Penalty) error {
	seen, done := map[MeasureIdx]bool{}, map[int]bool{}
	var walk func(l int) error
	walk = func(l int) error {
		if done[l] {
			return nil
		}
		done[l] = true
		for _, in := range p.law[l].in {
			if n := p.lawOfMeasure(in); n >= 0 {
				if err := walk(n); err != nil {
					return err
				}
				continue
			}
			m := &p.measure[in]
			switch {
			case m.row.stage == Pose && !seen[in]:
				seen[in] = true
				st.leaf = append(st.leaf, in)
			case m.row.stage == Pose:
			case m.row.stage == Values && (m.kind == constant || m.kind == now || m.kind == stored):
			default:
				return fmt.Errorf("Force_Penalty %d: the constraint depends on %s; only displacement measures, TIME, constants and variables of these may be penalised",
					pen.ID, Call{m.Name, m.Args})
			}
		}
		st.chain = append(st.chain, l)
		return nil
	}
	if err := walk(int(pen.G)); err != nil {
		return err
	}
	st.coef = make([]float64, len(st.leaf))
	for _, l := range st.chain {
		n := &p.law[l]
		n.exact, n.dt = make([]float64, len(n.part)), make([]float64, n.n)
	}
	return nil
}

// computePartialsByLeaves sets the partials of g with respect to the leaves and the time: the
// adjoints of the chain's laws, backwards.
func (st *penaltyState) computePartialsByLeaves(s *State, g LawIdx) error {
	of := s.jac.adj.of
	of[s.plan.law[g].out] = 1
	for i := len(st.chain) - 1; i >= 0; i-- {
		l := st.chain[i]
		n := &s.plan.law[l]
		if err := s.computePrecisePartialsOnce(l); err != nil {
			st.clearAdjoints(s)
			return err
		}
		for k := range n.n {
			c := of[int(n.out)+k]
			if of[int(n.out)+k] = 0; c == 0 {
				continue
			}
			st.dt += c * n.dt[k]
			for j, in := range n.in {
				if p := n.exact[k*len(n.in)+j]; p != 0 {
					of[in] += c * p
				}
			}
		}
	}
	for k, m := range st.leaf {
		st.coef[k] = of[m]
	}
	for _, l := range st.chain {
		for _, in := range s.plan.law[l].in {
			if m := &s.plan.measure[in]; m.row != nil && m.kind == now && m.row.stage == Values {
				st.dt += of[in]
			}
			of[in] = 0
		}
	}
	return nil
}

// clearAdjoints empties what a reduction that failed leaves behind.
func (st *penaltyState) clearAdjoints(s *State) {
	for _, l := range st.chain {
		n := &s.plan.law[l]
		clear(s.jac.adj.of[n.out : int(n.out)+n.n])
		for _, in := range n.in {
			s.jac.adj.of[in] = 0
		}
	}
}

// computePrecisePartialsOnce computes the partials of a law that enter forces, once in an
// evaluation.
func (s *State) computePrecisePartialsOnce(l int) error {
	n := &s.plan.law[l]
	if n.exactAt == s.count {
		return nil
	}
	out := s.m[n.out : int(n.out)+n.n]
	if err := n.law.Partials(n.exact, n.dt, n.val, out, true, s); err != nil {
		return s.addLawOwnerToError(l, err)
	}
	n.exactAt = s.count
	return nil
}

// applyPenalty computes a penalty's force and adds it to the bodies.
func (s *State) applyPenalty(i int) error {
	pen, st := &s.sys.Penalties[i], &s.pen[i]
	g := s.lawOutputValue(Output{Law: pen.G})
	st.f, st.dg, st.p1, st.dt = 0, 0, 0, 0
	clear(st.coef)
	st.turn = st.turn[:0]
	if pen.Unilateral && g <= 0 {
		return nil
	}
	if err := st.computePartialsByLeaves(s, pen.G); err != nil {
		return err
	}
	st.differenceSingularLeaves(s, pen.G)
	rate := st.dt
	for k, m := range st.leaf {
		rate += st.coef[k] * s.kin.displacementRate(&s.plan.measure[m])
	}
	for _, b := range st.turn {
		rate += b.t.Dot(s.kin.body[b.body].W)
	}
	pen.computePenaltyForce(st, g, rate)
	if err := s.checkFinite("Force_Penalty", pen.ID, st.f); err != nil {
		return err
	}
	for k, m := range st.leaf {
		s.kin.applyForceAlongMeasure(&s.plan.measure[m], st.coef[k]*st.f)
	}
	for _, b := range st.turn {
		dst := &s.kin.body[b.body]
		dst.T = dst.T.AddScaled(st.f, b.t)
	}
	return nil
}

// computePenaltyForce sets F and its partials.
func (pen *Penalty) computePenaltyForce(st *penaltyState, g, rate float64) {
	p, p1, dstep := pen.P, pen.P1, 0.0
	if pen.Unilateral {
		f, d := smoothStep(g / pen.Smoothing)
		dstep = d / pen.Smoothing
		p, p1 = p*f, p1*f
	}
	st.f = -p*g - p1*rate
	st.dg = -p - dstep*(pen.P*g+pen.P1*rate)
	st.p1 = p1
}

// differenceSingularLeaves differences g along the rotations that turn leaves without a
// gradient.
func (st *penaltyState) differenceSingularLeaves(s *State, g LawIdx) {
	var angles []MeasureIdx
	for k, i := range st.leaf {
		if st.coef[k] != 0 && s.hasNoGradient(i) {
			angles = append(angles, i)
			st.coef[k] = 0
		}
	}
	if angles == nil {
		return
	}
	kept := slices.Clone(s.m)
	f := func(b BodyIdx, r vec) (float64, bool) {
		for _, i := range angles {
			s.m[i] = s.angleAfterRotation(i, b, r)
		}
		ok := st.reevaluateLaws(s)
		v := s.m[s.plan.law[g].out]
		copy(s.m, kept)
		return v, ok
	}
	s.forEachRotationDerivative(angles, f, func(b BodyIdx, t vec) { st.turn = append(st.turn, bodyTurn{b, t}) })
	for _, l := range st.chain {
		n := &s.plan.law[l]
		for k, i := range n.in {
			n.val[k] = s.m[i]
		}
	}
}

// reevaluateLaws evaluates the laws of a penalty again for other values of its leaves.
func (st *penaltyState) reevaluateLaws(s *State) (ok bool) {
	ok = true
	for _, l := range st.chain {
		n := &s.plan.law[l]
		for k, i := range n.in {
			n.val[k] = s.m[i]
		}
		ok = s.evalLawForDifference(l, s.m[n.out:int(n.out)+n.n], n.val) && ok
	}
	return ok
}

// smoothStep returns STEP(x,0,0,1,1) and its derivative.
func smoothStep(x float64) (f, d float64) {
	switch {
	case x <= 0:
		return 0, 0
	case x >= 1:
		return 1, 0
	}
	return x * x * (3 - 2*x), 6 * x * (1 - x)
}

// displacementRate returns the rate of a displacement measure along the motion.
func (kin *kinematics) displacementRate(m *Measure) float64 {
	return kin.measureRateFromGradient(m, kin.displacementGradient(m))
}

// applyForceAlongMeasure adds the generalized force f along a displacement measure to its bodies.
func (kin *kinematics) applyForceAlongMeasure(m *Measure, f float64) {
	g := kin.displacementGradient(m)
	for k, b := range m.body {
		st := &kin.body[b]
		w := g[6*k:]
		st.F = st.F.Add(vec{X: f * w[0], Y: f * w[1], Z: f * w[2]})
		st.T = st.T.Add(vec{X: f * w[3], Y: f * w[4], Z: f * w[5]})
	}
}

// addPenaltyDerivatives adds -∂(F ∂g/∂q)/∂(unknowns), without the dependence of g' on
// the pose.
func (j *jacobian) addPenaltyDerivatives(i int) {
	s := j.s
	st := &s.pen[i]
	j.addPenaltyCurvature(i)
	c := st.dg*j.coef.Q - st.p1*j.coef.V
	if c == 0 {
		return
	}
	j.gather.clearTouched()
	for k, m := range st.leaf {
		j.addGradientToGatheredRow(&s.plan.measure[m], s.kin.displacementGradient(&s.plan.measure[m]), st.coef[k])
	}
	for _, b := range st.turn {
		if v := j.gather.touchNode(s.sys.bodyNode(b.body)); len(v) == 6 {
			b.t.AddTo(v[3:])
		}
	}
	for _, n := range j.gather.touched {
		j.addGatheredOuterProduct(int(n), j.gather.entriesOf(int(n)), -c, &j.gather)
	}
}

// addPenaltyCurvature adds the curvature of the measures that g depends on. Second
// partials of g itself are left out, of expressions as of routines, so that
// both take the same steps: runs with either agree to far less than the tolerance.
func (j *jacobian) addPenaltyCurvature(i int) {
	s := j.s
	st := &s.pen[i]
	for k, m := range st.leaf {
		s.kin.addMeasureStiffness(&s.plan.measure[m], st.f*st.coef[k], j.coef.Q, j)
	}
	if s.IsRestAnalysis() {
		j.addPenaltyFunctionCurvature(i)
	}
}

// bendPart is the spacing, in units of a measure's size, by which the gradient of a penalty's
// function is differenced: its own error of some 1e-12 becomes 1e-7.
const bendPart = 1e-5

// addPenaltyFunctionCurvature adds -F ∂²g/∂m∂n ∇m ∇nᵀ, the part of the stiffness of a penalty that its own function
// gives: differences of the gradient with respect to the measures m and n that g depends on. Searches for
// rest have nothing else along the surface g = 0, and without it Newton's method does not
// converge there. Motions do without: see addPenaltyCurvature.
func (j *jacobian) addPenaltyFunctionCurvature(i int) {
	s := j.s
	pen, st := &s.sys.Penalties[i], &s.pen[i]
	n := len(st.leaf)
	if st.f == 0 || j.coef.Q == 0 || n == 0 || len(st.turn) > 0 {
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
		h := bendPart * math.Max(s.sys.typicalMeasureSize(&s.plan.measure[m]), math.Abs(v))
		for b := range n {
			second[a*n+b] = 0
		}
		for _, side := range [2]float64{1, -1} {
			s.m[m] = v + side*h
			ok = ok && st.evalPenaltyGradient(s, pen.G)
			for b, c := range st.coef {
				second[a*n+b] += side * c / (2 * h)
			}
		}
		s.m[m] = v
	}
	st.evalPenaltyGradient(s, pen.G)
	copy(st.coef, coef)
	st.dt = dt
	if !ok {
		return
	}
	for a, ma := range st.leaf {
		for b, mb := range st.leaf {
			c := (second[a*n+b] + second[b*n+a]) / 2
			x, y := &s.plan.measure[ma], &s.plan.measure[mb]
			j.addOuterProduct(x.body, s.kin.displacementGradient(x), y.body, s.kin.displacementGradient(y), -j.coef.Q*st.f*c)
		}
	}
}

// evalPenaltyGradient computes the laws of a penalty and its gradient for the values that the
// measures have at the moment.
func (st *penaltyState) evalPenaltyGradient(s *State, g LawIdx) (ok bool) {
	ok = st.reevaluateLaws(s)
	for _, l := range st.chain {
		s.plan.law[l].exactAt = -1
	}
	return st.computePartialsByLeaves(s, g) == nil && ok
}
