package expr

import "math"

// SHF(x,x0,a,ω,φ,b) = a sin(ω(x-x0) - φ) + b.

func init() {
	registerFunction(shape{min: 6, max: 6, value: shfValue, partials: shfPartials, jet: shfJet},
		Page{Name: "SHF", Form: "SHF(x, x0, a, w, phi, b)", Meaning: "The harmonic function a*SIN(w*(x - x0) - phi) + b. a: amplitude; w: angular frequency in radians per unit of x; phi: phase lag; b: mean value.", Limits: "Smooth.", Unit: "that of a and b", Example: "SHF(0, 0, 1, 1, 90D, 0)", Value: "-1"})
	registerFunction(shape{min: 7, max: 7, value: sweepValue, partials: sweepPartials, jet: sweepJet, ends: []end{{2, 1}, {4, 1}}},
		Page{Name: "SWEEP", Form: "SWEEP(x, a, x0, f0, x1, f1, dx)", Meaning: "A sine whose frequency goes linearly from f0 at x0 to f1 at x1 and stays f1. a: amplitude; f0, f1: frequencies in cycles per unit of x; dx: the amplitude grows from 0 at x0 to a at x0 + dx as STEP5.", Limits: "0 up to x0. The first derivative is continuous, the second jumps at x1.", Unit: "that of a", Example: "SWEEP(1.5, 1, 0, 1, 2, 3, 0.1)", Value: "-SQRT(0.5)"})
}

func shfValue(x []float64) float64 {
	return x[2]*math.Sin(x[3]*(x[0]-x[1])-x[4]) + x[5]
}

func shfPartials(x, d []float64) {
	sin, cos := math.Sincos(x[3]*(x[0]-x[1]) - x[4])
	slope := x[2] * cos
	d[0], d[1], d[2] = slope*x[3], -slope*x[3], sin
	d[3], d[4], d[5] = slope*(x[0]-x[1]), -slope, 1
}

func shfJet(x []jet) jet {
	return x[2].mul(x[3].mul(x[0].sub(x[1])).sub(x[4]).sin()).add(x[5])
}

// SWEEP(x,a,x0,f0,x1,f1,dx) = a E(x) sin 2πφ(x), frequencies in cycles for each
// unit of x. The frequency goes linearly from f0 at x0 to f1 at x1, so with
// s = x-x0 and r = s/(x1-x0) the phase in cycles is
//
//	φ = f0 x + (f1-f0) s r/2        between x0 and x1
//	φ = f1 x - (f1-f0)(x0+x1)/2     from x1 on
//
// The envelope E is the fifth-order step from 0 at x0 to 1 at x0+dx: the value
// is zero up to x0.

// sweepPhase returns φ and its partials with respect to x, x0, f0, x1, f1, for x > x0.
func sweepPhase(x, x0, f0, x1, f1 float64) (φ, dx, dx0, df0, dx1, df1 float64) {
	df := f1 - f0
	if x >= x1 {
		mid := (x0 + x1) / 2
		return f1*x - df*mid, f1, -df / 2, mid, -df / 2, x - mid
	}
	s := x - x0
	r := s / (x1 - x0)
	return f0*x + df*s*r/2, f0 + df*r, df / 2 * r * (r - 2), x - s*r/2, -df / 2 * r * r, s * r / 2
}

// sweepEnvelope returns E and its partials with respect to x, x0 and dx, for x > x0.
func sweepEnvelope(x, x0, width float64) (e, dx, dx0, dw float64) {
	if x >= x0+width {
		return 1, 0, 0, 0
	}
	u := (x - x0) / width
	e, slope, _ := quinticRamp(u)
	slope /= width
	return e, slope, -slope, -slope * u
}

func sweepValue(x []float64) float64 {
	if x[0] <= x[2] {
		return 0
	}
	φ, _, _, _, _, _ := sweepPhase(x[0], x[2], x[3], x[4], x[5])
	e, _, _, _ := sweepEnvelope(x[0], x[2], x[6])
	return x[1] * e * math.Sin(2*math.Pi*φ)
}

func sweepPartials(x, d []float64) {
	clear(d)
	if x[0] <= x[2] {
		return
	}
	φ, dx, dx0, df0, dx1, df1 := sweepPhase(x[0], x[2], x[3], x[4], x[5])
	e, ex, ex0, ew := sweepEnvelope(x[0], x[2], x[6])
	sin, cos := math.Sincos(2 * math.Pi * φ)
	rise := x[1] * sin
	turn := x[1] * e * 2 * math.Pi * cos
	d[0], d[1], d[2] = rise*ex+turn*dx, e*sin, rise*ex0+turn*dx0
	d[3], d[4], d[5], d[6] = turn*df0, turn*dx1, turn*df1, rise*ew
}

func sweepJet(x []jet) jet {
	if x[0].v <= x[2].v {
		return jet{}
	}
	df := x[5].sub(x[3])
	var φ jet
	if x[0].v >= x[4].v {
		φ = x[5].mul(x[0]).sub(df.mul(x[2].add(x[4]).scale(0.5)))
	} else {
		s := x[0].sub(x[2])
		r := s.div(x[4].sub(x[2]))
		φ = x[3].mul(x[0]).add(df.mul(s).mul(r).scale(0.5))
	}
	e := jet{v: 1}
	if x[0].v < x[2].v+x[6].v {
		u := x[0].sub(x[2]).div(x[6])
		f, f1, f2 := quinticRamp(u.v)
		e = applyChainRule(f, f1, f2, u)
	}
	return x[1].mul(e).mul(φ.scale(2 * math.Pi).sin())
}
