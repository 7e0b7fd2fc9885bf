package shape

import "math"

// appendNearestCornerOrEdges treats boxes that some direction parts, where the nearest places do not lie on a face that
// parts them: corner to face or edge or corner, or edge to edge, within the bounds that the best direction
// leaves.
func (m *boxPair) appendNearestCornerOrEdges(face, edge *axis, gapTolerance float64) {
	x := *face
	if edge.gap > face.gap {
		x = *edge
	}
	c := nearestPair{axis: x, least: x.gap}
	c.gap = m.margin
	a, b := m.a.cornerDepths(&x.n)
	m.examineCornersOfSecond(&c, &b)
	m.examineCornersOfFirst(&c, &a)
	m.examineEdgePairs(&c, &a, &b)
	if !(c.gap < m.margin) {
		return
	}
	f := m.a.faceWithNearestNormal(&c.n)
	if m.appendFaceTouchesIfClose(&c.axis, &f, gapTolerance) {
		return
	}
	if !m.appendParallelEdges(&c.n) {
		m.appendTouch(&c.p, &c.n, c.gap, c.key)
	}
	m.addSeparatedTouches(&c.axis, &f)
}

// nearestPair is the pair of nearest places so far; p is midway. least is the gap along the
// direction in which heights are.
type nearestPair struct {
	axis
	least float64
	p     triple
	key   uint32
}

// keepIfNearer keeps the places p of the first and q of the second box if they are nearer.
func (c *nearestPair) keepIfNearer(p, q triple, key uint32) {
	d := triple{q[0] - p[0], q[1] - p[1], q[2] - p[2]}
	l := math.Sqrt(dot(&d, &d))
	if !(l < c.gap) || l == 0 {
		return
	}
	c.gap, c.key = l, key
	c.n = scaledTriple(&d, 1/l)
	c.p = triple{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2}
}

// cornerDepths is by how much a corner lies behind the foremost, for each axis and sign, of the first box
// along n and the second against it.
func (f *frame) cornerDepths(n *triple) (a, b [3][2]float64) {
	for k := range 3 {
		x, y := 2*f.h[k]*n[k], -2*f.o[k]*dot(n, &f.r[k])
		a[k] = [2]float64{max(x, 0), max(-x, 0)}
		b[k] = [2]float64{max(y, 0), max(-y, 0)}
	}
	return a, b
}

// otherBoxPoint is the place of the other box with the coordinates x.
func (f *frame) otherBoxPoint(x *triple) triple {
	p := f.c
	for k := range 3 {
		for i := range 3 {
			p[i] += x[k] * f.r[k][i]
		}
	}
	return p
}

func clampToBox(p, h *triple) triple {
	return triple{max(-h[0], min(p[0], h[0])), max(-h[1], min(p[1], h[1])), max(-h[2], min(p[2], h[2]))}
}

func (m *boxPair) examineCornersOfSecond(c *nearestPair, b *[3][2]float64) {
	f := &m.a
	for k := range uint32(8) {
		if c.least+b[0][k&1]+b[1][k>>1&1]+b[2][k>>2] >= c.gap {
			continue
		}
		p := f.otherBoxPoint(&triple{signOfBit(k) * f.o[0], signOfBit(k>>1) * f.o[1], signOfBit(k>>2) * f.o[2]})
		c.keepIfNearer(clampToBox(&p, &f.h), p, cornerOfSecond|k)
	}
}

func (m *boxPair) examineCornersOfFirst(c *nearestPair, a *[3][2]float64) {
	f, g := &m.a, &m.b
	for k := range uint32(8) {
		if c.least+a[0][k&1]+a[1][k>>1&1]+a[2][k>>2] >= c.gap {
			continue
		}
		x := triple{signOfBit(k) * f.h[0], signOfBit(k>>1) * f.h[1], signOfBit(k>>2) * f.h[2]}
		p := g.otherBoxPoint(&x)
		p = clampToBox(&p, &g.h)
		c.keepIfNearer(x, f.otherBoxPoint(&p), cornerOfFirst|k)
	}
}

// examineEdgePairs examines places within edges of both; ends of edges are corners.
func (m *boxPair) examineEdgePairs(c *nearestPair, a, b *[3][2]float64) {
	f := &m.a
	for i := range 3 {
		for s := range uint32(4) {
			own := c.least + a[next[i]][s&1] + a[next[i+1]][s>>1]
			if own >= c.gap {
				continue
			}
			for j := range 3 {
				r := f.r[j][i]
				if 1-r*r < parallel*parallel {
					continue
				}
				m.examineEdgeAgainst(c, i, s, j, own, b)
			}
		}
	}
}

// examineEdgeAgainst examines places within edge i, s of the first box and the edges of the second one along its axis j. ownGap is the least
// gap that edge i, s leaves.
func (m *boxPair) examineEdgeAgainst(c *nearestPair, i int, s uint32, j int, ownGap float64, b *[3][2]float64) {
	f := &m.a
	for t := range uint32(4) {
		if ownGap+b[next[j]][t&1]+b[next[j+1]][t>>1] >= c.gap {
			continue
		}
		p, q, s1, t1 := f.nearestOnEdgeLines(i, s, j, t)
		if math.Abs(s1) < f.h[i] && math.Abs(t1) < f.o[j] {
			c.keepIfNearer(p, q, edgePairKey(uint32(i)<<2|s, uint32(j)<<2|t, false))
		}
	}
}

// nearestOnEdgeLines returns the nearest places of the lines along edge i, s of the first box and j, t of the second, and
// how far they are from the middles of the edges.
//
// With w from the middle of the first to that of the second, unit directions a and b and r = a·b, |w + t b − s a| is the least at
// s = (w·a − r w·b)/(1 − r²), t = (r w·a − w·b)/(1 − r²).
func (f *frame) nearestOnEdgeLines(i int, s uint32, j int, t uint32) (p, q triple, u, v float64) {
	p, q = f.edgeMiddle(i, s), f.otherEdgeMiddle(j, t)
	w := triple{q[0] - p[0], q[1] - p[1], q[2] - p[2]}
	b := &f.r[j]
	r, wa, wb := b[i], w[i], dot(&w, b)
	u, v = (wa-r*wb)/(1-r*r), (r*wa-wb)/(1-r*r)
	p[i] += u
	for k := range 3 {
		q[k] += v * b[k]
	}
	return p, q, u, v
}

// edgeMiddle of the edge along axis i, on the sides that the bits of s report.
func (f *frame) edgeMiddle(i int, s uint32) (p triple) {
	p[next[i]], p[next[i+1]] = signOfBit(s)*f.h[next[i]], signOfBit(s>>1)*f.h[next[i+1]]
	return p
}

// otherEdgeMiddle is the same for the other box.
func (f *frame) otherEdgeMiddle(j int, t uint32) triple {
	var x triple
	x[next[j]], x[next[j+1]] = signOfBit(t)*f.o[next[j]], signOfBit(t>>1)*f.o[next[j+1]]
	return f.otherBoxPoint(&x)
}

// farthestEdgeSides are the sides of the edge along axis k that is the farthest in the direction d, by axes.
func farthestEdgeSides(k int, d *triple) uint32 {
	return signBit(d[next[k]], 0) | signBit(d[next[k+1]], 1)
}

// appendEdgeTouch appends the place where the edges of an axis cross, or the ends of their common part where they are
// nearly parallel.
func (m *boxPair) appendEdgeTouch(x *axis) {
	if m.appendParallelEdges(&x.n) {
		return
	}
	f := &m.a
	i, j := int(x.i), int(x.j)
	d := f.oppositeInOtherBox(&x.n)
	s, t := farthestEdgeSides(i, &x.n), farthestEdgeSides(j, &d)
	p, q, _, _ := f.nearestOnEdgeLines(i, s, j, t)
	mid := triple{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2}
	m.appendTouch(&mid, &x.n, x.gap, edgePairKey(uint32(i)<<2|s, uint32(j)<<2|t, false))
}

// oppositeInOtherBox is −n in the axes of the other box.
func (f *frame) oppositeInOtherBox(n *triple) triple {
	return triple{-dot(n, &f.r[0]), -dot(n, &f.r[1]), -dot(n, &f.r[2])}
}

// appendParallelEdges appends the ends of the common part of two edges that are nearly parallel to each other and
// across n, and reports whether there are such.
func (m *boxPair) appendParallelEdges(n *triple) (appended bool) {
	f := &m.a
	d := f.oppositeInOtherBox(n)
	for i := range 3 {
		for j := range 3 {
			if math.Abs(n[i]) > nearly || math.Abs(d[j]) > nearly || f.r[j][i]*f.r[j][i] < 1-nearly*nearly {
				continue
			}
			if m.appendCommonPart(n, &d, i, j) {
				return true
			}
		}
	}
	return false
}

func (m *boxPair) appendCommonPart(n, d *triple, i, j int) (appended bool) {
	f := &m.a
	s, t := farthestEdgeSides(i, n), farthestEdgeSides(j, d)
	p, q := f.edgeMiddle(i, s), f.otherEdgeMiddle(j, t)
	r := f.r[j][i]
	half := f.o[j] * math.Abs(r)
	lo, hi := q[i]-half, q[i]+half
	if min(hi, f.h[i])-max(lo, -f.h[i]) < 100*m.slack {
		return false
	}
	place := func(at float64, key uint32) {
		p[i] = at
		o, x := q, (at-q[i])/r
		for k := range 3 {
			o[k] += x * f.r[j][k]
		}
		gap := n[0]*(o[0]-p[0]) + n[1]*(o[1]-p[1]) + n[2]*(o[2]-p[2])
		if gap < m.margin {
			mid := triple{(p[0] + o[0]) / 2, (p[1] + o[1]) / 2, (p[2] + o[2]) / 2}
			m.appendTouch(&mid, n, gap, key)
		}
	}
	first := func(side float64) uint32 {
		return cornerOfFirst | signBit(side, i) | s&1<<next[i] | s>>1<<next[i+1]
	}
	second := func(side float64) uint32 {
		return cornerOfSecond | signBit(side*r, j) | t&1<<next[j] | t>>1<<next[j+1]
	}
	if lo > -f.h[i]-m.slack {
		place(lo, second(-1))
	} else {
		place(-f.h[i], first(-1))
	}
	if hi < f.h[i]+m.slack {
		place(hi, second(1))
	} else {
		place(f.h[i], first(1))
	}
	return true
}

// addSeparatedTouches adds the places of the last clipping, of the face f, that are still apart, when edges or corners with
// a normal not far from that of the face are the nearest: the boxes may be about to lie on each other.
func (m *boxPair) addSeparatedTouches(x, f *axis) {
	if dot(&x.n, &f.n) > math.Cos(support) {
		m.appendTouchesAbove(0)
	}
}
