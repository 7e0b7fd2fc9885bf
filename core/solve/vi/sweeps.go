package vi

import "math"

// sweeps is PSOR's iteration for piles, where factors fill: one sweep costs what its contacts cost, however the bodies lie. Exact steps of
// one contact at a time (ω = 1) are a map of the multipliers, l ← S(l), whose fixed points are the solutions; sweeps alone come near them
// slowly. Anderson's acceleration (D. G. Anderson, Iterative procedures for nonlinear integral equations, 1965) takes the last few changes of
// l and of the rest r(l) = S(l) − l for a linear model of S, and goes to where that model has the least rest,
//
//	l ← S(l) − ΔS γ,  γ = argmin ‖r − Δr γ‖,
//
// in the metric of g, here after every third sweep: what the model does not know settles between. The next sweep projects again, so that the law holds whatever the
// model says. Where the rest grows the model is forgotten, and after a few of these (contacts that change between sticking, sliding
// and open are not linear) plain sweeps follow.
type sweeps struct {
	PSOR
	start, rest    []float64                // l before a sweep; what it added
	lastRest, last []float64                // the rest and l of the sweep before
	dRest, dLast   [andersonSteps][]float64 // their changes, in a ring
	gram           [andersonSteps * andersonSteps]float64
	have, at       int  // changes that there are; the next place
	known          bool // lastRest and last are there
	least          float64
	restarts       int
}

const (
	andersonSteps = 5  // changes that the model has
	andersonEvery = 3  // sweeps from one use of it to the next
	mostRestarts  = 8  // after which it is left
	checkEvery    = 10 // sweeps from one look at the residual to the next
)

// Solve sweeps until the residual is below Tol. It takes any block-diagonal H.
func (w *sweeps) Solve(p *Problem, q []float64) (Result, error) {
	w.anyBlocks, w.Relax = true, 1
	if err := w.initSolve(p, q, "auto"); err != nil {
		return Result{}, err
	}
	w.fillRowScales()
	w.velocitiesFromMultipliers(w.r.L)
	w.allocate()
	l := w.r.L
	for w.progress.Sweeps < w.Iter {
		w.progress.Sweeps++
		copy(w.start, l)
		change := w.sweepOnce()
		if change <= 0.5*w.Tol || w.progress.Sweeps%checkEvery == 0 {
			if w.evalVelocitiesAndResidual(w.Tol) || !(change <= math.MaxFloat64) {
				return w.finishSolve(w.Tol)
			}
		}
		if w.restarts <= mostRestarts && w.extrapolate(l) {
			w.velocitiesFromMultipliers(l)
		}
	}
	w.evalVelocitiesAndResidual(w.Tol)
	return w.finishSolve(w.Tol)
}

func (w *sweeps) allocate() {
	n := w.r.RowCount()
	for _, a := range []*[]float64{&w.start, &w.rest, &w.lastRest, &w.last} {
		*a = resizeSlice(*a, n)
	}
	for k := range andersonSteps {
		w.dRest[k], w.dLast[k] = resizeSlice(w.dRest[k], n), resizeSlice(w.dLast[k], n)
	}
	w.restarts, w.least = 0, math.Inf(1)
	w.forgetModel()
}

func (w *sweeps) forgetModel() { w.have, w.at, w.known = 0, 0, false }

// extrapolate notes the sweep that led to l and, when it is due, moves l. It reports whether it did.
func (w *sweeps) extrapolate(l []float64) (moved bool) {
	for i, v := range l {
		w.rest[i] = v - w.start[i]
	}
	sum := w.weightedProduct(w.rest, w.rest)
	if sum > 2*w.least {
		w.least = sum
		w.restarts++
		w.forgetModel()
	}
	w.least = min(w.least, sum)
	if w.known {
		w.recordSweepChange(l)
	}
	w.known = true
	copy(w.lastRest, w.rest)
	copy(w.last, l)
	if w.have == 0 || w.progress.Sweeps%andersonEvery != 0 {
		return false
	}
	return w.moveToModelMinimum(l)
}

// recordSweepChange enters the changes since the sweep before.
func (w *sweeps) recordSweepChange(l []float64) {
	d, e := w.dRest[w.at], w.dLast[w.at]
	for i, v := range w.rest {
		d[i], e[i] = v-w.lastRest[i], l[i]-w.last[i]
	}
	w.have = min(w.have+1, andersonSteps)
	for k := range w.have {
		v := w.weightedProduct(d, w.dRest[k])
		w.gram[w.at*andersonSteps+k], w.gram[k*andersonSteps+w.at] = v, v
	}
	w.at = (w.at + 1) % andersonSteps
}

// moveToModelMinimum moves l to where the model has the least rest.
func (w *sweeps) moveToModelMinimum(l []float64) (moved bool) {
	const ridge = 1e-10 // of the diagonal: changes may be nearly parallel
	n := w.have
	var a [andersonSteps * andersonSteps]float64
	var c [andersonSteps]float64
	for k := range n {
		c[k] = w.weightedProduct(w.rest, w.dRest[k])
		copy(a[k*n:][:n], w.gram[k*andersonSteps:][:n])
		a[k*(n+1)] *= 1 + ridge
	}
	if invertSPD(a[:n*n], n) >= 0 {
		w.restarts++
		w.forgetModel()
		return false
	}
	for k := range n {
		f := 0.0
		for j, v := range c[:n] {
			f += a[k*n+j] * v
		}
		for i, v := range w.dLast[k] {
			l[i] -= f * v
		}
	}
	return true
}

// weightedProduct is the product of two vectors of multipliers in the metric of g.
func (w *sweeps) weightedProduct(a, b []float64) (sum float64) {
	for k := range w.items {
		lo, hi := w.items[k].rowRange()
		for i := lo; i < hi; i++ {
			sum += a[i] * b[i] * w.g[i]
		}
	}
	return sum
}

const (
	leastPile     = 16 // bodies that touch others, below which factors are cheap
	leastSweeps   = 1000
	sweepsByTouch = 10 // sweeps by contacts
)

// isPile reports whether bodies touch in such a way that factors of their matrix fill: of those that touch other bodies, each eighth touches
// three or more, where one in a column touches two. Nothing but contacts may join them: heavy bodies on ropes need many sweeps. Only counts decide, so that
// results do not depend on the machine. It also returns the number of pairs of bodies that touch, and of contacts.
func (w *Auto) isPile(p *Problem) (pile bool, pairs, contacts int) {
	for k := range p.H {
		if p.H[k].I != p.H[k].J {
			return false, 0, 0
		}
	}
	r := p.Rows
	w.partners = w.partners[:0]
	for range r.size {
		w.partners = append(w.partners, 0)
	}
	last := [2]int32{-1, -1}
	for k := range r.units {
		u := &r.units[k]
		if !r.IsEnabled(int(u.row)) {
			continue
		}
		if r.Mode[u.row] != Normal {
			return false, 0, 0
		}
		contacts++
		e := r.entries[u.ent:u.end]
		if len(e) != 2 {
			continue
		}
		if now := [2]int32{e[0].block, e[1].block}; now != last { // the contacts of a pair stand together
			pairs++
			last = now
			w.partners[now[0]]++
			w.partners[now[1]]++
		}
	}
	bodies, many := 0, 0
	for _, n := range w.partners {
		if n > 0 {
			bodies++
		}
		if n > 2 {
			many++
		}
	}
	return bodies >= leastPile && 8*many >= bodies, pairs, contacts
}
