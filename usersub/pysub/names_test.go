package pysub

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// everyEngine runs a test with scripts in each interpreter, and with functions that are
// compiled and such as are not.
func everyEngine(t *testing.T, test func(t *testing.T, b *bench)) {
	for _, o := range []Options{{Engine: GPython}, {Engine: GPython, Interpret: true}, {Engine: CPython}, {Engine: CPythonChild}} {
		name := o.Engine
		if o.Interpret {
			name += "-interpreted"
		}
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			o.Output, o.Log = io.Discard, slog.New(slog.DiscardHandler)
			b.Loader = New(o)
			b.write("probe.py", "def F(*a): return 0\n")
			if _, err := b.Load(b.ref("probe.py", "F"), usersub.PFOSUB); err != nil {
				if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
					t.Fatal(err)
				}
				t.Skip(err)
			}
			test(t, b)
			b.Loader.Close()
		})
	}
}

// injected are all names that scripts may use without an import.
func injected() []string {
	names := []string{"py_sysfnc", "py_sysary", "py_modfnc", "xrange", "exit", "quit"}
	for _, u := range usersub.Utilities() {
		if u.InPython != "" {
			names = append(names, u.InPython)
		}
	}
	names = append(names, mathNames...)
	names = append(names, loading.PythonExpressions...)
	return append(names, slices.Sorted(maps.Keys(upperNames))...)
}

// Every injected name is there in every interpreter, in functions and at the top of a module, and none of the names of
// vendors' pages is missing among them.
func TestInjectedNamesInAll(t *testing.T) {
	names := injected()
	for _, name := range strings.Fields(`py_akispl py_analys py_bistop py_cheby py_cubspl py_cusfnc py_datout py_errmes py_fitspl py_forcos py_forsin
		py_getcpu py_getinm py_getint py_getmod py_getslv py_getstm py_getver py_gtcrv py_gtinam py_gtonam py_gtstrg py_gtunts py_havsin py_impact py_modfnc
		py_modinf py_nmodes py_modify py_modset py_put_marker py_put_spline py_rcnvrt py_set_attribute py_set_discrete_interface py_sysary py_sysfnc py_tcnvrt
		py_timget py_ucomar py_ucovar py_usrmes cos sin pi xrange AKISPL CUBSPL FITSPL`) {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not injected", name)
		}
	}
	list := "[" + strings.Join(names, ", ") + "]"
	text := fmt.Sprintf("HERE = %s\ndef F(id, time, par, npar, dflag, iflag):\n    HERE.append(0)\n    for x in %s:\n"+
		"        if not (callable(x) or x == pi): raise ValueError(x)\n    return len(HERE)\n", list, list)
	everyEngine(t, func(t *testing.T, b *bench) {
		b.write("names.py", text)
		r, f := b.load("names.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB)
		call(t, r, f)
		if got := f.RealArgNamed("value")[0]; got != float64(len(names)+1) {
			t.Errorf("%g names, want %d", got, len(names)+1)
		}
	})
}

// The injected names mean the same in every interpreter; a script's own names win over them, and so does what it imports.
func TestInjectedNamesMean(t *testing.T) {
	const head = "def F(id, time, par, npar, dflag, iflag):\n    return "
	laws := []struct {
		text string
		want float64
	}{
		{head + "cos(pi) + SIN(PI/2)", 0},
		{head + "MOD(7, 4) + ABS(-2) + MAX(1, 3) + MIN(1, 3)", 9},
		{head + "pow(2, 3) + sqrt(9) + degrees(pi)", 191},
		{head + "ATAN2(1, 1) / ATAN(1)", 1},
		{head + "sum(xrange(4))", 6},
		{head + "STEP(0.5, 0, 0, 1, 8) + STEP(time, 0, 0, 1, 1)", 5},
		{head + "HAVSIN(0.5, 0, 0, 1, 8) + STEP5(0.5, 0, 0, 1, 8)", 8},
		{head + "AKISPL(1, 0, 7, 0)", 0},                                                             // replaced below
		{head + "AKISPL(1, 0, 7) - py_akispl(1, 0, 7, 0)[0][0]", 0},                                  // a list
		{head + "2 * py_akispl(1, 0, 7, 0)[0] - 2 * AKISPL(1, 0, 7, 0)", 0},                          // or a number
		{"cos = 5\npi = 2\ndef SIN(x): return x\n" + head + "cos + pi + SIN(1)", 8},                  // own names
		{"def xrange(n): return [n]\n" + head + "sum(xrange(4))", 4},                                 //
		{"from math import *\nfrom msolve import *\n" + head + "cos(0) + len(STEP.__name__) - 4", 1}, //
		{"import msolve\n" + head + "msolve.py_timget() - py_timget()", 0},                           //
		{"def step(x): return x\nAKISPL = step\n" + head + "AKISPL(3)", 3},                           //
	}
	full := &subtest.Full{}
	everyEngine(t, func(t *testing.T, b *bench) {
		var spline float64
		for i, law := range laws {
			name := fmt.Sprintf("law%d.py", i)
			b.write(name, law.text+"\n")
			f := frame(usersub.PFOSUB)
			if err := b.load(name, "F", usersub.PFOSUB).Call(f, full); err != nil {
				t.Errorf("%s: %v", law.text, err)
				continue
			}
			got := f.RealArgNamed("value")[0]
			if strings.HasSuffix(law.text, "AKISPL(1, 0, 7, 0)") && law.want == 0 && !strings.Contains(law.text, "py_") {
				spline = got
				continue
			}
			if d := got - law.want; d > 1e-14 || d < -1e-14 { // a few roundings of cos and sin
				t.Errorf("%s: %g, want %g", law.text, got, law.want)
			}
		}
		if spline == 0 {
			t.Error("AKISPL gives 0")
		}
	})
}

// A routine may be anything that can be called.
func TestCallables(t *testing.T) {
	const text = `
import functools
class Law:
    def __init__(self, k):
        self.k, self.n = k, 0
    def __call__(self, id, time, par, npar, dflag, iflag):
        self.n += 1
        return self.k * time
    def method(self, id, time, par, npar, dflag, iflag):
        return self(id, time, par, npar, dflag, iflag)
def law(k, id, time, par, npar, dflag, iflag):
    return k * time
def make(k):
    return lambda id, time, par, npar, dflag, iflag: k * time
instance = Law(4)
method = Law(4).method
partial = functools.partial(law, 4)
closure = make(4)
`
	everyEngine(t, func(t *testing.T, b *bench) {
		b.write("callables.py", text)
		for _, name := range []string{"instance", "method", "partial", "closure"} {
			r, f := b.load("callables.py", name, usersub.PFOSUB), frame(usersub.PFOSUB)
			call(t, r, f)
			if got, want := f.RealArgNamed("value")[0], 4*f.Time(); got != want {
				t.Errorf("%s gives %g, want %g", name, got, want)
			}
		}
	})
}
