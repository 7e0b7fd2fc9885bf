package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// TestRarerJoints: each joint has its number of rows, holds at the pose that it
// is meant for, and its rates and the iteration matrix are those of differences.
func TestRarerJoints(t *testing.T) {
	rows := map[string]int{"HOOKE": 4, "CONSTANT_VELOCITY": 4, "PLANAR": 3, "INLINE": 2, "INPLANE": 1, "ORIENTATION": 3, "PARALLEL_AXES": 2, "PERPENDICULAR": 1}
	for n, kind := range rarerJoints {
		m := newModel(uint64(1200 + n))
		m.body(Rigid)
		m.body(Rigid)
		m.joint(kind, 1, 2)
		m.joint(kind, 1, Ground)
		pl := m.Rows[0].rowOwner()
		if pl.N != rows[kind] || len(pl.Row) != pl.N {
			t.Errorf("%s has %d rows", kind, pl.N)
		}
		s := m.state(t)
		for k, g := range evaluated(t, s, s.DeckPoint()).Pos[:2*pl.N] {
			if k < pl.N && math.Abs(g) > 1e-12 {
				t.Errorf("%s: row %d is %g at the pose that it is made for", kind, k, g)
			}
		}
		p := m.anywhere(s)
		base, r := evaluated(t, s, p), integrate.NewResidual(s.layout)
		at := func(h float64) *integrate.Residual {
			if err := s.EvaluateResidual(r, moving(s, p, h)); err != nil {
				t.Fatal(err)
			}
			return r
		}
		for k := range base.Pos {
			if d := richardson(func(h float64) float64 { return at(h).Pos[k] }, 2e-3); !close(base.Vel[k], d, 1e-8) {
				t.Errorf("%s row %d: rate %g, difference %g", kind, k, base.Vel[k], d)
			}
			if d := richardson(func(h float64) float64 { return at(h).Vel[k] }, 2e-3); !close(base.Acc[k], d, 1e-8) {
				t.Errorf("%s row %d: second rate %g, difference %g", kind, k, base.Acc[k], d)
			}
		}
		compareMatrix(t, kind, s, p, integrate.Coef{V: 0.7, Q: 0.4}, 1e-8)
	}
}
