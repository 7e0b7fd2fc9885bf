//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"sync/atomic"
	"syscall"
)

var exitHandler atomic.Pointer[func(Exit)]

// SetForeignExitHandler sets what happens when foreign code ends the process by exit() or
// STOP during a call. The function may use the solver's results, but must not
// call a routine. When it returns, the files of native code are flushed and
// the process ends with status 5; without a function too. An exit while a
// library is opened ends with status 4 in the same way.
//
// This works with the GNU C library. _exit() and abort() pass it by, and so does a child that
// foreign code forked.
func SetForeignExitHandler(f func(Exit)) { exitHandler.Store(&f) }

var endHandler atomic.Pointer[func(code int)]

// SetHandlerBeforeProcessEnd sets what is called with the status right before this package ends the process.
func SetHandlerBeforeProcessEnd(f func(code int)) { endHandler.Store(&f) }

// exitNote is a path with a zero byte behind it, which stays for the whole process; nil for none.
var exitNote []byte

// SetExitStatusFile lets exit() of foreign code during a call, or while a library is opened, write its status in digits to
// the file at path and take its course, with that status; what SetForeignExitHandler set is not called. It is for a process that another one
// watches: native code writes the note, and no thread of that has to enter Go, where it may crash. It is called before
// anything native is opened; "" is not a file.
func SetExitStatusFile(path string) {
	if path != "" {
		exitNote = append([]byte(path), 0)
	}
}

// handleExit runs in the middle of exit(). Outside of calls an exit is none of
// our business.
func handleExit(status int32) {
	b := callLock.top
	if b == nil {
		return
	}
	e := Exit{Code: 5, Status: int(status), Element: b.sub.ref.Element,
		Routine: b.sub.ref.Function, Time: b.c.time}
	if b.sub.routine == 0 {
		e.Code = 4
	}
	defer func() {
		if f := endHandler.Load(); f != nil {
			(*f)(e.Code)
		}
		syscall.Exit(e.Code)
	}()
	if f := exitHandler.Load(); f != nil {
		(*f)(e)
	} else {
		b.sub.log.Error("the routine ended the process", "element", e.Element,
			"routine", e.Routine, "time", e.Time, "status", e.Status)
	}
	FlushOutput()
}
