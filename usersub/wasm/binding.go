package wasm

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/tetratelabs/wazero/api"

	"github.com/trammel-mbd/trammel/usersub"
)

// spareReals follow the arguments: a routine that writes a little past its outputs
// spoils them and nothing else.
const spareReals = 16

// binding is a routine with the frame of one element, ready to be called. Its area in the
// memory of the module holds, from area on,
//
//	the reals of the frame, spareReals more, its integers, the struct call of
//	support/ask.c, the struct of the struct dialect, texts
//
// of which the first two are copied there before a call; outputs are copied back.
type binding struct {
	sub     *Sub
	cache   usersub.QueryCache
	area    uint32
	ints    uint32 // offset of the integers in the area
	record  uint32 // address of the struct call
	out     []span
	args    []uint64
	stack   []uint64 // args, taken by a call
	byValue []scalar // arguments by value
	queries
	stop   string // why the routine wants to end the run
	raised any    // what the state panicked with
}

// span is an output: n entries from at in the frame's reals or integers.
type span struct {
	real  bool
	at, n int
}

// scalar is an argument by value: entry at of the frame goes to place slot.
type scalar struct {
	real     bool
	slot, at int
}

// layOutCallInMemory lays out the arguments of f.
func layOutCallInMemory(r *Sub, f *usersub.Frame) (*binding, error) {
	b := &binding{sub: r, cache: usersub.QueryCache{Frame: f}}
	x := &memoryLayout{f: f, size: 8 * (len(f.Real) + spareReals)}
	b.ints = uint32(x.size)
	x.size += 4 * len(f.Int)
	record := x.reserveBytes(callSize, 8)
	b.layOutArguments(x)
	area, err := r.m.reserveForHost(x.size)
	if err != nil {
		return nil, err
	}
	b.area, b.record = area, area+uint32(record)
	x.copyToMemory(r.m.memoryAt(area, uint32(x.size)), area)
	for _, i := range x.addresses {
		b.args[i] += uint64(area)
	}
	b.stack = make([]uint64, max(len(b.args), 1))
	for _, i := range f.Sig.OutputIndices() {
		if a := &f.Sig.Args[i]; a.Kind != usersub.Text {
			b.out = append(b.out, span{a.Kind == usersub.Real, f.ArgOffset(i), f.Len(i)})
		}
	}
	return b, nil
}

// layOutArguments makes the list of arguments; addresses are still those in the area.
func (b *binding) layOutArguments(x *memoryLayout) {
	f, sig := x.f, x.f.Sig
	pointer := func(at int) {
		x.addresses = append(x.addresses, len(b.args))
		b.args = append(b.args, uint64(at))
	}
	if b.sub.form.dialect == dialectAdams && sig.Struct.Name != "" {
		pointer(x.addStruct())
	}
	var lengths []uint64
	b.sub.form.forEachArgument(sig, func(i int, byValue bool) {
		at := f.ArgOffset(i)
		switch kind := sig.Args[i].Kind; {
		case byValue:
			b.byValue = append(b.byValue, scalar{kind == usersub.Real, len(b.args), at})
			b.args = append(b.args, 0)
		case kind == usersub.Int:
			pointer(int(b.ints) + 4*at)
		case kind == usersub.Real:
			pointer(8 * at)
		default:
			pointer(x.addText(f.Text[at]))
			if n := uint64(len(f.Text[at])); b.sub.form.dialect == dialectC {
				b.args = append(b.args, n)
			} else {
				lengths = append(lengths, n)
			}
		}
	})
	b.args = append(b.args, lengths...)
}

// copyInputsToModule copies the arguments and answers into the memory of the module.
func (b *binding) copyInputsToModule() error {
	m, f := b.sub.m, b.cache.Frame
	mem := m.memoryAt(b.area, b.record-b.area+callSize)
	putReals(mem, f.Real)
	putInts(mem[b.ints:], f.Int)
	copy(b.stack, b.args)
	for _, v := range b.byValue {
		if v.real {
			b.stack[v.slot] = api.EncodeF64(f.Real[v.at])
		} else {
			b.stack[v.slot] = api.EncodeI32(f.Int[v.at])
		}
	}
	return b.copyAnswers()
}

// copyOutputsBack copies the outputs back and returns the number of queries answered there.
func (b *binding) copyOutputsBack() (queriesAnswered int) {
	m, f := b.sub.m, b.cache.Frame
	mem := m.memoryAt(b.area, b.record-b.area+callSize)
	for _, o := range b.out {
		if o.real {
			getReals(f.Real[o.at:o.at+o.n], mem[8*o.at:])
		} else {
			getInts(f.Int[o.at:o.at+o.n], mem[int(b.ints)+4*o.at:])
		}
	}
	return int(binary.LittleEndian.Uint32(mem[b.record-b.area+callCount:]))
}

// little reports whether this machine stores numbers as WebAssembly does.
var little = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

func rawBytes[T float64 | int32](v []T, size int) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), size*len(v))
}

func putReals(dst []byte, v []float64) {
	if little {
		copy(dst, rawBytes(v, 8))
		return
	}
	for i, x := range v {
		binary.LittleEndian.PutUint64(dst[8*i:], math.Float64bits(x))
	}
}

func getReals(v []float64, src []byte) {
	if little {
		copy(rawBytes(v, 8), src)
		return
	}
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(src[8*i:]))
	}
}

func putInts(dst []byte, v []int32) {
	if little {
		copy(dst, rawBytes(v, 4))
		return
	}
	for i, x := range v {
		binary.LittleEndian.PutUint32(dst[4*i:], uint32(x))
	}
}

func getInts(v []int32, src []byte) {
	if little {
		copy(rawBytes(v, 4), src)
		return
	}
	for i := range v {
		v[i] = int32(binary.LittleEndian.Uint32(src[4*i:]))
	}
}
