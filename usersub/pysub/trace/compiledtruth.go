package trace

import (
	"github.com/go-python/gpython/ast"
	"github.com/trammel-mbd/trammel/core/expr"
)

// evalUnary is -a, +a or not a.
func (s *callScope) evalUnary(x *ast.UnaryOp) tracedValue {
	if x.Op == ast.Not {
		t, known, is := s.evalCondition(x)
		if known {
			return newKnownBool(is)
		}
		return &tracedNumber{kind: isBool, test: t}
	}
	operand := s.evalExpr(x.Operand)
	v, ok := operand.(*tracedNumber)
	a, isArray := operand.(tracedArray)
	s.c.setSourcePosition(x)
	switch {
	case isArray && x.Op == ast.USub:
		return s.c.applyToEntries(a, s.c.emitNegation)
	case isArray && x.Op == ast.UAdd:
		return s.c.applyToEntries(a, func(n *tracedNumber) *tracedNumber { return n })
	case !ok:
	case x.Op == ast.USub:
		return s.c.emitNegation(v)
	case x.Op == ast.UAdd && v.kind != isBool:
		return v
	}
	s.c.refuseToCompile("this operator")
	return nil
}

// negated of a test.
func (t *condition) negated() *condition { return &condition{t.test.Opposite(), t.a, t.b} }

// evalCondition evaluates a condition: as a relation, or as
// known from the beginning.
func (s *callScope) evalCondition(e ast.Expr) (t *condition, known, value bool) {
	switch x := e.(type) {
	case *ast.UnaryOp:
		if x.Op == ast.Not {
			t, known, value = s.evalCondition(x.Operand)
			if !known {
				return s.c.negateRelation(t), false, false
			}
			return nil, true, !value
		}
	case *ast.Compare:
		return s.evalCompare(x)
	case *ast.BoolOp:
		return s.evalBoolOp(x.Op, x.Values)
	}
	return s.c.evalTruth(s.evalExpr(e))
}

// negateRelation is the opposite of a test. It differs for NaN, so that the values have to be
// numbers.
func (c *functionCompiler) negateRelation(t *condition) *condition {
	if t.test != expr.Equal && t.test != expr.NotEqual {
		c.b.RequireFinite(t.a)
		c.b.RequireFinite(t.b)
	}
	return t.negated()
}

// evalTruth evaluates whether a value is true.
func (c *functionCompiler) evalTruth(v tracedValue) (t *condition, known, value bool) {
	switch x := v.(type) {
	case *tracedNumber:
		switch {
		case x.known:
			return nil, true, x.k != 0
		case x.test != nil:
			return x.test, false, false
		}
		return &condition{expr.NotEqual, x.at, c.b.Const(0)}, false, false
	case word:
		return nil, true, x != ""
	case nothing:
		return nil, true, false
	case listRef, tuple:
		items, _ := c.sequenceItems(v)
		return nil, true, len(items) > 0
	}
	c.refuseToCompile("the truth of %s is tested", describeVal(v))
	return nil, false, false
}

// evalBoolOp is a and b and …, or a or b or …, of truth values: what follows the first
// is evaluated only if that does not decide.
func (s *callScope) evalBoolOp(op ast.BoolOpNumber, list []ast.Expr) (t *condition, known, value bool) {
	return s.c.combineConditions(op == ast.And, len(list), func(i int) (*condition, bool, bool) { return s.evalCondition(list[i]) })
}

func (c *functionCompiler) combineConditions(and bool, n int, part func(int) (*condition, bool, bool)) (t *condition, known, value bool) {
	if n == 1 {
		return part(0)
	}
	t, known, value = part(0)
	more := func(i int) (*condition, bool, bool) { return part(i + 1) }
	if known {
		if value == and {
			return c.combineConditions(and, n-1, more)
		}
		return nil, true, value
	}
	rest := func() tracedValue {
		t, known, is := c.combineConditions(and, n-1, more)
		if known {
			return newKnownBool(is)
		}
		return &tracedNumber{kind: isBool, test: t}
	}
	short := func() tracedValue { return newKnownBool(!and) }
	if !and {
		return c.evalTruth(c.evalBothBranches(t, short, rest))
	}
	return c.evalTruth(c.evalBothBranches(t, rest, short))
}

// evalCompare is a relation of two or more.
func (s *callScope) evalCompare(x *ast.Compare) (t *condition, known, value bool) {
	left := s.evalExpr(x.Left)
	return s.c.combineConditions(true, len(x.Ops), func(i int) (*condition, bool, bool) {
		right := s.evalExpr(x.Comparators[i])
		t, known, is := s.evalComparison(x.Ops[i], left, right)
		left = right
		return t, known, is
	})
}

var tests = map[ast.CmpOp]expr.Test{ast.Lt: expr.Less, ast.LtE: expr.LessEqual, ast.Eq: expr.Equal,
	ast.NotEq: expr.NotEqual, ast.Gt: expr.Greater, ast.GtE: expr.GreaterEqual}

func (s *callScope) evalComparison(op ast.CmpOp, a, b tracedValue) (t *condition, known, value bool) {
	c := s.c
	if op == ast.In || op == ast.NotIn {
		items, ok := c.sequenceItems(b)
		if !ok {
			c.refuseToCompile("in of %s", describeVal(b))
		}
		t, known, value = nil, true, false
		if len(items) > 0 {
			t, known, value = c.combineConditions(false, len(items), func(i int) (*condition, bool, bool) { return s.evalComparison(ast.Eq, a, items[i]) })
		}
		if op == ast.NotIn && !known {
			return c.negateRelation(t), false, false
		}
		return t, known, value != (op == ast.NotIn)
	}
	x, ok1 := a.(*tracedNumber)
	y, ok2 := b.(*tracedNumber)
	test, plain := tests[op]
	switch {
	case ok1 && ok2 && plain && x.known && y.known:
		return nil, true, test.IsTrue(x.k, y.k)
	case ok1 && ok2 && plain:
		return &condition{test, c.operandOf(x), c.operandOf(y)}, false, false
	case ok1 != ok2 || op == ast.Is || op == ast.IsNot:
		_, none1 := a.(nothing)
		_, none2 := b.(nothing)
		if (none1 || none2) && op != ast.Lt && op != ast.LtE && op != ast.Gt && op != ast.GtE {
			return nil, true, (none1 && none2) == (op == ast.Eq || op == ast.Is)
		}
	}
	p, ok1 := a.(word)
	q, ok2 := b.(word)
	if ok1 && ok2 && (op == ast.Eq || op == ast.NotEq) {
		return nil, true, (p == q) == (op == ast.Eq)
	}
	c.refuseToCompile("a relation of %s and %s", describeVal(a), describeVal(b))
	return nil, false, false
}
