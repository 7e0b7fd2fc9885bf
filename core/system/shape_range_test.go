package system

import "testing"

// TestInRange: a closed parameter comes back by whole turns of its range, an open one stops at its
// ends and reports how far it lay beyond.
func TestInRange(t *testing.T) {
	h := &Shape{}
	h.N = 2
	h.Lo[0], h.Hi[0], h.Closed[0] = 1, 3, true
	h.Lo[1], h.Hi[1] = 1, 3
	for _, c := range []struct{ u, in, beyond [2]float64 }{
		{u: [2]float64{1.5, 1.5}, in: [2]float64{1.5, 1.5}},
		{u: [2]float64{3.5, 3.5}, in: [2]float64{1.5, 3}, beyond: [2]float64{0, 0.5}},
		{u: [2]float64{0.5, 0.5}, in: [2]float64{2.5, 1}, beyond: [2]float64{0, -0.5}},
		{u: [2]float64{-5.5, 2}, in: [2]float64{2.5, 2}},
	} {
		if in, beyond := h.clampToRange(c.u); in != c.in || beyond != c.beyond {
			t.Errorf("%v: %v, beyond by %v, want %v and %v", c.u, in, beyond, c.in, c.beyond)
		}
	}
}
