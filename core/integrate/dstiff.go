package integrate

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// dstiffFraction is the part of Tol that DSTIFF keeps to.
const dstiffFraction = 0.005

const bdfMaxOrder = 5

// bdfMotion is the part of Options.MotionTol that BDF keeps to besides: its errors of many short
// steps have one sign. On the models of examples/corpus DSTIFF and VSTIFF are with it as near to
// what they should be as the methods of higher order.
const bdfMotion = 1. / 3

// manySteps is the number of steps up to which BDF keeps to that. From there on it keeps to a part that falls as the number of steps
// grows, down to leastSummed, for which it takes 1.3 times as many steps: vibrations of hundreds of periods add up their errors.
const (
	manySteps   = 1500
	leastSummed = 0.2
)

// The rest that Newton's iteration leaves is of one sign for many steps and adds up. It
// is kept to this part of the tolerance. Where HMax holds the step, that in positions is
// kept to this part of the local error of the last step instead, down to leastRest: who
// requests short steps requests what they are good for.
const (
	dstiffRest = 0.001
	leastRest  = 0.001
)

func init() { registerMethod(traits.DSTIFF, func() Method { return new(dstiff) }) }

// dstiff is BDF of variable order and step in index 3, stabilised index 2 or index 1 with
// projection (vstiff.go).
//
// Let z = (q, v, x, y, l) and P the polynomial through the newest k+1 points.
// With variable coefficients the corrector's derivative at the new point is
//
//	z' = z_P' + α (z - z_P),   α = Σ_{j=1..k} 1/ψ⁺_j,
//
// applied to q (v = Speeds(q, q')), to v (a = v') and to x. Increments of a
// therefore move v by 1/α, q by 1/α² and x' moves x by 1/α: Coef{1/α, 1/α²,
// 1/α}. The local error in the sense of the differential equation is
//
//	(z - z_P) / (α ψ⁺_{k+1}),
//
// 1/2, 2/9, 3/22, ... of z - z_P on an even grid (Newton's form of the remainder of the
// interpolation, divided by α). For the orders k-1 and k+1 the same holds with
// the differences of those orders.
//
// In stabilised index 2 v is free of the position rows, which an extra speed w
// in the span of the constraint directions meets: q' = PositionRates(v + w). Each step begins
// with w = 0: Newton's iteration alters w by vectors M⁻¹ Gᵀ μ of one pose only, so the w of
// earlier steps has, where the gradients of rows have turned, a part along the free motion.
// That part stays and moves bodies off their motion. A linkage in space (RSSR) took a million
// steps instead of 800. In index 3, where short steps take the stabilised form (roundingDominates),
// w makes good what long steps have left of the rows, and the same w once more would leave it
// with the other sign.
type dstiff struct {
	stepControl
	hist     *differenceHistory
	zp, zdot []float64
	tmp      []float64
	weight   []float64 // of the error test, aligned with z
	w        []float64 // NV, speeds of the stabilisation
	qdot     []float64
	lin      []float64
	alpha    float64
	summed   float64 // bound of errors by the motion in the first steps, 0 where it stays
	orderControl
}

func (d *dstiff) Init(p Problem, start *Point, opt *Options) error {
	o := *opt
	o.MotionTol *= bdfMotion
	d.initWithOrders(p, start, &o, dstiffFraction, bdfMaxOrder, opt.MaxOrder)
	if d.wt.motion != nil && opt.Index != 2 { // multipliers of SI2 have rounding that smaller bounds do not get below
		d.summed = d.wt.motion.tol
	}
	if d.opt.Index == 1 {
		d.useAccelerationRows()
	}
	return nil
}

// initWithOrders initializes the method: fraction is the part of the tolerance that local errors may use, most the highest
// order of the formulas, and wanted the highest order of the user (0: any).
func (d *dstiff) initWithOrders(p Problem, start *Point, opt *Options, toleranceFraction float64, highestOrder, wantedOrder int) {
	d.positional = opt.Index != 1 && slices.Contains(p.Layout().RowLevel, Position)
	d.initStepControl(p, start, opt, toleranceFraction)
	n := d.n
	nz := n.NQ + n.NV + n.NX + n.NY + n.NL
	d.kappa = dstiffRest
	d.orderControl.setOrderRange(highestOrder, wantedOrder)
	d.hist = newDifferenceHistory(d.maxK+2, nz)
	d.zp, d.zdot = make([]float64, nz), make([]float64, nz)
	d.tmp, d.weight = make([]float64, nz), make([]float64, nz)
	d.w, d.qdot, d.lin = make([]float64, n.NV), make([]float64, n.NQ), make([]float64, n.NQ)
	d.restart = true
}

func (d *dstiff) Step(limit float64) error { return d.advanceAfterStart(d, limit) }

// prepareOrTakeFirstStep begins at now; done reports that a first short step along
// the Taylor series was taken.
func (d *dstiff) prepareOrTakeFirstStep(limit float64) (done bool, err error) {
	if d.areStartAccelerationsStale() {
		if err = d.solveStartAccelerations(); err != nil {
			return false, err
		}
	}
	d.restart = false
	h, taylor, err := d.firstStepSize()
	if err != nil {
		return false, err
	}
	d.orderControl.resetToLowest()
	d.unrejected = d.startsAtSecondOrder()
	if d.startsAtSecondOrder() && (taylor || d.opt.H0 == 0) {
		h = min(d.secondStepSize(h), d.opt.HMax)
	}
	d.h = h
	if taylor && d.next.T < limit {
		d.taylor = true
		return true, d.acceptStep(d, d.next.T, 0, false)
	}
	d.setTaylorHistory(d.now, h)
	return false, nil
}

func (d *dstiff) vectorFromPoint(z []float64, p *Point) {
	n := d.n
	n.packPositions(z, p)
	copy(z[n.NQ+n.NV+n.NX:], p.Y)
	copy(z[n.NQ+n.NV+n.NX+n.NY:], p.L)
}

func (d *dstiff) attemptStep(t float64) (localError float64, converged bool, failure error) {
	d.hist.prepareTime(t)
	d.hist.predict(d.zp, d.zdot, d.k+1)
	d.alpha = d.bdfCoefficient(d.k)
	d.next.T = t
	d.setNewtonTolerance()
	err, ok, e := d.iterateFromPrediction()
	if ok && err > 1 && d.isErrorFromSpeeds(err) {
		err, ok, e = d.iterateFromPrediction()
	}
	if !ok {
		return 0, false, e
	}
	if d.ofRates && (err <= 1 || d.isSmallestStep(t-d.now.T) || d.opt.FixedStep > 0) {
		if e := d.projectNext(); e != nil {
			return err, false, e
		}
		d.completeCorrection()
	}
	return err, true, nil
}

// iterateFromPrediction iterates from the prediction and returns the local error.
func (d *dstiff) iterateFromPrediction() (err float64, ok bool, e error) {
	i := 1 / d.alpha
	if ok, e = d.iterateNewton(d, Coef{i, i * i, i}); !ok {
		return 0, false, e
	}
	d.completeCorrection()
	return d.estimateLocalError(), true, nil
}

// setNewtonTolerance says how much of its part of the tolerance Newton's iteration may leave.
func (d *dstiff) setNewtonTolerance() {
	d.held = 1
	if d.h > 0.999*d.opt.HMax {
		d.held = min(1, max(d.lastErr, leastRest))
	}
}

func (d *dstiff) errorOfTrial() float64 { return d.estimateLocalError() }

func (d *dstiff) bdfCoefficient(order int) float64 {
	a := 0.0
	for j := range order {
		a += 1 / d.hist.psi[j]
	}
	return a
}

// startIterationAtPrediction begins at the prediction. The corrections of q and x are summed on
// their own: speeds are α times a correction, and a difference of positions of
// size 1 would leave a noise of 1e-16 α in them, of 1e-16 α² in accelerations.
func (d *dstiff) startIterationAtPrediction() {
	n, p := d.n, d.next
	clear(d.w)
	clear(d.tangent)
	d.p.MovePositions(p.Q, d.zp[:n.NQ], d.tangent)
	z := d.zp[n.NQ+n.NV:]
	copy(p.X, z)
	copy(p.Y, z[n.NX:])
	copy(p.L, z[n.NX+n.NY:])
	clear(d.hist.e)
	for i, q := range p.Q {
		d.hist.e[i] = q - d.zp[i]
	}
	d.setRatesByDifferences()
}

func (d *dstiff) applyUpdate(u, second *Delta) {
	n, p, c := d.n, d.next, d.coef
	for i, a := range u.A {
		d.tangent[i] = c.Q * a
	}
	if second != nil {
		addScaled(d.tangent, c.Q, second.A)
		addScaled(d.w, c.V, second.A)
	}
	d.applyTangentUpdate()
	e := d.hist.e[n.NQ+n.NV:]
	for i, a := range u.XDot {
		e[i] += c.X * a
		p.X[i] = d.zp[n.NQ+n.NV+i] + e[i]
	}
	addScaled(p.Y, 1, u.Y)
	addScaled(p.L, 1, u.L)
	d.setRatesByDifferences()
}

// applyTangentUpdate moves positions by tangent and adds what they moved to the
// correction: the rates along the tangent at the middle, where they agree with
// the difference to rounding, as they do for small moves and plain
// coordinates, else the difference.
func (d *dstiff) applyTangentUpdate() {
	q, old, mid := d.next.Q, d.raw, d.qdot
	copy(old, q)
	d.p.MovePositions(q, q, d.tangent)
	for i := range mid {
		mid[i] = (old[i] + q[i]) / 2
	}
	d.p.PositionRates(d.lin, mid, d.tangent)
	for i, x := range q {
		diff := x - old[i]
		if math.Abs(diff-d.lin[i]) <= 0x1p-50*max(1, math.Abs(x)) {
			diff = d.lin[i]
		}
		d.hist.e[i] += diff
	}
}

// setRatesByDifferences sets speeds, accelerations and state rates by the difference formula.
func (d *dstiff) setRatesByDifferences() {
	n, p, al := d.n, d.next, d.alpha
	for i := range p.Q {
		d.qdot[i] = d.zdot[i] + al*d.hist.e[i]
	}
	d.p.SpeedsFromPositionRates(p.V, p.Q, d.qdot)
	for i := range p.V {
		p.V[i] -= d.w[i]
		p.A[i] = d.zdot[n.NQ+i] + al*(p.V[i]-d.zp[n.NQ+i])
	}
	at := n.NQ + n.NV
	for i := range p.X {
		p.XDot[i] = d.zdot[at+i] + al*d.hist.e[at+i]
	}
}

// completeCorrection completes hist.e, of which q and x are known.
func (d *dstiff) completeCorrection() {
	n, p, e := d.n, d.next, d.hist.e
	at := n.NQ
	for i, v := range p.V {
		e[at+i] = v - d.zp[at+i]
	}
	at += n.NV + n.NX
	for i, y := range p.Y {
		e[at+i] = y - d.zp[at+i]
	}
	at += n.NY
	for i, l := range p.L {
		e[at+i] = l - d.zp[at+i]
	}
}

// estimateLocalError fills the candidates and returns the error at the present order.
func (d *dstiff) estimateLocalError() float64 {
	d.loadErrorWeights()
	v := largestEntry{}
	k, psi := d.k, d.hist.psi
	v.updateLargestWeighted(RawPos, d.hist.e, d.weight)
	d.stepControl.worst = d.n.kindAndIndexOf(v)
	d.errs[0] = orderCandidate{k, v.val / (d.alpha * psi[k])}
	d.errs[1], d.errs[2] = orderCandidate{}, orderCandidate{}
	if k > 1 {
		d.hist.lowerOrderDifference(d.tmp, k+1)
		d.errs[1] = orderCandidate{k - 1, largestWeighted(d.tmp, d.weight) / (d.bdfCoefficient(k-1) * psi[k-1])}
	}
	if k < d.maxK && d.hist.n > k+1 {
		d.hist.higherOrderDifference(d.tmp, k+1)
		d.errs[2] = orderCandidate{k + 1, largestWeighted(d.tmp, d.weight) / (d.bdfCoefficient(k+1) * psi[k+1])}
	}
	return d.errs[0].err
}

func (d *dstiff) loadErrorWeights() {
	n := d.n
	copy(d.weight, d.wt.q)
	ctrl := d.speedErrorWeight()
	for i, v := range d.wt.v {
		d.weight[n.NQ+i] = v * ctrl
	}
	copy(d.weight[n.NQ+n.NV:], d.wt.x)
}

func (d *dstiff) commitStep(err float64, jump bool) error {
	if d.taylor {
		d.taylor = false
		d.setTaylorHistory(d.next, d.h)
		return nil
	}
	d.hist.appendPoint(d.next.T, d.k+1)
	if d.summed > 0 && d.stats.Steps > manySteps {
		d.wt.motion.tol = d.summed * max(manySteps/float64(d.stats.Steps), leastSummed)
	}
	d.planNextStep(&d.stepControl, jump)
	if jump && !d.jumped {
		d.hist.n = 2
	}
	return nil
}

// InterpolateAt evaluates the polynomial of the last step.
func (d *dstiff) InterpolateAt(t float64, dst *Point) {
	if d.interpolateAcrossSingularity(t, dst) {
		return
	}
	d.hist.interpolateAt(t, d.zp, d.zdot, d.kUsed+1)
	n := d.n
	dst.T = t
	d.unpackPositions(dst, d.zp)
	z := d.zp[n.NQ:]
	copy(dst.Y, z[n.NV+n.NX:])
	copy(dst.L, z[n.NV+n.NX+n.NY:])
	copy(dst.A, d.zdot[n.NQ:])
	copy(dst.XDot, d.zdot[n.NQ+n.NV:])
}
