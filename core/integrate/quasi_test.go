package integrate

import (
	"math"
	"testing"
)

// TestSecant: a matrix that is wrong in two directions, in one of them so far
// that plain updates diverge, is made good by four updates.
func TestSecant(t *testing.T) {
	n := &Layout{NV: 5}
	w := &errorWeights{v: []float64{1, 1, 1, 1, 1}}
	q := newBroyden(n)
	q.resetUpdates(n, Coef{1, 1, 1}, w)
	b := []float64{1, -2, 3, 0.5, -1}
	u, v := []float64{1, 2, 0, -1, 0}, []float64{0, 1, -1, 0, 2}
	// Residual of (I + 0.9 u uᵀ - 0.1 v vᵀ) x = b; the matrix at hand is I.
	residual := func(x []float64) []float64 {
		r := append([]float64(nil), b...)
		addScaled(r, -1, x)
		addScaled(r, -0.9*inner(u, x), u)
		addScaled(r, 0.1*inner(v, x), v)
		return r
	}
	x := make([]float64, 5)
	d := NewDelta(n)
	for range 5 {
		copy(d.A, residual(x))
		q.improveUpdate(d, nil)
		addScaled(x, 1, d.A)
	}
	if r := maxAbs(residual(x)); r > 1e-12 {
		t.Errorf("residual %g, updates that leave the matrix as it is give %g", r, math.Pow(5.4, 5))
	}
}

func inner(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}
