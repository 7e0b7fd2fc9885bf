package solve

import (
	"errors"
	"math"
	"testing"
)

// TestRoot: roots of functions that are smooth, flat, steep and discontinuous, from both sides, with few evaluations and on the side of b.
func TestRoot(t *testing.T) {
	for name, c := range map[string]struct {
		a, b, root float64
		most       int
		f          func(x float64) float64
	}{
		"smooth":   {0, 2, math.Ln2, 12, func(x float64) float64 { return math.Exp(x) - 2 }},
		"falling":  {1, 3, math.Pi / 2, 12, math.Cos},
		"straight": {-1, 5, 0.25, 3, func(x float64) float64 { return x - 0.25 }},
		"flat":     {0, 1, 0.3, 300, func(x float64) float64 { return math.Pow(x-0.3, 9) }},
		"steep":    {-1, 4, 1e-3, 60, func(x float64) float64 { return math.Cbrt(x - 1e-3) }},
		"jump":     {0, 1, 0.7, 80, func(x float64) float64 { return math.Copysign(1, x-0.7) }},
		"lopsided": {0, 1, 0.7, 130, func(x float64) float64 {
			if x < 0.7 {
				return -1e-9
			}
			return 1e9
		}},
		"backward": {2, 0, math.Ln2, 12, func(x float64) float64 { return math.Exp(x) - 2 }},
	} {
		calls := 0
		x, err := FindRoot(c.a, c.b, c.f(c.a), c.f(c.b), 0, 1e-14, func(x float64) (float64, error) {
			calls++
			return c.f(x), nil
		})
		if v := c.f(x); err != nil || math.Abs(x-c.root) > 2e-14 || v != 0 && math.Signbit(v) != math.Signbit(c.f(c.b)) || calls > c.most {
			t.Errorf("%s: %.17g with the value %g after %d evaluations, %v", name, x, v, calls, err)
		}
	}
	calls := 0
	if x, _ := FindRoot(0, 2, -1, math.E*math.E-2, 1e-3, 0, func(x float64) (float64, error) { calls++; return math.Exp(x) - 2, nil }); math.Exp(x)-2 < 0 || math.Exp(x)-2 > 1e-3 || calls > 12 {
		t.Errorf("near: %g after %d evaluations", x, calls)
	}
	bad := errors.New("bad")
	if _, err := FindRoot(0, 1, -1, 1, 0, 0, func(float64) (float64, error) { return 0, bad }); err != bad {
		t.Error(err)
	}
}
