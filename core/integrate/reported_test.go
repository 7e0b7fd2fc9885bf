package integrate

import (
	"errors"
	"math"
	"testing"
)

// TestReported: accelerations and multipliers that are reported with whatever matrix there is
// solve the equations of the acceleration level as those by a fresh one do: what is
// left are 1e-10 of the largest terms (accelTol is 1e-11).
func TestReported(t *testing.T) {
	for _, model := range []struct {
		name string
		make func() (*toy, *Point)
	}{{"pendulum", pendulum}, {"top", top}, {"crank", crank}, {"lugre", lugre}} {
		for _, method := range []string{"DSTIFF", "ABAM", "HHT", "RADAU", "DOP853"} {
			p, s := model.make()
			consistent(t, p, s)
			o := hitting(1e-6)
			o.Work = NewLinearSolver(p)
			r, q := NewResidual(&p.n), NewPoint(&p.n)
			run(t, method, p, s, o, 0.5, 0.01, func(pt *Point) {
				q.Copy(pt)
				if err := ProjectAndSolveReportPoint(p, q, o.Work, 1e-10, 1e-7); err != nil {
					t.Fatal(err)
				}
				if err := p.EvaluateResidual(r, q); err != nil {
					t.Fatal(err)
				}
				size := 1 + maxAbs(q.A) + maxAbs(q.L)
				for _, x := range [][]float64{r.V, r.X, r.Y, r.Acc} {
					if e := maxAbs(x); e > 1e-10*size {
						t.Errorf("%s, %s at %g: the equations are off by %.2g of %.2g", model.name, method, pt.T, e, size)
					}
				}
			})
		}
	}
}

// TestReportedFromAfar: a guess that is wrong by a hundred times the solution and a matrix of another
// place do no harm.
func TestReportedFromAfar(t *testing.T) {
	p, s := pendulum()
	w := NewLinearSolver(p)
	consistent(t, p, s)
	want := NewPoint(&p.n)
	want.Copy(s)
	s.Q[0], s.Q[1] = 0.6, 0.8 // a matrix of there
	if err := SolveAccelerations(p, s, w); err != nil {
		t.Fatal(err)
	}
	s.Copy(want)
	s.A[0], s.A[1], s.L[0] = 1e3, -1e3, 1e3
	if err := ProjectAndSolveReportPoint(p, s, w, 1e-10, 1e-7); err != nil {
		t.Fatal(err)
	}
	if d := math.Max(math.Abs(s.A[1]-want.A[1]), math.Abs(s.L[0]-want.L[0])); d > 1e-9 {
		t.Errorf("off by %.2g", d)
	}
}

// failingProblem is a problem whose evaluations fail once, at a number.
type failingProblem struct {
	Problem
	count, at int
}

var errWornOut = errors.New("worn out")

func (f *failingProblem) EvaluateResidual(r *Residual, p *Point) error {
	if f.count++; f.count == f.at {
		return errWornOut
	}
	return f.Problem.EvaluateResidual(r, p)
}

// TestReportedFails: an exception in an evaluation of a report ends it, in whichever way of finding the point it
// comes up, although the next evaluation would succeed.
func TestReportedFails(t *testing.T) {
	for at := 1; at <= 12; at++ {
		p, s := pendulum()
		f := &failingProblem{Problem: p, at: math.MaxInt}
		w := NewLinearSolver(f)
		consistent(t, p, s)
		if err := SolveAccelerations(f, s, w); err != nil {
			t.Fatal(err)
		}
		s.Q[0], s.Q[1], s.A[0], s.L[0] = 0.61, 0.79, 1e3, 1e3 // far enough that the first way fails
		f.count, f.at = 0, at
		err := ProjectAndSolveReportPoint(f, s, w, 1e-10, 1e-7)
		if asked := f.count >= at; asked != (err == errWornOut) || f.count > at && asked {
			t.Errorf("evaluation %d fails: %v after %d evaluations", at, err, f.count)
		}
	}
}
