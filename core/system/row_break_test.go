package system

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// TestBreakLeavesNeighbours: a joint that breaks takes out its own rows and no others.
func TestBreakLeavesNeighbours(t *testing.T) {
	m := newModel(7)
	a := m.body(Rigid)
	x := m.joint("SPHERICAL", a, Ground)
	y := m.joint("SPHERICAL", m.body(Rigid), a)
	first, second := m.Rows[x].rowOwner(), m.Rows[y].rowOwner()
	first.Breaks = BreakLimits{Force: 1}
	s := m.state(t)
	p := s.DeckPoint()
	if err := integrate.SolveAccelerations(s, p, integrate.NewLinearSolver(s)); err != nil {
		t.Fatal(err)
	}
	if second.At != first.At+first.N || s.BreakableConstraintCount() != 1 {
		t.Fatalf("rows from %d and from %d, %d joints may break", first.At, second.At, s.BreakableConstraintCount())
	}
	if err := s.BreakConstraint(0, p); err != nil {
		t.Fatal(err)
	}
	for n, level := range s.Layout().RowLevel {
		broken := n >= first.At && n < first.At+first.N
		if (level == integrate.Inactive) != broken {
			t.Errorf("row %d of %d has level %v", n, s.sys.nl, level)
		}
		if broken && p.L[n] != 0 || !broken && p.L[n] == 0 {
			t.Errorf("row %d has multiplier %g", n, p.L[n])
		}
	}
}
