package integrate

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// refusedError is the error of a problem that the solver cannot treat.
func (m *nsc) refusedError(r *vi.RefusedError) error {
	e := &RefusedError{T: m.now.T, Solver: r.Solver, Needs: r.Needs, Found: r.Found}
	if b, ok := m.ns.(BlockNamer); ok {
		e.Found = b.DescribeBodyCoupling(r.I, r.J)
	}
	return e
}

// unsolvedError is the error of a step of h from t, or with h = 0 of an impact at t, whose inequalities are not solved.
func (m *nsc) unsolvedError(t, h float64, res *vi.Result, err error) error {
	g := &ConvergenceError{T: t, H: h, NonSmooth: true, WorstKind: NoKind, Err: err}
	if err != nil {
		g.Reason = "the equations cannot be evaluated"
		return g
	}
	g.Err = res.Cause
	g.Reason = fmt.Sprintf("the inequalities are not solved: %v after %d iterations, residual %.3g for vi_tol %.3g", res.Status, res.Iterations, res.Residual, m.opt.VITol)
	if res.Iterations >= admmIter && m.opt.VIMaxIter != 0 {
		g.Reason += " (ADMM, the last fallback, has a limit of its own beside vi_max_iter)"
	}
	row := res.Row
	if row < 0 && m.solved != nil { // no row, but the balance of what they push
		g.Reason += ", in the balance of impulses: the greatest is that of the row named"
		row = indexOfLargest(m.solved.L)
	}
	if row >= 0 {
		m.nameWorstRowInError(g, row)
		m.nameOpposingRowInError(g, row)
	}
	return g
}

// nameOpposingRowInError names who pushes most beside the row that is worst: what contradicts a row pushes against it without bounds.
func (m *nsc) nameOpposingRowInError(g *ConvergenceError, row int) {
	if m.solved == nil {
		return
	}
	idx, text := m.ns.ConstraintRowOrContactName(row)
	most := 0.0
	for i, l := range m.solved.L {
		if !(math.Abs(l) > most) {
			continue
		}
		if j, other := m.ns.ConstraintRowOrContactName(i); j != idx && other == text || other != text {
			most, g.Against, g.AgainstIdx = math.Abs(l), other, j+1
		}
	}
}

// indexOfLargest is the place of the greatest magnitude, −1 if all are zero.
func indexOfLargest(l []float64) int {
	row, most := -1, 0.0
	for i, v := range l {
		if math.Abs(v) > most {
			row, most = i, math.Abs(v)
		}
	}
	return row
}

// nameWorstRowInError names a row of the last problem.
func (m *nsc) nameWorstRowInError(g *ConvergenceError, row int) {
	idx, text := m.ns.ConstraintRowOrContactName(row)
	if g.Worst = text; idx >= 0 {
		g.WorstKind, g.WorstIdx = Row, idx
	}
}
