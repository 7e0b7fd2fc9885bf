package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// A law on demand is evaluated when asked for only, with reactions, variables and
// stored values; a stored value changes what laws give, also at the same point.
func TestSense(t *testing.T) {
	m := bead(1)
	v := NewUnboundValue(1)
	v.Store = m.AddStoredValue()
	m.RegisterValue("SENVAL", 4, v)
	w := NewUnboundValue(1)
	w.Law = m.law(t, "2*DX(1)").Law
	m.RegisterValue("VARVAL", 5, w)
	m.fx(m.law(t, "SENVAL(4)*DY(1)").Law)
	o := m.law(t, "VARVAL(5)+VY(1)+SENVAL(4)+1000*FX(1,0,0)")
	m.Laws[o.Law].Demand = true
	s := m.state(t)
	p, r := s.DeckPoint(), integrate.NewResidual(s.layout)
	for _, stored := range []float64{0, 3} {
		s.SetStoredValue(v.Store, stored)
		if err := s.EvaluateResidual(r, p); err != nil {
			t.Fatal(err)
		}
		if want := -stored * p.Q[1]; math.Abs(r.V[0]-want) > 1e-15 {
			t.Errorf("residual %g, want %g", r.V[0], want)
		}
		var got [1]float64
		if err := s.EvalOnDemandOutputs(got[:], p, []Output{o}); err != nil {
			t.Fatal(err)
		}
		if want := 2*p.Q[0] + p.V[1] + stored + 1000*stored*p.Q[1]; math.Abs(got[0]-want) > 1e-10 {
			t.Errorf("sensed %g, want %g", got[0], want)
		}
	}
	outs, got := []Output{o}, make([]float64, 1)
	if n := testing.AllocsPerRun(20, func() {
		p.Q[0] += 1e-9
		if err := s.EvalOnDemandOutputs(got, p, outs); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%g allocations", n)
	}
	// the matrix knows nothing of laws on demand, and that stored values are constants
	compareMatrix(t, "stored", s, s.DeckPoint(), coefs[1], 1e-7)
}
