package vi

import "math"

// What IPM does row by row: where it begins, its steps, and how far they may go.

// initNearCentralPath sets multipliers and slacks to a point near the path with τ: the projections of the law, smoothed.
func (w *IPM) initNearCentralPath(tau float64) {
	w.tau2 = tau * tau
	w.delta = tau
	w.pairs = 0
	for k := range w.items {
		it := &w.items[k]
		lo := it.row
		switch {
		case w.isLockItem(it):
		case it.cone:
			w.initConeNearPath(k, tau)
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
				w.u[lo], *l = pairOnCentralPath(w.c[lo]-g*(*l-a), tau)
				*l = a + *l/g
				w.pairs++
			case b < math.Inf(1):
				w.v[lo], *l = pairOnCentralPath(-w.c[lo]-g*(b-*l), tau)
				*l = b - *l/g
				w.pairs++
			}
		}
	}
}

// pairOnCentralPath returns two positive numbers whose product is τ² and whose difference is z.
func pairOnCentralPath(z, tau float64) (a, b float64) {
	root := math.Sqrt(z*z + 4*tau*tau)
	if z > 0 {
		a = (z + root) / 2
		return a, tau * tau / a
	}
	b = (root - z) / 2
	return tau * tau / b, b
}

// boxStepConstant is A − r of a row: what dl is for no dq, over W.
func (w *IPM) boxStepConstant(i int, tau2 float64) float64 {
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

func (w *IPM) fillBoxSlackSteps(i int, tau2 float64) {
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

// longestFeasibleStep is how far one may go along the step, at most 1/boundary.
func (w *IPM) longestFeasibleStep() float64 {
	a := 1 / boundary
	ray := func(x, dx float64) {
		if dx < 0 {
			a = min(a, -x/dx)
		}
	}
	for k := range w.items {
		it := &w.items[k]
		lo := int(it.row)
		if w.isLockItem(it) {
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

// meanComplementarityAfter is the mean of g times the products after a step.
func (w *IPM) meanComplementarityAfter(stepFraction float64) float64 {
	sum := 0.0
	for k := range w.items {
		it := &w.items[k]
		lo := int(it.row)
		if w.isLockItem(it) {
			continue
		}
		by := w.g[lo]
		if !it.cone {
			if b, c := w.r.Lo[lo], w.r.Hi[lo]; b < c {
				if b > math.Inf(-1) {
					sum += by * (w.l[lo] - b + stepFraction*w.dl[lo]) * (w.u[lo] + stepFraction*w.du[lo])
				}
				if c < math.Inf(1) {
					sum += by * (c - w.l[lo] - stepFraction*w.dl[lo]) * (w.v[lo] + stepFraction*w.dv[lo])
				}
			}
			continue
		}
		cone := &w.cones[w.cone[k]]
		n := w.l[lo] + cone.Cohesion + stepFraction*w.dl[lo]
		sum += by * n * (w.u[lo] + stepFraction*w.du[lo])
	}
	return sum / float64(max(1, w.pairs))
}

// storeSecondOrderTerms notes the second-order terms of the step at hand.
func (w *IPM) storeSecondOrderTerms(stepFraction float64) {
	stepFraction *= stepFraction
	for k := range w.items {
		it := &w.items[k]
		lo := int(it.row)
		if w.isLockItem(it) {
			continue
		}
		w.ru[lo], w.rv[lo] = stepFraction*w.dl[lo]*w.du[lo], -stepFraction*w.dl[lo]*w.dv[lo]
	}
}

// advanceAlongStep goes a part of the step.
func (w *IPM) advanceAlongStep(q []float64, stepFraction float64) {
	for i := range q {
		q[i] += stepFraction * w.rhs[i]
	}
	for k := range w.items {
		it := &w.items[k]
		if it.cone {
			w.advanceCone(k, stepFraction)
			continue
		}
		for i := it.row; i < it.row+it.n; i++ {
			w.l[i] += stepFraction * w.dl[i]
			if !w.isLockItem(it) {
				w.u[i] += stepFraction * w.du[i]
				if !it.cone {
					w.v[i] += stepFraction * w.dv[i]
				}
			}
		}
	}
	w.tau2 = w.meanComplementarityAfter(0)
	w.delta += stepFraction * (w.aim - w.delta)
}
