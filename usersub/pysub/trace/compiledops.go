package trace

import (
	"math"

	"github.com/go-python/gpython/ast"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// evalBinary is an operator between two values.
func (s *callScope) evalBinary(op ast.OperatorNumber, a, b tracedValue) tracedValue {
	c := s.c
	x, ok1 := a.(*tracedNumber)
	y, ok2 := b.(*tracedNumber)
	if ok1 && ok2 {
		return c.emitArithmetic(op, x, y)
	}
	_, array1 := a.(tracedArray)
	_, array2 := b.(tracedArray)
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
	c.refuseToCompile("an operator between %s and %s", describeVal(a), describeVal(b))
	return nil
}

// concatLists is list + list or tuple + tuple.
func (s *callScope) concatLists(a, b tracedValue) tracedValue {
	p, ok1 := s.c.sequenceItems(a)
	q, ok2 := s.c.sequenceItems(b)
	if !ok1 || !ok2 || isList(a) != isList(b) {
		s.c.refuseToCompile("%s + %s", describeVal(a), describeVal(b))
	}
	return s.newSequenceLike(append(p[:len(p):len(p)], q...), a)
}

// repeatList is list * int.
func (s *callScope) repeatList(a tracedValue, n *tracedNumber) tracedValue {
	items, ok := s.c.sequenceItems(a)
	if !ok || !n.known || n.kind == isFloat || n.k*float64(len(items)) > maxItems {
		s.c.refuseToCompile("%s times a number", describeVal(a))
	}
	var all []tracedValue
	for range max(int(n.k), 0) {
		all = append(all, items...)
	}
	return s.newSequenceLike(all, a)
}

func isList(v tracedValue) bool {
	t, is := v.(tuple)
	_, list := v.(listRef)
	return list || is && t.list
}

// newSequenceLike returns items as what like is.
func (s *callScope) newSequenceLike(items []tracedValue, like tracedValue) tracedValue {
	if isList(like) {
		return s.c.newList(items)
	}
	return tuple{items: items}
}

// emitNegation emits -x.
func (c *functionCompiler) emitNegation(x *tracedNumber) *tracedNumber {
	if x.known {
		if x.kind == isFloat {
			return newKnownFloat(-x.k)
		}
		return newKnownInt(0 - x.k)
	}
	v := c.b.Op("NEG", c.operandOf(x))
	if x.kind == isFloat {
		return &tracedNumber{kind: isFloat, at: v}
	}
	return c.newComputedNumber(v, x)
}

var operators = map[ast.OperatorNumber]string{ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}

// emitArithmetic is an operator between two numbers. Known ones are calculated by the
// same rules as the others.
func (c *functionCompiler) emitArithmetic(op ast.OperatorNumber, x, y *tracedNumber) *tracedNumber {
	if x.known && y.known {
		return c.foldArithmetic(op, x, y)
	}
	if name, ok := operators[op]; ok {
		return c.newComputedNumber(c.b.Op(name, c.operandOf(x), c.operandOf(y)), x, y)
	}
	switch op {
	case ast.Div:
		return &tracedNumber{kind: isFloat, at: c.emitSafeQuotient(x, y)}
	case ast.FloorDiv:
		return c.newComputedNumber(c.b.Op("FLOOR", c.emitSafeQuotient(x, y)), x, y)
	case ast.Modulo:
		q := c.b.Op("FLOOR", c.emitSafeQuotient(x, y))
		vy := c.operandOf(y)
		return c.newComputedNumber(c.b.Op("-", c.operandOf(x), c.b.Op("*", q, vy)), x, y)
	case ast.Pow:
		return c.emitPower(x, y)
	}
	c.refuseToCompile("this operator between numbers that are not known")
	return nil
}

// emitSafeQuotient emits x / y with a value where y is not zero.
func (c *functionCompiler) emitSafeQuotient(x, y *tracedNumber) expr.Value {
	if y.known && y.k == 0 {
		c.abandonEvaluation()
	}
	v := c.b.Op("/", c.operandOf(x), c.operandOf(y))
	if !y.known {
		c.b.RequireFinite(v)
	}
	return v
}

// maxPower bounds the exponents that are multiplied out.
const maxPower = 32

// emitPower is x ** y. A float has a float; whole powers by multiplication equal
// math.Pow bit for bit. An int to an int is an int or a float by the sign of the exponent.
func (c *functionCompiler) emitPower(x, y *tracedNumber) *tracedNumber {
	whole := y.known && y.k == math.Trunc(y.k) && math.Abs(y.k) <= maxPower
	if x.kind != isFloat && y.kind != isFloat && (!whole || y.k < 0 || x.kind == isEither) {
		c.refuseToCompile("a power of ints that are not known")
	}
	kind := []*tracedNumber{x, y}
	if y.kind != isFloat && x.kind == isEither {
		kind = []*tracedNumber{x}
	}
	switch {
	case whole && y.k == 0:
		return c.newComputedNumber(c.b.Const(1), kind...)
	case whole && y.k == 1:
		return c.newComputedNumber(c.operandOf(x), kind...)
	}
	v := c.operandOf(x)
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
		return c.newComputedNumber(c.b.PowerByMultiplication(v, int(y.k)), kind...)
	default:
		v = c.b.Op("**", v, c.operandOf(y))
	}
	c.b.RequireFinite(v)
	return c.newComputedNumber(v, kind...)
}

// emitMathPow is math.pow(x, y).
func (c *functionCompiler) emitMathPow(x, y *tracedNumber) *tracedNumber {
	v := c.b.Op("**", c.operandOf(x), c.operandOf(y))
	c.b.RequireFinite(v)
	return &tracedNumber{kind: isFloat, at: v}
}

// foldArithmetic is arith of known numbers. What would be an exception ends the
// evaluation.
func (c *functionCompiler) foldArithmetic(op ast.OperatorNumber, x, y *tracedNumber) *tracedNumber {
	float := x.kind == isFloat || y.kind == isFloat
	a, b := x.k, y.k
	if b == 0 && (op == ast.Div || op == ast.FloorDiv || op == ast.Modulo) {
		c.abandonEvaluation()
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
		return newKnownFloat(a / b)
	case ast.FloorDiv:
		r = math.Floor(a / b)
	case ast.Modulo:
		product := math.Floor(a/b) * b
		r = a - float64(product)
	case ast.Pow:
		if a == 0 && b < 0 {
			c.abandonEvaluation()
		}
		if r, float = python.Power(a, b), float || b < 0; math.IsInf(r, 0) {
			c.abandonEvaluation()
		}
	default:
		c.refuseToCompile("this operator")
	}
	if float {
		return newKnownFloat(r)
	}
	if math.Abs(r) >= 1<<53 {
		c.refuseToCompile("an int beyond 2**53")
	}
	return newKnownInt(r + 0)
}
