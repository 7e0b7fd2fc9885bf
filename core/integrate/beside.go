package integrate

import "math"

// Near a singular configuration, where rows are about to lose rank, accelerations of places
// off the rows by g are off by v²g/s² in the small singular value s, although those of the
// motion itself are smooth. A stage of a Runge-Kutta method is such a place: its error, small as it
// is, makes the next ones worse, and shorter steps only come closer. Where all stages are put
// onto the rows before they are evaluated, the method integrates another field, that of
// the nearest places on the rows. It is the same on the motion, and smooth around it, so
// the order of the method stays.

// beside tells that the matrix at hand is that of a place near a singular configuration:
// what brings errors of rows to zero is much larger than these are. It costs a solve.
func (w *Work) beside() bool {
	if w.n.NL == 0 || !w.factored {
		return false
	}
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
	for i, a := range d.A {
		most = math.Max(most, math.Abs(a)/w.n.VScale[i])
	}
	return most*w.least > besides*math.Sqrt(float64(w.n.NL))
}

// besides, times the root of the number of rows (random errors along a chain add up to that), is how
// much larger the moves are then. Ordinary mechanisms have 0.2 to 0.7.
const besides = 2

// Where a stage comes too near to the place, by chance, rounding makes the error. A step a little
// shorter has its stages elsewhere. Much shorter ones end nearer to the place, and a step from there begins
// with accelerations that are wrong.
const (
	elsewhere = 0.9
	chances   = 8
)

// tripped notes that a step of h failed there.
func (c *core) tripped(h float64) {
	if c.wide == 0 {
		c.wide = h
	}
}

// elsewhere replaces the factor f for the n-th shorter step there.
func (c *core) elsewhere(n int, f float64) float64 {
	if c.wide > 0 && n <= chances {
		return elsewhere
	}
	return f
}

// widen goes back, after a step that was accepted, to the size that failed before.
func (c *core) widen() {
	if c.wide > 0 {
		c.h, c.wide = math.Max(c.h, c.wide), 0
	}
}
