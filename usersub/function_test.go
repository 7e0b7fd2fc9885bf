package usersub_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// functions are utilities with a twin in the expression language: how x, iord
// and the other arguments are handed over, and the expression.
var functions = []struct {
	name, text string
	call       func(x float64, order int) float64
	at         []float64 // where the derivatives are smooth
}{
	{"STEP", "STEP(X,0.25,-1,1.5,3)", ramp("STEP"), []float64{0, 0.5, 1.25, 2}},
	{"STEP5", "STEP5(X,0.25,-1,1.5,3)", ramp("STEP5"), []float64{0, 0.5, 1.25, 2}},
	{"HAVSIN", "HAVSIN(X,0.25,-1,1.5,3)", ramp("HAVSIN"), []float64{0, 0.5, 1.25, 2}},
	{"IMPACT", "IMPACT(X,-0.5,1,1000,1.5,20,0.25)", func(x float64, order int) float64 {
		return real("IMPACT", x, -0.5, 1.0, 1000.0, 1.5, 20.0, 0.25, order)
	}, []float64{0.5, 0.9, 1.5}},
	{"BISTOP", "BISTOP(X,0.5,0.5,1,1000,2.5,20,0.25)", func(x float64, order int) float64 {
		return real("BISTOP", x, 0.5, 0.5, 1.0, 1000.0, 2.5, 20.0, 0.25, order)
	}, []float64{0.1, 0.4, 0.75, 1.2, 1.5}},
	{"POLY", "POLY(X,0.5,1,-2,0.5,3)", series("POLY"), []float64{-1, 0.5, 2}},
	{"CHEBY", "CHEBY(X,0.5,1,-2,0.5,3)", series("CHEBY"), []float64{-1, 0.5, 2}},
	{"FORCOS", "FORCOS(X,0.5,2,1,-2,0.5,3)", waves("FORCOS"), []float64{-1, 0.5, 2}},
	{"FORSIN", "FORSIN(X,0.5,2,1,-2,0.5,3)", waves("FORSIN"), []float64{-1, 0.5, 2}},
	{"SHF", "SHF(X,0.5,2,3,0.25,1)", func(x float64, order int) float64 {
		return real("SHF", x, 0.5, 2.0, 3.0, 0.25, 1.0, order)
	}, []float64{-1, 0.5, 2}},
}

var coefficients = []float64{1, -2, 0.5, 3}

// real calls a utility and returns its value; a flag that is set gives NaN.
func real(name string, inputs ...any) float64 {
	c := subtest.CallUtility(&subtest.State{}, name, inputs...)
	if c.Arg[c.Flag].Int[0] != 0 {
		return math.NaN()
	}
	return c.Arg[c.Flag-1].Real[0]
}

func ramp(name string) func(float64, int) float64 {
	return func(x float64, order int) float64 { return real(name, x, 0.25, -1.0, 1.5, 3.0, order) }
}

func series(name string) func(float64, int) float64 {
	return func(x float64, order int) float64 { return real(name, x, 0.5, coefficients, 4, order) }
}

func waves(name string) func(float64, int) float64 {
	return func(x float64, order int) float64 { return real(name, x, 0.5, 2.0, coefficients, 4, order) }
}

// The value is that of the function of the same name in expressions.
func TestFunctionsAgreeWithExpressions(t *testing.T) {
	for _, f := range functions {
		for x := -1.0; x < 2.5; x += 0.0625 {
			text := "(" + fmt.Sprintf("%.17g", x) + ")"
			p, errs := expr.Compile(strings.Replace(f.text, "(X", "("+text, 1), nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			want, got := p.Eval(p.NewWork(), 0, 0, nil), f.call(x, 0)
			if !(math.Abs(got-want) <= 1e-13*max(1, math.Abs(want))) {
				t.Errorf("%s at %g gives %.17g, the expression %.17g", f.name, x, got, want)
			}
		}
	}
}

// Derivatives agree with central differences of the one before.
func TestDerivativesOfFunctions(t *testing.T) {
	const h = 1e-6
	for _, f := range functions {
		for _, x := range f.at {
			for order := 1; order <= 2; order++ {
				want := (f.call(x+h, order-1) - f.call(x-h, order-1)) / (2 * h)
				if got := f.call(x, order); !(math.Abs(got-want) <= 1e-7*max(1, math.Abs(want))) {
					t.Errorf("derivative %d of %s at %g is %g, differences give %g", order, f.name, x, got, want)
				}
			}
		}
		for _, order := range []int{-1, 3} {
			if !math.IsNaN(f.call(1, order)) {
				t.Errorf("%s takes iord %d", f.name, order)
			}
		}
	}
}

// Python may leave out w.
func TestSeriesWithoutFrequency(t *testing.T) {
	for _, name := range []string{"FORCOS", "FORSIN"} {
		got, want := real(name, 0.7, 0.5, coefficients, 4, 1), real(name, 0.7, 0.5, 1.0, coefficients, 4, 1)
		if got != want || math.IsNaN(got) {
			t.Errorf("%s: %g, want %g", name, got, want)
		}
	}
	if p, ok := usersub.FindUtility("FORCOS").InputIndicesForListCall(4); ok {
		t.Errorf("FORCOS takes four arguments: %v", p)
	}
}

func TestNaNGoesThroughFunctions(t *testing.T) {
	for _, f := range functions {
		if v := f.call(math.NaN(), 0); !math.IsNaN(v) {
			t.Errorf("%s of NaN is %g", f.name, v)
		}
	}
}

// systems are all that RCNVRT knows.
func systems() []string {
	list := []string{"EULER", "EULPAR", "RODPAR", "AXAYAZ", "YPR", "COSINES", "BRYAN"}
	for _, a := range "123" {
		for _, b := range "123" {
			for _, c := range "123" {
				if a != b && b != c {
					list = append(list, "B"+string([]rune{a, b, c}))
				}
			}
		}
	}
	return list
}

func convert(t *testing.T, from string, v []float64, to string) []float64 {
	t.Helper()
	c := subtest.CallUtility(&subtest.State{}, "RCNVRT", from, v, to)
	if c.Arg[4].Int[0] != 0 {
		t.Fatalf("RCNVRT refuses %v from %s to %s", v, from, to)
	}
	return c.Arg[3].Real
}

// Any system to any other one and back gives the same rotation.
func TestRotationsRoundTrip(t *testing.T) {
	if n := len(systems()); n != 7+12 {
		t.Fatalf("%d systems", n)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		// Less than 90° each way: AXAYAZ has no more.
		v := []float64{1, random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}
		want := convert(t, "EULPAR", v, "COSINES")
		for _, from := range systems() {
			there := convert(t, "COSINES", want, from)
			for _, to := range systems() {
				got := convert(t, to, convert(t, from, there, to), "COSINES")
				for k := range want {
					if !(math.Abs(got[k]-want[k]) < 1e-12) {
						t.Fatalf("from %s to %s: %v, want %v", from, to, got, want)
					}
				}
			}
		}
	}
}

// Known rotations, by hand.
func TestRotations(t *testing.T) {
	const q = math.Pi / 2
	half := math.Sqrt(0.5)
	for _, c := range []struct {
		from string
		v    []float64
		to   string
		want []float64
	}{
		// A quarter turn about z takes x to y: the first column is y.
		{"EULER", []float64{q, 0, 0}, "COSINES", []float64{0, 1, 0, -1, 0, 0, 0, 0, 1}},
		{"B321", []float64{q, 0, 0}, "COSINES", []float64{0, 1, 0, -1, 0, 0, 0, 0, 1}},
		{"AXAYAZ", []float64{0, 0, 0.3}, "B123", []float64{0, 0, 0.3}},
		{"AXAYAZ", []float64{0.3, 0, 0}, "B123", []float64{0.3, 0, 0}},
		{"AXAYAZ", []float64{0, 0.3, 0}, "B123", []float64{0, 0.3, 0}},
		{"B123", []float64{q, 0, 0}, "EULPAR", []float64{half, half, 0, 0}},
		{"B123", []float64{0.4, 0, 0}, "RODPAR", []float64{math.Tan(0.2), 0, 0}},
		// Body axes: first about x, then about the new z.
		{"B132", []float64{q, q, 0}, "COSINES", []float64{0, 0, 1, -1, 0, 0, 0, -1, 0}},
		{"YPR", []float64{0.2, 0.3, 0.4}, "B321", []float64{0.2, -0.3, 0.4}},
		{"BRYAN", []float64{0.2, 0.3, 0.4}, "B123", []float64{0.2, 0.3, 0.4}},
		// Singular: the last angle is 0.
		{"EULER", []float64{0.2, 0, 0.3}, "EULER", []float64{0.5, 0, 0}},
		{"EULER", []float64{0.2, math.Pi, 0.3}, "EULER", []float64{-0.1, math.Pi, 0}},
		{"B123", []float64{0.2, q, 0.3}, "B123", []float64{0.5, q, 0}},
		{"B132", []float64{0.2, q, 0.3}, "B132", []float64{-0.1, q, 0}},
	} {
		got := convert(t, c.from, c.v, c.to)
		for k, w := range c.want {
			if len(got) != len(c.want) || !(math.Abs(got[k]-w) < 1e-9) {
				t.Errorf("%v from %s to %s is %v, want %v", c.v, c.from, c.to, got, c.want)
				break
			}
		}
	}
}

func TestRotationsRefused(t *testing.T) {
	for _, c := range []struct {
		from string
		v    []float64
		to   string
	}{
		{"NOSUCH", nil, "EULER"}, {"EULER", []float64{1, 2, 3}, "B112"}, {"EULER", []float64{1, 2, 3}, "B122"},
		{"EULER", []float64{1, 2, 3}, "B124"}, {"EULPAR", make([]float64, 4), "EULER"},
		{"COSINES", make([]float64, 9), "EULER"}, {"EULER", []float64{math.NaN(), 0, 0}, "B123"},
		{"COSINES", []float64{1, 0, 0, 0, 1, 0, 0, 0, -1}, "EULER"}, // a mirror
		{"AXAYAZ", []float64{0.1, math.Pi, 0}, "EULER"},             // contradicts itself
		{"EULPAR", []float64{0, 1, 0, 0}, "RODPAR"},                 // half a turn
		{"COSINES", []float64{2, 0, 0, 0, 2, 0, 0, 0, 2}, "EULPAR"}, // stretched
	} {
		u := subtest.CallUtility(&subtest.State{}, "RCNVRT", c.from, c.v, c.to)
		if u.Arg[4].Int[0] == 0 || len(u.Arg[3].Real) != 0 {
			t.Errorf("%v from %s to %s gives %v", c.v, c.from, c.to, u.Arg[3].Real)
		}
	}
}

func TestTexts(t *testing.T) {
	for v, want := range map[int]string{0: "0", -42: "-42", 2147483647: "2147483647"} {
		if c := subtest.CallUtility(&subtest.State{}, "ISTRNG", v); c.Arg[1].Text[0] != want || int(c.Arg[2].Int[0]) != len(want) {
			t.Errorf("ISTRNG %d: %v", v, c.Arg)
		}
	}
	for _, v := range []float64{0.1, -1e300, 3} {
		var back float64
		c := subtest.CallUtility(&subtest.State{}, "RSTRNG", v)
		if _, err := fmt.Sscan(c.Arg[1].Text[0], &back); err != nil || back != v {
			t.Errorf("RSTRNG %g: %v", v, c.Arg[1].Text)
		}
	}
	for text, want := range map[string][]int32{"1 2  -3 ": {1, 2, -3}, "": {}, "7,8\x00junk": {7, 8}, "1 x": {}, "1.5": {}} {
		c := subtest.CallUtility(&subtest.State{}, "STR2INTARY", text)
		bad := c.Arg[3].Int[0] != 0
		if fmt.Sprint(c.Arg[1].Int) != fmt.Sprint(want) || bad != (text == "1 x" || text == "1.5") {
			t.Errorf("STR2INTARY %q: %v", text, c.Arg)
		}
	}
	for k, v := range [][]float64{{1, 2}, {1, math.NaN()}, {math.Inf(-1)}} {
		c := subtest.CallUtility(&subtest.State{}, "NANINF", v)
		if o, i := c.Arg[2].Int[0], c.Arg[3].Int[0]; int(o) != k || i != [...]int32{0, 2, 1}[k] {
			t.Errorf("NANINF %v: %d at %d", v, o, i)
		}
	}
}

// Two point masses make a dumb-bell; taking one away leaves the other.
func TestMassProperties(t *testing.T) {
	none := make([]float64, 6)
	var cm, ip []float64
	mass := 0.0
	change := func(name string, at []float64, m float64) {
		if cm == nil {
			cm, ip = make([]float64, 3), make([]float64, 6)
		}
		c := subtest.CallUtility(&subtest.State{}, name, at, m, none, cm, mass, ip)
		cm, mass, ip = c.Arg[3].Real, c.Arg[4].Real[0], c.Arg[5].Real
	}
	same := func(m float64, wantCM, wantIP []float64) {
		t.Helper()
		for k, w := range append(append([]float64{m}, wantCM...), wantIP...) {
			if v := append(append([]float64{mass}, cm...), ip...)[k]; !(math.Abs(v-w) < 1e-12) {
				t.Errorf("mass %g, centre %v, inertia %v; want %g, %v, %v", mass, cm, ip, m, wantCM, wantIP)
				return
			}
		}
	}
	change("ADD_MASS_PROPERTY", []float64{1, 2, 0}, 2)
	same(2, []float64{1, 2, 0}, none)
	change("ADD_MASS_PROPERTY", []float64{4, 2, 3}, 1)
	// Reduced mass 2/3 at the distance (3, 0, 3).
	same(3, []float64{2, 2, 1}, []float64{6, 12, 6, 0, 0, 6})
	change("SUBTRACT_MASS_PROPERTY", []float64{4, 2, 3}, 1)
	same(2, []float64{1, 2, 0}, none)
}
