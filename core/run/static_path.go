package run

import (
	"errors"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// FIM_D follows the equilibria in time with the settings of transient analyses: a step is accepted when the
// equilibrium is within integr_tol of where the points before lead to; it is no longer than h_max, no shorter than
// h_min, and the first is h0_max. Where even that leads elsewhere, the branch of equilibria has ended: the model snaps
// to another one, which the search finds downhill, and the path restarts there.

// beginEquilibriumPath begins the path of a quasi-static analysis behind its first point.
func (q *staticSimulation) beginEquilibriumPath() error {
	r := q.r
	if q.method == "FIM_D" {
		q.path, q.h = integrate.NewEquilibriumPath(r.state, r.point), r.settings.transient.H0
		if !(q.h > 0) {
			q.h = r.settings.transient.HMin
		}
	}
	return r.state.BeginDelayHistories(r.point)
}

// pathGrowth is the most by which a step of FIM_D is longer than the one before.
const pathGrowth = 10

// followEquilibriumPathTo continues to the time t by FIM_D.
func (q *staticSimulation) followEquilibriumPathTo(t float64) error {
	r := q.r
	for r.point.T < t {
		if err := r.checkInterrupted(); err != nil {
			return err
		}
		h, next := math.Min(q.h, r.settings.transient.HMax), t
		if rest := t - r.point.T; rest > h*(1+1e-9) { // in equal steps, so that the last is not a stump
			h = rest / math.Ceil(rest/h*(1-1e-9))
			next = r.point.T + h
		} else {
			h = rest
		}
		order := q.path.PredictionOrder()
		off, err := q.solveEquilibriumFromPrediction(next)
		var c *integrate.ConvergenceError
		if err != nil && !errors.As(err, &c) && !integrate.IsRetry(err) {
			return err
		}
		shortest := next-q.from.T <= r.settings.transient.HMin*(1+1e-9)
		switch {
		case err == nil && (off <= r.settings.transient.AbsTol() || shortest):
			if err := q.acceptStep(off); err != nil {
				return err
			}
		case shortest:
			return err
		default:
			r.totals.stats.Rejected++
			if e := q.revertStep(); e != nil {
				return e
			}
			q.h = math.Max(r.settings.transient.HMin, h/4)
			continue
		}
		if off > r.settings.transient.AbsTol() {
			q.h = r.settings.transient.HMin
			continue
		}
		grow := math.Min(pathGrowth, 0.8*math.Pow(math.Max(off/r.settings.transient.AbsTol(), 1e-12), -1/float64(order+1)))
		if stump := next == t && h < 0.5*q.h; !stump || grow < 1 {
			q.h = h * grow
		}
	}
	return nil
}

// solveEquilibriumFromPrediction solves for the equilibrium at the time t from where the path leads, and returns how far it is from there.
// The point of the run is that of the result; q.from is the one before.
func (q *staticSimulation) solveEquilibriumFromPrediction(t float64) (distance float64, err error) {
	r := q.r
	q.from.Copy(r.point)
	if err := r.sources.inequalities.chooseRowsForEquilibriumSearch(r.point); err != nil {
		return 0, err
	}
	if err := q.s.AdvanceTime(r.point, t); err != nil {
		return 0, err
	}
	if q.path.Predict(r.point, t); q.path.PredictionOrder() == 0 { // nothing is known of the direction: how far is not an error
		return 0, q.solveEquilibriumAtPoint()
	}
	if slices.Contains(r.state.Layout().RowLevel, integrate.Velocity) { // Advance moves on what they drive
		r.point.Copy(q.from)
		r.point.T = t
	}
	if err := q.solveEquilibriumAtPoint(); err != nil {
		return 0, err
	}
	return q.path.PredictionError(r.point), nil
}

// revertStep goes back to where the step began.
func (q *staticSimulation) revertStep() error {
	q.r.point.Copy(q.from)
	return q.r.state.AcceptPoint(q.r.point)
}

// acceptStep accepts a step.
func (q *staticSimulation) acceptStep(predictionError float64) error {
	r := q.r
	if err := q.recordDelayHistories(); err != nil {
		return err
	}
	r.totals.stats.Steps++
	if predictionError <= r.settings.transient.AbsTol() {
		q.path.AddPoint(r.point)
		return nil
	}
	r.rec.warn("at time %g the model leaves its path of equilibria, within a step of %g: it snaps by %.3g length scales or rad", r.point.T, r.point.T-q.from.T, predictionError)
	q.path.Reset(r.point)
	return nil
}
