package python

import (
	"math"
	"math/big"

	"github.com/go-python/gpython/py"
)

// Sums of module statistics are exact, in fractions, and rounded once, so that its
// results are those of CPython.
func installStatistics() {
	var list []*py.Method
	for _, m := range []struct {
		name  string
		least int // numbers
		do    func(x *fractionSample) float64
	}{
		{"fmean", 1, func(x *fractionSample) float64 { return fractionToFloat(x.meanValue()) }},
		{"variance", 2, func(x *fractionSample) float64 { return fractionToFloat(x.meanSquareDeviation(1)) }},
		{"pvariance", 1, func(x *fractionSample) float64 { return fractionToFloat(x.meanSquareDeviation(0)) }},
		{"stdev", 2, func(x *fractionSample) float64 { return fractionSquareRoot(x.meanSquareDeviation(1)) }},
		{"pstdev", 1, func(x *fractionSample) float64 { return fractionSquareRoot(x.meanSquareDeviation(0)) }},
	} {
		list = append(list, newBuiltinMethod(m.name, 1, 1, func(_ py.Object, args py.Tuple) (py.Object, error) {
			x, err := newFractionSample(args[0])
			switch {
			case err != nil:
				return nil, err
			case x.n < m.least:
				return nil, py.ExceptionNewf(py.ValueError, "%s requires at least %s", m.name, FormatCount(m.least, "data point"))
			case x.odd != nil:
				return py.Float(math.NaN()), nil
			}
			return py.Float(m.do(x)), nil
		}))
	}
	list = append(list, newBuiltinMethod("mean", 1, 1, statisticsMean))
	py.RegisterModule(&py.ModuleImpl{Info: py.ModuleInfo{Name: "_statistics"}, Methods: list})
}

// fractionSample are numbers as fractions.
type fractionSample struct {
	n     int
	v     []*big.Rat
	whole bool     // there are only integers
	odd   *float64 // an infinity or NaN among them
}

func newFractionSample(o py.Object) (*fractionSample, error) {
	items, err := py.SequenceTuple(o)
	if err != nil {
		return nil, err
	}
	x := &fractionSample{n: len(items), whole: true}
	for _, o := range items {
		switch o.(type) {
		case py.Int, *py.BigInt, py.Bool:
			x.v = append(x.v, new(big.Rat).SetInt(toBigInt(o)))
			continue
		}
		f, ok := ToFloat(o)
		if !ok {
			return nil, py.ExceptionNewf(py.TypeError, "can't convert type '%s' to numerator/denominator", typeName(o))
		}
		x.whole = false
		if r := new(big.Rat).SetFloat64(f); r != nil {
			x.v = append(x.v, r)
			continue
		}
		if x.odd == nil {
			x.odd = new(float64)
		}
		*x.odd += f
	}
	return x, nil
}

func (x *fractionSample) meanValue() *big.Rat {
	sum := new(big.Rat)
	for _, v := range x.v {
		sum.Add(sum, v)
	}
	return sum.Quo(sum, new(big.Rat).SetInt64(int64(x.n)))
}

// meanSquareDeviation is the mean square of what the numbers are off their mean, with n - less in
// its denominator.
func (x *fractionSample) meanSquareDeviation(less int) *big.Rat {
	mean, sum := x.meanValue(), new(big.Rat)
	for _, v := range x.v {
		d := new(big.Rat).Sub(v, mean)
		sum.Add(sum, d.Mul(d, d))
	}
	return sum.Quo(sum, new(big.Rat).SetInt64(int64(x.n-less)))
}

func fractionToFloat(r *big.Rat) float64 { f, _ := r.Float64(); return f }

// fractionSquareRoot is the square root of a fraction, rounded once: 300 bits on the way leave no
// doubt about the last of 53.
func fractionSquareRoot(r *big.Rat) float64 {
	if r.Sign() == 0 {
		return 0
	}
	f := new(big.Float).SetPrec(300).SetRat(r)
	x, _ := f.Sqrt(f).Float64()
	return x
}

// statisticsMean is an integer if all numbers are and it is one.
func statisticsMean(_ py.Object, args py.Tuple) (py.Object, error) {
	x, err := newFractionSample(args[0])
	switch {
	case err != nil:
		return nil, err
	case x.n == 0:
		return nil, py.ExceptionNewf(py.ValueError, "mean requires at least one data point")
	case x.odd != nil:
		return py.Float(*x.odd), nil
	}
	m := x.meanValue()
	if x.whole && m.IsInt() {
		return shrinkToInt64(m.Num()), nil
	}
	return py.Float(fractionToFloat(m)), nil
}
