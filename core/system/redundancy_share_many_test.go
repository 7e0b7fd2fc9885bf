package system

import (
	"math"
	"testing"
)

// cranks is n parallel cranks on a foot each and n-1 couplers along their tips, all hinged about y.
func cranks(n int, angle float64) *linkage {
	l := newLinkage()
	l.Gravity, l.Length = vec{Y: 1, Z: -9.81}, float64(n)
	arm := vec{X: math.Cos(angle), Z: math.Sin(angle)}
	var crank []BodyIdx
	for k := range n {
		foot := vec{X: float64(k)}
		crank = append(crank, l.rod(foot, foot.Add(arm)))
		l.pin(crank[k], Ground, foot)
	}
	for k := range n - 1 {
		tip := vec{X: float64(k)}.Add(arm)
		c := l.rod(tip, tip.Add(vec{X: 1}))
		l.pin(c, crank[k], tip)
		l.pin(crank[k+1], c, tip.Add(vec{X: 1}))
	}
	return l
}

// TestManyShare: many redundant rows, and those nearly singular besides, are shared well, without
// allocations.
func TestManyShare(t *testing.T) {
	for _, angle := range []float64{1, 0.01} {
		l := cranks(30, angle)
		s, p, removed := assembled(t, l.model)
		if len(removed) < 3*29 {
			t.Errorf("%d rows are redundant", len(removed))
		}
		(&mechanism{model: l.model}).split(t, s, p)
		if n := testing.AllocsPerRun(5, func() {
			_, _ = s.ApplyLeastNormReactions(p)
			_ = s.CheckConstraintContradiction(p)
			_, _ = s.AreRedundantRowsViolated(p)
		}); n != 0 {
			t.Errorf("%g allocations", n)
		}
	}
}
