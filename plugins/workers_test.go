//go:build linux && (amd64 || arm64)

package plugins_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/plugins/worker"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
)

// The worker of these tests: what the trammel command does in its own.
func init() {
	programs["worker"] = func() {
		memory, enforced, err := confine.ConfineSelf()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		out, err := cdll.RedirectStdoutToStderr()
		if err != nil {
			panic(err)
		}
		os.Stdout = out
		log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
		native := &cdll.Loader{Log: log}
		scripts := pysub.New(pysub.Options{Output: os.Stderr, Log: log, Interpret: true, OneThread: true, Engine: os.Args[1], Python: os.Args[2],
			Native: func() cpython.Guard { worker.RestoreFaultSignals(); return nil }})
		cdll.SetExitStatusFile(worker.ExitStatusPath())
		confine.LimitOwnMemory(memory, &enforced)
		(&worker.Program{Version: "1", Enforced: enforced.String(), Load: func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
			if scripts.Takes(ref) {
				return scripts.Load(ref, sig)
			}
			cdll.SetLineBuffering()
			defer worker.RestoreFaultSignals()
			return native.Load(ref, sig)
		}}).Serve()
	}
}

// isolating returns a loader for which every routine runs in a worker that may read
// everything, with the given interpreter of scripts.
func isolating(t testing.TB, engine, python string, change func(*confine.Rules)) *plugins.WorkerLoader {
	t.Helper()
	l := &plugins.WorkerLoader{Config: plugins.Config{Log: slog.New(slog.DiscardHandler)}, Program: []string{program("worker"), engine, python},
		Env: []string{"PATH=" + os.Getenv("PATH")}, Wanted: func(*usersub.Ref) bool { return true }}
	l.Place = func(ref *usersub.Ref) (*plugins.WorkerSpec, error) {
		name := ref.Library + ref.Script
		return &plugins.WorkerSpec{Key: name, Name: filepath.Join(ref.Dir, name), Dir: ref.Dir, Prepare: func() (confine.Rules, []string) {
			r := confine.Rules{Read: []string{"/"}, Execute: []string{"/"}, Write: []string{"/dev/null"}}
			if change != nil {
				change(&r)
			}
			return r, nil
		}}, nil
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// cLibrary compiles a source of C, C++ or Fortran.
func cLibrary(t testing.TB, source string) string {
	t.Helper()
	tool := map[string]string{".c": "gcc", ".cpp": "g++", ".f": "gfortran"}[filepath.Ext(source)]
	out := filepath.Join(t.TempDir(), "suite.so")
	line := []string{"-O1", "-shared", "-fPIC", "-ffp-contract=off", "-I", "../sdk/c/include", "-o", out, source}
	switch tool {
	case "gcc":
		line = append([]string{"-std=gnu99"}, line...)
	case "gfortran":
		line = append([]string{"-std=legacy", "-w", "-J", t.TempDir()}, line...)
	}
	if text, err := exec.Command(subtest.RequireTool(t, tool), line...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", source, err, text)
	}
	return out
}

func opened(t testing.TB, l usersub.Loader, ref usersub.Ref, sig *usersub.Sig, function string) *usersub.Routine {
	t.Helper()
	ref.Function, ref.Named, ref.Element = function, true, sig.Element+" 7"
	r, err := l.Load(&ref, sig)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Isolated || r.Confined == "" {
		t.Errorf("%s does not say that it is isolated: %+v", function, r)
	}
	return r
}

func TestIsolatedSuite(t *testing.T) {
	native := func(t *testing.T, source string) usersub.Ref {
		lib := cLibrary(t, "../usersub/cdll/testdata/"+source)
		return usersub.Ref{Library: filepath.Base(lib), Dir: filepath.Dir(lib)}
	}
	script := func(t *testing.T, name string) usersub.Ref {
		dir, err := filepath.Abs("../usersub/pysub/testdata")
		if err != nil {
			t.Fatal(err)
		}
		return usersub.Ref{Script: name, Interpreter: "PYTHON", Dir: dir}
	}
	for _, c := range []struct {
		name, engine, without string
		ref                   func(t *testing.T) usersub.Ref
		utilities             bool
	}{
		{"c", "gpython", "FAILUR", func(t *testing.T) usersub.Ref { return native(t, "c/suite.c") }, false},
		{"c++", "gpython", "FAILUR", func(t *testing.T) usersub.Ref { return native(t, "cpp/suite.cpp") }, false},
		{"fortran", "gpython", "FAILUR", func(t *testing.T) usersub.Ref { return native(t, "fortran/suite.f") }, false},
		{"gpython", "gpython", "BEYOND UNSETS", func(t *testing.T) usersub.Ref { return script(t, "suite.py") }, false},
		{"cpython", "cpython", "BEYOND UNSETS", func(t *testing.T) usersub.Ref { return script(t, "suite.py") }, false},
		{"utilities of c", "gpython", "", func(t *testing.T) usersub.Ref { return native(t, "c/utility.c") }, true},
		{"utilities of fortran", "gpython", "", func(t *testing.T) usersub.Ref { return native(t, "fortran/utility.f") }, true},
		{"utilities of gpython", "gpython", "", func(t *testing.T) usersub.Ref { return script(t, "utility.py") }, true},
		{"utilities of cpython", "cpython", "", func(t *testing.T) usersub.Ref { return script(t, "utility.py") }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			python := cpython.None
			if c.engine == "cpython" {
				python = installedPython(t)
			}
			l, ref := isolating(t, c.engine, python, nil), c.ref(t)
			load := func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
				if strings.Contains(c.without, function) {
					return nil
				}
				return opened(t, l, ref, sig, function)
			}
			if c.utilities {
				subtest.RunUtilities(t, load)
			} else {
				subtest.RunSuite(t, load)
			}
		})
	}
}

// installedPython is the program of a CPython; without one the test is skipped, or fails
// with TRAMMEL_REQUIRE_ALL=1.
func installedPython(t testing.TB) string {
	t.Helper()
	i, err := cpython.FindInterpreter("", "", false)
	if err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return i.Program
}

// reported reads a report of a crash as its JSON says.
func reported(t testing.TB, c *plugins.Crash) (m map[string]any) {
	t.Helper()
	b, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}
