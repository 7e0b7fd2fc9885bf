package integrate

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// What a step leaves of errors of positions is taken away by a displacement in the metric of the masses, or by several: rows are not linear.
// A displacement that does not bring bodies nearer to their rows is not made. What is then left is reported (Stats.PositionResidual); where it is
// more than may be, the step is made shorter, and in the end the run stops and names the row.
const (
	// rowsLeft and gapsLeft are what may be left of equalities and of conditions, in units of the model's length.
	rowsLeft = 1e-6
	gapsLeft = 1e-5
	// A displacement is tried mostMoves times at least where it helps, and again as long as it halves what is left.
	mostMoves = 3
)

// projectOntoRows moves next onto its rows of positions and lists the gaps there. ok reports that what is left may be.
func (m *nsc) projectOntoRows() (ok bool, err error) {
	if err := m.projectWhileErrorsShrink(m.projector); err != nil {
		return false, err
	}
	if m.areRowErrorsAcceptable() {
		return true, nil
	}
	if err := m.projectWhileErrorsShrink(m.lastProjector); err != nil {
		return false, err
	}
	return m.areRowErrorsAcceptable(), nil
}

// projectWhileErrorsShrink moves next by what a solver finds, as long as it helps.
func (m *nsc) projectWhileErrorsShrink(s vi.Solver) error {
	was := m.largestRowError()
	for try := 1; was > m.positionTol; try++ {
		copy(m.qBefore, m.next.Q)
		better, err := m.projectOnceWith(s, was)
		if err != nil {
			return err
		}
		now := m.largestRowError()
		if !better {
			copy(m.next.Q, m.qBefore)
			m.endGaps, m.off, err = m.ns.AppendGaps(m.endGaps[:0], 1-m.slot, m.next, m.opt.FixedStep)
			return m.wrapProjectionError(err)
		}
		if try >= mostMoves && now > was/2 {
			return nil
		}
		was = now
	}
	return nil
}

// projectOnceWith makes one displacement and reports whether less than lastError is left.
func (m *nsc) projectOnceWith(s vi.Solver, lastError float64) (better bool, err error) {
	pr, err := m.ns.PositionProblem(m.next, m.endGaps)
	m.w.InvalidateFactors()
	if err != nil {
		return false, m.fixedStepError(err)
	}
	clear(m.dv)
	res, err := s.Solve(pr, m.dv)
	m.addSolverWork(&res)
	if err != nil || res.Status == vi.Failed {
		return false, nil // what is left reports
	}
	m.p.MovePositions(m.next.Q, m.next.Q, m.dv)
	if !m.isFiniteAndBounded(m.next) {
		return false, nil
	}
	if m.endGaps, m.off, err = m.ns.AppendGaps(m.endGaps[:0], 1-m.slot, m.next, m.opt.FixedStep); err != nil {
		return false, m.wrapProjectionError(err)
	}
	return m.largestRowError() < lastError, nil
}

func (m *nsc) wrapProjectionError(err error) error {
	if err != nil {
		return m.fixedStepError(err)
	}
	return nil
}

// largestRowError is the greatest error of a row or condition at next.
func (m *nsc) largestRowError() float64 { return math.Max(m.off, m.largestEndPenetration()) }

// largestEndPenetration is the greatest penetration among one-sided rows that are not soft, at the end of the step.
func (m *nsc) largestEndPenetration() (most float64) {
	for i := range m.endGaps {
		if g := &m.endGaps[i]; !g.Soft {
			most = math.Max(most, -g.G)
		}
	}
	return most
}

// areRowErrorsAcceptable reports that what is left of errors may be.
func (m *nsc) areRowErrorsAcceptable() bool {
	return m.off <= rowsLeft*m.opt.Length+m.positionTol && m.largestEndPenetration() <= gapsLeft*m.opt.Length+m.positionTol
}

// rowsViolatedError is the error of a step after which rows of positions do not hold.
func (m *nsc) rowsViolatedError(h float64) error {
	g := &ConvergenceError{T: m.now.T, H: h, WorstKind: NoKind}
	pr, err := m.ns.PositionProblem(m.next, m.endGaps)
	m.w.InvalidateFactors()
	if err != nil {
		return m.fixedStepError(err)
	}
	row, most := mostViolatedRow(pr.Rows)
	g.Reason = fmt.Sprintf("the projection of positions onto rows and contacts did not converge: %.3g is left", most)
	if row >= 0 {
		m.nameWorstRowInError(g, row)
	}
	return g
}

// mostViolatedRow is the row of a problem of positions that is violated most.
func mostViolatedRow(r *vi.Rows) (row int, most float64) {
	row = -1
	for i := range r.Mode {
		if !r.IsEnabled(i) {
			continue
		}
		v := 0.0
		switch lo, hi := math.IsInf(r.Lo[i], -1), math.IsInf(r.Hi[i], 1); {
		case lo && hi:
			v = math.Abs(r.B[i])
		case hi:
			v = -r.B[i]
		case lo:
			v = r.B[i]
		}
		if v > most {
			row, most = i, v
		}
	}
	return row, most
}
