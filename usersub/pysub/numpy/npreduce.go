package numpy

import (
	"math"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// reduction makes one number of many.
type reduction struct {
	do    func(list []float64) float64
	kind  func(k kind) kind
	empty bool // there is a result of no numbers
}

// foldNumbers combines all numbers with a first one.
func foldNumbers(list []float64, first float64, do func(x, y float64) float64) float64 {
	for _, v := range list {
		first = do(first, v)
	}
	return first
}

func sum(list []float64) float64 {
	return foldNumbers(list, 0, func(x, y float64) float64 { return x + y })
}
func mean(list []float64) float64 { return sum(list) / float64(len(list)) }

func variance(list []float64) float64 {
	m := mean(list)
	return foldNumbers(list, 0, func(x, y float64) float64 { return x + (y-m)*(y-m) }) / float64(len(list))
}

// indexOfExtreme is the place of the first number that no other one beats.
func indexOfExtreme(list []float64, beats func(x, y float64) bool) float64 {
	best := 0
	for i, v := range list {
		if beats(v, list[best]) {
			best = i
		}
	}
	return float64(best)
}

func sumResultKind(k kind) kind  { return max(k, wholeKind) }
func sameResultKind(k kind) kind { return k }
func toRealKind(kind) kind       { return realKind }
func toIntKind(kind) kind        { return wholeKind }
func toBoolKind(kind) kind       { return truthKind }

var minimum = reduction{func(l []float64) float64 { return foldNumbers(l[1:], l[0], minNaN) }, sameResultKind, false}
var maximum = reduction{func(l []float64) float64 { return foldNumbers(l[1:], l[0], maxNaN) }, sameResultKind, false}

var reductions = map[string]reduction{
	"sum": {sum, sumResultKind, true}, "prod": {func(l []float64) float64 { return foldNumbers(l, 1, func(x, y float64) float64 { return x * y }) }, sumResultKind, true},
	"mean": {mean, toRealKind, false}, "var": {variance, toRealKind, false}, "std": {func(l []float64) float64 { return math.Sqrt(variance(l)) }, toRealKind, false},
	"min": minimum, "max": maximum, "amin": minimum, "amax": maximum,
	"argmin": {func(l []float64) float64 { return indexOfExtreme(l, func(x, y float64) bool { return x < y }) }, toIntKind, false},
	"argmax": {func(l []float64) float64 { return indexOfExtreme(l, func(x, y float64) bool { return x > y }) }, toIntKind, false},
	"all": {func(l []float64) float64 {
		return foldNumbers(l, 1, func(x, y float64) float64 { return boolToReal(x != 0 && y != 0) })
	}, toBoolKind, true},
	"any": {func(l []float64) float64 {
		return foldNumbers(l, 0, func(x, y float64) float64 { return boolToReal(x != 0 || y != 0) })
	}, toBoolKind, true},
}

// reduceAxis applies a reduction to all entries, or along an axis.
func (a *Array) reduceAxis(name string, axis py.Object) (py.Object, error) {
	r := reductions[name]
	if axis == nil || axis == py.None {
		list := a.copyEntries()
		if len(list) == 0 && !r.empty {
			return nil, py.ExceptionNewf(py.ValueError, "%s of an array without entries", name)
		}
		return r.kind(a.kind).pyNumber(r.do(list)), nil
	}
	n, err := a.parseAxis(axis)
	if err != nil {
		return nil, err
	}
	if a.shape[n] == 0 && !r.empty {
		return nil, py.ExceptionNewf(py.ValueError, "%s along an axis without entries", name)
	}
	rest := &Array{data: a.data, off: a.off, shape: removeEntry(a.shape, n), step: removeEntry(a.step, n)}
	out := newZeroArray(r.kind(a.kind), rest.shape...)
	i, list := 0, make([]float64, a.shape[n])
	rest.forEachOffset(func(at int) {
		for j := range list {
			list[j] = a.data[at+j*a.step[n]]
		}
		out.data[i] = r.do(list)
		i++
	})
	return out.unwrapScalar(), nil
}

// parseAxis reads the number of an axis; -1 is the last one.
func (a *Array) parseAxis(o py.Object) (int, error) {
	n, err := intOr(o, 0, "axis")
	if n < 0 {
		n += len(a.shape)
	}
	if err == nil && (n < 0 || n >= len(a.shape)) {
		err = py.ExceptionNewf(py.ValueError, "an array of shape %s has no axis %s", shapeText(a.shape), python.DescribeObject(o))
	}
	return n, err
}

func removeEntry(list []int, i int) []int {
	return append(append([]int{}, list[:i]...), list[i+1:]...)
}

var numpyReducers = func() (list []*py.Method) {
	for name := range reductions {
		list = append(list, newNumpyFunction(name, 1, "a axis", func(a []py.Object) (py.Object, error) {
			x, err := asArray(a[0])
			if err != nil {
				return nil, err
			}
			return x.reduceAxis(name, a[1])
		}))
	}
	return list
}()
