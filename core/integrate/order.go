package integrate

import "math"

// orderControl is the choice of order and step of a method of variable order.
type orderControl struct {
	k, kUsed      int
	maxK          int
	riseTo        int               // the highest order with which the step may double each time
	since         int               // accepted steps since the step size changed
	sinceK        int               // accepted steps since the order changed
	startUp       bool              // order and step still rise at every step
	unrejected    bool              // nothing was rejected since the start
	firstOfOrder2 bool              // the first step at order 2: from rest its second difference is zero and says nothing of order 1
	errs          [3]orderCandidate // at the orders k, k-1, k+1; order 0 where not known
}

func (o *orderControl) setOrderRange(most, wanted int) {
	o.maxK = most
	if wanted > 0 && wanted < most {
		o.maxK = wanted
	}
	o.riseTo = o.maxK
}

func (o *orderControl) resetToLowest() { o.k, o.kUsed, o.since, o.sinceK, o.startUp = 1, 1, 0, 0, true }

// growth per change of step: while starting and later.
const (
	maxGrow = 2.0
	minGrow = 1.2 // less is not worth a new matrix
	// hasty is the growth, allowed by the error, with which steps since the start grow each time.
	hasty = 6.0
	// keepStep is the least factor at which the step is kept.
	keepStep = 0.92
)

// smoothRatio is the ratio of the errors of two orders in a row, the higher one being 4 at least, that only a smooth solution has: with a jump
// it is that of the coefficients, 1.6 at most.
const smoothRatio = 2

// seesKink reports whether the errors of the last attempt may be those of a kink. Where they fall with the order the solution is smooth, however
// suddenly they grow: near a singular configuration, for instance.
func (o *orderControl) seesKink() bool {
	high, low := o.errs[0], o.errs[1]
	return high.order < 4 || low.order == 0 || low.err <= smoothRatio*high.err
}

// stepReductionFactor is scheme.stepReductionFactor: the order drops where a lower one allows the longer
// step, and one by one from the third failure in a row on.
func (o *orderControl) stepReductionFactor(failures int, err float64) float64 {
	o.startUp, o.unrejected, o.since, o.sinceK = false, false, 0, 0
	f, lower := o.errs[0].growthFactor(0.9, 0.9), o.errs[1]
	if lower.order > 0 {
		if g := lower.growthFactor(0.9, 0.9); g > f || failures > 2 {
			o.k, f = lower.order, g
		}
	}
	if failures > 1 {
		f = math.Min(f, 0.25)
	}
	return math.Max(f, 0.2)
}

// planNextStep chooses order and step after an accepted step.
func (o *orderControl) planNextStep(c *stepControl, jump bool) {
	o.kUsed = o.k
	c.stats.Order = o.k
	o.since++
	o.sinceK++
	if jump && !c.jumped {
		o.k, o.since, o.sinceK, o.startUp = 1, 0, 0, false
		c.h = c.hUsed
		return
	}
	cs := o.errs[:1]
	if o.errs[1].order > 0 {
		cs = o.errs[:2]
	}
	if o.startUp && o.raiseOrderAtStart(c) {
		return
	}
	if o.sinceK > o.k && o.errs[2].order > 0 {
		if len(cs) == 1 {
			o.errs[1], cs = o.errs[2], o.errs[:2]
		} else {
			cs = o.errs[:3]
		}
	}
	k, f := chooseOrder(cs, maxGrow, math.Max(c.opt.HMax/c.hUsed, 1))
	o.adoptOrderAndStep(c, k, f)
}

// raiseOrderAtStart continues starting: the next order and twice the step, as long as the
// error allows it.
func (o *orderControl) raiseOrderAtStart(c *stepControl) bool {
	lower, blind := o.errs[1], o.firstOfOrder2
	o.firstOfOrder2 = false
	if o.k >= o.riseTo || lower.order > 0 && lower.err < o.errs[0].err && !blind || o.errs[0].growthFactor(0.9, maxGrow) < maxGrow {
		o.startUp = false
		o.since, o.sinceK = o.k+1, o.k+1
		return false
	}
	o.k++
	c.h = math.Max(c.h, maxGrow*c.hUsed)
	o.since, o.sinceK = 0, 0
	return true
}

// adoptOrderAndStep continues with the order and the step times stepFactor. Small changes are not worth a
// new matrix; more than one growth within order+1 steps would spoil stability.
func (o *orderControl) adoptOrderAndStep(c *stepControl, order int, stepFactor float64) {
	if order != o.k {
		o.k, o.sinceK = order, 0
	}
	switch {
	case stepFactor < keepStep:
		c.h = c.hUsed * math.Max(stepFactor, 0.5)
		o.since = 0
	case stepFactor < minGrow && c.hUsed*stepFactor < 0.999*c.opt.HMax:
		c.h = math.Min(c.h, c.hUsed*minGrow)
	case (o.since > o.kUsed || o.unrejected && o.k <= o.riseTo && o.errs[0].growthFactor(0.9, 100) >= hasty) && stepFactor > 1:
		c.h = math.Max(c.h, c.hUsed*stepFactor)
		o.since = 0
	}
}

// orderCandidate is the local error that a step of the size just taken has or would
// have at an order, in units of the tolerance.
type orderCandidate struct {
	order int
	err   float64
}

// growthFactor is the growth that the error allows, held to 0.1...maxGrow.
func (a orderCandidate) growthFactor(safety, maxGrow float64) float64 {
	if a.err <= 0 {
		return maxGrow
	}
	f := safety * math.Pow(a.err, -1/float64(a.order+1))
	return math.Min(math.Max(f, 0.1), maxGrow)
}

// chooseOrder picks among candidates, the present order first, the one that allows
// the longest step; where the cap (a growth factor) holds several, the one of
// smallest error at the cap. It returns the order and the growth.
func chooseOrder(candidates []orderCandidate, maxGrow, growthCap float64) (order int, growth float64) {
	best, bestF, bestErr := 0, 0.0, 0.0
	for i, a := range candidates {
		safety := 0.9
		if i > 0 {
			safety = 0.8 // a change of order must pay
		}
		f := math.Min(a.growthFactor(safety, maxGrow), growthCap)
		e := a.err * math.Pow(f, float64(a.order+1))
		if i == 0 || f > bestF*(1+1e-9) || f > bestF*(1-1e-9) && e < 0.7*bestErr {
			best, bestF, bestErr = a.order, f, e
		}
	}
	return best, bestF
}
