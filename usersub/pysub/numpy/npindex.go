package numpy

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// viewAtIndex is the view a[key]: key is a number, a slice, None, …, or a tuple
// of those, one for each axis. A negative number counts from the end.
func (a *Array) viewAtIndex(key py.Object) (*Array, error) {
	keys, ok := key.(py.Tuple)
	if !ok {
		keys = py.Tuple{key}
	}
	out := &Array{data: a.data, off: a.off, kind: a.kind}
	axis := 0
	for n, k := range keys {
		if k == py.None {
			out.shape, out.step = append(out.shape, 1), append(out.step, 0)
			continue
		}
		if k == py.Ellipsis {
			for rest := len(a.shape) - axis - (len(keys) - n - 1); rest > 0; rest-- {
				out.shape, out.step = append(out.shape, a.shape[axis]), append(out.step, a.step[axis])
				axis++
			}
			continue
		}
		if axis == len(a.shape) {
			return nil, py.ExceptionNewf(py.IndexError, "too many indices for an array of shape %s", shapeText(a.shape))
		}
		size, step := a.shape[axis], a.step[axis]
		axis++
		if s, ok := k.(*py.Slice); ok {
			start, _, by, count, err := s.GetIndices(size)
			if err != nil {
				return nil, err
			}
			out.off += start * step
			out.shape, out.step = append(out.shape, max(count, 0)), append(out.step, by*step)
			continue
		}
		i, err := parseAxisIndex(k, size, axis-1)
		if err != nil {
			return nil, err
		}
		out.off += i * step
	}
	out.shape, out.step = append(out.shape, a.shape[axis:]...), append(out.step, a.step[axis:]...)
	return out, nil
}

// parseAxisIndex reads an index along an axis.
func parseAxisIndex(k py.Object, size, axis int) (int, error) {
	if _, ok := k.(py.Int); !ok {
		return 0, py.ExceptionNewf(py.IndexError, "an index of an array is a number or a slice, not %s", python.DescribeObject(k))
	}
	i := int(k.(py.Int))
	if i < 0 {
		i += size
	}
	if i < 0 || i >= size {
		return 0, py.ExceptionNewf(py.IndexError, "index %d is out of bounds for axis %d with size %d", int(k.(py.Int)), axis, size)
	}
	return i, nil
}

// selectRows returns the rows of an array that a list of numbers or an array of truth
// values chooses, nil if key is neither.
func (a *Array) selectRows(key py.Object) ([]int, error) {
	k, isArray := key.(*Array)
	if l, ok := key.(*py.List); ok {
		var err error
		if k, err = asArray(l); err != nil {
			return nil, err
		}
		isArray = true
	}
	if !isArray || len(a.shape) == 0 {
		return nil, nil
	}
	if len(k.shape) != 1 || k.kind == realKind && k.countEntries() > 0 {
		return nil, py.ExceptionNewf(py.IndexError, "rows of an array are chosen by integers or truth values in one axis")
	}
	rows := []int{}
	if k.kind == truthKind {
		if k.countEntries() != a.shape[0] {
			return nil, py.ExceptionNewf(py.IndexError, "%d truth values choose among %d rows", k.countEntries(), a.shape[0])
		}
		for i, v := range k.copyEntries() {
			if v != 0 {
				rows = append(rows, i)
			}
		}
		return rows, nil
	}
	for _, v := range k.copyEntries() {
		i, err := parseAxisIndex(py.Int(int(v)), a.shape[0], 0)
		if err != nil {
			return nil, err
		}
		rows = append(rows, i)
	}
	return rows, nil
}

func (a *Array) M__getitem__(key py.Object) (py.Object, error) {
	rows, err := a.selectRows(key)
	if err != nil {
		return nil, err
	}
	if rows != nil {
		out := newZeroArray(a.kind, append([]int{len(rows)}, a.shape[1:]...)...)
		at := 0
		for _, i := range rows {
			at += copy(out.data[at:], a.rowView(i).copyEntries())
		}
		return out, nil
	}
	p, err := a.viewAtIndex(key)
	if err != nil {
		return nil, err
	}
	return p.unwrapScalar(), nil
}

func (a *Array) M__setitem__(key, value py.Object) (py.Object, error) {
	v, err := asArray(value)
	if err != nil {
		return nil, err
	}
	rows, err := a.selectRows(key)
	if err != nil {
		return nil, err
	}
	if rows == nil {
		p, err := a.viewAtIndex(key)
		if err != nil {
			return nil, err
		}
		return py.None, p.assignEntries(v)
	}
	for n, i := range rows {
		from := v
		if len(v.shape) == len(a.shape) {
			if v.shape[0] != len(rows) {
				return nil, py.ExceptionNewf(py.ValueError, "%d rows cannot take values of shape %s", len(rows), shapeText(v.shape))
			}
			from = v.rowView(n)
		}
		if err := a.rowView(i).assignEntries(from); err != nil {
			return nil, err
		}
	}
	return py.None, nil
}

// assignEntries sets the entries of which a is a view. An array of integers cuts what it is
// given, as numpy's does.
func (a *Array) assignEntries(v *Array) error {
	from, err := v.broadcastTo(a.shape)
	if err != nil {
		return err
	}
	list := from.copyEntries()
	n := 0
	a.forEachOffset(func(at int) {
		x := list[n]
		switch a.kind {
		case wholeKind:
			x = float64(int64(x))
		case truthKind:
			if x != 0 {
				x = 1
			}
		}
		a.data[at] = x
		n++
	})
	return nil
}

// broadcastTo returns a view of an array in another shape: axes of length 1, and axes
// that are missing in front, are repeated.
func (a *Array) broadcastTo(shape []int) (*Array, error) {
	if sameShape(a.shape, shape) {
		return a, nil
	}
	out := &Array{data: a.data, off: a.off, shape: shape, step: make([]int, len(shape)), kind: a.kind}
	lead := len(shape) - len(a.shape)
	for i, n := range a.shape {
		if lead < 0 || n != 1 && n != shape[lead+i] {
			return nil, py.ExceptionNewf(py.ValueError, "shapes %s and %s do not fit", shapeText(a.shape), shapeText(shape))
		}
		if n != 1 {
			out.step[lead+i] = a.step[i]
		}
	}
	return out, nil
}

// broadcastShape is the shape that two arrays are spread to.
func broadcastShape(a, b *Array) []int {
	x, y := a.shape, b.shape
	if len(x) < len(y) {
		x, y = y, x
	}
	shape := append([]int(nil), x...)
	for i := range y {
		if at := len(x) - len(y) + i; shape[at] == 1 {
			shape[at] = y[i]
		}
	}
	return shape
}
