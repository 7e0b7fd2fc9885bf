package trace

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// rest is what remains to be done in a function: statements, then next. Where loop
// is set the next turn of a loop comes first.
type rest struct {
	stmts []ast.Stmt
	loop  *loop
	next  *rest
}

// loop is a loop before one of its turns.
type loop struct {
	stmt  *ast.For
	items []val
	while *ast.While
	turn  int
}

// scope is a call of a function.
type scope struct {
	c    *comp
	fn   *function
	vars map[string]val
}

// run does all of r and returns the result of the function. Branches that may leave
// it, or that cannot be put together again, are each followed to its end.
func (s *scope) run(r *rest) val {
	for {
		for r != nil && len(r.stmts) == 0 && r.loop == nil {
			r = r.next
		}
		if r == nil {
			return nothing{}
		}
		if r.loop != nil {
			r = s.turn(r)
			continue
		}
		stmt, after := r.stmts[0], &rest{stmts: r.stmts[1:], next: r.next}
		s.c.at(stmt)
		switch x := stmt.(type) {
		case *ast.Return:
			if x.Value == nil {
				return nothing{}
			}
			return s.expr(x.Value)
		case *ast.If:
			t, known, is := s.condition(x.Test)
			switch {
			case !known:
				v, done, next := s.branch(t, x, after)
				if done {
					return v
				}
				r = next
			case is:
				r = &rest{stmts: x.Body, next: after}
			default:
				r = &rest{stmts: x.Orelse, next: after}
			}
		case *ast.For:
			r = &rest{loop: &loop{stmt: x, items: s.iterable(x.Iter)}, next: after}
		case *ast.While:
			r = &rest{loop: &loop{while: x}, next: after}
		case *ast.Break, *ast.Continue:
			_, ends := x.(*ast.Break)
			r = r.innermost(ends)
		case *ast.Try:
			r = &rest{stmts: s.try(x), next: after}
		case *ast.With:
			r = &rest{stmts: s.live(x), next: after}
		default:
			s.simple(stmt)
			r = after
		}
	}
}

// innermost is the rest from the next turn of the innermost loop on, or behind that loop.
func (r *rest) innermost(behind bool) *rest {
	for r.loop == nil {
		r = r.next
	}
	if behind {
		return r.next
	}
	return r
}

// turn begins the next turn of a loop.
func (s *scope) turn(r *rest) *rest {
	l := *r.loop
	l.turn++
	if l.turn > maxTurns {
		s.c.refuse("a loop of more than %d turns", maxTurns)
	}
	again := &rest{loop: &l, next: r.next}
	if w := l.while; w != nil {
		s.c.at(w)
		_, known, is := s.condition(w.Test)
		if !known {
			s.c.refuse("a loop whose number of turns is not known")
		}
		if is {
			return &rest{stmts: w.Body, next: again}
		}
		return &rest{stmts: w.Orelse, next: r.next}
	}
	if l.turn > len(l.items) {
		return &rest{stmts: l.stmt.Orelse, next: r.next}
	}
	s.assign(l.stmt.Target, l.items[l.turn-1])
	return &rest{stmts: l.stmt.Body, next: again}
}

// branch does an if whose test is not known. If neither part leaves the stretch and
// both can be put together it returns what is next, otherwise the result of the function.
func (s *scope) branch(t *relation, x *ast.If, after *rest) (v val, done bool, next *rest) {
	c := s.c
	br := c.b.Branch(t.test, t.a, t.b)
	leaves := leaves(x.Body) || leaves(x.Orelse)
	follow := func(stmts []ast.Stmt) func() val {
		r := &rest{stmts: stmts}
		if leaves {
			r.next = after
		}
		return func() val { return s.run(r) }
	}
	m := &merger{c: c, br: br, old: len(c.heap)}
	m.a = c.part(s, follow(x.Body))
	br.Else()
	m.b = c.part(s, follow(x.Orelse))
	if !leaves && m.all(s) {
		br.End()
		if m.ended {
			panic(halted{})
		}
		return nil, false, after
	}
	if !leaves { // continue with what follows in each part
		br.Then()
		m.a = s.resume(m.a, after)
		br.Else()
		m.b = s.resume(m.b, after)
	}
	c.at(x)
	if !m.all(nil) {
		c.refuse("the two branches give %s and %s", describeVal(m.a.v), describeVal(m.b.v))
	}
	br.End()
	if m.ended {
		panic(halted{})
	}
	return m.v, true, nil
}

// resume does r with the names and lists that a part has left behind.
func (s *scope) resume(p outcome, r *rest) outcome {
	if p.ended {
		return p
	}
	heap, vars := s.c.heap, s.vars
	s.c.heap, s.vars = p.heap, p.vars
	n := s.c.part(s, func() val { return s.run(r) })
	s.c.heap, s.vars = heap, vars
	return n
}

// leaves reports whether statements may leave their block.
func leaves(stmts []ast.Stmt) bool {
	found := false
	for _, stmt := range stmts {
		ast.Walk(stmt, func(n ast.Ast) bool {
			switch n.(type) {
			case *ast.Return, *ast.Break, *ast.Continue:
				found = true
			case *ast.FunctionDef, *ast.Lambda:
				return false
			}
			return !found
		})
	}
	return found
}

// try returns what is done of a try statement if nothing is raised: an exception
// ends the evaluation, and the interpreter takes over from the beginning.
func (s *scope) try(x *ast.Try) []ast.Stmt {
	all := slices.Concat(x.Body, x.Orelse, x.Finalbody)
	if len(x.Finalbody) > 0 && leaves(all) {
		s.c.refuse("try with finally and a statement that leaves it")
	}
	return all
}

// live returns what is in a `with _Live(…)` of the modules that a program is given:
// it reports what is asked through objects of theirs when that is, and what
// asks so is not compiled.
func (s *scope) live(x *ast.With) []ast.Stmt {
	if len(x.Items) == 1 && s.given() {
		if call, ok := x.Items[0].ContextExpr.(*ast.Call); ok && nameOf(call.Func) == "_Live" {
			return x.Body
		}
	}
	s.c.refuse("%s", construct(x))
	return nil
}

// given reports whether the function is in a module that a program is given.
func (s *scope) given() bool { return strings.HasPrefix(s.fn.fn.Code.Filename, "<") }

// simple does a statement that is followed by the next one.
func (s *scope) simple(stmt ast.Stmt) {
	switch x := stmt.(type) {
	case *ast.Pass:
	case *ast.Assign:
		v := s.expr(x.Value)
		for _, t := range x.Targets {
			s.assign(t, v)
		}
	case *ast.AugAssign:
		s.augment(x)
	case *ast.ExprStmt:
		if _, doc := x.Value.(*ast.Str); !doc {
			s.expr(x.Value)
		}
	case *ast.Raise:
		s.c.stop()
	case *ast.Assert:
		if t, known, is := s.condition(x.Test); !known {
			s.c.fork(t, func() val { return nothing{} }, func() val { s.c.stop(); return nil })
		} else if !is {
			s.c.stop()
		}
	case *ast.ImportFrom:
		s.importFrom(x)
	case *ast.Import:
		s.importModules(x)
	case *ast.Global:
		s.c.kept(x, x.Names)
	case *ast.Nonlocal:
		s.c.kept(x, x.Names)
	default:
		s.c.refuse("%s", construct(stmt))
	}
}

// assign sets a name, an item of a list or several of them.
func (s *scope) assign(target ast.Expr, v val) {
	switch t := target.(type) {
	case *ast.Name:
		s.set(string(t.Id), v)
	case *ast.Tuple:
		s.unpack(t.Elts, v)
	case *ast.List:
		s.unpack(t.Elts, v)
	case *ast.Subscript:
		ref, ok := s.expr(t.Value).(listRef)
		if !ok {
			s.c.refuse("an assignment to an item of something that is no list of the function")
		}
		i, ok := s.index(t.Slice, len(s.c.heap[ref]))
		if !ok {
			s.c.refuse("an assignment to a slice or to an item whose index is not known")
		}
		items := slices.Clone(s.c.heap[ref])
		items[i] = v
		s.c.heap[ref] = items
	default:
		s.c.at(target)
		s.c.refuse("an assignment to %s", construct(target))
	}
}

func (s *scope) set(name string, v val) {
	if !s.fn.local[name] {
		s.c.refuse("%s is a name of the module or of an outer function", name)
	}
	s.vars[name] = v
}

func (s *scope) unpack(targets []ast.Expr, v val) {
	items, ok := s.c.items(v)
	if !ok {
		s.c.refuse("%s is unpacked", describeVal(v))
	}
	if len(items) != len(targets) {
		s.c.stop()
	}
	for i, t := range targets {
		s.assign(t, items[i])
	}
}

// augment is a += b and its kin.
func (s *scope) augment(x *ast.AugAssign) {
	switch t := x.Target.(type) {
	case *ast.Name:
		old := s.name(t)
		if _, list := old.(listRef); list {
			s.c.refuse("an augmented assignment to a list")
		}
		s.set(string(t.Id), s.binary(x.Op, old, s.expr(x.Value)))
	case *ast.Subscript:
		ref, ok := s.expr(t.Value).(listRef)
		if !ok {
			s.c.refuse("an assignment to an item of something that is no list of the function")
		}
		i, ok := s.index(t.Slice, len(s.c.heap[ref]))
		if !ok {
			s.c.refuse("an assignment to an item whose index is not known")
		}
		v := s.binary(x.Op, s.c.heap[ref][i], s.expr(x.Value))
		items := slices.Clone(s.c.heap[ref])
		items[i] = v
		s.c.heap[ref] = items
	default:
		s.c.refuse("an assignment to %s", construct(x.Target))
	}
}

// importFrom and importModules are imports inside a function: of modules that are
// there already.
func (s *scope) importFrom(x *ast.ImportFrom) {
	m, err := s.c.scripts.host.Context.GetModule(string(x.Module))
	if err != nil || x.Level != 0 {
		s.c.refuse("an import of %s", x.Module)
	}
	for _, a := range x.Names {
		v, ok := s.c.constant(s.c.attribute(m, string(a.Name)))
		if !ok {
			s.c.refuse("an import of %s", a.Name)
		}
		s.set(alias(a), v)
	}
}

func (s *scope) importModules(x *ast.Import) {
	for _, a := range x.Names {
		m, err := s.c.scripts.host.Context.GetModule(string(a.Name))
		if err != nil {
			s.c.refuse("an import of %s", a.Name)
		}
		s.set(alias(a), entity{m})
	}
}

func alias(a *ast.Alias) string {
	if a.AsName != "" {
		return string(a.AsName)
	}
	return string(a.Name)
}

// attribute returns what a module calls name, nil if it may change or is not there.
func (c *comp) attribute(m *py.Module, name string) py.Object {
	if c.hazards().attributes[name] || c.hazards().global[name] {
		c.refuse("%s of a module, which the script changes", name)
	}
	return m.Globals[name]
}
