package expr

import "math"

// span is an interval of numbers. Bounds are not rounded outwards: roots are found by
// signs of values, and a span only says where there are none.
type span struct{ lo, hi float64 }

var everything = span{math.Inf(-1), math.Inf(1)}

// orUnbounded returns a, or everything where a bound is NaN.
func (a span) orUnbounded() span {
	if !(a.lo <= a.hi) {
		return everything
	}
	return a
}

func (a span) contains(x float64) bool { return a.lo <= x && x <= a.hi }
func (a span) add(b span) span         { return span{a.lo + b.lo, a.hi + b.hi}.orUnbounded() }
func (a span) sub(b span) span         { return span{a.lo - b.hi, a.hi - b.lo}.orUnbounded() }
func (a span) neg() span               { return span{-a.hi, -a.lo} }
func (a span) hull(b span) span        { return span{min(a.lo, b.lo), max(a.hi, b.hi)}.orUnbounded() }

func (a span) mul(b span) span {
	p, q, r, s := mulZeroWins(a.lo, b.lo), mulZeroWins(a.lo, b.hi), mulZeroWins(a.hi, b.lo), mulZeroWins(a.hi, b.hi)
	return span{min(p, q, r, s), max(p, q, r, s)}.orUnbounded()
}

func (a span) square() span {
	lo, hi := a.lo*a.lo, a.hi*a.hi
	if a.contains(0) {
		return span{0, max(lo, hi)}.orUnbounded()
	}
	return span{min(lo, hi), max(lo, hi)}.orUnbounded()
}

// inverse returns 1/a.
func (a span) inverse() span {
	if a.contains(0) {
		return everything
	}
	return span{1 / a.hi, 1 / a.lo}.orUnbounded()
}

// mapIncreasing returns f(a) for a function that increases.
func (a span) mapIncreasing(f func(float64) float64) span {
	return span{f(a.lo), f(a.hi)}.orUnbounded()
}

func (a span) magnitude() span {
	switch {
	case a.lo >= 0:
		return a
	case a.hi <= 0:
		return a.neg()
	}
	return span{0, max(-a.lo, a.hi)}
}

// cosine returns the cosine, which is 1 at 2πk and -1 between.
func (a span) cosine() span {
	if !(a.hi-a.lo < 2*math.Pi) {
		return span{-1, 1}
	}
	x, y := math.Cos(a.lo), math.Cos(a.hi)
	r := span{min(x, y), max(x, y)}
	if 2*math.Pi*math.Ceil(a.lo/(2*math.Pi)) <= a.hi {
		r.hi = 1
	}
	if math.Pi+2*math.Pi*math.Ceil((a.lo-math.Pi)/(2*math.Pi)) <= a.hi {
		r.lo = -1
	}
	return r.orUnbounded()
}

func (a span) sine() span { return span{a.lo - math.Pi/2, a.hi - math.Pi/2}.cosine() }

// powInt returns a**n.
func (a span) powInt(n int) span {
	switch {
	case n < 0:
		return a.powInt(-n).inverse()
	case n%2 == 0:
		a = a.magnitude()
	}
	return span{powInt(a.lo, n), powInt(a.hi, n)}.orUnbounded()
}

// pow returns a**b for a that is not negative: monotone in each, so that the corners bound it.
func (a span) pow(b span) span {
	if b.lo == b.hi && b.lo == math.Trunc(b.lo) && math.Abs(b.lo) <= maxIntegerPower {
		return a.powInt(int(b.lo))
	}
	if a.lo < 0 {
		return everything
	}
	p, q, r, s := math.Pow(a.lo, b.lo), math.Pow(a.lo, b.hi), math.Pow(a.hi, b.lo), math.Pow(a.hi, b.hi)
	return span{min(p, q, r, s), max(p, q, r, s)}.orUnbounded()
}

// enclosure is what a value and its rate are between, while the time is in an interval.
type enclosure struct{ v, d span }

var unknown = enclosure{everything, everything}

func constantEnclosure(x float64) enclosure { return enclosure{span{x, x}.orUnbounded(), span{}} }

func (a enclosure) add(b enclosure) enclosure { return enclosure{a.v.add(b.v), a.d.add(b.d)} }
func (a enclosure) sub(b enclosure) enclosure { return enclosure{a.v.sub(b.v), a.d.sub(b.d)} }
func (a enclosure) neg() enclosure            { return enclosure{a.v.neg(), a.d.neg()} }

func (a enclosure) mul(b enclosure) enclosure {
	return enclosure{a.v.mul(b.v), a.d.mul(b.v).add(a.v.mul(b.d))}
}

func (a enclosure) square() enclosure {
	return enclosure{a.v.square(), a.v.mul(a.d).mul(span{2, 2})}
}

func (a enclosure) div(b enclosure) enclosure {
	i := b.v.inverse()
	q := a.v.mul(i)
	return enclosure{q, a.d.sub(q.mul(b.d)).mul(i)}
}

// applyChainRule returns f(a) with value f and derivative f1 with respect to a.
func (a enclosure) applyChainRule(f, f1 span) enclosure { return enclosure{f, f1.mul(a.d)} }

// withJump is one of two values, with a jump between them.
func (a enclosure) withJump(b enclosure) enclosure { return enclosure{a.v.hull(b.v), everything} }

// applyUnary returns a function of one argument.
func (a enclosure) applyUnary(op opcode) enclosure {
	x := a.v
	switch op {
	case opAbs:
		switch {
		case x.lo >= 0:
			return a
		case x.hi <= 0:
			return a.neg()
		}
		return enclosure{x.magnitude(), a.d.hull(a.d.neg())}
	case opSqrt:
		f := span{max(x.lo, 0), x.hi}.mapIncreasing(math.Sqrt)
		return a.applyChainRule(f, f.mul(span{2, 2}).positiveInverse())
	case opExp:
		f := x.mapIncreasing(math.Exp)
		return a.applyChainRule(f, f)
	case opLog, opLog10:
		p := span{max(x.lo, 0), x.hi}
		if op == opLog {
			return a.applyChainRule(p.mapIncreasing(math.Log), p.positiveInverse())
		}
		return a.applyChainRule(p.mapIncreasing(math.Log10), p.positiveInverse().mul(span{1 / math.Ln10, 1 / math.Ln10}))
	case opSin:
		return a.applyChainRule(x.sine(), x.cosine())
	case opCos:
		return a.applyChainRule(x.cosine(), x.sine().neg())
	case opTan:
		if x.cosine().contains(0) {
			return unknown
		}
		f := x.mapIncreasing(math.Tan)
		return a.applyChainRule(f, f.square().add(span{1, 1}))
	case opSinh:
		return a.applyChainRule(x.mapIncreasing(math.Sinh), x.magnitude().mapIncreasing(math.Cosh))
	case opCosh:
		return a.applyChainRule(x.magnitude().mapIncreasing(math.Cosh), x.mapIncreasing(math.Sinh))
	case opTanh:
		f := x.mapIncreasing(math.Tanh)
		return a.applyChainRule(f, span{1, 1}.sub(f.square()))
	case opAsin, opAcos:
		c := span{max(x.lo, -1), min(x.hi, 1)}.orUnbounded()
		f := c.mapIncreasing(math.Asin)
		f1 := f.cosine().positiveInverse()
		if op == opAcos {
			f, f1 = span{math.Pi / 2, math.Pi / 2}.sub(f), f1.neg()
		}
		return a.applyChainRule(f, f1)
	case opAtan:
		return a.applyChainRule(x.mapIncreasing(math.Atan), x.square().add(span{1, 1}).inverse())
	case opAint, opAnint, opFloor:
		f := x.mapIncreasing(func(v float64) float64 { return unaryValue(op, v) })
		if f.lo == f.hi {
			return constantEnclosure(f.lo)
		}
		return enclosure{f, everything}
	}
	return unknown
}

// positiveInverse returns 1/a for a that is not negative.
func (a span) positiveInverse() span {
	return span{1 / max(a.hi, 0), 1 / max(a.lo, 0)}.orUnbounded()
}
