package trace

import (
	"math"

	"github.com/go-python/gpython/ast"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// evalBinary is an operator between two values.
func (s *scope) evalBinary(op ast.OperatorNumber, a, b val) val {
	c := s.c
	x, ok1 := a.(*num)
	y, ok2 := b.(*num)
	if ok1 && ok2 {
		return c.emitArithmetic(op, x, y)
	}
	_, array1 := a.(array)
	_, array2 := b.(array)
	p, ok3 := a.(word)
	q, ok4 := b.(word)
	switch {
	case array1 || array2:
		return s.evalArrayBinary(op, a, b)
	case op == ast.Add && ok3 && ok4:
		return p + q
	case op == ast.Add && !ok1 && !ok2:
		return s.concatLists(a, b)
	case op == ast.Mult && ok2:
		return s.repeatList(a, y)
	case op == ast.Mult && ok1:
		return s.repeatList(b, x)
	}
	c.refuseCompile("an operator between %s and %s", describeVal(a), describeVal(b))
	return nil
}

// concatLists is list + list or tuple + tuple.
func (s *scope) concatLists(a, b val) val {
	p, ok1 := s.c.itemsOf(a)
	q, ok2 := s.c.itemsOf(b)
	if !ok1 || !ok2 || isList(a) != isList(b) {
		s.c.refuseCompile("%s + %s", describeVal(a), describeVal(b))
	}
	return s.sequenceLike(append(p[:len(p):len(p)], q...), a)
}

// repeatList is list * int.
func (s *scope) repeatList(a val, n *num) val {
	items, ok := s.c.itemsOf(a)
	if !ok || !n.known || n.kind == isFloat || n.k*float64(len(items)) > maxItems {
		s.c.refuseCompile("%s times a number", describeVal(a))
	}
	var all []val
	for range max(int(n.k), 0) {
		all = append(all, items...)
	}
	return s.sequenceLike(all, a)
}

func isList(v val) bool {
	t, is := v.(tuple)
	_, list := v.(listRef)
	return list || is && t.list
}

// sequenceLike returns items as what like is.
func (s *scope) sequenceLike(items []val, like val) val {
	if isList(like) {
		return s.c.newList(items)
	}
	return tuple{items: items}
}

// negate is -x.
func (c *comp) negate(x *num) *num {
	if x.known {
		if x.kind == isFloat {
			return knownFloat(-x.k)
		}
		return knownInt(0 - x.k)
	}
	v := c.b.Op("NEG", c.valueOf(x))
	if x.kind == isFloat {
		return &num{kind: isFloat, at: v}
	}
	return c.newNumber(v, x)
}

var operators = map[ast.OperatorNumber]string{ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}

// emitArithmetic is an operator between two numbers. Known ones are calculated by the
// same rules as the others.
func (c *comp) emitArithmetic(op ast.OperatorNumber, x, y *num) *num {
	if x.known && y.known {
		return c.foldArithmetic(op, x, y)
	}
	if name, ok := operators[op]; ok {
		return c.newNumber(c.b.Op(name, c.valueOf(x), c.valueOf(y)), x, y)
	}
	switch op {
	case ast.Div:
		return &num{kind: isFloat, at: c.safeQuotient(x, y)}
	case ast.FloorDiv:
		return c.newNumber(c.b.Op("FLOOR", c.safeQuotient(x, y)), x, y)
	case ast.Modulo:
		q := c.b.Op("FLOOR", c.safeQuotient(x, y))
		vy := c.valueOf(y)
		return c.newNumber(c.b.Op("-", c.valueOf(x), c.b.Op("*", q, vy)), x, y)
	case ast.Pow:
		return c.emitPower(x, y)
	}
	c.refuseCompile("this operator between numbers that are not known")
	return nil
}

// safeQuotient is x / y with a value where y is not zero.
func (c *comp) safeQuotient(x, y *num) expr.Value {
	if y.known && y.k == 0 {
		c.endEvaluation()
	}
	v := c.b.Op("/", c.valueOf(x), c.valueOf(y))
	if !y.known {
		c.b.RequireFinite(v)
	}
	return v
}

// maxPower bounds the exponents that are multiplied out.
const maxPower = 32

// emitPower is x ** y. A float has a float; whole powers by multiplication equal
// math.Pow bit for bit. An int to an int is an int or a float by the sign of the exponent.
func (c *comp) emitPower(x, y *num) *num {
	whole := y.known && y.k == math.Trunc(y.k) && math.Abs(y.k) <= maxPower
	if x.kind != isFloat && y.kind != isFloat && (!whole || y.k < 0 || x.kind == isEither) {
		c.refuseCompile("a power of ints that are not known")
	}
	kind := []*num{x, y}
	if y.kind != isFloat && x.kind == isEither {
		kind = []*num{x}
	}
	switch {
	case whole && y.k == 0:
		return c.newNumber(c.b.Const(1), kind...)
	case whole && y.k == 1:
		return c.newNumber(c.valueOf(x), kind...)
	}
	v := c.valueOf(x)
	switch {
	case y.known && y.k == 1.5:
		v = c.b.Op("*", v, c.b.Op("SQRT", v))
	case whole && (y.k == 2 || y.k == 3 || y.k == 4):
		square := c.b.Op("*", v, v)
		switch y.k {
		case 2:
			v = square
		case 3:
			v = c.b.Op("*", v, square)
		case 4:
			v = c.b.Op("*", square, square)
		}
	case whole:
		return c.newNumber(c.b.Power(v, int(y.k)), kind...)
	default:
		v = c.b.Op("**", v, c.valueOf(y))
	}
	c.b.RequireFinite(v)
	return c.newNumber(v, kind...)
}

// emitMathPow is math.pow(x, y).
func (c *comp) emitMathPow(x, y *num) *num {
	v := c.b.Op("**", c.valueOf(x), c.valueOf(y))
	c.b.RequireFinite(v)
	return &num{kind: isFloat, at: v}
}

// foldArithmetic is arith of known numbers. What would be an exception ends the
// evaluation.
func (c *comp) foldArithmetic(op ast.OperatorNumber, x, y *num) *num {
	float := x.kind == isFloat || y.kind == isFloat
	a, b := x.k, y.k
	if b == 0 && (op == ast.Div || op == ast.FloorDiv || op == ast.Modulo) {
		c.endEvaluation()
	}
	var r float64
	switch op {
	case ast.Add:
		r = a + b
	case ast.Sub:
		r = a - b
	case ast.Mult:
		r = a * b
	case ast.Div:
		return knownFloat(a / b)
	case ast.FloorDiv:
		r = math.Floor(a / b)
	case ast.Modulo:
		product := math.Floor(a/b) * b
		r = a - float64(product)
	case ast.Pow:
		if a == 0 && b < 0 {
			c.endEvaluation()
		}
		if r, float = python.FloatPower(a, b), float || b < 0; math.IsInf(r, 0) {
			c.endEvaluation()
		}
	default:
		c.refuseCompile("this operator")
	}
	if float {
		return knownFloat(r)
	}
	if math.Abs(r) >= 1<<53 {
		c.refuseCompile("an int beyond 2**53")
	}
	return knownInt(r + 0)
}
