package expr

import (
	"math"
	"testing"
)

// FuzzCompile: no source makes Compile panic, errors lie within the source, and
// what compiles can be evaluated anywhere; the three evaluations agree.
func FuzzCompile(f *testing.F) {
	for _, c := range values {
		f.Add(c.src, 1.5, -0.5, 2.0)
	}
	for _, c := range mistakes {
		f.Add(c.src, 0.0, 0.0, 0.0)
	}
	for _, c := range laws {
		f.Add(c.src, 0.1, 0.9, -1.0)
	}
	for _, form := range forms {
		f.Add(form, 0.3, math.Inf(1), math.NaN())
	}
	f.Fuzz(func(t *testing.T, src string, time, x, rate float64) {
		p, errs := Compile(src, testTable)
		if (p == nil) != (len(errs) > 0) {
			t.Fatalf("program %v, errors %v", p, errs)
		}
		checkPlaces(t, src, errs)
		if par, errs := ParseUserParams(src); (par == nil) != (len(errs) > 0) {
			t.Fatalf("USER: %v, errors %v", par, errs)
		}
		if p != nil {
			evaluate(t, p, time, x, rate)
		}
	})
}

func checkPlaces(t *testing.T, src string, errs []Error) {
	last := -1
	for _, e := range errs {
		if e.Pos <= last || e.End < e.Pos || e.End > len(src) || e.Msg == "" {
			t.Fatalf("%q: errors %v", src, errs)
		}
		last = e.Pos
	}
}

func evaluate(t *testing.T, p *Program, time, x, rate float64) {
	calls := 0
	for i := range p.Externals {
		p.BindExternal(i, quadratic{&calls})
	}
	n := len(p.Measures)
	m, md, mdd, dst := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range m {
		m[i], md[i], mdd[i] = x+float64(i), rate-float64(i), rate*float64(i)
		c := p.Measures[i]
		if c.Pos < 0 || c.End <= c.Pos || c.End > len(p.Source) {
			t.Fatalf("%q: measure %v", p.Source, c)
		}
	}
	w := p.NewWork()
	v := p.Eval(w, time, 4, m)
	g, _ := p.Grad(w, time, 4, m, dst)
	j, _, _ := p.Jet(w, time, 4, m, md, mdd)
	if g != v && (g == g || v == v) {
		t.Fatalf("%q: Eval %g, Grad %g", p.Source, v, g)
	}
	if math.Abs(v) < 1e6 && j != j || math.Abs(j) < 1e6 && v != v {
		t.Fatalf("%q: Eval %g, Jet %g", p.Source, v, j)
	}
}
