package integrate

import "math"

// Between the ends of a step of length h the positions of HHT are
//
//	q(t + s h) = q ⊕ θ(s),  θ(s) = s h v + s² h²/2 a + s³ (θ(1) - h v - h²/2 a)
//
// where θ(1) is the increment that the step has made. So a steady or steadily accelerated rotation is followed exactly,
// however far it goes, where a cubic through raw coordinates would leave the circle; elsewhere the error is h⁴ a”/228
// at most, which is far below that of the step, h³ a'/12.

// turnMost is the largest distance, in units of the scales, between that curve and the cubic through raw
// positions and their rates half way through a step. It is zero for straight motion; for a turn by φ rad it is (φ/2)⁴/192, so that
// a step turns by 1.3 rad at most: what counts turns from step to step is not misled.
const turnMost = 1e-3

// denseOutput is what the interpolant of HHT needs.
type denseOutput struct {
	h, from  float64
	turn     []float64 // NV, θ(1)
	end      *Point    // of the step as it was made: an event may shorten it
	qd0, qd1 []float64
	raw, mid []float64 // NQ
}

func newDenseOutput(n *Layout) denseOutput {
	d := func() []float64 { return make([]float64, n.NQ) }
	return denseOutput{turn: make([]float64, n.NV), end: NewPoint(n), qd0: d(), qd1: d(), raw: d(), mid: d()}
}

// computeStepRotation sets dst to θ(1) of the step from now to next.
func (m *hht) computeStepRotation(dst []float64, h float64) {
	for i, v := range m.now.V {
		if m.taylor {
			dst[i] = h * (v + h/2*m.now.A[i])
			continue
		}
		dst[i] = h*(v+h*((0.5-m.beta)*m.b0[i]+m.beta*m.bn[i])) + m.u[i]
	}
}

// recordAcceptedStep takes note of the step from now to next, which is accepted.
func (m *hht) recordAcceptedStep() {
	d := &m.dense
	d.from, d.h = m.now.T, m.next.T-m.now.T
	m.computeStepRotation(d.turn, d.h)
	d.end.Copy(m.next)
}

// interpolatePositions sets q to the positions at a fraction of a step of length h from a point, whose increment of the rotation is given.
func (m *hht) interpolatePositions(q []float64, from *Point, increment []float64, h, fraction float64) {
	for i, v := range from.V {
		line, bend := h*v, h*h/2*from.A[i]
		m.tangent[i] = fraction * (line + fraction*(bend+fraction*(increment[i]-line-bend)))
	}
	m.p.MovePositions(q, from.Q, m.tangent)
}

// updateLargestRotation adds how far the step at hand turns, in units of what is allowed, to v.
func (m *hht) updateLargestRotation(v *largestEntry) {
	d, a, b, h := &m.dense, m.now, m.next, m.step
	m.computeStepRotation(d.turn, h)
	m.interpolatePositions(d.mid, a, d.turn, h, 0.5)
	m.p.PositionRates(d.qd0, a.Q, a.V)
	m.p.PositionRates(d.qd1, b.Q, b.V)
	evalHermiteCubic(d.raw, a.Q, b.Q, d.qd0, d.qd1, h, 0.5)
	for i, q := range d.raw {
		if e := math.Abs(q-d.mid[i]) / (turnMost * m.n.QScale[i]); e > v.val {
			*v = largestEntry{e, RawPos, i}
		}
	}
}

// InterpolateAt is the curve described above; speeds and states are cubics through values and rates at both ends of the step,
// the rates of speeds and the algebraic unknowns are interpolated linearly.
func (m *hht) InterpolateAt(t float64, dst *Point) {
	if m.interpolateAcrossSingularity(t, dst) {
		return
	}
	d, a := &m.dense, m.next
	b, s := d.end, (t-d.from)/d.h
	m.interpolatePositions(dst.Q, a, d.turn, d.h, s)
	dst.T = t
	evalHermiteCubic(dst.V, a.V, b.V, a.A, b.A, d.h, s)
	evalHermiteCubic(dst.X, a.X, b.X, a.XDot, b.XDot, d.h, s)
	interpolateRates(dst, a, b, s)
}
