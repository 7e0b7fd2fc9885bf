package clitest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// NeedPython skips a test without python3.
func NeedPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// CompileLibrary builds a library in Folder from a text in C.
func CompileLibrary(t testing.TB, name, text string) {
	t.Helper()
	compileAs(t, name, name+".so", text, "-shared", "-fPIC")
}

// CompileProgram makes a program of C code in Folder.
func CompileProgram(t testing.TB, name, text string) {
	t.Helper()
	compileAs(t, name, name, text)
}

func compileAs(t testing.TB, name, to, text string, flags ...string) {
	t.Helper()
	NeedLinux(t)
	gcc := subtest.RequireTool(t, "gcc")
	src := filepath.Join(Folder, WriteFile(t, name+".c", text))
	if out, err := exec.Command(gcc, append(flags, "-O1", "-o", filepath.Join(Folder, to), src)...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
}

// BuildBrokenLibrary makes sure that the library of testdata/broken/c is in Folder.
func BuildBrokenLibrary(t testing.TB) {
	t.Helper()
	NeedLinux(t)
	if _, err := os.Stat(Program("broken.so")); err == nil {
		return
	}
	gcc := subtest.RequireTool(t, "gcc")
	half := filepath.Join(Folder, "half.so")
	if out, err := exec.Command(gcc, "-O1", "-shared", "-fPIC", "-o", half, filepath.Join(testdata, "broken", "c", "broken.c")).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	if err := os.Rename(half, filepath.Join(Folder, "broken.so")); err != nil {
		t.Fatal(err)
	}
}

// CompileSource builds testdata/SOURCE.c into a library in Folder.
func CompileSource(t testing.TB, source, library string) {
	t.Helper()
	NeedLinux(t)
	gcc := subtest.RequireTool(t, "gcc")
	to := filepath.Join(Folder, library+".so")
	if out, err := exec.Command(gcc, "-O1", "-shared", "-fPIC", "-o", to, filepath.Join(testdata, source)).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
}

// NeedLinux skips tests of libraries elsewhere.
func NeedLinux(t testing.TB) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
}
