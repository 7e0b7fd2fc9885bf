package worker

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// action is struct sigaction of the kernel, with room for what architectures add.
type action struct {
	handler, flags, restorer uintptr
	mask                     [2]uint64
}

// RestoreFaultSignals lets signals that report a fault end this process as they do without
// Go: at once, with their own status and a core file where that is allowed, whatever thread they
// arrive on. It is called when native code has been loaded; a fault in Go code ends the
// process too from then on.
func RestoreFaultSignals() {
	var a action // SIG_DFL is 0
	for _, s := range []unix.Signal{unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, unix.SIGILL, unix.SIGABRT, unix.SIGTRAP, unix.SIGSYS, unix.SIGQUIT} {
		// The kernel's sets of signals have 8 bytes.
		_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&a)), 0, 8, 0, 0)
	}
}

// threadID is the number of the thread of the operating system that this runs on.
func threadID() int { return unix.Gettid() }
