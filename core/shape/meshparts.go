package shape

import (
	"math"
	"slices"
)

// Meshes that are not convex as several convex polyhedra.
//
// The box about the mesh is divided by planes of its faces, as in a tree of binary space partitions (H. Fuchs, Z. M. Kedem and
// B. F. Naylor, 1980). A cell is done when all of the surface within it bulges: when no piece of it lies before the plane of another. The solid is
// then what lies behind all of these planes. Faces of a cell that are no surface are cuts (polyhedron.inner).

// mostParts is how many convex parts a mesh may have. More are slow, and curved hollows have no end of them.
const mostParts = 64

// divideIntoConvexParts divides the mesh into convex polyhedra; inwards reports how its triangles are turned.
func (m *Mesh) divideIntoConvexParts(inwards bool) {
	radius := BoundingRadius(m)
	next := m.adjacentTriangles()
	of, normal := m.joinCoplanarTriangles(radius, next)
	if p := m.convexHull(of, normal, next, inwards, radius); p != nil {
		m.parts = []*polyhedron{p}
		return
	}
	if len(normal) > mostPlanes {
		return
	}
	d := division{mesh: m, eps: flatWithin * radius, left: mostParts}
	for f, n := range normal {
		sum, area := 0.0, 0.0
		for k := range m.tri {
			if int(of[k]) != f {
				continue
			}
			a, b, c := m.v[m.tri[k].at[0]], m.v[m.tri[k].at[1]], m.v[m.tri[k].at[2]]
			w := b.Sub(a).Cross(c.Sub(a)).Norm()
			sum, area = sum+w*n.Dot(a.Add(b).Add(c))/3, area+w
		}
		d.plane = append(d.plane, cutPlane{n, sum / area})
	}
	var pieces []piece
	for k := range m.tri {
		t := &m.tri[k]
		pieces = append(pieces, piece{[]vec{m.v[t.at[0]], m.v[t.at[1]], m.v[t.at[2]]}, of[k]})
	}
	lo, hi := m.tree[0].lo, m.tree[0].hi
	gap := vec{X: radius, Y: radius, Z: radius}.Scale(0.1)
	if !d.divideCell(boxCell(lo.Sub(gap), hi.Add(gap)), pieces) {
		return
	}
	if v := m.enclosedVolume(inwards); math.Abs(d.volume-v) > 1e-3*v { // by rounding something was lost
		return
	}
	m.parts = d.parts
}

// mostPlanes is from how many faces on a mesh that is not convex is not divided.
const mostPlanes = 400

// enclosedVolume is that within the triangles.
func (m *Mesh) enclosedVolume(inwards bool) (v float64) {
	for k := range m.tri {
		t := &m.tri[k]
		v += m.v[t.at[0]].Dot(m.v[t.at[1]].Cross(m.v[t.at[2]])) / 6
	}
	if inwards {
		v = -v
	}
	return v
}

type (
	// cutPlane is n·x = d.
	cutPlane struct {
		n vec
		d float64
	}

	// piece is a convex part of the surface, in the plane of a face.
	piece struct {
		v     []vec
		plane int32
	}

	// cell is a convex room: polygons that turn left seen from outside, with the planes that they are of; -1 of the outer box.
	cell struct {
		side  [][]vec
		n     []vec
		inner []bool
	}

	// division divides a mesh.
	division struct {
		mesh   *Mesh
		plane  []cutPlane
		eps    float64
		left   int
		parts  []*polyhedron
		first  int
		volume float64
	}
)

// boxCell is a box.
func boxCell(lo, hi vec) (c cell) {
	h, mid := hi.Sub(lo).Scale(0.5), lo.Add(hi).Scale(0.5)
	for f, l := range cube.loop {
		var s []vec
		for _, k := range l {
			x := cube.v[k]
			s = append(s, mid.Add(vec{X: h.X * x.X, Y: h.Y * x.Y, Z: h.Z * x.Z}))
		}
		c.side, c.n, c.inner = append(c.side, s), append(c.n, cube.n[f]), append(c.inner, true)
	}
	return c
}

// divideCell adds the convex parts of the solid within a cell; not ok if there are too many.
func (d *division) divideCell(c cell, pieces []piece) (done bool) {
	at := d.bestCutPlane(pieces)
	if at < 0 {
		return d.addConvexPart(c, pieces)
	}
	p := &d.plane[at]
	var front, back []piece
	for _, x := range pieces {
		switch d.sideOfPlane(&x, at) {
		case -1:
			back = append(back, x)
		case 1:
			front = append(front, x)
		default:
			front = append(front, piece{d.clipPolygon(x.v, p.n.Neg(), -p.d), x.plane})
			back = append(back, piece{d.clipPolygon(x.v, p.n, p.d), x.plane})
		}
	}
	before, behind := d.cutCell(c, p.n.Neg(), -p.d, true), d.cutCell(c, p.n, p.d, true)
	return d.divideCell(before, front) && d.divideCell(behind, back)
}

// bestCutPlane is the plane that divides the pieces best of those that some lie before: with the fewest cut, and as many on either side. It is
// -1 where none has pieces before it.
func (d *division) bestCutPlane(pieces []piece) int32 {
	best, least := int32(-1), math.Inf(1)
	seen := map[int32]bool{}
	for _, x := range pieces {
		if seen[x.plane] {
			continue
		}
		seen[x.plane] = true
		front, back, both := 0, 0, 0
		for k := range pieces {
			switch d.sideOfPlane(&pieces[k], x.plane) {
			case -1:
				back++
			case 1:
				front++
			default:
				both++
			}
		}
		if front+both == 0 {
			continue
		}
		if cost := 4*float64(both) + math.Abs(float64(front-back)); cost < least {
			best, least = x.plane, cost
		}
	}
	return best
}

// sideOfPlane is -1 for a piece behind a plane or in it, 1 for one before it, in it with the solid there included, and 0 for one that it cuts.
func (d *division) sideOfPlane(x *piece, at int32) int {
	p := &d.plane[at]
	lo, hi := p.distanceRange(x.v)
	switch {
	case x.plane == at || hi <= d.eps && (lo < -d.eps || d.plane[x.plane].n.Dot(p.n) > 0):
		return -1
	case lo >= -d.eps:
		return 1
	}
	return 0
}

// distanceRange is the least and the greatest distance before the plane.
func (p *cutPlane) distanceRange(v []vec) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		h := p.n.Dot(x) - p.d
		lo, hi = min(lo, h), max(hi, h)
	}
	return lo, hi
}

// clipPolygon is the part of a polygon with n·x ≤ at; nil if there is none.
func (d *division) clipPolygon(v []vec, n vec, at float64) (w []vec) {
	for k, x := range v {
		y := v[(k+1)%len(v)]
		f, g := n.Dot(x)-at, n.Dot(y)-at
		if f <= d.eps {
			w = append(w, x)
		}
		if f < -d.eps && g > d.eps || f > d.eps && g < -d.eps {
			w = append(w, x.AddScaled(f/(f-g), y.Sub(x)))
		}
	}
	if len(w) < 3 {
		return nil
	}
	return w
}

// cutCell is the part of a cell with n·x ≤ at, whose new side is a cut through the solid or its surface.
func (d *division) cutCell(c cell, n vec, at float64, inner bool) (r cell) {
	var rim []vec
	for f, s := range c.side {
		lo, hi := (&cutPlane{n, at}).distanceRange(s)
		if lo >= -d.eps && hi <= d.eps { // it lies in the plane
			if c.n[f].Dot(n) < 0 {
				return cell{}
			}
			rim = append(rim, s...)
			continue
		}
		w := d.clipPolygon(s, n, at)
		if lo >= -d.eps {
			w = nil
		}
		for _, x := range w {
			if math.Abs(n.Dot(x)-at) <= d.eps {
				rim = append(rim, x)
			}
		}
		if w != nil {
			r.side, r.n, r.inner = append(r.side, w), append(r.n, c.n[f]), append(r.inner, c.inner[f])
		}
	}
	if s := d.polygonOfRim(rim, n); s != nil && len(r.side) >= 3 {
		r.side, r.n, r.inner = append(r.side, s), append(r.n, n), append(r.inner, inner)
	}
	return r
}

// polygonOfRim is the polygon of the places of a rim, in turn about n; nil if they are no three.
func (d *division) polygonOfRim(rim []vec, n vec) []vec {
	var v []vec
	var mid vec
	for _, x := range rim {
		if !slices.ContainsFunc(v, func(y vec) bool { return x.Sub(y).Norm() < 4*d.eps }) {
			v = append(v, x)
			mid = mid.Add(x)
		}
	}
	if len(v) < 3 {
		return nil
	}
	mid = mid.Scale(1 / float64(len(v)))
	e := v[0].Sub(mid)
	e = e.AddScaled(-e.Dot(n), n).Unit()
	f := n.Cross(e)
	wide := 0.0
	for _, x := range v {
		wide = max(wide, math.Abs(x.Sub(mid).Dot(f)))
	}
	if wide < d.eps { // along a line
		return nil
	}
	angle := func(x vec) float64 { x = x.Sub(mid); return math.Atan2(x.Dot(f), x.Dot(e)) }
	slices.SortFunc(v, func(a, b vec) int {
		switch p, q := angle(a), angle(b); {
		case p < q:
			return -1
		case p > q:
			return 1
		}
		return 0
	})
	return v
}

// addConvexPart adds what of a cell lies behind all its pieces. A cell without pieces is outside, or within, where nothing can touch it.
func (d *division) addConvexPart(c cell, pieces []piece) (added bool) {
	if len(c.side) < 4 {
		return true
	}
	if len(pieces) == 0 {
		if d.mesh.DistanceAt(c.meanCorner()).Gap < 0 {
			d.volume += c.volume()
		}
		return true
	}
	seen := map[int32]bool{}
	for _, x := range pieces {
		if !seen[x.plane] {
			seen[x.plane] = true
			c = d.cutCell(c, d.plane[x.plane].n, d.plane[x.plane].d, false)
		}
	}
	d.volume += c.volume()
	if p := d.polyhedronOfCell(c); p != nil {
		if d.left--; d.left < 0 {
			return false
		}
		p.first = d.first
		d.first = p.featureCount()
		d.parts = append(d.parts, p)
	}
	return true
}

// polyhedronOfCell makes a polyhedron of a cell, with places that nearly coincide as one corner; nil if it has no room.
func (d *division) polyhedronOfCell(c cell) *polyhedron {
	var v, n []vec
	var loop [][]int32
	var inner []bool
	corner := func(x vec) int32 {
		for k, y := range v {
			if x.Sub(y).Norm() < 4*d.eps {
				return int32(k)
			}
		}
		v = append(v, x)
		return int32(len(v) - 1)
	}
	for f, s := range c.side {
		var l []int32
		for _, x := range s {
			if k := corner(x); len(l) == 0 || l[len(l)-1] != k {
				l = append(l, k)
			}
		}
		if len(l) > 1 && l[0] == l[len(l)-1] {
			l = l[:len(l)-1]
		}
		if len(l) >= 3 {
			loop, n, inner = append(loop, l), append(n, c.n[f]), append(inner, c.inner[f])
		}
	}
	if len(loop) < 4 {
		return nil
	}
	p := newPolyhedron(v, loop, n, inner)
	if p.half < 10*d.eps || !slices.Contains(p.inner, false) {
		return nil
	}
	return p
}

// meanCorner is the mean of the corners of a cell.
func (c *cell) meanCorner() (mid vec) {
	n := 0.0
	for _, s := range c.side {
		for _, x := range s {
			mid, n = mid.Add(x), n+1
		}
	}
	return mid.Scale(1 / n)
}

// volume is that of a cell.
func (c *cell) volume() (v float64) {
	for _, s := range c.side {
		for k := 2; k < len(s); k++ {
			v += s[0].Dot(s[k-1].Cross(s[k])) / 6
		}
	}
	return v
}
