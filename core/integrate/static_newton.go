package integrate

import "math"

// Constants of Newton's iteration towards rest. Sizes are in units of Reach.
const (
	restSize  = 1e-9 // of a full step that ends the iteration
	nearSize  = 1e-5 // below which steps are Newton's: no more judged by their work
	floorPart = 1e-6 // of the largest first μ so far, below which μ does not fall
	firstPart = 0.5  // of Reach that the first step may take
	farAway   = 1e4  // way from the start after which nothing is expected any more
	refusals  = 60   // of one iteration
	travels   = 0.1  // of Reach: longer steps are on the way to a far equilibrium,
	onTheWay  = 20   // and may be so many times more
)

// iterateForceBalance is the force imbalance method from now on, in at most maxIt iterations.
func (s *Statics) iterateForceBalance(maxIt int) error {
	if err := s.beginForceBalance(); err != nil {
		return err
	}
	last := math.Inf(1)
	for it, near := 1, 0; near < maxIt && it <= onTheWay*maxIt; it++ {
		if err := s.opt.Interrupt(); err != nil {
			return err
		}
		full, err := s.dampedNewtonStep()
		if err != nil {
			return err
		}
		s.out.Iterations++
		s.stats.NewtonIterations++
		rest := full && s.mu <= s.leastDamping() && s.lastStepSuffices(last)
		changed, err := s.opt.Switch(s.now, s.step, s.pending, rest)
		switch {
		case err != nil:
			return err
		case changed:
			if err := s.beginForceBalance(); err != nil {
				return err
			}
			last, near = math.Inf(1), 0
			continue
		case rest:
			return nil
		}
		if s.displacementSize(s.travel) > farAway {
			return s.noConvergenceError("")
		}
		if s.size < travels {
			near++
		}
		last = s.change
		if s.change <= nearSize {
			s.mu = s.leastDamping()
		}
	}
	return s.noConvergenceError("no rest within the most iterations")
}

// beginForceBalance begins at now.
func (s *Statics) beginForceBalance() error {
	if err := s.evaluateResiduals(s.now); err != nil {
		return err
	}
	s.measureImbalance()
	s.storeResiduals()
	return s.chooseDamping()
}

// noConvergenceError is the error of a search that is not over, or of one that has gone far.
func (s *Statics) noConvergenceError(reason string) error {
	if s.displacementSize(s.travel) > 0.01*farAway {
		reason = "the motion grows without limit: no force and no joint balances the loads"
	}
	return s.equilibriumError(reason, nil)
}

// leastDamping is the least μ: with it the convergence is linear with a factor of about a
// millionth, and rounding does not drive directions without stiffness away.
func (s *Statics) leastDamping() float64 { return math.Max(s.opt.Stability, floorPart*s.most) }

// storeResiduals remembers the residuals at now.
func (s *Statics) storeResiduals() {
	copy(s.before.V, s.w.res.V)
	copy(s.before.X, s.w.res.X)
	copy(s.before.Y, s.w.res.Y)
	copy(s.before.Pos, s.w.res.Pos)
}

// chooseDamping chooses the first μ: the accelerations a that the forces at now would
// cause, on the constraints, are to move nothing farther than firstPart in a/μ. The multipliers
// become those of that motion.
func (s *Statics) chooseDamping() error {
	if err := s.w.factorFor(s, s.now, Coef{}, true); err != nil {
		return err
	}
	clearDelta(s.w.del)
	setNegative(s.w.del.A, s.before.V)
	setNegative(s.w.del.Y, s.before.Y)
	s.p.Solve(s.w.del)
	a := s.displacementSize(s.w.del.A)
	for i, x := range s.before.X { // and the rates of states them, in the time 1/√μ
		if !s.n.Hold[i] {
			a = math.Max(a, firstPart*math.Pow(x/(firstPart*(s.n.XScale[i]+math.Abs(s.now.X[i]))), 2))
		}
	}
	if a*0 != 0 {
		return s.equilibriumError("accelerations cannot be solved for", nil)
	}
	s.first = math.Max(a/firstPart, s.opt.Stability)
	s.mu, s.most = s.first, math.Max(s.first, s.most)
	addScaled(s.now.L, 1, s.w.del.L)
	if err := s.evaluateResiduals(s.now); err != nil {
		return err
	}
	s.measureImbalance()
	s.storeResiduals()
	return nil
}

// dampedNewtonStep takes one step from now. full reports that it was not shortened.
func (s *Statics) dampedNewtonStep() (full bool, err error) {
	fresh := true
	var last error
	for try := 0; try < refusals; try++ {
		if err := s.solveDampedStep(fresh); err != nil {
			return false, err
		}
		fresh = false
		part := math.Min(1, 1/s.size)
		for range 4 { // shorter steps along one direction cost no factorization
			ok, err := s.tryPartOfStep(part)
			if err != nil && !IsRetry(err) {
				return false, err
			}
			if ok {
				return part == 1, nil
			}
			last = err
			part *= 0.3
		}
		s.mu *= 30
	}
	return false, s.equilibriumError("no step leads downhill", last)
}

// solveDampedStep solves for the step at now. μ is raised while the step leads against the forces, which
// reports a direction of negative stiffness, and while a larger μ makes a step shorter that goes too far.
func (s *Statics) solveDampedStep(freshPartials bool) error {
	for try := 0; ; try++ {
		q := 1 / s.mu
		if err := s.w.factorFor(s, s.now, Coef{Q: q, X: math.Sqrt(q)}, freshPartials); err != nil {
			if !IsRetry(err) || try > 8 {
				return err
			}
			s.mu *= 10
			continue
		}
		freshPartials = false
		s.loadRightHandSide(s.before, q)
		s.p.Solve(s.w.del)
		was := s.size
		s.size = q * s.displacementSize(s.w.del.A)
		s.change = math.Max(s.size, s.largestStateChange())
		if s.change*0 != 0 {
			return s.equilibriumError("the equations have no solution", nil)
		}
		switch {
		case try > 40:
			return nil
		case s.isStepAgainstForces() || s.size > 1 && (try == 0 || s.size < 0.5*was):
			s.mu *= 4
		default:
			return nil
		}
	}
}

// loadRightHandSide sets the right-hand side for the residuals r.
func (s *Statics) loadRightHandSide(r *Residual, shift float64) {
	d := s.w.del
	setNegative(d.A, r.V)
	setNegative(d.XDot, r.X)
	setNegative(d.Y, r.Y)
	for i, level := range s.n.RowLevel {
		d.L[i] = 0
		switch level {
		case Position:
			d.L[i] = -r.Pos[i] / shift
		case Velocity:
			d.L[i] = s.pending[i] / shift
		}
	}
}

// largestStateChange is the largest change of a state or algebraic unknown, relative to its value
// or its scale.
func (s *Statics) largestStateChange() float64 {
	m, x := 0.0, math.Sqrt(1/s.mu)
	for i, v := range s.w.del.XDot {
		if !s.n.Hold[i] {
			m = math.Max(m, math.Abs(x*v)/(s.n.XScale[i]+math.Abs(s.now.X[i])))
		}
	}
	for i, v := range s.w.del.Y {
		m = math.Max(m, math.Abs(v)/(s.n.YScale[i]+math.Abs(s.now.Y[i])))
	}
	return m
}

// isStepAgainstForces reports that the step leads against the forces. It solves
// (K + μM) d = F + Gᵀl, of which d takes out a positive number where K + μM is positive.
// Where rows are off, d is not of that space.
func (s *Statics) isStepAgainstForces() bool {
	if s.size <= nearSize || s.hasPendingRowMotion() {
		return false
	}
	d := s.w.del
	return dot(s.before.V, d.A)+dot(d.L, s.before.Pos) > 0
}

// hasPendingRowMotion reports that rows are yet to move something at now.
func (s *Statics) hasPendingRowMotion() bool {
	return maxAbs(s.before.Pos) > 1e3*s.opt.ConstrTol || maxAbs(s.pending) > 0
}

// tryPartOfStep tries part of the step and makes it good if it does: the forces have done
// work along it, or it is too small for them to report.
func (s *Statics) tryPartOfStep(fraction float64) (accepted bool, err error) {
	q := fraction / s.mu
	s.next.Copy(s.now)
	d := s.w.del
	addScaled(s.next.L, fraction, d.L)
	judged := s.size*fraction > nearSize && s.displacementSize(s.w.del.A) > 0
	for i, a := range d.A {
		s.step[i] = q * a
	}
	if judged { // the same multipliers at both ends: rows then do no work
		if err := s.evaluateResiduals(s.next); err != nil {
			return false, err
		}
		copy(s.row, s.w.res.V)
	}
	s.p.MovePositions(s.next.Q, s.now.Q, s.step)
	addScaled(s.next.Y, fraction, d.Y)
	x := fraction * math.Sqrt(1/s.mu)
	for i, v := range d.XDot {
		if !s.n.Hold[i] {
			s.next.X[i] += x * v
		}
	}
	if err := s.evaluateResiduals(s.next); err != nil {
		return false, err
	}
	if ok, err := s.projectOntoRows(); !ok || err != nil {
		return false, err
	}
	left := s.rateResidualFraction()
	if left > 1 {
		return false, nil
	}
	if judged { // by the force along the step, at its beginning and its end
		force, after := -dot(s.row, s.step), -dot(s.w.res.V, s.step)
		if force+after < -1e-9*math.Abs(force) && maxAbs(s.before.Pos) <= 1e3*s.opt.ConstrTol {
			return false, nil
		}
		if l := after / force; math.Abs(l) > left {
			left = l
		}
	}
	s.adaptDamping(fraction, left)
	return s.acceptStep(fraction)
}

// rateResidualFraction is the part of the residuals of states and algebraic unknowns that is left at next. While bodies go far,
// or are driven, states follow them, and it is 0.
func (s *Statics) rateResidualFraction() float64 {
	if s.size > 0.01 || s.change <= nearSize || s.hasPendingRowMotion() {
		return 0
	}
	was, is := maxAbs(s.before.X)+maxAbs(s.before.Y), maxAbs(s.w.res.X)+maxAbs(s.w.res.Y)
	if is <= 1e-3*s.opt.MaxError {
		return 0
	}
	return is / math.Max(was, 1e-300)
}

// adaptDamping changes μ by how much of the force along the step, or of the rates, is left at its end.
func (s *Statics) adaptDamping(fraction, remaining float64) {
	switch {
	case fraction < 1:
		s.mu *= 3
	case remaining > 1 || remaining < -0.5: // it grew, or swung far to the other side
	case remaining > 0.7 && s.size > 0.5 || remaining > 0.9 && s.size <= 0.01:
		s.mu *= 0.5
	case math.Abs(remaining) < 0.3:
		s.mu *= 0.03
	default:
		s.mu *= 0.2
	}
	s.mu = math.Max(s.mu, s.leastDamping())
}

// acceptStep makes next the present point.
func (s *Statics) acceptStep(fraction float64) (accepted bool, err error) {
	s.measureImbalance()
	s.storeResiduals()
	addScaled(s.travel, 1, s.step)
	for i := range s.pending {
		s.pending[i] *= 1 - fraction
		if fraction == 1 {
			s.pending[i] = 0
		}
	}
	s.now, s.next = s.next, s.now
	return true, s.p.AcceptPoint(s.now)
}

// projectOntoRows moves next onto its position rows with the matrix at hand, adds the way
// to step and leaves the residuals there. ok is false when that does not succeed.
func (s *Statics) projectOntoRows() (ok bool, err error) {
	if s.n.NL == 0 {
		return true, nil
	}
	first := s.largestRowError()
	most := math.Max(s.opt.ConstrTol, 0.1*maxAbs(s.before.Pos))
	for range 6 {
		g := s.largestRowError()
		if g <= most {
			return true, nil
		}
		clearDelta(s.back)
		for i, level := range s.n.RowLevel {
			if level == Position {
				s.back.L[i] = -s.w.res.Pos[i]
			}
		}
		s.p.Solve(s.back)
		s.p.MovePositions(s.next.Q, s.next.Q, s.back.A)
		addScaled(s.step, 1, s.back.A)
		if err := s.evaluateResiduals(s.next); err != nil {
			return false, err
		}
		if !(s.largestRowError() < 0.7*g) {
			break
		}
	}
	return s.largestRowError() <= math.Max(most, 0.01*first), nil
}

// lastStepSuffices reports that the last full step ends the iteration: its size is that of
// rounding, or grows no less, and nothing is left to be balanced.
func (s *Statics) lastStepSuffices(lastSize float64) bool {
	if s.out.Imbalance > s.opt.MaxImbalance || s.out.Residual > s.opt.MaxError || s.largestRowError() > s.opt.ConstrTol {
		return s.change <= restSize && s.change > 0.3*lastSize && s.isAtRounding()
	}
	if s.change <= restSize {
		return true
	}
	// What is left goes to and fro, or drives a direction without stiffness.
	quiet := s.out.Residual <= 1e-7*math.Min(s.opt.MaxError, s.opt.MaxImbalance)
	return s.change > 0.3*lastSize && (s.change <= nearSize || quiet && s.change <= 0.01)
}

// isAtRounding reports that what is left is the rounding of large multipliers.
func (s *Statics) isAtRounding() bool {
	return s.out.Residual <= 1e-10*maxAbs(s.now.L)
}
