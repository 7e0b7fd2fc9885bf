package integrate

import (
	"math"
	"testing"
)

// springs returns masses of 1 on springs of these circular frequencies with dampers, released at these distances from rest.
func springs(w, damping, from []float64) (*toy, *Point) {
	p := newToy(Layout{NQ: len(w), NV: len(w)}, func(r *Residual, p *Point) error {
		for i, k := range w {
			r.V[i] = p.A[i] + damping[i]*p.V[i] + k*k*p.Q[i]
		}
		return nil
	})
	s := NewPoint(&p.n)
	copy(s.Q, from)
	return p, s
}

// TestAutomatic: AUTO is ABAM where motions are smooth, also after a trial of MSTIFF; MSTIFF continues where a damper holds the steps of ABAM
// by stability or a fast vibration of an amplitude far below the tolerance does. It costs at most a third more than the better of the two.
func TestAutomatic(t *testing.T) {
	const stiff = "its steps are held by stability: the model is stiff"
	tests := []struct {
		name             string
		w, damping, from []float64
		end              float64
		why              string
	}{
		{"smooth", []float64{5, 7}, []float64{0, 0}, []float64{1, 1}, 10, ""},
		{"a trial in vain", []float64{5, 7}, []float64{0, 0}, []float64{1, 1}, 100, ""},
		{"stiff damper", []float64{5, 1}, []float64{0, 1e5}, []float64{1, 1}, 10, stiff},
		{"fast vibration", []float64{5, 3000}, []float64{0, 0}, []float64{1, 1e-13}, 10, stiff},
	}
	for _, c := range tests {
		o := Options{Tol: 1e-3, MotionTol: 3e-6, MotionSpeeds: true, HMax: 0.1, Interpolate: true}
		count := map[string]int{}
		for _, name := range []string{"ABAM", "MSTIFF", "AUTO"} {
			p, s := springs(c.w, c.damping, c.from)
			worst := 0.0
			st := run(t, name, p, consistent(t, p, s), o, c.end, c.end/100, func(pt *Point) {
				worst = math.Max(worst, math.Abs(pt.Q[0]-math.Cos(c.w[0]*pt.T)))
			})
			count[name] = st.Evaluations
			t.Logf("%s, %s: error %.2g, %d steps, %d rejected, %d evaluations, %+v", c.name, name, worst, st.Steps, st.Rejected, st.Evaluations, st.Changed)
			if worst > 1e-5 {
				t.Errorf("%s, %s: error %.2g", c.name, name, worst)
			}
			why := ""
			if st.Changed != nil {
				why = st.Changed.Why
			}
			if name == "AUTO" && why != c.why {
				t.Errorf("%s: changed %q, want %q", c.name, why, c.why)
			}
		}
		if best := min(count["ABAM"], count["MSTIFF"]); count["AUTO"] > best*4/3 {
			t.Errorf("%s: %v evaluations", c.name, count)
		}
	}
}
