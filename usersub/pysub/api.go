package pysub

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// maxPar is the most integers that a query may carry.
const maxPar = 32

// solverFunctions returns the functions through which a script queries the solver: these
// three, which are called most, and those of the table of utilities.
//
//	py_sysfnc(name, ipar)               -> [value, err]
//	py_sysary(name, ipar)               -> ([values], err)
//	py_modfnc(element, id, attribute)   -> [text, info]
func (in *interp) solverFunctions() []*py.Method {
	a := &queryFunctions{in: in, values: make([]float64, 64)}
	return append([]*py.Method{
		py.MustNewMethod("py_sysfnc", a.sysfnc, 0, "py_sysfnc(name, ipar) -> [value, err]"),
		py.MustNewMethod("py_sysary", a.sysary, 0, "py_sysary(name, ipar) -> ([values], err)"),
		py.MustNewMethod("py_modfnc", a.modfnc, 0, "py_modfnc(element, id, attribute) -> [text, info]"),
	}, in.utilityFunctions()...)
}

// queryFunctions turns calls of the py_ functions into queries.
type queryFunctions struct {
	in     *interp
	par    [maxPar]int32
	values []float64
}

// listPair is a list of two in one allocation.
type listPair struct {
	py.List
	items [2]py.Object
}

func newListOfTwo(a, b py.Object) *py.List {
	p := &listPair{items: [2]py.Object{a, b}}
	p.Items = p.items[:]
	return &p.List
}

func (a *queryFunctions) sysfnc(_ py.Object, args py.Tuple) (py.Object, error) {
	name, par, err := a.parseQuery("py_sysfnc", args)
	if err != nil {
		return nil, err
	}
	v, flag := a.in.door.SysFnc(name, par)
	return newListOfTwo(py.Float(v), py.Int(flag)), nil
}

func (a *queryFunctions) sysary(_ py.Object, args py.Tuple) (py.Object, error) {
	name, par, err := a.parseQuery("py_sysary", args)
	if err != nil {
		return nil, err
	}
	n, flag := a.in.door.SysAry(name, par, a.values)
	if n > len(a.values) {
		a.values = make([]float64, n)
		n, flag = a.in.door.SysAry(name, par, a.values)
	}
	return py.Tuple{newFloatList(a.values[:n]), py.Int(flag)}, nil
}

func (a *queryFunctions) modfnc(_ py.Object, args py.Tuple) (py.Object, error) {
	if err := a.checkCall("py_modfnc", args, 3); err != nil {
		return nil, err
	}
	element, ok1 := args[0].(py.String)
	attribute, ok2 := args[2].(py.String)
	id, ok3 := python.RoundToInt32(args[1])
	if !ok1 || !ok2 || !ok3 {
		return nil, py.ExceptionNewf(py.TypeError, "py_modfnc() takes the name of an element, its id and the name of an attribute")
	}
	text, info := a.in.door.ModFnc(usersub.CanonicalMeasure(string(element)), id, usersub.CanonicalMeasure(string(attribute)))
	return newListOfTwo(py.String(text), py.Int(info)), nil
}

func (a *queryFunctions) checkCall(fn string, args py.Tuple, n int) error {
	if len(args) != n {
		return py.ExceptionNewf(py.TypeError, "%s() takes %d positional arguments but %d were given", fn, n, len(args))
	}
	if a.in.door == nil {
		return py.ExceptionNewf(py.RuntimeError, "%s() works only while the solver calls a function of the script", fn)
	}
	return nil
}

// parseQuery reads a name and its integers. These may come as a list, a tuple or
// one number, and as floats, because parameters are passed straight through.
func (a *queryFunctions) parseQuery(fn string, args py.Tuple) (string, []int32, error) {
	if len(args) == 3 { // the count of the C form
		args = args[:2]
	}
	if err := a.checkCall(fn, args, 2); err != nil {
		return "", nil, err
	}
	name, ok := args[0].(py.String)
	if !ok {
		return "", nil, py.ExceptionNewf(py.TypeError, "%s(): the name must be str, not %s", fn, args[0].Type().Name)
	}
	items, err := python.ItemsOrNumber(args[1])
	if err != nil {
		return "", nil, err
	}
	if len(items) > maxPar {
		return "", nil, py.ExceptionNewf(py.ValueError, "%s(): %d integers are too many, at most %d", fn, len(items), maxPar)
	}
	for i, o := range items {
		v, ok := python.RoundToInt32(o)
		if !ok {
			return "", nil, py.ExceptionNewf(py.TypeError, "%s(): argument %d must be a number, not %s", fn, i+1, python.DescribeObject(o))
		}
		a.par[i] = v
	}
	return string(name), a.par[:len(items)], nil
}

// newFloatList returns a new list.
func newFloatList(v []float64) *py.List {
	items := make([]py.Object, len(v))
	for i, x := range v {
		items[i] = py.Float(x)
	}
	return &py.List{Items: items}
}
