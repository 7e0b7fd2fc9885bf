package expr

import (
	"math"
	"testing"
)

// TestShapeSecond: second partials are differences of the first ones, and symmetric.
func TestShapeSecond(t *testing.T) {
	for name, x := range map[string][]float64{
		"STEP":   {0.4, 0.1, 2, 1.3, -1},
		"HAVSIN": {0.4, 0.1, 2, 1.3, -1},
		"IMPACT": {0.4, 0.3, 0.9, 50, 2.2, 0.7, 0.8},
		"BISTOP": {1.7, 0.3, 0.2, 0.9, 50, 2.2, 0.7, 1.5},
	} {
		n, most := len(x), 0.0
		dd, before, after := make([]float64, n*n), make([]float64, n), make([]float64, n)
		ShapeSecond(name, x, dd)
		for j := range n {
			const h = 1e-5
			y := append([]float64{}, x...)
			y[j] = x[j] - h
			ShapePartials(name, y, before)
			y[j] = x[j] + h
			ShapePartials(name, y, after)
			for i := range n {
				want := (after[i] - before[i]) / (2 * h)
				if got := dd[i*n+j]; !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) || got != dd[j*n+i] {
					t.Errorf("%s: second partial by %d and %d is %.10g, and %.10g the other way; difference %.10g", name, i, j, got, dd[j*n+i], want)
				}
				most = math.Max(most, math.Abs(want))
			}
		}
		if most == 0 {
			t.Errorf("%s: all second partials are 0", name)
		}
	}
}

// TestStrangeByte: bytes that are no characters are an error, none ends the program.
func TestStrangeByte(t *testing.T) {
	for c := range 256 {
		if c >= 127 {
			if _, errs := Compile("1+"+string([]byte{byte(c)})+"2", testTable); len(errs) == 0 {
				t.Errorf("byte %d is taken", c)
			}
		}
	}
}
