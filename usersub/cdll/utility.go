//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"bytes"
	"cmp"
	"os"
	"sync"
	"unsafe"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// analysTimeConvention is how c_analys gets its times: it is found out at each call
// unless the environment variable TRAMMEL_ANALYS says "value" or "pointer".
func analysTimeConvention() uintptr {
	switch os.Getenv("TRAMMEL_ANALYS") {
	case "value":
		return 1
	case "pointer":
		return 2
	}
	return 0
}

// utilityArguments are the arguments of a utility as the forwarding library passes them:
// values (scalar inputs in C) or addresses. lengths are those of the texts in
// Fortran, in their order; nil in C.
type utilityArguments struct {
	arg     []unsafe.Pointer
	lengths []int64
	u       *usersub.Utility
}

// answerUtilityCall is called by the forwarding library for every utility that it does
// not carry out itself.
func answerUtilityCall(number, form int32, args *unsafe.Pointer, lengths *int64) {
	b := callLock.top
	if b == nil {
		return
	}
	u := usersub.Utilities()[number]
	w := utilityArguments{arg: unsafe.Slice(args, len(u.Args)), u: u}
	if form != 0 && lengths != nil {
		w.lengths = unsafe.Slice(lengths, countTextArguments(u))
	}
	if b.panic != nil {
		w.setErrorFlag(form != 0)
		return
	}
	defer beginQueryAnswer(b).endQueryAnswer()
	c := free.Acquire(u, &b.cache)
	defer free.Release(c)
	if !w.readUtilityInputs(c, form != 0) {
		w.setErrorFlag(form != 0)
		return
	}
	if loading.IsMessageUtility(u) {
		b.stop = cmp.Or(loading.DeliverMessage(c, b.sub.log, "element", b.sub.ref.Element, "routine", b.sub.ref.Function, "time", b.c.time), b.stop)
		return
	}
	c.Invoke()
	if b.c.nasked != len(b.cache.Frame.Asked) { // the solver has moved: answers are void
		b.copyAnswersToLibrary()
	}
	w.writeUtilityOutputs(c)
	if c.Unsupported != "" {
		b.warnUnsupported(c, form != 0)
	}
}

// free are calls that are not in use.
var free loading.UtilityCalls

var said struct {
	sync.Mutex
	names map[string]bool
}

// warnUnsupported says once for each utility and reason that it is not supported: as a
// warning of the run, or in the log if the solver takes none.
func (b *binding) warnUnsupported(c *usersub.UtilityCall, fortran bool) {
	name := c.InC
	if fortran {
		name = c.Name
	}
	key := c.Name + " " + c.Unsupported
	text := c.UnsupportedText(b.sub.ref.Element, b.sub.ref.Function, name)
	if w, ok := usersub.As[usersub.Warner](b.cache.State); ok {
		w.WarnOnce(key, text)
		return
	}
	said.Lock()
	defer said.Unlock()
	if said.names[key] {
		return
	}
	if said.names == nil {
		said.names = map[string]bool{}
	}
	said.names[key] = true
	b.sub.log.Warn(text)
}

func countTextArguments(u *usersub.Utility) (n int) {
	for i := range u.Args {
		if u.Args[i].Kind == usersub.Text {
			n++
		}
	}
	return n
}

// argumentAddress returns the place of argument i: that of its word if it is passed by
// value.
func (w *utilityArguments) argumentAddress(i int, fortran bool) unsafe.Pointer {
	a := &w.u.Args[i]
	if !fortran && !a.Out && a.IsScalar() && !a.Pointer && a.Kind != usersub.Text {
		return unsafe.Pointer(&w.arg[i])
	}
	return w.arg[i]
}

// setErrorFlag sets the error flag and nothing else.
func (w *utilityArguments) setErrorFlag(fortran bool) {
	if f := w.u.Flag; f >= 0 {
		if p := w.argumentAddress(f, fortran); p != nil {
			*(*int32)(p) = w.u.Failed
		}
	}
}

// readUtilityInputs takes the inputs over. It returns false for sizes that make no sense and missing pointers.
func (w *utilityArguments) readUtilityInputs(c *usersub.UtilityCall, fortran bool) bool {
	return loading.ReadInputs(c, w.textLength, func(i, length int) bool { return w.readInput(c, i, fortran, length) })
}

// textLength returns the length of a text that Fortran gives, -1 in C.
func (w *utilityArguments) textLength(text int) int {
	if w.lengths == nil {
		return -1
	}
	return int(int32(w.lengths[text]))
}

func (w *utilityArguments) readInput(c *usersub.UtilityCall, i int, fortran bool, length int) bool {
	a, v := &w.u.Args[i], &c.Arg[i]
	n, ok := c.ArgSize(i)
	p := w.argumentAddress(i, fortran)
	if !ok || p == nil && n > 0 {
		return false
	}
	switch a.Kind {
	case usersub.Int:
		v.Int = append(v.Int[:0], unsafe.Slice((*int32)(p), n)...)
	case usersub.Real:
		v.Real = append(v.Real[:0], unsafe.Slice((*float64)(p), n)...)
	case usersub.Text:
		v.Text = append(v.Text[:0], readCOrFortranString((*byte)(p), length))
	}
	return true
}

// readCOrFortranString reads a text: up to a zero in C (length -1), without blanks at the
// end in Fortran.
func readCOrFortranString(p *byte, length int) string {
	n, most := 0, loading.TextLimit(length)
	for n < most && *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	text := unsafe.Slice(p, n)
	if length >= 0 {
		text = bytes.TrimRight(text, " ")
	}
	return known.Intern(text)
}

// known are texts that routines passed before. callLock admits one call at a time, so that they need no lock.
var known = loading.Texts{}

// writeUtilityOutputs hands the outputs over.
func (w *utilityArguments) writeUtilityOutputs(c *usersub.UtilityCall) {
	loading.WriteOutputs(c, w.textLength, func(i, length int) {
		a, v, p := &w.u.Args[i], &c.Arg[i], w.arg[i]
		switch {
		case p == nil:
		case a.Kind == usersub.Int:
			writeInts((*int32)(p), v.Int, a.Implied)
		case a.Kind == usersub.Real:
			copy(unsafe.Slice((*float64)(p), len(v.Real)), v.Real)
		case a.IsScalar():
			loading.WriteText(func(n int) []byte { return unsafe.Slice((*byte)(p), n) }, v.Text[0], length)
		default:
			loading.WriteNames(func(n int) []byte { return unsafe.Slice((*byte)(p), n) }, v.Text, length)
		}
	})
}

// writeInts writes integers. A length that is right already is left alone: it may be a
// constant.
func writeInts(p *int32, v []int32, isLength bool) {
	if isLength && len(v) == 1 && *p == v[0] {
		return
	}
	copy(unsafe.Slice(p, len(v)), v)
}
