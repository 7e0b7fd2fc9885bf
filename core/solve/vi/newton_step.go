package vi

import (
	"math"

	"github.com/trammel-mbd/trammel/core/solve"
)

// evalMultipliers fills J q, l and P'(z)/d.
func (w *Newton) evalMultipliers(q []float64) {
	w.multiplyActiveJacobian(w.jq, q)
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		if w.isLockItem(it) {
			continue
		}
		z := w.z[lo:hi]
		for i := range z {
			j := int(lo) + i
			d := w.d[j]
			z[i] = ((d-w.r.Compliance[j])*w.old[j] - w.jq[j] - w.r.B[j]) / d
		}
		out := w.deriv[w.derivAt[k]:][:it.n*it.n]
		if it.cone {
			c := &w.cones[w.cone[k]]
			m := c.coneWeights(w.d[lo:hi])
			if w.free {
				var own [6]float64
				res := w.itemResiduals(&own, it)
				w.s[lo] = c.DeSaxceTerm(res)
				z[0] -= w.s[lo] / w.d[lo]
				c.ProjectionDerivative(out, z, &m)
				c.applyDeSaxceChainRule(out, res)
			} else {
				z[0] -= w.s[lo] / w.d[lo]
				c.ProjectionDerivative(out, z, &m)
			}
			copy(w.r.L[lo:hi], z)
			c.ProjectMultipliers(w.r.L[lo:hi], &m)
			continue
		}
		w.r.L[lo] = Clamp(z[0], w.r.Lo[lo], w.r.Hi[lo])
		out[0] = 0
		if w.r.L[lo] == z[0] {
			out[0] = 1 / w.d[lo]
		}
	}
}

// largestLockResidual is the greatest residual of the Lock rows with their proximal term.
func (w *Newton) largestLockResidual(q []float64) float64 {
	worst := 0.0
	for k := range w.items {
		if it := &w.items[k]; w.isLockItem(it) {
			worst = maxOrNaN(worst, math.Abs(w.lockResidual(int(it.row))))
		}
	}
	return worst
}

func (w *Newton) lockResidual(i int) float64 {
	e := w.r.Compliance[i]
	return w.jq[i] + w.r.B[i] + e*w.r.L[i] + (w.d[i]-e)*(w.r.L[i]-w.old[i])
}

// takeNewtonStep is one Newton step with its line search.
func (w *Newton) takeNewtonStep(q []float64) error {
	w.res.Iterations++
	if !w.factored || w.derivativesChanged() {
		w.res.Factorizations++
		w.ensureLoadedPattern(&w.workspace, w.deriv, w.derivAt)
		if err := w.fillAndFactor(&w.workspace, w.deriv, w.derivAt, w.d); err != nil {
			return err
		}
		copy(w.taken, w.deriv)
		w.factored = true
	}
	nq := len(q)
	w.rhs = resizeSlice(w.rhs, w.sym.UnknownCount())
	clear(w.rhs)
	for i, v := range w.grad {
		w.rhs[i] = -v
	}
	open := false
	for k := range w.items {
		if it := &w.items[k]; w.isLockItem(it) {
			v := w.lockResidual(int(it.row))
			w.rhs[w.lockOffset(&w.workspace, it)] = -v
			open = open || math.Abs(v) > max(w.Tol, 0.01*w.res.Residual)
		}
	}
	w.m.SolveToSixDigits(w.rhs)
	dq := w.rhs[:nq]
	if w.free {
		w.takeGaussNewtonStep(q, dq)
		return nil
	}
	step := 1.0
	if !open {
		step = w.lineSearch(q, dq)
	}
	w.moveAlongDirection(q, dq, step)
	return nil
}

// moveAlongDirection goes a step along the direction, with the multipliers of the Lock rows.
func (w *Newton) moveAlongDirection(q, dq []float64, step float64) {
	for i, v := range dq {
		q[i] += step * v
	}
	for k := range w.items {
		if it := &w.items[k]; w.isLockItem(it) {
			w.r.L[it.row] += step * w.rhs[w.lockOffset(&w.workspace, it)]
		}
	}
}

// takeGaussNewtonStep is the step where s follows q: one that makes the sum of squares of G, over the diagonal of H, and of
// the Lock rows smaller. When there is none s is held again, at what it is now, for a while.
func (w *Newton) takeGaussNewtonStep(q, dq []float64) {
	copy(w.kept[0], q)
	copy(w.kept[1], w.r.L)
	start := w.meritValue(q)
	for step := 1.0; step >= shortest; step /= 2 {
		w.moveAlongDirection(q, dq, step)
		w.evalMultipliers(q)
		w.forceResidual(w.grad, q)
		if w.meritValue(q) <= (1-0.2*step)*start {
			if step > 0.5 {
				w.short = 0
			} else if w.short++; w.short > 3 {
				break
			}
			return
		}
		copy(q, w.kept[0])
		copy(w.r.L, w.kept[1])
	}
	w.multiplyActiveJacobian(w.jq, q)
	w.setDeSaxceTerms()
	w.rest *= 2
	w.free, w.pause, w.short, w.factored = false, w.rest, 0, false
}

// meritValue is that sum for J q, l and G at hand.
func (w *Newton) meritValue(q []float64) (sum float64) {
	for i, v := range w.grad {
		sum += v * v / w.diag[i]
	}
	for k := range w.items {
		if it := &w.items[k]; w.isLockItem(it) {
			v := w.lockResidual(int(it.row))
			sum += v * v / w.g[it.row]
		}
	}
	return sum
}

// derivativesChanged reports whether the derivatives differ from those in the factors.
func (w *Newton) derivativesChanged() bool {
	for k := range w.items {
		it := &w.items[k]
		if w.isLockItem(it) {
			continue
		}
		lo := w.derivAt[k]
		for i := range it.n * it.n {
			if math.Abs(w.deriv[lo+i]-w.taken[lo+i])*w.d[it.row+i/it.n] > reuse {
				return true
			}
		}
	}
	return false
}

// lineSearch finds a step at which Gᵀδ, which grows with the step, is no longer far above zero: 1
// when it is so there, else near the root. Multipliers of Lock rows go in a straight line: q and q + δ both
// fulfil these rows.
func (w *Newton) lineSearch(q, dq []float64) (step float64) {
	w.multiplyH(w.hd, dq)
	w.multiplyActiveJacobian(w.jd, dq)
	a0, a1 := 0.0, 0.0
	for i, v := range dq {
		a0 += (w.hq[i] - w.p.F[i]) * v
		a1 += w.hd[i] * v
	}
	slope := func(t float64) float64 { return a0 + t*a1 - w.multiplierWork(t) }
	start, end := slope(0), slope(1)
	if !(start < 0) || !(end > 0.3*-start) {
		return 1
	}
	k := solve.NewRootBracket(0, 1, start, end, math.NaN())
	for k.IntervalLength() > 1e-14*k.B {
		t, ok := k.NextTrialPoint()
		if !ok {
			break
		}
		switch f := slope(t); {
		case math.Abs(f) <= 0.1*-start:
			return t
		case math.IsNaN(f):
			return 1
		default:
			k.AddSample(t, f, math.NaN())
		}
	}
	return k.B
}

// multiplierWork is the work of the multipliers at a step along the direction whose J δ is in jd.
func (w *Newton) multiplierWork(step float64) float64 {
	sum := 0.0
	var l [6]float64
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		jd := w.jd[lo:hi]
		if w.isLockItem(it) {
			sum += (w.r.L[lo] + step*w.rhs[w.lockOffset(&w.workspace, it)]) * jd[0]
			continue
		}
		for i, v := range jd {
			l[i] = w.z[int(lo)+i] - step*v/w.d[int(lo)+i]
		}
		if it.cone {
			c := &w.cones[w.cone[k]]
			m := c.coneWeights(w.d[lo:hi])
			c.ProjectMultipliers(l[:it.n], &m)
		} else {
			l[0] = Clamp(l[0], w.r.Lo[lo], w.r.Hi[lo])
		}
		for i, v := range jd {
			sum += l[i] * v
		}
	}
	return sum
}
