package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// BreakLimits are the reactions at which a constraint breaks, 0 for none. A joint is judged
// by force and torque on I's body at the origin of I, those of its limits included; other constraints by
// the multiplier of their one row.
type BreakLimits struct{ Force, Torque, Multiplier float64 }

// A constraint that has broken stays in the model as one that is switched off does: its rows, and those of its limits,
// are not in force and carry nothing. They count as open, so that nothing takes them for redundant.

// breakableConstraint is a constraint that may break.
type breakableConstraint struct {
	set    int   // the rows that are judged
	sets   []int // all rows of the element: those of its limits break with it
	breaks BreakLimits
	broken bool
}

// initBreakables lists the constraints that may break.
func (r *rowState) initBreakables(sys *System) {
	at := map[owner]int{}
	for i, set := range sys.Rows {
		p := set.rowOwner()
		if k, ok := at[owner{p.Element, p.ID}]; ok && isEnforcedAfterAssembly(set) {
			r.fragile[k].sets = append(r.fragile[k].sets, i)
			continue
		}
		if p.Breaks != (BreakLimits{}) && isEnforcedAfterAssembly(set) {
			at[owner{p.Element, p.ID}] = len(r.fragile)
			r.fragile = append(r.fragile, breakableConstraint{set: i, sets: []int{i}, breaks: p.Breaks})
		}
	}
}

// BreakableConstraintCount returns the number of constraints that may break, broken ones included.
func (s *State) BreakableConstraintCount() int { return len(s.rows.fragile) }

// BreakLoad is what a constraint that may break carries.
type BreakLoad struct {
	Part  float64 // of what it breaks at: more than 1 is too much
	Value float64 // force or torque
	What  string  // "force", "torque" or "reaction" (a multiplier)
}

// BreakableConstraintLoads sets dst, one entry for each constraint that may break, to what it carries at p with the multipliers of p. Broken
// ones carry nothing.
func (s *State) BreakableConstraintLoads(dst []BreakLoad, p *integrate.Point) error {
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return err
	}
	for i := range s.rows.fragile {
		f := &s.rows.fragile[i]
		if dst[i] = (BreakLoad{}); f.broken {
			continue
		}
		if f.breaks.Multiplier > 0 {
			dst[i].replaceIfNearerLimit(math.Abs(p.L[s.sys.Rows[f.set].rowOwner().At]), f.breaks.Multiplier, "reaction")
			continue
		}
		var w wrench
		for _, set := range f.sets {
			w = w.plus(s.rows.reactionWrenchOfRowSet(set))
		}
		dst[i].replaceIfNearerLimit(w.F.Norm(), f.breaks.Force, "force")
		dst[i].replaceIfNearerLimit(w.T.Norm(), f.breaks.Torque, "torque")
	}
	return nil
}

// replaceIfNearerLimit takes a load if it is nearer to its limit, 0 for none.
func (l *BreakLoad) replaceIfNearerLimit(v, limit float64, what string) {
	if limit > 0 && v/limit >= l.Part {
		*l = BreakLoad{v / limit, v, what}
	}
}

// BreakableConstraintName names constraint i of those that may break.
func (s *State) BreakableConstraintName(i int) string {
	p := s.sys.Rows[s.rows.fragile[i].set].rowOwner()
	return RedundantRow{Element: p.Element, ID: p.ID}.OwnerTitle()
}

// BreakConstraint breaks constraint i of those that may break. Rows that were redundant beside it are in force again; which are redundant
// now is judged at p. Accelerations and multipliers of p have to be solved for.
func (s *State) BreakConstraint(i int, p *integrate.Point) error {
	s.rows.removeRowsOfBroken(&s.rows.fragile[i])
	for _, set := range s.rows.fragile[i].sets {
		r := s.sys.Rows[set].rowOwner()
		clear(p.L[r.At : r.At+r.N])
	}
	s.reactivateRemovedRows()
	_, err := s.deactivateRedundantEquations(p)
	return err
}

// removeRowsOfBroken takes the rows of a constraint out for good.
func (rows *rowState) removeRowsOfBroken(f *breakableConstraint) {
	s := rows.s
	f.broken = true
	for _, set := range f.sets {
		r := s.sys.Rows[set].rowOwner()
		for n := r.At; n < r.At+r.N; n++ {
			rows.setRowOpen(n, r.Level, true, 0)
			rows.lost[n] = true
		}
	}
	keep := rows.laws[:0]
	for _, r := range rows.laws {
		if !rows.isBroken(r.set) {
			keep = append(keep, r)
		}
	}
	rows.laws = keep
	s.shared.initialised, s.memo.ok = false, false
}

// isBroken reports that set belongs to a constraint that has broken.
func (rows *rowState) isBroken(set int) bool {
	for i := range rows.fragile {
		f := &rows.fragile[i]
		for _, k := range f.sets {
			if k == set && f.broken {
				return true
			}
		}
	}
	return false
}

// copyBrokenConstraints breaks what had broken in another State of the model, by element; what was switched off there is whole.
func (rows *rowState) copyBrokenConstraints(old *State) {
	broken := map[owner]bool{}
	for i := range old.rows.fragile {
		if f := &old.rows.fragile[i]; f.broken {
			p := old.sys.Rows[f.set].rowOwner()
			broken[owner{p.Element, p.ID}] = true
		}
	}
	rows.markBroken(broken)
}

func (rows *rowState) markBroken(broken map[owner]bool) {
	for i := range rows.fragile {
		f := &rows.fragile[i]
		if p := rows.s.sys.Rows[f.set].rowOwner(); broken[owner{p.Element, p.ID}] {
			rows.removeRowsOfBroken(f)
		}
	}
}

// HasClosedChain reports whether the constraints in force close a chain of bodies: whether one of them
// joins bodies that others join already. Several between the same two bodies, a hinge and its motion
// for instance, are one here: they cannot line up with each other.
func (s *State) HasClosedChain() bool {
	root := make([]BodyIdx, len(s.sys.Bodies))
	for i := range root {
		root[i] = BodyIdx(i)
	}
	find := func(b BodyIdx) BodyIdx {
		for root[b] != b {
			b = root[b]
		}
		return b
	}
	type pair struct{ a, b BodyIdx }
	known := map[pair]bool{}
	for _, set := range s.sys.Rows {
		p := set.rowOwner()
		if !s.rows.hasActiveRow(p) || len(p.Bodies) == 0 {
			continue
		}
		bodies := p.Bodies
		if len(bodies) == 1 {
			bodies = []BodyIdx{0, bodies[0]} // the ground is not among those that move
		}
		for i := 1; i < len(bodies); i++ {
			link := pair{min(bodies[0], bodies[i]), max(bodies[0], bodies[i])}
			if known[link] {
				continue
			}
			known[link] = true
			a, b := find(bodies[0]), find(bodies[i])
			if a == b {
				return true
			}
			root[a] = b
		}
	}
	return false
}

// hasActiveRow reports whether any row of a set is active.
func (rows *rowState) hasActiveRow(p *RowOwner) bool {
	for n := p.At; n < p.At+p.N; n++ {
		if !rows.inactive[n] {
			return true
		}
	}
	return false
}

// mainPart is the part of the largest coefficient from which on a row counts as one of those that
// depend on each other: near such a place, and not in it, others have small coefficients too.
const mainPart = 0.1

// NamesOfDominantElements names the elements of rows whose part of a combination is large: "Constraint_Joint 3, 5".
func (s *State) NamesOfDominantElements(partOfRow func(row int) float64) []string {
	var names []string
	last := ""
	for _, set := range s.sys.Rows {
		p := set.rowOwner()
		for n := p.At; n < p.At+p.N; n++ {
			if partOfRow(n) < mainPart {
				continue
			}
			if p.Element == last {
				names = append(names, fmt.Sprint(p.ID))
			} else {
				names = append(names, fmt.Sprintf("%s %d", p.Element, p.ID))
			}
			last = p.Element
			break
		}
	}
	return names
}
