package integrate

import (
	"math"
	"strings"
	"testing"
)

// plain is the layout of n positions without scales of their own.
func plain(nv, nl, nx, ny int) Layout {
	return Layout{NQ: nv, NV: nv, NL: nl, NX: nx, NY: ny, RowLevel: make([]Level, nl), Hold: make([]bool, nx)}
}

// resting is a search on a toy with a Reach of r.
func resting(t *testing.T, p *toy, r float64, more func(*StaticOptions)) (*Statics, *LinearSolver) {
	t.Helper()
	o := StaticOptions{Reach: make([]float64, p.n.NV)}
	for i := range o.Reach {
		o.Reach[i] = r
	}
	if more != nil {
		more(&o)
	}
	w := NewLinearSolver(p)
	return NewStatics(p, o, w), w
}

// quartic is a unit mass in the potential V = x⁴/4 - x²/2 - b x, y free of any force: minima near ±1, a maximum
// near 0.
func quartic(b float64) *toy {
	return newToy(plain(2, 0, 0, 0), func(r *Residual, p *Point) error {
		x := p.Q[0]
		r.V[0] = p.A[0] + x*x*x - x - b + 0.3*p.V[0]
		r.V[1] = p.A[1]
		return nil
	})
}

// TestStaticMinimum: from all sides of the maximum the search ends in the minimum of that side, by both methods, and the
// coordinate that nothing acts on stays where it is.
func TestStaticMinimum(t *testing.T) {
	for _, relax := range []bool{false, true} {
		for _, x := range []float64{-4, -0.9, -0.3, -0.01, 0.01, 0.2, 0.6, 1.5, 30} {
			p := quartic(0)
			s, _ := resting(t, p, 0.3, func(o *StaticOptions) { o.Relax = relax })
			pt := NewPoint(&p.n)
			pt.Q[0], pt.Q[1], pt.V[0] = x, 7, 3
			out, err := s.SolveEquilibrium(pt)
			if err != nil {
				t.Fatal(relax, x, err)
			}
			if math.Abs(pt.Q[0]-math.Copysign(1, x)) > 1e-10 || math.Abs(pt.Q[1]-7) > 1e-9 || pt.V[0] != 0 || out.Unstable || out.Relaxed != relax {
				t.Errorf("from %g: %v, %+v", x, pt.Q, out)
			}
		}
	}
}

// TestStaticMaximum: a maximum that the search begins at is kept and known, with its curvature of -1.
func TestStaticMaximum(t *testing.T) {
	p := quartic(0)
	s, _ := resting(t, p, 0.3, nil)
	pt := NewPoint(&p.n)
	out, err := s.SolveEquilibrium(pt)
	if err != nil || pt.Q[0] != 0 || !out.Unstable || out.UnstableSpeed != 0 || math.Abs(out.Curvature+1) > 1e-6 {
		t.Errorf("%v %+v %v", pt.Q, out, err)
	}
}

// TestStaticEscape: rows and forces lead the search straight to a saddle: x goes to 1 by a stiff spring while y = 0 is a
// maximum that nothing drives it from. The search leaves it and says so.
func TestStaticEscape(t *testing.T) {
	p := newToy(plain(2, 0, 0, 0), func(r *Residual, p *Point) error {
		x, y := p.Q[0], p.Q[1]
		r.V[0] = p.A[0] + 50*(x-1)
		r.V[1] = p.A[1] + y*y*y - y
		return nil
	})
	said := ""
	s, _ := resting(t, p, 0.3, func(o *StaticOptions) { o.Log = func(f string, _ ...any) { said += f } })
	pt := NewPoint(&p.n)
	out, err := s.SolveEquilibrium(pt)
	if err != nil || math.Abs(pt.Q[0]-1) > 1e-10 || math.Abs(math.Abs(pt.Q[1])-1) > 1e-10 || out.Unstable || !strings.Contains(said, "unstable") {
		t.Errorf("%v %+v %v %q", pt.Q, out, err, said)
	}
}

// TestStaticRows: a bead on a circle that a row holds slides to its lowest place; the multiplier carries the weight.
func TestStaticRows(t *testing.T) {
	p := newToy(plain(2, 1, 0, 0), func(r *Residual, p *Point) error {
		x, y, l := p.Q[0], p.Q[1], p.L[0]
		r.V[0] = 2*p.A[0] - 2*x*l
		r.V[1] = 2*p.A[1] + 20 - 2*y*l
		r.Pos[0] = x*x + y*y - 1
		r.Vel[0] = 2 * (x*p.V[0] + y*p.V[1])
		r.Acc[0] = 2 * (x*p.A[0] + y*p.A[1] + p.V[0]*p.V[0] + p.V[1]*p.V[1])
		return nil
	})
	for _, x := range []float64{0.01, -0.5, 0.99} {
		s, _ := resting(t, p, 0.3, nil)
		pt := NewPoint(&p.n)
		pt.Q[0], pt.Q[1] = x, math.Sqrt(1-x*x)
		out, err := s.SolveEquilibrium(pt)
		if err != nil || math.Hypot(pt.Q[0], pt.Q[1]+1) > 1e-10 || math.Abs(pt.L[0]+10) > 1e-9 || out.Unstable {
			t.Errorf("from %g: %v %v %+v %v", x, pt.Q, pt.L, out, err)
		}
	}
}

// TestStaticStates: without bodies Newton's method is damped where it would diverge: x' = -atan(10 x) + y, y = 0.02 x + 0.1, which
// is met by a second place, 73, that the states would run away from;
// a state that is held stays, and one without any equation of its own too.
func TestStaticStates(t *testing.T) {
	n := plain(0, 0, 3, 1)
	n.Hold[1] = true
	p := newToy(n, func(r *Residual, p *Point) error {
		r.X[0] = p.XDot[0] + math.Atan(10*p.X[0]) - p.Y[0]
		r.X[1] = p.XDot[1]
		r.X[2] = p.XDot[2]
		r.Y[0] = p.Y[0] - 0.02*p.X[0] - 0.1
		return nil
	})
	s, _ := resting(t, p, 1, nil)
	pt := NewPoint(&p.n)
	pt.X[0], pt.X[1], pt.X[2] = 5, 0.25, -3
	_, err := s.SolveEquilibrium(pt)
	if err != nil || math.Abs(math.Atan(10*pt.X[0])-0.02*pt.X[0]-0.1) > 1e-10 || math.Abs(pt.X[0]) > 1 || pt.X[1] != 0.25 || pt.X[2] != -3 {
		t.Errorf("%v %v %v", pt.X, pt.Y, err)
	}
}

// TestStaticNoEnd: a constant force that nothing balances is an error that names its speed.
func TestStaticNoEnd(t *testing.T) {
	p := newToy(plain(3, 0, 0, 0), func(r *Residual, p *Point) error {
		r.V[0], r.V[1], r.V[2] = p.A[0]+p.Q[0], p.A[1]-2, p.A[2]+p.Q[2]
		return nil
	})
	s, _ := resting(t, p, 0.3, nil)
	pt := NewPoint(&p.n)
	_, err := s.SolveEquilibrium(pt)
	c, ok := err.(*ConvergenceError)
	if !ok || c.WorstKind != Speed || c.WorstIdx != 1 || !strings.Contains(c.Error(), "without limit") {
		t.Errorf("%v", err)
	}
}

// TestStaticAdvance: a row of velocity level moves on by the integral of what it prescribes, and holds at rest.
func TestStaticAdvance(t *testing.T) {
	n := plain(2, 1, 0, 0)
	n.RowLevel[0] = Velocity
	p := newToy(n, func(r *Residual, p *Point) error {
		r.V[0] = p.A[0] + 3*(p.Q[0]-p.Q[1]) - p.L[0]
		r.V[1] = p.A[1] + 3*(p.Q[1]-p.Q[0])
		r.Vel[0] = p.V[0] - math.Pow(p.T, 5)
		r.Acc[0] = p.A[0] - 5*math.Pow(p.T, 4)
		return nil
	})
	s, _ := resting(t, p, 10, nil)
	pt := NewPoint(&p.n)
	for _, time := range []float64{0, 0.5, 2} {
		if err := s.AdvanceTime(pt, time); err != nil {
			t.Fatal(err)
		}
		if _, err := s.SolveEquilibrium(pt); err != nil {
			t.Fatal(err)
		}
		if want := math.Pow(time, 6) / 6; math.Abs(pt.Q[0]-want) > 2e-6 || math.Abs(pt.Q[1]-pt.Q[0]) > 1e-9 { // the toy differences its rows
			t.Errorf("at %g: %v, want %g", time, pt.Q, want)
		}
	}
}

// TestStaticAllocates: searches after the first allocate only the matrix of the modes, whatever their iterations.
func TestStaticAllocates(t *testing.T) {
	p := quartic(0)
	s, _ := resting(t, p, 0.3, nil)
	pt := NewPoint(&p.n)
	run := func(x float64) float64 {
		return testing.AllocsPerRun(5, func() {
			s.stopMotion(pt)
			s.now.Q[0] = x
			if err := s.iterateForceBalance(1000); err != nil {
				t.Fatal(err)
			}
		})
	}
	if n := run(300); n > 0 {
		t.Errorf("%g allocations in %d iterations", n, s.out.Iterations)
	}
}
