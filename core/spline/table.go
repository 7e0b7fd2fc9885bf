package spline

import (
	"fmt"
	"sort"
	"sync"
)

// Table is what is interpolated: a curve, or a surface given by curves over the same x.
// Nothing in it changes but that functions are made when they are first
// wanted; any number of goroutines may use it.
type Table struct {
	x, z   []float64   // ascending; z has no entries for a curve
	y      [][]float64 // y[i] is the curve at z[i]
	linear bool
	made   [nMethods]struct {
		sync.Once
		f [3]Interpolant
	}
}

// NewTable returns a table of the values y[i][j] at x[j] and, for a surface, z[i].
// x needs Least entries, z two or none; both must ascend. Beyond the ends of x it goes
// on straight where linear is set, else as parabolas.
func NewTable(x, z []float64, y [][]float64, extendLinearly bool) *Table {
	if len(x) < Least || FirstNotAscending(x) >= 0 || FirstNotAscending(z) >= 0 || len(z) == 1 || len(y) != max(len(z), 1) {
		panic("spline: a table that cannot be interpolated")
	}
	return &Table{x: x, y: y, z: z, linear: extendLinearly}
}

// FirstNotAscending returns the index of the first value that is not greater than the
// one before it, -1 if there is none.
func FirstNotAscending(v []float64) int {
	for i := 1; i < len(v); i++ {
		if !(v[i] > v[i-1]) {
			return i
		}
	}
	return -1
}

// IsSurface reports whether the table has two variables.
func (t *Table) IsSurface() bool { return len(t.z) > 0 }

// NewInterpolant returns the value (order 0), or the first or second derivative with
// respect to x, interpolated by a method. The error says why it cannot be had.
func (t *Table) NewInterpolant(m Method, derivativeOrder int) (*Interpolant, error) {
	switch least := methods[m].least; {
	case derivativeOrder < 0 || derivativeOrder > 2:
		return nil, fmt.Errorf("the order of a derivative is 0, 1 or 2, not %d", derivativeOrder)
	case derivativeOrder > 0 && t.IsSurface():
		return nil, fmt.Errorf("a surface has no derivatives (order %d)", derivativeOrder)
	case len(t.x) < least:
		return nil, fmt.Errorf("%v needs %d points and not %d", m, least, len(t.x))
	}
	made := &t.made[m]
	made.Do(func() {
		curves := make([]*piecewisePolynomial, len(t.y))
		for i, y := range t.y {
			curves[i] = methods[m].make(t.x, y)
			curves[i].extendBeyondEnds(t.linear)
		}
		for k := range made.f {
			made.f[k] = Interpolant{curves: curves, z: t.z, order: k, table: t, method: m, corners: &corners{}}
		}
	})
	return &made.f[derivativeOrder], nil
}

// Interpolant is an interpolated function of x and z, or a derivative of it.
type Interpolant struct {
	curves []*piecewisePolynomial
	z      []float64
	order  int

	table   *Table
	method  Method
	corners *corners
}

// Eval returns the value at x[0] and z = x[1]; d gets the two partials and dd the
// four second partials by rows, either may be nil. A curve does not examine z.
//
// Surfaces are straight in z, between two curves and beyond the outermost: with
// τ from 0 to 1 in a strip of width w, y = (1-τ) a(x) + τ b(x).
func (f *Interpolant) Eval(x, partials, secondPartials []float64) float64 {
	if len(f.z) == 0 {
		return f.evalCurve(x[0], partials, secondPartials)
	}
	i := min(max(sort.SearchFloat64s(f.z, x[1]), 1), len(f.z)-1)
	w := f.z[i] - f.z[i-1]
	τ := (x[1] - f.z[i-1]) / w
	var a, b Derivatives
	f.curves[i-1].evalAt(&a, x[0])
	f.curves[i].evalAt(&b, x[0])
	if partials != nil {
		partials[0], partials[1] = (1-τ)*a[1]+τ*b[1], (b[0]-a[0])/w
	}
	if secondPartials != nil {
		secondPartials[0], secondPartials[1] = (1-τ)*a[2]+τ*b[2], (b[1]-a[1])/w
		secondPartials[2], secondPartials[3] = secondPartials[1], 0
	}
	return (1-τ)*a[0] + τ*b[0]
}

func (f *Interpolant) evalCurve(x float64, d, dd []float64) float64 {
	var v Derivatives
	f.curves[0].evalAt(&v, x)
	if d != nil {
		d[0], d[1] = v[f.order+1], 0
	}
	if dd != nil {
		dd[0], dd[1], dd[2], dd[3] = v[f.order+2], 0, 0, 0
	}
	return v[f.order]
}
