//go:build !android && (amd64 || arm64)

package cdll

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/usersub"
)

// openFlags let a library prefer its own functions to those of the forwarding
// library that have the same name.
const openFlags = purego.RTLD_LAZY | purego.RTLD_LOCAL | rtldDeepbind

// symbolAddress returns the address of a symbol.
func symbolAddress(handle uintptr, symbol string) (uintptr, error) {
	return purego.Dlsym(handle, symbol)
}

// openLibrary opens the library and looks up all that it leaves undefined.
func (im *libraryImage) openLibrary() (uintptr, *usersub.LoadError) {
	h, err := purego.Dlopen(im.file, openFlags)
	if err != nil {
		return 0, im.explainOpenError(err.Error())
	}
	if p := im.findUnresolvedSymbols(h); p != nil {
		return 0, p
	}
	return h, nil
}

// openReportingFaults opens the library as if it were a routine, so that what its
// initialisers do (exit, a signal) is reported like in one. Whether it succeeds
// is seen when it is opened again.
func (im *libraryImage) openReportingFaults(ref *usersub.Ref, log *slog.Logger) *usersub.LoadError {
	dlopen, err := purego.Dlsym(purego.RTLD_DEFAULT, "dlopen")
	if err != nil {
		return nil
	}
	r := &Sub{ref: *ref, log: log}
	r.ref.Function = "opening " + im.path
	r.setMessagePrefix()
	path := append([]byte(im.file), 0)
	b := &binding{sub: r, cache: usersub.QueryCache{Frame: &usersub.Frame{}, State: emptyState{}}}
	b.text = [][]byte{path}
	b.args[0], b.args[1] = uintptr(unsafe.Pointer(&path[0])), openFlags
	b.prepareCall(dlopen, 2)
	nested := acquireCallLock()
	b.callNative()
	releaseCallLock(nested)
	return nil
}

var (
	missingLibraryProblem = regexp.MustCompile(`^(\S+): cannot open shared object file`)
	missingVersion        = regexp.MustCompile("version `([^']+)' not found")
	missingSymbol         = regexp.MustCompile(`undefined symbol: (\w+)`)
)

// explainOpenError explains the dynamic linker's message.
func (im *libraryImage) explainOpenError(text string) *usersub.LoadError {
	p := &usersub.LoadError{Reason: im.path + " cannot be opened", Detail: text}
	if m := missingLibraryProblem.FindStringSubmatch(text); m != nil && m[1] != im.file {
		p.Reason = fmt.Sprintf("%s needs the library %s, which was not found", im.path, m[1])
		p.Hint = "install it, or add its folder to LD_LIBRARY_PATH before the run starts"
		p.Detail = "libraries that it needs: " + strings.Join(im.needed, ", ")
	} else if m := missingVersion.FindStringSubmatch(text); m != nil {
		p.Reason = fmt.Sprintf("%s needs %s, which is newer than this system", im.path, m[1])
		p.Hint = "build it on this system, or on an older one"
	} else if m := missingSymbol.FindStringSubmatch(text); m != nil {
		return im.undefinedProblem([]string{m[1]})
	}
	return p
}

// findUnresolvedSymbols finds what neither the library, nor those that it names, nor the
// process defines. With lazy binding the first call of such a function would
// end the process.
func (im *libraryImage) findUnresolvedSymbols(handle uintptr) *usersub.LoadError {
	var names []string
	for _, s := range im.wanted {
		if _, err := purego.Dlsym(handle, s); err == nil {
			continue
		}
		if _, err := purego.Dlsym(purego.RTLD_DEFAULT, s); err == nil {
			continue
		}
		names = append(names, s)
	}
	if len(names) == 0 {
		return nil
	}
	return im.undefinedProblem(names)
}

func (im *libraryImage) undefinedProblem(names []string) *usersub.LoadError {
	p := &usersub.LoadError{
		Reason: fmt.Sprintf("%s calls %s, which no library defines", im.path, strings.Join(names, ", ")),
		Hint:   "link the object or library that defines it",
	}
	for _, s := range names {
		switch {
		case strings.HasPrefix(s, "_Z") && strings.Contains(s, "c_"):
			p.Hint = "a utility is declared as C++: include trammel_usersub.h or declare it extern \"C\""
		case strings.HasPrefix(s, "c_"):
			p.Hint = "this utility is not known"
		case strings.HasPrefix(s, "_gfortran"):
			p.Hint = "link it with gfortran, or add -lgfortran"
		case strings.HasPrefix(s, "_ZN") || strings.HasPrefix(s, "_ZS") || strings.HasPrefix(s, "__cxa"):
			p.Hint = "link it with g++, or add -lstdc++"
		}
	}
	return p
}
