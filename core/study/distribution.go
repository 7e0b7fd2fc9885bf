package study

import "math"

// quantile returns the inverse of the cumulative distribution of a parameter: u from 0 to 1 gives its value. A range is uniform; values have equal
// shares.
func (p *Parameter) quantile() func(u float64) Value {
	if n := len(p.Values); n > 0 {
		return func(u float64) Value { return p.Values[min(int(u*float64(n)), n-1)] }
	}
	f := uniformQuantile(0, 1)
	switch a := p.Args; {
	case p.Range != nil:
		f = uniformQuantile(p.Range[0], p.Range[1])
	case p.Dist == "uniform":
		f = uniformQuantile(a[0], a[1])
	case p.Dist == "normal":
		f = func(u float64) float64 { return a[0] + a[1]*normalQuantile(u) }
	case p.Dist == "lognormal":
		f = func(u float64) float64 { return math.Exp(a[0] + a[1]*normalQuantile(u)) }
	case p.Dist == "triangular":
		f = triangularQuantile(a[0], a[1], a[2])
	}
	return func(u float64) Value { return Number(f(u)) }
}

// isBounded reports whether the values have a least and a largest one.
func (p *Parameter) isBounded() bool { return p.Dist != "normal" && p.Dist != "lognormal" }

func uniformQuantile(a, b float64) func(float64) float64 {
	return func(u float64) float64 { return a*(1-u) + b*u }
}

// normalQuantile is the inverse of the standard normal distribution. The library's inverse of the error function loses digits in the tails; a step of
// Halley's method with the error function gives them back.
func normalQuantile(u float64) float64 {
	if u > 0.5 {
		return -normalQuantile(1 - u)
	}
	x := -math.Sqrt2 * math.Erfcinv(2*u)
	if math.IsInf(x, 0) {
		return x
	}
	e := (0.5*math.Erfc(-x/math.Sqrt2) - u) * math.Sqrt(2*math.Pi) * math.Exp(x*x/2)
	return x - e/(1+x*e/2)
}

// triangularQuantile is the inverse of the distribution whose density rises from a to c and falls to b.
func triangularQuantile(a, c, b float64) func(float64) float64 {
	return func(u float64) float64 {
		if u*(b-a) < c-a {
			return a + math.Sqrt(u*(b-a)*(c-a))
		}
		return b - math.Sqrt((1-u)*(b-a)*(b-c))
	}
}
