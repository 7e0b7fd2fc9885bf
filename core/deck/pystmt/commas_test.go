package pystmt_test

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// The second example of the documentation of PFORCE lacks a comma.
func TestMissingComma(t *testing.T) {
	m := read(t, ground+`PFORCE(10,LABEL="Enforce 1+x < = y", FUNCTION="1+DX(2)-DY(2)" PENALTY=1e4, PENALTY1=1e2,UNILATERAL=True, SMOOTHING_FACTOR=1)`+"\n")
	got, _ := strings.CutPrefix(reported(m), groundStatement+"\n")
	want := "Force_Penalty id=10 label=Enforce 1+x < = y type=EXPRESSION expr=1+DX(2)-DY(2) penalty=10000 penalty1=100 unilateral=TRUE smoothing_factor=1"
	if f := fatal(m); got != want || len(f) != 1 || f[0] != "5:62: a comma is missing: one is taken here [W630]" || m.Diags.Count(deck.Error) > 0 {
		t.Errorf("%s\n%q", got, f)
	}
}

// What is right is left alone, and what is wrong otherwise stays so.
func TestNoComma(t *testing.T) {
	for _, in := range []string{
		"f = lambda x=1, y = 2: x",
		"def f(a, b = 1, *, c=2): return (a if b else c)\nf(1, b =2)",
		"x = [1\n ,2]; y = (x == x); z = {'a' : 1}\n",
		"s = 'f(a b=1)' # g(a b=1)\nt = \"\"\"f(a b=1)\n\"\"\"",
		"print('\\' b=1')",
		"g = (lambda a: a)",
	} {
		if f := fatal(read(t, ground+in+"\n")); len(f) > 0 {
			t.Errorf("%s\n%q", in, f)
		}
	}
	for _, in := range []string{"f(1 2)", "f(a\nb=1)", "x = [a b=1]", "f(1=2)", "f('a b=1)"} {
		if f := fatal(read(t, ground+in+"\n")); len(f) != 1 || !strings.Contains(f[0], "the program failed") {
			t.Errorf("%s\n%q", in, f)
		}
	}
}
