//go:build linux && !android && (amd64 || arm64)

package cdll

import (
	"sync/atomic"
	"syscall"
)

var exitHandler atomic.Pointer[func(Exit)]

// OnExit sets what happens when foreign code ends the process by exit() or
// STOP during a call. The function may use the solver's results, but must not
// call a routine. When it returns, the files of native code are flushed and
// the process ends with status 5; without a function too.
//
// This works with the GNU C library. _exit() and abort() pass it by.
func OnExit(f func(Exit)) { exitHandler.Store(&f) }

// onExiting runs in the middle of exit(). Outside of calls an exit is none of
// our business.
func onExiting(status int32) {
	b := door.top
	if b == nil {
		return
	}
	defer syscall.Exit(5)
	f := exitHandler.Load()
	if f == nil {
		b.sub.log.Error("the routine ended the process", "element", b.sub.ref.Element,
			"routine", b.sub.ref.Function, "time", b.c.time, "status", status)
	} else {
		(*f)(Exit{Status: int(status), Element: b.sub.ref.Element,
			Routine: b.sub.ref.Function, Time: b.c.time})
	}
	Flush()
}
