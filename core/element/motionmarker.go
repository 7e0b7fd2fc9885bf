package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Motion_Marker", Doc: "a prescribed motion of one marker as seen from another, along one of its axes",
			Attrs: joinAttrs(
				markerAttr("i_marker_id", "marker that is moved"),
				markerAttr("j_marker_id", "marker from which and along whose axes it is moved"),
				requiredAttr(choiceAttr("direction", "", "what is driven: X Y Z are displacements along the axes of J, B1 B2 B3 the body-fixed 1-2-3 angles of I from J", "X", "Y", "Z", "B1", "B2", "B3")),
				motionAttrs(),
			),
		},
		phase: motions,
		build: buildMarkerMotion,
	})
}

func buildMarkerMotion(b *builder, e *deck.Element) {
	d := e.Enum("direction")
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") || d == "" || b.faults.of[e] {
		b.faults.addFaultyElement(e) // reported
		return
	}
	m := drivenMotion{named: "i_marker_id"}
	var ok bool
	known := len(b.deck.Diags.List)
	if m.i, m.j, ok = b.markersOfTwoBodies(e); !ok || len(b.deck.Diags.List) > known {
		return
	}
	if len(d) == 1 {
		d = "D" + d
	}
	var p *expr.Program
	if e.Enum("type") != "USERSUB" {
		if p, ok = b.compileConstraint(e); !ok {
			return
		}
	}
	m.setDrivenDisplacement(d, e.Ref("i_marker_id"), e.Ref("j_marker_id"))
	b.addDrivenMotion(e, &m, p)
}
