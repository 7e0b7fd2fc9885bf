package expr

import "math"

// POLY(x,x0,a0,…,an) = Σ a_j u^j with u = x-x0, by Horner's scheme.

func init() {
	registerFunction(shape{min: 3, max: maxOrder + 3, value: polyValue, partials: polyPartials, jet: polyJet},
		Page{Name: "POLY", Form: "POLY(x, x0, a0, a1, ..., an)", Meaning: "The polynomial a0 + a1*u + ... + an*u**n of u = x - x0.", Limits: "n at most 30. Smooth.", Unit: "that of a0", Example: "POLY(2, 1, 1, 2, 3)", Value: "6"})
	registerFunction(shape{min: 3, max: maxOrder + 3, value: chebyValue, partials: chebyPartials, jet: chebyJet},
		Page{Name: "CHEBY", Form: "CHEBY(x, x0, c0, c1, ..., cn)", Meaning: "The sum of cj*Tj(x - x0), with the Chebyshev polynomials T0 = 1, T1(u) = u, Tj(u) = 2*u*Tj-1(u) - Tj-2(u). The interval is not scaled.", Limits: "n at most 30. Smooth.", Unit: "that of the coefficients", Example: "CHEBY(0.5, 0, 1, 2, 3)", Value: "0.5"})
	registerFunction(shape{min: 4, max: maxOrder + 4, value: forcosValue, partials: forcosPartials, jet: forcosJet},
		Page{Name: "FORCOS", Form: "FORCOS(x, x0, w, c0, c1, ..., cn)", Meaning: "The Fourier cosine series c0 + sum of cj*COS(j*w*(x - x0)). w: fundamental angular frequency, in radians per unit of x.", Limits: "n at most 30. Smooth.", Unit: "that of the coefficients", Example: "FORCOS(0.1, 0, 2*PI, 1, 2)", Value: "2.618033988749895"})
	registerFunction(shape{min: 4, max: maxOrder + 4, value: forsinValue, partials: forsinPartials, jet: forsinJet},
		Page{Name: "FORSIN", Form: "FORSIN(x, x0, w, c0, c1, ..., cn)", Meaning: "The Fourier sine series c0 + sum of cj*SIN(j*w*(x - x0)). w: fundamental angular frequency, in radians per unit of x.", Limits: "n at most 30. Smooth.", Unit: "that of the coefficients", Example: "FORSIN(0.1, 0, 360D, 1, 2)", Value: "2.1755705045849463"})
}

func polyValue(x []float64) float64 {
	u, a := x[0]-x[1], x[2:]
	r := a[len(a)-1]
	for j := len(a) - 2; j >= 0; j-- {
		r = r*u + a[j]
	}
	return r
}

func polyPartials(x, d []float64) {
	u, a := x[0]-x[1], x[2:]
	r, slope := a[len(a)-1], 0.0
	for j := len(a) - 2; j >= 0; j-- {
		slope = slope*u + r
		r = r*u + a[j]
	}
	d[0], d[1] = slope, -slope
	power := 1.0
	for j := range a {
		d[2+j] = power
		power *= u
	}
}

func polyJet(x []jet) jet {
	u, a := x[0].sub(x[1]), x[2:]
	r := a[len(a)-1]
	for j := len(a) - 2; j >= 0; j-- {
		r = r.mul(u).add(a[j])
	}
	return r
}

// CHEBY(x,x0,c0,…,cn) = Σ c_j P_j(u) with u = x-x0, P_0 = 1, P_1 = u,
// P_j = 2u P_{j-1} - P_{j-2}. Its derivative obeys
// P'_j = 2 P_{j-1} + 2u P'_{j-1} - P'_{j-2}.

func chebyValue(x []float64) float64 {
	u, c := x[0]-x[1], x[2:]
	r, p, q := 0.0, 1.0, u // P_j and P_{j+1}
	for j := range c {
		r += c[j] * p
		p, q = q, 2*u*q-p
	}
	return r
}

func chebyPartials(x, d []float64) {
	u, c := x[0]-x[1], x[2:]
	slope := 0.0
	p, q := 1.0, u
	dp, dq := 0.0, 1.0
	for j := range c {
		d[2+j] = p
		slope += c[j] * dp
		dp, dq = dq, 2*q+2*u*dq-dp
		p, q = q, 2*u*q-p
	}
	d[0], d[1] = slope, -slope
}

func chebyJet(x []jet) jet {
	u, c := x[0].sub(x[1]), x[2:]
	r, p, q := jet{}, jet{v: 1}, u
	for j := range c {
		r = r.add(c[j].mul(p))
		p, q = q, u.mul(q).scale(2).sub(p)
	}
	return r
}

// FORCOS and FORSIN(x,x0,ω,c0,…,cn) = c0 + Σ_{j≥1} c_j cos (sin) jω(x-x0).

func forcosValue(x []float64) float64 { return harmonicsValue(x, math.Cos) }
func forsinValue(x []float64) float64 { return harmonicsValue(x, math.Sin) }

func harmonicsValue(x []float64, f func(float64) float64) float64 {
	θ, c := x[2]*(x[0]-x[1]), x[3:]
	r := c[0]
	for j := 1; j < len(c); j++ {
		r += c[j] * f(float64(j)*θ)
	}
	return r
}

func forcosPartials(x, d []float64) {
	harmonicsPartials(x, d, func(a float64) (f, rate float64) { sin, cos := math.Sincos(a); return cos, -sin })
}

func forsinPartials(x, d []float64) { harmonicsPartials(x, d, math.Sincos) }

// harmonicsPartials sets d for terms f(jθ) with the rate f'(jθ).
func harmonicsPartials(x, d []float64, term func(float64) (f, rate float64)) {
	θ, c := x[2]*(x[0]-x[1]), x[3:]
	d[3] = 1
	slope := 0.0 // with respect to θ
	for j := 1; j < len(c); j++ {
		f, rate := term(float64(j) * θ)
		d[3+j] = f
		slope += c[j] * float64(j) * rate
	}
	d[0], d[1], d[2] = slope*x[2], -slope*x[2], slope*(x[0]-x[1])
}

func forcosJet(x []jet) jet { return harmonicsJet(x, jet.cos) }
func forsinJet(x []jet) jet { return harmonicsJet(x, jet.sin) }

func harmonicsJet(x []jet, f func(jet) jet) jet {
	θ, c := x[2].mul(x[0].sub(x[1])), x[3:]
	r := c[0]
	for j := 1; j < len(c); j++ {
		r = r.add(c[j].mul(f(θ.scale(float64(j)))))
	}
	return r
}
