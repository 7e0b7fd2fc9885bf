package expr

import (
	"math"
	"testing"
)

// TestRampsOfBranches: an IF with computed branches is on a ramp what lies between both, with its partials and derivatives along a motion. An IF in a branch
// keeps its jump; where the branch that is not taken has no value the one taken counts.
func TestRampsOfBranches(t *testing.T) {
	const width = 1e-3
	for _, c := range []struct {
		text         string
		below, above func(y float64) (v, d float64) // with y = DX(2)
	}{
		{"IF(DX(1): -3*DX(2), 0, 3*DX(2))", func(y float64) (float64, float64) { return -3 * y, -3 }, func(y float64) (float64, float64) { return 3 * y, 3 }},
		{"2*IF(DX(1): SIN(DX(2)), DX(2), IF(DX(2)-1: 5*DX(2), 0, DX(2)**2)) + 1", func(y float64) (float64, float64) { return 2*math.Sin(y) + 1, 2 * math.Cos(y) },
			func(y float64) (float64, float64) { return 2*y*y + 1, 4 * y }},
		{"IF(DX(2)-9: IF(DX(1): DX(2), 0, -DX(2)), 0, 7*DX(2))", func(y float64) (float64, float64) { return y, 1 }, func(y float64) (float64, float64) { return -y, -1 }},
		{"IF(DX(1): LOG(-DX(2)), 0, 3*DX(2))", nil, func(y float64) (float64, float64) { return 3 * y, 3 }},
	} {
		p := mustCompile(t, c.text)
		j, w := p.FindJumpConditions(), p.NewWork()
		k := 0
		for i := range j.Count() { // that of DX(1)
			var x [2]float64
			p.Eval(w, 0, 0, measuresOf(p, 0.125, 2))
			if j.CopyComparedValues(x[:j.Count()], w); x[i] == 0.125 {
				k = i
			}
		}
		j.ReplaceJumpByRamp(w, k, width)
		for _, part := range []float64{-2, -0.999, -0.5, 1e-9, 0.3, 0.999, 2} {
			const y = 2.
			x, m := part*width, measuresOf(p, part*width, y)
			s, slope := (1+part)/2, 1/(2*width)
			if math.Abs(part) > 1 {
				s, slope = math.Max(0, math.Copysign(1, part)), 0
			}
			above, da := c.above(y)
			below, db := above, da
			if c.below != nil {
				below, db = c.below(y)
			} else if part < 0 {
				continue
			}
			want, byX, byY := (1-s)*below+s*above, slope*(above-below), (1-s)*db+s*da
			g := make([]float64, len(m))
			v, _ := p.Grad(w, 0, 0, m, g)
			if e := p.Eval(w, 0, 0, m); e != v {
				t.Errorf("%s at %g: Eval %g, Grad %g", c.text, x, e, v)
			}
			gotX, gotY := 0., 0.
			rate := make([]float64, len(m))
			for i, q := range p.Measures {
				if q.Args[0] == 1 {
					gotX, rate[i] = g[i], 0.3
				} else {
					gotY, rate[i] = g[i], -0.7
				}
			}
			if math.Abs(v-want) > 1e-12*(1+math.Abs(want)) || math.Abs(gotX-byX) > 1e-9*(1+math.Abs(byX)) || math.Abs(gotY-byY) > 1e-9 {
				t.Errorf("%s at %g: %g, partials %g and %g, want %g, %g and %g", c.text, x, v, gotX, gotY, want, byX, byY)
			}
			jv, jd, jdd := p.Jet(w, 0, 0, m, rate, make([]float64, len(m)))
			const h = 1e-6
			along := func(u float64) float64 { return p.Eval(w, 0, 0, measuresOf(p, x+0.3*u, y-0.7*u)) }
			if second := (along(h) - 2*v + along(-h)) / (h * h); math.Abs(jv-v) > 1e-12*(1+math.Abs(v)) || math.Abs(jd-(0.3*byX-0.7*byY)) > 1e-9*(1+math.Abs(jd)) || math.Abs(jdd-second) > 1e-2*(1+math.Abs(jdd)) {
				t.Errorf("%s at %g: along a motion %g %g %g, want %g %g %g", c.text, x, jv, jd, jdd, v, 0.3*byX-0.7*byY, second)
			}
		}
		j.ReplaceJumpByRamp(w, k, 0)
		if v, want := p.Eval(w, 0, 0, measuresOf(p, 0.5*width, 2)), 0.; c.below != nil {
			if want, _ = c.above(2); v != want {
				t.Errorf("%s without a ramp: %g, want %g", c.text, v, want)
			}
		}
	}
}

// measuresOf is the measures of a program of DX(1) and DX(2).
func measuresOf(p *Program, x, y float64) []float64 {
	m := make([]float64, len(p.Measures))
	for i, q := range p.Measures {
		m[i] = map[int]float64{1: x, 2: y}[q.Args[0]]
	}
	return m
}

// TestRampsOfFunctions: a branch of a function that sets two values, one of them in a branch of its own, is blended in each; whatever the comparison.
func TestRampsOfFunctions(t *testing.T) {
	const width = 0.5
	for test, sign := range map[Test]float64{Less: 1, LessEqual: 1, Greater: -1, GreaterEqual: -1} {
		b := NewFunctionBuilder(3) // x, limit, y
		x, limit, y := b.Measure(0), b.Measure(1), b.Measure(2)
		br := b.Branch(test, x, limit)
		p, q := b.Op("SIN", y), b.Op("*", x, y)
		br.Else()
		r := b.Op("*", y, y)
		inner := b.Branch(Greater, y, b.Const(1))
		s := b.Op("EXP", y)
		inner.Else()
		u := b.Op("COS", y)
		inner.End()
		v := inner.Join(s, u)
		br.End()
		f := b.Finish([]Value{br.Join(p, r), b.Op("+", br.Join(q, v), x)})
		j, w := f.FindJumpConditions(), f.NewWork()
		if j.Count() != 2 {
			t.Fatal("comparisons:", j.Count())
		}
		j.ReplaceJumpByRamp(w, 0, width)
		for _, at := range [][3]float64{{1.2, 1, 0.4}, {0.9, 1, 1.7}, {1, 1, 1.3}, {2, 1, 0.3}, {0.2, 1, 0.3}} {
			x, y := at[0], at[2]
			part := math.Max(0, math.Min(1, 0.5+sign*(x-at[1])/(2*width))) // of what stands behind Else
			slope := sign / (2 * width)
			if part == 0 || part == 1 {
				slope = 0
			}
			els, dels := math.Cos(y), -math.Sin(y)
			if y > 1 {
				els, dels = math.Exp(y), math.Exp(y)
			}
			want := []float64{(1-part)*math.Sin(y) + part*y*y, (1-part)*x*y + part*els + x}
			up := [2]float64{slope * (y*y - math.Sin(y)), slope * (els - x*y)}
			wantGrad := []float64{up[0], -up[0], (1-part)*math.Cos(y) + part*2*y, up[1] + (1-part)*y + 1, -up[1], (1-part)*x + part*dels}
			out, grad := make([]float64, 2), make([]float64, 6)
			if !f.Eval(w, 0, at[:], out) || !f.Grad(w, 0, at[:], grad, nil) {
				t.Fatal("no value")
			}
			for k := range want {
				if math.Abs(out[k]-want[k]) > 1e-12 {
					t.Errorf("test %d at %v: result %d is %g, want %g", test, at, k, out[k], want[k])
				}
			}
			for k := range wantGrad {
				if math.Abs(grad[k]-wantGrad[k]) > 1e-12 {
					t.Errorf("test %d at %v: partial %d is %g, want %g", test, at, k, grad[k], wantGrad[k])
				}
			}
		}
	}
}

// TestRampBesideNoValue: at zero, where both branches have the same share and one has no finite value, the value is that of the branch that runs
// without a ramp.
func TestRampBesideNoValue(t *testing.T) {
	for test, behindElse := range map[Test]bool{GreaterEqual: false, LessEqual: false, Less: true, Greater: true} {
		b := NewFunctionBuilder(1)
		x := b.Measure(0)
		br := b.Branch(test, x, b.Const(0))
		first := b.Op("EXP", x)
		if behindElse {
			first = b.Op("LOG", b.Op("*", x, x))
		}
		br.Else()
		second := b.Op("LOG", b.Op("*", x, x))
		if behindElse {
			second = b.Op("EXP", x)
		}
		br.End()
		f := b.Finish([]Value{br.Join(first, second)})
		j, w := f.FindJumpConditions(), f.NewWork()
		j.ReplaceJumpByRamp(w, 0, 0.5)
		out := []float64{0}
		if !f.Eval(w, 0, []float64{0}, out) || out[0] != 1 {
			t.Errorf("test %d: %g, want 1", test, out[0])
		}
	}
}

// TestComparisonsThatDidNotRun: a comparison in a branch has a value only where the branch ran, on a ramp of the decision too.
func TestComparisonsThatDidNotRun(t *testing.T) {
	p := mustCompile(t, "IF(DX(1): SIN(DX(1)), 2*DX(1), IF(DX(2): EXP(DX(2)), DX(2)**3, COS(DX(2))*SIGN(1, DX(1)-DX(2))))")
	j, w := p.FindJumpConditions(), p.NewWork()
	if j == nil || j.Count() != 3 {
		t.Fatal("wanted three jumps")
	}
	nan := math.NaN()
	for _, c := range []struct {
		x, y, ramp float64
		want       [3]float64
	}{
		{2, 3, 0, [3]float64{2, 3, -1}},
		{2, -3, 0, [3]float64{2, -3, nan}},
		{-2, 3, 0, [3]float64{-2, nan, nan}},
		{-2, 3, 4, [3]float64{-2, 3, -5}},
		{-5, 3, 4, [3]float64{-5, nan, nan}},
		{2, 3, 0, [3]float64{2, 3, -1}},
	} {
		j.ReplaceJumpByRamp(w, 0, c.ramp)
		p.Eval(w, 0, 0, measuresOf(p, c.x, c.y))
		var got [3]float64
		j.CopyComparedValues(got[:], w)
		for k, v := range got {
			if v != c.want[k] && !(math.IsNaN(v) && math.IsNaN(c.want[k])) {
				t.Errorf("x = %g, y = %g, ramp %g: comparison %d has %g, wanted %g", c.x, c.y, c.ramp, k, v, c.want[k])
			}
		}
	}
}
