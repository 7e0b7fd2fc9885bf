package trace

import (
	"math"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// unaryFunction is a function that the language of expressions lacks, with its first and second
// derivative.
type unaryFunction struct{ f, d, dd func(x float64) float64 }

// Eval returns the value at x[0] and sets the first and second derivatives, unless d is nil.
func (r unaryFunction) Eval(x []float64, d, dd []float64) float64 {
	if d != nil {
		d[0] = r.d(x[0])
	}
	if dd != nil {
		dd[0] = r.dd(x[0])
	}
	return r.f(x[0])
}

// erfDerivative is the derivative of erf.
func erfDerivative(x float64) float64 { return 2 / math.SqrtPi * math.Exp(-x*x) }

var rareMath = map[string]expr.External{
	"math.asinh": unaryFunction{math.Asinh, func(x float64) float64 { return 1 / math.Hypot(1, x) },
		func(x float64) float64 { r := math.Hypot(1, x); return -x / r / r / r }},
	"math.acosh": unaryFunction{math.Acosh, func(x float64) float64 { return 1 / math.Sqrt((x-1)*(x+1)) },
		func(x float64) float64 { q := (x - 1) * (x + 1); return -x / q / math.Sqrt(q) }},
	"math.atanh": unaryFunction{math.Atanh, func(x float64) float64 { return 1 / ((1 - x) * (1 + x)) },
		func(x float64) float64 { q := (1 - x) * (1 + x); return 2 * x / q / q }},
	"math.expm1": unaryFunction{math.Expm1, math.Exp, math.Exp},
	"math.log1p": unaryFunction{math.Log1p, func(x float64) float64 { return 1 / (1 + x) },
		func(x float64) float64 { return -1 / ((1 + x) * (1 + x)) }},
	"math.log2": unaryFunction{math.Log2, func(x float64) float64 { return 1 / (x * math.Ln2) },
		func(x float64) float64 { return -1 / (x * x * math.Ln2) }},
	"math.exp2": unaryFunction{math.Exp2, func(x float64) float64 { return math.Ln2 * math.Exp2(x) },
		func(x float64) float64 { return math.Ln2 * math.Ln2 * math.Exp2(x) }},
	"math.cbrt": unaryFunction{math.Cbrt, func(x float64) float64 { return 1 / (3 * math.Cbrt(x) * math.Cbrt(x)) },
		func(x float64) float64 { return -2 / (9 * x * math.Cbrt(x) * math.Cbrt(x)) }},
	"math.erf":  unaryFunction{math.Erf, erfDerivative, func(x float64) float64 { return -2 * x * erfDerivative(x) }},
	"math.erfc": unaryFunction{math.Erfc, func(x float64) float64 { return -erfDerivative(x) }, func(x float64) float64 { return 2 * x * erfDerivative(x) }},
	"math.hypot": binaryFunction{func(x, y float64) float64 { return python.Norm([]float64{x, y}) }, func(x, y float64) (float64, float64) {
		r := math.Hypot(x, y)
		if r == 0 {
			return 0, 0
		}
		return x / r, y / r
	}, func(x, y float64) (xx, xy, yy float64) {
		r := math.Hypot(x, y)
		if r == 0 {
			return 0, 0, 0
		}
		return y / r * (y / r) / r, -x / r * (y / r) / r, x / r * (x / r) / r
	}},
	"math.copysign": binaryFunction{math.Copysign, func(x, y float64) (float64, float64) {
		if x == 0 {
			return 0, 0
		}
		return math.Copysign(1, x) * math.Copysign(1, y), 0
	}, func(float64, float64) (float64, float64, float64) { return 0, 0, 0 }},
}

// binaryFunction is the same of two arguments, with its partials.
type binaryFunction struct {
	f  func(x, y float64) float64
	d  func(x, y float64) (dx, dy float64)
	dd func(x, y float64) (dxx, dxy, dyy float64)
}

// Eval returns the value at x[0] and x[1] and sets the first and second derivatives, unless d is nil.
func (r binaryFunction) Eval(x []float64, d, dd []float64) float64 {
	if d != nil {
		d[0], d[1] = r.d(x[0], x[1])
	}
	if dd != nil {
		dd[0], dd[1], dd[3] = r.dd(x[0], x[1])
		dd[2] = dd[1]
	}
	return r.f(x[0], x[1])
}

// norm is the root of the sum of the squares r, with the derivatives x/r and (1 - x xᵀ/r²)/r, which are 0 at the origin.
type norm struct{}

// Eval returns the Euclidean norm of x and sets its first and second derivatives, unless d is nil.
func (norm) Eval(x []float64, d, dd []float64) float64 {
	r := python.Norm(x)
	clear(d)
	clear(dd)
	if r == 0 {
		return r
	}
	for i, v := range x {
		if d != nil {
			d[i] = v / r
		}
		for j, w := range x {
			if dd == nil {
				break
			}
			if dd[i*len(x)+j] = -(v / r) * (w / r) / r; i == j {
				dd[i*len(x)+j] += 1 / r
			}
		}
	}
	return r
}
