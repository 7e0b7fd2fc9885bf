package pysub

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// Scripts in Python 2 print what they print there.
func TestPython2(t *testing.T) { testSnippets(t, "python2") }

func TestPython2AsCPython(t *testing.T) {
	python, err := exec.LookPath("python2.7")
	if err == nil {
		err = exec.Command(python, "-c", "pass").Run()
	}
	if err != nil {
		t.Skip("there is no python2.7: ", err)
	}
	testCPython(t, python, "python2")
}

// Only syntax that Python 3 does not have makes a script one in Python 2.
func TestEra(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x = 1/2\nprint (x)\nprint(x, y)\nprint\nprint = 3\nprint -x\n", ""},
		{"x = xrange(3)\nd.has_key(1)\nraise E\nexcept_ = 1\nx = 0\ny = 00\nz = 0x1L\n", ""},
		{"try: pass\nexcept (A, B): pass\nexcept A as e: print(e, 1)\n", ""},
		{"'''\nprint 'x'\n'''\n# print 'x'\n", ""},
		{"if x: y = [a, b]; raise E(1, 2)\n", ""},
		{"\nprint 'x'\n", "line 2: a print statement"},
		{"if f(lambda: 1): print x\n", "line 1: a print statement"},
		{"a = 1; print not x\n", "line 1: a print statement"},
		{"x = y <> z\n", "line 1: <>"},
		{"x = `y`\n", "line 1: backticks"},
		{"x = 0777\n", "line 1: an octal"},
		{"x = [1,\n 2L]\n", "line 2: an integer with L"},
		{"try:\n    pass\nexcept A, e:\n    pass\n", "line 3: except with a comma"},
		{"def f(): raise E, 'x'\n", "line 1: raise with a comma"},
	} {
		got := ""
		if e := syntax.FindPython2Syntax(syntax.Tokenize(c.text)); e != nil {
			got = e.String()
		}
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// A routine in Python 2 divides integers as there, and the log says so.
func TestRoutineInPython2(t *testing.T) {
	const text = "def F(id, time, par, npar, dflag, iflag):\n    %s\n    return 3 / 2 + npar / 4 + 1 / 4.0\n"
	for first, want := range map[string]float64{"if iflag: print 'set up'": 1.25, "if iflag: print('set up')": 2.25} {
		var log bytes.Buffer
		b := newBench(t, "a.py", strings.Replace(text, "%s", first, 1))
		b.options.Log = slog.New(slog.NewTextHandler(&log, nil))
		r, f := b.load("a.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 9, 0.25)
		call(t, r, f)
		if got := f.RealArgNamed("value")[0]; got != want {
			t.Errorf("%s: %g, want %g", first, got, want)
		}
		if reported := strings.Contains(log.String(), "a.py: it is in Python 2 (line 2: a print statement)"); reported != (want == 1.25) || reported != (r.Note != "") {
			t.Errorf("%s: the log has %q, the note is %q", first, log.String(), r.Note)
		}
	}
}

// A script in Python 2 that needs CPython, or is forced into it, is informed what is the matter.
func TestPython2InCPython(t *testing.T) {
	const law = "def F(id, time, par, npar, dflag, iflag):\n    print 'x'\n    return 0\n"
	for engine, text := range map[string]string{CPython: law, CPythonChild: law, Auto: "import nowhere_to_be_found\n" + law} {
		t.Run(engine, func(t *testing.T) {
			b := newBench(t, "fine.py", "def F(*a):\n    return 0\n", "a.py", text)
			b.Loader = New(Options{Engine: engine, Output: io.Discard, Log: silent()})
			if _, err := b.Load(b.ref("fine.py", "F"), usersub.PFOSUB); err != nil {
				if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
					t.Fatal(err)
				}
				t.Skip(err)
			}
			le := b.refused(b.ref("a.py", "F"), usersub.PFOSUB)
			if want := "is in Python 2 (line " + strconv.Itoa(strings.Count(text, "\n")-1) + ": a print statement)"; !strings.Contains(le.Hint, want) {
				t.Errorf("the hint is %q, want %q in it", le.Hint, want)
			}
		})
	}
}
