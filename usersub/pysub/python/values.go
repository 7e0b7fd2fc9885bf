package python

import (
	"fmt"
	"math"
	"math/big"

	"github.com/go-python/gpython/py"
)

// MaxDepth is how deep calls between Python functions may nest. gpython has no
// limit of its own; without one an endless recursion ends the whole process.
const MaxDepth = 1000

// ListOrTupleItems returns the items of a list or tuple.
func ListOrTupleItems(o py.Object) ([]py.Object, bool) {
	switch x := o.(type) {
	case *py.List:
		return x.Items, true
	case py.Tuple:
		return x, true
	}
	return nil, false
}

// ToFloat returns the value of int, float and bool.
func ToFloat(o py.Object) (float64, bool) {
	switch x := o.(type) {
	case py.Float:
		return float64(x), true
	case py.Int:
		return float64(x), true
	case floatWithListAccess:
		return float64(x.Float), true
	case py.Bool:
		if x {
			return 1, true
		}
		return 0, true
	case *py.BigInt:
		v, _ := new(big.Float).SetInt((*big.Int)(x)).Float64()
		return v, true
	}
	return 0, false
}

// DescribeObject names an object in messages.
func DescribeObject(o py.Object) string {
	switch x := o.(type) {
	case nil:
		return "nothing"
	case py.NoneType:
		return "None"
	case py.String:
		return fmt.Sprintf("the text %q", string(x))
	case *py.List:
		return "a list of " + FormatCount(len(x.Items), "item")
	case py.Tuple:
		return "a tuple of " + FormatCount(len(x), "item")
	case py.Int, py.Float, *py.BigInt:
		if s, err := Str(o); err == nil {
			return "the number " + s
		}
	}
	return "an object of type " + o.Type().Name
}

// RoundToInt32 returns a number as a 32-bit integer.
func RoundToInt32(o py.Object) (int32, bool) {
	v, ok := ToFloat(o)
	v = math.Round(v)
	if !ok || !(math.Abs(v) <= math.MaxInt32) {
		return 0, false
	}
	return int32(v), true
}

// ItemsOrNumber returns the items of an object: those of a list, a tuple or another
// sequence, one for a number, none for None.
func ItemsOrNumber(o py.Object) ([]py.Object, error) {
	if items, ok := ListOrTupleItems(o); ok {
		return items, nil
	}
	if _, ok := ToFloat(o); ok {
		return []py.Object{o}, nil
	}
	if o == py.None {
		return nil, nil
	}
	return py.SequenceTuple(o)
}

func FormatCount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// FormatArgumentCount says how many arguments a function takes.
func FormatArgumentCount(least, most int) string {
	if least == most {
		return FormatCount(most, "argument")
	}
	return fmt.Sprintf("%d to %s", least, FormatCount(most, "argument"))
}
