package integrate

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

func init() { registerMethod(traits.NSC, func() Method { return new(nsc) }) }

// nsc is the method of Moreau and Jean for systems with one-sided conditions, impacts and dry friction
// (J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, 1988; M. Jean, The
// non-smooth contact dynamics method, 1999): speeds may jump, multipliers are impulses, and the laws of impact
// and friction are met at the end of the step on the level of velocities,
//
//	M (v⁺ − v) = h f(t+θh, q + θh v_θ, v_θ) + Jᵀ P,   v_θ = v + θ (v⁺ − v),
//	q⁺ = q ⊕ h (v + v⁺)/2,
//	P in its set, with c = J v⁺ + …, found by a solver of core/solve/vi.
//
// Forces are linearised at v⁺ = v; first-order states and algebraic unknowns go along in the same linear system.
// What is left of the errors of positions is taken away by a displacement at the end of the step. An impact within the step is located
// for: the step ends there, the speeds jump, and the next one continues (see nscsplit.go).
type nsc struct {
	fixedStepMethod
	ns     NonSmooth
	solver vi.Solver // as requested
	last   vi.Solver // where that one fails
	// Both again for displacements, which are projected.
	projector, lastProjector vi.Solver
	positionTol              float64
	qBefore                  []float64 // positions before a displacement
	solved                   *vi.Rows  // of the last step
	theta                    float64
	rho                      float64 // stiffness as of the last step
	mid                      *Point  // where forces are evaluated
	inc                      *Delta
	dv                       []float64
	gaps                     []Gap // at now
	slot                     int   // of gaps
	endGaps                  []Gap // at next
	off                      float64
	end                      []float64 // speeds at the end of the step, before an impact
	tangent2                 []float64
	place                    map[uint64]int32 // key → place in gaps
	fresh                    bool
	stepsSincePartials       int // steps since the partials were made
	splits                   stepSplitter
	slides                   []FrictionSlip
	impacts                  []Gap // of the impact at next
	gapsCurrent              bool  // gaps are those at now
}

// IsNonSmooth reports whether m is NSC.
func IsNonSmooth(m Method) bool { _, ok := m.(*nsc); return ok }

// Defaults of NSC.
const (
	defaultVITol = 1e-8
	// leastTheta is θ where nothing is stiff, mostDamping what a stiff model adds. Constant accelerations are integrated exactly with any θ,
	// as positions are moved by the mean of both speeds. With M (v⁺ − v) = −h K (q + θh v_θ) and K without bounds
	// the step has the determinant 1 − 1/θ + 1/(2θ²): vibrations that the step does not resolve keep their amplitude
	// for θ = 1/2 and lose 15 % a step for 0.6.
	leastTheta   = 0.5
	mostDamping  = 0.1
	mostHalvings = 3 // of a step whose inequalities are not solved
	admmIter     = 20000
	dearSteps    = 10 // that partials are kept for where they cost calls of user code
)

func (m *nsc) Init(p Problem, start *Point, opt *Options) error {
	ns, ok := p.(NonSmooth)
	if !ok {
		return fmt.Errorf("integrate: NSC needs a problem that implements NonSmooth")
	}
	m.ns = ns
	m.initFixed(p, start, opt, 2)
	o := vi.Options{Tol: m.opt.VITol, Iter: m.opt.VIMaxIter}
	var err error
	if m.solver, err = vi.NewSolver(m.opt.VISolver, o); err != nil {
		return err
	}
	if x, ok := ns.(SymmetricBlocks); ok {
		x.UseSymmetricBlocks(vi.NeedsSymmetricH(m.solver))
	}
	// What rows are off by after a step is at least what their rates are off by, times the step.
	m.positionTol = math.Max(m.opt.ConstrTol, m.opt.VITol*m.opt.FixedStep)
	o.Tol = m.positionTol
	if m.projector, err = vi.NewSolver(m.opt.VISolver, o); err != nil {
		return err
	}
	o.Iter = max(o.Iter, admmIter)
	if m.lastProjector, err = vi.NewSolver("admm", o); err != nil {
		return err
	}
	o.Tol = m.opt.VITol
	if m.last, err = vi.NewSolver("admm", o); err != nil {
		return err
	}
	m.mid, m.inc = NewPoint(m.n), NewDelta(m.n)
	m.dv, m.end, m.tangent2 = make([]float64, m.n.NV), make([]float64, m.n.NV), make([]float64, m.n.NV)
	m.qBefore = make([]float64, m.n.NQ)
	copy(m.end, start.V)
	m.place = map[uint64]int32{}
	m.restart, m.gapsCurrent, m.fresh = false, false, true
	m.splits = stepSplitter{}
	return m.assessStiffness()
}

// SolveNonSmoothStart sets accelerations and multipliers of p, which is to be the start, to those of the first step of a method that IsNonSmooth: nothing
// moves. The method has to be made again afterwards.
func SolveNonSmoothStart(method Method, p *Point) error {
	m := method.(*nsc)
	if err := m.listGapsAtStepStart(); err != nil {
		return m.fixedStepError(err)
	}
	m.theta = leastTheta + mostDamping*m.rho/(1+m.rho)
	m.chooseActiveConditions(m.opt.FixedStep, false)
	if _, err := m.stepOrHalve(m.opt.FixedStep); err != nil {
		return err
	}
	copy(p.A, m.next.A)
	copy(p.L, m.next.L)
	return nil
}

// NotifyProblemChanged forgets what was learned of the Problem.
func (m *nsc) NotifyProblemChanged() { m.gapsCurrent, m.fresh, m.splits = false, true, stepSplitter{} }

// assessStiffness assembles the first step's problem, to see how stiff it is and whether the solver refuses it.
func (m *nsc) assessStiffness() error {
	if err := m.listGapsAtStepStart(); err != nil {
		return err
	}
	h := m.opt.FixedStep
	m.mid.Copy(m.now)
	clear(m.mid.A)
	pr, err := m.ns.VelocityProblem(m.mid, Coef{h / 2, h * h / 4, h / 2}, h, 0, m.gaps, true)
	m.w.InvalidateFactors()
	if err != nil {
		return err
	}
	if r := vi.CheckSupported(m.solver, pr, m.dv); r != nil {
		return m.refusedError(r)
	}
	m.rho = m.ns.StiffnessRatio()
	return nil
}

// listGapsAtStepStart looks up the gaps at now.
func (m *nsc) listGapsAtStepStart() (err error) {
	if m.gapsCurrent {
		return nil
	}
	m.gaps, m.off, err = m.ns.AppendGaps(m.gaps[:0], m.slot, m.now, m.opt.FixedStep)
	m.gapsCurrent = err == nil
	return err
}

// Step takes one step, or the part of one up to an impact.
func (m *nsc) Step(limit float64) error {
	if limit <= m.now.T && !m.opt.Interpolate {
		return fmt.Errorf("integrate: step from t=%g to limit %g", m.now.T, limit)
	}
	if err := m.listGapsAtStepStart(); err != nil {
		return m.fixedStepError(err)
	}
	m.theta = leastTheta + mostDamping*m.rho/(1+m.rho)
	h, err := m.stepOrStopAtImpact(m.fixedStepMethod.stepEndTime(limit))
	if err != nil {
		return err
	}
	m.hUsed = h
	m.rho = m.ns.StiffnessRatio()
	m.stepsSincePartials++
	m.gaps, m.endGaps, m.slot = m.endGaps, m.gaps, 1-m.slot
	return m.advanceToNextPoint()
}

// stepOrStopAtImpact makes next the end of a step to t, of the part of it up to an impact, or of shorter steps where rows of positions are not
// met. It returns its length.
func (m *nsc) stepOrStopAtImpact(t float64) (taken float64, err error) {
	splits := m.splits
	for n, long := 0, t-m.now.T; ; n++ {
		impacts := m.stats.Impacts
		h, hit, err := m.stepToFirstImpact(long)
		if err != nil {
			return h, err
		}
		if m.next.T = m.now.T + h; h == t-m.now.T {
			m.next.T = t
		}
		if !m.isFiniteAndBounded(m.next) {
			return h, m.fixedStepError(nil)
		}
		copy(m.end, m.next.V)
		m.impacts = m.impacts[:0]
		if hit {
			if err := m.applyImpact(h); err != nil {
				return h, err
			}
		}
		ok, err := m.projectOntoRows()
		if err != nil {
			return h, err
		}
		if ok {
			m.stats.PositionResidual = math.Max(m.stats.PositionResidual, m.largestRowError())
			return h, nil
		}
		if n == mostHalvings {
			return h, m.rowsViolatedError(h)
		}
		m.stats.Rejected++
		m.stats.Impacts, m.splits, long = impacts, splits, h/2
	}
}

// advanceToNextPoint is that of stepControl, but that an event found by the watch makes a new list.
func (m *nsc) advanceToNextPoint() error {
	t := m.next.T
	if x, ok := m.ns.(ImpactObserver); ok {
		x.NotifyImpacts(m.next, m.impacts)
	}
	err := m.fixedStepMethod.advanceToNextPoint()
	if m.now.T != t || m.restart {
		m.restart = false
		m.NotifyProblemChanged()
		copy(m.end, m.now.V)
	}
	return err
}

// stepOrHalve makes the step of h, halves of it where its inequalities are not solved, and returns what it came to.
func (m *nsc) stepOrHalve(h float64) (taken float64, err error) {
	for n := 0; ; n++ {
		res, err := m.trialStep(h, m.solver)
		if err == nil && res.Status == vi.Converged {
			return h, nil
		}
		if err != nil && !IsRetry(err) {
			return h, err
		}
		m.stats.Rejected++
		if n < mostHalvings {
			h /= 2
			continue
		}
		if err == nil {
			if res, err = m.trialStep(h, m.last); err == nil && res.Status == vi.Converged {
				return h, nil
			}
		}
		if err != nil && !IsRetry(err) {
			return h, err
		}
		return h, m.unsolvedError(m.now.T, h, &res, err)
	}
}

// trialStep sets next to the end of a step of h.
func (m *nsc) trialStep(h float64, s vi.Solver) (vi.Result, error) {
	a, p, n := m.now, m.mid, m.next
	th := m.theta * h
	for i, v := range a.V {
		m.tangent[i] = th * v
	}
	p.Copy(a)
	p.T = a.T + th
	m.p.MovePositions(p.Q, a.Q, m.tangent)
	clear(p.A)
	addScaled(p.X, th, a.XDot)
	fresh := m.fresh || !m.opt.DearPartials || m.stepsSincePartials >= dearSteps
	pr, err := m.ns.VelocityProblem(p, Coef{th, m.theta * th * h, th}, h, h-th, m.gaps, fresh)
	m.w.InvalidateFactors()
	m.stats.Evaluations++
	if err != nil {
		return vi.Result{}, err
	}
	if fresh {
		m.fresh, m.stepsSincePartials = false, 0
		m.stats.Jacobians++
	}
	clear(m.dv)
	res, err := m.iterateBounds(s, pr, h)
	if err != nil || res.Status == vi.Failed {
		return res, err
	}
	m.ns.IncrementsFromSpeedChange(m.inc, m.dv, h)
	n.T = a.T + h
	for i, d := range m.dv {
		n.V[i] = a.V[i] + d
		m.tangent[i] = h * (a.V[i] + d/2)
	}
	m.p.MovePositions(n.Q, a.Q, m.tangent)
	copy(n.A, m.inc.A)
	for i, d := range m.inc.XDot {
		n.XDot[i] = a.XDot[i] + d
		n.X[i] = a.X[i] + h*n.XDot[i]
	}
	for i, d := range m.inc.Y {
		n.Y[i] = a.Y[i] + d
	}
	copy(n.L, m.inc.L)
	return res, nil
}

// mostBounds is how often the bounds of a step may follow its multipliers.
const mostBounds = 50

// iterateBounds solves the problem of a step of h again and again until its bounds stay.
func (m *nsc) iterateBounds(s vi.Solver, pr *vi.Problem, h float64) (vi.Result, error) {
	b, ok := m.ns.(BoundUpdater)
	for n := 0; ; n++ {
		res, err := m.solveVIAndCountWork(s, pr)
		if err != nil || !ok || res.Status == vi.Failed || res.Status != vi.Converged {
			return res, err
		}
		change, err := b.UpdateFrictionBounds(h)
		tol := m.opt.VITol
		if tol == 0 {
			tol = defaultVITol
		}
		if err != nil || change <= tol {
			return res, err
		}
		if n == mostBounds {
			res.Status, res.Residual, res.Cause = vi.Stalled, change, fmt.Errorf("friction bounds and the normal forces that they follow did not converge")
			return res, nil
		}
	}
}

// solveVIAndCountWork solves a problem and counts.
func (m *nsc) solveVIAndCountWork(s vi.Solver, pr *vi.Problem) (vi.Result, error) {
	res, err := s.Solve(pr, m.dv)
	m.addSolverWork(&res)
	m.solved = pr.Rows
	if err != nil {
		if r, ok := err.(*vi.RefusedError); ok {
			return res, m.refusedError(r)
		}
		err = &ConvergenceError{T: m.now.T, H: m.opt.FixedStep, Reason: "the inequalities have no solution here", Err: err}
	}
	if err == nil && res.Status == vi.Converged {
		m.stats.VIResidual = math.Max(m.stats.VIResidual, res.Residual)
	}
	return res, err
}

func (m *nsc) addSolverWork(res *vi.Result) {
	m.stats.NewtonIterations += res.Iterations
	m.stats.VIIterations += res.Iterations + res.Sweeps
	m.stats.Factorizations += res.Factorizations
	m.stats.VISolves++
}

// InterpolateAt is the parabola of the step: speeds go from those at its start to those at its end, before an impact.
func (m *nsc) InterpolateAt(t float64, dst *Point) {
	a, b := m.next, m.now
	h := b.T - a.T
	if h <= 0 {
		dst.Copy(b)
		return
	}
	x := (t - a.T) / h
	dst.Copy(b)
	dst.T = t
	// From the end backwards, so that the end is met.
	for i := range dst.V {
		v := a.V[i] + x*(m.end[i]-a.V[i])
		dst.V[i] = v
		m.tangent2[i] = (t - b.T) * (v + m.end[i]) / 2
	}
	m.p.MovePositions(dst.Q, b.Q, m.tangent2)
	for i := range dst.X {
		dst.X[i] = b.X[i] + (t-b.T)*b.XDot[i]
	}
}
