// Package draw makes triangles and lines of a scene: what the page in the browser and the software rasteriser show
// alike. Everything is fixed to bodies, so that a moving picture needs the poses of the bodies and nothing else.
package draw

import (
	"math"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Drawing is a scene made of instances of few meshes. Lengths are in the unit of the deck.
type Drawing struct {
	Size     float64    `json:"size"`   // length scale of the model
	Symbol   float64    `json:"symbol"` // size of the symbols of joints
	Up       [3]float64 `json:"up"`     // unit vector against gravity; z without gravity
	Normal   [3]float64 `json:"normal"` // unit vector along the axes of all joints where these are parallel, else 0
	Floor    *float64   `json:"floor"`  // height along Up of a plane of ground that has no end; nil without one
	Arrow    int        `json:"arrow"`  // index in Meshes of a Link for forces
	Dot      int        `json:"dot"`    // index in Meshes of a sphere for points of contact
	Meshes   []Mesh     `json:"meshes"`
	Batches  []Batch    `json:"batches"`
	Items    []Item     `json:"items"` // what can be picked
	Flexible []Flexible `json:"flexible,omitempty"`
}

// Mesh is a list of triangles. A vertex has VertexFloats numbers: x, y, z, w and the normal. A point of a Solid is
// its affine map of x, y, z; w is 0. A point of a Link is r·x, r·y across the line between its ends and z·L + w·r along it, where
// r is its radius and L the distance of the ends.
type Mesh struct {
	Vertices  Floats  `json:"vertices"`
	Triangles Indices `json:"triangles"`
}

// VertexFloats is the count of numbers of a vertex.
const VertexFloats = 7

// Kinds of batches and the count of numbers of an instance of each.
const (
	// Solid: three rows of an affine map into the frame of the body, red, green, blue, opacity, body, item, taper, 0.
	Solid       = "solid"
	SolidFloats = 20
	// Link: point of A in the frame of its body, body of A, point and body of B, radius, item, 0, 0, red, green, blue, opacity.
	Link       = "link"
	LinkFloats = 16
	// Line: as Link; the radius is half the width in pixels.
	Line = "line"
)

// Layers of a drawing, which can be shown or hidden.
const (
	Shapes     = "shapes"     // graphics of the deck
	Sticks     = "sticks"     // stick figures of bodies without graphics
	Joints     = "joints"     // symbols
	Springs    = "springs"    // forces between markers
	Surfaces   = "flexible"   // of flexible bodies
	Ellipsoids = "ellipsoids" // of inertia
	Frames     = "frames"     // axes of markers
)

// Batch is instances of one mesh in one layer, drawn by one call.
type Batch struct {
	Layer string `json:"layer"`
	Kind  string `json:"kind"`
	Mesh  int    `json:"mesh"` // index in Meshes; -1 for lines
	Data  Floats `json:"data"`
}

// Item is an element of the deck that can be picked. The ids in instances are its index + 1; 0 is none.
type Item struct {
	Kind  string `json:"kind"` // body, joint, force, graphic, marker
	Type  string `json:"type,omitempty"`
	ID    int    `json:"id"`
	Label string `json:"label,omitempty"`
	Body  int    `json:"body"`  // index in Scene.Bodies
	Index int    `json:"index"` // in the list of the Scene
	Place string `json:"place,omitempty"`
}

// drawingBuilder is a Drawing while it is made.
type drawingBuilder struct {
	*Drawing
	scene  *result.Scene
	meshes map[string]int // by name or content
	batch  map[batchKey]int
	thick  float64 // radius of sticks
}

type batchKey struct {
	layer, kind string
	mesh        int
}

// NewDrawing makes the drawing of a scene. The scene must be one that CheckScene accepts.
func NewDrawing(s *result.Scene) *Drawing {
	b := &drawingBuilder{Drawing: &Drawing{Size: s.Size}, scene: s, meshes: map[string]int{}, batch: map[batchKey]int{}}
	if !(b.Size > 0) {
		b.Size = sceneExtent(s)
	}
	b.chooseUpAndPlaneNormal()
	b.setSymbolSizes()
	b.addBodies()
	b.addFlexible()
	b.addGraphics()
	b.addJoints()
	b.addForces()
	b.addMarkerAxes()
	b.Arrow, b.Dot = b.meshIndex("arrow", arrowMesh), b.meshIndex("sphere", sphereMesh)
	return b.Drawing
}

// sceneExtent is a length scale where the scene names none: of the shapes, or 1.
func sceneExtent(s *result.Scene) float64 {
	most := 0.0
	for _, g := range s.Graphics {
		most = max(most, 2*g.Radius, 2*g.Top, g.Length, math.Abs(g.Size[0]), math.Abs(g.Size[1]), math.Abs(g.Size[2]))
	}
	if most > 0 && !math.IsInf(most, 0) {
		return most
	}
	return 1
}

// chooseUpAndPlaneNormal finds up and the normal of a planar model. Without gravity a planar model in the plane of x and y is upright, y up.
func (b *drawingBuilder) chooseUpAndPlaneNormal() {
	axis, planar := b.commonRevoluteAxis()
	up := spatial.Vec{Z: 1}
	switch g := vecFromArray(b.scene.Gravity); {
	case g.Norm() > 0:
		up = g.Unit().Neg()
	case planar && math.Abs(axis.Z) > 0.9:
		up = spatial.Vec{Y: 1}
	}
	storeVec(&b.Up, up)
	if planar && math.Abs(axis.Dot(up)) < 0.1 {
		storeVec(&b.Normal, axis)
	}
}

// commonRevoluteAxis is the axis of all revolute joints where these are parallel as the deck is written.
func (b *drawingBuilder) commonRevoluteAxis() (axis spatial.Vec, parallel bool) {
	for _, j := range b.scene.Joints {
		if j.Type != "REVOLUTE" || j.I < 0 {
			continue
		}
		m := &b.scene.Markers[j.I]
		z := rotateVector(b.scene.Bodies[m.Body].Start.Quat, rotateVector(m.Quat, spatial.Vec{Z: 1}))
		switch {
		case axis == spatial.Vec{}:
			axis = z
		case z.Cross(axis).Norm() > 1e-3:
			return axis, false
		}
	}
	return axis, axis.Norm() > 0
}

// addPickableItem adds an element that can be picked and returns the id for instances.
func (b *drawingBuilder) addPickableItem(i Item) float32 {
	b.Items = append(b.Items, i)
	return float32(len(b.Items))
}

// meshIndex returns the index of a mesh, which make makes where there is none of this name.
func (b *drawingBuilder) meshIndex(name string, make func() Mesh) int {
	i, ok := b.meshes[name]
	if !ok {
		i = len(b.Meshes)
		b.meshes[name] = i
		b.Meshes = append(b.Meshes, make())
	}
	return i
}

func (b *drawingBuilder) addInstance(layer, kind string, mesh int, data ...float32) {
	k := batchKey{layer, kind, mesh}
	i, ok := b.batch[k]
	if !ok {
		i = len(b.Batches)
		b.batch[k] = i
		b.Batches = append(b.Batches, Batch{Layer: layer, Kind: kind, Mesh: mesh})
	}
	b.Batches[i].Data = append(b.Batches[i].Data, data...)
}

// part says whose an instance is and how it looks.
type part struct {
	layer string
	body  int
	item  float32
	color Color
}

// addSolid adds an instance of a mesh: the columns x, y, z of its map and its origin, in the frame of the body. The radius at the far end of a
// cylinder is taper times that at the near one.
func (b *drawingBuilder) addSolid(p part, mesh int, x, y, z, origin spatial.Vec, taper float64) {
	f := func(v float64) float32 { return float32(v) }
	b.addInstance(p.layer, Solid, mesh,
		f(x.X), f(y.X), f(z.X), f(origin.X), f(x.Y), f(y.Y), f(z.Y), f(origin.Y), f(x.Z), f(y.Z), f(z.Z), f(origin.Z),
		p.color[0], p.color[1], p.color[2], 1, float32(p.body), p.item, float32(taper), 0)
}

// end is a point of a body.
type end struct {
	body int
	at   spatial.Vec
}

// addLink adds an instance between two points, which may be on two bodies.
func (b *drawingBuilder) addLink(p part, kind string, mesh int, from, to end, radius float64) {
	b.addInstance(p.layer, kind, mesh,
		float32(from.at.X), float32(from.at.Y), float32(from.at.Z), float32(from.body),
		float32(to.at.X), float32(to.at.Y), float32(to.at.Z), float32(to.body),
		float32(radius), p.item, 0, 0, p.color[0], p.color[1], p.color[2], 1)
}

func vecFromArray(a [3]float64) spatial.Vec { return spatial.Vec{X: a[0], Y: a[1], Z: a[2]} }

func storeVec(dst *[3]float64, v spatial.Vec) { *dst = [3]float64{v.X, v.Y, v.Z} }

func rotateVector(q [4]float64, v spatial.Vec) spatial.Vec {
	m := (spatial.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}).Mat()
	return m.Mul(v)
}
