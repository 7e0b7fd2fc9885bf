package shape

import "math"

// Two solids that bulge, other than two blocks: blocks, rods, cones and ellipsoids.
//
// As with blocks a face counts where the normal is within nearly of its own and the gap comes out the same, and then all
// places where it and the part of the other that examines it lie over each other are found. Lines that are nearly parallel touch
// in both ends of their common part. Else there is one place.

// isHull reports whether a solid is one of them.
func isHull(s Solid) bool {
	switch s.(type) {
	case Block, Rod, Cone, Ellipsoid:
		return true
	}
	return false
}

func appendHullTouches(dst []Touch, a Solid, pa *Pose, b Solid, pb *Pose, margin float64) []Touch {
	m := convexPair{margin: margin, out: dst, first: len(dst), from: pa.P}
	m.s[0], _ = hullOf(a, pa, pa.P)
	m.s[1], _ = hullOf(b, pb, pa.P)
	la, ra := m.s[0].boundingSizes()
	lb, rb := m.s[1].boundingSizes()
	m.size = min(la, lb)
	if r := ra + rb + margin; m.s[1].c.Dot(m.s[1].c) > r*r {
		return dst
	}
	if m.tryFaceNormals(); m.face.gap >= margin {
		return dst
	}
	if m.tryLineCrossings(); m.across.gap >= margin || m.addTouchesIfOptimumObvious() {
		return m.out
	}
	m.best = m.face
	if m.across.gap > m.best.gap {
		m.best = m.across
	}
	if m.isSmooth() {
		m.tryCentreAndAxes()
	}
	m.searchRings()
	if !m.isGlobalOptimum() {
		m.climbToGreatestSeparation()
		if m.best.gap < -deep*m.size {
			m.climbFromManyDirections()
		}
	}
	if m.best.gap < margin && !m.switchToFaceIfClose() {
		m.addLineSpots()
	}
	return m.out
}

// addTouchesIfOptimumObvious reports that the best direction is a face or across two lines without the search of all others, and adds
// the places. Where the solids are apart a place with that gap says so. Where they overlap
// by δ it does if one of them holds a ball of radius δ that touches the plane there: the place of the other, which lies in it, has at least δ
// to go until it is out, whatever the direction.
func (m *convexPair) addTouchesIfOptimumObvious() (done bool) {
	even := even * m.size
	if m.across.gap <= m.face.gap+even {
		if x := m.findSpotsOfFacingPatches(m.face.n); !(x.gap <= m.face.gap+even) || x.gap < 0 && !(m.across.gap <= m.face.gap && m.innerBallRadius(m.face.n, x.gap+even) >= -x.gap) {
			return false
		}
		m.appendNearSpots(m.face.n)
		return true
	}
	m.best = m.across
	if m.face.gap > m.best.gap-even || !m.isGlobalOptimum() {
		return false
	}
	m.addLineSpots()
	return true
}

// innerBallRadius is the radius of a ball within one of both solids that touches the face across n in the middle of
// the places that are as deep as a gap.
func (m *convexPair) innerBallRadius(n vec, gap float64) (r float64) {
	var mid vec
	count := 0.
	for k := range m.n {
		if s := &m.spot[k]; s.gap <= gap {
			mid = mid.Add(s.a)
			count++
		}
	}
	mid = mid.Scale(1 / count)
	for k := range m.plot {
		if p := &m.plot[k]; p.kind >= quadPatch && math.Abs(p.z.Dot(n)) > 1-1e-12 {
			_, in := p.projectAlong(mid, n)
			r = max(r, min(in, p.thick))
		}
	}
	return r
}

// isGlobalOptimum reports that the best direction so far, other than a face, is the best of all: both places lie on their lines and in line with
// the normal, and there is a ball in a frustum if they overlap.
func (m *convexPair) isGlobalOptimum() bool {
	if m.best.line == [2]int8{noLine, noLine} {
		return false
	}
	x, ok := m.bestSpot()
	d := x.b.Sub(x.a)
	if !ok || d.AddScaled(-x.gap, m.best.n).Norm() > better*m.size {
		return false
	}
	if x.gap >= 0 {
		return x.inside >= 0
	}
	for k, p := range [2]vec{x.a, x.b} {
		s := &m.s[k]
		if m.best.line[k] < 0 || s.kind != frustumHull || x.inside < -2*x.gap {
			continue
		}
		if p = p.Sub(s.c); p.AddScaled(-p.Dot(s.r.C), s.r.C).Norm() >= -x.gap {
			return true
		}
	}
	return false
}

// tryCentreAndAxes tries the direction from centre to centre and the axes of both.
func (m *convexPair) tryCentreAndAxes() {
	none := int8(noLine)
	if c := m.s[1].c; c != (vec{}) {
		m.keepIfBetter(&m.best, c.Unit(), none, none)
	}
	for k := range m.s {
		for i := range 3 {
			e := m.s[k].r.Col(i)
			m.keepIfBetter(&m.best, e, none, none)
			m.keepIfBetter(&m.best, e.Neg(), none, none)
		}
	}
}

// deep is by how much, of the least half extent, solids overlap when several directions may be tops of g.
const deep = 1e-3

// climbFromManyDirections climbs from many directions.
func (m *convexPair) climbFromManyDirections() {
	for k := range m.s {
		for i := range 3 {
			a, b, c := m.s[k].r.Col(i), m.s[k].r.Col(next[i]), m.s[k].r.Col(next[i+1])
			m.climbByNewton(a)
			m.climbByNewton(a.Neg())
			m.climbByNewton(a.Add(b).Add(c).Unit())
			m.climbByNewton(a.Neg().Add(b).Add(c).Unit())
			m.climbByNewton(a.Sub(b).Sub(c).Unit())
		}
	}
}

// switchToFaceIfClose takes a face that is nearly along the best direction where the gap comes out nearly the same.
func (m *convexPair) switchToFaceIfClose() bool {
	n, turned := m.best.n, cosNearly
	found := false
	for k := range m.s {
		for i := range m.s[k].faceCount() {
			f := m.s[k].faceNormal(i)
			c := f.Dot(m.best.n)
			if c < 0 {
				f, c = f.Neg(), -c
			}
			if c > turned+1e-9 {
				n, turned, found = f, c, true
			}
		}
	}
	if !found {
		return false
	}
	off := nearly
	if m.best.gap > 0 {
		off = 1/cosNearly - 1
	}
	if x := m.findSpotsOfFacingPatches(n); math.Abs(x.gap-m.best.gap) <= off*math.Abs(m.best.gap)+even*m.size {
		m.appendNearSpots(n)
		return true
	}
	return false
}

// addLineSpots adds the ends of the common part of two lines that are nearly parallel, and the nearest place unless one of
// them is.
func (m *convexPair) addLineSpots() {
	n := m.best.n
	x, _ := m.bestSpot()
	m.n = 0
	if !m.findCommonLines(&x) || m.deepestSpot().gap > m.best.gap+even*m.size {
		m.spot[m.n] = x
		m.n++
	}
	m.appendNearSpots(n)
}

// bestSpot is the place with the best gap; not ok if it lies out of the lines of the best direction, or
// more than a little aside. What is inside then is how far from the ends of both lines.
func (m *convexPair) bestSpot() (x spotOn, ok bool) {
	n := m.best.n
	p, q := &m.plot[0], &m.plot[1]
	for k, to := range [2]vec{n, n.Neg()} {
		if i := m.best.line[k]; i >= 0 {
			m.s[k].setEdge(&m.plot[k], to, int(i))
		} else {
			m.s[k].setPatchToFarthestCorner(&m.plot[k], to)
		}
	}
	a, b := p.at[0], q.at[0]
	in := math.Inf(1)
	name, other := p.name[0], q.name[0]
	switch {
	case p.kind == linePatch && q.kind == linePatch:
		a, b, in = nearestOfLines(p, q)
		name, other = p.side[0], q.side[0]
	case p.kind == linePatch:
		a, in = p.nearestOnLine(b)
		name = p.side[0]
	case q.kind == linePatch:
		b, in = q.nearestOnLine(a)
		other = q.side[0]
	}
	x = spotOn{a: a, b: b, gap: m.best.gap, inside: in, key: name<<8 | other}
	if m.alignWithFace(&x) {
		return x, true
	}
	return x, in >= -m.patchTolerance()
}

// alignWithFace puts a place over a face into line with it: corners say nothing of where on the face it is.
func (m *convexPair) alignWithFace(x *spotOn) bool {
	if m.best.line != [2]int8{noLine, noLine} {
		return false
	}
	for k := range m.s {
		for i := range m.s[k].faceCount() {
			if f := m.s[k].faceNormal(i); math.Abs(f.Dot(m.best.n)) < 1-1e-12 {
				continue
			}
			if k == 0 {
				x.a = x.b.AddScaled(-x.gap, m.best.n)
			} else {
				x.b = x.a.AddScaled(x.gap, m.best.n)
			}
			return true
		}
	}
	return false
}

// nearestOnLine is the place of a line that is the nearest to q, and how far from the ends.
func (p *patch) nearestOnLine(q vec) (nearest vec, distanceFromEnds float64) {
	e := p.at[1].Sub(p.at[0])
	l := e.Norm()
	f := q.Sub(p.at[0]).Dot(e) / (l * l)
	return p.at[0].AddScaled(f, e), l * min(f, 1-f)
}

// passesNear reports whether a line passes a place nearer than r.
func (p *patch) passesNear(q vec, r float64) bool {
	at, in := p.nearestOnLine(q)
	return in > -r && at.Sub(q).Norm() < r
}

// nearestOfLines are the places where two lines that are not parallel are the nearest to each other: see lines in manifold_edge.go.
func nearestOfLines(p, q *patch) (a, b vec, inside float64) {
	d, e := p.at[1].Sub(p.at[0]), q.at[1].Sub(q.at[0])
	l, k := d.Norm(), e.Norm()
	d, e = d.Scale(1/l), e.Scale(1/k)
	w := q.at[0].Sub(p.at[0])
	r, wa, wb := d.Dot(e), w.Dot(d), w.Dot(e)
	s, t := (wa-r*wb)/(1-r*r), (r*wa-wb)/(1-r*r)
	return p.at[0].AddScaled(s, d), q.at[0].AddScaled(t, e), min(s, l-s, t, k-t)
}

// findCommonLines finds lines of both through the nearest places that are nearly across the normal and parallel, and the ends of their
// common part.
func (m *convexPair) findCommonLines(x *spotOn) (found bool) {
	n := m.best.n
	for i := range m.s[0].lineFamilyCount() {
		if a, k := m.s[0].lineFamilyCircle(i); math.Abs(n.Dot(a)-k) > nearly {
			continue
		}
		m.s[0].setEdge(&m.plot[0], n, int(i))
		for j := range m.s[1].lineFamilyCount() {
			if b, k := m.s[1].lineFamilyCircle(j); math.Abs(n.Dot(b)+k) > nearly {
				continue
			}
			m.s[1].setEdge(&m.plot[1], n.Neg(), int(j))
			if m.plot[0].passesNear(x.a, 100*m.patchTolerance()) && m.plot[1].passesNear(x.b, 100*m.patchTolerance()) && m.addCommonEnds(n) {
				return true
			}
		}
	}
	return false
}

func (m *convexPair) addCommonEnds(n vec) (added bool) {
	p, q := &m.plot[0], &m.plot[1]
	d, e := p.at[1].Sub(p.at[0]), q.at[1].Sub(q.at[0])
	l := d.Norm()
	d = d.Scale(1 / l)
	r := d.Dot(e)
	if r*r < (1-nearly*nearly)*e.Dot(e) {
		return false
	}
	from := q.at[0].Sub(p.at[0]).Dot(d)
	lo, hi, first, last := from, from+r, 0, 1
	if r < 0 {
		lo, hi, first, last = hi, lo, 1, 0
	}
	if min(hi, l)-max(lo, 0) < 100*m.patchTolerance() {
		return false
	}
	place := func(at float64, name, other uint32) {
		m.addSpot(0, p.at[0].AddScaled(at, d), q.at[0].AddScaled((at-from)/r, e), n, name, other, 0, 0)
	}
	if lo > -m.patchTolerance() {
		place(lo, p.side[0], q.name[first])
	} else {
		place(0, p.name[0], q.side[0])
	}
	if hi < l+m.patchTolerance() {
		place(hi, p.side[0], q.name[last])
	} else {
		place(l, p.name[1], q.side[0])
	}
	return true
}
