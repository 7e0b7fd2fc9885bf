//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"cmp"
	"log/slog"
	"sync"

	"github.com/trammel-mbd/trammel/usersub"
)

// opened are the libraries of the process by path.
var opened struct {
	sync.Mutex
	handle map[string]uintptr
}

// openRoutine gives the routine of a library that was examined.
func (l *Loader) openRoutine(im *libraryImage, ref *usersub.Ref, sig *usersub.Sig, symbol string, d Dialect) (*Sub, *usersub.LoadError) {
	if err := ensureForwardingLibrary(); err != nil {
		return nil, &usersub.LoadError{Reason: err.Error()}
	}
	handle, p := im.openImage(ref, l.logger())
	if p != nil {
		return nil, p
	}
	address, err := symbolAddress(handle, symbol)
	if err != nil {
		return nil, &usersub.LoadError{Reason: err.Error()}
	}
	r := &Sub{sig: sig, routine: address, dialect: d, area: cmp.Or(ref.Area, l.Area), ref: *ref, log: l.logger()}
	if p := r.checkArgumentCountAndPrepare(); p != nil {
		return nil, p
	}
	return r, nil
}

func (im *libraryImage) openImage(ref *usersub.Ref, log *slog.Logger) (uintptr, *usersub.LoadError) {
	opened.Lock()
	defer opened.Unlock()
	if h := opened.handle[im.path]; h != 0 {
		return h, nil
	}
	if p := im.openReportingFaults(ref, log); p != nil {
		return 0, p
	}
	h, p := im.openLibrary()
	if p != nil {
		return 0, p
	}
	if opened.handle == nil {
		opened.handle = map[string]uintptr{}
	}
	opened.handle[im.path] = h
	return h, nil
}

// emptyState is the State of an initialiser: it knows nothing.
type emptyState struct{}

func (emptyState) SysFnc(string, []int32) (float64, int32)        { return 0, 1 }
func (emptyState) SysAry(string, []int32, []float64) (int, int32) { return 0, 1 }
func (emptyState) ModFnc(string, int32, string) (string, int32)   { return "", -1 }
