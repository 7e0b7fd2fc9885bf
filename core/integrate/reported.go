package integrate

import "math"

// How far Reported goes with the matrix at hand. A method may go on with it: it has to be good, since
// rests of Newton's iterations by an old one are of one sign for many steps (with a factor of 0.05
// the heavy top at 1e-9 was ten times less exact).
const (
	reportIts  = 4    // evaluations, after which a factorization is the cheaper way
	reportRate = 0.02 // convergence factor
	sureUpdate = 0.01
	leastTrust = 0.1 // least convergence factor that is counted on for what is left: two updates tell little
	mostPause  = 15  // reports without trying the matrix at hand, after trials that failed
)

// Reported does what Accelerations does, and as exactly, for a point of a run under way, of
// which the unknowns are known to the local error. It iterates with whatever matrix is
// factored, mostly that of the method's last step: with Coef{V, Q, X} it differs from that of
// the acceleration level by terms of the size of a step. It stays in force then.
// Where updates do not get small quickly the matrix of the acceleration level is factored with
// the partials of laws that there are, and with fresh ones where that is not enough; where evaluations are dear that comes first.
func Reported(p Problem, pt *Point, w *Work) error {
	if w.factored && !w.dear && !w.waits() {
		w.first.take(pt)
		if w.refine(pt) {
			w.pause = 0
			return nil
		}
		w.first.give(pt)
		w.pause = min(2*w.pause+1, mostPause)
		w.skip = w.pause
	}
	if w.partials {
		w.first.take(pt)
		if w.factor(w, pt, Coef{}, false) == nil && w.refine(pt) {
			return nil
		}
		w.first.give(pt)
	}
	return Accelerations(p, pt, w)
}

// waits tells that the matrix at hand has lately not been good enough.
func (w *Work) waits() bool {
	w.skip--
	return w.skip >= 0
}

// refine iterates with the matrix at hand as long as that promises to be done soon. An
// error of an evaluation is left to the sure way, which comes upon it too.
func (w *Work) refine(pt *Point) bool {
	last := math.Inf(1)
	for it := 1; it <= reportIts; it++ {
		if w.evaluate(pt) != nil {
			return false
		}
		w.stats.NewtonIterations++
		d := w.accelUpdate(pt)
		rate := d / last
		switch left := reportIts - it; {
		case d <= sureUpdate*accelTol, it > 1 && rate <= reportRate && d*leastTrust <= accelTol:
			return true
		case it > 1 && !(rate <= reportRate && d*math.Pow(rate, float64(left+1)) <= accelTol):
			return false
		}
		last = d
	}
	return false
}

// Forget makes the next factorization one with fresh partials, as if there had been none: what
// follows does not depend on what was factored before.
func (w *Work) Forget() {
	w.factored, w.partials, w.owner, w.skip, w.pause = false, false, nil, 0, 0
}
