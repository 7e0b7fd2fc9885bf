package system

import "github.com/trammel-mbd/trammel/core/integrate"

// RowLook is what is known of a row with a law at a point: error, rate, second rate and multiplier.
type RowLook struct{ G, Rate, Acc, L float64 }

// LawRow names the row with law i.
func (s *State) LawRow(i int) Removed { return s.removed(s.rows.laws[i].n) }

// Laws returns the number of rows with laws.
func (s *State) Laws() int { return len(s.rows.laws) }

// LookAtRows sets dst, one entry for each row with a law, to what is known of it at p. Forces are not evaluated;
// accelerations and multipliers are those of p.
func (s *State) LookAtRows(dst []RowLook, p *integrate.Point) error {
	s.looking.dst, s.looking.p = dst, p
	return s.learning(s.lookNow)
}

// looking is the argument of lookNow.
type looking struct {
	dst []RowLook
	p   *integrate.Point
}

func (s *State) lookNow() error {
	s.started()
	s.memo.ok, s.learnt = false, false
	s.hold(s.looking.p)
	s.place(s.looking.p)
	last := -1
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		if r.set != last {
			set := s.sys.Rows[r.set]
			if err := set.fill(s, &s.rows.set[r.set]); err != nil {
				return err
			}
			s.shiftRows(set)
			last = r.set
		}
	}
	if s.learnt {
		return errRelearn
	}
	for i := range s.rows.laws {
		s.looking.dst[i] = s.lookAt(&s.rows.laws[i])
	}
	return nil
}
