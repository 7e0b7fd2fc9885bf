package system

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// sub is a routine in Go, querying through a QueryCache as those of loaders do.
type sub func(f *usersub.Frame, ask func(name string, par ...int) float64) error

func (g sub) Call(f *usersub.Frame, st usersub.State) error {
	d := usersub.QueryCache{Frame: f, State: st}
	return g(f, func(name string, par ...int) float64 {
		p := make([]int32, len(par))
		for i, v := range par {
			p[i] = int32(v)
		}
		v, _ := d.SysFnc(name, p)
		return v
	})
}

func routineOf(g usersub.Sub, sig *usersub.Sig, id int) *Routine {
	return &Routine{Element: sig.Element, ID: id, Sub: &usersub.Routine{Sub: g, Implementation: "c"}, Sig: sig}
}

// valueOf is a routine of one output: a function of time and queries.
func valueOf(f func(t float64, ask func(string, ...int) float64) float64) sub {
	return func(fr *usersub.Frame, ask func(string, ...int) float64) error {
		v := f(fr.Time(), ask)
		fr.Reals(fr.Sig.OutputIndices()[0])[0] = v
		return nil
	}
}

// bead is a point body with its marker 1, free in space.
func bead(seed uint64) *model {
	m := newModel(seed)
	b := m.AddBody(Body{ID: 1, Kind: PointMass, Mass: 1, Rot0: spatial.Identity, Pos0: vec{X: 0.3, Y: 0.4, Z: 0.5}, V0: vec{X: 1, Y: 2, Z: -1}})
	m.markerAt(b, Marker{Rot: spatial.Identity})
	return m
}

// fx makes a law the x component of a force on marker 1.
func (m *model) fx(l LawIdx) {
	m.AddForce(Force{Element: "Force_Vector_OneBody", ID: 1, I: m.at(1), J: NoMarker,
		Comp: [6]Output{{Law: l}, None, None, None, None, None}}, "GFORCE")
}

func evaluated(t *testing.T, s *State, p *integrate.Point) *integrate.Residual {
	t.Helper()
	r := integrate.NewResidual(s.layout)
	if err := s.EvaluateResidual(r, p); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLearning: a query that is asked only later becomes an input; the
// evaluation in which it comes up is right, the matrix then knows of it, and no
// step is rejected.
func TestLearning(t *testing.T) {
	m := bead(1)
	v := NewUnboundValue(1)
	v.Law = m.law(t, "100*DY(1)").Law
	m.RegisterValue("VARVAL", 5, v)
	l := m.AddLaw(routineOf(valueOf(func(t float64, ask func(string, ...int) float64) float64 {
		f := -50 * ask("DX", 1)
		if t > 0.1 {
			f += 3 * ask("varval", 5)
		}
		return f
	}), usersub.SFOSUB, 1).LawSpec())
	m.fx(l)
	s, p, _ := started(t, m.System)
	in, _ := integrate.New("DSTIFF")
	if err := in.Init(s, p, &integrate.Options{Tol: 1e-5, FixedStep: 0}); err != nil {
		t.Fatal(err)
	}
	for in.Now().T < 0.1 {
		if err := in.Step(0.1); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.plan.law[l].in); n != 1 {
		t.Fatalf("%d inputs before the condition, want 1", n)
	}
	c := integrate.Coef{V: 1e-3, Q: 1e-6}
	if err := s.Factor(in.Now(), c, true); err != nil {
		t.Fatal(err)
	}
	q := integrate.NewPoint(s.layout)
	q.Copy(in.Now())
	q.T = 0.2
	r := evaluated(t, s, q)
	if want := q.A[0] + 50*q.Q[0] - 300*q.Q[1]; math.Abs(r.V[0]-want) > 1e-12 {
		t.Errorf("residual %g after learning, want %g", r.V[0], want)
	}
	if n := len(s.plan.law[l].in); n != 2 {
		t.Errorf("%d inputs after the condition, want 2", n)
	}
	// the old matrix is gone with the old plan: Solve must have a new one
	d := integrate.NewDelta(s.layout)
	d.A[0] = 1 + 50e-6
	s.Solve(d)
	if math.Abs(d.A[0]-1) > 1e-8 {
		t.Errorf("solution %g after learning, want 1", d.A[0])
	}
	compareMatrix(t, "learned", s, q, coefs[1], 1e-5)
}

// TestLearningIsNoRejection: a run in which queries come up on the way is the run in
// which they were known from the start, several routines learning at once.
func TestLearningIsNoRejection(t *testing.T) {
	end := [2]*integrate.Point{}
	for known := range end {
		m := bead(2)
		for k := range 3 {
			m.AddForce(Force{Element: "Force_Vector_OneBody", ID: k, I: m.at(1), J: NoMarker,
				Comp: [6]Output{{Law: m.AddLaw(routineOf(valueOf(func(t float64, ask func(string, ...int) float64) float64 {
					f := -50 * ask("DX", 1) * float64(k+1)
					if known == 1 || t > 0.1 {
						d := ask("DY", 1)
						f -= 300 * max(t-0.1, 0) * d * d
					}
					return f
				}), usersub.SFOSUB, 1).LawSpec())}, None, None, None, None, None}}, "GFORCE")
		}
		s, p, _ := started(t, m.System)
		plans := map[*evaluationPlan]bool{}
		in, _ := integrate.New("HHT")
		if err := in.Init(s, p, &integrate.Options{FixedStep: 1e-3, NewtonTol: 1e-15}); err != nil {
			t.Fatal(err)
		}
		for in.Now().T < 0.2 {
			if err := in.Step(0.2); err != nil {
				t.Fatal(err)
			}
			plans[s.plan] = true
		}
		if n := in.Stats().Rejected; n != 0 {
			t.Errorf("%d steps rejected", n)
		}
		if len(plans) != 2-known {
			t.Errorf("%d plans, want %d", len(plans), 2-known)
		}
		end[known] = in.Now()
	}
	for k := range end[0].Q {
		if !close(end[0].Q[k], end[1].Q[k], 1e-13) {
			t.Errorf("position %d: %.16g learning, %.16g knowing", k, end[0].Q[k], end[1].Q[k])
		}
	}
}

// TestLearntAngleKeepsTurns: what is asked new does not disturb turn counts.
func TestLearntAngleKeepsTurns(t *testing.T) {
	m := newModel(2)
	b := m.body(Rigid)
	m.markerAt(b, Marker{Rot: spatial.Identity})
	az := m.asked("AZ", 1)
	l := m.AddLaw(routineOf(valueOf(func(t float64, ask func(string, ...int) float64) float64 {
		if t > 1 {
			return ask("DX", 1) + ask("AX", 1)
		}
		return 0
	}), usersub.SFOSUB, 1).LawSpec())
	m.fx(l)
	s := m.state(t)
	p := s.DeckPoint()
	for k := range 20 {
		r := spatial.RotZ(float64(k))
		spatial.QuatFromMat(&r).Store(p.Q[3:])
		if err := s.AcceptPoint(p); err != nil {
			t.Fatal(err)
		}
	}
	p.T = 2
	if got := valueAt(t, s, p, az); math.Abs(got-19) > 1e-12 {
		t.Errorf("AZ = %g after learning, want 19", got)
	}
}

// TestDifferences: penalties whose function is a routine, against the exact
// gradient; the force is F ∂g/∂q with F = -p g - p1 g'.
func TestDifferences(t *testing.T) {
	const p0, p1 = 7.0, 0.3
	for name, c := range map[string]struct {
		g, dx, dt func(x, t float64) float64
		tol       float64
	}{
		"smooth": {func(x, t float64) float64 { return math.Sin(3*x) * math.Exp(t) }, func(x, t float64) float64 { return 3 * math.Cos(3*x) * math.Exp(t) },
			func(x, t float64) float64 { return math.Sin(3*x) * math.Exp(t) }, 2e-12},
		"polynomial": {func(x, t float64) float64 { return x*x*x - t*t }, func(x, t float64) float64 { return 3 * x * x },
			func(x, t float64) float64 { return -2 * t }, 2e-12},
		"fast": {func(x, t float64) float64 { return math.Sin(1000 * x) }, func(x, t float64) float64 { return 1000 * math.Cos(1000*x) },
			func(x, t float64) float64 { return 0 }, 1e-10},
		"spike": {func(x, t float64) float64 { return math.Exp(-1e8 * (x - 0.3) * (x - 0.3)) },
			func(x, t float64) float64 { return -2e8 * (x - 0.3) * math.Exp(-1e8*(x-0.3)*(x-0.3)) },
			func(x, t float64) float64 { return 0 }, 1e-8},
		"near a kink": {func(x, t float64) float64 { return math.Abs(x - 0.29999) }, func(x, t float64) float64 { return 1 },
			func(x, t float64) float64 { return 0 }, 1e-9},
		"one side only": {func(x, t float64) float64 {
			if x < 0.3 {
				return math.NaN()
			}
			return math.Sin(x)
		}, func(x, t float64) float64 { return math.Cos(x) }, func(x, t float64) float64 { return 0 }, 1e-11},
	} {
		m := bead(3)
		l := m.AddLaw(routineOf(valueOf(func(t float64, ask func(string, ...int) float64) float64 {
			return c.g(ask("DX", 1), t)
		}), usersub.PFOSUB, 1).LawSpec())
		m.Penalties = []Penalty{{ID: 1, G: l, P: p0, P1: p1}}
		s := m.state(t)
		p := s.DeckPoint()
		p.T = 0.4
		if name == "spike" {
			p.Q[0] += 3e-5
		}
		r := evaluated(t, s, p)
		x := p.Q[0]
		dx, g := c.dx(x, p.T), c.g(x, p.T)
		f := -p0*g - p1*(dx*p.V[0]+c.dt(x, p.T))
		if want := -f * dx; math.Abs(r.V[0]-want) > c.tol*(1+math.Abs(want)) {
			t.Errorf("%s: force %.15g, want %.15g: relative error %.2g", name, -r.V[0], -want, (r.V[0]-want)/want)
		}
	}
}

// TestFailures: what goes wrong in laws comes out as an error that reports whether
// to retry, and whose fault it is.
func TestFailures(t *testing.T) {
	routine := func(g sub) func(m *model) LawIdx {
		return func(m *model) LawIdx { return m.AddLaw(routineOf(g, usersub.SFOSUB, 4).LawSpec()) }
	}
	raise := func(err error) sub {
		return func(f *usersub.Frame, _ func(string, ...int) float64) error {
			if f.IsSetup() {
				return nil
			}
			return err
		}
	}
	for name, c := range map[string]struct {
		law   func(m *model) LawIdx
		retry bool
		text  string
		cause usersub.Cause
		call  bool
	}{
		"expression": {func(m *model) LawIdx {
			return m.AddLaw(ExpressionLaw("Force_Scalar_TwoBody 4", compiled(t, "SQRT(-DX(1))")))
		},
			true, "Force_Scalar_TwoBody 4 at time 0.5: the value is NaN", 0, false},
		"nan": {routine(valueOf(func(float64, func(string, ...int) float64) float64 { return math.NaN() })),
			true, "Force_Scalar_TwoBody 4: SFOSUB at time 0.5: the routine returned NaN", usersub.NotFinite, true},
		"retry":     {routine(raise(usersub.ErrRetry)), true, "Force_Scalar_TwoBody 4: the routine requests a shorter step", 0, false},
		"exception": {routine(raise(errors.New("boom"))), false, "Force_Scalar_TwoBody 4: SFOSUB at time 0.5: boom", usersub.Exception, true},
		"exit": {routine(raise(&usersub.CallError{Cause: usersub.Exited, Message: "STOP"})), false,
			"Force_Scalar_TwoBody 4: SFOSUB at time 0.5: STOP", usersub.Exited, true},
	} {
		m := bead(10)
		m.fx(c.law(m))
		s := m.state(t)
		p := s.DeckPoint()
		p.T = 0.5
		err := s.EvaluateResidual(integrate.NewResidual(s.layout), p)
		if err == nil || err.Error() != c.text {
			t.Errorf("%s: error %v, want %s", name, err, c.text)
		}
		if integrate.IsRetry(err) != c.retry {
			t.Errorf("%s: retry %v, want %v", name, integrate.IsRetry(err), c.retry)
		}
		var call *usersub.CallError
		if errors.As(err, &call) != c.call || c.call && (call.Cause != c.cause || call.Time != 0.5) {
			t.Errorf("%s: call error %+v", name, call)
		}
		var le *LawError
		if errors.As(err, &le) != (name == "expression") {
			t.Errorf("%s: law error %+v", name, le)
		}
	}
}

// TestNaNEndsTheRunNamed: a routine that gives NaN from some time on ends the
// run, after shorter steps, with an error that names it.
func TestNaNEndsTheRunNamed(t *testing.T) {
	m := bead(11)
	m.fx(m.AddLaw(routineOf(valueOf(func(t float64, ask func(string, ...int) float64) float64 {
		if t > 0.05 {
			return math.NaN()
		}
		return -ask("DX", 1)
	}), usersub.SFOSUB, 4).LawSpec()))
	s, p, _ := started(t, m.System)
	in, _ := integrate.New("DSTIFF")
	if err := in.Init(s, p, &integrate.Options{Tol: 1e-4}); err != nil {
		t.Fatal(err)
	}
	var err error
	for err == nil && in.Now().T < 1 {
		err = in.Step(1)
	}
	var call *usersub.CallError
	if !errors.As(err, &call) || call.Cause != usersub.NotFinite || call.Element != "Force_Scalar_TwoBody 4" {
		t.Errorf("error %v", err)
	}
	if in.Stats().Rejected == 0 {
		t.Error("no shorter step was tried")
	}
}

// TestUnwritten: entries that a routine never sets are 0 and reported once.
func TestUnwritten(t *testing.T) {
	m := bead(12)
	l := m.AddLaw(routineOf(sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
		f.RealArgNamed("result")[0] = 2
		f.RealArgNamed("result")[2] = 0
		return nil
	}), usersub.GFOSUB, 3).LawSpec())
	m.fx(l)
	s := m.state(t)
	var said []string
	s.Warn = func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	p := s.DeckPoint()
	for k := range 3 {
		p.T = float64(k)
		evaluated(t, s, p)
	}
	if len(said) != 1 || !strings.HasSuffix(said[0], "GFOSUB never sets entries 2, 4-6 of result: taken as 0") {
		t.Errorf("warnings %q, want one of entries 2, 4-6 of result", said)
	}
	if v := s.lawOutputValue(Output{l, 1}); v != 0 {
		t.Errorf("an entry that is not set is %g, want 0", v)
	}
}

// Elements that share a routine report once of what it never sets; a routine in
// another file is another one.
func TestUnwrittenIsReportedOnceARoutine(t *testing.T) {
	m := bead(12)
	for k, file := range []string{"a.so", "a.so", "b.so", "", ""} {
		r := routineOf(sub(func(*usersub.Frame, func(string, ...int) float64) error { return nil }), usersub.VFOSUB, k+1)
		r.Sub.File, r.Sub.Symbol = file, "VFOSUB"
		m.fx(m.AddLaw(r.LawSpec()))
	}
	s := m.state(t)
	var said []string
	s.Warn = func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	evaluated(t, s, s.DeckPoint())
	if len(said) != 4 || strings.Contains(strings.Join(said, "\n"), " 2: ") || !strings.HasSuffix(said[0], "VFOSUB never sets result: taken as 0") {
		t.Errorf("warnings %q, want those of elements 1, 3, 4 and 5", said)
	}
}

// TestCycles: variables that need each other, also by way of forces, are
// refused by name; implicit ones are solved.
func TestCycles(t *testing.T) {
	set := func(m *model, id int, unk bool, format string) {
		v := NewUnboundValue(1)
		m.RegisterValue("VARVAL", id, v)
		l := m.AddLaw(ExpressionLaw(fmt.Sprint("Reference_Variable ", id), compiled(t, format)))
		if unk {
			v.Unk = len(m.Algebraic)
			m.Algebraic = append(m.Algebraic, Algebraic{Name: "Reference_Variable", ID: id, Law: l})
		} else {
			v.Law = l
		}
		m.RegisterValue("VARVAL", id, v)
	}
	m := bead(15)
	set(m, 1, false, "VARVAL(2)+1")
	set(m, 2, false, "VARVAL(3)*0.5")
	set(m, 3, false, "COS(VARVAL(1))")
	var c *CycleError
	if _, err := m.NewState(); !errors.As(err, &c) || len(c.Members) != 4 || c.Members[0] != c.Members[3] {
		t.Fatalf("error %v, want a cycle of three", err)
	}
	m = bead(15)
	set(m, 1, false, "VARVAL(2)+1")
	set(m, 2, false, "VARVAL(3)*0.5")
	set(m, 3, true, "COS(VARVAL(1))")
	s, p, w := started(t, m.System)
	if err := integrate.SolveAccelerations(s, p, w); err != nil {
		t.Fatal(err)
	}
	if y := p.Y[0]; math.Abs(y-math.Cos(0.5*y+1)) > 1e-12 {
		t.Errorf("the implicit variable is %g, which does not solve its equation", y)
	}
	m = bead(15)
	m.AddForce(Force{Element: "Force_Vector_OneBody", ID: 1, I: m.at(1), J: NoMarker,
		Comp: [6]Output{{Law: m.AddLaw(ExpressionLaw("Force_Vector_OneBody 1", compiled(t, "FY(1)")))}, None, None, None, None, None}}, "GFORCE")
	m.AddForce(Force{Element: "Force_Vector_OneBody", ID: 2, I: m.at(1), J: NoMarker,
		Comp: [6]Output{None, {Law: m.AddLaw(ExpressionLaw("Force_Vector_OneBody 2", compiled(t, "0.5*GFORCE(1,0,2,0)")))}, None, None, None, None}}, "GFORCE")
	if _, err := m.NewState(); !errors.As(err, &c) || !strings.Contains(err.Error(), "Force_Vector_OneBody 1") {
		t.Errorf("error %v, want a cycle that names Force_Vector_OneBody 1", err)
	}
}
