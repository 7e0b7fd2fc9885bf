package system

import (
	"math"
	"testing"
)

// The short series of the left Jacobian and of its derivatives agree with the whole ones: a = Σ (-1)ⁿ x²ⁿ/(2n+2)!, b = Σ (-1)ⁿ x²ⁿ/(2n+3)!.
func TestShortTurnSeries(t *testing.T) {
	for _, x := range []float64{0, 1e-3, 5e-3, 9.99e-3} {
		k := newTurnSeries(vec{X: x})
		var a, b, da, db float64
		sign, factorial := 1.0, 2.0 // (2n+2)!
		for n := range 8 {
			a += sign * math.Pow(x, float64(2*n)) / factorial
			next := factorial * float64(2*n+3)
			b += sign * math.Pow(x, float64(2*n)) / next
			if n > 0 {
				da += sign * float64(2*n) * math.Pow(x, float64(2*n-2)) / factorial
				db += sign * float64(2*n) * math.Pow(x, float64(2*n-2)) / next
			}
			sign, factorial = -sign, next*float64(2*n+4)
		}
		for i, v := range [4][2]float64{{k.a, a}, {k.b, b}, {k.da, da}, {k.db, db}} {
			if math.Abs(v[0]-v[1]) > 1e-15 {
				t.Errorf("x = %g, coefficient %d is %.17g, not %.17g", x, i, v[0], v[1])
			}
		}
	}
}
