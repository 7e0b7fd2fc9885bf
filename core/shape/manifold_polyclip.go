package shape

import "math"

// polyClip is the face clipped last and the one that examines it.
type polyClip struct {
	side     int
	n        vec // from the first to the second
	axis     [2]vec
	from     vec
	down     float64 // cosine of both normals
	face, of int32
}

// clipFacesAndReturnLeastGap finds the places where a face of a solid and those parts of the other that examine it lie over each other, and returns the
// least gap, +Inf without any.
//
// Corners of the second solid come first, then those of the first, then crossings: places that coincide keep the name
// that comes first.
func (m *polyhedronPair) clipFacesAndReturnLeastGap(side int, face int32) (leastGap float64) {
	m.spot = m.spot[:0]
	s, o := &m.s[side], &m.s[1-side]
	c := &m.cut
	c.side, c.face, c.n = side, face, s.n[face]
	l := s.p.loop[face]
	c.from = s.v[l[0]]
	e := s.v[l[1]].Sub(c.from)
	c.axis[0] = e.AddScaled(-e.Dot(c.n), c.n).Unit()
	c.axis[1] = c.n.Cross(c.axis[0])
	if c.of = o.opposingFace(c.n, m.slack); c.of < 0 {
		return math.Inf(1)
	}
	c.down = -o.n[c.of].Dot(c.n)
	m.ref, m.inc = m.ref[:0], m.inc[:0]
	for _, k := range l {
		m.ref = append(m.ref, m.projectToFace(s.v[k], 0))
	}
	for _, k := range o.p.loop[c.of] {
		m.inc = append(m.inc, m.projectToFace(o.v[k], 0))
	}
	if side == 0 {
		m.addOtherCorners()
		m.addOwnCorners()
	} else {
		m.addOwnCorners()
		m.addOtherCorners()
	}
	m.addSideCrossings()
	m.reduceTouches()
	least := math.Inf(1)
	for k := range m.spot {
		least = min(least, m.spot[k].gap)
	}
	return least
}

// opposingFace is the face that is turned against n the most, of those at corners that are about the farthest against it; -1 without one.
func (s *polySide) opposingFace(n vec, slack float64) int32 {
	at, low := s.lowestCorner(n, 0)
	face, best := int32(-1), -1e-9
	try := func(k int32) {
		for _, f := range s.p.at[k] {
			if c := -s.n[f].Dot(n); c > best+1e-9 && !s.p.inner[f] {
				face, best = f, c
			}
		}
	}
	if len(s.v) >= manyCorners {
		try(at)
		for _, f := range s.p.at[at] {
			for _, k := range s.p.loop[f] {
				if n.Dot(s.v[k]) <= low+slack {
					try(k)
				}
			}
		}
		return face
	}
	for k := range s.v {
		if n.Dot(s.v[k]) <= low+slack {
			try(int32(k))
		}
	}
	return face
}

// projectToFace is a place in the plane of the face, and how far it lies before it.
func (m *polyhedronPair) projectToFace(p vec, key uint32) polySpot {
	c := &m.cut
	d := p.Sub(c.from)
	return polySpot{p: p, u: d.Dot(c.axis[0]), v: d.Dot(c.axis[1]), gap: d.Dot(c.n), key: key}
}

// depthInPolygon is how far a place lies within a polygon whose corners turn left, or right with a sign of -1.
func depthInPolygon(poly []polySpot, x *polySpot, sign float64) float64 {
	in := math.Inf(1)
	a := &poly[len(poly)-1]
	for k := range poly {
		b := &poly[k]
		du, dv := b.u-a.u, b.v-a.v
		if l := math.Hypot(du, dv); l > 0 {
			in = min(in, sign*(du*(x.v-a.v)-dv*(x.u-a.u))/l)
		}
		a = b
	}
	return in
}

// addUnlessPresent notes a place unless there is one already.
func (m *polyhedronPair) addUnlessPresent(x polySpot) {
	for k := range m.spot {
		if s := &m.spot[k]; math.Abs(s.u-x.u) < m.slack && math.Abs(s.v-x.v) < m.slack {
			return
		}
	}
	m.spot = append(m.spot, x)
}

// featureKey is the name of a place by features of the solid with the face and of the other.
func (m *polyhedronPair) featureKey(own, other int) uint32 {
	if m.cut.side == 1 {
		own, other = other, own
	}
	return m.featurePairKey(own, other)
}

// addOtherCorners adds the corners of the other solid over the face: of the face that examines it, and of those beside that one that face nearly
// the same way.
func (m *polyhedronPair) addOtherCorners() {
	c := &m.cut
	o := &m.s[1-c.side]
	visit := func(f int32) {
		for _, k := range o.p.loop[f] {
			x := m.projectToFace(o.v[k], m.featureKey(-1, o.p.cornerName(k)))
			if depthInPolygon(m.ref, &x, 1) > -m.slack {
				x.p = x.p.AddScaled(-x.gap/2, c.n)
				m.addUnlessPresent(x)
			}
		}
	}
	visit(c.of)
	m.forEachNeighbourFace(o, c.of, c.n.Neg(), visit)
}

// forEachNeighbourFace calls search for the faces next to a face whose normals are near n, which count as if they were one with it.
func (m *polyhedronPair) forEachNeighbourFace(s *polySide, face int32, n vec, visit func(int32)) {
	for _, e := range s.p.side[face] {
		for _, f := range s.p.edge[e].face {
			if f != face && !s.p.inner[f] && s.n[f].Dot(n) > math.Cos(support) {
				visit(f)
			}
		}
	}
}

// addOwnCorners adds the corners of the face, and of those beside it that face nearly the same way, below the other one.
func (m *polyhedronPair) addOwnCorners() {
	c := &m.cut
	s, o := &m.s[c.side], &m.s[1-c.side]
	if c.down < mostInclined {
		return
	}
	n, d := o.n[c.of], o.d[c.of]
	visit := func(f int32) {
		for _, k := range s.p.loop[f] {
			x := m.projectToFace(s.v[k], m.featureKey(s.p.cornerName(k), -1))
			if depthInPolygon(m.inc, &x, -1) > -m.slack {
				x.gap = (n.Dot(x.p) - d) / c.down
				x.p = x.p.AddScaled(x.gap/2, c.n)
				m.addUnlessPresent(x)
			}
		}
	}
	visit(c.face)
	m.forEachNeighbourFace(s, c.face, c.n, visit)
}

// mostInclined is the cosine of the angle from which on a face has no places below it.
const mostInclined = 1e-3

// addSideCrossings adds the places where the sides of both faces cross.
func (m *polyhedronPair) addSideCrossings() {
	c := &m.cut
	s, o := &m.s[c.side], &m.s[1-c.side]
	for i := range m.inc {
		a, b := &m.inc[i], &m.inc[(i+1)%len(m.inc)]
		for j := range m.ref {
			p, q := &m.ref[j], &m.ref[(j+1)%len(m.ref)]
			du, dv := q.u-p.u, q.v-p.v
			l := math.Hypot(du, dv)
			x, y := (du*(a.v-p.v)-dv*(a.u-p.u))/l, (du*(b.v-p.v)-dv*(b.u-p.u))/l
			if min(x, y) > -m.slack || max(x, y) < m.slack {
				continue // ends near the line are corners over the face, or corners of the face lie at the side
			}
			f := x / (x - y)
			at := a.p.AddScaled(f, b.p.Sub(a.p))
			z := m.projectToFace(at, 0)
			if along := (du*(z.u-p.u) + dv*(z.v-p.v)) / l; along < 0 || along > l {
				continue
			}
			z.p = at.AddScaled(-z.gap/2, c.n)
			z.key = m.featureKey(s.p.edgeName(s.p.side[c.face][j]), o.p.edgeName(o.p.side[c.of][i]))
			m.addUnlessPresent(z)
		}
	}
}

// mostPlaces is how many places a pair of faces has at most: that of two rectangles.
const mostPlaces = 8

// reduceTouches leaves the deepest place and those that are the farthest in eight directions, which hold the solids as well as all of them do.
// Of places that are equally far the first is taken.
func (m *polyhedronPair) reduceTouches() {
	if len(m.spot) <= mostPlaces {
		return
	}
	var keep [mostPlaces + 1]int
	n := 0
	take := func(value func(*polySpot) float64) {
		at, best := 0, math.Inf(-1)
		for k := range m.spot {
			if f := value(&m.spot[k]); f > best+m.slack {
				at, best = k, f
			}
		}
		for _, k := range keep[:n] {
			if k == at {
				return
			}
		}
		keep[n] = at
		n++
	}
	take(func(s *polySpot) float64 { return -s.gap })
	for _, o := range octant {
		take(func(s *polySpot) float64 { return o[0]*s.u + o[1]*s.v })
	}
	var some [mostPlaces + 1]polySpot
	for k, at := range keep[:n] {
		some[k] = m.spot[at]
	}
	m.spot = append(m.spot[:0], some[:n]...)
}

// appendTouchesWithinMargin appends the places of the last clipping that are nearer than the margin and farther than above.
func (m *polyhedronPair) appendTouchesWithinMargin(above float64) {
	n := m.cut.n
	if m.cut.side == 1 {
		n = n.Neg()
	}
	before := len(m.out)
	for k := range m.spot {
		s := &m.spot[k]
		if s.gap < m.margin && s.gap > above && !hasKey(m.out[m.from:before], s.key) {
			m.appendTouch(s.p, n, s.gap, s.key)
		}
	}
}
