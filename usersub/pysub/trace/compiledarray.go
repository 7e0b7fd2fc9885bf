package trace

import (
	"slices"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// Arrays of numpy with one or two axes are compiled entry by entry. Their entries are in a list of the heap, which may be changed in place; views share entries, so
// that arrays that have some, or that are one, are not changed.

// tracedArray is an array with n entries, or n rows of m.
type tracedArray struct {
	at    listRef
	n, m  int  // m is 0 with one axis
	whole bool // of integers
}

// newArray makes an array of numbers, row by row: of integers if all are, else of floats.
func (c *functionCompiler) newArray(entries []tracedValue, n, m int) tracedArray {
	a := tracedArray{n: n, m: m, whole: len(entries) > 0}
	for _, v := range entries {
		x, ok := v.(*tracedNumber)
		if !ok || x.kind == isBool || x.kind == isEither {
			c.refuseToCompile("an array of %s", describeVal(v))
		}
		a.whole = a.whole && x.kind == isInt
	}
	return c.newArrayOf(entries, n, m, a.whole)
}

// newArrayOf is newArray with the kind of the entries given.
func (c *functionCompiler) newArrayOf(entries []tracedValue, n, m int, whole bool) tracedArray {
	all := slices.Clone(entries)
	if !whole {
		for k, v := range all {
			all[k] = c.convertToFloat(v.(*tracedNumber))
		}
	}
	return tracedArray{c.newList(all), n, m, whole}
}

// markAliased notes that arrays have the same entries.
func (c *functionCompiler) markAliased(a ...tracedArray) {
	for _, x := range a {
		c.shared[x.at] = true
	}
}

// arrayEntries are the entries of an array, row by row.
func (c *functionCompiler) arrayEntries(a tracedArray) []tracedValue { return c.heap[a.at] }

// entryOrRowView is entry i, or a view of row i.
func (c *functionCompiler) entryOrRowView(a tracedArray, i int) tracedValue {
	if a.m == 0 {
		return c.arrayEntries(a)[i]
	}
	row := tracedArray{c.newList(c.arrayEntries(a)[i*a.m : (i+1)*a.m]), a.m, 0, a.whole}
	c.markAliased(a, row)
	return row
}

// entriesOrRowViews are the entries, or views of the rows.
func (c *functionCompiler) entriesOrRowViews(a tracedArray) []tracedValue {
	all := make([]tracedValue, a.n)
	for i := range all {
		all[i] = c.entryOrRowView(a, i)
	}
	return all
}

// toArray is a list or tuple of numbers or of lists of numbers as an array, or an array as it is.
func (c *functionCompiler) toArray(v tracedValue) (a tracedArray, ok bool) {
	if a, ok = v.(tracedArray); ok {
		return a, true
	}
	if x, is := v.(*tracedNumber); is && !x.single {
		return a, false
	}
	items, ok := c.sequenceItems(v)
	if !ok || len(items) == 0 {
		return a, false
	}
	if _, ok := items[0].(*tracedNumber); ok {
		return c.newArray(items, len(items), 0), true
	}
	var all []tracedValue
	width := 0
	for i, row := range items {
		r, ok := c.toArray(row)
		if !ok || r.m != 0 || i > 0 && r.n != width {
			return a, false
		}
		width = r.n
		all = append(all, c.arrayEntries(r)...)
	}
	return c.newArray(all, len(items), width), true
}

// constantArray is an array of the module, which nobody changes.
func (c *functionCompiler) constantArray(o py.Object) (tracedValue, bool) {
	x, ok := o.(interface {
		EntriesAndShape() (entries []float64, shape []int, isInteger, isReal bool)
	})
	if !ok {
		return nil, false
	}
	list, shape, whole, real := x.EntriesAndShape()
	if !whole && !real || len(shape) < 1 || len(shape) > 2 || len(list) == 0 || len(list) > maxItems {
		return nil, false
	}
	all := make([]tracedValue, len(list))
	for k, v := range list {
		if all[k] = newKnownFloat(v); whole {
			all[k] = newKnownInt(v)
		}
	}
	a := c.newArrayOf(all, shape[0], append(shape, 0)[1], whole)
	c.markAliased(a)
	return a, true
}

// broadcastIndex is where an array of shape n, m has the entry that is spread to row i and column j of a shape; not ok where shapes do not fit.
func (a tracedArray) broadcastIndex(i, j, n, m int) (k int, ok bool) {
	rows, cols := a.n, a.m
	if m > 0 && a.m == 0 { // one axis counts as a row
		rows, cols = 1, a.n
	}
	if m == 0 {
		cols, m = 1, 1
	}
	if rows != 1 && rows != n || cols != 1 && cols != m {
		return 0, false
	}
	if rows == 1 {
		i = 0
	}
	if cols == 1 {
		j = 0
	}
	return i*cols + j, true
}

// applyPairwise applies an operation to two arrays or numbers, entry by entry.
func (c *functionCompiler) applyPairwise(a, b tracedValue, do func(x, y *tracedNumber) *tracedNumber) tracedValue {
	x, y := c.toOperandArray(a), c.toOperandArray(b)
	n, m := max(x.n, y.n), 0
	switch {
	case x.m > 0 && y.m > 0:
		m = max(x.m, y.m)
	case x.m > 0:
		n, m = x.n, max(x.m, y.n)
	case y.m > 0:
		n, m = y.n, max(y.m, x.n)
	}
	var all []tracedValue
	for i := range n {
		for j := range max(m, 1) {
			p, ok := x.broadcastIndex(i, j, n, m)
			q, fits := y.broadcastIndex(i, j, n, m)
			if !ok || !fits {
				c.abandonEvaluation() // ValueError
			}
			all = append(all, do(c.arrayEntries(x)[p].(*tracedNumber), c.arrayEntries(y)[q].(*tracedNumber)))
		}
	}
	return c.newArray(all, n, m)
}

// toOperandArray returns a number, list or array as an array.
func (c *functionCompiler) toOperandArray(v tracedValue) tracedArray {
	if x, ok := v.(*tracedNumber); ok {
		return c.newArray([]tracedValue{x}, 1, 0)
	}
	a, ok := c.toArray(v)
	if !ok {
		c.refuseToCompile("an operation of an array and %s", describeVal(v))
	}
	return a
}

// evalArrayBinary is an operator of which an operand is an array.
func (s *callScope) evalArrayBinary(op ast.OperatorNumber, a, b tracedValue) tracedValue {
	switch op {
	case ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow:
		return s.c.applyPairwise(a, b, func(x, y *tracedNumber) *tracedNumber { return s.c.emitArithmetic(op, x, y) })
	}
	s.c.refuseToCompile("this operator between arrays")
	return nil
}

// applyToEntries applies an operation to all entries.
func (c *functionCompiler) applyToEntries(a tracedArray, do func(x *tracedNumber) *tracedNumber) tracedArray {
	all := make([]tracedValue, len(c.arrayEntries(a)))
	for k, v := range c.arrayEntries(a) {
		all[k] = do(v.(*tracedNumber))
	}
	return c.newArray(all, a.n, a.m)
}

// transposeView is a view with rows and columns exchanged.
func (c *functionCompiler) transposeView(a tracedArray) tracedArray {
	if a.m == 0 {
		c.markAliased(a)
		return a
	}
	all := make([]tracedValue, 0, a.n*a.m)
	for j := range a.m {
		for i := range a.n {
			all = append(all, c.arrayEntries(a)[i*a.m+j])
		}
	}
	t := tracedArray{c.newList(all), a.m, a.n, a.whole}
	c.markAliased(a, t)
	return t
}

// foldEntries combines a number with all entries.
func (c *functionCompiler) foldEntries(entries []tracedValue, first *tracedNumber, do func(x, y *tracedNumber) *tracedNumber) *tracedNumber {
	for _, v := range entries {
		first = do(first, v.(*tracedNumber))
	}
	return first
}

// newZero returns the number that sums of entries begin with.
func newZero(whole bool) *tracedNumber {
	if whole {
		return newKnownInt(0)
	}
	return newKnownFloat(0)
}

func (c *functionCompiler) addNumbers(x, y *tracedNumber) *tracedNumber {
	return c.emitArithmetic(ast.Add, x, y)
}
func (c *functionCompiler) multiplyNumbers(x, y *tracedNumber) *tracedNumber {
	return c.emitArithmetic(ast.Mult, x, y)
}

// evalArraySubscript is an item, a part or a row of an array.
func (s *callScope) evalArraySubscript(a tracedArray, x *ast.Subscript) tracedValue {
	c := s.c
	switch at := x.Slice.(type) {
	case *ast.Index:
		if t, ok := at.Value.(*ast.Tuple); ok && len(t.Elts) == 2 && a.m > 0 {
			i, j := s.evalAxisIndex(t.Elts[0], a.n), s.evalAxisIndex(t.Elts[1], a.m)
			return c.arrayEntries(a)[i*a.m+j]
		}
		return c.entryOrRowView(a, s.evalAxisIndex(at.Value, a.n))
	case *ast.Slice:
		from, to := s.evalSliceEnds(at, a.n)
		w := max(a.m, 1)
		part := tracedArray{c.newList(c.arrayEntries(a)[from*w : to*w]), to - from, a.m, a.whole}
		c.markAliased(a, part)
		return part
	case *ast.ExtSlice:
		if len(at.Dims) == 2 && a.m > 0 {
			return s.evalMatrixSlice(a, at.Dims[0], at.Dims[1])
		}
	}
	c.refuseToCompile("this part of an array")
	return nil
}

// evalMatrixSlice evaluates a[i:j, k], a[i, k:l] or a[i:j, k:l].
func (s *callScope) evalMatrixSlice(a tracedArray, rows, cols ast.Slicer) tracedValue {
	ends := func(x ast.Slicer, n int) (from, to int, one bool) {
		switch x := x.(type) {
		case *ast.Index:
			i := s.evalAxisIndex(x.Value, n)
			return i, i + 1, true
		case *ast.Slice:
			from, to = s.evalSliceEnds(x, n)
			return from, to, false
		}
		s.c.refuseToCompile("this part of an array")
		return 0, 0, false
	}
	i0, i1, row := ends(rows, a.n)
	j0, j1, col := ends(cols, a.m)
	var all []tracedValue
	for i := i0; i < i1; i++ {
		all = append(all, s.c.arrayEntries(a)[i*a.m+j0:i*a.m+j1]...)
	}
	part := tracedArray{s.c.newList(all), i1 - i0, j1 - j0, a.whole}
	if row || col {
		part.n, part.m = len(all), 0
	}
	s.c.markAliased(a, part)
	return part
}

// evalAxisIndex evaluates a place along an axis of n.
func (s *callScope) evalAxisIndex(e ast.Expr, n int) int {
	i, ok := s.evalIndex(&ast.Index{Value: e}, n)
	if !ok {
		s.c.refuseToCompile("an item whose index is not known")
	}
	return i
}

// evalSliceEnds evaluates the ends of a slice of n items.
func (s *callScope) evalSliceEnds(x *ast.Slice, n int) (from, to int) {
	places := make([]tracedValue, n)
	for k := range places {
		places[k] = newKnownInt(float64(k))
	}
	part := s.evalSlice(x, places)
	if len(part) == 0 {
		s.c.refuseToCompile("a part of an array without entries")
	}
	return int(part[0].(*tracedNumber).k), int(part[0].(*tracedNumber).k) + len(part)
}

// assignArrayItem sets an entry, a row or a part of an array.
func (s *callScope) assignArrayItem(a tracedArray, x *ast.Subscript, v tracedValue) {
	c := s.c
	if c.shared[a.at] {
		c.refuseToCompile("an assignment to an array that has other names for its entries")
	}
	w := max(a.m, 1)
	var at []int // of the entries
	switch p := x.Slice.(type) {
	case *ast.Index:
		if t, ok := p.Value.(*ast.Tuple); ok && len(t.Elts) == 2 && a.m > 0 {
			at = []int{s.evalAxisIndex(t.Elts[0], a.n)*a.m + s.evalAxisIndex(t.Elts[1], a.m)}
			break
		}
		i := s.evalAxisIndex(p.Value, a.n)
		for k := range w {
			at = append(at, i*w+k)
		}
	case *ast.Slice:
		from, to := s.evalSliceEnds(p, a.n)
		for k := from * w; k < to*w; k++ {
			at = append(at, k)
		}
	default:
		c.refuseToCompile("an assignment to this part of an array")
	}
	from := c.toOperandArray(v)
	entries := slices.Clone(c.arrayEntries(a))
	for k, i := range at {
		e := c.arrayEntries(from)[0]
		if len(c.arrayEntries(from)) > 1 {
			if len(c.arrayEntries(from)) != len(at) || from.m != 0 && a.m == 0 {
				c.refuseToCompile("an assignment of another shape to a part of an array")
			}
			e = c.arrayEntries(from)[k]
		}
		entries[i] = s.convertToEntryKind(a, e.(*tracedNumber))
	}
	c.heap[a.at] = entries
}

// convertToEntryKind is a number as an entry of an array.
func (s *callScope) convertToEntryKind(a tracedArray, x *tracedNumber) tracedValue {
	switch {
	case !a.whole:
		return s.c.convertToFloat(x)
	case x.kind != isInt:
		s.c.refuseToCompile("an array of integers takes a number that may be none")
	}
	return x
}

// assignArrayInPlace is a += b of an array, which changes its entries.
func (s *callScope) assignArrayInPlace(op ast.OperatorNumber, a tracedArray, b tracedValue) {
	r, ok := s.evalArrayBinary(op, a, b).(tracedArray)
	if !ok || r.n != a.n || r.m != a.m || r.whole != a.whole && a.whole || s.c.shared[a.at] {
		s.c.refuseToCompile("an augmented assignment to an array of another shape or kind, or that has other names for its entries")
	}
	s.c.heap[a.at] = s.c.arrayEntries(s.c.newArrayOf(s.c.arrayEntries(r), a.n, a.m, a.whole))
}
