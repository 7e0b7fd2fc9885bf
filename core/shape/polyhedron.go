package shape

import (
	"math"
	"slices"
)

// polyhedron is a convex solid between planes. Its features are numbered from first on, corners before edges: the
// convex parts of one mesh have numbers of their own.
type polyhedron struct {
	v     []vec
	n     []vec     // outward normals of the faces
	d     []float64 // n·x = d on a face, no more elsewhere
	loop  [][]int32 // corners of each face, anticlockwise seen from outside
	side  [][]int32 // edges of each face, from each corner of the loop to the next
	at    [][]int32 // faces at each corner
	edge  []ridge
	inner []bool // the face is a cut through a mesh, no part of its surface
	first int
	c     vec
	r     float64 // radius of the ball about c that holds the solid
	half  float64 // least half extent across a face
	sized vec     // half sides of the box about it
	mid   vec     // middle of that box
}

// ridge is an edge: the first face has it from at[0] to at[1], the second the other way round.
type ridge struct {
	at, face [2]int32
	inner    bool
}

// newPolyhedron returns the solid with the corners v and the faces loop.
func newPolyhedron(v []vec, loop [][]int32, n []vec, inner []bool) *polyhedron {
	p := &polyhedron{v: v, n: n, loop: loop, inner: inner}
	if inner == nil {
		p.inner = make([]bool, len(n))
	}
	p.at = make([][]int32, len(v))
	edge := map[[2]int32]int32{}
	for f, l := range loop {
		side := make([]int32, len(l))
		for k, a := range l {
			b := l[(k+1)%len(l)]
			p.at[a] = append(p.at[a], int32(f))
			if e, ok := edge[[2]int32{b, a}]; ok {
				p.edge[e].face[1] = int32(f)
				p.edge[e].inner = p.edge[e].inner || p.inner[f]
				side[k] = e
				continue
			}
			side[k] = int32(len(p.edge))
			edge[[2]int32{a, b}] = side[k]
			p.edge = append(p.edge, ridge{at: [2]int32{a, b}, face: [2]int32{int32(f), int32(f)}, inner: p.inner[f]})
		}
		p.side = append(p.side, side)
	}
	p.setBounds()
	return p
}

// setBounds sets the planes, the ball and the box.
func (p *polyhedron) setBounds() {
	lo, hi := p.v[0], p.v[0]
	for _, x := range p.v {
		lo, hi = lo.Min(x), hi.Max(x)
	}
	p.mid, p.sized = lo.Add(hi).Scale(0.5), hi.Sub(lo).Scale(0.5)
	p.c, p.r = p.mid, 0
	for _, x := range p.v {
		p.r = max(p.r, x.Sub(p.c).Norm())
	}
	p.d, p.half = p.d[:0], math.Inf(1)
	for _, n := range p.n {
		hi, lo := math.Inf(-1), math.Inf(1)
		for _, x := range p.v {
			hi, lo = max(hi, n.Dot(x)), min(lo, n.Dot(x))
		}
		p.d = append(p.d, hi)
		p.half = min(p.half, (hi-lo)/2)
	}
}

// featureCount are how many features have numbers, up to those of this solid.
func (p *polyhedron) featureCount() int { return p.first + len(p.v) + len(p.edge) }

func (p *polyhedron) cornerName(k int32) int { return p.first + int(k) }

func (p *polyhedron) edgeName(k int32) int { return p.first + len(p.v) + int(k) }

// cube is the block of half sides 1. Corners have the signs of their coordinates as bits.
var cube = func() *polyhedron {
	var v, n []vec
	for k := range uint32(8) {
		v = append(v, vec{X: signOfBit(k), Y: signOfBit(k >> 1), Z: signOfBit(k >> 2)})
	}
	for _, s := range []float64{-1, 1} {
		n = append(n, vec{X: s}, vec{Y: s}, vec{Z: s})
	}
	loop := [][]int32{{0, 4, 6, 2}, {0, 1, 5, 4}, {0, 2, 3, 1}, {1, 3, 7, 5}, {2, 6, 7, 3}, {4, 5, 7, 6}}
	return newPolyhedron(v, loop, n, nil)
}()

// setBlock makes p, which is a copy of cube with corners and planes of its own, the block of half sides h.
func (p *polyhedron) setBlock(h vec) {
	for k, x := range cube.v {
		p.v[k] = vec{X: h.X * x.X, Y: h.Y * x.Y, Z: h.Z * x.Z}
	}
	p.sized, p.r, p.half = h, h.Norm(), min(h.X, h.Y, h.Z)
	for k := range 3 {
		p.d[k], p.d[k+3] = h.At(k), h.At(k)
	}
}

// Tolerances of what is flat and what bulges, of the radius of the mesh: decks have few digits.
const (
	flatWithin = 1e-5
	flatCos    = 0.995 // of the normals of triangles that are one face, unless they are slivers
)

// joinCoplanarTriangles joins the triangles of a mesh that lie in one plane and hang together. It returns the number of the face of each triangle,
// and the normals of the faces.
func (m *Mesh) joinCoplanarTriangles(radius float64, next [][3]int32) (of []int32, normal []vec) {
	tri := m.tri
	order := make([]int32, len(tri))
	area := make([]float64, len(tri))
	for k := range tri {
		order[k] = int32(k)
		a, b, c := m.v[tri[k].at[0]], m.v[tri[k].at[1]], m.v[tri[k].at[2]]
		area[k] = b.Sub(a).Cross(c.Sub(a)).Norm()
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		switch {
		case area[a] > area[b]:
			return -1
		case area[a] < area[b]:
			return 1
		}
		return 0
	})
	of = make([]int32, len(tri))
	for k := range of {
		of[k] = -1
	}
	var stack []int32
	for _, seed := range order {
		if of[seed] >= 0 {
			continue
		}
		face, n := int32(len(normal)), tri[seed].normal
		at := n.Dot(m.v[tri[seed].at[0]])
		sum := n.Scale(area[seed])
		of[seed], stack = face, append(stack[:0], seed)
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, j := range next[k] {
				if j < 0 || of[j] >= 0 || !m.liesInPlane(&tri[j], n, at, radius, area[j]) {
					continue
				}
				of[j] = face
				sum = sum.AddScaled(area[j], tri[j].normal)
				stack = append(stack, j)
			}
		}
		normal = append(normal, sum.Unit())
	}
	return of, normal
}

// liesInPlane reports whether a triangle lies in the plane n·x = at.
func (m *Mesh) liesInPlane(t *triangle, n vec, at, radius, area float64) bool {
	if c := t.normal.Dot(n); c < flatCos && (c < 0 || area > flatWithin*radius*radius) {
		return false
	}
	for _, k := range t.at {
		if math.Abs(n.Dot(m.v[k])-at) > flatWithin*radius {
			return false
		}
	}
	return true
}

// adjacentTriangles are the triangles beyond the sides of each; -1 without one.
func (m *Mesh) adjacentTriangles() [][3]int32 {
	of := make(map[[2]int]int32, 3*len(m.tri))
	for k := range m.tri {
		for n := range 3 {
			of[[2]int{m.tri[k].at[n], m.tri[k].at[(n+1)%3]}] = int32(k)
		}
	}
	next := make([][3]int32, len(m.tri))
	for k := range m.tri {
		for n := range 3 {
			j, ok := of[[2]int{m.tri[k].at[(n+1)%3], m.tri[k].at[n]}]
			if !ok {
				j = -1
			}
			next[k][n] = j
		}
	}
	return next
}

// convexHull returns the mesh as one polyhedron, nil if it is not convex: all corners lie behind the planes of all faces, and
// each face has one rim.
func (m *Mesh) convexHull(of []int32, normal []vec, next [][3]int32, inwards bool, radius float64) *polyhedron {
	top := make([]float64, len(normal)) // of the corners of each face
	for f := range top {
		top[f] = math.Inf(-1)
	}
	for k := range m.tri {
		f := of[k]
		for _, a := range m.tri[k].at {
			top[f] = max(top[f], normal[f].Dot(m.v[a]))
		}
	}
	used := make([]bool, len(m.v))
	for k := range m.tri {
		for _, a := range m.tri[k].at {
			used[a] = true
		}
	}
	for f, n := range normal {
		for k, x := range m.v {
			if used[k] && n.Dot(x) > top[f]+flatWithin*radius {
				return nil
			}
		}
	}
	loop, ok := m.faceLoops(of, len(normal), next, inwards)
	if !ok {
		return nil
	}
	return m.withoutStraightCorners(loop, normal)
}

// faceLoops are the corners about each face in turn; not ok if there is more than one rim of a face or a corner is met twice.
func (m *Mesh) faceLoops(of []int32, faces int, next [][3]int32, inwards bool) (loops [][]int32, ok bool) {
	to, ok := m.faceEdges(of, faces, next, inwards)
	if !ok {
		return nil, false
	}
	loop := make([][]int32, faces)
	for f, next := range to {
		start := int32(math.MaxInt32)
		for a := range next {
			start = min(start, a)
		}
		for a := start; ; {
			loop[f] = append(loop[f], a)
			b, ok := next[a]
			if !ok || len(loop[f]) > len(next) {
				return nil, false
			}
			if a = b; a == start {
				break
			}
		}
		if len(loop[f]) != len(next) {
			return nil, false
		}
	}
	return loop, true
}

// faceEdges are the edges of the rim of each face, from corner to corner; not ok if two begin at one corner.
func (m *Mesh) faceEdges(of []int32, faces int, next [][3]int32, inwards bool) (edges []map[int32]int32, ok bool) {
	to := make([]map[int32]int32, faces)
	for f := range to {
		to[f] = map[int32]int32{}
	}
	for k := range m.tri {
		for n := range 3 {
			if j := next[k][n]; j >= 0 && of[j] == of[k] {
				continue
			}
			a, b := int32(m.tri[k].at[n]), int32(m.tri[k].at[(n+1)%3])
			if inwards {
				a, b = b, a
			}
			if _, twice := to[of[k]][a]; twice {
				return nil, false
			}
			to[of[k]][a] = b
		}
	}
	return to, true
}

// withoutStraightCorners leaves out corners that fewer than three faces share: those within a face or a straight edge.
func (m *Mesh) withoutStraightCorners(loop [][]int32, normal []vec) *polyhedron {
	count := make([]int, len(m.v))
	for _, l := range loop {
		for _, a := range l {
			count[a]++
		}
	}
	at := make([]int32, len(m.v))
	var v []vec
	for k, n := range count {
		at[k] = int32(len(v))
		if n >= 3 {
			v = append(v, m.v[k])
		}
	}
	for f, l := range loop {
		keep := l[:0]
		for _, a := range l {
			if count[a] >= 3 {
				keep = append(keep, at[a])
			}
		}
		if loop[f] = keep; len(keep) < 3 {
			return nil
		}
	}
	return newPolyhedron(v, loop, normal, nil)
}
