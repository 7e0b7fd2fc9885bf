package integrate

import (
	"math"
	"testing"
)

// TestForceStep: a force that sets in at a time no step ends at.
func TestForceStep(t *testing.T) {
	for _, name := range controlled {
		p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0]
			if p.T >= 0.12345 {
				r.V[0] -= 1e3
			}
			return nil
		})
		s := NewPoint(&p.n)
		last := NewPoint(&p.n)
		run(t, name, p, consistent(t, p, s), hitting(1e-5), 1, 0.01, func(pt *Point) { last.Copy(pt) })
		if e := last.Q[0]/(500*(1-0.12345)*(1-0.12345)) - 1; math.Abs(e) > 1e-4 {
			t.Errorf("%s: relative error %.2g", name, e)
		}
	}
}

// TestJump: the rate of a state jumps so far that no step allowed can follow:
// it is passed at the smallest step and counted, naming the state.
func TestJump(t *testing.T) {
	for _, name := range controlled {
		p := newToy(Layout{NX: 2}, func(r *Residual, p *Point) error {
			f := 0.0
			if p.T > 0.50005 {
				f = 1e6
			}
			r.X[0] = p.XDot[0] - 1
			r.X[1] = p.XDot[1] - f
			return nil
		})
		o := hitting(1e-6)
		o.HMin = 1e-4
		last := NewPoint(&p.n)
		st := run(t, name, p, NewPoint(&p.n), o, 1, 0.1, func(pt *Point) { last.Copy(pt) })
		if e := last.X[1]/(1e6*(1-0.50005)) - 1; math.Abs(e) > 1e-3 {
			t.Errorf("%s: relative error %.2g", name, e)
		}
		if j := st.LastJump; st.Jumps == 0 || j.Kind != State || j.Idx != 1 || math.Abs(j.T-0.50005) > 3e-3 || j.H > 2e-4 {
			t.Errorf("%s: %d jumps, %+v", name, st.Jumps, j)
		}
	}
}

// TestCurvedJump: behind a jump that is passed at the smallest step the state bends so much that a
// formula of order 1 needs shorter steps than are allowed (h² x"/2 is 1000 times the tolerance): the
// methods must not stay there. The rate sin times 1e3 has an integral in closed form.
func TestCurvedJump(t *testing.T) {
	const at, size = 0.50005, 1e3
	for _, name := range controlled {
		p := newToy(Layout{NX: 1}, func(r *Residual, p *Point) error {
			r.X[0] = p.XDot[0]
			if p.T > at {
				r.X[0] -= size * math.Cos(2*p.T)
			}
			return nil
		})
		o := hitting(1e-6)
		o.HMin = 1e-4
		o.RelTol = 1e-9 // of the size: the bound on the jump's first steps
		last := NewPoint(&p.n)
		st := run(t, name, p, NewPoint(&p.n), o, 1, 0.1, func(pt *Point) { last.Copy(pt) })
		t.Logf("%s: %d steps, %d jumps", name, st.Steps, st.Jumps)
		// The step across the jump may be off by its length times the rate, half a ten-thousandth of 2.
		want := size / 2 * (math.Sin(2) - math.Sin(2*at))
		if e := last.X[0] - want; math.Abs(e) > size*3*o.HMin {
			t.Errorf("%s: error %.2g", name, e)
		}
		if st.Jumps == 0 || st.Steps > 1500 && name != "HHT" {
			t.Errorf("%s: %d steps, %d jumps", name, st.Steps, st.Jumps)
		}
	}
}

// TestFlip: friction that flips with the speed, x" = -5 sign(x'), stops the
// mass and keeps it, by steps that do not converge.
func TestFlip(t *testing.T) {
	for _, name := range []string{"DSTIFF", "HHT"} {
		p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0] + 5*math.Copysign(1, p.V[0])
			return nil
		})
		s := NewPoint(&p.n)
		s.V[0] = 1
		last := NewPoint(&p.n)
		o := hitting(1e-3)
		o.HMin = 1e-4
		st := run(t, name, p, consistent(t, p, s), o, 0.25, 0.05, func(pt *Point) { last.Copy(pt) })
		if math.Abs(last.Q[0]-0.1) > 1e-3 || math.Abs(last.V[0]) > 0.01 || st.Jumps == 0 {
			t.Errorf("%s: x %g, v %g, %+v", name, last.Q[0], last.V[0], *st)
		}
	}
}

// TestShortSteps: where rounding of the position rows over h² would show in
// the multipliers, they stay smooth all the same.
func TestShortSteps(t *testing.T) {
	for _, h := range []float64{1e-4, 1e-5, 1e-6} {
		p, s := pendulum()
		consistent(t, p, s)
		o := hitting(1e-6)
		o.HMax, o.Work = h, NewLinearSolver(p)
		q, i := NewPoint(&p.n), 0
		run(t, "DSTIFF", p, s, o, 300*h, h, func(pt *Point) {
			if i++; i < 100 {
				return // the start is of low order
			}
			q.Copy(pt)
			if err := SolveAccelerations(p, q, o.Work); err != nil {
				t.Fatal(err)
			}
			if d := math.Abs(q.L[0] - pt.L[0]); d > 1e-5 {
				t.Fatalf("h=%g: multiplier off by %.2g", h, d)
			}
		})
	}
}

// TestNoJumpNoPassing: where the equations bend too fast for the smallest step but nothing in them jumps, no jump is
// passed: a run that cannot follow ends, with the advice that helps.
func TestNoJumpNoPassing(t *testing.T) {
	for _, name := range controlled {
		p := newToy(Layout{NX: 1}, func(r *Residual, p *Point) error {
			s := (p.T - 0.5) / 1e-3
			r.X[0] = p.XDot[0] - 1e6*math.Exp(-s*s)
			return nil
		})
		o := hitting(1e-6)
		o.HMin = 1e-4
		st, err := tryRun(name, p, NewPoint(&p.n), o, 1, 0.1, func(*Point) {})
		c, failed := err.(*ConvergenceError)
		if st.Jumps > 0 || failed && c.Singular || name == "DSTIFF" && !(failed && c.Loosen) {
			t.Errorf("%s: %v, %d jumps", name, err, st.Jumps)
		}
	}
}
