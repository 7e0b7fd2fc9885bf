package integrate

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// hhtFraction is the part of Tol that HHT keeps to at controlled step.
const hhtFraction = 1e-3

func init() {
	registerMethod(traits.HHT, func() Method { return new(hht) })
	registerMethod(traits.NEWMARK, func() Method { return &hht{newmark: true} })
}

// hht is the method of Hilber, Hughes and Taylor in Lie-group form for index 3,
// in the variant that fulfils the equations of motion exactly at the end of
// each step and averages through an auxiliary acceleration b:
//
//	b⁺ = (1+α) a⁺ - α a,                       b ≈ a(t + α h)
//	q⁺ = q ⊕ (h v + h² ((1/2-β) b + β b⁺))
//	v⁺ = v + h ((1-γ) b + γ b⁺)
//	x⁺ = x + h ((1-γ) c + γ c⁺),  c⁺ = (1+α) x'⁺ - α x'
//
// with -1/3 ≤ α ≤ 0, γ = 1/2-α, β = (1-α)²/4. Expanding about t, the error of
// a step is h³ a' (α/2+β-1/6) = h³ a' (1/12+α²/4) in q and
// h³ x”' (1/12-α²/2) in x. Because b belongs to t + α h, it is carried over
// a change of step by b - a ∝ h, and begins as a + α h a': a start from b = a
// costs the multipliers their second order for as long as the error rings.
// Increments of a⁺ move v⁺ by (1+α) γ h and q⁺ by (1+α) β h².
//
// The position correction u of index 2 is solved for in every iteration. A rest of it, however small, is
// carried to the next step, and a rest ε of positions is one of ε/h² in accelerations: at steps of 1e-5 s
// what 1e-13 leaves was a hundred times the error of the method.
//
// Newmark's method is the one with α = 0, γ = 1/2 and β = (γ+1/2)²/4 unless given. First-order states, which are no part of it, then have the
// α of HHT: by the trapezoidal rule rates of fast states, and of those that follow reactions, alternate for ever and hold steps short.
type hht struct {
	stepControl
	newmark            bool
	alpha, beta, gamma float64
	alphaX, gammaX     float64   // of first-order states
	b, bn, c, cn       []float64 // auxiliary rates at the start of the step (n: at its end)
	b0, c0             []float64 // b, c brought to the step under way
	slope, slope2      *Delta    // divided differences of a, x', y, l
	hLast              float64
	cq, cx             float64
	step               float64
	dA, dX             []float64
	u, uLast           []float64 // NV, position correction of the stabilised index 2
	dense              denseOutput
}

func (m *hht) Init(p Problem, start *Point, opt *Options) error {
	m.positional = slices.Contains(p.Layout().RowLevel, Position)
	m.initStepControl(p, start, opt, hhtFraction)
	m.setCoefficients()
	m.cq = math.Max(math.Abs(m.alpha/2+m.beta-1./6), 1./24)
	m.cx = math.Max(math.Abs(m.alphaX*m.alphaX/2+m.gammaX*m.alphaX+m.gammaX/2-1./6), 1./24)
	m.exactRows = true
	m.kappa, m.ctrlV, m.wt.speeds = 1e-2, 1, true
	m.wt.updateWeights(m.n, m.now, m.opt.RelTol, m.opt.Tol)
	m.opt.Index = 2
	n := m.n
	flat := make([]float64, 6*n.NV+4*n.NX)
	cut := func(k int) (s []float64) { s, flat = flat[:k:k], flat[k:]; return }
	m.b, m.bn, m.b0, m.dA, m.u, m.uLast = cut(n.NV), cut(n.NV), cut(n.NV), cut(n.NV), cut(n.NV), cut(n.NV)
	m.c, m.cn, m.c0, m.dX = cut(n.NX), cut(n.NX), cut(n.NX), cut(n.NX)
	m.slope, m.slope2 = NewDelta(n), NewDelta(n)
	m.dense = newDenseOutput(n)
	m.restart = true
	return nil
}

// setCoefficients sets α, β and γ.
func (m *hht) setCoefficients() {
	m.alpha = m.opt.Alpha
	if m.alpha == 0 && !m.opt.AlphaSet && !m.newmark {
		m.alpha = traits.TraitsByIntegratorName(traits.HHT).Alpha
	}
	m.gamma, m.beta = m.opt.Gamma, m.opt.Beta
	if m.gamma == 0 {
		m.gamma = 0.5 - m.alpha
	}
	if m.beta == 0 {
		m.beta = (m.gamma + 0.5) * (m.gamma + 0.5) / 4 // (1-α)²/4 with γ = 1/2 - α
	}
	if m.alphaX, m.gammaX = m.alpha, m.gamma; m.newmark && m.gamma <= 0.5 {
		m.alphaX = traits.TraitsByIntegratorName(traits.HHT).Alpha
		m.gammaX = 0.5 - m.alphaX
	}
}

func (m *hht) Step(limit float64) error { return m.advanceAfterStart(m, limit) }

func (m *hht) prepareOrTakeFirstStep(limit float64) (done bool, err error) {
	if m.areStartAccelerationsStale() {
		if err = m.solveStartAccelerations(); err != nil {
			return false, err
		}
	}
	m.restart = false
	m.stats.Order = 2
	if m.opt.FixedStep > 0 {
		m.opt.H0 = 1e-6
		m.opt.HMax = math.Max(m.opt.HMax, m.opt.FixedStep)
	}
	h, taylor, err := m.firstStepSize()
	if err != nil {
		return false, err
	}
	m.setDividedDifferences(false)
	if m.h = h; m.opt.FixedStep > 0 {
		m.h, taylor = m.opt.FixedStep, false
	}
	if taylor && m.next.T < limit {
		m.taylor = true
		return true, m.acceptStep(m, m.next.T, 0, false)
	}
	m.initAuxiliaryRates(m.now)
	return false, nil
}

// setDividedDifferences takes the divided differences from now to next; second reports that
// those of the step before are there.
func (m *hht) setDividedDifferences(secondToo bool) {
	a, b, s, s2 := m.now, m.next, m.slope, m.slope2
	h := b.T - a.T
	k := 0.0
	if secondToo {
		k = 1 / (h + m.hLast)
	}
	dividedDifferences(s.A, s2.A, a.A, b.A, 1/h, k)
	dividedDifferences(s.XDot, s2.XDot, a.XDot, b.XDot, 1/h, k)
	dividedDifferences(s.Y, s2.Y, a.Y, b.Y, 1/h, k)
	dividedDifferences(s.L, s2.L, a.L, b.L, 1/h, k)
}

// dividedDifferences sets first to (b-a) inverseStep and second to the change of first times inverseSpan.
func dividedDifferences(first, second, a, b []float64, inverseStep, inverseSpan float64) {
	for i := range first {
		n := inverseStep * (b[i] - a[i])
		second[i] = inverseSpan * (n - first[i])
		first[i] = n
	}
}

// initAuxiliaryRates begins at p with the auxiliary rates of a smooth motion.
func (m *hht) initAuxiliaryRates(p *Point) {
	m.hLast = m.h
	clear(m.uLast)
	for i, a := range p.A {
		m.b[i] = a + m.alpha*m.h*m.slope.A[i]
	}
	for i, x := range p.XDot {
		m.c[i] = x + m.alphaX*m.h*m.slope.XDot[i]
	}
}

func (m *hht) attemptStep(t float64) (localError float64, converged bool, failure error) {
	h := t - m.now.T
	m.step, m.next.T = h, t
	for i, a := range m.now.A {
		m.b0[i] = a + h/m.hLast*(m.b[i]-a)
	}
	for i, x := range m.now.XDot {
		m.c0[i] = x + h/m.hLast*(m.c[i]-x)
	}
	k := (1 + m.alpha) * h
	ok, e := m.iterateNewton(m, Coef{k * m.gamma, k * h * m.beta, (1 + m.alphaX) * h * m.gammaX})
	if !ok {
		return 0, false, e
	}
	return m.estimateLocalError(), true, nil
}

func (m *hht) startIterationAtPrediction() {
	a, p, h := m.now, m.next, m.step
	m.predictCorrection(h / m.hLast)
	copyRateGuess(p, a)
	extrapolateQuadratic(p.A, m.slope.A, m.slope2.A, h, h*(h+m.hLast))
	extrapolateQuadratic(p.XDot, m.slope.XDot, m.slope2.XDot, h, h*(h+m.hLast))
	extrapolateQuadratic(p.Y, m.slope.Y, m.slope2.Y, h, h*(h+m.hLast))
	extrapolateQuadratic(p.L, m.slope.L, m.slope2.L, h, h*(h+m.hLast))
	m.setPositionsFromRates()
}

// correctionSteps is the number of steps after which the position correction begins from zero.
const correctionSteps = 8

// predictCorrection sets u to that of the step before, brought to a step stepRatio times as long; it is of third order. Newton's iteration alters it
// by vectors M⁻¹ Gᵀ μ of the current pose only, so what it has along the free motion stays: where gradients of rows have turned, uLast has
// such a part, which moves bodies off their motion in each step and grows with the step. Beginning from zero now and then ends that; in each
// step it would cost iterations.
func (m *hht) predictCorrection(stepRatio float64) {
	k := stepRatio * stepRatio * stepRatio
	if m.stats.Steps%correctionSteps == 0 {
		k = 0
	}
	for i, u := range m.uLast {
		m.u[i] = k * u
	}
}

func extrapolateQuadratic(dst, s, s2 []float64, k, k2 float64) {
	for i := range dst {
		dst[i] += k*s[i] + k2*s2[i]
	}
}

func (m *hht) applyUpdate(u, second *Delta) {
	p := m.next
	if second != nil {
		addScaled(m.u, m.coef.Q, second.A)
	}
	addDeltaToPoint(p, 1, u)
	m.setPositionsFromRates()
}

// setPositionsFromRates sets positions, speeds and states from the rates.
func (m *hht) setPositionsFromRates() {
	s, p, h := m.now, m.next, m.step
	for i, a := range p.A {
		b := (1+m.alpha)*a - m.alpha*s.A[i]
		m.bn[i] = b
		m.tangent[i] = h*(s.V[i]+h*((0.5-m.beta)*m.b0[i]+m.beta*b)) + m.u[i]
		p.V[i] = s.V[i] + h*((1-m.gamma)*m.b0[i]+m.gamma*b)
	}
	m.p.MovePositions(p.Q, s.Q, m.tangent)
	for i, x := range p.XDot {
		c := (1+m.alphaX)*x - m.alphaX*s.XDot[i]
		m.cn[i] = c
		p.X[i] = s.X[i] + h*((1-m.gammaX)*m.c0[i]+m.gammaX*c)
	}
}

// estimateLocalError is the local error in units of the tolerance. Third derivatives of
// states (and speeds) come from the difference between x' and its
// extrapolation, h (h+hLast)/2 x”'.
func (m *hht) estimateLocalError() float64 {
	if m.opt.FixedStep > 0 {
		return 0
	}
	h, s, p := m.step, m.now, m.next
	for i, a := range p.A {
		m.dA[i] = m.cq * h * h * (a - s.A[i])
	}
	m.p.PositionRates(m.raw, p.Q, m.dA)
	m.stepControl.worst = largestEntry{}
	v := &m.stepControl.worst
	v.updateLargestWeighted(RawPos, m.raw, m.wt.q)
	m.updateLargestRotation(v)
	k := m.cx * h * 2 * h / (h + m.hLast)
	for i, x := range p.XDot {
		m.dX[i] = k * (x - s.XDot[i] - h*m.slope.XDot[i])
	}
	v.updateLargestWeighted(State, m.dX, m.wt.x)
	if ctrl := m.speedErrorWeight(); ctrl > 0 {
		for i, a := range p.A {
			m.dA[i] = ctrl * k * (a - s.A[i] - h*m.slope.A[i])
		}
		v.updateLargestWeighted(Speed, m.dA, m.wt.v)
	}
	return v.val
}

func (m *hht) errorOfTrial() float64 { return m.estimateLocalError() }

func (m *hht) stepReductionFactor(failures int, err float64) float64 {
	if failures > 2 {
		return 0.25
	}
	return math.Max(orderCandidate{2, err}.growthFactor(0.9, 0.9), 0.2)
}

func (m *hht) commitStep(err float64, jump bool) error {
	m.recordAcceptedStep()
	if m.taylor {
		m.taylor = false
		m.initAuxiliaryRates(m.next)
		return nil
	}
	m.setDividedDifferences(true)
	m.hLast = m.step
	m.u, m.uLast = m.uLast, m.u
	m.b, m.bn = m.bn, m.b
	m.c, m.cn = m.cn, m.c
	switch {
	case m.opt.FixedStep > 0:
		m.h = m.opt.FixedStep
	case jump:
		m.h = 2 * m.step
	default:
		m.chooseNextStep(err)
	}
	return nil
}

// chooseNextStep chooses the next step.
func (m *hht) chooseNextStep(err float64) {
	f := orderCandidate{2, err}.growthFactor(0.9, 3)
	switch {
	case f < 1:
		m.h = m.step * math.Max(f, 0.5)
	case f >= minGrow || m.step*f >= m.opt.HMax:
		m.h = math.Max(m.h, m.step*f)
	default:
		m.h = math.Min(m.h, m.step*minGrow)
	}
}

// interpolateCubic is the interpolant of the methods that keep nothing but the ends of a step;
// qd0 and qd1 are room for the rates of positions there.
func (c *stepControl) interpolateCubic(t float64, dst *Point, qd0, qd1 []float64) {
	a, b := c.next, c.stepEndBeforeEventCut()
	h := b.T - a.T
	s := (t - a.T) / h
	dst.T = t
	c.p.PositionRates(qd0, a.Q, a.V)
	c.p.PositionRates(qd1, b.Q, b.V)
	clear(c.tangent)
	evalHermiteCubic(dst.Q, a.Q, b.Q, qd0, qd1, h, s)
	c.p.MovePositions(dst.Q, dst.Q, c.tangent)
	evalHermiteCubic(dst.V, a.V, b.V, a.A, b.A, h, s)
	evalHermiteCubic(dst.X, a.X, b.X, a.XDot, b.XDot, h, s)
	interpolateRates(dst, a, b, s)
}

// evalHermiteCubic is the cubic with values y0, y1 and rates d0, d1 at s = 0, 1.
func evalHermiteCubic(dst, y0, y1, d0, d1 []float64, h, s float64) {
	r := 1 - s
	for i := range dst {
		dst[i] = r*r*(1+2*s)*y0[i] + s*s*(1+2*r)*y1[i] + h*s*r*(r*d0[i]-s*d1[i])
	}
}
