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

func fixedDop853(t *testing.T, n int) (end, inside float64) {
	t.Helper()
	p, s := oscillator(false)
	consistent(t, p, s)
	m := new(dop853)
	if err := m.Init(p, s, &Options{Tol: 1e6, HMax: 1, Interpolate: true}); err != nil {
		t.Fatal(err)
	}
	out := NewPoint(&p.n)
	for i := 1; i <= n; i++ {
		m.opt.HMax = 1 / float64(n)
		m.h = m.opt.HMax
		if err := m.Step(1); err != nil {
			t.Fatal(err)
		}
		for _, θ := range []float64{0.15, 0.5, 0.9} {
			m.At(m.next.T+θ*m.hStep, out)
			x, v := freeExact(out.T)
			inside = math.Max(inside, math.Max(math.Abs(out.Q[0]-x), math.Abs(out.V[0]-v)))
		}
	}
	if m.stats.Steps != n || math.Abs(m.now.T-1) > 1e-12 {
		t.Fatalf("%d steps to %g, wanted %d", m.stats.Steps, m.now.T, n)
	}
	x, v := freeExact(m.now.T)
	return math.Max(math.Abs(m.now.Q[0]-x), math.Abs(m.now.V[0]-v)), inside
}

func TestOrderDop853(t *testing.T) {
	e0, d0 := fixedDop853(t, 10)
	e1, d1 := fixedDop853(t, 20)
	if o := slope(e0, e1); math.Abs(o-8) > 0.6 {
		t.Errorf("errors %.3g and %.3g show order %.2f", e0, e1, o)
	}
	if o := slope(d0, d1); o < 6.8 {
		t.Errorf("inside steps errors %.3g and %.3g show order %.2f", d0, d1, o)
	}
}
