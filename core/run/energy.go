package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// balance follows kinetic energy plus the potential of gravity less the work
// of applied forces and motions over accepted steps. The work of a step is the
// integral of the parabola through the power at its ends and in its middle
// (Simpson), where the method's interpolant stands for the solution.
type balance struct {
	e0, work    float64
	largest     float64
	drift       float64
	t, p        float64 // the last point: time and power
	begun       bool
	undefinable bool
}

func (b *balance) begin(r *runner) {
	if r.tuning.NonSmooth() || r.state.Report(r.point) != nil { // impacts and friction lose energy
		b.undefinable = true
		return
	}
	k, v := r.state.Energy()
	b.e0 = k + v - b.work
	b.largest = math.Max(b.largest, math.Max(k, math.Abs(v)))
	b.t, b.p, b.begun = r.point.T, r.state.Power(), true
}

func (b *balance) step(r *runner, now *integrate.Point) error {
	if b.undefinable {
		return nil
	}
	middle, err := b.middle(r, now.T)
	if err != nil {
		return err
	}
	if err := r.state.Measure(now); err != nil {
		return err
	}
	p := r.state.Power()
	b.work += (now.T - b.t) / 6 * (b.p + 4*middle + p)
	b.t, b.p = now.T, p
	k, v := r.state.Energy()
	b.largest = math.Max(b.largest, math.Max(k, math.Abs(v-b.e0)))
	b.drift = math.Max(b.drift, math.Abs(k+v-b.work-b.e0))
	return nil
}

// struck takes over from p, at which speeds or rows in force have changed: what an impact takes is no drift.
// before is the energy that there was.
func (b *balance) struck(r *runner, p *integrate.Point, before float64) error {
	if !b.begun {
		return nil
	}
	if err := r.state.Measure(p); err != nil {
		return err
	}
	k, v := r.state.Energy()
	b.e0 += k + v - before
	b.t, b.p = p.T, r.state.Power()
	return nil
}

// again takes the power anew after an event, where laws jump.
func (b *balance) again(r *runner, now *integrate.Point) error {
	if b.undefinable {
		return nil
	}
	r.report.Copy(now)
	if err := r.consistent(r.report); err != nil {
		return err
	}
	if err := r.state.Measure(r.report); err != nil {
		return err
	}
	b.p = r.state.Power()
	return nil
}

// middle returns the power half way through the step that ends at time t.
func (b *balance) middle(r *runner, t float64) (float64, error) {
	at := (b.t + t) / 2
	r.method.At(at, r.report)
	r.report.T = at
	defer r.rubs.asOf(at)()
	if err := r.state.Measure(r.report); err != nil {
		return 0, err
	}
	return r.state.Power(), nil
}

// relative returns the drift relative to the largest energy, nil when it
// cannot be told.
func (b *balance) relative() *float64 {
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
