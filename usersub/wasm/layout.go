package wasm

import (
	"encoding/binary"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
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

// addStruct reserves the struct of the routine.
func (x *memoryLayout) addStruct() int {
	image := loading.NewStructImage(x.f, 4)
	at := x.reserveBytes(len(image.Bytes), 8)
	x.stores = append(x.stores, func(mem []byte, area uint32) {
		copy(mem[at:], image.Bytes)
		for _, a := range image.Addresses {
			to := at + a.To
			if a.Par {
				to = 8 * x.f.ArgOffset(x.f.Sig.ArgIndex("par"))
			}
			binary.LittleEndian.PutUint32(mem[at+a.At:], area+uint32(to))
		}
	})
	return at
}
