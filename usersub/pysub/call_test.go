package pysub

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestReturns tries what functions return, each for a scalar, an array of
// three and the two outputs of YFOSUB.
func TestReturns(t *testing.T) {
	pfo, ary, yfo := usersub.PFOSUB, usersub.ARYSUB, usersub.YFOSUB
	for _, c := range []struct {
		sig  *usersub.Sig
		expr string
		want []float64
		bad  string
	}{
		{pfo, "2.5", []float64{2.5}, ""},
		{pfo, "3", []float64{3}, ""},
		{pfo, "1 < 2", []float64{1}, ""},
		{pfo, "10 ** 20", []float64{1e20}, ""},
		{pfo, "[2.5]", []float64{2.5}, ""},
		{pfo, "(4,)", []float64{4}, ""},
		{pfo, "None", nil, "F must return a number (value) but returned None (a return statement is missing)"},
		{pfo, "'1.0'", nil, `F must return a number (value) but returned the text "1.0"`},
		{pfo, "[1.0, 2.0]", nil, "F must return a number (value) but returned a list of 2 items; it has 2 values"},
		{pfo, "[]", nil, "F must return a number (value) but returned a list of 0 items; it has 0 values"},
		{pfo, "['x']", nil, `F must return a number (value) but returned a list of 1 item; item 0 is the text "x"`},
		{pfo, "{'a': 1}", nil, "F must return a number (value) but returned an object of type dict"},
		{pfo, "abs", nil, "F must return a number (value) but returned an object of type method"},
		{ary, "[1, 2.0, True]", []float64{1, 2, 1}, ""},
		{ary, "(1, 2, 3)", []float64{1, 2, 3}, ""},
		{ary, "range(3)", []float64{0, 1, 2}, ""},
		{ary, "map(float, [1, 2, 3])", []float64{1, 2, 3}, ""},
		{ary, "(i * i for i in [1, 2, 3])", []float64{1, 4, 9}, ""},
		{ary, "[1, 2]", nil, "F must return a list of 3 numbers (value) but returned a list of 2 items; it has 2 values"},
		{ary, "7", nil, "F must return a list of 3 numbers (value) but returned the number 7; it is one number"},
		{ary, "[1, None, 3]", nil, "F must return a list of 3 numbers (value) but returned a list of 3 items; item 1 is None"},
		{ary, "[1, [2], 3]", nil, "F must return a list of 3 numbers (value) but returned a list of 3 items; item 1 is a list of 1 item"},
		{yfo, "[[1, 2], [3, 4, 5, 6, 7, 8]]", []float64{1, 2, 3, 4, 5, 6, 7, 8}, ""},
		{yfo, "((1, 2), 6 * [0.5])", []float64{1, 2, .5, .5, .5, .5, .5, .5}, ""},
		{yfo, "(range(2), (i for i in range(6)))", []float64{0, 1, 0, 1, 2, 3, 4, 5}, ""},
		{yfo, "[1, 2]", nil, "F must return a list of 2: [a list of 2 numbers (stated), a list of 6 numbers (output)] but returned a list of 2 items; stated: it is one number"},
		{yfo, "[[1, 2], [3]]", nil, "F must return a list of 2: [a list of 2 numbers (stated), a list of 6 numbers (output)] but returned a list of 2 items; output: it has 1 value"},
		{yfo, "8 * [0.0]", nil, "F must return a list of 2: [a list of 2 numbers (stated), a list of 6 numbers (output)] but returned a list of 8 items"},
		{yfo, "[[1, 2], 'x']", nil, `F must return a list of 2: [a list of 2 numbers (stated), a list of 6 numbers (output)] but returned a list of 2 items; output: it is the text "x"`},
	} {
		t.Run(c.sig.Name+" "+c.expr, func(t *testing.T) {
			b := newBench(t, "a.py", "def F(*args):\n    return "+c.expr+"\n")
			r, f := b.load("a.py", "F", c.sig), frame(c.sig)
			err := r.Call(f, nil)
			if c.bad != "" {
				ce := b.failed(err)
				if ce.Cause != usersub.BadReturn || ce.Message != c.bad {
					t.Fatalf("cause %d\n%s\nwant\n%s", ce.Cause, ce.Message, c.bad)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []float64
			for _, i := range c.sig.OutputIndices() {
				got = append(got, f.Reals(i)...)
			}
			if !slices.Equal(got, c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
		})
	}
}

// TestArguments prints what a function gets: by position, arrays as lists,
// flags as integers, sizes of outputs left out.
func TestArguments(t *testing.T) {
	const text = "def F(*a):\n    print(a)\n"
	for _, c := range []struct {
		sig  *usersub.Sig
		want string
	}{
		{usersub.PFOSUB, "(7, 1.5, [9, 0.25], 2, 0, 1)"},
		{usersub.ARYSUB, "(7, 1.5, [9, 0.25], 2, 0, 1, 3)"},
		{usersub.REQSUB, "(7, 1.5, [9, 0.25], 2, 1)"},
		{usersub.MOTSUB, "(7, 1.5, [9, 0.25], 2, 0, 1)"},
		{usersub.YFOSUB, "(7, 1.5, [9, 0.25], 2, 0, 1, 2, [3, 4], 1, [5], 6)"},
		{usersub.YFOXX, "(7, 1.5, [9, 0.25], 2, 1, 2, [3, 4], 1, [5], 6)"},
	} {
		b := newBench(t, "a.py", text)
		f := frame(c.sig, 9, 0.25)
		f.PrepareCall(1.5, false, true)
		if c.sig.ArgIndex("states") >= 0 {
			copy(f.RealArgNamed("states"), []float64{3, 4})
			f.RealArgNamed("input")[0] = 5
		}
		call(t, b.load("a.py", "F", c.sig), f)
		if got := strings.ReplaceAll(strings.TrimSpace(b.out.String()), ".0", ""); got != c.want {
			t.Errorf("%s gets %s, want %s", c.sig.Name, got, c.want)
		}
	}
}

// A script may keep and change its lists without harm.
func TestListsAreFresh(t *testing.T) {
	b := newBench(t, "a.py", `
kept = []
def F(id, time, par, npar, dflag, iflag, extra=3, *more):
    kept.append(par)
    par[0] = -1.0
    par.append(5)
    return kept[0][0] * 100 + len(kept[0]) * 10 + len(par) + extra
`)
	r := b.load("a.py", "F", usersub.PFOSUB)
	for range 3 {
		f := frame(usersub.PFOSUB, 4, 2)
		call(t, r, f)
		if got := f.RealArgNamed("value")[0]; got != -100+30+3+3 || f.RealArgNamed("par")[0] != 4 {
			t.Fatalf("value %g, par %v", got, f.RealArgNamed("par"))
		}
	}
}

func TestExceptions(t *testing.T) {
	const head = "def PFOSUB(id, time, par, npar, dflag, iflag):\n"
	const trace = "Traceback (most recent call last):\n  File \"a.py\", line 2, in PFOSUB\n"
	for _, c := range []struct {
		body, message, detail string
		cause                 usersub.Cause
		setup                 bool // fine in a set-up call
	}{
		{"return 1 / par[0]", "ZeroDivisionError: division by zero", trace + "    return 1 / par[0]\nZeroDivisionError: division by zero", usersub.Exception, true},
		{"return sqrt(-1)", "ValueError: math domain error", trace + "    return sqrt(-1)\nValueError: math domain error", usersub.Exception, true},
		{"return exp(1000)", "OverflowError: math range error", trace + "    return exp(1000)\nOverflowError: math range error", usersub.Exception, true},
		{"return par[9]", "IndexError: index out of range", trace + "    return par[9]\nIndexError: index out of range", usersub.Exception, false},
		{"return {}['k']", "KeyError: 'k'", trace + "    return {}['k']\nKeyError: 'k'", usersub.Exception, false},
		{"raise ValueError('no such law')", "ValueError: no such law", trace + "    raise ValueError('no such law')\nValueError: no such law", usersub.Exception, false},
		{"raise ValueError", "ValueError", trace + "    raise ValueError\nValueError", usersub.Exception, false},
		{"raise RuntimeError('a', 2)", "RuntimeError: ('a', 2)", trace + "    raise RuntimeError('a', 2)\nRuntimeError: ('a', 2)", usersub.Exception, false},
		{"exit(3)", "SystemExit: 3", trace + "    exit(3)\nSystemExit: 3", usersub.Exited, false},
		{"import os; os._exit(0)", "SystemExit: 0", trace + "    import os; os._exit(0)\nSystemExit: 0", usersub.Exited, false},
		{"return py_sysfnc('DX')", "TypeError: py_sysfnc() takes 2 positional arguments but 1 were given", trace + "    return py_sysfnc('DX')\nTypeError: py_sysfnc() takes 2 positional arguments but 1 were given", usersub.Exception, false},
		{"return py_sysfnc('DX', ['a'])", `TypeError: py_sysfnc(): argument 1 must be a number, not the text "a"`, trace + "    return py_sysfnc('DX', ['a'])\n" + `TypeError: py_sysfnc(): argument 1 must be a number, not the text "a"`, usersub.Exception, false},
		{"return py_nosuch(0)", "NameError: name 'py_nosuch' is not defined", trace + "    return py_nosuch(0)\nNameError: name 'py_nosuch' is not defined\n  hint: no function that queries the solver has this name", usersub.Exception, false},
		{"return (1 / x for x in [0])", "ZeroDivisionError: division by zero", "Traceback (most recent call last):\n  File \"a.py\", line 2, in <genexpr>\n    return (1 / x for x in [0])\nZeroDivisionError: division by zero", usersub.Exception, true},
		{"return bytearray(2)", "NameError: name 'bytearray' is not defined", trace + "    return bytearray(2)\nNameError: name 'bytearray' is not defined\n  hint: bytearray() is not supported by the embedded interpreter", usersub.Exception, false},
	} {
		t.Run(c.body, func(t *testing.T) {
			b := newBench(t, "a.py", head+"    "+c.body+"\n")
			r, f := b.load("a.py", "PFOSUB", usersub.PFOSUB), frame(usersub.PFOSUB, 0)
			ce := b.failed(r.Call(f, &subtest.State{}))
			if ce.Cause != c.cause || ce.Message != c.message || ce.Detail != c.detail {
				t.Errorf("cause %d: %s\n%s\nwant %d: %s\n%s", ce.Cause, ce.Message, ce.Detail, c.cause, c.message, c.detail)
			}
			if ce.Element != "Force_Penalty 7" || ce.Routine != "PFOSUB" || ce.Time != 1.5 {
				t.Errorf("the error comes from %s, %s, %g", ce.Element, ce.Routine, ce.Time)
			}
			f.PrepareCall(0, false, true)
			if err := r.Call(f, &subtest.State{}); (err == nil) != c.setup {
				t.Errorf("in set-up: %v", err)
			}
		})
	}
}

func TestNothingReturnedInSetup(t *testing.T) {
	b := newBench(t, "a.py", "def F(*a):\n    pass\ndef G(id, time, par, npar, *a):\n    return -1 if time == 0 else None\n")
	for _, sig := range []*usersub.Sig{usersub.PFOSUB, usersub.ARYSUB, usersub.YFOSUB} {
		f := frame(sig)
		f.PrepareCall(0, false, true)
		call(t, b.load("a.py", "G", sig), f)
		r := b.load("a.py", "F", sig)
		f.PrepareCall(0, false, true)
		call(t, r, f)
		f.PrepareCall(0, false, false)
		if ce := b.failed(r.Call(f, nil)); ce.Cause != usersub.BadReturn {
			t.Errorf("%s: cause %d", sig.Name, ce.Cause)
		}
	}
}

func TestEndlessRecursion(t *testing.T) {
	b := newBench(t, "a.py", "def g(n):\n    return g(n + 1)\ndef F(*a):\n    return g(0)\ndef G(*a):\n    return 1\n")
	r := b.load("a.py", "F", usersub.PFOSUB)
	for range 2 {
		ce := b.failed(r.Call(frame(usersub.PFOSUB), nil))
		if ce.Message != "RuntimeError: maximum recursion depth exceeded" || !strings.Contains(ce.Detail, "more calls]") ||
			strings.Count(ce.Detail, "\n") > 40 {
			t.Fatalf("%s\n%s", ce.Message, ce.Detail)
		}
	}
	call(t, b.load("a.py", "G", usersub.PFOSUB), frame(usersub.PFOSUB))
}

// A failure inside gpython is an error of the call, not of the solver.
func TestCrashOfTheInterpreter(t *testing.T) {
	b := newBench(t, "a.py", "def law(**k):\n    return k is k\ndef F(*a):\n    return law(a=1)\n")
	r := b.load("a.py", "F", usersub.PFOSUB)
	for range 2 {
		ce := b.failed(r.Call(frame(usersub.PFOSUB), nil))
		if ce.Cause != usersub.Exception || !strings.HasPrefix(ce.Message, "SystemError: the embedded interpreter failed") ||
			!strings.Contains(ce.Detail, "in function law of a.py") {
			t.Fatalf("%s\n%s", ce.Message, ce.Detail)
		}
	}
}

func TestGlobalsAreShared(t *testing.T) {
	b := newBench(t, "a.py", "n = 0\nseen = []\ndef F(id, *a):\n    global n\n    n += 1\n    seen.append(id)\n    return n\ndef G(*a):\n    return len(seen)\n")
	f1, f2, g := b.load("a.py", "F", usersub.PFOSUB), b.load("a.py", "F", usersub.VARSUB), b.load("a.py", "G", usersub.PFOSUB)
	var last *usersub.Frame
	for _, r := range []*usersub.Routine{f1, f2, f1, g} {
		last = frame(usersub.PFOSUB)
		call(t, r, last)
	}
	if got := last.RealArgNamed("value")[0]; got != 3 {
		t.Fatalf("%g calls are remembered, want 3", got)
	}
}

func TestPrints(t *testing.T) {
	b := newBench(t, "a.py", "import sys\nprint('loaded', 1, sep='-')\ndef F(id, time, *a):\n    print('t =', time, end='')\n    sys.stderr.write('!\\n')\n    print('half', end=' ')\n    return 0\n")
	call(t, b.load("a.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB))
	if got, want := b.out.String(), "loaded-1\nt = 1.5!\nhalf \n"; got != want {
		t.Fatalf("printed %q, want %q", got, want)
	}
}

// nesting is a State whose query runs another routine.
type nesting struct {
	subtest.State
	inner *usersub.Routine
	value float64
}

func (n *nesting) SysFnc(name string, par []int32) (float64, int32) {
	f := frame(usersub.VARSUB, 3)
	if err := n.inner.Call(f, &n.State); err != nil {
		return 0, 1
	}
	n.value = f.RealArgNamed("value")[0]
	return n.value, 0
}

func TestCallsNest(t *testing.T) {
	b := newBench(t, "a.py", "def F(id, time, par, *a):\n    return py_sysfnc('CUS', [1])[0] + py_sysfnc('TWO', par)[0]\ndef G(id, time, par, *a):\n    return py_sysfnc('DX', par)[0]\n")
	s := &nesting{inner: b.load("a.py", "G", usersub.VARSUB)}
	f := frame(usersub.PFOSUB, 5)
	if err := b.load("a.py", "F", usersub.PFOSUB).Call(f, s); err != nil {
		t.Fatal(err)
	}
	if got := f.RealArgNamed("value")[0]; s.value == 0 || got != 2*s.value {
		t.Fatalf("value %g, want twice %g", got, s.value)
	}
}

func TestErrorTextIsWhole(t *testing.T) {
	b := newBench(t, "a.py", "def F(*a):\n    return None\n")
	err := b.load("a.py", "F", usersub.PFOSUB).Call(frame(usersub.PFOSUB), nil)
	want := "Force_Penalty 7: PFOSUB at time 1.5: F must return a number (value) but returned None (a return statement is missing)"
	if fmt.Sprint(err) != want || errors.Is(err, usersub.ErrRetry) {
		t.Fatalf("got\n%v\nwant\n%s", err, want)
	}
}
