package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// reader takes a module's bytes apart. After the first mistake it returns zeros
// and err says where.
type reader struct {
	b   []byte
	at  int
	err error
}

var errShort = errors.New("it ends too early")

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = fmt.Errorf("at byte %d: %w", r.at, err)
	}
	r.at = len(r.b)
}

func (r *reader) done() bool { return r.at >= len(r.b) }

func (r *reader) byte() byte {
	if r.done() {
		r.fail(errShort)
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// bytes returns the next n bytes; they are part of the module.
func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.b)-r.at {
		r.fail(errShort)
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// u32 reads a whole number in the variable-length form.
func (r *reader) u32() int {
	v := r.u64()
	if v > 1<<32-1 {
		r.fail(errors.New("a number is too large"))
		return 0
	}
	return int(v)
}

func (r *reader) u64() uint64 {
	v, n := binary.Uvarint(r.b[min(r.at, len(r.b)):])
	if n <= 0 {
		r.fail(errShort)
		return 0
	}
	r.at += n
	return v
}

// skip passes over a number in the variable-length form, with a sign or without.
func (r *reader) skip() {
	for range 10 {
		if r.byte()&0x80 == 0 {
			return
		}
	}
	r.fail(errors.New("a number is too long"))
}

// vector reads the number of entries that follow, each at least a byte long.
func (r *reader) vector() int {
	n := r.u32()
	if n > len(r.b)-r.at {
		r.fail(errShort)
		return 0
	}
	return n
}

func (r *reader) name() string { return string(r.bytes(r.u32())) }

// limits reads the size of a memory or table: its least and, if there is one, its
// greatest number of pages or entries.
func (r *reader) limits() (least, most uint64, bounded bool) {
	flags := r.byte()
	if flags > 1 {
		r.fail(fmt.Errorf("limits of the kind %#x (shared or 64-bit memory) are not supported", flags))
		return 0, 0, false
	}
	least = r.u64()
	if flags == 1 {
		return least, r.u64(), true
	}
	return least, 0, false
}

func uleb(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

func nameTo(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }
