package system

import "fmt"

// BodyUse is an element that acts on a body by way of a marker.
type BodyUse struct {
	Element string
	ID      int
	Body    BodyIdx
	Marker  int  // id of the marker, 0 where it is not known
	Turns   bool // it may transmit a torque about the origin of the body
}

// BodyUses lists the rows and forces of the model with the bodies that they act on. What
// penalties act on is known when a State is made: checkPenaltyOnFlex.
func (sys *System) BodyUses() []BodyUse {
	var all []BodyUse
	for _, set := range sys.Rows {
		if _, tie := set.(*FlexNodeRows); tie {
			continue
		}
		p := set.rowOwner()
		j, isJoint := set.(*Joint)
		for slot, b := range p.Bodies {
			u := BodyUse{Element: p.Element, ID: p.ID, Body: b, Turns: true}
			for _, i := range [2]MarkerIdx{p.I, p.J} {
				if i >= 0 && sys.Markers[i].Body == b {
					u.Marker = sys.Markers[i].ID
				}
			}
			if isJoint {
				u.Turns = j.turns(sys, int32(slot))
			}
			all = append(all, u)
		}
	}
	for i := range sys.Forces {
		if f := &sys.Forces[i]; !f.ReportOnly {
			all = append(all, sys.bodyUsesOfForce(f)...)
		}
	}
	return all
}

// bodyUsesOfForce lists the bodies that a force acts on.
func (sys *System) bodyUsesOfForce(f *Force) (all []BodyUse) {
	turns := f.Direction == Turn || f.Direction == Spin
	for k := 3; f.Direction == Axes && k < 6; k++ {
		turns = turns || f.Comp[k].Law >= 0
	}
	for k, m := range [2]MarkerIdx{f.I, f.J} {
		if m >= 0 {
			mk := &sys.Markers[m]
			// the reaction acts on J's body at the origin of I
			all = append(all, BodyUse{f.Element, f.ID, mk.Body, mk.ID, turns || mk.Pos != vec{} || k == 1 && f.Direction == Axes})
		}
	}
	return all
}

// turns reports whether the joint may transmit a torque to the body in a slot.
func (j *Joint) turns(sys *System, slot int32) bool {
	for k, i := range [2]MarkerIdx{j.I, j.J} {
		if j.slot[k] != slot {
			continue
		}
		if sys.Markers[i].Pos != (vec{}) {
			return true
		}
		for _, p := range j.kind.rows {
			if !p.hasLengthError() || k == 1 && p.kind == inPlane {
				return true
			}
		}
	}
	return false
}

// checkPenaltyOnFlex refuses a penalty that acts on the frame of a flexible body.
func (p *evaluationPlan) checkPenaltyOnFlex(i int) error {
	for _, m := range p.s.pen[i].leaf {
		for _, b := range p.measure[m].body {
			if body := &p.sys.Bodies[b]; body.Role == FlexFrame {
				x := &p.sys.Penalties[i]
				return fmt.Errorf("Force_Penalty %d acts on the frame of %s: the marker needs a node_id", x.ID, body)
			}
		}
	}
	return nil
}
