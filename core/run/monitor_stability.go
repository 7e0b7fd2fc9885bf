package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

const (
	// stabilityEvery steps the eigenvalue is estimated again, by stabilityIts evaluations.
	stabilityEvery = 50
	stabilityIts   = 4
	// stabilityMean is the number of estimates whose mean counts.
	stabilityMean = 3
	// leastLimited is the number of estimates that have to find a mean beyond the limit; it has to be half of all, too.
	leastLimited = 5
	// costlyLimited is the number of such estimates, each of stabilityEvery steps, from which on it brings a warning for a
	// method that controls errors: its results are right, and shorter runs cost little with any method.
	costlyLimited = 100
	// stabilityMove is the perturbation of positions, in length scales or rad.
	stabilityMove = 1e-6
)

// stabilityMonitor estimates, now and then, the eigenvalue λ of largest size of the linearized motion δq' = δv, δv' = ∂a/∂q δq + ∂a/∂v δv at the
// end of a step, by the power method: δq and h δv are mapped by h J, with differences of accelerations for its lower half. Its vector is kept
// from one estimate to the next. A pair of conjugate eigenvalues makes lengths oscillate: what counts is the mean growth of the last three estimates.
// That costs 4 evaluations in 50 steps of 2 to 12 each.
type stabilityMonitor struct {
	limit     float64 // 0: not watched
	hMax      float64 // steps of this size are held by it
	steps     int
	q, w      []float64 // δq and h δv
	d         []float64 // perturbation of positions
	scale     float64   // that h
	at, to    *integrate.Point
	work      *integrate.LinearSolver
	last      [stabilityMean]float64 // estimates of h |λ|, 0 where something else holds the step
	estimates int
	limited   int     // estimates that found a mean beyond the limit
	worst     float64 // largest mean beyond the limit
	h, t      float64 // there
	speed     int     // that has most part in the motion
}

// resetForAnalysis begins to watch the steps of an explicit method.
func (x *stabilityMonitor) resetForAnalysis(r *runner, o *integrate.Options) {
	*x = stabilityMonitor{limit: traits.TraitsByIntegratorName(r.settings.transient.Integrator).Stability, hMax: o.HMax, speed: -1}
	if r.degreesOfFreedom() <= 0 {
		x.limit = 0
	}
}

// observeStep estimates at a step that ended at now, every 50 steps. Where accelerations cannot be solved for beside the motion it stops.
func (x *stabilityMonitor) observeStep(r *runner, now *integrate.Point) {
	if x.limit == 0 {
		return
	}
	if x.steps++; x.steps%stabilityEvery != 0 {
		return
	}
	h := r.stepper.method.Stats().H
	size, err := x.estimateEigenvalue(r, now, h)
	r.work.InvalidateFactors()
	if err != nil {
		x.limit = 0
		return
	}
	if !r.settings.transient.IsExplicit() && h > 0.99*x.hMax { // a method that controls errors would take longer ones
		size = 0
	}
	copy(x.last[:], x.last[1:])
	x.last[stabilityMean-1] = size
	x.estimates++
	mean := 1.0
	for _, v := range x.last {
		mean *= v
	}
	if mean = math.Pow(mean, 1./stabilityMean); !(mean > x.limit) {
		return
	}
	x.limited++
	if mean > x.worst {
		x.worst, x.h, x.t, x.speed = mean, h, now.T, x.indexOfLargestSpeed(r)
	}
}

// estimateEigenvalue returns h |λ|.
func (x *stabilityMonitor) estimateEigenvalue(r *runner, now *integrate.Point, h float64) (float64, error) {
	s := r.state
	if x.q == nil {
		x.at, x.to, x.work = s.DeckPoint(), s.DeckPoint(), integrate.NewLinearSolver(s)
		n := len(now.V)
		x.q, x.w, x.d, x.scale = make([]float64, n), make([]float64, n), make([]float64, n), h
		if err := x.initVector(r, now); err != nil {
			return 0, err
		}
	}
	x.at.Copy(now)
	if err := integrate.SolveAccelerations(s, x.at, x.work); err != nil {
		return 0, err
	}
	for i := range x.w {
		x.w[i] *= h / x.scale
	}
	x.scale = h
	growth := 1.0
	for range stabilityIts {
		x.normalizeVector(r)
		ε := x.perturbationFactor(r)
		x.to.Copy(x.at)
		for i := range x.d {
			x.d[i] = ε * x.q[i]
			x.to.V[i] += ε / h * x.w[i]
		}
		s.MovePositions(x.to.Q, x.at.Q, x.d)
		if err := integrate.SolveAccelerations(s, x.to, x.work); err != nil {
			return 0, err
		}
		for i := range x.d {
			x.q[i], x.w[i] = x.w[i], h*h*(x.to.A[i]-x.at.A[i])/ε
		}
		growth *= x.inertiaNorm(r)
	}
	return math.Pow(growth, 1./stabilityIts), nil
}

// initVector sets the vector to one that the constraints allow: numbers without pattern, brought onto them.
func (x *stabilityMonitor) initVector(r *runner, now *integrate.Point) error {
	x.at.Copy(now)
	scale := 0.0
	for _, v := range now.V {
		scale = math.Max(scale, math.Abs(v))
	}
	seed := uint32(1)
	for i := range x.at.V {
		seed = seed*1664525 + 1013904223
		x.at.V[i] += math.Max(scale, 1) * (float64(seed)/(1<<31) - 1)
	}
	if err := integrate.ProjectVelocities(r.state, x.at, 1e3*r.rowTolerance(), x.work); err != nil {
		return err
	}
	for i := range x.q {
		x.q[i] = x.at.V[i] - now.V[i]
	}
	return nil
}

// inertiaNorm is the size of the vector, by inertia.
func (x *stabilityMonitor) inertiaNorm(r *runner) float64 {
	sum := 0.0
	for i, m := range r.monitor.vibration.inertia {
		sum += m * (x.q[i]*x.q[i] + x.w[i]*x.w[i])
	}
	return math.Sqrt(sum)
}

// normalizeVector divides the vector by its length.
func (x *stabilityMonitor) normalizeVector(r *runner) {
	if l := x.inertiaNorm(r); l > 0 {
		for i := range x.q {
			x.q[i] /= l
			x.w[i] /= l
		}
	}
}

// perturbationFactor is the factor of the vector with which positions move by stabilityMove at most.
func (x *stabilityMonitor) perturbationFactor(r *runner) float64 {
	most := 0.0
	for i, scale := range r.state.Layout().VScale {
		most = math.Max(most, math.Max(math.Abs(x.q[i]), math.Abs(x.w[i]))/scale)
	}
	if most == 0 {
		return 1
	}
	return stabilityMove / most
}

// indexOfLargestSpeed returns the index of the speed with the largest part in the vector.
func (x *stabilityMonitor) indexOfLargestSpeed(r *runner) int {
	at, most := -1, 0.0
	for i, m := range r.monitor.vibration.inertia {
		if e := m * (x.q[i]*x.q[i] + x.w[i]*x.w[i]); e > most {
			at, most = i, e
		}
	}
	return at
}

// warnStabilityLimit warns of steps that were held by stability. Where they are few and a method controls errors, it only logs them.
func (x *stabilityMonitor) warnStabilityLimit(r *runner) {
	if x.limited < max(leastLimited, x.estimates/2) {
		return
	}
	n := x.limited
	r.rec.countFinding(func(f *Findings) { f.StabilityLimited += n })
	t := r.settings.transient.Integrator
	remedy, report := traits.StiffIntegratorNames()+" are for such stiff models", r.rec.warn
	if !r.settings.transient.IsExplicit() {
		if n < costlyLimited {
			report = r.rec.Log
		}
	} else {
		remedy = fmt.Sprintf("a step below %.2g resolves it, or %s", x.h/(4*x.worst), remedy)
	}
	report("the steps of %s, %.3g at time %.4g, are held by stability, not by accuracy: the fastest motion, of %s, has a time constant of %.3g; %s",
		t, x.h, x.t, r.unknownName(integrate.Speed, x.speed), x.h/x.worst, remedy)
	x.estimates, x.limited, x.worst = 0, 0, 0
}
