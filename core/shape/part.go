package shape

import "math"

// What parts two solids that bulge.
//
// Let n be a unit vector, x the place of the first solid that is the farthest along n and y that of the second
// along -n. Along n the second is beyond the first by
//
//	g(n) = n·d,  d = y - x.
//
// The greatest g over all n is the distance, or with a negative sign the least translation that parts solids which overlap. g is the
// least of n·d over all pairs of places, so any d gives a bound: g(m) ≤ m·d. Where both solids are smooth or are corners at
// x and y, d is the gradient of g; g has kinks on the circles of directions in which
// a solid touches a plane with a line (an edge of a block, a line of a frustum), and peaks in those in which it does with a face. So
// the greatest is one of
//
//   - the normals of faces,
//   - places where circles of both cross: a line of the one across a line of the other,
//   - the best of a circle: a line of the one, and a smooth place or a corner of the other,
//   - smooth places or corners of both.
//
// The first two are finite in number. The third are searched arc by arc, with the bounds above. The last need one climb: from the
// best of all others g continues rising without ever coming to a kink, as it is greater there than on any of them. On the
// sphere its second derivative is -(Q + g) with Q = turn of both, so that a step is (Q + g)⁻¹ times the part of d
// across n.

// separation is a direction that may part a pair, unit, from the first to the second, and the kind of place there: a
// family of lines of each, or none.
type separation struct {
	n    vec
	d    vec
	gap  float64
	line [2]int8 // -1: none
}

const noLine = -1

// convexPair is a pair of solids that bulge.
type convexPair struct {
	s      [2]hull
	from   vec // origin
	margin float64
	size   float64 // least half extent
	out    []Touch
	first  int // of out
	plot   [2]patch
	spot   [mostSpots]spotOn
	n      int
	// The best directions: normals of faces, of lines across, and all.
	face, across, best separation
}

// evalSeparation evaluates g along n.
func (m *convexPair) evalSeparation(n vec) (d vec, g float64) {
	d = m.s[1].supportPoint(n.Neg()).Sub(m.s[0].supportPoint(n))
	return d, n.Dot(d)
}

// keepIfBetter keeps a direction if it is better.
func (m *convexPair) keepIfBetter(to *separation, n vec, a, b int8) float64 {
	d, g := m.evalSeparation(n)
	if g > to.gap {
		*to = separation{n: n, d: d, gap: g, line: [2]int8{a, b}}
	}
	return g
}

// tryFaceNormals examines the normals of faces. Of two opposite ones that of solids which are their own mirror images
// is the better that points to the second.
func (m *convexPair) tryFaceNormals() {
	m.face.gap = math.Inf(-1)
	c, even := m.s[1].c, m.s[0].isPointSymmetric() && m.s[1].isPointSymmetric()
	for k := range m.s {
		for i := range m.s[k].faceCount() {
			n := m.s[k].faceNormal(i)
			if n.Dot(c) < 0 {
				n = n.Neg()
			}
			if m.keepIfBetter(&m.face, n, noLine, noLine) >= m.margin {
				return
			}
			if !even {
				m.keepIfBetter(&m.face, n.Neg(), noLine, noLine)
			}
		}
	}
}

// tryLineCrossings examines the directions across lines of both.
func (m *convexPair) tryLineCrossings() {
	m.across.gap = math.Inf(-1)
	for i := range m.s[0].lineFamilyCount() {
		a, p := m.s[0].lineFamilyCircle(i)
		for j := range m.s[1].lineFamilyCount() {
			b, q := m.s[1].lineFamilyCircle(j)
			n0, x, ok := intersectCircles(a, p, b, -q)
			if !ok {
				continue
			}
			m.keepIfBetter(&m.across, n0.Add(x), i, j)
			m.keepIfBetter(&m.across, n0.Sub(x), i, j)
			if m.across.gap >= m.margin {
				return
			}
		}
	}
}

// intersectCircles are the unit vectors n0 ± x with n·a = p and n·b = q; not ok without any, or where a and b are
// parallel.
func intersectCircles(a vec, p float64, b vec, q float64) (n0, x vec, ok bool) {
	c := a.Dot(b)
	across := a.Cross(b)
	s2 := across.Dot(across)
	if s2 < parallel*parallel {
		return n0, x, false
	}
	n0 = a.Scale((p-q*c)/s2).AddScaled((q-p*c)/s2, b)
	l := 1 - n0.Dot(n0)
	if l < 0 {
		return n0, x, false
	}
	return n0, across.Scale(math.Sqrt(l / s2)), true
}

// ring is a circle of directions n·axis = k, of radius s.
type ring struct {
	axis vec
	k, s float64
	line [2]int8
}

// separationWithSlope is a direction on a ring, with the slope of g along it.
type separationWithSlope struct {
	n, d     vec
	g, slope float64
}

// tangentAt is the unit vector along the ring at n.
func (r *ring) tangentAt(n vec) vec { return r.axis.Cross(n).Scale(1 / r.s) }

// directionAtAngle is the direction at an angle from n along the ring.
func (r *ring) directionAtAngle(n vec, angle float64) vec {
	sin, cos := math.Sincos(angle)
	e := n.AddScaled(-r.k, r.axis)
	return r.axis.Scale(r.k).AddScaled(cos, e).AddScaled(sin, r.axis.Cross(e))
}

func (m *convexPair) evalSeparationAndSlope(r *ring, n vec) separationWithSlope {
	d, g := m.evalSeparation(n)
	return separationWithSlope{n, d, g, d.Dot(r.tangentAt(n))}
}

// arcs is in how many parts a ring is searched.
const arcs = 8

// searchRings searches the rings of both solids.
func (m *convexPair) searchRings() {
	for k := range m.s {
		for i := range m.s[k].lineFamilyCount() {
			r := ring{line: [2]int8{noLine, noLine}}
			r.axis, r.k = m.s[k].lineFamilyCircle(i)
			if k == 1 {
				r.k = -r.k
			}
			r.line[k] = i
			r.s = math.Sqrt(1 - r.k*r.k)
			u, v := m.s[k].r.A, m.s[k].r.B
			if i < 2 && m.s[k].kind == blockHull {
				u, v = m.s[k].r.Col(next[i]), m.s[k].r.Col(next[i+1])
			}
			m.searchRing(&r, u, v)
		}
	}
}

// searchRing searches a ring arc by arc; u and v are across its axis, those of the solid, so that the search does not
// depend on the outer axes.
func (m *convexPair) searchRing(r *ring, u, v vec) {
	at := func(k int) separationWithSlope {
		c := octant[k%arcs]
		return m.evalSeparationAndSlope(r, r.axis.Scale(r.k).AddScaled(r.s*c[0], u).AddScaled(r.s*c[1], v))
	}
	first := at(0)
	last := first
	for k := 1; k <= arcs; k++ {
		next := first
		if k < arcs {
			next = at(k)
		}
		if math.Abs(next.slope) < flatSlope*m.size && next.g > m.best.gap {
			m.best = separation{n: next.n, d: next.d, gap: next.g, line: r.line}
		}
		if last.slope > 0 && next.slope < 0 {
			m.searchArc(r, last, next)
		}
		last = next
	}
}

// octant has cosine and sine of multiples of 45°.
var octant = [arcs][2]float64{
	{1, 0}, {math.Sqrt2 / 2, math.Sqrt2 / 2}, {0, 1}, {-math.Sqrt2 / 2, math.Sqrt2 / 2},
	{-1, 0}, {-math.Sqrt2 / 2, -math.Sqrt2 / 2}, {0, -1}, {math.Sqrt2 / 2, -math.Sqrt2 / 2},
}

// better is by how much, of the least half extent, another kind of place has to be better: so rounding does not change names.
const better = 1e-13

// flatSlope, of the same, is the slope of a top.
const flatSlope = 1e-13

// searchArc searches the arc from a, where g rises, to b, where it falls. The lower of both bounds is the greatest where they meet or one has its top; the arc
// is left as soon as they are no more than the best so far. That place halves the arc where g is smooth and finds
// kinks at once; a step of Newton from the flattest place so far is taken instead while these help.
func (m *convexPair) searchArc(r *ring, a, b separationWithSlope) {
	x := a
	if -b.slope < a.slope {
		x = b
	}
	helps := true
	for range 60 {
		n, bound := r.bestBoundBetween(&a, &b)
		if bound <= m.best.gap+better*m.size {
			return
		}
		newton := false
		if f, top := m.newtonAngle(r, &x); top && helps {
			if y := r.directionAtAngle(x.n, f); r.arcContains(y, &a, &b) {
				n, newton = y, true
			}
		}
		y := m.evalSeparationAndSlope(r, n)
		if y.slope > 0 {
			a = y
		} else {
			b = y
		}
		helps = !newton || math.Abs(y.slope) < 0.3*math.Abs(x.slope)
		if math.Abs(y.slope) < math.Abs(x.slope) {
			x = y
		}
		if math.Abs(x.slope) < flatSlope*m.size || a.n.Sub(b.n).Norm() < 1e-12 {
			break
		}
	}
	if x.g > m.best.gap+better*m.size {
		m.best = separation{n: x.n, d: x.d, gap: x.g, line: r.line}
	}
}

// bestBoundBetween is where the lower of the bounds of two marks is the greatest: where they meet, n·(a.d - b.d) = 0, or at the top of one;
// without such a place, by rounding, the middle.
func (r *ring) bestBoundBetween(a, b *separationWithSlope) (n vec, bound float64) {
	mid := a.n.Add(b.n)
	e := a.d.Sub(b.d)
	if l := e.Norm(); l > 0 {
		if n0, x, ok := intersectCircles(r.axis, r.k, e.Scale(1/l), 0); ok {
			if mid.Dot(x) < 0 {
				x = x.Neg()
			}
			n = n0.Add(x)
			if t := r.axis.Cross(n); r.arcContains(n, a, b) && t.Dot(a.d) >= 0 && t.Dot(b.d) <= 0 {
				return n, n.Dot(a.d)
			}
		}
	}
	if n = r.farthestAlong(a.d); r.arcContains(n, a, b) && n.Dot(e) <= 0 {
		return n, n.Dot(a.d)
	}
	if n = r.farthestAlong(b.d); r.arcContains(n, a, b) && n.Dot(e) >= 0 {
		return n, n.Dot(b.d)
	}
	return r.farthestAlong(mid), math.Inf(1)
}

// arcContains reports whether n lies in the arc from a to b, which is shorter than half the ring.
func (r *ring) arcContains(n vec, a, b *separationWithSlope) bool {
	t := r.axis.Cross(n)
	return t.Dot(a.n) <= 0 && t.Dot(b.n) >= 0
}

// farthestAlong is the direction of the ring that is the farthest along d.
func (r *ring) farthestAlong(d vec) vec {
	e := d.AddScaled(-d.Dot(r.axis), r.axis)
	return r.axis.Scale(r.k).AddScaled(r.s/e.Norm(), e)
}

// newtonAngle is the angle to the top of the parabola at x, if that is near and a top. Along the ring the second
// derivative is -(s² tᵀQt + s d·e) with n = k axis + s e.
func (m *convexPair) newtonAngle(r *ring, x *separationWithSlope) (angle float64, ok bool) {
	t := r.tangentAt(x.n)
	q := m.s[0].supportDerivative(x.n, t).Add(m.s[1].supportDerivative(x.n.Neg(), t))
	bend := r.s*r.s*t.Dot(q) + x.d.Dot(x.n.AddScaled(-r.k, r.axis))
	f := r.s * x.slope / bend
	return f, bend > 0 && math.Abs(f) < 0.5
}
