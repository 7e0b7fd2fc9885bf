package system

import "github.com/trammel-mbd/trammel/core/integrate"

// FlexHoldRows hold the modal coordinates of a body of kind Modal, z - z0 = 0, while HoldModes is in force; else they are open.
type FlexHoldRows struct {
	RowOwner
}

// AddModeHoldRows appends the rows that HoldModes needs for a flexible body.
func (sys *System) AddModeHoldRows(flex int) {
	f := &sys.Flex[flex]
	for _, i := range f.parts[1:] {
		b := &sys.Bodies[i]
		r := &FlexHoldRows{RowOwner{Element: "Body_Flexible " + itoa(f.ID) + ": held modes from", ID: b.Part, N: b.count, I: NoMarker, J: NoMarker, Bodies: []BodyIdx{i}}}
		for k := range b.count {
			r.Row = append(r.Row, "mode "+itoa(b.Part+k))
		}
		sys.AddRows(r)
	}
}

func (r *FlexHoldRows) addStiffness(_ *State, _ []float64, _ float64, _ *jacobian) {}

func (r *FlexHoldRows) fillBlock(s *State, b *rowBlock) error {
	q := s.p.Q[s.sys.Bodies[r.Bodies[0]].q:]
	for k := range b.n {
		b.g[k], b.gt[k], b.bias[k] = q[k]-s.rows.offset[r.At+k], 0, 0
		b.bodyGradient(k, 0)[k] = 1
	}
	return nil
}

// CanHoldModes reports whether the model has flexible bodies and rows for HoldModes.
func (s *State) CanHoldModes() bool {
	for _, set := range s.sys.Rows {
		if _, ok := set.(*FlexHoldRows); ok {
			return true
		}
	}
	return false
}

// HoldModes holds all modal coordinates at their values in p; ReleaseModes ends this. Which rows are redundant is judged at p again. Speeds,
// accelerations and multipliers of p have to be made consistent.
func (s *State) HoldModes(p *integrate.Point) error { return s.setModesHeld(p, true) }

// ReleaseModes lets modal coordinates move.
func (s *State) ReleaseModes(p *integrate.Point) error { return s.setModesHeld(p, false) }

func (s *State) setModesHeld(p *integrate.Point, held bool) error {
	for _, set := range s.sys.Rows {
		r, ok := set.(*FlexHoldRows)
		if !ok {
			continue
		}
		for k := range r.N {
			s.rows.setRowOpen(r.At+k, integrate.Position, !held, 0)
			s.rows.offset[r.At+k], p.L[r.At+k] = p.Q[s.sys.Bodies[r.Bodies[0]].q+k], 0
		}
	}
	s.reactivateRemovedRows()
	_, err := s.deactivateRedundantEquations(p)
	return err
}

// openModeHolds makes the rows of HoldModes open.
func (rows *rowState) openModeHolds() {
	for _, set := range rows.s.sys.Rows {
		if r, ok := set.(*FlexHoldRows); ok {
			for n := r.At; n < r.At+r.N; n++ {
				rows.setRowOpen(n, integrate.Position, true, 0)
			}
		}
	}
}
