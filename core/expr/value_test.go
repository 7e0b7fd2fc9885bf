package expr

import (
	"math"
	"testing"
)

// signatures is the table that tests compile against.
type signatures map[string]Signature

func (s signatures) Lookup(name string) (Signature, bool) { v, ok := s[name]; return v, ok }

func (s signatures) Names() []string {
	names := make([]string, 0, len(s))
	for name := range s {
		names = append(names, name)
	}
	return names
}

var testTable = signatures{
	"DX":     {Kind: KindMeasure, Min: 1, Max: 3},
	"DY":     {Kind: KindMeasure, Min: 1, Max: 3},
	"DM":     {Kind: KindMeasure, Min: 1, Max: 2},
	"VX":     {Kind: KindMeasure, Min: 1, Max: 4},
	"VARVAL": {Kind: KindMeasure, Min: 1, Max: 1},
	"JOINT":  {Kind: KindMeasure, Min: 4, Max: 4},
	"AKISPL": {Kind: KindExternal, Reals: 2, Min: 1, Max: 2},
}

// mustCompile compiles src against testTable.
func mustCompile(t testing.TB, src string) *Program {
	t.Helper()
	p, errs := Compile(src, testTable)
	if errs != nil {
		t.Fatalf("%q: %v", src, errs)
	}
	return p
}

// values are expressions without measures; those of the first group are the
// published figures of the shape functions.
var values = []struct {
	src  string
	want float64
}{
	{"STEP(0.25,0,0,1,1)", 0.15625},
	{"STEP5(0.25,0,0,1,1)", 0.103515625},
	{"HAVSIN(0.25,0,0,1,1)", 0.14644660940672624},
	{"POLY(2,1,1,2,3)", 6},
	{"CHEBY(0.5,0,1,2,3)", 0.5},
	{"FORCOS(0.1,0,2*PI,1,2)", 2.618033988749895},
	{"FORSIN(0.1,0,360D,1,2)", 2.1755705045849463},
	{"SHF(0.1,0,2,2*PI,30D,1)", 1 + 2*math.Sin(0.2*math.Pi-math.Pi/6)},
	{"IMPACT(0.9,-1,1,1000,1.5,10,0.1)", 41.622776601683793},
	{"IMPACT(0.95,-1,1,1000,1.5,10,0.1)", 16.180339887498949},
	{"BISTOP(1.2,1,0,1,100,1,10,0.1)", -30},
	{"MOD(-7,3)", -1},
	{"ANINT(-2.5)", -3},
	{"AINT(-2.7)", -2},
	{"IF(-1:1,2,3)", 1},
	{"SWEEP(1.5,1,0,1,2,3,0.1)", -0.7071067811865475},
	{"SWEEP(3,1,0,1,2,3,0.1)", 0},
	{"SHF(0,0,1,1,90D,0)", -1},

	// numbers
	{"12", 12}, {"5.", 5}, {".2", 0.2}, {"0.1", 0.1}, {"1E4", 1e4}, {"2.07E+005", 2.07e5},
	{"-5.0e-002", -0.05}, {"1.E3", 1000}, {".5E1", 5}, {"007", 7},
	{"180D", math.Pi}, {"-45d", -math.Pi / 4}, {"1.8E2D", math.Pi}, {"90.D", math.Pi / 2},

	// operators
	{"-2**2", -4}, {"2**3**2", 512}, {"2**-1", 0.5}, {"2**-2**2", 0.0625}, {"(-2)**3", -8},
	{"(-2)**-3", -0.125}, {"-2**-2", -0.25}, {"2*-3", -6}, {"7/2", 3.5}, {"8/4/2", 1}, {"8-4-2", 2},
	{"2+3*4", 14}, {"(2+3)*4", 20}, {"2*3**2", 18}, {"- -8.3", 8.3}, {"+ -0.5", -0.5}, {"--+-1", -1},
	{"3 - - 2", 5}, {"3 - + - 2", 5}, {"3*- -2", 6}, {"0**0", 1}, {"4**0.5", 2}, {"4**1.5", 8},
	{"6/-3*2", -4}, {"((((1))))", 1}, {"1-2**2", -3}, {"-2*-2", 4},

	// blanks and case
	{" \t\r\n1\n+\u00a0 1 \ufeff", 2}, {"sIn ( 90D )", 1}, {"Step(0.25 ,0,\n\n   0,1 , 1)", 0.15625},
	{"pi", math.Pi}, {"RtoD", 180 / math.Pi}, {"dtor", math.Pi / 180},

	// the time is 1.5 and the mode 4
	{"TIME", 1.5}, {"mode", 4}, {"IF(MODE-4:0,10,-100)", 10}, {"IF(MODE-5,0,10,-100)", 0},
	{"IF(MODE-3 : 0, SQRT(-TIME), 7)", 7}, {"IF(TIME-1: 1/(TIME-1.5), TIME, IF(TIME-2: 5*TIME, 0, 1))", 7.5},
	{"IF(0: SQRT(-1), 3, 1/0)", 3}, {"IF(1: LOG(0), 2, TIME)", 1.5},

	// arithmetic functions at exact points
	{"ABS(-3)", 3}, {"SQRT(16)", 4}, {"EXP(0)", 1}, {"LOG(1)", 0}, {"LOG10(1000)", 3},
	{"ATAN2(1,-1)", 3 * math.Pi / 4}, {"ATAN2(-1,-1)", -3 * math.Pi / 4}, {"ATAN2(0,-1)", math.Pi},
	{"ASIN(-1)", -math.Pi / 2}, {"ACOS(-1)", math.Pi}, {"ATAN2(0,0)", 0},
	{"AINT(2.7)", 2}, {"AINT(0.9)", 0}, {"ANINT(2.5)", 3}, {"ANINT(-2.4)", -2}, {"ANINT(0.5)", 1},
	{"ANINT(0.49999999999999994)", 0},
	{"MOD(7,3)", 1}, {"MOD(7,-3)", 1}, {"MOD(-7,-3)", -1}, {"MOD(5.5,2)", 1.5}, {"MOD(6,3)", 0},
	{"SIGN(3,-0.1)", -3}, {"SIGN(-3,0)", 3}, {"SIGN(-3,2)", 3}, {"SIGN(3,-2)", -3},
	{"DIM(5,3)", 2}, {"DIM(3,5)", 0}, {"MAX(1,2)", 2}, {"MIN(1,2)", 1}, {"MAX(-1,-2)", -1},

	// shape functions outside their interval, and with x1 below x0
	{"STEP(-1,0,2,1,3)", 2}, {"STEP(2,0,2,1,3)", 3}, {"STEP(0,0,2,1,3)", 2}, {"STEP(1,0,2,1,3)", 3},
	{"STEP5(2,0,2,1,3)", 3}, {"HAVSIN(-1,0,2,1,3)", 2}, {"HAVSIN(0.5,0,2,1,3)", 2.5}, {"STEP(1,2,5,0,6)", 5},
	{"STEP(3,2,5,0,6)", 6}, {"STEP(1,1,5,1,6)", 5}, {"STEP5(0.5,0,2,1,3)", 2.5},
	{"IMPACT(1,-1,1,1000,1.5,10,0.1)", 0}, {"IMPACT(2,-1,1,1000,1.5,10,0.1)", 0},
	{"IMPACT(0.5,1000,1,1,1,1,0.1)", 0}, {"IMPACT(0.5,-2,1,8,3,1,0)", 3},
	{"BISTOP(0.5,1,0,1,100,1,10,0.1)", 0}, {"BISTOP(0,1,0,1,100,1,10,0.1)", 0}, {"BISTOP(1,1,0,1,100,1,10,0.1)", 0},
	{"BISTOP(-0.2,-1,0,1,100,1,10,0.1)", 30}, {"BISTOP(1.05,2,0,1,100,1,10,0.1)", -15},
	{"BISTOP(1.2,-100,0,1,100,1,10,0.1)", 0},
	{"POLY(5,3,7)", 7}, {"CHEBY(5,3,7)", 7}, {"CHEBY(2,0,0,0,0,1)", 26}, {"FORCOS(3,1,2,5)", 5}, {"FORSIN(3,1,2,5)", 5},
	{"SWEEP(-1,1,0,1,2,3,0.1)", 0}, {"SWEEP(0,1,0,1,2,3,0.1)", 0}, {"SWEEP(0.25,2,-1,1,0,1,0.5)", 2},
}

func TestValues(t *testing.T) {
	for _, c := range values {
		p := mustCompile(t, c.src)
		got := p.Eval(p.NewWork(), 1.5, 4, nil)
		if math.Abs(got-c.want) > 4e-15*math.Max(1, math.Abs(c.want)) {
			t.Errorf("%q = %.17g, want %.17g", c.src, got, c.want)
		}
	}
}

func TestMeasures(t *testing.T) {
	p := mustCompile(t, "dy(9) - cosh(dx(0009)) + Joint(1,0,2.0, -4+9)*dx( 9 ) + DX(9,0) + 0*VARVAL(1E3)")
	want := []Call{
		{"DY", []int{9}, 0, 5}, {"DX", []int{9}, 13, 21}, {"JOINT", []int{1, 0, 2, 5}, 25, 45},
		{"DX", []int{9, 0}, 56, 63}, {"VARVAL", []int{1000}, 68, 79},
	}
	if len(p.Measures) != len(want) {
		t.Fatalf("measures %v", p.Measures)
	}
	for i, w := range want {
		g := p.Measures[i]
		if key(g) != key(w) || g.Pos != w.Pos || g.End != w.End {
			t.Errorf("measure %d is %v, want %v", i, g, w)
		}
	}
	got := p.Eval(p.NewWork(), 0, 4, []float64{3, 0, 5, 7, 11})
	if got != 3-1+7 {
		t.Errorf("value %g", got)
	}
	if p.UsesTime || p.UsesMode || p.DependsOnTimeOnly() {
		t.Error("a program of measures only uses time or mode")
	}
}

func key(c Call) string {
	s := c.Name
	for _, a := range c.Args {
		s += "," + string(rune('0'+a%10)) + string(rune('a'+a/10%26))
	}
	return s
}

func TestDependence(t *testing.T) {
	for _, c := range []struct {
		src                            string
		constant, timeOnly, time, mode bool
	}{
		{"2*PI", true, true, false, false},
		{"IF(-1: 3, DX(1), TIME)", true, true, false, false},
		{"SIN(TIME)", false, true, true, false},
		{"IF(MODE-4: 0, 0, TIME)", false, true, true, true},
		{"DX(1)", false, false, false, false},
		{"DX(1)*TIME", false, false, true, false},
		{"AKISPL(TIME,0,5)", false, true, true, false},
		{"AKISPL(1,0,5)", false, true, false, false},
	} {
		p := mustCompile(t, c.src)
		_, constant := p.ConstantValue()
		if constant != c.constant || p.DependsOnTimeOnly() != c.timeOnly || p.UsesTime != c.time || p.UsesMode != c.mode {
			t.Errorf("%q: constant %v, time only %v, time %v, mode %v", c.src, constant, p.DependsOnTimeOnly(), p.UsesTime, p.UsesMode)
		}
	}
	if v, _ := mustCompile(t, "IF(-1: 3, DX(1), TIME)").ConstantValue(); v != 3 {
		t.Errorf("constant value %g", v)
	}
}

// NaN of an argument that the value depends on must not be lost on a branch.
func TestNaN(t *testing.T) {
	for _, src := range []string{
		"SQRT(DX(1))", "LOG(DX(1))", "ASIN(2*DX(1))", "MOD(1,DX(1)+1)", "DX(1)**0.5", "DX(1)**1.5",
		"IF(SQRT(DX(1)): 1, 2, 3)", "IF(SQRT(DX(1)): SIN(TIME), 2, 3)", "MAX(SQRT(DX(1)),1)", "MAX(1,SQRT(DX(1)))",
		"MIN(SQRT(DX(1)),1)", "MIN(1,SQRT(DX(1)))", "DIM(SQRT(DX(1)),1)", "DIM(1,SQRT(DX(1)))", "SIGN(1,SQRT(DX(1)))",
		"ABS(SQRT(DX(1)))", "STEP(SQRT(DX(1)),0,0,1,1)", "STEP5(SQRT(DX(1)),0,0,1,1)", "HAVSIN(SQRT(DX(1)),0,0,1,1)",
		"IMPACT(SQRT(DX(1)),0,1,1,1,1,1)", "IMPACT(0,SQRT(DX(1)),1,1,1,1,1)", "BISTOP(SQRT(DX(1)),0,0,1,1,1,1,1)",
		"SWEEP(SQRT(DX(1)),1,0,1,2,3,0.1)", "SWEEP(1,SQRT(DX(1)),0,1,2,3,0.1)", "CHEBY(SQRT(DX(1)),0,1,1)",
		"POLY(SQRT(DX(1)),0,1,1)", "FORCOS(SQRT(DX(1)),0,1,1,1)", "SHF(SQRT(DX(1)),0,1,1,1,1)", "0*SQRT(DX(1))",
		"ANINT(SQRT(DX(1)))", "ATAN2(SQRT(DX(1)),0)",
	} {
		p := mustCompile(t, src)
		w := p.NewWork()
		if v := p.Eval(w, 0, 4, []float64{-1}); !math.IsNaN(v) {
			t.Errorf("%s = %g", src, v)
		}
		if v, _ := p.Grad(w, 0, 4, []float64{-1}, make([]float64, 1)); !math.IsNaN(v) {
			t.Errorf("Grad: %s = %g", src, v)
		}
		if v, _, _ := p.Jet(w, 0, 4, []float64{-1}, []float64{1}, []float64{1}); !math.IsNaN(v) {
			t.Errorf("Jet: %s = %g", src, v)
		}
	}
}
