package integrate

import "math"

// firstStepSize examines the derivatives at now by one small step along the Taylor
// series, of H0 within 1e-9...1e-6, and returns the step for a first-order
// method, √(2·half the tolerance/|z"|). The small step is left in next; it may
// serve as the first step (taylor true), which honours an H0 of 1e-8 without
// differencing positions that lie so near together.
func (c *stepControl) firstStepSize() (h float64, taylor bool, err error) {
	d := math.Min(math.Max(c.opt.H0, 1e-9), 1e-6)
	if c.opt.H0 == 0 {
		d = 1e-7
	}
	b, a := c.next, c.now
	b.Copy(a)
	b.T = a.T + d
	for i, v := range a.V {
		c.tangent[i] = d * (v + d/2*a.A[i])
	}
	c.p.MovePositions(b.Q, a.Q, c.tangent)
	addScaled(b.V, d, a.A)
	addScaled(b.X, d, a.XDot)
	h = c.opt.HMax
	c.probed = false
	e := c.w.iterateAccelerations(b, accelTol)
	if e != nil {
		if _, ok := e.(*ConvergenceError); !ok && !IsRetry(e) {
			return 0, false, e
		}
		return math.Min(1e-8, h), false, nil
	}
	c.probed = true
	m := c.largestSecondDerivative(d)
	if m > 0 {
		h = math.Min(h, math.Sqrt(1/m))
	}
	taylor = c.opt.H0 > 0 && c.opt.H0 <= d && d < 0.1*h && d*d*m < 1
	if c.opt.H0 > 0 && !taylor {
		h = math.Min(h, c.opt.H0)
	}
	return h, taylor, nil
}

// largestSecondDerivative is the largest second derivative of positions, speeds and states in
// units of the tolerance, from now and next, d apart. Speeds count although
// the error test ignores them later: an error that order 1 makes in them at
// the start stays in the solution and grows with time.
func (c *stepControl) largestSecondDerivative(timeStep float64) float64 {
	v := largestEntry{}
	c.bend = 0
	c.p.PositionRates(c.raw, c.now.Q, c.next.A)
	v.updateLargestWeighted(RawPos, c.raw, c.wt.q)
	for i := range c.now.V {
		dv := (c.next.A[i] - c.now.A[i]) / timeStep
		c.bend = math.Max(c.bend, math.Abs(dv)*c.wt.v[i])
	}
	v.val = math.Max(v.val, c.bend)
	for i := range c.now.X {
		dx := (c.next.XDot[i] - c.now.XDot[i]) / timeStep
		v.val = math.Max(v.val, math.Abs(dx)*c.wt.x[i])
	}
	return v.val
}

// areStartAccelerationsStale reports whether the accelerations at now may not be those of the model: it is not the start of the analysis, or the problem changed.
func (c *stepControl) areStartAccelerationsStale() bool { return c.stats.Steps > 0 || c.stale }

// solveStartAccelerations solves for accelerations at now after the problem changed.
func (c *stepControl) solveStartAccelerations() error {
	c.restart, c.stale = false, false
	c.pass.resetPoints(c.now)
	c.renew = true
	c.w.turns = 0
	c.grown = false
	return c.w.solveAccelerationsFresh(c.now)
}

// solveAccelerationsFresh solves for accelerations at pt, where nothing is known of the matrix.
func (w *LinearSolver) solveAccelerationsFresh(pt *Point) error {
	if ok, err := w.takeDirectRates(pt, math.Inf(1), math.Inf(1), true); ok || err != nil {
		return err
	}
	if err := w.factorFor(w, pt, Coef{}, true); err != nil {
		return err
	}
	return w.iterateAccelerations(pt, accelTol)
}

// initFirstStepAndStartAccelerations sets the size of the first step of methods that need nothing but accelerations at the start, and solves for
// these where a Restart has made them stale.
func (c *stepControl) initFirstStepAndStartAccelerations() error {
	if c.areStartAccelerationsStale() {
		if err := c.solveStartAccelerations(); err != nil {
			return err
		}
	}
	h, _, err := c.firstStepSize()
	if err != nil {
		return err
	}
	c.taylor, c.restart, c.h = false, false, h
	return nil
}

// accelerationTolerance is how exactly accelerations are solved for where the steps are made of them.
func (c *stepControl) accelerationTolerance() float64 {
	return math.Min(math.Max(1e-3*c.opt.Tol, 1e-12), 1e-6)
}
