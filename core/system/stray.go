package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// stray is the scratch memory of Strayed.
type stray struct {
	moves         []bool // of each row taken out: it resists displacements, not turns alone
	pos, vel, acc []float64
}

// RedundantRowsViolated reports whether rows of position level that were taken out as redundant are off at p by so much
// that they contradict others. Beside an evaluation at p, which mostly has been made, it costs
// the errors of the sets that have such rows; nothing is allocated after the first call.
func (s *State) RedundantRowsViolated(p *integrate.Point) (bool, error) {
	h := s.sharing()
	if len(h.at) == 0 {
		return false, nil
	}
	if h.stray.moves == nil {
		return false, s.startStray(p, h)
	}
	if err := s.learning(func() error { return s.updateForces(p, s.plan.reacts) }); err != nil {
		return false, err
	}
	at := -1
	for k, n := range h.at {
		set := s.setOf(n)
		pl := s.sys.Rows[set].place()
		if pl.Level != integrate.Position {
			continue
		}
		g := s.rows.set[set].g
		if j := s.rows.direct[set]; j != nil {
			g = h.stray.pos[:pl.N]
			if set != at {
				j.residuals(s, g, h.stray.vel[:pl.N], h.stray.acc[:pl.N])
			}
		}
		at = set
		most := contrary
		if h.stray.moves[k] {
			most *= s.lengthScale()
		}
		if math.Abs(g[n-pl.At]) > most {
			return true, nil
		}
	}
	return false, nil
}

// startStray notes which rows resist displacements.
func (s *State) startStray(p *integrate.Point, h *sharing) error {
	if err := s.learning(func() error { return s.forces(p) }); err != nil {
		return err
	}
	most := 0
	h.stray.moves = make([]bool, len(h.at))
	for k, n := range h.at {
		set := s.setOf(n)
		pl := s.sys.Rows[set].place()
		_, _, h.stray.moves[k] = s.rowRate(pl, &s.rows.set[set], n-pl.At)
		most = max(most, pl.N)
	}
	h.stray.pos, h.stray.vel, h.stray.acc = make([]float64, most), make([]float64, most), make([]float64, most)
	return nil
}
