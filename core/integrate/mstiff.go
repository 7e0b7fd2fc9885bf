package integrate

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

const (
	// mstiffFraction is the part of Tol that MSTIFF keeps to.
	mstiffFraction = 0.02
	mebdfMaxOrder  = 9
	// mebdfRise is the k up to which the formulas are steps that double each time: with 5 to 8
	// past points speeds lose what the error test of positions does not see.
	mebdfRise = 4
	// stageRest is the part of the tolerance that iterations on the two predicting
	// stages leave; the last stage sees it multiplied by hJ.
	stageRest = 0.01
	lastRest  = 0.0005 // the same of stage 3
)

func init() { registerMethod(traits.MSTIFF, func() Method { return new(mstiff) }) }

// mstiff is the modified extended BDF of orders 2 to 9 with variable step, on
// accelerations and with the projection of vstiff.go.
//
// With k past points each step takes three stages (J. R. Cash, The integration of
// stiff initial value problems in ODEs using modified extended backward differentiation
// formulae, Computers & Mathematics with Applications 9, 1983):
//
//  1. BDF of order k to T: z̄₁ and its rate f̄₁,
//  2. BDF of order k from there to T₂ beyond it: z̄₂ and its rate f̄₂,
//  3. the formula of order k+1 that the rate at T₂ gives: z.
//
// Cash has even grids. On any grid let P go through the newest k+1 points and
//
//	L(s) = Π_{j=1..k} (s - t_{n+1-j})/ψ⁺_j,   L(T) = 1, L'(T) = α.
//
// Q = P + (z - z_P) L goes through z and the newest k points: stage 1 is z' = Q'(T).
// With w(s) = (s - T) L(s) the polynomial R = Q + c w also has the rate f̄₂ at T₂ if
// c w'(T₂) = f̄₂ - Q'(T₂). With ρ = w'(T)/w'(T₂) = 1/w'(T₂) its rate at T is
//
//	R'(T) = z_P' + α̂ (z - z_P) + ρ (f̄₂ - P'(T₂)),   α̂ = α - ρ L'(T₂),
//
// exact for polynomials of degree k+1. Since f̄₂ is, up to O(h^(k+1)), the true rate the
// formula z' = R'(T) has order k+1, but another coefficient. Modified, with the part of
// z' that is too much taken from f̄₁, it is
//
//	α̂/α z' + (1 - α̂/α) f̄₁ = R'(T),
//	z' = (α/α̂) (z_P' + ρ (f̄₂ - P'(T₂))) - (α/α̂ - 1) f̄₁ + α (z - z_P),
//
// of the same order, because f̄₁ is off by J O(h^(k+1)) and enters times h. T₂ is chosen
// so that the BDF coefficient of stage 2 is α too; on an even grid T₂ = T + h. So the three
// stages have one matrix, that of dstiff at order k.
//
// The order k+1 formula is A-stable for k to 3 and A(α)-stable to k = 8. The step is
// chosen by the local error of stage 1, which is an order lower than the solution.
type mstiff struct {
	dstiff
	f1, f2 []float64 // rates of stages 1 and 2
	zn, en []float64 // P(T), and where stage 3 begins less that
	e1     []float64 // correction of stage 1
}

func (m *mstiff) Init(p Problem, start *Point, opt *Options) error {
	o := *opt
	o.Index = 1
	wanted := o.MaxOrder
	if wanted > 1 {
		wanted--
	}
	m.initWithOrders(p, start, &o, mstiffFraction, mebdfMaxOrder-1, wanted)
	m.riseTo = min(m.riseTo, mebdfRise)
	m.useAccelerationRows()
	m.speedTestWeight *= mstiffFraction / dstiffFraction
	nz := len(m.zp)
	m.f1, m.f2 = make([]float64, nz), make([]float64, nz)
	m.zn, m.en, m.e1 = make([]float64, nz), make([]float64, nz), make([]float64, nz)
	return nil
}

func (m *mstiff) Step(limit float64) error { return m.advanceAfterStart(m, limit) }

func (m *mstiff) attemptStep(t float64) (localError float64, converged bool, failure error) {
	m.hist.prepareTime(t)
	m.hist.predict(m.zp, m.zdot, m.k+1)
	m.alpha = m.bdfCoefficient(m.k)
	copy(m.zn, m.zp)
	copy(m.en, m.zdot) // P'(T), until stage 3
	m.setNewtonTolerance()
	m.kappa = stageRest
	if ok, e := m.solveStage(t, m.f1); !ok {
		return 0, false, e
	}
	copy(m.e1, m.hist.e)
	if err := m.estimateLocalError(); err > hopeless && !m.isSmallestStep(t-m.now.T) {
		return err, true, nil
	}
	if m.solveSecondStage(t) {
		m.kappa = lastRest
		if ok, e := m.iterateNewton(m, m.coef); !ok {
			return 0, false, e
		}
		m.sumCorrectionsFromPrediction()
	} else {
		m.acceptFirstStage(t)
	}
	err := m.estimateLocalError()
	if err > 1 && !m.isSmallestStep(t-m.now.T) {
		return err, true, nil
	}
	if e := m.projectNext(); e != nil {
		return err, false, e
	}
	m.completeCorrection()
	return err, true, nil
}

// hopeless is the local error at stage 1 with which the others are not worth their work.
const hopeless = 1.5

// solveStage solves a BDF formula at t from the base at hand and notes the rates there.
func (m *mstiff) solveStage(t float64, f []float64) (converged bool, err error) {
	m.next.T = t
	i := 1 / m.alpha
	ok, e := m.iterateNewton(m, Coef{i, i * i, i})
	if !ok {
		return false, e
	}
	m.completeCorrection()
	m.storeSlopes(f, m.next)
	return true, nil
}

// solveSecondStage solves stage 2 and sets the base of stage 3. It returns false where the time
// beyond the step says nothing about the step: the equations cannot be solved there, or a
// law jumps or has a kink on the way.
func (m *mstiff) solveSecondStage(t float64) bool {
	h, k := m.hist, m.k
	t2 := m.secondStageTime(t)
	l, dl := 1.0, 0.0
	for j := range k {
		l *= (t2 - h.t[j]) / h.psi[j]
		dl += 1 / (t2 - h.t[j])
	}
	dl *= l
	h.interpolateAt(t2, m.zp, m.zdot, k+1)
	copy(m.tmp, m.zdot) // P'(T₂)
	addScaled(m.zp, l, m.e1)
	addScaled(m.zdot, dl, m.e1)
	size := m.speedCorrectionSize()
	if ok, _ := m.solveStage(t2, m.f2); !ok {
		return false
	}
	if s := m.speedCorrectionSize(); s > 1 && s > jumpBeyond*size || m.hasKinkBeforeNext() {
		return false
	}
	rho := 1 / (l + (t2-t)*dl)
	a := m.alpha / (m.alpha - rho*dl)
	for i := range m.zdot {
		m.zdot[i] = a*(m.en[i]+rho*(m.f2[i]-m.tmp[i])) - (a-1)*m.f1[i]
	}
	m.next.T = t
	m.matchStageAccelerations()
	return true
}

// jumpBeyond is the growth of the corrections of speeds from stage 1 to stage 2 that
// only a jump has; where motions are smooth it is 2 to 2k.
const jumpBeyond = 50

// speedCorrectionSize is the correction of speeds in units of what they may lose at a jump.
func (m *mstiff) speedCorrectionSize() float64 {
	v := largestEntry{}
	at := m.n.NQ
	v.updateLargestWeighted(Speed, m.hist.e[at:at+m.n.NV], m.wt.v)
	return v.val * m.speedTestWeight
}

// acceptFirstStage makes the solution of stage 1 that of the step.
func (m *mstiff) acceptFirstStage(t float64) {
	n, p, e := m.n, m.next, m.hist.e
	copy(m.zp, m.zn)
	copy(e, m.e1)
	p.T = t
	z := m.tmp
	for i := range z {
		z[i] = m.zn[i] + e[i]
	}
	m.unpackPositions(p, z)
	copy(p.Y, z[n.NQ+n.NV+n.NX:])
	copy(p.L, z[n.NQ+n.NV+n.NX+n.NY:])
	copy(p.A, m.f1[n.NQ:])
	copy(p.XDot, m.f1[n.NQ+n.NV:])
}

// secondStageTime is T₂, where the BDF coefficient a of stage 2 is that of stage 1: Newton's
// method on 1/a, which grows with the distance and is concave, from below.
func (m *mstiff) secondStageTime(t float64) float64 {
	d := 1 / m.alpha
	for range 20 {
		a, b := 1/d, 1/(d*d)
		for j := range m.k - 1 {
			r := 1 / (t + d - m.hist.t[j])
			a += r
			b += r * r
		}
		step := (1/m.alpha - 1/a) * a * a / b
		if d += step; math.Abs(step) < 1e-14*d {
			break
		}
	}
	return t + d
}

// matchStageAccelerations moves the base of stage 3, from z_P with the rates zdot, along the formula to
// where accelerations are those of stage 1: a guess that is right but for the part of
// them that depends on the solution.
func (m *mstiff) matchStageAccelerations() {
	n, i := m.n, 1/m.alpha
	q, v := m.next.Q, m.tangent
	for j := range q {
		q[j] = m.zn[j] + m.e1[j]
	}
	copy(m.en[n.NQ+n.NV:], m.e1[n.NQ+n.NV:])
	for j := n.NQ; j < n.NQ+n.NV+n.NX; j++ {
		m.en[j] = (m.f1[j] - m.zdot[j]) * i
	}
	for j := range v {
		v[j] = m.zn[n.NQ+j] + m.en[n.NQ+j]
	}
	m.p.PositionRates(m.en[:n.NQ], q, v)
	for j := range q {
		m.en[j] = (m.en[j] - m.zdot[j]) * i
	}
	copy(m.zp, m.zn)
	addScaled(m.zp, 1, m.en)
	addScaled(m.zdot, m.alpha, m.en)
}

// sumCorrectionsFromPrediction counts the corrections from z_P again.
func (m *mstiff) sumCorrectionsFromPrediction() {
	m.completeCorrection()
	addScaled(m.hist.e, 1, m.en)
	copy(m.zp, m.zn)
}

// InterpolateAt evaluates the polynomial of the last step, of the order of the method where it is
// known.
func (m *mstiff) InterpolateAt(t float64, dst *Point) {
	used := m.kUsed
	m.kUsed = min(used+1, m.hist.n-1)
	m.dstiff.InterpolateAt(t, dst)
	m.kUsed = used
}
