package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Breaks are the reactions at which a constraint breaks, 0 for none. A joint is judged
// by force and torque on I's body at the origin of I, those of its limits included; other constraints by
// the multiplier of their one row.
type Breaks struct{ Force, Torque, Multiplier float64 }

// A constraint that has broken stays in the model as one that is switched off does: its rows, and those of its limits,
// are not in force and carry nothing. They count as open, so that nothing takes them for redundant.

// fragile is a constraint that may break.
type fragile struct {
	set    int   // the rows that are judged
	sets   []int // all rows of the element: those of its limits break with it
	breaks Breaks
	broken bool
}

// startBreaks lists the constraints that may break.
func (r *rowState) startBreaks(sys *System) {
	at := map[owner]int{}
	for i, set := range sys.Rows {
		p := set.place()
		if k, ok := at[owner{p.Element, p.ID}]; ok && holds(set) {
			r.fragile[k].sets = append(r.fragile[k].sets, i)
			continue
		}
		if p.Breaks != (Breaks{}) && holds(set) {
			at[owner{p.Element, p.ID}] = len(r.fragile)
			r.fragile = append(r.fragile, fragile{set: i, sets: []int{i}, breaks: p.Breaks})
		}
	}
}

// Breakable returns the number of constraints that may break, broken ones included.
func (s *State) Breakable() int { return len(s.rows.fragile) }

// Load is what a constraint that may break carries.
type Load struct {
	Part  float64 // of what it breaks at: more than 1 is too much
	Value float64 // force or torque
	What  string  // "force", "torque" or "reaction" (a multiplier)
}

// Loads sets dst, one entry for each constraint that may break, to what it carries at p with the multipliers of p. Broken
// ones carry nothing.
func (s *State) Loads(dst []Load, p *integrate.Point) error {
	if err := s.learning(func() error { return s.forces(p) }); err != nil {
		return err
	}
	for i := range s.rows.fragile {
		f := &s.rows.fragile[i]
		if dst[i] = (Load{}); f.broken {
			continue
		}
		if f.breaks.Multiplier > 0 {
			dst[i].most(math.Abs(p.L[s.sys.Rows[f.set].place().At]), f.breaks.Multiplier, "reaction")
			continue
		}
		var w wrench
		for _, set := range f.sets {
			w = w.plus(s.rowWrench(set))
		}
		dst[i].most(w.F.Norm(), f.breaks.Force, "force")
		dst[i].most(w.T.Norm(), f.breaks.Torque, "torque")
	}
	return nil
}

// most takes a load if it is nearer to its limit, 0 for none.
func (l *Load) most(v, limit float64, what string) {
	if limit > 0 && v/limit >= l.Part {
		*l = Load{v / limit, v, what}
	}
}

// Breaker names constraint i of those that may break.
func (s *State) Breaker(i int) string {
	p := s.sys.Rows[s.rows.fragile[i].set].place()
	return Removed{Element: p.Element, ID: p.ID}.Owner()
}

// Break breaks constraint i of those that may break. Rows that were redundant beside it are in force again; which are redundant
// now is judged at p. Accelerations and multipliers of p have to be solved for.
func (s *State) Break(i int, p *integrate.Point) error {
	s.crack(&s.rows.fragile[i])
	for _, set := range s.rows.fragile[i].sets {
		r := s.sys.Rows[set].place()
		clear(p.L[r.At : r.At+r.N])
	}
	s.restore()
	_, err := s.judged(p)
	return err
}

// crack takes the rows of a constraint out for good.
func (s *State) crack(f *fragile) {
	f.broken = true
	for _, set := range f.sets {
		r := s.sys.Rows[set].place()
		for n := r.At; n < r.At+r.N; n++ {
			s.rows.open[n], s.rows.held[n], s.rows.inactive[n] = true, 0, true
			s.rows.lost[n] = true
			s.layout.RowLevel[n] = integrate.Inactive
		}
	}
	keep := s.rows.laws[:0]
	for _, r := range s.rows.laws {
		if !s.split(r.set) {
			keep = append(keep, r)
		}
	}
	s.rows.laws = keep
	s.shared.initialised, s.memo.ok = false, false
}

// split reports that set belongs to a constraint that has broken.
func (s *State) split(set int) bool {
	for i := range s.rows.fragile {
		f := &s.rows.fragile[i]
		for _, k := range f.sets {
			if k == set && f.broken {
				return true
			}
		}
	}
	return false
}

// crackAs breaks what had broken in another State of the model, by element; what was switched off there is whole.
func (s *State) crackAs(old *State) {
	broken := map[owner]bool{}
	for i := range old.rows.fragile {
		if f := &old.rows.fragile[i]; f.broken {
			p := old.sys.Rows[f.set].place()
			broken[owner{p.Element, p.ID}] = true
		}
	}
	s.crackAll(broken)
}

func (s *State) crackAll(broken map[owner]bool) {
	for i := range s.rows.fragile {
		f := &s.rows.fragile[i]
		if p := s.sys.Rows[f.set].place(); broken[owner{p.Element, p.ID}] {
			s.crack(f)
		}
	}
}
