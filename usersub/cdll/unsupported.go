//go:build !(linux && !android && (amd64 || arm64)) && !(windows && amd64)

package cdll

import (
	"errors"
	"os"
	"runtime"

	"github.com/trammel-mbd/trammel/usersub"
)

// Sub is a routine in a shared library; there are none on this system.
type Sub struct{ Calls, Asked int }

// Call panics: no library is loaded on this system.
func (r *Sub) Call(*usersub.Frame, usersub.State) error {
	panic("cdll: Call on " + runtime.GOOS)
}

func (l *Loader) openRoutine(*libraryImage, *usersub.Ref, *usersub.Sig, string, Dialect) (*Sub, *usersub.LoadError) {
	return nil, checkSupportedSystem()
}

func checkSupportedSystem() *usersub.LoadError {
	return &usersub.LoadError{
		Reason: "routines in shared libraries are not supported on " + runtime.GOOS + "/" + runtime.GOARCH,
		Hint: "build its source as a WebAssembly module (trammel usersub build --wasm SOURCE) or as a plugin (trammel plugin new NAME --lang c), or write it in Python; " +
			"libraries load on Linux (amd64, arm64) and on Windows (amd64)",
	}
}

// SetForeignExitHandler does nothing on this system.
func SetForeignExitHandler(func(Exit)) {}

// SetHandlerBeforeProcessEnd does nothing on this system.
func SetHandlerBeforeProcessEnd(func(code int)) {}

// SetExitStatusFile does nothing on this system.
func SetExitStatusFile(string) {}

// RedirectStdoutToStderr redirects nothing on this system and returns the standard output.
func RedirectStdoutToStderr() (*os.File, error) { return os.Stdout, nil }

// SetLineBuffering does nothing on this system.
func SetLineBuffering() {}

// LogSignalsTo does nothing on this system.
func LogSignalsTo(*os.File) error { return nil }

// FlushOutput does nothing on this system.
func FlushOutput() {}

// Guard is not to be had on this system.
type Guard struct{}

// NewGuard says so.
func NewGuard() (Guard, error) { return Guard{}, errors.New(checkSupportedSystem().Reason) }

// GuardRoutine panics on this system.
func (Guard) GuardRoutine(element, routine string) func(time float64, fn, a, b uintptr) uintptr {
	panic("cdll: Guard on " + runtime.GOOS)
}

// WrapCallback panics on this system.
func (Guard) WrapCallback(fn uintptr) uintptr { panic("cdll: Guard on " + runtime.GOOS) }
