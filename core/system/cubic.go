package system

import (
	"math"
	"sort"

	"github.com/trammel-mbd/trammel/core/spline"
)

// SplineCurve is a curve of cubic or quintic pieces over the parameter -1 ≤ u ≤ 1, whose
// second or fourth derivative is continuous.
type SplineCurve struct {
	at     []float64 // ends of the pieces, from -1 to 1
	piece  [][6]vec  // Σ c[i] hⁱ with h = u - at[k]
	closed bool
}

// evalDerivatives sets j to the point and its three derivatives at u. A closed curve continues
// at its start; the end pieces of an open one reach beyond their ends.
func (c *SplineCurve) evalDerivatives(j *shapeJet, u float64) {
	if c.closed {
		u -= 2 * math.Floor((u+1)/2)
	}
	n := len(c.piece)
	k := sort.SearchFloat64s(c.at[1:n], u)
	p := &c.piece[k]
	h := u - c.at[k]
	h2, h3 := h*h, h*h*h
	j.p = p[0].AddScaled(h, p[1]).AddScaled(h2, p[2]).AddScaled(h3, p[3]).AddScaled(h2*h2, p[4]).AddScaled(h2*h3, p[5])
	j.d[0] = p[1].AddScaled(2*h, p[2]).AddScaled(3*h2, p[3]).AddScaled(4*h3, p[4]).AddScaled(5*h2*h2, p[5])
	j.dd[0] = p[2].Scale(2).AddScaled(6*h, p[3]).AddScaled(12*h2, p[4]).AddScaled(20*h3, p[5])
	j.ddd[0] = p[3].Scale(6).AddScaled(24*h, p[4]).AddScaled(60*h2, p[5])
}

// InterpolateCubic returns the cubic spline through points, at parameters that grow
// with the length of the polygon through them. Neighbours must differ. Of a closed
// one the last point is the first, and it is periodic; there are four points or
// more. An open one is not-a-knot: the two pieces at an end are one cubic. Three
// points give a parabola, two a line.
func InterpolateCubic(points []vec, closed bool) *SplineCurve {
	n := len(points) - 1 // pieces
	at := symmetricChordLengthParameters(points)
	h, slope := make([]float64, n), make([]vec, n)
	for k := range n {
		h[k] = at[k+1] - at[k]
		slope[k] = points[k+1].Sub(points[k]).Scale(1 / h[k])
	}
	m := splineSecondDerivatives(h, slope, closed)
	c := &SplineCurve{at: at, closed: closed}
	for k := range n {
		c.piece = append(c.piece, [6]vec{
			0: points[k],
			1: slope[k].AddScaled(-h[k]/6, m[k].Scale(2).Add(m[k+1])),
			2: m[k].Scale(0.5),
			3: m[k+1].Sub(m[k]).Scale(1 / (6 * h[k])),
		})
	}
	return c
}

// symmetricChordLengthParameters returns parameters from -1 to 1 that grow with the length of the polygon.
func symmetricChordLengthParameters(points []vec) []float64 {
	n := len(points) - 1
	at := make([]float64, n+1)
	for k := range n {
		at[k+1] = at[k] + points[k+1].Sub(points[k]).Norm()
	}
	all := at[n]
	for k := range at {
		at[k] = 2*at[k]/all - 1
	}
	at[n] = 1
	return at
}

// splineSecondDerivatives returns the second derivatives M at the n+1 points of a spline with
// pieces of length h and slopes of the chords. Its first derivative is continuous
// where
//
//	h[k-1] M[k-1] + 2 (h[k-1] + h[k]) M[k] + h[k] M[k+1] = 6 (slope[k] - slope[k-1]).
//
// That the third derivative is continuous at the first inner point of an open
// curve gives M[0] = M[1] + (M[1] - M[2]) h[0]/h[1], and so at its other end.
func splineSecondDerivatives(h []float64, slope []vec, closed bool) []vec {
	n := len(h)
	m := make([]vec, n+1)
	switch {
	case closed:
		copy(m, cyclicSplineSecondDerivatives(h, slope))
		m[n] = m[0]
		return m
	case n == 1:
		return m
	case n == 2:
		a := slope[1].Sub(slope[0]).Scale(2 / (h[0] + h[1]))
		return []vec{a, a, a}
	}
	lo, di, up, r := make([]float64, n-1), make([]float64, n-1), make([]float64, n-1), make([]vec, n-1)
	for i := range r {
		lo[i], di[i], up[i] = h[i], 2*(h[i]+h[i+1]), h[i+1]
		r[i] = slope[i+1].Sub(slope[i]).Scale(6)
	}
	a, z := h[0]/h[1], h[n-1]/h[n-2]
	di[0] += h[0] * (1 + a)
	up[0] -= h[0] * a
	di[n-2] += h[n-1] * (1 + z)
	lo[n-2] -= h[n-1] * z
	solveTridiagonal(lo, di, up, r)
	copy(m[1:], r)
	m[0] = m[1].AddScaled(a, m[1].Sub(m[2]))
	m[n] = m[n-1].AddScaled(z, m[n-1].Sub(m[n-2]))
	return m
}

// cyclicSplineSecondDerivatives solves the same equations for a closed curve, whose first and last
// unknown are neighbours (Sherman and Morrison: the corners are a matrix of rank one).
func cyclicSplineSecondDerivatives(h []float64, slope []vec) []vec {
	n := len(h)
	lo, di, up := make([]float64, n), make([]float64, n), make([]float64, n)
	r, corner := make([]vec, n), make([]vec, n)
	for k := range n {
		p := (k + n - 1) % n
		lo[k], di[k], up[k] = h[p], 2*(h[p]+h[k]), h[k]
		r[k] = slope[k].Sub(slope[p]).Scale(6)
	}
	w, g := h[n-1], -di[0] // both corners are h[n-1]
	di[0] -= g
	di[n-1] -= w * w / g
	corner[0].X, corner[n-1].X = g, w
	solveTridiagonal(lo, append([]float64(nil), di...), up, r)
	solveTridiagonal(lo, di, up, corner)
	den := 1 + corner[0].X + corner[n-1].X*w/g
	f := r[0].AddScaled(w/g, r[n-1]).Scale(1 / den)
	for k := range r {
		r[k] = r[k].AddScaled(-corner[k].X, f)
	}
	return r
}

// solveTridiagonal replaces r by the solution of a system whose diagonal dominates.
// di is spoilt.
func solveTridiagonal(lo, di, up []float64, r []vec) {
	n := len(r)
	for i := 1; i < n; i++ {
		f := lo[i] / di[i-1]
		di[i] -= f * up[i-1]
		r[i] = r[i].AddScaled(-f, r[i-1])
	}
	r[n-1] = r[n-1].Scale(1 / di[n-1])
	for i := n - 2; i >= 0; i-- {
		r[i] = r[i].AddScaled(-up[i], r[i+1]).Scale(1 / di[i])
	}
}

// NewBSpline returns the uniform B-spline of control points, of degree 3 or 5 where there
// are more of them than that, else of the degree that they allow. An open one is clamped: it begins
// at the first point and ends at the last. Of a closed one the last point is the first.
func NewBSpline(points []vec, closed bool, deg int) *SplineCurve {
	n := len(points)
	if closed {
		// periodic: the points continue at both ends
		n--
		ring := make([]vec, 0, n+deg)
		for k := -(deg - 1) / 2; len(ring) < n+deg; k++ {
			ring = append(ring, points[(k+2*n)%n])
		}
		points = ring
	} else {
		deg = min(deg, n-1)
	}
	pieces := len(points) - deg
	c := &SplineCurve{closed: closed}
	knot := make([]float64, len(points)+deg+1)
	for i := range knot {
		k := float64(i - deg)
		if !closed {
			k = min(max(k, 0), float64(pieces))
		}
		knot[i] = 2*k/float64(pieces) - 1
	}
	c.at = append(c.at, knot[deg:deg+pieces+1]...)
	for k := range pieces {
		c.piece = append(c.piece, bsplinePieceCoefficients(points, knot, deg, k))
	}
	return c
}

// bsplinePieceCoefficients returns the piece k of a B-spline as a polynomial from its lower end.
// Derivatives of a B-spline are B-splines of the scaled differences of its
// control points (de Boor).
func bsplinePieceCoefficients(points []vec, knot []float64, deg, k int) (piece [6]vec) {
	u := knot[k+deg]
	p := append([]vec(nil), points[k:k+deg+1]...)
	kn := knot[k:]
	f := 1.0
	for order := 0; order <= deg; order++ {
		d := deg - order
		q := append([]vec(nil), p...)
		for r := 1; r <= d; r++ {
			for i := d; i >= r; i-- {
				a := (u - kn[i]) / (kn[i+d-r+1] - kn[i])
				q[i] = q[i-1].Scale(1-a).AddScaled(a, q[i])
			}
		}
		piece[order] = q[d].Scale(1 / f)
		f *= float64(order + 1)
		for i := range d {
			p[i] = p[i+1].Sub(p[i]).Scale(float64(d) / (kn[i+d+1] - kn[i+1]))
		}
		p, kn = p[:d], kn[1:]
	}
	return piece
}

// beyondEnds is how many points of a closed curve are repeated at either end: what the ends
// of a quintic spline do to it falls by 0.43 a point, 0.43⁴⁵ = 3e-17.
const beyondEnds = 45

// InterpolateQuintic is Interpolate with pieces of fifth degree: an open curve is the
// natural quintic spline, the third and fourth derivatives of which are zero at its ends;
// a closed one is periodic, with four continuous derivatives there too. There are three
// points or more.
func InterpolateQuintic(points []vec, closed bool) *SplineCurve {
	at, first := symmetricChordLengthParameters(points), 0
	n := len(points) - 1
	c := &SplineCurve{at: at, piece: make([][6]vec, n), closed: closed}
	x, p := at, points
	if closed {
		x, p, first = nil, nil, beyondEnds
		for k := -beyondEnds; k <= n+beyondEnds; k++ {
			turn := (k + 64*n) / n // points before the start count up from a multiple of n
			i := (k + 64*n) % n
			x, p = append(x, at[i]+2*float64(turn-64)), append(p, points[i])
		}
	}
	y := make([]float64, len(p))
	for axis := range 3 {
		for k := range p {
			y[k] = p[k].At(axis)
		}
		for k, q := range spline.FitNaturalQuintic(x, y)[first : first+n] {
			for i, v := range q {
				switch axis {
				case 0:
					c.piece[k][i].X = v
				case 1:
					c.piece[k][i].Y = v
				default:
					c.piece[k][i].Z = v
				}
			}
		}
	}
	return c
}
