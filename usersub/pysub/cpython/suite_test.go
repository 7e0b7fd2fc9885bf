package cpython

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// ways are the two ways in which scripts run.
var ways = []struct {
	name  string
	child bool
}{{"inside", false}, {"child", true}}

// python finds an interpreter for the test, with numpy if it needs that. Without one
// the test is skipped, or fails with TRAMMEL_REQUIRE_ALL=1.
func python(t testing.TB, modules ...string) *Interpreter {
	t.Helper()
	script := ""
	if len(modules) > 0 {
		script = filepath.Join(t.TempDir(), "imports.py")
		if err := os.WriteFile(script, []byte("import "+strings.Join(modules, ", ")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	i, err := FindInterpreter("", script, false)
	if err == nil && len(i.Missing) == 0 {
		return i
	}
	if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
		t.Fatalf("no Python 3 with %v: %v", modules, err)
	}
	t.Skipf("no Python 3 with %v: %v", modules, err)
	return nil
}

// start starts CPython for a test.
func start(t testing.TB, i *Interpreter, o Options) *Engine {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	e, err := StartInterpreter(i, o)
	if err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// both runs a test in both ways. All tests of this process use one interpreter,
// that with numpy and scipy, since there can be one only.
func both(t *testing.T, f func(t *testing.T, e *Engine)) {
	i := python(t, "numpy", "scipy")
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) { f(t, start(t, i, Options{Child: w.child})) })
	}
}

func TestSuite(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		subtest.RunSuite(t, fromScript(t, e, "suite.py", "BEYOND", "UNSETS")) // a list ends at npar, and a result is whole
	})
}

func TestUtilitySuite(t *testing.T) {
	both(t, func(t *testing.T, e *Engine) {
		subtest.RunUtilities(t, fromScript(t, e, "utility.py"))
	})
}

// fromScript loads routines of a script of package pysub but those that are left out.
func fromScript(t *testing.T, e *Engine, script string, without ...string) subtest.Load {
	file, err := filepath.Abs(filepath.Join("..", "testdata", script))
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.ExecuteModule(file, src)
	if err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		for _, name := range without {
			if function == name {
				return nil
			}
		}
		sub, err := s.Bind(function, sig)
		if err != nil {
			t.Fatal(err)
		}
		return &usersub.Routine{Sub: sub, Implementation: "cpython", File: file, SHA256: e.files[file], Symbol: function}
	}
}
