//go:build linux && (amd64 || arm64)

package cdll

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

// compiler gives the line that builds a library, by the suffix of its source.
// -lm is left out on purpose: libraries must load without it.
var compiler = map[string][]string{
	".c":   {"gcc", "-std=gnu99", "-O2"},
	".cpp": {"g++", "-O2"},
	".f":   {"gfortran", "-O2", "-std=legacy"},
	".f90": {"gfortran", "-O2"},
}

// build compiles sources into a library in a folder of its own.
func build(t testing.TB, name string, sources ...string) string {
	t.Helper()
	line := append([]string{}, compiler[filepath.Ext(sources[0])]...)
	include, err := filepath.Abs("../../sdk/c/include")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), name)
	line = append(line, "-shared", "-fPIC", "-ffp-contract=off", "-I", include, "-o", out)
	line = append(line, sources...)
	compile(t, line...)
	return out
}

func compile(t testing.TB, line ...string) {
	t.Helper()
	cmd := exec.Command(subtest.NeedTool(t, line[0]), line[1:]...)
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

func TestSuite(t *testing.T) {
	for _, c := range []struct{ source, supplier string }{
		{"testdata/c/suite.c", "c"},
		{"testdata/cpp/suite.cpp", "c"},
		{"testdata/fortran/suite.f", "fortran"},
	} {
		t.Run(filepath.Base(c.source), func(t *testing.T) {
			lib := build(t, "suite.so", c.source)
			subtest.Run(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
				if function == "FAILUR" {
					return nil
				}
				r := load(t, lib, sig, function)
				if r.Supplier != c.supplier {
					t.Errorf("supplier %s, want %s", r.Supplier, c.supplier)
				}
				return r
			})
		})
	}
}
