package expr

import "math"

// pow is x**y. The exponents of contact laws that need no logarithm are taken out
// first.
func pow(x, y float64) float64 {
	switch y {
	case 2:
		return x * x
	case 1.5:
		return x * math.Sqrt(x)
	}
	return math.Pow(x, y)
}

// powInt is x**n by repeated squaring. Powers of small integers are exact as long
// as they fit into a float64.
func powInt(x float64, n int) float64 {
	if n < 0 {
		return 1 / powInt(x, -n)
	}
	r := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

// powPartials returns the partials of x**y, whose value is v, up to the second order.
//
//	∂x = y x^(y-1)   ∂y = x^y ln x
//	∂xx = y (y-1) x^(y-2)   ∂xy = x^(y-1) (1 + y ln x)   ∂yy = x^y ln² x
//
// A negative base has a value only at integral y, and a base of zero has its own
// limits; there y counts as a constant.
func powPartials(x, y, v float64) (dx, dy, dxx, dxy, dyy float64) {
	dx = mulZeroWins(y, pow(x, y-1))
	dxx = mulZeroWins(y*(y-1), pow(x, y-2))
	if x <= 0 {
		return
	}
	l := math.Log(x)
	return dx, v * l, dxx, pow(x, y-1) * (1 + y*l), v * l * l
}

// mulZeroWins is a product in which an exact zero wins over an infinity.
func mulZeroWins(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}
