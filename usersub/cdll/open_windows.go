//go:build amd64

package cdll

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/dll"
	"golang.org/x/sys/windows"
)

// openFlags let the libraries that a library needs be found beside it, in the folders that libraries names, and in that of Windows.
const openFlags = windows.LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | windows.LOAD_LIBRARY_SEARCH_DEFAULT_DIRS

// symbolAddress returns the address of a symbol.
func symbolAddress(handle uintptr, symbol string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(handle), symbol)
}

// openPrerequisites is what must be there before a library is opened: the solver's libraries, and the folders of others.
func (im *libraryImage) openPrerequisites() *usersub.LoadError {
	c, p := im.findLibraries()
	if p != nil {
		return p
	}
	for i := range c.Solvers {
		if err := openForwarderAs(&c.Solvers[i]); err != nil {
			return &usersub.LoadError{Reason: fmt.Sprintf("no %s can be made for %s", c.Solvers[i].Name, im.path), Detail: err.Error(),
				Hint: "the folder for cached files must allow libraries (LocalAppData)"}
		}
	}
	main := filepath.Dir(im.file)
	for _, f := range c.Files {
		dir := filepath.Dir(f.Path)
		if strings.EqualFold(dir, main) || slices.Contains(added, dir) {
			continue
		}
		if name, err := windows.UTF16PtrFromString(dir); err == nil {
			if _, err := windows.AddDllDirectory(name); err == nil {
				added = append(added, dir)
			}
		}
	}
	return nil
}

// added are the folders that Windows knows by now, solvers the libraries that stand for the solver. opened guards them.
var (
	added   []string
	solvers []string
)

// openForwarderAs opens a library under the name of a solver's: Windows takes what is open under a name, whatever lies in its folders. All its
// functions lead to the forwarding library.
func openForwarderAs(s *dll.Solver) error {
	if dll.SameLibrary(s.Name, forwardName) || slices.ContainsFunc(solvers, func(x string) bool { return dll.SameLibrary(x, s.Name) }) {
		return nil
	}
	list := dll.UtilityForwards()
	for _, f := range s.Forwards {
		f.To = forwardName + "." + f.To
		if !slices.ContainsFunc(list, func(x dll.Forward) bool { return x.Name == f.Name }) {
			list = append(list, f)
		}
	}
	path, err := writeToUserCache(s.Name, dll.BuildForwardingLibrary(s.Name, list))
	if err != nil {
		return err
	}
	if _, err := windows.LoadLibraryEx(path, 0, 0); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	solvers = append(solvers, s.Name)
	return nil
}

// openLibrary opens the library.
func (im *libraryImage) openLibrary() (uintptr, *usersub.LoadError) {
	h, err := windows.LoadLibraryEx(im.file, 0, openFlags)
	if err != nil {
		return 0, im.explainOpenError(err)
	}
	redirectAborts()
	patchExits()
	return uintptr(h), nil
}

// openReportingFaults opens the library as if it were a routine, so that what its initialisers do (exit, an exception) is reported like in
// one. Whether it succeeds is seen when it is opened again.
func (im *libraryImage) openReportingFaults(ref *usersub.Ref, log *slog.Logger) *usersub.LoadError {
	if p := im.openPrerequisites(); p != nil {
		return p
	}
	path, err := windows.UTF16FromString(im.file)
	if err != nil {
		return &usersub.LoadError{Reason: err.Error()}
	}
	r := &Sub{ref: *ref, log: log}
	r.ref.Function = "opening " + im.path
	r.setMessagePrefix()
	b := &binding{sub: r, cache: usersub.QueryCache{Frame: &usersub.Frame{}, State: emptyState{}}}
	b.args[0], b.args[2] = uintptr(unsafe.Pointer(&path[0])), openFlags
	b.prepareCall(windows.NewLazySystemDLL("kernel32.dll").NewProc("LoadLibraryExW").Addr(), 3)
	redirectAborts()
	nested := acquireCallLock()
	purego.SyscallN(host.opening, 1)
	b.callNative()
	purego.SyscallN(host.opening, 0)
	releaseCallLock(nested)
	runtime.KeepAlive(path)
	return nil
}

// explainOpenError explains an error of Windows.
func (im *libraryImage) explainOpenError(err error) *usersub.LoadError {
	p := &usersub.LoadError{Reason: im.path + " cannot be opened", Detail: err.Error()}
	switch {
	case errors.Is(err, windows.ERROR_DLL_INIT_FAILED):
		p.Reason = im.path + " refuses to be opened: its initialisation (DllMain) failed"
		p.Hint = "it may need a licence or files that are not here"
	case errors.Is(err, windows.ERROR_MOD_NOT_FOUND):
		p.Hint = "a library that it needs is missing: trammel usersub inspect " + im.path
	case errors.Is(err, windows.ERROR_PROC_NOT_FOUND):
		p.Hint = "a library that it needs lacks a function: trammel usersub inspect " + im.path
	case errors.Is(err, windows.ERROR_ACCESS_DISABLED_BY_POLICY), errors.Is(err, windows.ERROR_VIRUS_INFECTED):
		p.Hint = "a rule of this machine or its virus scanner forbids it"
	}
	return p
}
