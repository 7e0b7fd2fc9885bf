package python

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/go-python/gpython/py"
)

// intMethods and floatMethods are methods of numbers; gpython's have none.
var intMethods = []*py.Method{
	builtinMethod("bit_length", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) { return py.Int(bigOf(self).BitLen()), nil }),
	builtinMethod("bit_count", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		n := 0
		for _, w := range bigOf(self).Bits() {
			n += bits.OnesCount(uint(w))
		}
		return py.Int(n), nil
	}),
	builtinMethod("conjugate", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) { return truthAsInt(self), nil }),
	builtinMethod("is_integer", 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.True, nil }),
	builtinMethod("as_integer_ratio", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		return py.Tuple{truthAsInt(self), py.Int(1)}, nil
	}),
}

// bigOf is a whole number.
func bigOf(o py.Object) *big.Int {
	switch x := truthAsInt(o).(type) {
	case py.Int:
		return big.NewInt(int64(x))
	case *py.BigInt:
		return (*big.Int)(x)
	}
	return new(big.Int)
}

var floatMethods = []*py.Method{
	builtinMethod("is_integer", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		x, _ := Number(self)
		return py.NewBool(x == math.Floor(x) && !math.IsInf(x, 0)), nil
	}),
	builtinMethod("conjugate", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) { return self, nil }),
	builtinMethod("as_integer_ratio", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		x, _ := Number(self)
		r := new(big.Rat).SetFloat64(x)
		if r == nil {
			return nil, py.ExceptionNewf(py.ValueError, "cannot convert NaN or an infinity to integer ratio")
		}
		return py.Tuple{whole64(r.Num()), whole64(r.Denom())}, nil
	}),
}
