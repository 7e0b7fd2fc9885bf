//go:build amd64

package cdll

import (
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/trammel-mbd/trammel/usersub/dll"
	"golang.org/x/sys/windows"
)

// callReal calls a function without arguments that returns a real.
func callReal(address uintptr) float64 {
	_, r, _ := syscall.SyscallN(address) // what the register for reals holds
	return math.Float64frombits(uint64(r))
}

// openCopy opens the embedded image once more.
func openCopy(t *testing.T) uintptr {
	t.Helper()
	path := filepath.Join(libraryFolder(t), "copy.dll")
	if err := os.WriteFile(path, forwardImage, 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := windows.LoadLibraryEx(path, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = windows.FreeLibrary(h) })
	return uintptr(h)
}

var counter = windows.NewLazySystemDLL("kernel32.dll").NewProc("QueryPerformanceCounter")

// ticks is the time since some moment; that of package time is too coarse.
func ticks() time.Duration {
	var v, second int64
	_, _, _ = counter.Call(uintptr(unsafe.Pointer(&v)))
	_, _, _ = windows.NewLazySystemDLL("kernel32.dll").NewProc("QueryPerformanceFrequency").Call(uintptr(unsafe.Pointer(&second)))
	return time.Duration(float64(v) / float64(second) * 1e9)
}

// solverName is a name of the solver's library that is in no list of ours.
const solverName = "TestVendor.dll"

// libraryFolder is a new folder for libraries, which cannot be removed while they are open. It has a blank and a letter beyond ASCII.
func libraryFolder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(built.dir, "größe l-")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// solverLibrary is what libraries are linked with for the utilities: a library with a vendor's name.
func solverLibrary(t testing.TB) []string {
	t.Helper()
	path := filepath.Join(libraryFolder(t), solverName)
	if err := os.WriteFile(path, dll.BuildForwardingLibrary(solverName, dll.UtilityForwards()), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{path}
}
