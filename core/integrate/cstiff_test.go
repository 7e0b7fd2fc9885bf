package integrate

import (
	"math"
	"testing"
)

// TestOrderCSTIFF runs the method as a user does, its start with it: every order on the
// free oscillator, and order 5 in the three forms on the pendulum.
func TestOrderCSTIFF(t *testing.T) {
	oscillates := func(k int, h float64) float64 {
		p, s := oscillator(false)
		end := NewPoint(&p.n)
		run(t, "CSTIFF", p, consistent(t, p, s), Options{Tol: 1e-8, HMax: h, MaxOrder: k, NewtonTol: 1e-15}, 1, 1, func(pt *Point) { end.Copy(pt) })
		x, v := freeExact(1)
		return math.Hypot(end.Q[0]-x, (end.V[0]-v)/10) // the oscillator turns at 10 rad/s
	}
	for k := 1; k <= 5; k++ {
		e0, e1 := oscillates(k, 0.005), oscillates(k, 0.0025)
		if o := slope(e0, e1); math.Abs(o-float64(k)) > 0.35 {
			t.Errorf("order %d: errors %.3g and %.3g show order %.2f", k, e0, e1, o)
		}
	}
	ref := table(t, "pendulum.csv")[20] // t = 2
	for _, index := range []int{3, 2, 1} {
		var e [2]float64
		for i, h := range []float64{0.01, 0.005} {
			p, s := pendulum()
			end := NewPoint(&p.n)
			run(t, "CSTIFF", p, consistent(t, p, s), Options{Tol: 1e-8, HMax: h, Index: index, NewtonTol: 1e-15}, 2, 2, func(pt *Point) { end.Copy(pt) })
			e[i] = math.Hypot(end.Q[0]-ref[1], end.Q[1]-ref[2])
		}
		if o := slope(e[0], e[1]); math.Abs(o-5) > 0.7 {
			t.Errorf("pendulum, index %d: errors %.3g and %.3g show order %.2f", index, e[0], e[1], o)
		}
	}
}

// TestGridCSTIFF: all steps but those of the start are equal, on outputs and across them.
func TestGridCSTIFF(t *testing.T) {
	for _, interpolate := range []bool{false, true} {
		p, s := pendulum()
		consistent(t, p, s)
		m, _ := New("CSTIFF")
		if err := m.Init(p, s, &Options{HMax: 0.003, Interpolate: interpolate}); err != nil {
			t.Fatal(err)
		}
		limit, equal, want := 0.0, 0, 0.0025 // four steps to each output at 0.01
		if interpolate {
			want = 0.003
		}
		for m.Now().T < 1 {
			if m.Now().T >= limit-1e-12 {
				limit += 0.01
			}
			from := m.Now().T
			if err := m.Step(limit); err != nil {
				t.Fatal(err)
			}
			h := m.Now().T - from
			if m.Stats().Order == 5 {
				if math.Abs(h-want) > 1e-12 {
					t.Fatalf("a step of %g from %g, want %g", h, from, want)
				}
				equal++
			}
			if h > 0.003+1e-12 {
				t.Fatalf("a step of %g from %g", h, from)
			}
		}
		if equal < 320 {
			t.Errorf("only %d steps on the grid", equal)
		}
	}
}

// TestOverCSTIFF: a force that sets in within a step leaves an error that is reported, a
// smooth motion does not.
func TestOverCSTIFF(t *testing.T) {
	for _, force := range []float64{0, 1e3} {
		p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error {
			r.V[0] = p.A[0]
			if p.T >= 0.12345 {
				r.V[0] -= force
			}
			return nil
		})
		st := run(t, "CSTIFF", p, consistent(t, p, NewPoint(&p.n)), hitting(1e-5), 1, 0.01, nil)
		if reported := st.ExceedingSteps > 0 && st.Worst > 10 && math.Abs(st.WorstT-0.13) < 0.05; reported != (force > 0) {
			t.Errorf("force %g: %d steps over the tolerance, the worst by %g at %g", force, st.ExceedingSteps, st.Worst, st.WorstT)
		}
	}
}

// TestRelAbs: of a position of 1000 in a length of 2 the error may be Tol times 2 + 0.01·1000,
// so that a motion of that size takes fewer steps than with Tol alone.
func TestRelAbs(t *testing.T) {
	n := &Layout{NQ: 1, NX: 1, QScale: []float64{2}, XScale: []float64{2}}
	w := newErrorWeights(n, 1e-6, &Options{RelAbs: 0.01}, false)
	w.updateWeights(n, &Point{Q: []float64{-1000}, X: []float64{1000}}, 0, 1e-6)
	for _, k := range []float64{w.q[0], w.x[0]} {
		if want := 1 / (1e-6 * (2 + 0.01*1000)); math.Abs(k/want-1) > 1e-12 {
			t.Errorf("weight %g, want %g", k, want)
		}
	}
	for _, method := range []string{"ABAM", "VSTIFF", "MSTIFF", "RADAU", "DOP853"} {
		var steps [2]int
		for i, ratio := range []float64{0, 0.01} {
			p := newToy(Layout{NQ: 1, NV: 1}, func(r *Residual, p *Point) error { r.V[0] = p.A[0] + p.Q[0]; return nil })
			s := NewPoint(&p.n)
			s.Q[0] = 1000
			o := free(1e-5)
			o.RelAbs = ratio
			last := NewPoint(&p.n)
			steps[i] = run(t, method, p, consistent(t, p, s), o, 5, 5, func(pt *Point) { last.Copy(pt) }).Steps
			if e := math.Abs(last.Q[0] - 1000*math.Cos(5)); e > 1e-2 {
				t.Errorf("%s: off by %.2g", method, e)
			}
		}
		if steps[1] >= steps[0] {
			t.Errorf("%s: %d steps with a relative part, %d without", method, steps[1], steps[0])
		}
	}
}
