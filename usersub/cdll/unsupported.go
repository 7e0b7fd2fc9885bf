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

func (l *Loader) openRoutine(*image, *usersub.Ref, *usersub.Sig, string, Dialect) (*Sub, *problem) {
	return nil, unsupportedSystem()
}

func unsupportedSystem() *problem {
	return &problem{
		reason: "routines in shared libraries are not supported on " + runtime.GOOS + "/" + runtime.GOARCH,
		hint: "build its source as a WebAssembly module (trammel usersub build --wasm SOURCE) or as a plugin (trammel plugin new NAME --lang c), or write it in Python; " +
			"libraries load on Linux (amd64, arm64) and on Windows (amd64)",
	}
}

// OnExit does nothing on this system.
func OnExit(func(Exit)) {}

// OnEnd does nothing on this system.
func OnEnd(func(code int)) {}

// NoteExits does nothing on this system.
func NoteExits(string) {}

// KeepStdout returns the standard output on this system.
func KeepStdout() (*os.File, error) { return os.Stdout, nil }

// LineBuffered does nothing on this system.
func LineBuffered() {}

// LogSignals does nothing on this system.
func LogSignals(*os.File) error { return nil }

// Flush does nothing on this system.
func Flush() {}

// Guard is not to be had on this system.
type Guard struct{}

// NewGuard says so.
func NewGuard() (Guard, error) { return Guard{}, errors.New(unsupportedSystem().reason) }

// Routine panics on this system.
func (Guard) Routine(element, routine string) func(time float64, fn, a, b uintptr) uintptr {
	panic("cdll: Guard on " + runtime.GOOS)
}

// Callback panics on this system.
func (Guard) Callback(fn uintptr) uintptr { panic("cdll: Guard on " + runtime.GOOS) }
