package spline

// fitNaturalCubic returns the natural cubic spline, the interpolating curve of least ∫ y”²:
// the second derivative is continuous and zero at both ends. From the
// continuity of the slope its values M at the points follow,
//
//	h0 M0 + 2 (h0+h1) M1 + h1 M2 = 6 (δ1 - δ0).
//
// Continued by a parabola it continues as a straight line.
func fitNaturalCubic(x, y []float64) *piecewisePolynomial {
	h, δ := secantSlopes(x, y)
	n := len(x)
	s := newTridiagonal(n)
	s.b[0], s.b[n-1] = 1, 1
	for i := 1; i < n-1; i++ {
		s.a[i], s.b[i], s.c[i] = h[i-1], 2*(h[i-1]+h[i]), h[i]
		s.r[i] = 6 * (δ[i] - δ[i-1])
	}
	M := s.solveInPlace()
	c := &piecewisePolynomial{at: x, c: make([][6]float64, n-1)}
	for i := range c.c {
		c.c[i] = [6]float64{y[i], δ[i] - h[i]*(2*M[i]+M[i+1])/6, M[i] / 2, (M[i+1] - M[i]) / (6 * h[i])}
	}
	return c
}

// tridiagonalSystem is the equations a[i] u[i-1] + b[i] u[i] + c[i] u[i+1] = r[i],
// with a dominant diagonal.
type tridiagonalSystem struct{ a, b, c, r []float64 }

func newTridiagonal(n int) *tridiagonalSystem {
	v := make([]float64, 4*n)
	return &tridiagonalSystem{v[:n], v[n : 2*n], v[2*n : 3*n], v[3*n:]}
}

// solveInPlace returns u, in place of r.
func (s *tridiagonalSystem) solveInPlace() []float64 {
	n := len(s.r)
	for i := 1; i < n; i++ {
		w := s.a[i] / s.b[i-1]
		s.b[i] -= w * s.c[i-1]
		s.r[i] -= w * s.r[i-1]
	}
	for i := n - 1; i >= 0; i-- {
		if i < n-1 {
			s.r[i] -= s.c[i] * s.r[i+1]
		}
		s.r[i] /= s.b[i]
	}
	return s.r
}
