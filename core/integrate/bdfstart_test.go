package integrate

import (
	"math"
	"testing"
)

// TestStartBDF: from accelerations and one small step the history holds two points before
// the start, exact for cubic positions, and the first step at order 2 has the
// speeds of the motion to h² v"/3; the whole start is worth it.
func TestStartBDF(t *testing.T) {
	p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error { r.V[0] = p.A[0] - 6*p.T - 2; return nil })
	s := NewPoint(&p.n)
	s.V[0] = 1
	consistent(t, p, s)
	m := new(dstiff)
	if err := m.Init(p, s, &Options{Tol: 1e-6, H0: 1e-8, HMax: 1, Interpolate: true, Index: 1}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the small step and the first of BDF
		if err := m.Step(1); err != nil {
			t.Fatal(err)
		}
	}
	q := func(t float64) (float64, float64) { return t + t*t + t*t*t, 1 + 2*t + 3*t*t }
	x, v := q(m.now.T)
	h := m.hUsed
	// v" is 6; rates of accelerations are differences over 1e-8 s, good to 1e-8.
	if m.stats.Order != 2 || math.Abs(m.now.V[0]-v) > 2.1*h*h || math.Abs(m.now.Q[0]-x) > 2*h*h*h {
		t.Errorf("order %d, h %g: position off by %g, speed by %g", m.stats.Order, h, m.now.Q[0]-x, m.now.V[0]-v)
	}
	past, _ := q(m.now.T - 2*h)
	m.hist.interpolateAt(m.now.T-2*h, m.zp, nil, 3)
	if math.Abs(m.zp[0]-past) > 1e-12+1e-8*h*h*h {
		t.Errorf("a point of the history is off by %g", m.zp[0]-past)
	}
	// IDA's slider-crank reaches 0.3 s, six steps of the size that follows, in 20 steps at most (36 where the start is of order 1).
	c, at := crank()
	consistent(t, c, at)
	d, _ := New("VSTIFF")
	o := free(2e-6)
	if err := d.Init(c, at, &o); err != nil {
		t.Fatal(err)
	}
	for d.Now().T < 0.3 {
		if err := d.Step(10); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.Stats().Steps; n > 20 {
		t.Errorf("%d steps to 0.3 s", n)
	}
}
