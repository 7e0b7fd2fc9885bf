package numpy

import (
	"math"

	"github.com/go-python/gpython/py"
)

// newFillFunction makes numpy.zeros and its like.
func newFillFunction(name string, value float64) *py.Method {
	return newNumpyFunction(name, 1, "shape dtype", func(a []py.Object) (py.Object, error) {
		shape, err := parseShape(a[0])
		if err != nil {
			return nil, err
		}
		k := realKind
		if a[1] != nil {
			if k, err = parseDtype(a[1]); err != nil {
				return nil, err
			}
		}
		return newZeroArray(realKind, shape...).applyToAll(k, func(float64) float64 { return value }).unwrapScalar(), nil
	})
}

// newFillLikeFunction makes numpy.zeros_like and its like.
func newFillLikeFunction(name string, value float64) *py.Method {
	return newNumpyFunction(name, 1, "a", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		return x.applyToAll(x.kind, func(float64) float64 { return value }).unwrapScalar(), nil
	})
}

func makeArray(a []py.Object) (py.Object, error) {
	x, err := asArray(a[0])
	if err != nil {
		return nil, err
	}
	k := x.kind
	if a[1] != nil {
		if k, err = parseDtype(a[1]); err != nil {
			return nil, err
		}
	}
	return x.convertTo(k), nil
}

func identityMatrix(a []py.Object) (py.Object, error) {
	n, err := intOr(a[0], 0, "the size of a matrix")
	if err != nil {
		return nil, err
	}
	out, err := parseShape(&py.List{Items: []py.Object{py.Int(n), py.Int(n)}})
	if err != nil {
		return nil, err
	}
	m := newZeroArray(realKind, out...)
	for i := range n {
		m.data[i*(n+1)] = 1
	}
	return m, nil
}

var numpyMakers = []*py.Method{
	newNumpyFunction("array", 1, "object dtype", makeArray), newNumpyFunction("asarray", 1, "a dtype", func(a []py.Object) (py.Object, error) {
		if _, ok := a[0].(*Array); ok && a[1] == nil {
			return a[0], nil
		}
		return makeArray(a)
	}),
	newNumpyFunction("copy", 1, "a", func(a []py.Object) (py.Object, error) { return makeArray([]py.Object{a[0], nil}) }),
	newFillFunction("zeros", 0), newFillFunction("ones", 1), newFillFunction("empty", 0), newFillLikeFunction("zeros_like", 0), newFillLikeFunction("ones_like", 1),
	newNumpyFunction("full", 2, "shape fill_value", func(a []py.Object) (py.Object, error) {
		shape, err := parseShape(a[0])
		if err != nil {
			return nil, err
		}
		v, err := asArray(a[1])
		if err != nil {
			return nil, err
		}
		out := newZeroArray(v.kind, shape...)
		return out, out.assignEntries(v)
	}),
	newNumpyFunction("eye", 1, "N", identityMatrix), newNumpyFunction("identity", 1, "n", identityMatrix),
	newNumpyFunction("linspace", 2, "start stop num endpoint", func(a []py.Object) (py.Object, error) {
		start, stop, err := parseStartStop(a)
		if err != nil {
			return nil, err
		}
		n, err := intOr(a[2], 50, "num")
		if err != nil || n < 0 || n > 1e8 {
			return nil, py.ExceptionNewf(py.ValueError, "num of numpy.linspace is an integer that is not negative")
		}
		steps := float64(n - 1)
		if a[3] == py.False {
			steps = float64(n)
		}
		out := newZeroArray(realKind, n)
		for i := range out.data {
			out.data[i] = start
			if i > 0 {
				out.data[i] = start + float64(i)*((stop-start)/steps)
			}
		}
		if n > 1 && a[3] != py.False {
			out.data[n-1] = stop
		}
		return out, nil
	}),
	newNumpyFunction("arange", 1, "start stop step", func(a []py.Object) (py.Object, error) {
		k := wholeKind
		for _, o := range a {
			if o != nil {
				k = max(k, kindOfNumber(o))
			}
		}
		if a[1] == nil {
			a[0], a[1] = py.Int(0), a[0]
		}
		start, stop, err := parseStartStop(a)
		if err != nil {
			return nil, err
		}
		step, err := realOrDefault(a[2], 1, "step")
		if err != nil {
			return nil, err
		}
		n := math.Ceil((stop - start) / step)
		if step == 0 || n != n || n > 1e8 {
			return nil, py.ExceptionNewf(py.ValueError, "numpy.arange cannot go from %g to %g in steps of %g", start, stop, step)
		}
		out := newZeroArray(k, max(int(n), 0))
		for i := range out.data {
			out.data[i] = start + float64(i)*step
		}
		return out, nil
	}),
}

// parseStartStop returns the first two arguments of linspace and arange.
func parseStartStop(a []py.Object) (start, stop float64, err error) {
	if start, err = realOrDefault(a[0], 0, "start"); err == nil {
		stop, err = realOrDefault(a[1], 0, "stop")
	}
	return start, stop, err
}
