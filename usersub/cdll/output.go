//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"os"
	"time"

	"github.com/ebitengine/purego"
)

// LogSignalsTo lets the line that a signal (on Windows an exception) in a routine writes to standard error
// go to f as well; nil ends that. f must stay open.
func LogSignalsTo(f *os.File) error {
	if err := ensureForwardingLibrary(); err != nil {
		return err
	}
	file := ^uintptr(0)
	if f != nil {
		file = f.Fd()
	}
	purego.SyscallN(host.log, file)
	return nil
}

// flushPatience is how long one stream may take to flush.
const flushPatience = 200 * time.Millisecond

// returnsInTime calls f in a goroutine and reports whether it returned in time.
func returnsInTime(f func()) bool {
	done := make(chan struct{})
	go func() {
		f()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(flushPatience):
		return false
	}
}
