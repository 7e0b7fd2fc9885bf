package loading

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
)

// StructImage is the struct of the struct dialect as a routine gets it, with the texts and lists that it points to behind it.
type StructImage struct {
	Bytes     []byte
	Addresses []StructAddress

	f     *usersub.Frame
	width int // of an address
}

// StructAddress is an address in a StructImage, at offset At: that of its byte To, or with Par that of the parameters of the frame.
type StructAddress struct {
	At, To int
	Par    bool
}

// MemberOffsets returns the offsets of the members of a struct and its size, by the rules of C: addresses have width bytes.
func MemberOffsets(members []usersub.Member, width int) (at []int, size int) {
	widest := width
	for i := range members {
		one := width
		switch members[i].Kind {
		case usersub.MemberReal:
			one, widest = 8, 8
		case usersub.MemberInt:
			one = 4
		case usersub.MemberChars:
			one = 1
		}
		size = roundUp(size, one)
		at = append(at, size)
		size += one * max(members[i].N, 1)
	}
	return at, roundUp(size, widest)
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// NewStructImage returns the struct of the routine of a frame; addresses have width bytes and are not set.
func NewStructImage(f *usersub.Frame, width int) *StructImage {
	members := f.Sig.Struct.Members
	at, size := MemberOffsets(members, width)
	x := &StructImage{Bytes: make([]byte, size), f: f, width: width}
	for i := range members {
		m := &members[i]
		if v := MemberValue(f, m); !x.storeMember(at[i], m, v) {
			panic(fmt.Sprintf("loading: member %s of %s cannot be %T", m.Name, f.Sig.Name, v))
		}
	}
	return x
}

// MemberValue returns what a member of the struct of a frame's routine holds, nil for the parameters.
func MemberValue(f *usersub.Frame, m *usersub.Member) any {
	if m.From == "" {
		return f.Member[m.Name]
	}
	i := f.Sig.ArgIndex(m.From)
	switch {
	case m.From == "id":
		return f.ID
	case i < 0 || m.Kind == usersub.MemberPar:
		return nil
	case f.Sig.Args[i].Kind == usersub.Text:
		return f.Text[f.ArgOffset(i)]
	}
	return int(f.Ints(i)[0])
}

// storeMember stores one member at an offset. It is false for a value of the wrong type, which
// is our own mistake.
func (x *StructImage) storeMember(at int, m *usersub.Member, v any) bool {
	switch m.Kind {
	case usersub.MemberPar:
		if x.f.Sig.ArgIndex("par") >= 0 {
			x.Addresses = append(x.Addresses, StructAddress{At: at, Par: true})
		}
		return true
	case usersub.MemberInt:
		return forEachEntry(v, m.N, func(i, v int) { x.putInt(at+4*i, v) })
	case usersub.MemberReal:
		return forEachEntry(v, m.N, func(i int, v float64) { binary.LittleEndian.PutUint64(x.Bytes[at+8*i:], math.Float64bits(v)) })
	case usersub.MemberChars:
		s, ok := v.(string)
		copy(x.Bytes[at:at+max(m.N, 1)], s)
		return ok || v == nil
	case usersub.MemberText:
		texts := make([]string, max(m.N, 1))
		ok := forEachEntry(v, m.N, func(i int, v string) { texts[i] = v })
		for i, s := range texts {
			x.putAddress(at+x.width*i, len(x.Bytes))
			x.Bytes = append(append(x.Bytes, s...), 0)
		}
		return ok
	case usersub.MemberPointer:
		list, ok := v.([]int)
		if len(list) > 0 {
			to := roundUp(len(x.Bytes), 4)
			x.putAddress(at, to)
			x.Bytes = append(x.Bytes, make([]byte, to+4*len(list)-len(x.Bytes))...)
			for i, v := range list {
				x.putInt(to+4*i, v)
			}
		}
		return ok || v == nil
	}
	return false
}

func (x *StructImage) putInt(at, v int) { binary.LittleEndian.PutUint32(x.Bytes[at:], uint32(v)) }

func (x *StructImage) putAddress(at, to int) {
	x.Addresses = append(x.Addresses, StructAddress{At: at, To: to})
}

// forEachEntry calls put for a value, or for those of a list, as far as there is room.
func forEachEntry[T any](v any, room int, put func(int, T)) bool {
	switch x := v.(type) {
	case nil:
	case T:
		put(0, x)
	case []T:
		for i := range min(len(x), max(room, 1)) {
			put(i, x[i])
		}
	default:
		return false
	}
	return true
}
