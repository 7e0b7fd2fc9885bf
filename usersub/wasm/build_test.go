package wasm

import (
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// build compiles C sources as usersub build --wasm does; flags may stand among them.
func build(t testing.TB, sources ...string) string {
	t.Helper()
	compiler := needLibrary(t)
	out := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(sources[0]), filepath.Ext(sources[0]))+".wasm")
	args := []string{compiler, "--target=wasm32-wasi", "-mexec-model=reactor", "-O2", "-fvisibility=default", "-ffp-contract=off",
		"-fno-math-errno", "-I../../sdk/c/include", "-Wl,--export-dynamic", "-Wl,--allow-undefined", "-Wl,--export-if-defined=fflush"}
	if !slices.Contains(sources, hidesMalloc) {
		args = append(args, "-Wl,--export-if-defined=malloc")
	}
	run(t, slices.Concat(args, sources, []string{"-o", out})...)
	return out
}

// hidesMalloc is a flag for build with which it does not export malloc.
const hidesMalloc = "-DHIDES_MALLOC"

// needLibrary returns the compiler; without it, the linker or wasi-libc a test is skipped.
func needLibrary(t testing.TB) string {
	t.Helper()
	clang := subtest.RequireTool(t, "clang")
	subtest.RequireTool(t, "wasm-ld")
	for _, what := range []string{"-print-file-name=libc.a", "-print-libgcc-file-name"} {
		b, err := exec.Command(clang, "--target=wasm32-wasi", what).Output()
		if path := strings.TrimSpace(string(b)); err != nil || !loading.IsFile(path) {
			subtest.RequireTool(t, "wasi-libc")
		}
	}
	return clang
}

func run(t testing.TB, line ...string) {
	t.Helper()
	if b, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
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

// ref names a routine in a file as a deck would.
func ref(file, function string) *usersub.Ref {
	return &usersub.Ref{Library: file, Function: function, Named: true, Dir: filepath.Dir(file), Element: "Force_Penalty 7"}
}

// load opens a routine that must be there.
func load(t testing.TB, l *Loader, file string, sig *usersub.Sig, function string) *usersub.Routine {
	t.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Load(ref(abs, function), sig)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// loader is one that is closed when the test ends.
func loader(t testing.TB) *Loader {
	l := &Loader{Log: slog.New(slog.DiscardHandler)}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}
