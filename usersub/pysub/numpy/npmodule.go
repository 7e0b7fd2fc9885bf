package numpy

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// Programs may import numpy and numpy.linalg: arrays of numbers and the functions of
// them that models are written with. Routines in scripts of their own do not get
// it: they may be run by an interpreter that has all of it.

// AddNumpyModules makes the modules of numpy.
func AddNumpyModules(ctx py.Context) error {
	if _, err := ctx.Store().GetModule("numpy"); err == nil {
		return nil
	}
	linalg, err := ctx.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: "numpy.linalg"}, Methods: numpyLinalg})
	if err != nil {
		return err
	}
	_, err = ctx.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: "numpy"}, Methods: append(numpyFunctions(), newLoadtxtFunction(ctx)), Globals: py.StringDict{
		"pi": py.Float(math.Pi), "e": py.Float(math.E), "inf": py.Float(math.Inf(1)), "nan": py.Float(math.NaN()), "newaxis": py.None,
		"linalg": linalg, "ndarray": arrayType, "float64": py.FloatType, "int64": py.IntType, "bool_": py.BoolType,
	}})
	return err
}

// numpyFunctions are all functions of module numpy, in alphabetical order.
func numpyFunctions() []*py.Method {
	list := slices.Concat(numpyMakers, numpyReducers, numpyProducts, numpyOthers, numpyMore)
	for name, u := range numpyOfOne {
		list = append(list, newUnaryFunction(name, u))
	}
	for name, p := range numpyOfTwo {
		list = append(list, newBinaryFunction(name, p))
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// DescribeModuleContents lists what a module of numpy has here.
func DescribeModuleContents(module string) string {
	list := numpyLinalg
	if module == "numpy" {
		list = numpyFunctions()
	}
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.Name
	}
	if module == "numpy" {
		names = append(names, "loadtxt")
		slices.Sort(names)
	}
	return "the embedded interpreter has a small " + module + ": " + strings.Join(names, ", ")
}

// newNumpyFunction makes a function of numpy. names are its parameters, of which the first
// need must be given; one that is not given is nil.
func newNumpyFunction(name string, need int, names string, do func(a []py.Object) (py.Object, error)) *py.Method {
	params := strings.Fields(names)
	return py.MustNewMethod(name, func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		a := make([]py.Object, len(params))
		if len(args) > len(params) {
			return nil, py.ExceptionNewf(py.TypeError, "numpy.%s takes %s here (%d arguments given)", name, strings.Join(params, ", "), len(args))
		}
		copy(a, args)
		for k, v := range kwargs {
			i := slices.Index(params, k)
			switch {
			case i < 0:
				return nil, py.ExceptionNewf(py.TypeError, "numpy.%s has no argument %s here: it takes %s", name, k, strings.Join(params, ", "))
			case a[i] != nil:
				return nil, py.ExceptionNewf(py.TypeError, "numpy.%s got %s twice", name, k)
			}
			a[i] = v
		}
		for i := range need {
			if a[i] == nil {
				return nil, py.ExceptionNewf(py.TypeError, "numpy.%s needs %s", name, params[i])
			}
		}
		for i := need; i < len(a); i++ {
			if a[i] == py.None {
				a[i] = nil
			}
		}
		return do(a)
	}, 0, name+"("+strings.Join(params, ", ")+")")
}

// parseDtype returns the kind of entries that dtype= names.
func parseDtype(o py.Object) (kind, error) {
	switch o {
	case py.Object(py.FloatType):
		return realKind, nil
	case py.Object(py.IntType):
		return wholeKind, nil
	case py.Object(py.BoolType):
		return truthKind, nil
	}
	switch s, _ := o.(py.String); s {
	case "float", "float64", "d":
		return realKind, nil
	case "int", "int64":
		return wholeKind, nil
	case "bool":
		return truthKind, nil
	}
	return 0, py.ExceptionNewf(py.TypeError, "dtype may be float, int or bool here, not %s", python.DescribeObject(o))
}

// convertTo makes an array of another kind, and a copy of it at least.
func (a *Array) convertTo(k kind) *Array {
	return a.applyToAll(k, func(x float64) float64 {
		switch k {
		case wholeKind:
			return math.Trunc(x)
		case truthKind:
			return boolToReal(x != 0)
		}
		return x
	})
}

// parseShape reads a shape: a number or a list of numbers.
func parseShape(o py.Object) ([]int, error) {
	a, err := asArray(o)
	if err != nil {
		return nil, err
	}
	shape := []int{}
	for _, v := range a.copyEntries() {
		if a.kind == realKind || v < 0 || v > 1e8 {
			return nil, py.ExceptionNewf(py.TypeError, "a shape is a number or a list of numbers that are not negative, not %s", python.DescribeObject(o))
		}
		shape = append(shape, int(v))
	}
	n := 1
	for _, s := range shape {
		if n *= max(s, 1); n > 1e8 {
			return nil, py.ExceptionNewf(py.ValueError, "an array of shape %s is too large", shapeText(shape))
		}
	}
	return shape, nil
}

// intOr reads an integer that may be missing.
func intOr(o py.Object, otherwise int, what string) (int, error) {
	if o == nil {
		return otherwise, nil
	}
	n, ok := o.(py.Int)
	if !ok {
		return 0, py.ExceptionNewf(py.TypeError, "%s is an integer, not %s", what, python.DescribeObject(o))
	}
	return int(n), nil
}

// realOrDefault reads a number that may be missing.
func realOrDefault(o py.Object, otherwise float64, what string) (float64, error) {
	if o == nil {
		return otherwise, nil
	}
	if a, ok := o.(*Array); ok {
		return a.requireSingleEntry(what)
	}
	v, ok := python.ToFloat(o)
	if !ok {
		return 0, py.ExceptionNewf(py.TypeError, "%s is a number, not %s", what, python.DescribeObject(o))
	}
	return v, nil
}
