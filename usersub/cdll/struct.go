//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"math"
	"unsafe"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// maxWords bounds the words of a routine with a struct.
const maxWords = 16

// scalarArg is a scalar that is passed by value: taken from the frame before
// each call, since the solver sets time and flags there.
type scalarArg struct {
	real     bool
	slot, at int // in args or reals; in the frame
}

// newStructBinding prepares the arguments of f for the struct dialect: a
// pointer to a constant struct, then scalars by value and arrays and results by
// address. Routines that have no struct start with the latter.
func newStructBinding(r *Sub, f *usersub.Frame) *binding {
	b := &binding{sub: r, cache: usersub.QueryCache{Frame: f}}
	form, n, nReal := r.sig.Struct, 0, 0
	if form.Name != "" {
		b.fillStruct(f)
		b.args[0] = entryAddress(b.record, 0, 8)
		n = 1
	}
	for _, name := range form.Args {
		i := r.sig.ArgIndex(name)
		if i < 0 {
			panic("cdll: " + r.sig.Name + " has no argument " + name)
		}
		if !r.passesArgument(i) {
			continue
		}
		a, at := &r.sig.Args[i], f.ArgOffset(i)
		switch {
		case a.Kind == usersub.Int && (a.Out || a.Len != ""):
			b.args[n] = entryAddress(f.Int, at, 4)
		case a.Kind == usersub.Int:
			b.scalars = append(b.scalars, scalarArg{false, n, at})
		case a.Out || a.Len != "":
			b.args[n] = entryAddress(f.Real, at, 8)
		case !realsApart:
			b.scalars = append(b.scalars, scalarArg{true, n, at})
		default:
			b.scalars = append(b.scalars, scalarArg{true, nReal, at})
			nReal++
			continue
		}
		n++
	}
	if n > maxWords || nReal > len(b.reals) {
		panic("cdll: " + r.sig.Name + " has too many arguments by value")
	}
	b.prepareCall(r.routine, n)
	if realsApart {
		b.c.real = &b.reals[0]
	}
	b.inputs = newInputCopy(r, f, b.record)
	return b
}

// updateScalars brings the scalars of the struct dialect up to date.
func (b *binding) updateScalars() {
	for i := range b.scalars {
		s := &b.scalars[i]
		switch v := b.cache.Frame.Real; {
		case s.real && realsApart:
			b.reals[s.slot] = v[s.at]
		case s.real:
			b.args[s.slot] = uintptr(math.Float64bits(v[s.at]))
		default:
			b.args[s.slot] = uintptr(b.cache.Frame.Int[s.at])
		}
	}
}

// fillStruct makes the struct from the frame's arguments and members.
func (b *binding) fillStruct(f *usersub.Frame) {
	image := loading.NewStructImage(f, 8)
	b.record = make([]uint64, (len(image.Bytes)+7)/8)
	base := entryAddress(b.record, 0, 8)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b.record))), len(image.Bytes)), image.Bytes)
	for _, a := range image.Addresses {
		b.record[a.At/8] = uint64(base) + uint64(a.To)
		if a.Par {
			b.record[a.At/8] = uint64(entryAddress(f.Real, f.ArgOffset(f.Sig.ArgIndex("par")), 8))
		}
	}
}
