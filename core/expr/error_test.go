package expr

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// mistakes are sources with what is reported about them, as "pos:end message".
var mistakes = []struct {
	src  string
	want []string
}{
	{"", []string{"0:0 expected an operand, found the end"}},
	{"  ", []string{"2:2 expected an operand, found the end"}},
	{"1 +", []string{"3:3 expected an operand, found the end"}},
	{"* 2", []string{"0:1 expected an operand, found `*`"}},
	{"3 + * 4", []string{"4:5 expected an operand, found `*`"}},
	{"2 * * 3", []string{"4:5 expected an operand, found `*`"}},
	{"2 3", []string{"2:3 expected an operator, found `3`"}},
	{"DX(1) DY(2)", []string{"6:8 expected an operator, found `DY`"}},
	{"(1", []string{"2:2 expected `)`, found the end"}},
	{"(1,2)", []string{"2:3 expected `)`, found `,`"}},
	{"1)", []string{"1:2 `)` has no `(` before it"}},
	{"1)) + FOO", []string{"1:2 `)` has no `(` before it", "2:3 `)` has no `(` before it", "6:9 unknown name FOO (a function, a measure or a CustomFunction of the deck is expected here)"}},
	{"1, 2", []string{"1:2 expected the end of the expression, found `,`"}},
	{"1 : 2", []string{"2:3 expected the end of the expression, found `:`"}},
	{"DX(1", []string{"4:4 expected `,` or `)` in the arguments of DX, found the end"}},
	{"DX(1,", []string{"5:5 expected an operand, found the end"}},
	{"DX(1,)", []string{"5:6 expected an operand, found `)`"}},
	{"DX(,1)", []string{"3:4 expected an operand, found `,`"}},
	{"DX()", []string{"3:4 DX takes 1 to 3 arguments, found 0"}},
	{"DX", []string{"0:2 DX needs an argument list (write DX( ))"}},
	{"DX(1,2,3,4)", []string{"9:10 DX takes 1 to 3 arguments, found 4"}},
	{"DX(1.5)", []string{"3:6 argument 1 of DX must be an integer constant, found `1.5`"}},
	{"DX(TIME)", []string{"3:7 argument 1 of DX must be an integer constant, found `TIME`"}},
	{"DX(2D)", []string{"3:5 argument 1 of DX must be an integer constant, found `2D`"}},
	{"DX(1e10)", []string{"3:7 argument 1 of DX must be an integer constant, found `1e10`"}},
	{"DX(1,TIME,0.5)", []string{"5:9 argument 2 of DX must be an integer constant, found `TIME`", "10:13 argument 3 of DX must be an integer constant, found `0.5`"}},
	{"DX(1: 2)", []string{"4:5 `:` is allowed only after the first argument of IF (arguments are separated by commas)"}},
	{"FOO(1)+BAR", []string{"0:3 unknown name FOO (a function, a measure or a CustomFunction of the deck is expected here)", "7:10 unknown name BAR (a function, a measure or a CustomFunction of the deck is expected here)"}},
	{"DXX(1)", []string{"0:3 unknown name DXX (did you mean DX?)"}},
	{"SINN(1)", []string{"0:4 unknown name SINN (did you mean SIN?)"}},
	{"LN(2)", []string{"0:2 unknown name LN (the natural logarithm is LOG)"}},
	{"POW(2,3)", []string{"0:3 unknown name POW (a power is written x**y)"}},
	{"STP(1,2,3,4,5)", []string{"0:3 unknown name STP (did you mean STEP?)"}},
	{"VARVL(3)", []string{"0:5 unknown name VARVL (did you mean VARVAL?)"}},
	{"COSHH(DXX(1))", []string{"0:5 unknown name COSHH (did you mean COSH?)", "6:9 unknown name DXX (did you mean DX?)"}},
	{"PI()", []string{"0:2 PI takes no argument list (write PI alone)"}},
	{"TIME(1)", []string{"0:4 TIME takes no argument list (write TIME alone)"}},
	{"SIN", []string{"0:3 SIN needs an argument list (write SIN( ))"}},
	{"IF", []string{"0:2 IF needs an argument list (write IF( ))"}},
	{"IF(1)", []string{"4:5 IF takes 4 arguments, found 1"}},
	{"IF(1:2,3)", []string{"8:9 IF takes 4 arguments, found 3"}},
	{"IF(1:2:3,4)", []string{"6:7 `:` is allowed only after the first argument of IF (arguments are separated by commas)"}},
	{"IF(DX(1):2,3,4,5)", []string{"15:16 IF takes 4 arguments, found 5"}},
	{"SIN(1,2)", []string{"6:7 SIN takes 1 argument, found 2"}},
	{"SIN()", []string{"4:5 SIN takes 1 argument, found 0"}},
	{"STEP(1,2,3)", []string{"10:11 STEP takes 5 arguments, found 3"}},
	{"MAX(1,2,3)", []string{"8:9 MAX takes 2 arguments, found 3"}},
	{"1.0D3", []string{"0:5 malformed number 1.0D3 (D means degrees: write an exponent with E)"}},
	{"2E", []string{"0:2 malformed number 2E (the exponent has no digits)"}},
	{"2X", []string{"0:2 malformed number 2X (an operator is missing before X)"}},
	{"2.5.6", []string{"0:5 malformed number 2.5.6"}},
	{"1e999", []string{"0:5 number 1e999 is out of range"}},
	{"1^2", []string{"1:2 unexpected character \"^\" (a power is written **)"}},
	{"DX(1) < 3", []string{"6:7 unexpected character \"<\" (there are no relations: use IF(a-b: less, equal, greater))"}},
	{"DX(1) == 3", []string{"6:8 unexpected character \"=\" (there are no relations: use IF(a-b: less, equal, greater))"}},
	{"3 $ 4", []string{"2:3 unexpected character \"$\""}},
	{"3 $", []string{"2:3 unexpected character \"$\""}},
	{"$", []string{"0:1 unexpected character \"$\""}},
	{"#$", []string{"0:2 unexpected character \"#\""}},
	{"é+1", []string{"0:2 unexpected character \"é\""}},
	{"\xff", []string{"0:1 unexpected character \"\\xff\""}},
	{"1 − 2", []string{"2:5 unexpected character \"−\" (write the minus sign as -)"}},
	{"[1]", []string{"0:1 unexpected character \"[\" (only ( ) group)", "2:3 unexpected character \"]\" (only ( ) group)"}},
	{"SQRT(-1)", []string{"0:8 square root of a negative number"}},
	{"1/0", []string{"0:3 division by zero"}},
	{"MOD(1,0)", []string{"0:8 the second argument of MOD is zero"}},
	{"(-2)**0.5", []string{"0:9 power without a finite real value"}},
	{"0**-1", []string{"0:5 power without a finite real value"}},
	{"LOG(0)", []string{"0:6 logarithm of a number that is not positive"}},
	{"ASIN(2)", []string{"0:7 the argument of ASIN is outside -1 to 1"}},
	{"EXP(1000)", []string{"0:9 the value of a constant expression is too large"}},
	{"1E308*10", []string{"0:8 the value of a constant expression is too large"}},
	{"DX(1)+SQRT(-4)*FOO", []string{"6:14 square root of a negative number", "15:18 unknown name FOO (a function, a measure or a CustomFunction of the deck is expected here)"}},
	{"AKISPL(1,2)", []string{"10:11 AKISPL takes 3 to 4 arguments, found 2"}},
	{"AKISPL(TIME,0,DX(1))", []string{"14:19 argument 3 of AKISPL must be an integer constant, found `DX(1)`"}},
	{"AKISPL(TIME)", []string{"11:12 AKISPL takes 3 to 4 arguments, found 1"}},
	{"POLY(1,2)", []string{"8:9 POLY takes 3 to 33 arguments, found 2"}},
	{"USER(1)", []string{"0:4 unknown name USER (USER(...) is alone and names no function)"}},
	{"INVPSD(TIME,1,1,9,9,0,1)", []string{"0:6 unknown name INVPSD (INVPSD of MotionSolve and Adams is not supported)"}},
	{"DELAY(DX(1),0.1)", []string{"15:16 DELAY takes 3 to 4 arguments, found 2"}},
	{"DELAY(DX(1),0.1,0,TIME)", []string{"18:22 argument 4 of DELAY must be an integer constant, found `TIME`"}},
	{"DELAY(DX(1),0.1,2*DX(2))", []string{"18:23 the history of DELAY, its third argument, may depend on TIME only"}},
	{"2*DELAY", []string{"2:7 DELAY needs an argument list (write DELAY( ))"}},
	{"IF(0: FOO, 1, 2)", []string{"6:9 unknown name FOO (a function, a measure or a CustomFunction of the deck is expected here)"}},
	{"SIN(1))", []string{"6:7 `)` has no `(` before it"}},
	{"SIN((1)", []string{"7:7 expected `,` or `)` in the arguments of SIN, found the end"}},
	{"2(3)", []string{"1:2 expected an operator, found `(`"}},
	{"(2)(3)", []string{"3:4 expected an operator, found `(`"}},
	{"SIN 3", []string{"0:3 SIN needs an argument list (write SIN( ))", "4:5 expected an operator, found `3`"}},
	{"PI 3", []string{"3:4 expected an operator, found `3`"}},
	{"1;2", []string{"1:2 unexpected character \";\" (arguments are separated by commas)"}},
	{"NEG(1)", []string{"0:3 unknown name NEG (a function, a measure or a CustomFunction of the deck is expected here)"}},
	{"MAX(1;2)", []string{"5:6 unexpected character \";\" (arguments are separated by commas)"}},
	{"FOO(BAR(1", []string{"0:3 unknown name FOO (a function, a measure or a CustomFunction of the deck is expected here)", "4:7 unknown name BAR (a function, a measure or a CustomFunction of the deck is expected here)", "9:9 expected `,` or `)` in the arguments of BAR, found the end"}},
	{"2**", []string{"3:3 expected an operand, found the end"}},
	{"2**)", []string{"3:4 expected an operand, found `)`"}},
	{"-", []string{"1:1 expected an operand, found the end"}},
	{"()", []string{"1:2 expected an operand, found `)`"}},
	{"STEP(TIME,0,0,1,1))*2 + DXX(1)", []string{"18:19 `)` has no `(` before it", "24:27 unknown name DXX (did you mean DX?)"}},
	{"DX(1,2D)", []string{"5:7 argument 2 of DX must be an integer constant, found `2D`"}},
	{"\"DX(1)\"", []string{"0:1 unexpected character \"\\\"\"", "6:7 unexpected character \"\\\"\""}},
	{"DX(10)-DX(1,FOO)", []string{"12:15 unknown name FOO (a function, a measure or a CustomFunction of the deck is expected here)"}},
}

func TestErrors(t *testing.T) {
	for _, c := range mistakes {
		p, errs := Compile(c.src, testTable)
		if got := lines(errs); p != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: got\n  %s\nwant\n  %s", c.src, strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
		}
	}
}

func lines(errs []Error) []string {
	list := make([]string, len(errs))
	for i, e := range errs {
		list[i] = fmt.Sprintf("%d:%d %s", e.Pos, e.End, e.Error())
	}
	return list
}

// A source of any size ends in a program or in errors, never in a full stack.
func TestDepth(t *testing.T) {
	const n = 1 << 17
	for _, src := range []string{
		strings.Repeat("(", n), strings.Repeat("(", n) + "1" + strings.Repeat(")", n), strings.Repeat("SIN(", n/2),
		strings.Repeat("-", n), "1" + strings.Repeat("**1", n/2), strings.Repeat("IF(TIME:", n/8),
		strings.Repeat(")", n), strings.Repeat("1 ", n), strings.Repeat("$ ", n), strings.Repeat("1", maxSource+1),
	} {
		if p, errs := Compile(src, testTable); p != nil || len(errs) == 0 || len(errs) > maxErrors {
			t.Errorf("%.20s...: %d errors", src, len(errs))
		}
	}
	nested := strings.Repeat("(", maxDepth) + "1" + strings.Repeat(")", maxDepth)
	if v, ok := mustCompile(t, nested).ConstantValue(); !ok || v != 1 {
		t.Errorf("nested to the limit: %g", v)
	}
	p := mustCompile(t, strings.Repeat("TIME+", n/4)+"1")
	if v := p.Eval(p.NewWork(), 1, 4, nil); v != n/4+1 {
		t.Errorf("long sum: %g", v)
	}
}

func TestParseUser(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []float64
	}{
		{"USER()", []float64{}}, {" user ( ) ", []float64{}}, {"User(1,-2.5, +3E2\n, - -4 )", []float64{1, -2.5, 300, 4}},
		{"USER(30102030,0,180D/PI,2*3,SQRT(4))", []float64{30102030, 0, 1, 6, 2}},
	} {
		got, errs := ParseUserParams(c.src)
		if errs != nil || got == nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v %v", c.src, got, errs)
		}
	}
	for _, c := range []struct{ src, want string }{
		{"", "0:0 expected an operand, found the end"},
		{"USER", "0:4 expected USER(p1,...,pn)"},
		{"2", "0:1 expected USER(p1,...,pn)"},
		{"-USER(1)", "0:8 expected USER(p1,...,pn)"},
		{"(USER(1))", "0:9 expected USER(p1,...,pn)"},
		{"USERS(1)", "0:8 expected USER(p1,...,pn)"},
		{"USER(1) 2", "8:9 expected an operator, found `2`"},
		{"USER(1", "6:6 expected `,` or `)` in the arguments of USER, found the end"},
		{"USER(1,,2)", "7:8 expected an operand, found `,`"},
		{"USER(1,TIME)", "7:11 a parameter of USER must be a constant"},
		{"USER(1,DX(2))", "7:9 unknown name DX"},
		{"USER(1/0)", "5:8 division by zero"},
		{"USER(1:2)", "6:7 `:` is allowed only after the first argument of IF (arguments are separated by commas)"},
	} {
		par, errs := ParseUserParams(c.src)
		if got := lines(errs); par != nil || len(got) != 1 || !strings.HasPrefix(got[0], c.want) {
			t.Errorf("%q: %v, want %s", c.src, got, c.want)
		}
	}
}
