package integrate

import "math"

// solveAccelerationsDamped solves for accelerations and all that goes with them from far away:
// Newton's method with partials made again at every point and steps cut until the
// natural monotonicity test holds (P. Deuflhard, Newton Methods for Nonlinear
// Problems, 2004, section 3.3): the next update by the same matrix, an estimate of what
// is left, has to be smaller. It is for starts; it stops where accelerate can continue.
func (w *LinearSolver) solveAccelerationsDamped(pt *Point, tol float64) error {
	if err := w.evaluateResiduals(pt); err != nil {
		return err
	}
	d := NewDelta(w.n)
	part := 1.0
	for it := range dampedMaxIt {
		if err := w.factorFor(w, pt, Coef{}, true); err != nil {
			if it > 0 || !IsRetry(err) {
				return err
			}
			if err = w.perturbOffSingularJacobian(pt); err != nil {
				return err
			}
		}
		w.solveNewtonUpdate()
		copyDelta(d, w.del)
		var left float64
		var err error
		if part, left, err = w.lineSearch(pt, d, math.Min(1, 4*part)); err != nil {
			return err
		}
		if part == 1 && left < nearUpdate {
			return w.solveAndProject(pt, tol, math.Inf(1), math.Inf(1))
		}
	}
	return w.newFailedSolveError(pt, math.Inf(1), math.Inf(1))
}

const (
	dampedMaxIt = 60
	nearUpdate  = 1e-3  // relative update from which on accelerate continues
	leastPart   = 1e-12 // of an update
)

// lineSearch moves pt by the greatest part of d, halved from part on, that brings the
// solution nearer, and returns it with the relative size of what is left.
func (w *LinearSolver) lineSearch(pt *Point, d *Delta, fraction float64) (taken, left float64, err error) {
	s := unknownScales(d, pt)
	for size := s.scaledSizeOf(d); fraction > leastPart; fraction /= 2 {
		addDeltaToPoint(pt, fraction, d)
		if err = w.evaluateResiduals(pt); err == nil {
			w.stats.NewtonIterations++
			w.solveNewtonUpdate()
			if left = s.scaledSizeOf(w.del); left <= (1-fraction/4)*size {
				return fraction, left, nil
			}
		} else if !IsRetry(err) {
			return 0, 0, err
		}
		addDeltaToPoint(pt, -fraction, d)
	}
	if err == nil {
		err = w.newFailedSolveError(pt, math.Inf(1), math.Inf(1))
	}
	return 0, 0, err
}

// perturbOffSingularJacobian moves the rates of states and the algebraic unknowns off a place
// where the equations do not report where to go, as V**3 - 8 at 0.
func (w *LinearSolver) perturbOffSingularJacobian(pt *Point) error {
	for i := range pt.XDot {
		pt.XDot[i] += w.n.XScale[i]
	}
	for i := range pt.Y {
		pt.Y[i] += w.n.YScale[i]
	}
	if err := w.evaluateResiduals(pt); err != nil {
		return err
	}
	return w.factorFor(w, pt, Coef{}, true)
}

// unknownScaling are the sizes of the groups of unknowns.
type unknownScaling struct{ a, x, y, l float64 }

func unknownScales(d *Delta, pt *Point) unknownScaling {
	of := func(d, x []float64) float64 { return maxAbs(d) + maxAbs(x) + 1e-6 }
	return unknownScaling{of(d.A, pt.A), of(d.XDot, pt.XDot), of(d.Y, pt.Y), of(d.L, pt.L)}
}

func (s *unknownScaling) scaledSizeOf(d *Delta) float64 {
	return max(maxAbs(d.A)/s.a, maxAbs(d.XDot)/s.x, maxAbs(d.Y)/s.y, maxAbs(d.L)/s.l)
}

func addDeltaToPoint(pt *Point, k float64, d *Delta) {
	(&Delta{pt.A, pt.XDot, pt.Y, pt.L}).addScaled(k, d)
}

// addScaled adds k times another.
func (d *Delta) addScaled(k float64, by *Delta) {
	addScaled(d.A, k, by.A)
	addScaled(d.XDot, k, by.XDot)
	addScaled(d.Y, k, by.Y)
	addScaled(d.L, k, by.L)
}

func copyDelta(dst, src *Delta) {
	copy(dst.A, src.A)
	copy(dst.XDot, src.XDot)
	copy(dst.Y, src.Y)
	copy(dst.L, src.L)
}

// storeUnknowns stores the unknowns of pt and restoreUnknowns puts them back.
func (d *Delta) storeUnknowns(pt *Point) {
	copyDelta(d, &Delta{pt.A, pt.XDot, pt.Y, pt.L})
}

func (d *Delta) restoreUnknowns(pt *Point) {
	copyDelta(&Delta{pt.A, pt.XDot, pt.Y, pt.L}, d)
}
