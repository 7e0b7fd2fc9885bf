package system

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// freeSpin is an axis of symmetry of a body that no row of constraints acts on.
type freeSpin struct {
	body, axis int
	moment     float64 // of inertia about the axis
	t, rate    float64 // time of the point that CorrectAxialSpeeds has seen last, and the torque about the axis divided by moment there
}

const (
	// evenMoments is the relative difference of two moments of inertia that counts as none.
	evenMoments = 1e-9
	// spinPart is how much of what the trapezoid of a rate leaves unexplained of the change of a spin the change of the rate may be.
	spinPart = 0.5
)

// listFreeSymmetryAxes lists the axes of symmetry of bodies that no row acts on.
func (sys *System) listFreeSymmetryAxes() (list []freeSpin) {
	for i := range sys.Bodies {
		b := &sys.Bodies[i]
		held := slices.ContainsFunc(sys.Rows, func(r RowSet) bool { return slices.Contains(r.rowOwner().Bodies, BodyIdx(i)) })
		if b.Kind != Rigid || b.Role != Whole || !b.diagonal || held {
			continue
		}
		m := [3]float64{b.Inertia.A.X, b.Inertia.B.Y, b.Inertia.C.Z}
		for k := range m {
			if y, z := m[(k+1)%3], m[(k+2)%3]; math.Abs(y-z) <= evenMoments*y {
				list = append(list, freeSpin{body: i, axis: k, moment: m[k], t: math.NaN()})
			}
		}
	}
	return list
}

// ResetAxialSpeedTracking forgets the components tracked in earlier steps.
func (s *State) ResetAxialSpeedTracking() {
	for i := range s.spins {
		s.spins[i].t = math.NaN()
	}
}

// CorrectAxialSpeeds implements integrate.SpinCorrector for spins about axes of symmetry: b·ω changes by the torque of forces about b alone, while ω turns.
// Where the trapezoid of this torque is much nearer to its integral than b·ω is, the rest is the error of the step. Torques are those of the last evaluation: accelerations would bring in what Newton's iteration leaves.
func (s *State) CorrectAxialSpeeds(next, last *integrate.Point, weight []float64) (corrected bool) {
	moved := false
	for i := range s.spins {
		sp := &s.spins[i]
		b := &s.sys.Bodies[sp.body]
		from, to := b.axisAt(last, sp.axis), b.axisAt(next, sp.axis)
		rate0, rate := sp.rate, to.Dot(s.kin.body[sp.body].T)/sp.moment
		if sp.t != last.T {
			rate0 = from.Dot(vecFromSlice(last.A[b.v+3:]))
		}
		sp.t, sp.rate = next.T, rate
		h, w := next.T-last.T, vecFromSlice(next.V[b.v+3:])
		change := to.Dot(w) - from.Dot(vecFromSlice(last.V[b.v+3:]))
		move := to.Scale(h/2*(rate0+rate) - change)
		k := weight[b.v+3 : b.v+6]
		small := max(math.Abs(move.X)*k[0], math.Abs(move.Y)*k[1], math.Abs(move.Z)*k[2]) <= 1
		if small && move != (vec{}) && h*math.Abs(rate-rate0) <= spinPart*math.Abs(h/2*(rate0+rate)-change) {
			w.Add(move).Store(next.V[b.v+3:])
			moved = true
		}
	}
	return moved
}

// axisAt returns axis k of the body at p, in global axes.
func (b *Body) axisAt(p *integrate.Point, k int) vec {
	r := spatial.LoadQuat(p.Q[b.q+3:]).Mat()
	return [...]vec{r.A, r.B, r.C}[k]
}
