package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Force_SpringDamper",
			Doc:  "-stiffness (DM - length) - damping VR + preload along the line from J to I, or the same about z with AZ and WZ",
			Attrs: attrs(
				marker("i_marker_id", "one end"),
				marker("j_marker_id", "the other end"),
				spelt(choice("type", "TRANSLATIONAL", "along the line between the ends, or about z", "TRANSLATIONAL", "ROTATIONAL"),
					"TRANSLATION", "TRANSLATIONAL", "ROTATION", "ROTATIONAL"),
				notNegative(real("stiffness", "0", "force/length or force length/rad", "stiffness")),
				notNegative(real("damping", "0", "force time/length or force length time/rad", "damping")),
				deck.AttrSpec{Name: "length", Type: deck.Angle, Default: "0", Unit: "length or rad",
					Doc: "distance, greater than 0, or angle at which the force is the preload"},
				real("preload", "0", "force or force length", "force at length, positive pushing apart; or torque on I at that angle"),
				bodyIDs(),
			),
		},
		phase: forces,
		build: buildSpring,
	})
}

func buildSpring(b *builder, e *deck.Element) {
	if !b.whole(e, "i_marker_id", "j_marker_id") {
		return
	}
	i, j := e.Ref("i_marker_id"), e.Ref("j_marker_id")
	f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Line, I: b.placed(e, "i_marker_id"), J: b.placed(e, "j_marker_id")}
	in := []system.Call{{Name: "DM", Args: []int{i, j}}, {Name: "VR", Args: []int{i, j}}}
	if e.Enum("type") == "ROTATIONAL" {
		f.Direction = system.Turn
		in = []system.Call{{Name: "AZ", Args: []int{i, j}}, {Name: "WZ", Args: []int{i, j, j}}}
	} else if e.Real("length") <= 0 && !b.faults.of[e] {
		what := "the free length must be greater than 0"
		if !e.Has("length") {
			what = "the free length is missing"
		}
		e.Errorf("length", "B060", "%s", what)
	}
	k, c := e.Real("stiffness"), e.Real("damping")
	f.Comp = only(b.affine(e.Title(), e.Real("preload")+k*e.Real("length"), in, -k, -c))
	b.sys.AddForce(f, "SPDP")
}
