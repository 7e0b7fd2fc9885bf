package integrate

import (
	"math"
	"testing"
)

// linked is a slider-crank whose crank and rod are equally long, 1 and a little more: angles of both and the slider's place. The crank
// turns from 0.2 with 1 rad/s. Where it stands upright rod and slider may go two ways.
func linked(longer float64) (*toy, *Point) {
	l := 1 + longer
	p := newToy(Layout{NQ: 3, NV: 3, NL: 2}, func(r *Residual, p *Point) error {
		s1, c1 := math.Sincos(p.Q[0])
		s2, c2 := math.Sincos(p.Q[1])
		v1, v2 := p.V[0], p.V[1]
		r.V[0] = p.A[0] - c1*p.L[0] - s1*p.L[1]
		r.V[1] = p.A[1] - l*c2*p.L[0] - l*s2*p.L[1]
		r.V[2] = 0.5*p.A[2] - p.L[1]
		r.Pos[0] = s1 + l*s2
		r.Vel[0] = c1*v1 + l*c2*v2
		r.Acc[0] = c1*p.A[0] + l*c2*p.A[1] - s1*v1*v1 - l*s2*v2*v2
		r.Pos[1] = p.Q[2] - c1 - l*c2
		r.Vel[1] = p.V[2] + s1*v1 + l*s2*v2
		r.Acc[1] = p.A[2] + s1*p.A[0] + l*s2*p.A[1] + c1*v1*v1 + l*c2*v2*v2
		return nil
	})
	s := NewPoint(&p.n)
	s.Q[0] = 0.2
	s.V[0] = 1
	s.Q[1] = -math.Asin(math.Sin(s.Q[0]) / l)
	s.Q[2] = math.Cos(s.Q[0]) + l*math.Cos(s.Q[1])
	s.V[1] = -math.Cos(s.Q[0]) / (l * math.Cos(s.Q[1]))
	s.V[2] = -math.Sin(s.Q[0]) - l*math.Sin(s.Q[1])*s.V[1]
	return p, s
}

// linkedTime is when the crank of equal lengths is at an angle, by its energy: with q the angle of the crank the rod has -q and the slider
// is at 2 cos q, so that (2 + 0.5·4 sin² q) q'²/2 is constant.
func linkedTime(q float64) float64 {
	const n = 2000
	f := func(x float64) float64 { return math.Sqrt(2 + 2*square(math.Sin(x))) }
	h, sum := (q-0.2)/n, f(0.2)+f(q)
	for i := 1; i < n; i++ {
		sum += float64(2+2*(i%2)) * f(0.2+h*float64(i))
	}
	return sum * h / 3 / f(0.2)
}

// TestPassage: motions that go through singular configurations, at 90° and 270°, continue along their branch, whatever the method. What is passed is
// reported, and the watch for it sees it too.
func TestPassage(t *testing.T) {
	upright, end := linkedTime(math.Pi/2), linkedTime(5)
	for _, name := range controlled {
		for _, interpolate := range []bool{true, false} {
			p, s := linked(0)
			consistent(t, p, s)
			m, err := New(name)
			if err != nil {
				t.Fatal(err)
			}
			o := Options{Tol: 1e-6, HMax: 0.1, Interpolate: interpolate}
			if name == "HHT" {
				o.Tol = 1e-4
			}
			o.Work = NewLinearSolver(p)
			if err := m.Init(p, s, &o); err != nil {
				t.Fatal(err)
			}
			line, reported, when := NewRankMonitor(o.Work), 0, 0.0
			pt, r := NewPoint(&p.n), NewResidual(&p.n)
			passedT := 0.0
			for i := 1.0; m.Now().T < end; {
				if err := m.Step(math.Min(i*0.05, end)); err != nil {
					t.Fatalf("%s, %d passed: %v", name, m.Stats().Passed, err)
				}
				if at, ok := line.DetectRankLossPassed(m.Now()); ok {
					if reported++; reported == 1 {
						when = at
						if a, b := line.RowShareInDependence(0), line.RowShareInDependence(1); a != 1 || b > 0.05 {
							t.Errorf("%s: parts of the rows are %g and %g", name, a, b)
						}
					}
				}
				if passedT == 0 {
					passedT = m.Stats().PassedT
				}
				for ; i*0.05 <= m.Now().T+1e-12; i++ {
					m.InterpolateAt(i*0.05, pt)
					if err := p.EvaluateResidual(r, pt); err != nil {
						t.Fatal(err)
					}
					tol := 200 * o.Tol
					if d := math.Abs(linkedTime(pt.Q[0]) - pt.T); d > tol || math.Abs(pt.Q[1]+pt.Q[0]) > tol || maxAbs(r.Pos) > 1e-4 || math.Abs(pt.Q[2]-2*math.Cos(pt.Q[0])) > tol {
						t.Fatalf("%s at %g: crank at %g, %.2g too late, rod at %g, slider at %g, rows off by %.2g", name, pt.T, pt.Q[0], d, pt.Q[1], pt.Q[2], maxAbs(r.Pos))
					}
				}
			}
			// Looks are at one matrix of three, so that steps of other methods are too long for a good time.
			if near := map[string]float64{"ABAM": 0.01, "HHT": 0.01, "DOP853": 0.03}[name]; near > 0 && (reported != 2 || math.Abs(when-upright) > near) || reported == 0 {
				t.Errorf("%s: reported %d, the first at %g, wanted %g", name, reported, when, upright)
			}
			st, next := m.Stats(), linkedTime(1.5*math.Pi)
			if st.Passed > 2 || st.Passed > 0 && math.Abs(passedT-upright) > 0.001 && math.Abs(passedT-next) > 0.001 || name == "RADAU" && st.Passed != 2 || name == "DOP853" && st.Passed == 0 {
				t.Errorf("%s: %d passed, the first at %g, wanted %g or %g", name, st.Passed, passedT, upright, next)
			}
			if most := map[string]int{"RADAU": 140, "DOP853": 140, "HHT": 800}[name]; st.Steps > max(most, 260) || st.Rejected > 10 {
				t.Errorf("%s: %d steps, %d rejected", name, st.Steps, st.Rejected)
			}
		}
	}
}

// TestNoPassage: with a rod that is longer by a hundredth the crank turns round while the rod swings back: fast, but along a motion that is not
// singular. No step goes across.
func TestNoPassage(t *testing.T) {
	for _, name := range controlled {
		p, s := linked(0.01)
		o := Options{Tol: 1e-6, HMax: 0.1, Interpolate: true}
		if name == "HHT" {
			o.Tol = 1e-5
		}
		energy := func(pt *Point) float64 {
			return (pt.V[0]*pt.V[0] + pt.V[1]*pt.V[1] + 0.5*pt.V[2]*pt.V[2]) / 2
		}
		start := energy(s)
		off, drift := 0.0, 0.0
		st := run(t, name, p, consistent(t, p, s), o, 6, 0.05, func(pt *Point) {
			off = math.Max(off, math.Abs(pt.Q[1]+math.Asin(math.Sin(pt.Q[0])/1.01)))
			drift = math.Max(drift, math.Abs(energy(pt)/start-1))
		})
		if bound := 300 * o.Tol; off > bound || drift > 100*bound || st.Passed > 0 || st.Jumps > 0 {
			t.Errorf("%s: rod off by %.2g, energy by %.2g, %d passed, %d jumps", name, off, drift, st.Passed, st.Jumps)
		}
	}
}
