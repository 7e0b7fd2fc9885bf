package integrate

import (
	"fmt"
	"math"
)

// LinearSolver solves the linear systems of a Problem. It has the memory for that and knows which
// matrix is factored at the moment.
type LinearSolver struct {
	p      Problem
	direct Direct // p, if it is one
	n      *Layout
	res    *Residual
	del    *Delta
	raw    []float64 // NQ
	update *Delta    // of a projection
	first  *Delta    // where a search began
	guess  *Point    // where a report began
	least  float64   // the least scale of a speed
	reach  float64   // how much more than the rows' errors the last projection counted
	slow   float64   // convergence factor of projections above which partials are renewed

	near     bool   // settle was near a singular configuration
	stats    *Stats // where calls are counted
	coef     Coef   // of the factored matrix
	factored bool   // a matrix is factored
	passed   bool   // rates of a Direct problem have been taken since
	stages   bool   // the method at work takes rates of a Direct problem at its stages
	partials bool   // there are partial derivatives
	owner    any    // who factored last
	made     int    // matrices that were factored
	here     bool   // the factored matrix is that of the point of the next settle
	turns    int    // steps for which ahead continues
	dear     bool   // evaluations call opaque user code
	skip     int    // reports for which the matrix at hand is not tried,
	pause    int    // and how many there were last
	broken   error  // that ended the last evaluation that failed and must end the run
	fallback Stats
}

// NewLinearSolver returns the scratch memory for p.
func NewLinearSolver(p Problem) *LinearSolver {
	n := p.Layout()
	w := &LinearSolver{p: p, n: n, res: NewResidual(n), del: NewDelta(n), raw: make([]float64, n.NQ), update: NewDelta(n), first: NewDelta(n), guess: NewPoint(n), slow: slowRows}
	w.stats = &w.fallback
	w.direct, _ = p.(Direct)
	for i, v := range n.VScale {
		if i == 0 || v < w.least {
			w.least = v
		}
	}
	return w
}

var errNaN = fmt.Errorf("integrate: an equation has no finite value: %w", ErrRetry)

// evaluateResiduals fills w.res; a value that is not finite requests a shorter step.
func (w *LinearSolver) evaluateResiduals(pt *Point) error {
	w.stats.Evaluations++
	if err := w.p.EvaluateResidual(w.res, pt); err != nil {
		if !IsRetry(err) {
			w.broken = err
		}
		return err
	}
	r := w.res
	s := nanUnlessFinite(r.V) + nanUnlessFinite(r.X) + nanUnlessFinite(r.Y) +
		nanUnlessFinite(r.Pos) + nanUnlessFinite(r.Vel) + nanUnlessFinite(r.Acc)
	if s != 0 {
		return errNaN
	}
	return nil
}

// nanUnlessFinite is 0 when all of x are finite and NaN otherwise. It adds in four sums: in
// one, each value would wait for the one before.
func nanUnlessFinite(x []float64) float64 {
	var a, b, c, d float64
	for ; len(x) >= 4; x = x[4:] {
		a += x[0] * 0
		b += x[1] * 0
		c += x[2] * 0
		d += x[3] * 0
	}
	for _, v := range x {
		a += v * 0
	}
	return (a + b) + (c + d)
}

// factorFor factors the matrix of the corrections at pt for the coefficients c, always. freshPartials has the partial
// derivatives evaluated there first, as the first time in any case; owner is noted as the one whose factors these are.
func (w *LinearSolver) factorFor(owner any, pt *Point, c Coef, freshPartials bool) error {
	freshPartials = freshPartials || !w.partials
	w.stats.Factorizations++
	w.made++
	if freshPartials {
		w.stats.Jacobians++
	}
	if err := w.p.Factor(pt, c, freshPartials); err != nil {
		w.factored, w.partials = false, false
		if !IsRetry(err) {
			w.broken = err
		}
		return err
	}
	w.coef, w.factored, w.partials, w.owner, w.passed = c, true, true, owner, false
	return nil
}

// loadNegatedResiduals loads -res.V, -res.X, -res.Y into the right-hand side.
func (w *LinearSolver) loadNegatedResiduals() {
	setNegative(w.del.A, w.res.V)
	setNegative(w.del.XDot, w.res.X)
	setNegative(w.del.Y, w.res.Y)
}

func setNegative(dst, src []float64) {
	for i, v := range src {
		dst[i] = -v
	}
}

func clearDelta(d *Delta) {
	clear(d.A)
	clear(d.XDot)
	clear(d.Y)
	clear(d.L)
}

// maxAbs is the largest magnitude in x. Magnitudes compare like the integers of
// their bits, without a branch; NaN is the largest of all.
func maxAbs(x []float64) float64 {
	m := uint64(0)
	for _, v := range x {
		m = max(m, math.Float64bits(v)&^(1<<63))
	}
	return math.Float64frombits(m)
}

func addScaled(dst []float64, k float64, x []float64) {
	for i, v := range x {
		dst[i] += k * v
	}
}

// addTwoScaled is addScaled of x and then of y.
func addTwoScaled(dst []float64, k float64, x []float64, l float64, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i, v := range dst {
		dst[i] = v + k*x[i] + l*y[i]
	}
}

// InvalidateFactors reports that the Problem has factored another matrix than the methods know of.
func (w *LinearSolver) InvalidateFactors() { w.factored = false }
