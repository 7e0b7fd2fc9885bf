package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// frame is the pose of a marker in the global frame at the start.
type frame struct {
	pos  spatial.Vec
	rot  spatial.Mat
	busy bool // being computed: a marker that refers to itself
}

var global = &frame{rot: spatial.Identity}

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: markerKind, Instead: []string{orientations},
			Doc: "a frame fixed to a body; position and angles in the frame of rm_id, else of the body's LPRF, else global",
			Attrs: joinAttrs(
				referenceAttr("body_id", "body that the marker is fixed to", "Body_Rigid", "Body_Point", flexibleKind),
				withSpellings(choiceAttr("body_type", "RIGIDBODY", "kind of the body", "RIGIDBODY", "POINTBODY", "FLEXBODY"),
					"BODY_RIGID", "RIGIDBODY", "BODY_POINT", "POINTBODY", "BODY_FLEXIBLE", "FLEXBODY"),
				optionalMarkerAttr("rm_id", "marker in whose frame position and orientation are given"),
				repeatForEachAxis(realAttr("pos_*", "0", "length", "* coordinate of the origin")),
				directionCosineAttrs(),
				angleAttr("psi", "0", "first of the body-fixed 3-1-3 angles, about z"),
				angleAttr("theta", "0", "second of the body-fixed 3-1-3 angles, about the new x"),
				angleAttr("phi", "0", "third Euler angle (body-fixed 3-1-3), about the final z axis"),
				repeatForEachAxis(realAttr("zp_*", "0", "length", "* coordinate of a point on the z axis")),
				repeatForEachAxis(realAttr("xp_*", "0", "length", "a point in the xz plane, on the side of x, along *")),
				flagAttr("floating", "the marker has no pose: it only names the body of a reaction"),
				deck.UserSubAttrs("", 0),
				&deck.AttrSpec{Name: "node_id", Type: deck.Int, Positive: true, Doc: "node of a flexible body that carries the marker; without a position the marker is at the node"},
			),
		},
		phase: markers,
		build: buildMarker,
	})
}

// markerFrameAtStart returns the pose of the marker with the given id as the run begins, nil for a
// marker that is not there.
func (b *builder) markerFrameAtStart(id int) *frame {
	if id == 0 {
		return global
	}
	if f := b.frames[id]; f != nil {
		return f
	}
	f := b.markerFrameInDeck(id)
	if f != nil && b.out.Memory != nil {
		e := b.deck.FindElement(markerKind, id)
		at := b.savedMarkerFrame(e, f)
		if at == nil {
			b.reportUnknownMarker(e)
			at = f
		}
		f = at
	}
	if f != nil {
		b.frames[id] = f
	}
	return f
}

// markerFrameInDeck returns the pose that the deck gives a marker.
func (b *builder) markerFrameInDeck(id int) *frame {
	if id == 0 {
		return global
	}
	if f := b.written[id]; f != nil {
		return f
	}
	e := b.deck.FindElement(markerKind, id)
	if e == nil {
		return nil
	}
	f := &frame{rot: spatial.Identity, busy: true}
	b.written[id] = f
	b.buildAndRecordFault(e, func() { b.readMarkerPose(e, f) })
	f.busy = false
	return f
}

// readMarkerPose sets f to the pose of a marker, as the deck or its routine gives it.
func (b *builder) readMarkerPose(e *deck.Element, f *frame) {
	base := b.findReferenceFrame(e)
	if base.busy {
		at := ""
		if e.Has("rm_id") {
			at = "rm_id"
		}
		e.AddErrorf(at, "B011", "marker %d is measured from itself", e.ID())
		base = global
	}
	var pos spatial.Vec
	var rot spatial.Mat
	if namesRoutine(e, usersub.MARKER_READ) {
		b.warnPoseGivenBesideRoutine(e)
		rd := b.callReadRoutine(e, usersub.MARKER_READ)
		if rd == nil {
			return
		}
		pos, rot = rd.pose.pos, rd.pose.rot
	} else {
		pos = readVector(e, "pos_x", "pos_y", "pos_z")
		rot = readOrientation(e, pos)
	}
	if at, ok := b.nodePosition(e); ok && !e.Has("pos_x") && !e.Has("pos_y") && !e.Has("pos_z") {
		pos = at
	}
	f.pos = base.pos.Add(base.rot.Mul(pos))
	f.rot = base.rot.MulMat(&rot)
}

// warnPoseGivenBesideRoutine warns of a place or an orientation given beside a user subroutine.
func (b *builder) warnPoseGivenBesideRoutine(e *deck.Element) {
	for _, n := range strings.FieldsFunc("pos_x pos_y pos_z "+orientations, func(r rune) bool { return r == ' ' || r == '|' }) {
		if e.Has(n) {
			e.AddWarningf(n, "B017", "the user subroutine gives the pose of the marker: its position and axes in the deck are ignored")
			return
		}
	}
}

// findReferenceFrame returns the frame that a marker's position and angles are given in.
func (b *builder) findReferenceFrame(e *deck.Element) *frame {
	if m := b.deck.FindElement(markerKind, e.Ref("rm_id")); m != nil {
		if m.Bool("floating") {
			e.AddErrorf("rm_id", "B010", "marker %d is floating and has no pose", m.ID())
		}
		return b.markerFrameInDeck(m.ID())
	}
	body := b.findBodyOfMarker(e)
	if body == nil || body.Ref("lprf_id") == 0 || body.Ref("lprf_id") == e.ID() {
		return global
	}
	if f := b.markerFrameInDeck(body.Ref("lprf_id")); f != nil {
		return f
	}
	return global
}

// findBodyOfMarker returns the element of the body that a marker belongs to, nil if
// there is none. Where body_type names a kind that has no such body the other
// is tried.
func (b *builder) findBodyOfMarker(e *deck.Element) *deck.Element {
	kinds := [3]string{"Body_Rigid", "Body_Point", flexibleKind}
	switch e.Enum("body_type") {
	case "POINTBODY":
		kinds[0], kinds[1] = kinds[1], kinds[0]
	case "FLEXBODY":
		kinds[0], kinds[1], kinds[2] = kinds[2], kinds[0], kinds[1]
	}
	for _, k := range kinds {
		if body := b.deck.FindElement(k, e.Ref("body_id")); body != nil {
			return body
		}
	}
	return nil
}

func buildMarker(b *builder, e *deck.Element) {
	if b.deck.FindElement(markerKind, e.ID()) != e {
		return // another has the id, as reported
	}
	f := b.markerFrameAtStart(e.ID())
	if of := b.findBodyOfMarker(e); of != nil && of.Kind == flexibleKind {
		b.buildFlexMarker(e, of, f)
		return
	}
	if of := b.findBodyOfMarker(e); of != nil && e.Enum("body_type") == "FLEXBODY" {
		e.AddErrorf("body_type", "B014", "%s is not flexible", of.KindIDLabel())
	} else if e.Has("node_id") {
		e.AddErrorf("node_id", "B014", "nodes are those of flexible bodies: body %d is none", e.Ref("body_id"))
	}
	body, ok := b.bodyIndexOfMarker(e)
	if !ok {
		b.faults.addFaultyElement(e) // reported
		return
	}
	at := &b.sys.Bodies[body]
	b.sys.AddMarker(system.Marker{
		ID: e.ID(), Body: body,
		Pos:      at.Rot0.MulTransposed(f.pos.Sub(at.Pos0)),
		Rot:      spatial.Mat{A: at.Rot0.MulTransposed(f.rot.A), B: at.Rot0.MulTransposed(f.rot.B), C: at.Rot0.MulTransposed(f.rot.C)},
		Floating: e.Bool("floating"),
	})
}

// bodyIndexOfMarker returns the index of the body of a marker.
func (b *builder) bodyIndexOfMarker(e *deck.Element) (system.BodyIdx, bool) {
	of := b.findBodyOfMarker(e)
	if of == nil {
		return 0, false
	}
	kind, name := system.Rigid, "RIGIDBODY"
	if of.Kind == "Body_Point" {
		kind, name = system.PointMass, "POINTBODY"
	}
	if e.Has("body_type") && e.Enum("body_type") != name {
		e.AddWarningf("body_type", "B015", "body %d is a %s, taken as such", of.ID(), of.Kind)
	}
	return b.sys.Body(kind, of.ID())
}
