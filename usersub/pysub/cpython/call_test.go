package cpython

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// script executes a text as the file law.py of a new folder.
func script(t *testing.T, e *Engine, text string) *Script {
	t.Helper()
	s, err := open1(t, e, text)
	if err != nil {
		t.Fatalf("%v\n%+v", err, err)
	}
	return s
}

func open1(t *testing.T, e *Engine, text string) (*Script, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "law.py")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return e.ExecuteModule(file, []byte(text))
}

// frame is a frame of sig with small sizes, prepared at time 1.5.
func frame(sig *usersub.Sig, par ...float64) *usersub.Frame {
	f := usersub.NewFrame(sig, sig.Element, 7, par,
		map[string]int{"nstate": 2, "ninput": 1, "noutpt": 6, "nvalue": 3})
	f.PrepareCall(1.5, false, false)
	return f
}

func bound(t *testing.T, s *Script, name string, sig *usersub.Sig) usersub.Sub {
	t.Helper()
	sub, err := s.Bind(name, sig)
	if err != nil {
		t.Fatal(err)
	}
	return sub
}

// failed returns the CallError of a call.
func failed(t *testing.T, err error) *usersub.CallError {
	t.Helper()
	var ce *usersub.CallError
	if !errors.As(err, &ce) {
		t.Fatalf("got %v, want a CallError", err)
	}
	return ce
}

// TestResults: what functions may return.
func TestResults(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
import numpy as np
from fractions import Fraction
def a(*args): return 3
def b(*args): return True
def c(*args): return [2.5]
def d(*args): return (2.5,)
def e(*args): return np.float64(2.5)
def f(*args): return np.float32(2.5)
def g(*args): return np.array(2.5)
def h(*args): return np.array([2.5])
def i(*args): return np.int64(3)
def j(*args): return Fraction(5, 2)
def k(*args): return float("nan")
def A(*args): return [True, 2, 3.0]
def B(*args): return (1, 2, 3)
def C(*args): return np.array([1, 2, 3])
def D(*args): return [np.float64(1), np.array(2), np.array([3.0])[0]]
def E(*args): return (x for x in (1, 2, 3))
def F(*args): return np.array([1, 2, 3], dtype="f4")
def G(*args): return range(1, 4)
def H(*args): return map(float, "123")
`)
		for name, want := range map[string]float64{"a": 3, "b": 1, "c": 2.5, "d": 2.5, "e": 2.5, "f": 2.5, "g": 2.5, "h": 2.5, "i": 3, "j": 2.5, "k": math.NaN()} {
			f := frame(usersub.SFOSUB)
			if err := bound(t, s, name, usersub.SFOSUB).Call(f, &subtest.State{}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if got := f.RealArgNamed("value")[0]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s gives %g, want %g", name, got, want)
			}
		}
		for _, name := range strings.Split("ABCDEFGH", "") {
			f := frame(usersub.VFOSUB)
			if err := bound(t, s, name, usersub.VFOSUB).Call(f, &subtest.State{}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if got := f.RealArgNamed("result"); !slices.Equal(got, []float64{1, 2, 3}) {
				t.Errorf("%s gives %v", name, got)
			}
		}
	})
}

// TestSeveralOutputs: lists of lists, matrices by rows and flat, flags.
// TestNumberClasses: what is a number by its class, as those of numpy are, is stored as float() has it; integers may be infinite as reals.
func TestNumberClasses(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
class Real(float): pass
def a(*args): return Real(2.5)
def b(*args): return 10**400
def c(*args): return -10**400
def A(*args): return [0, Real(2.5), True]
def B(*args): return [0.0, 0.0, Real(-1)]
def C(*args): return [1, 10**400, Real("nan")]
def D(*args): return [1.0, "2", Real(3)]
`)
		for name, want := range map[string]float64{"a": 2.5, "b": math.Inf(1), "c": math.Inf(-1)} {
			f := frame(usersub.SFOSUB)
			if err := bound(t, s, name, usersub.SFOSUB).Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != want {
				t.Errorf("%s gives %g (%v), not %g", name, f.RealArgNamed("value")[0], err, want)
			}
		}
		for name, want := range map[string]string{"A": "[0 2.5 1]", "B": "[0 0 -1]", "C": "[1 +Inf NaN]"} {
			f := frame(usersub.VFOSUB)
			if err := bound(t, s, name, usersub.VFOSUB).Call(f, &subtest.State{}); err != nil || fmt.Sprint(f.RealArgNamed("result")) != want {
				t.Errorf("%s gives %v (%v), not %s", name, f.RealArgNamed("result"), err, want)
			}
		}
		if err := bound(t, s, "D", usersub.VFOSUB).Call(frame(usersub.VFOSUB), &subtest.State{}); err == nil || !strings.Contains(err.Error(), `item 1 is the text "2"`) {
			t.Errorf("D: %v", err)
		}
	})
}

func TestSeveralOutputs(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
import numpy as np
def YFOSUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt):
    return [np.array(states) * 2, tuple(range(noutpt))]
def rows(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [[1, 2], [3, 4]]
def array(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return np.array([[1, 2], [3, 4]])
def flat(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [1, 3, 2, 4]
`)
		f := frame(usersub.YFOSUB)
		copy(f.RealArgNamed("states"), []float64{0.5, -1})
		if err := bound(t, s, "YFOSUB", usersub.YFOSUB).Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		if x, y := f.RealArgNamed("stated"), f.RealArgNamed("output"); !slices.Equal(x, []float64{1, -2}) || !slices.Equal(y, []float64{0, 1, 2, 3, 4, 5}) {
			t.Errorf("YFOSUB gives %v and %v", x, y)
		}
		for _, name := range []string{"rows", "array", "flat"} {
			f := frame(usersub.YFOXX)
			if err := bound(t, s, name, usersub.YFOXX).Call(f, &subtest.State{}); err != nil {
				t.Fatal(err)
			}
			if got := f.RealArgNamed("pxxmat"); !slices.Equal(got, []float64{1, 3, 2, 4}) {
				t.Errorf("%s gives %v, want columns", name, got)
			}
		}
	})
}

// TestFailures: whatever goes wrong in a call is a CallError with the right cause and
// text, and the next call works.
func TestFailures(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
import os, sys
def fine(*args): return 1.0
def inner(x): return 1 / x
def divides(*args): return inner(0)
def none(*args): pass
def text(*args): return "1.0"
def two(*args): return [1.0, 2.0]
def exits(*args): sys.exit(3)
def hard(*args): os._exit(3)
def quits(*args): quit()
def recurses(*args): return recurses() + 1
def interrupted(*args): raise KeyboardInterrupt
class Mine(Exception): pass
def own(*args): raise Mine("two\nlines")
def stops(*args):
    try:
        py_errmes(1, "no contact", 7, "STOP")
    except BaseException:
        pass
    return 1.0
def asks(*args): return py_sysfnc(3, [1])[0]
def many(*args): return py_sysfnc("DX", list(range(40)))[0]
def lacks(*args):
    import nowhere_to_be_found
def utility(*args): return py_step(1)
def unknown(*args): return py_nothing(1)
def complexes(*args): return 1j
`)
		fine := bound(t, s, "fine", usersub.SFOSUB)
		for _, c := range []struct {
			name   string
			cause  usersub.Cause
			line   string
			detail string
		}{
			{"divides", usersub.Exception, "ZeroDivisionError: division by zero", "line 4, in inner"},
			{"none", usersub.BadReturn, "none must return a number (value) but returned None (a return statement is missing)", ""},
			{"text", usersub.BadReturn, `none must return a number (value) but returned the text "1.0"`, ""},
			{"two", usersub.BadReturn, "two must return a number (value) but returned a list of 2 items; it has 2 values", ""},
			{"exits", usersub.Exited, "SystemExit: 3", "in exits"},
			{"hard", usersub.Exited, "SystemExit: 3", "in hard"},
			{"quits", usersub.Exited, "SystemExit", "in quits"},
			{"recurses", usersub.Exception, "RecursionError: maximum recursion depth exceeded", "in recurses"},
			{"interrupted", usersub.Exception, "KeyboardInterrupt", "in interrupted"},
			{"own", usersub.Exception, "law.Mine: two", "lines"},
			{"stops", usersub.Exception, "it requests a stop: no contact", ""},
			{"asks", usersub.Exception, "TypeError: py_sysfnc(): the name must be str, not int", "in asks"},
			{"many", usersub.Exception, "ValueError: py_sysfnc(): 40 integers are too many, at most 32", "in many"},
			{"lacks", usersub.Exception, "ModuleNotFoundError: No module named 'nowhere_to_be_found'", "hint: install it for"},
			{"utility", usersub.Exception, "TypeError: py_step() takes 6 arguments but 1 were given", "in utility"},
			{"unknown", usersub.Exception, "NameError: name 'py_nothing' is not defined", "hint: no function that queries the solver has this name"},
			{"complexes", usersub.BadReturn, "complexes must return a number (value) but returned an object of type complex", ""},
		} {
			ce := failed(t, bound(t, s, c.name, usersub.SFOSUB).Call(frame(usersub.SFOSUB), &subtest.State{}))
			want := strings.ReplaceAll(c.line, "none must return a number (value) but returned the", "text must return a number (value) but returned the")
			if ce.Cause != c.cause || !strings.HasPrefix(ce.Message, want) || !strings.Contains(ce.Detail, c.detail) {
				t.Errorf("%s: cause %d, %s\n%s\nwant cause %d, %s, %q", c.name, ce.Cause, ce.Message, ce.Detail, c.cause, want, c.detail)
			}
			if strings.Contains(ce.Detail, "trammel") {
				t.Errorf("%s: the traceback shows the host:\n%s", c.name, ce.Detail)
			}
			if ce.Element != "Force_Scalar_TwoBody 7" || ce.Routine != "SFOSUB" || ce.Time != 1.5 {
				t.Errorf("%s: %s of %s at %g", c.name, ce.Routine, ce.Element, ce.Time)
			}
			f := frame(usersub.SFOSUB)
			if err := fine.Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != 1 {
				t.Fatalf("after %s: %v", c.name, err)
			}
		}
	})
}

// TestForked: a process that a script forks does not come back into the solver, however it ends; what it prints is its own.
func TestForked(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
import os, sys
def away(how, want):
    child = os.fork()
    if child == 0:
        print("in a child")
        return how()
    status = os.WEXITSTATUS(os.waitpid(child, 0)[1])
    assert status == want, status
    return 1.0
def returns(*args): return away(lambda: 2.0, 1)
def lists(*args): return away(lambda: [2, 3], 1)
def exits(*args): return away(lambda: sys.exit(7), 7)
def hard(*args): return away(lambda: os._exit(8), 8)
def raises(*args): return away(lambda: 1 / 0, 1)
def asks(*args): return away(lambda: py_sysfnc("DX", [77]), 1)
`)
		for _, name := range []string{"returns", "lists", "exits", "hard", "raises", "asks"} {
			r := bound(t, s, name, usersub.SFOSUB)
			for range 2 {
				f := frame(usersub.SFOSUB)
				if err := r.Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != 1 {
					t.Errorf("%s: %v, %v", name, f.RealArgNamed("value"), err)
				}
			}
		}
	})
}

// TestSetup: arithmetic errors and missing results count as done in set-up
// calls, nothing else does.
func TestSetup(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
import numpy
def none(*args): pass
def divides(*args): return 1 / 0
def domain(*args): return sqrt(-1)
def large(*args): return exp(1e6)
def array(*args):
    with numpy.errstate(all="raise"): return numpy.float64(1) / numpy.float64(0)
def status(*args): return 0
def wrong(*args): return nothing
def exits(*args): exit(1)
`)
		for _, name := range []string{"none", "divides", "domain", "large", "array", "status"} {
			f := frame(usersub.VFOSUB)
			f.PrepareCall(0, false, true)
			if err := bound(t, s, name, usersub.VFOSUB).Call(f, &subtest.State{}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			f.PrepareCall(0, false, false)
			if err := bound(t, s, name, usersub.VFOSUB).Call(f, &subtest.State{}); err == nil {
				t.Errorf("%s passes later, too", name)
			}
		}
		for name, cause := range map[string]usersub.Cause{"wrong": usersub.Exception, "exits": usersub.Exited} {
			f := frame(usersub.VFOSUB)
			f.PrepareCall(0, false, true)
			if ce := failed(t, bound(t, s, name, usersub.VFOSUB).Call(f, &subtest.State{})); ce.Cause != cause {
				t.Errorf("%s: cause %d, want %d", name, ce.Cause, cause)
			}
		}
	})
}

// TestLoading: what is wrong with a module, and what its functions must take.
func TestLoading(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		for _, c := range []struct{ text, line, detail string }{
			{"def f(:\n  pass\n", "SyntaxError", "line 1"},
			{"if True:\npass\n", "IndentationError", "line 2"},
			{"x = 1\nraise ValueError('no table')\n", "ValueError: no table", "line 2, in <module>"},
			{"import sys\nsys.exit('enough')\n", "SystemExit: enough", "line 2"},
			{"import nowhere_to_be_found\n", "ModuleNotFoundError: No module named 'nowhere_to_be_found'", "line 1"},
			{"v = py_sysfnc('DX', [1])\n", "RuntimeError: py_sysfnc() works only while the solver calls a function of the script", "line 1"},
			{"v = py_gtaray(1)\n", "RuntimeError: py_gtaray() works only while the solver calls a function of the script", "line 1"},
		} {
			_, err := open1(t, e, c.text)
			var f *Fault
			if !errors.As(err, &f) || !strings.HasPrefix(f.Line, c.line) || !strings.Contains(f.Detail, c.detail) {
				t.Errorf("%q: %+v, want %s, %s", c.text, err, c.line, c.detail)
			} else if strings.Contains(f.Detail, "trammel") {
				t.Errorf("%q: the traceback shows the host:\n%s", c.text, f.Detail)
			}
		}
		s := script(t, e, "def few(id, time): return 1\nvalue = 3\n[v, err] = py_step(0.5, 0, 0, 1, 1, 0)\ndef step(*a): return v\n")
		for name, want := range map[string]string{
			"few":   "function few (line 1) takes 2 arguments but SFOSUB hands over 6 (id, time, par, npar, dflag, iflag)",
			"value": "value is not a function but of type int",
		} {
			if _, err := s.Bind(name, usersub.SFOSUB); err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
		functions, others := s.Names()
		if !slices.Equal(functions, []string{"few", "step"}) || !slices.Equal(others, []string{"err", "v", "value"}) {
			t.Errorf("names %v and %v", functions, others)
		}
		f := frame(usersub.SFOSUB)
		if err := bound(t, s, "step", usersub.SFOSUB).Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != 0.5 {
			t.Errorf("a utility that needs no solver gives %g while the module is executed: %v", f.RealArgNamed("value")[0], err)
		}
	})
}

// TestNames: what scripts use without importing it; their own names win.
func TestNames(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
from msolve import *
import msolve
def STEP(*args): return 100
def f(id, time, par, npar, dflag, iflag, nvalue):
    return [cos(pi) + sqrt(4) + ABS(-1) + MAX(1, 2) + len(xrange(3)), STEP(1, 2), HAVSIN(3, 0, 0, 1, 2)]
def g(id, time, par, npar, dflag, iflag, nvalue):
    return [POLY(2, 0, 1, 2, 3), POLY(2, 0, [1, 2, 3], 3, 0), msolve.py_poly(2, 0, [1, 2, 3], 3, 0)[0]]
`)
		for name, want := range map[string][]float64{"f": {-1 + 2 + 1 + 2 + 3, 100, 2}, "g": {17, 17, 17}} {
			f := frame(usersub.ARYSUB)
			if err := bound(t, s, name, usersub.ARYSUB).Call(f, &subtest.Full{}); err != nil {
				t.Fatal(err)
			}
			if got := f.RealArgNamed("value"); !slices.Equal(got, want) {
				t.Errorf("%s gives %v, want %v", name, got, want)
			}
		}
	})
}

// TestOutput: prints arrive by whole lines, in order, on both streams.
func TestOutput(t *testing.T) {
	i := python(t, "numpy", "scipy")
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			var out bytes.Buffer
			e := start(t, i, Options{Child: w.child, Output: &out})
			s := script(t, e, `
import sys
print("loaded")
def f(*args):
    print("one", end=" ")
    print("two", file=sys.stderr)
    sys.stdout.write("ünder way")
    return 1.0
`)
			sub := bound(t, s, "f", usersub.SFOSUB)
			for range 2 {
				if err := sub.Call(frame(usersub.SFOSUB), &subtest.State{}); err != nil {
					t.Fatal(err)
				}
			}
			if want := "loaded\none two\nünder way\none two\nünder way\n"; out.String() != want {
				t.Errorf("printed %q, want %q", out.String(), want)
			}
		})
	}
}

// TestInterpreter: the interpreter is itself: prefix, version, folder of the script, imports
// from there, a traceback that shows the text which was executed.
func TestInterpreter(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		dir := t.TempDir()
		write := func(name, text string) string {
			file := filepath.Join(dir, name)
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			return file
		}
		write("neighbour_of_main.py", "def twice(x): return 2 * x * cos(0)\n")
		src := `
import sys, os, dataclasses
from neighbour_of_main import twice
@dataclasses.dataclass
class Point: x: float
print(sys.prefix, "%d.%d" % sys.version_info[:2], os.path.dirname(__file__), __name__, sep="|")
def f(*args): return twice(Point(1.5).x)
def g(*args):
    raise RuntimeError("as it was")
`
		var out bytes.Buffer
		e.o.Output = &out
		file := write("main_script.py", src)
		s, err := e.ExecuteModule(file, []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		version := e.Interpreter.Version[:strings.LastIndex(e.Interpreter.Version, ".")]
		if want := strings.Join([]string{e.Interpreter.Prefix, version, dir, "main_script"}, "|") + "\n"; out.String() != want {
			t.Errorf("it says %q, want %q", out.String(), want)
		}
		f := frame(usersub.SFOSUB)
		if err := bound(t, s, "f", usersub.SFOSUB).Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != 3 {
			t.Errorf("gives %g, %v", f.RealArgNamed("value")[0], err)
		}
		write("main_script.py", strings.ReplaceAll(src, "as it was", "edited"))
		ce := failed(t, bound(t, s, "g", usersub.SFOSUB).Call(f, &subtest.State{}))
		if !strings.Contains(ce.Detail, `raise RuntimeError("as it was")`) {
			t.Errorf("the traceback shows the edited file:\n%s", ce.Detail)
		}
		files := e.Files()
		if len(files) != 2 || files[file] == "" || files[filepath.Join(dir, "neighbour_of_main.py")] == "" {
			t.Errorf("files %v", files)
		}
	})
}

// TestChildIsEnded: Python code that does not return is ended by an exception with its place, and
// the process serves on.
func TestChildIsEnded(t *testing.T) {
	i := python(t)
	for limit := 300 * time.Millisecond; limit < time.Minute; limit *= 4 {
		e := start(t, i, Options{Child: true, CallTimeout: limit})
		s, err := open1(t, e, `
import time
def fine(*args): return 1.0
def loops(*args):
    while True: pass
def caught(*args):
    while True:
        try: step()
        except Exception: pass
def step(): pass
def sleeps(*args): time.sleep(1e6)
`)
		if err != nil {
			continue // the limit struck on a busy machine
		}
		for name, line := range map[string]string{"loops": "while True: pass", "caught": "in caught", "sleeps": "time.sleep(1e6)"} {
			ce := failed(t, bound(t, s, name, usersub.SFOSUB).Call(frame(usersub.SFOSUB), &subtest.State{}))
			if want := fmt.Sprintf("TimeoutError: no result after %v", limit); ce.Cause != usersub.TimedOut || ce.Message != want || !strings.Contains(ce.Detail, line) {
				t.Errorf("%s: cause %d, %s\n%s\nwant %s", name, ce.Cause, ce.Message, ce.Detail, want)
			}
			if err := bound(t, s, "fine", usersub.SFOSUB).Call(frame(usersub.SFOSUB), &subtest.State{}); err != nil {
				t.Errorf("after %s: %v", name, err)
			}
		}
		return
	}
	t.Error("the script was never loaded")
}

// TestChildIsLost: a process that dies, or that C code does not return from, is an error of the call,
// and of all that follow. A limit that strikes before the call, on a busy machine,
// is followed by a longer one.
func TestChildIsLost(t *testing.T) {
	i := python(t)
	const late = "it did not return within %v (--call-timeout); its process was ended"
	for _, name := range []string{"C"} {
		t.Run(name, func(t *testing.T) {
			for limit := 300 * time.Millisecond; limit < time.Minute; limit *= 4 {
				want := fmt.Sprintf(late, limit)
				err := loses(t, i, name, limit, want)
				if err == nil {
					return
				}
				if !strings.Contains(err.Error(), want) {
					t.Fatal(err)
				}
			}
			t.Error("the function was never called")
		})
	}
	t.Run("dies", func(t *testing.T) {
		if err := loses(t, i, "dies", 0, "the process of the interpreter is gone: signal: killed"); err != nil {
			t.Error(err)
		}
	})
}

// loses calls a function that must lose its process; an error is one of what comes before.
func loses(t *testing.T, i *Interpreter, name string, limit time.Duration, want string) error {
	e, err := StartInterpreter(i, Options{Child: true, CallTimeout: limit, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer e.Close()
	s, err := open1(t, e, `
import os, signal
def fine(*args): return 1.0
def dies(*args): os.kill(os.getpid(), signal.SIGKILL)
def C(*args): return 10 ** 10 ** 10
`)
	if err != nil {
		return err
	}
	fine, err := s.Bind("fine", usersub.SFOSUB)
	if err != nil {
		return err
	}
	if err := fine.Call(frame(usersub.SFOSUB), &subtest.State{}); err != nil {
		return err
	}
	bad, err := s.Bind(name, usersub.SFOSUB)
	if err != nil {
		return err
	}
	for _, sub := range []usersub.Sub{bad, fine} {
		ce := failed(t, sub.Call(frame(usersub.SFOSUB), &subtest.State{}))
		if ce.Cause != usersub.Lost || !strings.HasPrefix(ce.Message, want) {
			t.Fatalf("cause %d: %s, want %s", ce.Cause, ce.Message, want)
		}
	}
	return nil
}

// TestPanics: a solver that panics while it answers panics in the caller, and the
// interpreter still works.
func TestPanics(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, "def f(*args): return py_sysfnc('DX', [1])[0]\n")
		sub := bound(t, s, "f", usersub.SFOSUB)
		func() {
			defer func() {
				if p := recover(); p == nil {
					t.Error("no panic")
				}
			}()
			_ = sub.Call(frame(usersub.SFOSUB), panicState{})
		}()
		if err := sub.Call(frame(usersub.SFOSUB), &subtest.State{}); err != nil {
			t.Error(err)
		}
	})
}

type panicState struct{ subtest.State }

func (panicState) SysFnc(string, []int32) (float64, int32) { panic(errors.New("no state")) }
func (panicState) SysAry(string, []int32, []float64) (int, int32) {
	panic(errors.New("no state"))
}
func (panicState) ModFnc(string, int32, string) (string, int32) { panic(errors.New("no state")) }

// TestNesting: a query may lead to calls of the same interpreter (a utility that
// runs the solver), whose queries are their own.
func TestNesting(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
def outer(id, time, par, npar, dflag, iflag):
    a = py_sysfnc("DX", [1])[0]
    b = py_sysfnc("DY", [2])[0]
    return 100 * a + b + py_sysfnc("DX", [1])[0]
def inner(id, time, par, npar, dflag, iflag):
    return py_sysfnc("DX", [1])[0] + 0.5
`)
		f := frame(usersub.SFOSUB)
		n := &nesting{t: t, sub: bound(t, s, "inner", usersub.SFOSUB), f: frame(usersub.SFOSUB)}
		outer := bound(t, s, "outer", usersub.SFOSUB)
		for range 2 {
			if err := outer.Call(f, n); err != nil {
				t.Fatal(err)
			}
			if got := f.RealArgNamed("value")[0]; got != 1*100+3.5+1 {
				t.Errorf("gives %g", got)
			}
			f.QueryAnswers = usersub.QueryAnswers{} // ask again
		}
	})
}

// nesting answers DY by calling a routine, whose DX is another one.
type nesting struct {
	subtest.State
	t     *testing.T
	sub   usersub.Sub
	f     *usersub.Frame
	depth int
}

func (n *nesting) SysFnc(name string, _ []int32) (float64, int32) {
	switch {
	case name == "DX" && n.depth == 0:
		return 1, 0
	case name == "DX":
		return 3, 0
	}
	n.depth++
	defer func() { n.depth-- }()
	if err := n.sub.Call(n.f, n); err != nil {
		n.t.Error(err)
	}
	return n.f.RealArgNamed("value")[0], 0
}

// TestChangedArguments: parameters, sizes and texts are constants in the function that makes a call;
// it is made again when they change.
func TestChangedArguments(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
def f(id, time, par, npar, dflag, iflag): return 1000*id + 100*par[0] + 10*par[1] + 4*dflag + 2*iflag + time
`)
		fr := frame(usersub.SFOSUB, 2, math.Inf(1))
		sub := bound(t, s, "f", usersub.SFOSUB)
		for k, want := range []float64{math.Inf(1), 7241.5, 9341.5, 9347.5} {
			switch k {
			case 1:
				fr.RealArgNamed("par")[1] = 4
			case 2:
				fr.RealArgNamed("par")[0] = 3
				fr.Ints(fr.Sig.ArgIndex("id"))[0] = 9
			case 3:
				fr.PrepareCall(1.5, true, true)
			}
			if err := sub.Call(fr, &subtest.State{}); err != nil {
				t.Fatal(err)
			}
			if got := fr.RealArgNamed("value")[0]; got != want {
				t.Errorf("gives %g, want %g", got, want)
			}
		}
	})
}

// TestScience: scripts in the manner of engineers: a table is read and a spline made of it
// at set-up, rotations of scipy, matrices of numpy.
func TestScience(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		s := script(t, e, `
import os
import numpy as np
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

TABLE = os.path.join(os.path.dirname(__file__), "table.dat")
x = np.linspace(-1, 1, 9)
np.savetxt(TABLE, np.column_stack([x, x**3]))
law = None

def SFOSUB(id, time, par, npar, dflag, iflag):
    global law
    if iflag:
        table = np.loadtxt(TABLE)
        law = CubicSpline(table[:, 0], table[:, 1])
        return
    return law(par[0])

def VFOSUB(id, time, par, npar, dflag, iflag):
    return Rotation.from_euler("zyx", [par[0], 0, 0]).apply([1, 0, 0])

def GFOSUB(id, time, par, npar, dflag, iflag):
    K = np.diag([1.0, 2, 3, 4, 5, 6])
    d, err = py_sysary("VEL", par[:1])
    return np.linalg.solve(K, K @ K @ np.asarray(d))
`)
		f := frame(usersub.SFOSUB, 0.37)
		sub := bound(t, s, "SFOSUB", usersub.SFOSUB)
		f.PrepareCall(0, false, true)
		if err := sub.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		f.PrepareCall(1, false, false)
		if err := sub.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		if got, want := f.RealArgNamed("value")[0], 0.37*0.37*0.37; math.Abs(got-want) > 1e-15 { // such a spline is exact for cubics
			t.Errorf("the spline gives %g, want %g", got, want)
		}
		v := frame(usersub.VFOSUB, 0.3)
		if err := bound(t, s, "VFOSUB", usersub.VFOSUB).Call(v, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		if got := v.RealArgNamed("result"); math.Hypot(got[0]-math.Cos(0.3), got[1]-math.Sin(0.3)) > 1e-15 {
			t.Errorf("the rotation gives %v", got)
		}
		g := frame(usersub.GFOSUB, 4)
		if err := bound(t, s, "GFOSUB", usersub.GFOSUB).Call(g, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		want := make([]float64, 6)
		(&subtest.State{}).SysAry("VEL", []int32{4}, want)
		for i, got := range g.RealArgNamed("result") {
			if w := float64(i+1) * want[i]; math.Abs(got-w) > 1e-14*math.Abs(w) {
				t.Errorf("component %d is %g, want %g", i, got, w)
			}
		}
	})
}
