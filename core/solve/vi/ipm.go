package vi

import (
	"errors"
	"fmt"
	"math"
)

// IPM is an interior-point method on the same rows, with the multipliers eliminated as Newton does it: the matrix of a
// step is H + Jᵀ W J with the pattern of the bodies, and W small blocks. It solves Coulomb's law smoothed,
//
//	w ≥ 0, n ≥ 0, w n = τ²/g, w = c_n                     for a normal row, n counted from the apex
//	s x + a n c_k = 0,  s = √(δ² + c_k²)                  for each group x of length a (disk.go)
//	u (l − lo) = τ²/g,  v (hi − l) = τ²/g,  u − v = c     for an interval, as far as it has ends
//
// and follows τ = δ, speeds, to zero. At zero that is the law as it stands, without De Saxcé's term; groups that share a normal row
// are side by side. There is no minimum principle behind it (x follows n, n does not answer), so W is not symmetric, and the
// path may turn back: then the method stays at the τ where it does. Without friction it is Mehrotra's (1992) method for a convex
// problem. Redundant contacts share the load.
//
// Each step is solved for twice with the same factors: once for τ = 0, which reports how far one may aim, and once with
// the second-order terms of that, as far as one does aim. τ does not fall while the groups are far from their law.
type IPM struct {
	Options
	workspace
	kktMatrix
	u, v, du, dv []float64 // by row: slacks (c_n of cones, those at Lo) and those at Hi
	l, dl        []float64 // by row: multipliers and their step
	ru, rv       []float64 // by row: second-order terms
	rest         []float64 // by row: what J dq has to differ from, of normal rows and intervals
	jq, jd, c, d []float64 // by row; d: compliance and what is added to it
	deriv        []float64
	derivAt      []int32
	group        []frictionDisk // three a cone
	grad, rhs    []float64
	kept         [2][]float64 // q and l with the least residual
	best         float64
	pairs        int
	tau2         float64 // τ², the mean of g times the products
	delta, aim   float64 // δ, and that of the step
	slip         float64 // how far the groups are from their law, in the unit of c
	res          Result
}

const (
	interiorTerm = 1e-8 // part of g that is added to the compliance in the matrix, not in the equations
	boundary     = 0.99 // part of the way to the boundary
	leastCut     = 0.1  // τ² falls to this part in a step at most,
	slipPart     = 0.3  // and τ not below this part of what the groups are off
)

// Solve follows the central path of a primal-dual interior-point method. It refuses rows of mode Ball: their bound depends on a
// multiplier.
func (w *IPM) Solve(p *Problem, q []float64) (Result, error) {
	if err := w.prepareProblem(p, q); err != nil {
		return Result{}, err
	}
	for k := range w.items {
		if row := w.items[k].row; w.r.Mode[row] == Ball {
			return Result{}, fmt.Errorf("vi: ipm does not take row %d (%v): use auto, newton or admm", row, Ball)
		}
	}
	w.allocate()
	w.ensurePatternFits(&w.workspace)
	w.res = Result{Row: -1}
	w.iterateFrom(q)
	return w.res, nil
}

// iterateFrom iterates from q and Rows.L.
func (w *IPM) iterateFrom(q []float64) {
	w.best = math.Inf(1)
	copy(w.l, w.r.L)
	if w.evalResiduals(q); w.checkTermination(q) {
		return
	}
	w.initNearCentralPath(w.res.Residual)
	for {
		w.res.Iterations++
		w.res.Factorizations++
		w.slip = 0
		if err := w.factorScaled(); err != nil {
			if w.res.Iterations > 1 {
				w.restoreBestPoint(q, Stalled)
			} else {
				w.res.Status, w.res.Cause = Failed, err
			}
			return
		}
		w.aim = 0
		w.solveDirection(q, 0)
		aim, part := 0.0, 0.0 // without pairs the equations are linear
		if w.tau2 > 0 {
			cut := w.meanComplementarityAfter(min(1, w.longestFeasibleStep())) / w.tau2
			cut = max(leastCut, min(1, cut*cut*cut))
			aim = max(cut*w.tau2, min(slipPart*slipPart*w.slip*w.slip, w.tau2))
			part = 1 - aim/w.tau2
		}
		w.storeSecondOrderTerms(part)
		w.aim = math.Sqrt(aim)
		w.solveDirection(q, aim)
		step := min(1, boundary*w.longestFeasibleStep())
		w.advanceAlongStep(q, step)
		if w.evalResiduals(q); w.checkTermination(q) {
			return
		}
		if !(step > 1e-6) {
			w.restoreBestPoint(q, Stalled)
			return
		}
	}
}

// checkTermination ends the iterations where that is due, and reports whether it did.
func (w *IPM) checkTermination(q []float64) bool {
	switch v := w.res.Residual; {
	case !(v <= math.MaxFloat64):
		if w.best < math.Inf(1) {
			w.restoreBestPoint(q, Stalled)
			return true
		}
		w.res.Status, w.res.Cause = Failed, errors.New("vi: a value is not finite")
		return true
	case v <= w.Tol && w.projectMultipliersIfSolved(q):
		w.res.Status = Converged
		return true
	}
	if w.res.Residual < w.best {
		w.best = w.res.Residual
		copy(w.kept[0], q)
		copy(w.kept[1], w.r.L)
	}
	if w.res.Iterations >= w.Iter {
		w.restoreBestPoint(q, Limit)
		return true
	}
	return false
}

// restoreBestPoint hands back the best point.
func (w *IPM) restoreBestPoint(q []float64, s Status) {
	copy(q, w.kept[0])
	copy(w.l, w.kept[1])
	w.evalResiduals(q)
	w.res.Status = s
}

// projectMultipliersIfSolved puts the multipliers into Y, where x may be out by a little, and reports whether they are a solution there.
func (w *IPM) projectMultipliersIfSolved(q []float64) bool {
	copy(w.rest, w.l)
	for k := range w.items {
		w.projectItemMultipliers(k, w.l, w.g)
	}
	if w.evalResiduals(q); w.res.Residual <= w.Tol {
		return true
	}
	copy(w.l, w.rest)
	w.evalResiduals(q)
	return false
}

func (w *IPM) allocate() {
	n := w.r.RowCount()
	for _, a := range []*[]float64{&w.u, &w.v, &w.du, &w.dv, &w.l, &w.dl, &w.ru, &w.rv, &w.jq, &w.jd, &w.c, &w.d, &w.rest} {
		*a = resizeSlice(*a, n)
	}
	w.grad, w.rhs = resizeSlice(w.grad, len(w.p.F)), w.rhs[:0]
	w.derivAt = w.derivAt[:0]
	at := int32(0)
	for k := range w.items {
		w.derivAt = append(w.derivAt, at)
		at += w.items[k].n * w.items[k].n
	}
	w.deriv = resizeSlice(w.deriv, int(at))
	for len(w.group) < groups*len(w.cones) {
		w.group = append(w.group, frictionDisk{})
	}
	w.kept[0], w.kept[1] = resizeSlice(w.kept[0], len(w.p.F)), resizeSlice(w.kept[1], n)
	for k := range w.items {
		it := &w.items[k]
		for i := it.row; i < it.row+it.n; i++ {
			e := interiorTerm
			if w.isLockItem(it) {
				e = lockTerm
			}
			w.d[i] = w.r.Compliance[i] + e*w.g[i]
		}
	}
}

// evalResiduals fills G, c and Rows.C and notes the residual.
func (w *IPM) evalResiduals(q []float64) {
	w.multiplyActiveJacobian(w.jq, q)
	copy(w.r.L, w.l)
	force := w.forceResidual(w.grad, q)
	copy(w.r.C, w.jq)
	w.res.Residual, w.res.Row = w.evalNaturalResiduals()
	copy(w.c, w.r.C)
	if force > w.res.Residual || force != force {
		w.res.Residual, w.res.Row = force, -1
	}
}

// factorScaled fills the scalings and W, and factors.
func (w *IPM) factorScaled() error {
	for k := range w.items {
		it := &w.items[k]
		lo := it.row
		out := w.deriv[w.derivAt[k]:][:it.n*it.n]
		switch {
		case w.isLockItem(it):
		case it.cone:
			w.fillConeScaling(k, out)
		default:
			out[0] = 0
			if a, b := w.r.Lo[lo], w.r.Hi[lo]; a < b {
				out[0] = 1 / (w.u[lo]/(w.l[lo]-a) + w.v[lo]/(b-w.l[lo]) + w.d[lo])
			}
		}
	}
	return w.fillAndFactor(&w.workspace, w.deriv, w.derivAt, w.d)
}

// solveDirection solves for the step that aims at σ = τ²/g. With τ = 0 the second-order terms are left out.
func (w *IPM) solveDirection(q []float64, tau2 float64) {
	w.rhs = resizeSlice(w.rhs, w.sym.UnknownCount())
	clear(w.rhs)
	for i, v := range w.grad {
		w.rhs[i] = -v
	}
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		switch {
		case w.isLockItem(it):
			w.rhs[w.lockOffset(&w.workspace, it)] = -w.c[lo]
			continue
		case it.cone:
			w.fillConeRightHandSide(k, tau2)
		default:
			w.rest[lo] = w.boxStepConstant(int(lo), tau2)
			w.dl[lo] = w.rest[lo] * w.deriv[w.derivAt[k]]
		}
		w.addItemTransposed(it, w.rhs, w.r.j, w.dl[lo:hi])
	}
	w.m.SolveToSixDigits(w.rhs)
	w.multiplyActiveJacobian(w.jd, w.rhs[:len(q)])
	for k := range w.items {
		it := &w.items[k]
		lo := it.row
		if w.isLockItem(it) {
			w.dl[lo] = w.rhs[w.lockOffset(&w.workspace, it)]
			continue
		}
		if it.cone {
			w.fillConeMultiplierStep(k)
			w.fillConeSlackSteps(k)
		} else {
			w.dl[lo] = (w.rest[lo] - w.jd[lo]) * w.deriv[w.derivAt[k]]
			w.fillBoxSlackSteps(int(lo), tau2)
		}
	}
}
