package integrate

import "math"

// How far Accelerations and the projections go.
const (
	accelTol   = 1e-11 // update relative to the largest unknown of its group
	accelMaxIt = 25
	slowRate   = 0.25 // convergence factor above which partials are renewed
	slowRows   = 0.5  // the same of projections at the same time
	// slowSolves is the number of iterations from which on a factorization of its
	// own would have been the cheaper way, and aheadSteps for how many steps each then gets
	// one before another is tried without.
	slowSolves = 4
	aheadSteps = 20
)

// refactorAtPredictionIfSlow factors at pt, where a step has been predicted, if the matrix of the step
// before has lately been slow there. Partials of laws are kept: it costs an
// elimination and no call of a law.
func (w *LinearSolver) refactorAtPredictionIfSlow(pt *Point) error {
	if w.turns == 0 || !w.partials {
		return nil
	}
	w.turns--
	w.here = true
	return w.factorFor(w, pt, Coef{}, false)
}

// SolveAccelerations solves the equations at pt for accelerations, state rates,
// algebraic unknowns and multipliers, with positions, speeds and states as
// given: Newton's method with the matrix for Coef{}, fresh at pt, so forces
// may depend on accelerations and multipliers. What pt holds is the first
// guess. It replaces the factored matrix of the Problem, unless that is Direct.
func SolveAccelerations(p Problem, pt *Point, w *LinearSolver) error {
	w.first.storeUnknowns(pt)
	err := w.solveAccelerationsFresh(pt)
	if err == nil || !mayHaveStartedTooFar(err) {
		return err
	}
	w.first.restoreUnknowns(pt)
	if w.solveAccelerationsDamped(pt, accelTol) == nil {
		return nil
	}
	w.first.restoreUnknowns(pt)
	return err
}

// mayHaveStartedTooFar reports that a search failed that may have begun too far away.
func mayHaveStartedTooFar(err error) bool {
	_, ok := err.(*ConvergenceError)
	return ok || IsRetry(err)
}

// iterateAccelerations iterates with whatever matrix for Coef{} there is and renews it
// when the convergence is slow. tol is relative, group by group.
func (w *LinearSolver) iterateAccelerations(pt *Point, tol float64) error {
	return w.solveAndProject(pt, tol, math.Inf(1), math.Inf(1))
}

// solveAndProject solves for accelerations and at the same time projects positions and
// speeds until no row exceeds posTol and velTol: one residual serves all three.
// With infinite tolerances it does not project.
func (w *LinearSolver) solveAndProject(pt *Point, tol, posTol, velTol float64) error {
	if ok, err := w.takeDirectRates(pt, posTol, velTol, true); ok || err != nil {
		return err
	}
	here, err := w.ensureAccelMatrix(pt)
	if err != nil {
		return err
	}
	w.near = false
	last, lastRows := math.Inf(1), math.Inf(1)
	for it := 1; it <= accelMaxIt; it++ {
		if err := w.evaluateResiduals(pt); err != nil {
			return err
		}
		w.stats.NewtonIterations++
		rows := w.projectOnce(pt, posTol, velTol)
		d := w.updateAccelerationsOnce(pt)
		rate := d / last
		if rows <= 1 && here && w.isLinearInRates() {
			return nil // exact
		}
		if rows <= 1 && iterationConverged(d, rate, tol, it) {
			if it >= slowSolves {
				w.turns = aheadSteps
			}
			return nil
		}
		if it > 1 && (rate > slowRate && d > tol || rows > w.slow*lastRows && rows > 1) {
			if err := w.factorFor(w, pt, Coef{}, true); err != nil {
				return err
			}
			d, rows, here = math.Inf(1), math.Inf(1), true
		} else if rows > 1 {
			here = false
		}
		last, lastRows = d, rows
	}
	return w.newFailedSolveError(pt, posTol, velTol)
}

// ensureAccelMatrix factors the matrix for Coef{} at pt unless there is one. here reports whether it is that of pt.
func (w *LinearSolver) ensureAccelMatrix(pt *Point) (factoredHere bool, err error) {
	factoredHere, w.here = w.here, false
	if w.factored && !w.passed && w.coef == (Coef{}) {
		return factoredHere, nil
	}
	return true, w.factorFor(w, pt, Coef{}, true)
}

// solveAndProjectAtEnd is solveAndProject for the end of a step of which the last stage was near, and left its
// matrix. Where one solve gives the rates exactly, positions are met with that matrix,
// then speeds, in which their rows are linear, and accelerations with one of the place so
// found: an iteration with the matrix of the stage would take more evaluations and solves.
func (w *LinearSolver) solveAndProjectAtEnd(pt *Point, tol, posTol, velTol float64) error {
	if ok, err := w.takeRatesOfStage(pt, posTol, velTol, true); ok || err != nil {
		return err
	}
	if !w.isLinearInRates() || !w.factored || w.coef != (Coef{}) {
		return w.solveAndProject(pt, tol, posTol, velTol)
	}
	if err := w.evaluateResiduals(pt); err != nil {
		return err
	}
	w.stats.NewtonIterations++
	moved := w.projectPositionsOnce(pt, posTol) > 1
	reach := w.reach
	if err := w.factorFor(w, pt, Coef{}, false); err != nil {
		return err
	}
	if moved { // else the residuals are those at hand
		if err := w.evaluateResiduals(pt); err != nil {
			return err
		}
	}
	if maxAbs(w.res.Pos)*reach > posTol {
		w.here = true
		return w.solveAndProject(pt, tol, posTol, velTol)
	}
	if w.projectVelocitiesOnce(pt, velTol) > 1 {
		w.stats.NewtonIterations++
		if err := w.evaluateResiduals(pt); err != nil {
			return err
		}
	}
	w.stats.NewtonIterations++
	w.updateAccelerationsOnce(pt)
	return nil
}

// iterationConverged judges by what is left after an update of size updateSize. A rate of 0 reports
// nothing: there was no update with the same matrix before.
func iterationConverged(updateSize, rate, tol float64, iteration int) bool {
	return updateSize <= tol || iteration > 1 && 0 < rate && rate < 1 && updateSize*rate/(1-rate) <= tol ||
		iteration > 2 && rate > 0.5 && updateSize <= 1e-7 || iteration > 6 && rate > 0.1 && updateSize <= 1e-4 // rounding
}

// projectOnce moves positions and speeds by one update of the projections, unless
// that is within the tolerances, and returns it in units of these. The update
// counts as well as the rows' errors: near a singular configuration it is much
// larger, and what is left of it is divided by the small singular value once more
// in accelerations.
func (w *LinearSolver) projectOnce(pt *Point, posTol, velTol float64) (updateSize float64) {
	if math.IsInf(posTol, 1) {
		return 0
	}
	return math.Max(w.projectPositionsOnce(pt, posTol), w.projectVelocitiesOnce(pt, velTol))
}

// projectPositionsOnce is the part of projectOnce for positions, projectVelocitiesOnce that for speeds.
func (w *LinearSolver) projectPositionsOnce(pt *Point, tol float64) (updateSize float64) {
	rows := w.solveRowCorrection(w.update, w.res.Pos, rowRounding*math.Max(1, maxAbs(pt.Q)), tol)
	if rows > 1 {
		w.p.MovePositions(pt.Q, pt.Q, w.update.A)
	}
	return rows
}

func (w *LinearSolver) projectVelocitiesOnce(pt *Point, tol float64) (updateSize float64) {
	rows := w.solveRowCorrection(w.update, w.res.Vel, rowRounding*math.Max(1, maxAbs(pt.V)), tol)
	if rows > 1 {
		addScaled(pt.V, 1, w.update.A)
	}
	return rows
}

// rowRounding is the relative size of a row's error that is rounding.
const rowRounding = 8 * 0x1p-52

// steep is how much larger than the rows' errors an update is only near a
// singular configuration.
const steep = 30

// solveRowCorrection sets d to what brings rows to zero and returns the larger of their
// size and that of d, in units of tol, 0 where they are below rounding.
func (w *LinearSolver) solveRowCorrection(d *Delta, rows []float64, rounding, tol float64) (size float64) {
	w.reach = 1
	g := maxAbs(rows)
	if g <= rounding {
		return 0
	}
	clearDelta(d)
	setNegative(d.L, rows)
	w.p.Solve(d)
	most := 0.0
	for i, a := range d.A {
		most = max(most, math.Abs(a)/w.n.VScale[i])
	}
	k := most * w.least / g
	w.near = w.near || k > steep
	w.reach = math.Max(1, k) * math.Max(1, k/steep)
	return g * w.reach / tol
}

func (w *LinearSolver) newFailedSolveError(pt *Point, posTol, velTol float64) error {
	if maxAbs(w.res.Pos) > posTol {
		return w.rowsUnmetError(pt, "position constraints", w.res.Pos)
	}
	if maxAbs(w.res.Vel) > velTol {
		return w.rowsUnmetError(pt, "velocity constraints", w.res.Vel)
	}
	k, i := worstAcceleration(w.n, w.del, pt)
	return &ConvergenceError{T: pt.T, Reason: "accelerations and multipliers cannot be solved for", WorstKind: k, WorstIdx: i}
}

// updateAccelerationsOnce makes one update and returns its relative size.
func (w *LinearSolver) updateAccelerationsOnce(pt *Point) (relativeUpdate float64) {
	w.solveNewtonUpdate()
	addDeltaToPoint(pt, 1, w.del)
	return max(relativeSize(w.del.A, pt.A), relativeSize(w.del.XDot, pt.XDot),
		relativeSize(w.del.Y, pt.Y), relativeSize(w.del.L, pt.L))
}

// solveNewtonUpdate sets del to the update of the residual at hand.
func (w *LinearSolver) solveNewtonUpdate() {
	w.loadNegatedResiduals()
	setNegative(w.del.L, w.res.Acc)
	w.p.Solve(w.del)
}

// relativeSize is max|d| over max|x|, with a floor for groups that are zero.
func relativeSize(d, x []float64) float64 {
	return maxAbs(d) / (maxAbs(x) + 1e-6)
}

func worstAcceleration(n *Layout, d *Delta, pt *Point) (kind Kind, index int) {
	w := largestEntry{}
	w.updateLargest(Speed, d.A, 1/(maxAbs(pt.A)+1e-6))
	w.updateLargest(State, d.XDot, 1/(maxAbs(pt.XDot)+1e-6))
	w.updateLargest(Algebraic, d.Y, 1/(maxAbs(pt.Y)+1e-6))
	w.updateLargest(Multiplier, d.L, 1/(maxAbs(pt.L)+1e-6))
	return w.kind, w.idx
}

// ProjectPositions moves pt.Q onto the rows of position level by moves that
// are smallest in the metric of the acceleration level's matrix (the mass
// matrix), until no row exceeds tol. It replaces the factored matrix.
func ProjectPositions(p Problem, pt *Point, tol float64, w *LinearSolver) error {
	if err := w.evaluateResiduals(pt); err != nil {
		return err
	}
	if maxAbs(w.res.Pos) <= tol {
		return nil
	}
	if err := w.factorFor(w, pt, Coef{}, true); err != nil {
		return err
	}
	return w.projectPositions(pt, tol)
}

// ProjectVelocities moves pt.V onto the velocity level of the rows that have
// one, likewise.
func ProjectVelocities(p Problem, pt *Point, tol float64, w *LinearSolver) error {
	if err := w.factorFor(w, pt, Coef{}, true); err != nil {
		return err
	}
	return w.projectVelocities(pt, tol)
}

func (w *LinearSolver) projectPositions(pt *Point, tol float64) error {
	return w.projectRows(pt, &w.res.Pos, tol, 1e-12, "position constraints", func() { w.p.MovePositions(pt.Q, pt.Q, w.del.A) })
}

func (w *LinearSolver) projectVelocities(pt *Point, tol float64) error {
	return w.projectRows(pt, &w.res.Vel, tol, 1e-10, "velocity constraints", func() { addScaled(pt.V, 1, w.del.A) })
}

// projectRows brings rows, errors of one level, to tol, or below rounding to where they do not get smaller; move changes pt by w.del.
func (w *LinearSolver) projectRows(pt *Point, rows *[]float64, tol, rounding float64, what string, move func()) error {
	last := math.Inf(1)
	for it := 1; it <= accelMaxIt; it++ {
		if err := w.evaluateResiduals(pt); err != nil {
			return err
		}
		g := maxAbs(*rows)
		if g <= tol || (it > 3 && g > 0.5*last && g < rounding) {
			return nil
		}
		if g > slowRate*last {
			if err := w.factorFor(w, pt, Coef{}, true); err != nil {
				return err
			}
		}
		last = g
		clearDelta(w.del)
		setNegative(w.del.L, *rows)
		w.p.Solve(w.del)
		move()
	}
	return w.rowsUnmetError(pt, what, *rows)
}

func (w *LinearSolver) rowsUnmetError(pt *Point, rowKind string, rows []float64) error {
	v := largestEntry{}
	v.updateLargest(Row, rows, 1)
	return &ConvergenceError{T: pt.T, Reason: rowKind + " cannot be met", WorstKind: v.kind, WorstIdx: v.idx}
}
