package shape

import "math"

// polyNearest is the pair of nearest places so far: p of the first solid, q of the second.
type polyNearest struct {
	polySeparation
	p, q vec
	key  uint32
}

// keepIfNearer keeps a pair of places if they are nearer.
func (c *polyNearest) keepIfNearer(p, q vec, key uint32) bool {
	d := q.Sub(p)
	l := d.Norm()
	if !(l < c.gap) || l == 0 {
		return false
	}
	c.p, c.q, c.key, c.gap, c.n = p, q, key, l, d.Scale(1/l)
	return true
}

// appendNearestCornerOrEdges treats solids that some direction parts, where the nearest places do not lie on a face that parts them: a corner before a face, or
// places of two edges, their ends among them.
func (m *polyhedronPair) appendNearestCornerOrEdges(face, edge *polySeparation) {
	c := polyNearest{polySeparation: *face}
	c.gap = m.margin
	low := max(face.gap, edge.gap)
	m.examineCornersBeforeFaces(&c, 1, low)
	m.examineCornersBeforeFaces(&c, 0, low)
	m.examineEdgePairs(&c)
	if !(c.gap < m.margin) {
		return
	}
	side, at, n := m.faceWithNearestNormal(c.n)
	if m.appendFaceTouchesIfClose(&c.polySeparation, side, at, n) {
		return
	}
	if !m.appendParallelEdges(c.n, &c) {
		m.appendTouch(c.p.Add(c.q).Scale(0.5), c.n, c.gap, c.key)
	}
	m.addSeparatedTouches(&c.polySeparation, n)
}

// examineCornersBeforeFaces examines corners of one solid before faces of the other.
func (m *polyhedronPair) examineCornersBeforeFaces(c *polyNearest, solid int, lowest float64) {
	s, o := &m.s[solid], &m.s[1-solid]
	for i, x := range s.v {
		if o.isBoxFartherThan(x, x, m.margin) {
			continue
		}
		for f, n := range o.n {
			h := n.Dot(x) - o.d[f]
			if h <= 0 || h < lowest-m.even || h >= c.gap || o.p.inner[f] || !o.liesBeforeFace(f, x) {
				continue
			}
			p, q, key := x.AddScaled(-h, n), x, m.featurePairKey(-1, s.p.cornerName(int32(i)))
			if solid == 0 {
				p, q, key = q, p, m.featurePairKey(s.p.cornerName(int32(i)), -1)
			}
			c.keepIfNearer(p, q, key)
		}
	}
}

// liesBeforeFace reports whether a place lies before a face.
func (s *polySide) liesBeforeFace(f int, x vec) bool {
	l := s.p.loop[f]
	a := s.v[l[len(l)-1]]
	for _, k := range l {
		b := s.v[k]
		if s.n[f].Dot(b.Sub(a).Cross(x.Sub(a))) < 0 {
			return false
		}
		a = b
	}
	return true
}

// examineEdgePairs examines places of edges of both.
func (m *polyhedronPair) examineEdgePairs(c *polyNearest) {
	a, b := &m.s[0], &m.s[1]
	for _, i := range a.near {
		e := &a.p.edge[i]
		for _, j := range b.near {
			f := &b.p.edge[j]
			s, t := nearestOfSegments(a.v[e.at[0]], a.v[e.at[1]], b.v[f.at[0]], b.v[f.at[1]])
			p := a.v[e.at[0]].AddScaled(s, a.v[e.at[1]].Sub(a.v[e.at[0]]))
			q := b.v[f.at[0]].AddScaled(t, b.v[f.at[1]].Sub(b.v[f.at[0]]))
			if d := q.Sub(p); d.Dot(d) >= c.gap*c.gap {
				continue
			}
			var key uint32
			switch {
			case t == 0 || t == 1:
				key = m.featurePairKey(-1, b.p.cornerName(f.at[int(t)]))
			case s == 0 || s == 1:
				key = m.featurePairKey(a.p.cornerName(e.at[int(s)]), -1)
			default:
				key = m.featurePairKey(a.p.edgeName(i), b.p.edgeName(j))
			}
			c.keepIfNearer(p, q, key)
		}
	}
}

// nearestOfSegments are the places from 0 to 1 of two segments that are the nearest to each other
// (C. Ericson, Real-time collision detection, 2005, 5.1.9).
func nearestOfSegments(p0, p1, q0, q1 vec) (onP, onQ float64) {
	d, e, r := p1.Sub(p0), q1.Sub(q0), p0.Sub(q0)
	a, b, f, c, k := d.Dot(d), e.Dot(e), e.Dot(r), d.Dot(r), d.Dot(e)
	if den := a*b - k*k; den > 1e-14*a*b {
		onP = clampToUnit((k*f - c*b) / den)
	}
	onQ = (k*onP + f) / b
	if onQ < 0 {
		onQ, onP = 0, clampToUnit(-c/a)
	} else if onQ > 1 {
		onQ, onP = 1, clampToUnit((k-c)/a)
	}
	return onP, onQ
}

func clampToUnit(x float64) float64 { return max(0, min(1, x)) }

// appendEdgeTouch appends the place where the edges of a direction cross, or the ends of their common part where they are nearly parallel.
func (m *polyhedronPair) appendEdgeTouch(x *polySeparation) {
	a, b := &m.s[0], &m.s[1]
	i, j := x.edge[0], x.edge[1]
	e, f := &a.p.edge[i], &b.p.edge[j]
	p, d := a.v[e.at[0]], a.v[e.at[1]].Sub(a.v[e.at[0]])
	q, g := b.v[f.at[0]], b.v[f.at[1]].Sub(b.v[f.at[0]])
	if m.appendCommonPart(x.n, i, j) {
		return
	}
	// (p + s d + gap n − q)·(across) = 0 along both.
	r := p.Sub(q)
	da, db, k := d.Dot(d), g.Dot(g), d.Dot(g)
	den := da*db - k*k
	s := clampToUnit((k*g.Dot(r) - d.Dot(r)*db) / den)
	t := clampToUnit((da*g.Dot(r) - k*d.Dot(r)) / den)
	mid := p.AddScaled(s, d).Add(q.AddScaled(t, g)).Scale(0.5)
	m.appendTouch(mid, x.n, x.gap, m.featurePairKey(a.p.edgeName(i), b.p.edgeName(j)))
}

// appendParallelEdges appends the ends of the common part of two edges through the nearest places that are nearly parallel to each other and across n, and
// reports whether there are such.
func (m *polyhedronPair) appendParallelEdges(n vec, c *polyNearest) (appended bool) {
	a, b := &m.s[0], &m.s[1]
	for _, i := range a.near {
		if !a.edgePassesNear(i, n, c.p, 100*m.slack) {
			continue
		}
		for _, j := range b.near {
			if b.edgePassesNear(j, n, c.q, 100*m.slack) && m.appendCommonPart(n, i, j) {
				return true
			}
		}
	}
	return false
}

// edgePassesNear reports whether an edge is nearly across n and passes a place nearer than r.
func (s *polySide) edgePassesNear(i int32, n, x vec, r float64) bool {
	e := &s.p.edge[i]
	a := s.v[e.at[0]]
	d := s.v[e.at[1]].Sub(a)
	l := d.Norm()
	if math.Abs(n.Dot(d)) > nearly*l {
		return false
	}
	t := clampToUnit(x.Sub(a).Dot(d) / (l * l))
	return a.AddScaled(t, d).Sub(x).Norm() < r
}

// appendCommonPart appends the ends of the common part of two edges, if they are nearly parallel and have one.
func (m *polyhedronPair) appendCommonPart(n vec, i, j int32) (appended bool) {
	a, b := &m.s[0], &m.s[1]
	e, f := &a.p.edge[i], &b.p.edge[j]
	p, d := a.v[e.at[0]], a.v[e.at[1]].Sub(a.v[e.at[0]])
	q, g := b.v[f.at[0]], b.v[f.at[1]].Sub(b.v[f.at[0]])
	l := d.Norm()
	d = d.Scale(1 / l)
	r := d.Dot(g)
	if r*r < (1-nearly*nearly)*g.Dot(g) {
		return false
	}
	from := q.Sub(p).Dot(d)
	lo, hi, first, last := from, from+r, 0, 1
	if r < 0 {
		lo, hi, first, last = hi, lo, 1, 0
	}
	if min(hi, l)-max(lo, 0) < 100*m.slack {
		return false
	}
	place := func(at float64, key uint32) {
		x, y := p.AddScaled(at, d), q.AddScaled((at-from)/r, g)
		if gap := n.Dot(y.Sub(x)); gap < m.margin {
			m.appendTouch(x.Add(y).Scale(0.5), n, gap, key)
		}
	}
	if lo > -m.slack {
		place(lo, m.featurePairKey(-1, b.p.cornerName(f.at[first])))
	} else {
		place(0, m.featurePairKey(a.p.cornerName(e.at[0]), -1))
	}
	if hi < l+m.slack {
		place(hi, m.featurePairKey(-1, b.p.cornerName(f.at[last])))
	} else {
		place(l, m.featurePairKey(a.p.cornerName(e.at[1]), -1))
	}
	return true
}
