package integrate

import "math"

// Coefficients of the pair of order 5 and 4 of J. R. Dormand and P. J. Prince (1980), with the dense output of order 4 of E. Hairer, S. P. Nørsett and
// G. Wanner, Solving ODE I, II.5 and II.6. The last row of dp5A has the weights.
var (
	dp5C = [7]float64{0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1}
	dp5A = [7][]float64{
		{},
		{1. / 5},
		{3. / 40, 9. / 40},
		{44. / 45, -56. / 15, 32. / 9},
		{19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
		{9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
		{35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84},
	}
	dp5E = [7]float64{71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40}
	dp5D = [7]float64{-12715105075. / 11282082432, 0, 87487479700. / 32700410799, -10690763975. / 1880347072,
		701980252875. / 199316789632, -1453857185. / 822651844, 69997945. / 29380423}
)

// dopri5Fraction is the part of Tol that dopri5 keeps to. What it estimates is the error of a formula of order 4, and that of order 5 continues.
const dopri5Fraction = 0.3

// dopri5 is that pair on z = (q, v, x) with z' = (PositionRates(q, v), a, x') from the acceleration level, as dop853 is with more stages. It keeps its step
// where the Problem changes, and solves for the rates there once.
//
// The last two stages are rates at the same time in two places: the size of their difference over that of the places is an eigenvalue of the motion
// that is among the largest (E. Hairer, G. Wanner, Solving ODE II, IV.2).
type dopri5 struct {
	stepControl
	rateSolver
	p                      *Point // a stage
	start, end, z, e, last []float64
	k                      [7][]float64 // z' of the stages; 6 is the end of the step
	hStep                  float64      // of the step that InterpolateAt is for
	exact                  bool         // rates at the end of the step solve their equations exactly
	made                   int          // matrices that had been factored then
	resume                 bool         // the Problem has changed, and the step stays
	failed                 bool         // the last try was rejected
	stiffness              float64      // h times that eigenvalue, in the last step
	inverse                []float64    // of the scales of z
}

func (m *dopri5) Init(p Problem, start *Point, opt *Options) error {
	m.initStepControl(p, start, opt, dopri5Fraction)
	n := m.n
	nz := n.NQ + n.NV + n.NX
	for _, v := range []*[]float64{&m.start, &m.end, &m.z, &m.e, &m.last} {
		*v = make([]float64, nz)
	}
	for i := range m.k {
		m.k[i] = make([]float64, nz)
	}
	for _, scales := range [][]float64{n.QScale, n.VScale, n.XScale} {
		for _, v := range scales {
			m.inverse = append(m.inverse, 1/v)
		}
	}
	m.p = NewPoint(n)
	m.tol = m.accelerationTolerance()
	m.restart, m.stats.Order = true, 5
	return nil
}

// NotifyProblemChanged has the rates solved for again; the step stays as it is.
func (m *dopri5) NotifyProblemChanged() {
	m.resume = !m.restart
	m.linear = false
}

func (m *dopri5) Step(limit float64) error {
	switch {
	case m.restart:
		if err := m.initFirstStepAndStartAccelerations(); err != nil {
			return err
		}
	case m.resume:
		if err := m.solveRatesAfterChange(); err != nil {
			return err
		}
	}
	m.resume = false
	return m.advanceStep(m, limit)
}

// solveRatesAfterChange solves for the rates at now after the Problem has changed. The matrix may still be that of now, where it does not depend on laws.
func (m *dopri5) solveRatesAfterChange() error {
	m.pass.resetPoints(m.now)
	m.w.turns = 0
	if !m.exact || m.cut || !m.w.factored || m.w.passed || m.w.made != m.made || !m.w.isLinearInRates() {
		return m.solveRates(m.w, m.now, true)
	}
	if err := m.w.evaluateResiduals(m.now); err != nil {
		return err
	}
	m.stats.NewtonIterations++
	m.w.updateAccelerationsOnce(m.now)
	return nil
}

func (m *dopri5) attemptStep(t float64) (localError float64, converged bool, failure error) {
	p, h := m.p, t-m.now.T
	m.n.packPositions(m.start, m.now)
	m.storeSlopes(m.k[0], m.now)
	p.Copy(m.now)
	for i := 1; i < 6; i++ {
		p.T = m.now.T + dp5C[i]*h
		m.combineStagesInto(p, h, dp5A[i])
		if e := m.solveRates(m.w, p, i == 1); e != nil {
			return 0, false, markErrorAsRetry(e)
		}
		m.storeSlopes(m.k[i], p)
	}
	copy(m.last, m.z)
	end := m.next
	end.Copy(p)
	end.T = t
	m.combineStagesInto(end, h, dp5A[6])
	if e := m.w.solveAndProjectAtEnd(end, m.tol, m.rowTol, 10*m.rowTol); e != nil {
		return 0, false, markErrorAsRetry(e)
	}
	m.exact, m.made = m.w.isLinearInRates(), m.w.made
	m.storeSlopes(m.k[6], end)
	m.measureStiffness(h)
	n := m.n
	clear(m.e)
	m.addStages(m.e, h, dp5E[:])
	err := m.weightedErrorSize(h, m.e[:n.NQ], m.e[n.NQ:n.NQ+n.NV], m.e[n.NQ+n.NV:])
	if err*0 != 0 {
		return 0, false, errNaN
	}
	return err, true, nil
}

// measureStiffness compares the last two stages, in units of the scales; speeds count by what they move in the step.
func (m *dopri5) measureStiffness(h float64) {
	rates, places := 0.0, 0.0
	compare := func(from, to int, unit float64) {
		z, last, k, before := m.z[from:to], m.last[from:to], m.k[6][from:to], m.k[5][from:to]
		for i, w := range m.inverse[from:to] {
			rates, places = largerOf(rates, math.Abs(k[i]-before[i])*w*unit), largerOf(places, math.Abs(z[i]-last[i])*w*unit)
		}
	}
	n := m.n
	compare(0, n.NQ, 1)
	compare(n.NQ, n.NQ+n.NV, h)
	compare(n.NQ+n.NV, len(m.z), 1)
	m.stiffness = 0
	if places > rounding {
		m.stiffness = rates * h / places
	}
}

// combineStagesInto sets z to the start plus h a_j times the rates of stage j and brings it into p.
func (m *dopri5) combineStagesInto(p *Point, h float64, weights []float64) {
	copy(m.z, m.start)
	m.addStages(m.z, h, weights)
	m.unpackPositions(p, m.z)
}

// addStages adds h a_j times the rates of stage j to z, for all j.
func (m *dopri5) addStages(z []float64, h float64, weights []float64) {
	var kept struct {
		factor float64
		rates  []float64
	}
	for j, b := range weights {
		switch {
		case b == 0:
		case kept.rates == nil:
			kept.factor, kept.rates = h*b, m.k[j]
		default:
			addTwoScaled(z, kept.factor, kept.rates, h*b, m.k[j])
			kept.rates = nil
		}
	}
	if kept.rates != nil {
		addScaled(z, kept.factor, kept.rates)
	}
}

func (m *dopri5) stepReductionFactor(failures int, err float64) float64 {
	m.failed = true
	return reducedStepFactor(failures, err, 0.85, 5, 0.5)
}

func (m *dopri5) commitStep(err float64, _ bool) error {
	f := 5.0
	if m.failed {
		f, m.failed = 1, false
	}
	if err > 0 {
		f = min(f, max(0.85*math.Pow(err, -1./5), 0.2))
	}
	m.h, m.hStep = m.hUsed*f, m.hUsed
	m.n.packPositions(m.end, m.next)
	return nil
}

// InterpolateAt evaluates the dense output of the last step, of order 4; accelerations and what goes with them are those of a line. After an event it is that of
// the whole step, up to the event.
func (m *dopri5) InterpolateAt(t float64, dst *Point) {
	if m.interpolateAcrossSingularity(t, dst) {
		return
	}
	from, to := m.next, m.stepEndBeforeEventCut()
	θ := (t - from.T) / m.hStep
	r := 1 - θ
	m.n.packPositions(m.e, from)
	for l, y := range m.e {
		diff := m.end[l] - y
		b := m.hStep*m.k[0][l] - diff
		v := diff - m.hStep*m.k[6][l] - b
		for j, d := range dp5D {
			v += r * m.hStep * d * m.k[j][l]
		}
		m.e[l] = y + θ*(diff+r*(b+θ*v))
	}
	dst.T = t
	m.unpackPositions(dst, m.e)
	interpolateRates(dst, from, to, θ)
}
