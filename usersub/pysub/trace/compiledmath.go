package trace

import (
	"math"

	"github.com/go-python/gpython/ast"
	"github.com/trammel-mbd/trammel/core/expr"
)

// exprMath are functions of module math that the language of expressions has, too.
var exprMath = map[string]string{
	"math.sin": "SIN", "math.cos": "COS", "math.tan": "TAN", "math.asin": "ASIN", "math.acos": "ACOS", "math.atan": "ATAN",
	"math.sinh": "SINH", "math.cosh": "COSH", "math.tanh": "TANH", "math.exp": "EXP", "math.sqrt": "SQRT",
	"math.log": "LOG", "math.log10": "LOG10", "math.fabs": "ABS", "math.atan2": "ATAN2", "math.fmod": "MOD",
}

// callMathFunction is a call of a function of numbers. What it has no value for ends the
// evaluation; the interpreter raises the exception.
func (s *callScope) callMathFunction(name string, args []tracedValue) (tracedValue, bool) {
	c := s.c
	x := make([]*tracedNumber, len(args))
	for i, a := range args {
		n, ok := a.(*tracedNumber)
		if !ok {
			return nil, false
		}
		x[i] = n
	}
	one, two := len(x) == 1, len(x) == 2
	switch {
	case one && name == "builtins.abs":
		return c.emitAbsoluteValue(x[0]), true
	case one && name == "math.fabs":
		return c.emitAbsoluteValue(c.convertToFloat(x[0])), true
	case one && name == "math.sign" && x[0].kind == isFloat:
		return c.emitFloatSign(x[0]), true
	case two && (name == "builtins.pow" || name == "math.pow"):
		a, b := x[0], x[1]
		if name == "math.pow" {
			return c.emitMathPow(a, b), true
		}
		if a.known && b.known {
			return c.foldArithmetic(ast.Pow, a, b), true
		}
		return c.emitPower(a, b), true
	case one && name == "math.floor":
		return c.roundToInt(x[0], "FLOOR"), true
	case one && name == "math.trunc":
		return c.roundToInt(x[0], "AINT"), true
	case one && name == "math.ceil":
		return c.emitNegation(c.roundToInt(c.emitNegation(x[0]), "FLOOR")), true
	case one && name == "math.radians":
		return c.emitArithmetic(ast.Mult, c.convertToFloat(x[0]), newKnownFloat(math.Pi/180)), true
	case one && name == "math.degrees":
		return c.emitArithmetic(ast.Mult, c.convertToFloat(x[0]), newKnownFloat(180/math.Pi)), true
	case two && name == "math.log":
		a, _ := s.callMathFunction(name, args[:1])
		b, _ := s.callMathFunction(name, args[1:])
		return c.emitArithmetic(ast.Div, a.(*tracedNumber), b.(*tracedNumber)), true
	}
	if op := exprMath[name]; op != "" && len(x) == mathArity(name) {
		return c.emitFunction(func(v ...expr.Value) expr.Value { return c.b.Op(op, v...) },
			func(k ...float64) float64 { return expr.EvaluateBuiltin(op, k...) }, x), true
	}
	if f, ok := rareMath[name]; ok && len(x) == mathArity(name) {
		return c.emitFunction(func(v ...expr.Value) expr.Value { return c.b.CallExternal(f, v...) },
			func(k ...float64) float64 { return f.Eval(k, nil, nil) }, x), true
	}
	return nil, false
}

// convertToFloat returns a number as a float.
func (c *functionCompiler) convertToFloat(x *tracedNumber) *tracedNumber {
	if x.known {
		return newKnownFloat(x.k)
	}
	return &tracedNumber{kind: isFloat, at: c.operandOf(x)}
}

// emitFunction is a function of numbers: known where they are.
func (c *functionCompiler) emitFunction(op func(...expr.Value) expr.Value, known func(...float64) float64, x []*tracedNumber) *tracedNumber {
	var v []expr.Value
	var k []float64
	for _, n := range x {
		if n.known {
			k = append(k, n.k)
		}
		v = append(v, c.operandOf(n))
	}
	if len(k) == len(x) {
		r := known(k...)
		if r-r != 0 {
			c.abandonEvaluation()
		}
		return newKnownFloat(r)
	}
	r := op(v...)
	c.b.RequireFinite(r)
	return &tracedNumber{kind: isFloat, at: r}
}

// mathArity is the number of arguments of a function of module math.
func mathArity(name string) int {
	switch name {
	case "math.atan2", "math.fmod", "math.hypot", "math.copysign":
		return 2
	}
	return 1
}

func (c *functionCompiler) emitAbsoluteValue(x *tracedNumber) *tracedNumber {
	if x.known {
		n := *x
		n.k = math.Abs(x.k)
		if n.kind == isBool {
			n.kind = isInt
		}
		return &n
	}
	n := &tracedNumber{kind: x.kind, at: c.b.Op("ABS", c.operandOf(x)), sign: x.sign}
	if n.kind == isBool {
		n.kind = isInt
	}
	return n
}

// emitFloatSign emits numpy's sign of a float: -1, 1, or a zero as it is.
func (c *functionCompiler) emitFloatSign(x *tracedNumber) *tracedNumber {
	if x.known {
		switch {
		case x.k > 0:
			return newKnownFloat(1)
		case x.k < 0:
			return newKnownFloat(-1)
		}
		return x
	}
	v, zero := c.operandOf(x), c.b.Const(0)
	return &tracedNumber{kind: isFloat, at: c.b.Choose(expr.Greater, v, zero, c.b.Const(1), c.b.Choose(expr.Less, v, zero, c.b.Const(-1), v))}
}

// emitMinOrMax emits the smaller or larger of two numbers; x if they are equal.
func (c *functionCompiler) emitMinOrMax(op string, x, y *tracedNumber) *tracedNumber {
	t := expr.Greater
	if op == "MIN" {
		t = expr.Less
	}
	if x.known && y.known {
		if t.IsTrue(y.k, x.k) {
			return y
		}
		return x
	}
	vx, vy := c.operandOf(x), c.operandOf(y)
	n := &tracedNumber{kind: x.kind, at: c.b.Choose(t, vy, vx, vy, vx)}
	switch {
	case x.kind == isEither || y.kind == isEither || (x.kind == isFloat) != (y.kind == isFloat):
		n.kind, n.sign = isEither, c.b.Choose(t, vy, vx, c.zeroSignTerm(y), c.zeroSignTerm(x))
	case x.kind != y.kind:
		n.kind = isInt
	}
	return n
}
