package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Force_SpringDamper",
			Doc:  "-stiffness (DM - length) - damping (VR - velocity_offset) + preload along the line from J to I, or the same about z with AZ and WZ; or the opposite of what an SPDSUB says",
			Attrs: joinAttrs(
				markerAttr("i_marker_id", "one end"),
				markerAttr("j_marker_id", "the other end"),
				withSpellings(choiceAttr("type", "TRANSLATIONAL", "along the line between the ends, or about z", "TRANSLATIONAL", "ROTATIONAL"),
					"TRANSLATION", "TRANSLATIONAL", "ROTATION", "ROTATIONAL"),
				notNegativeAttr(realAttr("stiffness", "0", "force/length or force length/rad", "stiffness")),
				notNegativeAttr(realAttr("damping", "0", "force time/length or force length time/rad", "damping")),
				&deck.AttrSpec{Name: "length", Type: deck.Angle, Default: "0", Unit: "length or rad",
					Doc: "distance, greater than 0, or angle at which the force is the preload"},
				realAttr("preload", "0", "force or force length", "force at length, positive pushing apart; or torque on I at that angle"),
				realAttr("velocity_offset", "0", "length/time or rad/time", "rate of the distance or angle at which there is no damping; extension"),
				choiceAttr("active", "TRUE", "whether there is a force; extension", "TRUE", "FALSE"),
				deck.UserSubAttrs("", 0),
				bodyIDAttrs(),
			),
		},
		phase: forces,
		build: buildSpring,
	})
}

func buildSpring(b *builder, e *deck.Element) {
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") {
		return
	}
	i, j := e.Ref("i_marker_id"), e.Ref("j_marker_id")
	f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Line, I: b.nonFloatingMarkerIndex(e, "i_marker_id"), J: b.nonFloatingMarkerIndex(e, "j_marker_id")}
	in := []system.Call{{Name: "DM", Args: []int{i, j}}, {Name: "VR", Args: []int{i, j}}}
	if e.Enum("type") == "ROTATIONAL" {
		f.Direction = system.Turn
		in = []system.Call{{Name: "AZ", Args: []int{i, j}}, {Name: "WZ", Args: []int{i, j, j}}}
	} else {
		b.checkFreeLength(e)
	}
	k, c, length, offset := e.Real("stiffness"), e.Real("damping"), e.Real("length"), e.Real("velocity_offset")
	switch {
	case e.Enum("active") == "FALSE":
		f.Comp = singleComponentOutputs(b.addAffineLaw(e.KindID(), 0, nil))
	case namesRoutine(e, usersub.SPDSUB):
		r := b.loadRoutine(e, usersub.SPDSUB, nil)
		if r == nil {
			return
		}
		r.Given, r.Order = map[string][]system.Call{"disp": in[:1], "velo": in[1:]}, []string{"disp", "velo"}
		r.Less, r.Tension = map[string]float64{"disp": length, "velo": offset}, true
		f.Comp = singleComponentOutputs(system.Output{Law: b.sys.AddLaw(r.LawSpec())})
	default:
		if f.Direction == system.Line && e.Real("preload")+k*length != 0 {
			f.Blind = b.coincidenceTolerance()
		}
		f.Comp = singleComponentOutputs(b.addAffineLaw(e.KindID(), e.Real("preload")+k*length+c*offset, in, -k, -c))
	}
	b.sys.AddForce(f, "SPDP")
}

// coincidenceTolerance is the distance of points that constraints hold together, within their tolerance.
func (b *builder) coincidenceTolerance() float64 {
	return min(1e-6, max(1e-9, 10*b.out.Tuning.ConstrTol)) * b.sys.Length
}

// checkFreeLength checks the length of a spring along a line. It is greater than 0,
// but for springs with attributes of our own, which follow another solver.
func (b *builder) checkFreeLength(e *deck.Element) {
	ours := e.Has("velocity_offset") || e.Has("active") || namesRoutine(e, usersub.SPDSUB)
	l := e.Real("length")
	if l > 0 || b.faults.of[e] || ours && l == 0 {
		return
	}
	what := "the free length must be greater than 0"
	if !e.Has("length") {
		what = "the free length is missing"
	}
	e.AddErrorf("length", "B060", "%s", what)
}
