package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Constraint_Jprim", Doc: "a simple condition between two markers",
			Attrs: joinAttrs(
				requiredAttr(withSpellings(choiceAttr("type", "", "type of the condition", "SPHERICAL", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR"),
					"ATPOINT", "SPHERICAL")),
				markerAttr("i_marker_id", "marker on the first body; reactions act on this body"),
				markerAttr("j_marker_id", "marker on the second body"),
				flagAttr("is_virtual", "compliant (virtual) condition; not supported: conditions are always rigid"),
				oneSidedAttrs("(pI - pJ)·z_J of an INPLANE condition"),
				breakForceAttrs(brokenJoint, "force", "torque"),
				bodyIDAttrs(),
			),
		},
		phase: joints,
		build: func(b *builder, e *deck.Element) {
			k := system.JointKinds[e.Enum("type")]
			if k == nil || !b.allMarkersExist(e, "i_marker_id", "j_marker_id") {
				return // reported
			}
			warnVirtualUnsupported(e, "the condition")
			b.refuseUnilateral(e)
			if j, ok := b.newJoint(e, k); ok {
				b.sys.AddRows(j)
			}
		},
	})
}
