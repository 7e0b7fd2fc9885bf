package pysub

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// upperNames are functions of the expression language that Python has under
// another name.
var upperNames = map[string]string{
	"ABS": "abs", "ACOS": "acos", "ASIN": "asin", "ATAN": "atan", "ATAN2": "atan2", "COS": "cos", "COSH": "cosh",
	"EXP": "exp", "LOG": "log", "LOG10": "log10", "MAX": "max", "MIN": "min", "MOD": "fmod", "SIN": "sin",
	"SINH": "sinh", "SQRT": "sqrt", "TAN": "tan", "TANH": "tanh", "PI": "pi",
}

func (in *interp) expressionFunctions() []*py.Method {
	var list []*py.Method
	for _, name := range loading.PythonExpressions {
		u := usersub.FindUtility(name)
		list = append(list, py.MustNewMethod(name, func(_ py.Object, args py.Tuple) (py.Object, error) {
			return in.evalExpressionFunction(u, args)
		}, 0, name+"(...): "+u.Doc+", as in expressions"))
	}
	return list
}

// evalExpressionFunction evaluates a function. There is no flag to return, so that what
// cannot be evaluated is an exception.
func (in *interp) evalExpressionFunction(u *usersub.Utility, args py.Tuple) (py.Object, error) {
	c, err := in.prepareUtilityCall(u, u.Name)
	if err != nil {
		return nil, err
	}
	defer in.free.Release(c)
	if err := setInputs(c, u.Name, loading.InsertLengths(u, args, isList, newList, newInt)); err != nil {
		return nil, err
	}
	in.invokeUtility(c)
	if c.Unsupported != "" {
		return nil, py.ExceptionNewf(py.RuntimeError, "%s() cannot be evaluated: %s", u.Name, c.Unsupported)
	}
	if c.Arg[c.Flag].Int[0] != 0 {
		return nil, py.ExceptionNewf(py.ValueError, "%s() cannot be evaluated with these arguments", u.Name)
	}
	return py.Float(c.Arg[c.Flag-1].Real[0]), nil
}

func isList(o py.Object) bool {
	_, is := python.ListOrTupleItems(o)
	return is
}

func newList(items []py.Object) py.Object { return &py.List{Items: items} }

func newInt(n int) py.Object { return py.Int(n) }
