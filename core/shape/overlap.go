package shape

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// How deep two convex solids overlap, as a smooth function of their poses.
//
// Let P be the intersection of both, V its volume, c its centre and C = ∫(x-c)(x-c)ᵀdV/V. With the trace τ of C⁻¹ the depth is
//
//	D = √(12/τ),
//
// a kind of least thickness: 12 times the least eigenvalue of C where the others are much greater. Of a slab, which flat faces that are pressed into each other
// by δ over a length L share, D = δ (1 + O(δ²/L²)), wherever they lie on each other: no force drives them sideways, also where their sides
// are flush. If they are inclined by ψ too, D ≈ δ + ψ²L²/8δ: this turns them back. Of similar intersections D goes with their size.
//
// When the first solid moves by t and turns by w about the origin, the part of P's surface that is its own moves by v = n·(t + w×x), so that
//
//	dV = ∫ v dA,  d(VC) = ∫ (x-c)(x-c)ᵀ v dA,
//	dD = ∫ q v dA,  q = 6/(D V τ²) ((x-c)ᵀC⁻²(x-c) - τ).
//
// The other part of the surface gives the opposite. The gradient is continuous in the poses as long as the solids overlap; at the
// first touch D is 0. A force law(D) against it has a potential.
//
// D grows no more when the one is inside the other as far as it is thick.

// Overlap is how deep two solids are in each other.
type Overlap struct {
	Depth float64
	// ∂D by a translation of the first solid, and by its rotation about the outer origin.
	F, T vec
	// Centre is that of the intersection of both, Cov its C. Area is its volume by its depth.
	Centre vec
	Cov    mat
	Area   float64
}

// OverlapFinder finds overlaps. It keeps its memory from pair to pair, so that nothing is allocated: one is not for use by several
// goroutines.
type OverlapFinder struct {
	finder       ContactFinder
	touch        []Touch
	intersection clippedPolyhedron
	from         vec // origin of the intersection in outer axes
	y            []vec
	pieces       pieceRoom
	egg          []ellipsoidFace
}

// CanFindOverlaps reports whether Append can treat a pair of solids, in either order: blocks, rods, cones, ellipsoids and meshes with convex parts. An ellipsoid has
// the least translation that parts the pair as its depth, of a mesh the depth of its deepest place in it: both are smooth for it. It has no Area and Cov.
func CanFindOverlaps(a, b Solid) bool {
	return (isHull(a) || isMeshWithConvexParts(a)) && (isHull(b) || isMeshWithConvexParts(b))
}

// FindOverlap returns how deep a is in b, of which neither is a mesh; not ok where they do not overlap. Poses and results are in outer axes. Other pairs panic.
func (m *OverlapFinder) FindOverlap(a Solid, pa *Pose, b Solid, pb *Pose) (o Overlap, ok bool) {
	if !isHull(a) || !isHull(b) {
		panic("shape: no overlap of this pair of solids")
	}
	m.from = pa.P
	ra, rb := BoundingRadius(a), BoundingRadius(b)
	if rb < ra {
		m.from = pb.P
	}
	if pa.P.Sub(pb.P).Norm() >= ra+rb {
		return o, false
	}
	n, depth := vec{}, 0.0
	if isCurved(a) || isCurved(b) {
		t, touch := m.touchByLeastTranslation(a, pa, b, pb)
		if !touch {
			return o, false
		}
		if isEllipsoid(a) || isEllipsoid(b) {
			return Overlap{Depth: -t.Gap, F: t.N.Neg(), T: t.P.Cross(t.N).Neg(), Centre: t.P}, true
		}
		n, depth = t.N, -t.Gap
	}
	if !m.buildIntersection(a, pa, b, pb, n, depth) {
		return o, false
	}
	return m.measureIntersection()
}

// isEllipsoid: their depth is that of the deepest point, which moves smoothly.
func isEllipsoid(s Solid) bool { _, ok := s.(Ellipsoid); return ok }

func isCurved(s Solid) bool { _, flat := s.(Block); return !flat }

// touchByLeastTranslation is the least translation that parts both solids, if they overlap.
func (m *OverlapFinder) touchByLeastTranslation(a Solid, pa *Pose, b Solid, pb *Pose) (t Touch, ok bool) {
	m.touch = m.finder.AppendTouches(m.touch[:0], a, pa, b, pb, 0)
	for _, x := range m.touch {
		if x.Gap < t.Gap {
			t, ok = x, true
		}
	}
	return t, ok
}

// measureIntersection measures the intersection.
func (m *OverlapFinder) measureIntersection() (o Overlap, ok bool) {
	axes, from := m.alignAxes()
	volume, c, cov := m.moments()
	if !(volume > 0) {
		return o, false
	}
	inv, ok := inverseOfSymmetric(&cov)
	tau := inv.A.X + inv.B.Y + inv.C.Z
	if !ok || !(tau > 0) {
		return o, false
	}
	o.Depth = math.Sqrt(12 / tau)
	o.Area = volume / o.Depth
	g := inv.MulMat(&inv)
	f, t := m.depthGradient(c, &g, tau, 6/(o.Depth*volume*tau*tau))
	o.Centre = m.from.Add(from).Add(axes.Mul(c))
	o.F, o.T = axes.Mul(f), axes.Mul(t)
	o.T = o.T.Add(o.Centre.Cross(o.F))
	r := axes.T()
	o.Cov = axes.MulMat(&cov)
	o.Cov = o.Cov.MulMat(&r)
	return o, true
}

// alignAxes sets y to the corners of the intersection from their mean, along axes of which the third is across it: products with small
// numbers there have no large errors. It returns the axes and the mean.
func (m *OverlapFinder) alignAxes() (axes mat, mean vec) {
	r := &m.intersection
	for _, x := range r.v {
		mean = mean.Add(x)
	}
	mean = mean.Scale(1 / float64(len(r.v)))
	var area vec
	for _, f := range r.face {
		if f.of != 0 {
			continue
		}
		l := r.loop[f.from:f.to]
		a := r.v[l[0]]
		for k := 2; k < len(l); k++ {
			area = area.Add(r.v[l[k-1]].Sub(a).Cross(r.v[l[k]].Sub(a)))
		}
	}
	axes = spatial.Identity
	if l := area.Norm(); l > 0 {
		axes = axesAlong(area.Scale(1 / l))
	}
	m.y = m.y[:0]
	for _, x := range r.v {
		m.y = append(m.y, axes.MulTransposed(x.Sub(mean)))
	}
	return axes, mean
}

// axesAlong are right-handed unit axes of which the third is z.
func axesAlong(z vec) mat {
	k := 0
	for i := 1; i < 3; i++ {
		if math.Abs(z.At(i)) < math.Abs(z.At(k)) {
			k = i
		}
	}
	x := spatial.UnitAxis(k)
	x = x.AddScaled(-x.Dot(z), z).Unit()
	return mat{A: x, B: z.Cross(x), C: z}
}

// moments are volume, centre and covariance of the intersection. Of the tetrahedron of the origin and a, b and c, of volume v, ∫y yᵀ is
// v/20 (a aᵀ + b bᵀ + c cᵀ + s sᵀ) with s = a + b + c, and ∫y is v/4 s.
func (m *OverlapFinder) moments() (volume float64, centre vec, cov mat) {
	r := &m.intersection
	var first vec
	var xx, xy, xz, yy, yz, zz float64
	for _, f := range r.face {
		l := r.loop[f.from:f.to]
		a := m.y[l[0]]
		for k := 2; k < len(l); k++ {
			b, c := m.y[l[k-1]], m.y[l[k]]
			v := a.Dot(b.Cross(c)) / 6
			s := a.Add(b).Add(c)
			volume += v
			first = first.AddScaled(v/4, s)
			v /= 20
			xx += v * (a.X*a.X + b.X*b.X + c.X*c.X + s.X*s.X)
			xy += v * (a.X*a.Y + b.X*b.Y + c.X*c.Y + s.X*s.Y)
			xz += v * (a.X*a.Z + b.X*b.Z + c.X*c.Z + s.X*s.Z)
			yy += v * (a.Y*a.Y + b.Y*b.Y + c.Y*c.Y + s.Y*s.Y)
			yz += v * (a.Y*a.Z + b.Y*b.Z + c.Y*c.Z + s.Y*s.Z)
			zz += v * (a.Z*a.Z + b.Z*b.Z + c.Z*c.Z + s.Z*s.Z)
		}
	}
	if !(volume > 0) {
		return 0, vec{}, mat{}
	}
	w := 1 / volume
	c := first.Scale(w)
	xy, xz, yz = w*xy-c.X*c.Y, w*xz-c.X*c.Z, w*yz-c.Y*c.Z
	return volume, c, mat{
		A: vec{X: w*xx - c.X*c.X, Y: xy, Z: xz},
		B: vec{X: xy, Y: w*yy - c.Y*c.Y, Z: yz},
		C: vec{X: xz, Y: yz, Z: w*zz - c.Z*c.Z},
	}
}

// inverseOfSymmetric is the inverse of a positive symmetric matrix; not ok if it is not positive.
func inverseOfSymmetric(c *mat) (inv mat, ok bool) {
	a, b, d := c.B.Cross(c.C), c.C.Cross(c.A), c.A.Cross(c.B)
	det := c.A.Dot(a)
	if !(det > 0) {
		return inv, false
	}
	inv = mat{A: a, B: b, C: d}
	return inv.Scale(1 / det), true
}

// Places and weights of a rule for triangles that is exact for polynomials of third degree.
var triangleRule = [...]struct{ a, b, c, w float64 }{
	{1, 0, 0, 1. / 20}, {0, 1, 0, 1. / 20}, {0, 0, 1, 1. / 20},
	{0.5, 0.5, 0, 2. / 15}, {0, 0.5, 0.5, 2. / 15}, {0.5, 0, 0.5, 2. / 15},
	{1. / 3, 1. / 3, 1. / 3, 9. / 20},
}

// depthGradient is ∫ q n dA and ∫ q (x-c)×n dA over the faces of the first solid, with q = k ((x-c)ᵀG(x-c) - τ), or the opposite over those of the
// second if they have fewer corners.
func (m *OverlapFinder) depthGradient(c vec, g *mat, tau, k float64) (force, torque vec) {
	r := &m.intersection
	var corners [noSide + 1]int32
	for _, s := range r.face {
		corners[s.of] += s.to - s.from
	}
	side := int8(0)
	if c := corners[innerSide+1] - corners[innerSide]; c < 0 || c == 0 && corners[1] < corners[0] { // with cuts the solid that has fewer
		side, k = 1, -k
	}
	for _, s := range r.face {
		if s.of != side {
			continue
		}
		l := r.loop[s.from:s.to]
		p := m.y[l[0]].Sub(c)
		for i := 2; i < len(l); i++ {
			x, y := m.y[l[i-1]].Sub(c), m.y[l[i]].Sub(c)
			area := x.Sub(p).Cross(y.Sub(p)).Scale(k / 2)
			sum, mean := 0.0, vec{}
			for j := range triangleRule {
				w := &triangleRule[j]
				at := p.Scale(w.a).AddScaled(w.b, x).AddScaled(w.c, y)
				q := w.w * (at.Dot(g.Mul(at)) - tau)
				sum, mean = sum+q, mean.AddScaled(q, at)
			}
			force, torque = force.AddScaled(sum, area), torque.Add(mean.Cross(area))
		}
	}
	return force, torque
}
