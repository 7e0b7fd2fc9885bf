//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
)

// fault is what user code does, and what comes of it.
type fault struct {
	name  string
	code  int    // of the run: 0 if it does no harm
	says  string // in the message
	hangs bool   // only the limit of a call ends it
	only  string // transport that has it, or checked, with checksums only; "" for all
}

// implementation is user code of one kind.
type implementation struct {
	name      string
	transport plugins.Transport
	faults    []fault // the first is none
	// attrs are those of an element whose routine does fault k in call at.
	attrs func(k, at int) string
	// loader loads it; calls may take as long as the limit.
	loader func(c plugins.Config) usersub.Loader
	needs  func(t testing.TB)

	once   sync.Once
	normal *normal // the undisturbed run
}

// plugin is an implementation that is a plugin.
func plugin(program string, transport plugins.Transport, list []fault, needs ...func(testing.TB)) *implementation {
	return &implementation{
		name: program + " over " + string(transport), transport: transport, faults: list,
		attrs: func(k, at int) string {
			return fmt.Sprintf(`usrsub_plugin_name="./%s" usrsub_fnc_name="law" usrsub_param_string="USER(%d,%d,%%d,%%d)"`, program, k, at)
		},
		loader: func(c plugins.Config) usersub.Loader { return plugins.New(c) },
		needs: func(t testing.TB) {
			for _, need := range needs {
				need(t)
			}
		},
	}
}

// isolated is an implementation in a worker, with the interpreter of scripts given.
func isolated(name, file string, transport plugins.Transport, list []fault, needs func(testing.TB)) *implementation {
	s := &implementation{name: name + " over " + string(transport), transport: transport, faults: list, needs: needs}
	s.attrs = func(k, at int) string {
		return fmt.Sprintf(`%s usrsub_fnc_name="LAW" usrsub_param_string="USER(%d,%d,%%d,%%d)" isolate="process"`, file, k, at)
	}
	s.loader = func(c plugins.Config) usersub.Loader {
		python := cpython.None
		if name == "cpython" {
			if i, err := installed(); err == nil {
				python = i.Program
			}
		}
		engine := name
		if name == "c" {
			engine = "gpython"
		}
		return &plugins.WorkerLoader{Config: c, Program: []string{filepath.Join(folder, "worker"), engine, python},
			Env: []string{"PATH=" + os.Getenv("PATH"), "PYTHONDONTWRITEBYTECODE=1"}, Wanted: func(*usersub.Ref) bool { return true },
			Place: func(ref *usersub.Ref) (*plugins.WorkerSpec, error) {
				file := ref.Library + ref.Script
				return &plugins.WorkerSpec{Key: file, Name: filepath.Join(ref.Dir, file), Dir: ref.Dir, Prepare: func() (confine.Rules, []string) {
					return confine.Rules{Read: []string{"/"}, Execute: []string{"/"}, Write: []string{"/dev/null"}, Memory: 128 << 20}, nil
				}}, nil
			}}
	}
	return s
}

// compile makes sure that the library is there.
var compile sync.Once

func compiled(t testing.TB) {
	t.Helper()
	gcc := subtest.RequireTool(t, "gcc")
	compile.Do(func() {
		line := []string{"-O1", "-shared", "-fPIC", "-pthread", "-o", filepath.Join(folder, "bad.so"), "testdata/c/bad.c"}
		if out, err := exec.Command(gcc, line...).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s", err, out)
		}
	})
}

// scripted makes sure that the script is there.
func scripted(t testing.TB) {
	t.Helper()
	text, err := os.ReadFile("testdata/bad.py")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "bad.py"), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// installed is CPython here; to ask for it takes as long as a run.
var installed = sync.OnceValues(func() (*cpython.Interpreter, error) { return cpython.FindInterpreter("", "", false) })

func python(t testing.TB) {
	t.Helper()
	scripted(t)
	if _, err := installed(); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

var quiet = slog.New(slog.DiscardHandler)

func implementations() (list []*implementation) {
	var bad, wrong, strange []fault
	for _, m := range misdeeds {
		bad = append(bad, m.fault)
	}
	for _, m := range mischiefs {
		wrong = append(wrong, m.fault)
	}
	for _, m := range strangeness {
		strange = append(strange, m.fault)
	}
	for _, t := range []plugins.Transport{plugins.Memory, plugins.Pipe, plugins.GRPC} {
		list = append(list, plugin("bad", t, bad))
		if t != plugins.GRPC {
			list = append(list, plugin("crude", t, wrong), plugin("bad-c", t, nativePlugin, compiledPlugin), plugin("bad-py", t, scriptPlugin, inPython))
		} else {
			list = append(list, plugin("plain", t, strange))
		}
		list = append(list, isolated("c", `usrsub_dll_name="bad.so"`, t, native, compiled))
	}
	return append(list,
		isolated("cpython", `script_name="bad.py"`, plugins.Memory, scriptFaults("cpython"), python),
		isolated("gpython", `script_name="bad.py"`, plugins.Memory, scriptFaults("gpython"), scripted))
}
