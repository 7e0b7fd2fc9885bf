package export

import (
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/trammel-mbd/trammel/core/result"
)

// addSurface adds the node of the surface of a flexible body, in the frame of the body: a mesh with a morph target for each mode, whose weights
// are the modal coordinates.
func (g *glbWriter) addSurface(doc *gltf.Document, f *result.Flexible) int {
	points := make([][3]float32, len(f.Positions)/3)
	for i := range points {
		q := g.scaledPoint([3]float64(f.Positions[3*i : 3*i+3]))
		points[i] = [3]float32{float32(q[0]), float32(q[1]), float32(q[2])}
	}
	prim := &gltf.Primitive{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, points)}}
	list := f.Triangles
	if len(list) == 0 {
		list, prim.Mode = f.Edges, gltf.PrimitiveLines
	}
	indices := make([]uint32, len(list))
	for i, n := range list {
		indices[i] = uint32(n)
	}
	prim.Indices = gltf.Index(modeler.WriteIndices(doc, indices))
	mesh := &gltf.Mesh{Name: fmt.Sprintf("flexible body %d", f.ID), Primitives: []*gltf.Primitive{prim}}
	if f.Modes >= 0 {
		for j := range f.Count {
			moves := make([][3]float32, len(points))
			for i := range moves {
				q := g.scaledPoint([3]float64(f.Shapes[3*(i*f.Count+j) : 3*(i*f.Count+j)+3]))
				moves[i] = [3]float32{float32(q[0]), float32(q[1]), float32(q[2])}
			}
			prim.Targets = append(prim.Targets, gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, moves)})
		}
		mesh.Weights = make([]float64, f.Count)
	}
	return appendAndIndex(&doc.Nodes, &gltf.Node{Name: mesh.Name, Mesh: gltf.Index(appendAndIndex(&doc.Meshes, mesh))})
}
