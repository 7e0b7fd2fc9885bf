package run

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// NewScene returns the scene of a model that has not run: bodies have no columns, and are where the deck puts them.
func NewScene(m *element.Model) *result.Scene { return newScene(m, &columnCollector{}) }

// sceneBuilder makes a Scene.
type sceneBuilder struct {
	m        *element.Model
	c        *columnCollector
	s        *result.Scene
	body     map[system.BodyIdx]int
	graphics map[int]int // id → index
	joints   map[int]int // id → index
}

// newScene returns the scene of a model whose results have the columns of c.
func newScene(m *element.Model, c *columnCollector) *result.Scene {
	u := newUnitNames(m.Deck)
	sys := m.System
	b := &sceneBuilder{m: m, c: c, body: map[system.BodyIdx]int{}, graphics: map[int]int{}, joints: map[int]int{}, s: &result.Scene{
		Units: result.Units{
			Length: u.length.Short, Mass: u.mass.Short, Time: u.time.Short, Force: u.force.Short,
			LengthSI: u.length.SI, MassSI: u.mass.SI, TimeSI: u.time.SI, ForceSI: u.force.SI,
		},
		Gravity: vecArray(sys.Gravity), Size: sys.Length,
	}}
	for _, src := range m.Deck.Sources {
		b.s.Files = append(b.s.Files, result.File{Name: src.Name, Text: string(src.Text)})
	}
	b.addBodies()
	b.addFlexible()
	b.addMarkers()
	b.addConstraints()
	b.addForces()
	b.addMultiPoints()
	for _, e := range m.Deck.ElementsOfKind("Post_Graphic") {
		b.addGraphic(e)
	}
	for _, e := range m.Deck.ElementsOfKind("Force_Contact") {
		b.addContact(e)
	}
	return b.s
}

func vecArray(v spatial.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// frameOf returns a pose for a scene.
func frameOf(pos spatial.Vec, rot *spatial.Mat) result.Frame {
	q := spatial.QuatFromMat(rot)
	return result.Frame{Pos: vecArray(pos), Quat: [4]float64{q.W, q.X, q.Y, q.Z}}
}

// deckPositionOf returns where an element is in the deck.
func (b *sceneBuilder) deckPositionOf(kind string, id int) result.DeckPosition {
	if !b.m.Deck.HasKind(kind) {
		return result.DeckPosition{}
	}
	return elementPosition(b.m.Deck.FindElement(kind, id))
}

func elementPosition(e *deck.Element) result.DeckPosition {
	if e == nil || e.Span.Src == nil {
		return result.DeckPosition{}
	}
	return result.DeckPosition{File: e.Span.Src.Name, Line: e.Span.Line(), Col: e.Span.Col()}
}

func (b *sceneBuilder) addBodies() {
	for i := range b.m.System.Bodies {
		x := &b.m.System.Bodies[i]
		if x.Kind == system.Parameter || x.Kind == system.Modal {
			continue
		}
		in := &x.Inertia
		body := result.Body{
			ID: x.ID, Label: x.Name, Name: bodyNameInResults(x.Name, x.ID), MassCentre: vecArray(x.Pos0), Start: frameOf(x.Pos0, &x.Rot0),
			Inertia: [6]float64{in.A.X, in.B.Y, in.C.Z, in.A.Y, in.B.Z, in.A.Z},
		}
		kind := "Body_Rigid"
		switch x.Kind {
		case system.GroundBody:
			body.Kind, body.Name = "ground", "ground"
			body.Start = frameOf(spatial.Vec{}, &spatial.Identity)
		case system.PointMass:
			body.Kind, kind = "point", "Body_Point"
		default:
			body.Kind = "rigid"
		}
		switch x.Role {
		case system.FlexFrame:
			body.Kind, kind = "flexible", "Body_Flexible"
		case system.FlexNode, system.BeamNode:
			body.Kind, kind, body.Name = "node", "Body_Flexible", x.String()
		}
		e := b.m.Deck.FindElement(kind, x.ID)
		if body.Place = elementPosition(e); x.Role != system.Whole {
			body.Part = frameOf(spatial.Vec{}, &spatial.Identity)
		} else if e != nil && body.Kind != "ground" {
			body.Mass = e.Real("mass")
			if x.Mass > 0 { // inertia in the units of the deck, as the mass
				for k := range body.Inertia {
					body.Inertia[k] *= body.Mass / x.Mass
				}
			}
			body.Part = b.partReferenceFrame(x, e)
		} else {
			body.Part = frameOf(spatial.Vec{}, &spatial.Identity)
		}
		body.Pose = b.poseColumnOf(x)
		b.body[system.BodyIdx(i)] = len(b.s.Bodies)
		b.s.Bodies = append(b.s.Bodies, body)
	}
}

// poseColumnOf returns where the poses of a body are in the rows of results, -1 if nowhere.
func (b *sceneBuilder) poseColumnOf(x *system.Body) int {
	at := -1
	for _, k := range b.c.bodies {
		if k.kind == x.Kind && k.id == x.ID && k.role == x.Role && k.part == x.Part {
			at = k.at
		}
	}
	return at
}

// partReferenceFrame returns the frame that the deck gives the markers of a body in, in the frame of the body: its LPRF, else the
// global frame as the deck is written.
func (b *sceneBuilder) partReferenceFrame(x *system.Body, e *deck.Element) result.Frame {
	if i, ok := b.m.System.Marker(e.Ref("lprf_id")); ok && e.Ref("lprf_id") != 0 {
		m := &b.m.System.Markers[i]
		return frameOf(m.Pos, &m.Rot)
	}
	t := x.Rot0.T()
	return frameOf(t.Mul(x.Pos0).Neg(), &t)
}

// bodyNameInResults is the name of a body in results: its label, else PART_<id> as in those of Adams.
func bodyNameInResults(label string, id int) string {
	if label != "" {
		return label
	}
	return result.DefaultElementName("PART", id)
}

// addFlexible adds the surfaces of flexible bodies.
func (b *sceneBuilder) addFlexible() {
	for _, s := range b.m.Surfaces {
		x := &b.m.System.Flex[s.Flex]
		f := result.Flexible{ID: x.ID, Label: x.Name, Body: b.body[x.Frame], First: x.First, Modes: -1, Count: x.ModeCount(), Place: b.deckPositionOf("Body_Flexible", x.ID)}
		for _, c := range b.c.modes {
			if c.id == x.ID && f.Count > 0 {
				f.Modes = c.at
			}
		}
		for i, p := range s.Positions {
			f.Positions = append(f.Positions, p.X, p.Y, p.Z)
			for _, v := range s.Phi[i][:f.Count] {
				f.Shapes = append(f.Shapes, v.X, v.Y, v.Z)
			}
		}
		for _, e := range s.Edges {
			f.Edges = append(f.Edges, e[:]...)
		}
		for _, t := range s.Triangles {
			f.Triangles = append(f.Triangles, t[:]...)
		}
		b.s.Flexible = append(b.s.Flexible, f)
	}
}

func (b *sceneBuilder) addMarkers() {
	for i := range b.m.System.Markers {
		x := &b.m.System.Markers[i]
		m := result.Marker{ID: x.ID, Body: b.body[x.Body], Frame: frameOf(x.Pos, &x.Rot), Floating: x.Floating}
		if e := b.m.Deck.FindElement("Reference_Marker", x.ID); e != nil {
			m.Label, m.Place = e.Label(), elementPosition(e)
		}
		b.s.Markers = append(b.s.Markers, m)
	}
}

// firstColumnOfLoad returns the first column of a force or reaction, -1 if there is none.
func (b *sceneBuilder) firstColumnOfLoad(name string, id int) int {
	for i := range b.c.wrench {
		if w := &b.c.wrench[i]; w.name == name && w.id == id {
			return w.at
		}
	}
	return -1
}

func (b *sceneBuilder) addConstraints() {
	sets, names := reactionRowSets(b.m.System)
	places := b.m.System.RowSetOwners()
	for k, set := range sets {
		p := places[set]
		j := result.Joint{ID: p.ID, Label: labelOf(b.m, p.Element, p.ID), Kind: names[k], Type: p.Type, I: int(p.I), J: int(p.J), Joint: -1,
			Place: b.deckPositionOf(p.Element, p.ID), Force: b.firstColumnOfLoad(names[k], p.ID)}
		if names[k] == result.KindMotion && p.Element == "Motion_Joint" {
			if n, ok := b.joints[b.m.Deck.FindElement(p.Element, p.ID).Ref("joint_id")]; ok {
				j.Joint = n
			}
		}
		if names[k] == result.KindJoint {
			b.joints[p.ID] = len(b.s.Joints)
		}
		b.s.Joints = append(b.s.Joints, j)
	}
}

func (b *sceneBuilder) addForces() {
	forEachReportedForce(b.m.System, func(name string, id, i int) {
		f := &b.m.System.Forces[i]
		if name == "CONTACT" || name == "FRICTION" {
			return
		}
		b.s.Forces = append(b.s.Forces, result.Force{
			ID: id, Label: labelOf(b.m, f.Element, id), Kind: name, Type: f.Element, I: int(f.I), J: int(f.J),
			Rotational: f.Direction == system.Turn || f.Direction == system.Spin, Place: b.deckPositionOf(f.Element, id), Force: b.firstColumnOfLoad(name, id),
		})
	})
}

// addMultiPoints adds the forces on several markers, one for each marker.
func (b *sceneBuilder) addMultiPoints() {
	for i := range b.m.System.Forces {
		f := &b.m.System.Forces[i]
		if f.Element != multiPointKind {
			continue
		}
		x := result.Force{ID: f.ID, Label: labelOf(b.m, f.Element, f.ID), Kind: multiPointColumnKind, Type: f.Element, I: int(f.I), J: int(f.J),
			Place: b.deckPositionOf(f.Element, f.ID), Force: -1}
		for k := range b.c.wrench {
			if w := &b.c.wrench[k]; w.name == x.Kind && w.id == f.ID && w.marker == b.m.System.Markers[f.I].ID {
				x.Force = w.at
			}
		}
		b.s.Forces = append(b.s.Forces, x)
	}
}

// addGraphic adds a shape; those of types without dimensions are left out.
func (b *sceneBuilder) addGraphic(e *deck.Element) {
	i, ok := b.m.System.Marker(e.Ref("rm_id"))
	if !ok {
		return
	}
	at := &b.m.System.Markers[i]
	g := result.Graphic{ID: e.ID(), Label: e.Label(), Body: b.body[at.Body], Marker: int(i), Place: elementPosition(e), Radius: e.Real("radius"), Length: math.Abs(e.Real("length"))}
	g.Origin[2] = min(e.Real("length"), 0)
	switch strings.ToUpper(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(e.Str("type"))) {
	case "SPHERE":
		g.Type = result.Sphere
	case "POINT":
		g.Type = result.Sphere // of radius 0
	case "CYLINDER":
		g.Type = result.Cylinder
	case "FRUSTUM":
		g.Type, g.Radius, g.Top = result.Frustum, e.Real("bottom_radius"), e.Real("top_radius")
		if g.Origin[2] < 0 {
			g.Radius, g.Top = g.Top, g.Radius
		}
	case "ELLIPSOID":
		g.Type, g.Size = result.Ellipsoid, [3]float64{e.Real("x_scale"), e.Real("y_scale"), e.Real("z_scale")}
	case "PLANE":
		g.Type = result.Plane
	case "BOX", "BOXDEFINEDFROMCENTER", "BOXDEFINEDFROMCORNER":
		g.Type = result.Box
		for k, n := range [3]string{"length_x", "length_y", "length_z"} {
			g.Size[k] = math.Abs(e.Real(n))
			if strings.Contains(strings.ToUpper(e.Str("type")), "CORNER") {
				g.Origin[k] = e.Real(n) / 2
			}
		}
	case "TRIAMESH":
		v, t, err := element.TriangleMesh(b.m.Deck, e)
		if err != nil {
			return // a picture that cannot be had is not a reason to stop
		}
		g.Type = result.Mesh
		for _, p := range v {
			g.Vertices = append(g.Vertices, p.X, p.Y, p.Z)
		}
		for _, x := range t {
			g.Triangles = append(g.Triangles, x[:]...)
		}
	default:
		return
	}
	b.graphics[e.ID()] = len(b.s.Graphics)
	b.s.Graphics = append(b.s.Graphics, g)
}

func (b *sceneBuilder) addContact(e *deck.Element) {
	c := result.Contact{ID: e.ID(), Label: e.Label(), Place: elementPosition(e), Force: b.firstColumnOfLoad("CONTACT", e.ID())}
	for _, side := range []struct {
		attr string
		to   *[]int
	}{{"i_graphics_id", &c.I}, {"j_graphics_id", &c.J}} {
		for _, id := range e.Refs(side.attr) {
			if n, ok := b.graphics[id]; ok {
				*side.to = append(*side.to, n)
			}
		}
	}
	b.s.Contacts = append(b.s.Contacts, c)
}
