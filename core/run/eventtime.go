package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// solutionAt returns the solution at t in the step under way: the step's end itself, or from the interpolant, in probe.
func (r *runner) solutionAt(t float64, probe *integrate.Point) *integrate.Point {
	if now := r.method.Now(); t == now.T {
		return now
	}
	r.method.At(t, probe)
	probe.T = t
	return probe
}

// copyAt sets dst to the solution at t in the step under way.
func (r *runner) copyAt(t float64, dst *integrate.Point) {
	if p := r.solutionAt(t, dst); p != dst {
		dst.Copy(p)
	}
}

// leastInterval is the length of an interval of time between a and b in which an event is not located any closer.
func leastInterval(a, b float64) float64 {
	return 1e-15*math.Max(math.Abs(a), math.Abs(b)) + 1e-14*(b-a)
}

// justAfter is a time a little behind a, the start of a stretch up to b, so that time goes on.
func justAfter(a, b float64) float64 { return a + math.Max(1e-9*(b-a), 0x1p-50*math.Abs(a)) }
