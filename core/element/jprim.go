package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Constraint_Jprim", Doc: "a simple condition between two markers",
			Attrs: attrs(
				required(spelt(choice("type", "", "type of the condition", "SPHERICAL", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR"),
					"ATPOINT", "SPHERICAL")),
				marker("i_marker_id", "marker on the first body; reactions act on this body"),
				marker("j_marker_id", "marker on the second body"),
				flag("is_virtual", "compliant (virtual) condition; not supported: conditions are always rigid"),
				oneSidedAttrs("(pI - pJ)·z_J of an INPLANE condition"),
				breakAttrs(brokenJoint, "force", "torque"),
				bodyIDs(),
			),
		},
		phase: joints,
		build: func(b *builder, e *deck.Element) {
			k := system.JointKinds[e.Enum("type")]
			if k == nil || !b.whole(e, "i_marker_id", "j_marker_id") {
				return // reported
			}
			rigid(e, "the condition")
			b.onlyINPLANE(e)
			if j, ok := b.newJoint(e, k); ok {
				b.sys.AddRows(j)
			}
		},
	})
}
