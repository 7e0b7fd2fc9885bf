package integrate

import (
	"math"
	"testing"
)

// TestFineHHT: errors of HHT and NEWMARK fall with tolerance and step down to 1e-10 and 1e-6: what is left of the
// rows, divided by h², is not seen.
func TestFineHHT(t *testing.T) {
	for _, name := range []string{"pendulum", "top"} {
		end := map[string]float64{"pendulum": 0.2, "top": 0.01}[name]
		of := func(method string, o Options) (*Point, *Stats) {
			p, s := models[name].make()
			last := NewPoint(&p.n)
			st := run(t, method, p, consistent(t, p, s), o, end, end, func(p *Point) { last.Copy(p) })
			return last, st
		}
		ref, _ := of("RADAU", Options{Tol: 1e-12, HMax: 1})
		for _, method := range []string{"HHT", "NEWMARK"} {
			for _, fixed := range []bool{false, true} {
				lastQ, lastV := math.Inf(1), math.Inf(1)
				for _, x := range []float64{1e-6, 1e-7, 1e-8, 1e-9, 1e-10} {
					o := Options{Tol: x, H0: 1e-8, HMax: 1}
					if fixed { // 1e-3 to 1e-6
						o = Options{Tol: 1e-8, FixedStep: math.Pow(x, 0.75) * math.Pow(10, 1.5)}
					}
					got, st := of(method, o)
					q, v := furthest(got.Q, ref.Q), furthest(got.V, ref.V)
					t.Logf("%s %s at %g, step %g: positions off by %.2g, speeds by %.2g in %d steps, %d evaluations", name, method, o.Tol, o.FixedStep, q, v, st.Steps, st.Evaluations)
					if q > lastQ/2 && q > 1e-10 || v > lastV/2 && v > 1e-8 {
						t.Errorf("%s %s at %g, step %g: errors %.2g and %.2g after %.2g and %.2g", name, method, o.Tol, o.FixedStep, q, v, lastQ, lastV)
					}
					lastQ, lastV = q, v
				}
			}
		}
	}
}

func furthest(a, b []float64) (most float64) {
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}
