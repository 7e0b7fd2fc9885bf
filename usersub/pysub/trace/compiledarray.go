package trace

import (
	"slices"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// Arrays of numpy with one or two axes are compiled entry by entry. Their entries are in a list of the heap, which may be changed in place; views share entries, so
// that arrays that have some, or that are one, are not changed.

// array is an array with n entries, or n rows of m.
type array struct {
	at    listRef
	n, m  int  // m is 0 with one axis
	whole bool // of integers
}

// newArray makes an array of numbers, row by row: of integers if all are, else of floats.
func (c *comp) newArray(entries []val, n, m int) array {
	a := array{n: n, m: m, whole: len(entries) > 0}
	for _, v := range entries {
		x, ok := v.(*num)
		if !ok || x.kind == isBool || x.kind == isEither {
			c.refuseCompile("an array of %s", describeVal(v))
		}
		a.whole = a.whole && x.kind == isInt
	}
	return c.newArrayOf(entries, n, m, a.whole)
}

// newArrayOf is newArray with the kind of the entries given.
func (c *comp) newArrayOf(entries []val, n, m int, whole bool) array {
	all := slices.Clone(entries)
	if !whole {
		for k, v := range all {
			all[k] = c.toFloat(v.(*num))
		}
	}
	return array{c.newList(all), n, m, whole}
}

// shareArray notes that arrays have the same entries.
func (c *comp) shareArray(a ...array) {
	for _, x := range a {
		c.shared[x.at] = true
	}
}

// entriesOf are the entries of an array, row by row.
func (c *comp) entriesOf(a array) []val { return c.heap[a.at] }

// rowOf is entry i, or a view of row i.
func (c *comp) rowOf(a array, i int) val {
	if a.m == 0 {
		return c.entriesOf(a)[i]
	}
	row := array{c.newList(c.entriesOf(a)[i*a.m : (i+1)*a.m]), a.m, 0, a.whole}
	c.shareArray(a, row)
	return row
}

// rowsOf are the entries, or views of the rows.
func (c *comp) rowsOf(a array) []val {
	all := make([]val, a.n)
	for i := range all {
		all[i] = c.rowOf(a, i)
	}
	return all
}

// toArray is a list or tuple of numbers or of lists of numbers as an array, or an array as it is.
func (c *comp) toArray(v val) (a array, ok bool) {
	if a, ok = v.(array); ok {
		return a, true
	}
	if x, is := v.(*num); is && !x.single {
		return a, false
	}
	items, ok := c.itemsOf(v)
	if !ok || len(items) == 0 {
		return a, false
	}
	if _, ok := items[0].(*num); ok {
		return c.newArray(items, len(items), 0), true
	}
	var all []val
	width := 0
	for i, row := range items {
		r, ok := c.toArray(row)
		if !ok || r.m != 0 || i > 0 && r.n != width {
			return a, false
		}
		width = r.n
		all = append(all, c.entriesOf(r)...)
	}
	return c.newArray(all, len(items), width), true
}

// constantArray is an array of the module, which nobody changes.
func (c *comp) constantArray(o py.Object) (val, bool) {
	x, ok := o.(interface {
		Numbers() (entries []float64, shape []int, whole, real bool)
	})
	if !ok {
		return nil, false
	}
	list, shape, whole, real := x.Numbers()
	if !whole && !real || len(shape) < 1 || len(shape) > 2 || len(list) == 0 || len(list) > maxItems {
		return nil, false
	}
	all := make([]val, len(list))
	for k, v := range list {
		if all[k] = knownFloat(v); whole {
			all[k] = knownInt(v)
		}
	}
	a := c.newArrayOf(all, shape[0], append(shape, 0)[1], whole)
	c.shareArray(a)
	return a, true
}

// spreadIndex is where an array of shape n, m has the entry that is spread to row i and column j of a shape; not ok where shapes do not fit.
func (a array) spreadIndex(i, j, n, m int) (k int, ok bool) {
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

// pairArrays applies an operation to two arrays or numbers, entry by entry.
func (c *comp) pairArrays(a, b val, do func(x, y *num) *num) val {
	x, y := c.operand(a), c.operand(b)
	n, m := max(x.n, y.n), 0
	switch {
	case x.m > 0 && y.m > 0:
		m = max(x.m, y.m)
	case x.m > 0:
		n, m = x.n, max(x.m, y.n)
	case y.m > 0:
		n, m = y.n, max(y.m, x.n)
	}
	var all []val
	for i := range n {
		for j := range max(m, 1) {
			p, ok := x.spreadIndex(i, j, n, m)
			q, fits := y.spreadIndex(i, j, n, m)
			if !ok || !fits {
				c.endEvaluation() // ValueError
			}
			all = append(all, do(c.entriesOf(x)[p].(*num), c.entriesOf(y)[q].(*num)))
		}
	}
	return c.newArray(all, n, m)
}

// operand is a number, list or array as an array.
func (c *comp) operand(v val) array {
	if x, ok := v.(*num); ok {
		return c.newArray([]val{x}, 1, 0)
	}
	a, ok := c.toArray(v)
	if !ok {
		c.refuseCompile("an operation of an array and %s", describeVal(v))
	}
	return a
}

// evalArrayBinary is an operator of which an operand is an array.
func (s *scope) evalArrayBinary(op ast.OperatorNumber, a, b val) val {
	switch op {
	case ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow:
		return s.c.pairArrays(a, b, func(x, y *num) *num { return s.c.emitArithmetic(op, x, y) })
	}
	s.c.refuseCompile("this operator between arrays")
	return nil
}

// mapArray applies an operation to all entries.
func (c *comp) mapArray(a array, do func(x *num) *num) array {
	all := make([]val, len(c.entriesOf(a)))
	for k, v := range c.entriesOf(a) {
		all[k] = do(v.(*num))
	}
	return c.newArray(all, a.n, a.m)
}

// transposed is a view with rows and columns exchanged.
func (c *comp) transposed(a array) array {
	if a.m == 0 {
		c.shareArray(a)
		return a
	}
	all := make([]val, 0, a.n*a.m)
	for j := range a.m {
		for i := range a.n {
			all = append(all, c.entriesOf(a)[i*a.m+j])
		}
	}
	t := array{c.newList(all), a.m, a.n, a.whole}
	c.shareArray(a, t)
	return t
}

// foldArray combines a number with all entries.
func (c *comp) foldArray(entries []val, first *num, do func(x, y *num) *num) *num {
	for _, v := range entries {
		first = do(first, v.(*num))
	}
	return first
}

// zeroOf is the number that sums of entries begin with.
func zeroOf(whole bool) *num {
	if whole {
		return knownInt(0)
	}
	return knownFloat(0)
}

func (c *comp) add(x, y *num) *num { return c.emitArithmetic(ast.Add, x, y) }
func (c *comp) mul(x, y *num) *num { return c.emitArithmetic(ast.Mult, x, y) }

// evalArraySubscript is an item, a part or a row of an array.
func (s *scope) evalArraySubscript(a array, x *ast.Subscript) val {
	c := s.c
	switch at := x.Slice.(type) {
	case *ast.Index:
		if t, ok := at.Value.(*ast.Tuple); ok && len(t.Elts) == 2 && a.m > 0 {
			i, j := s.placeOf(t.Elts[0], a.n), s.placeOf(t.Elts[1], a.m)
			return c.entriesOf(a)[i*a.m+j]
		}
		return c.rowOf(a, s.placeOf(at.Value, a.n))
	case *ast.Slice:
		from, to := s.sliceEnds(at, a.n)
		w := max(a.m, 1)
		part := array{c.newList(c.entriesOf(a)[from*w : to*w]), to - from, a.m, a.whole}
		c.shareArray(a, part)
		return part
	case *ast.ExtSlice:
		if len(at.Dims) == 2 && a.m > 0 {
			return s.evalBlock(a, at.Dims[0], at.Dims[1])
		}
	}
	c.refuseCompile("this part of an array")
	return nil
}

// evalBlock is a[i:j, k], a[i, k:l] or a[i:j, k:l].
func (s *scope) evalBlock(a array, rows, cols ast.Slicer) val {
	ends := func(x ast.Slicer, n int) (from, to int, one bool) {
		switch x := x.(type) {
		case *ast.Index:
			i := s.placeOf(x.Value, n)
			return i, i + 1, true
		case *ast.Slice:
			from, to = s.sliceEnds(x, n)
			return from, to, false
		}
		s.c.refuseCompile("this part of an array")
		return 0, 0, false
	}
	i0, i1, row := ends(rows, a.n)
	j0, j1, col := ends(cols, a.m)
	var all []val
	for i := i0; i < i1; i++ {
		all = append(all, s.c.entriesOf(a)[i*a.m+j0:i*a.m+j1]...)
	}
	part := array{s.c.newList(all), i1 - i0, j1 - j0, a.whole}
	if row || col {
		part.n, part.m = len(all), 0
	}
	s.c.shareArray(a, part)
	return part
}

// placeOf is a place along an axis of n.
func (s *scope) placeOf(e ast.Expr, n int) int {
	i, ok := s.evalIndex(&ast.Index{Value: e}, n)
	if !ok {
		s.c.refuseCompile("an item whose index is not known")
	}
	return i
}

// sliceEnds are the ends of a slice of n items.
func (s *scope) sliceEnds(x *ast.Slice, n int) (from, to int) {
	places := make([]val, n)
	for k := range places {
		places[k] = knownInt(float64(k))
	}
	part := s.evalSlice(x, places)
	if len(part) == 0 {
		s.c.refuseCompile("a part of an array without entries")
	}
	return int(part[0].(*num).k), int(part[0].(*num).k) + len(part)
}

// assignArrayItem sets an entry, a row or a part of an array.
func (s *scope) assignArrayItem(a array, x *ast.Subscript, v val) {
	c := s.c
	if c.shared[a.at] {
		c.refuseCompile("an assignment to an array that has other names for its entries")
	}
	w := max(a.m, 1)
	var at []int // of the entries
	switch p := x.Slice.(type) {
	case *ast.Index:
		if t, ok := p.Value.(*ast.Tuple); ok && len(t.Elts) == 2 && a.m > 0 {
			at = []int{s.placeOf(t.Elts[0], a.n)*a.m + s.placeOf(t.Elts[1], a.m)}
			break
		}
		i := s.placeOf(p.Value, a.n)
		for k := range w {
			at = append(at, i*w+k)
		}
	case *ast.Slice:
		from, to := s.sliceEnds(p, a.n)
		for k := from * w; k < to*w; k++ {
			at = append(at, k)
		}
	default:
		c.refuseCompile("an assignment to this part of an array")
	}
	from := c.operand(v)
	entries := slices.Clone(c.entriesOf(a))
	for k, i := range at {
		e := c.entriesOf(from)[0]
		if len(c.entriesOf(from)) > 1 {
			if len(c.entriesOf(from)) != len(at) || from.m != 0 && a.m == 0 {
				c.refuseCompile("an assignment of another shape to a part of an array")
			}
			e = c.entriesOf(from)[k]
		}
		entries[i] = s.convertEntry(a, e.(*num))
	}
	c.heap[a.at] = entries
}

// convertEntry is a number as an entry of an array.
func (s *scope) convertEntry(a array, x *num) val {
	switch {
	case !a.whole:
		return s.c.toFloat(x)
	case x.kind != isInt:
		s.c.refuseCompile("an array of integers takes a number that may be none")
	}
	return x
}

// augmentArray is a += b of an array, which changes its entries.
func (s *scope) augmentArray(op ast.OperatorNumber, a array, b val) {
	r, ok := s.evalArrayBinary(op, a, b).(array)
	if !ok || r.n != a.n || r.m != a.m || r.whole != a.whole && a.whole || s.c.shared[a.at] {
		s.c.refuseCompile("an augmented assignment to an array of another shape or kind, or that has other names for its entries")
	}
	s.c.heap[a.at] = s.c.entriesOf(s.c.newArrayOf(s.c.entriesOf(r), a.n, a.m, a.whole))
}
