package vi

import "math"

// PSOR is projected successive over-relaxation: sweeps over the rows, each of which takes the
// multipliers that fit what the others are at the time. It requests a block-diagonal H. Cheap sweeps, and as
// many of them as the square of the number of bodies on top of each other.
//
// The rows of a cone move together, l ← P(l − ω (c + s)/g), with De Saxcé's term of
// the moment in s: a fixed point is a solution of Coulomb's law. The steps of a cone's
// rows act on each other; g is its diagonal of N times the greatest sum of a row of that
// block of N, scaled to a unit diagonal, so that the step is never longer than the block allows (a bound of
// its eigenvalues by Gershgorin's circles).
type PSOR struct {
	Options
	Relax float64 // ω, 0 means 1.3
	schurWorkspace
	step []float64 // by row: g/ω
}

// Solve sweeps over the rows and blocks (projected Gauss-Seidel with overrelaxation) until the residual is below Tol. It needs no
// factorization but those of diagonal blocks.
func (w *PSOR) Solve(p *Problem, q []float64) (Result, error) {
	if err := w.initSolve(p, q, "psor"); err != nil {
		return Result{}, err
	}
	w.fillRowScales()
	w.velocitiesFromMultipliers(w.r.L)
	for w.progress.Iterations < w.Iter {
		w.progress.Iterations++
		if w.sweepOnce() <= 0.5*w.Tol && w.evalVelocitiesAndResidual(w.Tol) {
			return w.finishSolve(w.Tol)
		}
	}
	w.evalVelocitiesAndResidual(w.Tol)
	return w.finishSolve(w.Tol)
}

// fillRowScales fills the scale of each row.
func (w *PSOR) fillRowScales() {
	relax := w.Relax
	if relax == 0 {
		relax = 1.3
	}
	w.step = resizeSlice(w.step, w.r.RowCount())
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		g := w.step[lo:hi]
		bound := w.fillItemDiagonal(it, g)
		if it.cone {
			w.cones[w.cone[k]].averageGroups(g)
		}
		for i := range g {
			g[i] *= bound / relax
		}
	}
}

// fillItemDiagonal fills the diagonal of N for an item and returns the greatest sum of magnitudes in a row of that block
// of N, scaled to a unit diagonal.
func (w *PSOR) fillItemDiagonal(it *projectionItem, g []float64) float64 {
	r := w.r
	u := &r.units[it.unit]
	var n [36]float64
	for _, e := range r.entries[u.ent:u.end] {
		size := int32(r.size[e.block])
		for i := range it.n {
			a := w.eq[e.at+(it.row-u.row+i)*size:][:size]
			for j := range i + 1 {
				b := r.j[e.at+(it.row-u.row+j)*size:][:size]
				for c, v := range a {
					n[i*6+j] += v * b[c]
				}
			}
		}
	}
	for i := range g {
		n[7*i] += r.Compliance[int(it.row)+i]
		g[i] = n[7*i]
	}
	bound := 1.0
	for i := range g {
		sum := 0.0
		for j := range g {
			sum += math.Abs(n[max(i, j)*6+min(i, j)]) / math.Sqrt(g[i]*g[j])
		}
		bound = max(bound, sum)
	}
	return bound
}

// sweepOnce visits all items once and returns the greatest change, in the unit of c.
func (w *PSOR) sweepOnce() (greatestChange float64) {
	r := w.r
	worst := 0.0
	var c [6]float64
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		if it.kind == twoSix && it.n == 3 && w.cones[w.cone[k]].ball == 0 {
			worst = maxOrNaN(worst, w.relaxContact(it, &w.cones[w.cone[k]]))
			continue
		}
		res := c[:it.n]
		w.multiplyItemJacobian(it, res, r.j, w.q)
		l, g := r.L[lo:hi], w.step[lo:hi]
		for i := range res {
			res[i] += r.B[int(lo)+i] + r.Compliance[int(lo)+i]*l[i]
		}
		if it.cone {
			w.relaxCone(&w.cones[w.cone[k]], res, l, g)
		} else {
			old := l[0]
			l[0] = Clamp(old-res[0]/g[0], r.Lo[lo], r.Hi[lo])
			res[0] = l[0] - old
		}
		for i, v := range res {
			worst = maxOrNaN(worst, math.Abs(v)*g[i])
		}
		w.addItemTransposed(it, w.q, w.eq, res)
	}
	return worst
}

// relaxCone moves the multipliers l of a cone against its residuals, divided by the scales g, projects them on the cone, and
// replaces the residuals by the change.
func (w *PSOR) relaxCone(cone *Cone, res, l, g []float64) {
	s := cone.DeSaxceTerm(res)
	m := cone.coneWeights(g)
	var old [6]float64
	copy(old[:], l)
	l[0] -= s / g[0]
	for i := range l {
		l[i] -= res[i] / g[i]
	}
	cone.ProjectMultipliers(l, &m)
	for i := range l {
		res[i] = l[i] - old[i]
	}
}

// relaxContact is a step of a contact with two tangents between two bodies, written out.
func (w *PSOR) relaxContact(it *projectionItem, cone *Cone) float64 {
	r := w.r
	j, eq := r.j, w.eq
	x, y := (*[6]float64)(w.q[it.qa:]), (*[6]float64)(w.q[it.qb:])
	a, b := (*[18]float64)(j[it.ja:]), (*[18]float64)(j[it.jb:])
	l, g := (*[3]float64)(r.L[it.row:]), (*[3]float64)(w.step[it.row:])
	known, e := (*[3]float64)(r.B[it.row:]), (*[3]float64)(r.Compliance[it.row:])
	l0, l1, l2 := l[0], l[1], l[2]
	c0 := known[0] + e[0]*l0 + (dot6((*[6]float64)(a[0:]), x) + dot6((*[6]float64)(b[0:]), y))
	c1 := known[1] + e[1]*l1 + (dot6((*[6]float64)(a[6:]), x) + dot6((*[6]float64)(b[6:]), y))
	c2 := known[2] + e[2]*l2 + (dot6((*[6]float64)(a[12:]), x) + dot6((*[6]float64)(b[12:]), y))
	mu := cone.Length[tangents]
	c0 += mu * math.Sqrt(c1*c1+c2*c2)
	n, u, v := projectOntoFrictionCone(l0-c0/g[0], l1-c1/g[1], l2-c2/g[1], mu, cone.Cohesion, g[0], g[1])
	l[0], l[1], l[2] = n, u, v
	n, u, v = n-l0, u-l1, v-l2
	if n == 0 && u == 0 && v == 0 {
		return 0
	}
	a, b = (*[18]float64)(eq[it.ja:]), (*[18]float64)(eq[it.jb:])
	for i := range 6 {
		x[i] += n*a[i] + (u*a[i+6] + v*a[i+12])
		y[i] += n*b[i] + (u*b[i+6] + v*b[i+12])
	}
	return max(math.Abs(n)*g[0], max(math.Abs(u), math.Abs(v))*g[1])
}
