package trace

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// evalCall is a call of a function of the module, of a known builtin, or of append and
// extend of a list of the function.
func (s *callScope) evalCall(x *ast.Call) tracedValue {
	c := s.c
	if a, ok := x.Func.(*ast.Attribute); ok {
		if v, ok := s.evalListMethod(x, a); ok {
			return v
		}
	}
	var callee tracedValue
	if a, ok := x.Func.(*ast.Attribute); ok {
		of := s.evalExpr(a.Value)
		if to, ok := of.(tracedArray); ok && len(x.Keywords) == 0 {
			args := s.evalArguments(x)
			c.setSourcePosition(x.Func)
			return s.evalArrayMethod(to, string(a.Attr), args)
		}
		callee = s.evalAttributeOf(of, a)
	} else {
		callee = s.evalExpr(x.Func)
	}
	f, ok := callee.(entity)
	if !ok {
		c.refuseToCompile("a call of something that is not a function")
	}
	args := s.evalArguments(x)
	var names []string
	var named []tracedValue
	for _, k := range x.Keywords {
		names, named = append(names, string(k.Arg)), append(named, s.evalExpr(k.Value))
	}
	if x.Kwargs != nil {
		c.refuseToCompile("a call with **")
	}
	c.setSourcePosition(x.Func)
	if fn, ok := f.o.(*py.Function); ok {
		place := c.place
		v := c.callScriptFunction(fn, args, names, named)
		c.place = place
		return v
	}
	name := c.scripts.builtinName(f.o)
	if len(names) > 0 {
		if args, ok = s.applyFloatDtype(name, args, names, named); !ok {
			c.refuseToCompile("a call with arguments by name")
		}
	}
	if v, ok := s.evalArrayCall(name, args); ok {
		return v
	}
	if do := builtinCalls[name]; do != nil {
		return do(s, args)
	}
	if v, ok := s.callMathFunction(name, args); ok {
		return v
	}
	if v, ok := s.evalUtility(name, args); ok {
		return v
	}
	if _, short, ok := strings.Cut(name, "."); ok {
		c.refuseToCompile("a call of %s", short)
	}
	c.refuseToCompile("a call of %s", describeCallee(x.Func, f.o))
	return nil
}

// describeCallee names what is called as the script does.
func describeCallee(f ast.Expr, o py.Object) string {
	if name := identifierOf(f); name != "" {
		return name
	}
	return describeVal(entity{o})
}

func (s *callScope) evalArguments(x *ast.Call) []tracedValue {
	args := s.evalExprs(x.Args)
	if x.Starargs != nil {
		more, ok := s.c.sequenceItems(s.evalExpr(x.Starargs))
		if !ok {
			s.c.refuseToCompile("a call with *")
		}
		args = append(args, more...)
	}
	return args
}

// evalListMethod is list.append(x) and list.extend(x).
func (s *callScope) evalListMethod(x *ast.Call, a *ast.Attribute) (tracedValue, bool) {
	if a.Attr != "append" && a.Attr != "extend" {
		return nil, false
	}
	ref, ok := s.evalExpr(a.Value).(listRef)
	if !ok || len(x.Args) != 1 || x.Starargs != nil {
		return nil, false
	}
	s.c.refuseSharedList(ref)
	v := s.evalExpr(x.Args[0])
	old := s.c.heap[ref]
	if a.Attr == "append" {
		s.c.heap[ref] = append(old[:len(old):len(old)], v)
		return nothing{}, true
	}
	more, ok := s.c.sequenceItems(v)
	if !ok {
		s.c.refuseToCompile("extend by %s", describeVal(v))
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
		k.registerNumpyBuiltins()
	}
	if k.known[m] == "" && m.Module != nil && m.Module.ModuleImpl != nil && m.Module.ModuleImpl.Info.Name == "msolve" { // it has copies of them
		if same, ok := k.host.Context.Store().Builtins.Globals[m.Name].(*py.Method); ok {
			return k.known[same]
		}
	}
	return k.known[m]
}

// registerNumpyBuiltins adds functions of the numpy of programs, which give floats for numbers. Where
// those of math raise an exception they give NaN: the interpreter does that.
func (k *Compiler) registerNumpyBuiltins() {
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
	k.registerArrayFunctions(np)
	for _, name := range []string{"abs", "absolute"} {
		if m, ok := np.Globals[name].(*py.Method); ok {
			k.known[m] = "builtins.abs"
		}
	}
}

// builtinCalls are the functions that are no functions of numbers alone.
var builtinCalls map[string]func(*callScope, []tracedValue) tracedValue

func init() {
	builtinCalls = map[string]func(*callScope, []tracedValue) tracedValue{
		"builtins.py_sysfnc":  (*callScope).callSysFnc,
		"builtins.py_sysary":  (*callScope).callSysAry,
		"builtins.py_modfnc":  (*callScope).callModFnc,
		"builtins.len":        (*callScope).callLen,
		"builtins.range":      (*callScope).callRange,
		"builtins.float":      (*callScope).callFloat,
		"builtins.int":        (*callScope).callInt,
		"builtins.sum":        (*callScope).callSum,
		"builtins.min":        func(s *callScope, x []tracedValue) tracedValue { return s.callMinMax("MIN", x) },
		"builtins.max":        func(s *callScope, x []tracedValue) tracedValue { return s.callMinMax("MAX", x) },
		"builtins.list":       func(s *callScope, x []tracedValue) tracedValue { return s.c.newList(s.itemsOfArgument(x)) },
		"builtins.tuple":      func(s *callScope, x []tracedValue) tracedValue { return tuple{items: s.itemsOfArgument(x)} },
		"builtins.zip":        (*callScope).callZip,
		"builtins.enumerate":  (*callScope).callEnumerate,
		"builtins.bool":       (*callScope).callBool,
		"builtins.isinstance": (*callScope).callIsInstance,
		"builtins.py_errmes":  (*callScope).callErrMes,
		"builtins.py_usrmes":  (*callScope).callErrMes,
	}
}
