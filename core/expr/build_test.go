package expr

import (
	"math"
	"testing"
)

// TestBuilder: branches that set several values, one within the other, whose value
// and partials are those of the branch that is taken.
func TestBuilder(t *testing.T) {
	b := NewFunctionBuilder(2)
	x, y := b.Measure(0), b.Measure(1)
	br := b.Branch(Less, x, b.Const(0))
	s, q := b.Op("SIN", y), b.Op("*", x, y)
	br.Else()
	in := b.Branch(Greater, y, b.Const(1))
	r := b.Op("/", x, y)
	in.Else()
	z := b.Op("-", b.Time(), x)
	in.End()
	inner := in.Join(r, z)
	br.End()
	first, second := br.Join(s, inner), br.Join(q, b.Const(7))
	f := b.Finish([]Value{first, second, b.Op("*", first, second), b.Const(3)})
	w := f.NewWork()
	for _, c := range []struct {
		x, y, a, b, ax, ay, at, bx, by float64
	}{
		{-2, 3, math.Sin(3), -6, 0, math.Cos(3), 0, 3, -2},
		{2, 4, 0.5, 7, 0.25, -0.125, 0, 0, 0},
		{2, 0.5, 8, 7, -1, 0, 1, 0, 0},
	} {
		var out, dt [4]float64
		var d [8]float64
		m := []float64{c.x, c.y}
		if !f.Eval(w, 10, m, out[:]) || !f.Grad(w, 10, m, d[:], dt[:]) {
			t.Fatal("no value")
		}
		if want := [4]float64{c.a, c.b, c.a * c.b, 3}; out != want {
			t.Errorf("%v: %v, want %v", m, out, want)
		}
		want := [8]float64{c.ax, c.ay, c.bx, c.by, c.ax*c.b + c.a*c.bx, c.ay*c.b + c.a*c.by}
		if d != want {
			t.Errorf("%v: partials %v, want %v", m, d, want)
		}
		if want := [4]float64{c.at, 0, c.at * c.b}; dt != want {
			t.Errorf("%v: partials with respect to time %v, want %v", m, dt, want)
		}
	}
}

// TestBuilderEnds: an evaluation ends where a check does not hold, and only where
// its branch is taken.
func TestBuilderEnds(t *testing.T) {
	b := NewFunctionBuilder(1)
	x := b.Measure(0)
	cube := b.PowerByMultiplication(x, 3)
	br := b.Branch(Greater, x, b.Const(-1))
	b.RequireFinite(b.Op("SQRT", x)) // not used by any result
	br.Else()
	br.End()
	f := b.Finish([]Value{br.Join(cube, x)})
	w := f.NewWork()
	out := []float64{5}
	for v, ok := range map[float64]bool{4: true, 0: true, -0.5: false, -2: true, 1e-150: false, 1e200: false} {
		if f.Eval(w, 0, []float64{v}, out) != ok {
			t.Errorf("%g: want a value: %v", v, ok)
		}
	}
}

// TestBuilderPower: the powers of a Builder have every bit of math.Pow.
func TestBuilderPower(t *testing.T) {
	for n := -maxIntegerPower; n <= maxIntegerPower; n++ {
		b := NewFunctionBuilder(1)
		f := b.Finish([]Value{b.PowerByMultiplication(b.Measure(0), n)})
		w, out, seen := f.NewWork(), []float64{0}, 0
		for k := range 400 {
			x := math.Sin(float64(7*k)) * math.Exp2(float64(k%9-4))
			if !f.Eval(w, 0, []float64{x}, out) {
				continue
			}
			seen++
			if want := math.Pow(x, float64(n)); math.Float64bits(out[0]) != math.Float64bits(want) {
				t.Fatalf("%g ** %d: %g, want %g", x, n, out[0], want)
			}
		}
		if seen < 300 {
			t.Errorf("power %d: %d values only", n, seen)
		}
	}
}

// TestBuilderSpares: checks are left out where the result reports as much, and nowhere
// else.
func TestBuilderSpares(t *testing.T) {
	checks := func(make func(b *FunctionBuilder, x Value) Value) (n int) {
		b := NewFunctionBuilder(1)
		f := b.Finish([]Value{make(b, b.Measure(0))})
		for _, c := range f.p.code {
			if c.op == opCheck {
				n++
			}
		}
		w, out := f.NewWork(), []float64{0}
		if f.Eval(w, 0, []float64{-1}, out) {
			t.Error("there is a value at -1")
		}
		if !f.Eval(w, 0, []float64{4}, out) {
			t.Error("there is no value at 4")
		}
		return n
	}
	root := func(b *FunctionBuilder, x Value) Value {
		r := b.Op("SQRT", x)
		b.RequireFinite(r)
		return r
	}
	for _, c := range []struct {
		name string
		want int
		make func(b *FunctionBuilder, x Value) Value
	}{
		{"result", 0, root},
		{"sum", 0, func(b *FunctionBuilder, x Value) Value { return b.Op("+", x, b.Op("*", x, root(b, x))) }},
		{"numerator", 0, func(b *FunctionBuilder, x Value) Value { return b.Op("/", root(b, x), x) }},
		{"denominator", 1, func(b *FunctionBuilder, x Value) Value { return b.Op("/", x, root(b, x)) }},
		{"angle", 1, func(b *FunctionBuilder, x Value) Value { return b.Op("ATAN", root(b, x)) }},
		{"comparison", 1, func(b *FunctionBuilder, x Value) Value { return b.Choose(Less, root(b, x), x, x, x) }},
		{"in a branch", 1, func(b *FunctionBuilder, x Value) Value {
			r := root(b, x)
			br := b.Branch(Greater, x, b.Const(2))
			v := b.Op("+", r, x)
			br.Else()
			br.End()
			return br.Join(v, x)
		}},
		{"of its branch", 0, func(b *FunctionBuilder, x Value) Value {
			br := b.Branch(Less, x, b.Const(2))
			v := root(b, x)
			br.Else()
			br.End()
			return br.Join(v, x)
		}},
	} {
		if n := checks(c.make); n != c.want {
			t.Errorf("%s: %d checks, want %d", c.name, n, c.want)
		}
	}
}

// TestFunctionKey: functions that do the same have the same key, others have not; a function with externals has none.
func TestFunctionKey(t *testing.T) {
	made := func(c float64, external bool) string {
		b := NewFunctionBuilder(2)
		x := b.Op("*", b.Measure(0), b.Const(c))
		if external {
			x = b.CallExternal(quadratic{new(int)}, x, b.Measure(1))
		}
		return b.Finish([]Value{x}).IdentityKey()
	}
	if a := made(2, false); a == "" || a != made(2, false) || a == made(3, false) || made(2, true) != "" {
		t.Errorf("keys %q, %q, %q, with an external %q", a, made(2, false), made(3, false), made(2, true))
	}
}
