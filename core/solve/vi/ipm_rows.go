package vi

import "math"

// What IPM does row by row: where it begins, its steps, and how far they may go.

// initNearPath sets multipliers and slacks to a point near the path with τ: the projections of the law, smoothed.
func (w *IPM) initNearPath(tau float64) {
	w.tau2 = tau * tau
	w.delta = tau
	w.pairs = 0
	for k := range w.items {
		it := &w.items[k]
		lo := it.row
		switch {
		case w.isLock(it):
		case it.cone:
			w.beginCone(k, tau)
		default:
			w.u[lo], w.v[lo] = 0, 0
			l := &w.l[lo]
			a, b, g := w.r.Lo[lo], w.r.Hi[lo], w.g[lo]
			switch {
			case a == b:
				*l = a
			case a > math.Inf(-1) && b < math.Inf(1):
				*l = max(a+0.1*(b-a), min(*l, b-0.1*(b-a)))
				w.u[lo], w.v[lo] = w.tau2/(g*(*l-a)), w.tau2/(g*(b-*l))
				w.pairs += 2
			case a > math.Inf(-1):
				w.u[lo], *l = centralPair(w.c[lo]-g*(*l-a), tau)
				*l = a + *l/g
				w.pairs++
			case b < math.Inf(1):
				w.v[lo], *l = centralPair(-w.c[lo]-g*(b-*l), tau)
				*l = b - *l/g
				w.pairs++
			}
		}
	}
}

// centralPair returns two positive numbers whose product is τ² and whose difference is z.
func centralPair(z, tau float64) (a, b float64) {
	root := math.Sqrt(z*z + 4*tau*tau)
	if z > 0 {
		a = (z + root) / 2
		return a, tau * tau / a
	}
	b = (root - z) / 2
	return tau * tau / b, b
}

// boxResidual is A − r of a row: what dl is for no dq, over W.
func (w *IPM) boxResidual(i int, tau2 float64) float64 {
	s := tau2 / w.g[i]
	out := -w.c[i]
	if a := w.r.Lo[i]; a > math.Inf(-1) {
		x := s
		if tau2 > 0 {
			x -= w.ru[i]
		}
		out += x / (w.l[i] - a)
	}
	if b := w.r.Hi[i]; b < math.Inf(1) {
		x := s
		if tau2 > 0 {
			x -= w.rv[i]
		}
		out -= x / (b - w.l[i])
	}
	return out
}

func (w *IPM) boxSlackSteps(i int, tau2 float64) {
	s := tau2 / w.g[i]
	w.du[i], w.dv[i] = 0, 0
	a, b := w.r.Lo[i], w.r.Hi[i]
	if a >= b {
		return
	}
	if a > math.Inf(-1) {
		x, p := s, w.l[i]-a
		if tau2 > 0 {
			x -= w.ru[i]
		}
		w.du[i] = (x-w.u[i]*w.dl[i])/p - w.u[i]
	}
	if b < math.Inf(1) {
		x, p := s, b-w.l[i]
		if tau2 > 0 {
			x -= w.rv[i]
		}
		w.dv[i] = (x+w.v[i]*w.dl[i])/p - w.v[i]
	}
}

// longestStep is how far one may go along the step, at most 1/boundary.
func (w *IPM) longestStep() float64 {
	a := 1 / boundary
	ray := func(x, dx float64) {
		if dx < 0 {
			a = min(a, -x/dx)
		}
	}
	for k := range w.items {
		it := &w.items[k]
		lo := int(it.row)
		if w.isLock(it) {
			continue
		}
		if !it.cone {
			if b, c := w.r.Lo[lo], w.r.Hi[lo]; b < c {
				if b > math.Inf(-1) {
					ray(w.l[lo]-b, w.dl[lo])
					ray(w.u[lo], w.du[lo])
				}
				if c < math.Inf(1) {
					ray(c-w.l[lo], -w.dl[lo])
					ray(w.v[lo], w.dv[lo])
				}
			}
			continue
		}
		cone := &w.cones[w.cone[k]]
		n := w.l[lo] + cone.Cohesion
		ray(n, w.dl[lo])
		ray(w.u[lo], w.du[lo])
	}
	return a
}

// meanProductAfter is the mean of g times the products after a step.
func (w *IPM) meanProductAfter(a float64) float64 {
	sum := 0.0
	for k := range w.items {
		it := &w.items[k]
		lo := int(it.row)
		if w.isLock(it) {
			continue
		}
		by := w.g[lo]
		if !it.cone {
			if b, c := w.r.Lo[lo], w.r.Hi[lo]; b < c {
				if b > math.Inf(-1) {
					sum += by * (w.l[lo] - b + a*w.dl[lo]) * (w.u[lo] + a*w.du[lo])
				}
				if c < math.Inf(1) {
					sum += by * (c - w.l[lo] - a*w.dl[lo]) * (w.v[lo] + a*w.dv[lo])
				}
			}
			continue
		}
		cone := &w.cones[w.cone[k]]
		n := w.l[lo] + cone.Cohesion + a*w.dl[lo]
		sum += by * n * (w.u[lo] + a*w.du[lo])
	}
	return sum / float64(max(1, w.pairs))
}

// noteSecondOrder notes the second-order terms of the step at hand.
func (w *IPM) noteSecondOrder(a float64) {
	a *= a
	for k := range w.items {
		it := &w.items[k]
		lo := int(it.row)
		if w.isLock(it) {
			continue
		}
		w.ru[lo], w.rv[lo] = a*w.dl[lo]*w.du[lo], -a*w.dl[lo]*w.dv[lo]
	}
}

// stepAlong goes a part of the step.
func (w *IPM) stepAlong(q []float64, a float64) {
	for i := range q {
		q[i] += a * w.rhs[i]
	}
	for k := range w.items {
		it := &w.items[k]
		if it.cone {
			w.stepCone(k, a)
			continue
		}
		for i := it.row; i < it.row+it.n; i++ {
			w.l[i] += a * w.dl[i]
			if !w.isLock(it) {
				w.u[i] += a * w.du[i]
				if !it.cone {
					w.v[i] += a * w.dv[i]
				}
			}
		}
	}
	w.tau2 = w.meanProductAfter(0)
	w.delta += a * (w.aim - w.delta)
}
