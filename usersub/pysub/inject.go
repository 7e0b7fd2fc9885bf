package pysub

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// mathNames are the names of module math that scripts use without importing
// them. Single letters (e) and names that mean something else as a builtin
// (pow) are left out.
var mathNames = []string{
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "copysign",
	"cos", "cosh", "degrees", "exp", "fabs", "floor", "fmod", "hypot", "log",
	"log10", "pi", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
}

// injectBuiltins adds what routines use without importing it. The names go into the
// builtins, which every module sees and whose names any script may define
// again. Module msolve exports the functions that query the solver.
func (in *interp) injectBuiltins() {
	b := in.Store().Builtins.Globals
	api := append(in.solverFunctions(), in.expressionFunctions()...)
	msolve := &py.ModuleImpl{Info: py.ModuleInfo{Name: "msolve", Doc: "functions that query the solver"}, Methods: api}
	if _, err := in.ModuleInit(msolve); err != nil {
		panic("pysub: " + err.Error())
	}
	for _, m := range api {
		b[m.Name] = m
	}
	if err := py.Import(in, "math"); err != nil {
		panic("pysub: " + err.Error())
	}
	mm := in.Store().MustGetModule("math").Globals
	for _, name := range mathNames {
		b[name] = mm[name]
	}
	b["xrange"] = py.RangeType
	for upper, name := range upperNames {
		b[upper] = b[name]
	}
	in.amendModule("builtins", b)
	in.amendModule("sys", in.Store().MustGetModule("sys").Globals)
}

// amendModule corrects a module of gpython, and takes away what a confined program is not given.
func (in *interp) amendModule(name string, g py.StringDict) {
	python.AmendModule(in, name, g, in.out)
	if in.inside {
		in.restrictModule(name, g)
	}
}
