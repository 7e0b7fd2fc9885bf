package wasm

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/usersub"
)

// memoryLayout collects what stays the same in the area of a frame: the struct of the struct
// dialect and texts. Addresses are offsets in the area until it has a place.
type memoryLayout struct {
	f         *usersub.Frame
	size      int
	addresses []int // arguments that are addresses in the area
	stores    []func(mem []byte, area uint32)
}

// reserveBytes returns the offset of n more bytes.
func (x *memoryLayout) reserveBytes(n, align int) int {
	x.size = (x.size + align - 1) / align * align
	x.size += n
	return x.size - n
}

// copyToMemory writes what was collected.
func (x *memoryLayout) copyToMemory(mem []byte, area uint32) {
	clear(mem)
	for _, f := range x.stores {
		f(mem, area)
	}
}

// addText reserves a text with a zero behind it.
func (x *memoryLayout) addText(s string) int {
	at := x.reserveBytes(len(s)+1, 1)
	x.stores = append(x.stores, func(mem []byte, _ uint32) { copy(mem[at:], s) })
	return at
}

// memberOffsets returns the offsets of the members of a struct and its size, by the rules of C
// for wasm32: pointers have four bytes, reals are at multiples of eight.
func memberOffsets(list []usersub.Member) (at []int, size int) {
	widest := 4
	for i := range list {
		one := 4
		switch list[i].Kind {
		case usersub.MemberReal:
			one, widest = 8, 8
		case usersub.MemberChars:
			one = 1
		}
		size = (size + one - 1) / one * one
		at = append(at, size)
		size += one * max(list[i].N, 1)
	}
	return at, (size + widest - 1) / widest * widest
}

// addStruct reserves the struct of a routine.
func (x *memoryLayout) addStruct(form *usersub.Struct) int {
	at, size := memberOffsets(form.Members)
	base := x.reserveBytes(size, 8)
	for i := range form.Members {
		m := &form.Members[i]
		if !x.storeMember(base+at[i], m, x.memberValue(m)) {
			panic(fmt.Sprintf("wasm: member %s of %s cannot be %T", m.Name, x.f.Sig.Name, x.memberValue(m)))
		}
	}
	return base
}

// memberValue is what a member holds.
func (x *memoryLayout) memberValue(m *usersub.Member) any {
	if m.From == "" {
		return x.f.Member[m.Name]
	}
	i := x.f.Sig.ArgIndex(m.From)
	switch {
	case m.From == "id":
		return x.f.ID
	case i < 0 || m.Kind == usersub.MemberPar:
		return nil
	case x.f.Sig.Args[i].Kind == usersub.Text:
		return x.f.Text[x.f.ArgOffset(i)]
	}
	return int(x.f.Ints(i)[0])
}

// storeMember stores one member at an offset. It is false for a value of the wrong type, which
// is our own mistake.
func (x *memoryLayout) storeMember(at int, m *usersub.Member, v any) bool {
	switch m.Kind {
	case usersub.MemberPar:
		if i := x.f.Sig.ArgIndex("par"); i >= 0 {
			x.storeAddress(at, 8*x.f.ArgOffset(i))
		}
		return true
	case usersub.MemberInt:
		return forEachEntry(v, m.N, func(i, v int) { x.put32(at+4*i, v) })
	case usersub.MemberReal:
		return forEachEntry(v, m.N, func(i int, v float64) {
			x.stores = append(x.stores, func(mem []byte, _ uint32) {
				binary.LittleEndian.PutUint64(mem[at+8*i:], math.Float64bits(v))
			})
		})
	case usersub.MemberChars:
		s, ok := v.(string)
		s = s[:min(len(s), max(m.N, 1))]
		x.stores = append(x.stores, func(mem []byte, _ uint32) { copy(mem[at:], s) })
		return ok || v == nil
	case usersub.MemberText:
		none := x.addText("")
		for i := range max(m.N, 1) {
			x.storeAddress(at+4*i, none)
		}
		return forEachEntry(v, m.N, func(i int, v string) { x.storeAddress(at+4*i, x.addText(v)) })
	case usersub.MemberPointer:
		list, ok := v.([]int)
		if len(list) > 0 {
			to := x.reserveBytes(4*len(list), 4)
			x.storeAddress(at, to)
			for i, v := range list {
				x.put32(to+4*i, v)
			}
		}
		return ok || v == nil
	}
	return false
}

func (x *memoryLayout) put32(at, v int) {
	x.stores = append(x.stores, func(mem []byte, _ uint32) { binary.LittleEndian.PutUint32(mem[at:], uint32(v)) })
}

// storeAddress stores the address of what is at offset to.
func (x *memoryLayout) storeAddress(at, to int) {
	x.stores = append(x.stores, func(mem []byte, area uint32) { binary.LittleEndian.PutUint32(mem[at:], area+uint32(to)) })
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
