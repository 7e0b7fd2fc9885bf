package pysub

import (
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestQuestions asks in the ways that scripts do. All mean the same query.
func TestQueries(t *testing.T) {
	want := usersub.Query{Name: "DX", Par: []int32{11, 12}}
	for _, ask := range []string{
		`py_sysfnc("DX", [11, 12])`, `py_sysfnc("dx", (11.0, 12.0))`, `py_sysfnc(" Dx   ", [10.6, 12.4])`,
		`py_sysfnc("DX", par)`, `py_sysfnc("DX", par[:2])`, `py_sysfnc("DX", par, 2)`,
		`py_sysfnc("DX", range(11, 13))`, `py_sysfnc("DX\0rest", par)`, `msolve.py_sysfnc("DX", par)`,
	} {
		b := newBench(t, "a.py", "import msolve\ndef F(id, time, par, npar, dflag, iflag):\n    [v, err] = "+ask+"\n    return v + 100 * err\n")
		f, s := frame(usersub.PFOSUB, 11, 12), &subtest.State{Shift: 0.5}
		if err := b.load("a.py", "F", usersub.PFOSUB).Call(f, s); err != nil {
			t.Errorf("%s: %v", ask, err)
			continue
		}
		if len(f.Asked) != 1 || f.Asked[0].Name != want.Name || !slices.Equal(f.Asked[0].Par, want.Par) {
			t.Errorf("%s asks %v, want %v", ask, f.Asked, want)
		}
		if f.RealArgNamed("value")[0] != f.Value[0] || f.Value[0] == 0 {
			t.Errorf("%s gives %g, the answer is %g", ask, f.RealArgNamed("value")[0], f.Value[0])
		}
	}
}

func TestOneMarkerMayBeANumber(t *testing.T) {
	b := newBench(t, "a.py", "def F(id, time, par, *a):\n    v, e = py_sysary('TDISP', par[0])\n    w, e = py_sysary('tdisp', 11)\n    return v + [len(w)] if id < 0 else [v[0], w[1], len(w)]\n")
	f := frame(usersub.ARYSUB, 11)
	call(t, b.load("a.py", "F", usersub.ARYSUB), f)
	if len(f.Asked) != 1 || !f.Asked[0].Ary || f.RealArgNamed("value")[1] != f.Value[1] || f.RealArgNamed("value")[2] != 3 {
		t.Fatalf("asked %v, value %v", f.Asked, f.RealArgNamed("value"))
	}
}

func TestModelQueries(t *testing.T) {
	b := newBench(t, "a.py", `
from msolve import *
def F(id, time, par, *a):
    text, info = py_modfnc("Constraint_Joint ", par[0], "I_Marker_Id")
    nothing, minus = py_modfnc("Nonsense", 1, "x")
    return [int(text), info, minus]
`)
	f := frame(usersub.ARYSUB, subtest.Joint)
	call(t, b.load("a.py", "F", usersub.ARYSUB), f)
	if v := f.RealArgNamed("value"); !slices.Equal(v, []float64{subtest.IMarker, 2, -1}) {
		t.Fatalf("got %v", v)
	}
}

// TestInjectedNames: what scripts use without importing it is there, in
// imported modules too, and what a script defines itself wins.
func TestInjectedNames(t *testing.T) {
	b := newBench(t, "a.py", `
import side
def sin(x):
    return 40
xs = [x for x in xrange(3)]
def F(id, time, par, *a):
    pi = 3
    return [cos(0) + sqrt(4) + pow(2, 3) + pi, sin(0) + len(xs), side.f(par)]
`, "side.py", "def f(par):\n    return py_sysfnc('DX', par)[1] + sin(pi / 2) + exp(0)\n")
	f := frame(usersub.ARYSUB, 11)
	call(t, b.load("a.py", "F", usersub.ARYSUB), f)
	if v := f.RealArgNamed("value"); !slices.Equal(v, []float64{14, 43, 2}) {
		t.Fatalf("got %v", v)
	}
}

// Two foreseen queries and a little arithmetic: what an ordinary routine
// costs.
func TestAllocationsPerCall(t *testing.T) {
	r, f := catenary(t)
	s := &subtest.State{}
	time := 0.0
	n := testing.AllocsPerRun(200, func() {
		time += 0.125
		f.PrepareCall(time, false, false)
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("%g allocations per call", n)
	if n > 30 {
		t.Errorf("%g allocations per call, want at most 30", n)
	}
}

func catenary(t testing.TB) (*usersub.Routine, *usersub.Frame) {
	b := newBench(t, "a.py", `
def PFOSUB(id, time, par, npar, dflag, iflag):
    y, err = py_sysfnc("DY", [par[0]])
    x, err = py_sysfnc("DX", [par[0]])
    return y - cosh(x)
`)
	r, f := b.load("a.py", "PFOSUB", usersub.PFOSUB), frame(usersub.PFOSUB, 9)
	f.PrepareCall(0, false, true)
	call(t, r, f)
	return r, f
}

func BenchmarkTwoQueries(b *testing.B) {
	r, f := catenary(b)
	s := &subtest.State{}
	b.ReportAllocs()
	for b.Loop() {
		f.PrepareCall(0.5, false, false)
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNoQueries(b *testing.B) {
	t := newBench(b, "a.py", "def F(id, time, par, npar, dflag, iflag):\n    return par[0] * time\n")
	r, f := t.load("a.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 9)
	b.ReportAllocs()
	for b.Loop() {
		f.PrepareCall(0.5, false, false)
		if err := r.Call(f, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUtilities(b *testing.B) {
	t := newBench(b, "a.py", "def F(id, time, par, npar, dflag, iflag):\n    [s, err] = py_step(time, 0, 0, 1, par[0], 0)\n    return s * AKISPL(time, 0, 7)\n")
	r, f := t.load("a.py", "F", usersub.PFOSUB), frame(usersub.PFOSUB, 9)
	s := &subtest.Full{}
	b.ReportAllocs()
	for b.Loop() {
		f.PrepareCall(0.5, false, false)
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}
