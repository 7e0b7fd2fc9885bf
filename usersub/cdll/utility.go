//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"os"
	"sync"
	"unsafe"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// timePassingOfAnalys is how c_analys gets its times: it is found out at each call
// unless the environment variable TRAMMEL_ANALYS says "value" or "pointer".
func timePassingOfAnalys() uintptr {
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

// maxText bounds a text in C, longText one whose length Fortran gives.
const (
	maxText  = 1 << 16
	longText = 4096
)

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
	c := acquireUtilityCall()
	defer releaseUtilityCall(c)
	c.PrepareCall(u, &b.cache, b.c.time)
	if !w.readUtilityInputs(c, form != 0) {
		w.setErrorFlag(form != 0)
		return
	}
	if u.Name == "ERRMES" || u.Name == "USRMES" {
		b.deliverMessage(&usersub.Message{Utility: u.Name, Flag: c.IntInput(0), Text: c.TextInput(1), ID: c.IntInput(2),
			Tag: usersub.CanonicalMeasure(c.Arg[3].Text[0])})
		return
	}
	c.Invoke()
	if b.c.nasked != len(b.cache.Frame.Asked) { // the solver has moved: answers are void
		b.copyAnswersToLibrary()
	}
	w.writeUtilityOutputs(c, form != 0)
	if c.Unsupported != "" {
		b.warnUnsupported(c, form != 0)
	}
}

// free are calls that are not in use; utilities nest only where the solver is driven.
var free []*usersub.UtilityCall

func acquireUtilityCall() *usersub.UtilityCall {
	n := len(free)
	if n == 0 {
		return new(usersub.UtilityCall)
	}
	c := free[n-1]
	free = free[:n-1]
	return c
}

func releaseUtilityCall(c *usersub.UtilityCall) {
	c.State = nil
	free = append(free, c)
}

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

// readUtilityInputs takes the inputs over: scalars first, since arrays need the sizes among
// them. It returns false for sizes that make no sense and missing pointers.
func (w *utilityArguments) readUtilityInputs(c *usersub.UtilityCall, fortran bool) bool {
	for pass := range 2 {
		text := 0
		for i := range w.u.Args {
			a := &w.u.Args[i]
			length := int64(-1)
			if a.Kind == usersub.Text {
				if w.lengths != nil {
					length = w.lengths[text]
				}
				text++
			}
			if !a.IsInput() || (pass == 0) != a.IsScalar() {
				continue
			}
			if !w.readInput(c, i, fortran, length) {
				return false
			}
		}
	}
	return true
}

func (w *utilityArguments) readInput(c *usersub.UtilityCall, i int, fortran bool, length int64) bool {
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
// end in Fortran. A length that makes no sense comes from C code that calls the
// Fortran name; a short text that ends with a zero is taken then.
func readCOrFortranString(p *byte, length int64) string {
	most := maxText
	if length >= 0 {
		if most = int(int32(length)); most < 1 || most > longText {
			most = 32
		}
	}
	n := 0
	for n < most && *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	if length >= 0 {
		for n > 0 && *(*byte)(unsafe.Add(unsafe.Pointer(p), n-1)) == ' ' {
			n--
		}
	}
	return internText(unsafe.Slice(p, n))
}

// known are texts that routines passed before: they pass the same names in every call.
var known = map[string]string{}

// maxKnown bounds the texts that are kept, maxKept the length of one: a message
// with numbers in it is new each time.
const (
	maxKnown = 4096
	maxKept  = 64
)

// internText returns a text as a string, without allocating for one that was passed
// before. callLock admits one call at a time, so that the map needs no lock.
func internText(text []byte) string {
	if s, ok := known[string(text)]; ok { // does not allocate
		return s
	}
	s := string(text)
	if len(known) < maxKnown && len(s) <= maxKept {
		known[s] = s
	}
	return s
}

// writeUtilityOutputs hands the outputs over.
func (w *utilityArguments) writeUtilityOutputs(c *usersub.UtilityCall, fortran bool) {
	text := 0
	for i := range w.u.Args {
		a, v := &w.u.Args[i], &c.Arg[i]
		length := int64(-1)
		if a.Kind == usersub.Text {
			if w.lengths != nil {
				length = w.lengths[text]
			}
			text++
		}
		if !a.Out || w.arg[i] == nil {
			continue
		}
		switch a.Kind {
		case usersub.Int:
			putInts((*int32)(w.arg[i]), v.Int, a.Implied)
		case usersub.Real:
			copy(unsafe.Slice((*float64)(w.arg[i]), len(v.Real)), v.Real)
		case usersub.Text:
			if a.IsScalar() {
				writeCOrFortranString((*byte)(w.arg[i]), v.Text[0], length)
			} else {
				writeNames((*byte)(w.arg[i]), v.Text, length)
			}
		}
	}
}

// putInts writes integers. A length that is right already is left alone: it may be a
// constant.
func putInts(p *int32, v []int32, length bool) {
	if length && len(v) == 1 && *p == v[0] {
		return
	}
	copy(unsafe.Slice(p, len(v)), v)
}

// writeCOrFortranString writes a text with a zero behind it (C, length -1), or filled with
// blanks (Fortran).
func writeCOrFortranString(p *byte, s string, length int64) {
	room := int(int32(length))
	if length < 0 || room < 1 || room > longText {
		dst := unsafe.Slice(p, len(s)+1)
		dst[copy(dst, s)] = 0
		return
	}
	loading.PadWithBlanks(unsafe.Slice(p, room), s)
}

// writeNames writes an array of short names, filled with blanks: three bytes
// each, four if one needs it, without a zero at the end, since callers give no room for more.
// In Fortran a length too small for all of them is that of one.
func writeNames(p *byte, names []string, length int64) {
	each := 3
	for _, s := range names {
		if len(s) > 3 {
			each = 4
		}
	}
	room := len(names) * each
	if n := int(int32(length)); length > 0 && n <= longText {
		if n < room {
			each, room = n, n*len(names)
		} else {
			room = n
		}
	}
	dst := unsafe.Slice(p, room)
	loading.PadWithBlanks(dst, "")
	for i, s := range names {
		loading.PadWithBlanks(dst[i*each:(i+1)*each], s)
	}
}
