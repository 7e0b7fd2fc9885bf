package numpy

import (
	"slices"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// arrayMethods are the methods of arrays without arguments, or with those that
// follow the array in the list a.
var arrayMethods = []struct {
	name   string
	params string
	need   int
	do     func(x *Array, a []py.Object) (py.Object, error)
}{
	{"tolist", "", 0, func(x *Array, _ []py.Object) (py.Object, error) { return x.Lists(), nil }},
	{"copy", "", 0, func(x *Array, _ []py.Object) (py.Object, error) { return x.copyArray(), nil }},
	{"flatten", "", 0, func(x *Array, _ []py.Object) (py.Object, error) { return x.flatten(), nil }},
	{"ravel", "", 0, func(x *Array, _ []py.Object) (py.Object, error) { return x.flatten(), nil }},
	{"transpose", "", 0, func(x *Array, _ []py.Object) (py.Object, error) { return x.transpose(), nil }},
	{"item", "", 0, func(x *Array, _ []py.Object) (py.Object, error) {
		v, err := x.requireSingleEntry("item()")
		return x.kind.pyNumber(v), err
	}},
	{"dot", "b", 1, func(x *Array, a []py.Object) (py.Object, error) {
		y, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		r, err := matrixProduct(x, y)
		if err != nil {
			return nil, err
		}
		return r.unwrapScalar(), nil
	}},
	{"round", "decimals", 0, func(x *Array, a []py.Object) (py.Object, error) { return roundArray([]py.Object{x, a[0]}) }},
	{"fill", "value", 1, func(x *Array, a []py.Object) (py.Object, error) {
		v, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		return py.None, x.assignEntries(v)
	}},
	{"astype", "dtype", 1, func(x *Array, a []py.Object) (py.Object, error) {
		k, err := parseDtype(a[0])
		return x.convertTo(k), err
	}},
	{"reshape", "shape a b", 1, func(x *Array, a []py.Object) (py.Object, error) { return x.reshape(a) }},
}

// reshape has the same entries in another shape; one length may be -1.
func (a *Array) reshape(sizes []py.Object) (py.Object, error) {
	sizes = slices.DeleteFunc(sizes, func(o py.Object) bool { return o == nil })
	if len(sizes) == 1 {
		if items, ok := python.ListOrTupleItems(sizes[0]); ok {
			sizes = items
		}
	}
	shape, open, n := make([]int, len(sizes)), -1, 1
	for i, o := range sizes {
		v, err := intOr(o, 0, "a length of a shape")
		if err != nil {
			return nil, err
		}
		if shape[i] = v; v == -1 {
			open = i
			continue
		}
		n *= v
	}
	if open >= 0 && n > 0 {
		shape[open] = a.countEntries() / n
		n *= shape[open]
	}
	if n != a.countEntries() {
		return nil, py.ExceptionNewf(py.ValueError, "an array of shape %s cannot have shape %s", shapeText(a.shape), shapeText(shape))
	}
	return newArrayFromData(a.copyEntries(), a.kind, shape), nil
}

func (a *Array) M__getattribute__(name string) (py.Object, error) {
	switch name {
	case "T":
		return a.transpose(), nil
	case "shape":
		return shapeTuple(a.shape), nil
	case "size":
		return py.Int(a.countEntries()), nil
	case "ndim":
		return py.Int(len(a.shape)), nil
	}
	if _, ok := reductions[name]; ok && name != "amin" && name != "amax" {
		return newNumpyFunction(name, 0, "axis", func(args []py.Object) (py.Object, error) { return a.reduceAxis(name, args[0]) }), nil
	}
	for _, m := range arrayMethods {
		if m.name == name {
			return newNumpyFunction(name, m.need, m.params, func(args []py.Object) (py.Object, error) { return m.do(a, args) }), nil
		}
	}
	return nil, py.ExceptionNewf(py.AttributeError, "'numpy.ndarray' has no attribute '%s' here", name)
}

func (a *Array) M__abs__() (py.Object, error) {
	return a.applyToAll(max(a.kind, wholeKind), func(x float64) float64 { return max(x, -x) }), nil
}
