package element

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// nonlinearBody is a Body_Flexible of type NLFE: each node is a body of six degrees of freedom that has the mass and the rotary inertia of half of each
// element at it; the elements are forces between nodes.
type nonlinearBody struct {
	e       *deck.Element
	frame   *frame // of the attribute lprf_id, in which the deck gives the nodes
	size    float64
	nodes   []*beamNode // in the order of the deck
	byID    map[int]*beamNode
	damping float64
}

// beamNode is a node. Poses are global: at the start, and without load.
type beamNode struct {
	e              *deck.Element
	body           system.BodyIdx
	start, relaxed frame
	round          bool // the directions of y and z are arbitrary
	lines          []*beamLine
}

// beamLine is an element between two nodes.
type beamLine struct {
	e        *deck.Element
	ends     [2]*beamNode
	section  beamSection
	shape    system.RelaxedBeam
	markerID [2]int // of ours
}

// isNonlinear reports whether a Body_Flexible is one of nonlinear beams: it says so, or has nodes and says nothing.
func (b *builder) isNonlinear(e *deck.Element) bool {
	if e.Has("type") {
		return e.Enum("type") == "NLFE"
	}
	return len(b.gridsOf(e.ID())) > 0
}

// gridsOf returns the nodes of a body.
func (b *builder) gridsOf(body int) []*deck.Element {
	if b.grids == nil {
		b.grids = map[int][]*deck.Element{}
		for _, g := range b.deck.ElementsOfKind(gridKind) {
			b.grids[g.Ref("body_id")] = append(b.grids[g.Ref("body_id")], g)
		}
	}
	return b.grids[body]
}

// buildGrid reports nodes that belong to no nonlinear body.
func buildGrid(b *builder, e *deck.Element) {
	body := b.deck.FindElement(flexibleKind, e.Ref("body_id"))
	switch {
	case body == nil && !e.Has("body_id"):
		e.AddErrorf("", "B430", "the node belongs to no body").Help = "put it into the tag of a Body_Flexible, or give body_id"
	case body != nil && !b.isNonlinear(body):
		e.AddErrorf("", "B430", "%s is not of type NLFE: its nodes are those of its data", body.KindIDLabel())
	}
}

// modalOnly are attributes of bodies with modes, which a nonlinear body does not have.
var modalOnly = []string{"flexdata_id", "flex_file", "flex_units", "h3d_file", "mnf_file", "is_user_damp", "cdamp_expr", "q_ic", "qdot_ic", "max_frequency", "rigidified",
	"v_ic_x_flag", "v_ic_y_flag", "v_ic_z_flag", "w_ic_x_flag", "w_ic_y_flag", "w_ic_z_flag", "usrsub_dll_name", "script_name"}

// buildNonlinear adds the nodes of a nonlinear body.
func buildNonlinear(b *builder, e *deck.Element) {
	for _, name := range modalOnly {
		if e.Has(name) && !strings.EqualFold(strings.TrimSpace(e.Attr(name).Value), "FALSE") {
			e.AddErrorf(name, "B431", "this belongs to bodies with modes; a body of type NLFE has none")
		}
	}
	x := &nonlinearBody{e: e, frame: b.findFrameOnSameBody(e, "lprf_id", global), byID: map[int]*beamNode{}, damping: e.Real("cratio")}
	if len(b.gridsOf(e.ID())) == 0 {
		b.reportOnce(e, "", "B430", "the body has no nodes: elements GRID are missing")
	}
	for _, g := range b.gridsOf(e.ID()) {
		if b.faults.of[g] {
			b.faults.addFaultyElement(e)
			continue
		}
		n := &beamNode{e: g}
		n.start.pos = x.toGlobal(readVector(g, "x", "y", "z"))
		n.relaxed.pos = n.start.pos
		if g.Has("x0") || g.Has("y0") || g.Has("z0") {
			n.relaxed.pos = x.toGlobal(readVectorOr(g, [3]string{"x0", "y0", "z0"}, readVector(g, "x", "y", "z")))
		}
		x.size = math.Max(x.size, n.relaxed.pos.Sub(b.firstPosition(x, n)).Norm())
		x.nodes = append(x.nodes, n)
		x.byID[g.ID()] = n
	}
	if b.nonlinear == nil {
		b.nonlinear = map[*deck.Element]*nonlinearBody{}
	}
	b.nonlinear[e] = x
	x.connect(b)
	if !b.faults.of[e] {
		x.addNodes(b)
	}
}

func (b *builder) firstPosition(x *nonlinearBody, n *beamNode) spatial.Vec {
	if len(x.nodes) == 0 {
		return n.relaxed.pos
	}
	return x.nodes[0].relaxed.pos
}

func (x *nonlinearBody) toGlobal(p spatial.Vec) spatial.Vec {
	return x.frame.pos.Add(x.frame.rot.Mul(p))
}

// readVectorOr reads three numbers, those of other where they are missing.
func readVectorOr(e *deck.Element, names [3]string, other spatial.Vec) spatial.Vec {
	var v [3]float64
	other.Store(v[:])
	for k, n := range names {
		if e.Has(n) {
			v[k] = e.Real(n)
		}
	}
	return spatial.LoadVec(v[:])
}

// connect finds the elements between the nodes, reports what is wrong with them, and sets the frames of the nodes and the shapes of the elements.
func (x *nonlinearBody) connect(b *builder) {
	var lines []*beamLine
	for _, e := range b.deck.Elements {
		if lineKinds[e.Kind] == nil {
			continue
		}
		ends := [2]*beamNode{x.byID[e.Ref("g1")], x.byID[e.Ref("g2")]}
		if ends[0] == nil && ends[1] == nil {
			continue // of another body, or reported
		}
		l := &beamLine{e: e, ends: ends}
		if !x.readLine(b, l) {
			b.faults.addFaultyElement(e)
			b.faults.addFaultyElement(x.e)
			continue
		}
		lines = append(lines, l)
		for _, n := range ends {
			n.lines = append(n.lines, l)
		}
	}
	if b.faults.of[x.e] {
		return
	}
	for _, n := range x.nodes {
		if len(n.lines) == 0 {
			b.reportOnce(n.e, "", "B432", "no element is at the node: it has no mass")
			b.faults.addFaultyElement(x.e)
		} else if !n.setFrames(x) {
			x.reportFrame(b, n)
		}
	}
	if b.faults.of[x.e] {
		return
	}
	for _, l := range lines {
		if err := l.setShape(); err != nil {
			b.reportOnce(l.e, "", "B432", "%v", err)
			b.faults.addFaultyElement(x.e)
		}
	}
	if b.lines == nil {
		b.lines = map[*deck.Element]*beamLine{}
	}
	for _, l := range lines {
		b.lines[l.e] = l
	}
}

// readLine reads the section of an element and examines its ends.
func (x *nonlinearBody) readLine(b *builder, l *beamLine) bool {
	e := l.e
	for k, n := range l.ends {
		if name := [2]string{"g1", "g2"}[k]; n == nil {
			if g := b.deck.FindElement(gridKind, e.Ref(name)); g != nil && !b.faults.of[g] {
				b.reportOnce(e, name, "B432", "node %d is not one of %s, to which the other end belongs", e.Ref(name), x.e.KindIDLabel())
			}
			return false
		}
	}
	if l.ends[0] == l.ends[1] {
		b.reportOnce(e, "g2", "B432", "both ends are at node %d", e.Ref("g2"))
		return false
	}
	if d := l.ends[1].relaxed.pos.Sub(l.ends[0].relaxed.pos).Norm(); !(d > 1e-12*x.size) {
		b.reportOnce(e, "", "B432", "the length without load is zero: nodes %d and %d are at the same position", e.Ref("g1"), e.Ref("g2"))
		return false
	}
	var ok bool
	l.section, ok = b.readSection(e)
	return ok
}

// reportFrame says what is wrong with the axes of a section.
func (x *nonlinearBody) reportFrame(b *builder, n *beamNode) {
	b.faults.addFaultyElement(x.e)
	if n.e.Has("rx") && spatial.LoadVec(n.e.Reals("rx")).Norm() == 0 {
		b.reportOnce(n.e, "rx", "B434", "rx is zero")
		return
	}
	d := "the axes of the section are not known: ry or rz is missing, zero, or along rx"
	b.reportOnce(n.e, "", "B434", "%s", d)
}

// setShape finds the length and the axes of an element without load.
func (l *beamLine) setShape() (err error) {
	a, c := &l.ends[0].relaxed, &l.ends[1].relaxed
	start, end := a.rot, c.rot
	if l.section.isRound() { // not twisted, whatever the axes of the nodes
		turn := shortestRotation(start.A, end.A)
		end = turn.MulMat(&start)
	}
	l.shape, err = system.FindRelaxedBeam(c.pos.Sub(a.pos), start, end)
	return err
}

// addNodes adds the bodies of the nodes and the markers of the elements.
func (x *nonlinearBody) addNodes(b *builder) {
	w := x.frame.rot.Mul(readVector(x.e, "w_ic_x", "w_ic_y", "w_ic_z"))
	v := readVector(x.e, "v_ic_x", "v_ic_y", "v_ic_z")
	if b.out.nodes == nil {
		b.out.nodes = map[int]*beamNode{}
	}
	for _, n := range x.nodes {
		own, spin := x.ownMotion(n)
		at := n.start
		if m := b.out.Memory; m != nil && m.grids[n.e.ID()] != nil {
			at = *m.grids[n.e.ID()]
		}
		body := system.Body{
			ID: x.e.ID(), Name: x.e.Label(), Kind: system.Rigid, Role: system.BeamNode, Part: n.e.ID(), Pos0: at.pos, Rot0: at.rot,
			V0: v.Add(w.Cross(n.start.pos.Sub(x.frame.pos))).Add(own), W0: w.Add(spin),
			ExactAxesV: spatial.Identity, ExactAxesW: at.rot,
		}
		for _, l := range n.lines {
			l.addHalfInertia(n, &body)
		}
		n.body = b.sys.AddBody(body)
		b.out.nodes[n.e.ID()] = n
		b.out.grids = append(b.out.grids, newPoseMemory(n.e.ID(), &at))
		for _, l := range n.lines {
			for k, end := range l.ends {
				if end == n && l.markerID[k] == 0 {
					b.ownMarkers++
					l.markerID[k] = math.MinInt/4 + b.ownMarkers // that no deck has
					b.sys.AddMarker(system.Marker{ID: l.markerID[k], Body: n.body, Rot: l.axesInNode(k)})
				}
			}
		}
	}
}

// axesInNode returns the axes of an end of an element in those of its node.
func (l *beamLine) axesInNode(k int) spatial.Mat {
	back := l.ends[k].relaxed.rot.T()
	axes := [2]spatial.Mat{l.shape.J, l.shape.I}[k]
	return back.MulMat(&axes)
}

// addHalfInertia adds the mass and rotary inertia of half of the element to the body of a node.
func (l *beamLine) addHalfInertia(n *beamNode, body *system.Body) {
	k := 0
	if l.ends[1] == n {
		k = 1
	}
	half, s := l.shape.Length/2, &l.section
	body.Mass += s.rho * s.area * half
	axes := l.axesInNode(k)
	own := spatial.Mat{A: axes.A.Scale(s.rho * (s.iyy + s.izz) * half), B: axes.B.Scale(s.rho * s.iyy * half), C: axes.C.Scale(s.rho * s.izz * half)}
	back := axes.T()
	j := own.MulMat(&back)
	body.Inertia = body.Inertia.Add(&j)
}

// buildLineElement adds the force of an element between its nodes.
func buildLineElement(b *builder, e *deck.Element) {
	l := b.lines[e]
	if l == nil || l.markerID[0] == 0 {
		return // reported
	}
	s, length := &l.section, l.shape.Length
	shear := func(moment, coefficient float64) float64 {
		return 12 * s.e * moment * coefficient / (s.g * s.area * length * length)
	}
	beam := &system.Beam{
		Owner: e.KindID(), J: l.markerID[0], I: l.markerID[1], Bow: true, Length: length,
		EA: s.e * s.area, GJ: s.g * s.ixx, EIy: s.e * s.iyy, EIz: s.e * s.izz,
		ShearY: shear(s.izz, s.asy), ShearZ: shear(s.iyy, s.asz), Damping: b.dampingOf(l),
	}
	beam.SetRelaxedTurn(l.shape.Turn)
	law := b.sys.AddLaw(beam.ForceLawSpec())
	i, _ := b.sys.Marker(beam.I)
	j, _ := b.sys.Marker(beam.J)
	f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Axes, I: i, J: j, Ref: j}
	for k := range f.Comp {
		f.Comp[k] = system.Output{Law: law, Out: k}
	}
	b.sys.AddForce(f)
}

func (b *builder) dampingOf(l *beamLine) float64 {
	body := b.deck.FindElement(flexibleKind, l.ends[0].e.Ref("body_id"))
	return b.nonlinear[body].damping
}
