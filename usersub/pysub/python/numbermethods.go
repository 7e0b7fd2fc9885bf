package python

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/go-python/gpython/py"
)

// intMethods and floatMethods are methods of numbers; gpython's have none.
var intMethods = []*py.Method{
	newBuiltinMethod("bit_length", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) { return py.Int(toBigInt(self).BitLen()), nil }),
	newBuiltinMethod("bit_count", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		n := 0
		for _, w := range toBigInt(self).Bits() {
			n += bits.OnesCount(uint(w))
		}
		return py.Int(n), nil
	}),
	newBuiltinMethod("conjugate", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) { return truthAsInt(self), nil }),
	newBuiltinMethod("is_integer", 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.True, nil }),
	newBuiltinMethod("as_integer_ratio", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		return py.Tuple{truthAsInt(self), py.Int(1)}, nil
	}),
}

// toBigInt returns a whole number.
func toBigInt(o py.Object) *big.Int {
	switch x := truthAsInt(o).(type) {
	case py.Int:
		return big.NewInt(int64(x))
	case *py.BigInt:
		return (*big.Int)(x)
	}
	return new(big.Int)
}

var floatMethods = []*py.Method{
	newBuiltinMethod("is_integer", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		x, _ := ToFloat(self)
		return py.NewBool(x == math.Floor(x) && !math.IsInf(x, 0)), nil
	}),
	newBuiltinMethod("conjugate", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) { return self, nil }),
	newBuiltinMethod("as_integer_ratio", 0, 0, func(self py.Object, _ py.Tuple) (py.Object, error) {
		x, _ := ToFloat(self)
		r := new(big.Rat).SetFloat64(x)
		if r == nil {
			return nil, py.ExceptionNewf(py.ValueError, "cannot convert NaN or an infinity to integer ratio")
		}
		return py.Tuple{shrinkToInt64(r.Num()), shrinkToInt64(r.Denom())}, nil
	}),
}
