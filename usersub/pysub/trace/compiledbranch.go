package trace

import (
	"maps"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
)

// evaluationEnd is what panics where every evaluation ends without a value: the interpreter
// takes over there and raises the exception.
type evaluationEnd struct{}

// abandonEvaluation ends the evaluation here.
func (c *functionCompiler) abandonEvaluation() {
	c.b.EndWithoutValue()
	panic(evaluationEnd{})
}

// evalUntilEnd returns what do returns, or ended if all ends in it.
func (c *functionCompiler) evalUntilEnd(do func() tracedValue) (v tracedValue, ended bool) {
	depth := c.depth
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(evaluationEnd); !ok {
				panic(p)
			}
			v, ended, c.depth = nil, true, depth
		}
	}()
	return do(), false
}

// branchOutcome is what one part of a branch leaves behind.
type branchOutcome struct {
	v     tracedValue
	vars  map[string]tracedValue
	heap  [][]tracedValue
	ended bool
}

// evalBothBranches evaluates one of two things by a test. Functions that are called in them may
// change lists.
func (c *functionCompiler) evalBothBranches(t *condition, then, otherwise func() tracedValue) tracedValue {
	br := c.b.Branch(t.test, t.a, t.b)
	a := c.evalBranchPart(nil, then)
	br.Else()
	b := c.evalBranchPart(nil, otherwise)
	m := &branchMerger{c: c, br: br, old: len(c.heap), a: a, b: b}
	if !m.mergeAll(nil) {
		c.refuseToCompile("the two branches give %s and %s", describeVal(a.v), describeVal(b.v))
	}
	br.End()
	if m.ended {
		panic(evaluationEnd{})
	}
	return m.v
}

// evalBranchPart runs one part of a branch with copies of what it may change. vars are the
// names of the scope s, nil for none.
func (c *functionCompiler) evalBranchPart(s *callScope, do func() tracedValue) branchOutcome {
	heap := c.heap
	c.heap = slices.Clone(heap)
	var vars map[string]tracedValue
	if s != nil {
		vars = s.vars
		s.vars = maps.Clone(vars)
	}
	p := branchOutcome{}
	p.v, p.ended = c.evalUntilEnd(do)
	p.heap, c.heap = c.heap, heap
	if s != nil {
		p.vars, s.vars = s.vars, vars
	}
	return p
}

// branchMerger puts together what two parts of a branch have left behind: numbers that
// differ become one that depends on the branch.
type branchMerger struct {
	c     *functionCompiler
	br    *expr.Branch
	a, b  branchOutcome
	old   int // lists that were there before the branch
	heap  [][]tracedValue
	pairs map[[2]listRef]listRef
	mate  [2]map[listRef]listRef
	v     tracedValue
	ended bool
}

// mergeAll merges results, lists and the names of s; false if something is too
// different. A name that only one part has set is unset.
func (m *branchMerger) mergeAll(s *callScope) bool {
	if m.a.ended || m.b.ended {
		p := m.a
		if m.a.ended {
			p = m.b
		}
		m.v, m.ended, m.c.heap = p.v, p.ended, p.heap
		if s != nil {
			s.vars = p.vars
		}
		return true
	}
	m.pairs, m.mate = map[[2]listRef]listRef{}, [2]map[listRef]listRef{{}, {}}
	m.heap = make([][]tracedValue, m.old)
	ok := true
	for i := range m.old {
		var good bool
		m.heap[i], good = m.mergeLists(m.a.heap[i], m.b.heap[i])
		ok = ok && good
	}
	vars := map[string]tracedValue{}
	if s != nil {
		for _, name := range slices.Sorted(maps.Keys(m.a.vars)) {
			if y, both := m.b.vars[name]; both {
				v, good := m.mergeValues(m.a.vars[name], y)
				vars[name], ok = v, ok && good
			} else {
				vars[name] = unset{}
			}
		}
		for name := range m.b.vars {
			if _, both := m.a.vars[name]; !both {
				vars[name] = unset{}
			}
		}
	}
	v, good := m.mergeResults(m.a.v, m.b.v)
	if !ok || !good {
		return false
	}
	m.v, m.c.heap = v, m.heap
	if s != nil {
		s.vars = vars
	}
	return true
}

// mergeResults merges values. A list that one part has made and one that was there before become one that nobody changes, and the
// latter is not changed any more.
func (m *branchMerger) mergeResults(x, y tracedValue) (tracedValue, bool) {
	p, madeP := m.itemsInHeap(x, m.a.heap)
	q, madeQ := m.itemsInHeap(y, m.b.heap)
	if p == nil || q == nil || madeP == madeQ {
		return m.mergeValues(x, y)
	}
	for _, v := range [2]tracedValue{x, y} {
		if ref, ok := v.(listRef); ok {
			m.c.shared[ref] = true
		}
	}
	items, ok := m.mergeLists(p, q)
	return tuple{items, true}, ok
}

// itemsInHeap are the items of a list, nil of something else; made reports whether a part has made it.
func (m *branchMerger) itemsInHeap(v tracedValue, heap [][]tracedValue) (items []tracedValue, made bool) {
	switch x := v.(type) {
	case listRef:
		return heap[x], int(x) >= m.old
	case tuple:
		if x.list {
			return x.items, false
		}
	}
	return nil, false
}

func (m *branchMerger) mergeLists(x, y []tracedValue) ([]tracedValue, bool) {
	if len(x) != len(y) {
		return nil, false
	}
	all := make([]tracedValue, len(x))
	for i := range x {
		v, ok := m.mergeValues(x[i], y[i])
		if !ok {
			return nil, false
		}
		all[i] = v
	}
	return all, true
}

func (m *branchMerger) mergeValues(x, y tracedValue) (tracedValue, bool) {
	if isUnset(x) || isUnset(y) {
		return unset{}, true
	}
	switch x := x.(type) {
	case *tracedNumber:
		if y, ok := y.(*tracedNumber); ok {
			return m.mergeNumbers(x, y), true
		}
		return nil, false
	case tuple:
		y, ok := y.(tuple)
		if !ok || x.list != y.list {
			return nil, false
		}
		items, ok := m.mergeLists(x.items, y.items)
		return tuple{items, x.list}, ok
	case tracedArray:
		y, ok := y.(tracedArray)
		if !ok || x.n != y.n || x.m != y.m || x.whole != y.whole {
			return nil, false
		}
		at, ok := m.mergeListRefs(x.at, y.at)
		if !ok {
			return nil, false
		}
		if m.c.shared[x.at] || m.c.shared[y.at] {
			m.c.shared[at.(listRef)] = true
		}
		return tracedArray{at.(listRef), x.n, x.m, x.whole}, true
	case listRef:
		y, ok := y.(listRef)
		if !ok {
			return nil, false
		}
		return m.mergeListRefs(x, y)
	}
	if _, ok := y.(tuple); ok {
		return nil, false
	}
	return x, x == y
}

// mergeListRefs merges two lists: one that was there before is merged with itself only, a new
// one with one other.
func (m *branchMerger) mergeListRefs(x, y listRef) (tracedValue, bool) {
	if int(x) < m.old || int(y) < m.old {
		return x, x == y
	}
	if v, ok := m.pairs[[2]listRef{x, y}]; ok {
		return v, true
	}
	_, seenX := m.mate[0][x]
	_, seenY := m.mate[1][y]
	if seenX || seenY {
		return nil, false
	}
	at := listRef(len(m.heap))
	m.heap = append(m.heap, nil)
	m.pairs[[2]listRef{x, y}], m.mate[0][x], m.mate[1][y] = at, y, x
	items, ok := m.mergeLists(m.a.heap[x], m.b.heap[y])
	m.heap[at] = items
	return at, ok
}

// mergeNumbers merges two numbers. A relation becomes a number in its own part.
func (m *branchMerger) mergeNumbers(x, y *tracedNumber) *tracedNumber {
	if x == y || x.known && y.known && x.kind == y.kind && math.Float64bits(x.k) == math.Float64bits(y.k) {
		return x
	}
	c := m.c
	m.br.Then()
	vx, sx := c.operandOf(x), c.zeroSignTerm(x)
	m.br.Else()
	vy, sy := c.operandOf(y), c.zeroSignTerm(y)
	n := &tracedNumber{kind: x.kind, at: m.br.Join(vx, vy)}
	switch {
	case x.kind == isEither || y.kind == isEither || (x.kind == isFloat) != (y.kind == isFloat):
		n.kind, n.sign = isEither, m.br.Join(sx, sy)
	case x.kind != y.kind:
		n.kind = isInt
	}
	return n
}

func isUnset(v tracedValue) bool {
	_, is := v.(unset)
	return is
}
