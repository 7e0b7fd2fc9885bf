package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// MarkerPoseMemory is the pose of a marker in the global frame as the run began, from
// which a model that continues is built. All that is computed from the places of
// markers (frames in their bodies, inertia about mass centres, zeros of couplers,
// gears and screws, the length scale) has then the bits of the run before, where the
// markers of the deck that Save has written are elsewhere and are rounded.
type MarkerPoseMemory struct {
	Marker int        `json:"marker"`
	Pos    [3]float64 `json:"pos"`
	Axes   [9]float64 `json:"axes"` // x, y and z axis
}

// InitialMarkerPoses returns the poses of the markers as the run began.
func (m *Model) InitialMarkerPoses() []MarkerPoseMemory {
	all := []MarkerPoseMemory{}
	for _, e := range m.Deck.ElementsOfKind(markerKind) {
		f := m.frames[e.ID()]
		if f == nil {
			continue
		}
		all = append(all, newPoseMemory(e.ID(), f))
	}
	return all
}

// InitialNodePoses returns the poses of the nodes of nonlinear beams as the run began, by the ids of their GRID.
func (m *Model) InitialNodePoses() []MarkerPoseMemory { return m.grids }

func newPoseMemory(id int, f *frame) MarkerPoseMemory {
	x := MarkerPoseMemory{Marker: id}
	f.pos.Store(x.Pos[:])
	f.rot.A.Store(x.Axes[:3])
	f.rot.B.Store(x.Axes[3:6])
	f.rot.C.Store(x.Axes[6:])
	return x
}

func (x *MarkerPoseMemory) frame() *frame {
	a := x.Axes[:]
	return &frame{pos: spatial.LoadVec(x.Pos[:]), rot: spatial.Mat{A: spatial.LoadVec(a), B: spatial.LoadVec(a[3:]), C: spatial.LoadVec(a[6:])}}
}

// savedMarkerFrame returns the frame in which the run began of a marker that the deck has in
// inDeck; nil if the state does not know. A marker that a command has changed, or added, is
// where the displacement of its body puts it: body frames W of the mass centre in
// the deck that was saved, B as the run began, B W⁻¹ inDeck.
func (b *builder) savedMarkerFrame(e *deck.Element, inDeck *frame) *frame {
	m := b.out.Memory
	old := m.written[e.ID()]
	if x := m.placed[e.ID()]; x != nil && (m.written == nil || old != nil && old.pos == inDeck.pos && old.rot == inDeck.rot) {
		return x
	}
	if m.written == nil {
		return nil
	}
	body := b.findBodyOfMarker(e)
	if body == nil {
		return inDeck
	}
	from, to := m.written[body.Ref("cg_id")], m.placed[body.Ref("cg_id")]
	if from == nil || to == nil {
		return inDeck // ground, or a body of its own
	}
	back := from.rot.T()
	d := to.rot.MulMat(&back)
	return &frame{pos: to.pos.Add(d.Mul(inDeck.pos.Sub(from.pos))), rot: d.MulMat(&inDeck.rot)}
}
