package cpython

import (
	"runtime"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// costs is a script with routines and the loops of CPython around them: LOOPS(n) gives the
// seconds of n calls with the arguments that the solver hands over.
const costs = `
from time import perf_counter as clock

def PLAIN(id, time, par, npar, dflag, iflag):
    return 2.0*time + par[0]*par[1]

def VECTOR(id, time, par, npar, dflag, iflag):
    return [time, par[0], par[1]]

def ASKS(id, time, par, npar, dflag, iflag):
    x, err = py_sysfnc("DX", [par[0]])
    y, err = py_sysfnc("DY", [par[0]])
    return x + y

def NONE(id, time, par, npar, dflag, iflag):
    x, err = [0.5, 0]
    y, err = [0.5, 0]
    return x + y

def loop(f, n):
    par = [9.0, 2.0]
    began = clock()
    for _ in range(n):
        f(7, 0.5, par, 2, 0, 0)
    return clock() - began

def LOOPS(id, time, par, npar, dflag, iflag, nvalue):
    n = int(par[0])
    return [loop(PLAIN, n), loop(VECTOR, n), loop(NONE, n), loop(ASKS, n)]
`

// BenchmarkOverhead is what a call costs beyond the same function in a loop of
// CPython, in one run: all take turns, the best round of each counts.
func BenchmarkOverhead(b *testing.B) {
	runtime.LockOSThread() // for good: the interpreter stays on this thread
	i := python(b)
	for _, w := range ways {
		e := start(b, i, Options{Child: w.child, OneThread: true})
		s, err := e.ExecuteModule("/costs.py", []byte(costs))
		if err != nil {
			b.Fatal(err)
		}
		const rounds, calls = 200, 500 // rounds short enough to pass undisturbed on a busy machine
		best := make([]float64, 8)     // ns: loops of PLAIN, VECTOR, NONE, ASKS, then the calls of these
		for k := range best {
			best[k] = 1e18
		}
		loops := measured(b, s, "LOOPS", usersub.ARYSUB, calls)
		routines := []func() float64{
			timed(b, s, "PLAIN", usersub.PFOSUB, calls), timed(b, s, "VECTOR", usersub.VFOSUB, calls),
			timed(b, s, "NONE", usersub.PFOSUB, calls), timed(b, s, "ASKS", usersub.PFOSUB, calls),
		}
		timed1 := timed(b, s, "ASKS", usersub.PFOSUB, 1)
		for range rounds {
			for k, v := range loops() {
				best[k] = min(best[k], v/calls*1e9)
			}
			for k, f := range routines {
				best[4+k] = min(best[4+k], f()/calls*1e9)
			}
		}
		for k, name := range []string{"one number", "a list of 3", "no query", "2 queries"} {
			b.Logf("%-6s %-12s: %5.0f ns, in a loop of CPython %4.0f ns, overhead %5.0f ns", w.name, name, best[4+k], best[k], best[4+k]-best[k])
		}
		b.ReportMetric(best[4]-best[0], w.name+"-ns")
		b.Logf("%-6s %g allocations in a call", w.name, testing.AllocsPerRun(100, func() { timed1() }))
	}
	for b.Loop() {
	}
}

// measured returns a function that calls a routine once and gives its outputs.
func measured(b *testing.B, s *Script, name string, sig *usersub.Sig, n float64) func() []float64 {
	sub, err := s.Bind(name, sig)
	if err != nil {
		b.Fatal(err)
	}
	f := usersub.NewFrame(sig, "", 7, []float64{n}, map[string]int{"nvalue": 4})
	return func() []float64 {
		f.PrepareCall(0.5, false, false)
		if err := sub.Call(f, &subtest.State{Silent: true}); err != nil {
			b.Fatal(err)
		}
		return f.Reals(sig.OutputIndices()[0])
	}
}

// timed returns a function that gives the seconds of n calls.
func timed(b *testing.B, s *Script, name string, sig *usersub.Sig, n int) func() float64 {
	sub, err := s.Bind(name, sig)
	if err != nil {
		b.Fatal(err)
	}
	f := usersub.NewFrame(sig, "", 7, []float64{9, 2}, nil)
	state := &subtest.State{Silent: true}
	f.PrepareCall(0.5, false, false)
	if err := sub.Call(f, state); err != nil {
		b.Fatal(err)
	}
	return func() float64 {
		began := time.Now()
		for range n {
			if err := sub.Call(f, state); err != nil {
				b.Fatal(err)
			}
		}
		return time.Since(began).Seconds()
	}
}
