package system

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// advance integrates from p to the end and returns the last point.
func advance(t *testing.T, s *State, p *integrate.Point, method string, tol, end float64, each func(*integrate.Point)) *integrate.Point {
	t.Helper()
	m, err := integrate.New(method)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Init(s, p, &integrate.Options{Tol: tol, HMax: 0.01}); err != nil {
		t.Fatal(err)
	}
	for m.Now().T < end {
		if err := m.Step(end); err != nil {
			t.Fatal(err)
		}
		if each != nil {
			each(m.Now())
		}
	}
	return m.Now()
}

// momenta returns momentum and angular momentum about the origin.
func momenta(s *State, p *integrate.Point) (lin, ang vec) {
	s.computePosesAndMotions(p)
	s.memo.ok = false
	for i := 1; i < len(s.kin.body); i++ {
		b, m := &s.kin.body[i], s.sys.Bodies[i].Mass
		lin = lin.AddScaled(m, b.V)
		ang = ang.Add(b.C.Cross(b.V).Scale(m)).Add(b.JW)
	}
	return lin, ang
}

// free is a system of joined bodies that nothing holds, with springs between
// them.
func free(t *testing.T, seed uint64) *model {
	m := newModel(seed)
	a, b, c, d := m.body(Rigid), m.body(Rigid), m.body(PointMass), m.body(Rigid)
	m.joint("UNIVERSAL", b, a)
	m.joint("SPHERICAL", c, b)
	m.joint("CYLINDRICAL", d, a)
	for range 3 {
		i, j := m.marker(a), m.marker([]BodyIdx{b, c, d}[m.r.IntN(3)])
		f := m.law(t, "-5*(DM(%[1]d,%[2]d)-1)", i, j)
		m.AddForce(Force{Element: "Force_SpringDamper", ID: i, Direction: Line, I: m.at(i), J: m.at(j),
			Comp: [6]Output{f, None, None, None, None, None}}, "SPDP")
	}
	for i := range m.Markers { // a point body takes no torque
		if m.Markers[i].Body == c {
			m.Markers[i].Pos = vec{}
		}
	}
	return m
}

// TestConservation: a free system keeps its momenta to rounding of the
// tolerance, and its energy changes by the work of its springs.
func TestConservation(t *testing.T) {
	for _, method := range []string{"DSTIFF", "HHT", "ABAM"} {
		m := free(t, 11)
		s, p, w := started(t, m.System)
		tol := 1e-8
		if method == "HHT" {
			tol = 1e-7
		}
		if err := s.AssembleVelocities(p, 1e-12); err != nil {
			t.Fatal(err)
		}
		if err := integrate.SolveAccelerations(s, p, w); err != nil {
			t.Fatal(err)
		}
		lin0, ang0 := momenta(s, p)
		energy := func(q *integrate.Point) float64 {
			if err := s.EvaluateWithoutResults(q); err != nil {
				t.Fatal(err)
			}
			k, v := s.Energy()
			for i := range m.Forces {
				f := &m.Forces[i]
				l := s.kin.marker[f.I].P.Sub(s.kin.marker[f.J].P).Norm() - 1
				v += 5 * l * l / 2
			}
			return k + v
		}
		e0 := energy(p)
		q := advance(t, s, p, method, tol, 0.5, nil)
		lin, ang := momenta(s, q)
		if e := lin.Sub(lin0).Norm(); e > 1e-5 {
			t.Errorf("%s: momentum changes by %.3g", method, e)
		}
		if e := ang.Sub(ang0).Norm(); e > 1e-5 {
			t.Errorf("%s: angular momentum changes by %.3g", method, e)
		}
		if e := energy(q); math.Abs(e-e0) > 1e-5*(1+e0) {
			t.Errorf("%s: energy changes from %.10g to %.10g", method, e0, e)
		}
	}
}

// TestPowerBalance: at any point that satisfies the equations, the rate of the
// kinetic energy less the power of gravity is the power that is reported.
func TestPowerBalance(t *testing.T) {
	for seed := range uint64(10) {
		m := newModel(500 + seed)
		m.Gravity = randomVec(m.r)
		m.tree(4)
		m.elements(t)
		s, err := m.NewState()
		if err != nil {
			t.Fatal(err)
		}
		p := s.DeckPoint()
		p.T = 0.3
		if _, err := s.Assemble(p, 1e-12); err != nil {
			t.Fatal(err)
		}
		if err := s.AssembleVelocities(p, 1e-12); err != nil {
			t.Fatal(err)
		}
		if err := integrate.SolveAccelerations(s, p, integrate.NewLinearSolver(s)); err != nil {
			t.Fatal(err)
		}
		if err := s.EvaluateWithoutResults(p); err != nil {
			t.Fatal(err)
		}
		rate := 0.0 // of the kinetic energy: m a·v + (J α + ω×Jω)·ω
		for i := 1; i < len(s.kin.body); i++ {
			b := &s.kin.body[i]
			rate += m.Bodies[i].Mass * b.A.Sub(m.Gravity).Dot(b.V)
			rate += b.JAl.Dot(b.W)
		}
		if got := s.Power(); !close(got, rate, 1e-9) {
			t.Errorf("seed %d: power %.12g, rate of energy %.12g", seed, got, rate)
		}
	}
}

// TestEvaluationLeavesNoTrace: evaluating elsewhere and factoring there changes
// nothing about the residual here, to the last bit.
func TestEvaluationLeavesNoTrace(t *testing.T) {
	for seed := range uint64(5) {
		m := newModel(600 + seed)
		m.tree(4)
		m.elements(t)
		s := m.state(t)
		p, q := m.anywhere(s), m.anywhere(s)
		a, b := integrate.NewResidual(s.layout), integrate.NewResidual(s.layout)
		if err := s.EvaluateResidual(a, p); err != nil {
			t.Fatal(err)
		}
		_ = s.EvaluateResidual(b, q)
		_ = s.Factor(q, integrate.Coef{V: 1e-3, Q: 1e-6, X: 1e-3}, true)
		_ = s.EvaluateForResults(q)
		if err := s.EvaluateResidual(b, p); err != nil {
			t.Fatal(err)
		}
		for k, x := range [][2][]float64{{a.V, b.V}, {a.X, b.X}, {a.Y, b.Y}, {a.Pos, b.Pos}, {a.Vel, b.Vel}, {a.Acc, b.Acc}} {
			if !slices.Equal(x[0], x[1]) {
				t.Errorf("seed %d: residual %d differs after an evaluation elsewhere", seed, k)
			}
		}
	}
}

// TestNoAllocations: evaluations, factorizations, solves and whole steps of a
// model with everything but user code allocate nothing.
func TestNoAllocations(t *testing.T) {
	m := newModel(12)
	m.tree(4)
	m.elements(t)
	i := m.marker(m.body(Rigid))
	g, err := m.NewExpressionConstraintRow("Constraint_General", 1, compiled(t, fmt.Sprintf("DX(%d)*DM(%[1]d,1)-0.1*SIN(TIME)", i)), NoMarker)
	if err != nil {
		t.Fatal(err)
	}
	m.AddRows(g)
	s := m.state(t)
	p, q := m.anywhere(s), m.anywhere(s)
	r, d := integrate.NewResidual(s.layout), integrate.NewDelta(s.layout)
	c := integrate.Coef{V: 1e-3, Q: 1e-6, X: 1e-3}
	for name, f := range map[string]func(){
		"Evaluate": func() { _ = s.EvaluateResidual(r, p); _ = s.EvaluateResidual(r, q) },
		"Factor": func() {
			if err := errors.Join(s.Factor(p, c, true), s.Factor(q, c, false)); err != nil {
				t.Fatal(err)
			}
		},
		"Solve":  func() { s.Solve(d) },
		"Accept": func() { _ = s.AcceptPoint(p); _ = s.AcceptPoint(q) },
		"Report": func() { _ = s.EvaluateForResults(p); _ = s.EvaluateForResults(q) },
	} {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
	for _, method := range []string{"DSTIFF", "HHT", "ABAM"} {
		fm := free(t, 13)
		fm.Penalties = append(fm.Penalties, Penalty{ID: 1, G: fm.law(t, "DM(1,3)-1").Law, P: 10, P1: 1})
		s, p, _ := started(t, fm.System)
		in, _ := integrate.New(method)
		if err := in.Init(s, p, &integrate.Options{Tol: 1e-4, HMax: 0.01}); err != nil {
			t.Fatal(err)
		}
		for range 30 {
			if err := in.Step(math.Inf(1)); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(50, func() { _ = in.Step(math.Inf(1)) }); n != 0 {
			t.Errorf("%s: %g allocations in a step", method, n)
		}
	}
}

// TestGravityByExpression: components of gravity that are laws.
func TestGravityByExpression(t *testing.T) {
	m := newModel(14)
	b := m.body(PointMass)
	m.Gravity = vec{X: 1, Y: 2, Z: 3}
	parts := [3]Output{None, m.law(t, "-9.81*COS(TIME)"), None}
	m.GravityParts = &parts
	s, p, w := started(t, m.System)
	p.T = 0.7
	if err := integrate.SolveAccelerations(s, p, w); err != nil {
		t.Fatal(err)
	}
	got := spatial.LoadVec(p.A[m.Bodies[b].v:])
	if want := (vec{X: 1, Y: -9.81 * math.Cos(0.7), Z: 3}); got.Sub(want).Norm() > 1e-12 {
		t.Errorf("acceleration %v, want %v", got, want)
	}
}
