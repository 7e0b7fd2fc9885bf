package integrate

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// abamFraction is the part of Tol that ABAM keeps to.
const abamFraction = 0.01

// abamMotion is the part of the bound by the motion that steps keep to. With orders up to 12 a tenth costs one evaluation in sixty, and
// orbits that pass near their centre are ten times as exact.
const abamMotion = 0.1

const adamsMaxOrder = 12

func init() { registerMethod(traits.ABAM, func() Method { return new(abam) }) }

// abam is Adams-Bashforth-Moulton of variable order and step as predict,
// evaluate, correct, evaluate, on z = (q, v, x) with z' = f from the
// acceleration level, and projection onto positions and speeds of the
// constraints before the last evaluation.
//
// With P the polynomial through the newest k values of f and d the difference
// between f at the predicted point and P there,
//
//	predict  z_P = z + ∫ P,   correct  z⁺ = z_P + d g_k,
//	g_m = ∫ Π_{j=1..m} (s - t_{n+1-j})/ψ⁺_j ds  over the step,
//
// which is the corrector of order k+1; that of order k differs by
// (g_k - g_{k-1}) d, the estimate of the local error. The integrals are taken by Gauss's
// rule with 7 points, exact up to degree 13: all that orders to 12 need.
//
// The projection changes z, by less than the local error, and so the start of
// the next step, but not the history, which consists of values of f at
// projected points.
type abam struct {
	stepControl
	orderControl
	hist     *differenceHistory // of (q', v', x', y, l)
	z        []float64
	fp, tmp  []float64
	weight   []float64
	g, gs    []float64 // ∫ of the predictor's and the corrector's products
	accelTol float64
}

func (m *abam) Init(p Problem, start *Point, opt *Options) error {
	o := *opt
	o.MotionTol *= abamMotion
	m.initStepControl(p, start, &o, abamFraction)
	n := m.n
	m.orderControl.setOrderRange(adamsMaxOrder, m.opt.MaxOrder)
	nf := n.NQ + n.NV + n.NX + n.NY + n.NL
	m.hist = newDifferenceHistory(m.maxK+2, nf)
	m.z, m.fp, m.tmp = make([]float64, nf), make([]float64, nf), make([]float64, nf)
	m.weight = make([]float64, nf)
	m.g, m.gs = make([]float64, adamsMaxOrder+2), make([]float64, adamsMaxOrder+2)
	m.accelTol = m.accelerationTolerance()
	m.restart = true
	return nil
}

func (m *abam) Step(limit float64) error {
	if m.restart {
		if err := m.initFirstStepAndStartAccelerations(); err != nil {
			return err
		}
		m.orderControl.resetToLowest()
		m.unrejected = true
		m.hist.resetHistory(m.now.T, m.h, 1)
		m.copyRatesFromPoint(m.hist.phi[0], m.now)
	}
	return m.advanceStep(m, limit)
}

// copyRatesFromPoint sets f from a point, with the algebraic unknowns behind.
func (m *abam) copyRatesFromPoint(f []float64, p *Point) {
	n := m.n
	m.p.PositionRates(f[:n.NQ], p.Q, p.V)
	n.packRates(f[n.NQ:], p)
}

func (m *abam) attemptStep(t float64) (localError float64, converged bool, failure error) {
	n, p, k := m.n, m.next, m.k
	m.hist.prepareTime(t)
	m.fillIntegralCoefficients(t)
	m.hist.predict(m.fp, nil, k)
	n.packPositions(m.z, m.now)
	for i := range k {
		addScaled(m.z, m.g[i], m.hist.phi[i])
	}
	p.T = t
	n.unpackRates(p, m.fp[n.NQ:])
	m.unpackPositions(p, m.z)
	if e := m.w.refactorAtPredictionIfSlow(p); e != nil {
		return 0, false, markErrorAsRetry(e)
	}
	// Its rows need not be closer than the local error, unless that is steep near a
	// singular configuration.
	rows := math.Max(m.rowTol, m.wt.tol)
	if e := m.w.solveAndProject(p, m.accelTol, rows, 10*rows); e != nil {
		return 0, false, markErrorAsRetry(e)
	}
	m.copyRatesFromPoint(m.hist.e, p)
	addScaled(m.hist.e, -1, m.fp)
	err := m.estimateLocalError(t - m.now.T)
	if err > 1 && !m.isSmallestStep(t-m.now.T) {
		return err, true, nil
	}
	addScaled(m.z, m.gs[k], m.hist.e)
	m.unpackPositions(p, m.z)
	if e := m.projectAndEvaluate(p); e != nil {
		return 0, false, markErrorAsRetry(e)
	}
	return err, true, nil
}

func (m *abam) errorOfTrial() float64 { return m.estimateLocalError(m.next.T - m.now.T) }

// markErrorAsRetry makes a failed solve a reason for a shorter step.
func markErrorAsRetry(e error) error {
	if c, ok := e.(*ConvergenceError); ok {
		c.Err = ErrRetry
	}
	return e
}

// projectAndEvaluate projects p and evaluates f there.
func (m *abam) projectAndEvaluate(p *Point) error {
	if e := m.w.solveAndProject(p, m.accelTol, m.rowTol, 10*m.rowTol); e != nil {
		return e
	}
	m.copyRatesFromPoint(m.hist.e, p)
	addScaled(m.hist.e, -1, m.fp)
	return nil
}

// Gauss-Legendre points and weights on [-1, 1], 7 points.
var gaussX = [7]float64{-0.9491079123427585245, -0.7415311855993944399, -0.4058451513773971669, 0,
	0.4058451513773971669, 0.7415311855993944399, 0.9491079123427585245}
var gaussW = [7]float64{0.1294849661688696933, 0.2797053914892766679, 0.3818300505051189449, 0.4179591836734693878,
	0.3818300505051189449, 0.2797053914892766679, 0.1294849661688696933}

// fillIntegralCoefficients fills g and gs for the step to t.
func (m *abam) fillIntegralCoefficients(t float64) {
	clear(m.g)
	clear(m.gs)
	t0, half := m.now.T, (t-m.now.T)/2
	for l, x := range gaussX {
		s, w := t0+half*(1+x), half*gaussW[l]
		c, cs := w, w
		m.g[0] += c
		m.gs[0] += cs
		for i := 1; i <= m.k+1; i++ {
			c *= (s - m.hist.t[i-1]) / (m.hist.t[0] - m.hist.t[i])
			cs *= (s - m.hist.t[i-1]) / m.hist.psi[i-1]
			m.g[i] += c
			m.gs[i] += cs
		}
	}
}

// estimateLocalError fills the candidates and returns the error at the present order.
// Speeds enter as what they move within the step, too, so that the tolerance of
// positions bounds them where only they are unstable.
func (m *abam) estimateLocalError(h float64) float64 {
	n, k := m.n, m.k
	copy(m.weight, m.wt.q)
	ctrl := m.speedErrorWeight()
	for i, v := range m.wt.v {
		m.weight[n.NQ+i] = math.Max(v*math.Max(h, ctrl), m.wt.byTol[i]*h)
	}
	copy(m.weight[n.NQ+n.NV:], m.wt.x)
	v := largestEntry{}
	v.updateLargestWeighted(RawPos, m.hist.e, m.weight)
	m.stepControl.worst = m.n.kindAndIndexOf(v)
	m.errs[0] = orderCandidate{k, v.val * math.Abs(m.gs[k]-m.gs[k-1])}
	m.errs[1], m.errs[2] = orderCandidate{}, orderCandidate{}
	if k > 1 {
		m.hist.lowerOrderDifference(m.tmp, k)
		m.errs[1] = orderCandidate{k - 1, largestWeighted(m.tmp, m.weight) * math.Abs(m.gs[k-1]-m.gs[k-2])}
	}
	if k < m.maxK && m.hist.n > k {
		m.hist.higherOrderDifference(m.tmp, k)
		m.errs[2] = orderCandidate{k + 1, largestWeighted(m.tmp, m.weight) * math.Abs(m.gs[k+1]-m.gs[k])}
	}
	if m.seesKinkInStep() {
		m.errs[0].err = math.Max(m.errs[0].err, v.val*math.Abs(m.gs[1]-m.gs[0]))
	}
	return m.errs[0].err
}

// seesKinkInStep reports whether the differences found last are those of a kink of f within the step: they have grown suddenly and do not fall with
// the order. The formula is no better than that of order 1 then, whatever its own error estimate.
func (m *abam) seesKinkInStep() bool {
	high, low := m.errs[0], m.errs[1]
	return high.order >= 4 && high.err > kinkGrowth*m.meanError && low.err < smoothRatio*high.err
}

func (m *abam) commitStep(err float64, jump bool) error {
	m.hist.appendPoint(m.next.T, m.k)
	m.planNextStep(&m.stepControl, jump)
	if jump && !m.jumped {
		m.hist.n = 1
	}
	return nil
}

// InterpolateAt integrates the polynomial of f through the newest points, backward from
// now.
func (m *abam) InterpolateAt(t float64, dst *Point) {
	if m.interpolateAcrossSingularity(t, dst) {
		return
	}
	n, h, end := m.n, m.hist, m.stepEndBeforeEventCut()
	clear(m.g)
	half := (t - end.T) / 2
	for l, x := range gaussX {
		s, c := end.T+half*(1+x), half*gaussW[l]
		m.g[0] += c
		for i := 1; i <= m.kUsed; i++ {
			c *= (s - h.t[i-1]) / (h.t[0] - h.t[i])
			m.g[i] += c
		}
	}
	n.packPositions(m.z, end)
	for i := 0; i <= m.kUsed; i++ {
		addScaled(m.z, m.g[i], h.phi[i])
	}
	m.unpackPositions(dst, m.z)
	h.interpolateAt(t, m.fp, nil, m.kUsed+1)
	dst.T = t
	n.unpackRates(dst, m.fp[n.NQ:])
}
