package integrate

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// explicitEnd integrates p from s to end in n equal steps.
func explicitEnd(t *testing.T, method string, p *toy, s *Point, end float64, n int) *Point {
	t.Helper()
	out := NewPoint(&p.n)
	m, err := New(method)
	if err == nil {
		err = m.Init(p, consistent(t, p, s), &Options{HMax: end / float64(n), ConstrTol: 1e-13})
	}
	for err == nil && m.Now().T < end {
		err = m.Step(end)
	}
	if err != nil {
		t.Fatal(err)
	}
	if m.Stats().Steps != n {
		t.Fatalf("%s: %d steps, wanted %d", method, m.Stats().Steps, n)
	}
	out.Copy(m.Now())
	return out
}

// damped oscillator, turning rod on a constraint, x' = -x cos t and the heavy top: forces
// that depend on speeds, position rows, states, quaternions.
func explicitErrors(t *testing.T, method string, n int) (e [6]float64) {
	t.Helper()
	p, s := oscillator(false)
	end := explicitEnd(t, method, p, s, 1, n)
	x, v := freeExact(1)
	e[0], e[1] = math.Abs(end.Q[0]-x), math.Abs(end.V[0]-v)

	ref := table(t, "pendulum.csv")[20] // t = 2
	p, s = pendulum()
	end = explicitEnd(t, method, p, s, 2, 2*n)
	e[2], e[3] = math.Abs(end.Q[0]-ref[1]), math.Abs(end.V[0]-ref[3])

	p = newToy(Layout{NX: 1}, func(r *Residual, p *Point) error {
		r.X[0] = p.XDot[0] + p.X[0]*math.Cos(p.T)
		return nil
	})
	s = NewPoint(&p.n)
	s.X[0] = 1
	e[4] = math.Abs(explicitEnd(t, method, p, s, 2, n).X[0] - math.Exp(-math.Sin(2)))

	// Free turning of a body with an axis of symmetry along its first axis: that axis
	// turns about the angular momentum L at |L|/J2.
	const j1, j2 = 2.0, 1.0
	p = newToy(Layout{NQ: 4, NV: 3}, func(r *Residual, p *Point) error {
		q, w, a := p.Q, [3]float64(p.V), [3]float64(p.A)
		u := [3]float64{q[0]*q[0] + q[1]*q[1] - q[2]*q[2] - q[3]*q[3], 2 * (q[1]*q[2] + q[0]*q[3]), 2 * (q[1]*q[3] - q[0]*q[2])}
		uw, ua := 0.0, 0.0
		for i := range 3 {
			uw += u[i] * w[i]
			ua += u[i] * a[i]
		}
		jw := [3]float64{}
		for i := range 3 {
			jw[i] = j2*w[i] + (j1-j2)*uw*u[i]
		}
		c := cross(w, jw)
		for i := range 3 {
			r.V[i] = j2*a[i] + (j1-j2)*ua*u[i] + c[i]
		}
		return nil
	})
	p.nQuat = 1
	s = NewPoint(&p.n)
	s.Q[0] = 1
	s.V[0], s.V[1] = 1, 2 // L = (2, 2, 0), the first axis at 45° to it
	q := explicitEnd(t, method, p, s, 1, n).Q
	angle := 2 * math.Sqrt2 // |L|/J2 times 1 s
	want := (1 - math.Cos(angle)) / 2
	e[5] = math.Abs(2*(q[1]*q[2]+q[0]*q[3]) - want) // y of the axis
	return e
}

func TestOrderExplicit(t *testing.T) {
	for _, c := range []struct {
		method string
		order  float64
		n      int
	}{{"RK4", 4, 80}, {"VERLET", 2, 400}} {
		e0, e1 := explicitErrors(t, c.method, c.n), explicitErrors(t, c.method, 2*c.n)
		for i := range e0 {
			// Errors of higher order are a tenth at these steps.
			if o := slope(e0[i], e1[i]); math.Abs(o-c.order) > 0.25 {
				t.Errorf("%s, quantity %d: errors %.3g and %.3g show order %.2f", c.method, i, e0[i], e1[i], o)
			}
		}
	}
}

// A linear oscillation keeps the energy (v² + ω²(1 - (hω/2)²) q²)/2 exactly, so that the
// plain one stays within (hω)²/4 of what it was, with one evaluation a step.
func TestVerletSymplectic(t *testing.T) {
	const w, h, n = 10.0, 0.02, 100000
	evaluations := 0
	p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
		evaluations++
		r.V[0] = p.A[0] + w*w*p.Q[0]
		return nil
	})
	d := &directToy{p, func(p *Point) {
		evaluations++
		p.A[0] = -w * w * p.Q[0]
	}}
	s := NewPoint(&p.n)
	s.Q[0], s.A[0] = 1, -w*w
	m := new(verlet)
	if err := m.Init(d, s, &Options{HMax: h}); err != nil {
		t.Fatal(err)
	}
	r := (h * w / 2) * (h * w / 2)
	kept, plain := 0.0, 0.0
	for i := 1; i <= n; i++ {
		if err := m.Step(float64(i) * h); err != nil {
			t.Fatal(err)
		}
		q, v := m.now.Q[0], m.now.V[0]
		kept = math.Max(kept, math.Abs(v*v/(w*w*(1-r))+q*q-1))
		plain = math.Max(plain, math.Abs(v*v/(w*w)+q*q-1))
	}
	// Rounding of 1e5 steps, each a few units of 1e-16, times that of the time grid.
	if kept > 1e-8 || plain > 1.01*r || plain < 0.9*r {
		t.Errorf("the modified energy is off by %.3g, the plain one by %.3g of %.3g", kept, plain, r)
	}
	if evaluations != n+1 {
		t.Errorf("%d evaluations in %d steps", evaluations, n)
	}
}

// directToy is a toy that knows its rates.
type directToy struct {
	*toy
	f func(p *Point)
}

// FactorsLoops implements Direct.
func (d *directToy) FactorsLoops() bool { return false }

func (d *directToy) SolveRatesDirectly(p *Point, _, _ float64, _ bool) (bool, error) {
	d.f(p)
	return true, nil
}

// A step beyond the limit of stability ends with an error that names the unknown.
func TestExplicitBlowsUp(t *testing.T) {
	for _, method := range []string{"RK4", "VERLET"} {
		p := newToy(Layout{NQ: 2, NV: 2}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0] + p.Q[0]
			r.V[1] = p.A[1] + 1e6*p.Q[1]
			return nil
		})
		s := NewPoint(&p.n)
		s.Q[0], s.Q[1] = 1, 1e-6
		m, _ := New(method)
		err := m.Init(p, consistent(t, p, s), &Options{HMax: 0.01})
		for err == nil && m.Now().T < 10 {
			err = m.Step(10)
		}
		var c *ConvergenceError
		if !errors.As(err, &c) || c.WorstIdx != 1 || c.WorstKind != RawPos && c.WorstKind != Speed || !strings.Contains(c.Reason, "fixed step") {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// Steps between outputs are equal and none is longer than asked for, and the interpolant of
// VERLET's third order and RK4's fourth meets the ends.
func TestExplicitSteps(t *testing.T) {
	for _, method := range []string{"RK4", "VERLET"} {
		p, s := oscillator(false)
		m, _ := New(method)
		if err := m.Init(p, consistent(t, p, s), &Options{HMax: 0.003}); err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= 100; i++ {
			limit := float64(i) * 0.01
			for m.Now().T < limit {
				if err := m.Step(limit); err != nil {
					t.Fatal(err)
				}
				if h := m.Stats().H; math.Abs(h-0.0025) > 1e-12 {
					t.Fatalf("%s: a step of %g", method, h)
				}
			}
			if m.Now().T != limit {
				t.Fatalf("%s: %g, not %g", method, m.Now().T, limit)
			}
		}
	}
}

func TestNoAllocationExplicit(t *testing.T) {
	for _, name := range []string{"RK4", "VERLET"} {
		for _, mk := range []func() (*toy, *Point){pendulum, top} {
			p, s := mk()
			m, _ := New(name)
			if err := m.Init(p, consistent(t, p, s), &Options{HMax: 1e-3}); err != nil {
				t.Fatal(err)
			}
			dst := NewPoint(&p.n)
			if n := testing.AllocsPerRun(50, func() {
				if err := m.Step(10); err != nil {
					t.Fatal(err)
				}
				m.InterpolateAt(m.Now().T, dst)
			}); n != 0 {
				t.Errorf("%s: %g allocations a step", name, n)
			}
		}
	}
}
