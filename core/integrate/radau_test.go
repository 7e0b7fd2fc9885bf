package integrate

import (
	"math"
	"testing"
)

// fixedRadau takes n equal steps to end and returns the error of positions and
// speeds that ref reports.
func fixedRadau(t *testing.T, mk func() (*toy, *Point), order, n int, end float64, ref [2]float64) float64 {
	t.Helper()
	p, s := mk()
	consistent(t, p, s)
	m := new(radau)
	o := Options{Tol: 1e4, NewtonTol: 2e-14, HMax: 1, MaxOrder: order}
	if err := m.Init(p, s, &o); err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= n; i++ {
		m.h = end / float64(n)
		if err := m.Step(end * float64(i) / float64(n)); err != nil {
			t.Fatal(err)
		}
	}
	if m.stats.Steps != n || m.now.T < end {
		t.Fatalf("%d steps to %g, wanted %d", m.stats.Steps, m.now.T, n)
	}
	return math.Max(math.Abs(m.now.Q[0]-ref[0]), math.Abs(m.now.V[0]-ref[1]))
}

func TestOrderRadau(t *testing.T) {
	swing := table(t, "pendulum.csv")[5]
	x, v := freeExact(1)
	linear := func() (*toy, *Point) { return oscillator(false) }
	for _, c := range []struct {
		order, n int
		mk       func() (*toy, *Point)
		end      float64
		ref      [2]float64
	}{
		{5, 16, pendulum, 0.5, [2]float64{swing[1], swing[3]}}, // with a constraint the full order as well
		{9, 6, linear, 1, [2]float64{x, v}}, {13, 3, linear, 1, [2]float64{x, v}},
	} {
		e0 := fixedRadau(t, c.mk, c.order, c.n, c.end, c.ref)
		e1 := fixedRadau(t, c.mk, c.order, 2*c.n, c.end, c.ref)
		if o := slope(e0, e1); math.Abs(o-float64(c.order)) > 0.7 {
			t.Errorf("order %d: errors %.3g and %.3g show order %.2f", c.order, e0, e1, o)
		}
	}
}

// The coefficients of three stages are the known ones: c = (4-√6)/10, (4+√6)/10, 1,
// last row (16-√6)/36, (16+√6)/36, 1/9, real eigenvalue of the inverse 3.6378342527.
func TestCoefficientsRadau(t *testing.T) {
	k, r := newRadauIIA(3), math.Sqrt(6)
	want := []float64{(4 - r) / 10, (4 + r) / 10, 1, (16 - r) / 36, (16 + r) / 36, 1. / 9, 3.6378342527444957}
	got := []float64{k.c[0], k.c[1], k.c[2], k.a[2][0], k.a[2][1], k.a[2][2], 1 / k.g}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-13 {
			t.Errorf("coefficient %d: %.17g, want %.17g", i, got[i], want[i])
		}
	}
	for _, s := range []int{3, 5, 7} {
		k := newRadauIIA(s)
		for m := 1; m < 2*s; m++ { // quadrature is exact up to degree 2s-2
			sum := 0.0
			for j, c := range k.c {
				sum += k.a[s-1][j] * math.Pow(c, float64(m-1))
			}
			if math.Abs(sum-1/float64(m)) > 1e-13 {
				t.Errorf("%d stages: ∫x^%d is off by %g", s, m-1, sum-1/float64(m))
			}
		}
	}
}

// A closed form far on the stiff side: q” + 1e8 (q - cos t) + 2e4 q' = forcing that
// makes q = cos t exact. The step is set by cos t, not by the rates.
func TestStiffRadau(t *testing.T) {
	p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
		c, s := math.Cos(p.T), math.Sin(p.T)
		r.V[0] = p.A[0] + c + 2e4*(p.V[0]+s) + 1e8*(p.Q[0]-c)
		return nil
	})
	s := NewPoint(&p.n)
	s.Q[0] = 1
	var end float64
	st := run(t, "RADAU", p, consistent(t, p, s), free(1e-6), 10, 10, func(pt *Point) { end = pt.Q[0] })
	if e := math.Abs(end - math.Cos(10)); e > 1e-7 || st.Steps > 100 {
		t.Errorf("error %.2g in %d steps", e, st.Steps)
	}
}

// TestFilteredErrorRadau: the filter is (1 - hγJ)⁻¹, here of q' = v, v' = -c v - k q and x' = -λ x.
func TestFilteredErrorRadau(t *testing.T) {
	const c, k, λ, h = 30., 4e4, 700., 0.01
	p := newToy(Layout{NQ: 1, NV: 1, NX: 1}, func(r *Residual, p *Point) error {
		r.V[0] = p.A[0] + c*p.V[0] + k*p.Q[0]
		r.X[0] = p.XDot[0] + λ*p.X[0]
		return nil
	})
	s := NewPoint(&p.n)
	m := new(radau)
	o := free(1e-6)
	if err := m.Init(p, consistent(t, p, s), &o); err != nil {
		t.Fatal(err)
	}
	g := m.tab.g * h
	m.next.Copy(s) // at rest, which solves the equations
	if err := p.Factor(s, Coef{g, g * g, g}, true); err != nil {
		t.Fatal(err)
	}
	const eQ, eV, eX = 2e-6, -3e-3, 5e-5
	m.errQ[0], m.inc[0].A[0], m.inc[0].XDot[0] = eQ, eV, eX
	if _, err := m.filterError(h); err != nil {
		t.Fatal(err)
	}
	v := (eV - g*k*eQ) / (1 + g*c + g*g*k)
	for what, x := range map[string][2]float64{"position": {m.raw[0], eQ + g*v}, "speed": {m.zr.A[0], v}, "state": {m.zr.XDot[0], eX / (1 + g*λ)}} {
		if !(math.Abs(x[0]-x[1]) <= 1e-6*math.Abs(x[1])) {
			t.Errorf("%s: %.10g, want %.10g", what, x[0], x[1])
		}
	}
}
