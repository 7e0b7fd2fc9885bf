package shape

import "math"

// Places where the flat and straight parts of two solids lie on each other.

// patch is the part of a solid that faces along a direction: a place, a line, a rectangle or a disc.
type patch struct {
	kind patchKind
	// Corners of a rectangle in turn or ends of a line, and their names; sides have the names of edges, from each
	// corner to the next. A disc has four places on its rim, fixed to the solid, and the deepest in
	// deep, unless its rim is even.
	at   [4]vec
	name [4]uint32
	side [4]uint32
	// Middle, unit axes and half sides of a rectangle; of a disc the radius in hx. z is the normal of both, outwards, and thick
	// how far the solid continues behind.
	c, x, y, z vec
	hx, hy     float64
	thick      float64
	deep       vec
	tilted     bool
	rim        uint32 // the name of deep
}

type patchKind int8

const (
	dotPatch patchKind = iota
	linePatch
	quadPatch
	discPatch
)

// Names of features, 8 bits each: those of a pair name a place. The corners of a block have the signs of their coordinates, its
// edges names as in manifold_face.go; the lower rim has the names from rims on, the deepest place first,
// the upper those from rims + 8.
const (
	edges8  = 8
	rims    = 32
	line8   = 48 // a line of a frustum
	crossed = 49 // somewhere on a rim
	top8    = 8
	surface = 0xff // a place within the patch
	second  = 1 << 16
)

// endCountsAsFace reports whether the end of a rod that is inclined counts as a face: see appendFrustumOnPlane. Rims that are inclined by more than
// mostFlat are no circles as seen along the normal.
func endCountsAsFace(r, sine, margin float64) bool {
	return sine < mostFlat && r*sine < math.Max(margin, standing*r)
}

const mostFlat = 0.2

// setPatch makes p the patch of the solid along n.
func (s *hull) setPatch(p *patch, n vec, margin float64) {
	switch s.kind {
	case blockHull:
		s.setBlockFace(p, n)
	case frustumHull:
		s.setFrustumPatch(p, n, margin)
	default:
		p.kind, p.at[0], p.name[0] = dotPatch, s.supportPoint(n), 0
	}
}

// setBlockFace is the face that faces along n the most.
func (s *hull) setBlockFace(p *patch, n vec) {
	k, best := 0, 0.0
	for i := range 3 {
		if c := math.Abs(n.Dot(s.r.Col(i))); c > best+1e-9 {
			k, best = i, c
		}
	}
	u, v := next[k], next[k+1]
	sk := math.Copysign(1, n.Dot(s.r.Col(k)))
	p.kind = quadPatch
	p.z, p.x, p.y = s.r.Col(k).Scale(sk), s.r.Col(u), s.r.Col(v)
	p.hx, p.hy, p.thick = s.h.At(u), s.h.At(v), s.h.At(k)
	p.c = s.c.AddScaled(p.thick, p.z)
	for i, g := range signs {
		j := signs[(i+1)%4]
		p.at[i] = p.c.AddScaled(g[0]*p.hx, p.x).AddScaled(g[1]*p.hy, p.y)
		p.name[i] = signBit(sk, k) | signBit(g[0], u) | signBit(g[1], v)
		var on triple
		along := u
		on[k] = sk
		if i%2 == 0 {
			on[v] = g[1]
		} else {
			along, on[u] = v, j[0]
		}
		p.side[i] = edges8 + edgeKey(along, &on)
	}
}

// setFrustumPatch is an end that is nearly across n, or the line from rim to rim that is the farthest along n.
func (s *hull) setFrustumPatch(p *patch, n vec, margin float64) {
	x, y, z := n.Dot(s.r.A), n.Dot(s.r.B), n.Dot(s.r.C)
	rho := math.Sqrt(x*x + y*y)
	r, name, up := s.h.X, uint32(rims), -1.0
	if z > 0 {
		r, name, up = s.h.Y, rims+top8, 1
	}
	if r == 0 || !endCountsAsFace(r, rho, margin) {
		s.setFrustumLine(p, x, y, rho)
		return
	}
	p.kind, p.hx, p.thick, p.rim, p.tilted = discPatch, r, s.h.Z, name, rho > 1e-6
	p.x, p.y, p.z = s.r.A, s.r.B, s.r.C.Scale(up)
	p.c = s.c.AddScaled(s.h.Z, p.z)
	p.at = [4]vec{p.c.AddScaled(r, p.x), p.c.AddScaled(r, p.y), p.c.AddScaled(-r, p.x), p.c.AddScaled(-r, p.y)}
	for k := range uint32(4) {
		p.name[k] = name + 1 + k
	}
	p.deep = s.toOuterAxes(circleSupport(x, y, rho, r, up*s.h.Z))
}

// setFrustumLine is the line of a frustum that is the farthest along x, y.
func (s *hull) setFrustumLine(p *patch, x, y, rho float64) {
	p.kind = linePatch
	p.at[0], p.at[1] = s.toOuterAxes(circleSupport(x, y, rho, s.h.X, -s.h.Z)), s.toOuterAxes(circleSupport(x, y, rho, s.h.Y, s.h.Z))
	p.name[0], p.name[1], p.side[0] = rims, rims+top8, line8
}

// setEdge is the edge of a block along axis i, or the line of a frustum, that is the farthest along n.
func (s *hull) setEdge(p *patch, n vec, i int) {
	x, y, z := n.Dot(s.r.A), n.Dot(s.r.B), n.Dot(s.r.C)
	if s.kind == frustumHull {
		s.setFrustumLine(p, x, y, math.Sqrt(x*x+y*y))
		return
	}
	on := triple{math.Copysign(1, x), math.Copysign(1, y), math.Copysign(1, z)}
	u, v := next[i], next[i+1]
	mid := s.c.AddScaled(on[u]*s.h.At(u), s.r.Col(u)).AddScaled(on[v]*s.h.At(v), s.r.Col(v))
	e := s.r.Col(i).Scale(s.h.At(i))
	p.kind = linePatch
	p.at[0], p.at[1] = mid.Sub(e), mid.Add(e)
	name := signBit(on[u], u) | signBit(on[v], v)
	p.name[0], p.name[1], p.side[0] = name, name|1<<i, edges8+edgeKey(i, &on)
}

// setPatchToFarthestCorner is the place that is the farthest along n.
func (s *hull) setPatchToFarthestCorner(p *patch, n vec) {
	p.kind, p.at[0], p.name[0] = dotPatch, s.supportPoint(n), 0
	switch s.kind {
	case blockHull:
		p.name[0] = signBit(n.Dot(s.r.A), 0) | signBit(n.Dot(s.r.B), 1) | signBit(n.Dot(s.r.C), 2)
	case frustumHull:
		p.name[0] = rims
		if p.at[0].Sub(s.c).Dot(s.r.C) > 0 {
			p.name[0] = rims + top8
		}
	}
}

// projectAlong is the place of a flat patch below or above q along n, and how far inside of its bounds that is, negative outside.
func (p *patch) projectAlong(q, n vec) (at vec, inside float64) {
	at = q.AddScaled(p.c.Sub(q).Dot(p.z)/n.Dot(p.z), n)
	d := at.Sub(p.c)
	x, y := d.Dot(p.x), d.Dot(p.y)
	if p.kind == discPatch {
		return at, p.hx - math.Sqrt(x*x+y*y)
	}
	return at, min(p.hx-math.Abs(x), p.hy-math.Abs(y))
}

// clipSegment is the part of the way from a to b, in the plane of the patch, that lies within it: from lo to hi of 0 to 1; side reports
// which sides cut it, -1 none, and for discs 0 at lo and 1 at hi.
func (p *patch) clipSegment(a, b vec, slack float64) (lo, hi float64, cut [2]int) {
	lo, hi, cut = 0, 1, [2]int{-1, -1}
	d, e := a.Sub(p.c), b.Sub(a)
	if p.kind == discPatch {
		x, y, u, v := d.Dot(p.x), d.Dot(p.y), e.Dot(p.x), e.Dot(p.y)
		a2, h, r := u*u+v*v, x*u+y*v, p.hx+slack
		disc := h*h - a2*(x*x+y*y-r*r)
		if disc < 0 || a2 == 0 {
			return 1, 0, cut
		}
		w := math.Sqrt(disc)
		if f := (-h - w) / a2; f > lo {
			lo, cut[0] = f, 0
		}
		if f := (-h + w) / a2; f < hi {
			hi, cut[1] = f, 1
		}
		return lo, hi, cut
	}
	// Sides 0 and 2 are those at -hy and hy, 3 and 1 those at -hx and hx.
	for k, s := range [4]struct{ at, by, h float64 }{
		{-d.Dot(p.y), -e.Dot(p.y), p.hy}, {d.Dot(p.x), e.Dot(p.x), p.hx}, {d.Dot(p.y), e.Dot(p.y), p.hy}, {-d.Dot(p.x), -e.Dot(p.x), p.hx},
	} {
		room := s.h + slack - s.at
		switch {
		case s.by > 0 && room < hi*s.by:
			hi, cut[1] = room/s.by, k
		case s.by < 0 && room < lo*s.by:
			lo, cut[0] = room/s.by, k
		case room < 0 && s.by == 0:
			return 1, 0, cut
		}
	}
	return lo, hi, cut
}
