package vi

import "math"

// APGD and BB minimise ½ lᵀ N l + pᵀ l over Y, p = J M⁻¹ f + b + s, with De Saxcé's terms s held
// still and set again when the minimum is near. Steps and projections are in the metric
// of g, which makes them free of units.

// computeResiduals sets c, by rows, to N l + J M⁻¹ f + b, without s, and q accordingly.
func (w *schurWorkspace) computeResiduals(c, l []float64) {
	w.velocitiesFromMultipliers(l)
	w.multiplyActiveJacobian(c, w.q)
	for k := range w.items {
		it := &w.items[k]
		for i := it.row; i < it.row+it.n; i++ {
			c[i] += w.r.B[i] + w.r.Compliance[i]*l[i]
		}
	}
}

// naturalResiduals returns the natural residuals of l with residuals c: with s as it is held, and with that which belongs to
// c. The better multipliers so far are kept.
func (w *schurWorkspace) naturalResiduals(l, c []float64) (withHeldDeSaxce, withOwnDeSaxce float64) {
	r := w.r
	row := -1
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		var v, u float64
		if it.cone {
			cone := &w.cones[w.cone[k]]
			m := cone.coneWeights(w.g[lo:hi])
			u = cone.NaturalResidual(l[lo:hi], c[lo:hi], &m)
			v = residualWithHeldDeSaxce(cone, l[lo:hi], c[lo:hi], w.s[lo], &m)
		} else {
			u = BoxNaturalResidual(l[lo], c[lo], r.Lo[lo], r.Hi[lo], w.g[lo])
			v = u
		}
		withHeldDeSaxce = maxOrNaN(withHeldDeSaxce, v)
		if u > withOwnDeSaxce || u != u {
			withOwnDeSaxce, row = u, int(lo)
		}
	}
	if withOwnDeSaxce < w.bestOf {
		w.bestOf, w.bestRow = withOwnDeSaxce, row
		copy(w.best, l)
	}
	return withHeldDeSaxce, withOwnDeSaxce
}

// residualWithHeldDeSaxce is Cone.NaturalResidual with a given s.
func residualWithHeldDeSaxce(cone *Cone, l, c []float64, deSaxce float64, m *Weights) float64 {
	var own [6]float64
	res := own[:len(c)]
	copy(res, c)
	res[0] += deSaxce - cone.DeSaxceTerm(c)
	return cone.NaturalResidual(l, res, m)
}

// updateDeSaxce sets De Saxcé's terms to what belongs to c.
func (w *schurWorkspace) updateDeSaxce(c []float64) {
	w.progress.Updates++
	for k := range w.items {
		if it := &w.items[k]; it.cone {
			w.s[it.row] = w.cones[w.cone[k]].DeSaxceTerm(c[it.row : it.row+it.n])
		}
	}
}

// takeProjectedStep sets dst to P(l − (c + s)/(g·scale)).
func (w *schurWorkspace) takeProjectedStep(dst, l, c []float64, scale float64) {
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		for i := lo; i < hi; i++ {
			dst[i] = l[i] - c[i]/(w.g[i]*scale)
		}
		if it.cone {
			dst[lo] -= w.s[lo] / (w.g[lo] * scale)
		}
		w.projectItemMultipliers(k, dst, w.g)
	}
}

// sumOverActiveRows adds up f over the active rows; deSaxce is De Saxcé's term of a row, 0 but for the first of a cone.
func (w *schurWorkspace) sumOverActiveRows(f func(row int32, deSaxce float64) float64) (sum float64) {
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		s := 0.0
		if it.cone {
			s = w.s[lo]
		}
		for i := lo; i < hi; i++ {
			sum += f(i, s)
			s = 0
		}
	}
	return sum
}

// returnBestMultipliers ends a gradient method with the best multipliers.
func (w *schurWorkspace) returnBestMultipliers(tol float64) (Result, error) {
	if w.bestOf < math.Inf(1) {
		copy(w.r.L, w.best)
	}
	w.evalVelocitiesAndResidual(tol)
	return w.finishSolve(tol)
}

// APGD is Nesterov's accelerated projected gradient method with an estimate of the Lipschitz
// constant and restarts (Mazhar, Heyn, Negrut and Tasora 2015). It requests a block-diagonal H.
type APGD struct {
	Options
	schurWorkspace
	y, next, c, cy, cn []float64
}

// Solve takes accelerated projected gradient steps (Nesterov's, with restarts and a line search for the Lipschitz constant) in the
// multipliers. De Saxcé's terms follow the iterate.
func (w *APGD) Solve(p *Problem, q []float64) (Result, error) {
	if err := w.initSolve(p, q, "apgd"); err != nil {
		return Result{}, err
	}
	n := w.r.RowCount()
	for _, a := range []*[]float64{&w.y, &w.next, &w.c, &w.cy, &w.cn} {
		*a = resizeSlice(*a, n)
	}
	l := w.r.L
	w.computeResiduals(w.c, l)
	w.updateDeSaxce(w.c)
	copy(w.y, l)
	theta, lipschitz := 1.0, 1.0
	for w.progress.Iterations < w.Iter {
		w.computeResiduals(w.cy, w.y)
		for {
			w.progress.Iterations++
			w.takeProjectedStep(w.next, w.y, w.cy, lipschitz)
			w.computeResiduals(w.cn, w.next)
			if w.sufficientDecrease(lipschitz) || w.progress.Iterations >= w.Iter {
				break
			}
			lipschitz *= 2
		}
		held, law := w.naturalResiduals(w.next, w.cn)
		if law <= w.Tol || !(law <= math.MaxFloat64) {
			break
		}
		if held <= 0.1*law { // the minimum is near: another s, from here
			w.updateDeSaxce(w.cn)
			copy(l, w.next)
			copy(w.y, l)
			theta = 1
			continue
		}
		lipschitz = w.nesterovExtrapolate(l, &theta, lipschitz)
	}
	return w.returnBestMultipliers(w.Tol)
}

// sufficientDecrease is the test of the backtracking, f(next) ≤ f(y) + ∇f(y)ᵀδ + ½ L ‖δ‖², δ = next − y. f is
// quadratic: what f(next) has above the linear part is ½ δᵀ N δ = ½ δᵀ(∇f(next) − ∇f(y)).
func (w *APGD) sufficientDecrease(lipschitz float64) bool {
	return w.sumOverActiveRows(func(i int32, _ float64) float64 {
		d := w.next[i] - w.y[i]
		return d * (w.cn[i] - w.cy[i] - lipschitz*w.g[i]*d)
	}) <= 0
}

// nesterovExtrapolate makes next the present multipliers and extrapolates y from the last two, unless the
// gradient at y speaks against the way from the one to the other.
func (w *APGD) nesterovExtrapolate(l []float64, theta *float64, lipschitz float64) float64 {
	t := *theta
	after := 0.5 * (-t*t + t*math.Sqrt(t*t+4))
	beta := t * (1 - t) / (t*t + after)
	uphill := w.sumOverActiveRows(func(i int32, s float64) float64 { return (w.cy[i] + s) * (w.next[i] - l[i]) })
	if *theta = after; uphill > 0 {
		*theta, beta = 1, 0
	}
	for i, v := range w.next {
		w.y[i] = v + beta*(v-l[i])
	}
	copy(l, w.next)
	return 0.9 * lipschitz
}

// BB is the spectral projected gradient method (Birgin, Martínez and Raydan 2000), with the steps of
// Barzilai and Borwein (1988) by turns. It requests a block-diagonal H. Along a direction
// the function is a parabola that is known from one product, so the line search costs nothing.
type BB struct {
	Options
	schurWorkspace
	c, next, dir, nd []float64
	qd               []float64
	past             [10]float64 // the last values of the function, less the present one
}

// Solve takes projected gradient steps in the multipliers whose length is Barzilai's and Borwein's, with a non-monotone line search.
func (w *BB) Solve(p *Problem, q []float64) (Result, error) {
	if err := w.initSolve(p, q, "bb"); err != nil {
		return Result{}, err
	}
	n := w.r.RowCount()
	for _, a := range []*[]float64{&w.c, &w.next, &w.dir, &w.nd} {
		*a = resizeSlice(*a, n)
	}
	w.qd = resizeSlice(w.qd, len(q))
	l := w.r.L
	w.computeResiduals(w.c, l)
	w.updateDeSaxce(w.c)
	alpha, least, at := 1.0, 1.0, 0
	clear(w.past[:])
	for w.progress.Iterations < w.Iter {
		held, law := w.naturalResiduals(l, w.c)
		if law <= w.Tol || !(law <= math.MaxFloat64) {
			break
		}
		if held <= 0.1*law {
			w.updateDeSaxce(w.c)
			clear(w.past[:]) // another function
		}
		w.progress.Iterations++
		w.searchDirection(l, alpha)
		slope := w.sumOverActiveRows(func(i int32, s float64) float64 { return (w.c[i] + s) * w.dir[i] })
		curve := w.sumOverActiveRows(func(i int32, _ float64) float64 { return w.nd[i] * w.dir[i] })
		step := 1.0
		if slope < -1e-12*w.sumOverActiveRows(func(i int32, s float64) float64 { return math.Abs((w.c[i] + s) * w.dir[i]) }) {
			step = w.lineSearchStep(slope, curve)
		} else { // rounding hides the slope: the shortest step so far needs none
			w.searchDirection(l, least)
		}
		at++
		w.past[at%len(w.past)] = 0
		for i := range w.past {
			w.past[i] -= step*slope + 0.5*step*step*curve
		}
		for i, v := range w.dir {
			l[i] += step * v
			w.c[i] += step * w.nd[i]
		}
		alpha = w.spectralStep(at, curve)
		least = min(least, alpha)
		if at%50 == 0 {
			w.computeResiduals(w.c, l) // against rounding
		}
	}
	return w.returnBestMultipliers(w.Tol)
}

// searchDirection fills dir = P(l − α (c + s)/g) − l and nd = N dir.
func (w *BB) searchDirection(l []float64, alpha float64) {
	clear(w.dir)
	w.takeProjectedStep(w.dir, l, w.c, 1/alpha)
	clear(w.qd)
	for k := range w.items {
		it := &w.items[k]
		for i := it.row; i < it.row+it.n; i++ {
			w.dir[i] -= l[i]
		}
		w.addItemTransposed(it, w.qd, w.eq, w.dir[it.row:it.row+it.n])
	}
	clear(w.nd)
	w.multiplyActiveJacobian(w.nd, w.qd)
	for k := range w.items {
		it := &w.items[k]
		for i := it.row; i < it.row+it.n; i++ {
			w.nd[i] += w.r.Compliance[i] * w.dir[i]
		}
	}
}

// lineSearchStep is the step: 1 when the function there is below the greatest of its last values, by a little of
// the slope; else that to the bottom of the parabola.
func (w *BB) lineSearchStep(slope, curvature float64) (step float64) {
	most := 0.0
	for _, v := range w.past {
		most = max(most, v)
	}
	if slope+0.5*curvature <= most+1e-4*slope {
		return 1
	}
	return -slope / curvature
}

// spectralStep is the next step of Barzilai and Borwein in the metric of g: the two quotients by turns. curvature is dirᵀ N dir.
func (w *BB) spectralStep(iteration int, curvature float64) float64 {
	a := 1.0
	if iteration%2 == 0 {
		a = w.sumOverActiveRows(func(i int32, _ float64) float64 { return w.dir[i] * w.dir[i] * w.g[i] }) / curvature
	} else {
		a = curvature / w.sumOverActiveRows(func(i int32, _ float64) float64 { return w.nd[i] * w.nd[i] / w.g[i] })
	}
	if !(a > 0) {
		return 1
	}
	return max(1e-8, min(a, 1e8))
}
