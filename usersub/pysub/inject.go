package pysub

import (
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
)

// mathNames are the names of module math that scripts use without importing
// them. Single letters (e) and names that mean something else as a builtin
// (pow) are left out.
var mathNames = []string{
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "copysign",
	"cos", "cosh", "degrees", "exp", "fabs", "floor", "fmod", "hypot", "log",
	"log10", "pi", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
}

// inject adds what routines use without importing it. The names go into the
// builtins, which every module sees and whose names any script may define
// again. Module msolve exports the functions that ask the solver.
func (in *interp) inject() {
	b := in.Store().Builtins.Globals
	api := append(in.api(), in.expressionFunctions()...)
	msolve := &py.ModuleImpl{Info: py.ModuleInfo{Name: "msolve", Doc: "functions that ask the solver"}, Methods: api}
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
	in.amend("builtins", b)
	in.amend("sys", in.Store().MustGetModule("sys").Globals)
}

// amend corrects modules of gpython and adds what they lack.
func (in *interp) amend(name string, g py.StringDict) {
	switch name {
	case "builtins":
		g["exit"], g["quit"] = raiseExit("exit"), raiseExit("quit")
		g["__build_class__"] = buildClass(g["__build_class__"])
		g["dict"], g["super"], g["property"] = dictType, superType, propertyType
		g["set"], g["frozenset"] = setType, frozenType
		if old := g["print"]; old != nil {
			g["print"] = printFunction(old)
		}
		if old := g["iter"]; old != nil {
			g["iter"] = iterFunction(old)
		}
		g["ModuleNotFoundError"] = g["ImportError"]
		for _, m := range slices.Concat(moreBuiltins, modernFunctions, attributeFunctions, oldFunctions) {
			g[m.Name] = m
		}
		for _, name := range []string{"map", "filter", "zip", "range"} {
			g[oldName(name)] = listing2(name, g[name])
		}
	case "sys":
		g["exit"] = raiseExit("exit")
		g["stdout"], g["stderr"] = in.out, in.out
		for _, name := range emptyOfSys {
			delete(g, name)
		}
		g["setrecursionlimit"] = method("setrecursionlimit", 1, 1, func(py.Object, py.Tuple) (py.Object, error) { return py.None, nil })
		g["getrecursionlimit"] = method("getrecursionlimit", 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.Int(maxDepth), nil })
		g["platform"] = py.String(strings.Replace(runtime.GOOS, "windows", "win32", 1))
		g["version_info"] = py.Tuple{py.Int(3), py.Int(10), py.Int(0), py.String("final"), py.Int(0)} // the language, about
		g["maxsize"], g["maxint"] = py.Int(math.MaxInt64), py.Int(math.MaxInt64)
	case "os":
		g["_exit"] = raiseExit("_exit") // the real one would end the solver
		amendOS(g)
		if m, err := in.fromLibrary("os.path"); err == nil {
			g["path"] = m
		}
	case "time":
		amendTime(g)
	case "math":
		g["inf"], g["nan"], g["tau"] = py.Float(math.Inf(1)), py.Float(math.NaN()), py.Float(2*math.Pi)
		truthful(g)
		g["isclose"] = isclose
		for _, m := range moreMath {
			g[m.Name] = m
		}
	}
	if in.inside {
		in.confine(name, g)
	}
}

// emptyOfSys are functions of module sys that gpython has in name only.
var emptyOfSys = []string{"callstats", "_clear_type_cache", "_current_frames", "displayhook", "exc_info", "excepthook", "getrefcount",
	"getsizeof", "_getframe", "intern", "setcheckinterval", "getcheckinterval", "setswitchinterval", "getswitchinterval", "setprofile",
	"getprofile", "settrace", "gettrace", "call_tracing", "_debugmallocstats"}

// raiseExit is a function that raises SystemExit; gpython's sys.exit returns
// the exception instead of raising it.
func raiseExit(name string) *py.Method {
	return py.MustNewMethod(name, func(_ py.Object, args py.Tuple) (py.Object, error) {
		e := py.ExceptionNewf(py.SystemExit, "")
		e.Args = args.Copy()
		return nil, e
	}, 0, name+"([status]) ends the script")
}

// buildClass is the class statement. gpython's own makes an exception instead
// of a class when the base is an exception class. Such a class keeps the
// arguments of its constructor.
func buildClass(build py.Object) *py.Method {
	return py.MustNewMethod("__build_class__", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		if len(args) == 3 {
			if base, ok := args[2].(*py.Type); ok && base.Flags&py.TPFLAGS_BASE_EXC_SUBCLASS != 0 {
				return exceptionClass(args[0], args[1], base)
			}
		}
		r, err := py.Call(build, args, kwargs)
		if t, ok := r.(*py.Type); ok && err == nil {
			complete(t)
		}
		return r, err
	}, 0, "makes a class")
}

func exceptionClass(body, name py.Object, base *py.Type) (py.Object, error) {
	fn, ok1 := body.(*py.Function)
	text, ok2 := name.(py.String)
	if !ok1 || !ok2 {
		return nil, py.ExceptionNewf(py.TypeError, "a class needs a body and a name")
	}
	ns := py.NewStringDict()
	cell, err := fn.Context.RunCode(fn.Code, fn.Globals, ns, fn.Closure)
	if err != nil {
		return nil, err
	}
	t := &py.Type{ObjectType: base, Name: string(text), New: newException, Flags: base.Flags,
		Base: base, Bases: py.Tuple{base}, Dict: ns}
	t.Mro = append(py.Tuple{t}, base.Mro...)
	t.Init = initException
	if c, ok := cell.(*py.Cell); ok {
		c.Set(t)
	}
	return t, nil
}
