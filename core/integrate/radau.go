package integrate

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// radauFraction is the part of Tol that RADAU keeps its estimate to. The
// estimate is of order s, the solution of order 2s-1: the error is far below.
const radauFraction = 0.1

func init() { registerMethod(traits.RADAU, func() Method { return new(radau) }) }

// radau is Radau IIA of s = 3, 5 or 7 stages (orders 5, 9, 13) on the
// acceleration level: the unknowns of stage i are (a, x', y, λ)_i with
//
//	v_i = v + h Σ a_ij a_j,  x_i = x + h Σ a_ij x'_j,  q_i = q + h Σ a_ij PositionRates(q_j, v_j),
//
// and rows G a + γ = 0. Increments of stages A_i move v_i by h Σ a_ij A_j and q_i,
// as tangent vectors, by h² Σ (a²)_ij A_j, so with the eigenvalues μ of a the Newton
// matrix falls into matrices with Coef{hμ, (hμ)², hμ}: one real and (s-1)/2 complex.
// At the end of the step positions and speeds are projected in the metric of the
// real one.
//
// Why on the acceleration level? All unknowns keep the full order 2s-1, where
// multipliers of index 3 have order s-1 (Hairer, Lubich and Roche 1989), nothing is
// divided by h or h², and what the rows drift within one step is below the local error.
//
// The step size follows the embedded formula of order s (Hairer and Wanner, IV.8),
// taken raw while that does; where it does not let the step grow, behind the
// operator (I - hγJ)⁻¹ that takes stiff parts out.
type radau struct {
	stepControl
	st    Stages
	tab   *collocation
	order int // 2s-1

	p     []*Point  // of the stages, q not normalised in rawQ
	rawQ  []float64 // s × NQ
	kq    []float64 // s × NQ, position rates of the stages
	rhs   []*Residual
	inc   []*Delta // increments of the stages
	zr, z *Delta   // transformed increments
	coefs []ComplexCoef
	hMat  float64 // step that the matrices were factored for
	ours  bool    // the real matrix factored last is ours

	// a, x', y, λ at the start and the stages of the last step, each rates.
	past   [][]float64
	guess  []float64
	basis  []float64
	hPast  float64 // 0: no last step
	hStep  float64 // of the last step, for InterpolateAt
	errQ   []float64
	probe  *Point
	stiff  bool // the raw estimate overrates
	rising bool // the first steps: nothing was rejected yet
}

func (m *radau) Init(p Problem, start *Point, opt *Options) error {
	st, ok := p.(Stages)
	if !ok {
		return errors.New("integrate: RADAU needs a Problem with complex matrices (Stages)")
	}
	m.initStepControl(p, start, opt, radauFraction)
	m.st = st
	m.tab = newRadauIIA(radauStages(&m.opt))
	n, s := m.n, m.tab.s
	m.order = 2*s - 1
	m.rawQ, m.kq = make([]float64, s*n.NQ), make([]float64, s*n.NQ)
	m.p, m.rhs, m.inc, m.past = nil, nil, nil, nil
	nr := n.NV + n.NX + n.NY + n.NL
	for range s {
		m.p, m.rhs, m.inc = append(m.p, NewPoint(n)), append(m.rhs, NewResidual(n)), append(m.inc, NewDelta(n))
	}
	for range s + 1 {
		m.past = append(m.past, make([]float64, nr))
	}
	m.guess, m.basis = make([]float64, nr), make([]float64, s+1)
	m.zr, m.z, m.errQ, m.probe = NewDelta(n), NewDelta(n), make([]float64, n.NQ), NewPoint(n)
	m.coefs = make([]ComplexCoef, len(m.tab.pair))
	m.kappa = 0.001
	m.restart, m.ours = true, false
	return nil
}

// radauStages is the number of stages for the order wished for, else for the
// tolerance: more stages pay where the step is short because of the tolerance alone.
func radauStages(o *Options) int {
	switch {
	case o.MaxOrder >= 13:
		return 7
	case o.MaxOrder >= 9:
		return 5
	case o.MaxOrder > 0 || o.Tol > radauLoose:
		return 3
	case o.Tol > radauTight:
		return 5
	}
	return 7
}

const radauLoose, radauTight = 3e-4, 1e-8

func (m *radau) Step(limit float64) error {
	if m.restart {
		if err := m.beginAtNow(); err != nil {
			return err
		}
	}
	return m.advanceStep(m, limit)
}

// beginAtNow begins at now.
func (m *radau) beginAtNow() error {
	if err := m.initFirstStepAndStartAccelerations(); err != nil {
		return err
	}
	m.hPast, m.ours, m.renew, m.rising, m.stiff = 0, false, true, true, false
	return nil
}

func (m *radau) attemptStep(t float64) (localError float64, converged bool, failure error) {
	h := t - m.now.T
	m.predictStages(t, h)
	ok, e := m.solveStages(h)
	m.next.Copy(m.p[m.tab.s-1])
	m.next.T = t
	if !ok {
		if e == nil && m.isSmallestStep(h) && m.projectStepEnd() != nil { // it cannot be taken
			m.moved = math.Inf(1)
		}
		return 0, false, e
	}
	err, e := m.estimateLocalError(h)
	if e != nil || err > 1 && !m.isSmallestStep(h) {
		return err, e == nil, e
	}
	return err, true, m.projectStepEnd()
}

// predictStages extrapolates what the stages of the last step had.
func (m *radau) predictStages(t, h float64) {
	n := m.n
	for i, p := range m.p {
		p.T = m.now.T + m.tab.c[i]*h
		if m.hPast == 0 {
			copyRateGuess(p, m.now)
		} else {
			m.tab.lagrangeValues(m.basis, 1+m.tab.c[i]*h/m.hPast)
			clear(m.guess)
			for j, z := range m.past {
				addScaled(m.guess, m.basis[j], z)
			}
			n.unpackRates(p, m.guess)
		}
		copy(m.rawQ[i*n.NQ:(i+1)*n.NQ], m.now.Q)
	}
	m.p[m.tab.s-1].T = t
	m.setStagePositions(h)
}

// setStagePositions sets speeds, states and positions of the stages from their rates. The
// stages of positions depend on each other where rates depend on positions
// (rotations): sweeps until they stay put, each h|ω| times better than the last.
func (m *radau) setStagePositions(h float64) {
	nq := m.n.NQ
	for i, p := range m.p {
		copy(p.V, m.now.V)
		copy(p.X, m.now.X)
		for j, q := range m.p {
			addScaled(p.V, h*m.tab.a[i][j], q.A)
			addScaled(p.X, h*m.tab.a[i][j], q.XDot)
		}
	}
	last := math.Inf(1)
	for range sweepsMost {
		for i, p := range m.p {
			m.computeStagePositionRates(i, p)
		}
		move := 0.0
		for i := range m.p {
			q := m.rawQ[i*nq : (i+1)*nq]
			for l, q0 := range m.now.Q {
				x := 0.0
				for j, a := range m.tab.a[i] {
					x += a * m.kq[j*nq+l]
				}
				x = q0 + h*x
				move = math.Max(move, math.Abs(x-q[l])*m.wt.q[l])
				q[l] = x
			}
		}
		if move <= sweepTol || move*m.wt.tol <= 4*m.wt.eps && move >= last {
			break
		}
		last = move
	}
	clear(m.tangent)
	for i, p := range m.p {
		m.stepControl.p.MovePositions(p.Q, m.rawQ[i*nq:(i+1)*nq], m.tangent)
	}
}

const (
	sweepsMost = 12
	sweepTol   = 1e-4 // in units of the tolerance
)

func (m *radau) computeStagePositionRates(i int, p *Point) {
	nq := m.n.NQ
	m.stepControl.p.PositionRates(m.kq[i*nq:(i+1)*nq], m.rawQ[i*nq:(i+1)*nq], p.V)
}

// projectStepEnd projects next, in the metric of the real matrix.
func (m *radau) projectStepEnd() error {
	p := m.next
	last := math.Inf(1)
	for range accelMaxIt {
		if e := m.w.evaluateResiduals(p); e != nil {
			return e
		}
		rows := m.w.projectOnce(p, m.rowTol, 10*m.rowTol)
		if rows <= 1 {
			return nil
		}
		if rows > m.w.slow*last {
			break
		}
		last = rows
	}
	m.renew = true
	return errRows
}

func (m *radau) stepReductionFactor(failures int, err float64) float64 {
	m.rising = false
	return reducedStepFactor(failures, err, 0.9, float64(m.tab.s+1), 0.25)
}

func (m *radau) commitStep(err float64, jump bool) error {
	n, h := m.n, m.hUsed
	n.packRates(m.past[0], m.now)
	for i, p := range m.p {
		n.packRates(m.past[i+1], p)
	}
	m.hPast, m.hStep = h, h
	m.stats.Order = m.order
	most := 5.0
	if m.rising {
		most = 100
	}
	f := most
	if err > 0 {
		f = math.Min(most, 0.9*math.Pow(err, -1/float64(m.tab.s+1)))
	}
	if f < 1 || f > 1.1 {
		m.h = h * math.Max(f, 0.2)
	} else {
		m.h = h
	}
	return nil
}

// InterpolateAt evaluates the collocation polynomial of the last step.
func (m *radau) InterpolateAt(t float64, dst *Point) {
	if m.interpolateAcrossSingularity(t, dst) {
		return
	}
	n, from := m.n, m.next
	θ := (t - from.T) / m.hStep
	dst.T = t
	copy(m.errQ, from.Q)
	copy(dst.V, from.V)
	copy(dst.X, from.X)
	m.tab.lagrangeIntegrals(m.basis, θ)
	for i, p := range m.p {
		k := m.hStep * m.basis[i]
		addScaled(m.errQ, k, m.kq[i*n.NQ:(i+1)*n.NQ])
		addScaled(dst.V, k, p.A)
		addScaled(dst.X, k, p.XDot)
	}
	clear(m.tangent)
	m.stepControl.p.MovePositions(dst.Q, m.errQ, m.tangent)
	m.tab.lagrangeValues(m.basis, θ)
	clear(m.guess)
	for i, z := range m.past {
		addScaled(m.guess, m.basis[i], z)
	}
	n.unpackRates(dst, m.guess)
}
