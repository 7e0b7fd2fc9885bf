//go:build !android && (amd64 || arm64)

package cdll

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// RedirectStdoutToStderr keeps the standard output for data: it returns a file that leads
// where descriptor 1 led, and lets descriptor 1, on which native code prints,
// lead to the standard error. It must be called before libraries are loaded,
// and os.Stdout set to its result; the file that was there must stay reachable, as the garbage
// collector closes what is not. Later calls return the same file.
var RedirectStdoutToStderr = sync.OnceValues(func() (*os.File, error) {
	fd, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("cdll: standard output: %w", err)
	}
	if err := unix.Dup3(2, 1, 0); err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("cdll: standard output: %w", err)
	}
	return os.NewFile(uintptr(fd), "/dev/stdout"), nil
})

// SetLineBuffering lets the standard output of C streams be written line by line, also where it
// leads into a pipe: what was printed before a crash is not lost then.
func SetLineBuffering() {
	if ensureForwardingLibrary() != nil {
		return
	}
	set, err := purego.Dlsym(purego.RTLD_DEFAULT, "setvbuf")
	stream, none := purego.Dlsym(purego.RTLD_DEFAULT, "stdout")
	if err != nil || none != nil {
		return
	}
	const lines = 1 // _IOLBF, in the C libraries of GNU and musl
	purego.SyscallN(set, *(*uintptr)(*(*unsafe.Pointer)(unsafe.Pointer(&stream))), 0, lines, 0)
}

// FlushOutput writes out what C streams and Fortran units of loaded libraries still
// hold. A process that ran native code calls it before it ends, since Go does
// not run the exit handlers of C. A stream may be locked for ever: code that ends the process in
// the middle of a READ holds its unit. Such a stream is left out after a fraction of a second.
func FlushOutput() {
	if host.call == 0 {
		return
	}
	flushFortranRuntimes()
	if f, err := purego.Dlsym(purego.RTLD_DEFAULT, "fflush"); err == nil {
		returnsInTime(func() { purego.SyscallN(f, 0) })
	}
}

// flushFortranRuntimes flushes all units of the GNU Fortran libraries that are loaded.
func flushFortranRuntimes() {
	// The dynamic linker searches all its folders even for what is loaded already.
	if maps, err := os.ReadFile("/proc/self/maps"); err == nil && !bytes.Contains(maps, []byte("libgfortran")) {
		return
	}
	for _, name := range []string{"libgfortran.so.5", "libgfortran.so.4", "libgfortran.so.3"} {
		h, err := purego.Dlopen(name, purego.RTLD_LAZY|rtldNoload)
		if err != nil {
			continue
		}
		if f, err := purego.Dlsym(h, "_gfortran_flush_i4"); err == nil && !returnsInTime(func() { purego.SyscallN(f, 0) }) {
			flushFortranUnits(f)
		}
		_ = purego.Dlclose(h)
	}
}

// Numbers of Fortran units that flushFortranUnits knows: NEWUNIT= counts down from -10, and between that and 0 are units without
// a stream, which the library's flush does not survive.
const firstUnit, lastUnit, firstNew = -200, 999, -10

// flushFortranUnits calls flush for each unit by itself, and passes over those that are locked.
func flushFortranUnits(flush uintptr) {
	var unit atomic.Int32
	unit.Store(firstUnit)
	for unit.Load() <= lastUnit {
		returnsInTime(func() {
			for n := unit.Load(); n <= lastUnit; n = unit.Add(1) {
				if n > firstNew && n < 0 {
					continue
				}
				purego.SyscallN(flush, uintptr(unsafe.Pointer(&n)))
			}
		})
		// The one that it did not return from; should it return later it finds nothing left to do.
		unit.Add(1)
	}
}
