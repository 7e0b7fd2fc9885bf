package integrate

import (
	"fmt"
	"math"
	"testing"
)

// hung is a chain of n masses on rods of 1 m that hangs from the origin, the last on a spring to (1, 0.5); the rods are rows.
func hung(n int) *toy {
	at := func(x []float64, i int) (float64, float64) {
		if i < 0 {
			return 0, 0
		}
		return x[2*i], x[2*i+1]
	}
	return newToy(plain(2*n, n, 0, 0), func(r *Residual, p *Point) error {
		for i := range n {
			r.V[2*i] = p.A[2*i] + 0.1*p.V[2*i]
			r.V[2*i+1] = p.A[2*i+1] + 9.81
		}
		x, y := at(p.Q, n-1)
		r.V[2*n-2] += 20 * (x - 1)
		r.V[2*n-1] += 20 * (y - 0.5)
		for i := range n {
			x0, y0 := at(p.Q, i-1)
			x1, y1 := at(p.Q, i)
			u0, w0 := at(p.V, i-1)
			u1, w1 := at(p.V, i)
			a0, b0 := at(p.A, i-1)
			a1, b1 := at(p.A, i)
			dx, dy, du, dw := x1-x0, y1-y0, u1-u0, w1-w0
			r.Pos[i] = (dx*dx + dy*dy - 1) / 2
			r.Vel[i] = dx*du + dy*dw
			r.Acc[i] = dx*(a1-a0) + dy*(b1-b0) + du*du + dw*dw
			r.V[2*i] -= dx * p.L[i]
			r.V[2*i+1] -= dy * p.L[i]
			if i > 0 {
				r.V[2*i-2] += dx * p.L[i]
				r.V[2*i-1] += dy * p.L[i]
			}
		}
		return nil
	})
}

// followed is a mass on a hardening spring, pushed by a state that follows its place, and an algebraic unknown.
func followed() *toy {
	return newToy(plain(1, 0, 2, 1), func(r *Residual, p *Point) error {
		q := p.Q[0]
		r.V[0] = 2*p.A[0] + 30*q + 40*q*q*q - 10 - p.X[0] - p.Y[0]
		r.X[0] = p.XDot[0] + 3*p.X[0] - math.Sin(4*q)
		r.X[1] = p.XDot[1] + p.X[1]*p.X[1]*p.X[1] - p.X[0] - 1
		r.Y[0] = p.Y[0] - math.Tanh(3*q+0.5*p.X[1])
		return nil
	})
}

// searches are searches for rest whose effort is on record, and what they come to.
func searches() (all []*search) {
	add := func(model string, p *toy, start []float64, more func(*StaticOptions)) {
		for _, relax := range []bool{false, true} {
			if relax && model == "broken chain" {
				continue // it begins on the rows
			}
			for _, reach := range []float64{0.3, 0.05} {
				o := StaticOptions{Relax: relax, MaxDQ: 1e-6, Reach: make([]float64, p.n.NV)}
				for i := range o.Reach {
					o.Reach[i] = reach
				}
				if more != nil {
					more(&o)
				}
				all = append(all, &search{model, fmt.Sprintf("%.2f relax %v reach %g", start, relax, reach), p, start, o})
			}
		}
	}
	for _, x := range []float64{-4, -0.3, 0.01, 1.5} {
		add("quartic", quartic(0), []float64{x, 7}, nil)
		add("leaning quartic", quartic(0.3), []float64{x, 7}, nil)
	}
	for _, n := range []int{1, 2, 4} {
		for _, turn := range []float64{0.1, 0.7, 2, 3} {
			start := make([]float64, 2*n)
			for i := range n {
				start[2*i], start[2*i+1] = float64(i+1)*math.Sin(turn), float64(i+1)*math.Cos(turn)
			}
			add(fmt.Sprint("chain of ", n), hung(n), start, nil)
			if n == 2 {
				add("rough chain", hung(n), start, func(o *StaticOptions) { o.ConstrTol, o.MaxError, o.MaxImbalance, o.Stability = 1e-5, 1e-2, 1e-2, 1e-3 })
				start = append([]float64(nil), start...)
				start[3] += 0.1
				add("broken chain", hung(n), start, nil)
			}
		}
	}
	for _, x := range []float64{-3, -0.5, 2} {
		add("followed", followed(), []float64{x}, nil)
	}
	return all
}

type search struct {
	model, start string
	p            *toy
	from         []float64
	opt          StaticOptions
}

func (c *search) name() []string { return []string{c.model, "statics", c.start} }

// take searches, with laws at places rounded at random for seeds above 0. Errors are the place that was found, as a mean of its coordinates,
// the multipliers' and the residual's.
func (c *search) take(t *testing.T, seed uint64) (e effort) {
	p := newToy(c.p.n, c.p.eval)
	if seed > 0 {
		p.eval = rounded(p, seed)
	}
	w := NewLinearSolver(p)
	s := NewStatics(p, c.opt, w)
	pt := NewPoint(&p.n)
	copy(pt.Q, c.from)
	out, err := s.SolveEquilibrium(pt)
	if err != nil {
		t.Fatalf("%v: %v", c.name(), err)
	}
	st := s.Stats()
	e.counts = [8]int{out.Iterations, out.Steps, st.Evaluations, st.Jacobians, st.Factorizations, p.accepted}
	if out.Unstable {
		e.counts[6] = 1 + out.UnstableSpeed
	}
	for i, q := range append(append([]float64{}, pt.Q...), pt.X...) {
		e.errors[0] += math.Abs(q-0.1*float64(i)) + 1
	}
	for i, l := range append(append([]float64{}, pt.L...), pt.Y...) {
		e.errors[1] += math.Abs(l-0.1*float64(i)) + 1
	}
	if r := math.Max(out.Residual, out.Imbalance); r > 1e-4 && c.opt.MaxError == 0 || p.accepted == 0 {
		t.Errorf("%v: a residual of %g, %d points", c.name(), r, p.accepted)
	}
	return e
}
