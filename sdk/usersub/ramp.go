package usersub

import "math"

// The ramps of STEP, STEP5 and HAVSIN: h0 up to x0, h1 from x1 on, between them
// h0 + (h1-h0) s(u) with u = (x-x0)/(x1-x0) and
//
//	STEP    s = u² (3 - 2u)
//	STEP5   s = u³ (10 - 15u + 6u²)
//	HAVSIN  s = (1 + sin(πu - π/2))/2 = sin²(πu/2)
//
// Each ramp returns s and its first two derivatives with respect to u.

func cubicRamp(u float64) [3]float64 {
	return [3]float64{u * u * (3 - 2*u), 6 * u * (1 - u), 6 - 12*u}
}

func quinticRamp(u float64) [3]float64 {
	return [3]float64{u * u * u * (10 + u*(6*u-15)), 30 * u * u * (1 - u) * (1 - u),
		60 * u * (1 - u) * (1 - 2*u)}
}

func haversineRamp(u float64) [3]float64 {
	half := math.Sin(math.Pi / 2 * u)
	sin, cos := math.Sincos(math.Pi * u)
	return [3]float64{half * half, math.Pi / 2 * sin, math.Pi * math.Pi / 2 * cos}
}

func evalRamp(s func(u float64) [3]float64, x, x0, h0, x1, h1 float64, order int) float64 {
	if x <= x0 || x >= x1 {
		switch {
		case order > 0:
			return 0
		case x <= x0:
			return h0
		}
		return h1
	}
	w := x1 - x0
	d := s((x - x0) / w)
	switch order {
	case 0:
		return h0 + (h1-h0)*d[0]
	case 1:
		return (h1 - h0) * d[1] / w
	}
	return (h1 - h0) * d[2] / (w * w)
}

// impactForce is the force of a one-sided bumper that x meets when it falls below
// x1. With the penetration p = x1-x > 0 and the cubic ramp S
//
//	f = max(0, k p^e - c v S(p/d))
//
// order 1 and 2 give the derivatives with respect to x for constant v.
func impactForce(x, v, x1, k, e, c, d float64, order int) float64 {
	p := x1 - x
	if p <= 0 {
		return 0
	}
	s := [3]float64{1, 0, 0}
	if p < d {
		s = cubicRamp(p / d)
	}
	f := k*math.Pow(p, e) - c*v*s[0]
	switch {
	case f <= 0:
		return 0
	case order == 0:
		return f
	case order == 1:
		return -(k*e*math.Pow(p, e-1) - divideOrZero(c*v*s[1], d))
	}
	return k*e*(e-1)*math.Pow(p, e-2) - divideOrZero(divideOrZero(c*v*s[2], d), d)
}

// divideOrZero is a/d; full damping from the start (d = 0) has no slope.
func divideOrZero(a, d float64) float64 {
	if a == 0 {
		return 0
	}
	return a / d
}

// bistopForce holds x between x1 and x2: impact below x1, and the same seen from
// the other side above x2.
func bistopForce(x, v, x1, x2, k, e, c, d float64, order int) float64 {
	switch {
	case x < x1:
		return impactForce(x, v, x1, k, e, c, d, order)
	case x > x2:
		f := impactForce(-x, -v, -x2, k, e, c, d, order)
		if order == 1 {
			return f
		}
		return -f
	}
	if x != x {
		return x
	}
	return 0
}
