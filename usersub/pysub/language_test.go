package pysub

import (
	"log/slog"
	"os"
	"os/exec"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// The checks of language.py are true in Python; they must be in the embedded
// interpreter.
func TestLanguage(t *testing.T) {
	src, err := os.ReadFile("testdata/language.py")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newInterp(Options{Output: os.Stderr, Log: slog.Default()}).open("language.py", src); err != nil {
		t.Fatal(err.(*scriptFault).detail)
	}
}

func TestLanguageChecksAreTrue(t *testing.T) {
	python := subtest.RequireTool(t, "python3")
	if out, err := exec.Command(python, "testdata/language.py").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
