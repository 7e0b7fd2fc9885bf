package integrate

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// refusingProblem is a problem whose matrix cannot be had where refuse says so.
type refusingProblem struct {
	*toy
	refuse func(p *Point) error
}

func (u refusingProblem) Factor(p *Point, c Coef, fresh bool) error {
	if err := u.refuse(p); err != nil {
		return err
	}
	return u.toy.Factor(p, c, fresh)
}

// TestUnsolvedAccelerations: where the matrix cannot be had on the way to a solution, it is not taken for one.
func TestUnsolvedAccelerations(t *testing.T) {
	broken := errors.New("no partials here")
	for name, refused := range map[string]error{"for good": broken, "for now": fmt.Errorf("%w: %w", broken, ErrRetry)} {
		p := refusingProblem{newToy(Layout{NY: 1}, func(r *Residual, p *Point) error {
			r.Y[0] = math.Atan(3 * p.Y[0]) // Newton's method from 3 goes away, so that its steps are cut
			return nil
		}), nil}
		asked := 0
		p.refuse = func(pt *Point) error {
			if asked++; math.Abs(pt.Y[0]) < 2.5 {
				return refused
			}
			return nil
		}
		s := NewPoint(&p.n)
		s.Y[0] = 3
		if err := NewLinearSolver(p).solveAccelerationsDamped(s, accelTol); !errors.Is(err, broken) {
			t.Errorf("refused %s: %v after %d factorizations, y = %g", name, err, asked, s.Y[0])
		}
		s.Y[0] = 3
		if err := SolveAccelerations(p, s, NewLinearSolver(p)); err == nil {
			t.Errorf("refused %s: y = %g counts as solution", name, s.Y[0])
		}
	}
	for _, refused := range []error{broken, fmt.Errorf("%w: %w", broken, ErrRetry)} { // for now: one moved off is tried, too
		p := refusingProblem{newToy(Layout{NY: 1}, func(r *Residual, p *Point) error { r.Y[0] = p.Y[0] - 2; return nil }), func(*Point) error { return refused }}
		if err := NewLinearSolver(p).solveAccelerationsDamped(NewPoint(&p.n), accelTol); !errors.Is(err, broken) {
			t.Errorf("refused at the start: %v", err)
		}
		if s := NewPoint(&p.n); SolveAccelerations(p, s, NewLinearSolver(p)) == nil {
			t.Errorf("refused at the start: y = %g counts as solution", s.Y[0])
		}
	}
}

// linearToy is a problem that one solve gives the rates of.
type linearToy struct{ *toy }

func (linearToy) IsLinearInRates() bool { return true }

// TestArrive: the end of a step meets the rows and the equations, whichever matrix is at hand, and also where one move of
// positions does not bring them onto the rows.
func TestArrive(t *testing.T) {
	for _, c := range []struct {
		linear bool
		coef   Coef
		off    float64
	}{{false, Coef{}, 1e-5}, {false, Coef{1, 1, 1}, 1e-5}, {true, Coef{}, 1e-7}, {true, Coef{}, 1e-2}, {true, Coef{1, 1, 1}, 1e-2}} {
		y, s := pendulum()
		consistent(t, y, s)
		var p Problem = y
		if c.linear {
			p = linearToy{y}
		}
		w := NewLinearSolver(p)
		if err := w.factorFor(w, s, c.coef, true); err != nil {
			t.Fatal(err)
		}
		// one that swings down, off the circle and with a speed along the rod
		s.Q[0], s.Q[1], s.V[0], s.V[1] = -math.Cos(0.1)*(1+c.off), -math.Sin(0.1), 0.5*math.Sin(0.1)+c.off, -0.5*math.Cos(0.1)
		s.A[0], s.A[1], s.L[0] = 0, 0, 0
		if err := w.solveAndProjectAtEnd(s, 1e-12, 1e-11, 1e-10); err != nil {
			t.Fatal(err)
		}
		r := NewResidual(&y.n)
		if err := p.EvaluateResidual(r, s); err != nil {
			t.Fatal(err)
		}
		if !(maxAbs(r.Pos) <= 1e-11 && maxAbs(r.Vel) <= 1e-10 && maxAbs(r.Acc) <= 1e-6 && maxAbs(r.V) <= 1e-6) {
			t.Errorf("%+v: errors of positions %.2g, speeds %.2g, accelerations %.2g, forces %.2g", c, maxAbs(r.Pos), maxAbs(r.Vel), maxAbs(r.Acc), maxAbs(r.V))
		}
	}
}

// TestProjection moves a point off the circle back and its speed to the
// tangent.
func TestProjection(t *testing.T) {
	p, s := pendulum()
	w := NewLinearSolver(p)
	s.Q[0], s.Q[1], s.V[0], s.V[1] = -1.1, 0.3, 0.5, 1
	if err := ProjectPositions(p, s, 1e-12, w); err != nil {
		t.Fatal(err)
	}
	if err := ProjectVelocities(p, s, 1e-12, w); err != nil {
		t.Fatal(err)
	}
	r := math.Hypot(s.Q[0], s.Q[1])
	if math.Abs(r-1) > 1e-11 || math.Abs(s.Q[0]*s.V[0]+s.Q[1]*s.V[1]) > 1e-12 || math.Abs(s.Q[1]/s.Q[0]+0.3/1.1) > 0.02 {
		t.Errorf("%v", s)
	}
	q, s2 := pendulum()
	q.eval = func(r *Residual, p *Point) error { // x² + 1 = 0
		r.V[0], r.V[1] = p.A[0]-2*p.Q[0]*p.L[0], p.A[1]
		r.Pos[0], r.Acc[0] = p.Q[0]*p.Q[0]+1, 2*p.Q[0]*p.A[0]
		return nil
	}
	err := ProjectPositions(q, s2, 1e-10, NewLinearSolver(q))
	var c *ConvergenceError
	if err == nil || errors.As(err, &c) && (c.WorstKind != Row || c.WorstIdx != 0) {
		t.Errorf("impossible row: %v", err)
	}
}

// TestAccelerations solves laws that depend on accelerations and multipliers:
// a = 1 - a/2 + λ/4 with a = 2 prescribed has λ = 8.
func TestAccelerations(t *testing.T) {
	p := newToy(Layout{NQ: 1, NV: 1, NY: 1, NL: 1, RowLevel: []Level{Acceleration}}, func(r *Residual, p *Point) error {
		r.V[0] = p.A[0] - (1 - p.A[0]/2 + p.L[0]/4)
		r.Y[0] = p.Y[0] - p.L[0]*p.L[0]/2
		r.Acc[0] = p.A[0] - 2
		return nil
	})
	s := consistent(t, p, NewPoint(&p.n))
	if math.Abs(s.A[0]-2) > 1e-10 || math.Abs(s.L[0]-8) > 1e-9 || math.Abs(s.Y[0]-32) > 1e-8 {
		t.Errorf("%+v", *s)
	}
}
