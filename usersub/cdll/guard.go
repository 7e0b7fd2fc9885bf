//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"log/slog"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/usersub"
)

// Guard lets native code that is not a routine of a library (an interpreter) run as
// routines do: a signal in it ends the process with status 8 and a line that says where,
// exit() is reported through SetForeignExitHandler, the floating-point mode is put back. It is for one
// thread at a time; other than for routines, calls do not wait for each other.
type Guard struct{}

// NewGuard opens the forwarding library.
func NewGuard() (Guard, error) { return Guard{}, ensureForwardingLibrary() }

// GuardRoutine returns a function that calls native functions with two words for a routine of an element, at a
// time, and returns their result. Without a routine's name something is loaded.
func (Guard) GuardRoutine(element, routine string) func(time float64, fn, a, b uintptr) uintptr {
	r := &Sub{ref: usersub.Ref{Element: element, Function: routine}, log: slog.Default()}
	if routine != "" {
		r.routine = 1 // an exit is one of a call
		r.setMessagePrefix()
	} else {
		r.where = append([]byte(element), 0)
	}
	g := &binding{sub: r}
	g.prepareCall(0, 2)
	return func(time float64, fn, a, b uintptr) uintptr {
		g.c.routine, g.c.time = fn, time
		g.args[0], g.args[1] = a, b
		outer := callLock.top
		callLock.top = g
		purego.SyscallN(host.call, g.self[:]...)
		callLock.top = outer
		return g.c.result
	}
}

// WrapCallback returns the function that guarded code calls to reach fn, a function of two
// words that enters Go.
func (Guard) WrapCallback(fn uintptr) uintptr {
	r, _, _ := purego.SyscallN(host.ask, fn)
	return r
}
