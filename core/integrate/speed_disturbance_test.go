package integrate

import (
	"math"
	"testing"
)

// rolling is a wheel of radius 0.3 m that is driven along x with 20 m/s and turned about z so that it
// slips by s, and beside it a mass that falls, which makes accelerations other than zero:
// q = x, height and quaternion. The state is the slip that lags behind, u' = s - u |v|/0.5,
//
//	u = 0.5 s/20 (1 - exp(-40 t)),
//
// but s is the difference of v and rω. Without slip u stays zero, and so does what its error may be.
func rolling(s float64) (p *toy, start *Point, u func(t float64) float64) {
	const v, r = 20, 0.3
	w := (v - s) / r
	p = newToy(Layout{NQ: 6, NV: 5, NX: 1, NL: 4, QScale: []float64{1, 1, .5, .5, .5, .5}}, func(res *Residual, p *Point) error {
		e, om, al := p.Q[2:], [3]float64(p.V[2:5]), [3]float64(p.A[2:5])
		axis := [3]float64{2 * (e[1]*e[3] + e[0]*e[2]), 2 * (e[2]*e[3] - e[0]*e[1]), e[0]*e[0] - e[1]*e[1] - e[2]*e[2] + e[3]*e[3]}
		rate, turn := cross(om, axis), cross(al, axis)
		bend, push := cross(om, rate), cross(axis, [3]float64{p.L[1], p.L[2], 0})
		res.V[0] = p.A[0] - p.L[0]
		res.V[1] = p.A[1] + 9.81
		for i := range 3 {
			res.V[2+i] = 0.01*al[i] - push[i]
		}
		res.V[4] -= p.L[3]
		res.Pos[0], res.Vel[0], res.Acc[0] = p.Q[0]-v*p.T, p.V[0]-v, p.A[0]
		for i := range 2 {
			res.Pos[1+i], res.Vel[1+i], res.Acc[1+i] = axis[i], rate[i], turn[i]+bend[i]
		}
		res.Pos[3] = math.Remainder(2*math.Atan2(e[3], e[0])-w*p.T, 2*math.Pi)
		res.Vel[3], res.Acc[3] = om[2]-w, al[2]
		res.X[0] = p.XDot[0] - (p.V[0] - r*om[2] - p.X[0]*math.Abs(p.V[0])/0.5)
		return nil
	})
	p.nQuat = 1
	start = NewPoint(&p.n)
	start.Q[2], start.V[0], start.V[4] = 1, v, w
	return p, start, func(t float64) float64 { return 0.5 * s / v * -math.Expm1(-v/0.5*t) }
}

// TestDisturbed: index 3 takes no more than a few steps more than index 2 where a state follows
// speeds, and is as good: errors are those of the tolerance, of the largest size of the state, or
// of 1e-5, below which a state counts as that.
func TestDisturbed(t *testing.T) {
	for _, slip := range []float64{0, 1} {
		for _, tol := range []float64{1e-3, 1e-4, 1e-5, 1e-6, 1e-8} {
			for _, o := range []Options{hitting(tol), free(tol)} {
				var st [4]*Stats
				o.HMin, o.HMax = 1e-6, math.Min(o.HMax, 0.1)
				if !o.Interpolate {
					o.HMax = 0.005
				}
				for _, index := range []int{2, 3} {
					p, s, u := rolling(slip)
					o.Index = index
					worst, size := 0.0, 1e-5
					st[index] = run(t, "DSTIFF", p, consistent(t, p, s), o, 0.5, 0.005, func(pt *Point) {
						worst, size = math.Max(worst, math.Abs(pt.X[0]-u(pt.T))), math.Max(size, u(pt.T))
					})
					if worst > tol*size {
						t.Errorf("slip %g, tol %g, index %d: error %.2g of %.2g", slip, tol, index, worst, size)
					}
				}
				a, b := st[2], st[3]
				t.Logf("slip %g, tol %g: index 2: %d steps, %d rejected, %d evaluations; index 3: %d, %d, %d; %+v", slip, tol, a.Steps, a.Rejected, a.Evaluations, b.Steps, b.Rejected, b.Evaluations, b.SpeedDisturbance)
				if b.Steps+b.Rejected > (a.Steps+a.Rejected)*11/10+5 {
					t.Errorf("slip %g, tol %g: %d steps in index 3, %d in index 2", slip, tol, b.Steps, a.Steps)
				}
				// An iteration ends after one update or three, by chance.
				if slip == 0 && (b.Evaluations > max(a.Evaluations, 4*a.Steps)+20 || b.SpeedDisturbance == nil || b.SpeedDisturbance.Idx != 0) {
					t.Errorf("tol %g: %d evaluations in index 3, %d in index 2; disturbed: %+v", tol, b.Evaluations, a.Evaluations, b.SpeedDisturbance)
				}
			}
		}
	}
}
