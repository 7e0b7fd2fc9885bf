package pysub

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// expressions are the functions of the expression language that scripts call
// by their names there: the result is a number. Their arguments are those of
// the language; the order of the derivative may follow.
var expressions = []string{
	"AKISPL", "CUBSPL", "FITSPL", "LINSPL", "QUISPL", "STEP", "STEP5", "HAVSIN", "IMPACT", "BISTOP", "POLY", "CHEBY",
	"FORCOS", "FORSIN", "SHF",
}

// upperNames are functions of the expression language that Python has under
// another name.
var upperNames = map[string]string{
	"ABS": "abs", "ACOS": "acos", "ASIN": "asin", "ATAN": "atan", "ATAN2": "atan2", "COS": "cos", "COSH": "cosh",
	"EXP": "exp", "LOG": "log", "LOG10": "log10", "MAX": "max", "MIN": "min", "MOD": "fmod", "SIN": "sin",
	"SINH": "sinh", "SQRT": "sqrt", "TAN": "tan", "TANH": "tanh", "PI": "pi",
}

func (in *interp) expressionFunctions() []*py.Method {
	var list []*py.Method
	for _, name := range expressions {
		u := usersub.FindUtility(name)
		list = append(list, py.MustNewMethod(name, func(_ py.Object, args py.Tuple) (py.Object, error) {
			return in.evalExpression(u, args)
		}, 0, name+"(...): "+u.Doc+", as in expressions"))
	}
	return list
}

// evalExpression evaluates a function. There is no flag to return, so that what
// cannot be evaluated is an exception.
func (in *interp) evalExpression(u *usersub.Utility, args py.Tuple) (py.Object, error) {
	c, err := in.beginUtility(u, u.Name)
	if err != nil {
		return nil, err
	}
	defer in.releaseUtility(c)
	if err := setInputs(c, u.Name, insertLengths(u, args)); err != nil {
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

// insertLengths turns the arguments of an expression into those of the utility:
// coefficients become a list with its length, and the order is 0 if it is
// missing.
func insertLengths(u *usersub.Utility, args py.Tuple) py.Tuple {
	n := u.Flag - 1 // inputs of the utility
	at := u.ArgIndex("par")
	if at < 0 {
		if len(args) == n-1 {
			return append(args[:len(args):len(args)], py.Int(0))
		}
		return args
	}
	if len(args) <= at {
		return args
	}
	if _, isList := python.ListItems(args[at]); isList {
		return args
	}
	list := &py.List{Items: args[at:]}
	return append(args[:at:at], list, py.Int(len(list.Items)), py.Int(0))
}
