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

// mathCall is a call of a function of numbers. What it has no value for ends the
// evaluation; the interpreter raises the exception.
func (s *scope) mathCall(name string, args []val) (val, bool) {
	c := s.c
	x := make([]*num, len(args))
	for i, a := range args {
		n, ok := a.(*num)
		if !ok {
			return nil, false
		}
		x[i] = n
	}
	one, two := len(x) == 1, len(x) == 2
	switch {
	case one && name == "builtins.abs":
		return c.absoluteValue(x[0]), true
	case one && name == "math.fabs":
		return c.absoluteValue(c.toFloat(x[0])), true
	case one && name == "math.sign" && x[0].kind == isFloat:
		return c.signOfFloat(x[0]), true
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
		return c.negate(c.roundToInt(c.negate(x[0]), "FLOOR")), true
	case one && name == "math.radians":
		return c.emitArithmetic(ast.Mult, c.toFloat(x[0]), knownFloat(math.Pi/180)), true
	case one && name == "math.degrees":
		return c.emitArithmetic(ast.Mult, c.toFloat(x[0]), knownFloat(180/math.Pi)), true
	case two && name == "math.log":
		a, _ := s.mathCall(name, args[:1])
		b, _ := s.mathCall(name, args[1:])
		return c.emitArithmetic(ast.Div, a.(*num), b.(*num)), true
	}
	if op := exprMath[name]; op != "" && len(x) == mathArity(name) {
		return c.emitFunction(func(v ...expr.Value) expr.Value { return c.b.Op(op, v...) },
			func(k ...float64) float64 { return expr.Evaluate(op, k...) }, x), true
	}
	if f, ok := rareMath[name]; ok && len(x) == mathArity(name) {
		return c.emitFunction(func(v ...expr.Value) expr.Value { return c.b.CallExternal(f, v...) },
			func(k ...float64) float64 { return f.Eval(k, nil, nil) }, x), true
	}
	return nil, false
}

// toFloat is a number as a float.
func (c *comp) toFloat(x *num) *num {
	if x.known {
		return knownFloat(x.k)
	}
	return &num{kind: isFloat, at: c.valueOf(x)}
}

// emitFunction is a function of numbers: known where they are.
func (c *comp) emitFunction(op func(...expr.Value) expr.Value, known func(...float64) float64, x []*num) *num {
	var v []expr.Value
	var k []float64
	for _, n := range x {
		if n.known {
			k = append(k, n.k)
		}
		v = append(v, c.valueOf(n))
	}
	if len(k) == len(x) {
		r := known(k...)
		if r-r != 0 {
			c.endEvaluation()
		}
		return knownFloat(r)
	}
	r := op(v...)
	c.b.RequireFinite(r)
	return &num{kind: isFloat, at: r}
}

// mathArity is the number of arguments of a function of module math.
func mathArity(name string) int {
	switch name {
	case "math.atan2", "math.fmod", "math.hypot", "math.copysign":
		return 2
	}
	return 1
}

func (c *comp) absoluteValue(x *num) *num {
	if x.known {
		n := *x
		n.k = math.Abs(x.k)
		if n.kind == isBool {
			n.kind = isInt
		}
		return &n
	}
	n := &num{kind: x.kind, at: c.b.Op("ABS", c.valueOf(x)), sign: x.sign}
	if n.kind == isBool {
		n.kind = isInt
	}
	return n
}

// signOfFloat is numpy's sign of a float: -1, 1, or a zero as it is.
func (c *comp) signOfFloat(x *num) *num {
	if x.known {
		switch {
		case x.k > 0:
			return knownFloat(1)
		case x.k < 0:
			return knownFloat(-1)
		}
		return x
	}
	v, zero := c.valueOf(x), c.b.Const(0)
	return &num{kind: isFloat, at: c.b.Choose(expr.Greater, v, zero, c.b.Const(1), c.b.Choose(expr.Less, v, zero, c.b.Const(-1), v))}
}

// smallerOrLarger is the smaller or larger of two numbers; x if they are equal.
func (c *comp) smallerOrLarger(op string, x, y *num) *num {
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
	vx, vy := c.valueOf(x), c.valueOf(y)
	n := &num{kind: x.kind, at: c.b.Choose(t, vy, vx, vy, vx)}
	switch {
	case x.kind == isEither || y.kind == isEither || (x.kind == isFloat) != (y.kind == isFloat):
		n.kind, n.sign = isEither, c.b.Choose(t, vy, vx, c.zeroSignOf(y), c.zeroSignOf(x))
	case x.kind != y.kind:
		n.kind = isInt
	}
	return n
}
