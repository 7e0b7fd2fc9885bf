package expr

import "math"

// span is an interval of numbers. Bounds are not rounded outwards: roots are found by
// signs of values, and a span only says where there are none.
type span struct{ lo, hi float64 }

var everything = span{math.Inf(-1), math.Inf(1)}

// sane returns a, or everything where a bound is NaN.
func (a span) sane() span {
	if !(a.lo <= a.hi) {
		return everything
	}
	return a
}

func (a span) holds(x float64) bool { return a.lo <= x && x <= a.hi }
func (a span) add(b span) span      { return span{a.lo + b.lo, a.hi + b.hi}.sane() }
func (a span) sub(b span) span      { return span{a.lo - b.hi, a.hi - b.lo}.sane() }
func (a span) neg() span            { return span{-a.hi, -a.lo} }
func (a span) hull(b span) span     { return span{min(a.lo, b.lo), max(a.hi, b.hi)}.sane() }

func (a span) mul(b span) span {
	p, q, r, s := mul(a.lo, b.lo), mul(a.lo, b.hi), mul(a.hi, b.lo), mul(a.hi, b.hi)
	return span{min(p, q, r, s), max(p, q, r, s)}.sane()
}

func (a span) square() span {
	lo, hi := a.lo*a.lo, a.hi*a.hi
	if a.holds(0) {
		return span{0, max(lo, hi)}.sane()
	}
	return span{min(lo, hi), max(lo, hi)}.sane()
}

// inverse returns 1/a.
func (a span) inverse() span {
	if a.holds(0) {
		return everything
	}
	return span{1 / a.hi, 1 / a.lo}.sane()
}

// rising returns f(a) for a function that increases.
func (a span) rising(f func(float64) float64) span { return span{f(a.lo), f(a.hi)}.sane() }

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
	return r.sane()
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
	return span{powInt(a.lo, n), powInt(a.hi, n)}.sane()
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
	return span{min(p, q, r, s), max(p, q, r, s)}.sane()
}

// enclosure is what a value and its rate are between, while the time is in an interval.
type enclosure struct{ v, d span }

var unknown = enclosure{everything, everything}

func constant(x float64) enclosure { return enclosure{span{x, x}.sane(), span{}} }

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

// chain returns f(a) with value f and derivative f1 with respect to a.
func (a enclosure) chain(f, f1 span) enclosure { return enclosure{f, f1.mul(a.d)} }

// jumping is one of two values, with a jump between them.
func (a enclosure) jumping(b enclosure) enclosure { return enclosure{a.v.hull(b.v), everything} }

// unary returns a function of one argument.
func (a enclosure) unary(op opcode) enclosure {
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
		f := span{max(x.lo, 0), x.hi}.rising(math.Sqrt)
		return a.chain(f, f.mul(span{2, 2}).positiveInverse())
	case opExp:
		f := x.rising(math.Exp)
		return a.chain(f, f)
	case opLog, opLog10:
		p := span{max(x.lo, 0), x.hi}
		if op == opLog {
			return a.chain(p.rising(math.Log), p.positiveInverse())
		}
		return a.chain(p.rising(math.Log10), p.positiveInverse().mul(span{1 / math.Ln10, 1 / math.Ln10}))
	case opSin:
		return a.chain(x.sine(), x.cosine())
	case opCos:
		return a.chain(x.cosine(), x.sine().neg())
	case opTan:
		if x.cosine().holds(0) {
			return unknown
		}
		f := x.rising(math.Tan)
		return a.chain(f, f.square().add(span{1, 1}))
	case opSinh:
		return a.chain(x.rising(math.Sinh), x.magnitude().rising(math.Cosh))
	case opCosh:
		return a.chain(x.magnitude().rising(math.Cosh), x.rising(math.Sinh))
	case opTanh:
		f := x.rising(math.Tanh)
		return a.chain(f, span{1, 1}.sub(f.square()))
	case opAsin, opAcos:
		c := span{max(x.lo, -1), min(x.hi, 1)}.sane()
		f := c.rising(math.Asin)
		f1 := f.cosine().positiveInverse()
		if op == opAcos {
			f, f1 = span{math.Pi / 2, math.Pi / 2}.sub(f), f1.neg()
		}
		return a.chain(f, f1)
	case opAtan:
		return a.chain(x.rising(math.Atan), x.square().add(span{1, 1}).inverse())
	case opAint, opAnint, opFloor:
		f := x.rising(func(v float64) float64 { return unaryValue(op, v) })
		if f.lo == f.hi {
			return constant(f.lo)
		}
		return enclosure{f, everything}
	}
	return unknown
}

// positiveInverse returns 1/a for a that is not negative.
func (a span) positiveInverse() span {
	return span{1 / max(a.hi, 0), 1 / max(a.lo, 0)}.sane()
}
