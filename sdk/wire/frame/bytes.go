package frame

import (
	"encoding/binary"
	"math"
	"slices"
)

// Writer appends the parts of a payload. Each begins at a multiple of 8 bytes.
type Writer struct{ b []byte }

func (w *Writer) writeU8(v byte)    { w.b = append(w.b, v) }
func (w *Writer) writeU16(v uint16) { w.b = binary.LittleEndian.AppendUint16(w.b, v) }
func (w *Writer) writeU32(v uint32) { w.b = binary.LittleEndian.AppendUint32(w.b, v) }
func (w *Writer) writeU64(v uint64) { w.b = binary.LittleEndian.AppendUint64(w.b, v) }

func (w *Writer) putCounts(n ...int) {
	b := w.appendBytes(4 * len(n))
	for i, v := range n {
		binary.LittleEndian.PutUint32(b[4*i:], uint32(v))
	}
}

// appendBytes appends n bytes, which the caller sets, all of them.
func (w *Writer) appendBytes(n int) []byte {
	at := len(w.b)
	w.b = slices.Grow(w.b, n)[:at+n]
	return w.b[at:]
}

func (w *Writer) putIntList(v []int32) { putInts(w.appendBytes(intListBytes(len(v))), v) }

func (w *Writer) putRealList(v []float64) { putReals(w.appendBytes(8*len(v)), v) }

// intListBytes is the length of a list of n integers.
func intListBytes(n int) int { return 4 * (n + n&1) }

// putInts sets the head of b to a list and returns the rest.
func putInts(b []byte, v []int32) []byte {
	if len(v) == 0 {
		return b
	}
	for _, x := range v {
		binary.LittleEndian.PutUint32(b, uint32(x))
		b = b[4:]
	}
	if len(v)&1 != 0 {
		binary.LittleEndian.PutUint32(b, 0)
		b = b[4:]
	}
	return b
}

// putReals appends reals.
func putReals(b []byte, v []float64) []byte {
	for _, x := range v {
		binary.LittleEndian.PutUint64(b, math.Float64bits(x))
		b = b[8:]
	}
	return b
}

// padTo8 adds zeros up to a multiple of 8 bytes.
func (w *Writer) padTo8() {
	for len(w.b)%8 != 0 {
		w.b = append(w.b, 0)
	}
}

// WriteText appends a text.
func (w *Writer) WriteText(s string) {
	w.writeU32(uint32(len(s)))
	w.writeU32(0)
	w.b = append(w.b, s...)
	w.padTo8()
}

// Reader takes the parts off a payload. What is not there is 0 and spoils the Reader.
type Reader struct {
	b   []byte
	bad bool
}

// nextBytes returns the next n bytes, nil if they are not there.
func (r *Reader) nextBytes(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad = true
		r.b = nil
		return nil
	}
	head := r.b[:n]
	r.b = r.b[n:]
	return head
}

func (r *Reader) readU8() byte {
	if b := r.nextBytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *Reader) readU16() uint16 {
	if b := r.nextBytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *Reader) readU32() uint32 {
	if b := r.nextBytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *Reader) readU64() uint64 {
	if b := r.nextBytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// readBool takes a u32 that is 0 or 1.
func (r *Reader) readBool() bool {
	v := r.readU32()
	if v > 1 {
		r.bad = true
	}
	return v == 1
}

// expectZero takes a u32 that must be 0.
func (r *Reader) expectZero() {
	if r.readU32() != 0 {
		r.bad = true
	}
}

// readCount takes the number of things of which each has at least size bytes: there cannot be more than the rest holds.
func (r *Reader) readCount(size int) int {
	n := r.readU32()
	if uint64(n)*uint64(size) > uint64(len(r.b)) {
		r.bad = true
		return 0
	}
	return int(n)
}

// appendInts appends n integers to dst.
func (r *Reader) appendInts(dst []int32, n int) []int32 {
	if b := r.nextBytes(intListBytes(n)); len(b) != 0 {
		dst, _ = r.splitInts(dst, n, b)
	}
	return dst
}

// appendReals appends n reals to dst.
func (r *Reader) appendReals(dst []float64, n int) []float64 {
	if b := r.nextBytes(8 * n); len(b) != 0 {
		dst, _ = splitReals(dst, n, b)
	}
	return dst
}

// splitInts appends n integers from the head of b, which has them, to dst and returns the rest of b.
func (r *Reader) splitInts(dst []int32, n int, b []byte) ([]int32, []byte) {
	if n == 0 {
		return dst, b
	}
	from := len(dst)
	dst = slices.Grow(dst, n)[:from+n]
	for i := range dst[from:] {
		dst[from+i] = int32(binary.LittleEndian.Uint32(b))
		b = b[4:]
	}
	if n&1 != 0 {
		if binary.LittleEndian.Uint32(b) != 0 {
			r.bad = true
		}
		b = b[4:]
	}
	return dst, b
}

// splitReals appends n reals from the head of b, which has them, to dst and returns the rest of b.
func splitReals(dst []float64, n int, b []byte) ([]float64, []byte) {
	if n == 0 {
		return dst, b
	}
	from := len(dst)
	dst = slices.Grow(dst, n)[:from+n]
	for i := range dst[from:] {
		dst[from+i] = math.Float64frombits(binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	return dst, b
}

// readBytes takes a text; it belongs to the payload.
func (r *Reader) readBytes() []byte {
	n := r.readCount(1)
	r.expectZero()
	b := r.nextBytes(n)
	for _, v := range r.nextBytes(-n & 7) {
		if v != 0 {
			r.bad = true
		}
	}
	return b
}

// ReadText takes a text.
func (r *Reader) ReadText() string { return string(r.readBytes()) }

// DecodeError returns an error if a part did not fit.
func (r *Reader) DecodeError(k Kind) error {
	if r.bad {
		return NewGarbledError("the parts of %s do not fit its length", k)
	}
	return nil
}

// DecodeErrorAtEnd returns an error if a part did not fit or something is left behind the last one.
func (r *Reader) DecodeErrorAtEnd(k Kind) error {
	if len(r.b) != 0 && !r.bad {
		return NewGarbledError("%s is %d bytes too long", k, len(r.b))
	}
	return r.DecodeError(k)
}
