//go:build linux && (amd64 || arm64)

package plugins_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/wasm"
)

// An implementation is one way to have the routines of the benchmark called.
type implementation struct {
	name  string
	block int // calls that are timed together: reading the clock takes as long as a call in process
	load  func(b *testing.B, name string, sig *usersub.Sig) *usersub.Routine
}

// implementations are the rows of the table of costs.
func implementations(b *testing.B) []implementation {
	library := map[string]string{"CATENA": cLibrary(b, "../usersub/cdll/testdata/c/suite.c"), "DECAYS": cLibrary(b, "testdata/c/cost.c")}
	native := func(l usersub.Loader, file func(name string) string) func(*testing.B, string, *usersub.Sig) *usersub.Routine {
		b.Cleanup(func() { l.Close() })
		return func(b *testing.B, name string, sig *usersub.Sig) *usersub.Routine {
			path := file(name)
			r, err := l.Load(&usersub.Ref{Library: filepath.Base(path), Dir: filepath.Dir(path),
				Function: name, Named: true, Element: sig.Element + " 7"}, sig)
			if err != nil {
				b.Fatal(err)
			}
			return r
		}
	}
	asC := func(name string) string { return library[name] }
	list := []implementation{{"C", 20, native(&cdll.Loader{}, asC)}}
	if module := modules(b); module != nil {
		list = append(list, implementation{"wasm", 20, native(&wasm.Loader{}, func(name string) string { return module[name] })})
	}
	for _, t := range transports {
		isolated := isolating(b, "gpython", "none", nil)
		isolated.Transport = t
		list = append(list, implementation{"isolated-C-" + string(t), 1, native(isolated, asC)})
	}
	for _, t := range transports {
		l := over(b, t)
		list = append(list, implementation{"Go-plugin-" + string(t), 1, func(b *testing.B, name string, sig *usersub.Sig) *usersub.Routine {
			r, err := l.Load(ref("refplugin", name), sig)
			if err != nil {
				b.Fatal(err)
			}
			return r
		}})
	}
	return list
}

// modules compiles the same sources to WebAssembly; nil where there is no compiler.
func modules(b *testing.B) map[string]string {
	if _, err := exec.LookPath("clang"); err != nil {
		b.Log("no clang: the row of WebAssembly is missing")
		return nil
	}
	built := map[string]string{}
	for name, source := range map[string]string{"CATENA": "../usersub/cdll/testdata/c/suite.c", "DECAYS": "testdata/c/cost.c"} {
		built[name] = filepath.Join(b.TempDir(), "cost.wasm")
		out, err := exec.Command("clang", "--target=wasm32-wasi", "-mexec-model=reactor", "-O2", "-fvisibility=default", "-ffp-contract=off",
			"-fno-math-errno", "-I../sdk/c/include", "-Wl,--export-dynamic", "-Wl,--allow-undefined", "-Wl,--export-if-defined=malloc",
			"-o", built[name], source).CombinedOutput()
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	return built
}

// BenchmarkCost is the table of README.md: what a call costs by all implementations, in turns, so that what else continues hits
// them alike, with 0, 1, 2 and 4 programs beside them that want all of a processor. p50-ns and p99-ns are of all
// calls, best-ns is the smallest median of a round of calls: the one that was disturbed least.
func BenchmarkCost(b *testing.B) {
	list := implementations(b)
	for _, loops := range []int{0, 1, 2, 4} {
		b.Run(fmt.Sprint(loops), func(b *testing.B) {
			for _, c := range benched {
				calls := make([]func(i int), len(list))
				for k, s := range list {
					calls[k] = prepared(b, s.load(b, c.name, c.sig), c.sig, c.dims, c.par)
				}
				stop := besides(b, loops)
				took, best := effort{30, 150, 30}.inTurns(list, calls)
				stop()
				for k, s := range list {
					b.Run(c.sig.Name+"/"+s.name, func(b *testing.B) {
						for b.Loop() { // all was measured above
						}
						b.ReportMetric(0, "ns/op")
						b.ReportMetric(took[k][len(took[k])/2], "p50-ns")
						b.ReportMetric(took[k][len(took[k])*99/100], "p99-ns")
						b.ReportMetric(best[k], "best-ns")
					})
				}
			}
		})
	}
}

// besides starts programs that want all of a processor, and returns what ends them.
func besides(b *testing.B, n int) func() {
	var all []*exec.Cmd
	for range n {
		busy := exec.Command(program("busy"))
		if err := busy.Start(); err != nil {
			b.Fatal(err)
		}
		all = append(all, busy)
	}
	return func() {
		for _, busy := range all {
			busy.Process.Kill()
			busy.Wait()
		}
	}
}

// prepared returns a function that makes one call with inputs of its own. The set-up call has been made.
func prepared(b testing.TB, r *usersub.Routine, sig *usersub.Sig, dims map[string]int, par []float64) func(i int) {
	f, s := usersub.NewFrame(sig, sig.Element, 7, par, dims), &subtest.State{Silent: true}
	f.PrepareCall(0, false, true)
	if err := r.Call(f, s); err != nil {
		b.Fatal(err)
	}
	states := sig.ArgIndex("states")
	return func(i int) {
		f.PrepareCall(float64(i), false, false)
		for k := range f.Value {
			f.Value[k] = float64(i) * 1e-3
		}
		if states >= 0 {
			for k := range f.Reals(states) {
				f.Reals(states)[k] = float64(i + k)
			}
		}
		if err := r.Call(f, s); err != nil {
			b.Fatal(err)
		}
	}
}

// effort is how much is measured.
type effort struct {
	rounds  int
	samples int // of an implementation in a round
	warm    int // calls before these: a process that nobody has called for a while sleeps
}

// inTurns measures the implementations one after the other, many times over. It returns the times of all samples in
// ascending order and the smallest median of a round, in ns a call.
func (e effort) inTurns(list []implementation, calls []func(i int)) (took [][]float64, best []float64) {
	took, best = make([][]float64, len(list)), make([]float64, len(list))
	n := 0
	for round := range e.rounds {
		for k, s := range list {
			for range e.warm {
				n++
				calls[k](n)
			}
			now := make([]float64, e.samples)
			for j := range now {
				start := time.Now()
				for range s.block {
					n++
					calls[k](n)
				}
				now[j] = float64(time.Since(start).Nanoseconds()) / float64(s.block)
			}
			took[k] = append(took[k], now...)
			slices.Sort(now)
			if m := now[len(now)/2]; round == 0 || m < best[k] {
				best[k] = m
			}
		}
	}
	for _, t := range took {
		slices.Sort(t)
	}
	return took, best
}
