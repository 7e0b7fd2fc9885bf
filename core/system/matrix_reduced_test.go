package system

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// The solution by way of the multipliers is that of the full matrix, on random trees and with
// a row taken out.
func TestReduced(t *testing.T) {
	used := 0
	for seed := range uint64(60) {
		m := newModel(seed)
		m.Gravity = vec{Z: -9.81}
		m.tree(1 + m.r.IntN(8))
		if m.nl == 0 {
			continue
		}
		s := m.state(t)
		p := m.anywhere(s)
		if seed%3 == 0 {
			s.rows.inactive[m.r.IntN(m.nl)] = true
		}
		d := s.plan.reduced
		if d == nil {
			t.Fatalf("seed %d: no reduced matrix", seed)
		}
		if err := s.Factor(p, integrate.Coef{}, true); err != nil {
			t.Fatal(err)
		}
		if !d.active {
			continue // digits would be lost
		}
		used++
		x, y := integrate.NewDelta(s.layout), integrate.NewDelta(s.layout)
		for _, v := range [][]float64{x.A, x.L} {
			for i := range v {
				v[i] = m.r.NormFloat64()
			}
		}
		copy(y.A, x.A)
		copy(y.L, x.L)
		s.Solve(x)
		if err := s.linearizeLaws(); err != nil {
			t.Fatal(err)
		}
		if err := s.jac.assembleAndFactor(); err != nil {
			t.Fatal(err)
		}
		s.Solve(y)
		size := 1 + maxOf(y.A) + maxOf(y.L)
		for i, v := range y.A {
			if !close(x.A[i]/size, v/size, 1e-10) { // four digits lost of fifteen, at most
				t.Errorf("seed %d: acceleration %d is %g, not %g", seed, i, x.A[i], v)
			}
		}
		for i, v := range y.L {
			if !close(x.L[i]/size, v/size, 1e-10) {
				t.Errorf("seed %d: multiplier %d is %g, not %g", seed, i, x.L[i], v)
			}
		}
	}
	if used < 30 {
		t.Errorf("only %d of 60 models were solved that way", used)
	}
}

// Models whose forces read accelerations or reactions, and bodies without mass, are solved
// with the full matrix; so are poses in which rows nearly depend on each other.
func TestNotReduced(t *testing.T) {
	for name, change := range map[string]func(m *model){
		"acceleration": func(m *model) {
			i, j := m.marker(1), m.marker(Ground)
			f := m.law(t, "-0.1*ACCX(%d,%d)", i, j)
			m.AddForce(Force{Element: "Force_Scalar", ID: 1, Direction: Line, I: m.at(i), J: m.at(j), Comp: [6]Output{f, None, None, None, None, None}})
		},
		"no mass": func(m *model) { m.Bodies[1].Mass = 0 },
		"twice":   func(m *model) { m.joint("REVOLUTE", 1, Ground); m.joint("REVOLUTE", 1, Ground) },
	} {
		m := newModel(3)
		m.body(Rigid)
		m.joint("SPHERICAL", 1, Ground)
		change(m)
		s := m.state(t)
		err := s.Factor(s.DeckPoint(), integrate.Coef{}, true)
		if d := s.plan.reduced; d != nil && d.active {
			t.Errorf("%s: reduced (%v)", name, err)
		}
	}
}

// TestReducedWidth: the reduced matrix of a long chain is narrow and is kept; that of a star, where each row meets
// all before it, is not.
func TestReducedWidth(t *testing.T) {
	s, err := chain(60).NewState()
	if err != nil {
		t.Fatal(err)
	}
	if s.plan.reduced == nil {
		t.Error("chain: no reduced matrix")
	}
	m := newModel(10)
	hub := m.body(Rigid)
	for range 60 {
		m.joint("SPHERICAL", m.body(Rigid), hub)
	}
	if s := m.state(t); s.plan.reduced != nil {
		t.Error("star: a reduced matrix")
	}
}
