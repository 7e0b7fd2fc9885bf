package spline

// fitNaturalQuintic returns the natural quintic spline, the interpolating curve of least
// ∫ y”'²: four continuous derivatives, the third and fourth zero at both
// ends (Herriot and Reinsch, ACM TOMS 2, 1976, 281). Continued by parabolas it
// keeps all four.
//
// Derivation. Unknown are slope d and second derivative s at each point. On an
// interval of length h with the difference Δ of its values the quintic has at its
// ends
//
//	y”'(0) =  60Δ/h³ - (36 d0 + 24 d1)/h² - (9 s0 - 3 s1)/h
//	y”'(h) =  60Δ/h³ - (24 d0 + 36 d1)/h² - (3 s0 - 9 s1)/h
//	y””(0) = -360Δ/h⁴ + (192 d0 + 168 d1)/h³ + (36 s0 - 24 s1)/h²
//	y””(h) =  360Δ/h⁴ - (168 d0 + 192 d1)/h³ - (24 s0 - 36 s1)/h²
//
// That they do not jump makes the derivative of the integral zero: with the sums
// over both intervals of a point of y””(0) - y””(h) for d and y”'(h) - y”'(0) for
// s, the equations are symmetric and positive definite, by blocks of two.
func fitNaturalQuintic(x, y []float64) *piecewisePolynomial {
	h, _ := secantSlopes(x, y)
	u := quinticSlopesAndSecondDerivatives(h, y)
	c := &piecewisePolynomial{at: x, c: make([][6]float64, len(h))}
	for i, h := range h {
		d0, s0, d1, s1 := u[i][0], u[i][1], u[i+1][0], u[i+1][1]
		a := y[i+1] - y[i] - h*(d0+h*s0/2)
		b, e := h*(d1-d0-h*s0), h*h*(s1-s0)
		c.c[i] = [6]float64{y[i], d0, s0 / 2,
			(10*a - 4*b + e/2) / (h * h * h), (-15*a + 7*b - e) / (h * h * h * h), (6*a - 3*b + e/2) / (h * h * h * h * h)}
	}
	return c
}

// quinticSlopesAndSecondDerivatives returns slope and second derivative at each point, by elimination of
// blocks: A[i] on the diagonal, B[i] right of it, its transpose below.
func quinticSlopesAndSecondDerivatives(h, y []float64) [][2]float64 {
	n := len(y)
	A, B, u := make([][2][2]float64, n), make([][2][2]float64, n-1), make([][2]float64, n)
	for i, h := range h {
		h2, h3, Δ := h*h, h*h*h, y[i+1]-y[i]
		B[i] = [2][2]float64{{168 / h3, -24 / h2}, {24 / h2, -3 / h}}
		for k, sign := range [2]float64{1, -1} { // left end, right end
			a, r := &A[i+k], &u[i+k]
			a[0][0] += 192 / h3
			a[0][1] += sign * 36 / h2
			a[1][0] += sign * 36 / h2
			a[1][1] += 9 / h
			r[0] += 360 * Δ / (h2 * h2)
			r[1] += sign * 60 * Δ / h3
		}
	}
	for i := range n - 1 { // A[i+1] -= Bᵀ A⁻¹ B, and the same of the right-hand side
		for k := range 2 {
			w := solve2x2(&A[i], [2]float64{B[i][0][k], B[i][1][k]}) // A⁻¹ column k of B
			for j := range 2 {
				A[i+1][k][j] -= w[0]*B[i][0][j] + w[1]*B[i][1][j]
			}
			u[i+1][k] -= w[0]*u[i][0] + w[1]*u[i][1]
		}
	}
	for i := n - 1; i >= 0; i-- {
		if i < n-1 {
			for k := range 2 {
				u[i][k] -= B[i][k][0]*u[i+1][0] + B[i][k][1]*u[i+1][1]
			}
		}
		u[i] = solve2x2(&A[i], u[i])
	}
	return u
}

// solve2x2 solves a v = r for a symmetric, positive definite block.
func solve2x2(a *[2][2]float64, r [2]float64) [2]float64 {
	w := a[1][0] / a[0][0]
	v1 := (r[1] - w*r[0]) / (a[1][1] - w*a[0][1])
	return [2]float64{(r[0] - a[0][1]*v1) / a[0][0], v1}
}

// FitNaturalQuintic returns the pieces of the natural quintic spline through the points, which
// are three or more: Σ c[k] (x-x[i])^k between x[i] and x[i+1].
func FitNaturalQuintic(x, y []float64) [][6]float64 { return fitNaturalQuintic(x, y).c }
