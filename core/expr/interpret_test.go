package expr

import (
	"fmt"
	"math"
)

// interpreter evaluates the unchecked tree of an expression with 300 bits, by the
// formulas as they are published. It shares the parser with the package, nothing else.
type interpreter struct {
	time     bf
	mode     float64
	measures map[string]bf
	margin   float64 // smallest distance of a value to a kink or jump
	bound    bool    // also estimate the error of a float64 evaluation
}

// number is a value and a bound on the error that float64 arithmetic makes in it.
type number struct {
	v   bf
	err float64
}

func measureKey(name string, args []int) string { return fmt.Sprint(name, args) }

func (in *interpreter) eval(n *node) number {
	switch n.kind {
	case nodeNumber:
		return number{bnum(n.val), 0}
	case nodeName:
		switch n.name {
		case "PI":
			return number{bnum(math.Pi), 0}
		case "RTOD":
			return number{bnum(180 / math.Pi), 0}
		case "DTOR":
			return number{bnum(math.Pi / 180), 0}
		case "TIME":
			return number{in.time, 0}
		case "MODE":
			return number{bnum(in.mode), 0}
		}
	case nodeOperator:
		for name, f := range builtins {
			if f == n.fn {
				return in.apply(name, n.args)
			}
		}
	case nodeCall:
		if testTable[n.name].Max > 0 {
			var ints []int
			for _, a := range n.args {
				ints = append(ints, int(a.val))
			}
			return number{in.measures[measureKey(n.name, ints)], 0}
		}
		if n.name == "IF" {
			c := in.eval(n.args[0]).v
			in.edge(c)
			return in.eval(n.args[2+c.Sign()])
		}
		return in.apply(n.name, n.args)
	}
	panic("not an expression")
}

// edge notes how far v is from zero, where something switches.
func (in *interpreter) edge(v bf) bf {
	in.margin = min(in.margin, math.Abs(bfloat(v)))
	return v
}

// apply evaluates a function; the bound on its error is that of its arguments
// times the slope, plus some units in the last place.
func (in *interpreter) apply(name string, nodes []*node) number {
	x := make([]bf, len(nodes))
	errs := make([]float64, len(nodes))
	for i, n := range nodes {
		a := in.eval(n)
		x[i], errs[i] = a.v, a.err
	}
	r := number{v: in.function(name, x)}
	if !in.bound || name == "AINT" || name == "ANINT" {
		return r // an integer is exact
	}
	if name != "NEG" {
		r.err = 16 * 0x1p-53 * (math.Abs(bfloat(r.v)) + shapeScale(name, x))
	}
	for i := range x {
		if errs[i] == 0 {
			continue
		}
		keep := x[i]
		x[i] = badd(keep, b2(bnum(1), -60))
		slope := b2(bsub(in.function(name, x), r.v), 60)
		x[i] = keep
		r.err += math.Abs(bfloat(slope)) * errs[i]
	}
	return r
}

// shapeScale is the size of what a function adds up inside.
func shapeScale(name string, x []bf) float64 {
	switch name {
	case "+", "-", "*", "/", "**", "NEG", "ABS", "MAX", "MIN", "AINT", "ANINT", "SIGN":
		return 0
	}
	s := 1.0
	for _, a := range x {
		s = max(s, math.Abs(bfloat(a)))
	}
	return s * s
}

func (in *interpreter) function(name string, x []bf) bf {
	one := bnum(1)
	switch name {
	case "+":
		return badd(x[0], x[1])
	case "-":
		return bsub(x[0], x[1])
	case "*":
		return bmul(x[0], x[1])
	case "/":
		return bdiv(x[0], x[1])
	case "**":
		return bpow(x[0], x[1])
	case "NEG":
		return bneg(x[0])
	case "ABS":
		return bnew().Abs(in.edge(x[0]))
	case "SQRT":
		return bsqrt(x[0])
	case "EXP":
		return bexp(x[0])
	case "LOG":
		return blog(x[0])
	case "LOG10":
		return bdiv(blog(x[0]), blog(bnum(10)))
	case "SIN":
		return bsin(x[0])
	case "COS":
		return bcos(x[0])
	case "TAN":
		return bdiv(bsin(x[0]), bcos(x[0]))
	case "SINH":
		return b2(bsub(bexp(x[0]), bexp(bneg(x[0]))), -1)
	case "COSH":
		return b2(badd(bexp(x[0]), bexp(bneg(x[0]))), -1)
	case "TANH":
		e := bexp(b2(x[0], 1))
		return bdiv(bsub(e, one), badd(e, one))
	case "ASIN":
		return basin(x[0])
	case "ACOS":
		return bacos(x[0])
	case "ATAN":
		return batan(x[0])
	case "ATAN2":
		return batan2(in.edge(x[0]), x[1])
	case "AINT":
		in.fraction(x[0])
		return bint(x[0])
	case "ANINT":
		half := bnum(math.Copysign(0.5, bfloat(x[0])))
		in.fraction(badd(x[0], half))
		return bint(badd(x[0], half))
	case "MOD":
		q := bdiv(x[0], x[1])
		in.fraction(q)
		return bsub(x[0], bmul(bint(q), x[1]))
	case "SIGN":
		in.edge(x[0])
		if in.edge(x[1]).Sign() < 0 {
			return bneg(bnew().Abs(x[0]))
		}
		return bnew().Abs(x[0])
	case "DIM":
		if d := in.edge(bsub(x[0], x[1])); d.Sign() > 0 {
			return d
		}
		return bnew()
	case "MAX", "MIN":
		if (in.edge(bsub(x[0], x[1])).Sign() > 0) == (name == "MAX") {
			return x[0]
		}
		return x[1]
	}
	return in.shape(name, x)
}

// fraction notes how far v is from an integer.
func (in *interpreter) fraction(v bf) {
	f := math.Abs(bfloat(bsub(v, bint(v))))
	in.margin = min(in.margin, f, 1-f)
}

// step is a step from h0 to h1 whose form between them is s(u).
func (in *interpreter) step(s func(u bf) bf, x, x0, h0, x1, h1 bf) bf {
	switch before, after := in.edge(bsub(x, x0)), in.edge(bsub(x, x1)); {
	case before.Sign() <= 0:
		return h0
	case after.Sign() >= 0:
		return h1
	}
	u := bdiv(bsub(x, x0), bsub(x1, x0))
	return badd(h0, bmul(bsub(h1, h0), s(u)))
}

func cubic(u bf) bf { return bmul(bmul(u, u), bsub(bnum(3), b2(u, 1))) }

func quintic(u bf) bf {
	u2 := bmul(u, u)
	return bmul(bmul(u2, u), badd(bsub(bnum(10), bmul(bnum(15), u)), bmul(bnum(6), u2)))
}

func haversine(u bf) bf {
	return b2(badd(bnum(1), bsin(bsub(bmul(u, bpi), b2(bpi, -1)))), -1)
}

func (in *interpreter) shape(name string, x []bf) bf {
	one := bnum(1)
	switch name {
	case "STEP":
		return in.step(cubic, x[0], x[1], x[2], x[3], x[4])
	case "STEP5":
		return in.step(quintic, x[0], x[1], x[2], x[3], x[4])
	case "HAVSIN":
		return in.step(haversine, x[0], x[1], x[2], x[3], x[4])
	case "POLY":
		sum := bnew()
		for j, a := range x[2:] {
			sum = badd(sum, bmul(a, bpow(bsub(x[0], x[1]), bnum(float64(j)))))
		}
		return sum
	case "CHEBY":
		u := bsub(x[0], x[1])
		p := []bf{one, u}
		sum := bnew()
		for j, c := range x[2:] {
			if j > 1 {
				p = append(p, bsub(bmul(b2(u, 1), p[j-1]), p[j-2]))
			}
			sum = badd(sum, bmul(c, p[j]))
		}
		return sum
	case "FORCOS", "FORSIN":
		sum := x[3]
		for j, c := range x[4:] {
			angle := bmul(bnum(float64(j+1)), bmul(x[2], bsub(x[0], x[1])))
			if name == "FORCOS" {
				angle = badd(angle, b2(bpi, -1))
			}
			sum = badd(sum, bmul(c, bsin(angle)))
		}
		return sum
	case "SHF":
		return badd(bmul(x[2], bsin(bsub(bmul(x[3], bsub(x[0], x[1])), x[4]))), x[5])
	case "SWEEP":
		return in.sweep(x[0], x[1], x[2], x[3], x[4], x[5], x[6])
	case "IMPACT":
		return in.impact(x[0], x[1], x[2], x[3], x[4], x[5], x[6])
	case "BISTOP":
		if in.edge(bsub(x[0], x[2])).Sign() < 0 {
			return in.impact(x[0], x[1], x[2], x[4], x[5], x[6], x[7])
		}
		p := in.edge(bsub(x[0], x[3]))
		if p.Sign() <= 0 {
			return bnew()
		}
		s := in.step(cubic, x[0], x[3], bnew(), badd(x[3], x[7]), one)
		f := bsub(bneg(bmul(x[4], bpow(p, x[5]))), bmul(bmul(x[6], x[1]), s))
		if in.edge(f).Sign() > 0 {
			return bnew()
		}
		return f
	}
	panic("no function " + name)
}

func (in *interpreter) impact(x, v, x1, k, e, c, d bf) bf {
	p := in.edge(bsub(x1, x))
	if p.Sign() <= 0 {
		return bnew()
	}
	s := in.step(cubic, x, bsub(x1, d), bnum(1), x1, bnew())
	f := bsub(bmul(k, bpow(p, e)), bmul(bmul(c, v), s))
	if in.edge(f).Sign() < 0 {
		return bnew()
	}
	return f
}

func (in *interpreter) sweep(x, a, x0, f0, x1, f1, dx bf) bf {
	e := in.step(quintic, x, x0, bnew(), badd(x0, dx), bnum(1))
	df, s := bsub(f1, f0), bsub(x, x0)
	var φ bf
	switch {
	case s.Sign() <= 0:
		φ = bmul(f0, x)
	case in.edge(bsub(x, x1)).Sign() < 0:
		φ = badd(badd(bmul(f0, s), bdiv(bmul(df, bmul(s, s)), b2(bsub(x1, x0), 1))), bmul(f0, x0))
	default:
		φ = bsub(bmul(f1, x), b2(bmul(df, badd(x1, x0)), -1))
	}
	return bmul(bmul(a, e), bsin(bmul(b2(bnum(math.Pi), 1), φ)))
}
