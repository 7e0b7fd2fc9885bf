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
		ComputeFunctionSecondPartials(name, x, dd)
		for j := range n {
			const h = 1e-5
			y := append([]float64{}, x...)
			y[j] = x[j] - h
			ComputeFunctionPartials(name, y, before)
			y[j] = x[j] + h
			ComputeFunctionPartials(name, y, after)
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

// TestFunctionSecond: the second derivative by time of the results of a function, along a motion of its measures, is the second difference of
// its values; where an operation has no value there is none.
func TestFunctionSecond(t *testing.T) {
	b := NewFunctionBuilder(2)
	x, y, at := b.Measure(0), b.Measure(1), b.Time()
	br := b.Branch(Less, x, b.Const(0))
	far := b.Op("EXP", y)
	br.Else()
	near := b.Op("/", y, x)
	br.End()
	f := b.Finish([]Value{b.Op("*", b.Op("SIN", x), y), b.PowerByMultiplication(b.Op("+", x, at), 3), b.Op("ATAN2", y, x), br.Join(far, near), b.Op("-", b.Op("SQRT", b.Op("*", y, y)), at)})
	w := f.NewWork()
	motion := func(t float64) (m, rate []float64) { // of constant rates
		return []float64{0.7 - 1.3*t, 0.4 + 0.9*t}, []float64{-1.3, 0.9}
	}
	const h = 1e-3
	for _, t0 := range []float64{0.1, 0.3, 0.9} {
		var before, mid, after, dd [5]float64
		for k, out := range []*[5]float64{&before, &mid, &after} {
			time := t0 + float64(k-1)*h
			if m, _ := motion(time); !f.Eval(w, time, m, out[:]) {
				t.Fatal("no value")
			}
		}
		m, rate := motion(t0)
		if !f.SecondDerivativeAlongMotion(w, t0, 1, m, rate, dd[:]) {
			t.Fatalf("at %g: no second derivative", t0)
		}
		for i, got := range dd {
			if want := (before[i] - 2*mid[i] + after[i]) / (h * h); !(math.Abs(got-want) <= 1e-4*(1+math.Abs(want))) {
				t.Errorf("at %g: second derivative of result %d is %.10g, difference %.10g", t0, i+1, got, want)
			}
		}
	}
	var dd [5]float64
	if f.SecondDerivativeAlongMotion(w, 0, 1, []float64{0, 1}, []float64{1, 1}, dd[:]) {
		t.Errorf("y/x at x = 0 has the second derivatives %v", dd)
	}
}

// TestExternalsOnce: each call of a function of the caller's has an entry of its own, calls that are alike share one.
func TestExternalsOnce(t *testing.T) {
	p := mustCompile(t, "AKISPL(DX(1), TIME, 5) + 10*AKISPL(DX(1), TIME, 6) + 100*AKISPL(TIME, DX(1), 6)")
	if len(p.Externals) != 2 {
		t.Fatalf("externals %v", p.Externals)
	}
	calls := 0
	p.BindExternal(0, quadratic{&calls})
	p.BindExternal(1, scaledQuadratic{quadratic{&calls}, 3})
	q := func(x, y float64) float64 { return 2*x*x + 3*x*y + 5*y*y + 7 }
	const x, time = 1.5, 0.5
	if got, want := p.Eval(p.NewWork(), time, 0, []float64{x}), q(x, time)+10*3*q(x, time)+100*3*q(time, x); math.Abs(got-want) > 1e-12*want {
		t.Errorf("value %g, want %g", got, want)
	}
}

// scaledQuadratic is a multiple of quadratic.
type scaledQuadratic struct {
	quadratic
	k float64
}

func (s scaledQuadratic) Eval(x []float64, d, dd []float64) float64 {
	return s.k * s.quadratic.Eval(x, d, dd)
}
