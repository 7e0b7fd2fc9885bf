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

// recordEncoder writes one record behind the other into memory that it keeps.
type recordEncoder struct{ b []byte }

func (c *recordEncoder) beginRecord(kind byte) { c.b = append(c.b[:0], 0, 0, 0, 0, kind) }
func (c *recordEncoder) putByte(v byte)        { c.b = append(c.b, v) }
func (c *recordEncoder) putCount(v int)        { c.b = binary.AppendUvarint(c.b, uint64(v)) }
func (c *recordEncoder) putBits(v uint64)      { c.b = binary.AppendUvarint(c.b, v) }
func (c *recordEncoder) putInt32(v int32)      { c.b = binary.AppendVarint(c.b, int64(v)) }
func (c *recordEncoder) putText(s string)      { c.putCount(len(s)); c.b = append(c.b, s...) }
func (c *recordEncoder) putBytes(s []byte)     { c.b = append(c.b, s...) }
func (c *recordEncoder) putReal(v float64) {
	c.b = binary.LittleEndian.AppendUint64(c.b, math.Float64bits(v))
}
func (c *recordEncoder) putBool(v bool)       { c.putByte(boolByte(v)) }
func (c *recordEncoder) putInts(list []int32) { c.putCount(len(list)); c.putIntsWithoutCount(list) }
func (c *recordEncoder) putReals(l []float64) { c.putCount(len(l)); c.putRealsWithoutCount(l) }

func (c *recordEncoder) putIntsWithoutCount(list []int32) {
	for _, v := range list {
		c.putInt32(v)
	}
}

func (c *recordEncoder) putRealsWithoutCount(list []float64) {
	for _, v := range list {
		c.putReal(v)
	}
}

func (c *recordEncoder) putTextsWithoutCount(list []string) {
	for _, v := range list {
		c.putText(v)
	}
}

func (c *recordEncoder) putTexts(list []string) {
	c.putCount(len(list))
	c.putTextsWithoutCount(list)
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// putMask writes a bit for each of n things, the first in the lowest.
func (c *recordEncoder) putMask(n int, set func(i int) bool) {
	for at := 0; at < n; at += 8 {
		var v byte
		for i := at; i < min(at+8, n); i++ {
			v |= boolByte(set(i)) << (i - at)
		}
		c.putByte(v)
	}
}

// endRecord sets the length and returns the record.
func (c *recordEncoder) endRecord() []byte {
	binary.LittleEndian.PutUint32(c.b, uint32(len(c.b)-4))
	for len(c.b)%4 != 0 {
		c.b = append(c.b, 0)
	}
	return c.b
}

var errShort = errors.New("it is too short")
var errNumber = errors.New("a number in it makes no sense")

// recordDecoder reads a record; the first error stays, and what follows it is zero.
type recordDecoder struct {
	b   []byte
	err error
}

func (d *recordDecoder) setError(err error) {
	if d.err == nil {
		d.err = err
	}
	d.b = nil
}

func (d *recordDecoder) nextBytes(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.setError(errShort)
		return nil
	}
	v := d.b[:n]
	d.b = d.b[n:]
	return v
}

func (d *recordDecoder) readByte() byte {
	if v := d.nextBytes(1); v != nil {
		return v[0]
	}
	return 0
}

func (d *recordDecoder) readBool() bool { return d.readByte() != 0 }

func (d *recordDecoder) readBits() uint64 {
	v, k := binary.Uvarint(d.b)
	if k <= 0 {
		d.setError(errNumber)
		return 0
	}
	d.b = d.b[k:]
	return v
}

// readCount reads a number of things of which each takes least bytes, so that no more
// can be announced than there are.
func (d *recordDecoder) readCount(least int) int {
	v := d.readBits()
	if v > math.MaxInt32 || int(v) > len(d.b)/max(least, 1) {
		d.setError(errShort)
		return 0
	}
	return int(v)
}

func (d *recordDecoder) readInt32() int32 {
	v, k := binary.Varint(d.b)
	if k <= 0 || v < math.MinInt32 || v > math.MaxInt32 {
		d.setError(errNumber)
		return 0
	}
	d.b = d.b[k:]
	return int32(v)
}

func (d *recordDecoder) readText() string { return string(d.nextBytes(d.readCount(1))) }

func (d *recordDecoder) readReal() float64 {
	if v := d.nextBytes(8); v != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(v))
	}
	return 0
}

func readList[T any](d *recordDecoder, least int, one func() T) []T {
	var v []T
	for range d.readCount(least) {
		v = append(v, one())
	}
	return v
}

func (d *recordDecoder) readInts() []int32    { return readList(d, 1, d.readInt32) }
func (d *recordDecoder) readReals() []float64 { return readList(d, 8, d.readReal) }
func (d *recordDecoder) readTexts() []string  { return readList(d, 1, d.readText) }

// readMask reads n bits.
func (d *recordDecoder) readMask(n int) func(i int) bool {
	b := d.nextBytes((n + 7) / 8)
	return func(i int) bool { return i/8 < len(b) && b[i/8]>>(i%8)&1 != 0 }
}

// expectEnd says that nothing may follow.
func (d *recordDecoder) expectEnd() error {
	if d.err == nil && len(d.b) > 0 {
		d.err = errors.New("it is too long")
	}
	return d.err
}
