//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// maxName is the longest name that is searched for without entering Go, maxArgs
// the most arguments of a routine.
const (
	maxName = 16
	maxArgs = 24
)

// queryEntry and call mirror the structures of forward/forward.h. The library
// writes next and count only.
type queryEntry struct {
	name      [maxName]byte
	ary, npar int32
	par       *int32
}

type call struct {
	routine uintptr
	arg     *uintptr
	narg    int
	asked   *queryEntry
	nasked  int
	at      *int32
	value   *float64
	flag    *int32
	next    int
	count   int
	time    float64
	where   *byte
	real    *float64
	result  uintptr
}

// binding is a routine with the frame of one element, ready to be called. The
// pointers in args lead into the frame, whose arrays do not move.
type binding struct {
	c       call
	self    [1]uintptr // of c: what tm_call gets
	cache   usersub.QueryCache
	args    [maxArgs]uintptr
	text    [][]byte
	asked   []queryEntry
	learned []usersub.Query // what the table was made from
	sub     *Sub
	record  []uint64    // the struct of the struct dialect, and what it points to
	inputs  inputCopy   // what the routine must leave as it was
	reals   [8]float64  // scalars by value
	scalars []scalarArg // where they come from
	stop    string      // why a routine wants to end the run
	panic   any         // what the state panicked with
}

// prepareArgumentsOfCall prepares the arguments of f.
func prepareArgumentsOfCall(r *Sub, f *usersub.Frame) *binding {
	b := &binding{sub: r, cache: usersub.QueryCache{Frame: f}}
	n := 0
	add := func(v uintptr) { b.args[n] = v; n++ }
	for i := range r.sig.Args {
		if !r.passesArgument(i) {
			continue
		}
		switch at := f.ArgOffset(i); r.sig.Args[i].Kind {
		case usersub.Int:
			add(entryAddress(f.Int, at, 4))
		case usersub.Real:
			add(entryAddress(f.Real, at, 8))
		case usersub.Text:
			s := append([]byte(f.Text[at]), 0)
			b.text = append(b.text, s)
			add(uintptr(unsafe.Pointer(&s[0])))
			if r.dialect == C {
				add(uintptr(len(s) - 1))
			}
		}
	}
	if r.dialect == Fortran {
		for _, s := range b.text {
			add(uintptr(len(s) - 1))
		}
	}
	b.prepareCall(r.routine, n)
	b.inputs = newInputCopy(r, f, nil)
	return b
}

// prepareCall completes a call whose n arguments are set.
func (b *binding) prepareCall(routine uintptr, argCount int) {
	b.c = call{routine: routine, arg: &b.args[0], narg: argCount, where: &b.sub.where[0]}
	b.self[0] = uintptr(unsafe.Pointer(&b.c))
}

// callNative makes the call. It must be admitted.
func (b *binding) callNative() {
	outer := callLock.top
	callLock.top = b
	purego.SyscallN(host.call, b.self[:]...)
	callLock.top = outer
}

// entryAddress returns the place of an entry, which may be one behind the last.
func entryAddress[T any](s []T, index, entrySize int) uintptr {
	return uintptr(unsafe.Pointer(unsafe.SliceData(s))) + uintptr(index*entrySize)
}

// copyAnswersToLibrary hands the answers of the frame over. The table of queries is made
// again only when the list changed.
func (b *binding) copyAnswersToLibrary() {
	a := &b.cache.Frame.QueryAnswers
	if !loading.EqualQueries(a.Asked, b.learned) {
		b.storeQueryTable(a.Asked)
	}
	b.c.asked, b.c.nasked = unsafe.SliceData(b.asked), len(a.Asked)
	b.c.at = unsafe.SliceData(a.At)
	b.c.value = unsafe.SliceData(a.Value)
	b.c.flag = unsafe.SliceData(a.Flag)
}

func (b *binding) storeQueryTable(list []usersub.Query) {
	b.learned = append(b.learned[:0], list...)
	b.asked = b.asked[:0]
	for i := range list {
		b.asked = append(b.asked, newQueryEntry(&list[i]))
	}
}

// newQueryEntry returns a query as the library compares it. Names too long for it
// get an entry that is never found; Go answers them.
func newQueryEntry(q *usersub.Query) queryEntry {
	e := queryEntry{npar: int32(len(q.Par)), par: unsafe.SliceData(q.Par)}
	if q.Ary {
		e.ary = 1
	}
	if len(q.Name) > maxName {
		e.ary = -1
		return e
	}
	copy(e.name[:], q.Name)
	return e
}
