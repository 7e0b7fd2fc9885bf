package numpy

import (
	"math"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// matrixProduct is the matrix product of two arrays of one or two axes; numbers
// multiply.
func matrixProduct(a, b *Array) (*Array, error) {
	if len(a.shape) == 0 || len(b.shape) == 0 {
		return applyPairwise(pairings["mul"], a, b)
	}
	x, y := a, b
	if len(x.shape) == 1 {
		x = newArrayFromData(a.copyEntries(), a.kind, []int{1, a.shape[0]})
	}
	if len(y.shape) == 1 {
		y = newArrayFromData(b.copyEntries(), b.kind, []int{b.shape[0], 1})
	}
	if len(x.shape) != 2 || len(y.shape) != 2 || x.shape[1] != y.shape[0] {
		return nil, py.ExceptionNewf(py.ValueError, "arrays of shapes %s and %s have no matrix product here", shapeText(a.shape), shapeText(b.shape))
	}
	out := newZeroArray(widestKind(a.kind, b.kind), x.shape[0], y.shape[1])
	u, v := x.copyEntries(), y.copyEntries()
	for i := range x.shape[0] {
		for j := range y.shape[1] {
			s := 0.0
			for k := range x.shape[1] {
				s += u[i*x.shape[1]+k] * v[k*y.shape[1]+j]
			}
			out.data[i*y.shape[1]+j] = s
		}
	}
	shape := []int{}
	if len(a.shape) == 2 {
		shape = append(shape, x.shape[0])
	}
	if len(b.shape) == 2 {
		shape = append(shape, y.shape[1])
	}
	return newArrayFromData(out.data, out.kind, shape), nil
}

// newProductFunction makes dot and its like.
func newProductFunction(name string, product func(x, y *Array) (*Array, error)) *py.Method {
	return newNumpyFunction(name, 2, "a b", func(a []py.Object) (py.Object, error) {
		x, y, err := parseTwoArrays(a)
		if err != nil {
			return nil, err
		}
		r, err := product(x, y)
		if err != nil {
			return nil, err
		}
		return r.unwrapScalar(), nil
	})
}

// innerProduct sums over the last axes of both: of a vector y as the matrix product, of a matrix y as that with its transpose.
func innerProduct(x, y *Array) (*Array, error) {
	if len(y.shape) == 2 {
		y = y.transpose()
	}
	return matrixProduct(x, y)
}

// transpose turns the order of axes round.
func (a *Array) transpose() *Array {
	out := &Array{data: a.data, off: a.off, kind: a.kind}
	for i := len(a.shape) - 1; i >= 0; i-- {
		out.shape, out.step = append(out.shape, a.shape[i]), append(out.step, a.step[i])
	}
	return out
}

// concatenate puts arrays behind each other along an axis.
func concatenate(list []*Array, axis int) (*Array, error) {
	if len(list) == 0 {
		return nil, py.ExceptionNewf(py.ValueError, "no arrays to join")
	}
	shape := append([]int{}, list[0].shape...)
	if axis >= len(shape) {
		return nil, py.ExceptionNewf(py.ValueError, "arrays of shape %s cannot be joined along axis %d", shapeText(shape), axis)
	}
	shape[axis] = 0
	k := truthKind
	for _, x := range list {
		if len(x.shape) != len(shape) || !sameShape(removeEntry(x.shape, axis), removeEntry(shape, axis)) {
			return nil, py.ExceptionNewf(py.ValueError, "arrays of shapes %s and %s cannot be joined along axis %d", shapeText(list[0].shape), shapeText(x.shape), axis)
		}
		shape[axis] += x.shape[axis]
		k = max(k, x.kind)
	}
	out := newZeroArray(k, shape...)
	from := 0
	for _, x := range list {
		part := &Array{data: out.data, off: from * out.step[axis], shape: x.shape, step: out.step, kind: k}
		if err := part.assignEntries(x); err != nil {
			return nil, err
		}
		from += x.shape[axis]
	}
	return out, nil
}

// newJoinFunction makes concatenate, vstack and hstack: prepare gives each array the
// axes that it needs, and the axis to join along.
func newJoinFunction(name string, prepare func(x *Array) (*Array, int)) *py.Method {
	return newNumpyFunction(name, 1, "arrays axis", func(a []py.Object) (py.Object, error) {
		items, err := python.ItemsOrNumber(a[0])
		if err != nil {
			return nil, err
		}
		list, axis := make([]*Array, len(items)), 0
		for i, o := range items {
			if list[i], err = asArray(o); err != nil {
				return nil, err
			}
			list[i], axis = prepare(list[i])
		}
		if a[1] != nil {
			if axis, err = list[0].parseAxis(a[1]); err != nil {
				return nil, err
			}
		}
		r, err := concatenate(list, axis)
		return r, err
	})
}

// flatten is an array with one axis.
func (a *Array) flatten() *Array {
	return newArrayFromData(a.copyEntries(), a.kind, []int{a.countEntries()})
}

func crossProduct(a []py.Object) (py.Object, error) {
	x, y, err := parseTwoArrays(a)
	if err != nil {
		return nil, err
	}
	if !sameShape(x.shape, []int{3}) || !sameShape(y.shape, []int{3}) {
		return nil, py.ExceptionNewf(py.ValueError, "numpy.cross takes two vectors of 3 entries here")
	}
	u, v := x.copyEntries(), y.copyEntries()
	return newArrayFromData([]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}, widestKind(x.kind, y.kind), []int{3}), nil
}

var numpyProducts = []*py.Method{
	newProductFunction("dot", matrixProduct), newProductFunction("matmul", matrixProduct), newProductFunction("inner", innerProduct), newNumpyFunction("cross", 2, "a b", crossProduct),
	newNumpyFunction("outer", 2, "a b", func(a []py.Object) (py.Object, error) {
		x, y, err := parseTwoArrays(a)
		if err != nil {
			return nil, err
		}
		column := x.flatten()
		column = newArrayFromData(column.data, x.kind, []int{column.shape[0], 1})
		return applyPairwise(pairings["mul"], column, y.flatten())
	}),
	newNumpyFunction("transpose", 1, "a", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		return x.transpose(), nil
	}),
	newNumpyFunction("diag", 1, "v", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		list := x.copyEntries()
		switch len(x.shape) {
		case 1:
			out := newZeroArray(x.kind, len(list), len(list))
			for i, v := range list {
				out.data[i*(len(list)+1)] = v
			}
			return out, nil
		case 2:
			out := newZeroArray(x.kind, min(x.shape[0], x.shape[1]))
			for i := range out.data {
				out.data[i] = list[i*(x.shape[1]+1)]
			}
			return out, nil
		}
		return nil, py.ExceptionNewf(py.ValueError, "numpy.diag takes an array of one or two axes")
	}),
	newNumpyFunction("trace", 1, "a", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil || len(x.shape) != 2 {
			return nil, py.ExceptionNewf(py.ValueError, "numpy.trace takes a matrix")
		}
		s := 0.0
		for i := range min(x.shape[0], x.shape[1]) {
			s += x.data[x.off+i*(x.step[0]+x.step[1])]
		}
		return max(x.kind, wholeKind).pyNumber(s), nil
	}),
	newJoinFunction("concatenate", func(x *Array) (*Array, int) { return x, 0 }),
	newJoinFunction("vstack", func(x *Array) (*Array, int) {
		if len(x.shape) < 2 {
			return newArrayFromData(x.copyEntries(), x.kind, []int{1, x.countEntries()}), 0
		}
		return x, 0
	}),
	newJoinFunction("hstack", func(x *Array) (*Array, int) {
		if len(x.shape) == 0 {
			x = x.flatten()
		}
		return x, min(len(x.shape)-1, 1)
	}),
	newNumpyFunction("append", 2, "arr values", func(a []py.Object) (py.Object, error) {
		x, y, err := parseTwoArrays(a)
		if err != nil {
			return nil, err
		}
		return concatenate([]*Array{x.flatten(), y.flatten()}, 0)
	}),
	newNumpyFunction("cumsum", 1, "a", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		s := 0.0
		return x.flatten().applyToAll(max(x.kind, wholeKind), func(v float64) float64 { s += v; return s }), nil
	}),
	newNumpyFunction("diff", 1, "a", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil || len(x.shape) != 1 {
			return nil, py.ExceptionNewf(py.ValueError, "numpy.diff takes an array of one axis here")
		}
		list := x.copyEntries()
		out := newZeroArray(max(x.kind, wholeKind), max(len(list)-1, 0))
		for i := range out.data {
			out.data[i] = list[i+1] - list[i]
		}
		return out, nil
	}),
}

var numpyLinalg = []*py.Method{
	newNumpyFunction("norm", 1, "x axis", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		if a[1] == nil {
			return py.Float(python.Norm(x.copyEntries())), nil
		}
		r, err := x.applyToAll(realKind, func(v float64) float64 { return v * v }).reduceAxis("sum", a[1])
		if err != nil {
			return nil, err
		}
		s, err := asArray(r)
		if err != nil {
			return nil, err
		}
		return s.applyToAll(realKind, math.Sqrt).unwrapScalar(), nil
	}),
	newNumpyFunction("det", 1, "a", func(a []py.Object) (py.Object, error) {
		m, n, err := parseSquareMatrix(a[0])
		if err != nil {
			return nil, err
		}
		return py.Float(solveByGaussJordan(m, nil, n, 0)), nil
	}),
	newNumpyFunction("inv", 1, "a", func(a []py.Object) (py.Object, error) {
		m, n, err := parseSquareMatrix(a[0])
		if err != nil {
			return nil, err
		}
		right := make([]float64, n*n)
		for i := range n {
			right[i*(n+1)] = 1
		}
		if solveByGaussJordan(m, right, n, n) == 0 {
			return nil, py.ExceptionNewf(py.ValueError, "the matrix is singular")
		}
		return newArrayFromData(right, realKind, []int{n, n}), nil
	}),
	newNumpyFunction("solve", 2, "a b", func(a []py.Object) (py.Object, error) {
		m, n, err := parseSquareMatrix(a[0])
		if err != nil {
			return nil, err
		}
		b, err := asArray(a[1])
		if err != nil {
			return nil, err
		}
		if len(b.shape) < 1 || len(b.shape) > 2 || b.shape[0] != n {
			return nil, py.ExceptionNewf(py.ValueError, "a matrix of %d rows and a right side of shape %s do not fit", n, shapeText(b.shape))
		}
		right := b.copyEntries()
		if solveByGaussJordan(m, right, n, len(right)/n) == 0 {
			return nil, py.ExceptionNewf(py.ValueError, "the matrix is singular")
		}
		return newArrayFromData(right, realKind, b.shape), nil
	}),
}

// parseSquareMatrix reads a square matrix, row by row.
func parseSquareMatrix(o py.Object) ([]float64, int, error) {
	x, err := asArray(o)
	if err == nil && (len(x.shape) != 2 || x.shape[0] != x.shape[1] || x.shape[0] == 0) {
		err = py.ExceptionNewf(py.ValueError, "a square matrix is wanted, not an array of shape %s", shapeText(x.shape))
	}
	if err != nil {
		return nil, 0, err
	}
	return x.copyEntries(), x.shape[0], nil
}

// solveByGaussJordan solves m x = right for the k columns of right, in place, by Gauss-Jordan
// elimination with the largest pivot of each column. It returns the determinant of m.
func solveByGaussJordan(m, right []float64, n, k int) (determinant float64) {
	det := 1.0
	for c := range n {
		p := c
		for r := c + 1; r < n; r++ {
			if math.Abs(m[r*n+c]) > math.Abs(m[p*n+c]) {
				p = r
			}
		}
		pivot := m[p*n+c]
		if pivot == 0 {
			return 0
		}
		if p != c {
			det = -det
			swapRows(m, n, c, p)
			swapRows(right, k, c, p)
		}
		det *= pivot
		for r := range n {
			f := m[r*n+c] / pivot
			if r == c || f == 0 {
				continue
			}
			for j := c; j < n; j++ {
				m[r*n+j] -= f * m[c*n+j]
			}
			for j := range k {
				right[r*k+j] -= f * right[c*k+j]
			}
		}
	}
	for r := range n {
		for j := range k {
			right[r*k+j] /= m[r*n+r]
		}
	}
	return det
}

func swapRows(m []float64, n, i, j int) {
	for c := range n {
		m[i*n+c], m[j*n+c] = m[j*n+c], m[i*n+c]
	}
}

// MatMul is a @ b, of which one at least is an array.
func (*Array) MatMul(a, b py.Object) (py.Object, error) {
	x, err := asArray(a)
	if err != nil {
		return nil, err
	}
	y, err := asArray(b)
	if err != nil {
		return nil, err
	}
	if len(x.shape) == 0 || len(y.shape) == 0 {
		return nil, py.ExceptionNewf(py.ValueError, "matmul: a number is not a matrix; write * for the product with a number")
	}
	r, err := matrixProduct(x, y)
	if err != nil {
		return nil, err
	}
	return r.unwrapScalar(), nil
}
