package shape

import "math"

// Solids that bulge everywhere, as what parts two of them needs: how far they reach.

// hull is a block, a frustum (a rod is one) or an ellipsoid at its pose, along outer axes. Its place is
// distinguished from the middle of the first solid of a pair.
type hull struct {
	kind hullKind
	// Half sides, half axes, or the radii at the bottom and the top and half the height.
	h    vec
	c    vec // centre
	r    mat // axes by columns
	ring float64
}

type hullKind int8

const (
	blockHull hullKind = iota
	frustumHull
	eggHull
)

// hullOf is a solid as a hull; not ok if it is none.
func hullOf(s Solid, p *Pose, from vec) (x hull, ok bool) {
	x.c, x.r = p.P.Sub(from), p.R
	switch s := s.(type) {
	case Block:
		x.h = s.H
	case Rod:
		x.kind, x.h = frustumHull, vec{X: s.R, Y: s.R, Z: s.H}
	case Cone:
		x.kind, x.h = frustumHull, vec{X: s.Bottom, Y: s.Top, Z: s.H}
		x.ring = (s.Bottom - s.Top) / math.Hypot(s.Bottom-s.Top, 2*s.H)
	case Ellipsoid:
		x.kind, x.h = eggHull, s.H
	default:
		return x, false
	}
	return x, true
}

// boundingSizes is about the least half extent, radius that of the ball about the centre.
func (s *hull) boundingSizes() (least, radius float64) {
	switch s.kind {
	case frustumHull:
		r := max(s.h.X, s.h.Y)
		return min(r, s.h.Z), math.Sqrt(r*r + s.h.Z*s.h.Z)
	case eggHull:
		return min(s.h.X, s.h.Y, s.h.Z), max(s.h.X, s.h.Y, s.h.Z)
	}
	return min(s.h.X, s.h.Y, s.h.Z), s.h.Norm()
}

// supportPoint is the place of the solid that is the farthest along n.
func (s *hull) supportPoint(n vec) vec {
	x, y, z := n.Dot(s.r.A), n.Dot(s.r.B), n.Dot(s.r.C)
	switch s.kind {
	case frustumHull:
		r, at := s.h.X, -s.h.Z
		rho := math.Sqrt(x*x + y*y)
		if s.h.Y*rho+s.h.Z*z > s.h.X*rho-s.h.Z*z {
			r, at = s.h.Y, s.h.Z
		}
		x, y, z = circleSupport(x, y, rho, r, at)
	case eggHull:
		x, y, z = s.h.X*s.h.X*x, s.h.Y*s.h.Y*y, s.h.Z*s.h.Z*z
		w := 1 / math.Sqrt(x*n.Dot(s.r.A)+y*n.Dot(s.r.B)+z*n.Dot(s.r.C))
		x, y, z = x*w, y*w, z*w
	default:
		x, y, z = math.Copysign(s.h.X, x), math.Copysign(s.h.Y, y), math.Copysign(s.h.Z, z)
	}
	return s.toOuterAxes(x, y, z)
}

// circleSupport is the place of the circle of that radius at z that is the farthest along x, y; rho is their length.
func circleSupport(x, y, rho, radius, z float64) (supportX float64, supportY float64, supportZ float64) {
	if rho < 1e-9 { // along the axis: any
		return radius, 0, z
	}
	return radius * x / rho, radius * y / rho, z
}

// toOuterAxes is one given in the solid's axes.
func (s *hull) toOuterAxes(x, y, z float64) vec {
	return s.c.AddScaled(x, s.r.A).AddScaled(y, s.r.B).AddScaled(z, s.r.C)
}

// supportDerivative is by how much the support moves when n turns by t, which is across n: the second derivative of
// how far the solid reaches. That of a circle of radius r about z is r/ρ along z×n, with ρ the sine of the angle between
// n and z; with D = diag(h²) and w² = nᵀDn that of an ellipsoid is (D - D n nᵀ D/w²)/w. Corners have none.
func (s *hull) supportDerivative(n, t vec) vec {
	switch s.kind {
	case frustumHull:
		x, y, z := n.Dot(s.r.A), n.Dot(s.r.B), n.Dot(s.r.C)
		rho := math.Sqrt(x*x + y*y)
		r := s.h.X
		if s.h.Y*rho+s.h.Z*z > s.h.X*rho-s.h.Z*z {
			r = s.h.Y
		}
		if rho < 1e-9 {
			return vec{}
		}
		e := s.r.A.Scale(-y/rho).AddScaled(x/rho, s.r.B)
		return e.Scale(r / rho * e.Dot(t))
	case eggHull:
		d := func(v vec) vec {
			return s.r.A.Scale(s.h.X*s.h.X*v.Dot(s.r.A)).AddScaled(s.h.Y*s.h.Y*v.Dot(s.r.B), s.r.B).AddScaled(s.h.Z*s.h.Z*v.Dot(s.r.C), s.r.C)
		}
		m := d(n)
		w2 := m.Dot(n)
		return d(t).AddScaled(-m.Dot(t)/w2, m).Scale(1 / math.Sqrt(w2))
	}
	return vec{}
}

// faceCount are how many flat faces there are, half of those of a block.
func (s *hull) faceCount() int8 { return [...]int8{3, 1, 0}[s.kind] }

// faceNormal is the normal of face k; the opposite is one too.
func (s *hull) faceNormal(k int8) vec {
	if s.kind == blockHull {
		return s.r.Col(int(k))
	}
	return s.r.C
}

// lineFamilyCount are how many families of straight lines the surface has.
func (s *hull) lineFamilyCount() int8 { return [...]int8{3, 1, 0}[s.kind] }

// lineFamilyCircle is the circle n·axis = k of the directions in which the farthest places are a line of family i: edges of a
// block, lines of a frustum from rim to rim.
func (s *hull) lineFamilyCircle(i int8) (axis vec, k float64) {
	if s.kind == blockHull {
		return s.r.Col(int(i)), 0
	}
	return s.r.C, s.ring
}

// isPointSymmetric reports that the solid is its own mirror image about its centre.
func (s *hull) isPointSymmetric() bool { return s.ring == 0 }
