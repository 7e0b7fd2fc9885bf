package trace

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// call is a call of a function of the module, of a known builtin, or of append and
// extend of a list of the function.
func (s *scope) call(x *ast.Call) val {
	c := s.c
	if a, ok := x.Func.(*ast.Attribute); ok {
		if v, ok := s.method(x, a); ok {
			return v
		}
	}
	f, ok := s.expr(x.Func).(entity)
	if !ok {
		c.refuse("a call of something that is no function")
	}
	args := s.arguments(x)
	var names []string
	var named []val
	for _, k := range x.Keywords {
		names, named = append(names, string(k.Arg)), append(named, s.expr(k.Value))
	}
	if x.Kwargs != nil {
		c.refuse("a call with **")
	}
	c.at(x.Func)
	if fn, ok := f.o.(*py.Function); ok {
		place := c.place
		v := c.call(fn, args, names, named)
		c.place = place
		return v
	}
	if len(names) > 0 {
		c.refuse("a call with arguments by name")
	}
	name := c.scripts.builtin(f.o)
	if do := builtinCalls[name]; do != nil {
		return do(s, args)
	}
	if v, ok := s.mathCall(name, args); ok {
		return v
	}
	if v, ok := s.utilityCall(name, args); ok {
		return v
	}
	if _, short, ok := strings.Cut(name, "."); ok {
		c.refuse("a call of %s", short)
	}
	c.refuse("a call of %s", called(x.Func, f.o))
	return nil
}

// called names what is called as the script does.
func called(f ast.Expr, o py.Object) string {
	if name := nameOf(f); name != "" {
		return name
	}
	return describeVal(entity{o})
}

func (s *scope) arguments(x *ast.Call) []val {
	args := s.exprs(x.Args)
	if x.Starargs != nil {
		more, ok := s.c.items(s.expr(x.Starargs))
		if !ok {
			s.c.refuse("a call with *")
		}
		args = append(args, more...)
	}
	return args
}

// method is list.append(x) and list.extend(x).
func (s *scope) method(x *ast.Call, a *ast.Attribute) (val, bool) {
	if a.Attr != "append" && a.Attr != "extend" {
		return nil, false
	}
	ref, ok := s.expr(a.Value).(listRef)
	if !ok || len(x.Args) != 1 || x.Starargs != nil {
		return nil, false
	}
	v := s.expr(x.Args[0])
	old := s.c.heap[ref]
	if a.Attr == "append" {
		s.c.heap[ref] = append(old[:len(old):len(old)], v)
		return nothing{}, true
	}
	more, ok := s.c.items(v)
	if !ok {
		s.c.refuse("extend by %s", describeVal(v))
	}
	s.c.heap[ref] = append(old[:len(old):len(old)], more...)
	return nothing{}, true
}

// builtin returns "math.sin" for the function itself, whatever name it has in the
// script, and "" for what is none.
func (k *Compiler) builtin(o py.Object) string {
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
		k.knowNumpy()
	}
	return k.known[m]
}

// knowNumpy adds functions of the numpy of programs, which give floats for numbers. Where
// those of math raise an exception they give NaN: the interpreter does that.
func (k *Compiler) knowNumpy() {
	np := k.host.Numpy()
	if np == nil {
		return
	}
	for _, name := range []string{"sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "sqrt", "log", "log10",
		"arcsin asin", "arccos acos", "arctan atan", "arctan2 atan2"} {
		here, there, other := strings.Cut(name, " ")
		if !other {
			there = here
		}
		if m, ok := np.Globals[here].(*py.Method); ok {
			k.known[m] = "math." + there
		}
	}
}

// builtinCalls are the functions that are no functions of numbers alone.
var builtinCalls map[string]func(*scope, []val) val

func init() {
	builtinCalls = map[string]func(*scope, []val) val{
		"builtins.py_sysfnc": (*scope).sysfnc,
		"builtins.py_sysary": (*scope).sysary,
		"builtins.py_modfnc": (*scope).modfnc,
		"builtins.len":       (*scope).length,
		"builtins.range":     (*scope).span,
		"builtins.float":     (*scope).float,
		"builtins.int":       (*scope).int,
		"builtins.sum":       (*scope).sum,
		"builtins.min":       func(s *scope, x []val) val { return s.extreme("MIN", x) },
		"builtins.max":       func(s *scope, x []val) val { return s.extreme("MAX", x) },
		"builtins.list":      func(s *scope, x []val) val { return s.c.list(s.all(x)) },
		"builtins.tuple":     func(s *scope, x []val) val { return tuple{items: s.all(x)} },
		"builtins.zip":       (*scope).zip,
		"builtins.enumerate": (*scope).enumerate,
		"builtins.bool":      (*scope).bool,
		"builtins.py_errmes": (*scope).errmes,
		"builtins.py_usrmes": (*scope).errmes,
	}
}
