package draw

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Counts of segments about an axis.
const (
	around     = 28
	aroundThin = 10
)

func (m *Mesh) addVertex(x, y, z, w float64, n spatial.Vec) uint32 {
	i := len(m.Vertices) / VertexFloats
	m.Vertices = append(m.Vertices, float32(x), float32(y), float32(z), float32(w), float32(n.X), float32(n.Y), float32(n.Z))
	return uint32(i)
}

func (m *Mesh) addTriangle(a, b, c uint32) { m.Triangles = append(m.Triangles, a, b, c) }

// joinVertexRows joins rows of n + 1 vertices, from the first one on, by two triangles a quad; outer sides are seen against the
// clock where rows go up and columns go left.
func (m *Mesh) joinVertexRows(first uint32, rows, n int) {
	w := uint32(n + 1)
	for i := range uint32(rows) {
		for k := range uint32(n) {
			a := first + i*w + k
			m.addTriangle(a, a+1, a+w+1)
			m.addTriangle(a, a+w+1, a+w)
		}
	}
}

// cubeMesh is the cube from -1/2 to 1/2.
func cubeMesh() Mesh {
	var m Mesh
	for k := range 3 {
		for _, s := range []float64{-1, 1} {
			n := spatial.UnitAxis(k).Scale(s)
			u, v := spatial.UnitAxis((k+1)%3), spatial.UnitAxis((k+2)%3).Scale(s)
			var c [4]uint32
			for i, p := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				q := n.AddScaled(p[0], u).AddScaled(p[1], v).Scale(0.5)
				c[i] = m.addVertex(q.X, q.Y, q.Z, 0, n)
			}
			m.addTriangle(c[0], c[1], c[2])
			m.addTriangle(c[0], c[2], c[3])
		}
	}
	return m
}

// unitCircle returns cosine and sine of n + 1 angles over a whole turn.
func unitCircle(n int) [][2]float64 {
	all := make([][2]float64, n+1)
	for i := range all {
		s, c := math.Sincos(2 * math.Pi * float64(i%n) / float64(n))
		all[i] = [2]float64{c, s}
	}
	return all
}

// addDisc adds a disc of radius 1 at height z; up says where it looks.
func (m *Mesh) addDisc(n int, z float64, up bool) {
	normal := spatial.Vec{Z: -1}
	if up {
		normal.Z = 1
	}
	c := m.addVertex(0, 0, z, 0, normal)
	for _, p := range unitCircle(n) {
		m.addVertex(p[0], p[1], z, 0, normal)
	}
	for i := range uint32(n) {
		if up {
			m.addTriangle(c, c+1+i, c+2+i)
		} else {
			m.addTriangle(c, c+2+i, c+1+i)
		}
	}
}

// cylinderMesh has radius 1 and goes from z = 0 to 1.
func cylinderMesh() Mesh {
	var m Mesh
	for _, z := range []float64{0, 1} {
		for _, p := range unitCircle(around) {
			m.addVertex(p[0], p[1], z, 0, spatial.Vec{X: p[0], Y: p[1]})
		}
	}
	m.joinVertexRows(0, 1, around)
	m.addDisc(around, 0, false)
	m.addDisc(around, 1, true)
	return m
}

// sphereMesh has radius 1.
func sphereMesh() Mesh {
	const rows = 12
	var m Mesh
	for i := range rows + 1 {
		s, c := math.Sincos(math.Pi * float64(i) / rows)
		for _, p := range unitCircle(around) {
			v := spatial.Vec{X: s * p[0], Y: s * p[1], Z: -c}
			m.addVertex(v.X, v.Y, v.Z, 0, v)
		}
	}
	m.joinVertexRows(0, rows, around)
	return m
}

// torusMesh is a ring about z with radius 1 to the middle of a tube of a radius of 0.18.
func torusMesh() Mesh {
	const tube = 0.18
	var m Mesh
	for _, p := range unitCircle(aroundThin) { // about the tube
		for _, q := range unitCircle(around) {
			n := spatial.Vec{X: p[0] * q[0], Y: p[0] * q[1], Z: p[1]}
			m.addVertex(q[0]+tube*n.X, q[1]+tube*n.Y, tube*n.Z, 0, n)
		}
	}
	m.joinVertexRows(0, aroundThin, around)
	return m
}

// rodMesh is a Link: a round bar with flat ends.
func rodMesh() Mesh {
	var m Mesh
	for _, z := range []float64{0, 1} {
		for _, p := range unitCircle(aroundThin) {
			m.addVertex(p[0], p[1], z, 0, spatial.Vec{X: p[0], Y: p[1]})
		}
	}
	m.joinVertexRows(0, 1, aroundThin)
	m.addDisc(aroundThin, 0, false)
	m.addDisc(aroundThin, 1, true)
	return m
}

// arrowMesh is a Link: a shaft of radius 1 and a head of six radii up to B.
func arrowMesh() Mesh {
	const head, wide = 6.0, 2.6
	var m Mesh
	for _, at := range [][2]float64{{0, 0}, {1, -head}} {
		for _, p := range unitCircle(aroundThin) {
			m.addVertex(p[0], p[1], at[0], at[1], spatial.Vec{X: p[0], Y: p[1]})
		}
	}
	m.joinVertexRows(0, 1, aroundThin)
	first := uint32(len(m.Vertices) / VertexFloats)
	slope := spatial.Vec{X: head, Z: wide}.Unit()
	for _, r := range []float64{wide, 0} {
		w := -head
		if r == 0 {
			w = 0
		}
		for _, p := range unitCircle(aroundThin) {
			m.addVertex(r*p[0], r*p[1], 1, w, spatial.Vec{X: slope.X * p[0], Y: slope.X * p[1], Z: slope.Z})
		}
	}
	m.joinVertexRows(first, 1, aroundThin)
	first = m.addVertex(0, 0, 1, -head, spatial.Vec{Z: -1})
	for _, p := range unitCircle(aroundThin) {
		m.addVertex(wide*p[0], wide*p[1], 1, -head, spatial.Vec{Z: -1})
	}
	for i := range uint32(aroundThin) {
		m.addTriangle(first, first+2+i, first+1+i)
	}
	return m
}

// coilMesh is a Link: a wire along a helix of radius 1, with straight ends on the axis.
func coilMesh() Mesh {
	const turns, steps, sides, wire = 8, 14, 5, 0.14
	var m Mesh
	n := turns * steps
	for i := range n + 1 {
		part := float64(i) / float64(n)
		s, c := math.Sincos(2 * math.Pi * turns * part)
		r := min(1, 12*part, 12*(1-part)) // the ends run to the axis
		for _, p := range unitCircle(sides) {
			out := spatial.Vec{X: c * p[0], Y: s * p[0], Z: p[1]}
			m.addVertex(r*c+wire*out.X, r*s+wire*out.Y, 0.08+0.84*part, wire*out.Z, out)
		}
	}
	m.joinVertexRows(0, n, sides)
	for _, z := range [][2]float64{{0, 0.08}, {0.92, 1}} {
		first := uint32(len(m.Vertices) / VertexFloats)
		for _, at := range z {
			for _, p := range unitCircle(sides) {
				m.addVertex(wire*p[0], wire*p[1], at, 0, spatial.Vec{X: p[0], Y: p[1]})
			}
		}
		m.joinVertexRows(first, 1, sides)
	}
	return m
}

// triangleMesh is a mesh of the deck, with one normal a triangle, so that its edges show.
func triangleMesh(vertices []float64, triangles []int) Mesh {
	var m Mesh
	at := func(i int) spatial.Vec { return spatial.LoadVec(vertices[3*i:]) }
	for i := 0; i+2 < len(triangles); i += 3 {
		a, b, c := at(triangles[i]), at(triangles[i+1]), at(triangles[i+2])
		n := b.Sub(a).Cross(c.Sub(a))
		if n.Norm() == 0 {
			continue
		}
		n = n.Unit()
		m.addTriangle(m.addVertex(a.X, a.Y, a.Z, 0, n), m.addVertex(b.X, b.Y, b.Z, 0, n), m.addVertex(c.X, c.Y, c.Z, 0, n))
	}
	return m
}
