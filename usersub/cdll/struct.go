//go:build (linux && !android && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/trammel-mbd/trammel/usersub"
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
		b.fillStruct(f, form)
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

// layOutStruct returns the offsets of the members of a struct and its size, by the
// rules of C on the systems that we support.
func layOutStruct(members []usersub.Member) (at []int, size int) {
	for i := range members {
		m := &members[i]
		one := 8
		switch m.Kind {
		case usersub.MemberInt:
			one = 4
		case usersub.MemberChars:
			one = 1
		}
		size = (size + one - 1) / one * one
		at = append(at, size)
		size += one * max(m.N, 1)
	}
	return at, (size + 7) / 8 * 8
}

// fillStruct makes the struct from the frame's arguments and members.
func (b *binding) fillStruct(f *usersub.Frame, form *usersub.Struct) {
	at, size := layOutStruct(form.Members)
	b.record = make([]uint64, size/8)
	base := unsafe.Pointer(unsafe.SliceData(b.record))
	for i := range form.Members {
		m := &form.Members[i]
		b.storeMember(unsafe.Add(base, at[i]), f, m, memberSource{f, m}.currentValue())
	}
}

// memberSource is where the value of a member comes from.
type memberSource struct {
	f *usersub.Frame
	m *usersub.Member
}

func (s memberSource) currentValue() any {
	if s.m.From == "" {
		return s.f.Member[s.m.Name]
	}
	i := s.f.Sig.ArgIndex(s.m.From)
	switch {
	case s.m.From == "id":
		return s.f.ID
	case i < 0:
		return nil
	case s.f.Sig.Args[i].Kind == usersub.Text:
		return s.f.Text[s.f.ArgOffset(i)]
	case s.m.Kind == usersub.MemberPar:
		return nil
	}
	return int(s.f.Ints(i)[0])
}

// storeMember writes one member at p. A value of the wrong type is our own mistake.
func (b *binding) storeMember(p unsafe.Pointer, f *usersub.Frame, m *usersub.Member, v any) {
	ok := v == nil
	switch m.Kind {
	case usersub.MemberPar:
		if i := f.Sig.ArgIndex("par"); i >= 0 {
			*(*uintptr)(p) = entryAddress(f.Real, f.ArgOffset(i), 8)
		}
		ok = true
	case usersub.MemberInt:
		ok = storeEntries(unsafe.Slice((*int32)(p), max(m.N, 1)), v, func(x int) int32 { return int32(x) }) || ok
	case usersub.MemberReal:
		ok = storeEntries(unsafe.Slice((*float64)(p), max(m.N, 1)), v, func(x float64) float64 { return x }) || ok
	case usersub.MemberChars:
		var s string
		s, isText := v.(string)
		copy(unsafe.Slice((*byte)(p), max(m.N, 1)), s)
		ok = ok || isText
	case usersub.MemberText:
		dst := unsafe.Slice((*uintptr)(p), max(m.N, 1))
		for i := range dst {
			dst[i] = b.newCString("")
		}
		ok = storeEntries(dst, v, b.newCString) || ok
	case usersub.MemberPointer:
		if list, isList := v.([]int); isList && len(list) > 0 {
			c := make([]int32, len(list))
			for i, x := range list {
				c[i] = int32(x)
			}
			b.keep = append(b.keep, c)
			*(*uintptr)(p) = entryAddress(c, 0, 4)
			ok = true
		}
	}
	if !ok {
		panic(fmt.Sprintf("cdll: member %s of %s cannot be %T", m.Name, f.Sig.Name, v))
	}
}

// storeEntries stores a value, or a list of values, of type V in dst.
func storeEntries[T, V any](dst []T, v any, as func(V) T) bool {
	switch x := v.(type) {
	case V:
		dst[0] = as(x)
	case []V:
		for i := range min(len(x), len(dst)) {
			dst[i] = as(x[i])
		}
	default:
		return false
	}
	return true
}

// newCString returns the address of a copy of s with a zero behind it.
func (b *binding) newCString(s string) uintptr {
	c := append([]byte(s), 0)
	b.keep = append(b.keep, c)
	return entryAddress(c, 0, 1)
}
