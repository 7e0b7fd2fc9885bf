package integrate

import (
	"math"
	"testing"
)

// Solutions that grow by e⁶⁴ = 6e27, as states and as positions with their speeds: the error
// that is asked for, 1e-5 of a scale, is then far below rounding, and steps must not become
// shorter and shorter for its sake. Left to themselves they are about 0.1; those of DSTIFF, of
// order 5, are those of a relative error of 1e-14.
func TestExponentialGrowth(t *testing.T) {
	for _, method := range []string{"DSTIFF", "MSTIFF", "VSTIFF", "ABAM", "DOP853", "RADAU", "AUTO"} {
		for _, second := range []bool{false, true} {
			p := newToy(Layout{NX: 1}, func(r *Residual, p *Point) error {
				r.X[0] = p.XDot[0] - p.X[0]
				return nil
			})
			if second {
				p = newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
					r.V[0] = p.A[0] - p.Q[0]
					return nil
				})
			}
			s := NewPoint(&p.n)
			for _, x := range [][]float64{s.Q, s.V, s.X} {
				for i := range x {
					x[i] = 1
				}
			}
			m, err := New(method)
			if err == nil {
				err = m.Init(p, consistent(t, p, s), &Options{Tol: 1e-6, HMax: 0.1})
			}
			const most = 20000
			for err == nil && m.Now().T < 64 && m.Stats().Steps+m.Stats().Rejected < most {
				err = m.Step(64)
			}
			if err != nil {
				t.Fatal(err)
			}
			got := append(append([]float64{}, m.Now().Q...), m.Now().X...)[0]
			if e := math.Abs(got/math.Exp(64) - 1); m.Now().T < 64 || e > 1e-6 {
				t.Errorf("%s, second order %v: t = %g after %d steps and %d rejected ones, relative error %.2g", method, second,
					m.Now().T, m.Stats().Steps, m.Stats().Rejected, e)
			}
		}
	}
}
