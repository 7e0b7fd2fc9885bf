package expr

import "math"

// Test is a comparison of two values. NaN is different from everything.
type Test uint16

// The comparisons.
const (
	Less Test = iota
	LessEqual
	Equal
	NotEqual
	Greater
	GreaterEqual
)

func (t Test) holdsFor(a, b float64) bool {
	switch t {
	case Less:
		return a < b
	case LessEqual:
		return a <= b
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	case Greater:
		return a > b
	}
	return a >= b
}

// Opposite holds where t does not, for numbers.
func (t Test) Opposite() Test {
	return [...]Test{GreaterEqual, Greater, NotEqual, Equal, LessEqual, Less}[t]
}

// IsTrue reports whether t holds for a and b.
func (t Test) IsTrue(a, b float64) bool { return t.holdsFor(a, b) }

// operandCheck is what an opCheck wants of a value.
type operandCheck uint16

const (
	finiteValue operandCheck = iota
	wholeRange               // integers up to here are exact
	powerRange               // the value a of a power of b: no digit was lost on the way
	noValue                  // nothing will do
)

// exactWhole is the first integer whose successor is not a float64.
const exactWhole = 1 << 53

func (d operandCheck) isMetBy(a, b float64) bool {
	switch d {
	case finiteValue:
		return a-a == 0
	case wholeRange:
		return math.Abs(a) < exactWhole
	case powerRange:
		return a-a == 0 && (math.Abs(a) > 1e-290 || b == 0)
	}
	return false
}

// powerSlope is the derivative of x**y, whose value is v, for a constant y.
func powerSlope(x, y, v float64) float64 {
	if x != 0 {
		return y * (v / x)
	}
	return mulZeroWins(y, math.Pow(x, y-1))
}

// EvaluateBuiltin returns a function or operator of the language of expressions of at most
// two arguments, by its name there.
func EvaluateBuiltin(name string, x ...float64) float64 { return evalBuiltin(builtins[name], x) }

// ComputeFunctionPartials sets d to the partials of a function of several arguments of the
// language of expressions, such as STEP or IMPACT.
func ComputeFunctionPartials(name string, x, partials []float64) {
	f := builtins[name]
	if f == nil || f.op != opShape {
		panic("expr: " + name + " is not a function of several arguments")
	}
	shapes[f.shape].partials(x, partials)
}
