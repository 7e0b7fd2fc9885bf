package shape

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Mesh is a solid within a closed surface of triangles. Its distance is that of the
// nearest point of the surface. Whether a place lies inside is reported by the normal
// there: of a face its own, of an edge the sum of those of both faces, of a corner
// their sum weighted by the angles in which they meet there (J. A. Bærentzen and
// H. Aanæs, Signed distance computation using the angle weighted pseudonormal, 2005).
type Mesh struct {
	v      []vec
	tri    []triangle
	corner []vec // normals of corners
	tree   []box
	parts  []*polyhedron // convex, together the solid; nil if it has too many
}

// triangle has its normal and those of its edges, edge k from corner k to k+1.
type triangle struct {
	at     [3]int
	normal vec
	edge   [3]vec
}

// box is a node of the tree of boxes, which precedes its parts: the first
// follows it, second is the place of the other, 0 for a leaf of the triangles
// [from, to).
type box struct {
	lo, hi           vec
	from, to, second int
}

// NewMesh returns the solid with the corners v; tri are the corners of triangles,
// all outwards or all inwards. The error says why the surface is not closed.
func NewMesh(v []vec, tri [][3]int) (*Mesh, error) {
	m := &Mesh{v: v, corner: make([]vec, len(v))}
	of, err := leftTriangles(tri)
	if err != nil {
		return nil, err
	}
	m.tri = make([]triangle, len(tri))
	volume := 0.0
	for k, t := range tri {
		a, b, c := v[t[0]], v[t[1]], v[t[2]]
		m.tri[k] = triangle{at: t, normal: b.Sub(a).Cross(c.Sub(a))}
		volume += a.Dot(b.Cross(c))
	}
	if volume == 0 {
		return nil, fmt.Errorf("there is no room within the triangles")
	}
	m.setNormals(math.Copysign(1, volume), of)
	// A triangle without area is an edge, which others have as well.
	m.tri = slices.DeleteFunc(m.tri, func(t triangle) bool { return t.normal == vec{} })
	m.tree = m.buildBoxTree(nil, 0, len(m.tri))
	m.divideIntoConvexParts(volume < 0)
	return m, nil
}

// leftTriangles returns the triangle to the left of each edge. Each must have another one,
// the other way round.
func leftTriangles(tri [][3]int) (map[[2]int]int, error) {
	of := make(map[[2]int]int, 3*len(tri))
	for k, t := range tri {
		for n := range 3 {
			e := [2]int{t[n], t[(n+1)%3]}
			if e[0] == e[1] {
				return nil, fmt.Errorf("triangle %d has a corner twice", k+1)
			}
			if _, twice := of[e]; twice {
				return nil, fmt.Errorf("triangles are turned differently or more than two meet: the edge from %d to %d is there twice", e[0]+1, e[1]+1)
			}
			of[e] = k
		}
	}
	open := 0
	for e := range of {
		if _, ok := of[[2]int{e[1], e[0]}]; !ok {
			open++
		}
	}
	if open > 0 {
		return nil, fmt.Errorf("%d edges belong to one triangle only", open)
	}
	return of, nil
}

// setNormals sets the normals of faces, turned by sign, edges and corners.
func (m *Mesh) setNormals(sign float64, of map[[2]int]int) {
	for k := range m.tri {
		t := &m.tri[k]
		if d := t.normal.Norm(); d > 0 {
			t.normal = t.normal.Scale(sign / d)
		}
		for n, at := range t.at {
			a := m.v[t.at[(n+1)%3]].Sub(m.v[at])
			b := m.v[t.at[(n+2)%3]].Sub(m.v[at])
			m.corner[at] = m.corner[at].AddScaled(math.Atan2(a.Cross(b).Norm(), a.Dot(b)), t.normal)
		}
	}
	for k := range m.tri {
		t := &m.tri[k]
		for n := range 3 {
			other := of[[2]int{t.at[(n+1)%3], t.at[n]}]
			t.edge[n] = t.normal.Add(m.tri[other].normal)
		}
	}
}

// buildBoxTree appends the tree of the triangles [from, to), which it sorts.
func (m *Mesh) buildBoxTree(t []box, from, to int) []box {
	part := m.tri[from:to]
	b := box{lo: m.v[part[0].at[0]], hi: m.v[part[0].at[0]], from: from, to: to}
	for k := range part {
		for _, at := range part[k].at {
			b.lo, b.hi = b.lo.Min(m.v[at]), b.hi.Max(m.v[at])
		}
	}
	at := len(t)
	t = append(t, b)
	if len(part) <= 4 {
		return t
	}
	axis := b.hi.Sub(b.lo).MaxComponentIndex()
	middle := func(x *triangle) float64 {
		return m.v[x.at[0]].At(axis) + m.v[x.at[1]].At(axis) + m.v[x.at[2]].At(axis)
	}
	slices.SortFunc(part, func(a, b triangle) int { return cmp.Compare(middle(&a), middle(&b)) })
	half := from + len(part)/2
	t = m.buildBoxTree(t, from, half)
	t[at].second = len(t)
	return m.buildBoxTree(t, half, to)
}

// squaredDistance is the square of the distance of p from the box.
func (b *box) squaredDistance(p vec) float64 {
	x, y, z := distanceOutside(b.lo.X, p.X, b.hi.X), distanceOutside(b.lo.Y, p.Y, b.hi.Y), distanceOutside(b.lo.Z, p.Z, b.hi.Z)
	return x*x + y*y + z*z
}

// distanceOutside is how far x lies outside of [lo, hi].
func distanceOutside(lo, x, hi float64) float64 {
	if x < lo {
		return lo - x
	}
	if x > hi {
		return x - hi
	}
	return 0
}

// IsPointFartherThan examines the box about all triangles.
func (m *Mesh) IsPointFartherThan(p vec, distance float64) bool {
	return m.tree[0].squaredDistance(p) >= distance*distance
}

// trianglePoint is the nearest point q of a triangle; which is where it lies.
type trianglePoint struct {
	q     vec
	d2    float64
	tri   int
	which place
}

// place is the face, an edge or a corner of a triangle.
type place int

const (
	face    place = iota
	edge0         // and two more
	corner0 = edge0 + 3
)

// deepest is more than any tree of halves has levels.
const deepest = 64

// nearestPoint returns the nearest point of the surface, nearer boxes first.
func (m *Mesh) nearestPoint(p vec) trianglePoint {
	best := trianglePoint{d2: math.Inf(1)}
	var stack [deepest]struct {
		node int
		d2   float64
	}
	for n := 1; n > 0; {
		n--
		at := stack[n].node
		if b := &m.tree[at]; stack[n].d2 >= best.d2 {
			continue
		} else if b.second == 0 {
			m.scanTriangles(b.from, b.to, p, &best)
		} else {
			near, far := at+1, b.second
			d, f := m.tree[near].squaredDistance(p), m.tree[far].squaredDistance(p)
			if d > f {
				near, far, d, f = far, near, f, d
			}
			stack[n].node, stack[n].d2 = far, f
			stack[n+1].node, stack[n+1].d2 = near, d
			n += 2
		}
	}
	return best
}

// scanTriangles examines the triangles [from, to).
func (m *Mesh) scanTriangles(from, to int, p vec, best *trianglePoint) {
	for k := from; k < to; k++ {
		t := &m.tri[k]
		q, w := nearestOnTriangle(p, m.v[t.at[0]], m.v[t.at[1]], m.v[t.at[2]])
		if d := p.Sub(q); d.Dot(d) < best.d2 {
			*best = trianglePoint{q, d.Dot(d), k, w}
		}
	}
}

// DistanceAt: on a face the normal is that of the face and does not change. From an edge
// along e or a corner it is the direction of d = p - q = gap n, so that
// gap δn = (1 - e eᵀ - n nᵀ) δp, without e at a corner.
func (m *Mesh) DistanceAt(p vec) Distance {
	x := m.nearestPoint(p)
	t := &m.tri[x.tri]
	d := p.Sub(x.q)
	if x.which == face {
		return Distance{Gap: d.Dot(t.normal), Normal: t.normal}
	}
	var along, out vec
	if x.which >= corner0 {
		out = m.corner[t.at[x.which-corner0]]
	} else {
		k := int(x.which - edge0)
		along = m.v[t.at[(k+1)%3]].Sub(m.v[t.at[k]]).Unit()
		out = t.edge[k]
	}
	gap := math.Sqrt(x.d2)
	if gap == 0 {
		return Distance{Normal: out.Unit()}
	}
	gap = math.Copysign(gap, d.Dot(out))
	n := d.Scale(1 / gap)
	h, e := spatial.PerpendicularProjector(n, 1/gap), scaledOuterProduct(along, 1/gap)
	return Distance{Gap: gap, Normal: n, Curvature: h.Sub(&e)}
}

// nearestOnTriangle returns the point of a triangle that is the nearest to p. With u, v, w
// the areas opposite to the corners as seen along the normal it lies on the face
// where all are positive; elsewhere it is the nearest of the three edges' nearest.
func nearestOnTriangle(p, a, b, c vec) (q vec, which place) {
	n := b.Sub(a).Cross(c.Sub(a))
	u := n.Dot(b.Sub(p).Cross(c.Sub(p)))
	v := n.Dot(c.Sub(p).Cross(a.Sub(p)))
	w := n.Dot(a.Sub(p).Cross(b.Sub(p)))
	if u > 0 && v > 0 && w > 0 {
		s := u + v + w
		return a.Scale(u/s).AddScaled(v/s, b).AddScaled(w/s, c), face
	}
	best := math.Inf(1)
	for k, e := range [3][2]vec{{a, b}, {b, c}, {c, a}} {
		d := e[1].Sub(e[0])
		s := p.Sub(e[0]).Dot(d) / d.Dot(d)
		at, r := edge0+place(k), e[0].AddScaled(s, d)
		if s <= 0 {
			at, r = corner0+place(k), e[0]
		} else if s >= 1 {
			at, r = corner0+place((k+1)%3), e[1]
		}
		if f := p.Sub(r); f.Dot(f) < best {
			best, q, which = f.Dot(f), r, at
		}
	}
	return q, which
}

var _ interface {
	Solid
	Bounded
} = (*Mesh)(nil)
