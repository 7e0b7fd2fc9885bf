//go:build amd64

package cdll

import (
	"fmt"
	"os"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/windows"
)

// runtimes are the libraries of C that code may print with; their streams are their own.
var runtimes = []string{"msvcrt.dll", "ucrtbase.dll", "msvcr120.dll", "msvcr110.dll", "msvcr100.dll", "msvcr90.dll", "msvcr80.dll", "libifcoremd.dll"}

// forEachCRuntime calls a function of all libraries of C that are loaded.
func forEachCRuntime(function string, call func(library string, fn uintptr)) {
	for _, name := range runtimes {
		if fn := addressInModule(name, function); fn != 0 {
			call(name, fn)
		}
	}
}

// addressInModule returns the address of a function of a library that is loaded, 0 if there is none.
func addressInModule(library, function string) uintptr {
	name, err := windows.UTF16PtrFromString(library)
	if err != nil {
		return 0
	}
	var h windows.Handle
	if windows.GetModuleHandleEx(windows.GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, name, &h) != nil {
		return 0
	}
	fn, err := windows.GetProcAddress(h, function)
	if err != nil {
		return 0
	}
	return fn
}

// RedirectStdoutToStderr keeps the standard output for data: it returns a file that leads where the standard output led, and
// lets that of native code lead to the standard error. It must be called before libraries are loaded,
// and os.Stdout set to its result; the file that was there must stay reachable, as the garbage collector closes what is not. Later calls return
// the same file.
var RedirectStdoutToStderr = sync.OnceValues(func() (*os.File, error) {
	var kept windows.Handle
	process := windows.CurrentProcess()
	if err := windows.DuplicateHandle(process, windows.Handle(os.Stdout.Fd()), process, &kept, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return nil, fmt.Errorf("cdll: standard output: %w", err)
	}
	messages, err := windows.GetStdHandle(windows.STD_ERROR_HANDLE)
	if err == nil {
		err = windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, messages)
	}
	if err != nil {
		_ = windows.CloseHandle(kept)
		return nil, fmt.Errorf("cdll: standard output: %w", err)
	}
	// A library of C that is loaded already has taken over the old one.
	forEachCRuntime("_dup2", func(_ string, fn uintptr) { purego.SyscallN(fn, 2, 1) })
	return os.NewFile(uintptr(kept), "stdout"), nil
})

// SetLineBuffering lets the standard output of C streams be written at once, also where it
// leads into a pipe: what was printed before a crash is not lost then.
func SetLineBuffering() {
	const none = 4 // _IONBF; there are no line buffers on Windows
	forEachCRuntime("setvbuf", func(library string, fn uintptr) {
		var stream uintptr
		if f := addressInModule(library, "__acrt_iob_func"); f != 0 {
			stream, _, _ = purego.SyscallN(f, 1)
		} else if f := addressInModule(library, "__iob_func"); f != 0 {
			const size = 48 // of a stream
			stream, _, _ = purego.SyscallN(f)
			stream += size
		}
		if stream != 0 {
			purego.SyscallN(fn, stream, 0, none, 0)
		}
	})
}

// FlushOutput writes out what C streams and Fortran units of loaded libraries still
// hold. A process that ran native code calls it before it ends. A stream may be locked for ever: code that ends the process in
// the middle of a READ holds its unit. It is left out after a fraction of a second.
func FlushOutput() {
	if host.call == 0 {
		return
	}
	for _, name := range []string{"libgfortran-5.dll", "libgfortran-4.dll", "libgfortran-3.dll"} {
		if f := addressInModule(name, "_gfortran_flush_i4"); f != 0 {
			returnsInTime(func() { purego.SyscallN(f, 0) })
		}
	}
	forEachCRuntime("fflush", func(_ string, fn uintptr) {
		returnsInTime(func() { purego.SyscallN(fn, uintptr(unsafe.Pointer(nil))) })
	})
}
