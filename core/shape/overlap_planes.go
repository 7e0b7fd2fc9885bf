package shape

import "math"

// The planes of solids whose intersection is sought. Those of rods and cones follow the place where they touch, so that these roll smoothly:
// they are close there and grow wide farther away.

// buildIntersection makes the intersection that both solids share; false if there is none. Of solids that are curved n is the normal from the second to
// the first, and depth how far they have to go along it until they part.
func (m *OverlapFinder) buildIntersection(a Solid, pa *Pose, b Solid, pb *Pose, n vec, depth float64) bool {
	s := [2]Solid{a, b}
	p := [2]Pose{{pa.P.Sub(m.from), pa.R}, {pb.P.Sub(m.from), pb.R}}
	to := [2]vec{n.Neg(), n} // outwards from each where they touch
	first := 0
	if isCurved(a) && (!isCurved(b) || BoundingRadius(b) < BoundingRadius(a)) {
		first = 1
	}
	m.intersection.clear()
	other := 1 - first
	if x, ok := s[first].(Block); ok {
		m.intersection.addBlock(x.H, &p[first], int8(first))
		return m.intersection.clipBySolid(s[other], &p[other], to[other], depth, int8(other))
	}
	m.intersection.addPrism(s[first], &p[first], to[first], int8(first))
	return m.intersection.clipBySolid(s[other], &p[other], to[other], depth, int8(other)) &&
		m.intersection.clipBySolid(s[first], &p[first], to[first], depth, int8(first))
}

// addBlock adds a block.
func (r *clippedPolyhedron) addBlock(h vec, p *Pose, of int8) {
	from := int32(len(r.v))
	for _, x := range cube.v {
		r.v = append(r.v, p.P.AddScaled(h.X*x.X, p.R.A).AddScaled(h.Y*x.Y, p.R.B).AddScaled(h.Z*x.Z, p.R.C))
	}
	for _, l := range cube.loop {
		r.addFace(of, from+l[0], from+l[1], from+l[2], from+l[3])
	}
}

// frustumRadii is a rod or a cone by its radii at -h and h.
func frustumRadii(s Solid) (bottom, top, h float64) {
	if s, ok := s.(Rod); ok {
		return s.R, s.R, s.H
	}
	c := s.(Cone)
	return c.Bottom, c.Top, c.H
}

// addPrism adds a block about a rod or a cone, one side of which faces along n.
func (r *clippedPolyhedron) addPrism(s Solid, p *Pose, n vec, of int8) {
	bottom, top, h := frustumRadii(s)
	x, y := n.Dot(p.R.A), n.Dot(p.R.B)
	e := vec{X: 1}
	if rho := math.Hypot(x, y); rho > 1e-9 {
		e = vec{X: x / rho, Y: y / rho}
	}
	turned := *p
	turned.R = mat{A: p.R.Mul(e), B: p.R.Mul(vec{X: -e.Y, Y: e.X}), C: p.R.C}
	w := max(bottom, top)
	r.addBlock(vec{X: w, Y: w, Z: h}, &turned, of)
}

// clipBySolid leaves what of the intersection is in a solid, which touches the other along n.
func (r *clippedPolyhedron) clipBySolid(s Solid, p *Pose, n vec, depth float64, of int8) (notEmpty bool) {
	if x, ok := s.(Block); ok {
		for k := range 3 {
			e := p.R.Col(k)
			at := e.Dot(p.P)
			if !r.clipByPlane(e, at+x.H.At(k), of) || !r.clipByPlane(e.Neg(), x.H.At(k)-at, of) {
				return false
			}
		}
		return true
	}
	bottom, top, h := frustumRadii(s)
	z := p.R.C
	at := z.Dot(p.P)
	return r.clipByPlane(z, at+h, of) && r.clipByPlane(z.Neg(), h-at, of) && r.clipByFacets(bottom, top, h, p, n, depth, of)
}

// Widths of the facets of a round side: a part of the angle over which the intersection is shared, and of their angle from its middle, up to the widest.
const (
	coreFacet   = 0.15
	facetGrowth = 0.15
	widestFacet = 0.3
)

// clipByFacets leaves what of the intersection is within the round side of a frustum. Where it touches along n with the sine ρ of the angle to the
// axis, a place of the circle of radius R at the angle f is as far up as the depth where ρR(1 - cos f) = depth: half of the intersection is up to there.
// Facets are as far out as makes the sector below them as large as that of the circle, so that the errors of the first order in their width² vanish.
func (r *clippedPolyhedron) clipByFacets(bottom, top, h float64, p *Pose, n vec, depth float64, of int8) (notEmpty bool) {
	x, y := n.Dot(p.R.A), n.Dot(p.R.B)
	rho := math.Hypot(x, y)
	middle, half := 0.0, math.Pi
	if rho > 1e-9 {
		middle = math.Atan2(y, x)
	}
	if c := depth / (2 * rho * max(bottom, top)); c < 1 {
		half = 2 * math.Asin(math.Sqrt(c))
	}
	core := min(coreFacet*half, widestFacet)
	facet := func(f, w float64) bool {
		sin, cos := math.Sincos(middle + f)
		in := w / 2 / math.Tan(w/2)
		in = math.Sqrt(in)
		e := p.R.A.Scale(cos).AddScaled(sin, p.R.B)
		// e·x = in (mean + slope z)
		mean, slope := in*(bottom+top)/2, in*(top-bottom)/(2*h)
		g := e.AddScaled(-slope, p.R.C)
		return r.clipByPlane(g, g.Dot(p.P)+mean, of)
	}
	if !facet(0, core) {
		return false
	}
	for f := core / 2; f < math.Pi; {
		w := min(max(core, facetGrowth*f), widestFacet)
		if math.Pi-f < 1.5*w {
			w = math.Pi - f
		}
		if !facet(f+w/2, w) || !facet(-f-w/2, w) {
			return false
		}
		f += w
		if math.Pi-f < 1e-9 {
			break
		}
	}
	return true
}
