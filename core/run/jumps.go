package run

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
)

// jumps are of the values at whose zeros laws may jump, as friction by SIGN does where the slip turns round. Where the motion stays at
// such a zero, as it does while that friction sticks, the value passes it in each of many small steps. There the jump
// becomes a narrow ramp until the value leaves it: the mean of Filippov's solution, with a slip below the width of the ramp.
type jumps struct {
	r     *runner
	value []float64 // at the end of the last step
	all   []jump

	rejected int     // steps of the analysis so far that were repeated
	h        float64 // the last step
}

// jump is one of the values.
type jump struct {
	above  bool    // the value is above zero
	most   float64 // its largest magnitude so far
	every  float64 // the number of steps between changes of its sign, in the mean
	since  int     // steps since the last change
	near   int     // steps held small among those in a row that ended near zero
	swing  float64 // the magnitude in the last of these
	last   float64 // value at the end of the last step
	hop    float64 // change of the value in the last of the smallest steps
	ramp   float64 // half the width of the ramp in its place, 0 for none
	keep   int     // steps that the ramp stays at least
	steps  int     // steps since the ramp was made
	warned bool
}

const (
	jumpMean  = 0.25 // weight of the last number of steps in the mean
	jumpOften = 5    // steps between changes of sign below which the motion stays at the jump
	jumpStart = 12   // the mean at the start
	jumpNear  = 8    // steps held small near zero from which on the motion stays there
	jumpClose = 1e-2 // what is examined, in parts of the largest magnitude of the value
	jumpRamp  = 1e-6 // half the width of a ramp in parts of the largest magnitude of the value; Newton's iteration does not find much narrower ones
	jumpWide  = 1e-4 // half widths in the same parts up to which a ramp is made wider where a step does not converge
	jumpKeep  = 20   // steps that a ramp stays at least where a step did not converge without it
	jumpFloor = 1e-4 // the least, in parts of the error tolerance
)

// begin restarts with an analysis.
func (j *jumps) begin(r *runner) {
	j.r = r
	j.restore()
	j.all, j.rejected, j.h = nil, 0, 0
}

// restore makes all ramps jumps again.
func (j *jumps) restore() {
	for k := range j.all {
		if j.all[k].ramp > 0 {
			j.r.state.SetJumpRamp(k, 0)
		}
	}
}

// canStick reports whether the integrator takes steps that a steep ramp does not limit.
func (j *jumps) canStick() bool {
	t := &j.r.settings.transient
	return j.r.state.Mode == system.Dynamic && t.ControlsError() && traits.Find(t.Integrator).Stability == 0 && !j.r.stepper.nonsmooth() && !j.r.stepper.oneStep
}

// list lists the values.
func (j *jumps) list() {
	n := 0
	if j.canStick() {
		n = j.r.state.JumpCount()
	}
	j.value, j.all = make([]float64, n), make([]jump, n)
	for k := range j.all {
		j.all[k].every = jumpStart
	}
}

// passStep examines the values at the end of a step that began at from.
func (j *jumps) passStep(from float64, now *integrate.Point) error {
	if j.all == nil {
		j.list()
	}
	if len(j.all) == 0 {
		return nil
	}
	if j.r.state.LastJumpValues(j.value); j.anyNear() { // the last evaluation was not at the end of the step
		if err := j.r.state.JumpValues(j.value, now); err != nil {
			return err
		}
	}
	rejected := j.r.stepper.method.Stats().Rejected
	h := now.T - from
	least := h <= 2*j.r.settings.transient.HMin && h <= 1.5*j.h
	held := least || rejected > j.rejected
	j.rejected, j.h = rejected, h
	for k, v := range j.value {
		x := &j.all[k]
		if least {
			x.hop = math.Max(x.hop/2, math.Abs(v-x.last))
		}
		x.last = v
		if x.changes(v, j.least(x), held) {
			width := 0.
			if x.ramp == 0 {
				width = j.width(x)
			}
			j.setRamp(k, width)
		}
		if j.all[k].ramp > 0 {
			j.warn(k, now.T)
		}
	}
	return nil
}

// easeFailedStep replaces the jumps near the start of a step that did not converge by ramps, and reports whether there are any: the step
// can be tried again.
func (j *jumps) easeFailedStep(err error) bool {
	var e *integrate.ConvergenceError
	now := j.r.stepper.method.Now()
	if j.all == nil {
		j.list()
	}
	if len(j.all) == 0 || !errors.As(err, &e) || j.r.state.JumpValues(j.value, now) != nil {
		return false
	}
	eased := false
	for k, v := range j.value {
		x := &j.all[k]
		if most := math.Max(x.most, j.r.settings.transient.AbsTol()); math.Abs(v) > jumpClose*most || x.ramp > jumpWide*most {
			continue
		}
		x.swing = math.Max(x.swing, 10*x.ramp)
		j.setRamp(k, j.width(x))
		x.keep, eased = jumpKeep, true
	}
	return eased
}

// width is half the width of the ramp that replaces a jump: the smallest steps do not pass over it.
func (j *jumps) width(x *jump) float64 {
	return math.Max(j.least(x), x.swing)
}

// least is the least half width of a ramp.
func (j *jumps) least(x *jump) float64 {
	return math.Max(jumpRamp*x.most, jumpFloor*j.r.settings.transient.AbsTol())
}

// changes takes the value at the end of a step, which was held small or not, and reports whether the jump is to become a ramp, or the ramp
// a jump; least is the least half width of a ramp.
func (x *jump) changes(v, least float64, held bool) bool {
	x.most = math.Max(x.most, math.Abs(v))
	away := math.Abs(v) > 2*math.Max(least, x.hop)
	if x.ramp > 0 {
		x.keep--
		return away && math.Abs(v) > 2*x.ramp && x.keep < 0
	}
	switch {
	case away:
		x.near, x.swing = 0, 0
	case held:
		x.near++
		x.swing = math.Max(x.swing/2, math.Abs(v))
	}
	if x.since++; v > 0 != x.above {
		x.every += jumpMean * (float64(x.since) - x.every)
		x.above, x.since = v > 0, 0
	}
	return x.every < jumpOften || x.near > jumpNear
}

// setRamp replaces a jump by a ramp of half the given width, or with 0 a ramp by the jump.
func (j *jumps) setRamp(k int, width float64) {
	x, r := &j.all[k], j.r
	x.ramp = width
	x.every, x.since, x.near, x.swing = jumpStart, 0, 0, 0
	r.state.SetJumpRamp(k, x.ramp)
	r.stepper.method.Restart()
	x.steps = 0
}

// warn says, once, that a ramp stays in the place of a jump.
func (j *jumps) warn(k int, t float64) {
	x, r := &j.all[k], j.r
	if x.steps++; x.steps == jumpKeep && !x.warned {
		x.warned = true
		owner := r.state.SetJumpRamp(k, x.ramp)
		r.rec.warn("the motion stays at a jump of %s from time %g on: within %g of it the law is taken as linear, so that what is compared creeps instead of being zero", owner, t, x.ramp)
	}
}

// anyNear reports whether a value is near zero or has passed it.
func (j *jumps) anyNear() bool {
	for k, v := range j.value {
		if x := &j.all[k]; v > 0 != x.above || math.Abs(v) < jumpClose*x.most {
			return true
		}
	}
	return false
}
