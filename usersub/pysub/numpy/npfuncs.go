package numpy

import (
	"math"

	"github.com/go-python/gpython/py"
)

// elementwiseFunction is a function of one number.
type elementwiseFunction struct {
	do   func(float64) float64
	keep bool // the kind of the argument is that of the result
}

var numpyOfOne = map[string]elementwiseFunction{
	"abs": {math.Abs, true}, "absolute": {math.Abs, true}, "fabs": {math.Abs, false}, "sign": {signOf, true},
	"square": {func(x float64) float64 { return x * x }, true}, "negative": {func(x float64) float64 { return -x }, true},
	"sqrt": {math.Sqrt, false}, "cbrt": {math.Cbrt, false}, "exp": {math.Exp, false}, "expm1": {math.Expm1, false},
	"log": {math.Log, false}, "log10": {math.Log10, false}, "log2": {math.Log2, false}, "log1p": {math.Log1p, false},
	"sin": {math.Sin, false}, "cos": {math.Cos, false}, "tan": {math.Tan, false},
	"arcsin": {math.Asin, false}, "arccos": {math.Acos, false}, "arctan": {math.Atan, false},
	"sinh": {math.Sinh, false}, "cosh": {math.Cosh, false}, "tanh": {math.Tanh, false},
	"arcsinh": {math.Asinh, false}, "arccosh": {math.Acosh, false}, "arctanh": {math.Atanh, false},
	"floor": {math.Floor, false}, "ceil": {math.Ceil, false}, "trunc": {math.Trunc, false},
	"radians": {func(x float64) float64 { return x * (math.Pi / 180) }, false}, "deg2rad": {func(x float64) float64 { return x * (math.Pi / 180) }, false},
	"degrees": {func(x float64) float64 { return x * (180 / math.Pi) }, false}, "rad2deg": {func(x float64) float64 { return x * (180 / math.Pi) }, false},
}

// signOf is -1, 0 or 1, and NaN of NaN.
func signOf(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x
}

// newUnaryFunction makes a function of numpy that goes entry by entry.
func newUnaryFunction(name string, u elementwiseFunction) *py.Method {
	return newNumpyFunction(name, 1, "x", func(a []py.Object) (py.Object, error) {
		if v, ok := a[0].(py.Float); ok {
			return py.Float(u.do(float64(v))), nil
		}
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		k := realKind
		if u.keep {
			k = max(x.kind, wholeKind)
		}
		return x.applyToAll(k, u.do).unwrapScalar(), nil
	})
}

var numpyOfTwo = map[string]pairwiseOperation{
	"add": pairings["add"], "subtract": pairings["sub"], "multiply": pairings["mul"], "divide": pairings["truediv"], "power": pairings["pow"],
	"mod": pairings["mod"], "arctan2": {math.Atan2, realResultKind}, "hypot": {math.Hypot, realResultKind},
	"minimum": {minNaN, firstResultKind}, "maximum": {maxNaN, firstResultKind}, "logical_and": pairings["and"], "logical_or": pairings["or"],
	"heaviside": {func(x, half float64) float64 {
		switch {
		case x > 0:
			return 1
		case x < 0:
			return 0
		}
		return half
	}, realResultKind},
}

func minNaN(x, y float64) float64 { return math.Min(x, y) }
func maxNaN(x, y float64) float64 { return math.Max(x, y) }

// newBinaryFunction makes a function of numpy of two arguments that goes entry by entry.
func newBinaryFunction(name string, p pairwiseOperation) *py.Method {
	return newNumpyFunction(name, 2, "x1 x2", func(a []py.Object) (py.Object, error) {
		x, y, err := parseTwoArrays(a)
		if err != nil {
			return nil, err
		}
		r, err := applyPairwise(p, x, y)
		if err != nil {
			return nil, err
		}
		return r.unwrapScalar(), nil
	})
}

func parseTwoArrays(a []py.Object) (x, y *Array, err error) {
	if x, err = asArray(a[0]); err == nil {
		y, err = asArray(a[1])
	}
	return x, y, err
}

// newPredicateFunction makes a function that reports something about every number.
func newPredicateFunction(name string, predicate func(float64) bool) *py.Method {
	return newNumpyFunction(name, 1, "x", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		return x.applyToAll(truthKind, func(v float64) float64 { return boolToReal(predicate(v)) }).unwrapScalar(), nil
	})
}

// compareCloseness reports whether numbers are near: |x-y| <= atol + rtol |y|.
func compareCloseness(a []py.Object) (*Array, error) {
	x, y, err := parseTwoArrays(a)
	if err != nil {
		return nil, err
	}
	rtol, err := realOrDefault(a[2], 1e-5, "rtol")
	if err != nil {
		return nil, err
	}
	atol, err := realOrDefault(a[3], 1e-8, "atol")
	if err != nil {
		return nil, err
	}
	return applyPairwise(pairwiseOperation{func(x, y float64) float64 { return boolToReal(x == y || math.Abs(x-y) <= atol+rtol*math.Abs(y)) }, boolResultKind}, x, y)
}

var numpyOthers = []*py.Method{
	newPredicateFunction("isnan", func(x float64) bool { return x != x }), newPredicateFunction("isinf", func(x float64) bool { return math.IsInf(x, 0) }),
	newPredicateFunction("isfinite", func(x float64) bool { return x-x == 0 }), newPredicateFunction("logical_not", func(x float64) bool { return x == 0 }),
	newNumpyFunction("isclose", 2, "a b rtol atol", func(a []py.Object) (py.Object, error) {
		r, err := compareCloseness(a)
		if err != nil {
			return nil, err
		}
		return r.unwrapScalar(), nil
	}),
	newNumpyFunction("allclose", 2, "a b rtol atol", func(a []py.Object) (py.Object, error) {
		r, err := compareCloseness(a)
		if err != nil {
			return nil, err
		}
		return py.NewBool(foldNumbers(r.copyEntries(), 1, minNaN) != 0), nil
	}),
	newNumpyFunction("array_equal", 2, "a1 a2", func(a []py.Object) (py.Object, error) {
		x, y, err := parseTwoArrays(a)
		if err != nil || !sameShape(x.shape, y.shape) {
			return py.False, err
		}
		r, err := applyPairwise(pairings["__eq__"], x, y)
		return py.NewBool(err == nil && foldNumbers(r.copyEntries(), 1, minNaN) != 0), err
	}),
	newNumpyFunction("where", 3, "condition x y", func(a []py.Object) (py.Object, error) {
		c, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		x, y, err := parseTwoArrays(a[1:])
		if err != nil {
			return nil, err
		}
		shape := broadcastShape(c, newZeroArray(truthKind, broadcastShape(x, y)...))
		for _, p := range []**Array{&c, &x, &y} {
			if *p, err = (*p).broadcastTo(shape); err != nil {
				return nil, err
			}
		}
		u, v := x.copyEntries(), y.copyEntries()
		for i, choice := range c.copyEntries() {
			if choice == 0 {
				u[i] = v[i]
			}
		}
		return newArrayFromData(u, max(x.kind, y.kind), shape).unwrapScalar(), nil
	}),
	newNumpyFunction("clip", 3, "a a_min a_max", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		low, err := realOrDefault(a[1], math.Inf(-1), "a_min")
		if err != nil {
			return nil, err
		}
		high, err := realOrDefault(a[2], math.Inf(1), "a_max")
		if err != nil {
			return nil, err
		}
		k := x.kind
		for _, o := range a[1:] {
			if o != nil {
				k = max(k, kindOfNumber(o))
			}
		}
		return x.applyToAll(k, func(v float64) float64 { return math.Min(math.Max(v, low), high) }).unwrapScalar(), nil
	}),
	newNumpyFunction("round", 1, "a decimals", roundArray), newNumpyFunction("around", 1, "a decimals", roundArray),
	newNumpyFunction("interp", 3, "x xp fp", interpolate),
	newNumpyFunction("shape", 1, "a", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		return shapeTuple(x.shape), nil
	}),
}

func shapeTuple(shape []int) py.Tuple {
	t := make(py.Tuple, len(shape))
	for i, n := range shape {
		t[i] = py.Int(n)
	}
	return t
}

// roundArray: halves go to the even neighbour.
func roundArray(a []py.Object) (py.Object, error) {
	x, err := asArray(a[0])
	if err != nil {
		return nil, err
	}
	n, err := intOr(a[1], 0, "decimals")
	if err != nil {
		return nil, err
	}
	p := math.Pow(10, float64(n))
	return x.applyToAll(x.kind, func(v float64) float64 { return math.RoundToEven(v*p) / p }).unwrapScalar(), nil
}

// interpolate is the polygon through (xp, fp) at x, constant outside.
func interpolate(a []py.Object) (py.Object, error) {
	x, err := asArray(a[0])
	if err != nil {
		return nil, err
	}
	xp, fp, err := parseTwoArrays(a[1:])
	if err != nil {
		return nil, err
	}
	u, v := xp.copyEntries(), fp.copyEntries()
	if len(u) != len(v) || len(u) == 0 {
		return nil, py.ExceptionNewf(py.ValueError, "numpy.interp: xp has %d entries and fp %d", len(u), len(v))
	}
	return x.applyToAll(realKind, func(t float64) float64 {
		if t <= u[0] {
			return v[0]
		}
		for i := 1; i < len(u); i++ {
			if t <= u[i] {
				return v[i-1] + (v[i]-v[i-1])*(t-u[i-1])/(u[i]-u[i-1])
			}
		}
		return v[len(v)-1]
	}).unwrapScalar(), nil
}
