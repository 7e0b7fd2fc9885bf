package main_test

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// program is the plugin, built from its source.
var program string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "octave")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "octave")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the plugin: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// loader returns a loader that writes what scripts print to log.
func loader(t testing.TB, log io.Writer) *plugins.ScriptLoader {
	l := &plugins.ScriptLoader{Config: plugins.Config{Log: slog.New(slog.NewTextHandler(log, nil))},
		Program: []string{program}, Interpreters: []string{"MATLAB"}, Suffix: ".m", Implementation: "octave"}
	t.Cleanup(func() { l.Close() })
	return l
}

func ref(t testing.TB, script, function string) *usersub.Ref {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	return &usersub.Ref{Script: script, Interpreter: "MATLAB", Function: function, Named: true, Dir: dir, Element: "Some_Element 7"}
}

// fromScript loads routines of a script in testdata but those that are left out.
func fromScript(t *testing.T, script string, without ...string) subtest.Load {
	subtest.RequireTool(t, "octave-cli")
	l := loader(t, io.Discard)
	return func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		for _, name := range without {
			if function == name {
				return nil
			}
		}
		r, err := l.Load(ref(t, script, function), sig)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func TestSuite(t *testing.T) {
	subtest.RunSuite(t, fromScript(t, "suite.m", "BEYOND", "UNSETS")) // an array ends at npar, and a result is whole
}

func TestUtilitySuite(t *testing.T) {
	subtest.RunUtilities(t, fromScript(t, "utility"))
}
