package integrate

import "math"

// Constants of the relaxation.
const (
	paceMost   = 0.1  // of Reach that a step may go
	paceFirst  = 0.02 // that the first one goes
	paceGrow   = 1.3  // growth of the step where nothing speaks against it
	peakSteps  = 200  // most steps between two peaks
	halvings   = 40
	quietPeaks = 2 // peaks in a row below the tolerances that end the relaxation
)

// relaxDynamically moves from now without damping, by steps h of the linearly implicit Euler method,
//
//	(M + h² K) a = F(q + h v),  v ← v + h a,  q ← q + h v,
//
// with states x' = F along with it, and stops all motion where the forces begin to work against it: at a peak of
// the kinetic energy, which is a valley of the potential. It ends when peaks are lower than MaxKE and
// nearer to each other than MaxDQ.
func (s *Statics) relaxDynamically() error {
	if err := s.evaluateResiduals(s.now); err != nil {
		return err
	}
	s.storeResiduals()
	s.measureImbalance()
	if err := s.chooseDamping(); err != nil {
		return err
	}
	h := math.Sqrt(paceFirst / (firstPart * s.first))
	clear(s.now.V)
	quiet := 0
	for peak := 1; peak <= s.opt.MaxPeaks; peak++ {
		s.trial.Copy(s.now)
		energy, err := s.moveToEnergyPeak(&h)
		if err != nil {
			return err
		}
		changed, err := s.opt.Switch(s.now, nil, s.pending, true)
		if err != nil {
			return err
		}
		if changed {
			if err := s.stopAndProject(); err != nil {
				return err
			}
			quiet = 0
			continue
		}
		if energy <= s.opt.MaxKE && s.distanceFromTrial() <= s.opt.MaxDQ {
			quiet++
		} else {
			quiet = 0
		}
		if quiet == quietPeaks {
			return nil
		}
	}
	return s.noConvergenceError("no rest within the most peaks of kinetic energy")
}

// distanceFromTrial is the way from trial to now, in units of the Layout.
func (s *Statics) distanceFromTrial() float64 {
	m := 0.0
	for i, q := range s.now.Q {
		m = math.Max(m, math.Abs(q-s.trial.Q[i])/s.n.QScale[i])
	}
	for i, x := range s.now.X {
		m = math.Max(m, math.Abs(x-s.trial.X[i])/s.n.XScale[i])
	}
	return m
}

// moveToEnergyPeak moves up to the next peak of the kinetic energy and returns that energy.
func (s *Statics) moveToEnergyPeak(h *float64) (kineticEnergy float64, err error) {
	clear(s.row) // speeds
	for range peakSteps {
		if err := s.opt.Interrupt(); err != nil {
			return 0, err
		}
		if err := s.takeLimitedStep(h); err != nil {
			return 0, err
		}
		s.out.Steps++
		s.stats.Steps++
		if err := s.evaluateResiduals(s.now); err != nil {
			return 0, err
		}
		s.measureImbalance()
		if s.displacementSize(s.travel) > farAway {
			return 0, s.noConvergenceError("")
		}
		changed, err := s.opt.Switch(s.now, s.step, s.pending, false)
		if err == nil && changed {
			err = s.stopAndProject()
		}
		if err != nil {
			return 0, err
		}
		if -dot(s.w.res.V, s.row) <= 0 {
			break
		}
	}
	return s.kineticEnergy()
}

// stopAndProject stops all motion where rows have come in force or opened, and moves onto those in force.
func (s *Statics) stopAndProject() error {
	clear(s.row)
	if err := ProjectPositions(s.p, s.now, s.opt.ConstrTol, s.w); err != nil {
		return err
	}
	return s.evaluateResiduals(s.now)
}

// takeLimitedStep takes one step, shorter when it goes too far or nothing can be computed at its end.
func (s *Statics) takeLimitedStep(h *float64) error {
	var last error
	for range halvings {
		ok, err := s.tryDynamicStep(*h)
		if err != nil && !IsRetry(err) {
			return err
		}
		if ok {
			if s.displacementSize(s.step) < 0.5*paceMost {
				*h *= paceGrow
			}
			s.now, s.next = s.next, s.now
			return s.p.AcceptPoint(s.now)
		}
		last = err
		*h *= 0.5
	}
	return s.equilibriumError("the relaxation cannot continue", last)
}

// tryDynamicStep makes next one step of h from now.
func (s *Statics) tryDynamicStep(h float64) (ok bool, err error) {
	s.next.Copy(s.now)
	for i, v := range s.row {
		s.step[i] = h * v
	}
	s.p.MovePositions(s.next.Q, s.now.Q, s.step)
	if err := s.evaluateResiduals(s.next); err != nil {
		return false, err
	}
	if err := s.w.factorFor(s, s.next, Coef{Q: h * h, X: h}, true); err != nil {
		return false, err
	}
	s.loadRightHandSide(s.w.res, h*h)
	d := s.w.del
	s.p.Solve(d)
	if nanUnlessFinite(d.A)+nanUnlessFinite(d.L)+nanUnlessFinite(d.Y)+nanUnlessFinite(d.XDot) != 0 {
		return false, nil
	}
	addScaled(s.step, h*h, d.A)
	if s.displacementSize(s.step) > paceMost {
		return false, nil
	}
	for i, a := range d.A {
		s.back.A[i] = h * h * a
	}
	s.p.MovePositions(s.next.Q, s.next.Q, s.back.A)
	addScaled(s.next.L, 1, d.L)
	addScaled(s.next.Y, 1, d.Y)
	for i, v := range d.XDot {
		if !s.n.Hold[i] {
			s.next.X[i] += h * v
		}
	}
	if err := s.evaluateResiduals(s.next); err != nil {
		return false, err
	}
	if addScaled(s.row, h, d.A); maxAbs(s.pending) > 0 { // what is driven stops there: none of it is speed
		clear(s.row)
		clear(s.pending)
	}
	addScaled(s.travel, 1, s.step)
	return true, nil
}

// kineticEnergy returns the kinetic energy of the speeds in row at now.
func (s *Statics) kineticEnergy() (float64, error) {
	err := s.multiplyByMass(s.back.A, s.row)
	return dot(s.back.A, s.row) / 2, err
}

// multiplyByMass sets dst to M v at now: what the equations of motion gain by the accelerations v.
func (s *Statics) multiplyByMass(dst, v []float64) error {
	s.next.Copy(s.now)
	if err := s.w.evaluateResiduals(s.next); err != nil {
		return err
	}
	setNegative(dst, s.w.res.V)
	copy(s.next.A, v)
	if err := s.w.evaluateResiduals(s.next); err != nil {
		return err
	}
	addScaled(dst, 1, s.w.res.V)
	return nil
}
