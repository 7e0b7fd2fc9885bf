package vi

import (
	"errors"
	"math"
)

// Newton is the default solver. It takes any positive definite H, Lock rows and all others
// together, on the factorization of package solve.
//
// It is the method of multipliers (Rockafellar 1976) with a semismooth Newton method
// inside (Qi and Sun 1993; the combination is that of Zhao, Sun and Toh 2010 and of
// Hermans, Themelis and Patrinos 2019). A term D (l − l_k), D = ε g small and diagonal,
// is added to c, so that every row that is not a Lock reports its multiplier from q alone,
//
//	l(q) = P(z),  z = (D l_k − J q − b − s) / d,  d = D + e,
//
// with the projection in the metric d. What is left is one monotone equation in q,
// G(q) = H q − f − Jᵀ l(q) = 0, the gradient of a convex function when H is symmetric.
// Newton's matrix is H + Jᵀ P'(z) d⁻¹ J: it has the pattern of the bodies, not of the
// contacts, however many of these there are, and it is regular though the contacts are
// redundant. Lock rows stay beside it as saddle-point rows with a diagonal of D. Along each
// direction the root of Gᵀδ is sought when the full step goes beyond it: that makes the inner iteration
// converge from any start. Then l_k takes the value of l and s, De Saxcé's term, takes the
// value that belongs to it, until l and s stay. An update shrinks the error of l by ε / (ε + λ),
// λ being the smallest eigenvalue of J H⁻¹ Jᵀ, above zero, over g. ε starts with 1e-4 and falls tenfold whenever l
// gains less than a digit; it grows when the inner iteration takes long. (Small values suit columns of bodies: 100 boxes need
// 1.1 steps with 1e-6, 2.2 with 1e-3. Large ones suit cones: random problems with friction need half as many steps again with 1e-6
// as with 1e-3.)
//
// Updates of s alone shrink its error by about μ² / (1 + μ²) for a sliding point (the
// normal impulse reacts to s by −m s / (1 + μ²), the sliding speed to that by μ/m), and they
// may go back and forth. So once a first guess is there s follows q, with its derivative in Newton's
// matrix, which then is not symmetric, and steps that make the residual smaller. Where there is none, or only
// short ones, s is held again for a while, each time twice as long. Compliance in tangents, rolling or spinning enters s with l_k.
type Newton struct {
	Options
	workspace
	kktMatrix
	s, old      []float64 // by row: De Saxcé's term, and l_k
	d           []float64 // by row: D + e
	deriv       []float64 // P'(z)/d of the items
	taken       []float64 // the same in the factorization at hand
	derivAt     []int32
	jq, jd, z   []float64 // by row
	hd          []float64
	rhs         []float64 // of the Newton equations; then the direction
	grad        []float64
	factored    bool
	eps, way    float64      // ε; how far the last update moved l, in the unit of c
	free        bool         // s follows q
	pause, rest int          // updates until that is tried again; at the next failure twice rest
	short       int          // free steps below 1, one after the other
	since       int          // iteration of the last update
	kept        [4][]float64 // q and l before a step, and those with the least residual
	best        float64      // that residual
	res         Result
}

const (
	firstProximal = 1e-4 // ε at first
	leastProximal = 1e-6
	longest       = 20       // steps of the inner iteration before it is made easier
	shortest      = 1.0 / 64 // steps with s following q
	lockTerm      = 1e-7     // ε of Lock rows: above what package solve takes for singular
	reuse         = 1e-3     // derivatives that changed by less leave the factors as they are
)

// Solve takes semi-smooth Newton steps on the projection equations of all rows, with line search and regularization; De Saxcé's terms
// are updated between them.
func (w *Newton) Solve(p *Problem, q []float64) (Result, error) {
	if err := w.prepareProblem(p, q); err != nil {
		return Result{}, err
	}
	w.allocate()
	w.listNodes(&w.workspace)
	w.res = Result{Row: -1}
	w.multiplyActiveJacobian(w.jq, q)
	copy(w.old, w.r.L)
	w.setDeSaxceTerms()
	for {
		w.evalMultipliers(q)
		force, rows := w.evalResiduals(q)
		if stop, status := w.checkTermination(); stop {
			w.finishSolve(status, q)
			return w.res, nil
		}
		if w.res.Residual < w.best {
			w.best = w.res.Residual
			copy(w.kept[2], q)
			copy(w.kept[3], w.r.L)
		}
		near := max(0.1*w.Tol, 0.1*rows)
		if force <= near && w.largestLockResidual(q) <= near || !w.free && w.res.Iterations-w.since > longest {
			w.updateMultipliers()
			continue
		}
		if err := w.takeNewtonStep(q); err != nil {
			w.res.Status, w.res.Cause = Failed, err
			return w.res, nil
		}
	}
}

// evalResiduals fills G and Rows.C and notes the residual; it returns those of the first equation and of the rows.
func (w *Newton) evalResiduals(q []float64) (force, rows float64) {
	force = w.forceResidual(w.grad, q)
	copy(w.r.C, w.jq)
	rows, w.res.Row = w.evalNaturalResiduals()
	if w.res.Residual = rows; force > rows || force != force {
		w.res.Residual, w.res.Row = force, -1
	}
	return force, rows
}

// finishSolve ends a solve; one that did not converge hands back the best q and l that it saw.
func (w *Newton) finishSolve(status Status, q []float64) {
	w.res.Status = status
	if (status == Limit || status == Stalled) && w.best < w.res.Residual {
		copy(q, w.kept[2])
		copy(w.r.L, w.kept[3])
		w.multiplyActiveJacobian(w.jq, q)
		w.evalResiduals(q)
	}
}

// setDeSaxceTerms sets De Saxcé's terms to those of J q.
func (w *Newton) setDeSaxceTerms() {
	for k := range w.items {
		if it := &w.items[k]; it.cone {
			var c [6]float64
			w.s[it.row] = w.cones[w.cone[k]].DeSaxceTerm(w.itemResiduals(&c, it))
		}
	}
}

// itemResiduals is J q + b + e∘l_k of an item, a function of q alone.
func (w *Newton) itemResiduals(c *[6]float64, it *projectionItem) []float64 {
	for i := range it.n {
		j := it.row + i
		c[i] = w.jq[j] + w.r.B[j] + w.r.Compliance[j]*w.old[j]
	}
	return c[:it.n]
}

// checkTermination reports whether to stop.
func (w *Newton) checkTermination() (stop bool, status Status) {
	switch {
	case !(w.res.Residual <= math.MaxFloat64):
		w.res.Cause = errors.New("vi: a value is not finite")
		return true, Failed
	case w.res.Residual <= w.Tol:
		return true, Converged
	case w.res.Iterations >= w.Iter:
		return true, Limit
	case w.res.Updates > 4*w.Iter:
		return true, Stalled
	}
	return false, 0
}

// allocate gives the arrays their sizes.
func (w *Newton) allocate() {
	n, q := w.r.RowCount(), len(w.p.F)
	for _, a := range []*[]float64{&w.s, &w.old, &w.d, &w.jq, &w.jd, &w.z} {
		*a = resizeSlice(*a, n)
	}
	w.hd, w.grad = resizeSlice(w.hd, q), resizeSlice(w.grad, q)
	w.derivAt = w.derivAt[:0]
	at := int32(0)
	for k := range w.items {
		w.derivAt = append(w.derivAt, at)
		at += w.items[k].n * w.items[k].n
	}
	w.deriv, w.taken = resizeSlice(w.deriv, int(at)), resizeSlice(w.taken, int(at))
	w.free, w.pause, w.rest, w.since = false, 0, 1, 0
	for k := range w.kept {
		w.kept[k] = resizeSlice(w.kept[k], []int{q, n}[k%2])
	}
	w.best = math.Inf(1)
	w.way = math.Inf(1)
	w.setProximalParameter(firstProximal)
}

// setProximalParameter sets ε, and d accordingly.
func (w *Newton) setProximalParameter(eps float64) {
	w.eps, w.factored = eps, false
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		w.fillProximal(k, w.d[lo:hi], w.eps)
	}
}

// fillProximal fills d of an item.
func (w *workspace) fillProximal(k int, d []float64, eps float64) {
	it := &w.items[k]
	for i := range d {
		d[i] = w.r.Compliance[int(it.row)+i]
	}
	if it.cone {
		at := 1
		for _, rows := range w.cones[w.cone[k]].Rows {
			if rows == 2 { // a group has one weight
				d[at] = max(d[at], d[at+1])
				d[at+1] = d[at]
			}
			at += int(rows)
		}
	} else if w.isLockItem(it) {
		eps = lockTerm
	}
	for i := range d {
		d[i] += eps * w.g[int(it.row)+i]
	}
}

func (w *workspace) isLockItem(it *projectionItem) bool { return w.r.Mode[it.row] == Lock }

// updateMultipliers takes over the multipliers and De Saxcé's terms (from Rows.C), or lets these follow q from here on.
func (w *Newton) updateMultipliers() {
	w.res.Updates++
	way, turn := 0.0, 0.0 // what was added to c by the proximal term; by how much s is off
	for k := range w.items {
		it := &w.items[k]
		for i := it.row; i < it.row+it.n; i++ {
			way = max(way, math.Abs(w.r.L[i]-w.old[i])*(w.d[i]-w.r.Compliance[i]))
			w.old[i] = w.r.L[i]
		}
		if it.cone && !w.free {
			turn = max(turn, math.Abs(w.s[it.row]-w.cones[w.cone[k]].DeSaxceTerm(w.r.C[it.row:it.row+it.n])))
		}
	}
	if steps := w.res.Iterations - w.since; steps > 8 && w.eps < 0.1 {
		w.setProximalParameter(10 * w.eps)
	} else if way > 0.1*w.way && way > turn && w.eps > 1.1*leastProximal {
		w.setProximalParameter(w.eps / 10)
	}
	w.since = w.res.Iterations
	w.way = way
	if w.free {
		return
	}
	if w.pause--; w.pause < 0 && len(w.cones) > 0 {
		w.free, w.factored = true, false
		return
	}
	for k := range w.items {
		if it := &w.items[k]; it.cone {
			w.s[it.row] = w.cones[w.cone[k]].DeSaxceTerm(w.r.C[it.row : it.row+it.n])
		}
	}
}
