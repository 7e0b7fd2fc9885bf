package spline

import "math"

// Akima's method (J. ACM 17, 1970, 589): the slope at a point is a mean of
// those of the lines on both sides, m2 and m3, weighted by how little the slopes
// beyond the other one change,
//
//	t = (|m4-m3| m2 + |m2-m1| m3) / (|m4-m3| + |m2-m1|),
//
// and (m2+m3)/2 where both weights are zero. At each end two more slopes
// continue the last two in equal steps. A point moves the curve no farther away than three
// intervals, and the curve does not overshoot beside a step as others do. The
// price is a second derivative that jumps at the points.
func fitAkima(x, y []float64) *piecewisePolynomial {
	h, δ := secantSlopes(x, y)
	n := len(x)
	m := make([]float64, n+3) // m[i+2] is δ[i]
	noise := make([]float64, n+3)
	copy(m[2:], δ)
	m[1] = 2*m[2] - m[3]
	m[0] = 2*m[1] - m[2]
	m[n+1] = 2*m[n] - m[n-1]
	m[n+2] = 2*m[n+1] - m[n]
	for i := range δ {
		noise[i+2] = boundSlopeRounding(x, y, h[i], δ[i], i)
	}
	t := make([]float64, n)
	for i := range t {
		a, b := math.Abs(m[i+3]-m[i+2]), math.Abs(m[i+1]-m[i])
		t[i] = (m[i+1] + m[i+2]) / 2
		if a+b > noise[i]+noise[i+1]+noise[i+2]+noise[i+3] {
			t[i] = (a*m[i+1] + b*m[i+2]) / (a + b)
		}
	}
	c := &piecewisePolynomial{at: x, c: make([][6]float64, n-1)}
	for i := range c.c {
		c.c[i] = hermiteCoefficients(y[i], δ[i], t[i], t[i+1], h[i])
	}
	return c
}

// boundSlopeRounding bounds what the rounding of decimal numbers changes in the slope
// between points i and i+1: differences of slopes below it are none, else the
// weights on a straight part of a table would be those of its last digits.
func boundSlopeRounding(x, y []float64, h, δ float64, i int) float64 {
	const eps = 0x1p-52
	return 2 * eps * (math.Abs(y[i]) + math.Abs(y[i+1]) + math.Abs(δ)*(math.Abs(x[i])+math.Abs(x[i+1]))) / h
}
