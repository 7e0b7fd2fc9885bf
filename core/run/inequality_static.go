package run

import "github.com/trammel-mbd/trammel/core/integrate"

// chooseRowsForEquilibriumSearch chooses the rows with laws that a search for rest from p begins with.
func (s *inequalityEvents) chooseRowsForEquilibriumSearch(p *integrate.Point) error {
	if s == nil {
		return nil
	}
	s.r.work.RequireFreshPartials()
	return s.r.state.ChooseActiveRowsForEquilibrium(p, s.r.rowTolerance())
}

// enableRowSwitchingInSearch lets rows come in force and open in the search q.
func (s *inequalityEvents) enableRowSwitchingInSearch(q *staticSimulation, o *integrate.StaticOptions) {
	if s == nil {
		return
	}
	o.Switch = func(p *integrate.Point, step, pending []float64, rest bool) (bool, error) {
		all, err := s.r.state.SwitchRowsInEquilibriumSearch(p, step, pending, s.r.rowTolerance(), rest)
		if err != nil || len(all) == 0 {
			return false, err
		}
		for _, x := range all {
			if s.count++; s.count <= maxEvents {
				q.logSearch("%s %s", x.Row.OwnerTitle(), x.What)
			}
		}
		s.r.work.RequireFreshPartials()
		return true, nil
	}
}

// checkEquilibrium refuses p as an equilibrium if a row with a law is violated there.
func (s *inequalityEvents) checkEquilibrium(p *integrate.Point) error {
	if s == nil {
		return nil
	}
	return s.r.state.CheckRowsAtEquilibrium(p, s.r.rowTolerance())
}
