package integrate

import "math"

// How far Reported goes with the matrix at hand. A method may continue with it: it has to be good, since
// rests of Newton's iterations by an old one are of one sign for many steps (with a factor of 0.05
// the heavy top at 1e-9 was ten times less exact).
const (
	reportIts  = 4    // evaluations, after which a factorization is the cheaper way
	reportRate = 0.02 // convergence factor
	sureUpdate = 0.01
	leastTrust = 0.1 // least convergence factor that is counted on for what is left: two updates report little
	mostPause  = 15  // reports without trying the matrix at hand, after trials that failed
)

// ProjectAndSolveReportPoint makes the point of a run under way, of which the unknowns are known to the local error,
// one to report: positions and speeds are moved onto the rows, which are left off by posTol and
// velTol at most, and accelerations solve their equations as exactly as those of Accelerations.
// It iterates with whatever matrix is factored, mostly that of the method's last step: with
// Coef{V, Q, X} it differs from that of the acceleration level by terms of the size of a step.
// It stays in force then. Where updates do not get small quickly the matrix of the acceleration
// level is factored with the partials of laws that there are, and with fresh ones where that is
// not enough; where evaluations are dear that comes first. Where rows cannot be met, as in singular
// configurations, positions and speeds are left as they are. An evaluation that fails with more than the wish for a shorter
// step ends it: user code that has raised an exception is not called again. Where an explicit method is at work and the Problem is Direct, no matrix is needed.
func ProjectAndSolveReportPoint(p Problem, pt *Point, w *LinearSolver, posTol, velTol float64) error {
	near := w.near
	defer func() { w.near = near }()
	w.guess.Copy(pt)
	w.broken = nil
	if !w.factored || w.coef == (Coef{}) { // else an implicit method is at work, whose matrix is good enough
		take := w.takeDirectRates
		if w.stages {
			take = w.takeRatesOfStage
		}
		if ok, err := take(pt, posTol, velTol, true); ok {
			return err
		}
	}
	if w.factored && !w.dear && !w.isMatrixPoor() {
		if w.projectAndSolveWithMatrixAtHand(pt, posTol, velTol, reportRate) {
			w.pause = 0
			return nil
		}
		if w.broken != nil {
			return w.broken
		}
		pt.Copy(w.guess)
		w.pause = min(2*w.pause+1, mostPause)
		w.skip = w.pause
	}
	if w.partials {
		if w.factorFor(w, pt, Coef{}, false) == nil && w.projectAndSolveWithMatrixAtHand(pt, posTol, velTol, slowRate) {
			return nil
		}
		if w.broken != nil {
			return w.broken
		}
		pt.Copy(w.guess)
	}
	if w.factorFor(w, pt, Coef{}, true) == nil && w.solveAndProject(pt, accelTol, posTol, velTol) == nil {
		return nil
	}
	if w.broken != nil {
		return w.broken
	}
	pt.Copy(w.guess)
	return SolveAccelerations(p, pt, w)
}

// isMatrixPoor reports that the matrix at hand has lately not been good enough.
func (w *LinearSolver) isMatrixPoor() bool {
	w.skip--
	return w.skip >= 0
}

// projectAndSolveWithMatrixAtHand iterates with the matrix at hand as long as that promises to be done soon.
func (w *LinearSolver) projectAndSolveWithMatrixAtHand(pt *Point, posTol, velTol, slow float64) bool {
	last := math.Inf(1)
	for it, all := 1, 0; it <= reportIts && all < 2*reportIts; it, all = it+1, all+1 {
		if w.evaluateResiduals(pt) != nil {
			return false
		}
		w.stats.NewtonIterations++
		rows := w.projectOnce(pt, posTol, velTol)
		d := w.updateAccelerationsOnce(pt)
		if rows > 1 { // other equations from here on
			it, last = 0, math.Inf(1)
			continue
		}
		rate := d / last
		switch {
		case d <= sureUpdate*accelTol, it > 1 && rate <= slow && d*leastTrust <= accelTol:
			return true
		case it > 1 && !(rate <= slow && d*math.Pow(rate, float64(reportIts-it+1)) <= accelTol):
			return false
		}
		last = d
	}
	return false
}

// RequireFreshPartials makes the next factorization one with fresh partials, as if there had been none: what
// follows does not depend on what was factored before.
func (w *LinearSolver) RequireFreshPartials() {
	w.factored, w.partials, w.passed, w.stages, w.owner, w.skip, w.pause = false, false, false, false, nil, 0, 0
}
