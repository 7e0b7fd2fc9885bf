package usersub

import "math"

// evalPolynomial returns Σ a_j u^j or a derivative with respect to u, by Horner's scheme.
func evalPolynomial(u float64, a []float64, order int) float64 {
	r := 0.0
	for j := len(a) - 1; j >= order; j-- {
		f := 1.0
		for k := range order {
			f *= float64(j - k)
		}
		r = r*u + f*a[j]
	}
	return r
}

// evalChebyshevSeries returns Σ c_j P_j(u) or a derivative with respect to u, with P_0 = 1,
// P_1 = u, P_j = 2u P_{j-1} - P_{j-2}; so for the derivatives
// P'_j = 2 P_{j-1} + 2u P'_{j-1} - P'_{j-2} and the like.
func evalChebyshevSeries(u float64, c []float64, order int) float64 {
	r := 0.0
	p, q := [3]float64{1, 0, 0}, [3]float64{u, 1, 0} // P_j and P_{j+1}
	for j := range c {
		r += c[j] * p[order]
		p, q = q, [3]float64{
			2*u*q[0] - p[0],
			2*q[0] + 2*u*q[1] - p[1],
			4*q[1] + 2*u*q[2] - p[2],
		}
	}
	return r
}

// evalSineDerivative returns a sin or cos of its argument differentiated order times.
func evalSineDerivative(isSine bool, x float64, order int) float64 {
	sin, cos := math.Sincos(x)
	switch {
	case isSine && order == 1:
		return cos
	case isSine:
		return sin * float64(1-order)
	case order == 1:
		return -sin
	}
	return cos * float64(1-order)
}

// evalFourierSeries returns c0 + Σ_{j≥1} c_j cos (sin) jωs or a derivative with respect
// to s.
func evalFourierSeries(isSine bool, s, ω float64, c []float64, order int) float64 {
	r := 0.0
	if order == 0 && len(c) > 0 {
		r = c[0]
	}
	for j := 1; j < len(c); j++ {
		w := float64(j) * ω
		r += c[j] * math.Pow(w, float64(order)) * evalSineDerivative(isSine, float64(j)*(ω*s), order)
	}
	return r
}

// evalSimpleHarmonic returns a sin(ωs - φ) + b or a derivative with respect to s.
func evalSimpleHarmonic(s, a, ω, φ, b float64, order int) float64 {
	r := a * math.Pow(ω, float64(order)) * evalSineDerivative(true, ω*s-φ, order)
	if order == 0 {
		r += b
	}
	return r
}
