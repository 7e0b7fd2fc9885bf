package vi

import (
	"fmt"
	"math"
	"testing"
)

// Columns of 10 and 100 spheres and boxes rest for a second: the default solver keeps the
// residual below 1e-6 m/s in every step, none moves sideways or sinks by more than the residual
// adds up to, with and without the multipliers of the step before.
func TestColumns(t *testing.T) {
	for _, boxes := range []bool{false, true} {
		for _, n := range []int{10, 100} {
			for _, cold := range []bool{false, true} {
				w := column(n, boxes, 0.5, 0.005)
				s := solver(t, "newton", 1e-7, 0)
				for k := range 200 {
					if cold {
						clear(w.p.Rows.L)
					}
					res, err := w.step(s)
					if err != nil || res.Status != Converged {
						t.Fatalf("boxes %v, %d, step %d: %+v %v", boxes, n, k, res, err)
					}
					if v := violation(&w.p, w.q); v > 1e-6 {
						t.Fatalf("boxes %v, %d, step %d: velocity violation %.2g m/s", boxes, n, k, v)
					}
				}
				// b takes back what a step left: the error is that of one step, 1e-7 m/s · 5 ms at each contact.
				if h := math.Abs(w.height()); h > float64(n)*5e-10 {
					t.Errorf("boxes %v, %d: height off by %.2g m", boxes, n, h)
				}
				if x := w.sideways(); x > 1e-8 { // 200 steps of 5 ms at 1e-7 m/s would be 1e-7
					t.Errorf("boxes %v, %d: %.2g m sideways", boxes, n, x)
				}
			}
		}
	}
}

// A column whose boxes start with speeds in all directions: impacts, sliding and rocking, 1200 rows. Every
// step is solved or says that it is not.
func TestColumnIsHit(t *testing.T) {
	w := column(20, true, 0.4, 0.005)
	for i := range w.q {
		w.q[i] = 0.5 * math.Sin(float64(7*i+1))
	}
	s := solver(t, "newton", 1e-7, 0)
	for k := range 100 {
		res, err := w.step(s)
		if err != nil || res.Status != Converged {
			t.Fatalf("step %d: %+v %v", k, res, err)
		}
		if v := violation(&w.p, w.q); v > 1e-6 {
			t.Fatalf("step %d: violation %.2g, residual %.2g", k, v, res.Residual)
		}
	}
}

// Times per step beside one sweep of PSOR over the same rows:
// go test -bench Columns -run - ./core/solve/vi
func BenchmarkColumns(b *testing.B) {
	for _, c := range []struct {
		name  string
		n     int
		boxes bool
	}{{"spheres10", 10, false}, {"spheres100", 100, false}, {"boxes10", 10, true}, {"boxes100", 100, true}} {
		for _, name := range append([]string{"cold"}, names...) { // cold: newton without the multipliers of the step before
			b.Run(fmt.Sprintf("%s/%s", c.name, name), func(b *testing.B) {
				w := column(c.n, c.boxes, 0.5, 0.005)
				cold := name == "cold"
				if cold {
					name = "newton"
				}
				s := solver(b, name, 1e-6, 0)
				w.step(s)
				b.ResetTimer()
				worst, steps := 0.0, 0
				for range b.N {
					if steps++; steps%200 == 0 { // a second of motion, then afresh
						b.StopTimer()
						w = column(c.n, c.boxes, 0.5, 0.005)
						w.step(s)
						b.StartTimer()
					}
					if cold {
						clear(w.p.Rows.L)
					}
					res, err := w.step(s)
					if err != nil {
						b.Fatal(err)
					}
					worst = max(worst, res.Residual)
				}
				b.ReportMetric(worst, "residual")
			})
		}
	}
}

// One sweep of PSOR: ns/triple is what the other times may be compared with.
func BenchmarkSweep(b *testing.B) {
	w := column(100, true, 0.5, 0.005)
	s := &PSOR{Options: Options{Tol: 1e-9, Iter: 1}}
	w.load()
	if _, err := s.Solve(&w.p, w.q); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for range b.N {
		s.sweepOnce()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/400, "ns/triple")
}
