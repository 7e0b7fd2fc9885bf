package integrate

import (
	"fmt"
	"math"
)

// stepControl is what the methods share: the Problem, the last and the trial point,
// and the choice of step size.
type stepControl struct {
	p        Problem
	n        *Layout
	opt      Options
	spinning SpinCorrector // p, where it is one
	w        *LinearSolver

	now, next *Point // accepted, trial; next is the previous point between steps
	uncutEnd  *Point // end of the last step before an event cut it; nil until there is one
	cut       bool   // an event has cut the last step
	stats     Stats
	wt        *errorWeights
	worst     largestEntry // of the last test that failed

	h              float64 // step wished for
	hUsed          float64
	h0             float64 // Options.H0; an event may request less at one start
	grown          bool    // a step of HMin or more was accepted: HMin binds
	restart        bool    // restart at the next step
	stale          bool    // the accelerations of now may not be those of the model: Restart was called
	jumped         bool    // the last step was a jump
	stepsSinceJump int     // steps since a law was seen to jump
	lastErr        float64 // local error of the last step in units of the tolerance
	meanError      float64 // of the last steps: that of one may pass through zero
	speedsUntil    float64 // up to here speeds are in the error test: a law jumps before it
	// speedTestWeight is the weight that speeds then have, relative to positions.
	speedTestWeight float64
	taylor          bool             // next is a step along the Taylor series
	probed          bool             // begin has left a small step in next
	bend            float64          // second derivative of speeds there, in units of the tolerance
	positional      bool             // speeds take no part in the error test by the motion
	pass            singularCrossing // across a singular configuration

	to        float64 // where the next step is to end at, behind now, for a kink
	crossings int     // steps that were made up to kinks from now
	atKink    bool    // next is at a kink
	mid       *Point  // between now and next; nil until there is one
	way, dq   []float64

	newton
}

// scheme is the part of a method that differs.
type scheme interface {
	// attemptStep predicts next at time t and corrects it. err is the local
	// error in units of the tolerance; ok reports that the correction
	// converged.
	attemptStep(t float64) (localError float64, converged bool, failure error)
	// stepReductionFactor names the factor for a shorter step after the n-th failure of
	// the error test in a row.
	stepReductionFactor(n int, err float64) float64
	// commitStep makes next part of the history and wishes for the next step.
	commitStep(err float64, jump bool) error
}

// initStepControl allocates for p and copies start. toleranceFraction is the part of Tol to keep.
func (c *stepControl) initStepControl(p Problem, start *Point, opt *Options, toleranceFraction float64) {
	c.p, c.n, c.opt = p, p.Layout(), *opt
	c.opt.setDefaults()
	c.h0 = c.opt.H0
	c.initSpinCorrection()
	c.w = opt.Work
	if c.w == nil || c.w.p != p {
		c.w = NewLinearSolver(p)
	}
	c.w.slow, c.w.stages = c.opt.RowRate, false
	c.stats = Stats{}
	c.w.stats, c.w.turns, c.w.dear = &c.stats, 0, c.opt.DearPartials
	c.now, c.next = NewPoint(c.n), NewPoint(c.n)
	c.now.Copy(start)
	c.wt = newErrorWeights(c.n, toleranceFraction*c.opt.Tol, &c.opt, c.positional)
	c.wt.updateWeights(c.n, c.now, c.opt.RelTol, c.opt.Tol)
	c.newton.initNewton(c)
	c.grown, c.restart, c.stale, c.hUsed, c.speedsUntil = false, false, false, 0, math.Inf(-1)
	c.speedTestWeight = 1.0 / speedTestFactor
	c.lastErr, c.meanError = 1, 1
	c.pass.allocatePoints(c.n)
	c.pass.resetPoints(c.now)
}

func (c *stepControl) Now() *Point           { return c.now }
func (c *stepControl) Stats() *Stats         { return &c.stats }
func (c *stepControl) NotifyProblemChanged() { c.restart, c.stale = true, true }

// jumpError is the local error at the smallest step from which on a law that jumps is searched for. Where none is,
// a local error up to coarseError tolerances counts as a tolerance that requests shorter steps than allowed.
const (
	jumpError   = 100
	coarseError = 10
)

// mostBehind is the number of smallest steps behind a jump in which the error may still be large.
const mostBehind = 100

// jumpOfMotion stands for both where errors are measured by the motion: their bounds are so small that
// less than this does no harm.
const jumpOfMotion = 3000

// retryPart is how much of a step is tried after an iteration that did not
// converge. None of its multiples is near 1: where the trouble is the very place
// that the step ended at, as in a singular configuration, the steps that follow
// do not come back to it.
const retryPart = 0.4

// firstStepScheme is a scheme whose first step after a restart differs: prepareOrTakeFirstStep has taken it where done is true, else prepared it.
type firstStepScheme interface {
	scheme
	prepareOrTakeFirstStep(limit float64) (done bool, err error)
}

// advanceAfterStart is advanceStep for schemes with a first step of their own.
func (c *stepControl) advanceAfterStart(s firstStepScheme, limit float64) error {
	if c.restart {
		done, err := s.prepareOrTakeFirstStep(limit)
		if done || err != nil {
			return err
		}
	}
	return c.advanceStep(s, limit)
}

// advanceStep takes one accepted step of s.
func (c *stepControl) advanceStep(s scheme, limit float64) error {
	if limit <= c.now.T && !c.opt.Interpolate {
		return fmt.Errorf("integrate: step from t=%g to limit %g", c.now.T, limit)
	}
	if c.pass.on {
		return c.advanceAcrossSingularity(limit)
	}
	errFails := 0
	for {
		t := c.chooseStepEnd(limit)
		h := t - c.now.T
		err, ok, e := s.attemptStep(t)
		if e != nil && !IsRetry(e) {
			return e
		}
		kink := ok && c.recordLawJump(h, err)
		if r, is := s.(trialErrorEstimator); is && kink && err <= 1 {
			err = r.errorOfTrial()
		}
		if ok && (err <= 1 || c.opt.FixedStep > 0) {
			if done, e := c.acceptUnlessKink(s, t, err); done {
				return e
			}
			continue
		}
		c.stats.Rejected++
		c.to = 0
		least := c.isSmallestStep(h)
		passes, near := c.crossSingularity(h, least)
		if passes {
			return c.advanceAcrossSingularity(limit)
		}
		if least {
			return c.acceptSmallestStepOrFail(s, t, err, ok, near, e)
		}
		f := retryPart
		if ok {
			errFails++
			f = stepReductionAfterFailure(s, errFails, err, kink)
		}
		c.h = math.Max(h*f, c.smallestStepAllowed())
	}
}

// stepReductionAfterFailure is the part of a step that is tried after its error was too large for the failures-th time. Where the solution has a kink, an
// error that is not very large makes the method begin with its lowest order.
func stepReductionAfterFailure(s scheme, failures int, localError float64, kink bool) float64 {
	f := s.stepReductionFactor(failures, localError)
	if r, is := s.(orderedMethod); is && kink && localError < largeKink && r.seesKink() {
		r.resetToLowest()
	}
	return f
}

// reducedStepFactor is the factor for a shorter step after the failures-th failure in a row of a test whose error grows like the step to the given power; it is
// mostAfterFirst at most from the second failure on.
func reducedStepFactor(failures int, err, safety, power, mostAfterFirst float64) float64 {
	f := math.Max(safety*math.Pow(err, -1/power), 0.2)
	if failures > 1 {
		f = math.Min(f, mostAfterFirst)
	}
	return math.Min(f, 0.9)
}

// acceptSmallestStepOrFail accepts a step to t that may not be shortened, or gives up. converged reports whether its iteration converged, nearSingular whether a singular
// configuration is near, evalError is an error of its evaluation.
func (c *stepControl) acceptSmallestStepOrFail(s scheme, t, localError float64, converged, nearSingular bool, evalError error) error {
	jump, good := false, evalError == nil && (converged || c.isAcceptableUnconverged())
	if good {
		jump, good = c.acceptsSmallestStepError(t, localError, converged)
	}
	if !good {
		return c.failedStepError(t-c.now.T, converged, nearSingular, evalError)
	}
	return c.acceptStep(s, t, localError, jump)
}

// acceptsSmallestStepError reports whether a step to t that may not be shortened is accepted though its error is too large, or, not converged, its
// iteration did not converge: over a jump of a law, or with an error that is not far above the tolerance.
func (c *stepControl) acceptsSmallestStepError(t, localError float64, converged bool) (jump, passes bool) {
	most, coarse := float64(jumpError), coarseError*c.opt.Tol/c.wt.tol
	if c.wt.motion != nil {
		most, coarse = jumpOfMotion, jumpOfMotion
	}
	coarse *= c.startErrorFactor()
	// At a singular configuration neither an error nor an iteration means anything.
	jump = (!converged || localError > most || c.pass.seen) && c.detectAndStoreLawJump(t)
	return jump, jump || converged && !(localError > coarse) && !c.pass.seen
}

// chooseStepEnd chooses the end of the next step: the rest of the way to the limit is
// cut into equal steps when few are left, so that the last one is not a stump.
func (c *stepControl) chooseStepEnd(limit float64) float64 {
	if c.to > c.now.T {
		return c.to
	}
	h := math.Min(c.h, c.opt.HMax)
	if c.opt.Interpolate {
		return c.now.T + h
	}
	rest := limit - c.now.T
	if c.opt.FixedStep > 0 {
		if rest <= h*(1+1e-6) {
			return limit
		}
		return c.now.T + h
	}
	n := math.Ceil(rest / h * (1 - 1e-9))
	switch {
	case n <= 1:
		return limit
	case n <= 20:
		return c.now.T + rest/n
	}
	return c.now.T + h
}

// isSmallestStep reports that a step of h, wished for as c.h, may not be shortened.
func (c *stepControl) isSmallestStep(h float64) bool {
	return c.h <= c.smallestStepAllowed()*(1+1e-9) || h <= c.smallestStepAllowed()
}

// smallestStepAllowed is the shortest step allowed now.
func (c *stepControl) smallestStepAllowed() float64 {
	if c.grown {
		return c.opt.HMin
	}
	return math.Min(c.opt.HMin, c.timeResolution())
}

// timeResolution is the shortest step that changes the time.
func (c *stepControl) timeResolution() float64 { return math.Max(1e-12, 64*0x1p-52*math.Abs(c.now.T)) }

// startErrorFactor is how much more the error of a state may be at the smallest step before a run got going: its bound is a part of the
// little that it has moved through, and may lie below what the shortest step that changes the time leaves.
func (c *stepControl) startErrorFactor() float64 {
	if c.grown || c.worst.kind != State {
		return 1
	}
	i := c.worst.idx
	return math.Max(1, leastError*c.n.XScale[i]*c.wt.x[i])
}

// fineTol is the tolerance, in parts of the length, below which rounding may be why a step fails.
const fineTol = 1e-7

// failedStepError returns the error of a failed step of size h. converged reports whether its iteration converged, nearSingular whether a singular configuration is near.
func (c *stepControl) failedStepError(h float64, converged, nearSingular bool, evalError error) error {
	v := c.newton.worst
	g := &ConvergenceError{T: c.now.T, H: h, Reason: "Newton iterations do not converge", WorstKind: v.kind, WorstIdx: v.idx, Err: evalError}
	if in, is := evalError.(*ConvergenceError); is {
		g.Reason, g.WorstKind, g.WorstIdx, g.Err = in.Reason, in.WorstKind, in.WorstIdx, nil
	} else if evalError != nil {
		g.Reason, g.WorstKind = "the equations cannot be evaluated", NoKind
	} else if converged {
		g.Reason, g.WorstKind, g.WorstIdx = "the local error is far above integr_tol at the smallest step, and no law is seen to jump", c.worst.kind, c.worst.idx
	}
	g.Singular, g.Loosen = nearSingular, nearSingular || converged || c.opt.Tol < fineTol*c.opt.Length
	return g
}

// detectAndStoreLawJump reports whether a law jumps in the step to t, and stores the jump.
func (c *stepControl) detectAndStoreLawJump(t float64) bool {
	from, to, found := c.findLawJump(!c.pass.seen)
	if !found {
		from, to, found = c.findLawJumpAhead(!c.pass.seen)
	}
	switch {
	case !found && c.jumped && c.stepsSinceJump < mostBehind: // its traces are in the formulas
		c.stepsSinceJump++
		return true
	case found:
		c.stepsSinceJump = 0
	}
	if found && !c.jumped {
		c.stats.Jumps++
		c.stats.LastJump = Jump{T: t, H: t - c.now.T, Kind: c.worst.kind, Idx: c.worst.idx, From: from, To: to}
	}
	return found
}

// acceptUnlessKink accepts the step to t, unless it is to be made again up to a kink.
func (c *stepControl) acceptUnlessKink(s scheme, t, err float64) (done bool, e error) {
	again, e := c.shortenTrialToKink()
	if e != nil || !again {
		if e == nil {
			e = c.acceptStep(s, t, err, false)
		}
		return true, e
	}
	c.stats.Rejected++
	return false, nil
}

// acceptStep makes next the newest point.
func (c *stepControl) acceptStep(s scheme, t, err float64, jump bool) error {
	c.hUsed = t - c.now.T
	if c.hUsed >= c.opt.HMin {
		c.grown = true
	}
	if !jump {
		c.correctSpinsOfStep(s)
	}
	if e := s.commitStep(err, jump); e != nil {
		return e
	}
	if c.opt.FixedStep <= 0 {
		// The smallest step is not made smaller. Where rounding is all that an estimate sees, it
		// requests less and less.
		c.h = math.Max(c.h, math.Max(math.Min(c.hUsed, c.smallestStepAllowed()), c.timeResolution()))
	}
	c.jumped, c.lastErr, c.meanError = jump, err, max(err, usualDecay*c.meanError, leastUsual)
	c.wt.updateWeights(c.n, c.next, c.opt.RelTol, c.opt.Tol)
	return c.advanceToNextPoint()
}

// advanceToNextPoint continues to next.
func (c *stepControl) advanceToNextPoint() error {
	c.now, c.next, c.cut = c.next, c.now, false
	c.to, c.crossings = 0, 0
	if c.atKink {
		c.atKink, c.restart, c.opt.H0 = false, true, c.h0
	}
	c.pass.served = c.pass.on
	c.stats.Steps++
	c.stats.H = c.hUsed
	if c.opt.FindEvent != nil {
		if e := c.endStepAtEvent(); e != nil {
			return e
		}
	}
	c.pass.storePoint(c.now)
	return c.p.AcceptPoint(c.now)
}

// endStepAtEvent requests an event in the step and ends the step there.
func (c *stepControl) endStepAtEvent() error {
	p, h, err := c.opt.FindEvent()
	if p == nil || err != nil {
		return err
	}
	if c.uncutEnd == nil {
		c.uncutEnd = NewPoint(c.n)
	}
	c.uncutEnd.Copy(c.now)
	c.cut = true
	c.now.Copy(p)
	c.hUsed = c.now.T - c.next.T
	c.stats.H = c.hUsed
	c.restart = true
	c.opt.H0 = c.h0
	if h > 0 {
		c.opt.H0 = h
	}
	return nil
}

// stepEndBeforeEventCut returns the end that the last step had before an event cut it: interpolants are of that step.
func (c *stepControl) stepEndBeforeEventCut() *Point {
	if c.cut {
		return c.uncutEnd
	}
	return c.now
}
