package integrate

import (
	"math"
	"testing"
)

// TestKinematicTurns: an angle f with sin f = -r sin(8t + a) turns round near ±90° where r is less than 1, the faster the nearer r is to it, and continues through
// these angles, which are singular, where r is 1. Steps much longer than the turn follow it all the same.
func TestKinematicTurns(t *testing.T) {
	for _, r := range []float64{0.99, 0.997, 0.9999, 0.99999, 1} {
		for _, longest := range []float64{0.02, 0.05, 0.1} {
			for _, a := range []float64{0, 0.1, 0.2, 0.5} {
				p := newToy(Layout{NQ: 1, NV: 1, NL: 1}, func(res *Residual, p *Point) error {
					s, c := math.Sincos(p.Q[0])
					s8, c8 := math.Sincos(8*p.T + a)
					v := p.V[0]
					res.V[0] = p.A[0] - c*p.L[0]
					res.Pos[0] = s + r*s8
					res.Vel[0] = c*v + 8*r*c8
					res.Acc[0] = c*p.A[0] - s*v*v - 64*r*s8
					return nil
				})
				s := NewPoint(&p.n)
				s.Q[0] = -math.Asin(r * math.Sin(a))
				s.V[0] = -8 * r * math.Cos(a) / math.Cos(s.Q[0])
				m := NewKinematic()
				if err := m.Init(p, consistent(t, p, s), &Options{HMax: longest, HMin: 1e-6}); err != nil {
					t.Fatal(err)
				}
				for m.Now().T < 2 {
					if err := m.Step(2); err != nil {
						t.Fatalf("r %g, steps of %g from %g: %v", r, longest, a, err)
					}
					want := -8*m.Now().T - a
					if r < 1 {
						want = -math.Asin(r * math.Sin(8*m.Now().T+a))
					}
					if got := m.Now().Q[0]; !(math.Abs(got-want) < 1e-5) {
						t.Fatalf("r %g, steps of %g from %g: at %g the angle is %g, want %g", r, longest, a, m.Now().T, got, want)
					}
				}
				if st := m.Stats(); r == 1 && float64(st.Steps) > 2/longest+10 {
					t.Errorf("steps of %g from %g through singular angles: %d", longest, a, st.Steps)
				}
			}
		}
	}
}
