package system

import "github.com/trammel-mbd/trammel/core/spatial"

// BodyMotion is the pose and motion of a body, in global axes.
type BodyMotion struct {
	C     spatial.Vec // mass centre
	R     spatial.Mat // body axes
	V, W  spatial.Vec // velocity of the mass centre, angular velocity
	A, Al spatial.Vec // their rates
}

// BodyMotion returns where a body is and how it moves as of the last Report.
func (s *State) BodyMotion(i BodyIdx) BodyMotion {
	b := &s.kin.body[i]
	return BodyMotion{b.C, b.R, b.V, b.W, b.A, b.Al}
}

// RowSetWrench returns force and torque of a row set on I's body, about the origin of I, along global axes, as of the last
// Report; those of the limits of a joint, whose row sets are beside, are part of it.
func (s *State) RowSetWrench(set int, beside []int) (f, t spatial.Vec) {
	w := s.rows.setWrench(set)
	for _, n := range beside {
		w = w.addWrenchTo(s.rows.setWrench(n))
	}
	return w.F, w.T
}

// ForceOf returns force and torque of an element of System.Forces on I's body, about the origin of I, along global
// axes, as of the last Report.
func (s *State) ForceOf(i int) (f, t spatial.Vec) { return s.wrench[i].F, s.wrench[i].T }

// PenaltyValues returns the violation g of an element of System.Penalties and the generalized force along its gradient, as of
// the last Report.
func (s *State) PenaltyValues(i int) (g, f float64) {
	return s.Output(Output{Law: s.sys.Penalties[i].G}), s.pen[i].f
}

// RowMultiplier returns the multiplier of the first row of a set: the generalized force along the gradient of its error, as
// of the last Report.
func (s *State) RowMultiplier(set int) float64 { return s.p.L[s.sys.Rows[set].place().At] }

// RowOwners returns what the row sets belong to, in the order of System.Rows.
func (sys *System) RowOwners() []*RowOwner {
	all := make([]*RowOwner, len(sys.Rows))
	for i, r := range sys.Rows {
		all[i] = r.place()
	}
	return all
}

// LimitRowSets returns the row sets of the limits of a joint, whose rows are the given set.
func (sys *System) LimitRowSets(set int) []int { return sys.limitSetsOf(set) }
