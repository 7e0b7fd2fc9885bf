package expr

import (
	"math"
	"testing"
)

// TestRamps: on a ramp a program has the value between those on either side, the slope of the line between them, and outside it what
// it has without one.
func TestRamps(t *testing.T) {
	for _, c := range []struct {
		text         string
		below, above float64 // values for x < 0 and x > 0, with y = 2
	}{
		{"SIGN(3*DX(2), DX(1))", -6, 6},
		{"SIGN(-3*DX(2), DX(1))", -6, 6},
		{"DX(2)*IF(DX(1): 5, 0, 7)", 10, 14},
		{"2 + IF(DX(1): -2, 0, 2)", 0, 4},
	} {
		p := mustCompile(t, c.text)
		j := p.FindJumpConditions()
		if j == nil || j.Count() != 1 {
			t.Fatalf("%s: no jump", c.text)
		}
		w := p.NewWork()
		at := func(x float64) (v float64, d [2]float64) {
			m := make([]float64, len(p.Measures))
			for i, q := range p.Measures {
				m[i] = map[int]float64{1: x, 2: 2}[q.Args[0]]
			}
			g := make([]float64, len(m))
			v, _ = p.Grad(w, 0, 0, m, g)
			if e := p.Eval(w, 0, 0, m); e != v {
				t.Errorf("%s at %g: Eval %g, Grad %g", c.text, x, e, v)
			}
			for i, q := range p.Measures {
				d[q.Args[0]-1] = g[i]
			}
			return v, d
		}
		const width = 1e-3
		j.ReplaceJumpByRamp(w, 0, width)
		var x [1]float64
		for _, part := range []float64{-2, -0.999, -0.5, 0, 0.3, 0.999, 2} {
			v, d := at(part * width)
			if j.CopyComparedValues(x[:], w); x[0] != part*width {
				t.Errorf("%s: compared %g, want %g", c.text, x[0], part*width)
			}
			want, slope := c.below, 0.
			switch {
			case part > 1:
				want = c.above
			case part > -1:
				want, slope = c.below+(c.above-c.below)*(1+part)/2, (c.above-c.below)/2/width
			}
			if math.Abs(v-want) > 1e-12 || math.Abs(d[0]-slope) > 1e-9*(1+math.Abs(slope)) {
				t.Errorf("%s at %g: %g slope %g, want %g slope %g", c.text, part, v, d[0], want, slope)
			}
		}
		j.ReplaceJumpByRamp(w, 0, 0)
		if v, _ := at(0.5 * width); v != c.above {
			t.Errorf("%s without a ramp: %g", c.text, v)
		}
	}
}
