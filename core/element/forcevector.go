package element

import (
	"strings"

	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

var components = [6]string{"fx_expression", "fy_expression", "fz_expression", "tx_expression", "ty_expression", "tz_expression"}

var vectorInstead = []string{strings.Join(components[:], " ") + "|" + routineNames}

func vectorForceAttrs() []deck.AttrSpec {
	a := joinAttrs(requiredAttr(withSpellings(choiceAttr("type", "", "which components there are", "FORCEONLY", "TORQUEONLY", "FORCEANDTORQUE"),
		"FORCE_ONLY", "FORCEONLY", "TORQUE_ONLY", "TORQUEONLY", "FORCE_AND_TORQUE", "FORCEANDTORQUE",
		"FORCE ONLY", "FORCEONLY", "TORQUE ONLY", "TORQUEONLY", "FORCE AND TORQUE", "FORCEANDTORQUE")))
	for k, n := range components {
		cond, what, unit := "type!=TORQUEONLY", "force along ", "force"
		if k >= 3 {
			cond, what, unit = "type!=FORCEONLY", "torque about ", "force length"
		}
		a = append(a, *withCondition(cond, expressionAttr(n, unit, what+axisName[k%3]+"; none if missing")))
	}
	return joinAttrs(a, optionalMarkerAttr("ref_marker_id", "marker along whose axes the components are; global axes if missing"),
		deck.UserSubAttrs("", 0), bodyIDAttrs())
}

func init() {
	registerElements(
		kind{
			schema: &deck.Schema{
				Kind: "Force_Vector_TwoBody", Instead: vectorInstead, IDRange: "type",
				Doc: "force and torque on I's body at I along the axes of the reference marker; the opposite on J's body at I's origin",
				Attrs: joinAttrs(markerAttr("i_marker_id", "marker where force and torque act"),
					withAliases(markerAttr("j_floating_marker_id", "marker whose body takes the reaction, at the origin of I"), "j_marker_id"),
					vectorForceAttrs()),
			},
			phase: forces,
			build: func(b *builder, e *deck.Element) {
				if b.allMarkersExist(e, "i_marker_id", "j_floating_marker_id", "ref_marker_id") {
					b.buildVectorForce(e, b.nonFloatingMarkerIndex(e, "i_marker_id"), b.markerIndex(e, "j_floating_marker_id"))
				}
			},
		},
		kind{
			schema: &deck.Schema{
				Kind: "Force_Vector_OneBody", Instead: vectorInstead, IDRange: "type", Doc: "force and torque on a body along the axes of the reference marker, no reaction",
				Attrs: joinAttrs(withAliases(markerAttr("marker_id", "marker where force and torque act"), "i_marker_id"), vectorForceAttrs()),
			},
			phase: forces,
			build: func(b *builder, e *deck.Element) {
				if b.allMarkersExist(e, "marker_id", "ref_marker_id") {
					b.buildVectorForce(e, b.nonFloatingMarkerIndex(e, "marker_id"), system.NoMarker)
				}
			},
		},
	)
}

// vectorKind is a type of vector force: the measures that report it besides
// GFORCE, its routine, and which of the six components it has.
type vectorKind struct {
	names    []string
	sig      *usersub.Sig
	first, n int
}

var vectorKinds = map[string]vectorKind{
	"FORCEONLY":      {[]string{"VFORCE"}, usersub.VFOSUB, 0, 3},
	"TORQUEONLY":     {[]string{"VTORQ", "VTORQUE"}, usersub.VTOSUB, 3, 3},
	"FORCEANDTORQUE": {nil, usersub.GFOSUB, 0, 6},
}

// buildVectorForce builds a force and torque along the axes of the reference marker.
func (b *builder) buildVectorForce(e *deck.Element, i, j system.MarkerIdx) {
	kind, ok := vectorKinds[e.Enum("type")]
	if !ok {
		return // reported
	}
	f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Axes, I: i, J: j, Ref: b.nonFloatingMarkerIndex(e, "ref_marker_id")}
	for k := range f.Comp {
		f.Comp[k] = system.None
	}
	b.setVectorLaws(e, &kind, &f)
	names := append([]string{"GFORCE"}, kind.names...)
	// Others of this id may have the name GFORCE: the force and torque before those with one of them, the two-body force before the other.
	if twins := b.deck.FindElements(e.Kind, e.ID()); len(twins) > 1 && e.Enum("type") != "FORCEANDTORQUE" &&
		(twins[0] != e || slices.ContainsFunc(twins, isOfType("FORCEANDTORQUE"))) {
		names = kind.names
	}
	if j == system.NoMarker {
		names = slices.DeleteFunc(names, func(n string) bool {
			_, taken := b.sys.ForceIDs[n][e.ID()]
			return taken
		})
	}
	b.sys.AddForce(f, names...)
}

// setVectorLaws sets the components: a routine if one is named, else expressions.
func (b *builder) setVectorLaws(e *deck.Element, kind *vectorKind, f *system.Force) {
	given := ""
	for k := kind.first; k < kind.first+kind.n; k++ {
		if e.Has(components[k]) {
			given = components[k]
		}
	}
	if namesRoutine(e, kind.sig) {
		if given != "" {
			e.AddWarningf(given, "B062", "the user subroutine is taken, the expressions are ignored")
		}
		if law := b.addRoutineLaw(e, kind.sig); law >= 0 {
			for k := range kind.n {
				f.Comp[kind.first+k] = system.Output{Law: law, Out: k}
			}
		}
		return
	}
	if given == "" {
		e.AddWarningf("", "B063", "no component is given: the force is zero")
	}
	for k := kind.first; k < kind.first+kind.n; k++ {
		f.Comp[k] = b.compileAttrLaw(e, components[k])
	}
}
