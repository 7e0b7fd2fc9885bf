package integrate

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// controlled are the methods that control their error.
var controlled = []string{"DSTIFF", "ABAM", "HHT", "RADAU", "DOP853", "VSTIFF", "MSTIFF", "AUTO"}

var allMethods = append([]string{"CSTIFF"}, controlled...)

// callCounter counts what is asked of a Problem.
type callCounter struct {
	*toy
	evals, factors, fresh int
}

func (c *callCounter) EvaluateResidual(r *Residual, p *Point) error {
	c.evals++
	return c.toy.EvaluateResidual(r, p)
}

func (c *callCounter) Factor(p *Point, k Coef, fresh bool) error {
	c.factors++
	if fresh {
		c.fresh++
	}
	return c.toy.Factor(p, k, fresh)
}

func (c *callCounter) FactorStages(p *Point, k Coef, pairs []ComplexCoef, fresh bool) error {
	c.factors += 1 + len(pairs)
	if fresh {
		c.fresh++
	}
	return c.toy.FactorStages(p, k, pairs, fresh)
}

func TestNewNames(t *testing.T) {
	if _, err := New("RK5"); err == nil || !strings.Contains(err.Error(), "DSTIFF") {
		t.Errorf("error %v does not list the methods", err)
	}
	for _, name := range traits.NamesOfIntegrators(nil) {
		if _, err := New(name); err != nil {
			t.Errorf("%s is in the table and registered nowhere", name)
		}
	}
	if len(methods) != len(traits.NamesOfIntegrators(nil)) {
		t.Errorf("%d methods are registered, %d have rows", len(methods), len(traits.NamesOfIntegrators(nil)))
	}
}

func TestStatsCountCalls(t *testing.T) {
	for _, name := range allMethods {
		p, s := pendulum()
		consistent(t, p, s)
		c := &callCounter{toy: p}
		st := run(t, name, c, s, hitting(1e-4), 1, 0.1, nil)
		if st.Evaluations != c.evals || st.Factorizations != c.factors || st.Jacobians != c.fresh || st.Steps != p.accepted {
			t.Errorf("%s: %+v, counted %d %d %d, accepted %d", name, *st, c.evals, c.factors, c.fresh, p.accepted)
		}
		if st.H <= 0 || st.H > 0.0101 || st.Order < 1 || st.NewtonIterations == 0 {
			t.Errorf("%s: %+v", name, *st)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for _, name := range allMethods {
		for _, mk := range []func() (*toy, *Point){pendulum, top, lugre} {
			p, s := mk()
			consistent(t, p, s)
			m, err := New(name)
			if err != nil {
				t.Fatal(err)
			}
			o := free(1e-4)
			o.Index, o.Work = 2, NewLinearSolver(p)
			if err := m.Init(p, s, &o); err != nil {
				t.Fatal(err)
			}
			dst := NewPoint(&p.n)
			watch := NewRankMonitor(o.Work)
			if n := testing.AllocsPerRun(50, func() {
				if err := m.Step(10); err != nil {
					t.Fatal(err)
				}
				watch.DetectRankLossPassed(m.Now())
				m.InterpolateAt(m.Now().T, dst)
			}); n > 0 {
				t.Errorf("%s: %v allocations in a step", name, n)
			}
		}
	}
}

// TestRetry: an evaluation that refuses to go far in one step makes the steps
// short and nothing else.
func TestRetry(t *testing.T) {
	for _, name := range allMethods {
		p, s := oscillator(false)
		consistent(t, p, s)
		inner, at := p.eval, 0.0
		p.eval = func(r *Residual, pt *Point) error {
			if pt.T > at+0.004 {
				return fmt.Errorf("too far: %w", ErrRetry)
			}
			return inner(r, pt)
		}
		m, _ := New(name)
		o := hitting(1e-5)
		if err := m.Init(p, s, &o); err != nil {
			t.Fatal(err)
		}
		for m.Now().T < 1 {
			if err := m.Step(1); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			at = m.Now().T
		}
		x, _ := freeExact(1)
		if e := math.Abs(m.Now().Q[0] - x); e > 1e-4 || m.Stats().Rejected == 0 || m.Stats().Steps < 250 {
			t.Errorf("%s: error %.2g, %+v", name, e, *m.Stats())
		}
	}
}

// TestOtherErrorsEnd: an error without ErrRetry ends the step as it is.
func TestOtherErrorsEnd(t *testing.T) {
	bad := errors.New("routine failed")
	for _, name := range allMethods {
		p, s := oscillator(false)
		consistent(t, p, s)
		inner := p.eval
		p.eval = func(r *Residual, pt *Point) error {
			if pt.T > 0.5 {
				return bad
			}
			return inner(r, pt)
		}
		if _, err := tryRun(name, p, s, hitting(1e-4), 1, 0.1, nil); err != bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNaN: a law that is not finite beyond a point ends with the place where.
func TestNaN(t *testing.T) {
	for _, name := range controlled {
		p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0] - math.Sqrt(1-p.Q[0])
			return nil
		})
		s := NewPoint(&p.n)
		s.V[0] = 1
		_, err := tryRun(name, p, consistent(t, p, s), hitting(1e-4), 2, 0.1, nil)
		var c *ConvergenceError
		if !errors.As(err, &c) || c.T < 0.5 || c.T > 1 || !IsRetry(c) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNoSolution: from t = 1 on the constraint x² + t = 1 cannot be met.
func TestNoSolution(t *testing.T) {
	for _, name := range allMethods {
		p := newToy(Layout{NQ: 2, NV: 2, NL: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0] - 2*p.Q[0]*p.L[0]
			r.V[1] = p.A[1] - 1
			r.Pos[0] = p.Q[0]*p.Q[0] + p.T - 1
			r.Vel[0] = 2*p.Q[0]*p.V[0] + 1
			r.Acc[0] = 2*p.Q[0]*p.A[0] + 2*p.V[0]*p.V[0]
			return nil
		})
		s := NewPoint(&p.n)
		s.Q[0], s.V[0] = 1, -0.5
		st, err := tryRun(name, p, consistent(t, p, s), hitting(1e-3), 2, 0.1, nil)
		var c *ConvergenceError
		if !errors.As(err, &c) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c.T < 0.99 || c.T > 1 || c.WorstKind == NoKind || c.H > 1e-5 || st.Rejected == 0 {
			t.Errorf("%s: %+v", name, *c)
		}
		if !strings.Contains(c.Error(), "no convergence at t=") {
			t.Errorf("%s: %v", name, c)
		}
	}
}

// TestOptionsBind: MaxOrder, HMax, VelCtrl and fixed steps do what they say.
func TestOptionsBind(t *testing.T) {
	p, s := oscillator(true)
	consistent(t, p, s)
	for _, name := range []string{"DSTIFF", "ABAM"} {
		o := free(1e-5)
		plain := run(t, name, p, s, o, 5, 5, nil)
		o.MaxOrder = 2
		low := run(t, name, p, s, o, 5, 5, nil)
		if low.Order > 2 || low.Steps < 2*plain.Steps {
			t.Errorf("%s MaxOrder 2: %+v after %+v", name, *low, *plain)
		}
		o = free(1e-5)
		o.VelCtrl, o.VelTolFactor = true, 0.5
		if v := run(t, name, p, s, o, 5, 5, nil); float64(v.Steps) < 1.2*float64(plain.Steps) {
			t.Errorf("%s VelCtrl: %d steps after %d", name, v.Steps, plain.Steps)
		}
		o = free(1e-3)
		o.HMax = 1e-3
		if v := run(t, name, p, s, o, 1, 1, nil); v.H > 1.001e-3 || v.Steps < 1000 {
			t.Errorf("%s HMax: %+v", name, *v)
		}
	}
	m, _ := New("HHT")
	if err := m.Init(p, s, &Options{FixedStep: 0.01}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []float64{0.01, 0.02, 0.025, 0.035} {
		limit := 0.025
		if want > limit {
			limit = 1
		}
		if err := m.Step(limit); err != nil || math.Abs(m.Now().T-want) > 1e-12 {
			t.Errorf("fixed step ends at %g, want %g (%v)", m.Now().T, want, err)
		}
	}
	if err := m.Step(0.01); err == nil {
		t.Error("a limit in the past is accepted")
	}
}

// TestLevels: a row of each level and a redundant one. A point's x follows a
// prescribed speed cos t, y a prescribed acceleration -sin t, and z = x y.
func TestLevels(t *testing.T) {
	for _, name := range allMethods {
		for _, index := range []int{3, 2} {
			n := Layout{NQ: 3, NV: 3, NL: 4, RowLevel: []Level{Position, Velocity, Acceleration, Inactive}}
			p := newToy(n, func(r *Residual, p *Point) error {
				x, y, v := p.Q[0], p.Q[1], p.V
				r.V[0] = p.A[0] + y*p.L[0] - p.L[1]
				r.V[1] = p.A[1] + x*p.L[0] - p.L[2]
				r.V[2] = p.A[2] + 9.81 - p.L[0]
				r.Pos[0] = p.Q[2] - x*y
				r.Vel[0] = v[2] - v[0]*y - x*v[1]
				r.Acc[0] = p.A[2] - p.A[0]*y - 2*v[0]*v[1] - x*p.A[1]
				r.Vel[1], r.Acc[1] = v[0]-math.Cos(p.T), p.A[0]+math.Sin(p.T)
				r.Acc[2] = p.A[1] + math.Sin(p.T)
				return nil
			})
			s := NewPoint(&p.n)
			s.V[0], s.V[1] = 1, 1
			o := hitting(1e-6)
			o.Index = index
			worst := 0.0
			run(t, name, p, consistent(t, p, s), o, 3, 0.1, func(pt *Point) {
				x := math.Sin(pt.T)
				worst = math.Max(worst, math.Max(math.Abs(pt.Q[0]-x), math.Max(math.Abs(pt.Q[1]-x), math.Abs(pt.Q[2]-x*x))))
				if pt.L[3] != 0 {
					t.Fatalf("%s: redundant row's multiplier %g", name, pt.L[3])
				}
			})
			if worst > 5e-5 {
				t.Errorf("%s index %d: error %.2g", name, index, worst)
			}
		}
	}
}

// TestSharedWork: solving for accelerations between the steps with the shared
// Work changes nothing in the result but the counts.
func TestSharedWork(t *testing.T) {
	for _, name := range allMethods {
		var end [2]float64
		for i := range end {
			p, s := pendulum()
			consistent(t, p, s)
			o := hitting(1e-6)
			o.Work = NewLinearSolver(p)
			q := NewPoint(&p.n)
			run(t, name, p, s, o, 2, 0.05, func(pt *Point) {
				end[i] = pt.Q[0]
				if i == 0 {
					return
				}
				q.Copy(pt)
				if err := SolveAccelerations(p, q, o.Work); err != nil {
					t.Fatal(err)
				}
			})
		}
		if d := math.Abs(end[0] - end[1]); d > 1e-6 {
			t.Errorf("%s: differs by %.2g", name, d)
		}
	}
}

// TestRestart: gravity changes at t = 0.5; after NotifyProblemChanged the fall continues with
// the new one.
func TestRestart(t *testing.T) {
	for _, name := range allMethods {
		g := 9.81
		p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0] + g
			return nil
		})
		m, _ := New(name)
		o := hitting(1e-8)
		if err := m.Init(p, consistent(t, p, NewPoint(&p.n)), &o); err != nil {
			t.Fatal(err)
		}
		for _, end := range []float64{0.5, 1} {
			for m.Now().T < end {
				if err := m.Step(end); err != nil {
					t.Fatal(err)
				}
			}
			if end == 0.5 {
				g = -3
				m.NotifyProblemChanged()
			}
		}
		if want := -9.81*0.125 - 9.81*0.25 + 3*0.125; math.Abs(m.Now().Q[0]-want) > 1e-7 {
			t.Errorf("%s: %g, want %g", name, m.Now().Q[0], want)
		}
	}
}

// TestRoundOffAgreement: a fixed-step run with NewtonTol does not depend on how
// the terms of a law are grouped.
func TestRoundOffAgreement(t *testing.T) {
	var end [2]Point
	for i := range end {
		p, s := top()
		inner := p.eval
		if i == 1 {
			p.eval = func(r *Residual, pt *Point) error {
				err := inner(r, pt)
				for j := range r.V {
					r.V[j] = (3*r.V[j] + r.V[j]) / 4 * (1 + 0x1p-52)
				}
				return err
			}
		}
		last := NewPoint(&p.n)
		st := run(t, "HHT", p, consistent(t, p, s), Options{FixedStep: 1e-3, NewtonTol: 1e-15}, 0.3, 0.3, func(pt *Point) { last.Copy(pt) })
		if st.Steps != 300 || st.Rejected != 0 {
			t.Errorf("%+v", *st)
		}
		end[i] = *last
	}
	for j := range end[0].Q {
		if d := math.Abs(end[0].Q[j] - end[1].Q[j]); d > 1e-12 {
			t.Errorf("position %d differs by %.2g", j, d)
		}
	}
}

// TestFixedStepIsCheap: pendulum at 1 ms, little more than one evaluation a
// step and one factorization in many steps.
func TestFixedStepIsCheap(t *testing.T) {
	p, s := pendulum()
	st := run(t, "HHT", p, consistent(t, p, s), Options{FixedStep: 1e-3}, 10, 0.01, nil)
	if st.Steps != 10000 || st.Evaluations > 15000 || st.Factorizations > 300 {
		t.Errorf("%+v", *st)
	}
}

// BenchmarkFixedStep is the method's own share on a pendulum: a step at 1 ms.
func BenchmarkFixedStep(b *testing.B) {
	p, s := pendulum()
	consistent(b, p, s)
	m, _ := New("HHT")
	if err := m.Init(p, s, &Options{FixedStep: 1e-3}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Step(1e9); err != nil {
			b.Fatal(err)
		}
	}
}
