package integrate

import "math"

// In index 3 speeds are differences of positions. Along the rows they are off by the error
// of the formula, which jumps with the step and the order. Positions do not see it, but a
// first-order state that follows speeds does: the lag of a tyre that rolls is driven by the
// difference of two large speeds, and its tolerance is a part of its own small size. Then
// steps are rejected until they are so short that noisy requests the form of index 2, where
// speeds are exact; they grow, index 3 comes back, and with it the rejections.
//
// So, where a state has too large an error in index 3, one solve reports how much of it speeds
// made. Increments δa that bring speeds onto their rows, G δa = -(G v + ∂g/∂t)/V, move the
// state by X δx', and
//
//	X |δx'| / (α ψ_{k+1})
//
// is what the error test sees of that (dstiff). If it is a good part of the error, the step
// is made again in the form of index 2, and so are all that follow. Of the errors that were
// examined, of tyres and of friction, it was more than 0.8 or less than 1e-5.

// disturbing is the part of a state's error from which on speeds are said to make it.
const disturbing = 0.5

// isErrorFromSpeeds reports whether the error of the step at hand, err, is that of a state and made by
// speeds.
func (d *dstiff) isErrorFromSpeeds(err float64) bool {
	if d.opt.Index != 3 || d.stab || d.opt.FixedStep > 0 || d.stepControl.worst.kind != State {
		return false
	}
	u, at := d.stepControl.second, d.stepControl.worst.idx
	if d.loadSpeedRowErrors(u) == 0 {
		return false
	}
	d.p.Solve(u)
	made := math.Abs(u.XDot[at]*d.coef.X) * d.wt.x[at] / (d.alpha * d.hist.psi[d.k])
	if made < disturbing*err {
		return false
	}
	d.keepSpeeds = true
	d.stats.SpeedDisturbance = &SpeedDisturbance{d.now.T, at}
	return true
}

// loadSpeedRowErrors loads what the last update leaves of the speed rows, of which it has brought the
// positions onto theirs, and returns the largest.
func (c *stepControl) loadSpeedRowErrors(d *Delta) (largestRowError float64) {
	r, m := c.w.res, 0.0
	clearDelta(d)
	for i, level := range c.n.RowLevel {
		if level == Position {
			d.L[i] = r.Vel[i]/c.coef.V - r.Pos[i]/c.coef.Q
			m = max(m, math.Abs(d.L[i]))
		}
	}
	return m
}
