package integrate

import "math"

// A law jumps where a residual changes however near to each other two points are: with equal inputs, but for the
// time or the quantity that switches it, it has two values. Errors that do not get smaller with the step are no
// sign of that, nor is an iteration that does not converge: at a singular configuration there are both.

const (
	// smallJump is the part of the largest forces, of the rate of a state or of an algebraic unknown below which a
	// change is not examined: no step fails because of it.
	smallJump = 1e-7
	// smallBend is the same of second differences: above rounding.
	smallBend = 1e-10
	// constantChange is the part of a change that is left, after constantHalves halvings, where a law jumps; an
	// eighth is left of a smooth one. At a pole the change grows.
	constantChange = 0.7
	constantHalves = 3
	// steepChange is the change, in parts of the size of a law, from which on a curve is taken for one near a pole, not for a slope that jumps.
	steepChange = 1
	leastHalves = 10
	mostHalves  = 20
)

// linePoint is a place on the line through the last accepted point, at 0, and the trial point, at 1.
type linePoint struct {
	at  float64
	pt  *Point
	res *Residual
}

// findLawJump searches for a law that jumps near the step that failed, and returns two points with the place between
// them. Where the iteration goes to and fro the jump may lie on either side of the trial point. bends lets slopes that jump
// count, too.
func (c *stepControl) findLawJump(slopesToo bool) (from, to *Point, found bool) {
	w := c.w
	size := NewResidual(c.n)
	if !w.computeResidualMagnitudes(size, c.next) {
		return nil, nil, false
	}
	for _, all := range [...]bool{false, true} {
		var ends [4]linePoint
		for i := range ends {
			if ends[i] = c.evaluateOnLine(float64(i)-1, all); ends[i].res == nil {
				return nil, nil, false
			}
		}
		for i := range ends[1:] {
			if from, to, found = c.bisectLawJump(ends[i], ends[i+1], all, size); found {
				return from, to, true
			}
		}
		for i := 0; slopesToo && i < len(ends)-1; i++ {
			if from, to, found = c.findLawSlopeJump(ends[i], ends[i+1], all, size); found {
				return from, to, true
			}
		}
	}
	return nil, nil, false
}

// findLawJumpAhead searches for a law that jumps along the rates at the last accepted point. An iteration that does not converge leaves a trial point
// that may be far off the motion: friction whose slip comes to an end in two directions at once jumps at that point only.
func (c *stepControl) findLawJumpAhead(slopesToo bool) (from, to *Point, found bool) {
	trial := NewPoint(c.n)
	trial.Copy(c.next)
	p, a := c.next, c.now
	h := p.T - a.T
	p.Copy(a)
	p.T = trial.T
	for i, v := range a.V {
		c.tangent[i] = h * v
	}
	c.p.MovePositions(p.Q, a.Q, c.tangent)
	addScaled(p.V, h, a.A)
	addScaled(p.X, h, a.XDot)
	from, to, found = c.findLawJump(slopesToo)
	c.next.Copy(trial)
	return from, to, found
}

// bisectLawJump searches for a jump between two probes.
func (c *stepControl) bisectLawJump(a, b linePoint, ratesToo bool, size *Residual) (from, to *Point, found bool) {
	var changes [mostHalves + 1]float64
	for k := range changes {
		changes[k] = relativeResidualChange(a.res, b.res, size)
		if !(changes[k] > smallJump) {
			return nil, nil, false
		}
		if k >= leastHalves && isConstantChange(changes[k], changes[k-constantHalves]) {
			return a.pt, b.pt, true
		}
		m := c.evaluateOnLine((a.at+b.at)/2, ratesToo)
		if m.res == nil {
			return nil, nil, false
		}
		if relativeResidualChange(a.res, m.res, size) > relativeResidualChange(m.res, b.res, size) {
			b = m
		} else {
			a = m
		}
	}
	return nil, nil, false
}

// isConstantChange reports whether a change is what it was constantHalves halvings before.
func isConstantChange(now, before float64) bool {
	return now >= constantChange*before && constantChange*now <= before
}

// findLawSlopeJump searches for a place between two probes where the slope of a law jumps, as that of friction does which grows with
// the size of a reaction: the iteration goes to and fro there, too.
func (c *stepControl) findLawSlopeJump(a, b linePoint, ratesToo bool, size *Residual) (from, to *Point, found bool) {
	var parts [mostHalves + 1]float64
	m := c.evaluateOnLine((a.at+b.at)/2, ratesToo)
	for k := range parts {
		l, r := c.evaluateOnLine((a.at+m.at)/2, ratesToo), c.evaluateOnLine((m.at+b.at)/2, ratesToo)
		if m.res == nil || l.res == nil || r.res == nil {
			return nil, nil, false
		}
		left, right := relativeSecondDifference(a.res, l.res, m.res, size), relativeSecondDifference(m.res, r.res, b.res, size)
		if left > right {
			b, m = m, l
		} else {
			a, m = m, r
		}
		most := math.Max(left, right)
		if most < smallBend {
			return nil, nil, false
		}
		change := relativeResidualChange(a.res, b.res, size)
		parts[k] = most / change
		if k >= constantHalves && parts[k] >= constantChange*parts[k-constantHalves] && change < steepChange {
			return a.pt, b.pt, true
		}
	}
	return nil, nil, false
}

// relativeSecondDifference is the largest second difference of a residual in parts of its size.
func relativeSecondDifference(a, m, b, size *Residual) float64 {
	most := 0.0
	compare := func(a, m, b, size []float64) {
		for i, s := range size {
			if d := math.Abs(a[i] - 2*m[i] + b[i]); d > most*s && s > 0 {
				most = d / s
			}
		}
	}
	compare(a.V, m.V, b.V, size.V)
	compare(a.X, m.X, b.X, size.X)
	compare(a.Y, m.Y, b.Y, size.Y)
	compare(a.Acc, m.Acc, b.Acc, size.Acc)
	return most
}

// evaluateOnLine evaluates the equations at a place on the line; res is nil where they have no value. Accelerations, rates of states,
// algebraic unknowns and multipliers are those of the trial point, unless ratesToo is set: along the solution they would hide
// what jumps.
func (c *stepControl) evaluateOnLine(parameter float64, ratesToo bool) linePoint {
	a, b := c.now, c.next
	p := NewPoint(c.n)
	p.Copy(b)
	p.T = a.T + parameter*(b.T-a.T)
	for i, q := range a.Q {
		c.raw[i] = b.Q[i] - q
	}
	c.p.SpeedsFromPositionRates(c.tangent, a.Q, c.raw)
	for i := range c.tangent {
		c.tangent[i] *= parameter
	}
	c.p.MovePositions(p.Q, a.Q, c.tangent)
	linearInterpolate(p.V, a.V, b.V, parameter)
	linearInterpolate(p.X, a.X, b.X, parameter)
	if ratesToo {
		interpolateRates(p, a, b, parameter)
	}
	if c.w.evaluateResiduals(p) != nil {
		return linePoint{}
	}
	r := NewResidual(c.n)
	r.copyFrom(c.w.res)
	return linePoint{parameter, p, r}
}

func (r *Residual) copyFrom(src *Residual) {
	copy(r.V, src.V)
	copy(r.X, src.X)
	copy(r.Y, src.Y)
	copy(r.Pos, src.Pos)
	copy(r.Vel, src.Vel)
	copy(r.Acc, src.Acc)
}

// computeResidualMagnitudes sets dst to the magnitudes that changes of residuals at p are compared with. ok reports whether there are any.
func (w *LinearSolver) computeResidualMagnitudes(dst *Residual, p *Point) (ok bool) {
	bare := NewPoint(w.n)
	bare.Copy(p)
	clear(bare.A)
	clear(bare.L)
	if w.evaluateResiduals(bare) != nil {
		return false
	}
	force := maxAbs(w.res.V)
	acc := maxAbs(w.res.Acc)
	if w.evaluateResiduals(p) != nil {
		return false
	}
	force = math.Max(force, maxAbs(w.res.V))
	fillWith(dst.V, force)
	for i := range dst.X {
		dst.X[i] = math.Max(math.Abs(p.XDot[i]), w.n.XScale[i])
	}
	for i := range dst.Y {
		dst.Y[i] = math.Max(math.Abs(p.Y[i]), w.n.YScale[i])
	}
	fillWith(dst.Acc, math.Max(acc, maxAbs(p.A)))
	return true
}

func fillWith(x []float64, v float64) {
	for i := range x {
		x[i] = v
	}
}

// relativeResidualChange is the largest change of a residual in parts of its size. Rows of positions and speeds follow those of accelerations.
func relativeResidualChange(a, b, size *Residual) float64 {
	most := 0.0
	compare := func(a, b, size []float64) {
		for i, s := range size {
			if d := math.Abs(b[i] - a[i]); d > most*s && s > 0 {
				most = d / s
			}
		}
	}
	compare(a.V, b.V, size.V)
	compare(a.X, b.X, size.X)
	compare(a.Y, b.Y, size.Y)
	compare(a.Acc, b.Acc, size.Acc)
	return most
}
