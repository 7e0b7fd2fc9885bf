package integrate

import "math"

// newton is the modified Newton iteration of an implicit method. The factored
// matrix is kept over iterations and steps as long as the measured convergence
// is good: while masses dominate, the matrix hardly depends on the step size
// because the unknowns are increments of accelerations. The first step with a
// new matrix takes two iterations at least: partials differenced across a
// law's jump are huge and make any update seem small.
type newton struct {
	coef  Coef
	kappa float64 // update that ends the iteration, in units of the tolerance
	held  float64 // the part of kappa that positions are held to, 0 for all
	ctrlV float64 // weight of speeds in the size of an update: where they are in the error test, what it leaves of them is not to be taken for an error

	rate       float64 // convergence factor measured last
	renewAt    float64 // convergence factor above which partials are renewed
	renew      bool    // fresh partials at the next step
	exactRows  bool    // the position correction of index 2 is solved for in each iteration
	stab       bool    // this step takes the stabilised form of index 2
	keepSpeeds bool    // so do all (speed_disturbance.go)
	ofRates    bool    // rows are of acceleration level throughout
	fresh      bool    // partials were evaluated within this step
	known      bool    // rate was measured with the matrix at hand
	size       float64 // of the last update
	moved      float64 // the part of size that positions and states have
	places     float64 // the part of size that positions have
	rows       float64 // largest constraint residual before the last update, or what the update moves if that is more
	left       float64 // largest constraint residual before the last update
	worst      largestEntry
	rowTol     float64
	raw        []float64 // NQ
	tangent    []float64 // NV
	second     *Delta    // of the stabilised index 2
	quasi      broyden
}

const (
	coefChange = 0.3  // relative change of the coefficient above which the matrix is factored again
	renewRate  = 0.05 // convergence factor above which partials are renewed,
	dearRate   = 0.15 // where these cost many residuals
	secondRate = 0.3  // upper limit of the factor that the second update reports for later steps
	giveUpRate = 0.9
	// noiseMost is the size of updates, in units of the scales, that rounding may have.
	noiseMost = 1e-7
	// slowUpdates is the ratio of two updates from which on secants help.
	slowUpdates = 0.3
	newtonIts   = 12
)

func (m *newton) initNewton(c *stepControl) {
	*m = newton{ctrlV: c.wt.ctrlV, raw: make([]float64, c.n.NQ), tangent: make([]float64, c.n.NV), second: NewDelta(c.n), quasi: newBroyden(c.n)}
	m.rowTol = math.Max(c.opt.ConstrTol, 1e-14)
	if m.renewAt = renewRate; c.opt.DearPartials {
		m.renewAt = dearRate
	}
	if c.opt.Index == 2 {
		m.rowTol = c.lowIndexRowTolerance()
	}
}

// lowIndexRowTolerance is what may be left of rows in index 2 and 1: it is made good by the extra speeds or
// a projection now and then, a jump that the error test sees.
func (c *stepControl) lowIndexRowTolerance() float64 {
	return math.Max(math.Min(c.opt.ConstrTol, rowPart*c.wt.tol), 1e-14)
}

// rowPart is the part of the tolerance that may be left of a row in index 2.
const rowPart = 0.02

// velocityRowScale brings residuals of velocity rows to the measure of rowTol: times
// coef.V, or, where speeds are in the error test, so that rowTol stands for rowPart of
// their tolerance.
func (c *stepControl) velocityRowScale() float64 {
	if c.opt.Index != 2 || c.wt.ctrlV == 0 {
		return c.coef.V
	}
	return math.Max(c.coef.V, c.rowTol*c.wt.ctrlV/(rowPart*c.wt.tol))
}

// corrector is the method's side of the iteration.
type corrector interface {
	// startIterationAtPrediction sets the trial point to the prediction.
	startIterationAtPrediction()
	// applyUpdate applies increments to the trial point; second, unless nil, is a
	// position correction alone.
	applyUpdate(d, second *Delta)
}

// rampedProblem is a Problem whose laws have steep ramps in the place of jumps.
type rampedProblem interface {
	// MatrixIsOfOtherRampSide reports whether the last evaluation was on another side of a ramp than the partials of the matrix: below, on or above it.
	MatrixIsOfOtherRampSide() bool
}

// matrixIsOfOtherRampSide reports that updates that look small may be far from the solution: the matrix has partials of another side of a ramp.
func (c *stepControl) matrixIsOfOtherRampSide() bool {
	r, is := c.p.(rampedProblem)
	return is && r.MatrixIsOfOtherRampSide()
}

// iterateNewton iterates from the prediction with coefficients k.
func (c *stepControl) iterateNewton(s corrector, k Coef) (converged bool, err error) {
	stab := c.stab
	c.coef, c.fresh = k, false
	c.stab = !c.ofRates && (c.opt.Index == 2 || c.n.NL > 0 && (c.keepSpeeds || c.roundingDominates()))
	if c.opt.Index == 3 && c.stab != stab {
		if c.rowTol = math.Max(c.opt.ConstrTol, 1e-14); c.stab {
			c.rowTol = c.lowIndexRowTolerance()
		}
	}
	if c.opt.JacobEval == 1 {
		c.renew = true
	}
	for again := false; ; again = true {
		s.startIterationAtPrediction()
		if e := c.factorIfNeeded(); e != nil {
			return false, e
		}
		ok, e := c.iterateUpdates(s)
		if ok || e != nil && !IsRetry(e) || c.fresh {
			// A matrix made after a failure may come from the very place where
			// a law jumps: it is not kept.
			c.renew = c.renew || !ok || again
			return ok, e
		}
		c.renew = true
	}
}

// roundingDominates reports that the step is so short that rounding in the position rows,
// divided by coef.Q, would show in accelerations and multipliers, on which laws
// may depend. Such steps take the stabilised form, whose rows are of velocity
// level and divided by coef.V only.
func (c *stepControl) roundingDominates() bool {
	return 0x1p-52*maxAbs(c.now.Q) > 1e-7*c.coef.Q*maxAbs(c.now.A)
}

// factorIfNeeded factors when the matrix at hand will not do.
func (c *stepControl) factorIfNeeded() error {
	w := c.w
	own := w.factored && w.owner == any(c)
	near := func(a, b float64) bool { return math.Abs(a-b) <= coefChange*b }
	if own && !c.renew && near(w.coef.V, c.coef.V) && near(w.coef.X, c.coef.X) {
		return nil
	}
	fresh := c.renew || !w.partials
	if e := w.factorFor(c, c.next, c.coef, fresh); e != nil {
		return e
	}
	c.fresh = c.fresh || fresh
	c.renew = false
	c.known = c.known && !fresh
	c.rate = math.Min(math.Max(c.rate, 0.02), 0.1)
	return nil
}

func (c *stepControl) iterateUpdates(s corrector) (converged bool, err error) {
	maxIt := newtonIts
	if !c.fresh && c.opt.NewtonTol <= 0 {
		maxIt = c.opt.MaxIt + 2
	}
	last, lastRows, lastPlaces := math.Inf(1), math.Inf(1), 0.0
	c.quasi.resetUpdates(c.n, c.coef, c.wt)
	for it := 1; it <= maxIt; it++ {
		if e := c.w.evaluateResiduals(c.next); e != nil {
			return false, e
		}
		c.stats.NewtonIterations++
		c.rows = c.loadRightHandSide()
		c.left = c.rows
		c.p.Solve(c.w.del)
		var second *Delta
		if c.stab {
			second = c.computePositionCorrection()
		}
		c.measureUpdateSize(second)
		c.improveBySecant(it, last, lastPlaces, second)
		if c.size*0 != 0 {
			return false, errNaN
		}
		rate := c.updateConvergenceRate(it, last)
		if c.isStalledAtRounding(it, last) {
			c.renew = true
			return true, nil
		}
		if it > 2 && c.size > giveUpRate*last && !c.isAtRounding() {
			return false, nil
		}
		s.applyUpdate(c.w.del, second)
		if it >= c.opt.MinIt && c.known && c.newtonConverged(math.Min(rate, giveUpRate), it, last, lastRows) {
			if !c.fresh && c.matrixIsOfOtherRampSide() {
				return false, nil // it is renewed
			}
			c.renew = it > 2 && rate > c.renewAt || it > c.opt.MaxIt
			return true, nil
		}
		last, lastRows, lastPlaces = c.size, c.rows, c.places
	}
	return false, nil
}

// improveBySecant improves the update where updates with fresh partials get smaller too
// slowly, from then on to the end of the iteration. Others are left as they
// are: secants across the kink of a law are useless.
func (c *stepControl) improveBySecant(iteration int, lastSize, lastPositionSize float64, second *Delta) {
	slow := iteration > 1 && c.size > slowUpdates*lastSize
	if k := c.newton.worst.kind; iteration == 2 && (k == Algebraic || k == State) && c.places < slowUpdates*lastPositionSize {
		// The first update of states or algebraic unknowns that follow reactions was small by chance: they had been predicted
		// better than the accelerations, whose effect on the rows they have now. A secant would take a part of the second.
		slow = false
	}
	if c.quasi.on = c.quasi.on || c.fresh && slow; !c.quasi.on {
		if c.fresh {
			c.quasi.n = 0
			c.quasi.storeUpdate(c.w.del, second)
		}
		return
	}
	c.quasi.improveUpdate(c.w.del, second)
	c.measureUpdateSize(second)
}

// updateConvergenceRate updates the convergence factor at an iteration, the update
// before having had lastSize, and returns it.
func (c *stepControl) updateConvergenceRate(iteration int, lastSize float64) float64 {
	if iteration == 1 {
		return c.rate
	}
	rate := math.Max(c.size/math.Max(lastSize, 1e-300), 0.3*c.rate)
	c.rate, c.known = rate, true
	if iteration == 2 {
		// The first update may have been small by chance: a law's kink was
		// crossed, or (index 2) the effect of its position correction on the
		// forces was not in it.
		c.rate = math.Min(rate, secondRate)
	}
	return rate
}

// isAtRounding reports that updates are down to rounding.
func (c *stepControl) isAtRounding() bool {
	return c.size*c.wt.tol <= c.wt.eps && c.rows <= math.Max(c.rowTol, c.wt.eps)
}

// isStalledAtRounding reports that updates do not get smaller although nothing is left of the
// rows but rounding: near a singular configuration the inverse of a small
// singular value makes it large, and a shorter step larger still.
func (c *stepControl) isStalledAtRounding(iteration int, lastSize float64) bool {
	small := c.moved <= 1 && c.size*c.wt.tol <= noiseMost && c.left <= c.wt.eps
	return iteration > 2 && c.size > 0.3*lastSize && small && c.left > 0 && c.rowErrorsDominate()
}

// rowErrorsDominate reports that the errors of the rows alone make updates of this size.
func (c *stepControl) rowErrorsDominate() bool {
	u := c.w.update
	clearDelta(u)
	c.loadRowErrorsIntoRightHandSide(u)
	c.p.Solve(u)
	return 10*maxAbs(u.A) >= maxAbs(c.w.del.A)
}

// newtonConverged judges by what is left after the last update.
func (c *stepControl) newtonConverged(rate float64, iteration int, lastSize, lastRowError float64) bool {
	left := c.size * rate / (1 - rate)
	rowRate := math.Max(rate, 0.05)
	if iteration > 1 {
		rowRate = math.Min(math.Max(rate, c.rows/math.Max(lastRowError, 1e-300)), 1)
	}
	if c.opt.NewtonTol > 0 {
		if iteration == 1 {
			return false
		}
		small := c.wt.eps / 16
		return math.Min(c.size, left)*c.wt.tol <= math.Max(c.opt.NewtonTol, small) && c.rows*rowRate <= c.rowTol ||
			c.isAtRounding() && c.size > 0.3*lastSize
	}
	if c.isAtRounding() {
		return true
	}
	if rate > 0.5 {
		return false
	}
	if c.held > 0 && c.places*rate/(1-rate) > c.kappa*c.held && c.places*c.wt.tol > c.wt.eps {
		return false
	}
	return left <= c.kappa && c.rows*rowRate <= c.rowTol
}

// loadRightHandSide sets the right-hand side and returns the largest constraint residual,
// as a position.
func (c *stepControl) loadRightHandSide() (largestRowError float64) {
	c.w.loadNegatedResiduals()
	return c.loadRowErrorsIntoRightHandSide(c.w.del)
}

// loadRowErrorsIntoRightHandSide is the part of loadRightHandSide for the rows.
func (c *stepControl) loadRowErrorsIntoRightHandSide(d *Delta) (largestRowError float64) {
	r, m, speed := c.w.res, 0.0, c.velocityRowScale()
	for i, level := range c.n.RowLevel {
		switch {
		case level != Inactive && c.ofRates:
			d.L[i] = -r.Acc[i]
		case level == Position && !c.stab:
			d.L[i] = -r.Pos[i] / c.coef.Q
			if g := math.Abs(r.Pos[i]); g > m {
				m = g
			}
		case level == Position:
			d.L[i] = -r.Vel[i] / c.coef.V
			m = max(m, math.Abs(r.Pos[i]), math.Abs(r.Vel[i])*speed)
		case level == Velocity:
			d.L[i] = -r.Vel[i] / c.coef.V
			m = max(m, math.Abs(r.Vel[i])*speed)
		case level == Acceleration:
			d.L[i] = -r.Acc[i]
		default:
			d.L[i] = 0
		}
	}
	return m
}

// computePositionCorrection is the position correction of the stabilised index 2, in the
// metric of the factored matrix. The first solve has moved positions by Q dA
// with G dA = -(G v + ∂g/∂t)/V already. It is nil where nothing worth a solve
// is left: the prediction of the correction serves.
func (c *stepControl) computePositionCorrection() *Delta {
	d := c.second
	m := c.loadSpeedRowErrors(d)
	enough := 0.1 * c.rowTol
	if c.exactRows {
		enough = min(enough, c.wt.eps/64)
	}
	if m*c.coef.Q <= enough && c.opt.NewtonTol <= 0 && !c.fresh {
		clear(d.L)
		return d
	}
	c.p.Solve(d)
	return d
}

// measureUpdateSize sets size to the largest part of the update in units of the
// tolerance.
func (c *stepControl) measureUpdateSize(second *Delta) {
	d, v := c.w.del, largestEntry{}
	for i, a := range d.A {
		c.tangent[i] = c.coef.Q * a
	}
	if second != nil {
		addScaled(c.tangent, c.coef.Q, second.A)
	}
	c.p.PositionRates(c.raw, c.next.Q, c.tangent)
	v.updateLargestWeighted(RawPos, c.raw, c.wt.q)
	if c.rows > 0 {
		// An outdated G lets an update along the constraints leave them by its
		// convergence factor.
		c.rows = math.Max(c.rows, v.val*c.wt.tol)
	}
	c.places = v.val
	for i, a := range d.XDot {
		if e := math.Abs(a*c.coef.X) * c.wt.x[i]; e > v.val {
			v = largestEntry{e, State, i}
		}
	}
	c.moved = v.val
	v.updateLargestWeighted(Algebraic, d.Y, c.wt.y)
	if w := max(c.ctrlV, c.speedErrorWeight()); w > 0 {
		for i, a := range d.A {
			if e := math.Abs(a*c.coef.V) * c.wt.v[i] * w; e > v.val {
				v = largestEntry{e, Speed, i}
			}
		}
	}
	c.size, c.newton.worst = v.val, v
	if nanUnlessFinite(d.A)+nanUnlessFinite(d.XDot)+nanUnlessFinite(d.Y)+nanUnlessFinite(d.L) != 0 {
		c.size = math.NaN()
	}
}

// passedMove is what the last update of an iteration at the smallest step over a jump may move positions and states by, in units of the
// tolerance: those of several stages move by more than one's.
const passedMove = 10

// isAcceptableUnconverged reports, after an iteration that did not converge at the smallest step, whether positions and states have come to within
// passedMove, so that it is a law jumping to and fro that keeps it from converging, if one is seen to jump.
func (c *stepControl) isAcceptableUnconverged() bool {
	if c.moved <= passedMove && c.rows <= math.Max(1e3*c.rowTol, 1e-9) {
		c.worst = c.newton.worst
		return true
	}
	return false
}
