package integrate

import (
	"math"
	"testing"
)

// ball falls onto g = q ≥ 0.
func ball(e float64) *nonsmoothToy {
	return newHard(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
		r.V[0] = 2*p.A[0] + 2*9.81
		return nil
	}, condition{j: []float64{1}, e: e})
}

// A ball dropped from 1 m rebounds to e²: impacts are looked for, so that the apex does not depend on the step. All
// bounces of e = 0.9 end at the sum of a geometric series, and the ball stays where it came to rest.
func TestNSCBounces(t *testing.T) {
	const g = 9.81
	for _, h := range []float64{1e-3, 5e-3, 0.02} {
		p := ball(0.7)
		start := &Point{Q: []float64{1}, V: []float64{0}, A: []float64{-g}}
		fall := math.Sqrt(2 / g)
		apex := fall * (1 + 0.7)
		var at float64
		stats := run(t, "NSC", p, start, Options{FixedStep: h}, apex, 0, func(p *Point) { at = p.Q[0] })
		if math.Abs(at-0.49) > 1e-7 || stats.Impacts != 1 {
			t.Errorf("h %g: apex at %.9g after %d impacts, want 0.49 after one", h, at, stats.Impacts)
		}
	}
	// Impacts just at the end of a step, by rounding on this side or that.
	for _, h := range []float64{0.0625, 0.02, 0.01, 0.004} {
		free := newHard(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error { r.V[0] = 2 * p.A[0]; return nil }, condition{j: []float64{1}, e: 0.5})
		start, at := &Point{Q: []float64{1}, V: []float64{-1}, A: []float64{0}}, 0.0
		run(t, "NSC", free, start, Options{FixedStep: h}, 2, 0, func(p *Point) { at = p.Q[0] })
		if math.Abs(at-0.5) > 1e-7 {
			t.Errorf("h %g, impact at the end of a step: at %.9g, want 0.5", h, at)
		}
	}
	p := ball(0.9)
	start := &Point{Q: []float64{1}, V: []float64{0}, A: []float64{-g}}
	end := math.Sqrt(2/g) * (1 + 2*0.9/(1-0.9)) // 8.58 s
	most := 0.0
	stats := run(t, "NSC", p, start, Options{FixedStep: 1e-3}, 12, 0.01, func(p *Point) {
		if p.T > end+0.02 {
			most = math.Max(most, math.Abs(p.Q[0]))
		}
		if p.Q[0] < -1e-9 {
			t.Fatalf("time %g: %g below the floor", p.T, p.Q[0])
		}
	})
	if most > 1e-8 || stats.Impacts < 30 {
		t.Errorf("after the last bounce the ball is at %g; %d impacts", most, stats.Impacts)
	}
}

// The energy of bounces never grows, however the step compares with the flights.
func TestNSCBouncesLose(t *testing.T) {
	for _, e := range []float64{0, 0.3, 0.7, 0.95} {
		for _, h := range []float64{0.3, 0.1, 0.03, 0.007} {
			p := ball(e)
			start := &Point{Q: []float64{0.2}, V: []float64{0.3}, A: []float64{-9.81}}
			top := 9.81*0.2 + 0.3*0.3/2
			run(t, "NSC", p, start, Options{FixedStep: h, HMax: h}, 6, h, func(p *Point) {
				e := 9.81*p.Q[0] + p.V[0]*p.V[0]/2
				if e > top*(1+1e-9)+1e-7 {
					t.Errorf("e %g, h %g, time %g: energy %g after %g", e, h, p.T, e, top)
				}
				top = e
			})
		}
	}
}

// Order 2 on a smooth problem, and dissipation: a pendulum with a state.
func TestNSCOrder(t *testing.T) {
	make := func() (*nonsmoothToy, *Point) {
		p := newHard(Layout{NQ: 1, NV: 1, NX: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0] + 3*math.Sin(p.Q[0]) + 0.1*p.V[0] + p.X[0]
			r.X[0] = p.XDot[0] - (p.V[0] - 2*p.X[0])
			return nil
		})
		return p, consistent(t, p, &Point{Q: []float64{1}, V: []float64{0}, A: []float64{0}, X: []float64{0.2}, XDot: []float64{0}})
	}
	end := func(h float64) (q, x float64) {
		p, start := make()
		run(t, "NSC", p, start, Options{FixedStep: h}, 2, 0, func(p *Point) { q, x = p.Q[0], p.X[0] })
		return q, x
	}
	q, x := end(1.0 / 4096)
	var last float64
	for _, h := range []float64{1.0 / 32, 1.0 / 64, 1.0 / 128, 1.0 / 256} {
		a, b := end(h)
		e := math.Hypot(a-q, b-x)
		if last > 0 && (e/last > 0.3 || e > 1e-2) {
			t.Errorf("h %g: error %g after %g with twice the step", h, e, last)
		}
		last = e
	}
}
