package wasm

import (
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

// build compiles C sources without a library of C, as usersub build --wasm does where there
// is none.
func build(t testing.TB, sources ...string) string {
	t.Helper()
	subtest.NeedTool(t, "wasm-ld")
	out := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(sources[0]), filepath.Ext(sources[0]))+".wasm")
	args := []string{"--target=wasm32", "-nostdlib", "-O2", "-fvisibility=default", "-ffp-contract=off", "-fno-math-errno", "-Iinclude", "-I../../sdk/c/include",
		"-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--allow-undefined", "-o", out}
	run(t, append(append([]string{subtest.NeedTool(t, "clang")}, args...), sources...)...)
	return out
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
