package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// The rates that need no linear solve make the residual zero: rigid and point bodies with
// forces between them, states and an expression of the speed.
func TestRates(t *testing.T) {
	for seed := range uint64(20) {
		m := newModel(seed)
		m.Gravity = vec{Z: -9.81}
		m.body(Rigid)
		m.body(PointMass)
		m.body(Rigid)
		for range 4 {
			i := m.marker(BodyIdx(1 + m.r.IntN(3)))
			j := m.marker(BodyIdx(m.r.IntN(2)))
			f := m.law(t, "-3*DM(%d,%d)-0.2*VR(%d,%d)+SIN(TIME)", i, j, i, j)
			m.AddForce(Force{Element: "Force_Scalar", ID: i, Direction: Direction(m.r.IntN(3)), I: m.at(i), J: m.at(j), Ref: m.at(j),
				Comp: [6]Output{f, None, None, None, None, None}})
		}
		at := m.AddStates(StateGroup{Name: "Control_Diff", ID: 1, IC: []float64{0.3}, Law: m.law(t, "VX(1)-2*TIME").Law})
		s := m.state(t)
		p := m.anywhere(s)
		clear(p.A)
		clear(p.XDot)
		ok, err := s.SolveRatesDirectly(p, math.Inf(1), math.Inf(1), true)
		if !ok || err != nil {
			t.Fatalf("seed %d: %v, %v", seed, ok, err)
		}
		if p.XDot[at] == 0 || maxOf(p.A) == 0 {
			t.Fatalf("seed %d: no rates", seed)
		}
		check := func(when string) {
			r := integrate.NewResidual(s.Layout())
			if err := s.EvaluateResidual(r, p); err != nil {
				t.Fatal(err)
			}
			if e := max(maxOf(r.V), maxOf(r.X)); e > 1e-12*(1+maxOf(p.A)) { // rounding of sums of a few forces
				t.Errorf("seed %d, %s: residual %g", seed, when, e)
			}
		}
		check("at the same point")
		s.memo.ok = false
		check("evaluated again")
	}
}

func maxOf(x []float64) (most float64) {
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}

// Models whose rates need a solve say so: rows, forces that read accelerations, bodies
// without mass or inertia, analyses of rest.
func TestRatesNotDirect(t *testing.T) {
	force := func(m *model, law string) {
		i, j := m.marker(1), m.marker(Ground)
		f := m.law(t, law, i, j)
		m.AddForce(Force{Element: "Force_Scalar", ID: 1, Direction: Line, I: m.at(i), J: m.at(j), Comp: [6]Output{f, None, None, None, None, None}})
	}
	for name, change := range map[string]func(m *model){
		"loop":         func(m *model) { m.joint("REVOLUTE", 1, Ground); m.joint("SPHERICAL", 1, Ground) },
		"other joint":  func(m *model) { m.joint("CONSTANT_VELOCITY", 1, Ground) },
		"acceleration": func(m *model) { force(m, "-0.1*ACCX(%d,%d)") },
		"no mass":      func(m *model) { m.Bodies[1].Mass = 0 },
		"no inertia":   func(m *model) { m.Bodies[1].Inertia = mat{} },
		"rod":          func(m *model) { m.Bodies[1].Inertia = mat{A: vec{}, B: vec{Y: 1}, C: vec{Z: 1}} },
	} {
		m := newModel(1)
		m.body(Rigid)
		change(m)
		s := m.state(t)
		p := s.DeckPoint()
		if ok, err := s.SolveRatesDirectly(p, math.Inf(1), math.Inf(1), true); ok || err != nil || maxOf(p.A) != 0 {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	m := newModel(1)
	m.body(Rigid)
	s := m.state(t)
	s.Mode = Static
	if ok, err := s.SolveRatesDirectly(s.DeckPoint(), math.Inf(1), math.Inf(1), true); ok || err != nil {
		t.Errorf("at rest: %v, %v", ok, err)
	}
	s.Mode = Dynamic
	if ok, err := s.SolveRatesDirectly(s.DeckPoint(), math.Inf(1), math.Inf(1), true); !ok || err != nil {
		t.Errorf("one free body: %v, %v", ok, err)
	}
}
