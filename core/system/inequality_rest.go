package system

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Rows with laws in analyses of rest. Rest is a point with F = Gᵀl and
//
//	Lo ≤ l ≤ Hi,   c ≥ 0 where l = Lo,   c ≤ 0 where l = Hi,   c = 0 between,
//
// c being the error of rows of position level, and the way along them since the analysis was at rest for the others. The search
// has a set of rows in force: one that gets violated on the way comes in force at once; where the search is at rest one whose
// multiplier is outside its bounds opens, the farthest first, and the search continues with the bound as a force.

// ChooseActiveRowsForEquilibrium sets which inequality rows are active at the start of a search for an equilibrium from p: one-sided rows that are
// closed within tol, and all bounded rows. Rows that the others make redundant stay inactive. A bounded row that has slipped holds
// its current position.
func (s *State) ChooseActiveRowsForEquilibrium(p *integrate.Point, tol float64) error {
	values := make([]InequalityRowValues, len(s.rows.laws))
	if err := s.EvaluateInequalityRows(values, p); err != nil {
		return err
	}
	s.rows.turns = 0
	var wanted []*lawRow
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		r.way = 0
		if r.isSlippingPositionRow() && s.rows.open[r.n] {
			s.rows.offset[r.n] += values[i].G
		}
		if r.law.Lo != r.law.Hi && !(r.isOneSidedPositionRow() && r.law.errorSign()*values[i].G > touchTol*tol) {
			wanted = append(wanted, r)
		}
		s.rows.setLawRowOpen(r, true, 0)
	}
	for _, r := range wanted {
		s.rows.setLawRowOpen(r, false, 0)
	}
	if at, err := s.jac.dependentRows(p); err != nil || len(at) == 0 {
		return err
	}
	for _, r := range wanted {
		s.rows.setLawRowOpen(r, true, 0)
	}
	for _, r := range wanted {
		if err := s.rows.activateIfIndependent(r, p); err != nil {
			return err
		}
	}
	return nil
}

// activateIfIndependent brings a row in force unless others make it redundant.
func (rows *rowState) activateIfIndependent(r *lawRow, p *integrate.Point) error {
	rows.setLawRowOpen(r, false, 0)
	at, err := rows.s.jac.dependentRows(p)
	if err == nil && len(at) > 0 {
		rows.setLawRowOpen(r, true, 0)
	}
	return err
}

// SwitchRowsInEquilibriumSearch changes the rows in force of a search for rest at p, which it has come to by step. pending is what rows of velocity
// level have yet to move; rest reports that the search would end here. It returns what has changed. The error is an ActiveSetError.
func (s *State) SwitchRowsInEquilibriumSearch(p *integrate.Point, step, pending []float64, tol float64, rest bool) ([]RowSwitch, error) {
	n := len(s.rows.laws)
	values := make([]InequalityRowValues, n)
	if err := s.EvaluateInequalityRows(values, p); err != nil {
		return nil, err
	}
	var all []RowSwitch
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		if !s.rows.open[r.n] {
			continue
		}
		if r.level != integrate.Position {
			s.rows.addRowDisplacement(r, step)
		}
		if !s.rows.isOpenRowViolated(r, values[i].G, tol) || !rest && !r.isOneSidedPositionRow() {
			continue
		}
		if r.level != integrate.Position {
			pending[r.n], r.way = -r.way, 0
		}
		if err := s.rows.activateWithExchange(r, values, p); err != nil {
			return nil, err
		}
		all = append(all, RowSwitch{Row: s.sys.describeRow(r.n), What: r.closingVerb()})
	}
	if len(all) == 0 && rest {
		if i, held := s.rows.findWorstMultiplier(values, p); i >= 0 {
			r := &s.rows.laws[i]
			s.rows.setLawRowOpen(r, true, held)
			all = append(all, RowSwitch{Row: s.sys.describeRow(r.n), What: r.openingVerb()})
		}
	}
	if s.rows.turns += len(all); s.rows.turns > mostTurns*(n+1) {
		return nil, &ActiveSetError{p.T, all[0].Row, "rest", math.NaN(), nil}
	}
	return all, nil
}

// mostTurns bounds the changes of a search for rest, for each row with a law.
const mostTurns = 20

func (r *lawRow) closingVerb() string {
	if r.law.errorSign() == 0 {
		return "sticks"
	}
	return "closes"
}

func (r *lawRow) openingVerb() string {
	if r.law.errorSign() == 0 {
		return "slips"
	}
	return "opens"
}

// isOpenRowViolated reports that an open row is on the wrong side of where it is held, g being its error.
func (rows *rowState) isOpenRowViolated(r *lawRow, g, tol float64) bool {
	if r.level != integrate.Position {
		g = r.way
	}
	side := r.law.errorSign()
	if side == 0 {
		switch held := rows.held[r.n]; {
		case r.law.Lo == r.law.Hi:
			return false
		case held == r.law.Lo && held != 0:
			side = 1
		case held == r.law.Hi && held != 0:
			side = -1
		default: // others made it redundant
			return math.Abs(g) > touchTol*tol
		}
	}
	return -side*g > touchTol*tol
}

// activateWithExchange brings a row in force. Where others make it redundant one of them opens: the one with the least
// multiplier of those without which it is not.
func (rows *rowState) activateWithExchange(r *lawRow, values []InequalityRowValues, p *integrate.Point) error {
	s := rows.s
	rows.setLawRowOpen(r, false, 0)
	at, err := s.jac.dependentRows(p)
	if err != nil || len(at) == 0 {
		return err
	}
	var others []int
	for i := range rows.laws {
		if x := &rows.laws[i]; x != r && !rows.open[x.n] {
			others = append(others, i)
		}
	}
	slices.SortStableFunc(others, func(a, b int) int {
		if math.Abs(values[a].L) < math.Abs(values[b].L) {
			return -1
		}
		return 1
	})
	for _, i := range others {
		x := &rows.laws[i]
		rows.setLawRowOpen(x, true, 0)
		if at, err = s.jac.dependentRows(p); err != nil || len(at) == 0 {
			return err
		}
		rows.setLawRowOpen(x, false, 0)
	}
	return &ActiveSetError{p.T, s.sys.describeRow(r.n), "rest", math.Abs(rows.g[r.n]), nil}
}

// findWorstMultiplier returns the row in force whose multiplier is farthest outside its bounds, and the bound; −1 if there is none.
func (rows *rowState) findWorstMultiplier(values []InequalityRowValues, p *integrate.Point) (row int, bound float64) {
	most := 0.0
	for _, l := range p.L {
		most = math.Max(most, math.Abs(l))
	}
	worst := restPart * most
	row = -1
	for i := range rows.laws {
		r := &rows.laws[i]
		if rows.open[r.n] {
			continue
		}
		if off := r.law.Lo - values[i].L; off > worst {
			row, bound, worst = i, r.law.Lo, off
		}
		if off := values[i].L - r.law.Hi; off > worst {
			row, bound, worst = i, r.law.Hi, off
		}
	}
	return row, bound
}

// restPart is the part of the largest multiplier that is not a wrong sign of another.
const restPart = 1e-8

// CheckRowsAtEquilibrium returns an error that names a row whose law does not hold at p, where a search for rest has ended.
func (s *State) CheckRowsAtEquilibrium(p *integrate.Point, tol float64) error {
	values := make([]InequalityRowValues, len(s.rows.laws))
	if err := s.EvaluateInequalityRows(values, p); err != nil {
		return err
	}
	for i := range s.rows.laws {
		if r := &s.rows.laws[i]; s.rows.open[r.n] && s.rows.isOpenRowViolated(r, values[i].G, tol) {
			return &ActiveSetError{p.T, s.sys.describeRow(r.n), "rest", math.Abs(values[i].G), nil}
		}
	}
	if i, _ := s.rows.findWorstMultiplier(values, p); i >= 0 {
		return &ActiveSetError{p.T, s.DescribeInequalityRow(i), "rest", math.Abs(values[i].L), nil}
	}
	return nil
}

// addRowDisplacement adds what step, nil for none, moves along an open row.
func (rows *rowState) addRowDisplacement(r *lawRow, step []float64) {
	if step != nil {
		rows.forEachGradientEntry(r, func(v int, g float64) { r.way += g * step[v] })
	}
}
