package integrate

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// TestCoefficientsDopri5: the table fulfils the row sums, the quadrature conditions of order 5, and of order 4 with the embedded weights.
func TestCoefficientsDopri5(t *testing.T) {
	for i, row := range dp5A {
		sum := 0.0
		for _, a := range row {
			sum += a
		}
		if math.Abs(sum-dp5C[i]) > 1e-14 {
			t.Errorf("row %d sums to %.17g, not %.17g", i, sum, dp5C[i])
		}
	}
	for m := 1; m <= 5; m++ {
		sum, e := 0.0, 0.0
		for j, c := range dp5C {
			x := math.Pow(c, float64(m-1))
			if j < 6 {
				sum += dp5A[6][j] * x
			}
			e += dp5E[j] * x
		}
		if math.Abs(sum-1/float64(m)) > 1e-14 || m <= 4 && math.Abs(e) > 1e-14 {
			t.Errorf("degree %d: weights off by %g, embedded %g", m-1, sum-1/float64(m), e)
		}
	}
}

func TestOrderDopri5(t *testing.T) {
	checkOrder(t, func(n int) (end, inside float64) {
		m := new(dopri5)
		return takeEqualSteps(t, m, &m.stepControl, n)
	}, 100, 5, 0.3, 3.7)
}

// TestOneStepDigits: errors follow the tolerance, with both explicit methods, on rows, too.
func TestOneStepDigits(t *testing.T) {
	for _, tol := range []float64{1e-3, 1e-5, 1e-8, 1e-11} {
		for name, c := range map[string]struct {
			make func() (*toy, *Point)
			end  float64
			want func() (x, v float64)
		}{
			"oscillator": {func() (*toy, *Point) { return oscillator(false) }, 1, func() (float64, float64) { return freeExact(1) }},
			"pendulum":   {pendulum, 2, func() (float64, float64) { r := table(t, "pendulum.csv")[20]; return r[1], r[3] }},
		} {
			p, s := c.make()
			m := NewOneStepMethod()
			if err := m.Init(p, consistent(t, p, s), &Options{Tol: tol, HMax: 0.5, ConstrTol: 1e-13}); err != nil {
				t.Fatal(err)
			}
			for m.Now().T < c.end {
				if err := m.Step(c.end); err != nil {
					t.Fatal(err)
				}
			}
			x, v := c.want()
			if e := math.Max(math.Abs(m.Now().Q[0]-x), math.Abs(m.Now().V[0]-v)); e > 20*tol+1e-10 {
				t.Errorf("%s: with a tolerance of %g the error is %.3g after %d steps", name, tol, e, m.Stats().Steps)
			}
		}
	}
}

// TestOneStepStiff: x' = -λ (x - u), with an input u that changes at each step of the caller: x follows, by the closed form, and the method
// becomes RADAU, whose steps are not held by stability. Restart does not bring small steps back.
func TestOneStepStiff(t *testing.T) {
	const λ, dt = 1e4, 0.02
	u := 1.0
	p := newToy(Layout{NX: 1}, func(r *Residual, p *Point) error {
		r.X[0] = p.XDot[0] + λ*(p.X[0]-u) + 0*p.X[0]
		return nil
	})
	s := NewPoint(&p.n)
	s.X[0] = 1
	m := NewOneStepMethod()
	if err := m.Init(p, consistent(t, p, s), &Options{Tol: 1e-4, HMax: dt}); err != nil {
		t.Fatal(err)
	}
	end, x := 0.0, 1.0
	for k := range 30 {
		u = 1 + 0.5*float64(k%2)
		m.NotifyProblemChanged()
		end += dt
		before := m.Stats().Steps
		for m.Now().T < end {
			if err := m.Step(end); err != nil {
				t.Fatal(err)
			}
		}
		x = u + (x-u)*math.Exp(-λ*dt)
		if e := math.Abs(m.Now().X[0] - x); e > 2e-4 {
			t.Errorf("at %g the error is %.3g", end, e)
		}
		if n := m.Stats().Steps - before; k > 3 && n > 40 { // stability alone would ask for 60
			t.Errorf("step %d of the caller takes %d steps", k, n)
		}
	}
	if c := m.Stats().Changed; c == nil || c.To != traits.RADAU || !(c.T < 3*dt) {
		t.Errorf("the change is %+v", c)
	}
}

// TestOneStepKeepsStep: behind Restart the next step is as long as the one before would have been, and begins with the rates of the Problem
// as it is now.
func TestOneStepKeepsStep(t *testing.T) {
	force := 0.0
	p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
		r.V[0] = p.A[0] - force
		return nil
	})
	m := NewOneStepMethod()
	if err := m.Init(p, consistent(t, p, NewPoint(&p.n)), &Options{Tol: 1e-3, HMax: 0.1}); err != nil {
		t.Fatal(err)
	}
	x, v := 0.0, 0.0
	for k := range 20 {
		steps := m.Stats().Steps
		force = float64(k % 3)
		m.NotifyProblemChanged()
		if err := m.Step(m.Now().T + 0.1); err != nil {
			t.Fatal(err)
		}
		if m.Stats().Steps != steps+1 || math.Abs(m.Now().T-0.1*float64(k+1)) > 1e-12 {
			t.Fatalf("step %d ends at %g", k, m.Now().T)
		}
		x, v = x+0.1*v+0.005*force, v+0.1*force
		if now := m.Now(); math.Abs(now.Q[0]-x) > 1e-13 || math.Abs(now.V[0]-v) > 1e-13 || math.Abs(now.A[0]-force) > 1e-13 {
			t.Fatalf("step %d: %v, not %g %g %g", k, now, x, v, force)
		}
	}
}
