package integrate

import (
	"math"
	"slices"
)

// At a singular configuration rows of constraints depend on each other for a moment: a combination of them pushes
// nothing, and what brings an error of the rows to zero grows without bound. Motions that go through have it turn
// round there: along the motion it is w/(t - t*), with a direction w that stays.

// computeConstraintResponse sets a to what brings a certain error of the rows to zero, in scales of speeds, and returns its largest
// entry, in units of the error. It costs a solve with the matrix at hand.
func (w *LinearSolver) computeConstraintResponse(a []float64) (largest float64) {
	d := w.update
	clearDelta(d)
	for i, l := range w.n.RowLevel {
		if l != Inactive {
			// Errors of one size cancel: the direction that is lost often consists of ±1.
			d.L[i] = math.Sin(float64(1 + i*i))
		}
	}
	w.p.Solve(d)
	most := 0.0
	for i, x := range d.A {
		x /= w.n.VScale[i]
		most = math.Max(most, math.Abs(x))
		if a != nil {
			a[i] = x
		}
	}
	return most * w.least
}

// isNearSingular reports whether the present matrix, unless rates have been taken without it since, else the one at pt, belongs to a point near a singular configuration.
func (w *LinearSolver) isNearSingular(pt *Point) bool {
	if w.n.NL == 0 {
		return false
	}
	return (!w.factored || w.passed) && w.factorFor(w, pt, Coef{}, false) != nil || !(w.computeConstraintResponse(nil) <= w.singularResponseThreshold())
}

// singularResponseThreshold is the response from which on a place counts as near. It is a number times the root of the number of rows, since random
// errors along a chain add up to that; ordinary mechanisms have 0.2 to 0.7 times the root.
func (w *LinearSolver) singularResponseThreshold() float64 { return 2 * math.Sqrt(float64(w.n.NL)) }

// singularPrediction is what is seen of a singular configuration from a point.
type singularPrediction struct {
	i    int // of the point
	t    float64
	a    []float64
	size float64 // of a
	off  float64 // 1/a along the direction w: proportional to t* - t
}

// estimateSingularity returns what is seen of a singular configuration from pt.
func (w *LinearSolver) estimateSingularity(pt *Point) (s singularPrediction, ok bool) {
	s = singularPrediction{t: pt.T, a: make([]float64, w.n.NV)}
	if w.factorFor(w, pt, Coef{}, false) != nil {
		return s, false
	}
	s.size = w.computeConstraintResponse(s.a)
	return s, s.size > 0 && s.size < math.Inf(1)
}

// configuration is a singular configuration on the way.
type configuration struct {
	t   float64   // when it is passed
	w   []float64 // direction of the response before it
	far int       // the latest of the points that is before it and not near
}

const (
	// risen is how many times the least response of the last points a response is from which on a point counts as near.
	risen = 3
	// clearest is the part of it up to which rounding does not show in a response.
	clearest = 1e4
	// straight is how far apart the times that two pairs of points name may lie, in parts of the distance.
	straight = 0.2
)

// findSingularityAhead searches for the singular configuration that points, the oldest first, go to or have just passed; near
// says that the last of them is near one.
func (w *LinearSolver) findSingularityAhead(pts []*Point) (c configuration, near, ok bool) {
	var all []singularPrediction // the newest first
	least, most := math.Inf(1), 0.0
	for i := len(pts) - 1; i >= 0; i-- {
		s, ok := w.estimateSingularity(pts[i])
		if s.i = i; !ok {
			s.size = math.Inf(1) // the very place
		}
		if i == len(pts)-1 {
			near = !ok
			most = s.size
		}
		least, most = math.Min(least, s.size), math.Max(most, s.size)
		all = append(all, s)
	}
	if near = near || all[0].size > risen*least; most < risen*least {
		return c, near, false
	}
	all = slices.DeleteFunc(all, func(s singularPrediction) bool { return s.size > clearest*least })
	if len(all) < 2 {
		return c, near, false
	}
	// The direction is that of the newest point where rounding does not show.
	from := all[0].a
	ww := dot(from, from)
	var line []singularPrediction
	for _, s := range all {
		s.off = ww / dot(s.a, from)
		if n := len(line); n == 0 || math.Abs(s.off) > 1.3*math.Abs(line[n-1].off) {
			line = append(line, s)
		}
	}
	// Two points report when it is passed, a third has to agree.
	if len(line) < 2 {
		return c, near, false
	}
	through := func(a, b singularPrediction) float64 { return b.t + b.off*(b.t-a.t)/(a.off-b.off) }
	c.t = through(line[1], line[0])
	if len(line) > 2 && !(math.Abs(through(line[2], line[1])-c.t) <= straight*math.Abs(c.t-line[2].t)) {
		return c, near, false
	}
	for _, s := range all {
		if s.t < c.t {
			if c.far = s.i; c.w == nil { // the newest of those before it
				c.w = s.a
			}
			if s.size < risen*least {
				break
			}
		}
	}
	return c, near, c.w != nil
}
