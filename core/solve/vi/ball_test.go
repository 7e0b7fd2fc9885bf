package vi

import (
	"math"
	"testing"
)

// A point of 2 kg slides without a floor against friction of 3 N, in two and in three directions: it slows along its way, |v| falls by 1.5 per
// second, and stays at rest, also under a pull of 2.9 N; one of 5 N makes it slide that way.
func TestBall(t *testing.T) {
	const h, m = 1e-3, 2.0
	for _, name := range sharp {
		for n := 2; n <= 3; n++ {
			p := &Problem{Rows: NewRows([]int{n}), F: make([]float64, n), H: []Block{{0, 0, make([]float64, n*n)}}}
			row := p.Rows.AddBall(3*h, n, 0)
			q := []float64{0.3, -0.4, 0}[:n]
			for i := range n {
				p.H[0].V[i*(n+1)] = m
				p.Rows.JacobianBlock(row+i, 0)[i] = 1
			}
			pull := [3]float64{}
			step := func(s Solver) (Result, error) {
				for i := range q {
					p.F[i] = m*q[i] + h*pull[i]
				}
				return s.Solve(p, q)
			}
			run(t, name, step, 200, nil)
			for i, u := range []float64{0.6, -0.8, 0}[:n] {
				if want := u * 0.2; math.Abs(q[i]-want) > 1e-7 || math.Abs(p.Rows.L[row+i]+3*h*u) > 1e-9 {
					t.Errorf("%s, %d: v[%d] = %.9g, want %g; l = %g", name, n, i, q[i], want, p.Rows.L[row+i])
				}
			}
			run(t, name, step, 200, nil)
			pull[n-1] = 2.9
			run(t, name, step, 1000, nil)
			if v := norm(q); v > 1e-8 {
				t.Errorf("%s, %d: creeps with %g", name, n, v)
			}
			pull[n-1] = 5
			run(t, name, step, 100, nil)
			if math.Abs(q[n-1]-0.1) > 1e-6 {
				t.Errorf("%s, %d: slides with %g, want 0.1", name, n, q[n-1])
			}
		}
	}
}

// The derivative of the projection is that of differences.
func TestBallDerivative(t *testing.T) {
	c := Cone{ball: 3, radius: 0.7}
	w := c.coneWeights([]float64{2, 2, 2})
	for _, l := range [][3]float64{{0.1, 0.2, -0.3}, {1, -2, 0.5}} {
		var d [9]float64
		c.ProjectionDerivative(d[:], l[:], &w)
		for j := range 3 {
			const e = 1e-6
			a, b := l, l
			a[j] += e
			b[j] -= e
			c.ProjectMultipliers(a[:], &w)
			c.ProjectMultipliers(b[:], &w)
			for i := range 3 {
				if want := (a[i] - b[i]) / (2 * e) / 2; math.Abs(d[3*i+j]-want) > 1e-9 {
					t.Errorf("at %v: ∂%d/∂%d = %g, want %g", l, i, j, d[3*i+j], want)
				}
			}
		}
	}
}
