package system

import (
	"math"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// TestRowOffset: the error of a bounded row is counted from its offset.
func TestRowOffset(t *testing.T) {
	m := newModel(8)
	p := m.Rows[m.joint("TRANSLATIONAL", m.body(Rigid), Ground)].rowOwner()
	if err := p.SetLaws(Inequality{Lo: -3, Hi: 3}); err != nil {
		t.Fatal(err)
	}
	s := m.state(t)
	at := m.anywhere(s)
	errors := func() []float64 {
		s.memo.ok = false
		r := integrate.NewResidual(s.Layout())
		if err := s.EvaluateResidual(r, at); err != nil {
			t.Fatal(err)
		}
		return r.Pos
	}
	for i := range s.rows.laws {
		s.rows.setLawRowOpen(&s.rows.laws[i], false, 0)
	}
	before := errors()
	for k := range p.N {
		s.rows.offset[p.At+k] = 0.1 * float64(k+1)
	}
	after := errors()
	for k := range p.N {
		n := p.At + k
		if want := before[n] - 0.1*float64(k+1); before[n] == 0 || math.Abs(after[n]-want) > 1e-14 {
			t.Errorf("row %d: error %g, want %g", n, after[n], want)
		}
	}
}

// TestMemoryOfOpenRows: what is kept of a run names the rows that are open.
func TestMemoryOfOpenRows(t *testing.T) {
	m := newModel(12)
	m.joint("SPHERICAL", m.body(Rigid), Ground)
	p := m.Rows[m.joint("TRANSLATIONAL", m.body(Rigid), Ground)].rowOwner()
	if err := p.SetLaws(Inequality{Lo: -3, Hi: 3}); err != nil {
		t.Fatal(err)
	}
	s := m.state(t)
	for i := range s.rows.laws {
		s.rows.setLawRowOpen(&s.rows.laws[i], i == 1 || i == 4, 0)
	}
	kept := s.MemoryToResumeFrom(s.DeckPoint()).Rows
	if len(kept) != 2 || len(kept[0].Open) != 0 || !slices.Equal(kept[1].Open, []int{1, 4}) {
		t.Errorf("%+v", kept)
	}
}
