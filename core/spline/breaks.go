package spline

import (
	"math"
	"sync"
)

// A table may have tens of thousands of points, most of which a step may pass: what it does between
// its ends the error test sees. Steps should end on the corners of straight lines, and
// where a table does something that a long step would miss: the ends, flanks and tops of pulses. These are the corners of a
// line along the points within a part of their range.

const (
	mostBreaks = 1000 // of a function
	cornerPart = 0.02 // of the range of y
)

// orders are those of the first derivative that jumps at the points of a table.
var orders = [nMethods]int{Akima: 2, Cubic: 3, Fit: 2, Quintic: 5, Linear: 1}

// Breakpoints returns values of x, in ascending order, that integration over x should not pass, and the order of the first
// derivative that jumps at points of the table.
func (f *Interpolant) Breakpoints() (x []float64, order int) {
	f.corners.Do(f.findBreakpoints)
	return f.corners.x, max(orders[f.method]-f.order, 0)
}

// corners are what Breakpoints returns.
type corners struct {
	sync.Once
	x []float64
}

func (f *Interpolant) findBreakpoints() {
	t := f.table
	if f.method == Linear && len(t.x) <= mostBreaks {
		f.corners.x = t.x
		return
	}
	if f.method != Linear {
		t = f.tableWithMidpoints()
	}
	for part := cornerPart; ; part *= 2 {
		f.corners.x = t.simplifyPolyline(part)
		if len(f.corners.x) <= mostBreaks {
			return
		}
	}
}

// tableWithMidpoints returns a table of the values at the points and half way between: smooth curves overshoot.
func (f *Interpolant) tableWithMidpoints() *Table {
	x := f.table.x
	h := &Table{z: f.table.z, y: make([][]float64, len(f.curves))}
	for i := range x {
		if i > 0 {
			h.x = append(h.x, x[i-1]+(x[i]-x[i-1])/2)
		}
		h.x = append(h.x, x[i])
	}
	var d Derivatives
	for i, c := range f.curves {
		for _, v := range h.x {
			c.evalAt(&d, v)
			h.y[i] = append(h.y[i], d[0])
		}
	}
	return h
}

// simplifyPolyline returns the corners of lines from point to point that pass all others within a part of the range of
// each curve: each line continues as long as one slope does for all points since it began.
func (t *Table) simplifyPolyline(relativeTolerance float64) []float64 {
	tol := make([]float64, len(t.y))
	for i, y := range t.y {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range y {
			lo, hi = min(lo, v), max(hi, v)
		}
		tol[i] = relativeTolerance * (hi - lo)
	}
	x := []float64{t.x[0]}
	from := 0
	lo, hi := make([]float64, len(t.y)), make([]float64, len(t.y))
	begin := func(k int) {
		from = k
		for i := range lo {
			lo[i], hi[i] = math.Inf(-1), math.Inf(1)
		}
	}
	begin(0)
	for k := 1; k < len(t.x); k++ {
		if !t.narrowSlopes(lo, hi, tol, from, k) {
			x = append(x, t.x[k-1])
			begin(k - 1)
			t.narrowSlopes(lo, hi, tol, from, k)
		}
	}
	return append(x, t.x[len(t.x)-1])
}

// narrowSlopes bounds the slopes of lines from one point that pass point k; false where none is left for point k itself.
func (t *Table) narrowSlopes(lo, hi, tol []float64, from, k int) bool {
	ok := true
	w := t.x[k] - t.x[from]
	for i, y := range t.y {
		s := (y[k] - y[from]) / w
		ok = ok && lo[i] <= s && s <= hi[i]
		lo[i], hi[i] = max(lo[i], s-tol[i]/w), min(hi[i], s+tol[i]/w)
	}
	return ok
}
