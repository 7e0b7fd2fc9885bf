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

// runStatements does all of r and returns the result of the function. Branches that may leave
// it, or that cannot be put together again, are each followed to its end.
func (s *scope) runStatements(r *rest) val {
	for {
		for r != nil && len(r.stmts) == 0 && r.loop == nil {
			r = r.next
		}
		if r == nil {
			return nothing{}
		}
		if r.loop != nil {
			r = s.nextTurn(r)
			continue
		}
		stmt, after := r.stmts[0], &rest{stmts: r.stmts[1:], next: r.next}
		s.c.setPosition(stmt)
		switch x := stmt.(type) {
		case *ast.Return:
			if x.Value == nil {
				return nothing{}
			}
			return s.evalExpr(x.Value)
		case *ast.If:
			t, known, is := s.evalCondition(x.Test)
			switch {
			case !known:
				v, done, next := s.runBranch(t, x, after)
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
			r = &rest{loop: &loop{stmt: x, items: s.loopItems(x.Iter)}, next: after}
		case *ast.While:
			r = &rest{loop: &loop{while: x}, next: after}
		case *ast.Break, *ast.Continue:
			_, ends := x.(*ast.Break)
			r = r.innermostLoop(ends)
		case *ast.Try:
			r = &rest{stmts: s.tryBody(x), next: after}
		case *ast.With:
			r = &rest{stmts: s.liveBody(x), next: after}
		default:
			s.runSimple(stmt)
			r = after
		}
	}
}

// innermostLoop is the rest from the next turn of the innermost loop on, or behind that loop.
func (r *rest) innermostLoop(behind bool) *rest {
	for r.loop == nil {
		r = r.next
	}
	if behind {
		return r.next
	}
	return r
}

// nextTurn begins the next turn of a loop.
func (s *scope) nextTurn(r *rest) *rest {
	l := *r.loop
	l.turn++
	if l.turn > maxTurns {
		s.c.refuseCompile("a loop of more than %d turns", maxTurns)
	}
	again := &rest{loop: &l, next: r.next}
	if w := l.while; w != nil {
		s.c.setPosition(w)
		_, known, is := s.evalCondition(w.Test)
		if !known {
			s.c.refuseCompile("a loop whose number of turns is not known")
		}
		if is {
			return &rest{stmts: w.Body, next: again}
		}
		return &rest{stmts: w.Orelse, next: r.next}
	}
	if l.turn > len(l.items) {
		return &rest{stmts: l.stmt.Orelse, next: r.next}
	}
	s.assignTarget(l.stmt.Target, l.items[l.turn-1])
	return &rest{stmts: l.stmt.Body, next: again}
}

// runBranch does an if whose test is not known. If neither part leaves the stretch and
// both can be put together it returns what is next, otherwise the result of the function.
func (s *scope) runBranch(t *relation, x *ast.If, after *rest) (v val, done bool, next *rest) {
	c := s.c
	br := c.b.Branch(t.test, t.a, t.b)
	leaves := mayLeaveBlock(x.Body) || mayLeaveBlock(x.Orelse)
	follow := func(stmts []ast.Stmt) func() val {
		r := &rest{stmts: stmts}
		if leaves {
			r.next = after
		}
		return func() val { return s.runStatements(r) }
	}
	m := &merger{c: c, br: br, old: len(c.heap)}
	m.a = c.evalPart(s, follow(x.Body))
	br.Else()
	m.b = c.evalPart(s, follow(x.Orelse))
	if !leaves && m.mergeAll(s) {
		br.End()
		if m.ended {
			panic(evaluationEnd{})
		}
		return nil, false, after
	}
	if !leaves { // continue with what follows in each part
		br.Then()
		m.a = s.resumeAfter(m.a, after)
		br.Else()
		m.b = s.resumeAfter(m.b, after)
	}
	c.setPosition(x)
	if !m.mergeAll(nil) {
		c.refuseCompile("the two branches give %s and %s", describeVal(m.a.v), describeVal(m.b.v))
	}
	br.End()
	if m.ended {
		panic(evaluationEnd{})
	}
	return m.v, true, nil
}

// resumeAfter does r with the names and lists that a part has left behind.
func (s *scope) resumeAfter(p outcome, r *rest) outcome {
	if p.ended {
		return p
	}
	heap, vars := s.c.heap, s.vars
	s.c.heap, s.vars = p.heap, p.vars
	n := s.c.evalPart(s, func() val { return s.runStatements(r) })
	s.c.heap, s.vars = heap, vars
	return n
}

// mayLeaveBlock reports whether statements may leave their block.
func mayLeaveBlock(stmts []ast.Stmt) bool {
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

// tryBody returns what is done of a try statement if nothing is raised: an exception
// ends the evaluation, and the interpreter takes over from the beginning.
func (s *scope) tryBody(x *ast.Try) []ast.Stmt {
	all := slices.Concat(x.Body, x.Orelse, x.Finalbody)
	if len(x.Finalbody) > 0 && mayLeaveBlock(all) {
		s.c.refuseCompile("try with finally and a statement that leaves it")
	}
	return all
}

// liveBody returns what is in a `with _Live(…)` of the modules that a program is given:
// it reports what is asked through objects of theirs when that is, and what
// asks so is not compiled.
func (s *scope) liveBody(x *ast.With) []ast.Stmt {
	if len(x.Items) == 1 && s.inGivenModule() {
		if call, ok := x.Items[0].ContextExpr.(*ast.Call); ok && nameOf(call.Func) == "_Live" {
			return x.Body
		}
	}
	s.c.refuseCompile("%s", constructName(x))
	return nil
}

// inGivenModule reports whether the function is in a module that a program is given.
func (s *scope) inGivenModule() bool { return strings.HasPrefix(s.fn.fn.Code.Filename, "<") }

// runSimple does a statement that is followed by the next one.
func (s *scope) runSimple(stmt ast.Stmt) {
	switch x := stmt.(type) {
	case *ast.Pass:
	case *ast.Assign:
		v := s.evalExpr(x.Value)
		for _, t := range x.Targets {
			s.assignTarget(t, v)
		}
	case *ast.AugAssign:
		s.runAugmented(x)
	case *ast.ExprStmt:
		if _, doc := x.Value.(*ast.Str); !doc {
			s.evalExpr(x.Value)
		}
	case *ast.Raise:
		s.c.endEvaluation()
	case *ast.Assert:
		if t, known, is := s.evalCondition(x.Test); !known {
			s.c.emitBranch(t, func() val { return nothing{} }, func() val { s.c.endEvaluation(); return nil })
		} else if !is {
			s.c.endEvaluation()
		}
	case *ast.ImportFrom:
		s.runImportFrom(x)
	case *ast.Import:
		s.runImport(x)
	case *ast.Global:
		s.c.refuseChangedNames(x, x.Names)
	case *ast.Nonlocal:
		s.c.refuseChangedNames(x, x.Names)
	default:
		s.c.refuseCompile("%s", constructName(stmt))
	}
}

// assignTarget sets a name, an item of a list or several of them.
func (s *scope) assignTarget(target ast.Expr, v val) {
	switch t := target.(type) {
	case *ast.Name:
		s.setName(string(t.Id), v)
	case *ast.Tuple:
		s.assignUnpacked(t.Elts, v)
	case *ast.List:
		s.assignUnpacked(t.Elts, v)
	case *ast.Subscript:
		to := s.evalExpr(t.Value)
		if a, ok := to.(array); ok {
			s.assignArrayItem(a, t, v)
			return
		}
		ref, ok := to.(listRef)
		if !ok {
			s.c.refuseCompile("an assignment to an item of something that is not a list of the function")
		}
		s.c.requireOneName(ref)
		i, ok := s.evalIndex(t.Slice, len(s.c.heap[ref]))
		if !ok {
			s.c.refuseCompile("an assignment to a slice or to an item whose index is not known")
		}
		items := slices.Clone(s.c.heap[ref])
		items[i] = v
		s.c.heap[ref] = items
	default:
		s.c.setPosition(target)
		s.c.refuseCompile("an assignment to %s", constructName(target))
	}
}

// requireOneName refuses to change a list that has been returned in one of two branches.
func (c *comp) requireOneName(ref listRef) {
	if c.shared[ref] {
		c.refuseCompile("a change of a list that one of two branches has returned")
	}
}

func (s *scope) setName(name string, v val) {
	if !s.fn.local[name] {
		s.c.refuseCompile("%s is a name of the module or of an outer function", name)
	}
	s.vars[name] = v
}

func (s *scope) assignUnpacked(targets []ast.Expr, v val) {
	items, ok := s.c.itemsOf(v)
	if !ok {
		s.c.refuseCompile("%s is unpacked", describeVal(v))
	}
	if len(items) != len(targets) {
		s.c.endEvaluation()
	}
	for i, t := range targets {
		s.assignTarget(t, items[i])
	}
}

// runAugmented is a += b and its kin.
func (s *scope) runAugmented(x *ast.AugAssign) {
	switch t := x.Target.(type) {
	case *ast.Name:
		old := s.evalName(t)
		if _, list := old.(listRef); list {
			s.c.refuseCompile("an augmented assignment to a list")
		}
		if a, ok := old.(array); ok {
			s.augmentArray(x.Op, a, s.evalExpr(x.Value))
			return
		}
		s.setName(string(t.Id), s.evalBinary(x.Op, old, s.evalExpr(x.Value)))
	case *ast.Subscript:
		to := s.evalExpr(t.Value)
		if a, ok := to.(array); ok {
			old := s.evalArraySubscript(a, t)
			if _, number := old.(*num); !number {
				s.c.refuseCompile("an augmented assignment to a part of an array")
			}
			s.assignArrayItem(a, t, s.evalBinary(x.Op, old, s.evalExpr(x.Value)))
			return
		}
		ref, ok := to.(listRef)
		if !ok {
			s.c.refuseCompile("an assignment to an item of something that is not a list of the function")
		}
		s.c.requireOneName(ref)
		i, ok := s.evalIndex(t.Slice, len(s.c.heap[ref]))
		if !ok {
			s.c.refuseCompile("an assignment to an item whose index is not known")
		}
		v := s.evalBinary(x.Op, s.c.heap[ref][i], s.evalExpr(x.Value))
		items := slices.Clone(s.c.heap[ref])
		items[i] = v
		s.c.heap[ref] = items
	default:
		s.c.refuseCompile("an assignment to %s", constructName(x.Target))
	}
}

// runImportFrom and runImport are imports inside a function: of modules that are
// there already.
func (s *scope) runImportFrom(x *ast.ImportFrom) {
	m, err := s.c.scripts.host.Context.GetModule(string(x.Module))
	if err != nil || x.Level != 0 {
		s.c.refuseCompile("an import of %s", x.Module)
	}
	for _, a := range x.Names {
		v, ok := s.c.constantOf(s.c.moduleAttribute(m, string(a.Name)))
		if !ok {
			s.c.refuseCompile("an import of %s", a.Name)
		}
		s.setName(aliasName(a), v)
	}
}

func (s *scope) runImport(x *ast.Import) {
	for _, a := range x.Names {
		m, err := s.c.scripts.host.Context.GetModule(string(a.Name))
		if err != nil {
			s.c.refuseCompile("an import of %s", a.Name)
		}
		s.setName(aliasName(a), entity{m})
	}
}

func aliasName(a *ast.Alias) string {
	if a.AsName != "" {
		return string(a.AsName)
	}
	return string(a.Name)
}

// moduleAttribute returns what a module calls name, nil if it may change or is not there.
func (c *comp) moduleAttribute(m *py.Module, name string) py.Object {
	if c.findHazards().attributes[name] || c.findHazards().global[name] {
		c.refuseCompile("%s of a module, which the script changes", name)
	}
	return m.Globals[name]
}
