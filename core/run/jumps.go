package run

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
)

// jumpRegularizer watches the discontinuities of laws where a value passes zero, as that of friction by SIGN where the slip changes its direction. Where
// the motion stays at one, a sliding mode of A. F. Filippov (Differential Equations with Discontinuous Righthand Sides, 1988), the
// solution chatters: the value changes its sign in each of many smallest steps. There the jump is regularized: it
// becomes a linear ramp (a boundary layer) until the value has left it. Friction that sticks creeps within the width of the ramp.
type jumpRegularizer struct {
	r      *runner
	state  *system.State // whose laws these are
	laws   int           // generation of its laws
	value  []float64     // at the end of the last step
	failed []float64     // in the last iteration of a step that failed
	all    []jump

	rejected int     // steps of the analysis so far that were rejected
	h        float64 // size of the last step
}

// jump is the discontinuity of a law at the zeros of one value.
type jump struct {
	positive  bool    // sign at the end of the last step
	last      float64 // value then
	largest   float64 // largest magnitude so far
	interval  float64 // mean number of steps between changes of sign
	since     int     // steps since the last change of sign
	increment float64 // change of the value in a smallest step
	nearZero  int     // consecutive steps near zero that were rejected before or are smallest steps
	amplitude float64 // magnitude of the value in the last of these
	ramp      float64 // half the width of the ramp, 0 for the jump itself
	steps     int     // steps since the ramp was made
	keep      bool    // the ramp stays for rampSteps steps at least
	warned    bool
}

const (
	intervalWeight   = 0.25 // of the last interval in the mean
	startInterval    = 12   // the mean at the start
	chatterInterval  = 5    // mean interval in steps below which the solution chatters
	chatterSteps     = 8    // consecutive steps near zero above which it does
	examinedPart     = 1e-2 // of the largest magnitude: smaller values are evaluated at the end of the step
	rampPart         = 1e-6 // of the largest magnitude: half the width of a ramp; Newton's iteration converges on few narrower ones
	largestRampPart  = 1e-2 // of the largest magnitude: half the width up to which a ramp is widened where a step does not converge
	rampOfTolerance  = 1e-4 // least half width in parts of the error tolerance
	scaleOfIncrement = 1e3  // least scale of a value that has not left zero, in parts of its change in a smallest step
	rampSteps        = 20   // steps that a ramp stays where a step did not converge without it, and from which on it is warned of
	smallestStepPart = 2    // of h_min: steps up to this size are smallest ones
)

// resetForAnalysis restarts with an analysis.
func (j *jumpRegularizer) resetForAnalysis(r *runner) {
	j.r = r
	j.restoreJumps()
	j.all, j.rejected, j.h = nil, 0, 0
}

// restoreJumps makes all ramps jumps again.
func (j *jumpRegularizer) restoreJumps() {
	for k := range j.all {
		if _, laws := j.state.JumpCount(); laws == j.laws && j.all[k].ramp > 0 {
			j.state.SetJumpRamp(k, 0)
		}
	}
}

// methodAllowsRamps reports whether the method takes steps that a steep ramp does not limit, and whose errors are controlled.
func (j *jumpRegularizer) methodAllowsRamps() bool {
	t, s := &j.r.settings.transient, &j.r.stepper
	return j.r.state.Mode == system.Dynamic && t.ControlsError() && traits.TraitsByIntegratorName(t.Integrator).Stability == 0 && !s.isNonsmooth() && !s.oneStep
}

// listJumpsOnce lists the values, if that was not done for the laws as they are.
func (j *jumpRegularizer) listJumpsOnce() {
	n, laws := 0, 0
	if j.methodAllowsRamps() {
		n, laws = j.r.state.JumpCount()
	}
	if j.all != nil && laws == j.laws && j.state == j.r.state {
		return
	}
	j.state, j.laws, j.value, j.failed, j.all = j.r.state, laws, make([]float64, n), make([]float64, n), make([]jump, n)
	for k := range j.all {
		j.all[k].interval = startInterval
	}
}

// checkAcceptedStep examines the values at the end of a step that began at from.
func (j *jumpRegularizer) checkAcceptedStep(from float64, now *integrate.Point) error {
	if j.listJumpsOnce(); len(j.all) == 0 {
		return nil
	}
	if j.state.CopyLastJumpValues(j.value); j.anyNearZero() { // the last evaluation was not at the end of the step
		if err := j.state.EvaluateJumpValues(j.value, now); err != nil {
			return err
		}
	}
	h, rejected := now.T-from, j.r.stepper.method.Stats().Rejected
	smallest := h <= smallestStepPart*j.r.settings.transient.HMin && h <= 1.5*j.h // the first steps of a method grow
	small := smallest || rejected > j.rejected
	j.rejected, j.h = rejected, h
	for k, v := range j.value {
		x := &j.all[k]
		if smallest && !math.IsNaN(v) {
			x.increment = math.Max(x.increment/2, math.Abs(v-x.last))
		}
		switch {
		case math.IsNaN(v): // in a branch that did not run
			if x.ramp > 0 {
				j.setRampHalfWidth(k, 0)
			}
			continue
		case x.ramp > 0:
			if x.hasLeftRamp(v, j.leastRampHalfWidth(x)) {
				j.setRampHalfWidth(k, 0)
			} else if x.steps == rampSteps {
				j.warnRamp(k, now.T)
			}
		case x.detectChatter(v, j.leastRampHalfWidth(x), small):
			j.setRampHalfWidth(k, math.Max(j.leastRampHalfWidth(x), x.amplitude))
		}
		x.last, x.largest = v, math.Max(x.largest, math.Abs(v))
	}
	return nil
}

// regularizeFailedStep replaces the jumps near the start of a step that did not converge by ramps, wider ones where there are ramps, and
// reports whether there are any: the step can be tried again. A value that is zero and stays so, in the iterations that failed too, does not count.
func (j *jumpRegularizer) regularizeFailedStep(err error) (hasRamps bool) {
	var e *integrate.ConvergenceError
	if j.listJumpsOnce(); len(j.all) == 0 || !errors.As(err, &e) {
		return false
	}
	j.state.CopyLastJumpValues(j.failed)
	if j.state.EvaluateJumpValues(j.value, j.r.stepper.method.Now()) != nil {
		return false
	}
	changed := false
	for k, v := range j.value {
		x := &j.all[k]
		size := math.Max(math.Max(x.largest, j.r.settings.transient.AbsTol()), scaleOfIncrement*x.increment)
		if math.IsNaN(v) || v == 0 && x.last == 0 && !(math.Abs(j.failed[k]) > 0) || math.Abs(v) > examinedPart*size || x.ramp >= largestRampPart*size {
			continue
		}
		j.setRampHalfWidth(k, math.Min(math.Max(j.leastRampHalfWidth(x), math.Max(x.amplitude, 10*x.ramp)), largestRampPart*size))
		x.keep, changed = true, true
	}
	return changed
}

// leastRampHalfWidth is the least half width of a ramp.
func (j *jumpRegularizer) leastRampHalfWidth(x *jump) float64 {
	return math.Max(rampPart*x.largest, rampOfTolerance*j.r.settings.transient.AbsTol())
}

// hasLeftRamp reports whether the value has left the ramp in the step to v.
func (x *jump) hasLeftRamp(v, least float64) bool {
	x.steps++
	away := math.Abs(v) > 2*math.Max(math.Max(least, x.increment), x.ramp)
	return away && (!x.keep || x.steps > rampSteps)
}

// detectChatter takes the value at the end of a step, which is small or was rejected before, or not, and reports whether it keeps changing its
// sign, or stays near zero. A value that is zero and stays so, as that of a switch, does not chatter.
func (x *jump) detectChatter(v, least float64, small bool) (chatters bool) {
	switch {
	case math.Abs(v) > 2*math.Max(least, x.increment):
		x.nearZero, x.amplitude = 0, 0
	case small && v != x.last:
		x.nearZero++
		x.amplitude = math.Max(x.amplitude/2, math.Abs(v))
	}
	if x.since++; v > 0 != x.positive {
		x.interval += intervalWeight * (float64(x.since) - x.interval)
		x.positive, x.since = v > 0, 0
	}
	return x.interval < chatterInterval || x.nearZero > chatterSteps
}

// setRampHalfWidth replaces jump k by a ramp from -halfWidth to halfWidth, or with 0 a ramp by the jump.
func (j *jumpRegularizer) setRampHalfWidth(k int, halfWidth float64) {
	x := &j.all[k]
	x.ramp, x.steps, x.keep = halfWidth, 0, false
	x.interval, x.since, x.nearZero, x.amplitude = startInterval, 0, 0, 0
	j.state.SetJumpRamp(k, halfWidth)
	j.r.stepper.method.NotifyProblemChanged()
}

// warnRamp warns, once, of a ramp in the place of a jump.
func (j *jumpRegularizer) warnRamp(k int, t float64) {
	if x := &j.all[k]; !x.warned {
		x.warned = true
		j.r.rec.warn("the motion stays at a jump of %s from time %g on: within %g of it the law is taken as linear, so that what is compared creeps instead of being zero",
			j.state.JumpOwnerName(k), t, x.ramp)
	}
}

// anyNearZero reports whether a value is near zero or has passed it.
func (j *jumpRegularizer) anyNearZero() bool {
	for k, v := range j.value {
		if x := &j.all[k]; !math.IsNaN(v) && v > 0 != x.positive || math.Abs(v) < examinedPart*x.largest {
			return true
		}
	}
	return false
}
