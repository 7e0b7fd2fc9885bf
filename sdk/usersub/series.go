package usersub

import "math"

// polynomial returns Σ a_j u^j or a derivative with respect to u, by Horner's scheme.
func polynomial(u float64, a []float64, order int) float64 {
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

// chebyshev returns Σ c_j P_j(u) or a derivative with respect to u, with P_0 = 1,
// P_1 = u, P_j = 2u P_{j-1} - P_{j-2}; so for the derivatives
// P'_j = 2 P_{j-1} + 2u P'_{j-1} - P'_{j-2} and the like.
func chebyshev(u float64, c []float64, order int) float64 {
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

// sineDerivative returns a sin or cos of its argument differentiated order times.
func sineDerivative(sine bool, x float64, order int) float64 {
	sin, cos := math.Sincos(x)
	switch {
	case sine && order == 1:
		return cos
	case sine:
		return sin * float64(1-order)
	case order == 1:
		return -sin
	}
	return cos * float64(1-order)
}

// fourierSeries returns c0 + Σ_{j≥1} c_j cos (sin) jωs or a derivative with respect
// to s.
func fourierSeries(sine bool, s, ω float64, c []float64, order int) float64 {
	r := 0.0
	if order == 0 && len(c) > 0 {
		r = c[0]
	}
	for j := 1; j < len(c); j++ {
		w := float64(j) * ω
		r += c[j] * math.Pow(w, float64(order)) * sineDerivative(sine, float64(j)*(ω*s), order)
	}
	return r
}

// simpleHarmonic returns a sin(ωs - φ) + b or a derivative with respect to s.
func simpleHarmonic(s, a, ω, φ, b float64, order int) float64 {
	r := a * math.Pow(ω, float64(order)) * sineDerivative(true, ω*s-φ, order)
	if order == 0 {
		r += b
	}
	return r
}
