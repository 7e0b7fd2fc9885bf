package expr

import (
	"math"
	"math/big"
)

// Elementary functions to about 300 bits, as the measure for the programs.

const bits = 320

type bf = *big.Float

func bnew() bf            { return new(big.Float).SetPrec(bits) }
func bnum(v float64) bf   { return bnew().SetFloat64(v) }
func badd(a, b bf) bf     { return bnew().Add(a, b) }
func bsub(a, b bf) bf     { return bnew().Sub(a, b) }
func bmul(a, b bf) bf     { return bnew().Mul(a, b) }
func bdiv(a, b bf) bf     { return bnew().Quo(a, b) }
func bneg(a bf) bf        { return bnew().Neg(a) }
func bsqrt(a bf) bf       { return bnew().Sqrt(a) }
func b2(a bf, n int) bf   { return bnew().SetMantExp(a, n) }
func bfloat(a bf) float64 { v, _ := a.Float64(); return v }

// bint is the integral part, toward zero.
func bint(a bf) bf {
	i, _ := a.Int(nil)
	return bnew().SetInt(i)
}

// bexp halves its argument until it is below 2^-24, sums the series and squares
// back.
func bexp(x bf) bf {
	k := max(0, x.MantExp(nil)+24)
	u := b2(x, -k)
	sum, term := bnum(1), bnum(1)
	for n := 1; n < 30; n++ {
		term = bdiv(bmul(term, u), bnum(float64(n)))
		sum = badd(sum, term)
	}
	for ; k > 0; k-- {
		sum = bmul(sum, sum)
	}
	return sum
}

// blog takes three steps of Halley's method from the float64 value.
func blog(x bf) bf {
	y := bnum(math.Log(bfloat(x)))
	for range 3 {
		e := bexp(y)
		y = badd(y, bmul(bnum(2), bdiv(bsub(x, e), badd(x, e))))
	}
	return y
}

// bpi by Machin: π/4 = 4 atan(1/5) - atan(1/239).
var bpi = b2(bsub(b2(bseries(bdiv(bnum(1), bnum(5))), 2), bseries(bdiv(bnum(1), bnum(239)))), 2)

// bseries is the Taylor series of atan.
func bseries(x bf) bf {
	sum, power, square := bnew().Set(x), x, bmul(x, x)
	for n := 3; n < 400; n += 2 {
		power = bneg(bmul(power, square))
		term := bdiv(power, bnum(float64(n)))
		sum = badd(sum, term)
		if term.Sign() == 0 || term.MantExp(nil) < -bits-20 {
			break
		}
	}
	return sum
}

// batan halves the angle three times: tan(α/2) = tan α/(1 + sqrt(1+tan² α)).
func batan(x bf) bf {
	for range 3 {
		x = bdiv(x, badd(bnum(1), bsqrt(badd(bnum(1), bmul(x, x)))))
	}
	return b2(bseries(x), 3)
}

func batan2(y, x bf) bf {
	switch {
	case x.Sign() > 0:
		return batan(bdiv(y, x))
	case y.Sign() > 0:
		return bsub(b2(bpi, -1), batan(bdiv(x, y)))
	case y.Sign() < 0:
		return bsub(b2(bneg(bpi), -1), batan(bdiv(x, y)))
	}
	return bpi
}

func basin(x bf) bf { return batan2(x, bsqrt(bsub(bnum(1), bmul(x, x)))) }
func bacos(x bf) bf { return batan2(bsqrt(bsub(bnum(1), bmul(x, x))), x) }

// bsin reduces to a turn, divides by 3^12 and triples back:
// sin 3α = 3 sin α - 4 sin³ α.
func bsin(x bf) bf {
	turn := b2(bpi, 1)
	x = bsub(x, bmul(turn, bint(bdiv(x, turn))))
	const thirds = 12
	u := bdiv(x, bnum(math.Pow(3, thirds)))
	square, term, sum := bmul(u, u), u, u
	for n := 3; n < 40; n += 2 {
		term = bneg(bdiv(bmul(term, square), bnum(float64(n*(n-1)))))
		sum = badd(sum, term)
	}
	for range thirds {
		sum = bmul(sum, bsub(bnum(3), bmul(bnum(4), bmul(sum, sum))))
	}
	return sum
}

func bcos(x bf) bf { return bsin(badd(x, b2(bpi, -1))) }

func bpow(x, y bf) bf {
	if !y.IsInt() {
		return bexp(bmul(y, blog(x)))
	}
	n, _ := y.Int64()
	r := bnum(1)
	for range max(n, -n) {
		r = bmul(r, x)
	}
	if n < 0 {
		return bdiv(bnum(1), r)
	}
	return r
}
