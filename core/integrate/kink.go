package integrate

import "math"

// A law is taken to jump within a step whose local error is at least leastKink and
// kinkGrowth times that of steps of the same size before, unless a state is worst. Up to
// the end of that step the error of speeds may be speedTestFactor times that of positions.
// Otherwise speeds are not in the error test: what they lose by the smooth parts of a
// motion is tied to the error of positions, but a jump of an acceleration leaves an
// error of the size of the step in them for good.
const (
	leastKink       = 0.05
	kinkGrowth      = 10
	usualDecay      = 0.7    // per step
	leastUsual      = 1e-300 // what decays further takes a processor a hundred times as long
	largeKink       = 100    // local error from which on steps will be short at any order
	speedTestFactor = 20
	speedTestLeast  = 2    // no shorter steps for the sake of speeds, in units of HMin; at HMin itself they would be called a jump
	speedTestTol    = 5e-8 // in parts of Options.Length: with finer tolerances a bead on a stiff line gets worse by a factor of 2 (why is not known)
)

// recordLawJump takes note of a jump within the step under way, and reports whether it is
// one not known of. Near a singular configuration errors of accelerations are large
// without one.
func (c *stepControl) recordLawJump(h, err float64) (isNew bool) {
	if c.opt.FixedStep > 0 || c.opt.Tol < speedTestTol*c.opt.Length || c.worst.kind == State || c.w.near {
		return false
	}
	sudden := h <= c.hUsed*(1+1e-9) && err >= leastKink && err >= kinkGrowth*c.meanError
	if !sudden || c.next.T <= c.speedsUntil {
		return false
	}
	c.speedsUntil = c.next.T
	return true
}

// speedErrorWeight is the weight of speeds in the error test of the step under way.
func (c *stepControl) speedErrorWeight() float64 {
	if m := c.wt.motion; m != nil && !m.positional && (c.w.near || c.grown && c.next.T-c.now.T <= speedTestLeast*c.opt.HMin) {
		return m.ctrlV
	}
	if c.now.T < c.speedsUntil && c.next.T-c.now.T > speedTestLeast*c.opt.HMin {
		return math.Max(c.wt.ctrlV, c.speedTestWeight)
	}
	return c.wt.ctrlV
}

// IncludeSpeedsInErrorTest has speeds in the error test of steps up to the time until; a later one replaces an earlier one.
func (c *stepControl) IncludeSpeedsInErrorTest(until float64) {
	c.speedsUntil = math.Max(c.speedsUntil, until)
}

// trialErrorEstimator is a scheme that can report the local error of its last attempt again.
type trialErrorEstimator interface{ errorOfTrial() float64 }

// orderedMethod is a scheme of variable order; a high one hardly sees a jump.
type orderedMethod interface {
	resetToLowest()
	seesKink() bool
}
