//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// compiler gives the line that builds a library, by the suffix of its source.
// -lm is left out on purpose: libraries must load without it.
var compiler = map[string][]string{
	".c":   {"gcc", "-std=gnu99", "-O2"},
	".cpp": {"g++", "-O2"},
	".f":   {"gfortran", "-O2", "-std=legacy", "-w"},
	".f90": {"gfortran", "-O2"},
}

// built are the libraries of testdata, compiled once for all tests.
var built = struct {
	dir  string
	path map[string]string
}{path: map[string]string{}}

// build compiles a source into a library. Those of testdata are shared, so
// their variables are too; others lie in folders of their own.
func build(t testing.TB, name, source string) string {
	t.Helper()
	line := compiler[filepath.Ext(source)]
	subtest.RequireTool(t, line[0])
	if path := built.path[source]; path != "" {
		return path
	}
	out := filepath.Join(libraryFolder(t), strings.TrimSuffix(name, ".so")+suffix)
	if strings.HasPrefix(source, "testdata/") {
		out = filepath.Join(built.dir, strings.ReplaceAll(source, "/", "_")+suffix)
		built.path[source] = out
	}
	include, err := filepath.Abs("../../sdk/c/include")
	if err != nil {
		t.Fatal(err)
	}
	if line[0] == "gfortran" {
		line = append(slices.Clone(line), "-J", t.TempDir())
	}
	compile(t, append(append(slices.Clone(line), "-shared", "-fPIC", "-ffp-contract=off",
		"-I", include, "-o", out, source), solverLibrary(t)...)...)
	return out
}

// apart copies a library, so that its variables are its own.
func apart(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(libraryFolder(t), filepath.Base(path))
	if err := os.WriteFile(out, b, 0o700); err != nil {
		t.Fatal(err)
	}
	return out
}

func compile(t testing.TB, line ...string) {
	t.Helper()
	cmd := exec.Command(subtest.RequireTool(t, line[0]), line[1:]...)
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(line, " "), err, b)
	}
}

// source writes a source file into a folder of its own.
func source(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// ref names a routine in a library as a deck would.
func ref(library, function string) *usersub.Ref {
	return &usersub.Ref{Library: library, Function: function, Named: true,
		Dir: filepath.Dir(library), Element: "Force_Penalty 7"}
}

// load opens a routine that must be there.
func load(t testing.TB, library string, sig *usersub.Sig, function string) *usersub.Routine {
	t.Helper()
	r, err := new(Loader).Load(ref(library, function), sig)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// empty is a routine that does nothing, as source text.
const empty = `
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value) {}
`

// refusal loads what must not load and returns why.
func refusal(t *testing.T, r *usersub.Ref) *usersub.LoadError {
	t.Helper()
	_, err := new(Loader).Load(r, usersub.PFOSUB)
	var failed *usersub.LoadError
	if !errors.As(err, &failed) {
		t.Fatalf("got %v, want a LoadError", err)
	}
	if failed.Routine != "PFOSUB" || failed.Ref != *r || failed.Reason == "" || failed.Hint == "" {
		t.Errorf("incomplete: %+v", failed)
	}
	return failed
}

// says checks reason and hint of a refusal.
func says(t *testing.T, e *usersub.LoadError, reason, hint string) {
	t.Helper()
	if !strings.Contains(e.Reason, reason) {
		t.Errorf("reason %q does not say %q", e.Reason, reason)
	}
	if !strings.Contains(e.Hint, hint) {
		t.Errorf("hint %q does not say %q (reason %q)", e.Hint, hint, e.Reason)
	}
}

func TestSuite(t *testing.T) {
	for _, c := range []struct{ source, implementation string }{
		{"testdata/c/suite.c", "c"},
		{"testdata/cpp/suite.cpp", "c"},
		{"testdata/fortran/suite.f", "fortran"},
	} {
		t.Run(filepath.Base(c.source), func(t *testing.T) {
			lib := apart(t, build(t, "suite.so", c.source))
			subtest.RunSuite(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
				if function == "FAILUR" {
					return nil
				}
				r := load(t, lib, sig, function)
				if r.Implementation != c.implementation {
					t.Errorf("implementation %s, want %s", r.Implementation, c.implementation)
				}
				return r
			})
		})
	}
}

func TestUtilities(t *testing.T) {
	for _, source := range []string{"testdata/c/utility.c", "testdata/fortran/utility.f"} {
		t.Run(filepath.Base(source), func(t *testing.T) {
			lib := build(t, "utility.so", source)
			subtest.RunUtilities(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
				return load(t, lib, sig, function)
			})
		})
	}
}
