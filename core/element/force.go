package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

var components = [6]string{"fx_expression", "fy_expression", "fz_expression", "tx_expression", "ty_expression", "tz_expression"}

func vectorAttrs() []deck.AttrSpec {
	a := attrs(deck.AttrSpec{Name: "type", Type: deck.Enum, Required: true, Enum: []string{"FORCEONLY", "TORQUEONLY", "FORCEANDTORQUE"},
		EnumAlias: map[string]string{"FORCE_ONLY": "FORCEONLY", "TORQUE_ONLY": "TORQUEONLY", "FORCE_AND_TORQUE": "FORCEANDTORQUE"}})
	for k, n := range components {
		cond := "type!=TORQUEONLY"
		if k >= 3 {
			cond = "type!=FORCEONLY"
		}
		a = append(a, when(cond, expression(n)))
	}
	return attrs(a, optRef("ref_marker_id", "Reference_Marker"), deck.UserSubAttrs("", 0), unused("body1_id", "body2_id"))
}

func init() {
	enter(
		kind{
			schema: &deck.Schema{
				Kind: "Force_Vector_TwoBody",
				Doc:  "force and torque on I's body at I along the axes of the reference marker; the opposite on J's body at I's origin",
				Attrs: attrs(ref("i_marker_id", "Reference_Marker"),
					required(deck.AttrSpec{Name: "j_floating_marker_id", Alias: []string{"j_marker_id"}, Type: deck.Ref, To: []string{"Reference_Marker"}}),
					vectorAttrs()),
			},
			phase: forces,
			build: func(b *builder, e *deck.Element) {
				b.vector(e, b.placed(e, "i_marker_id"), b.marker(e, "j_floating_marker_id"))
			},
		},
		kind{
			schema: &deck.Schema{
				Kind: "Force_Vector_OneBody", Doc: "force and torque on a body along the axes of the reference marker, no reaction",
				Attrs: attrs(required(deck.AttrSpec{Name: "marker_id", Alias: []string{"i_marker_id"}, Type: deck.Ref, To: []string{"Reference_Marker"}}),
					vectorAttrs()),
			},
			phase: forces,
			build: func(b *builder, e *deck.Element) { b.vector(e, b.placed(e, "marker_id"), system.NoMarker) },
		},
		kind{
			schema: &deck.Schema{
				Kind: "Force_Scalar_TwoBody",
				Doc:  "force along the line from J to I, positive pushing apart, or torque about the z axis of I",
				Attrs: attrs(
					ref("i_marker_id", "Reference_Marker"), ref("j_marker_id", "Reference_Marker"),
					required(choice("type", "", "FORCE", "TORQUE")),
					flag("is_action_only"),
					deck.AttrSpec{Name: "val", Type: deck.Real}, deck.AttrSpec{Name: "val_expression", Alias: []string{"expr"}, Type: deck.Expr},
					deck.UserSubAttrs("", 0), unused("body1_id", "body2_id"),
				),
			},
			phase: forces,
			build: buildScalar,
		},
		kind{
			schema: &deck.Schema{
				Kind: "Force_SpringDamper",
				Doc:  "-stiffness (DM - length) - damping VR + preload along the line from J to I, or the same about z with AZ and WZ",
				Attrs: attrs(
					ref("i_marker_id", "Reference_Marker"), ref("j_marker_id", "Reference_Marker"),
					deck.AttrSpec{Name: "type", Type: deck.Enum, Default: "TRANSLATIONAL", Enum: []string{"TRANSLATIONAL", "ROTATIONAL"},
						EnumAlias: map[string]string{"TRANSLATION": "TRANSLATIONAL", "ROTATION": "ROTATIONAL"}},
					deck.AttrSpec{Name: "stiffness", Type: deck.Real, Default: "0", NonNegative: true},
					deck.AttrSpec{Name: "damping", Type: deck.Real, Default: "0", NonNegative: true},
					deck.AttrSpec{Name: "length", Type: deck.Angle, Default: "0"}, realOr("preload", "0"),
					unused("body1_id", "body2_id"),
				),
			},
			phase: forces,
			build: buildSpring,
		},
	)
}

// vector builds a force and torque along the axes of the reference marker.
func (b *builder) vector(e *deck.Element, i, j system.MarkerIdx) {
	f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Axes, I: i, J: j, Ref: b.placed(e, "ref_marker_id")}
	for k := range f.Comp {
		f.Comp[k] = system.None
	}
	name, sig, first, n := "GFORCE", usersub.GFOSUB, 0, 6
	switch e.Enum("type") {
	case "FORCEONLY":
		name, sig, n = "VFORCE", usersub.VFOSUB, 3
	case "TORQUEONLY":
		name, sig, first, n = "VTORQ", usersub.VTOSUB, 3, 3
	}
	if asks(e, sig) {
		if law := b.routineLaw(e, sig); law >= 0 {
			for k := range n {
				f.Comp[first+k] = system.Output{Law: law, Out: k}
			}
		}
	} else {
		for k := first; k < first+n; k++ {
			f.Comp[k] = b.law(e, components[k])
		}
	}
	alias := []string{name}
	if name == "VTORQ" {
		alias = append(alias, "VTORQUE")
	}
	if j == system.NoMarker && b.sys.ForceIDs[name][e.ID()] != 0 {
		alias = nil // ids are unique per element; the two-body force keeps the name
	}
	b.sys.AddForce(f, alias...)
}

func buildScalar(b *builder, e *deck.Element) {
	f := system.Force{Element: e.Kind, ID: e.ID(), I: b.placed(e, "i_marker_id"), J: b.placed(e, "j_marker_id")}
	torque, alone := e.Enum("type") == "TORQUE", e.Bool("is_action_only")
	switch {
	case torque && alone:
		f.Direction, f.Ref, f.J = system.Spin, f.J, system.NoMarker
	case torque:
		f.Direction = system.Turn
	case alone:
		f.Direction, f.Ref, f.J = system.Push, f.J, system.NoMarker
	default:
		f.Direction = system.Line
	}
	f.Comp = only(b.scalarLaw(e))
	b.sys.AddForce(f, "SFORCE")
}

// only is a force of one component.
func only(o system.Output) [6]system.Output {
	return [6]system.Output{o, system.None, system.None, system.None, system.None, system.None}
}

func (b *builder) scalarLaw(e *deck.Element) system.Output {
	switch {
	case e.Has("val_expression"):
		return b.law(e, "val_expression")
	case e.Has("val"):
		return b.text(e.Title(), "%.17g", e.Real("val"))
	case asks(e, usersub.SFOSUB):
		if law := b.routineLaw(e, usersub.SFOSUB); law >= 0 {
			return system.Output{Law: law}
		}
		return system.None
	}
	e.Errorf("", "E014", "a value is missing: val, val_expression or a user subroutine")
	return system.None
}

func buildSpring(b *builder, e *deck.Element) {
	i, j := e.Ref("i_marker_id"), e.Ref("j_marker_id")
	f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Line, I: b.placed(e, "i_marker_id"), J: b.placed(e, "j_marker_id")}
	x, v := "DM(%[2]d,%[3]d)", "VR(%[2]d,%[3]d)"
	if e.Enum("type") == "ROTATIONAL" {
		f.Direction = system.Turn
		x, v = "AZ(%[2]d,%[3]d)", "WZ(%[2]d,%[3]d,%[3]d)"
	} else if e.Real("length") <= 0 {
		e.Errorf("length", "B060", "the free length must be greater than 0")
	}
	f.Comp = only(b.text(e.Title(), "-(%[1]s)*("+x+"-(%[4]s))-(%[5]s)*"+v+"+(%[6]s)",
		digits(e.Real("stiffness")), i, j, digits(e.Real("length")), digits(e.Real("damping")), digits(e.Real("preload"))))
	b.sys.AddForce(f, "SPDP")
}
