package vi

import (
	"fmt"
	"math"
)

// Problem is what a solver is given. H is the sum of its blocks; every block of q has a
// diagonal one.
type Problem struct {
	H    []Block
	F    []float64
	Rows *Rows
}

// Block is a part of H: rows of block I of q, columns of block J, row-major. H has to be
// positive definite on motions that the Lock rows allow; it may be unsymmetric (the solvers that say so
// refuse that) as long as its symmetric part is positive definite.
type Block struct {
	I, J int
	V    []float64
}

// Status reports how a solution ended.
type Status uint8

const (
	Converged Status = iota
	Limit            // the iterations were used up
	Stalled          // no more progress can be made
	Failed           // numbers overflowed or a matrix was singular: q and l are of no use
)

var statusNames = [...]string{"converged", "iteration limit", "stalled", "failed"}

func (s Status) String() string { return statusNames[s] }

// Result reports what a solver did. Residual is the greatest of the natural residuals of
// the rows (w |l − P(l − c/w)|, in the unit of c) and of the rest of the first equation
// divided by the diagonal of H: both are changes of q, in one unit for all solvers.
type Result struct {
	Status         Status
	Iterations     int // Newton steps, sweeps or gradient steps: what costs time
	Updates        int // of multipliers or De Saxcé's terms between them
	Factorizations int
	Interior       int // iterations that were IPM's, of Auto
	Sweeps         int // over the contacts, of Auto, beside Iterations
	Residual       float64
	Row            int   // where the residual is greatest, −1 if not in a row
	Cause          error // of Failed
}

// Solver finds q and Rows.L from the guesses that are there. It allocates nothing when a
// problem has no more rows, blocks and pairs of blocks than those before. An error
// reports that the problem was refused as it stands; Result reports whether the solution is one.
type Solver interface {
	Solve(p *Problem, q []float64) (Result, error)
}

// Options of all solvers; zero values stand for the defaults.
type Options struct {
	Tol  float64 // greatest Residual, default 1e-8
	Iter int     // greatest number of iterations; the default depends on the solver
}

// NewSolver returns a solver: "auto" (the default, also for the empty name), "newton", "ipm", "admm", "psor",
// "apgd" or "bb".
func NewSolver(name string, o Options) (Solver, error) {
	if o.Tol == 0 {
		o.Tol = 1e-8
	}
	if !(o.Tol > 0) || o.Iter < 0 {
		return nil, fmt.Errorf("vi: tolerance %g and %d iterations: want positive values", o.Tol, o.Iter)
	}
	iter := func(n int) {
		if o.Iter == 0 {
			o.Iter = n
		}
	}
	switch name {
	case "", "auto":
		iter(500)
		return &Auto{Options: o}, nil
	case "newton":
		iter(500)
		return &Newton{Options: o}, nil
	case "ipm":
		iter(100)
		return &IPM{Options: o}, nil
	case "admm":
		iter(1000)
		return &ADMM{Options: o}, nil
	case "psor":
		iter(500)
		return &PSOR{Options: o}, nil
	case "apgd":
		iter(500)
		return &APGD{Options: o}, nil
	case "bb":
		iter(500)
		return &BB{Options: o}, nil
	}
	return nil, fmt.Errorf("vi: no solver %q; there are auto, newton, ipm, admm, psor, apgd and bb", name)
}

// projectionItem is an active row that is projected by itself, or a cone.
type projectionItem struct {
	row, n, unit int32
	kind         itemKind
	cone         bool
	qa, qb       int32 // places in q of the first two blocks
	ja, jb       int32 // places in the Jacobian of their first row
}

type itemKind uint8

const (
	general itemKind = iota
	oneSix           // one block of six
	twoSix           // two blocks of six
)

// workspace is what all solvers need: the active items, scales and residuals.
type workspace struct {
	p     *Problem
	r     *Rows
	items []projectionItem
	cones []Cone // of the cones among the items, in order
	cone  []int32
	diag  []float64 // of H
	g     []float64 // by row: J diag(H)⁻¹ Jᵀ + e, one value for a group of a cone
	hq    []float64
}

func (it *projectionItem) rowRange() (lo, hi int32) { return it.row, it.row + it.n }

// prepareProblem checks the problem and lists the active items.
func (w *workspace) prepareProblem(p *Problem, q []float64) error {
	r := p.Rows
	w.p, w.r = p, r
	n := int(r.at[len(r.size)])
	if len(q) != n || len(p.F) != n {
		panic(fmt.Sprintf("vi: %d unknowns, but q has %d and F %d", n, len(q), len(p.F)))
	}
	w.items, w.cones, w.cone = w.items[:0], w.cones[:0], w.cone[:0]
	for k := range r.units {
		w.appendActiveItemsAndClearInactive(int32(k), &r.units[k])
	}
	for i := range r.Mode {
		if !(math.Abs(r.B[i]) <= math.MaxFloat64) || !(r.Compliance[i] >= 0 && r.Compliance[i] <= math.MaxFloat64) {
			return fmt.Errorf("vi: row %d (%v): known part %g and compliance %g: want finite values, the latter not negative", i, r.Mode[i], r.B[i], r.Compliance[i])
		}
		if !(math.Abs(r.L[i]) <= math.MaxFloat64) {
			r.L[i] = 0
		}
	}
	w.diag, w.hq = resizeSlice(w.diag, n), resizeSlice(w.hq, n)
	if err := w.collectDiagonal(); err != nil {
		return err
	}
	return w.fillScales()
}

// resizeSlice returns a slice of n values, the old one if it is long enough.
func resizeSlice(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n, n+n/2)
	}
	return a[:n]
}

// appendActiveItemsAndClearInactive appends the active items of a unit. Multipliers of rows that are off become zero.
func (w *workspace) appendActiveItemsAndClearInactive(k int32, u *rowGroup) {
	r := w.r
	it := projectionItem{row: u.row, n: 1, unit: k}
	e := r.entries[u.ent:u.end]
	switch {
	case len(e) == 1 && r.size[e[0].block] == 6:
		it.kind, it.qa, it.ja = oneSix, r.at[e[0].block], e[0].at
	case len(e) == 2 && r.size[e[0].block] == 6 && r.size[e[1].block] == 6:
		it.kind, it.qa, it.ja = twoSix, r.at[e[0].block], e[0].at
		it.qb, it.jb = r.at[e[1].block], e[1].at
	}
	if m := r.Mode[u.row]; m == Normal || m == Ball {
		if it.n, it.cone = u.n, true; !r.IsEnabled(int(u.row)) {
			clear(r.L[u.row : u.row+u.n])
			return
		}
		w.cone = append(w.cone, int32(len(w.cones)))
		w.cones = append(w.cones, r.readCone(u))
		w.items = append(w.items, it)
		return
	}
	for i := range u.n {
		one := it
		one.row, one.ja, one.jb = u.row+i, it.ja+6*i, it.jb+6*i
		if !r.IsEnabled(int(one.row)) {
			r.L[one.row] = 0
			continue
		}
		w.cone = append(w.cone, -1)
		w.items = append(w.items, one)
	}
}

// readCone reads the cone of a unit off its rows.
func (r *Rows) readCone(u *rowGroup) (c Cone) {
	if r.Mode[u.row] == Ball {
		return Cone{ball: uint8(u.n), radius: r.Hi[u.row]}
	}
	c.Cohesion = r.Cohesion[u.row]
	for i := u.row + 1; i < u.row+u.n; i++ {
		k := r.Mode[i] - Tangent
		c.Rows[k]++
		c.Length[k] = r.Length[i]
	}
	return c
}

// collectDiagonal collects the diagonal of H. Where it is not positive (a body without mass
// that stiffness or joints hold) the greatest value is in: it only scales.
func (w *workspace) collectDiagonal() error {
	r := w.r
	clear(w.diag)
	for k := range w.p.H {
		b := &w.p.H[k]
		if b.I < 0 || b.J < 0 || b.I >= len(r.size) || b.J >= len(r.size) || len(b.V) != r.size[b.I]*r.size[b.J] {
			panic(fmt.Sprintf("vi: block (%d, %d) of H with %d values", b.I, b.J, len(b.V)))
		}
		if b.I == b.J {
			n := r.size[b.I]
			for i := range n {
				w.diag[int(r.at[b.I])+i] += b.V[i*(n+1)]
			}
		}
	}
	most := 0.0
	for _, v := range w.diag {
		most = maxOrNaN(most, math.Abs(v))
	}
	if !(most > 0 && most <= math.MaxFloat64) && len(w.diag) > 0 {
		return fmt.Errorf("vi: the greatest magnitude on the diagonal of H is %g: want a positive value", most)
	}
	for i, v := range w.diag {
		if !(v > 0) {
			w.diag[i] = most
		}
	}
	return nil
}

// fillScales fills g.
func (w *workspace) fillScales() error {
	r := w.r
	w.g = resizeSlice(w.g, r.RowCount())
	for k := range w.items {
		it := &w.items[k]
		u := &r.units[it.unit]
		for i := it.row; i < it.row+it.n; i++ {
			sum := r.Compliance[i]
			for _, e := range r.entries[u.ent:u.end] {
				n := int32(r.size[e.block])
				d := w.diag[r.at[e.block]:][:n]
				for c, v := range r.j[e.at+(i-u.row)*n:][:n] {
					sum += v * v / d[c]
				}
			}
			if !(sum > 0 && sum <= math.MaxFloat64) {
				return fmt.Errorf("vi: row %d (%v) acts on nothing or has a value that is not finite (J H⁻¹ Jᵀ = %g): take it out or mark it", i, r.Mode[i], sum)
			}
			w.g[i] = sum
		}
		if it.cone {
			w.cones[w.cone[k]].averageGroups(w.g[it.row : it.row+it.n])
		}
	}
	return nil
}

// averageGroups gives the rows of a group their mean value: directions within a group are equal.
func (c *Cone) averageGroups(g []float64) {
	if c.ball > 0 {
		sum := 0.0
		for _, v := range g {
			sum += v
		}
		for i := range g {
			g[i] = sum / float64(len(g))
		}
		return
	}
	at := 1
	for _, rows := range c.Rows {
		if x := g[at : at+int(rows)]; len(x) == 2 {
			x[0] = (x[0] + x[1]) / 2
			x[1] = x[0]
		}
		at += int(rows)
	}
}

// coneWeights takes the weights of a cone from the values of its rows.
func (c *Cone) coneWeights(g []float64) (w Weights) {
	if c.ball > 0 {
		return Weights{g[0], g[0], g[0], g[0]}
	}
	w = Weights{g[0], 1, 1, 1}
	at := 1
	for k, rows := range c.Rows {
		if rows > 0 {
			w[1+k] = g[at]
		}
		at += int(rows)
	}
	return w
}

// evalNaturalResiduals fills Rows.C, given J q there, and returns the greatest natural residual
// and its row.
func (w *workspace) evalNaturalResiduals() (worst float64, row int) {
	r := w.r
	row = -1
	for k := range w.items {
		it := &w.items[k]
		lo, hi := it.rowRange()
		c, l := r.C[lo:hi], r.L[lo:hi]
		for i := range c {
			c[i] += r.B[int(lo)+i] + r.Compliance[int(lo)+i]*l[i]
		}
		var v float64
		if it.cone {
			cone := &w.cones[w.cone[k]]
			m := cone.coneWeights(w.g[lo:hi])
			v = cone.NaturalResidual(l, c, &m)
		} else {
			v = BoxNaturalResidual(l[0], c[0], r.Lo[lo], r.Hi[lo], w.g[lo])
		}
		if v > worst || v != v {
			worst, row = v, int(lo)
		}
	}
	return worst, row
}

// forceResidual fills dst with H q − f − Jᵀ l and returns its greatest value over the diagonal of H.
func (w *workspace) forceResidual(dst, q []float64) (largest float64) {
	w.multiplyH(w.hq, q)
	for i, v := range w.hq {
		dst[i] = v - w.p.F[i]
	}
	w.subtractActiveTransposed(dst, w.r.L)
	worst := 0.0
	for i, v := range dst {
		worst = maxOrNaN(worst, math.Abs(v)/w.diag[i])
	}
	return worst
}
