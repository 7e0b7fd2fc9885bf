// Package shape computes what contacts need of geometry: how far a point lies from
// a solid, along which normal, and where a body has points that may touch. It
// knows numbers only, no bodies and no time.
//
// Lengths are in the unit of the caller. Every solid and every set of points has
// axes of its own, in which it is described.
package shape

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

type (
	vec = spatial.Vec
	mat = spatial.Mat
)

// Distance is how far a point p is from a solid.
type Distance struct {
	Gap       float64 // distance of p from the surface, negative inside
	Normal    vec     // unit, away from the solid: the gradient of Gap
	Curvature mat     // ∂Normal/∂p, symmetric
}

// Solid is a shape with a distance function.
type Solid interface {
	// DistanceAt returns distance and normal at p. Inside, where several faces are
	// equally near, one of them is taken.
	DistanceAt(p vec) Distance
}

// Bounded is a solid that can determine at little cost that p is farther away than r. It may
// be wrong the other way.
type Bounded interface {
	IsPointFartherThan(p vec, distance float64) bool
}

// HalfSpace fills z < 0.
type HalfSpace struct{}

// DistanceAt returns z as the distance, the normal z and no curvature.
func (HalfSpace) DistanceAt(p vec) Distance { return Distance{Gap: p.Z, Normal: vec{Z: 1}} }

// Ball is a sphere of radius R about the origin.
type Ball struct{ R float64 }

// DistanceAt returns |p| - R with the normal n = p/|p| and its derivative (1 - n nᵀ)/|p|. At the centre the normal is z, with the
// derivative 0.
func (b Ball) DistanceAt(p vec) Distance {
	d := p.Norm()
	if d == 0 {
		return Distance{Gap: -b.R, Normal: vec{Z: 1}}
	}
	n := p.Scale(1 / d)
	return Distance{Gap: d - b.R, Normal: n, Curvature: spatial.PerpendicularProjector(n, 1/d)}
}

// Block is a box with the half sides H about the origin.
type Block struct{ H vec }

// DistanceAt: with q = |p| - H by components, outside the distance is the length of
// the part d of q that is positive, and the normal d/|d| with the signs of p; its
// derivative is (1 - n nᵀ)/|d| in the components where d is not zero. Inside the
// nearest face counts, whose normal is constant.
func (b Block) DistanceAt(p vec) Distance {
	var d, face vec
	at, best := 0, math.Inf(-1)
	for k := range 3 {
		q := math.Abs(p.At(k)) - b.H.At(k)
		if q > best {
			at, best = k, q
		}
		if q > 0 {
			d = d.AddScaled(math.Copysign(q, p.At(k)), spatial.UnitAxis(k))
		}
	}
	face = spatial.UnitAxis(at).Scale(math.Copysign(1, p.At(at)))
	if best <= 0 {
		return Distance{Gap: best, Normal: face}
	}
	gap := d.Norm()
	n := d.Scale(1 / gap)
	h := spatial.PerpendicularProjector(n, 1/gap)
	for k, c := range [3]*vec{&h.A, &h.B, &h.C} { // no change along sides that p is over
		if d.At(k) == 0 {
			*c = vec{}
		}
	}
	return Distance{Gap: gap, Normal: n, Curvature: mat{A: maskedVector(h.A, d), B: maskedVector(h.B, d), C: maskedVector(h.C, d)}}
}

// maskedVector returns the components of v in which mask is not zero.
func maskedVector(v, mask vec) vec {
	if mask.X == 0 {
		v.X = 0
	}
	if mask.Y == 0 {
		v.Y = 0
	}
	if mask.Z == 0 {
		v.Z = 0
	}
	return v
}

// Rod is a cylinder of radius R about the z axis, from -H to H.
type Rod struct{ R, H float64 }

// DistanceAt is that of a rectangle in the plane of the axis and p, with e the radial
// direction: beside the curved side n = e, whose derivative is t tᵀ/ρ with t = z×e;
// over an end n = ±z; off an edge the normal points from the edge, n = c e + s z, which
// changes by (m mᵀ)/gap in the plane, m = -s e + c z, and by (c/ρ) t tᵀ about the axis.
func (r Rod) DistanceAt(p vec) Distance {
	rho := math.Hypot(p.X, p.Y)
	e := vec{X: 1}
	if rho > 0 {
		e = vec{X: p.X / rho, Y: p.Y / rho}
	}
	t, z := vec{X: -e.Y, Y: e.X}, vec{Z: math.Copysign(1, p.Z)}
	a, b := rho-r.R, math.Abs(p.Z)-r.H
	side := func(c float64) mat {
		if rho == 0 {
			return mat{}
		}
		return scaledOuterProduct(t, c/rho)
	}
	switch {
	case a > 0 && b > 0:
		gap := math.Hypot(a, b)
		c, s := a/gap, b/gap
		h, m := side(c), scaledOuterProduct(e.Scale(-s).AddScaled(c, z), 1/gap)
		return Distance{Gap: gap, Normal: e.Scale(c).AddScaled(s, z), Curvature: h.Add(&m)}
	case a > b:
		return Distance{Gap: a, Normal: e, Curvature: side(1)}
	}
	return Distance{Gap: b, Normal: z}
}

// scaledOuterProduct returns k v vᵀ.
func scaledOuterProduct(v vec, k float64) mat {
	return mat{A: v.Scale(k * v.X), B: v.Scale(k * v.Y), C: v.Scale(k * v.Z)}
}
