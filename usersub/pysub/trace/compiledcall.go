package trace

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// evalCall is a call of a function of the module, of a known builtin, or of append and
// extend of a list of the function.
func (s *scope) evalCall(x *ast.Call) val {
	c := s.c
	if a, ok := x.Func.(*ast.Attribute); ok {
		if v, ok := s.evalListMethod(x, a); ok {
			return v
		}
	}
	var callee val
	if a, ok := x.Func.(*ast.Attribute); ok {
		of := s.evalExpr(a.Value)
		if to, ok := of.(array); ok && len(x.Keywords) == 0 {
			args := s.evalArguments(x)
			c.setPosition(x.Func)
			return s.evalArrayMethod(to, string(a.Attr), args)
		}
		callee = s.evalAttributeOf(of, a)
	} else {
		callee = s.evalExpr(x.Func)
	}
	f, ok := callee.(entity)
	if !ok {
		c.refuseCompile("a call of something that is not a function")
	}
	args := s.evalArguments(x)
	var names []string
	var named []val
	for _, k := range x.Keywords {
		names, named = append(names, string(k.Arg)), append(named, s.evalExpr(k.Value))
	}
	if x.Kwargs != nil {
		c.refuseCompile("a call with **")
	}
	c.setPosition(x.Func)
	if fn, ok := f.o.(*py.Function); ok {
		place := c.place
		v := c.callFunction(fn, args, names, named)
		c.place = place
		return v
	}
	name := c.scripts.builtinName(f.o)
	if len(names) > 0 {
		if args, ok = s.asFloats(name, args, names, named); !ok {
			c.refuseCompile("a call with arguments by name")
		}
	}
	if v, ok := s.evalArrayCall(name, args); ok {
		return v
	}
	if do := builtinCalls[name]; do != nil {
		return do(s, args)
	}
	if v, ok := s.mathCall(name, args); ok {
		return v
	}
	if v, ok := s.evalUtility(name, args); ok {
		return v
	}
	if _, short, ok := strings.Cut(name, "."); ok {
		c.refuseCompile("a call of %s", short)
	}
	c.refuseCompile("a call of %s", calleeName(x.Func, f.o))
	return nil
}

// calleeName names what is called as the script does.
func calleeName(f ast.Expr, o py.Object) string {
	if name := nameOf(f); name != "" {
		return name
	}
	return describeVal(entity{o})
}

func (s *scope) evalArguments(x *ast.Call) []val {
	args := s.evalExprs(x.Args)
	if x.Starargs != nil {
		more, ok := s.c.itemsOf(s.evalExpr(x.Starargs))
		if !ok {
			s.c.refuseCompile("a call with *")
		}
		args = append(args, more...)
	}
	return args
}

// evalListMethod is list.append(x) and list.extend(x).
func (s *scope) evalListMethod(x *ast.Call, a *ast.Attribute) (val, bool) {
	if a.Attr != "append" && a.Attr != "extend" {
		return nil, false
	}
	ref, ok := s.evalExpr(a.Value).(listRef)
	if !ok || len(x.Args) != 1 || x.Starargs != nil {
		return nil, false
	}
	s.c.requireOneName(ref)
	v := s.evalExpr(x.Args[0])
	old := s.c.heap[ref]
	if a.Attr == "append" {
		s.c.heap[ref] = append(old[:len(old):len(old)], v)
		return nothing{}, true
	}
	more, ok := s.c.itemsOf(v)
	if !ok {
		s.c.refuseCompile("extend by %s", describeVal(v))
	}
	s.c.heap[ref] = append(old[:len(old):len(old)], more...)
	return nothing{}, true
}

// builtinName returns "math.sin" for the function itself, whatever name it has in the
// script, and "" for what is none.
func (k *Compiler) builtinName(o py.Object) string {
	if t, ok := o.(*py.Type); ok {
		switch t {
		case py.FloatType, py.IntType, py.BoolType, py.RangeType, py.ListType, py.TupleType, py.EnumerateType, py.ZipType:
			return "builtins." + t.Name
		}
		return ""
	}
	m, ok := o.(*py.Method)
	if !ok {
		return ""
	}
	if k.known == nil {
		k.known = map[*py.Method]string{}
		for name, o := range k.host.Context.Store().Builtins.Globals {
			if m, ok := o.(*py.Method); ok {
				k.known[m] = "builtins." + name
			}
		}
		for name, o := range k.host.Context.Store().MustGetModule("math").Globals {
			if m, ok := o.(*py.Method); ok {
				k.known[m] = "math." + name
			}
		}
		k.addNumpyBuiltins()
	}
	if k.known[m] == "" && m.Module != nil && m.Module.ModuleImpl != nil && m.Module.ModuleImpl.Info.Name == "msolve" { // it has copies of them
		if same, ok := k.host.Context.Store().Builtins.Globals[m.Name].(*py.Method); ok {
			return k.known[same]
		}
	}
	return k.known[m]
}

// addNumpyBuiltins adds functions of the numpy of programs, which give floats for numbers. Where
// those of math raise an exception they give NaN: the interpreter does that.
func (k *Compiler) addNumpyBuiltins() {
	np := k.host.Numpy()
	if np == nil {
		return
	}
	for _, name := range []string{"sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "sqrt", "log", "log10",
		"arcsin asin", "arccos acos", "arctan atan", "arctan2 atan2", "fabs", "sign"} {
		here, there, other := strings.Cut(name, " ")
		if !other {
			there = here
		}
		if m, ok := np.Globals[here].(*py.Method); ok {
			k.known[m] = "math." + there
		}
	}
	k.addArrayFunctions(np)
	for _, name := range []string{"abs", "absolute"} {
		if m, ok := np.Globals[name].(*py.Method); ok {
			k.known[m] = "builtins.abs"
		}
	}
}

// builtinCalls are the functions that are no functions of numbers alone.
var builtinCalls map[string]func(*scope, []val) val

func init() {
	builtinCalls = map[string]func(*scope, []val) val{
		"builtins.py_sysfnc":  (*scope).callSysFnc,
		"builtins.py_sysary":  (*scope).callSysAry,
		"builtins.py_modfnc":  (*scope).callModFnc,
		"builtins.len":        (*scope).callLen,
		"builtins.range":      (*scope).callRange,
		"builtins.float":      (*scope).callFloat,
		"builtins.int":        (*scope).callInt,
		"builtins.sum":        (*scope).callSum,
		"builtins.min":        func(s *scope, x []val) val { return s.callMinMax("MIN", x) },
		"builtins.max":        func(s *scope, x []val) val { return s.callMinMax("MAX", x) },
		"builtins.list":       func(s *scope, x []val) val { return s.c.newList(s.itemsOfArgument(x)) },
		"builtins.tuple":      func(s *scope, x []val) val { return tuple{items: s.itemsOfArgument(x)} },
		"builtins.zip":        (*scope).callZip,
		"builtins.enumerate":  (*scope).callEnumerate,
		"builtins.bool":       (*scope).callBool,
		"builtins.isinstance": (*scope).callIsInstance,
		"builtins.py_errmes":  (*scope).callErrMes,
		"builtins.py_usrmes":  (*scope).callErrMes,
	}
}
