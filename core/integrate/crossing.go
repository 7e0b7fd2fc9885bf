package integrate

import "math"

// A force with a kink, as that of a stop, is not smooth within a step that reaches it: the formulas of a method of high order are wrong
// there, and its estimate of the error hardly sees that. The step is made again up to the kink, and the method restarts there.

// Crossing searches for kinks between the points a and b, the ends of a step that is not accepted yet. at returns the points between them,
// from 0 at a to 1 at b; each is valid until the next call. It returns the part of the step after which the first kink comes, 1 if there is none.
type Crossing func(a, b *Point, at func(part float64) *Point) (part float64, err error)

const (
	crossingPast  = 1e-4 // of a step: part of it that may lie behind a kink
	crossingTries = 8    // steps that are made up to a kink at most
)

// shortenTrialToKink reports whether the step to next ends behind a kink. The next trial is one up to the kink then.
func (c *stepControl) shortenTrialToKink() (shortened bool, err error) {
	if c.opt.Crossing == nil || c.opt.FixedStep > 0 || c.pass.on {
		return false, nil
	}
	h := c.next.T - c.now.T
	part, err := c.opt.Crossing(c.now, c.next, c.interpolateStep)
	if err != nil || part >= 1 {
		return false, err
	}
	end := math.Max(part+crossingPast/2, c.opt.HMin/h)
	if end >= 1-crossingPast || c.crossings >= crossingTries {
		c.atKink = true
		return false, nil
	}
	c.crossings++
	c.to = c.now.T + end*h
	c.h = c.to - c.now.T
	return true, nil
}

// hasKinkBeforeNext reports whether a kink comes before next, the end of the step or a point behind it.
func (c *stepControl) hasKinkBeforeNext() bool {
	if c.opt.Crossing == nil || c.opt.FixedStep > 0 {
		return false
	}
	part, err := c.opt.Crossing(c.now, c.next, c.interpolateStep)
	return err == nil && part < 1
}

// interpolateStep returns the point at a part of the way from now to next, on cubic polynomials that have the speeds of both ends.
func (c *stepControl) interpolateStep(fraction float64) *Point {
	a, b := c.now, c.next
	if c.mid == nil {
		c.mid, c.way, c.dq = NewPoint(c.n), make([]float64, c.n.NV), make([]float64, c.n.NQ)
	}
	p, h, s := c.mid, b.T-a.T, fraction
	p.Copy(a)
	p.T = a.T + s*h
	for i, q := range a.Q {
		c.dq[i] = b.Q[i] - q
	}
	c.p.SpeedsFromPositionRates(c.way, a.Q, c.dq)
	way, first, last := s*s*(3-2*s), h*s*(1-s)*(1-s), h*s*s*(s-1)
	rate, atFirst, atLast := 6*s*(1-s)/h, (1-s)*(1-3*s), s*(3*s-2)
	for i, d := range c.way {
		p.V[i] = rate*d + atFirst*a.V[i] + atLast*b.V[i]
		c.way[i] = way*d + first*a.V[i] + last*b.V[i]
	}
	c.p.MovePositions(p.Q, a.Q, c.way)
	for i, x := range a.X {
		p.X[i] = x + way*(b.X[i]-x) + first*a.XDot[i] + last*b.XDot[i]
	}
	interpolateRates(p, a, b, s)
	return p
}
