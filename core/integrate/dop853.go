package integrate

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// dopFraction is the part of Tol that DOP853 keeps to.
const dopFraction = 0.01

// dopLeast is the least bound of errors by the motion, as leastError is. Vibrations without damping keep what each step adds to them: the axial one of
// a stiff beam, which hardly moves, had 5e-12 of the size with leastError, and its acceleration, that times the square of 2e4, was off by 30 times what
// examples/corpus allows.
const dopLeast = 5e-15

func init() { registerMethod(traits.DOP853, func() Method { return new(dop853) }) }

// dop853 is the explicit Runge-Kutta pair of Dormand and Prince of order 8 with
// estimates of orders 5 and 3 and a dense output of order 7 (coefficients:
// Hairer, Nørsett and Wanner, Solving ODE I, II.5 and II.6), on z = (q, v, x) with
// z' = (PositionRates(q, v), a, x') from the acceleration level.
//
// Each stage factors the matrix of the acceleration level where it is, so that
// one solve gives accelerations and multipliers exactly where forces do not depend
// on them; whether they do is examined once a step. The end of a step is
// projected onto positions and speeds of the constraints, in the metric of the mass
// matrix, before it is evaluated.
type dop853 struct {
	stepControl
	rateSolver
	z, start, e3  []float64
	end           []float64     // (q, v, x) at the end of the last step, which an event may have cut short
	k             [16][]float64 // z' of the stages; 12 is the end of the step, 13 to 15 are for InterpolateAt
	alg           [16][]float64 // (a, x', y, λ) likewise
	p             *Point
	dense         bool // the last step has what InterpolateAt needs
	hStep         float64
	rising        bool // the first steps: none was rejected yet
	failed        bool // the last try was rejected
	projectStages bool // stages are put onto the rows (passage.go)
	basis         []float64
}

func (m *dop853) Init(p Problem, start *Point, opt *Options) error {
	m.initStepControl(p, start, opt, dopFraction)
	if m.wt.motion != nil {
		m.wt.motion.least = dopLeast
	}
	n := m.n
	nz, na := n.NQ+n.NV+n.NX, n.NV+n.NX+n.NY+n.NL
	for i := range m.k {
		m.k[i], m.alg[i] = make([]float64, nz), make([]float64, na)
	}
	m.z, m.start, m.e3, m.end = make([]float64, nz), make([]float64, nz), make([]float64, nz), make([]float64, nz)
	m.p, m.basis = NewPoint(n), make([]float64, len(denseNodes))
	m.tol = m.accelerationTolerance()
	m.restart = true
	return nil
}

func (m *dop853) Step(limit float64) error {
	if m.restart {
		if err := m.initFirstStepAndStartAccelerations(); err != nil {
			return err
		}
		m.rising = true
		m.storeStageRates(0, m.now)
	}
	return m.advanceStep(m, limit)
}

// storeStageRates notes z' and the rates of stage i.
func (m *dop853) storeStageRates(i int, p *Point) {
	m.storeSlopes(m.k[i], p)
	m.n.packRates(m.alg[i], p)
}

// evaluateStage evaluates stage i at c; its first guess are the rates of the one before.
func (m *dop853) evaluateStage(i int, c, h float64, weights []float64) error {
	m.combineStages(m.z, m.start, h, weights)
	p := m.p
	p.T = m.now.T + c*h
	m.unpackPositions(p, m.z)
	if m.projectStages {
		if e := m.solveRatesAfterProjection(p); e != nil {
			return e
		}
	} else if e := m.solveRates(m.w, p, i == 1); e != nil {
		return e
	}
	m.storeStageRates(i, p)
	return nil
}

// block is how many values of a vector combine sums at a time, so that they stay in the
// fastest cache.
const block = 512

// combineStages sets dst to start, or zero, plus h a_j times the rates of stage j.
func (m *dop853) combineStages(dst, start []float64, h float64, weights []float64) {
	for lo := 0; lo < len(dst); lo += block {
		hi := min(lo+block, len(dst))
		part := dst[lo:hi]
		if start == nil {
			clear(part)
		} else {
			copy(part, start[lo:hi])
		}
		for j, b := range weights {
			if b != 0 {
				addScaled(part, h*b, m.k[j][lo:hi])
			}
		}
	}
}

// solveRatesAfterProjection solves for the rates at p after it was put onto the rows.
func (m *dop853) solveRatesAfterProjection(p *Point) error {
	if e := m.w.factorFor(m.w, p, Coef{}, false); e != nil {
		return e
	}
	m.w.here = true
	return m.w.solveAndProject(p, m.tol, m.rowTol, 10*m.rowTol)
}

func (m *dop853) attemptStep(t float64) (localError float64, converged bool, failure error) {
	h := t - m.now.T
	m.dense = false
	m.n.packPositions(m.start, m.now)
	m.p.Copy(m.now)
	for i := 1; i < 12; i++ {
		if e := m.evaluateStage(i, dopC[i], h, dopA[i]); e != nil {
			return 0, false, markErrorAsRetry(e)
		}
	}
	m.combineStages(m.z, m.start, h, dopB[:])
	err := m.estimateLocalError(h)
	if err*0 != 0 {
		return 0, false, errNaN
	}
	p := m.next
	p.Copy(m.p)
	p.T = t
	m.unpackPositions(p, m.z)
	if err > 1 && !m.isSmallestStep(h) {
		return err, true, nil
	}
	if e := m.w.solveAndProjectAtEnd(p, m.tol, m.rowTol, 10*m.rowTol); e != nil {
		return 0, false, markErrorAsRetry(e)
	}
	m.storeStageRates(12, p)
	m.n.packPositions(m.end, p)
	return err, true, m.addDenseOutputStages(h)
}

// estimateLocalError is h e5²/√(e5² + 0.01 e3²), of order 8 in h, in units of the tolerance.
func (m *dop853) estimateLocalError(h float64) float64 {
	n := m.n
	size := func(e *[12]float64) float64 {
		m.combineStages(m.e3, nil, h, e[:])
		return m.weightedErrorSize(h, m.e3[:n.NQ], m.e3[n.NQ:n.NQ+n.NV], m.e3[n.NQ+n.NV:])
	}
	e3 := size(&dopE3)
	e5 := size(&dopE5)
	if e5 == 0 {
		return 0
	}
	return e5 * (e5 / math.Hypot(e5, 0.1*e3)) // squares of small errors would be 0
}

// addDenseOutputStages adds three stages where the solution inside the step is wanted.
func (m *dop853) addDenseOutputStages(h float64) error {
	if o := m.opt; !o.Interpolate && o.FindEvent == nil && (o.Within == nil || !o.Within(m.now.T, m.next.T)) {
		return nil
	}
	return m.evaluateInteriorStages(h)
}

func (m *dop853) evaluateInteriorStages(h float64) error {
	m.p.Copy(m.next)
	for i := 13; i < 16; i++ {
		if e := m.evaluateStage(i, dopC[i], h, dopA[i]); e != nil {
			return markErrorAsRetry(e)
		}
	}
	m.dense = true
	return nil
}

// addInteriorStages adds these stages to the step just taken, and reports whether InterpolateAt has become more exact by that. An error leaves what
// there was.
func (m *dop853) addInteriorStages() (improved bool) {
	if m.dense || m.cut || m.hStep == 0 || m.now.T-m.next.T != m.hStep {
		return false
	}
	exchange := func() {
		m.k[0], m.k[12] = m.k[12], m.k[0]
		m.alg[0], m.alg[12] = m.alg[12], m.alg[0]
		m.now, m.next = m.next, m.now
	}
	exchange()
	err := m.evaluateInteriorStages(m.hStep)
	exchange()
	return err == nil
}

func (m *dop853) stepReductionFactor(failures int, err float64) float64 {
	m.rising, m.failed = false, true
	return reducedStepFactor(failures, err, 0.85, 8, 0.5)
}

func (m *dop853) commitStep(err float64, jump bool) error {
	m.k[0], m.k[12] = m.k[12], m.k[0]
	m.alg[0], m.alg[12] = m.alg[12], m.alg[0]
	m.hStep = m.hUsed
	m.stats.Order = 8
	most := 3.0
	if m.rising {
		most = 100
	}
	if m.failed {
		most, m.failed = 1, false
	}
	f := most
	if err > 0 {
		f = math.Min(most, math.Max(0.85*math.Pow(err, -1./8), 0.2))
	}
	m.h = m.hUsed * f
	return nil
}

// InterpolateAt evaluates the dense output of the last step, of order 7; without the extra
// stages the cubic through values and rates at both ends. After an event it is that of the whole step, up to the event.
func (m *dop853) InterpolateAt(t float64, dst *Point) {
	if m.interpolateAcrossSingularity(t, dst) {
		return
	}
	θ := (t - m.next.T) / m.hStep
	first, last := m.k[12], m.k[0] // exchanged by commit
	m.n.packPositions(m.e3, m.next)
	r := 1 - θ
	for l, y := range m.e3 {
		diff := m.end[l] - y
		b := m.hStep*first[l] - diff
		v := diff - m.hStep*last[l] - b
		if m.dense {
			v += r * m.evalAllStagesCorrection(l, θ, r, first[l], last[l])
		}
		m.e3[l] = y + θ*(diff+r*(b+θ*v))
	}
	dst.T = t
	m.unpackPositions(dst, m.e3)
	m.interpolateAlgebraic(θ, dst)
}

// evalAllStagesCorrection is the part of the dense output that needs all stages.
func (m *dop853) evalAllStagesCorrection(component int, θ, rest, first, last float64) float64 {
	d := [4]float64{}
	for i := range d {
		c := &dopD[i]
		s := c[0]*first + c[8]*last
		for j := 5; j < 12; j++ {
			s += c[j-4] * m.k[j][component]
		}
		for j := 13; j < 16; j++ {
			s += c[j-4] * m.k[j][component]
		}
		d[i] = m.hStep * s
	}
	return d[0] + θ*(d[1]+rest*(d[2]+θ*d[3]))
}

// denseNodes are the places in a step at which rates and multipliers are known
// besides, with their stages as commit leaves them.
var denseNodes = [5]struct {
	stage int
	c     float64
}{{12, 0}, {13, 0.1}, {14, 0.2}, {15, 7. / 9}, {0, 1}}

// interpolateAlgebraic interpolates rates, algebraic unknowns and multipliers.
func (m *dop853) interpolateAlgebraic(θ float64, dst *Point) {
	a := m.alg[13]
	if m.dense {
		for i, x := range denseNodes {
			v := 1.0
			for j, y := range denseNodes {
				if j != i {
					v *= (θ - y.c) / (x.c - y.c)
				}
			}
			m.basis[i] = v
		}
		a = m.alg[1]
		clear(a)
		for i, x := range denseNodes {
			addScaled(a, m.basis[i], m.alg[x.stage])
		}
	} else {
		clear(a)
		addScaled(a, 1-θ, m.alg[12])
		addScaled(a, θ, m.alg[0])
	}
	m.n.unpackRates(dst, a)
}
