package shape

import "math"

// BoundingRadius is that of the least ball about the origin that holds the solid; +Inf for a half-space.
func BoundingRadius(s Solid) float64 {
	switch s := s.(type) {
	case Ball:
		return s.R
	case Block:
		return s.H.Norm()
	case Rod:
		return math.Hypot(s.R, s.H)
	case Cone:
		return math.Hypot(math.Max(s.Bottom, s.Top), s.H)
	case Ellipsoid:
		return math.Max(s.H.X, math.Max(s.H.Y, s.H.Z))
	case *Mesh:
		r := 0.0
		for _, p := range s.v {
			r = math.Max(r, p.Norm())
		}
		return r
	}
	return math.Inf(1)
}

// OuterBoundingBox is the box along the outer axes about a solid at its pose. That of a mesh is
// the one about its own box; a half-space has no bounds.
func OuterBoundingBox(s Solid, at *Pose) (lo, hi vec) {
	switch s := s.(type) {
	case Ball:
		return boxAround(at.P, vec{X: s.R, Y: s.R, Z: s.R})
	case Block:
		return boxAround(at.P, outerBoxHalfExtent(at, s.H))
	case Rod:
		r := outerBoxHalfExtentOfDisc(at, s.R)
		return boxAround(at.P, r.Add(absComponents(at.R.C.Scale(s.H))))
	case Cone:
		top, bottom := at.R.C.Scale(s.H), at.R.C.Scale(-s.H)
		lo, hi = boxAround(at.P.Add(top), outerBoxHalfExtentOfDisc(at, s.Top))
		l, h := boxAround(at.P.Add(bottom), outerBoxHalfExtentOfDisc(at, s.Bottom))
		return lo.Min(l), hi.Max(h)
	case Ellipsoid:
		x, y, z := at.R.A.Scale(s.H.X), at.R.B.Scale(s.H.Y), at.R.C.Scale(s.H.Z)
		side := func(k int) float64 { return math.Hypot(math.Hypot(x.At(k), y.At(k)), z.At(k)) }
		return boxAround(at.P, vec{X: side(0), Y: side(1), Z: side(2)})
	case *Mesh:
		b := &s.tree[0]
		return boxAround(at.P.Add(at.R.Mul(b.lo.Add(b.hi).Scale(0.5))), outerBoxHalfExtent(at, b.hi.Sub(b.lo).Scale(0.5)))
	}
	inf := math.Inf(1)
	return vec{X: -inf, Y: -inf, Z: -inf}, vec{X: inf, Y: inf, Z: inf}
}

func boxAround(c, h vec) (lo, hi vec) { return c.Sub(h), c.Add(h) }

func absComponents(v vec) vec { return vec{X: math.Abs(v.X), Y: math.Abs(v.Y), Z: math.Abs(v.Z)} }

// outerBoxHalfExtent is half the outer box of a box with the half sides h.
func outerBoxHalfExtent(at *Pose, h vec) vec {
	return absComponents(at.R.A.Scale(h.X)).Add(absComponents(at.R.B.Scale(h.Y))).Add(absComponents(at.R.C.Scale(h.Z)))
}

// outerBoxHalfExtentOfDisc is half the outer box of a disc of radius r across z: r √(1 − z_k²) along each axis.
func outerBoxHalfExtentOfDisc(at *Pose, r float64) vec {
	side := func(k int) float64 { return r * math.Hypot(at.R.A.At(k), at.R.B.At(k)) }
	return vec{X: side(0), Y: side(1), Z: side(2)}
}
