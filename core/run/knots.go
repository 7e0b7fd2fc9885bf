package run

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// knotSchedule lists the times at which expressions in TIME jump, bend, have poles or short pulses: steps end on them. They are
// searched for in parts of the analysis, as it comes to them.
type knotSchedule struct {
	r            *runner
	end          float64 // of the analysis
	list         []system.TimeBreak
	i            int     // the next one in list
	to           float64 // list goes up to here
	window       float64
	last         float64 // knot that was passed last
	speedsJumped bool    // prescribed speeds have jumped there
}

// knotWindows is the number of parts of an analysis.
const knotWindows = 16

// findKnots prepares an analysis from start to end. It reports whether any knots lie in it.
func (k *knotSchedule) findKnots(r *runner, start, end float64) (found bool, err error) {
	*k = knotSchedule{r: r, end: end, last: math.Inf(-1), list: k.list[:0], to: start, window: (end - start) / knotWindows}
	r.state.ClampExpressionTime(math.Inf(-1), math.Inf(1))
	if !r.state.HasTimeBreaks() {
		k.to = end
		return false, nil
	}
	k.list = r.state.AppendTimeBreaks(k.list, start-2*system.BreakResolution(start), start+system.BreakResolution(start), r.settings.transient.HMax)
	jumps, strikes := false, false
	for i := range k.list {
		jumps, strikes = jumps || k.list[i].Jumps, strikes || k.list[i].Strikes
	}
	at := math.Inf(-1)
	if len(k.list) > 0 {
		at, k.i, k.last = start, len(k.list), start
	}
	found = !math.IsInf(k.nextKnot(start), 1)
	k.clampExpressionTime(at)
	if !jumps || r.settings.transient.IsNonSmooth() { // NSC finds speeds and loads itself
		return found, nil
	}
	if strikes {
		if err := r.projectVelocities(r.point); err != nil {
			return found, err
		}
	}
	return found, r.solveAccelerations(r.point)
}

// nextKnot returns the first knot behind t, +Inf if there is none.
func (k *knotSchedule) nextKnot(t float64) float64 {
	for {
		for ; k.i < len(k.list); k.i++ {
			if b := &k.list[k.i]; b.T > t+system.BreakResolution(t) {
				return b.T
			}
		}
		if k.to >= k.end {
			return math.Inf(1)
		}
		from := k.to
		if k.to = from + k.window; k.to > k.end-0.5*k.window {
			k.to = k.end
		}
		k.list, k.i = k.r.state.AppendTimeBreaks(k.list[:0], from, k.to, k.r.settings.transient.HMax), 0
	}
}

// clampExpressionTime has expressions evaluated between the knot at, -Inf for none, and the next one.
func (k *knotSchedule) clampExpressionTime(knotTime float64) {
	lo, hi := knotTime+system.BreakResolution(knotTime), math.Inf(1)
	if math.IsInf(knotTime, 0) {
		lo = knotTime
	}
	if k.i < len(k.list) {
		hi = k.list[k.i].T - system.BreakResolution(k.list[k.i].T)
	}
	k.r.state.ClampExpressionTime(lo, hi)
}

// checkDivergenceAtNextKnot returns an error where the next knot is a pole that is no more than near away from t.
func (k *knotSchedule) checkDivergenceAtNextKnot(t, near float64) error {
	if k.i >= len(k.list) || k.list[k.i].T-t > near {
		return nil
	}
	return k.r.addDeckPositionToPoleError(k.r.state.CheckExpressionDivergesAtBreak(&k.list[k.i]))
}

// checkDivergenceInStep returns an error where a law grew without bound within the step that was accepted last.
func (k *knotSchedule) checkDivergenceInStep(from float64, now *integrate.Point) error {
	if k.r == nil {
		return nil
	}
	return k.r.addDeckPositionToPoleError(k.r.state.CheckLawDivergesInStep(from, now.T, k.r.stepper.method.InterpolateAt, k.r.scratch))
}

// addDeckPositionToPoleError adds where an expression is in the deck to the error of a pole.
func (s *solution) addDeckPositionToPoleError(err error) error {
	if p, ok := err.(*system.PoleError); ok {
		p.Where = s.deckPosition(p.Owner)
	}
	return err
}

// explainFailure returns the error of a step from t that failed, which is that of a pole where one is near.
func (k *knotSchedule) explainFailure(r *runner, err error, t float64) error {
	var c *integrate.ConvergenceError
	if errors.As(err, &c) || integrate.IsRetry(err) {
		if e := k.checkDivergenceAtNextKnot(t, math.Max(1e3*r.settings.transient.HMin, 1e-2*r.settings.transient.HMax)); e != nil {
			return e
		}
		if e := r.state.CheckLawDivisorZeroAhead(t, 100*r.settings.transient.HMin, err); e != nil {
			return r.addDeckPositionToPoleError(e)
		}
	}
	return r.explainStepFailure(err)
}

// passKnot continues to the next knot where a step has ended on one, at which the method restarts if accelerations jump.
func (k *knotSchedule) passKnot(now *integrate.Point) error {
	if k.i >= len(k.list) || now.T < k.list[k.i].T-system.BreakResolution(now.T) {
		return nil
	}
	b := k.list[k.i]
	if err := k.checkDivergenceAtNextKnot(now.T, math.Inf(1)); err != nil {
		return err
	}
	before := b.T - k.last
	k.last = b.T
	next := k.nextKnot(now.T)
	k.clampExpressionTime(b.T)
	if m, ok := k.r.stepper.method.(integrate.SpeedTester); ok && min(before, next-b.T) < shortPiece {
		m.IncludeSpeedsInErrorTest(min(next, b.T+shortPiece))
	}
	sudden := before <= steepSteps*k.r.settings.transient.HMin || next-b.T < suddenPart*k.r.stepper.method.Stats().H
	if !b.Jumps && !sudden && !k.r.settings.transient.IsFixedStepImplicit() { // which no error reports
		return nil
	}
	k.speedsJumped = b.Strikes && !k.r.stepper.isNonsmooth() // which holds speeds to their rows in each step
	k.r.stepper.method.NotifyProblemChanged()
	return k.r.monitor.energy.resetPower(k.r, now)
}

// projectJumpedSpeeds brings speeds onto rows whose prescribed speeds have jumped, as an impact without rebound does, before the next step.
func (k *knotSchedule) projectJumpedSpeeds() error {
	if !k.speedsJumped {
		return nil
	}
	k.speedsJumped = false
	k.r.stepper.events.invalidateStartValues()
	r, now := k.r, k.r.stepper.method.Now()
	if err := r.state.EvaluateWithoutResults(now); err != nil {
		return err
	}
	kinetic, potential := r.state.Energy()
	if err := r.projectVelocities(now); err != nil {
		return err
	}
	return r.monitor.energy.rebaseEnergy(r, now, kinetic+potential)
}

// shortPiece is the time between knots up to which speeds are in the error test: in longer ones the test of positions
// sees errors of accelerations as well.
const shortPiece = 0.05

// steepSteps is the number of smallest steps up to which what happens between two knots is taken for a jump at the
// second: a history of longer steps before them says nothing of what follows.
const steepSteps = 10

// suddenPart is the part of the step before a knot up to which the time to the next one requests a new beginning: methods of several
// steps take what happens in much shorter ones for a high derivative that their long history damps, and see next to no error.
const suddenPart = 0.5
