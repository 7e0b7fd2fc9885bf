package system

import (
	"fmt"
	"math"
)

// judge compares what the routine gives at the start, and a little off it, with
// differences: a gradient that is none lets a constraint drift or not converge
// without a hint at the cause. Second partials that are all zero, which may be
// because the routine does not know them, or are not those of the gradient are
// differenced instead.
func (f *userRow) judge(s *State, g *General) error {
	n := len(g.v)
	q := make([]float64, n)
	size := func(k int) float64 {
		if g.calls[k].Name[0] == 'u' { // component of a unit vector
			return 1
		}
		return max(s.sys.Length, math.Abs(g.v[k]))
	}
	f.known = true
	untouched, wrong := true, -1
	for trial := range 2 {
		for k := range q {
			q[k] = g.v[k] + 1e-2*float64(trial)*size(k)*math.Sin(float64(7*k+1))
		}
		if trial > 0 && f.call(s, q, s.p.T, true, true, true) != nil {
			break // the function need not be defined there
		}
		bad, err := f.judgeArray(s, q, size)
		if err != nil {
			return err
		}
		wrong = max(wrong, bad)
		known, zero, err := f.judgeMatrix(s, q, size)
		if err != nil {
			return err
		}
		f.known, untouched = f.known && (known || zero), untouched && zero
	}
	if wrong >= 0 {
		s.Warn("%s: entry %d of array is not the derivative of scalar with respect to variable %d of %s",
			f.r.Owner(), wrong+1, wrong+1, f.r.Sig.Name)
	}
	f.known = f.known && !untouched
	if !f.known && !untouched {
		s.Warn("%s: xmatrx of %s is not the derivative of array: differences are taken instead", f.r.Owner(), f.r.Sig.Name)
	}
	return nil
}

// reports is how far a derivative may be from its difference, relative to the
// largest one.
const tells = 1e-3

// judgeArray compares the gradient at q with differences of the scalar; wrong is
// the worst entry, -1 if all are right.
func (f *userRow) judgeArray(s *State, q []float64, size func(int) float64) (wrong int, err error) {
	if err := f.call(s, q, s.p.T, true, true, false); err != nil {
		return -1, err
	}
	array := append([]float64(nil), f.array...)
	if !finite(array) || !finite(f.scalar) {
		return -1, nil // the first evaluation says so, if it is at the start
	}
	x := append([]float64(nil), q...)
	largest, worst, of := 0.0, 0.0, 0
	for k := range q {
		h := 1e-5 * size(k)
		x[k] = q[k] + h
		hi, ok := f.eval(s, x)
		x[k] = q[k] - h
		lo, also := f.eval(s, x)
		x[k] = q[k]
		if !ok || !also {
			continue
		}
		d := (hi - lo) / (2 * h)
		largest = max(largest, math.Abs(d), math.Abs(array[k]))
		if e := math.Abs(d - array[k]); e > worst {
			worst, of = e, k
		}
	}
	switch {
	case worst <= tells*largest:
		return -1, nil
	case !anyNonZero(array):
		return of, fmt.Errorf("%s: %s does not set array, the gradient of the constraint", f.r.Owner(), f.r.Sig.Name)
	}
	return of, nil
}

// judgeMatrix compares the second partials at q with differences of the gradient;
// zero reports that there are none.
func (f *userRow) judgeMatrix(s *State, q []float64, size func(int) float64) (known, zero bool, err error) {
	if err := f.call(s, q, s.p.T, true, true, true); err != nil {
		return false, false, err
	}
	given := append([]float64(nil), f.xmatrx...)
	zero = !anyNonZero(given)
	if !finite(given) {
		return false, zero, nil
	}
	d := make([]float64, len(given))
	f.differenceGradient(s, d, q, func(k int) float64 { return 1e-4 * size(k) })
	largest, worst := 0.0, 0.0
	for k, v := range given {
		largest = max(largest, math.Abs(v), math.Abs(d[k]))
		worst = max(worst, math.Abs(v-d[k]))
	}
	// noise of the differences: a gradient that is constant in q
	noise := 0.0
	for k, p := range f.array {
		noise = max(noise, 1e-11*math.Abs(p)/size(k)/1e-4)
	}
	return worst <= tells*largest+noise, zero, nil
}

func anyNonZero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return true
		}
	}
	return false
}
