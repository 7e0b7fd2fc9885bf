package trace

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// continuation is what remains to be done in a function: statements, then next. Where loop
// is set the next turn of a loop comes first.
type continuation struct {
	stmts []ast.Stmt
	loop  *loop
	next  *continuation
}

// loop is a loop before one of its turns.
type loop struct {
	stmt  *ast.For
	items []tracedValue
	while *ast.While
	turn  int
}

// callScope is a call of a function.
type callScope struct {
	c    *functionCompiler
	fn   *scriptFunction
	vars map[string]tracedValue
}

// runStatements does all of r and returns the result of the function. Branches that may leave
// it, or that cannot be put together again, are each followed to its end.
func (s *callScope) runStatements(r *continuation) tracedValue {
	for {
		for r != nil && len(r.stmts) == 0 && r.loop == nil {
			r = r.next
		}
		if r == nil {
			return nothing{}
		}
		if r.loop != nil {
			r = s.beginNextIteration(r)
			continue
		}
		stmt, after := r.stmts[0], &continuation{stmts: r.stmts[1:], next: r.next}
		s.c.setSourcePosition(stmt)
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
				r = &continuation{stmts: x.Body, next: after}
			default:
				r = &continuation{stmts: x.Orelse, next: after}
			}
		case *ast.For:
			r = &continuation{loop: &loop{stmt: x, items: s.evalLoopItems(x.Iter)}, next: after}
		case *ast.While:
			r = &continuation{loop: &loop{while: x}, next: after}
		case *ast.Break, *ast.Continue:
			_, ends := x.(*ast.Break)
			r = r.continuationOfLoop(ends)
		case *ast.Try:
			r = &continuation{stmts: s.statementsOfTry(x), next: after}
		case *ast.With:
			r = &continuation{stmts: s.statementsOfLiveModelBlock(x), next: after}
		default:
			s.runSimpleStatement(stmt)
			r = after
		}
	}
}

// continuationOfLoop is the rest from the next turn of the innermost loop on, or behind that loop.
func (r *continuation) continuationOfLoop(afterLoop bool) *continuation {
	for r.loop == nil {
		r = r.next
	}
	if afterLoop {
		return r.next
	}
	return r
}

// beginNextIteration begins the next turn of a loop.
func (s *callScope) beginNextIteration(r *continuation) *continuation {
	l := *r.loop
	l.turn++
	if l.turn > maxTurns {
		s.c.refuseToCompile("a loop of more than %d turns", maxTurns)
	}
	again := &continuation{loop: &l, next: r.next}
	if w := l.while; w != nil {
		s.c.setSourcePosition(w)
		_, known, is := s.evalCondition(w.Test)
		if !known {
			s.c.refuseToCompile("a loop whose number of turns is not known")
		}
		if is {
			return &continuation{stmts: w.Body, next: again}
		}
		return &continuation{stmts: w.Orelse, next: r.next}
	}
	if l.turn > len(l.items) {
		return &continuation{stmts: l.stmt.Orelse, next: r.next}
	}
	s.assignTarget(l.stmt.Target, l.items[l.turn-1])
	return &continuation{stmts: l.stmt.Body, next: again}
}

// runBranch does an if whose test is not known. If neither part leaves the stretch and
// both can be put together it returns what is next, otherwise the result of the function.
func (s *callScope) runBranch(t *condition, x *ast.If, after *continuation) (v tracedValue, done bool, next *continuation) {
	c := s.c
	br := c.b.Branch(t.test, t.a, t.b)
	leaves := mayLeaveBlock(x.Body) || mayLeaveBlock(x.Orelse)
	follow := func(stmts []ast.Stmt) func() tracedValue {
		r := &continuation{stmts: stmts}
		if leaves {
			r.next = after
		}
		return func() tracedValue { return s.runStatements(r) }
	}
	m := &branchMerger{c: c, br: br, old: len(c.heap)}
	m.a = c.evalBranchPart(s, follow(x.Body))
	br.Else()
	m.b = c.evalBranchPart(s, follow(x.Orelse))
	if !leaves && m.mergeAll(s) {
		br.End()
		if m.ended {
			panic(evaluationEnd{})
		}
		return nil, false, after
	}
	if !leaves { // continue with what follows in each part
		br.Then()
		m.a = s.resumeAfterBranch(m.a, after)
		br.Else()
		m.b = s.resumeAfterBranch(m.b, after)
	}
	c.setSourcePosition(x)
	if !m.mergeAll(nil) {
		c.refuseToCompile("the two branches give %s and %s", describeVal(m.a.v), describeVal(m.b.v))
	}
	br.End()
	if m.ended {
		panic(evaluationEnd{})
	}
	return m.v, true, nil
}

// resumeAfterBranch does r with the names and lists that a part has left behind.
func (s *callScope) resumeAfterBranch(p branchOutcome, r *continuation) branchOutcome {
	if p.ended {
		return p
	}
	heap, vars := s.c.heap, s.vars
	s.c.heap, s.vars = p.heap, p.vars
	n := s.c.evalBranchPart(s, func() tracedValue { return s.runStatements(r) })
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

// statementsOfTry returns what is done of a try statement if nothing is raised: an exception
// ends the evaluation, and the interpreter takes over from the beginning.
func (s *callScope) statementsOfTry(x *ast.Try) []ast.Stmt {
	all := slices.Concat(x.Body, x.Orelse, x.Finalbody)
	if len(x.Finalbody) > 0 && mayLeaveBlock(all) {
		s.c.refuseToCompile("try with finally and a statement that leaves it")
	}
	return all
}

// statementsOfLiveModelBlock returns what is in a `with _Live(…)` of the modules that a program is given:
// it reports what is asked through objects of theirs when that is, and what
// asks so is not compiled.
func (s *callScope) statementsOfLiveModelBlock(x *ast.With) []ast.Stmt {
	if len(x.Items) == 1 && s.isInGivenModule() {
		if call, ok := x.Items[0].ContextExpr.(*ast.Call); ok && identifierOf(call.Func) == "_Live" {
			return x.Body
		}
	}
	s.c.refuseToCompile("%s", describeConstruct(x))
	return nil
}

// isInGivenModule reports whether the function is in a module that a program is given.
func (s *callScope) isInGivenModule() bool { return strings.HasPrefix(s.fn.fn.Code.Filename, "<") }

// runSimpleStatement does a statement that is followed by the next one.
func (s *callScope) runSimpleStatement(stmt ast.Stmt) {
	switch x := stmt.(type) {
	case *ast.Pass:
	case *ast.Assign:
		v := s.evalExpr(x.Value)
		for _, t := range x.Targets {
			s.assignTarget(t, v)
		}
	case *ast.AugAssign:
		s.runAugmentedAssignment(x)
	case *ast.ExprStmt:
		if _, doc := x.Value.(*ast.Str); !doc {
			s.evalExpr(x.Value)
		}
	case *ast.Raise:
		s.c.abandonEvaluation()
	case *ast.Assert:
		if t, known, is := s.evalCondition(x.Test); !known {
			s.c.evalBothBranches(t, func() tracedValue { return nothing{} }, func() tracedValue { s.c.abandonEvaluation(); return nil })
		} else if !is {
			s.c.abandonEvaluation()
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
		s.c.refuseToCompile("%s", describeConstruct(stmt))
	}
}

// assignTarget sets a name, an item of a list or several of them.
func (s *callScope) assignTarget(target ast.Expr, v tracedValue) {
	switch t := target.(type) {
	case *ast.Name:
		s.setName(string(t.Id), v)
	case *ast.Tuple:
		s.assignUnpacked(t.Elts, v)
	case *ast.List:
		s.assignUnpacked(t.Elts, v)
	case *ast.Subscript:
		to := s.evalExpr(t.Value)
		if a, ok := to.(tracedArray); ok {
			s.assignArrayItem(a, t, v)
			return
		}
		ref, ok := to.(listRef)
		if !ok {
			s.c.refuseToCompile("an assignment to an item of something that is not a list of the function")
		}
		s.c.refuseSharedList(ref)
		i, ok := s.evalIndex(t.Slice, len(s.c.heap[ref]))
		if !ok {
			s.c.refuseToCompile("an assignment to a slice or to an item whose index is not known")
		}
		items := slices.Clone(s.c.heap[ref])
		items[i] = v
		s.c.heap[ref] = items
	default:
		s.c.setSourcePosition(target)
		s.c.refuseToCompile("an assignment to %s", describeConstruct(target))
	}
}

// refuseSharedList refuses to change a list that has been returned in one of two branches.
func (c *functionCompiler) refuseSharedList(ref listRef) {
	if c.shared[ref] {
		c.refuseToCompile("a change of a list that one of two branches has returned")
	}
}

func (s *callScope) setName(name string, v tracedValue) {
	if !s.fn.local[name] {
		s.c.refuseToCompile("%s is a name of the module or of an outer function", name)
	}
	s.vars[name] = v
}

func (s *callScope) assignUnpacked(targets []ast.Expr, v tracedValue) {
	items, ok := s.c.sequenceItems(v)
	if !ok {
		s.c.refuseToCompile("%s is unpacked", describeVal(v))
	}
	if len(items) != len(targets) {
		s.c.abandonEvaluation()
	}
	for i, t := range targets {
		s.assignTarget(t, items[i])
	}
}

// runAugmentedAssignment is a += b and its kin.
func (s *callScope) runAugmentedAssignment(x *ast.AugAssign) {
	switch t := x.Target.(type) {
	case *ast.Name:
		old := s.evalName(t)
		if _, list := old.(listRef); list {
			s.c.refuseToCompile("an augmented assignment to a list")
		}
		if a, ok := old.(tracedArray); ok {
			s.assignArrayInPlace(x.Op, a, s.evalExpr(x.Value))
			return
		}
		s.setName(string(t.Id), s.evalBinary(x.Op, old, s.evalExpr(x.Value)))
	case *ast.Subscript:
		to := s.evalExpr(t.Value)
		if a, ok := to.(tracedArray); ok {
			old := s.evalArraySubscript(a, t)
			if _, number := old.(*tracedNumber); !number {
				s.c.refuseToCompile("an augmented assignment to a part of an array")
			}
			s.assignArrayItem(a, t, s.evalBinary(x.Op, old, s.evalExpr(x.Value)))
			return
		}
		ref, ok := to.(listRef)
		if !ok {
			s.c.refuseToCompile("an assignment to an item of something that is not a list of the function")
		}
		s.c.refuseSharedList(ref)
		i, ok := s.evalIndex(t.Slice, len(s.c.heap[ref]))
		if !ok {
			s.c.refuseToCompile("an assignment to an item whose index is not known")
		}
		v := s.evalBinary(x.Op, s.c.heap[ref][i], s.evalExpr(x.Value))
		items := slices.Clone(s.c.heap[ref])
		items[i] = v
		s.c.heap[ref] = items
	default:
		s.c.refuseToCompile("an assignment to %s", describeConstruct(x.Target))
	}
}

// runImportFrom and runImport are imports inside a function: of modules that are
// there already.
func (s *callScope) runImportFrom(x *ast.ImportFrom) {
	m, err := s.c.scripts.host.Context.GetModule(string(x.Module))
	if err != nil || x.Level != 0 {
		s.c.refuseToCompile("an import of %s", x.Module)
	}
	for _, a := range x.Names {
		v, ok := s.c.newConstant(s.c.moduleAttribute(m, string(a.Name)))
		if !ok {
			s.c.refuseToCompile("an import of %s", a.Name)
		}
		s.setName(aliasName(a), v)
	}
}

func (s *callScope) runImport(x *ast.Import) {
	for _, a := range x.Names {
		m, err := s.c.scripts.host.Context.GetModule(string(a.Name))
		if err != nil {
			s.c.refuseToCompile("an import of %s", a.Name)
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
func (c *functionCompiler) moduleAttribute(m *py.Module, name string) py.Object {
	if c.findChangeableNames().attributes[name] || c.findChangeableNames().global[name] {
		c.refuseToCompile("%s of a module, which the script changes", name)
	}
	return m.Globals[name]
}
