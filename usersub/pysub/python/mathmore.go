package python

import (
	"math"
	"math/big"

	"github.com/go-python/gpython/py"
)

// newRealMathFunction makes a function of numbers of module math.
func newRealMathFunction(name string, n int, f func(x []float64) float64) *py.Method {
	return newBuiltinMethod(name, n, n, func(_ py.Object, args py.Tuple) (py.Object, error) {
		x, err := toReals(args)
		if err != nil {
			return nil, err
		}
		return py.Float(f(x)), nil
	})
}

func toReals(items []py.Object) ([]float64, error) {
	x := make([]float64, len(items))
	for i, o := range items {
		v, ok := ToFloat(o)
		if !ok {
			return nil, py.ExceptionNewf(py.TypeError, "must be real number, not %s", o.Type().Name)
		}
		x[i] = v
	}
	return x, nil
}

// Norm is the root of the sum of squares without overflow in between.
func Norm(x []float64) float64 {
	r := 0.0
	for _, v := range x {
		r = math.Hypot(r, v)
	}
	return r
}

// newIntegerMathFunction makes a function of integers of module math.
func newIntegerMathFunction(name string, least, most int, f func(x []*big.Int) (*big.Int, error)) *py.Method {
	return newBuiltinMethod(name, least, most, func(_ py.Object, args py.Tuple) (py.Object, error) {
		x := make([]*big.Int, len(args))
		for i, o := range args {
			switch v := o.(type) {
			case py.Int:
				x[i] = big.NewInt(int64(v))
			case *py.BigInt:
				x[i] = (*big.Int)(v)
			case py.Bool:
				x[i] = new(big.Int)
				if v {
					x[i].SetInt64(1)
				}
			default:
				return nil, py.ExceptionNewf(py.TypeError, "'%s' object cannot be interpreted as an integer", o.Type().Name)
			}
		}
		r, err := f(x)
		if err != nil {
			return nil, err
		}
		return (*py.BigInt)(r).MaybeInt(), nil
	})
}

var negative = py.ExceptionNewf(py.ValueError, "math: arguments must not be negative")

// fallingFactorial is n (n-1) ... (n-k+1).
func fallingFactorial(n, k int64) *big.Int {
	if k > n {
		return new(big.Int)
	}
	if k == 0 {
		return big.NewInt(1)
	}
	return new(big.Int).MulRange(n-k+1, n)
}

// moreMath are functions of module math that gpython lacks.
var moreMath = []*py.Method{
	newRealMathFunction("exp2", 1, func(x []float64) float64 { return math.Exp2(x[0]) }),
	newRealMathFunction("cbrt", 1, func(x []float64) float64 { return math.Cbrt(x[0]) }),
	newRealMathFunction("remainder", 2, func(x []float64) float64 { return math.Remainder(x[0], x[1]) }),
	newRealMathFunction("nextafter", 2, func(x []float64) float64 { return math.Nextafter(x[0], x[1]) }),
	newRealMathFunction("ulp", 1, func(x []float64) float64 {
		a := math.Abs(x[0])
		if math.IsInf(a, 0) || a != a {
			return a
		}
		if next := math.Nextafter(a, math.Inf(1)); !math.IsInf(next, 0) {
			return next - a
		}
		return a - math.Nextafter(a, 0)
	}),
	newBuiltinMethod("hypot", 0, 1<<16, func(_ py.Object, args py.Tuple) (py.Object, error) {
		x, err := toReals(args)
		return py.Float(Norm(x)), err
	}),
	newBuiltinMethod("dist", 2, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		a, err := ItemsOrNumber(args[0])
		if err != nil {
			return nil, err
		}
		b, err := ItemsOrNumber(args[1])
		if err != nil {
			return nil, err
		}
		x, err := toReals(a)
		if err != nil {
			return nil, err
		}
		y, err := toReals(b)
		if err != nil {
			return nil, err
		}
		if len(x) != len(y) {
			return nil, py.ExceptionNewf(py.ValueError, "both points must have the same number of dimensions")
		}
		for i := range x {
			x[i] -= y[i]
		}
		return py.Float(Norm(x)), nil
	}),
	newBuiltinMethod("prod", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		items, err := ItemsOrNumber(args[0])
		var r py.Object = py.Int(1)
		for _, o := range items {
			if err == nil {
				r, err = py.Mul(r, o)
			}
		}
		return r, err
	}),
	newIntegerMathFunction("gcd", 0, 99, func(x []*big.Int) (*big.Int, error) {
		r := new(big.Int)
		for _, v := range x {
			r.GCD(nil, nil, r, new(big.Int).Abs(v))
		}
		return r, nil
	}),
	newIntegerMathFunction("lcm", 0, 99, func(x []*big.Int) (*big.Int, error) {
		r := big.NewInt(1)
		for _, v := range x {
			if v.Sign() == 0 {
				return new(big.Int), nil
			}
			g := new(big.Int).GCD(nil, nil, r, new(big.Int).Abs(v))
			r.Abs(r.Mul(r, new(big.Int).Div(v, g)))
		}
		return r, nil
	}),
	newIntegerMathFunction("isqrt", 1, 1, func(x []*big.Int) (*big.Int, error) {
		if x[0].Sign() < 0 {
			return nil, negative
		}
		return new(big.Int).Sqrt(x[0]), nil
	}),
	newIntegerMathFunction("comb", 2, 2, func(x []*big.Int) (*big.Int, error) {
		if x[0].Sign() < 0 || x[1].Sign() < 0 {
			return nil, negative
		}
		return new(big.Int).Binomial(x[0].Int64(), x[1].Int64()), nil
	}),
	newIntegerMathFunction("perm", 2, 2, func(x []*big.Int) (*big.Int, error) {
		if x[0].Sign() < 0 || x[1].Sign() < 0 {
			return nil, negative
		}
		return fallingFactorial(x[0].Int64(), x[1].Int64()), nil
	}),
}
