package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// balance follows kinetic energy plus the potential of gravity less the work
// of applied forces and motions over accepted steps. The work of a step is the
// integral of the parabola through the power at its ends and at the end of the
// step before.
type balance struct {
	e0, work    float64
	largest     float64
	drift       float64
	t, p        [2]float64 // the last two points: time and power, newest first
	n           int
	undefinable bool
}

func (b *balance) begin(r *runner) {
	if r.state.Report(r.point) != nil {
		b.undefinable = true
		return
	}
	k, v := r.state.Energy()
	b.e0 = k + v - b.work
	b.largest = math.Max(b.largest, math.Max(k, math.Abs(v)))
	b.t[0], b.p[0], b.n = r.point.T, r.state.Power(), 1
}

func (b *balance) step(r *runner, now *integrate.Point) error {
	if err := r.state.Measure(now); err != nil {
		return err
	}
	p := r.state.Power()
	b.work += b.area(now.T, p)
	b.t[1], b.p[1] = b.t[0], b.p[0]
	b.t[0], b.p[0] = now.T, p
	b.n++
	k, v := r.state.Energy()
	b.largest = math.Max(b.largest, math.Max(k, math.Abs(v-b.e0)))
	b.drift = math.Max(b.drift, math.Abs(k+v-b.work-b.e0))
	return nil
}

// area integrates the power from the last point to (t, p). With h the step and
// g the one before, the parabola through all three gives the trapezium less
// h³/6 times its second divided difference.
func (b *balance) area(t, p float64) float64 {
	h := t - b.t[0]
	a := h * (p + b.p[0]) / 2
	g := b.t[0] - b.t[1]
	if b.n < 2 || g <= 0 || h <= 0 || h > 4*g {
		return a
	}
	second := ((p-b.p[0])/h - (b.p[0]-b.p[1])/g) / (h + g)
	return a - h*h*h/6*second
}

// relative returns the drift relative to the largest energy, nil when it
// cannot be told.
func (b *balance) relative() *float64 {
	if b.undefinable || b.n == 0 {
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
