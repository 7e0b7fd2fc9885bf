package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// moduleReader takes a module's bytes apart. After the first mistake it returns zeros
// and err says where.
type moduleReader struct {
	b   []byte
	at  int
	err error
}

var errShort = errors.New("it ends too early")

func (r *moduleReader) setError(err error) {
	if r.err == nil {
		r.err = fmt.Errorf("at byte %d: %w", r.at, err)
	}
	r.at = len(r.b)
}

func (r *moduleReader) atEnd() bool { return r.at >= len(r.b) }

func (r *moduleReader) nextByte() byte {
	if r.atEnd() {
		r.setError(errShort)
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// nextBytes returns the next n bytes; they are part of the module.
func (r *moduleReader) nextBytes(n int) []byte {
	if n < 0 || n > len(r.b)-r.at {
		r.setError(errShort)
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// readUint32 reads a whole number in the variable-length form.
func (r *moduleReader) readUint32() int {
	v := r.readUint64()
	if v > 1<<32-1 {
		r.setError(errors.New("a number is too large"))
		return 0
	}
	return int(v)
}

func (r *moduleReader) readUint64() uint64 {
	v, n := binary.Uvarint(r.b[min(r.at, len(r.b)):])
	if n <= 0 {
		r.setError(errShort)
		return 0
	}
	r.at += n
	return v
}

// skipNumber passes over a number in the variable-length form, with a sign or without.
func (r *moduleReader) skipNumber() {
	for range 10 {
		if r.nextByte()&0x80 == 0 {
			return
		}
	}
	r.setError(errors.New("a number is too long"))
}

// readCount reads the number of entries that follow, each at least a byte long.
func (r *moduleReader) readCount() int {
	n := r.readUint32()
	if n > len(r.b)-r.at {
		r.setError(errShort)
		return 0
	}
	return n
}

func (r *moduleReader) readName() string { return string(r.nextBytes(r.readUint32())) }

// readLimits reads the size of a memory or table: its least and, if there is one, its
// greatest number of pages or entries.
func (r *moduleReader) readLimits() (least, most uint64, bounded bool) {
	flags := r.nextByte()
	if flags > 1 {
		r.setError(fmt.Errorf("limits of the kind %#x (shared or 64-bit memory) are not supported", flags))
		return 0, 0, false
	}
	least = r.readUint64()
	if flags == 1 {
		return least, r.readUint64(), true
	}
	return least, 0, false
}

func appendULEB(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

func appendName(b []byte, s string) []byte { return append(appendULEB(b, uint64(len(s))), s...) }
