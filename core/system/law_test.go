package system

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// sub is a routine in Go, asking through a Door as those of loaders do.
type sub func(f *usersub.Frame, ask func(name string, par ...int) float64) error

func (g sub) Call(f *usersub.Frame, st usersub.State) error {
	d := usersub.Door{Frame: f, State: st}
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
	return &Routine{Element: sig.Element, ID: id, Sub: &usersub.Routine{Sub: g, Supplier: "c"}, Sig: sig}
}

// valueOf is a routine of one output: a function of time and questions.
func valueOf(f func(t float64, ask func(string, ...int) float64) float64) sub {
	return func(fr *usersub.Frame, ask func(string, ...int) float64) error {
		v := f(fr.Time(), ask)
		fr.Reals(fr.Sig.Outputs()[0])[0] = v
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
	if err := s.Evaluate(r, p); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLearning: a question that is asked only later becomes an input; the
// evaluation in which it comes up is right, the matrix then knows of it, and no
// step is rejected.
func TestLearning(t *testing.T) {
	m := bead(1)
	v := NewValue(1)
	v.Law = m.law(t, "100*DY(1)").Law
	m.SetValue("VARVAL", 5, v)
	l := m.AddLaw(routineOf(valueOf(func(t float64, ask func(string, ...int) float64) float64 {
		f := -50 * ask("DX", 1)
		if t > 0.1 {
			f += 3 * ask("varval", 5)
		}
		return f
	}), usersub.SFOSUB, 1).Spec())
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
	}), usersub.SFOSUB, 1).Spec())
	m.fx(l)
	s := m.state(t)
	p := s.Start()
	for k := range 20 {
		r := spatial.RotZ(float64(k))
		spatial.FromMat(&r).Store(p.Q[3:])
		if err := s.Accept(p); err != nil {
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
		"edge of the domain": {func(x, t float64) float64 { return math.Sqrt(x-0.3) + 2*x }, func(x, t float64) float64 { return 2 },
			func(x, t float64) float64 { return 0 }, math.Inf(1)},
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
		}), usersub.PFOSUB, 1).Spec())
		m.Penalties = []Penalty{{ID: 1, G: l, P: p0, P1: p1}}
		s := m.state(t)
		p := s.Start()
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

// TestPenaltyChain: through variables, also where many ways lead to the same
// one, the force is that of the expression written out.
func TestPenaltyChain(t *testing.T) {
	set := func(m *model, id int, format string, args ...any) {
		v := NewValue(1)
		v.Law = m.law(t, format, args...).Law
		m.SetValue("VARVAL", id, v)
	}
	for _, unilateral := range []bool{false, true} {
		a, b := bead(4), bead(4)
		a.Penalties = []Penalty{{ID: 1, G: a.law(t, "SIN(DX(1)*DY(1)+TIME)*(DX(1)*DY(1)+TIME)+DM(1)+TIME").Law, P: 5, P1: 2, Unilateral: unilateral, Smoothing: 3}}
		set(b, 1, "DX(1)*DY(1)+TIME")
		set(b, 2, "SIN(VARVAL(1))")
		set(b, 3, "VARVAL(1)*VARVAL(2)+DM(1)")
		b.Penalties = []Penalty{{ID: 1, G: b.law(t, "VARVAL(3)+TIME").Law, P: 5, P1: 2, Unilateral: unilateral, Smoothing: 3}}
		sa, sb := a.state(t), b.state(t)
		p := sa.Start()
		p.T = 0.3
		ra, rb := evaluated(t, sa, p), evaluated(t, sb, p)
		for k := range ra.V {
			if !close(ra.V[k], rb.V[k], 1e-13) {
				t.Errorf("force %d is %.15g by variables, %.15g written out", k, rb.V[k], ra.V[k])
			}
		}
	}
	m := bead(5)
	set(m, 1, "DX(1)")
	set(m, 2, "DY(1)")
	for k := 3; k < 80; k++ { // each depends on the two before it
		set(m, k, "0.5*VARVAL(%d)+0.5*VARVAL(%d)", k-1, k-2)
	}
	m.fx(m.law(t, "VARVAL(79)").Law)
	m.Penalties = []Penalty{{ID: 1, G: m.law(t, "VARVAL(79)").Law, P: 1}}
	s := m.state(t)
	compareMatrix(t, "many ways", s, s.Start(), coefs[1], 1e-9)
}

// TestPenaltyLaw: the unilateral law with its smoothing, as documented: not
// clamped while separating.
func TestPenaltyLaw(t *testing.T) {
	m := bead(6)
	m.Penalties = []Penalty{{ID: 1, G: m.law(t, "DX(1)").Law, P: 100, P1: 10, Unilateral: true, Smoothing: 0.5}}
	s := m.state(t)
	p := s.Start()
	for _, c := range [][2]float64{{-0.1, 1}, {0, -1}, {0.2, 1}, {0.2, -9}, {0.5, 2}, {3, -1}} {
		p.Q[0], p.V[0] = c[0], c[1]
		x := c[0] / 0.5
		k := 0.0
		if x > 0 {
			x = min(x, 1)
			k = x * x * (3 - 2*x)
		}
		want := -k * (100*c[0] + 10*c[1])
		if got := -evaluated(t, s, p).V[0]; math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
			t.Errorf("g %g, g' %g: force %g, want %g", c[0], c[1], got, want)
		}
	}
}

// TestPenaltyRefusesOtherMeasures and names them.
func TestPenaltyRefusesOtherMeasures(t *testing.T) {
	m := bead(7)
	v := NewValue(1)
	v.Law = m.law(t, "2*VX(1)").Law
	m.SetValue("VARVAL", 1, v)
	m.Penalties = []Penalty{{ID: 8, G: m.law(t, "DX(1)+VARVAL(1)").Law, P: 1}}
	if _, err := m.NewState(); err == nil || !strings.Contains(err.Error(), "Force_Penalty 8") || !strings.Contains(err.Error(), "VX(1)") {
		t.Errorf("error %v, want one that names Force_Penalty 8 and VX(1)", err)
	}
}

// TestSingularAngles: at parallel frames PSI and PHI have no gradient, but a law of
// their sum has; a penalty of it pushes like one of AZ. Kept out of the way: laws
// of one of them alone.
func TestSingularAngles(t *testing.T) {
	build := func(g string, routine bool) (*State, *integrate.Point) {
		m := newModel(8)
		b := m.AddBody(Body{ID: 1, Mass: 1, Rot0: spatial.Identity, Inertia: spatial.Identity, W0: vec{X: 0.1, Y: 0.2, Z: 0.3}})
		m.markerAt(b, Marker{Rot: spatial.Identity})
		v := NewValue(1)
		v.Law = m.law(t, "PSI(1)").Law
		m.SetValue("VARVAL", 1, v)
		l := LawIdx(0)
		if routine {
			l = m.AddLaw(routineOf(valueOf(func(_ float64, ask func(string, ...int) float64) float64 {
				return math.Sin(ask("PSI", 1) + ask("PHI", 1))
			}), usersub.PFOSUB, 1).Spec())
		} else {
			l = m.law(t, "%s", g).Law
		}
		m.Penalties = []Penalty{{ID: 1, G: l, P: 3, P1: 0.5}}
		s := m.state(t)
		p := s.Start()
		r := spatial.RotZ(0.4)
		spatial.FromMat(&r).Store(p.Q[3:])
		return s, p
	}
	want := evaluated2(t, build, "SIN(AZ(1))", false)
	for _, c := range []struct {
		g       string
		routine bool
	}{{"SIN(PSI(1)+PHI(1))", false}, {"SIN(VARVAL(1)+PHI(1))", false}, {"", true}} {
		got := evaluated2(t, build, c.g, c.routine)
		for k := range want {
			if math.Abs(got[k]-want[k]) > 1e-9 {
				t.Errorf("%q: torque %d is %.12g, want %.12g", c.g, k, got[k], want[k])
			}
		}
	}
	for k, v := range evaluated2(t, build, "THETA(1)**2+1", false)[3:] {
		if g := []float64{0, 0, 0.1*0.2*0 + 0}[0]; math.Abs(v-g) > 1e-9 {
			t.Errorf("THETA**2 at 0 pushes: torque %d is %g", k, v)
		}
	}
}

func evaluated2(t *testing.T, build func(string, bool) (*State, *integrate.Point), g string, routine bool) []float64 {
	s, p := build(g, routine)
	r := slices.Clone(evaluated(t, s, p).V)
	clear(p.A)
	b := &s.body[1] // without ω×Jω
	for k, v := range [3]float64{b.W.Cross(b.JW).X, b.W.Cross(b.JW).Y, b.W.Cross(b.JW).Z} {
		r[3+k] -= v
	}
	return r
}

// TestSingularAnglesElsewhere: constraint rows and the iteration matrix take the
// same way.
func TestSingularAnglesElsewhere(t *testing.T) {
	m := newModel(9)
	b := m.AddBody(Body{ID: 1, Mass: 1, Rot0: spatial.Identity, Inertia: spatial.Identity})
	m.markerAt(b, Marker{Rot: spatial.Identity})
	for k, src := range []string{"SIN(PSI(1)+PHI(1))", "SIN(AZ(1))"} {
		g, err := m.NewGeneral("Constraint_General", k, compiled(t, src), NoMarker)
		if err != nil {
			t.Fatal(err)
		}
		m.AddRows(g)
	}
	m.fx(m.law(t, "COS(PSI(1)+PHI(1)+0.3)").Law)
	s := m.state(t)
	p := s.Start()
	r := evaluated(t, s, p)
	_ = r
	for k := range 6 {
		if a, b := s.rows.set[0].row(0, 0)[k], s.rows.set[1].row(0, 0)[k]; math.Abs(a-b) > 1e-9 {
			t.Errorf("gradient %d is %.12g, want %.12g", k, a, b)
		}
	}
	cols := matrixAt(t, s, p, integrate.Coef{Q: 1})
	if got, want := cols[5][0], math.Sin(0.3); math.Abs(got-want) > 1e-6 {
		t.Errorf("matrix has %g for the force, want %g", got, want)
	}
}

// TestFailures: what goes wrong in laws comes out as an error that tells whether
// to retry, and whose fault it is.
func TestFailures(t *testing.T) {
	routine := func(g sub) func(m *model) LawIdx {
		return func(m *model) LawIdx { return m.AddLaw(routineOf(g, usersub.SFOSUB, 4).Spec()) }
	}
	raise := func(err error) sub {
		return func(f *usersub.Frame, _ func(string, ...int) float64) error {
			if f.Setup() {
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
			return m.AddLaw(Expression("Force_Scalar_TwoBody 4", compiled(t, "SQRT(-DX(1))")))
		},
			true, "Force_Scalar_TwoBody 4 at time 0.5: the value is NaN", 0, false},
		"nan": {routine(valueOf(func(float64, func(string, ...int) float64) float64 { return math.NaN() })),
			true, "Force_Scalar_TwoBody 4: SFOSUB at time 0.5: the routine returned NaN", usersub.NotFinite, true},
		"retry":     {routine(raise(usersub.ErrRetry)), true, "Force_Scalar_TwoBody 4: the routine asks for a shorter step", 0, false},
		"exception": {routine(raise(errors.New("boom"))), false, "Force_Scalar_TwoBody 4: SFOSUB at time 0.5: boom", usersub.Exception, true},
		"exit": {routine(raise(&usersub.CallError{Cause: usersub.Exited, Message: "STOP"})), false,
			"Force_Scalar_TwoBody 4: SFOSUB at time 0.5: STOP", usersub.Exited, true},
	} {
		m := bead(10)
		m.fx(c.law(m))
		s := m.state(t)
		p := s.Start()
		p.T = 0.5
		err := s.Evaluate(integrate.NewResidual(s.layout), p)
		if err == nil || err.Error() != c.text {
			t.Errorf("%s: error %v, want %s", name, err, c.text)
		}
		if integrate.Retry(err) != c.retry {
			t.Errorf("%s: retry %v, want %v", name, integrate.Retry(err), c.retry)
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
	}), usersub.SFOSUB, 4).Spec()))
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

// TestUnwritten: entries that a routine never sets are 0 and told once.
func TestUnwritten(t *testing.T) {
	m := bead(12)
	l := m.AddLaw(routineOf(sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
		f.Arg("result")[0] = 2
		f.Arg("result")[2] = 0
		return nil
	}), usersub.GFOSUB, 3).Spec())
	m.fx(l)
	s := m.state(t)
	var said []string
	s.Warn = func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	p := s.Start()
	for k := range 3 {
		p.T = float64(k)
		evaluated(t, s, p)
	}
	if len(said) != 4 || !strings.Contains(said[0], "entry 2 of result") {
		t.Errorf("warnings %q, want four: entries 2, 4, 5 and 6 of result", said)
	}
	if v := s.output(Output{l, 1}); v != 0 {
		t.Errorf("an entry that is not set is %g, want 0", v)
	}
}

// stateEquation is x' = F(x, u), y = G(x, u) with partials that all differ.
var stateEquation = sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
	x, u := f.Arg("states"), f.Arg("input")
	d, y := f.Arg("stated"), f.Arg("output")
	d[0], d[1] = x[0]*x[1]+2*u[0], math.Sin(x[1])-u[0]*u[2]
	for k := range y {
		y[k] = float64(k)*x[0] + x[1]*u[1]*float64(k+1) + u[2]
	}
	return nil
})

// TestExactPartials: partials of state equations given by columns are put where
// they belong: the same matrix as by differences, whichever are given.
func TestExactPartials(t *testing.T) {
	partial := func(sig *usersub.Sig, out, in string, value func(r, c int, x, u []float64) float64) ExactPartial {
		return ExactPartial{Sig: sig, Out: out, In: in, Sub: &usersub.Routine{Supplier: "c", Sub: sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
			m := f.Reals(sig.Outputs()[0])
			rows := map[string]int{"stated": 2, "output": 6}[out]
			for i := range m {
				m[i] = value(i%rows, i/rows, f.Arg("states"), f.Arg("input"))
			}
			return nil
		})}}
	}
	all := []ExactPartial{
		partial(usersub.YFOXX, "stated", "states", func(r, c int, x, _ []float64) float64 {
			return [2][2]float64{{x[1], x[0]}, {0, math.Cos(x[1])}}[r][c]
		}),
		partial(usersub.YFOXU, "stated", "input", func(r, c int, _, u []float64) float64 {
			return [2][3]float64{{2, 0, 0}, {-u[2], 0, -u[0]}}[r][c]
		}),
		partial(usersub.YFOYX, "output", "states", func(r, c int, _, u []float64) float64 {
			return [2]float64{float64(r), u[1] * float64(r+1)}[c]
		}),
		partial(usersub.YFOYU, "output", "input", func(r, c int, x, _ []float64) float64 {
			return [3]float64{0, x[1] * float64(r+1), 1}[c]
		}),
	}
	want := []float64{}
	for given := range 16 {
		m := bead(13)
		r := routineOf(stateEquation, usersub.YFOSUB, 1)
		r.Dims = map[string]int{"nstate": 2, "ninput": 3, "noutpt": 6}
		x := NewValue(2)
		x.State = 0
		m.SetValue("ARYVAL", 1, x)
		r.Given = map[string][]Call{"states": {{"ARYVAL", []int{1, 1}}, {"ARYVAL", []int{1, 2}}},
			"input": {{"DX", []int{1}}, {"DY", []int{1}}, {"VZ", []int{1}}}}
		r.Order = []string{"states", "input"}
		for k, e := range all {
			if given>>k&1 == 1 {
				r.Exact = append(r.Exact, e)
			}
		}
		l := m.AddLaw(r.Spec())
		m.AddStates(StateGroup{Name: "Force_StateEqn", ID: 1, IC: []float64{0.7, -0.4}, Law: l})
		s := m.state(t)
		evaluated(t, s, s.Start())
		if err := s.linearize(); err != nil {
			t.Fatal(err)
		}
		got := s.plan.law[l].part
		if given == 0 {
			want = slices.Clone(got)
			continue
		}
		for k := range want {
			if !close(got[k], want[k], 1e-6) {
				t.Errorf("partials given %04b: entry %d is %g, by differences %g", given, k, got[k], want[k])
			}
		}
		if given == 15 {
			compareMatrix(t, "given", s, m.anywhere(s), coefs[1], 1e-9)
		}
	}
}

// known is a routine with an unknown question between two inputs and partials of
// its own.
type known struct{ sub }

func (known) Partials(dst []float64, f *usersub.Frame, _ usersub.State) error {
	dst[0], dst[2] = 2*f.Value[0], 5
	return nil
}

func TestOwnPartials(t *testing.T) {
	m := bead(14)
	l := m.AddLaw(routineOf(known{func(f *usersub.Frame, ask func(string, ...int) float64) error {
		x := ask("DX", 1)
		ask("NIX", 4)
		f.Arg("value")[0] = x*x + 5*ask("DY", 1) + f.Time()
		return nil
	}}, usersub.PFOSUB, 1).Spec())
	m.Penalties = []Penalty{{ID: 1, G: l, P: 2, P1: 1}}
	s := m.state(t)
	p := s.Start()
	r := evaluated(t, s, p)
	x, y := p.Q[0], p.Q[1]
	f := -2*(x*x+5*y) - (2*x*p.V[0] + 5*p.V[1] + 1)
	for k, want := range []float64{-f * 2 * x, -f * 5, 0} {
		if !close(r.V[k], want, 1e-11) {
			t.Errorf("force %d: %.14g, want %.14g", k, r.V[k], want)
		}
	}
}

// TestCycles: variables that need each other, also by way of forces, are
// refused by name; implicit ones are solved.
func TestCycles(t *testing.T) {
	set := func(m *model, id int, unk bool, format string) {
		v := NewValue(1)
		m.SetValue("VARVAL", id, v)
		l := m.AddLaw(Expression(fmt.Sprint("Reference_Variable ", id), compiled(t, format)))
		if unk {
			v.Unk = len(m.Algebraic)
			m.Algebraic = append(m.Algebraic, Algebraic{Name: "Reference_Variable", ID: id, Law: l})
		} else {
			v.Law = l
		}
		m.SetValue("VARVAL", id, v)
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
	if err := integrate.Accelerations(s, p, w); err != nil {
		t.Fatal(err)
	}
	if y := p.Y[0]; math.Abs(y-math.Cos(0.5*y+1)) > 1e-12 {
		t.Errorf("the implicit variable is %g, which does not solve its equation", y)
	}
	m = bead(15)
	m.AddForce(Force{Element: "Force_Vector_OneBody", ID: 1, I: m.at(1), J: NoMarker,
		Comp: [6]Output{{Law: m.AddLaw(Expression("Force_Vector_OneBody 1", compiled(t, "FY(1)")))}, None, None, None, None, None}}, "GFORCE")
	m.AddForce(Force{Element: "Force_Vector_OneBody", ID: 2, I: m.at(1), J: NoMarker,
		Comp: [6]Output{None, {Law: m.AddLaw(Expression("Force_Vector_OneBody 2", compiled(t, "0.5*GFORCE(1,0,2,0)")))}, None, None, None, None}}, "GFORCE")
	if _, err := m.NewState(); !errors.As(err, &c) || !strings.Contains(err.Error(), "Force_Vector_OneBody 1") {
		t.Errorf("error %v, want a cycle that names Force_Vector_OneBody 1", err)
	}
}
