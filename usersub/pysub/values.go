package pysub

import (
	"fmt"
	"math"
	"math/big"

	"github.com/go-python/gpython/py"
)

// maxDepth is how deep calls between Python functions may nest. gpython has no
// limit of its own; without one an endless recursion ends the whole process.
const maxDepth = 1000

// sequence returns the items of a list or tuple.
func sequence(o py.Object) ([]py.Object, bool) {
	switch x := o.(type) {
	case *py.List:
		return x.Items, true
	case py.Tuple:
		return x, true
	}
	return nil, false
}

// number returns the value of int, float and bool.
func number(o py.Object) (float64, bool) {
	switch x := o.(type) {
	case py.Float:
		return float64(x), true
	case py.Int:
		return float64(x), true
	case single:
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

// describe names an object in messages.
func describe(o py.Object) string {
	switch x := o.(type) {
	case nil:
		return "nothing"
	case py.NoneType:
		return "None"
	case py.String:
		return fmt.Sprintf("the text %q", string(x))
	case *py.List:
		return "a list of " + count(len(x.Items), "item")
	case py.Tuple:
		return "a tuple of " + count(len(x), "item")
	case py.Int, py.Float, *py.BigInt:
		if s, err := str(o); err == nil {
			return "the number " + s
		}
	}
	return "an object of type " + o.Type().Name
}

// rounded returns a number as a 32-bit integer.
func rounded(o py.Object) (int32, bool) {
	v, ok := number(o)
	v = math.Round(v)
	if !ok || !(math.Abs(v) <= math.MaxInt32) {
		return 0, false
	}
	return int32(v), true
}

// sequenceOf returns the items of an object: those of a list, a tuple or another
// sequence, one for a number, none for None.
func sequenceOf(o py.Object) ([]py.Object, error) {
	if items, ok := sequence(o); ok {
		return items, nil
	}
	if _, ok := number(o); ok {
		return []py.Object{o}, nil
	}
	if o == py.None {
		return nil, nil
	}
	return py.SequenceTuple(o)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// arguments says how many arguments a function takes.
func arguments(least, most int) string {
	if least == most {
		return count(most, "argument")
	}
	return fmt.Sprintf("%d to %s", least, count(most, "argument"))
}
