package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// exchangePart is the part of the largest coefficient of a dependence from which on a row of a joint can take the place of another.
const exchangePart = 1e-3

// takeOutJointsNotNodes replaces rows that tie nodes to flexible bodies, among rows at that were taken out as redundant, by rows of joints that they depend on
// at p: a joint is what a user can change, and a node that is not tied has no reaction. Where none has a part in the dependence the row stays.
func (s *State) takeOutJointsNotNodes(p *integrate.Point, at []int) {
	if len(s.sys.Flex) == 0 {
		return
	}
	defer func() { s.jac.factored = false }()
	unit, d := make([]float64, s.sys.nl), integrate.NewDelta(s.layout)
	for i, n := range at {
		if !s.isTie(n) {
			continue
		}
		if s.jac.factorMetricMatrix(p) != nil || s.jac.factorMatrix() != nil {
			return
		}
		clear(unit)
		unit[n] = 1
		s.setsDependedOn(d, unit)
		best, most, all := -1, 0.0, 0.0
		for k, l := range d.L {
			if s.rows.inactive[k] {
				continue
			}
			l = math.Abs(l)
			all = math.Max(all, l)
			if l > most && !s.isTie(k) && s.rows.lawOfRow(k) == nil {
				best, most = k, l
			}
		}
		if best >= 0 && most > exchangePart*all {
			s.rows.inactive[n], s.rows.inactive[best] = false, true
			at[i] = best
		}
	}
}

// isTie reports that row n ties a node to a flexible body or holds a modal coordinate.
func (s *State) isTie(n int) bool {
	switch s.sys.Rows[s.sys.rowSetOf(n)].(type) {
	case *FlexNodeRows, *FlexHoldRows:
		return true
	}
	return false
}
