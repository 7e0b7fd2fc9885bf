package shape

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Cone is a frustum about the z axis with the radius Bottom at -H and Top at H.
type Cone struct{ Bottom, Top, H float64 }

// DistanceAt is that of a trapezium in the plane of the axis and p, with e the radial
// direction and t = z×e. With l = (Top - Bottom, 2H) along the flank and c, s the components
// of its normal (2H, Bottom - Top)/|l| the flank has n = c e + s z, whose derivative is
// (c/ρ) t tᵀ; ends and edges are those of a Rod.
func (k Cone) DistanceAt(p vec) Distance {
	rho := math.Hypot(p.X, p.Y)
	e := vec{X: 1}
	if rho > 0 {
		e = vec{X: p.X / rho, Y: p.Y / rho}
	}
	dr, dz := k.Top-k.Bottom, 2*k.H
	l := math.Hypot(dr, dz)
	c, s := dz/l, -dr/l
	x, z := rho-k.Bottom, p.Z+k.H // from the lower edge
	flank := Distance{Gap: c*x + s*z, Normal: e.Scale(c).Add(vec{Z: s})}
	if rho > 0 {
		flank.Curvature = scaledOuterProduct(vec{X: -e.Y, Y: e.X}, c/rho)
	}
	along := (x*dr + z*dz) / (l * l)
	top, bottom := Distance{Gap: z - dz, Normal: vec{Z: 1}}, Distance{Gap: -z, Normal: vec{Z: -1}}
	switch {
	case flank.Gap > 0 && along >= 0 && along <= 1:
		return flank
	case top.Gap > 0 && rho <= k.Top:
		return top
	case bottom.Gap > 0 && x <= 0:
		return bottom
	case flank.Gap <= 0 && top.Gap <= 0 && bottom.Gap <= 0:
		return nearerFaceFromInside(flank, nearerFaceFromInside(top, bottom))
	}
	if math.Hypot(rho-k.Top, z-dz) < math.Hypot(x, z) {
		return distanceToCircle(rho, k.Top, z-dz, e)
	}
	return distanceToCircle(rho, k.Bottom, z, e)
}

// nearerFaceFromInside is the nearer of two faces, as seen from within.
func nearerFaceFromInside(a, b Distance) Distance {
	if a.Gap >= b.Gap {
		return a
	}
	return b
}

// distanceToCircle is the distance from a circle of radius r in the distance rho from the axis
// and z above the circle: see Rod. A circle of radius 0 is a point.
func distanceToCircle(rho, r, z float64, e vec) Distance {
	a := rho - r
	gap := math.Hypot(a, z)
	c, s := a/gap, z/gap
	n := e.Scale(c).Add(vec{Z: s})
	if r == 0 {
		return Distance{Gap: gap, Normal: n, Curvature: spatial.PerpendicularProjector(n, 1/gap)}
	}
	h := scaledOuterProduct(e.Scale(-s).Add(vec{Z: c}), 1/gap)
	if rho > 0 {
		side := scaledOuterProduct(vec{X: -e.Y, Y: e.X}, c/rho)
		h = h.Add(&side)
	}
	return Distance{Gap: gap, Normal: n, Curvature: h}
}
