package record

import (
	"encoding/binary"
	"errors"
	"math"
)

// magic begins a file; the digit is the version.
const magic = "trammel record 1\n\x00\x00\x00"

// Kinds of records.
const (
	kindHeader byte = 1 + iota
	kindRoutine
	kindPlace
	kindBegin
	kindQuery
	kindModFnc
	kindUtility
	kindCustom
	kindMessage
	kindEnd
	kindClose
)

// coder writes one record behind the other into memory that it keeps.
type coder struct{ b []byte }

func (c *coder) start(kind byte)   { c.b = append(c.b[:0], 0, 0, 0, 0, kind) }
func (c *coder) byte(v byte)       { c.b = append(c.b, v) }
func (c *coder) n(v int)           { c.b = binary.AppendUvarint(c.b, uint64(v)) }
func (c *coder) bits(v uint64)     { c.b = binary.AppendUvarint(c.b, v) }
func (c *coder) z(v int32)         { c.b = binary.AppendVarint(c.b, int64(v)) }
func (c *coder) text(s string)     { c.n(len(s)); c.b = append(c.b, s...) }
func (c *coder) bytes(s []byte)    { c.b = append(c.b, s...) }
func (c *coder) real(v float64)    { c.b = binary.LittleEndian.AppendUint64(c.b, math.Float64bits(v)) }
func (c *coder) truth(v bool)      { c.byte(logical(v)) }
func (c *coder) ints(list []int32) { c.n(len(list)); c.rawInts(list) }
func (c *coder) reals(l []float64) { c.n(len(l)); c.rawReals(l) }

func (c *coder) rawInts(list []int32) {
	for _, v := range list {
		c.z(v)
	}
}

func (c *coder) rawReals(list []float64) {
	for _, v := range list {
		c.real(v)
	}
}

func (c *coder) rawTexts(list []string) {
	for _, v := range list {
		c.text(v)
	}
}

func (c *coder) texts(list []string) {
	c.n(len(list))
	c.rawTexts(list)
}

func logical(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// mask writes a bit for each of n things, the first in the lowest.
func (c *coder) mask(n int, set func(i int) bool) {
	for at := 0; at < n; at += 8 {
		var v byte
		for i := at; i < min(at+8, n); i++ {
			v |= logical(set(i)) << (i - at)
		}
		c.byte(v)
	}
}

// finish sets the length and returns the record.
func (c *coder) finish() []byte {
	binary.LittleEndian.PutUint32(c.b, uint32(len(c.b)-4))
	for len(c.b)%4 != 0 {
		c.b = append(c.b, 0)
	}
	return c.b
}

var errShort = errors.New("it is too short")
var errNumber = errors.New("a number in it makes no sense")

// decoder reads a record; the first error stays, and what follows it is zero.
type decoder struct {
	b   []byte
	err error
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.b = nil
}

func (d *decoder) take(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.fail(errShort)
		return nil
	}
	v := d.b[:n]
	d.b = d.b[n:]
	return v
}

func (d *decoder) byte() byte {
	if v := d.take(1); v != nil {
		return v[0]
	}
	return 0
}

func (d *decoder) truth() bool { return d.byte() != 0 }

func (d *decoder) bits() uint64 {
	v, k := binary.Uvarint(d.b)
	if k <= 0 {
		d.fail(errNumber)
		return 0
	}
	d.b = d.b[k:]
	return v
}

// n reads a number of things of which each takes least bytes, so that no more
// can be announced than there are.
func (d *decoder) n(least int) int {
	v := d.bits()
	if v > math.MaxInt32 || int(v) > len(d.b)/max(least, 1) {
		d.fail(errShort)
		return 0
	}
	return int(v)
}

func (d *decoder) z() int32 {
	v, k := binary.Varint(d.b)
	if k <= 0 || v < math.MinInt32 || v > math.MaxInt32 {
		d.fail(errNumber)
		return 0
	}
	d.b = d.b[k:]
	return int32(v)
}

func (d *decoder) text() string { return string(d.take(d.n(1))) }

func (d *decoder) real() float64 {
	if v := d.take(8); v != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(v))
	}
	return 0
}

func list[T any](d *decoder, least int, one func() T) []T {
	var v []T
	for range d.n(least) {
		v = append(v, one())
	}
	return v
}

func (d *decoder) ints() []int32    { return list(d, 1, d.z) }
func (d *decoder) reals() []float64 { return list(d, 8, d.real) }
func (d *decoder) texts() []string  { return list(d, 1, d.text) }

// mask reads n bits.
func (d *decoder) mask(n int) func(i int) bool {
	b := d.take((n + 7) / 8)
	return func(i int) bool { return i/8 < len(b) && b[i/8]>>(i%8)&1 != 0 }
}

// end says that nothing may follow.
func (d *decoder) end() error {
	if d.err == nil && len(d.b) > 0 {
		d.err = errors.New("it is too long")
	}
	return d.err
}
