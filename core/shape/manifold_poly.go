package shape

import "math"

// Two convex polyhedra, as which meshes and boxes touch meshes.
//
// The manifold is that of two boxes (manifold_box.go): solids that overlap part with the least translation along the normal of a face
// or across an edge of each; solids that are apart have corners before faces and pairs of edges as their nearest places.
// Where the normal is that of a face, the face of the other solid that faces it is clipped by its sides.
// Places have the names of corners or of the edges that cross, whichever solid has the face.
//
// Faces where a mesh was cut into convex parts are no surface: they may show that the solids are apart, but
// nothing touches there.

// polySide is one of the solids, in the axes of the first.
type polySide struct {
	p      *polyhedron
	v, n   []vec
	d      []float64
	lo, hi vec     // box about it
	near   []int32 // edges that may touch the other
}

// polySpot is a place midway between both surfaces.
type polySpot struct {
	p    vec
	u, v float64 // in the plane of the face
	gap  float64
	key  uint32
}

// polySeparation is a direction that separates a pair: unit, from the first to the second.
type polySeparation struct {
	n    vec
	gap  float64
	side int // whose face it is
	face int32
	edge [2]int32 // or across these
}

// polyhedronPair is a pair of polyhedra. It keeps its slices from pair to pair.
type polyhedronPair struct {
	s     [2]polySide
	block [1]*polyhedron // the box of a pair
	moved struct {
		v, n []vec
		d    []float64
	}
	margin      float64
	slack, even float64
	spot        []polySpot
	ref, inc    []polySpot // corners of both faces in the plane of the first
	cut         polyClip
	pa          *Pose
	out         []Touch
	from        int
	width       uint32 // number of names of the second
	hashed      bool
}

// appendPolyhedronTouches appends the places of a and b.
func (m *polyhedronPair) appendPolyhedronTouches(dst []Touch, a *polyhedron, pa *Pose, b *polyhedron, pb *Pose, margin float64) []Touch {
	q := pa.RelativeTo(pb)
	if d, r := q.P.Add(q.R.Mul(b.c)).Sub(a.c), a.r+b.r+margin; d.Dot(d) > r*r {
		return dst
	}
	m.margin, m.pa, m.out, m.from = margin, pa, dst, len(dst)
	m.s[0].p, m.s[0].v, m.s[0].n, m.s[0].d = a, a.v, a.n, a.d
	m.s[0].lo, m.s[0].hi = a.mid.Sub(a.sized), a.mid.Add(a.sized)
	if !m.poseSecondUnlessApart(b, &q) {
		return dst
	}
	size := min(a.half, b.half)
	m.slack, m.even = coincide*size, even*size
	na, nb := uint64(a.featureCount())+1, uint64(b.featureCount())+1
	m.width, m.hashed = uint32(nb), na*nb > maxTouchKey
	best, ok := m.bestSeparatingFace()
	if !ok {
		return dst
	}
	m.listNearEdges(max(margin, -best.gap))
	edge := m.bestEdgeSeparation(&best)
	if edge.gap >= margin {
		return dst
	}
	least := m.clipFacesAndReturnLeastGap(best.side, best.face)
	// As for two boxes: the gap of the best face is the least that the distance can be, that of a place over it the greatest.
	if least <= best.gap+m.even && edge.gap <= best.gap+m.even || least < margin && best.gap > 0 && best.gap >= cosNearly*least {
		m.appendTouchesWithinMargin(math.Inf(-1))
		return m.out
	}
	if best.gap > 0 || edge.gap > 0 {
		m.appendNearestCornerOrEdges(&best, &edge)
		return m.out
	}
	if edge.gap <= best.gap+m.even {
		m.appendTouchesWithinMargin(math.Inf(-1))
		return m.out
	}
	side, face, n := m.faceWithNearestNormal(edge.n)
	if !m.appendFaceTouchesIfClose(&edge, side, face, n) {
		m.appendEdgeTouch(&edge)
		m.addSeparatedTouches(&edge, n)
	}
	return m.out
}

// maxTouchKey is the greatest Key of a Touch.
const maxTouchKey = 1<<25 - 1

// poseSecondUnlessApart sets the second solid, posed in the axes of the first; not ok where their boxes are apart.
func (m *polyhedronPair) poseSecondUnlessApart(b *polyhedron, q *Pose) bool {
	s, x := &m.s[1], &m.moved
	mid := q.P.Add(q.R.Mul(b.mid))
	h := outerBoxHalfExtent(q, b.sized)
	s.lo, s.hi = mid.Sub(h), mid.Add(h)
	if m.s[0].isBoxFartherThan(s.lo, s.hi, m.margin) {
		return false
	}
	x.v, x.n, x.d = x.v[:0], x.n[:0], x.d[:0]
	for _, v := range b.v {
		x.v = append(x.v, q.P.Add(q.R.Mul(v)))
	}
	for k, n := range b.n {
		n = q.R.Mul(n)
		x.n = append(x.n, n)
		x.d = append(x.d, b.d[k]+n.Dot(q.P))
	}
	s.p, s.v, s.n, s.d = b, x.v, x.n, x.d
	s.lo, s.hi = x.v[0], x.v[0]
	for _, v := range x.v {
		s.lo, s.hi = s.lo.Min(v), s.hi.Max(v)
	}
	return true
}

// isBoxFartherThan reports that a box is farther than gap from that of a solid.
func (s *polySide) isBoxFartherThan(lo, hi vec, gap float64) bool {
	return lo.X > s.hi.X+gap || s.lo.X > hi.X+gap || lo.Y > s.hi.Y+gap || s.lo.Y > hi.Y+gap || lo.Z > s.hi.Z+gap || s.lo.Z > hi.Z+gap
}

// bestSeparatingFace returns the face whose plane parts the solids the most; not ok if one does by the margin, or a cut at all.
func (m *polyhedronPair) bestSeparatingFace() (best polySeparation, ok bool) {
	best.gap = math.Inf(-1)
	tie := 0.0
	for k := range m.s {
		s, o := &m.s[k], &m.s[1-k]
		at := int32(0)
		for f, n := range s.n {
			var h float64
			at, h = o.lowestCorner(n, at)
			gap := h - s.d[f]
			if s.p.inner[f] {
				if gap >= 0 {
					return best, false
				}
				continue
			}
			if gap >= m.margin {
				return best, false
			}
			if gap > best.gap+tie {
				best = polySeparation{n: n, gap: gap, side: k, face: int32(f)}
			}
		}
		tie = 1e-9 * (m.s[0].p.half + m.s[1].p.half)
	}
	if math.IsInf(best.gap, -1) {
		return best, false
	}
	if best.side == 1 {
		best.n = best.n.Neg()
	}
	return best, true
}

// manyCorners is from how many on the farthest is searched along edges.
const manyCorners = 40

// lowestCorner is the corner that is the farthest against n, from a guess, and n·x there.
func (s *polySide) lowestCorner(n vec, guess int32) (corner int32, height float64) {
	if len(s.v) < manyCorners {
		at, best := int32(0), math.Inf(1)
		for k := range s.v {
			if h := n.Dot(s.v[k]); h < best {
				at, best = int32(k), h
			}
		}
		return at, best
	}
	best := n.Dot(s.v[guess])
	for {
		to := guess
		for _, f := range s.p.at[guess] {
			for _, k := range s.p.loop[f] {
				if h := n.Dot(s.v[k]); h < best {
					to, best = k, h
				}
			}
		}
		if to == guess {
			return guess, best
		}
		guess = to
	}
}

// listNearEdges lists the edges of each solid that come nearer than gap to the box of the other. Edges across which the solids part touch
// after the translation that parts them, which is no longer than that of the best face.
func (m *polyhedronPair) listNearEdges(gap float64) {
	for k := range m.s {
		s, o := &m.s[k], &m.s[1-k]
		s.near = s.near[:0]
		for i := range s.p.edge {
			e := &s.p.edge[i]
			if a, b := s.v[e.at[0]], s.v[e.at[1]]; !e.inner && !o.isBoxFartherThan(a.Min(b), a.Max(b), gap) {
				s.near = append(s.near, int32(i))
			}
		}
	}
}

// bestEdgeSeparation returns the direction across an edge of each that parts the solids the most. Only edges whose arcs of normals cross make a face of
// the Minkowski difference (D. Gregorius, Robust contact creation, 2015).
func (m *polyhedronPair) bestEdgeSeparation(face *polySeparation) (best polySeparation) {
	best.gap, best.face = math.Inf(-1), -1
	a, b := &m.s[0], &m.s[1]
	for _, i := range a.near {
		e := &a.p.edge[i]
		p := a.v[e.at[0]]
		d := a.v[e.at[1]].Sub(p)
		n0, n1 := a.n[e.face[0]], a.n[e.face[1]]
		for _, j := range b.near {
			f := &b.p.edge[j]
			// The arc of the second solid is seen from inside: its normals are turned round.
			c0, c1 := b.n[f.face[0]].Neg(), b.n[f.face[1]].Neg()
			x, y := c0.Dot(d), c1.Dot(d)
			if x*y >= 0 {
				continue
			}
			q := b.v[f.at[0]]
			g := b.v[f.at[1]].Sub(q)
			z, w := n0.Dot(g), n1.Dot(g)
			if z*w >= 0 {
				continue
			}
			n := d.Cross(g)
			l2 := n.Dot(n)
			if l2 < parallel*parallel*d.Dot(d)*g.Dot(g) {
				continue
			}
			// Both great circles cross in ±n: the arcs do in the same one.
			if s := n.Dot(n0.Add(n1)); s*n.Dot(c0.Add(c1)) <= 0 {
				continue
			} else if s < 0 {
				n = n.Neg()
			}
			n = n.Scale(1 / math.Sqrt(l2))
			if gap := n.Dot(q.Sub(p)); gap > best.gap {
				best = polySeparation{n: n, gap: gap, face: -1, edge: [2]int32{i, j}}
				if gap >= m.margin {
					return best
				}
			}
		}
	}
	return best
}

// faceWithNearestNormal is the face whose normal is the nearest to n.
func (m *polyhedronPair) faceWithNearestNormal(n vec) (side int, face int32, normal vec) {
	best := math.Inf(-1)
	for k := range m.s {
		s, to := &m.s[k], n
		if k == 1 {
			to = n.Neg()
		}
		for f := range s.n {
			if c := s.n[f].Dot(to); c > best+1e-9 && !s.p.inner[f] {
				best, side, face = c, k, int32(f)
			}
		}
	}
	if normal = m.s[side].n[face]; side == 1 {
		normal = normal.Neg()
	}
	return side, face, normal
}

// appendFaceTouchesIfClose takes a face for the normal of edges or corners where both are nearly the same. It leaves the places of the face in spot.
func (m *polyhedronPair) appendFaceTouchesIfClose(x *polySeparation, side int, face int32, n vec) (appended bool) {
	least := m.clipFacesAndReturnLeastGap(side, face)
	off := nearly
	if x.gap > 0 {
		off = 1/cosNearly - 1
	}
	if least < m.margin && x.n.Dot(n) > cosNearly && math.Abs(least-x.gap) <= off*math.Abs(x.gap)+m.even {
		m.appendTouchesWithinMargin(math.Inf(-1))
		return true
	}
	return false
}

// addSeparatedTouches adds the places of the last clipping that are still apart where the normal is not far from that of the face.
func (m *polyhedronPair) addSeparatedTouches(x *polySeparation, n vec) {
	if x.n.Dot(n) > math.Cos(support) {
		m.appendTouchesWithinMargin(0)
	}
}

// featurePairKey names a place by a feature of each solid, -1 the surface.
func (m *polyhedronPair) featurePairKey(a, b int) uint32 {
	k := uint64(a+1)*uint64(m.width) + uint64(b+1)
	if m.hashed {
		k = k * 0x9e3779b97f4a7c15 >> 39
	}
	return uint32(k)
}

// appendTouch appends a place with the direction n from the first to the second.
func (m *polyhedronPair) appendTouch(p, n vec, gap float64, key uint32) {
	m.out = append(m.out, Touch{P: m.pa.P.Add(m.pa.R.Mul(p)), N: m.pa.R.Mul(n).Neg(), Gap: gap, Key: key})
}
