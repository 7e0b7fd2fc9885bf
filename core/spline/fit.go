package spline

// fitQuadratic is the quadratic spline through the points whose pieces meet halfway
// between them, but for the first and the last two points, which share a piece: the
// knots that C. de Boor (A Practical Guide to Splines, ch. XIII) gives for
// order 3. It reproduces parabolas; the slope is continuous.
//
// Derivation. Piece i is y_i + b (x-x_i) + c (x-x_i)² between the midpoints of
// its neighbours. With the slopes s_i at the midpoint right of point i
//
//	c = (s_i - s_{i-1}) / H_i,  b = (h_{i-1} s_i + h_i s_{i-1}) / H_i,  H_i = h_{i-1} + h_i,
//
// and since a parabola has the slope of its secant in the middle, s is δ in the
// first and the last interval. That pieces i and i+1 meet in between is
//
//	h_i/H_i s_{i-1} + ((2h_{i-1}+h_i)/H_i + (2h_{i+1}+h_i)/H_{i+1}) s_i + h_i/H_{i+1} s_{i+1} = 4 δ_i.
func fitQuadratic(x, y []float64) *piecewisePolynomial {
	h, δ := secantSlopes(x, y)
	n := len(x)
	e := newTridiagonal(n - 1)
	e.b[0], e.r[0] = 1, δ[0]
	e.b[n-2], e.r[n-2] = 1, δ[n-2]
	for i := 1; i < n-2; i++ {
		left, right := h[i-1]+h[i], h[i]+h[i+1]
		e.a[i], e.c[i] = h[i]/left, h[i]/right
		e.b[i] = (2*h[i-1]+h[i])/left + (2*h[i+1]+h[i])/right
		e.r[i] = 4 * δ[i]
	}
	s := e.solveInPlace()
	c := &piecewisePolynomial{at: []float64{x[0]}}
	for i := 1; i < n-1; i++ {
		both := h[i-1] + h[i]
		b, q := (h[i-1]*s[i]+h[i]*s[i-1])/both, (s[i]-s[i-1])/both
		t := c.at[i-1] - x[i] // the piece is written around its beginning
		c.c = append(c.c, [6]float64{y[i] + t*(b+q*t), b + 2*q*t, q})
		c.at = append(c.at, x[i]+h[i]/2)
	}
	c.at[n-2] = x[n-1]
	return c
}
