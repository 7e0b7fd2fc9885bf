package vi

import (
	"fmt"
	"math"
)

// schurWorkspace is what PSOR, APGD and BB share. They eliminate q, which requests a block-diagonal H:
//
//	q = M⁻¹ (f + Jᵀ l),   c = N l + J M⁻¹ f + b,   N = J M⁻¹ Jᵀ + diag(e).
//
// N is never formed: each row keeps its column of M⁻¹ Jᵀ, in the layout of the Jacobian.
type schurWorkspace struct {
	workspace
	minv     []float64 // M⁻¹ by blocks
	at       []int32   // of each block in minv
	seen     []bool
	eq       []float64 // M⁻¹ Jᵀ
	qf, q    []float64 // M⁻¹ f, and q
	s        []float64 // De Saxcé's terms
	best     []float64 // the multipliers with the least residual
	bestOf   float64
	bestRow  int
	progress Result
	// anyBlocks takes diagonal blocks of H that are not symmetric.
	anyBlocks bool
}

// initSolve checks the problem and fills what a solve needs.
func (w *schurWorkspace) initSolve(p *Problem, q []float64, name string) error {
	if err := w.prepareProblem(p, q); err != nil {
		return err
	}
	if err := w.invertMass(name); err != nil {
		return err
	}
	r := w.r
	w.eq = resizeSlice(w.eq, len(r.j))
	for k := range w.items {
		w.fillInverseMassColumns(&w.items[k])
	}
	w.qf, w.q = resizeSlice(w.qf, len(q)), q
	for b, n := range r.size {
		f := p.F[r.at[b]:][:n]
		for i := range n {
			sum := 0.0
			for j, v := range w.minv[int(w.at[b])+i*n:][:n] {
				sum += v * f[j]
			}
			w.qf[int(r.at[b])+i] = sum
		}
	}
	w.s, w.best = resizeSlice(w.s, r.RowCount()), resizeSlice(w.best, r.RowCount())
	clear(w.s)
	for k := range w.items { // a first guess from outside Y would spoil the sweeps
		w.projectItemMultipliers(k, r.L, w.g)
	}
	w.bestOf = math.Inf(1)
	w.progress = Result{Row: -1}
	return nil
}

// projectItemMultipliers puts the multipliers of an item into Y, in the metric of weights by row.
func (w *workspace) projectItemMultipliers(k int, l, weights []float64) {
	it := &w.items[k]
	lo, hi := it.rowRange()
	if !it.cone {
		l[lo] = Clamp(l[lo], w.r.Lo[lo], w.r.Hi[lo])
		return
	}
	c := &w.cones[w.cone[k]]
	m := c.coneWeights(weights[lo:hi])
	c.ProjectMultipliers(l[lo:hi], &m)
}

// invertMass fills minv.
func (w *schurWorkspace) invertMass(solverName string) error {
	r := w.r
	w.at, w.seen = w.at[:0], w.seen[:0]
	at := 0
	for _, n := range r.size {
		w.at, w.seen = append(w.at, int32(at)), append(w.seen, false)
		at += n * n
	}
	w.minv = resizeSlice(w.minv, at)
	clear(w.minv)
	for k := range w.p.H {
		b := &w.p.H[k]
		if b.I != b.J {
			return &RefusedError{solverName, "a block-diagonal H", b.I, b.J, fmt.Sprintf("a stiffness or damping joins blocks %d and %d", b.I, b.J)}
		}
		w.seen[b.I] = true
		for i, v := range b.V {
			w.minv[int(w.at[b.I])+i] += v
		}
	}
	for b, n := range r.size {
		a := w.minv[w.at[b]:][:n*n]
		for i := range n {
			for j := range i {
				if w.anyBlocks {
					break
				}
				if v, u := a[i*n+j], a[j*n+i]; math.Abs(v-u) > 1e-12*(math.Abs(v)+math.Abs(u)) {
					return &RefusedError{solverName, "a symmetric H", b, b, fmt.Sprintf("block %d has %g and %g in rows %d and %d", b, u, v, j, i)}
				}
			}
		}
		if row := invertSPD(a, n); row >= 0 {
			return &RefusedError{solverName, "a positive definite block of H for each block of unknowns", b, b, fmt.Sprintf("block %d is not so in row %d", b, row)}
		}
	}
	return nil
}

// invertSPD replaces a symmetric positive definite matrix by its inverse (Gauss and Jordan, in place, pivots
// on the diagonal). It returns the row of a pivot that is not positive, or −1.
func invertSPD(a []float64, n int) (failedRow int) {
	for k := range n {
		p := a[k*n+k]
		if !(p > 0) {
			return k
		}
		inv := 1 / p
		a[k*n+k] = 1
		for j := range n {
			a[k*n+j] *= inv
		}
		for i := range n {
			if i == k {
				continue
			}
			f := a[i*n+k]
			if f == 0 {
				continue
			}
			a[i*n+k] = 0
			for j := range n {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
	return -1
}

// fillInverseMassColumns fills eq for the rows of an item.
func (w *schurWorkspace) fillInverseMassColumns(it *projectionItem) {
	r := w.r
	u := &r.units[it.unit]
	for _, e := range r.entries[u.ent:u.end] {
		n := r.size[e.block]
		m := w.minv[w.at[e.block]:][:n*n]
		for i := it.row; i < it.row+it.n; i++ {
			at := int(e.at) + int(i-u.row)*n
			in, out := r.j[at:at+n], w.eq[at:at+n]
			if n == 6 {
				x := (*[6]float64)(in)
				for k := range out {
					out[k] = dot6((*[6]float64)(m[6*k:]), x)
				}
				continue
			}
			clear(out)
			for k := range out {
				for j, v := range m[k*n : k*n+n] {
					out[k] += v * in[j]
				}
			}
		}
	}
}

// velocitiesFromMultipliers sets q to M⁻¹ (f + Jᵀ l).
func (w *schurWorkspace) velocitiesFromMultipliers(l []float64) {
	copy(w.q, w.qf)
	w.addImpulseResponse(w.q, l)
}

// addImpulseResponse adds M⁻¹ Jᵀ l to q.
func (w *schurWorkspace) addImpulseResponse(q, l []float64) {
	for k := range w.items {
		it := &w.items[k]
		w.addItemTransposed(it, q, w.eq, l[it.row:it.row+it.n])
	}
}

// evalVelocitiesAndResidual sets q and Rows.C from Rows.L and notes the result. It reports whether the
// tolerance is met.
func (w *schurWorkspace) evalVelocitiesAndResidual(tol float64) (converged bool) {
	w.velocitiesFromMultipliers(w.r.L)
	w.multiplyActiveJacobian(w.r.C, w.q)
	v, row := w.evalNaturalResiduals()
	w.progress.Residual, w.progress.Row = v, row
	return v <= tol
}

// finishSolve sets the status of a solve that used up its iterations or met its tolerance.
func (w *schurWorkspace) finishSolve(tol float64) (Result, error) {
	switch v := w.progress.Residual; {
	case v <= tol:
		w.progress.Status = Converged
	case v <= math.MaxFloat64:
		w.progress.Status = Limit
	default:
		w.progress.Status = Failed
		w.progress.Cause = fmt.Errorf("vi: the residual of row %d is %g", w.progress.Row, v)
	}
	return w.progress, nil
}
