package element

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// Screws and racks are one equation between the displacement of I along J's z axis and
// an angle, which holds with the values of the deck at the start:
//
//	SCREW          DZ(I,J,J) - pitch AZ(I,J)/2π
//	RACK_PINION    DZ(I,J,J) - diameter/2 φ
//
// φ is the turn of I about its own z axis against the rack J, whose z axis is
// across it: with a frame K of the rack of which z is along I's and x along J's
// z axis, φ = -AZ(K,I). Both leave all other motions free, as guides do that
// joints of their own hold. Which way a positive diameter drives is not settled
// by the format: here a positive turn moves I along +z of J.

// aligned bounds sines and cosines of axes that should be parallel or across.
const aligned = 1e-3

func (b *builder) addScrewConstraint(e *deck.Element) {
	if _, _, ok := b.markersOfTwoBodies(e); !ok {
		return
	}
	if e.Real("pitch") == 0 {
		b.reportOnce(e, "pitch", "B185", "the pitch, the advance of a turn, is missing or zero")
		return
	}
	i, j := b.frames[e.Ref("i_marker_id")], b.frames[e.Ref("j_marker_id")]
	if math.Abs(i.rot.C.Cross(j.rot.C).Norm()) > aligned {
		b.reportOnce(e, "", "B186", "the z axes of the markers of a screw must be parallel; they are %.3g degrees apart", angleBetween(i.rot.C, j.rot.C))
		return
	}
	im, jm := e.Ref("i_marker_id"), e.Ref("j_marker_id")
	turn := system.Call{Name: "AZ", Args: []int{im, jm}}
	b.addRotationCoupling(e, e.Real("pitch")/(2*math.Pi), turn, math.Atan2(i.rot.A.Dot(j.rot.B), i.rot.A.Dot(j.rot.A)))
}

func (b *builder) addRackConstraint(e *deck.Element) {
	if _, _, ok := b.markersOfTwoBodies(e); !ok {
		return
	}
	if e.Real("pitch_diameter") == 0 {
		b.reportOnce(e, "pitch_diameter", "B185", "the diameter of the pinion is missing or zero")
		return
	}
	i, j := b.frames[e.Ref("i_marker_id")], b.frames[e.Ref("j_marker_id")]
	if math.Abs(i.rot.C.Dot(j.rot.C)) > aligned {
		b.reportOnce(e, "", "B186", "the z axes of pinion and rack must be across each other; they are %.3g degrees apart", angleBetween(i.rot.C, j.rot.C))
		return
	}
	x := j.rot.C
	z := i.rot.C.AddScaled(-i.rot.C.Dot(x), x).Unit()
	k := spatial.Mat{A: x, B: z.Cross(x), C: z}
	fromJ := j.rot.T()
	inJ := fromJ.MulMat(&k)
	rack := b.sys.Markers[b.nonFloatingMarkerIndex(e, "j_marker_id")]
	id := math.MinInt32/2 + e.ID() // that no deck has
	b.sys.AddMarker(system.Marker{ID: id, Body: rack.Body, Pos: rack.Pos, Rot: rack.Rot.MulMat(&inJ)})
	turn := system.Call{Name: "AZ", Args: []int{id, e.Ref("i_marker_id")}}
	b.addRotationCoupling(e, -e.Real("pitch_diameter")/2, turn, math.Atan2(k.A.Dot(i.rot.B), k.A.Dot(i.rot.A)))
}

// addRotationCoupling adds the row DZ(I,J,J) - ratio rotation = its value at the start, where rotation is initialRotation.
func (b *builder) addRotationCoupling(e *deck.Element, ratio float64, rotation system.Call, initialRotation float64) {
	im, jm := e.Ref("i_marker_id"), e.Ref("j_marker_id")
	i, j := b.frames[im], b.frames[jm]
	start := i.pos.Sub(j.pos).Dot(j.rot.C) - ratio*initialRotation
	if !allFinite([]float64{ratio, start}) {
		b.reportOnce(e, "", "B187", "the displacement of the joint at the start, %g, cannot be computed with", start)
		return
	}
	text := fmt.Sprintf("DZ(%d,%d,%d)-(%s)*%s-(%s)", im, jm, jm, formatNumber(ratio), rotation, formatNumber(start))
	p, errs := expr.Compile(text, system.MeasureTable{})
	if len(errs) > 0 {
		panic("element: the expression of a screw: " + errs[0].Msg)
	}
	b.rows = append(b.rows, func() {
		b.buildAndRecordFault(e, func() {
			if row := b.addExpressionConstraintRow(e, p, b.nonFloatingMarkerIndex(e, "i_marker_id"), b.nonFloatingMarkerIndex(e, "j_marker_id")); row >= 0 {
				b.sys.Joints[e.ID()] = row
			}
		})
	})
}

func angleBetween(a, b spatial.Vec) float64 {
	return math.Atan2(a.Cross(b).Norm(), a.Dot(b)) * 180 / math.Pi
}
