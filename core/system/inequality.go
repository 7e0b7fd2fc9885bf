package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Inequality is the set that the multiplier of a constraint row is taken from where the row is no
// equation. With c the row's error g, or its rate ġ, and l the multiplier, which pushes along +Gᵀ
// (force or torque),
//
//	Lo ≤ l ≤ Hi,   c ≥ 0 where l = Lo,   c ≤ 0 where l = Hi,   c = 0 between.
//
// [0, ∞) is g ≥ 0 and (−∞, 0] is g ≤ 0: a one-sided row. Both bounds finite, a bounded row: it holds as
// far as its effort goes, and slips then. Lo ≤ 0 ≤ Hi always.
//
// A row with a law is in force (an equation whose multiplier is within the bounds) or open: it is
// no part of the equations, and its multiplier is held at a bound, 0 of a one-sided row.
type Inequality struct {
	Lo, Hi float64
	// Restitution of a one-sided row of position level is Newton's e: after an impact ġ is −e times ġ before it.
	Restitution float64
}

// isUnbounded reports that the law lets any multiplier be: the row is an equation.
func (w *Inequality) isUnbounded() bool { return math.IsInf(w.Lo, -1) && math.IsInf(w.Hi, 1) }

// errorSign is 1 for g ≥ 0, −1 for g ≤ 0 and 0 for rows that are bounded on both sides or not at all.
func (w *Inequality) errorSign() float64 {
	switch lo, hi := math.IsInf(w.Lo, -1), math.IsInf(w.Hi, 1); {
	case hi && !lo:
		return 1
	case lo && !hi:
		return -1
	}
	return 0
}

// SetLaws gives the rows laws, one each, or one for all, before a State is made.
func (p *RowOwner) SetLaws(laws ...Inequality) error {
	all := make([]Inequality, p.N)
	for k := range all {
		w := laws[min(k, len(laws)-1)]
		switch {
		case !(w.Lo <= 0 && w.Hi >= 0):
			return fmt.Errorf("the multiplier of a row may be from %g to %g: 0 has to be between these", w.Lo, w.Hi)
		case w.errorSign() != 0 && p.Level == integrate.Position && w.Lo != 0 && w.Hi != 0:
			return fmt.Errorf("the multiplier of a one-sided row may be from %g to %g: the finite one of these has to be 0", w.Lo, w.Hi)
		case !(w.Restitution >= 0 && w.Restitution <= 1):
			return fmt.Errorf("the coefficient of restitution is %g: it has to be from 0 to 1", w.Restitution)
		}
		all[k] = w
	}
	p.Law = all
	return nil
}

// lawRow is a row with a law.
type lawRow struct {
	n, set, k int
	law       *Inequality
	level     integrate.Level
	load      float64 // a multiplier that counts as large, as of the last Switch
	way       float64 // along an open row that is not of position level, in a search for rest, since it opened
}

// isOneSidedPositionRow reports that the row is an inequality of positions: it closes by impact.
func (r *lawRow) isOneSidedPositionRow() bool {
	return r.level == integrate.Position && r.law.errorSign() != 0
}

// isSlippingPositionRow reports that the row is one of positions that slips: its error is counted from an offset.
func (r *lawRow) isSlippingPositionRow() bool {
	return r.level == integrate.Position && r.law.errorSign() == 0
}

// initLawRows lists the rows with laws. One-sided rows, and those that are not of position level,
// are open until a run finds out which are in force.
func (r *rowState) initLawRows(sys *System) {
	r.open, r.lost, r.held, r.offset = make([]bool, sys.nl), make([]bool, sys.nl), make([]float64, sys.nl), make([]float64, sys.nl)
	for i, set := range sys.Rows {
		p := set.rowOwner()
		if p.Law == nil || !isEnforcedAfterAssembly(set) {
			continue
		}
		for k := range p.Law {
			if w := &p.Law[k]; !w.isUnbounded() {
				r.laws = append(r.laws, lawRow{n: p.At + k, set: i, k: k, law: w, level: p.Level})
			}
		}
	}
}

// lawOfRow returns the law row n, nil if the row has none.
func (r *rowState) lawOfRow(n int) *lawRow {
	for i := range r.laws {
		if r.laws[i].n == n {
			return &r.laws[i]
		}
	}
	return nil
}

// multiplierScaleOfRow returns the size that the multiplier of row n is compared with, 0 if the row has no law.
func (r *rowState) multiplierScaleOfRow(n int) float64 {
	if w := r.lawOfRow(n); w != nil {
		return w.load
	}
	return 0
}

// HasSwitchableRows reports whether any row has a law: the degrees of freedom change during a run.
func (s *State) HasSwitchableRows() bool { return len(s.rows.laws) > 0 || len(s.sys.DryFrictions) > 0 }

// setLawRowOpen makes a row with a law open, with the multiplier held, or brings it in force.
func (rows *rowState) setLawRowOpen(r *lawRow, open bool, held float64) {
	rows.setRowOpen(r.n, r.level, open, held)
}

// setRowOpen makes row n, which is of a level while it is in force, open with the multiplier held, or brings it in force.
func (rows *rowState) setRowOpen(n int, level integrate.Level, open bool, held float64) {
	if open {
		level = integrate.Inactive
	} else {
		held = 0
	}
	rows.open[n], rows.held[n], rows.inactive[n] = open, held, open
	rows.s.layout.RowLevel[n] = level
	rows.s.shared.initialised, rows.s.memo.ok = false, false
}

// setHeldMultipliersOfOpenRows sets the multipliers of open rows in p to those that they are held at.
func (rows *rowState) setHeldMultipliersOfOpenRows(p *integrate.Point) {
	rows.s.friction.setInactiveMultipliers(p)
	for i := range rows.laws {
		if n := rows.laws[i].n; rows.open[n] {
			p.L[n] = rows.held[n]
		}
	}
}

// subtractOffsets takes the offsets off the errors of a set.
func (rows *rowState) subtractOffsets(set RowSet) {
	p := set.rowOwner()
	for k := range p.Law {
		rows.g[p.At+k] -= rows.offset[p.At+k]
	}
}

// violation returns by how much an error g violates the law of a row of position level.
func (r *lawRow) violation(g float64) float64 { return math.Max(0, -r.law.errorSign()*g) }

// openLawRowsForAssembly opens rows before the assembly. Bounded rows of position level are equations while
// positions are found, others have no say.
func (rows *rowState) openLawRowsForAssembly() {
	s := rows.s
	s.friction.openAllFrictionRows()
	s.friction.split = nil
	for i := range rows.laws {
		r := &rows.laws[i]
		rows.setLawRowOpen(r, !r.isSlippingPositionRow() || r.law.Lo == 0 && r.law.Hi == 0, 0)
		if !s.continued {
			rows.offset[r.n] = 0
		}
	}
}

// activateMostViolatedRow brings the one-sided row in force that is violated most by p, beyond tol; noneViolated reports that none is.
func (s *State) activateMostViolatedRow(p *integrate.Point, tol float64) (noneViolated bool, err error) {
	if !s.HasSwitchableRows() {
		return true, nil
	}
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return false, err
	}
	var worst *lawRow
	most := tol
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		if v := r.violation(s.rows.g[r.n]); r.isOneSidedPositionRow() && s.rows.open[r.n] && v > most {
			worst, most = r, v
		}
	}
	if worst == nil {
		return true, nil
	}
	if most > noticedPart*s.sys.lengthScale() {
		s.Warn("%s is violated by %.3g at the start: bodies are moved until it is not", s.sys.describeRow(worst.n).shortName(), most)
	}
	s.rows.setLawRowOpen(worst, false, 0)
	return false, nil
}

// noticedPart is the part of the length scale that bodies may be moved without a warning.
const noticedPart = 1e-4

// assemblePoseWithOneSidedRows brings p onto the constraints, one-sided rows included, and leaves these open.
func (s *State) assemblePoseWithOneSidedRows(p *integrate.Point, tol float64) error {
	s.rows.openLawRowsForAssembly()
	for {
		if err := s.assemblePose(p, tol); err != nil {
			return err
		}
		ok, err := s.activateMostViolatedRow(p, 2*tol)
		if err != nil {
			return err
		}
		if ok {
			break
		}
	}
	for i := range s.rows.laws {
		if r := &s.rows.laws[i]; r.isOneSidedPositionRow() {
			s.rows.setLawRowOpen(r, true, 0)
		}
	}
	return nil
}

// deactivateRedundantEquations takes redundant rows out and returns them, without those that have laws, which may always be open; bounded ones of position level that the others
// would make redundant stay open.
func (s *State) deactivateRedundantEquations(p *integrate.Point) ([]RedundantRow, error) {
	var shut []*lawRow
	for i := range s.rows.laws {
		if r := &s.rows.laws[i]; !s.rows.open[r.n] {
			s.rows.setLawRowOpen(r, true, 0)
			shut = append(shut, r)
		}
	}
	removed, err := s.DeactivateRedundantRows(p)
	if err != nil {
		return nil, err
	}
	for _, r := range shut {
		s.rows.setLawRowOpen(r, false, 0)
		if at, err := s.jac.dependentRows(p); err != nil {
			return nil, err
		} else if len(at) > 0 {
			s.rows.setLawRowOpen(r, true, 0)
		}
	}
	return removed, nil
}
