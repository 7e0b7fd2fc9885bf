package integrate

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// frictionToy is a nonsmoothToy with one condition, of friction, that reports its slip.
type frictionToy struct {
	*nonsmoothToy
	start float64 // speed at the start of the problem that was solved last
}

func (s *frictionToy) VelocityProblem(p *Point, c Coef, h, ahead float64, gaps []Gap, fresh bool) (*vi.Problem, error) {
	s.start = dot(s.cond[0].slide, p.V)
	return s.nonsmoothToy.VelocityProblem(p, c, h, ahead, gaps, fresh)
}

func (s *frictionToy) FrictionSlips(dst []FrictionSlip, h float64) []FrictionSlip {
	if h == 0 || s.start == 0 {
		return dst
	}
	i := s.first[0]
	way, press, push := math.Copysign(1, s.start), s.rows.L[i]/h, s.rows.L[i+1]/h
	const mass = 2.0
	end := way*s.start + way*push*h/mass
	return append(dst, FrictionSlip{Key: 1, Start: way * s.start, End: end, Residual: s.cond[0].mu*press + way*push, Compliance: 1 / mass})
}

// slider is a mass of 2 on a floor with friction of 0.5, that slides with 3 m/s.
func slider() (*frictionToy, *Point) {
	p := newHard(Layout{NQ: 2, NV: 2}, func(r *Residual, p *Point) error {
		r.V[0] = 2 * p.A[0]
		r.V[1] = 2*p.A[1] + 2*9.81
		return nil
	}, condition{j: []float64{0, 1}, mu: 0.5, slide: []float64{1, 0}})
	s := NewPoint(&p.n)
	s.V[0] = 3
	return &frictionToy{nonsmoothToy: p}, s
}

// A block that slides under dry friction stops where v²/(2µg) is, for any step, as the place in the step is looked for where the slip
// ends; between the ends of steps it is on the parabola of its deceleration.
func TestNSCSlide(t *testing.T) {
	const slow = 0.5 * 9.81
	for _, h := range []float64{1e-3, 7e-3, 0.03, 0.1} {
		p, s := slider()
		m, _ := New("NSC")
		if !IsNonSmooth(m) || IsNonSmooth(new(rk4)) {
			t.Error("not distinguished from others")
		}
		if err := m.Init(p, s, &Options{FixedStep: h, HMax: h, Interpolate: true, VITol: 1e-12}); err != nil {
			t.Fatal(err)
		}
		pt, stop := NewPoint(&p.n), 3/slow
		for m.Now().T < 1 {
			from := m.Now().T
			if err := m.Step(1); err != nil {
				t.Fatal(err)
			}
			for i := range 4 {
				at := from + (m.Now().T-from)*float64(i+1)/4
				m.InterpolateAt(at, pt)
				d := math.Min(at, stop)
				if q, v := 3*d-slow*d*d/2, 3-slow*d; math.Abs(pt.Q[0]-q) > 1e-6 || math.Abs(pt.V[0]-v) > 1e-5 || math.Abs(pt.Q[1]) > 1e-8 || pt.T != at {
					t.Fatalf("step %g: at %g the block is at %.9g, %.3g with %.9g, wanted %.9g with %.9g", h, at, pt.Q[0], pt.Q[1], pt.V[0], q, v)
				}
			}
		}
		if st := m.Stats(); st.Steps > int(1/h)+5 || st.Rejected > 0 {
			t.Errorf("%+v", *st)
		}
	}
}

// A pendulum whose rod is a row: the row holds, speeds agree with it, the energy stays, errors are of second order, and multipliers
// are those of the equations at the middle of the step.
func TestNSCRows(t *testing.T) {
	ref := table(t, "pendulum.csv")[20] // t = 2
	var last float64
	for _, h := range []float64{4e-3, 2e-3, 1e-3} {
		toy, s := pendulum()
		consistent(t, toy, s)
		p := newHard(toy.n, toy.eval)
		var end, load float64
		r := NewResidual(&p.n)
		st := run(t, "NSC", p, s, Options{FixedStep: h, HMax: h}, 2, h, func(pt *Point) {
			p.eval(r, pt)
			if math.Abs(r.Pos[0]) > 1e-8 || math.Abs(r.Vel[0]) > 50*h*h || math.Abs((pt.V[0]*pt.V[0]+pt.V[1]*pt.V[1])/2+9.81*pt.Q[1]) > 10*h {
				t.Fatalf("step %g: rows off by %.2g, speeds by %.2g", h, r.Pos[0], r.Vel[0])
			}
			end = math.Hypot(pt.Q[0]-ref[1], pt.Q[1]-ref[2])
			load = math.Abs(-pt.L[0] - ref[5])
		})
		if last > 0 && math.Abs(slope(last, end)-2) > 0.3 || math.Abs(load/h-42) > 3 { // that of half a step before
			t.Errorf("step %g: off by %.3g after %.3g, the load by %.2g", h, end, last, load)
		}
		last = end
		if st.Steps != int(math.Round(2/h)) || st.VISolves < st.Steps || st.VIIterations < st.Steps || st.NewtonIterations != st.VIIterations || st.Factorizations == 0 || st.PositionResidual > 1e-8 {
			t.Errorf("%+v", *st)
		}
	}
}

// The loads at the start are those of the first step: the reaction of what is held up at rest is its weight, and nothing moves.
func TestNSCStartLoads(t *testing.T) {
	for _, hung := range []bool{true, false} {
		p := newHard(Layout{NQ: 1, NV: 1, NL: 1}, func(r *Residual, p *Point) error {
			r.V[0] = 2*p.A[0] + 20 - p.L[0]
			r.Pos[0], r.Vel[0], r.Acc[0] = p.Q[0], p.V[0], p.A[0]
			return nil
		})
		want := [2]float64{0, 20}
		if !hung {
			p.n.RowLevel[0] = Inactive
			p = newHard(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error { r.V[0] = 2*p.A[0] + 20; return nil })
			want = [2]float64{-10, 0}
		}
		m, _ := New("NSC")
		s := NewPoint(&p.n)
		if err := m.Init(p, s, &Options{FixedStep: 0.01}); err != nil {
			t.Fatal(err)
		}
		if err := SolveNonSmoothStart(m, s); err != nil {
			t.Fatal(err)
		}
		if math.Abs(s.A[0]-want[0]) > 1e-5 || hung && math.Abs(s.L[0]-want[1]) > 1e-5 || s.Q[0] != 0 || s.V[0] != 0 || s.T != 0 {
			t.Errorf("%+v, want a = %g and a load of %g", *s, want[0], want[1])
		}
	}
}

// A stiff spring takes part in the loads at the start: what it does over the first step, with θ of 1/2 + ρ/(1+ρ)/10 by the ratio ρ of the
// stiffness times h²/4 to the mass.
func TestNSCStiffStart(t *testing.T) {
	const h, k, mass = 0.01, 3e4, 2.0
	p := newHard(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
		r.V[0] = mass*p.A[0] + k*(p.Q[0]-0.01)
		return nil
	})
	m, _ := New("NSC")
	s := NewPoint(&p.n)
	if err := m.Init(p, s, &Options{FixedStep: h}); err != nil {
		t.Fatal(err)
	}
	if err := SolveNonSmoothStart(m, s); err != nil {
		t.Fatal(err)
	}
	rho := k * h * h / 4 / mass
	th := 0.5 + 0.1*rho/(1+rho)
	if want := k * 0.01 / (mass + th*th*h*h*k); math.Abs(s.A[0]/want-1) > 1e-4 {
		t.Errorf("an acceleration of %g, wanted %g", s.A[0], want)
	}
}

// Rows that contradict each other end the run, and the error names them.
func TestNSCContradiction(t *testing.T) {
	p := newHard(Layout{NQ: 2, NV: 2, NL: 2, RowLevel: []Level{Velocity, Velocity}}, func(r *Residual, p *Point) error {
		r.V[0], r.V[1] = p.A[0]-p.L[0]-p.L[1], p.A[1]
		r.Vel[0], r.Acc[0] = p.V[0], p.A[0]
		r.Vel[1], r.Acc[1] = p.V[0]-p.T, p.A[0]-1
		return nil
	})
	_, err := tryRun("NSC", p, NewPoint(&p.n), Options{FixedStep: 0.01}, 1, 0.1, nil)
	var c *ConvergenceError
	if !errors.As(err, &c) || !c.NonSmooth || c.WorstKind != Row || c.AgainstIdx == 0 || c.AgainstIdx == c.WorstIdx+1 || !strings.Contains(c.Error(), "inequalities") || c.T != 0 {
		t.Errorf("%v: %+v", err, c)
	}
}

// stepLimitedToy is a nonsmoothToy that asks for a shorter step where steps of forces are longer than most.
type stepLimitedToy struct {
	*nonsmoothToy
	most float64
	err  error
}

func (w *stepLimitedToy) VelocityProblem(p *Point, c Coef, h, ahead float64, gaps []Gap, fresh bool) (*vi.Problem, error) {
	if h > w.most {
		return nil, w.err
	}
	return w.nonsmoothToy.VelocityProblem(p, c, h, ahead, gaps, fresh)
}

// Where a problem asks for a shorter step it gets an eighth at the least; other errors end the run.
func TestNSCRetry(t *testing.T) {
	other := errors.New("no such force")
	for _, c := range []struct {
		most float64
		err  error
		ends bool
	}{{0.006, ErrRetry, false}, {0.0013, ErrRetry, false}, {0.0012, ErrRetry, true}, {0.006, other, true}} {
		p := &stepLimitedToy{nonsmoothToy: ball(0.5), most: 1, err: c.err}
		s := &Point{Q: []float64{10}, V: []float64{0}, A: []float64{-9.81}}
		m, _ := New("NSC")
		if err := m.Init(p, s, &Options{FixedStep: 0.01}); err != nil {
			t.Fatal(err)
		}
		p.most = c.most
		var err error
		for m.Now().T < 1 && err == nil {
			err = m.Step(1)
		}
		switch st := m.Stats(); {
		case c.ends != (err != nil):
			t.Errorf("at most %g: %v", c.most, err)
		case c.ends && c.err == other && err != other && !errors.Is(err, other):
			t.Errorf("at most %g: %v", c.most, err)
		case !c.ends && (math.Abs(m.Now().Q[0]-10+9.81/2) > 1e-6 || st.Rejected < st.Steps-5 || st.H > c.most*1.001):
			t.Errorf("at most %g: %g, %+v", c.most, m.Now().Q[0], *st)
		}
	}
}

// Two balls on a line, the upper of the same mass: the one that falls onto the other that rests on the floor hands its speed on as
// Newton's law says, and a soft condition takes no impact.
func TestNSCImpacts(t *testing.T) {
	for _, e := range []float64{0, 0.5, 1} {
		p := newHard(Layout{NQ: 2, NV: 2}, func(r *Residual, p *Point) error { r.V[0], r.V[1] = 3*p.A[0], p.A[1]; return nil },
			condition{j: []float64{-1, 1}, e: e})
		s := &Point{Q: []float64{0, 1}, V: []float64{0, -2}, A: []float64{0, 0}}
		var q, v [2]float64
		st := run(t, "NSC", p, s, Options{FixedStep: 0.01}, 2, 0, func(pt *Point) { q, v = [2]float64(pt.Q), [2]float64(pt.V) })
		// 3 v0 + v1 = -2, v1 - v0 = 2 e; they meet at 0.5 s.
		v0 := (-2 - 2*e) / 4
		v1 := v0 + 2*e
		if math.Abs(v[0]-v0) > 1e-7 || math.Abs(v[1]-v1) > 1e-7 || math.Abs(q[0]-1.5*v0) > 1e-7 || math.Abs(q[1]-1.5*v1) > 1e-7 || st.Impacts != 1 {
			t.Errorf("e = %g: at %v with %v after %d impacts, wanted speeds of %g and %g", e, q, v, st.Impacts, v0, v1)
		}
	}
}

// hardTrials are runs of NSC whose effort is on record: storms of impacts, rows, friction, stiffness.
func hardTrials() (all []*hardTrial) {
	for _, h := range []float64{0.002, 0.01, 0.05} {
		for _, e := range []float64{0.3, 0.9} {
			all = append(all, &hardTrial{"ball", fmt.Sprintf("e %g, step %g", e, h), h, func() (NonSmooth, *nonsmoothToy, *Point) {
				p := ball(e)
				return p, p, &Point{Q: []float64{1}, V: []float64{0}, A: []float64{-9.81}}
			}})
		}
		// Three balls in a column, with gravity, between floor and ceiling.
		all = append(all, &hardTrial{"column", fmt.Sprintf("step %g", h), h, func() (NonSmooth, *nonsmoothToy, *Point) {
			p := newHard(Layout{NQ: 3, NV: 3}, func(r *Residual, p *Point) error {
				for i := range 3 {
					m := float64(i + 1)
					r.V[i] = m * (p.A[i] + 9.81 + 0.1*p.V[i])
				}
				return nil
			}, condition{j: []float64{1, 0, 0}, e: 0.7}, condition{j: []float64{-1, 1, 0}, b: -0.2, e: 0.5}, condition{j: []float64{0, -1, 1}, b: -0.2, e: 0.8}, condition{j: []float64{0, 0, -1}, b: 1.5, e: 0.6})
			return p, p, &Point{Q: []float64{0.3, 0.7, 1.2}, V: []float64{0, 1, 3}, A: make([]float64, 3)}
		}})
		// A pendulum of two rods, as rows, that falls onto a floor with friction.
		all = append(all, &hardTrial{"falling chain", fmt.Sprintf("step %g", h), h, func() (NonSmooth, *nonsmoothToy, *Point) {
			c := hung(2)
			p := newHard(c.n, c.eval, condition{j: []float64{0, 0, 0, 1}, b: 1.2, e: 0.4, mu: 0.3, slide: []float64{0, 0, 1, 0}})
			s := NewPoint(&p.n)
			s.Q[0], s.Q[2] = -1, -2
			return p, p, s
		}})
		all = append(all, &hardTrial{"slider", fmt.Sprintf("step %g", h), h, func() (NonSmooth, *nonsmoothToy, *Point) {
			p, s := slider()
			p.eval = func(r *Residual, p *Point) error { // on a spring
				r.V[0] = 2*p.A[0] + 30*p.Q[0]
				r.V[1] = 2*p.A[1] + 2*9.81
				return nil
			}
			return p, p.nonsmoothToy, s
		}})
	}
	return all
}

type hardTrial struct {
	model, setting string
	h              float64
	make           func() (NonSmooth, *nonsmoothToy, *Point)
}

func (c *hardTrial) name() []string { return []string{c.model, "NSC", c.setting} }

func (c *hardTrial) take(t *testing.T, seed uint64) (e effort) {
	p, toy, s := c.make()
	if seed > 0 {
		toy.eval = rounded(toy.toy, seed)
	}
	n := 0.0
	st := run(t, "NSC", p, s, Options{FixedStep: c.h, HMax: c.h, Interpolate: true, Length: 2}, 2, 0.02, func(pt *Point) {
		n++
		for i := range pt.Q {
			e.errors[0] += math.Abs(pt.Q[i])
			e.errors[1] += math.Abs(pt.V[i])
		}
	})
	e.errors[0] /= n
	e.errors[1] /= n
	e.counts = [8]int{st.Steps, st.Rejected, st.Evaluations, st.VISolves, st.VIIterations, st.Impacts, st.Order, toy.accepted}
	return e
}

// A problem without conditions and an unknown solver are refused.
func TestNSCRefuses(t *testing.T) {
	p, s := oscillator(false)
	m, _ := New("NSC")
	if err := m.Init(p, s, &Options{FixedStep: 0.01}); err == nil {
		t.Error("a problem without conditions is accepted")
	}
	if err := m.Init(ball(0), &Point{Q: []float64{1}, V: []float64{0}, A: []float64{0}}, &Options{FixedStep: 0.01, VISolver: "none"}); err == nil {
		t.Error("a solver that there is not is accepted")
	}
	for _, name := range []string{"NSC", "RK4", "VERLET", "DSTIFF"} {
		m, _ := New(name)
		var p Problem = ball(0)
		if err := m.Init(p, &Point{Q: []float64{1}, V: []float64{0}, A: []float64{-9.81}}, &Options{FixedStep: 0.01}); err != nil {
			t.Fatal(err)
		}
		if err := m.Step(0); err == nil || !strings.Contains(err.Error(), "limit") {
			t.Errorf("%s: a step to where it is: %v", name, err)
		}
		if order, ok := map[string]int{"NSC": 2, "RK4": 4, "VERLET": 2}[name]; ok && m.Stats().Order != order {
			t.Errorf("%s: of order %d", name, m.Stats().Order)
		}
	}
}
