package trace

import (
	"slices"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// expr evaluates an expression.
func (s *scope) expr(e ast.Expr) val {
	c := s.c
	if c.b.Size() > maxSize {
		c.refuse("the function is too long when its loops and branches are written out")
	}
	c.at(e)
	switch x := e.(type) {
	case *ast.Num:
		return s.literal(x.N)
	case *ast.NameConstant:
		return s.literal(x.Value)
	case *ast.Str:
		return word(x.S)
	case *ast.Name:
		return s.name(x)
	case *ast.BinOp:
		a := s.expr(x.Left)
		b := s.expr(x.Right)
		c.at(e)
		return s.binary(x.Op, a, b)
	case *ast.UnaryOp:
		return s.unary(x)
	case *ast.BoolOp, *ast.Compare:
		if !isTruthValue(e) {
			c.refuse("the value of an and or or of something else than comparisons")
		}
		t, known, is := s.condition(e)
		if known {
			return knownBool(is)
		}
		return &num{kind: isBool, test: t}
	case *ast.IfExp:
		t, known, is := s.condition(x.Test)
		then, otherwise := func() val { return s.expr(x.Body) }, func() val { return s.expr(x.Orelse) }
		switch {
		case !known:
			return c.fork(t, then, otherwise)
		case is:
			return then()
		}
		return otherwise()
	case *ast.Tuple:
		return tuple{items: s.exprs(x.Elts)}
	case *ast.List:
		return c.list(s.exprs(x.Elts))
	case *ast.ListComp:
		return c.list(s.comprehension(x.Elt, x.Generators))
	case *ast.GeneratorExp:
		return tuple{items: s.comprehension(x.Elt, x.Generators)}
	case *ast.Subscript:
		return s.subscript(x)
	case *ast.Attribute:
		return s.attribute(x)
	case *ast.Call:
		return s.call(x)
	}
	c.refuse("%s", construct(e))
	return nil
}

// isTruthValue reports whether an expression gives True or False.
func isTruthValue(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Compare:
		return true
	case *ast.UnaryOp:
		return x.Op == ast.Not
	case *ast.BoolOp:
		return !slices.ContainsFunc(x.Values, func(v ast.Expr) bool { return !isTruthValue(v) })
	}
	return false
}

func (s *scope) exprs(list []ast.Expr) []val {
	all := make([]val, len(list))
	for i, e := range list {
		all[i] = s.expr(e)
	}
	return all
}

func (s *scope) literal(o any) val {
	if o, ok := o.(py.Object); ok {
		if v, ok := s.c.constant(o); ok {
			return v
		}
	}
	s.c.refuse("a constant that is no number within 2**53")
	return nil
}

// name returns what a name stands for: a variable of the function, or what the
// module, an outer function or Python calls so and nothing changes.
func (s *scope) name(x *ast.Name) val {
	name := string(x.Id)
	if s.fn.local[name] {
		v, ok := s.vars[name]
		if !ok {
			s.c.stop() // UnboundLocalError
		}
		if isUnset(v) {
			s.c.refuse("%s, which is set in one of two branches only", name)
		}
		return v
	}
	o := s.fn.outer(s.c, name)
	v, ok := s.c.constant(o)
	if !ok {
		if o == nil {
			s.c.refuse("the name %s, which is not defined", name)
		}
		s.c.refuse("%s, an object of type %s", name, o.Type().Name)
	}
	return v
}

func (s *scope) attribute(x *ast.Attribute) val {
	v := s.expr(x.Value)
	if o, ok := v.(entity); ok {
		if m, ok := o.o.(*py.Module); ok {
			o := s.c.attribute(m, string(x.Attr))
			if v, ok := s.c.constant(o); ok {
				return v
			}
		}
		if v, ok := s.itemAttribute(o.o, string(x.Attr)); ok {
			return v
		}
	}
	s.c.at(x)
	s.c.refuse("the attribute %s of %s", x.Attr, describeVal(v))
	return nil
}

// itemAttribute is an attribute of an item that a module given to a program made: what
// was entered in the model, unless the program says that it changes parameters.
func (s *scope) itemAttribute(o py.Object, name string) (val, bool) {
	t, ok := o.(*py.Type)
	h := s.c.hazards()
	if !ok || !s.given() || h.dynamic != "" || h.attributes[name] {
		return nil, false
	}
	for _, change := range []string{"SetObjectParameter", "SetNodeParameter", "SetMarkerParameter", "SetLoadParameter"} {
		if h.used[change] {
			return nil, false
		}
	}
	v := t.Dict[name]
	if v == nil {
		return nil, false
	}
	return s.c.constant(v)
}

// subscript is a[i] or a[i:j:k] with places that are known.
func (s *scope) subscript(x *ast.Subscript) val {
	v := s.expr(x.Value)
	s.c.at(x)
	items, ok := s.c.items(v)
	if w, letters := v.(word); letters {
		if i, known := s.index(x.Slice, len(w)); known && len(w) == len([]rune(string(w))) {
			return w[i : i+1]
		}
	}
	if !ok {
		s.c.refuse("an item of %s", describeVal(v))
	}
	if i, ok := s.index(x.Slice, len(items)); ok {
		return items[i]
	}
	sl, ok := x.Slice.(*ast.Slice)
	if !ok {
		s.c.refuse("an item whose index is not known")
	}
	part := s.slice(sl, items)
	if t, ok := v.(tuple); ok && !t.list {
		return tuple{items: part}
	}
	return s.c.list(part)
}

// index returns the place that a subscript names, false if it is a slice or not
// known.
func (s *scope) index(x ast.Slicer, n int) (int, bool) {
	i, ok := x.(*ast.Index)
	if !ok {
		return 0, false
	}
	v, ok := s.expr(i.Value).(*num)
	if !ok || !v.known {
		return 0, false
	}
	if v.kind == isFloat {
		s.c.stop() // TypeError
	}
	k := int(v.k)
	if k < 0 {
		k += n
	}
	if k < 0 || k >= n {
		s.c.stop() // IndexError
	}
	return k, true
}

func (s *scope) slice(x *ast.Slice, items []val) []val {
	bound := func(e ast.Expr, missing int) int {
		if e == nil {
			return missing
		}
		v, ok := s.expr(e).(*num)
		if !ok || !v.known || v.kind == isFloat {
			s.c.refuse("a slice whose ends are not known")
		}
		k := int(v.k)
		if k < 0 {
			k += len(items)
		}
		return min(max(k, 0), len(items))
	}
	if x.Step != nil {
		s.c.refuse("a slice with a step")
	}
	from, to := bound(x.Lower, 0), bound(x.Upper, len(items))
	return slices.Clone(items[from:max(from, to)])
}

// comprehension returns the items of [e for … in … if …].
func (s *scope) comprehension(e ast.Expr, gens []ast.Comprehension) (all []val) {
	if len(gens) == 0 {
		return []val{s.expr(e)}
	}
	g := gens[0]
	// its variables are its own
	fn, vars := s.fn, s.vars
	defer func() { s.fn, s.vars = fn, vars }()
	items := s.iterable(g.Iter)
	own := *fn
	own.local = withNames(fn.local, g.Target)
	s.fn = &own
	s.vars = cloneVars(vars)
	for _, v := range items {
		s.assign(g.Target, v)
		take := true
		for _, test := range g.Ifs {
			_, known, is := s.condition(test)
			if !known {
				s.c.refuse("a comprehension whose length is not known")
			}
			take = take && is
		}
		if take {
			all = append(all, s.comprehension(e, gens[1:])...)
		}
	}
	return all
}
