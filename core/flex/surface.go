package flex

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Surface is what pictures show of a body: points that move with the modes, joined by edges and triangles. A body needs none to be computed.
type Surface struct {
	Positions []spatial.Vec   // of the points, undeformed
	Phi       [][]spatial.Vec // by point and mode
	Edges     [][2]int        // indices of points
	Triangles [][3]int
}

// SurfaceOrNodes returns the surface of the data, or their nodes, joined by the shortest lines that connect all; nil where there are fewer than
// two nodes.
func (d *Data) SurfaceOrNodes() *Surface {
	if d.Surface != nil {
		return d.Surface
	}
	if len(d.Nodes) < 2 {
		return nil
	}
	s := &Surface{}
	for i := range d.Nodes {
		s.Positions, s.Phi = append(s.Positions, d.Nodes[i].Position), append(s.Phi, d.Nodes[i].Phi)
	}
	s.Edges = shortestTree(s.Positions)
	return s
}

// mostTreePoints is how many points are joined by lines, whose choice takes the square of their number of operations.
const mostTreePoints = 10_000

// shortestTree returns the edges of least length altogether that join all points (R. C. Prim, Bell System Technical Journal 36, 1957), none of too many points.
func shortestTree(points []spatial.Vec) [][2]int {
	n := len(points)
	if n > mostTreePoints {
		return nil
	}
	nearest, distance := make([]int, n), make([]float64, n) // of points outside: their neighbour in the tree
	for i := 1; i < n; i++ {
		distance[i] = points[i].Sub(points[0]).Norm()
	}
	var edges [][2]int
	for range n - 1 {
		next := 0
		for i := 1; i < n; i++ {
			if distance[i] >= 0 && (next == 0 || distance[i] < distance[next]) {
				next = i
			}
		}
		edges = append(edges, [2]int{nearest[next], next})
		distance[next] = math.Inf(-1) // inside
		for i := 1; i < n; i++ {
			if r := points[i].Sub(points[next]).Norm(); r < distance[i] {
				nearest[i], distance[i] = next, r
			}
		}
	}
	return edges
}

// elementShape is how an element of the mesh looks: lines between its corner nodes, or faces, of a solid or a shell.
type elementShape struct {
	corners int
	nodes   int // that the element has altogether
	edges   [][2]int
	faces   [][]int // corners in their order around
	solid   bool
}

var (
	beamShape        = elementShape{corners: 2, nodes: 2, edges: [][2]int{{0, 1}}}
	triangleShape    = elementShape{corners: 3, nodes: 3, faces: [][]int{{0, 1, 2}}}
	quadrangleShape  = elementShape{corners: 4, nodes: 4, faces: [][]int{{0, 1, 2, 3}}}
	tetrahedronShape = elementShape{corners: 4, nodes: 4, solid: true, faces: [][]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}}
	wedgeShape       = elementShape{corners: 6, nodes: 6, solid: true, faces: [][]int{{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}}
	brickShape       = elementShape{corners: 8, nodes: 8, solid: true, faces: [][]int{{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}}
)

func (e elementShape) withNodes(n int) elementShape {
	e.nodes = n
	return e
}

// elementShapes are those of elements of CalculiX and Abaqus by the digits of their types behind the letters, and what letters may be before: nodes beyond the corners
// are in the middle of edges.
var elementShapes = map[string]elementShape{
	"B31": beamShape, "B32": {corners: 2, nodes: 3, edges: [][2]int{{0, 2}}}, "B33": beamShape, "T3D2": beamShape, "T3D3": {corners: 2, nodes: 3, edges: [][2]int{{0, 2}}},
	"S3": triangleShape, "S6": triangleShape.withNodes(6), "S4": quadrangleShape, "S8": quadrangleShape.withNodes(8), "STRI3": triangleShape, "STRI65": triangleShape.withNodes(6),
	"C3D4": tetrahedronShape, "C3D10": tetrahedronShape.withNodes(10), "C3D6": wedgeShape, "C3D15": wedgeShape.withNodes(15), "C3D8": brickShape, "C3D20": brickShape.withNodes(20),
}

// meshElement is an element by the indices of its corner nodes.
type meshElement struct {
	shape   elementShape
	corners []int32
}

// buildSurface returns the faces of solids that belong to one element alone, the faces of shells, and lines; nodes joined by shortest lines where the mesh has
// no elements. shapes are those of the modes by rows of the mesh.
func (m *Mesh) buildSurface(shapes [][]float64) *Surface {
	b := &surfaceBuilder{mesh: m, shapes: shapes, point: map[int32]int{}, edges: map[[2]int]bool{}, s: &Surface{}}
	type key [4]int32
	faces := map[key][]int32{}
	var order []key
	for _, e := range m.elements {
		for _, l := range e.shape.edges {
			b.addEdge(e.corners[l[0]], e.corners[l[1]])
		}
		for _, f := range e.shape.faces {
			face := make([]int32, len(f))
			for i, c := range f {
				face[i] = e.corners[c]
			}
			if !e.shape.solid {
				b.addFace(face)
				continue
			}
			k := key{-1, -1, -1, -1}
			copy(k[:], face)
			sortFour(&k[0], &k[1], &k[2], &k[3])
			if _, twice := faces[k]; twice {
				faces[k] = nil // inside
				continue
			}
			faces[k] = face
			order = append(order, k)
		}
	}
	for _, k := range order {
		if f := faces[k]; f != nil {
			b.addFace(f)
		}
	}
	if len(b.s.Positions) > 0 {
		return b.s
	}
	for i := range m.Nodes {
		if n := &m.Nodes[i]; n.placed && n.hasRows() {
			b.pointOf(int32(i))
		}
	}
	if len(b.s.Positions) < 2 {
		return nil
	}
	b.s.Edges = shortestTree(b.s.Positions)
	return b.s
}

func sortFour(a, b, c, d *int32) {
	for _, p := range [][2]*int32{{a, b}, {c, d}, {a, c}, {b, d}, {b, c}} {
		if *p[0] > *p[1] {
			*p[0], *p[1] = *p[1], *p[0]
		}
	}
}

// surfaceBuilder adds what is shown, with the points that it needs.
type surfaceBuilder struct {
	mesh   *Mesh
	shapes [][]float64
	point  map[int32]int // by node
	edges  map[[2]int]bool
	s      *Surface
}

// pointOf returns the point of a node, which it adds if it is new.
func (b *surfaceBuilder) pointOf(node int32) int {
	if p, ok := b.point[node]; ok {
		return p
	}
	n := &b.mesh.Nodes[node]
	phi := make([]spatial.Vec, len(b.shapes))
	for j, s := range b.shapes {
		phi[j] = n.vectorAt(s, 0)
	}
	p := len(b.s.Positions)
	b.point[node] = p
	b.s.Positions, b.s.Phi = append(b.s.Positions, n.Position), append(b.s.Phi, phi)
	return p
}

// addEdge adds an edge once.
func (b *surfaceBuilder) addEdge(from, to int32) {
	p, q := b.pointOf(from), b.pointOf(to)
	if p > q {
		p, q = q, p
	}
	if !b.edges[[2]int{p, q}] {
		b.edges[[2]int{p, q}] = true
		b.s.Edges = append(b.s.Edges, [2]int{p, q})
	}
}

// addFace adds the edges of a face and the triangles that it consists of.
func (b *surfaceBuilder) addFace(face []int32) {
	for i, n := range face {
		b.addEdge(n, face[(i+1)%len(face)])
	}
	for i := 2; i < len(face); i++ {
		b.s.Triangles = append(b.s.Triangles, [3]int{b.pointOf(face[0]), b.pointOf(face[i-1]), b.pointOf(face[i])})
	}
}

// checkSizes checks that each point has a shape of each of n modes, and that edges and triangles have points.
func (s *Surface) checkSizes(n int) error {
	if len(s.Phi) != len(s.Positions) {
		return newCheckError("surface", "the surface has %d points and shapes of %d", len(s.Positions), len(s.Phi))
	}
	for i, p := range s.Phi {
		if len(p) != n {
			return newCheckError("surface", "point %d of the surface has shapes of %d modes, there are %d", i, len(p), n)
		}
	}
	check := func(what string, list ...int) error {
		for _, i := range list {
			if i < 0 || i >= len(s.Positions) {
				return newCheckError("surface", "%s of the surface names point %d, there are 0 to %d", what, i, len(s.Positions)-1)
			}
		}
		return nil
	}
	for _, e := range s.Edges {
		if err := check("an edge", e[:]...); err != nil {
			return err
		}
	}
	for _, t := range s.Triangles {
		if err := check("a triangle", t[:]...); err != nil {
			return err
		}
	}
	return nil
}
