package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// buildBeamMarker adds a marker on a node of a nonlinear body, whose pose at the start is f. The marker that is the frame of the body moves with
// the first node.
func (b *builder) buildBeamMarker(e *deck.Element, x *nonlinearBody, f *frame) {
	if b.faults.of[x.e] {
		b.faults.addFaultyElement(e) // reported
		return
	}
	n := x.nodes[0]
	if e.Has("node_id") {
		if n = x.byID[e.Int("node_id")]; n == nil {
			e.AddErrorf("node_id", "B014", "%s has no node %d", x.e.KindIDLabel(), e.Int("node_id")).Help = x.describeNodes()
			b.faults.addFaultyElement(e)
			return
		}
	} else if x.e.Ref("lprf_id") != e.ID() {
		e.AddErrorf("", "B014", "node_id is missing: a marker on %s moves with one of its nodes", x.e.KindIDLabel()).Help = x.describeNodes()
		b.faults.addFaultyElement(e)
		return
	}
	at := &b.sys.Bodies[n.body]
	back := at.Rot0.T()
	mk := system.Marker{ID: e.ID(), Body: n.body, Pos: back.Mul(f.pos.Sub(at.Pos0)), Rot: back.MulMat(&f.rot), Floating: e.Bool("floating")}
	if mk.Pos.Norm() < 1e-12*(1+at.Pos0.Norm()) { // rounding
		mk.Pos = spatial.Vec{}
	}
	if f.rot == at.Rot0 {
		mk.Rot = spatial.Identity
	}
	b.sys.AddMarker(mk)
}

// describeNodes says which nodes there are.
func (x *nonlinearBody) describeNodes() string {
	const many = 20
	var all []string
	for i, n := range x.nodes {
		if i == many {
			all = append(all, "...")
			break
		}
		all = append(all, itoa(n.e.ID()))
	}
	return "nodes of the body: " + strings.Join(all, ", ")
}

// saveBeamNode changes a node of a nonlinear body to the state reached; what it is without load stays. q and v are where its raw positions and
// speeds are.
func (s *stateSaver) saveBeamNode(b *system.Body, q, v int) {
	n := s.m.nodes[b.Part]
	e := s.m.Deck.FindElement(flexibleKind, b.ID)
	if e.Has("v_ic_x") || e.Has("v_ic_y") || e.Has("v_ic_z") || e.Has("w_ic_x") || e.Has("w_ic_y") || e.Has("w_ic_z") {
		s.addDeckModification(flexibleKind, b.ID, "v_ic_x", "0", "v_ic_y", "0", "v_ic_z", "0", "w_ic_x", "0", "w_ic_y", "0", "w_ic_z", "0")
	}
	if e.Ref("lprf_id") != 0 {
		s.addDeckModification(flexibleKind, b.ID, "lprf_id", "0")
	}
	r := spatial.LoadQuat(s.p.Q[q+3:]).Mat()
	w := spatial.LoadVec(s.p.V[v+3:])
	pairs := namedComponents([3]string{"x", "y", "z"}, spatial.LoadVec(s.p.Q[q:]))
	pairs = append(pairs, namedComponents([3]string{"x0", "y0", "z0"}, n.relaxed.pos)...)
	pairs = append(pairs, namedComponents([3]string{"xd", "yd", "zd"}, spatial.LoadVec(s.p.V[v:]))...)
	for k, name := range [3]string{"rx", "ry", "rz"} {
		pairs = append(pairs, name, formatVector(r.Col(k)), name+"0", formatVector(n.relaxed.rot.Col(k)), name+"d", formatVector(w.Cross(r.Col(k))))
	}
	s.addDeckModification(gridKind, b.Part, pairs...)
}

// formatVector returns the text of three numbers.
func formatVector(v spatial.Vec) string {
	return joinTexts([]float64{v.X, v.Y, v.Z}, formatNumber)
}
