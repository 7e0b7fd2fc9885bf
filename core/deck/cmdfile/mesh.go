package cmdfile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// mesh is a closed surface of triangles that are counter-clockwise from outside.
type mesh struct {
	points    []vec
	triangles [][3]int
}

// turnSides are the faces around the axis of a solid of revolution.
const turnSides = 48

// counterclockwise returns a polygon in counter-clockwise order.
func counterclockwise(p [][2]float64) [][2]float64 {
	var f area
	f.addPolygon(p)
	if f.a < 0 {
		p = slices.Clone(p)
		slices.Reverse(p)
	}
	return p
}

// prismMesh is the surface over a polygon between two heights.
func prismMesh(p [][2]float64, z0, z1 float64) mesh {
	p = counterclockwise(p)
	var m mesh
	for _, z := range [2]float64{min(z0, z1), max(z0, z1)} {
		for _, q := range p {
			m.points = append(m.points, vec{q[0], q[1], z})
		}
	}
	caps, ok := triangulate(p)
	if !ok {
		panic(failuref("its outline crosses itself"))
	}
	n := len(p)
	for _, t := range caps {
		m.triangles = append(m.triangles, [3]int{t[2], t[1], t[0]}, [3]int{t[0] + n, t[1] + n, t[2] + n})
	}
	for i := range p {
		j := (i + 1) % n
		m.triangles = append(m.triangles, [3]int{i, j, j + n}, [3]int{i, j + n, i + n})
	}
	return m
}

// triangulate cuts ears off a polygon that is counter-clockwise; ok is false if it crosses itself.
func triangulate(p [][2]float64) (out [][3]int, ok bool) {
	turn := func(a, b, c [2]float64) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }
	left := make([]int, len(p))
	for i := range left {
		left[i] = i
	}
	ear := func(i int) bool {
		n := len(left)
		a, b, c := p[left[(i+n-1)%n]], p[left[i]], p[left[(i+1)%n]]
		if turn(a, b, c) <= 0 {
			return false
		}
		for k, v := range left {
			if k == i || k == (i+1)%n || k == (i+n-1)%n {
				continue
			}
			if q := p[v]; turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0 {
				return false
			}
		}
		return true
	}
	for len(left) > 3 {
		found := false
		for i := range left {
			if n := len(left); ear(i) {
				out = append(out, [3]int{left[(i+n-1)%n], left[i], left[(i+1)%n]})
				left = append(left[:i:i], left[i+1:]...)
				found = true
				break
			}
		}
		if !found {
			return nil, false
		}
	}
	if len(left) < 3 || turn(p[left[0]], p[left[1]], p[left[2]]) <= 0 {
		return nil, false
	}
	return append(out, [3]int{left[0], left[1], left[2]}), true
}

// turnedMesh is the surface that a profile of radii and heights makes around the z axis.
func turnedMesh(p [][2]float64, sides int) mesh {
	p = counterclockwise(p)
	var m mesh
	index := make([][]int, len(p)) // of each point of the profile, around
	for i, q := range p {
		index[i] = make([]int, sides)
		for k := range sides {
			if q[0] < 1e-12 && k > 0 {
				index[i][k] = index[i][0] // on the axis
				continue
			}
			s, c := math.Sincos(2 * math.Pi * float64(k) / float64(sides))
			index[i][k] = len(m.points)
			m.points = append(m.points, vec{q[0] * c, q[0] * s, q[1]})
		}
	}
	add := func(a, b, c int) {
		if a != b && b != c && c != a {
			m.triangles = append(m.triangles, [3]int{a, b, c})
		}
	}
	for i := range p {
		j := (i + 1) % len(p)
		for k := range sides {
			n := (k + 1) % sides
			add(index[i][k], index[i][n], index[j][n])
			add(index[i][k], index[j][n], index[j][k])
		}
	}
	return m
}

// removeRepeatedPoints removes points of an outline that follow an equal one, and the last one where it closes the outline.
func removeRepeatedPoints(p [][2]float64) [][2]float64 {
	var out [][2]float64
	for _, q := range p {
		if n := len(out); n > 0 && math.Hypot(q[0]-out[n-1][0], q[1]-out[n-1][1]) < 1e-12 {
			continue
		}
		out = append(out, q)
	}
	if n := len(out); n > 1 && math.Hypot(out[0][0]-out[n-1][0], out[0][1]-out[n-1][1]) < 1e-12 {
		out = out[:n-1]
	}
	return out
}

// emitMesh makes a mesh of a shape that touches something. Others are not needed.
func emitMesh(e *statementEmitter) bool {
	if !e.x.touching[e.o] {
		e.x.display.countOccurrence("geometry create "+e.o.kind.sub, e.o.at)
		return false
	}
	var marker *object
	m, err := catchFailure(func() (m mesh) {
		if marker, m = e.shapeMesh(); marker == nil {
			panic(failuref("its marker is missing"))
		}
		return m
	})
	if err != nil {
		e.addErrorf(e.o.at, "E660", "not supported: a contact with this shape: %v", err)
		return false
	}
	e.addArgument("RM", strconv.Itoa(marker.id), e.o.at)
	texts := make([]string, 0, len(m.points))
	for _, p := range m.points {
		texts = append(texts, vectorText(p))
	}
	e.addArgument("VERTICES", strings.Join(texts, ", "), e.o.at)
	texts = texts[:0]
	for _, t := range m.triangles {
		texts = append(texts, fmt.Sprintf("%d, %d, %d", t[0]+1, t[1]+1, t[2]+1))
	}
	e.addArgument("TRIANGLES", strings.Join(texts, ", "), e.o.at)
	return true
}

// shapeMesh returns the surface of a shape in the frame of a marker.
func (e *statementEmitter) shapeMesh() (marker *object, m mesh) {
	switch e.o.kind.sub {
	case "shape link":
		return e.linkMesh()
	case "shape plate":
		p, d := e.plateOutline()
		m = prismMesh(p, -d/2, d/2)
		return e.attributeObject("marker_name"), m
	case "shape extrusion":
		p, z, d := e.extrusionOutline()
		m = prismMesh(p, z, z+d)
		return e.attributeObject("reference_marker"), m
	case "shape revolution":
		m = turnedMesh(e.turnOutline(), turnSides)
		return e.attributeObject("reference_marker"), m
	}
	d := e.requiredNumbers("major_radius", "minor_radius")
	var p [][2]float64
	for k := range turnSides / 2 {
		s, c := math.Sincos(4 * math.Pi * float64(k) / turnSides)
		p = append(p, [2]float64{d[0] + d[1]*c, d[1] * s})
	}
	return e.attributeObject("center_marker"), turnedMesh(p, turnSides)
}

func (e *statementEmitter) linkMesh() (*object, mesh) {
	p, d, at := e.linkOutline()
	m := prismMesh(p, -d/2, d/2)
	f := e.frameNamed("i_marker")
	for i, q := range m.points {
		m.points[i] = f.toLocalPoint(at.toOuterPoint(q))
	}
	return e.attributeObject("i_marker"), m
}

// plateOutline returns the outline of a plate around its first marker, with round corners, and its thickness.
func (e *statementEmitter) plateOutline() ([][2]float64, float64) {
	p, r, d, _ := e.plateCorners()
	if roundedArea(p, r); r == 0 {
		return p, d
	}
	n := len(p)
	var out [][2]float64
	for i := range p {
		a, q, b := p[(i+n-1)%n], p[i], p[(i+1)%n]
		u := math.Atan2(q[1]-a[1], q[0]-a[0]) - math.Pi/2
		turn := math.Mod(math.Atan2(b[1]-q[1], b[0]-q[0])-math.Pi/2-u+4*math.Pi, 2*math.Pi)
		for k := 0; k <= linkFacets; k++ {
			s, c := math.Sincos(u + turn*float64(k)/linkFacets)
			out = append(out, [2]float64{q[0] + r*c, q[1] + r*s})
		}
	}
	return removeRepeatedPoints(out), d
}
