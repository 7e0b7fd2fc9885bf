package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Force_Scalar_TwoBody", Instead: []string{"val|val_expression|" + routineNames},
			Doc: "force along the line from J to I, positive pushing apart, or torque about the z axis of I; action only: along or about z of J",
			Attrs: joinAttrs(
				markerAttr("i_marker_id", "marker where the force acts"),
				markerAttr("j_marker_id", "marker where the reaction acts; with is_action_only the one whose z axis the force has"),
				requiredAttr(withSpellings(choiceAttr("type", "", "what acts", "FORCE", "TORQUE"), "TRANSLATIONAL", "FORCE", "ROTATIONAL", "TORQUE")),
				flagAttr("is_action_only", "there is no reaction"),
				realAttr("val", "", "force or force length", "a constant value"),
				withAliases(expressionAttr("val_expression", "force or force length", "the value"), "expr"),
				deck.UserSubAttrs("", 0), bodyIDAttrs(),
			),
		},
		phase: forces,
		build: buildScalarForce,
	})
}

// buildScalarForce: on I the force f (pI - pJ)/|pI - pJ| or the torque f zI, on J
// the opposite; action only: f zJ on I.
func buildScalarForce(b *builder, e *deck.Element) {
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") || e.Enum("type") == "" {
		return
	}
	f := system.Force{Element: e.Kind, ID: e.ID(), I: b.nonFloatingMarkerIndex(e, "i_marker_id"), J: b.nonFloatingMarkerIndex(e, "j_marker_id")}
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
		if a := e.Attr("val_expression"); e.Has("val") && a == nil || a != nil && !strings.Contains(a.Value, "(") { // it does not depend on the distance
			f.Blind = b.coincidenceTolerance()
		}
	}
	f.Comp = singleComponentOutputs(b.readScalarForceLaw(e))
	b.sys.AddForce(f, "SFORCE")
}

// singleComponentOutputs returns the outputs of a force of one component.
func singleComponentOutputs(o system.Output) [6]system.Output {
	return [6]system.Output{o, system.None, system.None, system.None, system.None, system.None}
}

// readScalarForceLaw returns the output of a routine if one is named, else an expression, else a number.
func (b *builder) readScalarForceLaw(e *deck.Element) system.Output {
	expr, val, sub := e.Has("val_expression"), e.Has("val"), namesRoutine(e, usersub.SFOSUB)
	switch {
	case sub && (expr || val):
		e.AddWarningf("", "B062", "the user subroutine is taken, val and val_expression are ignored")
	case expr && val:
		e.AddWarningf("val", "B062", "val_expression is taken, val is ignored")
	}
	switch {
	case sub:
		if law := b.addRoutineLaw(e, usersub.SFOSUB); law >= 0 {
			return system.Output{Law: law}
		}
	case expr:
		return b.compileAttrLaw(e, "val_expression")
	case val:
		return b.addAffineLaw(e.KindID(), e.Real("val"), nil)
	case !b.faults.of[e]:
		e.AddErrorf("", "E305", "a value is missing: val, val_expression or a user subroutine")
	}
	return system.None
}
