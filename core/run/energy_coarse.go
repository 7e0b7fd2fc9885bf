package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// coarseBalance holds the powers before the last point of the balance. With Options.CoarseBalance they take the place of those that the balance of energy
// evaluates inside of steps, which cost as much as a step of few bodies does: the power at the end of a step is that of the last evaluation of the
// method, which is off by what its iteration leaves, and the work in it the integral of the cubic through the powers at the ends of the last steps.
// Steps in which the balance does not close that way are evaluated as others are, so that what warns of a balance that does not close
// is the balance itself.
type coarseBalance struct {
	duration float64 // of the analysis
	t, p     [2]float64
	known    int // how many of them there are, the newest first
}

// coarseShare is the part of driftLimit that coarse works may be off by in an analysis, each step by its share of the time.
const coarseShare = 0.1

// resetHistory begins a new history: the power has jumped.
func (c *coarseBalance) resetHistory() { c.known = 0 }

// addPoint adds the power p at the time t, the last point of the balance so far.
func (c *coarseBalance) addPoint(t, p float64) {
	c.t, c.p = [2]float64{t, c.t[0]}, [2]float64{p, c.p[0]}
	c.known = min(c.known+1, len(c.t))
}

// addStepWithoutEvaluations is addStep without evaluations. It reports whether the balance closes that way.
func (b *energyBalance) addStepWithoutEvaluations(r *runner, now *integrate.Point) bool {
	c := &b.coarse
	if !r.opt.CoarseBalance || c.known < len(c.t) || !r.state.IsEvaluatedAt(now.T) || integrate.CanRefineInterpolant(r.stepper.method) {
		return false
	}
	p := r.state.Power()
	k, v := r.state.Energy()
	largest := max(b.largest, max(k, math.Abs(v-b.e0)))
	work := cubicIntegral([4]float64{now.T, b.t, c.t[0], c.t[1]}, [4]float64{p, b.p, c.p[0], c.p[1]})
	share := (now.T - b.t) / c.duration
	if off := k + v - b.work - work - b.e0; !(math.Abs(off-b.off) <= coarseShare*driftLimit*share*largest) {
		return false
	}
	b.largest = largest
	b.closeStep(r, now, p, work, k+v)
	return true
}

// cubicIntegral returns the integral from t[1] to t[0] of the cubic with the values p at t: Newton's form, and two points of Gauss, which are exact for
// cubics.
func cubicIntegral(t, p [4]float64) float64 {
	for n := 1; n < len(t); n++ { // divided differences
		for i := len(t) - 1; i >= n; i-- {
			p[i] = (p[i] - p[i-1]) / (t[i] - t[i-n])
		}
	}
	value := func(x float64) float64 {
		return p[0] + (x-t[0])*(p[1]+(x-t[1])*(p[2]+(x-t[2])*p[3]))
	}
	h, middle := t[0]-t[1], (t[0]+t[1])/2
	return h / 2 * (value(middle-h/(2*math.Sqrt(3))) + value(middle+h/(2*math.Sqrt(3))))
}
