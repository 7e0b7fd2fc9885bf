package integrate

import "math"

// setTaylorHistory sets the history to p and two points before it on the Taylor series, h apart:
//
//	q: v, a, j to the third derivative, v: a, j, x: x', x", y and λ: their rates,
//
// with j, x" and the rates of y and λ from the small step that begin has left in next.
// So BDF begins at order 2. At order 1 speeds take an error with the first step that higher
// differences show for long: VSTIFF took 36 steps for the first 0.3 s of IDA's slider-crank at 2e-6.
//
// Where the small step could not be solved for only p and its rate are known.
func (d *dstiff) setTaylorHistory(p *Point, h float64) {
	if !d.startsAtSecondOrder() {
		d.setFirstOrderHistory(p, h)
		return
	}
	n, i := d.n, 1/(d.next.T-d.now.T)
	d.hist.resetHistory(p.T-2*h, h, 1)
	for m, s := range [3]float64{-2 * h, -h, 0} {
		z := d.hist.e
		if m == 0 {
			z = d.hist.phi[0]
		}
		for j, v := range p.V {
			jerk := (d.next.A[j] - d.now.A[j]) * i
			d.tangent[j] = s * (v + s/2*(p.A[j]+s/3*jerk))
			z[n.NQ+j] = v + s*(p.A[j]+s/2*jerk)
		}
		d.p.MovePositions(z[:n.NQ], p.Q, d.tangent)
		at := n.NQ + n.NV
		for j, x := range p.X {
			z[at+j] = x + s*(p.XDot[j]+s/2*(d.next.XDot[j]-d.now.XDot[j])*i)
		}
		at += n.NX
		for j, y := range p.Y {
			z[at+j] = y + s*(d.next.Y[j]-d.now.Y[j])*i
		}
		at += n.NY
		for j, l := range p.L {
			z[at+j] = l + s*(d.next.L[j]-d.now.L[j])*i
		}
		if m > 0 {
			d.hist.prepareTime(p.T + s)
			d.hist.predict(d.zp, nil, m)
			addScaled(z, -1, d.zp)
			d.hist.appendPoint(p.T+s, m)
		}
	}
	d.k, d.kUsed, d.firstOfOrder2 = 2, 2, true
}

// secondMost is the longest first step at order 2 relative to that of order 1 for the same
// error. Third derivatives of positions are known: speeds may be off by h² v"/3 as they may be at
// order 1. Those of states are not.
const secondMost = 8

func (d *dstiff) secondStepSize(h float64) float64 {
	return math.Min(secondMost*h, math.Sqrt(3/d.bend))
}

// startsAtSecondOrder reports that BDF begins at order 2: where rows are of acceleration level. In index 3 and 2 it
// spares steps too (IDA's slider-crank at 5e-6: 219 to 207), but with the part of the tolerance
// that goes with it steps across jumps come to lie otherwise, and at 1e-8 speeds were up to 6e-5 m/s off
// behind one: they keep order 1 until jumps at fine tolerances are passed as they should be.
func (d *dstiff) startsAtSecondOrder() bool { return d.probed && d.maxK > 1 && d.ofRates }

// setFirstOrderHistory sets the history to a point and its rate, h being a step.
func (d *dstiff) setFirstOrderHistory(p *Point, h float64) {
	d.hist.resetHistory(p.T, h, 2)
	d.vectorFromPoint(d.hist.phi[0], p)
	r, n := d.hist.phi[1], d.n
	clear(r)
	d.p.PositionRates(r[:n.NQ], p.Q, p.V)
	copy(r[n.NQ:], p.A)
	copy(r[n.NQ+n.NV:], p.XDot)
	for i := range r {
		r[i] *= h
	}
	d.k, d.kUsed, d.firstOfOrder2 = 1, 1, false
}
