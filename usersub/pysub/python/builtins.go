package python

import (
	"math"
	"strconv"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
)

// moreBuiltins are builtins that gpython lacks.
var moreBuiltins = []*py.Method{
	newBuiltinMethod("callable", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		return py.NewBool(IsCallable(args[0])), nil
	}),
	newBuiltinMethod("reversed", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		items, err := py.SequenceTuple(args[0])
		if err != nil {
			return nil, err
		}
		items = items.Copy()
		items.Reverse()
		return py.NewIterator(items), nil
	}),
	newBuiltinMethod("isinstance", 2, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		is, err := isInstance(args[0], args[1])
		return py.NewBool(is), err
	}),
	reprFunction,
	sortedFunction,
	newMinMaxFunction("min", vm.PyCmp_LT),
	newMinMaxFunction("max", vm.PyCmp_GT),
	newBuiltinMethod("issubclass", 2, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		is, err := isSubclass(args[0], args[1])
		return py.NewBool(is), err
	}),
	newBuiltinMethod("vars", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		if d, ok := args[0].(py.IGetDict); ok {
			return d.GetDict(), nil
		}
		return nil, py.ExceptionNewf(py.TypeError, "vars() argument must have __dict__ attribute")
	}),
	newBuiltinMethod("format", 1, 2, func(_ py.Object, args py.Tuple) (py.Object, error) {
		spec := py.String("")
		if len(args) == 2 {
			var ok bool
			if spec, ok = args[1].(py.String); !ok {
				return nil, py.ExceptionNewf(py.TypeError, "format() argument 2 must be str, not %s", args[1].Type().Name)
			}
		}
		return formatFString(py.Tuple{py.String(""), args[0], py.String(""), spec})
	}),
	enumerateFunction,
	newBuiltinMethod("abs", 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
		if m := SpecialMethod(args[0], "__abs__"); m != nil {
			return py.Call(m, py.Tuple{args[0]}, nil)
		}
		return py.Abs(truthAsInt(args[0]))
	}),
	newBuiltinMethod("pow", 2, 3, func(_ py.Object, args py.Tuple) (py.Object, error) {
		if len(args) == 2 {
			if r, err := powerObjects(truthAsInt(args[0]), truthAsInt(args[1])); r != nil || err != nil {
				return r, err
			}
			return py.Pow(truthAsInt(args[0]), truthAsInt(args[1]), py.None)
		}
		return py.Pow(args[0], args[1], args[2])
	}),
	newBuiltinMethod("round", 1, 2, func(_ py.Object, args py.Tuple) (py.Object, error) { return roundValue(args) }),
}

// isInstance is isinstance, for classes derived from others too.
func isInstance(o, class py.Object) (bool, error) {
	switch c := class.(type) {
	case py.Tuple:
		for _, one := range c {
			if is, err := isInstance(o, one); is || err != nil {
				return is, err
			}
		}
		return false, nil
	case *py.Type:
		t := o.Type()
		if t == listLikeFloatType && (c == py.FloatType || c == py.ListType) {
			return true, nil
		}
		if t == py.BoolType && c == py.IntType || c == py.ObjectType || t == py.StringDictType && c == dictType {
			return true, nil
		}
		if _, big := o.(*py.BigInt); big && c == py.IntType {
			return true, nil
		}
		return t.IsSubtype(c), nil
	}
	return false, py.ExceptionNewf(py.TypeError, "isinstance() arg 2 must be a type or tuple of types")
}

// isSubclass is issubclass.
func isSubclass(o, class py.Object) (bool, error) {
	t, ok := o.(*py.Type)
	if !ok || IsScriptObject(t) {
		return false, py.ExceptionNewf(py.TypeError, "issubclass() arg 1 must be a class")
	}
	classes, ok := class.(py.Tuple)
	if !ok {
		classes = py.Tuple{class}
	}
	for _, o := range classes {
		c, ok := o.(*py.Type)
		if !ok {
			return false, py.ExceptionNewf(py.TypeError, "issubclass() arg 2 must be a class or tuple of classes")
		}
		if t.IsSubtype(c) || t == py.BoolType && c == py.IntType {
			return true, nil
		}
	}
	return false, nil
}

// roundValue rounds half to even: to an integer, or to a number of digits. (The one
// of gpython returns a float, and 0 for most numbers with digits.)
func roundValue(args py.Tuple) (py.Object, error) {
	x, ok := ToFloat(args[0])
	if !ok {
		return nil, py.ExceptionNewf(py.TypeError, "type %s doesn't define __round__ method", args[0].Type().Name)
	}
	if len(args) == 1 || args[1] == py.None {
		return py.Float(math.RoundToEven(x)).M__int__()
	}
	n, err := py.IndexInt(args[1])
	if err != nil {
		return nil, err
	}
	if _, float := args[0].(py.Float); !float && n >= 0 {
		return args[0], nil
	}
	r := math.RoundToEven(x*math.Pow10(n)) / math.Pow10(n)
	if n >= 0 {
		r, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'f', min(n, 400), 64), 64)
	}
	if _, float := args[0].(py.Float); !float {
		return py.Float(r).M__int__()
	}
	return py.Float(r), nil
}

func IsCallable(o py.Object) bool {
	if t, ok := o.(*py.Type); ok && IsScriptObject(t) {
		return SpecialMethod(t, "__call__") != nil
	}
	_, ok := o.(interface {
		M__call__(py.Tuple, py.StringDict) (py.Object, error)
	})
	return ok
}

// isclose is math.isclose with its default tolerances changed by keywords.
var isclose = py.MustNewMethod("isclose", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	v := [4]float64{0, 0, 1e-9, 0}
	if len(args) != 2 {
		return nil, py.ExceptionNewf(py.TypeError, "isclose() takes exactly 2 positional arguments (%d given)", len(args))
	}
	given := []py.Object{args[0], args[1], kwargs["rel_tol"], kwargs["abs_tol"]}
	for i, o := range given {
		if o == nil {
			continue
		}
		x, ok := ToFloat(o)
		if !ok {
			return nil, py.ExceptionNewf(py.TypeError, "must be real number, not %s", o.Type().Name)
		}
		v[i] = x
	}
	a, b := v[0], v[1]
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return py.NewBool(a == b), nil
	}
	return py.NewBool(math.Abs(a-b) <= max(v[2]*max(math.Abs(a), math.Abs(b)), v[3])), nil
}, 0, "isclose(a, b, rel_tol=1e-9, abs_tol=0)")

// convertToBool returns bool(x).
func convertToBool(_ *py.Type, args py.Tuple, _ py.StringDict) (py.Object, error) {
	switch len(args) {
	case 0:
		return py.False, nil
	case 1:
		if t, ok := args[0].(*py.Type); ok {
			return truthOfObject(t)
		}
		return py.MakeBool(args[0])
	}
	return nil, py.ExceptionNewf(py.TypeError, "bool() takes at most 1 argument (%d given)", len(args))
}

// enumerateFunction is enumerate(iterable, start=0); that of gpython knows no
// keyword.
var enumerateFunction = py.MustNewMethod("enumerate", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	if start, ok := kwargs["start"]; ok && len(kwargs) == 1 && len(args) == 1 {
		args, kwargs = py.Tuple{args[0], start}, nil
	}
	return py.EnumerateNew(py.EnumerateType, args, kwargs)
}, 0, "enumerate(iterable, start=0)")
