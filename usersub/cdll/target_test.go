//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"testing"
	"time"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// callTiming is one way of calling, with the time spent in it.
type callTiming struct {
	call  func()
	spent time.Duration
	best  time.Duration // of one round
}

// interleave runs all ways in turn, so that what disturbs the machine
// disturbs them alike. It keeps the best round of each.
func interleave(rounds, calls int, ways ...*callTiming) {
	for range rounds {
		for _, w := range ways {
			t := ticks()
			for range calls {
				w.call()
			}
			d := ticks() - t
			w.spent += d
			if w.best == 0 || d < w.best {
				w.best = d
			}
		}
	}
}

// way prepares calls of a reference routine; entering Go for its queries if
// unforeseen is set.
func way(tb testing.TB, source string, sig *usersub.Sig, name string, unforeseen bool) *callTiming {
	r := load(tb, build(tb, "suite.so", source), sig, name)
	f, s := learned(tb, r, name)
	if unforeseen {
		hide(r, f)
	}
	return &callTiming{call: func() {
		f.PrepareCall(1, false, false)
		if err := r.Call(f, s); err != nil {
			tb.Fatal(err)
		}
	}}
}

// The targets: a call with two foreseen queries costs at most three empty
// calls, and answering them in Go at least four times as much as it.
func targets(tb testing.TB, rounds, calls int) (names []string, overEmpty, inGoOver []float64, ns []float64, empty float64) {
	if err := ensureForwardingLibrary(); err != nil {
		tb.Fatal(err)
	}
	none := &callTiming{call: func() { purego.SyscallN(host.empty) }}
	ways := []*callTiming{none}
	for _, c := range []struct {
		name, source string
		sig          *usersub.Sig
		routine      string
	}{
		{"C-PFOSUB", "testdata/c/suite.c", usersub.PFOSUB, "CATENA"},
		{"Fortran-PFOSUB", "testdata/fortran/suite.f", usersub.PFOSUB, "CATENA"},
		{"C-GFOSUB", "testdata/c/suite.c", usersub.GFOSUB, "BUSHNG"},
		{"Fortran-GFOSUB", "testdata/fortran/suite.f", usersub.GFOSUB, "BUSHNG"},
	} {
		names = append(names, c.name)
		ways = append(ways, way(tb, c.source, c.sig, c.routine, false), way(tb, c.source, c.sig, c.routine, true))
	}
	interleave(rounds, calls, ways...)
	for k := range names {
		foreseen, inGo := float64(ways[1+2*k].best), float64(ways[2+2*k].best)
		ns = append(ns, foreseen/float64(calls))
		overEmpty = append(overEmpty, foreseen/float64(none.best))
		inGoOver = append(inGoOver, inGo/foreseen)
	}
	return names, overEmpty, inGoOver, ns, float64(none.best) / float64(calls)
}

// BenchmarkTargets reports, from one run, the cost of an empty call, of each
// routine, and both ratios.
func BenchmarkTargets(b *testing.B) {
	for b.Loop() {
		names, overEmpty, inGoOver, ns, empty := targets(b, 40, 2000)
		b.ReportMetric(empty, "empty-ns")
		for k, n := range names {
			b.ReportMetric(ns[k], n+"-ns")
			b.ReportMetric(overEmpty[k], n+"/empty")
			b.ReportMetric(inGoOver[k], n+"-inGo/foreseen")
		}
	}
	b.ReportMetric(0, "ns/op")
}

// The ratios hold with room for a busy machine.
func TestTargets(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector slows Go down, not C")
	}
	names, overEmpty, inGoOver, _, _ := targets(t, 30, 500)
	for k, n := range names {
		if overEmpty[k] > 6 || inGoOver[k] < 2 {
			t.Errorf("%s: %.2f empty calls, in Go %.2f times as much", n, overEmpty[k], inGoOver[k])
		}
	}
}

// BenchmarkUtility is what a utility costs that Go answers.
func BenchmarkUtility(b *testing.B) {
	src := source(b, "u.c", `void c_shf(double, double, double, double, double, double, int, double *, int *);
void WAVES(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ int err; c_shf(0.5, 0, 0, 1, 1, 0, 0, value, &err); }`)
	r := load(b, build(b, "u.so", src), usersub.VARSUB, "WAVES")
	f, s := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 7, nil, nil), &subtest.State{}
	b.ReportAllocs()
	for b.Loop() {
		f.PrepareCall(1, false, false)
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}
