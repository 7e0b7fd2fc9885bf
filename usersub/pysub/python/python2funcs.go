package python

import (
	"math"
	"math/big"
	"slices"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// oldFunctions are what scripts in Python 2 call in place of the functions of
// oldNames, and their division.
var oldFunctions = []*py.Method{
	newBuiltinMethod(syntax.RuntimeNameForPython2("div"), 2, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		a, b := args[0], args[1]
		for _, try := range []struct {
			name        string
			self, other py.Object
		}{{"__div__", a, b}, {"__truediv__", a, b}, {"__rdiv__", b, a}, {"__rtruediv__", b, a}} {
			if r, err := callSpecialMethod(try.name, try.self, try.other); r != nil || err != nil {
				return r, err
			}
		}
		if v, ok := ToFloat(b); ok && v == 0 {
			if _, num := ToFloat(a); num {
				return nil, py.ExceptionNewf(py.ZeroDivisionError, "division by zero")
			}
		}
		if isPython2Integer(a) && isPython2Integer(b) {
			return py.FloorDiv(truthAsInt(a), truthAsInt(b))
		}
		return py.TrueDiv(truthAsInt(a), truthAsInt(b))
	}),
	newBuiltinMethod(syntax.RuntimeNameForPython2("round"), 1, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		x, ok := ToFloat(args[0])
		if !ok {
			return nil, py.ExceptionNewf(py.TypeError, "a float is required")
		}
		n := 0
		if len(args) == 2 {
			var err error
			if n, err = py.IndexInt(args[1]); err != nil {
				return nil, err
			}
		}
		return py.Float(roundAwayFromZero(x, n)), nil
	}),
	newBuiltinMethod(syntax.RuntimeNameForPython2("unichr"), 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		n, err := py.IndexInt(args[0])
		return py.String(rune(n)), err
	}),
	newBuiltinMethod(syntax.RuntimeNameForPython2("reduce"), 2, 3, func(_ py.Object, args py.Tuple) (py.Object, error) {
		items, err := py.SequenceTuple(args[1])
		if err != nil {
			return nil, err
		}
		if len(args) == 3 {
			items = append(py.Tuple{args[2]}, items...)
		}
		if len(items) == 0 {
			return nil, py.ExceptionNewf(py.TypeError, "reduce() of empty sequence with no initial value")
		}
		r := items[0]
		for _, x := range items[1:] {
			if r, err = py.Call(args[0], py.Tuple{r, x}, nil); err != nil {
				return nil, err
			}
		}
		return r, nil
	}),
	newBuiltinMethod(syntax.RuntimeNameForPython2("cmp"), 2, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		for sign, less := range map[int]func(a, b py.Object) (py.Object, error){-1: py.Lt, 1: py.Gt} {
			r, err := less(args[0], args[1])
			if err != nil {
				return nil, err
			}
			if r == py.True {
				return py.Int(sign), nil
			}
		}
		return py.Int(0), nil
	}),
	newBuiltinMethod(syntax.RuntimeNameForPython2("raw_input"), 0, 1, func(py.Object, py.Tuple) (py.Object, error) {
		return nil, py.ExceptionNewf(py.RuntimeError, "raw_input(): a script of a run has no user at a terminal")
	}),
}

// roundAwayFromZero rounds to n decimal digits: halves, of which there are few, away from zero.
func roundAwayFromZero(x float64, digits int) float64 {
	r := new(big.Rat).SetFloat64(math.Abs(x))
	if r == nil || digits > 400 || digits < -400 {
		return x
	}
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(digits, -digits))), nil))
	if digits < 0 {
		p.Inv(p)
	}
	r.Add(r.Mul(r, p), big.NewRat(1, 2))
	whole := new(big.Int).Quo(r.Num(), r.Denom())
	return math.Copysign(fractionToFloat(r.Quo(new(big.Rat).SetInt(whole), p)), x)
}

// isPython2Integer reports whether an object is an integer for the division of Python 2.
func isPython2Integer(o py.Object) bool {
	switch o.(type) {
	case py.Int, *py.BigInt, py.Bool:
		return true
	}
	return false
}

// wrapToReturnList makes a function give a list.
func wrapToReturnList(name string, f py.Object) *py.Method {
	return py.MustNewMethod(syntax.RuntimeNameForPython2(name), func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		f := f
		if name == "map" && len(args) == 2 && args[0] == py.None {
			args = py.Tuple{args[1]}
			f = py.ListType
		}
		r, err := py.Call(f, args, kwargs)
		if err != nil {
			return nil, err
		}
		items, err := py.SequenceTuple(r)
		if err != nil {
			return nil, err
		}
		if name == "filter" {
			if _, ok := args[1].(py.Tuple); ok {
				return items, nil
			}
		}
		return &py.List{Items: slices.Clone([]py.Object(items))}, nil
	}, 0, name+"(...) of Python 2")
}
