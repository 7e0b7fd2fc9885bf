package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

const jointKind = "Constraint_Joint"

// jointTypes are the joints of the format that can be had, and those that
// cannot yet with what to use in their place.
var (
	jointTypes = []string{"REVOLUTE", "SPHERICAL", "TRANSLATIONAL", "CYLINDRICAL", "UNIVERSAL", "FIXED", "HOOKE", "CONSTANT_VELOCITY",
		"PLANAR", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR"}
	otherTypes = []string{"SCREW", "RACK_PINION", "FREE"}
	instead    = map[string]string{
		"SCREW":       `use Constraint_General with expr="DZ(I,J,J)-p*AZ(I,J)/(2*PI)" for the advance p of a turn`,
		"RACK_PINION": `use Constraint_General with expr="DZ(r,s,s)-d/2*AZ(p,q)" for rack markers r, s, pinion markers p, q and the pitch diameter d`,
	}
)

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: jointKind, Doc: "a joint between two markers",
			Attrs: attrs(
				required(spelt(choice("type", "", "type of the joint", append(append([]string{}, jointTypes...), otherTypes...)...),
					"ATPOINT", "SPHERICAL", "CONVEL", "CONSTANT_VELOCITY", "RACKPIN", "RACK_PINION",
					"BALL", "SPHERICAL", "TRANSLATION", "TRANSLATIONAL")),
				marker("i_marker_id", "marker on the first body; reactions are reported as they act on this body"),
				marker("j_marker_id", "marker on the second body"),
				when("type=SCREW", real("pitch", "", "length", "advance of a turn")),
				when("type=RACK_PINION", real("pitch_diameter", "", "length", "diameter of the pinion")),
				flag("is_virtual", "the joint may yield a little; not supported, all joints are rigid"),
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
	k := system.JointKinds[t]
	if k == nil {
		e.Errorf("type", "B050", "joints of type %s are not supported yet; there are %s", t, strings.Join(jointTypes, ", ")).Help = instead[t]
		return
	}
	rigid(e, "the joint")
	if j, ok := b.newJoint(e, k); ok {
		b.sys.Joints[e.ID()] = b.sys.AddRows(j)
	}
}

// newJoint returns the rows of a joint between the markers of an element.
func (b *builder) newJoint(e *deck.Element, k *system.JointKind) (*system.Joint, bool) {
	i, j := b.placed(e, "i_marker_id"), b.placed(e, "j_marker_id")
	if of := b.sys.Markers[i].Body; of == b.sys.Markers[j].Body {
		e.Errorf("j_marker_id", "B052", "both markers belong to %s", &b.sys.Bodies[of])
		return nil, false
	}
	joint := b.sys.NewJoint(e.ID(), k, i, j)
	joint.Element = e.Kind
	return joint, true
}

// rigid warns of a constraint that should yield.
func rigid(e *deck.Element, what string) {
	if e.Bool("is_virtual") {
		e.Warnf("is_virtual", "B051", "virtual constraints are not supported: %s is rigid", what)
	}
}
