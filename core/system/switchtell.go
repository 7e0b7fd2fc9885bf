package system

// reported lists what has changed.
func (c *switching) reported() []Switch {
	var all []Switch
	s := c.s
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		open, x := s.rows.open[r.n], Switch{Row: s.removed(r.n), Speed: c.hit[i]}
		one := r.law.sign() != 0
		switch {
		case open && c.up[i]:
			x.What = "rebounds"
		case !open && (c.was[i] || c.hit[i] > 0) && one:
			x.What = "closes"
		case open && c.hit[i] > 0:
			x.What = "is struck"
		case open && !c.was[i] && one:
			x.What = "opens"
		case open && !c.was[i]:
			x.What = "slips"
		case open && c.held[i] != s.rows.held[r.n] && c.held[i] != 0 && !one:
			x.What = "reverses"
		case !open && c.was[i] && !one:
			x.What = "sticks"
		default:
			continue
		}
		all = append(all, x)
	}
	return all
}

func (c *switching) unsolved(i int, level string, residual float64) error {
	return &ActiveSetError{c.p.T, c.s.removed(c.s.rows.laws[i].n), level, residual, nil}
}
