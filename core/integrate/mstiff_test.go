package integrate

import (
	"math"
	"testing"
)

// frozenMEBDF integrates the free oscillator to t = 1 with k past points from an exact
// history and returns the error there.
func frozenMEBDF(t *testing.T, k int, h float64) float64 {
	p, s := oscillator(false)
	consistent(t, p, s)
	m := new(mstiff)
	if err := m.Init(p, s, &Options{Tol: 1e3, NewtonTol: 1e-15, HMax: 1}); err != nil {
		t.Fatal(err)
	}
	exact := func(z []float64, at float64) { z[0], z[1] = freeExact(at) }
	m.restart = false
	m.hist.resetHistory(float64(-k)*h, h, 1)
	exact(m.hist.phi[0], float64(-k)*h)
	for i := 1; i <= k; i++ {
		at := float64(i-k) * h
		m.hist.prepareTime(at)
		m.hist.predict(m.zp, m.zdot, i)
		exact(m.hist.e, at)
		addScaled(m.hist.e, -1, m.zp)
		m.hist.appendPoint(at, i)
	}
	for i := 1; i <= int(math.Round(1/h)); i++ {
		m.k, m.h = k, h
		if err := m.Step(float64(i) * h); err != nil {
			t.Fatal(err)
		}
	}
	x, v := freeExact(1)
	return math.Hypot(m.now.Q[0]-x, (m.now.V[0]-v)/10) // the oscillator turns at 10 rad/s
}

func TestOrderMEBDF(t *testing.T) {
	for k := 1; k <= 8; k++ {
		h := 0.005 // errors within the order's range and above rounding
		switch {
		case k == 8:
			h = 0.02
		case k > 4:
			h = 0.01
		}
		e0, e1 := frozenMEBDF(t, k, h), frozenMEBDF(t, k, h/2)
		if o := slope(e0, e1); math.Abs(o-float64(k+1)) > 0.4 {
			t.Errorf("order %d: errors %.3g and %.3g show order %.2f", k+1, e0, e1, o)
		}
	}
}
