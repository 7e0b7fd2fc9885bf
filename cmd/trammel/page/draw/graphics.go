package draw

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// addGraphics adds the shapes of the deck.
func (b *drawingBuilder) addGraphics() {
	for i := range b.scene.Graphics {
		g := &b.scene.Graphics[i]
		p := part{layer: Shapes, body: g.Body, color: bodyColor(g.Body)}
		if len(g.Color) == 3 {
			p.color = Color{float32(g.Color[0]), float32(g.Color[1]), float32(g.Color[2])}
		}
		p.item = b.addPickableItem(Item{Kind: "graphic", Type: g.Type, ID: g.ID, Label: g.Label, Body: g.Body, Index: i, Place: g.Place.String()})
		b.addGraphic(p, g)
	}
}

// frame is the frame of a shape in that of its body.
type frame struct{ x, y, z, origin spatial.Vec }

func (f *frame) transformToBody(p spatial.Vec) spatial.Vec {
	return f.origin.AddScaled(p.X, f.x).AddScaled(p.Y, f.y).AddScaled(p.Z, f.z)
}

func (b *drawingBuilder) markerFrame(marker int) frame {
	if marker < 0 {
		return frame{spatial.UnitAxis(0), spatial.UnitAxis(1), spatial.UnitAxis(2), spatial.Vec{}}
	}
	m := &b.scene.Markers[marker]
	return frame{rotateVector(m.Quat, spatial.UnitAxis(0)), rotateVector(m.Quat, spatial.UnitAxis(1)), rotateVector(m.Quat, spatial.UnitAxis(2)), vecFromArray(m.Pos)}
}

func (b *drawingBuilder) addGraphic(p part, g *result.Graphic) {
	f := b.markerFrame(g.Marker)
	f.origin = f.transformToBody(vecFromArray(g.Origin))
	switch g.Type {
	case result.Box:
		b.addSolid(p, b.meshIndex("cube", cubeMesh), f.x.Scale(g.Size[0]), f.y.Scale(g.Size[1]), f.z.Scale(g.Size[2]), f.origin, 1)
	case result.Cylinder:
		b.addSolid(p, b.meshIndex("cylinder", cylinderMesh), f.x.Scale(g.Radius), f.y.Scale(g.Radius), f.z.Scale(g.Length), f.origin, 1)
	case result.Frustum:
		b.addFrustum(p, g, &f)
	case result.Sphere:
		if g.Radius == 0 { // a point
			b.addBall(p, f.origin, 0.5*b.Symbol)
			return
		}
		b.addSolid(p, b.meshIndex("sphere", sphereMesh), f.x.Scale(g.Radius), f.y.Scale(g.Radius), f.z.Scale(g.Radius), f.origin, 1)
	case result.Ellipsoid:
		b.addSolid(p, b.meshIndex("sphere", sphereMesh), f.x.Scale(g.Size[0]/2), f.y.Scale(g.Size[1]/2), f.z.Scale(g.Size[2]/2), f.origin, 1)
	case result.Plane:
		b.addPlane(p, g, &f)
	case result.Outline:
		b.addPolyline(p, g, &f)
	case result.Mesh:
		name := fmt.Sprint("mesh", g.Vertices, g.Triangles)
		b.addSolid(p, b.meshIndex(name, func() Mesh { return triangleMesh(g.Vertices, g.Triangles) }), f.x, f.y, f.z, f.origin, 1)
	}
}

// addFrustum draws a cone by its wide end, so that the taper is at most 1.
func (b *drawingBuilder) addFrustum(p part, g *result.Graphic, f *frame) {
	mesh := b.meshIndex("cylinder", cylinderMesh)
	if g.Top <= g.Radius {
		b.addSolid(p, mesh, f.x.Scale(g.Radius), f.y.Scale(g.Radius), f.z.Scale(g.Length), f.origin, g.Top/g.Radius)
		return
	}
	b.addSolid(p, mesh, f.x.Scale(g.Top), f.y.Scale(-g.Top), f.z.Scale(-g.Length), f.origin.AddScaled(g.Length, f.z), g.Radius/g.Top)
}

// addPlane draws a thin plate. A plane without end on ground at right angles to up is the floor, which the grid shows; another one without end is a
// plate as large as the model.
func (b *drawingBuilder) addPlane(p part, g *result.Graphic, f *frame) {
	x, y := g.Size[0], g.Size[1]
	if x == 0 || y == 0 {
		if g.Body == 0 && f.z.Dot(vecFromArray(b.Up)) > 0.999 {
			level := f.origin.Dot(vecFromArray(b.Up))
			b.Floor = &level
			return
		}
		x, y = 1.5*b.Size, 1.5*b.Size
	}
	thin := 1e-3 * b.Size
	b.addSolid(p, b.meshIndex("cube", cubeMesh), f.x.Scale(x), f.y.Scale(y), f.z.Scale(thin), f.origin.AddScaled(-thin/2, f.z), 1)
}

// addPolyline draws lines through points of the shape, or through markers.
func (b *drawingBuilder) addPolyline(p part, g *result.Graphic, f *frame) {
	var ends []end
	for i := 0; i+2 < len(g.Vertices); i += 3 {
		ends = append(ends, end{g.Body, f.transformToBody(spatial.LoadVec(g.Vertices[i:]))})
	}
	for _, m := range g.Markers {
		ends = append(ends, b.markerOrigin(m))
	}
	for i := 1; i < len(ends); i++ {
		b.addLink(p, Line, -1, ends[i-1], ends[i], 1.5)
	}
}

// markerOrigin is the origin of a marker.
func (b *drawingBuilder) markerOrigin(marker int) end {
	m := &b.scene.Markers[marker]
	return end{m.Body, vecFromArray(m.Pos)}
}
