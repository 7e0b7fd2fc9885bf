package integrate

import (
	"math"
	"testing"
)

// slope is the order that errors at h and h/2 show.
func slope(e0, e1 float64) float64 { return math.Log2(e0 / e1) }

// frozenBDF integrates the free oscillator to t = 1 at order k and step h from
// an exact history and returns the error of the position.
func frozenBDF(t *testing.T, k int, h float64) float64 {
	p, s := oscillator(false)
	consistent(t, p, s)
	d := new(dstiff)
	if err := d.Init(p, s, &Options{Tol: 1e3, NewtonTol: 1e-15, HMax: 1}); err != nil {
		t.Fatal(err)
	}
	exact := func(z []float64, at float64) { z[0], z[1] = freeExact(at) }
	d.restart = false
	d.hist.resetHistory(float64(-k)*h, h, 1)
	exact(d.hist.phi[0], float64(-k)*h)
	for m := 1; m <= k; m++ {
		at := float64(m-k) * h
		d.hist.prepareTime(at)
		d.hist.predict(d.zp, d.zdot, m)
		exact(d.hist.e, at)
		addScaled(d.hist.e, -1, d.zp)
		d.hist.appendPoint(at, m)
	}
	for i := 1; i <= int(math.Round(1/h)); i++ {
		d.k, d.h = k, h
		if err := d.Step(float64(i) * h); err != nil {
			t.Fatal(err)
		}
	}
	x, _ := freeExact(1)
	return math.Abs(d.now.Q[0] - x)
}

func TestOrderBDF(t *testing.T) {
	for k := 1; k <= 5; k++ {
		e0, e1 := frozenBDF(t, k, 0.005), frozenBDF(t, k, 0.0025)
		if o := slope(e0, e1); math.Abs(o-float64(k)) > 0.35 {
			t.Errorf("order %d: errors %.3g and %.3g show order %.2f", k, e0, e1, o)
		}
	}
}

func frozenAdams(t *testing.T, k int, h float64) float64 {
	p, s := oscillator(false)
	consistent(t, p, s)
	m := new(abam)
	if err := m.Init(p, s, &Options{Tol: 1e3, HMax: 1}); err != nil {
		t.Fatal(err)
	}
	m.accelTol, m.restart = 1e-14, false
	exact := func(z []float64, at float64) {
		x, v := freeExact(at)
		z[0], z[1] = v, -2*v-100*x
	}
	m.hist.resetHistory(float64(1-k)*h, h, 1)
	exact(m.hist.phi[0], float64(1-k)*h)
	for i := 1; i < k; i++ {
		at := float64(i+1-k) * h
		m.hist.prepareTime(at)
		m.hist.predict(m.fp, nil, i)
		exact(m.hist.e, at)
		addScaled(m.hist.e, -1, m.fp)
		m.hist.appendPoint(at, i)
	}
	for i := 1; i <= int(math.Round(1/h)); i++ {
		m.k, m.h = k, h
		if err := m.Step(float64(i) * h); err != nil {
			t.Fatal(err)
		}
	}
	x, _ := freeExact(1)
	return math.Abs(m.now.Q[0] - x)
}

// With the corrector one order above the predictor the method is of order k+1.
func TestOrderAdams(t *testing.T) {
	for k := 1; k <= 7; k++ {
		h := 0.02
		if k < 4 {
			h = 0.005
		}
		e0, e1 := frozenAdams(t, k, h), frozenAdams(t, k, h/2)
		if o := slope(e0, e1); math.Abs(o-float64(k+1)) > 0.7 {
			t.Errorf("order %d: errors %.3g and %.3g show order %.2f", k, e0, e1, o)
		}
	}
}

// TestOrderHHT measures positions, speeds and multipliers of the pendulum, and
// the position of a first-order state with x' = -x cos t.
func TestOrderHHT(t *testing.T) {
	ref := table(t, "pendulum.csv")[20] // t = 2
	var last [4]float64
	for i, h := range []float64{0.004, 0.002, 0.001} {
		p, s := pendulum()
		consistent(t, p, s)
		end := NewPoint(&p.n)
		run(t, "HHT", p, s, Options{FixedStep: h, NewtonTol: 1e-15}, 2, 2, func(pt *Point) { end.Copy(pt) })
		x := NewPoint(&Layout{NX: 1})
		q := newToy(Layout{NX: 1}, func(r *Residual, p *Point) error {
			r.X[0] = p.XDot[0] + p.X[0]*math.Cos(p.T)
			return nil
		})
		x.X[0] = 1
		run(t, "HHT", q, consistent(t, q, x), Options{FixedStep: h, NewtonTol: 1e-15}, 2, 2, func(pt *Point) { x.Copy(pt) })
		e := [4]float64{math.Abs(end.Q[0] - ref[1]), math.Abs(end.V[0] - ref[3]),
			math.Abs(-end.L[0] - ref[5]), math.Abs(x.X[0] - math.Exp(-math.Sin(2)))}
		for j := range e {
			if o := slope(last[j], e[j]); i > 0 && math.Abs(o-2) > 0.2 {
				t.Errorf("quantity %d at h=%g: error %.3g after %.3g, order %.2f", j, h, e[j], last[j], o)
			}
		}
		last = e
	}
}

// TestMultipliersHHT: from the start on, multipliers of the stabilised form
// agree with the acceleration level's to second order.
func TestMultipliersHHT(t *testing.T) {
	var last float64
	for i, h := range []float64{1e-3, 5e-4} {
		p, s := top()
		consistent(t, p, s)
		w, q, worst := NewLinearSolver(p), NewPoint(&p.n), 0.0
		run(t, "HHT", p, s, Options{FixedStep: h}, 0.1, h, func(pt *Point) {
			q.Copy(pt)
			if err := SolveAccelerations(p, q, w); err != nil {
				t.Fatal(err)
			}
			worst = math.Max(worst, math.Abs(q.L[0]-pt.L[0]))
		})
		if o := slope(last, worst); i > 0 && o < 1.6 || worst > 0.1 {
			t.Errorf("h=%g: multiplier off by %.3g after %.3g", h, worst, last)
		}
		last = worst
	}
}

// TestInterpolation compares the interpolant inside the steps with the closed
// form.
func TestInterpolation(t *testing.T) {
	for _, c := range []struct {
		method     string
		tol, bound float64
	}{{"DSTIFF", 1e-6, 3e-6}, {"ABAM", 1e-6, 3e-6}, {"HHT", 1e-5, 2e-4}, {"RADAU", 1e-6, 3e-6}, {"DOP853", 1e-6, 3e-6}, {"VSTIFF", 1e-6, 3e-6}, {"MSTIFF", 1e-6, 3e-6}, {"RK4", 1e-6, 1e-5}, {"VERLET", 1e-6, 1e-3}} {
		p, s := oscillator(false)
		consistent(t, p, s)
		m, err := New(c.method)
		if err != nil {
			t.Fatal(err)
		}
		o := free(c.tol)
		if c.method == "RK4" || c.method == "VERLET" {
			o.HMax = 0.01 // their step
		}
		if err := m.Init(p, s, &o); err != nil {
			t.Fatal(err)
		}
		dst, from, worst, worstV := NewPoint(&p.n), 0.0, 0.0, 0.0
		for m.Now().T < 2 {
			if err := m.Step(2); err != nil {
				t.Fatal(err)
			}
			for i := range 5 {
				at := from + (m.Now().T-from)*float64(i)/4
				m.InterpolateAt(at, dst)
				x, v := freeExact(at)
				worst = math.Max(worst, math.Abs(dst.Q[0]-x))
				worstV = math.Max(worstV, math.Abs(dst.V[0]-v))
				if dst.T != at {
					t.Fatalf("%s: asked for %g, got %g", c.method, at, dst.T)
				}
			}
			from = m.Now().T
		}
		if worst > c.bound || worstV > 30*c.bound {
			t.Errorf("%s: interpolant off by %.3g, its speed by %.3g", c.method, worst, worstV)
		}
	}
}
