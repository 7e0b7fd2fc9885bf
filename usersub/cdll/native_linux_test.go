//go:build amd64 || arm64

package cdll

import (
	"testing"
	"time"

	"github.com/ebitengine/purego"
)

// callReal calls a function without arguments that returns a real.
func callReal(address uintptr) float64 {
	var f func() float64
	purego.RegisterFunc(&f, address)
	return f()
}

// openCopy opens the embedded image once more.
func openCopy(t *testing.T) uintptr {
	t.Helper()
	h, err := openFromFolder(forwardImage, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// libraryFolder is a new folder for libraries.
func libraryFolder(t testing.TB) string {
	t.Helper()
	return t.TempDir()
}

var testBegan = time.Now()

// ticks is the time since some moment.
func ticks() time.Duration { return time.Since(testBegan) }

// solverLibrary is what libraries are linked with for the utilities: nothing.
func solverLibrary(testing.TB) []string { return nil }
