package element

import (
	"math"

	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Constraint_Gear", Doc: "two joints of one carrier whose bodies roll on each other: at the contact point both move alike along z of the marker",
			Attrs: joinAttrs(
				referenceAttr("joint1_id", "first joint: revolute, translational or cylindrical", jointKind),
				referenceAttr("joint2_id", "second joint", jointKind),
				markerAttr("cv_marker_id", "marker of the carrier at the contact point, z along the motion there"),
				flagAttr("is_virtual", "compliant (virtual) constraint; not supported: constraints are always rigid"),
			),
		},
		phase: motions,
		build: buildGear,
	})
}

// gearDisplacement is a displacement of a gear's joint and the speed at the contact point,
// along z of the marker, that a unit rate of it gives.
type gearDisplacement struct {
	measure string
	at      float64 // its value in the deck
	speed   float64
}

// buildGear: what the joints make the contact point move along z of the marker is
// linear in their displacements q, with factors that are constants of the carrier,
//
//	turning:  (a × (p - o))·z,   sliding:  a·z,
//
// a and o being axis and origin of the joint's marker on the carrier, reversed where that
// is I. Σ c (q - q0) over the first joint equals that over the second one.
func buildGear(b *builder, e *deck.Element) {
	cv := b.deck.FindElement(markerKind, e.Ref("cv_marker_id"))
	if cv == nil || !b.allMarkersExist(e, "cv_marker_id") {
		b.faults.addFaultyElement(e) // reported
		return
	}
	b.nonFloatingMarkerIndex(e, "cv_marker_id")
	warnVirtualUnsupported(e, "the gear")
	var all []gearDisplacement
	for k, name := range [2]string{"joint1_id", "joint2_id"} {
		q, ok := b.gearDisplacements(e, name, cv)
		if !ok {
			b.faults.addFaultyElement(e)
			return
		}
		sum := 0.0
		for i := range q {
			sum += q[i].speed * q[i].speed
			if k == 1 {
				q[i].speed = -q[i].speed
			}
		}
		if sum == 0 {
			e.AddErrorf(name, "B103", "the joint does not move the contact point along z of marker %d", cv.ID())
			return
		}
		all = append(all, q...)
	}
	text, rest := "", 0.0
	for _, q := range all {
		text += fmt.Sprintf("(%s)*%s+", formatNumber(q.speed), q.measure)
		rest -= q.speed * q.at
	}
	if !allFinite([]float64{rest}) { // nor is it where a speed is not
		e.AddErrorf("", "B187", "the displacement of the joints at the start, %g, cannot be computed with", rest)
		return
	}
	p, errs := expr.Compile(text+"("+formatNumber(rest)+")", system.MeasureTable{})
	if len(errs) > 0 {
		panic("element: the expression of a gear: " + errs[0].Msg)
	}
	b.rows = append(b.rows, func() {
		b.buildAndRecordFault(e, func() { b.addExpressionConstraintRow(e, p, system.NoMarker, system.NoMarker) })
	})
}

// gearDisplacements returns the displacements of a joint.
func (b *builder) gearDisplacements(e *deck.Element, name string, cv *deck.Element) ([]gearDisplacement, bool) {
	j := b.deck.FindElement(jointKind, e.Ref(name))
	if j == nil || !b.allMarkersExist(j, "i_marker_id", "j_marker_id") {
		return nil, false // reported
	}
	t := j.Enum("type")
	turns, slides := t == "REVOLUTE" || t == "CYLINDRICAL", t == "TRANSLATIONAL" || t == "CYLINDRICAL"
	if !turns && !slides {
		if !b.faults.of[j] {
			e.AddErrorf(name, "B103", "a %s joint cannot be geared; a revolute, translational or cylindrical one can", t)
		}
		return nil, false
	}
	im, jm := j.Ref("i_marker_id"), j.Ref("j_marker_id")
	fi, fj, fc := b.frames[im], b.frames[jm], b.frames[cv.ID()]
	if fi == nil || fj == nil || fc == nil {
		return nil, false // reported
	}
	i, _ := b.sys.Marker(im)
	k, _ := b.sys.Marker(jm)
	c, _ := b.sys.Marker(cv.ID())
	on, sign := fj, 1.0
	switch carrier := b.sys.Markers[c].Body; carrier {
	case b.sys.Markers[k].Body:
	case b.sys.Markers[i].Body:
		on, sign = fi, -1
	default:
		e.AddErrorf(name, "B103", "marker %d belongs to %s, which joint %d does not connect", cv.ID(), &b.sys.Bodies[carrier], j.ID())
		return nil, false
	}
	var q []gearDisplacement
	if turns {
		q = append(q, gearDisplacement{fmt.Sprintf("AZ(%d,%d)", im, jm), computeDeckDisplacement("AZ", fi, fj), sign * on.rot.C.Cross(fc.pos.Sub(on.pos)).Dot(fc.rot.C)})
	}
	if slides {
		q = append(q, gearDisplacement{fmt.Sprintf("DZ(%d,%d,%d)", im, jm, jm), computeDeckDisplacement("DZ", fi, fj), sign * on.rot.C.Dot(fc.rot.C)})
	}
	return q, true
}

// computeDeckDisplacement returns DZ or AZ of frame i from frame j as the deck gives them.
func computeDeckDisplacement(measure string, i, j *frame) float64 {
	if measure == "DZ" {
		return i.pos.Sub(j.pos).Dot(j.rot.C)
	}
	return math.Atan2(i.rot.A.Dot(j.rot.B), i.rot.A.Dot(j.rot.A))
}
