package expr

import "math"

func init() {
	registerFunction(shape{min: 5, max: 5, value: stepValue, partials: stepPartials, jet: stepJet, ends: []end{{1, 2}, {3, 2}}, enclose: ramp(cubicRamp).encloseRamp},
		Page{Name: "STEP", Form: "STEP(x, x0, h0, x1, h1)", Meaning: "A smooth step: h0 for x up to x0, h1 from x1 on (x1 > x0; else h0 for x up to x0 and h1 above), between them h0 + (h1 - h0)*u**2*(3 - 2*u) with u = (x - x0)/(x1 - x0).", Limits: "The first derivative is continuous, the second jumps at x0 and x1.", Unit: "that of h0 and h1", Example: "STEP(0.25, 0, 0, 1, 1)", Value: "0.15625"})
	registerFunction(shape{min: 5, max: 5, value: step5Value, partials: step5Partials, jet: step5Jet, ends: []end{{1, 3}, {3, 3}}, enclose: ramp(quinticRamp).encloseRamp},
		Page{Name: "STEP5", Form: "STEP5(x, x0, h0, x1, h1)", Meaning: "A smoother step than STEP: h0 for x up to x0, h1 from x1 on (x1 > x0; else h0 for x up to x0 and h1 above), between them h0 + (h1 - h0)*u**3*(10 - 15*u + 6*u**2) with u = (x - x0)/(x1 - x0).", Limits: "The second derivative is continuous, the third jumps at x0 and x1.", Unit: "that of h0 and h1", Example: "STEP5(0.25, 0, 0, 1, 1)", Value: "0.103515625"})
	registerFunction(shape{min: 5, max: 5, value: havsinValue, partials: havsinPartials, jet: havsinJet, ends: []end{{1, 2}, {3, 2}}, enclose: ramp(haversineRamp).encloseRamp},
		Page{Name: "HAVSIN", Form: "HAVSIN(x, x0, h0, x1, h1)", Meaning: "A step in the shape of a half sine wave: h0 for x up to x0, h1 from x1 on (x1 > x0; else h0 for x up to x0 and h1 above), between them h0 + (h1 - h0)*SIN(PI*u/2)**2 with u = (x - x0)/(x1 - x0).", Limits: "The first derivative is continuous, the second jumps at x0 and x1.", Unit: "that of h0 and h1", Example: "HAVSIN(0.5, 0, 0, 1, 1)", Value: "0.5"})
}

// STEP, STEP5 and HAVSIN(x,x0,h0,x1,h1): h0 up to x0, h1 from x1 on, between them
// h0 + (h1-h0) s(u) with u = (x-x0)/(x1-x0) and
//
//	STEP    s = u² (3 - 2u)
//	STEP5   s = u³ (10 - 15u + 6u²)
//	HAVSIN  s = (1 + sin(πu - π/2))/2 = sin²(πu/2)
//
// A ramp returns s and its first two derivatives.
type ramp func(u float64) (s, s1, s2 float64)

func cubicRamp(u float64) (s, s1, s2 float64) {
	return u * u * (3 - 2*u), 6 * u * (1 - u), 6 - 12*u
}

func quinticRamp(u float64) (s, s1, s2 float64) {
	return u * u * u * (10 + u*(6*u-15)), 30 * u * u * (1 - u) * (1 - u), 60 * u * (1 - u) * (1 - 2*u)
}

func haversineRamp(u float64) (s, s1, s2 float64) {
	half, _ := math.Sincos(math.Pi / 2 * u)
	sin, cos := math.Sincos(math.Pi * u)
	return half * half, math.Pi / 2 * sin, math.Pi * math.Pi / 2 * cos
}

// sideOfInterval reports whether x is before, after or (0) in the interval of a step.
func sideOfInterval(x, x0, x1 float64) int {
	switch {
	case x <= x0:
		return -1
	case x >= x1:
		return 1
	}
	return 0
}

func stepValue(x []float64) float64 {
	switch sideOfInterval(x[0], x[1], x[3]) {
	case -1:
		return x[2]
	case 1:
		return x[4]
	}
	u := (x[0] - x[1]) / (x[3] - x[1])
	return x[2] + (x[4]-x[2])*(u*u*(3-2*u))
}

func rampValue(s ramp, x []float64) float64 {
	switch sideOfInterval(x[0], x[1], x[3]) {
	case -1:
		return x[2]
	case 1:
		return x[4]
	}
	f, _, _ := s((x[0] - x[1]) / (x[3] - x[1]))
	return x[2] + (x[4]-x[2])*f
}

// rampPartials: ∂u/∂x = 1/w, ∂u/∂x0 = (u-1)/w, ∂u/∂x1 = -u/w with w = x1-x0.
func rampPartials(s ramp, x, d []float64) {
	clear(d)
	switch sideOfInterval(x[0], x[1], x[3]) {
	case -1:
		d[2] = 1
		return
	case 1:
		d[4] = 1
		return
	}
	w := x[3] - x[1]
	u := (x[0] - x[1]) / w
	f, f1, _ := s(u)
	slope := (x[4] - x[2]) * f1 / w
	d[0], d[1], d[2], d[3], d[4] = slope, slope*(u-1), 1-f, -slope*u, f
}

func rampJet(s ramp, x []jet) jet {
	switch sideOfInterval(x[0].v, x[1].v, x[3].v) {
	case -1:
		return x[2]
	case 1:
		return x[4]
	}
	u := x[0].sub(x[1]).div(x[3].sub(x[1]))
	f, f1, f2 := s(u.v)
	return x[2].add(x[4].sub(x[2]).mul(applyChainRule(f, f1, f2, u)))
}

func stepPartials(x, d []float64) { rampPartials(cubicRamp, x, d) }
func stepJet(x []jet) jet         { return rampJet(cubicRamp, x) }

func step5Value(x []float64) float64 { return rampValue(quinticRamp, x) }
func step5Partials(x, d []float64)   { rampPartials(quinticRamp, x, d) }
func step5Jet(x []jet) jet           { return rampJet(quinticRamp, x) }

func havsinValue(x []float64) float64 { return rampValue(haversineRamp, x) }
func havsinPartials(x, d []float64)   { rampPartials(haversineRamp, x, d) }
func havsinJet(x []jet) jet           { return rampJet(haversineRamp, x) }
