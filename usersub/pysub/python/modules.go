package python

import (
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// AmendModule corrects a module of gpython and adds what it lacks. out is where scripts print.
func AmendModule(ctx py.Context, name string, g py.StringDict, out py.Object) {
	switch name {
	case "builtins":
		g["exit"], g["quit"] = newExitFunction("exit"), newExitFunction("quit")
		g["__build_class__"] = newBuildClassFunction(g["__build_class__"])
		g["dict"], g["super"], g["property"] = dictType, superType, propertyType
		g["set"], g["frozenset"] = setType, frozenType
		if old := g["print"]; old != nil {
			g["print"] = newPrintFunction(old)
		}
		if old := g["open"]; old != nil {
			g["open"] = newOpenFunction(old)
		}
		if old := g["iter"]; old != nil {
			g["iter"] = newIterFunction(old)
		}
		g["ModuleNotFoundError"] = g["ImportError"]
		for _, m := range slices.Concat(moreBuiltins, modernFunctions, attributeFunctions, oldFunctions) {
			g[m.Name] = m
		}
		for _, name := range []string{"map", "filter", "zip", "range"} {
			g[syntax.RuntimeNameForPython2(name)] = wrapToReturnList(name, g[name])
		}
	case "sys":
		g["exit"] = newExitFunction("exit")
		g["stdout"], g["stderr"] = out, out
		for _, name := range emptyOfSys {
			delete(g, name)
		}
		g["setrecursionlimit"] = newBuiltinMethod("setrecursionlimit", 1, 1, func(py.Object, py.Tuple) (py.Object, error) { return py.None, nil })
		g["getrecursionlimit"] = newBuiltinMethod("getrecursionlimit", 0, 0, func(py.Object, py.Tuple) (py.Object, error) { return py.Int(MaxDepth), nil })
		g["platform"] = py.String(strings.Replace(runtime.GOOS, "windows", "win32", 1))
		g["version_info"] = py.Tuple{py.Int(3), py.Int(10), py.Int(0), py.String("final"), py.Int(0)} // the language, about
		g["maxsize"], g["maxint"] = py.Int(math.MaxInt64), py.Int(math.MaxInt64)
	case "os":
		g["_exit"] = newExitFunction("_exit") // the real one would end the solver
		amendOS(g)
		if m, err := importLibraryModule(ctx, "os.path"); err == nil {
			g["path"] = m
		}
	case "time":
		amendTime(g)
	case "math":
		g["inf"], g["nan"], g["tau"] = py.Float(math.Inf(1)), py.Float(math.NaN()), py.Float(2*math.Pi)
		wrapModuleToAcceptTruthValues(g)
		g["isclose"] = isclose
		for _, m := range moreMath {
			g[m.Name] = m
		}
	}
}

// emptyOfSys are functions of module sys that gpython has in name only.
var emptyOfSys = []string{"callstats", "_clear_type_cache", "_current_frames", "displayhook", "exc_info", "excepthook", "getrefcount",
	"getsizeof", "_getframe", "intern", "setcheckinterval", "getcheckinterval", "setswitchinterval", "getswitchinterval", "setprofile",
	"getprofile", "settrace", "gettrace", "call_tracing", "_debugmallocstats"}

// newExitFunction returns a function that raises SystemExit; gpython's sys.exit returns
// the exception instead of raising it.
func newExitFunction(name string) *py.Method {
	return py.MustNewMethod(name, func(_ py.Object, args py.Tuple) (py.Object, error) {
		e := py.ExceptionNewf(py.SystemExit, "")
		e.Args = args.Copy()
		return nil, e
	}, 0, name+"([status]) ends the script")
}

// newBuildClassFunction returns the function behind the class statement. gpython's own makes an exception instead
// of a class when the base is an exception class. Such a class keeps the
// arguments of its constructor.
func newBuildClassFunction(build py.Object) *py.Method {
	return py.MustNewMethod("__build_class__", func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
		if len(args) == 3 {
			if base, ok := args[2].(*py.Type); ok && base.Flags&py.TPFLAGS_BASE_EXC_SUBCLASS != 0 {
				return newExceptionClass(args[0], args[1], base)
			}
		}
		r, err := py.Call(build, args, kwargs)
		if t, ok := r.(*py.Type); ok && err == nil {
			completeClass(t)
		}
		return r, err
	}, 0, "makes a class")
}

func newExceptionClass(body, name py.Object, base *py.Type) (py.Object, error) {
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
