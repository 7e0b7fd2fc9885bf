package pysub

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

func TestRefusedScripts(t *testing.T) {
	const args = "(id, time, par, npar, dflag, iflag)"
	for _, c := range []struct{ name, text, reason, detail, hint string }{
		{"an error in an expression", "def PFOSUB" + args + ":\n    if par[0] = 1:\n        return 0\n",
			"script a.py: SyntaxError: invalid syntax",
			"  File \"a.py\", line 2, column 15\n    if par[0] = 1:\n              ^\nSyntaxError: invalid syntax", "= gives a value to a name; == compares"},
		{"a missing colon", "x = 1\ndef PFOSUB" + args + "\n    return 0\n",
			"script a.py: SyntaxError: invalid syntax",
			"  File \"a.py\", line 2, column 46\n    def PFOSUB" + args + "\n" + strings.Repeat(" ", 49) + "^\nSyntaxError: invalid syntax", "a colon is missing at the end of the line"},
		{"an open string", "s = 'abc\n", "script a.py: SyntaxError: EOL while scanning string literal",
			"  File \"a.py\", line 1, column 5\n    s = 'abc\n        ^\nSyntaxError: EOL while scanning string literal", ""},
		{"an open bracket", "x = (1 +\n", "script a.py: SyntaxError: unexpected EOF while parsing",
			"  File \"a.py\", line 2, column 1\nSyntaxError: unexpected EOF while parsing", "the ( of line 1 is not closed"},
		{"wrong indentation", "def f():\n        x = 1\n    return x\n", "script a.py: SyntaxError: Inconsistent indent",
			"  File \"a.py\", line 3, column 5\n    return x\n    ^\nSyntaxError: Inconsistent indent", ""},
		{"a statement out of place", "x = 1\nbreak\n", "script a.py: SyntaxError: 'break' outside loop",
			"  File \"a.py\", line 2, column 1\n    break\n    ^\nSyntaxError: 'break' outside loop", ""},
		{"an open field", "x = 2\ny = f\"{x\"\n", "script a.py: SyntaxError: f-string: a field is not closed: } is missing",
			"  File \"a.py\", line 2, column 9\n    y = f\"{x\"\n            ^\nSyntaxError: f-string: a field is not closed: } is missing", ""},
		{"a field", "x = 2\ny = f\"{x} {x +}\"\n", "script a.py: SyntaxError: invalid syntax",
			"  File \"a.py\", line 2, column 15\n    y = f\"{x} {x +}\"\n                  ^\nSyntaxError: invalid syntax", ""},
		{"an operator behind an annotation", "x: float = 1_0\nd = {**{}}; y = 2 * * 3\n", "script a.py: SyntaxError: invalid syntax",
			"  File \"a.py\", line 2, column 21\n    d = {**{}}; y = 2 * * 3\n                        ^\nSyntaxError: invalid syntax", ""},
		{"an exec statement", "exec \"x\"\n", "script a.py: SyntaxError: invalid syntax",
			"  File \"a.py\", line 1, column 6\n    exec \"x\"\n         ^\nSyntaxError: invalid syntax",
			"exec is a function in Python 3: exec(...)"},
		{"an error in Python 2", "print \"x\"\nprint 1 / 0\n", "script a.py: ZeroDivisionError: division by zero",
			"Traceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    print 1 / 0\nZeroDivisionError: division by zero", ""},
		{"a mistake in Python 2", "print \"x\"\nprint 1 +, 2\n", "script a.py: SyntaxError: invalid syntax",
			"  File \"a.py\", line 2, column 10\n    print 1 +, 2\n             ^\nSyntaxError: invalid syntax", ""},
		{"numpy", "import math\nimport numpy as np\n", "script a.py: ImportError: No module named 'numpy'",
			"Traceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    import numpy as np\nImportError: No module named 'numpy'",
			"numpy cannot run in the embedded interpreter; write with lists and math, or let a CPython that has it run the script (--python PATH)"},
		{"an unknown module", "import nowhere\n", "script a.py: ImportError: No module named 'nowhere'",
			"Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    import nowhere\nImportError: No module named 'nowhere'",
			modulesHint},
		{"an exception in the module", "def f(x):\n    return 1 / x\n\n\nK = f(0)\n", "script a.py: ZeroDivisionError: division by zero",
			"Traceback (most recent call last):\n  File \"a.py\", line 5, in <module>\n    K = f(0)\n  File \"a.py\", line 2, in f\n    return 1 / x\nZeroDivisionError: division by zero", ""},
		{"a query while loading", "v, err = py_sysfnc(\"DX\", [1])\n",
			"script a.py: RuntimeError: py_sysfnc() works only while the solver calls a function of the script",
			"Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    v, err = py_sysfnc(\"DX\", [1])\nRuntimeError: py_sysfnc() works only while the solver calls a function of the script", ""},
		{"exit while loading", "import sys\nsys.exit(\"no licence\")\n", "script a.py: SystemExit: no licence",
			"Traceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    sys.exit(\"no licence\")\nSystemExit: no licence", ""},
		{"a similar function", "def PFOSUP" + args + ":\n    return 0\ndef other():\n    pass\n",
			"script a.py defines no function PFOSUB; it defines PFOSUP, other", "", "did you mean PFOSUP?"},
		{"no function", "from math import sin\nx = 1\n", "script a.py defines no function PFOSUB; it defines no functions", "", ""},
		{"a number", "PFOSUB = 3\n", "script a.py: PFOSUB is not a function but of type int", "", ""},
		{"too few arguments", "x = 1\ndef PFOSUB(id, time, par):\n    return 0\n",
			"script a.py: function PFOSUB (line 2) takes 3 arguments but PFOSUB hands over 6 (id, time, par, npar, dflag, iflag)",
			"", "define it as PFOSUB(id, time, par, npar, dflag, iflag)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, "a.py", c.text)
			le := b.refused(b.ref("a.py", "PFOSUB"), usersub.PFOSUB)
			if le.Lacks != strings.Contains(c.reason, "defines no function") {
				t.Errorf("Lacks is %v", le.Lacks)
			}
			if le.Reason != c.reason {
				t.Errorf("reason\n%s\nwant\n%s", le.Reason, c.reason)
			}
			if le.Detail != c.detail {
				t.Errorf("detail\n%s\nwant\n%s", le.Detail, c.detail)
			}
			if le.Hint != c.hint {
				t.Errorf("hint\n%s\nwant\n%s", le.Hint, c.hint)
			}
		})
	}
}

func TestOtherInterpreters(t *testing.T) {
	b := newBench(t, "a.py", "")
	for name, want := range map[string]string{"OML": `"OML", which does not run here`, "Perl": `"Perl", which does not run here`} {
		ref := b.ref("a.m", "PFOSUB")
		ref.Interpreter = name
		if !b.Takes(ref) {
			t.Errorf("%s: not taken", name)
		}
		if le := b.refused(ref, usersub.PFOSUB); !strings.Contains(le.Reason, want) {
			t.Errorf("%s: %s", name, le.Reason)
		}
	}
	if b.Takes(&usersub.Ref{Library: "x.so"}) {
		t.Error("a library is taken")
	}
}

const zero = "def PFOSUB(id, time, par, npar, dflag, iflag):\n    return 0\n"

func TestWhereScriptsAreFound(t *testing.T) {
	b := newBench(t, "a.py", zero, "sub/b.py", zero, "lib/c.py", zero, "d.py/x", "")
	t.Setenv("MS_USERDLL_DIR", filepath.Join(b.dir, "none")+string(filepath.ListSeparator)+filepath.Join(b.dir, "lib"))
	for script, want := range map[string]string{
		"a.py": "a.py", "a": "a.py", "sub/b.py": "sub/b.py", `sub\b.py`: "sub/b.py", "c.py": "lib/c.py",
		filepath.Join(b.dir, "a.py"): "a.py",
	} {
		r := b.load(script, "PFOSUB", usersub.PFOSUB)
		if r.File != filepath.Join(b.dir, want) {
			t.Errorf("%s: %s", script, r.File)
		}
		sum := sha256.Sum256([]byte(zero))
		if r.Implementation != "gpython" || r.SHA256 != hex.EncodeToString(sum[:]) || r.Symbol != "PFOSUB" {
			t.Errorf("%s: %+v", script, r)
		}
	}
	for _, script := range []string{"none.py", "d.py"} {
		le := b.refused(b.ref(script, "PFOSUB"), usersub.PFOSUB)
		if len(le.Searched) != 4 || le.Searched[0] != filepath.Join(b.dir, script) || le.Hint == "" {
			t.Errorf("searched %v, hint %q", le.Searched, le.Hint)
		}
	}
}

func TestFunctionNames(t *testing.T) {
	b := newBench(t, "a.py", "def pfosub(a, b, c, d, e, f):\n    return 1\ndef PfoSub(a, b, c, d, e, f):\n    return 2\n")
	for name, want := range map[string]float64{"pfosub": 1, "PfoSub": 2, "PFOSUB": 2} {
		r, f := b.load("a.py", name, usersub.PFOSUB), frame(usersub.PFOSUB)
		call(t, r, f)
		if got := f.RealArgNamed("value")[0]; got != want {
			t.Errorf("%s gives %g, want %g (symbol %s)", name, got, want, r.Symbol)
		}
	}
	ref := b.ref("a.py", "VARSUB")
	ref.Named = false
	if le := b.refused(ref, usersub.VARSUB); !strings.Contains(le.Hint, "usrsub_fnc_name") {
		t.Errorf("hint %q", le.Hint)
	}
}

// A function that comes from another module of the folder is as good.
func TestSiblings(t *testing.T) {
	b := newBench(t, "a.py", "from laws.spring import PFOSUB\nimport common\ncommon.n += 1\n",
		"b.py", "import common\ncommon.n += 1\ndef PFOSUB(id, time, par, npar, dflag, iflag):\n    return common.n\n",
		"common.py", "n = 0\n",
		"laws/spring.py", "from twice import twice\ndef PFOSUB(id, time, par, npar, dflag, iflag):\n    return twice(par[0])\n",
		"laws/twice.py", "def twice(x):\n    return 2 * x if x > 0 else bad\n")
	ra, rb := b.load("a.py", "PFOSUB", usersub.PFOSUB), b.load("b.py", "PFOSUB", usersub.PFOSUB)
	f := frame(usersub.PFOSUB, 4)
	call(t, ra, f)
	if f.RealArgNamed("value")[0] != 8 {
		t.Errorf("value %g, want 8", f.RealArgNamed("value")[0])
	}
	call(t, rb, f)
	if f.RealArgNamed("value")[0] != 2 {
		t.Errorf("%g scripts share the module, want 2", f.RealArgNamed("value")[0])
	}
	ce := b.failed(ra.Call(frame(usersub.PFOSUB, -1), nil))
	want := "Traceback (most recent call last):\n" +
		"  File \"laws/spring.py\", line 3, in PFOSUB\n    return twice(par[0])\n" +
		"  File \"laws/twice.py\", line 2, in twice\n    return 2 * x if x > 0 else bad\n" +
		"NameError: name 'bad' is not defined"
	if filepath.ToSlash(ce.Detail) != want {
		t.Errorf("got\n%s\nwant\n%s", ce.Detail, want)
	}
}

func TestScriptsAreReadAndRunOnce(t *testing.T) {
	b := newBench(t, "a.py", "print('module')\n"+zero, "bad.py", "print('bad')\nraise ValueError('x')\n")
	first := b.load("a.py", "PFOSUB", usersub.PFOSUB)
	b.write("a.py", "print('edited')\n"+zero)
	if again := b.load("a.py", "pfosub", usersub.GCOSUB); again.SHA256 != first.SHA256 {
		t.Error("the script was read again")
	}
	for range 2 {
		b.refused(b.ref("bad.py", "PFOSUB"), usersub.PFOSUB)
	}
	if got := b.out.String(); got != "module\nbad\n" {
		t.Errorf("the scripts printed %q", got)
	}
}

func TestMainBlockDoesNotRun(t *testing.T) {
	b := newBench(t, "math.py", "if __name__ == '__main__':\n    print('main')\nprint(__name__)\nimport math\nprint(math.pi > 3)\n"+zero)
	b.load("math.py", "PFOSUB", usersub.PFOSUB)
	if got := b.out.String(); got != "math\nTrue\n" {
		t.Errorf("the script printed %q", got)
	}
}

func TestScriptWithMarkAndCarriageReturns(t *testing.T) {
	b := newBench(t, "a.py", "\ufeff# caf\u00e9\r\n"+strings.ReplaceAll(zero, "\n", "\r\n"))
	b.load("a.py", "PFOSUB", usersub.PFOSUB)
}

// Files lists scripts and what they import, with the hashes of what ran.
func TestFiles(t *testing.T) {
	b := newBench(t, "a.py", "import side\nimport math\nimport pack.inner\ndef F(*a):\n    import late\n    return 0\n",
		"side.py", "x = 1\n", "late.py", "", "pack/__init__.py", "", "pack/inner.py", "y = 2\n", "unused.py", "")
	if l := b.Files(); len(l) != 0 {
		t.Fatalf("before loading: %v", l)
	}
	r := b.load("a.py", "F", usersub.PFOSUB)
	b.write("side.py", "x = 2\n")
	call(t, r, frame(usersub.PFOSUB))
	var got []string
	for _, f := range b.Files() {
		got = append(got, filepath.ToSlash(b.cut(f.Path)))
		if f.Path == r.File && f.SHA256 != r.SHA256 || b.cut(f.Path) == "side.py" && f.SHA256 != loading.HashBytes([]byte("x = 1\n")) {
			t.Errorf("%s has the hash %s", f.Path, f.SHA256)
		}
	}
	if want := []string{"a.py", "late.py", "pack/__init__.py", "pack/inner.py", "side.py"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Scripts share their modules: that the second gets the one of the first is said, and only then.
func TestModulesOfOneName(t *testing.T) {
	law := "from gains import K\nimport math, own\ndef PFOSUB(*a):\n    return K\n"
	b := newBench(t, "one/law.py", law, "one/gains.py", "K = 1.0\n", "one/own.py", "",
		"two/law.py", law, "two/gains.py", "K = 2.0\n", "two/math.py", "", "one/math.py", "",
		"alone/law.py", law)
	var log bytes.Buffer
	b.options.Log = slog.New(slog.NewTextHandler(&log, nil))
	b.load("one/law.py", "PFOSUB", usersub.PFOSUB)
	if log.Len() > 0 {
		t.Errorf("nothing is shared yet: %s", log.String())
	}
	r := b.load("two/law.py", "PFOSUB", usersub.PFOSUB)
	f := frame(usersub.PFOSUB)
	call(t, r, f)
	if got := f.Reals(f.Sig.ArgIndex("value"))[0]; got != 1 {
		t.Errorf("the law of the second gives %g: it has the module of the first no longer", got)
	}
	b.load("alone/law.py", "PFOSUB", usersub.PFOSUB)
	text := strings.ReplaceAll(log.String(), `\\`, `\`) // the log quotes
	if strings.Count(text, "level=WARN") != 1 || !strings.Contains(text, filepath.Join("two", "law.py")+" imports gains, which was imported from") ||
		!strings.Contains(text, filepath.Join("one", "gains.py")+" before") {
		t.Errorf("said: %s", text)
	}
}
