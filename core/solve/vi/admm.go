package vi

import (
	"errors"
	"math"
)

// ADMM is the splitting l = z, z ∈ Y (Boyd and others 2011; for this use Tasora, Mangoni, Benatti and
// Garziera 2021). It takes any H, as Newton does, and solves with the same matrix, but with the same
// factors again and again:
//
//	H q − Jᵀ l = f,  J q + b + s + e∘l + ρ (l − z) + y = 0
//	z = P(l + y/ρ),  y += ρ (l − z)
//
// ρ is a number times g; it follows the ratio of the two residuals. De Saxcé's terms s are set again when the
// residuals are small beside what is wrong with them. The multipliers that are handed back are z, which lie in Y.
type ADMM struct {
	Options
	workspace
	kktMatrix
	rho                float64 // kept from one solve to the next
	z, y, l, step, d   []float64
	jq, s, deriv, rhs  []float64
	grad               []float64
	derivAt            []int32
	primal, dual, off  float64 // residuals in the unit of c; how much the terms s are off
	sinceFactorization int
}

const (
	relaxation = 1.6
	firstRho   = 0.05
)

// Solve alternates between a linear solve, with rows regularized by 1/ρ, and a projection of multipliers onto bounds and cones; ρ changes
// when one residual outgrows the other. On return q and p.Rows.L hold the last iterate, whether it is a solution or not.
func (w *ADMM) Solve(p *Problem, q []float64) (Result, error) {
	if err := w.prepareProblem(p, q); err != nil {
		return Result{}, err
	}
	w.allocate()
	w.ensurePatternFits(&w.workspace)
	res := Result{Row: -1}
	if w.rho == 0 {
		w.rho = firstRho
	}
	w.initSplitting(q)
	for fresh := false; ; {
		if !fresh {
			res.Factorizations++
			if err := w.factorForPenalty(); err != nil {
				res.Status, res.Cause = Failed, err
				return res, nil
			}
			fresh = true
		}
		res.Iterations++
		w.iterateOnce(q)
		last := res.Iterations >= w.Iter
		if max(w.primal, w.dual) <= w.Tol || last || res.Iterations%25 == 0 {
			if stop := w.setResidualsAndCheckConverged(q, &res, last); stop {
				return res, nil
			}
		}
		if max(w.primal, w.dual) <= 0.1*w.off {
			w.updateDeSaxce()
			res.Updates++
			continue
		}
		fresh = !w.adaptPenalty()
	}
}

func (w *ADMM) allocate() {
	n := w.r.RowCount()
	for _, a := range []*[]float64{&w.z, &w.y, &w.l, &w.step, &w.d, &w.jq, &w.s} {
		*a = resizeSlice(*a, n)
	}
	w.grad = resizeSlice(w.grad, len(w.p.F))
	w.derivAt = w.derivAt[:0]
	at := int32(0)
	for k := range w.items {
		w.derivAt = append(w.derivAt, at)
		at += w.items[k].n * w.items[k].n
	}
	w.deriv = resizeSlice(w.deriv, int(at))
}

// initSplitting takes z from the multipliers, and y so that q and they are a fixed point if they are a
// solution: y = −(c + s).
func (w *ADMM) initSplitting(q []float64) {
	w.multiplyActiveJacobian(w.jq, q)
	for k := range w.items {
		w.projectItemMultipliers(k, w.r.L, w.g)
		it := &w.items[k]
		for i := it.row; i < it.row+it.n; i++ {
			w.z[i], w.l[i], w.y[i] = w.r.L[i], w.r.L[i], 0
		}
		if w.isLockItem(it) {
			continue
		}
		w.s[it.row] = w.computeDeSaxceTerm(k)
		for i := it.row; i < it.row+it.n; i++ {
			w.y[i] = -(w.jq[i] + w.r.B[i] + w.r.Compliance[i]*w.z[i])
		}
		w.y[it.row] -= w.s[it.row]
	}
	w.sinceFactorization = 0
}

// computeDeSaxceTerm is De Saxcé's term of an item for J q and l.
func (w *ADMM) computeDeSaxceTerm(k int) float64 {
	it := &w.items[k]
	if !it.cone {
		return 0
	}
	var c [6]float64
	for i := range it.n {
		j := it.row + i
		c[i] = w.jq[j] + w.r.B[j] + w.r.Compliance[j]*w.l[j]
	}
	return w.cones[w.cone[k]].DeSaxceTerm(c[:it.n])
}

// updateDeSaxce sets De Saxcé's terms again, and y so that what it stands for, −(c + s), stays true.
func (w *ADMM) updateDeSaxce() {
	for k := range w.items {
		if it := &w.items[k]; it.cone {
			s := w.computeDeSaxceTerm(k)
			w.y[it.row] -= s - w.s[it.row]
			w.s[it.row] = s
		}
	}
}

// factorForPenalty fills and factors the matrix for the present ρ.
func (w *ADMM) factorForPenalty() error {
	for k := range w.items {
		it := &w.items[k]
		rho := w.rho
		if w.isLockItem(it) {
			rho = lockTerm
		}
		dv := w.deriv[w.derivAt[k]:][:it.n*it.n]
		clear(dv)
		for i := range it.n {
			j := it.row + i
			w.step[j] = rho * w.g[j]
			w.d[j] = w.step[j] + w.r.Compliance[j]
			dv[i*(it.n+1)] = 1 / w.d[j]
		}
	}
	w.sinceFactorization = 0
	return w.fillAndFactor(&w.workspace, w.deriv, w.derivAt, w.d)
}

// iterateOnce is one iteration; primal and dual are its residuals in the unit of c.
func (w *ADMM) iterateOnce(q []float64) {
	w.rhs = resizeSlice(w.rhs, w.sym.UnknownCount())
	clear(w.rhs)
	copy(w.rhs, w.p.F)
	var t [6]float64
	for k := range w.items {
		it := &w.items[k]
		for i := range it.n {
			j := it.row + i
			t[i] = w.step[j]*w.z[j] - w.y[j] - w.r.B[j]
		}
		if w.isLockItem(it) {
			w.rhs[w.lockOffset(&w.workspace, it)] = t[0]
			continue
		}
		if it.cone {
			t[0] -= w.s[it.row]
		}
		for i := range it.n {
			w.l[it.row+i] = t[i] // until q is known
			t[i] /= w.d[it.row+i]
		}
		w.addItemTransposed(it, w.rhs, w.r.j, t[:it.n])
	}
	w.m.SolveToSixDigits(w.rhs)
	copy(q, w.rhs[:len(q)])
	w.multiplyActiveJacobian(w.jq, q)
	w.primal, w.dual, w.off = 0, 0, 0
	for k := range w.items {
		w.updateItem(k)
	}
	w.sinceFactorization++
}

// updateItem is the second half of an iteration for an item.
func (w *ADMM) updateItem(k int) {
	it := &w.items[k]
	lo, hi := it.rowRange()
	if w.isLockItem(it) {
		l := w.rhs[w.lockOffset(&w.workspace, it)]
		w.dual = maxOrNaN(w.dual, math.Abs(l-w.z[lo])*w.step[lo])
		w.l[lo], w.z[lo], w.y[lo] = l, l, 0
		return
	}
	var old, own [6]float64
	copy(old[:], w.z[lo:hi])
	for i := lo; i < hi; i++ {
		w.l[i] = (w.l[i] - w.jq[i]) / w.d[i]
		own[i-lo] = w.l[i]
	}
	w.off = maxOrNaN(w.off, math.Abs(w.computeDeSaxceTerm(k)-w.s[lo]))
	for i := lo; i < hi; i++ {
		w.l[i] = relaxation*own[i-lo] + (1-relaxation)*old[i-lo]
		w.z[i] = w.l[i] + w.y[i]/w.step[i]
	}
	w.projectItemMultipliers(k, w.z, w.step)
	for i := lo; i < hi; i++ {
		w.y[i] += w.step[i] * (w.l[i] - w.z[i])
		w.primal = maxOrNaN(w.primal, math.Abs(own[i-lo]-w.z[i])*w.g[i])
		w.dual = maxOrNaN(w.dual, math.Abs(w.z[i]-old[i-lo])*w.step[i])
	}
}

// setResidualsAndCheckConverged measures z and q by the residuals of all solvers.
func (w *ADMM) setResidualsAndCheckConverged(q []float64, res *Result, atLastIteration bool) bool {
	for k := range w.items {
		it := &w.items[k]
		copy(w.r.L[it.row:it.row+it.n], w.z[it.row:it.row+it.n])
	}
	force := w.forceResidual(w.grad, q)
	copy(w.r.C, w.jq)
	res.Residual, res.Row = w.evalNaturalResiduals()
	if force > res.Residual || force != force {
		res.Residual, res.Row = force, -1
	}
	switch {
	case !(res.Residual <= math.MaxFloat64):
		res.Status, res.Cause = Failed, errors.New("vi: a value is not finite")
		return true
	case res.Residual <= w.Tol:
		res.Status = Converged
		return true
	case atLastIteration:
		res.Status = Limit
		return true
	}
	return false
}

// adaptPenalty changes ρ when the residuals differ much, which requests new factors.
func (w *ADMM) adaptPenalty() (changed bool) {
	if w.sinceFactorization < 10 || !(w.dual > 0) || !(w.primal > 0) {
		return false
	}
	f := math.Sqrt(w.primal / w.dual)
	f = max(0.05, min(f, 20))
	if f < 3 && f > 1.0/3 {
		w.sinceFactorization = 0
		return false
	}
	w.rho = max(1e-7, min(w.rho*f, 1e4))
	return true
}
