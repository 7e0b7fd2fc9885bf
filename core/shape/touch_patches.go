package shape

import "math"

// mostSpots is how many places two patches have at most: a rectangle and a disc eight where the
// rim crosses sides, four corners and five of the rim.
const mostSpots = 17

// spotOn is a place of both solids of a pair: a on the first, b on the second, gap apart along the normal.
type spotOn struct {
	a, b   vec
	gap    float64
	inside float64 // of the patch that it lies on
	key    uint32
}

// findSpotsOfFacingPatches finds the places where the parts of both solids that face along n and against it lie over each other, and returns the one
// with the least gap; its gap is +Inf without any.
func (m *convexPair) findSpotsOfFacingPatches(n vec) (least spotOn) {
	m.n = 0
	m.s[0].setPatch(&m.plot[0], n, m.margin)
	m.s[1].setPatch(&m.plot[1], n.Neg(), m.margin)
	for k := range m.plot {
		if on := &m.plot[1-k]; on.kind >= quadPatch {
			m.addSpotsOverFlat(k, &m.plot[k], on, n)
		}
	}
	x, y := &m.plot[0], &m.plot[1]
	switch {
	case x.kind == discPatch && y.kind == discPatch:
		m.addRimCrossings(x, y, n)
	case x.kind == discPatch && y.kind == quadPatch:
		m.addSideRimCrossings(1, y, x, n)
	case x.kind == quadPatch && y.kind == discPatch:
		m.addSideRimCrossings(0, x, y, n)
	}
	return m.deepestSpot()
}

func (m *convexPair) deepestSpot() (least spotOn) {
	least.gap = math.Inf(1)
	for k := range m.n {
		if m.spot[k].gap < least.gap {
			least = m.spot[k]
		}
	}
	return least
}

// patchTolerance is by how much places may lie out of a patch.
func (m *convexPair) patchTolerance() float64 { return coincide * m.size }

// addSpot adds a place p of a solid and q of the other, with the names of their features.
func (m *convexPair) addSpot(solid int, p, q, n vec, name, other, more uint32, inside float64) {
	if m.n == mostSpots {
		return
	}
	x := &m.spot[m.n]
	m.n++
	x.a, x.b, x.key, x.inside = p, q, name<<8|other, inside
	if solid == 1 {
		x.a, x.b, x.key = q, p, other<<8|name
	}
	x.key |= more
	x.gap = n.Dot(x.b.Sub(x.a))
}

// addSpotsOverFlat adds the places of p, of one solid, that lie over the flat patch on.
func (m *convexPair) addSpotsOverFlat(solid int, p, on *patch, n vec) {
	if p.kind == linePatch {
		m.addLineOverFlat(solid, p, on, n)
		return
	}
	put := func(q vec, name uint32) {
		if at, in := on.projectAlong(q, n); in > -m.patchTolerance() {
			m.addSpot(solid, q, at, n, name, surface, 0, in)
		}
	}
	if p.kind == dotPatch {
		put(p.at[0], p.name[0])
		return
	}
	for i := range p.at {
		put(p.at[i], p.name[i])
	}
	if p.kind == discPatch && p.tilted {
		put(p.deep, p.rim)
	}
}

// addLineOverFlat adds the ends of the part of a line that lies over a flat patch.
func (m *convexPair) addLineOverFlat(solid int, p, on *patch, n vec) {
	a, _ := on.projectAlong(p.at[0], n)
	b, _ := on.projectAlong(p.at[1], n)
	lo, hi, cut := on.clipSegment(a, b, m.patchTolerance())
	if !(lo <= hi) {
		return
	}
	e, f := p.at[1].Sub(p.at[0]), b.Sub(a)
	put := func(at float64, end int) {
		name, other, more := p.name[end], uint32(surface), uint32(0)
		if c := cut[end]; c >= 0 {
			name, other = p.side[0], crossed
			if on.kind == quadPatch {
				other = on.side[c]
			} else {
				more = uint32(end) * second
			}
		}
		q := a.AddScaled(at, f)
		_, in := on.projectAlong(q, n)
		m.addSpot(solid, p.at[0].AddScaled(at, e), q, n, name, other, more, in)
	}
	put(lo, 0)
	if (hi-lo)*e.Norm() > 100*m.patchTolerance() {
		put(hi, 1)
	}
}

// addSideRimCrossings adds the places where the sides of a rectangle, of one solid, cross the rim of a disc.
func (m *convexPair) addSideRimCrossings(solid int, quad, disc *patch, n vec) {
	for i := range quad.at {
		p, q := quad.at[i], quad.at[(i+1)%4]
		a, _ := disc.projectAlong(p, n)
		b, _ := disc.projectAlong(q, n)
		lo, hi, cut := disc.clipSegment(a, b, 0)
		if !(lo < hi) {
			continue
		}
		if cut[0] >= 0 {
			m.addSpot(solid, p.AddScaled(lo, q.Sub(p)), a.AddScaled(lo, b.Sub(a)), n, quad.side[i], crossed, 0, 0)
		}
		if cut[1] >= 0 {
			m.addSpot(solid, p.AddScaled(hi, q.Sub(p)), a.AddScaled(hi, b.Sub(a)), n, quad.side[i], crossed, second, 0)
		}
	}
}

// addRimCrossings adds the places where rims cross. To begin with the second is taken for a circle in the plane of the first, which
// it is but for the square of the angle between them; the chord through two places of the first rim does the rest.
func (m *convexPair) addRimCrossings(x, y *patch, n vec) {
	c, _ := x.projectAlong(y.c, n)
	d := c.Sub(x.c)
	u, v := d.Dot(x.x), d.Dot(x.y)
	l := math.Hypot(u, v)
	if l >= x.hx+y.hx || l <= math.Abs(x.hx-y.hx)+m.patchTolerance() {
		return
	}
	cos := (l*l + x.hx*x.hx - y.hx*y.hx) / (2 * l * x.hx)
	mid, half := math.Atan2(v, u), math.Acos(max(-1, min(1, cos)))
	at := func(f float64) (p, q vec, in float64) {
		sin, cos := math.Sincos(f)
		p = x.c.AddScaled(x.hx*cos, x.x).AddScaled(x.hx*sin, x.y)
		q, in = y.projectAlong(p, n)
		return p, q, in
	}
	for i, f := range [2]float64{mid - half, mid + half} {
		p, q, in := at(f)
		g, other := f+1e-3, 0.
		for range 6 {
			_, _, other = at(g)
			if math.Abs(in) < 1e-14*y.hx || other == in {
				break
			}
			f, g = f-in*(g-f)/(other-in), f
			p, q, in = at(f)
		}
		if math.Abs(in) < m.patchTolerance() {
			m.addSpot(0, p, q, n, crossed, crossed, uint32(i)*second, 0)
		}
	}
}

// appendNearSpots appends the places that are nearer than the margin.
func (m *convexPair) appendNearSpots(n vec) {
	for k := range m.n {
		s := &m.spot[k]
		if s.gap < m.margin && !hasKey(m.out[m.first:], s.key) {
			m.out = append(m.out, Touch{P: m.from.Add(s.a.Add(s.b).Scale(0.5)), N: n.Neg(), Gap: s.gap, Key: s.key})
		}
	}
}
