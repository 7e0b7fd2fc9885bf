//go:build amd64

package cdll

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/windows"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

//go:embed images/forward-windows-amd64.dll
var forwardImage []byte

// forwardName is the name by which forwarders find the forwarding library.
const forwardName = "trammel-forward"

// host is what the process has once: the forwarding library and its hooks.
var host struct {
	once    sync.Once
	err     error
	call    uintptr // tm_call
	empty   uintptr // tm_empty
	log     uintptr // tm_log
	ask     uintptr // tm_answers
	opening uintptr // tm_opening
	exit    uintptr // tm_exit
	abort   uintptr // tm_abort
	end     uintptr // tm_terminate
}

// hooks mirrors struct hooks of forward/forward.h.
type hooks struct{ sysfnc, sysary, utility, exiting uintptr }

// realsApart is set where reals by value travel apart from words.
const realsApart = false

// threadID returns the number of the thread that calls.
func threadID() int32 { return int32(windows.GetCurrentThreadId()) }

// checkSupportedSystem refuses systems without support; this is not one.
func checkSupportedSystem() *usersub.LoadError { return nil }

// ensureForwardingLibrary opens the forwarding library.
func ensureForwardingLibrary() error {
	host.once.Do(func() { host.err = openForwardingLibraries() })
	return host.err
}

func openForwardingLibraries() error {
	path, err := writeToUserCache(forwardName+".dll", forwardImage)
	if err != nil {
		return fmt.Errorf("the forwarding library cannot be written: %w", err)
	}
	handle, err := windows.LoadLibraryEx(path, 0, 0)
	if err != nil {
		return fmt.Errorf("the forwarding library %s cannot be opened: %w", path, err)
	}
	entry := map[string]uintptr{}
	for _, name := range []string{"tm_call", "tm_empty", "tm_start", "tm_watch", "tm_log", "tm_analys", "tm_answers", "tm_note",
		"tm_opening", "tm_exit", "tm_abort", "tm_terminate"} {
		if entry[name], err = windows.GetProcAddress(handle, name); err != nil {
			return fmt.Errorf("the forwarding library %s lacks %s: %w", path, name, err)
		}
	}
	h := newCallbackHooks()
	purego.SyscallN(entry["tm_start"], uintptr(unsafe.Pointer(&h)))
	if exitNote != nil {
		purego.SyscallN(entry["tm_note"], uintptr(unsafe.Pointer(&exitNote[0])))
	}
	purego.SyscallN(entry["tm_watch"])
	purego.SyscallN(entry["tm_analys"], analysTimeConvention())
	host.call, host.empty, host.log, host.ask = entry["tm_call"], entry["tm_empty"], entry["tm_log"], entry["tm_answers"]
	for _, name := range []string{"msvcrt.dll", "ucrtbase.dll"} {
		_, _ = windows.LoadLibraryEx(name, 0, windows.LOAD_LIBRARY_SEARCH_SYSTEM32) // whose abort() can be watched then
	}
	host.opening, host.exit, host.abort, host.end = entry["tm_opening"], entry["tm_exit"], entry["tm_abort"], entry["tm_terminate"]
	return nil
}

// newCallbackHooks makes the ways into Go. Callbacks have a word as result on Windows.
func newCallbackHooks() hooks {
	return hooks{
		sysfnc: syscall.NewCallback(func(name *byte, n int32, par *int32, npar int32, state *float64, flag *int32) uintptr {
			answerSysFnc(name, n, par, npar, state, flag)
			return 0
		}),
		sysary: syscall.NewCallback(func(name *byte, n int32, par *int32, npar int32, states *float64, nstates, flag *int32) uintptr {
			answerSysAry(name, n, par, npar, states, nstates, flag)
			return 0
		}),
		utility: syscall.NewCallback(func(number, form int32, args *unsafe.Pointer, lengths *int64) uintptr {
			answerUtilityCall(number, form, args, lengths)
			return 0
		}),
		exiting: syscall.NewCallback(func(status int32) uintptr {
			handleExit(status)
			return 0
		}),
	}
}

// writeToUserCache writes a file that is always the same into the user's cache, in a folder named after its bytes, and returns its path. Virus
// scanners and rules for programs know such a file again; in a folder for temporary files it would be new in each run.
func writeToUserCache(name string, data []byte) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "trammel", "native", loading.HashBytes(data)[:16])
	path := filepath.Join(dir, name)
	if b, err := os.ReadFile(path); err == nil && bytes.Equal(b, data) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err == nil {
		return path, nil
	}
	os.Remove(f.Name())
	// Another process may have written it meanwhile, and have opened it.
	if b, e := os.ReadFile(path); e == nil && bytes.Equal(b, data) {
		return path, nil
	}
	return "", err
}
