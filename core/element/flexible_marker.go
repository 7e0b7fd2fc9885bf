package element

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/flex"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// nodePosition returns the undeformed position, in the frame of the body, of the node that a marker is on, if it is measured from
// this frame and has one.
func (b *builder) nodePosition(e *deck.Element) (p spatial.Vec, ok bool) {
	of := b.findBodyOfMarker(e)
	if of == nil || of.Kind != flexibleKind || !e.Has("node_id") || e.Has("rm_id") {
		return p, false
	}
	if b.isNonlinear(of) {
		g := b.deck.FindElement(gridKind, e.Int("node_id"))
		if g == nil {
			return p, false
		}
		return readVector(g, "x", "y", "z"), true
	}
	d := b.findFlexData(of)
	if d == nil {
		return p, false
	}
	for i := range d.Nodes {
		if d.Nodes[i].ID == e.Int("node_id") {
			return d.Nodes[i].Position, true
		}
	}
	return p, false
}

// buildFlexMarker adds a marker on a node of a flexible body, whose pose f at the start is that on the undeformed body; or on its frame, where
// only measures may use it.
func (b *builder) buildFlexMarker(e, of *deck.Element, f *frame) {
	if x := b.nonlinear[of]; x != nil {
		b.buildBeamMarker(e, x, f)
		return
	}
	x := b.flexibles[of]
	if x == nil {
		b.faults.addFaultyElement(e) // reported
		return
	}
	body := b.sys.Flex[x.index].Frame
	at := b.sys.Bodies[body]
	mk := system.Marker{ID: e.ID(), Body: body, Pos: at.Rot0.MulTransposed(f.pos.Sub(at.Pos0)), Floating: e.Bool("floating")}
	back := at.Rot0.T()
	mk.Rot = back.MulMat(&f.rot)
	if mk.Pos == (spatial.Vec{}) && f.rot == at.Rot0 {
		mk.Rot = spatial.Identity
	}
	if e.Has("node_id") {
		id := e.Int("node_id")
		node, p := b.findOrAddNodeBody(x, id)
		if p == nil {
			d := e.AddErrorf("node_id", "B014", "%s has no node %d", of.KindIDLabel(), id)
			d.Help = describeNodes(x)
			b.faults.addFaultyElement(e)
			return
		}
		mk.Body, mk.Pos = node, mk.Pos.Sub(p.Position)
		if mk.Pos.Norm() < 1e-12*(1+p.Position.Norm()) { // rounding
			mk.Pos = spatial.Vec{}
		}
	}
	b.sys.AddMarker(mk)
}

// describeNodes says which nodes there are.
func describeNodes(f *flexible) string {
	const many = 20
	var all []string
	for i := range f.data.Nodes {
		if i == many {
			all = append(all, "...")
			break
		}
		all = append(all, itoa(f.data.Nodes[i].ID))
	}
	if len(all) == 0 {
		return "the data have no nodes"
	}
	return "nodes of the data: " + strings.Join(all, ", ")
}

// checkNodeUse refuses what would act on a flexible body where its data do not say how: on its frame, and torques on nodes without
// rotations.
func (b *builder) checkNodeUse(f *flexible) {
	frame := b.sys.Flex[f.index].Frame
	still := map[system.BodyIdx]int{}
	for id, body := range f.nodes {
		i := slices.IndexFunc(f.data.Nodes, func(n flex.Node) bool { return n.ID == id })
		if f.data.Nodes[i].Psi == nil && !f.rigid {
			still[body] = id
		}
	}
	report := func(kind string, id int, format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		if e := b.deck.FindElement(kind, id); e != nil {
			e.AddErrorf("", "B415", "%s", text)
			return
		}
		f.e.AddErrorf("", "B415", "%s %d: %s", kind, id, text)
	}
	for _, u := range b.sys.BodyUses() {
		if u.Body == frame {
			report(u.Element, u.ID, "acts on the frame of %s: its marker %d needs a node_id", f.e.KindIDLabel(), u.Marker)
		}
		if id, ok := still[u.Body]; ok && u.Turns {
			report(u.Element, u.ID, "transmits a torque to node %d of %s, which has no rotations in the data: use joints and forces at a point, or several nodes", id, f.e.KindIDLabel())
		}
	}
}
