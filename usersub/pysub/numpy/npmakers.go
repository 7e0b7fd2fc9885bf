package numpy

import (
	"math"

	"github.com/go-python/gpython/py"
)

// filledFunction makes numpy.zeros and its like.
func filledFunction(name string, value float64) *py.Method {
	return npFunc(name, 1, "shape dtype", func(a []py.Object) (py.Object, error) {
		shape, err := shapeOf(a[0])
		if err != nil {
			return nil, err
		}
		k := realKind
		if a[1] != nil {
			if k, err = kindOfType(a[1]); err != nil {
				return nil, err
			}
		}
		return newArray(realKind, shape...).applyToAll(k, func(float64) float64 { return value }).arrayOrScalar(), nil
	})
}

// filledLikeFunction makes numpy.zeros_like and its like.
func filledLikeFunction(name string, value float64) *py.Method {
	return npFunc(name, 1, "a", func(a []py.Object) (py.Object, error) {
		x, err := asArray(a[0])
		if err != nil {
			return nil, err
		}
		return x.applyToAll(x.kind, func(float64) float64 { return value }).arrayOrScalar(), nil
	})
}

func arrayOf(a []py.Object) (py.Object, error) {
	x, err := asArray(a[0])
	if err != nil {
		return nil, err
	}
	k := x.kind
	if a[1] != nil {
		if k, err = kindOfType(a[1]); err != nil {
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
	out, err := shapeOf(&py.List{Items: []py.Object{py.Int(n), py.Int(n)}})
	if err != nil {
		return nil, err
	}
	m := newArray(realKind, out...)
	for i := range n {
		m.data[i*(n+1)] = 1
	}
	return m, nil
}

var numpyMakers = []*py.Method{
	npFunc("array", 1, "object dtype", arrayOf), npFunc("asarray", 1, "a dtype", func(a []py.Object) (py.Object, error) {
		if _, ok := a[0].(*Array); ok && a[1] == nil {
			return a[0], nil
		}
		return arrayOf(a)
	}),
	npFunc("copy", 1, "a", func(a []py.Object) (py.Object, error) { return arrayOf([]py.Object{a[0], nil}) }),
	filledFunction("zeros", 0), filledFunction("ones", 1), filledFunction("empty", 0), filledLikeFunction("zeros_like", 0), filledLikeFunction("ones_like", 1),
	npFunc("full", 2, "shape fill_value", func(a []py.Object) (py.Object, error) {
		shape, err := shapeOf(a[0])
		if err != nil {
			return nil, err
		}
		v, err := asArray(a[1])
		if err != nil {
			return nil, err
		}
		out := newArray(v.kind, shape...)
		return out, out.assignEntries(v)
	}),
	npFunc("eye", 1, "N", identityMatrix), npFunc("identity", 1, "n", identityMatrix),
	npFunc("linspace", 2, "start stop num endpoint", func(a []py.Object) (py.Object, error) {
		start, stop, err := startStop(a)
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
		out := newArray(realKind, n)
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
	npFunc("arange", 1, "start stop step", func(a []py.Object) (py.Object, error) {
		k := wholeKind
		for _, o := range a {
			if o != nil {
				k = max(k, kindOfNumber(o))
			}
		}
		if a[1] == nil {
			a[0], a[1] = py.Int(0), a[0]
		}
		start, stop, err := startStop(a)
		if err != nil {
			return nil, err
		}
		step, err := realOr(a[2], 1, "step")
		if err != nil {
			return nil, err
		}
		n := math.Ceil((stop - start) / step)
		if step == 0 || n != n || n > 1e8 {
			return nil, py.ExceptionNewf(py.ValueError, "numpy.arange cannot go from %g to %g in steps of %g", start, stop, step)
		}
		out := newArray(k, max(int(n), 0))
		for i := range out.data {
			out.data[i] = start + float64(i)*step
		}
		return out, nil
	}),
}

// startStop returns the first two arguments of linspace and arange.
func startStop(a []py.Object) (start, stop float64, err error) {
	if start, err = realOr(a[0], 0, "start"); err == nil {
		stop, err = realOr(a[1], 0, "stop")
	}
	return start, stop, err
}
