package spline

import "sort"

// piecewisePolynomial is a piecewise polynomial.
type piecewisePolynomial struct {
	at []float64    // where pieces begin, and last the end
	c  [][6]float64 // piece i is Σ c[i][k] (x-at[i])^k
	// before and behind continue it around the first and the last point.
	before, behind [6]float64
}

// Derivatives are a value and its first four derivatives with respect to x.
type Derivatives [5]float64

// evalPolynomial sets result to those of a polynomial at t.
func evalPolynomial(result *Derivatives, c *[6]float64, t float64) {
	result[0] = ((((c[5]*t+c[4])*t+c[3])*t+c[2])*t+c[1])*t + c[0]
	result[1] = (((5*c[5]*t+4*c[4])*t+3*c[3])*t+2*c[2])*t + c[1]
	result[2] = ((20*c[5]*t+12*c[4])*t+6*c[3])*t + 2*c[2]
	result[3] = (60*c[5]*t+24*c[4])*t + 6*c[3]
	result[4] = 120*c[5]*t + 24*c[4]
}

// evalAt sets result at x. Where pieces meet, that on the right counts; at the end
// the last one.
func (c *piecewisePolynomial) evalAt(result *Derivatives, x float64) {
	n := len(c.c)
	switch {
	case x < c.at[0]:
		evalPolynomial(result, &c.before, x-c.at[0])
	case x > c.at[n]:
		evalPolynomial(result, &c.behind, x-c.at[n])
	default:
		i := max(sort.SearchFloat64s(c.at, x), 1) - 1 // at[i] < x <= at[i+1]
		if i+1 < n && x == c.at[i+1] {
			i++
		}
		i = min(i, n-1) // NaN is behind all
		evalPolynomial(result, &c.c[i], x-c.at[i])
	}
}

// extendBeyondEnds continues the curve beyond its ends: by straight lines or by parabolas
// with the value, the slope and, for the latter, the curvature that it has
// there.
func (c *piecewisePolynomial) extendBeyondEnds(byLines bool) {
	n := len(c.c)
	for _, e := range []struct {
		dst *[6]float64
		i   int
		t   float64
	}{{&c.before, 0, 0}, {&c.behind, n - 1, c.at[n] - c.at[n-1]}} {
		var d Derivatives
		evalPolynomial(&d, &c.c[e.i], e.t)
		*e.dst = [6]float64{d[0], d[1], d[2] / 2}
		if byLines {
			e.dst[2] = 0
		}
	}
}

// hermiteCoefficients returns the cubic over a length h with the values y0 and y1, whose
// difference is h δ, and the slopes d0 and d1 at its ends.
func hermiteCoefficients(y0, δ, d0, d1, h float64) [6]float64 {
	return [6]float64{y0, d0, (3*δ - 2*d0 - d1) / h, (d0 + d1 - 2*δ) / (h * h)}
}

// secantSlopes returns the lengths and the slopes of the straight lines between
// points.
func secantSlopes(x, y []float64) (h, δ []float64) {
	h, δ = make([]float64, len(x)-1), make([]float64, len(x)-1)
	for i := range h {
		h[i] = x[i+1] - x[i]
		δ[i] = (y[i+1] - y[i]) / h[i]
	}
	return h, δ
}

// joinByLines joins points by straight lines.
func joinByLines(x, y []float64) *piecewisePolynomial {
	_, δ := secantSlopes(x, y)
	c := &piecewisePolynomial{at: x, c: make([][6]float64, len(δ))}
	for i := range c.c {
		c.c[i] = [6]float64{y[i], δ[i]}
	}
	return c
}
