package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// energyBalance follows kinetic energy plus the potential of gravity less the work
// of applied forces and motions over accepted steps. The work of a step is the
// integral of the parabola through the power at its ends and in its middle
// (Simpson), where the method's interpolant replaces the solution; steps in which that does not
// close the balance are divided.
type energyBalance struct {
	e0, work    float64
	largest     float64
	drift       float64
	t, p        float64        // the last point: time and power
	start       float64        // time of the first point
	supplied    []float64      // net work of each force element, by the rectangle rule
	jump        float64        // largest change of the imbalance in one step, which ended at jumpT
	jumpT, off  float64        // and the imbalance at the last point
	where       system.BodyIdx // the body with most kinetic energy there
	begun       bool
	undefinable bool
	coarse      coarseBalance
}

func (b *energyBalance) beginBalance(r *runner) {
	if r.monitor.unbalanced || r.settings.transient.IsNonSmooth() || r.state.EvaluateForResults(r.point) != nil { // impacts and friction lose energy
		b.undefinable = true
		return
	}
	k, v := r.state.Energy()
	b.e0 = k + v - b.work
	b.largest = max(b.largest, max(k, math.Abs(v)))
	if !b.begun {
		b.start = r.point.T
	}
	b.t, b.p, b.begun, b.off = r.point.T, r.state.Power(), true, 0
	b.coarse.resetHistory()
}

func (b *energyBalance) addStep(r *runner, now *integrate.Point) error {
	if b.undefinable {
		return nil
	}
	if b.addStepWithoutEvaluations(r, now) {
		return nil
	}
	middle, err := b.evaluatePowerAt(r, (b.t+now.T)/2)
	if err != nil {
		return err
	}
	if err := r.state.EvaluateWithoutResults(now); err != nil {
		return err
	}
	p, h := r.state.Power(), now.T-b.t
	k, v := r.state.Energy()
	b.largest = max(b.largest, max(k, math.Abs(v-b.e0)))
	work := h / 6 * (b.p + 4*middle + p)
	tol := refineLimit * b.largest
	open := func() bool { return math.Abs(k+v-b.work-work-b.e0-b.off) > tol }
	if open() && integrate.RefineInterpolant(r.stepper.method) {
		if middle, err = b.evaluatePowerAt(r, (b.t+now.T)/2); err != nil {
			return err
		}
		work = h / 6 * (b.p + 4*middle + p)
		if err := r.state.EvaluateWithoutResults(now); err != nil {
			return err
		}
	}
	if open() {
		if work, err = b.integratePower(r, [3]float64{b.p, middle, p}, b.t, h, refineDepth, tol); err != nil {
			return err
		}
		if err := r.state.EvaluateWithoutResults(now); err != nil {
			return err
		}
	}
	b.closeStep(r, now, p, work, k+v)
	return nil
}

// closeStep takes over the step that ended at now, with the power p and the energy there and the work in the step.
func (b *energyBalance) closeStep(r *runner, now *integrate.Point, p, work, energy float64) {
	h := now.T - b.t
	b.coarse.addPoint(b.t, b.p)
	b.work += work
	b.t, b.p = now.T, p
	if n := len(r.model.System.Forces); len(b.supplied) != n {
		b.supplied = make([]float64, n)
	}
	r.state.AddForcePowers(b.supplied, h)
	off := energy - b.work - b.e0
	b.drift = max(b.drift, math.Abs(off))
	if d := math.Abs(off - b.off); d > b.jump {
		b.jump, b.jumpT, b.where = d, now.T, r.state.MostEnergeticBody()
	}
	b.off = off
}

// relativeImbalance returns the largest error of the balance relative to the largest energy or work of a single
// force element, which may store energy, but at least to floor, and the end of the step in which it grew most. NaN and infinity count as 1.
func (b *energyBalance) relativeImbalance(floor float64) (part, at float64) {
	if b.undefinable || !b.begun || b.drift == 0 { // without bodies nothing has energy
		return 0, 0
	}
	for _, w := range b.supplied {
		floor = max(floor, math.Abs(w))
	}
	part = b.drift / max(b.largest, floor)
	if math.IsNaN(part) || math.IsInf(part, 0) {
		part = 1
	}
	return part, b.jumpT
}

// rebaseEnergy takes over from p, at which speeds or rows in force have changed: what an impact takes is not a drift.
// before is the energy ahead of the change.
func (b *energyBalance) rebaseEnergy(r *runner, p *integrate.Point, before float64) error {
	if !b.begun {
		return nil
	}
	if err := r.state.EvaluateWithoutResults(p); err != nil {
		return err
	}
	k, v := r.state.Energy()
	b.e0 += k + v - before
	r.monitor.vibration.resetAtPoint(r.state, p)
	b.t, b.p = p.T, r.state.Power()
	b.coarse.resetHistory()
	return nil
}

// resetPower takes the power again after an event, where laws jump.
func (b *energyBalance) resetPower(r *runner, now *integrate.Point) error {
	if b.undefinable {
		return nil
	}
	r.scratch.Copy(now)
	if err := r.solveAccelerations(r.scratch); err != nil {
		return err
	}
	if err := r.state.EvaluateWithoutResults(r.scratch); err != nil {
		return err
	}
	b.p = r.state.Power()
	b.coarse.resetHistory()
	return nil
}

// evaluatePowerAt returns the power at time t of the last step.
func (b *energyBalance) evaluatePowerAt(r *runner, t float64) (float64, error) {
	r.stepper.method.InterpolateAt(t, r.scratch)
	r.scratch.T = t
	if err := r.state.EvaluateWithoutResults(r.scratch); err != nil {
		return 0, err
	}
	return r.state.Power(), nil
}

// A step whose balance is off by more than refineLimit of the largest energy has its work
// computed again on up to 2^refineDepth parts: high orders step far.
const (
	refineLimit = 1e-4
	refineDepth = 5
)

// integratePower integrates the power over a part of the last step by adaptive Simpson quadrature: p is the
// power at the start t, in the middle and at the end t+h of the part.
func (b *energyBalance) integratePower(r *runner, p [3]float64, t, h float64, depth int, tol float64) (float64, error) {
	l, err := b.evaluatePowerAt(r, t+h/4)
	if err != nil {
		return 0, err
	}
	u, err := b.evaluatePowerAt(r, t+3*h/4)
	if err != nil {
		return 0, err
	}
	whole := h / 6 * (p[0] + 4*p[1] + p[2])
	parts := h / 12 * (p[0] + 4*l + 2*p[1] + 4*u + p[2])
	if math.Abs(parts-whole) < 15*tol/4 || depth == 0 {
		return parts + (parts-whole)/15, nil
	}
	lower, err := b.integratePower(r, [3]float64{p[0], l, p[1]}, t, h/2, depth-1, tol/2)
	if err != nil {
		return 0, err
	}
	upper, err := b.integratePower(r, [3]float64{p[1], u, p[2]}, t+h/2, h/2, depth-1, tol/2)
	return lower + upper, err
}

// relativeDrift returns the drift relative to the largest energy, nil when it
// cannot be reported.
func (b *energyBalance) relativeDrift() *float64 {
	if b.undefinable || !b.begun {
		return nil
	}
	d := b.drift
	if b.largest > 0 {
		d /= b.largest
	}
	if math.IsNaN(d) || math.IsInf(d, 0) {
		return nil
	}
	return &d
}
