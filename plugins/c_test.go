//go:build unix

package plugins_test

import (
	"errors"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

const cdllData = "../usersub/cdll/testdata"

// cPlugins are the plugins in C and the like, by name: compiler, flags, and sources.
var cPlugins = map[string][]string{
	"c-suite":   {"gcc", "-DWITH_UTILITIES", "-I../sdk/c/include", "-w", "testdata/c/suite.c", cdllData + "/c/suite.c", cdllData + "/c/utility.c"},
	"cpp-suite": {"g++", "-I../sdk/c/include", "-w", "-x", "c", "testdata/c/suite.c", "-x", "c++", cdllData + "/cpp/suite.cpp", "-x", "c"},
	"f-suite":   {"gfortran", "-std=legacy", "-DFORTRAN_NAMES", "-I../sdk/c/include", "-w", "testdata/c/suite.c", cdllData + "/fortran/suite.f"},
	"f-utility": {"gfortran", "-std=legacy", "-DFORTRAN_NAMES", "-DWITH_UTILITIES", "-DUTILITIES_ONLY", "-I../sdk/c/include", "-w",
		"testdata/c/suite.c", cdllData + "/fortran/utility.f"},
	"c-states":   {"gcc", "-I../sdk/c/include", "testdata/c/states.c"},
	"cpp-faults": {"g++", "-I../sdk/c/include", "testdata/c/faults.cpp", "-x", "c"},
}

// buildC builds a plugin once for all tests.
func buildC(t testing.TB, name string) {
	t.Helper()
	line := cPlugins[name]
	subtest.RequireTool(t, line[0])
	if _, err := exec.LookPath(program(name)); err == nil {
		return
	}
	args := append([]string{"-O2", "-ffp-contract=off", "-o", program(name)}, line[1:]...)
	args = append(args, "../sdk/c/trammel_plugin.c", "-lm")
	if out, err := exec.Command(line[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", line[0], strings.Join(args, " "), err, out)
	}
}

func TestSuiteInC(t *testing.T) {
	for name, suites := range map[string][]func(*testing.T, subtest.Load){
		"c-suite":   {subtest.RunSuite, subtest.RunUtilities},
		"cpp-suite": {subtest.RunSuite},
		"f-suite":   {subtest.RunSuite},
		"f-utility": {subtest.RunUtilities},
	} {
		t.Run(name, func(t *testing.T) {
			buildC(t, name)
			bothTransports(t, func(t *testing.T, tr plugins.Transport) {
				l := newLoader(t, tr, 0)
				for _, run := range suites {
					run(t, loads(l, name))
				}
			})
		})
	}
}

// TestStatesInPlugins: routines of a state equation reach sizes, states and inputs by utilities, in C and in Python.
func TestStatesInPlugins(t *testing.T) {
	for name, prepare := range map[string]func(*testing.T){
		"c-states": func(t *testing.T) { buildC(t, "c-states") }, "py-states": func(t *testing.T) { inPython(t, "py-states", "states.py") },
	} {
		t.Run(name, func(t *testing.T) {
			prepare(t)
			bothTransports(t, func(t *testing.T, tr plugins.Transport) {
				r := loads(newLoader(t, tr, 0), name)(t, usersub.GSE_DERIV, "deriv")
				f := usersub.NewFrame(usersub.GSE_DERIV, "Control_StateEqn", 1, nil, map[string]int{"n": 10})
				f.Member = map[string]any{"NS": 2, "ND": 1, "NI": 1, "NO": 3, "X": 2, "XD": 5, "U": 6}
				for _, k := range []float64{1, 2} {
					f.PrepareCall(0, false, false)
					f.QueryAnswers = usersub.QueryAnswers{}
					if err := r.Call(f, stateArrays{2: {3 * k, 4 * k}, 5: {7 * k}, 6: {8 * k}}); err != nil {
						t.Fatal(err)
					}
					if want := []float64{2, 1, 1, 3, 3 * k, 4 * k, 7 * k, 8 * k, 3 * k, 2}; !slices.Equal(f.RealArgNamed("xdot"), want) {
						t.Errorf("it gives %v, want %v", f.RealArgNamed("xdot"), want)
					}
				}
			})
		})
	}
}

// stateArrays is a solver with arrays.
type stateArrays map[int32][]float64

func (a stateArrays) SysFnc(string, []int32) (float64, int32) { return 0, 1 }

func (a stateArrays) SysAry(_ string, par []int32, dst []float64) (int, int32) {
	return copy(dst, a[par[0]]), 0
}

func (a stateArrays) ModFnc(string, int32, string) (string, int32) { return "", -1 }

// All messages have checksums, and none is refused.
func TestSuiteInCWithChecksums(t *testing.T) {
	buildC(t, "c-suite")
	t.Setenv("TRAMMEL_FRAMES_CHECK", "1")
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		subtest.RunUtilities(t, loads(newLoader(t, tr, 0), "c-suite"))
	})
}

func TestFaultsInC(t *testing.T) {
	buildC(t, "cpp-faults")
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		for routine, says := range map[string]string{
			"crash": "the process ended: signal: segmentation fault",
			"exit":  "it called exit(3), or STOP",
			"_exit": "the process ended: exit status 3",
			"hang":  "it did not respond within 1s (--call-timeout)",
			"spin":  "it did not respond within 1s (--call-timeout)",
			"stops": "it requests a stop: the tyre is flat",
		} {
			t.Run(routine, func(t *testing.T) { failsLate(t, tr, "cpp-faults", routine, says) })
		}
		converses(t, tr, "cpp-faults")
	})
	describes(t, "cpp-faults")
	endsWithSolver(t, program("cpp-faults"))
}

// States, inputs and sizes that a table in C reports are those that decks are checked against.
func TestCReportsSizes(t *testing.T) {
	buildC(t, "cpp-faults")
	a := loads(loader(t), "cpp-faults")(t, usersub.YFOSUB, "sizes").About
	want := &usersub.About{NoParams: true, States: []usersub.Quantity{{Name: "z", Unit: "mm", Doc: "deflection"}, {Name: "w"}},
		Inputs: []usersub.Quantity{{Name: "v", Unit: "mm/s"}, {Name: "f", Unit: "N", Doc: "force of"}, {Name: "t"}},
		Sizes:  map[string]int{"noutpt": 3}}
	if !reflect.DeepEqual(a, want) {
		t.Errorf("it reports %+v, want %+v", a, want)
	}
}

// The element whose call ends a plugin in C is named, also when calls of several came in one message.
func TestWhoEndedAPluginInC(t *testing.T) {
	buildC(t, "cpp-faults")
	l := newLoader(t, plugins.Memory, 0)
	r := loads(l, "cpp-faults")(t, usersub.VARSUB, "abort")
	ahead, ok := usersub.AsBatcher(r)
	if !ok {
		t.Fatal("calls cannot go together")
	}
	var list []*usersub.Frame
	for id := 1; id <= 4; id++ {
		list = append(list, usersub.NewFrame(usersub.VARSUB, "Reference_Variable", id, nil, nil))
	}
	at := func(time float64) error {
		for _, f := range list {
			f.PrepareCall(time, false, false)
			ahead.Prefetch(f, &subtest.State{})
		}
		for _, f := range list {
			if err := r.Call(f, &subtest.State{}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := at(0); err != nil || list[3].RealArgNamed("value")[0] != 40 {
		t.Fatal(err, list[3].RealArgNamed("value"))
	}
	var e *usersub.CallError
	if err := at(1); !errors.As(err, &e) || e.Cause != usersub.Lost || e.Element != "Reference_Variable 3" {
		t.Errorf("got %v (%+v)", err, e)
	}
}

// What a plugin said of its end is what is reported, also when the end of its process was noticed before the call of the
// element that it is about: calls of all came in one message.
func TestExitIsReportedAfterTheEnd(t *testing.T) {
	buildC(t, "cpp-faults")
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		l := newLoader(t, tr, 0)
		fine, exit := loads(l, "cpp-faults")(t, usersub.VARSUB, "fine"), loads(l, "cpp-faults")(t, usersub.VARSUB, "exit")
		for i, r := range []*usersub.Routine{fine, exit} {
			if err := call(r, frame(i), 0); err != nil {
				t.Fatal(err)
			}
		}
		first, second := frame(0), frame(1)
		note := func(r *usersub.Routine, f *usersub.Frame) {
			a, _ := usersub.AsBatcher(r)
			f.PrepareCall(1, false, false)
			a.Prefetch(f, &subtest.State{})
		}
		note(fine, first)
		note(exit, second)
		if err := fine.Call(first, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		<-plugins.Ended(exit)
		err := exit.Call(second, &subtest.State{})
		var e *usersub.CallError
		if !errors.As(err, &e) || e.Cause != usersub.Exited || e.Message != "it called exit(3), or STOP" || e.Element != "Reference_Variable 1" {
			t.Errorf("got %v (%+v)", err, e)
		}
	})
}

// Children that a routine forks do not speak for it, however they end.
func TestChildrenOfAPluginInC(t *testing.T) {
	buildC(t, "cpp-faults")
	children(t, "cpp-faults", 2)
}

// children calls a routine whose children end in a way that depends on the number of its element.
func children(t *testing.T, plugin string, ways int) {
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		r := loads(newLoader(t, tr, 0), plugin)(t, usersub.VARSUB, "forks")
		for id := 1; id <= ways; id++ {
			f := frame(id)
			for time := range 3 {
				if err := call(r, f, float64(time)); err != nil || f.RealArgNamed("value")[0] != float64(10*id) {
					t.Errorf("element %d: %v, %v", id, f.RealArgNamed("value"), err)
				}
			}
		}
	})
}
