package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

const jointKind = "Constraint_Joint"

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: jointKind, Doc: "a joint between two markers",
			Attrs: attrs(
				required(spelt(choice("type", "", "type of the joint", jointTypes()...),
					"ATPOINT", "SPHERICAL", "CONVEL", "CONSTANT_VELOCITY", "RACKPIN", "RACK_PINION",
					"BALL", "SPHERICAL", "TRANSLATION", "TRANSLATIONAL")),
				marker("i_marker_id", "marker on the first body; reactions are reported as they act on this body"),
				marker("j_marker_id", "marker on the second body"),
				when("type=SCREW", real("pitch", "", "length", "advance of a turn")),
				when("type=RACK_PINION", real("pitch_diameter", "", "length", "diameter of the pinion")),
				flag("is_virtual", "compliant (virtual) joint; not supported: joints are always rigid"),
				jointICAttrs(),
				oneSidedAttrs("(pI - pJ)·z_J of an INPLANE joint"),
				limitAttrs(),
				breakAttrs(brokenJoint, "force", "torque"),
				bodyIDs(),
			),
		},
		phase: joints,
		build: buildJoint,
	})
}

func buildJoint(b *builder, e *deck.Element) {
	t := e.Enum("type")
	if !b.whole(e, "i_marker_id", "j_marker_id") || t == "" || t == "FREE" {
		return
	}
	rigid(e, "the joint")
	b.onlyINPLANE(e)
	b.startJoint(e)
	switch t {
	case "SCREW":
		b.screw(e)
	case "RACK_PINION":
		b.rack(e)
	default:
		if j, ok := b.newJoint(e, system.JointKinds[t]); ok {
			b.sys.Joints[e.ID()] = b.sys.AddRows(j)
			b.limits(e)
		}
	}
}

// newJoint returns the rows of a joint between the markers of an element.
func (b *builder) newJoint(e *deck.Element, k *system.JointKind) (*system.Joint, bool) {
	i, j, ok := b.apart(e)
	if !ok {
		return nil, false
	}
	joint := b.sys.NewJoint(e.ID(), k, i, j)
	joint.Element = e.Kind
	joint.Breaks = breaks(e)
	restrict(e, &joint.RowPlace, oneSided(e))
	return joint, true
}

// apart returns the markers of an element between two bodies; false where both
// belong to one, which is reported.
func (b *builder) apart(e *deck.Element) (i, j system.MarkerIdx, ok bool) {
	i, j = b.placed(e, "i_marker_id"), b.placed(e, "j_marker_id")
	of := b.sys.Markers[i].Body
	if ok = of != b.sys.Markers[j].Body; !ok {
		e.Errorf("j_marker_id", "B052", "both markers belong to %s", &b.sys.Bodies[of])
	}
	return i, j, ok
}

// rigid warns of a constraint that should yield.
func rigid(e *deck.Element, what string) {
	if e.Bool("is_virtual") {
		e.Warnf("is_virtual", "B051", "virtual constraints are not supported: %s is rigid", what)
	}
}
