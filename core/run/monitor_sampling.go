package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

const (
	// sampledSteps are compared at the beginning, later one in sampledEvery.
	sampledSteps, sampledEvery = 16, 20
	// sampledPart is the part of a step at which it is compared: one that no period of a force has in common with the step.
	sampledPart = 0.38196601125010515
	// sampledLimit is the change of a speed that one step may hide, relative to the range of that speed. Ten steps in a period hide 0.03.
	sampledLimit = 0.3
)

// accelerationSampler compares accelerations inside steps of constant size, which nothing controls, with what the method's interpolant has there: a force
// of 900 Hz is zero at the end of each step of 10 ms. It needs two evaluations or so in a comparison.
type accelerationSampler struct {
	on        bool
	steps     int
	low, high []float64 // speeds so far
	at        *integrate.Point
	work      *integrate.LinearSolver
	worst     float64 // largest hidden change relative to the range, where it is above the limit
	h, t      float64 // there
	speed     int
}

// resetForAnalysis begins to watch the steps of a method of constant steps and order.
func (x *accelerationSampler) resetForAnalysis(r *runner) {
	*x = accelerationSampler{on: r.settings.transient.IsFixedStepImplicit() && r.degreesOfFreedom() > 0}
	if !x.on {
		return
	}
	x.low, x.high = append(x.low, r.point.V...), append(x.high, r.point.V...)
}

// sampleAccelerationsInStep compares within a step that ended at now. Where accelerations cannot be solved for it stops.
func (x *accelerationSampler) sampleAccelerationsInStep(r *runner, now *integrate.Point) {
	if !x.on {
		return
	}
	for i, v := range now.V {
		x.low[i], x.high[i] = math.Min(x.low[i], v), math.Max(x.high[i], v)
	}
	st := r.stepper.method.Stats()
	if st.Starting { // these steps are controlled
		return
	}
	if x.steps++; x.steps > sampledSteps && x.steps%sampledEvery != 0 {
		return
	}
	if err := x.compareAccelerations(r, now, st.H); err != nil {
		x.on = false
	}
	r.work.InvalidateFactors()
}

// compareAccelerations compares the step of h that ended at now.
func (x *accelerationSampler) compareAccelerations(r *runner, now *integrate.Point, h float64) error {
	if x.at == nil {
		x.at, x.work = r.state.DeckPoint(), integrate.NewLinearSolver(r.state)
	}
	t := now.T - sampledPart*h
	r.stepper.method.InterpolateAt(t, x.at)
	x.at.T = t
	r.scratch.Copy(x.at)
	if err := integrate.SolveAccelerations(r.state, x.at, x.work); err != nil {
		return err
	}
	for i, a := range x.at.A {
		hidden, width := math.Abs(a-r.scratch.A[i])*h, x.high[i]-x.low[i]
		if m := r.monitor.vibration.inertia[i]; m*hidden*hidden/2 <= ringingEnergy*math.Max(r.monitor.energy.largest, r.monitor.energyRoundingLevel(r.model.System)) {
			continue
		}
		if part := hidden / width; part > sampledLimit && part > x.worst {
			x.worst, x.h, x.t, x.speed = part, h, now.T, i
		}
	}
	return nil
}

// warnUnresolvedAccelerations warns of steps that hide changes of speeds.
func (x *accelerationSampler) warnUnresolvedAccelerations(r *runner) {
	if x.worst == 0 {
		return
	}
	r.rec.countFinding(func(f *Findings) { f.UnresolvedVibration++ })
	r.rec.warn("forces change within the steps of %.3g: in the one to time %.4g the acceleration of %s would alter its speed by %.2g of its range that the step does not see; a smaller h_max, or a method that controls errors, resolves it",
		x.h, x.t, r.unknownName(integrate.Speed, x.speed), x.worst)
	x.worst = 0
}
