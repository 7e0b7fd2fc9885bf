package integrate

import "math"

// A singular configuration is passed by one step of the explicit method of order 8, whatever the method of the run. It begins at
// an accepted point clearly before the place and ends clearly behind it, so that the place lies in the
// largest gap between its stages. The speeds before it name the branch.
//
// Why not by steps of the method itself? Accelerations of places off the rows by g are off by v²g/s² in the
// small singular value s, although those of the motion are smooth: shorter steps only come closer and get worse. All stages
// are put onto the rows before they are evaluated. So the step integrates another field, that of the nearest
// places on the rows: the same on the motion, and smooth around it.
//
// The step counts only if its error is below the tolerance, its polynomial meets the rows of positions and speeds
// all the way (where links differ by a little there is no motion through the place, but one that turns back), and
// the configuration lies between its ends.

// singularCrossing is a step across a singular configuration. The method goes along it up to its end, and restarts there.
type singularCrossing struct {
	d      *dop853
	past   []*Point // accepted, the oldest first
	free   []*Point // room for more
	on     bool     // the method goes along it
	served bool     // its last step was a part of it
	end    float64
	seen   bool // a configuration was found where the last step failed, although no step across it
	wait   int  // failures that are let pass,
	pause  int  // and how many the last time
}

const (
	pastPoints = 12
	// inGap is where in the step the configuration lies: in the middle of the stages at 1/3 and 0.6.
	inGap = 0.46
	// passTol is the least tolerance of the step: what rounding leaves of accelerations that near.
	passTol = 1e-11
	// passRows is what the polynomial may miss rows of positions and speeds by, in parts of the model's length.
	passRows = 1e-9
	// longestPause bounds the failures that are let pass after places that were not passed.
	longestPause = 64
)

// allocatePoints allocates.
func (a *singularCrossing) allocatePoints(n *Layout) {
	*a = singularCrossing{}
	if n.NL == 0 {
		return
	}
	a.past = make([]*Point, 0, pastPoints)
	for range pastPoints {
		a.free = append(a.free, NewPoint(n))
	}
}

// resetPoints forgets what was before pt.
func (a *singularCrossing) resetPoints(pt *Point) {
	a.on = false
	a.free = append(a.free, a.past...)
	a.past = a.past[:0]
	a.storePoint(pt)
}

// storePoint keeps an accepted point. When there are enough, the one is left out whose neighbours are nearest to each
// other in parts of their age, so that what is kept reaches back however short steps get.
func (a *singularCrossing) storePoint(pt *Point) {
	if a.on || len(a.free)+len(a.past) == 0 {
		return
	}
	if len(a.free) == 0 {
		least, at := math.Inf(1), 1
		for i := 1; i < len(a.past)-1; i++ {
			if gap := (a.past[i+1].T - a.past[i-1].T) / (pt.T - a.past[i-1].T); gap < least {
				least, at = gap, i
			}
		}
		a.free = append(a.free, a.past[at])
		copy(a.past[at:], a.past[at+1:])
		a.past = a.past[:len(a.past)-1]
	}
	last := len(a.free) - 1
	p := a.free[last]
	a.free = a.free[:last]
	p.Copy(pt)
	a.past = append(a.past, p)
}

// reached is how far, in steps that failed, a configuration may lie that made them fail.
const reached = 2

// crossSingularity searches, after failedStep, a step that failed, for a singular configuration and a step across it; atSmallestStep says that no
// shorter step is allowed. passes reports whether there is such a step, near whether a singular configuration is near without one.
func (c *stepControl) crossSingularity(failedStep float64, atSmallestStep bool) (passes, near bool) {
	a := &c.pass
	a.seen = false
	if c.opt.FixedStep > 0 || len(a.past) < 2 || !c.w.isNearSingular(c.now) {
		return false, false
	}
	if a.wait > 0 && !atSmallestStep {
		a.wait--
		return false, false
	}
	c.renew = true
	place, near, ok := c.w.findSingularityAhead(a.past)
	a.seen = ok && c.w.isLinearInRates() // partials of laws by reactions may do the same where these jump
	if ok && (atSmallestStep || place.t < c.now.T+reached*failedStep) && c.tryStepAcross(place) {
		a.pause = 0
		return true, false
	}
	a.pause = min(2*a.pause+1, longestPause)
	a.wait = a.pause
	c.w.factored = false
	return false, near
}

// tryStepAcross tries steps from points before the place, first the latest that is not near, then earlier ones, then
// later ones.
func (c *stepControl) tryStepAcross(place configuration) bool {
	a := &c.pass
	if a.d == nil {
		o := c.opt
		o.Work, o.Interpolate, o.FindEvent, o.VelCtrl = c.w, true, nil, false
		o.Tol = math.Max(c.opt.Tol, passTol) / dopFraction
		o.ConstrTol = math.Min(o.ConstrTol, 1e-12)
		a.d = &dop853{projectStages: true}
		if a.d.Init(c.p, c.now, &o) != nil {
			return false
		}
		a.d.tol, a.d.projectStages = accelTol, true
		c.w.stats = &c.stats
	}
	for i := place.far; i >= 0; i-- {
		if c.tryStepFrom(i, place) {
			return true
		}
	}
	for i := place.far + 1; i < len(a.past) && a.past[i].T < place.t; i++ {
		if c.tryStepFrom(i, place) {
			return true
		}
	}
	return false
}

// tryStepFrom tries the step from the point-th point.
func (c *stepControl) tryStepFrom(point int, place configuration) bool {
	a := &c.pass
	d, from := a.d, a.past[point]
	h := (place.t - from.T) / inGap
	end := from.T + h
	if !(end > c.now.T+c.timeResolution()) || h < c.timeResolution() {
		return false
	}
	d.now.Copy(from)
	d.wt.updateWeights(d.n, d.now, d.opt.RelTol, d.opt.Tol)
	if c.w.factorFor(c.w, d.now, Coef{}, true) != nil || c.w.solveAndProject(d.now, d.tol, d.rowTol, 10*d.rowTol) != nil {
		return false
	}
	d.storeStageRates(0, d.now)
	d.h = h
	err, ok, e := d.attemptStep(end)
	if e != nil || !ok || err > 1 {
		return false
	}
	s, ok := c.w.estimateSingularity(d.next)
	if !ok || dot(s.a, place.w) >= 0 {
		return false
	}
	d.hUsed = h
	d.now, d.next = d.next, d.now
	if d.commitStep(0, false) != nil || !c.interpolantMeetsRows(place.t) {
		return false
	}
	a.on, a.end = true, end
	c.stats.Passed++
	c.stats.PassedT = place.t
	return true
}

// interpolantMeetsRows reports whether the interpolating polynomial satisfies the constraints from before the configuration at t to after it.
func (c *stepControl) interpolantMeetsRows(t float64) bool {
	d := c.pass.d
	most := math.Max(c.opt.ConstrTol, passRows*c.opt.Length)
	p := d.p
	for _, part := range [...]float64{0.25, 0.36, 0.43, inGap, 0.5, 0.57, 0.68} {
		d.InterpolateAt(d.next.T+part*d.hUsed, p)
		if c.w.evaluateResiduals(p) != nil || maxAbs(c.w.res.Pos) > most || maxAbs(c.w.res.Vel)*d.hUsed > most {
			return false
		}
	}
	return true
}

// advanceAcrossSingularity goes along the step across, up to limit.
func (c *stepControl) advanceAcrossSingularity(limit float64) error {
	a, t := &c.pass, c.pass.end
	if limit < t && !c.opt.Interpolate {
		t = limit
		a.d.InterpolateAt(t, c.next)
	} else {
		c.next.Copy(a.d.now)
	}
	c.hUsed = t - c.now.T
	c.grown = c.grown || c.hUsed >= c.opt.HMin
	c.jumped, c.lastErr, c.meanError = false, 1, 1
	c.wt.updateWeights(c.n, c.next, c.opt.RelTol, c.opt.Tol)
	if err := c.advanceToNextPoint(); err != nil {
		return err
	}
	if t == a.end {
		c.restart, a.on = true, false
	}
	return nil
}

// interpolateAcrossSingularity sets dst to the point at t of the last step, if that was a part of a step across.
func (c *stepControl) interpolateAcrossSingularity(t float64, dst *Point) bool {
	if c.pass.served {
		c.pass.d.InterpolateAt(t, dst)
	}
	return c.pass.served
}
