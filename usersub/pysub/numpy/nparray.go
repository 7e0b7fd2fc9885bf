package numpy

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// Array is an array of module numpy: numbers of one kind in a shape. Several
// arrays may examine the same numbers, as slices do in numpy.
type Array struct {
	data  []float64
	off   int   // of the first entry in data
	shape []int // entries along each axis, none for what has no axis
	step  []int // from one entry to the next along each axis
	kind  kind
}

// kind is what the entries of an array count as. All are kept as float64:
// integers are exact up to 2**53.
type kind byte

const (
	truthKind kind = iota
	wholeKind
	realKind
)

var arrayType = py.NewType("numpy.ndarray", "an array of numbers")

// Type returns the Python type.
func (a *Array) Type() *py.Type { return arrayType }

// newZeroArray makes an array of zeros.
func newZeroArray(k kind, shape ...int) *Array {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return newArrayFromData(make([]float64, n), k, shape)
}

// newArrayFromData makes an array of all entries of data, row by row.
func newArrayFromData(data []float64, k kind, shape []int) *Array {
	a := &Array{data: data, shape: shape, step: make([]int, len(shape)), kind: k}
	for n, i := 1, len(shape)-1; i >= 0; i-- {
		a.step[i] = n
		n *= shape[i]
	}
	return a
}

func (a *Array) countEntries() int {
	n := 1
	for _, s := range a.shape {
		n *= s
	}
	return n
}

// forEachOffset calls do with the place of every entry in data, row by row.
func (a *Array) forEachOffset(do func(at int)) {
	var walk func(axis, at int)
	walk = func(axis, at int) {
		if axis == len(a.shape) {
			do(at)
			return
		}
		for range a.shape[axis] {
			walk(axis+1, at)
			at += a.step[axis]
		}
	}
	walk(0, a.off)
}

// copyEntries returns the entries row by row, in a slice of their own.
func (a *Array) copyEntries() []float64 {
	list := make([]float64, 0, a.countEntries())
	if len(a.shape) == 1 && a.step[0] == 1 {
		return append(list, a.data[a.off:a.off+a.shape[0]]...)
	}
	a.forEachOffset(func(at int) { list = append(list, a.data[at]) })
	return list
}

// copyArray is an array of its own with the same entries.
func (a *Array) copyArray() *Array { return newArrayFromData(a.copyEntries(), a.kind, a.shape) }

// pyNumber makes an object of a number of the array's kind.
func (k kind) pyNumber(v float64) py.Object {
	switch k {
	case truthKind:
		return py.NewBool(v != 0)
	case wholeKind:
		return py.Int(int64(v))
	}
	return py.Float(v)
}

// unwrapScalar is the array itself, or its only entry if it has no axis.
func (a *Array) unwrapScalar() py.Object {
	if len(a.shape) == 0 {
		return a.kind.pyNumber(a.data[a.off])
	}
	return a
}

// rowView is a view of row i, as a[i].
func (a *Array) rowView(i int) *Array {
	return &Array{data: a.data, off: a.off + i*a.step[0], shape: a.shape[1:], step: a.step[1:], kind: a.kind}
}

// kindOfNumber reports the kind of a number.
func kindOfNumber(o py.Object) kind {
	switch o.(type) {
	case py.Bool:
		return truthKind
	case py.Int, *py.BigInt:
		return wholeKind
	}
	return realKind
}

// asArray makes an array of a number, of lists in lists, or of anything to
// iterate over. An array is returned as it is.
func asArray(o py.Object) (*Array, error) {
	if a, ok := o.(*Array); ok {
		return a, nil
	}
	o = python.UnwrapListLikeFloat(o)
	if v, ok := python.ToFloat(o); ok {
		return newArrayFromData([]float64{v}, kindOfNumber(o), nil), nil
	}
	if _, ok := o.(py.String); ok || o == py.None {
		return nil, py.ExceptionNewf(py.TypeError, "an array here is one of numbers, not of %s", python.DescribeObject(o))
	}
	items, err := python.ItemsOrNumber(o)
	if err != nil {
		return nil, py.ExceptionNewf(py.TypeError, "an array here is one of numbers, not of %s", python.DescribeObject(o))
	}
	if a := arrayOfNumbers(items); a != nil {
		return a, nil
	}
	rows := make([]*Array, len(items))
	for i, x := range items {
		if rows[i], err = asArray(x); err != nil {
			return nil, err
		}
	}
	return stackRows(rows)
}

// arrayOfNumbers makes an array with one axis of numbers; nil if others are among them.
func arrayOfNumbers(items []py.Object) *Array {
	if len(items) == 0 {
		return nil
	}
	a := newZeroArray(truthKind, len(items))
	for i, o := range items {
		o = python.UnwrapListLikeFloat(o)
		v, ok := python.ToFloat(o)
		if !ok {
			return nil
		}
		a.data[i], a.kind = v, max(a.kind, kindOfNumber(o))
	}
	return a
}

// stackRows makes an array whose rows are those given.
func stackRows(rows []*Array) (*Array, error) {
	if len(rows) == 0 {
		return newZeroArray(realKind, 0), nil
	}
	out := newZeroArray(truthKind, append([]int{len(rows)}, rows[0].shape...)...)
	at := 0
	for _, r := range rows {
		if !sameShape(r.shape, rows[0].shape) {
			return nil, py.ExceptionNewf(py.ValueError, "rows of an array have different shapes: %s and %s", shapeText(rows[0].shape), shapeText(r.shape))
		}
		at += copy(out.data[at:], r.copyEntries())
		out.kind = max(out.kind, r.kind)
	}
	return out, nil
}

func sameShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Lists makes lists of an array.
func (a *Array) Lists() py.Object {
	if len(a.shape) == 0 {
		return a.unwrapScalar()
	}
	items := make([]py.Object, a.shape[0])
	for i := range items {
		items[i] = a.rowView(i).Lists()
	}
	return &py.List{Items: items}
}

func (a *Array) M__len__() (py.Object, error) {
	if len(a.shape) == 0 {
		return nil, py.ExceptionNewf(py.TypeError, "len() of an array without axes")
	}
	return py.Int(a.shape[0]), nil
}

func (a *Array) M__iter__() (py.Object, error) {
	if len(a.shape) == 0 {
		return nil, py.ExceptionNewf(py.TypeError, "iteration over an array without axes")
	}
	items := make([]py.Object, a.shape[0])
	for i := range items {
		items[i] = a.rowView(i).unwrapScalar()
	}
	return py.NewIterator(py.Tuple(items)), nil
}

// requireSingleEntry is the entry of an array that has one.
func (a *Array) requireSingleEntry(what string) (float64, error) {
	if a.countEntries() != 1 {
		return 0, py.ExceptionNewf(py.TypeError, "%s takes an array with one entry, not one of shape %s", what, shapeText(a.shape))
	}
	return a.copyEntries()[0], nil
}

func (a *Array) M__float__() (py.Object, error) {
	v, err := a.requireSingleEntry("float()")
	return py.Float(v), err
}

func (a *Array) M__int__() (py.Object, error) {
	v, err := a.requireSingleEntry("int()")
	return py.Int(int64(v)), err
}

func (a *Array) M__bool__() (py.Object, error) {
	if a.countEntries() != 1 {
		return nil, py.ExceptionNewf(py.ValueError, "the truth of an array with %d entries is ambiguous: use a.any() or a.all()", a.countEntries())
	}
	return py.NewBool(a.copyEntries()[0] != 0), nil
}

// EntriesAndShape returns the entries row by row and the lengths of the axes; isInteger and isReal report what they count as.
func (a *Array) EntriesAndShape() (entries []float64, shape []int, isInteger, isReal bool) {
	return a.copyEntries(), append([]int(nil), a.shape...), a.kind == wholeKind, a.kind == realKind
}
