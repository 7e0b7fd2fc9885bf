package examples_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inequalities are the decks whose inequalities, or forces beside them, routines give, with the columns of their results.
var inequalities = map[string][]string{
	"rows":    {"1.F1", "1.F2", "1.F3", "1.F4", "2.F1", "2.F2", "3.F1", "3.F2", "4.F1", "4.F2", "4.F3"},
	"bushing": {"1.F1", "1.F2", "1.F3"},
	"limit":   {"1.F1", "1.F2"},
	"contact": {"1.F1", "1.F2", "1.F3", "1.F4", "2.F1", "2.F2", "2.F3"},
}

// TestInequalitiesAgree: routines in C, Python (compiled, embedded, CPython), WebAssembly and a plugin, in processes of their own or not, give one
// motion through impacts, stops, slip and stick: the same steps and events, to rounding.
func TestInequalitiesAgree(t *testing.T) {
	nsc := map[string]string{"integrator_type": "NSC", "h_max": "0.0025"} // TestInequalitiesByNSC has finer steps
	for name, columns := range inequalities {
		sets := []map[string]string{nil, nsc}
		if name == "contact" || !long && name != "rows" {
			sets = sets[:1] // it is NSC, or this is the short form
		}
		for _, set := range sets {
			t.Run(fmt.Sprint(name, " ", set["integrator_type"]), func(t *testing.T) {
				t.Parallel()
				f := &family{columns: columns}
				base := firstBuildable(t, []string{"inequalities-user/" + name + "-c.xml", "inequalities-user/" + name + "-python.xml"})
				for _, o := range []struct {
					lang  string
					bound float64 // with exact partials Newton's iteration ends elsewhere
					flags []string
				}{
					{"python", 1e-6, nil},
					{"python", 1e-9, []string{interpreted}},
					{"python", 1e-9, []string{interpreted, "--python-engine", "cpython"}},
					{"plugin", 1e-9, nil},
					{"wasm", 1e-9, nil},
					{"c", 1e-9, []string{"--isolate", "all"}},
					{"python", 1e-9, []string{"--isolate", "all", interpreted}},
				} {
					deck := "inequalities-user/" + name + "-" + o.lang + ".xml"
					if o.lang == "wasm" && name != "rows" || slices.Contains(o.flags, "cpython") && !hasPython() {
						continue
					}
					if !long && name != "limit" && (o.lang == "plugin" || slices.Contains(o.flags, "--isolate")) {
						continue // in the short form one deck has its routine in another process
					}
					bound := o.bound
					if name == "contact" { // forces are impulses over a step of 1 ms
						bound = 1e-6
					}
					f.hold(t, deck, base, set, math.Inf(1), bound, o.flags, nil)
				}
			})
		}
	}
}

// hasPython reports whether there is an interpreter; where all tools are wanted, the run itself says what is missing.
func hasPython() bool {
	_, err := exec.LookPath("python3")
	return err == nil || os.Getenv("TRAMMEL_REQUIRE_ALL") == "1"
}

// TestInequalitiesByNSC: the decks of smooth integrators give the closed forms by NSC, too, within the error of its steps.
func TestInequalitiesByNSC(t *testing.T) {
	bounds := map[string]float64{"rows": 1e-5, "bushing": 2, "limit": 2e-4}
	for _, e := range readExpected(t) {
		name, _, _ := strings.Cut(filepath.Base(e.Decks[0]), "-")
		bound, ok := bounds[name]
		if !ok || !strings.HasPrefix(e.Reference, "inequalities-user/") {
			continue
		}
		want, err := readTable(e.Reference)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := run(t, firstBuildable(t, e.Decks), map[string]string{"integrator_type": "NSC", "h_max": "0.001"})
		if got == nil {
			continue
		}
		for k, d := range e.errors(t, got, want) {
			t.Logf("%s %-6s %.2e", name, e.Columns[k].Want, d)
			if d > bound {
				t.Errorf("%s: %s is off by %.3g, the bound is %g", name, e.Columns[k].Want, d, bound)
			}
		}
	}
}
