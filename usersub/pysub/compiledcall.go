package pysub

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
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
	name := c.in.builtin(f.o)
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
func (in *interp) builtin(o py.Object) string {
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
	if in.known == nil {
		in.known = map[*py.Method]string{}
		for name, o := range in.Store().Builtins.Globals {
			if m, ok := o.(*py.Method); ok {
				in.known[m] = "builtins." + name
			}
		}
		for name, o := range in.Store().MustGetModule("math").Globals {
			if m, ok := o.(*py.Method); ok {
				in.known[m] = "math." + name
			}
		}
		in.knowNumpy()
	}
	return in.known[m]
}

// knowNumpy adds functions of the numpy of programs, which give floats for numbers. Where
// those of math raise an exception they give NaN: the interpreter does that.
func (in *interp) knowNumpy() {
	if in.program == nil {
		return
	}
	np, err := in.GetModule("numpy")
	if err != nil {
		return
	}
	for _, name := range []string{"sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "sqrt", "log", "log10",
		"arcsin asin", "arccos acos", "arctan atan", "arctan2 atan2"} {
		here, there, other := strings.Cut(name, " ")
		if !other {
			there = here
		}
		if m, ok := np.Globals[here].(*py.Method); ok {
			in.known[m] = "math." + there
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

// all returns the items of the one argument.
func (s *scope) all(x []val) []val {
	if len(x) == 1 {
		if items, ok := s.c.items(x[0]); ok {
			return items
		}
	}
	s.c.refuse("a call with other arguments than one list")
	return nil
}

// iterable returns the items that a loop runs over.
func (s *scope) iterable(e ast.Expr) []val {
	v := s.expr(e)
	items, ok := s.c.items(v)
	if !ok {
		s.c.refuse("a loop over %s", describeVal(v))
	}
	return items
}

func (s *scope) length(x []val) val { return knownInt(float64(len(s.all(x)))) }

func (s *scope) span(x []val) val {
	var v [3]float64
	for i, a := range x {
		n, ok := a.(*num)
		if !ok || !n.known || n.kind == isFloat || len(x) > 3 {
			s.c.refuse("range with ends that are not known")
		}
		v[i] = n.k
	}
	from, to, step := v[0], v[1], 1.0
	switch len(x) {
	case 0:
		s.c.stop()
	case 1:
		from, to = 0, v[0]
	case 3:
		step = v[2]
	}
	if step == 0 {
		s.c.stop()
	}
	n := math.Ceil((to - from) / step)
	if n > maxTurns {
		s.c.refuse("a range of %g numbers", n)
	}
	t := tuple{}
	for i := 0.0; i < n; i++ {
		t.items = append(t.items, knownInt(from+i*step))
	}
	return t
}

func (s *scope) zip(x []val) val {
	t := tuple{}
	for k := 0; ; k++ {
		var row []val
		for _, v := range x {
			items := s.all([]val{v})
			if k >= len(items) {
				return t
			}
			row = append(row, items[k])
		}
		if len(row) == 0 {
			return t
		}
		t.items = append(t.items, tuple{items: row})
	}
}

func (s *scope) enumerate(x []val) val {
	t := tuple{}
	for i, v := range s.all(x) {
		t.items = append(t.items, tuple{items: []val{knownInt(float64(i)), v}})
	}
	return t
}

func (s *scope) bool(x []val) val {
	if len(x) != 1 {
		s.c.refuse("bool of several values")
	}
	t, known, is := s.c.truth(x[0])
	if known {
		return knownBool(is)
	}
	return &num{kind: isBool, test: t}
}

func (s *scope) float(x []val) val {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *num:
			if v.known {
				return knownFloat(v.k)
			}
			return &num{kind: isFloat, at: s.c.value(v)}
		case word:
			if f, err := strconv.ParseFloat(strings.TrimSpace(string(v)), 64); err == nil {
				return knownFloat(f)
			}
		}
	}
	s.c.refuse("float of something else than a number")
	return nil
}

func (s *scope) int(x []val) val {
	if len(x) == 1 {
		switch v := x[0].(type) {
		case *num:
			return s.c.whole(v, "AINT")
		case word:
			if k, err := strconv.ParseInt(strings.TrimSpace(string(v)), 10, 53); err == nil {
				return knownInt(float64(k))
			}
		}
	}
	s.c.refuse("int of something else than a number")
	return nil
}

// whole makes an int of a number by AINT or FLOOR.
func (c *comp) whole(v *num, op string) *num {
	if v.known {
		r := math.Trunc(v.k)
		if op == "FLOOR" {
			r = math.Floor(v.k)
		}
		if !(math.Abs(r) < 1<<53) {
			c.refuse("an int beyond 2**53")
		}
		return knownInt(r + 0)
	}
	if v.kind == isInt || v.kind == isBool {
		return &num{kind: isInt, at: c.value(v)}
	}
	return c.made(c.b.Op(op, v.at), knownInt(0))
}

// sum begins with the int 0, as in Python: the sum of -0.0 is 0.
func (s *scope) sum(x []val) val {
	total := val(knownInt(0))
	if len(x) == 2 {
		total, x = x[1], x[:1]
	}
	for _, v := range s.all(x) {
		total = s.binary(ast.Add, total, v)
	}
	return total
}

// extreme is min or max: the first of those that are equal.
func (s *scope) extreme(op string, x []val) val {
	if len(x) == 1 {
		x = s.all(x)
	}
	var best *num
	for _, v := range x {
		n, ok := v.(*num)
		if !ok {
			s.c.refuse("%s of %s", strings.ToLower(op), describeVal(v))
		}
		if best == nil {
			best = n
			continue
		}
		best = s.c.better(op, best, n)
	}
	if best == nil {
		s.c.stop()
	}
	return best
}

// question reads the arguments of py_sysfnc and py_sysary, which have to be known.
func (s *scope) question(x []val) (string, []int32) {
	if len(x) == 3 {
		x = x[:2]
	}
	if len(x) != 2 {
		s.c.stop()
	}
	name, ok := x[0].(word)
	items, list := s.c.items(x[1])
	if n, one := x[1].(*num); one {
		items, list = []val{n}, true
	}
	if !ok || !list {
		s.c.refuse("a question whose name or arguments are not known")
	}
	var par []int32
	for _, v := range items {
		n, ok := v.(*num)
		if !ok || !n.known {
			s.c.refuse("a question whose arguments are not known")
		}
		i, ok := rounded(py.Float(n.k))
		if !ok {
			s.c.stop()
		}
		par = append(par, i)
	}
	return usersub.Canonical(string(name)), par
}

// asked returns the values of a question and its error flag. One that was never asked
// ends the evaluation: the routine is called, asks, and is compiled again.
func (s *scope) asked(ary bool, x []val) ([]val, val) {
	name, par := s.question(x)
	c := s.c
	i := c.frame.Find(ary, name, par)
	if i < 0 {
		c.stop()
	}
	var all []val
	for k := c.frame.Answers.At[i]; k < c.frame.Answers.At[i+1]; k++ {
		if at, ok := c.inputs[usersub.Input{Answer: true, At: int(k)}]; ok {
			all = append(all, &num{kind: isFloat, at: c.b.Measure(at)})
		} else {
			all = append(all, knownFloat(c.frame.Value[k]))
		}
	}
	return all, knownInt(float64(c.frame.Flag[i]))
}

func (s *scope) sysfnc(x []val) val {
	v, flag := s.asked(false, x)
	return s.c.list([]val{v[0], flag})
}

func (s *scope) sysary(x []val) val {
	v, flag := s.asked(true, x)
	return tuple{items: []val{s.c.list(v), flag}}
}

// errmes is py_errmes(flag, text, id, tag), which does nothing where the flag is 0.
// Otherwise the interpreter is to say it.
func (s *scope) errmes(x []val) val {
	if len(x) == 0 {
		s.c.stop()
	}
	t, known, is := s.c.truth(x[0])
	if !known {
		return s.c.fork(t, func() val { s.c.stop(); return nil }, func() val { return nothing{} })
	}
	if is {
		s.c.stop()
	}
	return nothing{}
}

func (s *scope) modfnc(x []val) val {
	if len(x) != 3 {
		s.c.stop()
	}
	element, ok1 := x[0].(word)
	id, ok2 := x[1].(*num)
	attribute, ok3 := x[2].(word)
	if !ok1 || !ok2 || !ok3 || !id.known {
		s.c.refuse("a question for an attribute that is not known")
	}
	i, ok := rounded(py.Float(id.k))
	if !ok {
		s.c.stop()
	}
	t, info := s.c.state.ModFnc(usersub.Canonical(string(element)), i, usersub.Canonical(string(attribute)))
	return s.c.list([]val{word(t), knownInt(float64(info))})
}
