package shape

import "math"

// Ellipsoid has the half axes H about the origin.
type Ellipsoid struct{ H vec }

// DistanceAt: the nearest place x of the surface has p - x = t D⁻¹x with D = diag(h²), so that x = D p/(t + D) by components, and
// t is the greatest root of Σ h² p²/(t + h²)² = 1: the sum falls with t from the pole at the least h² among the components that
// are not zero, or where p has none along the least axis and the sum stays below 1, t = -h² of that axis and x has what
// is left along it. Let W = (1 - n nᵀ) D⁻¹/|D⁻¹x| be how the normal turns with the place on the surface; with the gap g a
// step δp across n moves x by δx = (1 + g W)⁻¹ δp, so the normal turns by W (1 + g W)⁻¹.
func (e Ellipsoid) DistanceAt(p vec) Distance {
	x := e.nearestSurfacePoint(p)
	d := vec{X: x.X / (e.H.X * e.H.X), Y: x.Y / (e.H.Y * e.H.Y), Z: x.Z / (e.H.Z * e.H.Z)}
	l := d.Norm()
	n := d.Scale(1 / l)
	gap := p.Sub(x).Dot(n)
	u, v := perpendiculars(n)
	w := func(a, b vec) float64 {
		return (a.X*b.X/(e.H.X*e.H.X) + a.Y*b.Y/(e.H.Y*e.H.Y) + a.Z*b.Z/(e.H.Z*e.H.Z)) / l
	}
	// W (1 + g W)⁻¹ for two by two: (W + g det W)/(1 + g tr W + g² det W).
	uu, uv, vv := w(u, u), w(u, v), w(v, v)
	det := uu*vv - uv*uv
	k := 1 / (1 + gap*(uu+vv) + gap*gap*det)
	a, b := u.Scale((uu+gap*det)*k).AddScaled(uv*k, v), u.Scale(uv*k).AddScaled((vv+gap*det)*k, v)
	return Distance{Gap: gap, Normal: n, Curvature: mat{
		A: a.Scale(u.X).AddScaled(v.X, b), B: a.Scale(u.Y).AddScaled(v.Y, b), C: a.Scale(u.Z).AddScaled(v.Z, b),
	}}
}

// nearestSurfacePoint is the place of the surface that is the nearest to p.
func (e Ellipsoid) nearestSurfacePoint(p vec) vec {
	h, q := tripleOf(e.H), tripleOf(p)
	least, scale := 0, max(h[0], h[1], h[2])
	for k := range 3 {
		if h[k] < h[least] {
			least = k
		}
	}
	// The sum is at least 1 at lo, at most at hi.
	lo := -h[least]*h[least] + h[least]*math.Abs(q[least])
	sum := 0.0
	for k := range 3 {
		sum += h[k] * h[k] * q[k] * q[k]
	}
	hi := -h[least]*h[least] + math.Sqrt(sum)
	at := func(t float64) (f, slope float64) {
		f = -1
		for k := range 3 {
			if q[k] != 0 {
				s := h[k] * q[k] / (t + h[k]*h[k])
				f += s * s
				slope -= 2 * s * s / (t + h[k]*h[k])
			}
		}
		return f, slope
	}
	if q[least] == 0 {
		if x, ok := e.nearestOnAxisPlane(&h, &q, least); ok {
			return x
		}
	}
	t := lo
	for range 100 {
		f, slope := at(t)
		if f > 0 {
			lo = t
		} else {
			hi = t
		}
		next := t - f/slope // the sum is convex: from the left Newton does not go too far
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
		}
		if math.Abs(next-t) <= 1e-16*scale*scale+4e-16*math.Abs(next) || next == t {
			t = next
			break
		}
		t = next
	}
	var x triple
	for k := range 3 {
		if q[k] != 0 {
			x[k] = h[k] * h[k] * q[k] / (t + h[k]*h[k])
		}
	}
	return vec{X: x[0], Y: x[1], Z: x[2]}
}

// nearestOnAxisPlane is the case of a place without a component along the shortest axis.
func (e Ellipsoid) nearestOnAxisPlane(h, q *triple, least int) (nearest vec, ok bool) {
	var x triple
	rest := 1.0
	for k := range 3 {
		if k == least {
			continue
		}
		d := h[k]*h[k] - h[least]*h[least]
		if q[k] == 0 {
			continue
		}
		if d <= 0 {
			return vec{}, false
		}
		x[k] = h[k] * h[k] * q[k] / d
		rest -= x[k] * x[k] / (h[k] * h[k])
	}
	if rest < 0 {
		return vec{}, false
	}
	x[least] = h[least] * math.Sqrt(rest)
	return vec{X: x[0], Y: x[1], Z: x[2]}, true
}
