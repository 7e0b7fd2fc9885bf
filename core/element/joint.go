package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

const jointKind = "Constraint_Joint"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: jointKind, Doc: "a joint between two markers",
			Attrs: joinAttrs(
				requiredAttr(withSpellings(choiceAttr("type", "", "type of the joint", jointTypeNames()...),
					"ATPOINT", "SPHERICAL", "CONVEL", "CONSTANT_VELOCITY", "RACKPIN", "RACK_PINION",
					"BALL", "SPHERICAL", "TRANSLATION", "TRANSLATIONAL")),
				markerAttr("i_marker_id", "marker on the first body; reactions are reported as they act on this body"),
				markerAttr("j_marker_id", "marker on the second body"),
				withCondition("type=SCREW", realAttr("pitch", "", "length", "advance of a turn")),
				withCondition("type=RACK_PINION", realAttr("pitch_diameter", "", "length", "diameter of the pinion")),
				flagAttr("is_virtual", "compliant (virtual) joint; not supported: joints are always rigid"),
				jointICAttrs(),
				oneSidedAttrs("(pI - pJ)·z_J of an INPLANE joint"),
				limitAttrs(),
				breakForceAttrs(brokenJoint, "force", "torque"),
				bodyIDAttrs(),
			),
		},
		phase: joints,
		build: buildJoint,
	})
}

func buildJoint(b *builder, e *deck.Element) {
	t := e.Enum("type")
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") || t == "" || t == "FREE" {
		return
	}
	warnVirtualUnsupported(e, "the joint")
	b.refuseUnilateral(e)
	b.addJointIC(e)
	switch t {
	case "SCREW":
		b.addScrewConstraint(e)
	case "RACK_PINION":
		b.addRackConstraint(e)
	default:
		if j, ok := b.newJoint(e, system.JointKinds[t]); ok {
			b.sys.Joints[e.ID()] = b.sys.AddRows(j)
			b.addLimits(e)
		}
	}
}

// newJoint returns the rows of a joint between the markers of an element.
func (b *builder) newJoint(e *deck.Element, k *system.JointKind) (*system.Joint, bool) {
	i, j, ok := b.markersOfTwoBodies(e)
	if !ok {
		return nil, false
	}
	joint := b.sys.NewJointRows(e.ID(), k, i, j)
	joint.Element = e.Kind
	joint.Breaks = readBreakLimits(e)
	setRowLaw(e, &joint.RowOwner, readOneSidedLaw(e))
	return joint, true
}

// markersOfTwoBodies returns the markers of an element between two bodies; false where both
// belong to one, which is reported.
func (b *builder) markersOfTwoBodies(e *deck.Element) (i, j system.MarkerIdx, ok bool) {
	i, j = b.nonFloatingMarkerIndex(e, "i_marker_id"), b.nonFloatingMarkerIndex(e, "j_marker_id")
	of := b.sys.Markers[i].Body
	if ok = of != b.sys.Markers[j].Body; !ok {
		e.AddErrorf("j_marker_id", "B052", "both markers belong to %s", &b.sys.Bodies[of])
	}
	return i, j, ok
}

// warnVirtualUnsupported warns of a constraint that should yield.
func warnVirtualUnsupported(e *deck.Element, what string) {
	if e.Bool("is_virtual") {
		e.AddWarningf("is_virtual", "B051", "virtual constraints are not supported: %s is rigid", what)
	}
}
