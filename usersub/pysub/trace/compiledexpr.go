package trace

import (
	"slices"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// evalExpr evaluates an expression.
func (s *callScope) evalExpr(e ast.Expr) tracedValue {
	c := s.c
	if c.b.InstructionCount() > maxSize {
		c.refuseToCompile("the function is too long when its loops and branches are written out")
	}
	c.setSourcePosition(e)
	switch x := e.(type) {
	case *ast.Num:
		return s.evalLiteral(x.N)
	case *ast.NameConstant:
		return s.evalLiteral(x.Value)
	case *ast.Str:
		return word(x.S)
	case *ast.Name:
		return s.evalName(x)
	case *ast.BinOp:
		a := s.evalExpr(x.Left)
		b := s.evalExpr(x.Right)
		c.setSourcePosition(e)
		return s.evalBinary(x.Op, a, b)
	case *ast.UnaryOp:
		return s.evalUnary(x)
	case *ast.BoolOp, *ast.Compare:
		if !givesTruthValue(e) {
			c.refuseToCompile("the value of an and or or of something else than comparisons")
		}
		t, known, is := s.evalCondition(e)
		if known {
			return newKnownBool(is)
		}
		return &tracedNumber{kind: isBool, test: t}
	case *ast.IfExp:
		t, known, is := s.evalCondition(x.Test)
		then, otherwise := func() tracedValue { return s.evalExpr(x.Body) }, func() tracedValue { return s.evalExpr(x.Orelse) }
		switch {
		case !known:
			return c.evalBothBranches(t, then, otherwise)
		case is:
			return then()
		}
		return otherwise()
	case *ast.Tuple:
		return tuple{items: s.evalExprs(x.Elts)}
	case *ast.List:
		return c.newList(s.evalExprs(x.Elts))
	case *ast.ListComp:
		return c.newList(s.evalComprehension(x.Elt, x.Generators))
	case *ast.GeneratorExp:
		return tuple{items: s.evalComprehension(x.Elt, x.Generators)}
	case *ast.Subscript:
		return s.evalSubscript(x)
	case *ast.Attribute:
		return s.evalAttribute(x)
	case *ast.Call:
		return s.evalCall(x)
	}
	c.refuseToCompile("%s", describeConstruct(e))
	return nil
}

// givesTruthValue reports whether an expression gives True or False.
func givesTruthValue(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Compare:
		return true
	case *ast.UnaryOp:
		return x.Op == ast.Not
	case *ast.BoolOp:
		return !slices.ContainsFunc(x.Values, func(v ast.Expr) bool { return !givesTruthValue(v) })
	}
	return false
}

func (s *callScope) evalExprs(list []ast.Expr) []tracedValue {
	all := make([]tracedValue, len(list))
	for i, e := range list {
		all[i] = s.evalExpr(e)
	}
	return all
}

func (s *callScope) evalLiteral(o any) tracedValue {
	if o, ok := o.(py.Object); ok {
		if v, ok := s.c.newConstant(o); ok {
			return v
		}
	}
	s.c.refuseToCompile("a constant that is not a number within 2**53")
	return nil
}

// evalName returns what a name stands for: a variable of the function, or what the
// module, an outer function or Python calls so and nothing changes.
func (s *callScope) evalName(x *ast.Name) tracedValue {
	name := string(x.Id)
	if s.fn.local[name] {
		v, ok := s.vars[name]
		if !ok {
			s.c.abandonEvaluation() // UnboundLocalError
		}
		if isUnset(v) {
			s.c.refuseToCompile("%s, which is set in one of two branches only", name)
		}
		return v
	}
	o := s.fn.valueOfOuterName(s.c, name)
	v, ok := s.c.newConstant(o)
	if !ok {
		if o == nil {
			s.c.refuseToCompile("the name %s, which is not defined", name)
		}
		s.c.refuseToCompile("%s, an object of type %s", name, o.Type().Name)
	}
	return v
}

func (s *callScope) evalAttribute(x *ast.Attribute) tracedValue {
	return s.evalAttributeOf(s.evalExpr(x.Value), x)
}

// evalAttributeOf is the attribute x of a value.
func (s *callScope) evalAttributeOf(v tracedValue, x *ast.Attribute) tracedValue {
	if a, ok := v.(tracedArray); ok {
		if v, ok := s.evalArrayAttribute(a, string(x.Attr)); ok {
			return v
		}
	}
	if o, ok := v.(entity); ok {
		if m, ok := o.o.(*py.Module); ok {
			o := s.c.moduleAttribute(m, string(x.Attr))
			if v, ok := s.c.newConstant(o); ok {
				return v
			}
		}
		if v, ok := s.evalItemAttribute(o.o, string(x.Attr)); ok {
			return v
		}
	}
	s.c.setSourcePosition(x)
	s.c.refuseToCompile("the attribute %s of %s", x.Attr, describeVal(v))
	return nil
}

// evalItemAttribute is an attribute of an item that a module given to a program made: what
// was entered in the model, unless a function of the program changes parameters. What the program changes outside of functions it does not change in a run.
func (s *callScope) evalItemAttribute(o py.Object, name string) (tracedValue, bool) {
	t, ok := o.(*py.Type)
	h := s.c.findChangeableNames()
	if !ok || !s.isInGivenModule() || h.dynamic != "" || h.attributes[name] {
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
	return s.c.newConstant(v)
}

// evalSubscript is a[i] or a[i:j:k] with places that are known.
func (s *callScope) evalSubscript(x *ast.Subscript) tracedValue {
	v := s.evalExpr(x.Value)
	s.c.setSourcePosition(x)
	if a, ok := v.(tracedArray); ok {
		return s.evalArraySubscript(a, x)
	}
	items, ok := s.c.sequenceItems(v)
	if w, letters := v.(word); letters {
		if i, known := s.evalIndex(x.Slice, len(w)); known && len(w) == len([]rune(string(w))) {
			return w[i : i+1]
		}
	}
	if !ok {
		s.c.refuseToCompile("an item of %s", describeVal(v))
	}
	if i, ok := s.evalIndex(x.Slice, len(items)); ok {
		return items[i]
	}
	sl, ok := x.Slice.(*ast.Slice)
	if !ok {
		s.c.refuseToCompile("an item whose index is not known")
	}
	part := s.evalSlice(sl, items)
	if t, ok := v.(tuple); ok && !t.list {
		return tuple{items: part}
	}
	return s.c.newList(part)
}

// evalIndex returns the place that a subscript names, false if it is a slice or not
// known.
func (s *callScope) evalIndex(x ast.Slicer, n int) (int, bool) {
	i, ok := x.(*ast.Index)
	if !ok {
		return 0, false
	}
	v, ok := s.evalExpr(i.Value).(*tracedNumber)
	if !ok || !v.known {
		return 0, false
	}
	if v.kind == isFloat {
		s.c.abandonEvaluation() // TypeError
	}
	k := int(v.k)
	if k < 0 {
		k += n
	}
	if k < 0 || k >= n {
		s.c.abandonEvaluation() // IndexError
	}
	return k, true
}

func (s *callScope) evalSlice(x *ast.Slice, items []tracedValue) []tracedValue {
	bound := func(e ast.Expr, missing int) int {
		if e == nil {
			return missing
		}
		v, ok := s.evalExpr(e).(*tracedNumber)
		if !ok || !v.known || v.kind == isFloat {
			s.c.refuseToCompile("a slice whose ends are not known")
		}
		k := int(v.k)
		if k < 0 {
			k += len(items)
		}
		return min(max(k, 0), len(items))
	}
	if x.Step != nil {
		s.c.refuseToCompile("a slice with a step")
	}
	from, to := bound(x.Lower, 0), bound(x.Upper, len(items))
	return slices.Clone(items[from:max(from, to)])
}

// evalComprehension returns the items of [e for … in … if …].
func (s *callScope) evalComprehension(e ast.Expr, gens []ast.Comprehension) (all []tracedValue) {
	if len(gens) == 0 {
		return []tracedValue{s.evalExpr(e)}
	}
	g := gens[0]
	// its variables are its own
	fn, vars := s.fn, s.vars
	defer func() { s.fn, s.vars = fn, vars }()
	items := s.evalLoopItems(g.Iter)
	own := *fn
	own.local = addTargetNames(fn.local, g.Target)
	s.fn = &own
	s.vars = cloneVars(vars)
	for _, v := range items {
		s.assignTarget(g.Target, v)
		take := true
		for _, test := range g.Ifs {
			_, known, is := s.evalCondition(test)
			if !known {
				s.c.refuseToCompile("a comprehension whose length is not known")
			}
			take = take && is
		}
		if take {
			all = append(all, s.evalComprehension(e, gens[1:])...)
		}
	}
	return all
}
