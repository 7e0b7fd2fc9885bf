package shape

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Overlaps of meshes, which are those of their convex parts.
//
// Pieces of the intersection, one of each two parts that share room, press as one where they lie on each other in about the same direction: their
// moments are summed up, which gives the depth of all of them. So a block that rests across the cut between two parts has the depth that it has on one, and
// a table that of its feet. A piece whose least thickness is across a cut is no contact of its own, since cuts are no surface: it belongs to the
// nearest of the others. Pieces that press in other directions, as those of a block in a corner, have depths of their own.

const (
	sameDirection = 0.9 // cosine of the directions in which pieces press as one
	cutShare      = 0.5 // of the pressed area of a piece, above which its thickness is across a cut
	coarseFacets  = 24  // of a round side where the direction of a touch is not known yet
)

// overlapPiece is the intersection of two convex parts.
type overlapPiece struct {
	from, to struct{ v, loop, face int } // of the finder's pieces
	o        Overlap
	n        vec // unit, from the second solid to the first
	cut      float64
	group    int
}

// pieceRoom holds the pieces of a pair.
type pieceRoom struct {
	all   []overlapPiece
	v     []vec
	loop  []int32
	face  []clippedFace
	inner []bool // of face
}

// convexSolid is one of a pair as clipping sees it: a solid, or a part of a mesh. Poses are from the origin of the intersection.
type convexSolid struct {
	s    Solid
	part *polyhedron
	p    Pose
}

// AppendOverlaps appends the overlaps of a and b to dst: one, or of meshes that are not convex one for each direction in which they press. Pairs that CanFindOverlaps
// refuses panic.
func (m *OverlapFinder) AppendOverlaps(dst []Overlap, a Solid, pa *Pose, b Solid, pb *Pose) []Overlap {
	if !isMeshWithConvexParts(a) && !isMeshWithConvexParts(b) {
		if o, ok := m.FindOverlap(a, pa, b, pb); ok {
			dst = append(dst, o)
		}
		return dst
	}
	if !CanFindOverlaps(a, b) {
		panic("shape: no overlap of this pair of solids")
	}
	m.from = pa.P
	if BoundingRadius(b) < BoundingRadius(a) {
		m.from = pb.P
	}
	x, y := &m.pieces, [2]convexSolid{{s: a, p: Pose{pa.P.Sub(m.from), pa.R}}, {s: b, p: Pose{pb.P.Sub(m.from), pb.R}}}
	x.all, x.v, x.loop, x.face, x.inner = x.all[:0], x.v[:0], x.loop[:0], x.face[:0], x.inner[:0]
	for _, p := range convexPartsOrNone(a) {
		y[0].part = p
		for _, q := range convexPartsOrNone(b) {
			y[1].part = q
			m.addIntersectionOf(&y)
		}
	}
	return m.appendGroupedOverlaps(dst)
}

// noPart stands for a solid that is no mesh.
var noPart = []*polyhedron{nil}

func convexPartsOrNone(s Solid) []*polyhedron {
	if x, ok := s.(*Mesh); ok {
		return x.parts
	}
	return noPart
}

// isMeshWithConvexParts reports whether a solid is a mesh with convex parts.
func isMeshWithConvexParts(s Solid) bool {
	x, ok := s.(*Mesh)
	return ok && x.parts != nil
}

// addIntersectionOf adds the intersection of two convex solids, if there is any.
func (m *OverlapFinder) addIntersectionOf(s *[2]convexSolid) {
	lo, hi, ok := sharedBox(s)
	if !ok {
		return
	}
	for k := range s {
		if x, egg := s[k].s.(Ellipsoid); egg {
			if o, ok := m.overlapOfEllipsoidAndPart(&x, &s[k].p, s[1-k].part, &s[1-k].p); ok {
				if k == 1 {
					o.F, o.T = o.F.Neg(), o.T.Neg()
				}
				m.storePiece(&o)
			}
			return
		}
	}
	if o, ok := m.overlapOfConvex(s, lo, hi); ok {
		m.storePiece(&o)
	}
}

// sharedBox is a box that holds what two convex solids share, with room about it; not ok if there is none.
func sharedBox(s *[2]convexSolid) (lo, hi vec, ok bool) {
	l0, h0 := s[0].boundingBox()
	l1, h1 := s[1].boundingBox()
	lo, hi = l0.Max(l1), h0.Min(h1)
	d := hi.Sub(lo)
	if !(d.X > 0 && d.Y > 0 && d.Z > 0) {
		return lo, hi, false
	}
	gap := 0.1 * d.Norm()
	return lo.Sub(vec{X: gap, Y: gap, Z: gap}), hi.Add(vec{X: gap, Y: gap, Z: gap}), true
}

// boundingBox is the box along the outer axes.
func (c *convexSolid) boundingBox() (lo, hi vec) {
	if c.part != nil {
		return boxAround(c.p.P.Add(c.p.R.Mul(c.part.mid)), outerBoxHalfExtent(&c.p, c.part.sized))
	}
	return OuterBoundingBox(c.s, &c.p)
}

// isRound reports whether the solid has a round side.
func (c *convexSolid) isRound() bool { return c.part == nil && isCurved(c.s) }

// supportDistance is the greatest n·x.
func (c *convexSolid) supportDistance(n vec) float64 {
	if c.part == nil {
		h, _ := hullOf(c.s, &c.p, vec{})
		return n.Dot(h.supportPoint(n))
	}
	r, most := c.p.R.MulTransposed(n), math.Inf(-1)
	for _, x := range c.part.v {
		most = max(most, r.Dot(x))
	}
	return most + n.Dot(c.p.P)
}

// overlapOfConvex is the overlap of two solids, of which one is a part of a mesh, within a box. Round sides are first divided into even facets about them,
// which gives the direction of the touch, and then into narrow ones there.
func (m *OverlapFinder) overlapOfConvex(s *[2]convexSolid, lo, hi vec) (o Overlap, ok bool) {
	round := s[0].isRound() || s[1].isRound()
	if o, ok = m.measureOverlapInBox(s, lo, hi, vec{}, 0); !ok || !round {
		return o, ok
	}
	for range 2 {
		l := o.F.Norm()
		if l == 0 {
			return o, false
		}
		n := o.F.Scale(-1 / l)
		depth := s[0].supportDistance(n.Neg()) + s[1].supportDistance(n)
		if !(depth > 0) {
			return o, false
		}
		if o, ok = m.measureOverlapInBox(s, lo, hi, n, depth); !ok || -o.F.Dot(n) > (1-1e-12)*o.F.Norm() {
			return o, ok
		}
	}
	return o, ok
}

// measureOverlapInBox cuts both solids out of a box and measures what is left. Facets of round sides are even ones without a normal.
func (m *OverlapFinder) measureOverlapInBox(s *[2]convexSolid, lo, hi, n vec, depth float64) (o Overlap, ok bool) {
	r := &m.intersection
	r.clear()
	r.addBlock(hi.Sub(lo).Scale(0.5), &Pose{lo.Add(hi).Scale(0.5), spatial.Identity}, noSide)
	to := [2]vec{n.Neg(), n}
	for k := range s {
		c := &s[k]
		switch {
		case c.part != nil:
			ok = r.clipByPart(c.part, &c.p, int8(k))
		case n == vec{} && isCurved(c.s):
			ok = r.clipByEvenFacets(c.s, &c.p, int8(k))
		default:
			ok = r.clipBySolid(c.s, &c.p, to[k], depth, int8(k))
		}
		if !ok {
			return o, false
		}
	}
	return m.measureIntersection()
}

// Sides of faces: those of cuts through a solid are its number and innerSide, those of the box about both noSide.
const (
	innerSide = 2
	noSide    = 4
)

// clipByPart leaves what of the intersection is in a part of a mesh.
func (r *clippedPolyhedron) clipByPart(p *polyhedron, at *Pose, of int8) (notEmpty bool) {
	for f, n := range p.n {
		n = at.R.Mul(n)
		side := of
		if p.inner[f] {
			side += innerSide
		}
		if !r.clipByPlane(n, p.d[f]+n.Dot(at.P), side) {
			return false
		}
	}
	return true
}

// clipByEvenFacets leaves what of the intersection is within facets about a rod or a cone.
func (r *clippedPolyhedron) clipByEvenFacets(s Solid, p *Pose, of int8) (notEmpty bool) {
	bottom, top, h := frustumRadii(s)
	z := p.R.C
	at := z.Dot(p.P)
	if !r.clipByPlane(z, at+h, of) || !r.clipByPlane(z.Neg(), h-at, of) {
		return false
	}
	mean, slope := (bottom+top)/2, (top-bottom)/(2*h)
	for k := range coarseFacets {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / coarseFacets)
		g := p.R.A.Scale(cos).AddScaled(sin, p.R.B).AddScaled(-slope, z)
		if !r.clipByPlane(g, g.Dot(p.P)+mean, of) {
			return false
		}
	}
	return true
}

// storePiece stores the intersection with its overlap.
func (m *OverlapFinder) storePiece(o *Overlap) {
	x, r := &m.pieces, &m.intersection
	p := overlapPiece{o: *o}
	if l := o.F.Norm(); l > 0 {
		p.n = o.F.Scale(-1 / l)
	}
	p.from.v, p.from.loop, p.from.face = len(x.v), len(x.loop), len(x.face)
	if o.Area > 0 { // it has an intersection
		p.cut = r.projectedCutArea(p.n) / o.Area
		x.v, x.loop, x.face = append(x.v, r.v...), append(x.loop, r.loop...), append(x.face, r.face...)
	}
	p.to.v, p.to.loop, p.to.face = len(x.v), len(x.loop), len(x.face)
	x.all = append(x.all, p)
}

// projectedCutArea is the area of the cuts as seen along n.
func (r *clippedPolyhedron) projectedCutArea(n vec) (area float64) {
	for _, f := range r.face {
		if f.of < innerSide {
			continue
		}
		var a vec
		l := r.loop[f.from:f.to]
		for k := 2; k < len(l); k++ {
			a = a.Add(r.v[l[k-1]].Sub(r.v[l[0]]).Cross(r.v[l[k]].Sub(r.v[l[0]])))
		}
		area += math.Abs(a.Dot(n)) / 2
	}
	return area
}

// appendGroupedOverlaps appends the overlaps of the pieces that press as one.
func (m *OverlapFinder) appendGroupedOverlaps(dst []Overlap) []Overlap {
	all := m.pieces.all
	if len(all) == 1 {
		return append(dst, all[0].o)
	}
	for g := range m.groupPieces() {
		dst = m.appendGroup(dst, g)
	}
	return dst
}

// groupPieces sets the groups of the pieces, and returns how many there are.
func (m *OverlapFinder) groupPieces() (groups int) {
	all := m.pieces.all
	slices.SortStableFunc(all, func(a, b overlapPiece) int { // the widest first, whose direction is that of its group
		switch p, q := a.o.Area*a.o.Depth, b.o.Area*b.o.Depth; {
		case p > q:
			return -1
		case p < q:
			return 1
		}
		return 0
	})
	for k := range all {
		p := &all[k]
		p.group = -1
		if p.cut > cutShare {
			continue
		}
		for i := range all[:k] {
			if q := &all[i]; q.group >= 0 && q.n.Dot(p.n) > sameDirection {
				p.group = q.group
				break
			}
		}
		if p.group < 0 {
			p.group = groups
			groups++
		}
	}
	if groups == 0 && len(all) > 0 { // all are across cuts: the solids are far inside each other
		groups, all[0].group = 1, 0
	}
	for k := range all {
		if p := &all[k]; p.group < 0 {
			p.group = m.nearestGroup(k)
		}
	}
	return groups
}

// nearestGroup is the group of the piece whose middle is the nearest to that of piece k.
func (m *OverlapFinder) nearestGroup(k int) (group int) {
	least := math.Inf(1)
	for i := range m.pieces.all {
		q := &m.pieces.all[i]
		if d := q.o.Centre.Sub(m.pieces.all[k].o.Centre).Norm(); q.group >= 0 && q.cut <= cutShare && d < least {
			group, least = q.group, d
		}
	}
	return group
}

// appendGroup appends the overlap of a group: of its intersections together, or of the deepest where there are none.
func (m *OverlapFinder) appendGroup(dst []Overlap, group int) []Overlap {
	x, r := &m.pieces, &m.intersection
	r.clear()
	var only *overlapPiece
	n := 0
	for k := range x.all {
		p := &x.all[k]
		if p.group != group {
			continue
		}
		if n++; only == nil || p.o.Depth > only.o.Depth {
			only = p
		}
		v, loop := int32(len(r.v)), int32(len(r.loop))
		r.v = append(r.v, x.v[p.from.v:p.to.v]...)
		for _, at := range x.loop[p.from.loop:p.to.loop] {
			r.loop = append(r.loop, at+v)
		}
		for _, f := range x.face[p.from.face:p.to.face] {
			r.face = append(r.face, clippedFace{f.from + loop, f.to + loop, f.of})
		}
	}
	if n == 1 || len(r.face) == 0 {
		return append(dst, only.o)
	}
	if o, ok := m.measureIntersection(); ok {
		dst = append(dst, o)
	}
	return dst
}
