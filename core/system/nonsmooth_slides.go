package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// Slides implements integrate.Slipping: surfaces of joints, rows of bounded effort (by their places in the Layout) and points of rigid
// contacts (by their keys).
func (s *State) Slides(dst []integrate.Slide, h float64) []integrate.Slide {
	v := s.hard.prob.Rows
	for n, r := range s.sys.Rubs {
		if !holds(s.sys.Rows[r.set]) {
			continue
		}
		gain := s.rubGain(r)
		dst = slideOf(dst, v, uint64(r.At), r.At, r.N, s.hard.rubs[n].slide, gain, h)
	}
	for i := range s.rows.laws {
		w := &s.rows.laws[i]
		if w.law.sign() != 0 || w.level == integrate.Acceleration || !v.Active(w.n) {
			continue
		}
		bound := w.law.Hi
		if v.B[w.n] > 0 {
			bound = -w.law.Lo
		}
		if !math.IsInf(bound, 1) {
			dst = slideOf(dst, v, uint64(w.n), w.n, 1, bound, s.rowGain(w.set, w.k), h)
		}
	}
	x := &s.hard.contacts
	for i := range x.slot[x.last] {
		pt := &x.slot[x.last][i]
		if pt.row < 0 {
			continue
		}
		if c := s.cone(&pt.rigidPoint, h); c.Rows[0] > 0 {
			dst = slideOf(dst, v, pt.key, pt.row+1, 2, c.Length[0]*(v.L[pt.row]+c.Cohesion)/h, s.coneGain(pt), h)
		}
	}
	return dst
}

// slideOf appends the slip of n rows at, whose force is of the size bound while they slip.
func slideOf(dst []integrate.Slide, v *vi.Rows, key uint64, at, n int, bound, gain, h float64) []integrate.Slide {
	x := integrate.Slide{Key: key, Gain: gain}
	push := 0.0
	for k := at; k < at+n; k++ {
		x.Start = math.Hypot(x.Start, v.B[k])
		x.End += v.C[k] * v.B[k]
		push -= v.L[k] * v.B[k]
	}
	if x.Start == 0 {
		return dst
	}
	x.End /= x.Start
	x.Left = math.Max(0, bound-push/(x.Start*h))
	return append(dst, x)
}

// rowGain is J M⁻¹ Jᵀ of a row, with the masses on the diagonal.
func (s *State) rowGain(set, k int) (sum float64) {
	b := &s.rows.set[set]
	for slot, body := range s.sys.Rows[set].place().Bodies {
		bd := &s.sys.Bodies[body]
		for c, g := range b.row(k, int32(slot))[:bd.speeds()] {
			if m := s.hard.weight[bd.v+c]; m > 0 {
				sum += g * g / m
			}
		}
	}
	return sum
}

// coneGain is that of the tangents of a point, their mean.
func (s *State) coneGain(pt *hardPoint) (sum float64) {
	v, block := s.hard.prob.Rows, 0
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b == Ground {
			continue
		}
		at := s.sys.Bodies[b].v
		for k := range 2 {
			for c, g := range v.Jacobian(pt.row+1+k, block) {
				if m := s.hard.weight[at+c]; m > 0 {
					sum += g * g / m / 2
				}
			}
		}
		block++
	}
	return sum
}
