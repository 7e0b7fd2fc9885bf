package run

import (
	"fmt"
	"math"
	"testing"
)

// TestLinearOfStops: a row in force is an equation of a linear analysis, an open one is not there. Two masses on springs, the first of which the
// gravity presses against a stop or not, have the frequencies of what is left.
func TestLinearOfStops(t *testing.T) {
	const k, m = 200.0, 2.0
	for _, gap := range []float64{0, 5} {
		model := along + `<Force_Gravity grav_x="9"/>` + slider(1, 1, m) + slider(2, 2, m) + spring(1, 10, 9999, k, 0, 1) + spring(2, 20, 10, k, 0, 1) +
			fmt.Sprintf(`<Constraint_General id="3" expr="DX(10)-%g" i_marker_id="10" unilateral="TRUE"/>`, 1+gap)
		want := []complex128{complex(0, math.Sqrt(k/m))}
		if gap > 0 {
			want = []complex128{complex(0, math.Sqrt(k/m)*(math.Sqrt(5)-1)/2), complex(0, math.Sqrt(k/m)*(math.Sqrt(5)+1)/2)}
		}
		linearize(t, model, about, nil).expect(t, want, 1e-9)
		linearize(t, model, still+about, nil).expect(t, want, 1e-9)
	}
}
