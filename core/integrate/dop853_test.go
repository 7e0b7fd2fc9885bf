package integrate

import (
	"math"
	"testing"
)

// The tables fulfil the row sums, the quadrature conditions of order 8 and the first
// of the embedded formulas: a digit that is wrong shows.
func TestCoefficientsDop853(t *testing.T) {
	for i := 1; i < 16; i++ {
		if i == 12 { // the end of the step
			continue
		}
		sum := 0.0
		for _, a := range dopA[i] {
			sum += a
		}
		if math.Abs(sum-dopC[i]) > 2e-14 {
			t.Errorf("row %d sums to %.17g, not %.17g", i, sum, dopC[i])
		}
	}
	for m := 1; m <= 8; m++ {
		sum, e3, e5 := 0.0, 0.0, 0.0
		for j := range 12 {
			x := math.Pow(dopC[j], float64(m-1))
			sum += dopB[j] * x
			e3 += dopE3[j] * x
			e5 += dopE5[j] * x
		}
		if math.Abs(sum-1/float64(m)) > 1e-14 || m <= 3 && math.Abs(e3) > 1e-14 || m <= 5 && math.Abs(e5) > 1e-14 {
			t.Errorf("degree %d: weights off by %g, embedded %g %g", m-1, sum-1/float64(m), e3, e5)
		}
	}
}

// takeEqualSteps takes n equal steps to 1 with the damped oscillator by a method with this stepControl, and returns the errors at the end and inside of steps.
func takeEqualSteps(t *testing.T, m Method, c *stepControl, n int) (end, inside float64) {
	t.Helper()
	p, s := oscillator(false)
	consistent(t, p, s)
	if err := m.Init(p, s, &Options{Tol: 1e6, HMax: 1, Interpolate: true}); err != nil {
		t.Fatal(err)
	}
	out, h := NewPoint(&p.n), 1/float64(n)
	for range n {
		c.opt.HMax, c.h = h, h
		if err := m.Step(1); err != nil {
			t.Fatal(err)
		}
		for _, θ := range []float64{0.15, 0.5, 0.9} {
			m.InterpolateAt(c.next.T+θ*h, out)
			x, v := freeExact(out.T)
			inside = math.Max(inside, math.Max(math.Abs(out.Q[0]-x), math.Abs(out.V[0]-v)))
		}
	}
	if c.stats.Steps != n || math.Abs(c.now.T-1) > 1e-12 {
		t.Fatalf("%d steps to %g, wanted %d", c.stats.Steps, c.now.T, n)
	}
	x, v := freeExact(c.now.T)
	return math.Max(math.Abs(c.now.Q[0]-x), math.Abs(c.now.V[0]-v)), inside
}

// checkOrder holds the orders of errors at the end and inside of n and 2n steps against those wanted: that at the end within an interval.
func checkOrder(t *testing.T, steps func(n int) (end, inside float64), n int, order, within, inside float64) {
	t.Helper()
	e0, d0 := steps(n)
	e1, d1 := steps(2 * n)
	if o := slope(e0, e1); math.Abs(o-order) > within {
		t.Errorf("errors %.3g and %.3g show order %.2f", e0, e1, o)
	}
	if o := slope(d0, d1); o < inside {
		t.Errorf("inside steps errors %.3g and %.3g show order %.2f", d0, d1, o)
	}
}

func TestOrderDop853(t *testing.T) {
	checkOrder(t, func(n int) (end, inside float64) {
		m := new(dop853)
		return takeEqualSteps(t, m, &m.stepControl, n)
	}, 10, 8, 0.6, 6.8)
}
