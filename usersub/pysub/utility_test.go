package pysub

import (
	"bytes"
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// evaluate returns what expressions of Python give inside a call, written by
// Python, and what the loader logged.
func evaluate(t *testing.T, s usersub.State, expr ...string) (got []string, log string) {
	t.Helper()
	var logged bytes.Buffer
	b := newBench(t)
	b.Loader = New(Options{Output: &b.out, Log: slog.New(slog.NewTextHandler(&logged, nil))})
	text := "def F(*a):\n"
	for _, e := range expr {
		text += "    print(" + e + ")\n"
	}
	b.write("a.py", text+"    return 0\n")
	if err := b.load("a.py", "F", usersub.PFOSUB).Call(frame(usersub.PFOSUB), s); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.out.String(), "\n"), "\n"), logged.String()
}

// Every utility that has a name in Python is there; the error flag is last.
func TestEveryUtility(t *testing.T) {
	for _, u := range usersub.Utilities() {
		if u.InPython == "" {
			continue
		}
		var args []string
		for i := range u.Args {
			if a := &u.Args[i]; a.IsInput() && !a.Implied {
				args = append(args, [...]string{"1", "1.0", "'EULER'"}[a.Kind])
				if !a.IsScalar() {
					args[len(args)-1] = "[" + args[len(args)-1] + ", 1, 1]"
					if strings.Contains(a.Len, "*") {
						args[len(args)-1] = "9 * [1.0]"
					}
				}
			}
		}
		outs, last := 0, ""
		for i := range u.Args {
			if a := &u.Args[i]; a.Out && !a.Implied {
				outs++
				last = [...]string{"int", "float", "str"}[a.Kind]
				if !a.IsScalar() && a.Len != "1" {
					last = "list"
				}
			}
		}
		call := u.InPython + "(" + strings.Join(args, ", ") + ")"
		got, _ := evaluate(t, &subtest.State{}, call, "isinstance("+call+", (list, tuple))", fmt.Sprintf("isinstance((%s if %d > 1 else [%s])[-1], %s)", call, outs, call, cmp.Or(last, "object")))
		if outs > 1 && (got[1] != "True" || got[2] != "True") {
			t.Errorf("%s gives %v, want a list with a %s at its end", call, got, last)
		}
		if outs == 1 && got[2] != "True" {
			t.Errorf("%s gives %v, want one %s", call, got, last)
		}
		if outs == 0 && len(u.Args) > 0 && got[0] != "None" {
			t.Errorf("%s gives %v, want None", call, got)
		}
	}
}

// TestSpellings holds the ways in which scripts write calls.
func TestSpellings(t *testing.T) {
	full := &subtest.Full{}
	for expr, want := range map[string]string{
		`py_forcos(0.5, 0, [1, 2], 2, 0) == py_forcos(0.5, 0, 1, [1, 2], 2, 0)`: "True",
		`py_poly(2, 0, [1, 2, 3, 99], 3, 0)`:                                    "[17.0, 0]",
		`py_gtcrv(8, 0.5, 1) == py_gtcurv(8, 0.5, 1)`:                           "True",
		`py_put_spline(7, [0, 1, 2, 3], [0, 1, 4, 9], 0.0)`:                     "0",
		`py_put_spline(7, 4, 1, [0, 1, 2, 3], [0, 1, 4, 9], [0])`:               "0",
		`py_put_spline(7, [0, 1, 2], [0, 1, 4], 0.0)`:                           "1",
		`py_put_matrix(7, 2, 1, [3, 4])`:                                        "0",
		`py_put_matrix(7, 0, 1, [])`:                                            "1",
		`py_put_string(7, "road.txt")`:                                          "0",
		`py_put_marker(3, [1, 2, 3], 1, [0.1, 0.2, 0.3])`:                       "0",
		`py_ucovar(1, [2, 3], [11, 12])`:                                        "None",
		`py_analys("transient", "first", 0, 1, True)`:                           "0",
		`py_datout()`:                  "0",
		`py_modify("PART/1, MASS=10")`: "0",
		`py_gtinam()`:                  "/decks/in",
		`py_akispl(2, 0, 7, 0)[0][0]`:  "8.0",
		`2 * py_akispl(2, 0, 7, 0)[0] + py_akispl(2, 0, 7, 0)[0] - py_cubspl(2, 0, 7, 0)[0]`:                              "8.0",
		`sqrt(py_akispl(4, 0, 7, 0)[0]), -py_akispl(2, 0, 7, 0)[0], len(py_akispl(4, 0, 7, 0)[0])`:                        "8.0 -8.0 1",
		`py_akispl(2, 0, 7, 0)[0] > 7 and py_akispl(2, 0, 7, 0)[0] == 8 and max(py_impact(1, 0, 2, 1, 1, 0, 1, 0)[0], 0)`: "1.0",
		`AKISPL(2, 0, 7, 0), AKISPL(2, 0, 7), CUBSPL(2, 0, 7, 1), FITSPL(1, 0, 7)`:                                        "8.0 8.0 24.0 3.0",
		`STEP(0.5, 0, 0, 1, 2), STEP5(2, 0, 0, 1, 2), HAVSIN(-1, 0, 3, 1, 2), STEP(0.5, 0, 0, 1, 2, 1)`:                   "1.0 2.0 3.0 3.0",
		`POLY(2, 0, 1, 2, 3), CHEBY(0.5, 0, 1, 1), FORCOS(0, 0, 1, 1, 2), FORSIN(0, 0, 1, 1, 2)`:                          "17.0 1.5 3.0 1.0",
		`IMPACT(1, 0, 2, 10, 1, 0, 1), BISTOP(1, 0, 2, 3, 10, 1, 0, 1), SHF(0, 0, 1, 1, 0, 5)`:                            "10.0 10.0 5.0",
		`SIN(0), ABS(-1), SQRT(4), MAX(1, 2), MOD(7, 4)`:                                                                  "0.0 1 2.0 2 3.0",
	} {
		if got, log := evaluate(t, full, expr); got[0] != want || log != "" {
			t.Errorf("%s gives %s, want %s\n%s", expr, got[0], want, log)
		}
	}
	want := []string{"UCOVAR 1 [2 3] [11 12]", "ANALYS TRANSIENT first 0 1 true", "PUT_MARKER 3 [1 2 3] 1 [0.1 0.2 0.3]",
		"PUT_SPLINE 7 [0 1 2 3] [0 1 4 9] []", "DATOUT", "MODIFY PART/1, MASS=10"}
	for _, w := range want {
		if !slices.Contains(full.Recorded, w) {
			t.Errorf("the solver was not reported %q but %q", w, full.Recorded)
		}
	}
}

func TestWrongUseOfUtilities(t *testing.T) {
	for expr, want := range map[string]string{
		`py_step(1)`:                        "TypeError: py_step() takes 6 arguments but 1 were given",
		`py_forcos(1, 2)`:                   "TypeError: py_forcos() takes 5 to 6 arguments but 2 were given",
		`py_step('a', 0, 0, 1, 1, 0)`:       `TypeError: py_step(): x must be a number, not the text "a"`,
		`py_nmodes([])`:                     "TypeError: py_nmodes(): id must be an integer, not a list of 0 items",
		`py_gtstrg(1e99)`:                   "TypeError: py_gtstrg(): id must be an integer, not the number 1e+99",
		`py_rcnvrt('EULER', [1, 2], 'YPR')`: "ValueError: py_rcnvrt(): coord1 has 2 values, 3 are needed",
		`py_poly(0, 0, [1, 2], 3, 0)`:       "ValueError: py_poly(): par has 2 values, 3 are needed",
		`py_poly(0, 0, [1, 2], -3, 0)`:      "ValueError: py_poly(): par has 2 values, 0 are needed",
		`py_rcnvrt(3, [1, 2], None)`:        "TypeError: py_rcnvrt(): sys2 must be str, not NoneType",
		`AKISPL(1, 0, 99)`:                  "ValueError: AKISPL() cannot be evaluated with these arguments",
		`STEP(1, 2)`:                        "TypeError: STEP() takes 6 arguments but 2 were given",
	} {
		b := newBench(t, "a.py", "def F(*a):\n    return "+expr+"\n")
		ce := b.failed(b.load("a.py", "F", usersub.PFOSUB).Call(frame(usersub.PFOSUB), &subtest.Full{}))
		if ce.Message != want {
			t.Errorf("%s: %s, want %s", expr, ce.Message, want)
		}
	}
}

// What the solver does not offer sets the flag and is said once; without a
// flag to set it is an exception.
func TestUnsupportedIsSaidOnce(t *testing.T) {
	got, log := evaluate(t, &subtest.State{}, "py_akispl(1, 0, 7, 0)", "py_akispl(2, 0, 7, 0)", "py_timget()", "py_put_matrix(1, 1, 1, [2])", "py_modset('A', 1, 'b', 'c')")
	if want := []string{"[0.0, 1]", "[0.0, 1]", "0.0", "1", "-1"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if strings.Count(log, "py_akispl") != 1 || strings.Count(log, "level=WARN") != 4 ||
		!strings.Contains(log, "Force_Penalty 7: PFOSUB queries py_akispl: the solver evaluates no splines here: its error flag is set") ||
		!strings.Contains(log, "queries py_timget: the time of the last step is not known here: its results are 0") {
		t.Errorf("the log says\n%s", log)
	}
	b := newBench(t, "a.py", "def F(*a):\n    return AKISPL(1, 0, 7)\n")
	ce := b.failed(b.load("a.py", "F", usersub.PFOSUB).Call(frame(usersub.PFOSUB), &subtest.State{}))
	if want := "RuntimeError: AKISPL() cannot be evaluated: the solver evaluates no splines here"; ce.Message != want {
		t.Errorf("got %s, want %s", ce.Message, want)
	}
}

func TestUtilitiesOutsideOfCalls(t *testing.T) {
	b := newBench(t, "a.py", "k = STEP(0.5, 0, 0, 1, 2) + py_poly(1, 0, [1, 2], 2, 0)[0]\ndef F(*a):\n    return k\n",
		"b.py", "k = py_timget()\n")
	f := frame(usersub.PFOSUB)
	call(t, b.load("a.py", "F", usersub.PFOSUB), f)
	if got := f.RealArgNamed("value")[0]; got != 4 {
		t.Errorf("got %g, want 4", got)
	}
	le := b.refused(b.ref("b.py", "F"), usersub.PFOSUB)
	if want := "RuntimeError: py_timget() works only while the solver calls a function of the script"; !strings.Contains(le.Reason, want) {
		t.Errorf("got %s", le.Reason)
	}
}

// The script's own definitions win over all injected names, imported or not.
func TestOwnDefinitionsWin(t *testing.T) {
	for _, head := range []string{"", "from msolve import *\n", "import msolve\n"} {
		b := newBench(t, "a.py", head+"def STEP(x):\n    return 5\ndef py_step(*a):\n    return 6\nSIN = 7\ndef F(*a):\n    return STEP(0) + py_step() + SIN + AKISPL(1, 0, 7)\n")
		f := frame(usersub.PFOSUB)
		if err := b.load("a.py", "F", usersub.PFOSUB).Call(f, &subtest.Full{}); err != nil || f.RealArgNamed("value")[0] != 19 {
			t.Errorf("%q: %v, %v", head, f.RealArgNamed("value"), err)
		}
	}
}

func TestMessages(t *testing.T) {
	full := &subtest.Full{}
	calls := []string{"py_errmes(0, 'all is well', 7, 'STOP')", "py_usrmes(True, 'hello', 7, 'info')", "py_usrmes(1, 'careful', 7, 'WARN')"}
	if got, log := evaluate(t, full, calls...); got[0] != "None" || log != "" {
		t.Errorf("got %v, log %s", got, log)
	}
	if len(full.Said) != 2 || full.Said[1].Text != "careful" || full.Said[1].Tag != "WARN" {
		t.Errorf("the solver received %+v", full.Said)
	}
	_, log := evaluate(t, &subtest.State{}, calls...)
	if strings.Contains(log, "well") || !strings.Contains(log, "level=INFO msg=hello") || !strings.Contains(log, "level=WARN msg=careful") {
		t.Errorf("the log says\n%s", log)
	}
}

// STOP ends the call whatever the script catches.
func TestStop(t *testing.T) {
	b := newBench(t, "a.py", "def F(*a):\n    try:\n        py_errmes(1, 'too stiff', 7, 'STOP')\n    except:\n        pass\n    return 0\ndef G(*a):\n    return 1\n")
	for range 2 {
		ce := b.failed(b.load("a.py", "F", usersub.PFOSUB).Call(frame(usersub.PFOSUB), &subtest.Full{}))
		if ce.Cause != usersub.Exception || ce.Message != "it requests a stop: too stiff" {
			t.Fatalf("cause %d: %s", ce.Cause, ce.Message)
		}
		call(t, b.load("a.py", "G", usersub.PFOSUB), frame(usersub.PFOSUB))
	}
}

// TestTruthValuesAreNumbers: True and False are 1 and 0 where a number is made of them.
func TestTruthValuesAreNumbers(t *testing.T) {
	for expr, want := range map[string]string{
		`int(2 > 1), int(False), float(True), abs(True), abs(-2.5), abs(-3)`:      "1 0 1.0 1 2.5 3",
		`int("12"), int(2.7), int(), int("ff", 16), float("1e3"), int(-7 // 2)`:   "12 2 0 255 1000.0 -4",
		`True + 1, 2*True, sum([True, True]), round(True)`:                        "2 2 2 1",
		`-True, +True, ~True, True/2, 2/True, True - True, 3*-(2 > 1)`:            "-1 1 -2 0.5 2.0 0 -3",
		`True*True, True + True, (2 > 1) - (1 > 2), 2.5*True, True//2, 2**True`:   "1 2 1 2.5 0 2",
		`True & False, True | False, True ^ True, True & 3, True << 2`:            "False True False 1 4",
		`True < False, False <= True, True > 0.5, sorted([2, True, 0]), 1 < True`: "False True True [0, True, 2] False",
		`"%s %d" % (True, True), "%s" % True, "ab"*True, [7]*False, [1, 2][True]`: "True 1 True ab [] 2",
		`sqrt(True), atan2(True, True - True), -True + 0.5`:                       "1.0 1.5707963267948966 -0.5",
	} {
		if got, log := evaluate(t, &subtest.State{}, expr); got[0] != want || log != "" {
			t.Errorf("%s gives %s, want %s\n%s", expr, got[0], want, log)
		}
	}
}
