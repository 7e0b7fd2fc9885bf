//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"fmt"
	"log/slog"

	"github.com/trammel-mbd/trammel/usersub"
)

// Sub is a routine in a shared library.
type Sub struct {
	Calls int // calls made
	Asked int // queries made in them, foreseen or not

	sig     *usersub.Sig
	routine uintptr
	dialect Dialect
	area    string // "yes", "no" or ""
	ref     usersub.Ref
	log     *slog.Logger
	where   []byte // names element and routine, ends with a zero

	bound [4]*binding // of the frames used last
	next  int
}

var _ usersub.Sub = (*Sub)(nil)

// checkArgumentCountAndPrepare completes a routine; it refuses argument lists too long.
func (r *Sub) checkArgumentCountAndPrepare() *usersub.LoadError {
	n := 0
	for i := range r.sig.Args {
		if r.passesArgument(i) {
			n++
			if r.sig.Args[i].Kind == usersub.Text {
				n++
			}
		}
	}
	if n > maxArgs {
		return &usersub.LoadError{Reason: fmt.Sprintf("%s has %d arguments; %d are supported", r.sig.Name, n, maxArgs)}
	}
	r.setMessagePrefix()
	return nil
}

// passesArgument reports whether the routine gets argument i. Contact routines of some
// headers have an area, those of others lack it.
func (r *Sub) passesArgument(i int) bool {
	a := &r.sig.Args[i]
	if a.Name == "area" && r.area != "" {
		return r.area == "yes"
	}
	return a.Skip&r.callingForm() == 0
}

func (r *Sub) callingForm() usersub.Form {
	switch r.dialect {
	case Fortran:
		return usersub.FormFortran
	case Adams:
		return usersub.FormAdams
	}
	return usersub.FormC
}

func (r *Sub) setMessagePrefix() { r.where = append([]byte(r.ref.Element+": "+r.ref.Function), 0) }

// Call passes the arguments of f to the function of the library and stores what it sets in f.
func (r *Sub) Call(f *usersub.Frame, s usersub.State) error {
	if f.Sig != r.sig {
		panic("cdll: frame of " + f.Sig.Name + " for routine " + r.sig.Name)
	}
	nested := acquireCallLock()
	b := r.bindingOf(f)
	b.cache.State, b.cache.Asked, b.c.count = s, 0, 0
	b.c.time = f.Time()
	b.copyAnswersToLibrary()
	b.updateScalars()
	b.inputs.saveInputs(f)
	b.callNative()
	b.inputs.restoreInputs(f)
	r.Calls++
	r.Asked += b.c.count + b.cache.Asked
	b.cache.State = nil
	stop, raised := b.stop, b.panic
	b.stop, b.panic = "", nil
	releaseCallLock(nested)
	if raised != nil {
		panic(raised)
	}
	if stop != "" {
		return r.callError(f, stop)
	}
	return nil
}

func (r *Sub) callError(f *usersub.Frame, message string) error {
	return &usersub.CallError{Cause: usersub.Exited, Element: r.ref.Element,
		Routine: r.ref.Function, Time: f.Time(), Message: message}
}

// bindingOf returns the prepared call of a frame. A routine serves one element,
// which has one frame or very few.
func (r *Sub) bindingOf(f *usersub.Frame) *binding {
	for _, b := range r.bound {
		if b != nil && b.cache.Frame == f {
			return b
		}
	}
	var b *binding
	if r.dialect == Adams {
		b = newStructBinding(r, f)
	} else {
		b = prepareArgumentsOfCall(r, f)
	}
	r.bound[r.next] = b
	r.next = (r.next + 1) % len(r.bound)
	return b
}
