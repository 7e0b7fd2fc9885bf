package frame

import (
	"encoding/binary"
	"runtime"
	"unsafe"
)

// Area is memory that both ends share besides that of messages. In it calls have slots at fixed places, which an end
// may write while it has the turn.
//
// It is mapped as long as anything refers to it: a Conn that is closed while a slot is written pulls nothing away.
type Area struct{ b []byte }

// mapArea maps the area that begins at a place of the memory of a descriptor or handle, which stays open.
func mapArea(fd uintptr, offset, size int) (*Area, error) {
	b, err := mapPages(fd, offset, size)
	if err != nil {
		return nil, err
	}
	a := &Area{b}
	runtime.AddCleanup(a, func(b []byte) { _ = unmapPages(b) }, b)
	return a, nil
}

// Len is the length in bytes.
func (a *Area) Len() int { return len(a.b) }

// Ints and Reals are the memory from a place on, in numbers; places of reals are multiples of 8.
func (a *Area) Ints(offset, n int) []int32 {
	if n == 0 {
		return nil
	}
	a.checkRange(offset, 4*n)
	return unsafe.Slice((*int32)(unsafe.Pointer(&a.b[offset])), n)
}

// Reals is Ints for reals.
func (a *Area) Reals(offset, n int) []float64 {
	if n == 0 {
		return nil
	}
	a.checkRange(offset, 8*n)
	return unsafe.Slice((*float64)(unsafe.Pointer(&a.b[offset])), n)
}

func (a *Area) checkRange(offset, bytes int) {
	if offset < 0 || bytes < 0 || offset%4 != 0 || offset+bytes > len(a.b) {
		panic("frame: a slot is outside of its area")
	}
}

// littleEndian reports whether numbers lie in memory as they lie in messages.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1
