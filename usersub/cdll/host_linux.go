//go:build !android && (amd64 || arm64)

package cdll

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"

	"github.com/trammel-mbd/trammel/usersub"
)

// host is what the process has once: the forwarding library and its hooks.
var host struct {
	once  sync.Once
	err   error
	call  uintptr // tm_call
	empty uintptr // tm_empty
	log   uintptr // tm_log
	ask   uintptr // tm_answers
}

// hooks mirrors struct hooks of forward/forward.h.
type hooks struct{ sysfnc, sysary, utility, exiting uintptr }

// Flags of dlopen that purego lacks.
const (
	rtldNoload   = 0x4
	rtldDeepbind = 0x8
)

// realsApart is set where reals by value travel apart from words.
const realsApart = true

// threadID returns the number of the thread that calls.
func threadID() int32 { return int32(unix.Gettid()) }

// checkSupportedSystem refuses systems without support; this is not one.
func checkSupportedSystem() *usersub.LoadError { return nil }

// ensureForwardingLibrary opens the mathematical library and the forwarding library, in this
// order, so that both are visible to all libraries that follow.
func ensureForwardingLibrary() error {
	host.once.Do(func() { host.err = openForwardingLibraries() })
	return host.err
}

func openForwardingLibraries() error {
	// Missing on systems with another C library, where it is part of that.
	_, _ = purego.Dlopen("libm.so.6", purego.RTLD_NOW|purego.RTLD_GLOBAL)
	handle, err := openForwardingImage()
	if err != nil {
		return fmt.Errorf("the forwarding library cannot be opened: %w", err)
	}
	entry := map[string]uintptr{}
	for _, name := range []string{"tm_call", "tm_empty", "tm_start", "tm_watch", "tm_exiting", "tm_log", "tm_analys", "tm_answers", "tm_note", "tm_own"} {
		if entry[name], err = purego.Dlsym(handle, name); err != nil {
			return err
		}
	}
	h := hooks{
		sysfnc:  purego.NewCallback(answerSysFnc),
		sysary:  purego.NewCallback(answerSysAry),
		utility: purego.NewCallback(answerUtilityCall),
		exiting: purego.NewCallback(handleExit),
	}
	purego.SyscallN(entry["tm_start"], uintptr(unsafe.Pointer(&h)))
	purego.SyscallN(entry["tm_own"], newPageWipedOnFork())
	if exitNote != nil {
		purego.SyscallN(entry["tm_note"], uintptr(unsafe.Pointer(&exitNote[0])))
	}
	purego.SyscallN(entry["tm_watch"])
	purego.SyscallN(entry["tm_analys"], analysTimeConvention())
	// Only the GNU C library reports exits.
	if onExit, err := purego.Dlsym(purego.RTLD_DEFAULT, "on_exit"); err == nil {
		purego.SyscallN(onExit, entry["tm_exiting"], 0)
	}
	host.call, host.empty, host.log = entry["tm_call"], entry["tm_empty"], entry["tm_log"]
	host.ask = entry["tm_answers"]
	return nil
}

// newPageWipedOnFork returns the address of a page with an int that is 1 here and 0 in children that are forked, 0 on a kernel that
// has no such pages.
func newPageWipedOnFork() uintptr {
	page, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return 0
	}
	if err := unix.Madvise(page, unix.MADV_WIPEONFORK); err != nil {
		_ = unix.Munmap(page)
		return 0
	}
	page[0] = 1 // little endian, as all processors are that this is for
	return uintptr(unsafe.Pointer(&page[0]))
}

// openForwardingImage opens the embedded image from memory, or from a private folder
// where the system does not allow that.
func openForwardingImage() (uintptr, error) {
	if handle, err := openFromMemory(forwardImage); err == nil {
		return handle, nil
	}
	dir, err := os.MkdirTemp("", "trammel-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	return openFromFolder(forwardImage, dir)
}

// openFromMemory never closes its descriptor: its path must not mean another file
// later on, which the dynamic linker would take for the same library.
func openFromMemory(image []byte) (uintptr, error) {
	fd, err := unix.MemfdCreate("trammel-forward", unix.MFD_CLOEXEC)
	if err != nil {
		return 0, err
	}
	if _, err := unix.Write(fd, image); err != nil {
		unix.Close(fd)
		return 0, err
	}
	// By our number and not as "self": a debugger opens the file by the same name.
	return purego.Dlopen(fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd), purego.RTLD_NOW|purego.RTLD_GLOBAL)
}

// openFromFolder needs a folder that only the user may enter (mode 0700).
func openFromFolder(image []byte, dir string) (uintptr, error) {
	path := filepath.Join(dir, "trammel-forward.so")
	if err := os.WriteFile(path, image, 0o500); err != nil {
		return 0, err
	}
	return purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
}
