package integrate

import (
	"fmt"
	"math"
)

// fixedStepMethod is what the explicit methods of fixed step share: steps of
// Options.FixedStep, or of HMax where that is not given, without a control of
// errors. The way to a limit is divided into equal steps, so that they end on it.
type fixedStepMethod struct {
	stepControl
	rateSolver
	qd0, qd1 []float64
}

// lost is the size of a position, in units of its scale, from which on a double no
// longer reports the scale from nothing: the solution has blown up.
const lost = 1e15

// fixedRates is how exactly rates are iterated for where forces depend on them: there is
// no tolerance to take a part of.
const fixedRates = 1e-10

func (m *fixedStepMethod) initFixed(p Problem, start *Point, opt *Options, order int) {
	m.initStepControl(p, start, opt, 1)
	if m.opt.FixedStep <= 0 {
		m.opt.FixedStep = m.opt.HMax
	}
	m.qd0, m.qd1 = make([]float64, m.n.NQ), make([]float64, m.n.NQ)
	m.stats.Order = order
	m.tol = fixedRates
	m.restart = true
}

// takeFixedStep takes one step of move, which sets next, at time t, from now and has the
// rates of its end in it.
func (m *fixedStepMethod) takeFixedStep(limit float64, move func(h float64) error) error {
	if limit <= m.now.T && !m.opt.Interpolate {
		return fmt.Errorf("integrate: step from t=%g to limit %g", m.now.T, limit)
	}
	if m.restart {
		m.restart = false
		if err := m.w.solveAccelerationsFresh(m.now); err != nil {
			return err
		}
	}
	t := m.stepEndTime(limit)
	m.next.T = t
	if err := move(t - m.now.T); err != nil {
		return m.fixedStepError(err)
	}
	if !m.isFiniteAndBounded(m.next) {
		return m.fixedStepError(nil)
	}
	m.hUsed = t - m.now.T
	return m.advanceToNextPoint()
}

// stepEndTime is the end of the step under way.
func (m *fixedStepMethod) stepEndTime(limit float64) float64 {
	h := m.opt.FixedStep
	if m.opt.Interpolate {
		return m.now.T + h
	}
	rest := limit - m.now.T
	if rest <= h*(1+1e-9) {
		return limit
	}
	return m.now.T + rest/math.Ceil(rest/h*(1-1e-9))
}

// isFiniteAndBounded reports that a point is finite and not lost.
func (m *fixedStepMethod) isFiniteAndBounded(p *Point) bool {
	for i, q := range p.Q {
		if !(math.Abs(q) < lost*m.n.QScale[i]) {
			return false
		}
	}
	return nanUnlessFinite(p.V)+nanUnlessFinite(p.X) == 0
}

// blown is the size of an unknown, in units of its scale, that says why a step failed.
const blown = 1e9

// fixedStepError makes the error of a step that cannot be shortened. Where the solution has
// blown up it names what grew most.
func (m *fixedStepMethod) fixedStepError(e error) error {
	c, _ := e.(*ConvergenceError)
	if e != nil && !IsRetry(e) && c == nil {
		return e
	}
	v := largestEntry{}
	m.updateLargestRelativeEntry(&v, RawPos, m.next.Q, m.n.QScale, 1)
	m.updateLargestRelativeEntry(&v, Speed, m.next.V, m.n.VScale, m.opt.FixedStep)
	m.updateLargestRelativeEntry(&v, State, m.next.X, m.n.XScale, 1)
	g := &ConvergenceError{T: m.now.T, H: m.next.T - m.now.T, WorstKind: v.kind, WorstIdx: v.idx}
	switch {
	case e == nil || v.val > blown:
		g.Reason = "the solution grows beyond bounds: the fixed step of this method is too long for the model, or the motion is unstable"
	case c != nil:
		g.Reason, g.WorstKind, g.WorstIdx = c.Reason+", and the step of this method is fixed", c.WorstKind, c.WorstIdx
	default:
		g.Reason, g.WorstKind, g.Err = "a shorter step is needed, but that of this method is fixed", NoKind, e
	}
	return g
}

// updateLargestRelativeEntry searches for the largest entry in units of its scale; NaN is the largest.
func (m *fixedStepMethod) updateLargestRelativeEntry(v *largestEntry, kind Kind, x, scale []float64, k float64) {
	for i, a := range x {
		a = math.Abs(a) * k / scale[i]
		if math.IsNaN(a) {
			a = math.Inf(1)
		}
		if a > v.val {
			*v = largestEntry{a, kind, i}
		}
	}
}

// InterpolateAt is the cubic through positions and speeds at both ends of the step.
func (m *fixedStepMethod) InterpolateAt(t float64, dst *Point) {
	m.interpolateCubic(t, dst, m.qd0, m.qd1)
}
