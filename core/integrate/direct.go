package integrate

import "math"

// Direct is a Problem that may know its rates without a matrix: there are no constraints, or joints that make a tree and few other constraints,
// and no algebraic unknowns; forces depend on positions, speeds, states and the time.
type Direct interface {
	// SolveRatesDirectly sets p.A and p.XDot to the rates at the rest of p, and with multipliers p.L to what the constraints carry. Before that it moves
	// p.Q onto the constraints if a row is off by more than posTol, and p.V if the rate of one is more than velTol; both may be infinite.
	// It reports false where the model is not of this kind at the moment; p may have been moved onto the constraints then, and else has not changed.
	SolveRatesDirectly(p *Point, posTol, velTol float64, multipliers bool) (bool, error)
	// FactorsLoops reports whether that takes a factorization of the constraints beside those of a tree, so that it does not cost less than an iteration with a
	// matrix at hand.
	FactorsLoops() bool
}

// takeDirectRates takes the rates at pt from a Direct problem whose constraints are those of a tree; a value that is not finite requests
// a shorter step.
func (w *LinearSolver) takeDirectRates(pt *Point, posTol, velTol float64, multipliers bool) (taken bool, err error) {
	if w.direct == nil || w.direct.FactorsLoops() {
		return false, nil
	}
	return w.takeRatesOfStage(pt, posTol, velTol, multipliers)
}

// takeRatesOfStage takes the rates at pt from any Direct problem, for methods that would factor a matrix at each of their stages else. Where there are none, a
// matrix that was factored before others were taken is no longer in force.
func (w *LinearSolver) takeRatesOfStage(pt *Point, posTol, velTol float64, multipliers bool) (taken bool, err error) {
	if w.direct == nil {
		return false, nil
	}
	ok, err := w.direct.SolveRatesDirectly(pt, posTol, velTol, multipliers)
	if !ok {
		if w.passed {
			w.factored, w.passed = false, false
		}
		return false, err
	}
	w.stats.Evaluations++
	w.near, w.passed = false, true
	if err == nil && nanUnlessFinite(pt.A)+nanUnlessFinite(pt.XDot) != 0 {
		err = errNaN
	}
	return true, err
}

// IsLinearInRates is a Problem that may know that accelerations, rates of states, algebraic
// unknowns and multipliers enter its equations linearly, so that one solve with the
// matrix of the point gives them exactly.
type Linear interface{ IsLinearInRates() bool }

func (w *LinearSolver) isLinearInRates() bool {
	l, ok := w.p.(Linear)
	return ok && l.IsLinearInRates()
}

// rateSolver solves for rates at places far apart, each with the matrix of the
// acceleration level as it is there: one evaluation and one solve give
// accelerations and multipliers exactly where forces do not depend on them. Whether
// they do is examined when a check is requested. Partials of laws are kept from one
// place to the next; where forces depend on accelerations they are renewed when the
// iteration is slow.
type rateSolver struct {
	linear bool // one solve gives the rates
	tol    float64
}

// solveRates solves for the rates at p, whose own are the first guess.
func (r *rateSolver) solveRates(w *LinearSolver, p *Point, check bool) error {
	if ok, err := w.takeRatesOfStage(p, math.Inf(1), math.Inf(1), check); ok || err != nil {
		w.stages = true
		return err
	}
	if e := w.factorFor(w, p, Coef{}, false); e != nil {
		if !IsRetry(e) {
			return e
		}
		k, i := worstAcceleration(w.n, w.del, p)
		return &ConvergenceError{T: p.T, Reason: e.Error(), WorstKind: k, WorstIdx: i}
	}
	if w.isLinearInRates() {
		check, r.linear = false, true
	}
	if check || r.linear {
		if e := w.evaluateResiduals(p); e != nil {
			return e
		}
		w.stats.NewtonIterations++
		w.updateAccelerationsOnce(p)
		if !check {
			return nil
		}
		if e := w.evaluateResiduals(p); e != nil {
			return e
		}
		d := w.updateAccelerationsOnce(p)
		if r.linear = d <= 1e-9; r.linear {
			return nil
		}
	}
	return w.iterateAccelerations(p, r.tol)
}
