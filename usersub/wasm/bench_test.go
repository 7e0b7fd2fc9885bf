package wasm

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

// learned returns what calls a reference routine whose queries are known.
func learned(tb testing.TB, r *usersub.Routine, name string) func() {
	tb.Helper()
	for _, c := range subtest.Cases() {
		if c.Name != name {
			continue
		}
		f, s := c.Frame(1), &subtest.State{Silent: true}
		call := func() {
			f.PrepareCall(1, false, false)
			if err := r.Call(f, s); err != nil {
				tb.Fatal(err)
			}
		}
		call()
		return call
	}
	tb.Fatalf("no case %s", name)
	return nil
}

// states is a state equation with 20 states: a loop in a loop, 400 rounds.
const states = `#include "trammel_usersub.h"
DLLFUNC void STDCALL STATES(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *nstate, double *states,
                            int *ninput, double *input, int *noutpt, double *stated, double *output)
{
    int i, j;
    for (i = 0; i < *nstate; i++) {
        double s = 0;
        for (j = 0; j < *nstate; j++) s += (i - j) * states[j] * par[0];
        stated[i] = s;
    }
    for (i = 0; i < *noutpt; i++) output[i] = states[i];
}
`

// withStates returns what calls it.
func withStates(tb testing.TB, r *usersub.Routine) func() {
	f := usersub.NewFrame(usersub.YFOSUB, "Force_StateEqn", 1, []float64{0.5}, map[string]int{"nstate": 20, "ninput": 7, "noutpt": 6})
	for i := range f.RealArgNamed("states") {
		f.RealArgNamed("states")[i] = float64(i)
	}
	s := &subtest.State{Silent: true}
	return func() {
		f.PrepareCall(1, false, false)
		if err := r.Call(f, s); err != nil {
			tb.Fatal(err)
		}
	}
}

// native compiles the same source into a shared library.
func native(tb testing.TB, src string) string {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		tb.Skip("gcc is not installed")
	}
	out := filepath.Join(tb.TempDir(), "suite.so")
	run(tb, gcc, "-std=gnu99", "-O2", "-shared", "-fPIC", "-ffp-contract=off", "-I../../sdk/c/include", "-o", out, src)
	return out
}

// asLibrary loads a routine as a shared library.
func asLibrary(tb testing.TB, library string, sig *usersub.Sig, name string) *usersub.Routine {
	r, err := new(cdll.Loader).Load(ref(library, name), sig)
	if err != nil {
		tb.Skip(err)
	}
	return r
}

// BenchmarkTargets calls the same sources as WebAssembly and as a shared library in turns,
// so that what disturbs the machine disturbs them alike, and reports the best round of each.
func BenchmarkTargets(b *testing.B) {
	const suite = "../cdll/testdata/c/suite.c"
	src := source(b, "states.c", states)
	library, l, file := native(b, suite), loader(b), build(b, suite)
	twenty := [2]*usersub.Routine{load(b, l, build(b, src), usersub.YFOSUB, "STATES"), asLibrary(b, native(b, src), usersub.YFOSUB, "STATES")}
	cases := []struct {
		name string
		sig  *usersub.Sig
	}{{"CATENA", usersub.PFOSUB}, {"PARSUM", usersub.PFOSUB}, {"BUSHNG", usersub.GFOSUB}, {"LUGYFO", usersub.YFOSUB}, {"MANYQS", usersub.VARSUB}}
	for b.Loop() {
		for _, c := range append(cases, struct {
			name string
			sig  *usersub.Sig
		}{"20STATES", nil}) {
			var ways [2]func()
			if c.sig == nil {
				ways = [2]func(){withStates(b, twenty[0]), withStates(b, twenty[1])}
			} else {
				ways = [2]func(){learned(b, load(b, l, file, c.sig, c.name), c.name), learned(b, asLibrary(b, library, c.sig, c.name), c.name)}
			}
			var best [2]time.Duration
			const calls = 4000
			for range 40 {
				for k, call := range ways {
					t := time.Now()
					for range calls {
						call()
					}
					if d := time.Since(t); best[k] == 0 || d < best[k] {
						best[k] = d
					}
				}
			}
			b.ReportMetric(float64(best[0])/calls, c.name+"-wasm-ns")
			b.ReportMetric(float64(best[1])/calls, c.name+"-C-ns")
		}
	}
	b.ReportMetric(0, "ns/op")
}

// A call allocates nothing.
func TestCallsDoNotAllocate(t *testing.T) {
	l, file := loader(t), build(t, "../cdll/testdata/c/suite.c")
	for name, sig := range map[string]*usersub.Sig{"CATENA": usersub.PFOSUB, "BUSHNG": usersub.GFOSUB, "LUGYFO": usersub.YFOSUB, "MANYQS": usersub.VARSUB} {
		if n := testing.AllocsPerRun(100, learned(t, load(t, l, file, sig, name), name)); n > 0 {
			t.Errorf("%s: %g allocations a call", name, n)
		}
	}
}
