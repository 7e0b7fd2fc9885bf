package element

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// saveFlexible changes a flexible body to the state reached: the orientation of its frame is at q in Point.Q and its speeds at v in
// Point.V. The frame is that of the marker lprf_id, which saveMarkers moves.
func (s *stateSaver) saveFlexible(b *system.Body, q, v int) {
	e := s.m.Deck.FindElement(flexibleKind, b.ID)
	if e.Ref("lprf_id") == 0 {
		s.err = fmt.Errorf("%s has no lprf_id: a body that is saved needs a marker that is its frame", e.KindIDLabel())
		return
	}
	r := spatial.LoadQuat(s.p.Q[q+3:]).Mat()
	pairs := namedComponents([3]string{"v_ic_x", "v_ic_y", "v_ic_z"}, spatial.LoadVec(s.p.V[v:]))
	pairs = append(pairs, namedComponents([3]string{"w_ic_x", "w_ic_y", "w_ic_z"}, r.MulTransposed(spatial.LoadVec(s.p.V[v+3:])))...)
	for i := range s.m.System.Flex {
		f := &s.m.System.Flex[i]
		at, size := f.FirstCoordinateIndexAndSizes()
		if f.ID != b.ID || len(size) == 0 {
			continue
		}
		x, xd := make([]float64, len(size)), make([]float64, len(size))
		for k, scale := range size {
			x[k], xd[k] = s.p.Q[at+k]/scale, s.p.V[f.FirstSpeedIndex()+k]/scale
		}
		pairs = append(pairs, "q_ic", joinTexts(x, formatNumber), "qdot_ic", joinTexts(xd, formatNumber))
	}
	s.addDeckModification(flexibleKind, b.ID, pairs...)
}

// saveNodeMarker changes a marker on a node to its place on the undeformed body.
func (s *stateSaver) saveNodeMarker(mk *system.Marker) {
	e := s.m.Deck.FindElement(markerKind, mk.ID)
	of := s.m.Deck.FindElement(flexibleKind, s.m.System.Bodies[mk.Body].ID)
	x := s.m.System.UndeformedNodePosition(mk.Body).Add(mk.Pos)
	pairs := append([]string{"rm_id", itoa(of.Ref("lprf_id"))}, namedComponents([3]string{"pos_x", "pos_y", "pos_z"}, x)...)
	for k, axis := range [3]spatial.Vec{mk.Rot.A, mk.Rot.B, mk.Rot.C} {
		pairs = append(pairs, namedComponents([3]string{"a0" + itoa(k), "a1" + itoa(k), "a2" + itoa(k)}, axis)...)
	}
	s.addDeckModification(markerKind, e.ID(), pairs...)
}
