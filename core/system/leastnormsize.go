package system

import (
	"math"
)

// inner is the product of two forces in the metric W⁻¹.
func (h *sharing) inner(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * h.metric[i] * b[i]
	}
	return sum
}

// scaleAdd sets dst to k dst + x.
func scaleAdd(dst []float64, k float64, x []float64) {
	for i, v := range x {
		dst[i] = k*dst[i] + v
	}
}

// forceSize is the largest force, or torque over ℓ, of a vector by speeds.
func (s *State) forceSize(f []float64) float64 {
	l, most := s.lengthScale(), 0.0
	for i := 1; i < len(s.sys.Bodies); i++ {
		b := &s.sys.Bodies[i]
		for k := range b.speeds() {
			x := math.Abs(f[b.v+k])
			if k >= 3 {
				x /= l
			}
			if !(x <= most) { // NaN too
				most = x
			}
		}
	}
	return most
}

// pushAll sets dst to Gᵀ l, of all rows at the point of the last evaluation.
func (s *State) pushAll(dst, l []float64) {
	clear(dst)
	for i, set := range s.sys.Rows {
		p := set.place()
		if !holds(set) {
			continue
		}
		for slot, body := range p.Bodies {
			f := pushed(s.rows.set[i].of(slot), l[p.At:p.At+p.N])
			b := &s.sys.Bodies[body]
			for c := range b.speeds() {
				dst[b.v+c] += f[c]
			}
		}
	}
}
