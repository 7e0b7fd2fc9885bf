package expr

import (
	"math"
	"testing"
)

// one evaluates a program of the measures DX(1), DX(2), … at x and returns value, gradient and
// the jet along rates of 1 in all of them.
func one(t *testing.T, src string, x ...float64) (v float64, grad []float64, vd, vdd float64) {
	t.Helper()
	p := mustCompile(t, src)
	if len(p.Measures) != len(x) {
		t.Fatalf("%q has %d measures", src, len(p.Measures))
	}
	ones := make([]float64, len(x))
	for i := range ones {
		ones[i] = 1
	}
	w := p.NewWork()
	grad = make([]float64, len(x))
	v, _ = p.Grad(w, 0, 4, x, grad)
	_, vd, vdd = p.Jet(w, 0, 4, x, ones, make([]float64, len(x)))
	return v, grad, vd, vdd
}

var inf = math.Inf(1)

// Derivatives where a function has a kink, a jump or a pole, as the package
// comment promises them.
func TestKinks(t *testing.T) {
	for _, c := range []struct {
		src     string
		x       []float64
		value   float64
		grad    []float64
		vd, vdd float64
	}{
		{src: "ABS(DX(1))", x: []float64{0}, grad: []float64{0}},
		{src: "ABS(DX(1))", x: []float64{-2}, value: 2, grad: []float64{-1}, vd: -1},
		{src: "SQRT(DX(1)**2+DX(2)**2)", x: []float64{0, 0}, grad: []float64{0, 0}, vdd: inf},
		{src: "0*SQRT(DX(1))", x: []float64{0}, grad: []float64{0}},
		{src: "SQRT(DX(1))", x: []float64{0}, grad: []float64{inf}, vd: inf, vdd: math.Inf(-1)},
		{src: "SQRT(ABS(DX(1)))", x: []float64{0}, grad: []float64{0}},
		{src: "ATAN2(DX(1),DX(2))", x: []float64{0, 0}, grad: []float64{0, 0}},
		{src: "SIGN(DX(1),DX(2))", x: []float64{0, -1}, value: math.Copysign(0, -1), grad: []float64{0, 0}},
		{src: "SIGN(DX(1),DX(2))", x: []float64{-3, -1}, value: -3, grad: []float64{1, 0}, vd: 1},
		{src: "SIGN(DX(1),DX(2))", x: []float64{-3, 0}, value: 3, grad: []float64{-1, 0}, vd: -1},
		{src: "MAX(DX(1),2*DX(2))", x: []float64{4, 2}, value: 4, grad: []float64{1, 0}, vd: 1},
		{src: "MIN(DX(1),2*DX(2))", x: []float64{4, 2}, value: 4, grad: []float64{1, 0}, vd: 1},
		{src: "DIM(DX(1),DX(2))", x: []float64{4, 4}, grad: []float64{0, 0}},
		{src: "AINT(DX(1))+ANINT(DX(1))", x: []float64{2.5}, value: 5, grad: []float64{0}},
		{src: "MOD(DX(1),DX(2))", x: []float64{6, 3}, grad: []float64{1, -2}, vd: -1},
		{src: "STEP(DX(1),0,1,2,3)", x: []float64{0}, value: 1, grad: []float64{0}},
		{src: "STEP(DX(1),0,1,2,3)", x: []float64{2}, value: 3, grad: []float64{0}},
		{src: "STEP(DX(1),0,DX(2),2,3)", x: []float64{-1, 7}, value: 7, grad: []float64{0, 1}, vd: 1},
		{src: "IMPACT(DX(1),0,1,100,0.5,0,0)", x: []float64{1}, grad: []float64{0}},
		{src: "IMPACT(DX(1),DX(2),1,1,1,1,0)", x: []float64{0.5, 0.5}, grad: []float64{0, 0}},
		{src: "BISTOP(DX(1),0,0,1,100,0.5,0,0)", x: []float64{1}, grad: []float64{0}},
		{src: "IF(DX(1): 0, DX(2), 2*DX(2))", x: []float64{0, 5}, value: 5, grad: []float64{0, 1}, vd: 1},
		{src: "IF(DX(1): DX(2)**2, SIN(DX(2)), 2*DX(2))", x: []float64{-1, 5}, value: 25, grad: []float64{0, 10}, vd: 10, vdd: 2},
		{src: "IF(DX(1): SQRT(DX(2)), 1/DX(2), 3*DX(2))", x: []float64{1, 0}, grad: []float64{0, 3}, vd: 3},

		// the same part inside a branch that is not taken and outside of it
		{src: "IF(DX(1): EXP(DX(2)), 0, 1) + EXP(DX(2))", x: []float64{1, 0}, value: 2, grad: []float64{0, 1}, vd: 1, vdd: 1},
		{src: "EXP(DX(1)) + IF(DX(2): 0, 0, EXP(DX(1))+1)", x: []float64{0, 1}, value: 3, grad: []float64{2, 0}, vd: 2, vdd: 2},

		{src: "DX(1)**0", x: nil, value: 1},
		{src: "DX(1)**1", x: []float64{0}, grad: []float64{1}, vd: 1},
		{src: "DX(1)**2", x: []float64{-3}, value: 9, grad: []float64{-6}, vd: -6, vdd: 2},
		{src: "DX(1)**3", x: []float64{-3}, value: -27, grad: []float64{27}, vd: 27, vdd: -18},
		{src: "DX(1)**-1", x: []float64{-2}, value: -0.5, grad: []float64{-0.25}, vd: -0.25, vdd: -0.25},
		{src: "DX(1)**100", x: []float64{-1}, value: 1, grad: []float64{-100}, vd: -100, vdd: 9900},
		{src: "DX(1)**1.5", x: []float64{0}, grad: []float64{0}, vdd: inf},
		{src: "DX(1)**2.5", x: []float64{0}, grad: []float64{0}},
		{src: "DX(1)**DX(2)", x: []float64{-2, 3}, value: -8, grad: []float64{12, 0}, vd: 12, vdd: -12},
		{src: "DX(1)**DX(2)", x: []float64{0, 2}, grad: []float64{0, 0}, vdd: 2},
		{src: "DX(1)**DX(2)", x: []float64{0, 0}, value: 1, grad: []float64{0, 0}},
		{src: "1/DX(1)", x: []float64{0}, value: inf, grad: []float64{math.Inf(-1)}, vd: math.Inf(-1), vdd: inf},
	} {
		v, grad, vd, vdd := one(t, c.src, c.x...)
		if v != c.value || vd != c.vd || vdd != c.vdd {
			t.Errorf("%s at %g: %g, %g, %g, want %g, %g, %g", c.src, c.x, v, vd, vdd, c.value, c.vd, c.vdd)
		}
		for i, g := range grad {
			if g != c.grad[i] {
				t.Errorf("%s at %g: gradient %g, want %g", c.src, c.x, grad, c.grad)
			}
		}
	}
}

// Powers with integral exponents are products, exact while they fit.
func TestIntegerPowers(t *testing.T) {
	for n := -20; n <= 20; n++ {
		for _, x := range []float64{-3, -2, -1, -0.5, 0.5, 1, 2, 3, 10} {
			want := 1.0
			for range max(n, -n) {
				want *= x
			}
			if n < 0 {
				want = 1 / want
			}
			if got := powInt(x, n); got != want {
				t.Errorf("%g**%d = %g, want %g", x, n, got, want)
			}
		}
	}
	v, _, _, _ := one(t, "DX(1)**2", 0.1)
	if x := 0.1; v != x*x {
		t.Errorf("0.1**2 = %.17g", v)
	}
}

// quadratic is f(x,y) = 2x² + 3xy + 5y² + 7.
type quadratic struct{ calls *int }

func (q quadratic) Eval(x []float64, d, dd []float64) float64 {
	*q.calls++
	if d != nil {
		d[0], d[1] = 4*x[0]+3*x[1], 3*x[0]+10*x[1]
	}
	if dd != nil {
		copy(dd, []float64{4, 3, 3, 10})
	}
	return 2*x[0]*x[0] + 3*x[0]*x[1] + 5*x[1]*x[1] + 7
}

func TestExternal(t *testing.T) {
	p := mustCompile(t, "IF(DX(1): akispl(DX(2), TIME, 05), AKISPL(1,2,5,0), 2*AKISPL(DX(2)**2, SIN(TIME), 5)) + 0*AKISPL(DX(2), TIME, 5)")
	if len(p.Externals) != 2 {
		t.Fatalf("externals %v", p.Externals)
	}
	e := p.Externals[0]
	if e.Name != "AKISPL" || e.Reals != 2 || len(e.Args) != 1 || e.Args[0] != 5 || p.Source[e.Pos:e.End] != "akispl(DX(2), TIME, 05)" {
		t.Errorf("external %v", e)
	}
	if len(p.Externals[1].Args) != 2 {
		t.Errorf("external %v", p.Externals[1])
	}
	calls := 0
	p.BindExternal(0, quadratic{&calls})
	p.BindExternal(1, quadratic{&calls})
	w := p.NewWork()
	m, md, mdd := []float64{1, 1.5}, []float64{0, 0.5}, []float64{0, -0.25}
	v := p.Eval(w, 0.5, 4, m)
	if calls != 2 {
		t.Errorf("%d calls: only the chosen branch is evaluated", calls)
	}
	// The same by operators.
	q := mustCompile(t, "IF(DX(1): 0, 0, 2*(2*(DX(2)**2)**2 + 3*DX(2)**2*SIN(TIME) + 5*SIN(TIME)**2 + 7))")
	u := q.NewWork()
	if want := q.Eval(u, 0.5, 4, m); math.Abs(v-want) > 1e-13 {
		t.Errorf("value %g, want %g", v, want)
	}
	gp, gq := make([]float64, 2), make([]float64, 2)
	_, tp := p.Grad(w, 0.5, 4, m, gp)
	_, tq := q.Grad(u, 0.5, 4, m, gq)
	if gp[0] != 0 || math.Abs(gp[1]-gq[1]) > 1e-13 || math.Abs(tp-tq) > 1e-13 {
		t.Errorf("partials %g %g, want %g %g", gp, tp, gq, tq)
	}
	_, vd, vdd := p.Jet(w, 0.5, 4, m, md, mdd)
	_, wd, wdd := q.Jet(u, 0.5, 4, m, md, mdd)
	if math.Abs(vd-wd) > 1e-13 || math.Abs(vdd-wdd) > 1e-12 {
		t.Errorf("rates %g %g, want %g %g", vd, vdd, wd, wdd)
	}
}

// Evaluation order of different programs and modes leaves nothing behind.
func TestWorkIsClean(t *testing.T) {
	p := mustCompile(t, "IF(DX(1): EXP(DX(2)), SIN(DX(2)), IF(DX(2): 1, COS(DX(1)), DX(1)*DX(2)))")
	w := p.NewWork()
	for range 3 {
		for _, m := range [][]float64{{-1, 2}, {0, 2}, {1, -1}, {1, 0}, {1, 3}, {math.NaN(), 1}} {
			fresh := p.NewWork()
			a, b := make([]float64, 2), make([]float64, 2)
			v, _ := p.Grad(w, 0, 4, m, a)
			u, _ := p.Grad(fresh, 0, 4, m, b)
			same := func(x, y float64) bool { return x == y || x != x && y != y }
			if !same(v, u) || a[0] != b[0] || a[1] != b[1] {
				t.Errorf("at %g: %g %g, with a fresh Work %g %g", m, v, a, u, b)
			}
			v, vd, _ := p.Jet(w, 0, 4, m, m, m)
			u, ud, _ := p.Jet(fresh, 0, 4, m, m, m)
			if !same(v, u) || !same(vd, ud) {
				t.Errorf("jet at %g: %g %g, with a fresh Work %g %g", m, v, vd, u, ud)
			}
		}
	}
}
