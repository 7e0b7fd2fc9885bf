package examples_test

import (
	"math"
	"testing"
)

// TestColumns: the columns stand for their second, and the floor carries them.
func TestColumns(t *testing.T) {
	for deck, n := range map[string]float64{"columns/spheres-10.py": 10, "columns/boxes-10.py": 10, "columns/spheres-100.py": 100, "columns/boxes-100.py": 100} {
		got, s := run(t, deck, nil)
		if s.DOF != int(6*n) || s.Steps != 200 {
			t.Errorf("%s: %d degrees of freedom, %d steps", deck, s.DOF, s.Steps)
		}
		// Each contact may be off by vi_tol.
		for column, bound := range map[string]float64{"1.F1": 1e-9, "1.F2": 1e-9, "1.F3": 1e-6, "1.F4": 1e-6 * n} {
			for _, x := range got.of(t, column) {
				if !(math.Abs(x) <= bound) {
					t.Fatalf("%s: %s is %g", deck, column, x)
				}
			}
		}
		load := got.of(t, "1.F5")
		if f := load[len(load)-1]; math.Abs(f-9.81*n) > 0.001*n {
			t.Errorf("%s: the floor carries %g", deck, f)
		}
	}
}
