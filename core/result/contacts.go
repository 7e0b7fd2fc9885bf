package result

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
)

// ContactPoint is a place where two bodies press on each other at the time of a row, along global axes, in the units of the deck.
type ContactPoint struct {
	ID    int        // of the Force_Contact
	Place [3]float32 // midway between both surfaces
	// Normal is the unit normal towards the body that feels Force; the other one feels the opposite at the same place.
	Normal [3]float32
	Force  [3]float32 // normal force and friction
}

// contactFloats are the numbers of a point besides its id, contactBytes its size in a file.
const (
	contactFloats = 9
	contactBytes  = 4 + 4*contactFloats
)

// AppendBinary appends the point as a store and the page have it: the id as uint32, then place, normal and force as float32, little endian.
func (p *ContactPoint) AppendBinary(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(p.ID))
	for _, v := range [3]*[3]float32{&p.Place, &p.Normal, &p.Force} {
		for _, x := range v {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
		}
	}
	return dst
}

// parseContact reads a point.
func parseContact(b []byte) (p ContactPoint) {
	p.ID = int(binary.LittleEndian.Uint32(b))
	for k, v := range [3]*[3]float32{&p.Place, &p.Normal, &p.Force} {
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4+12*k+4*i:]))
		}
	}
	return p
}

// contactBuffer holds the points of the rows that wait to be written.
type contactBuffer struct {
	counts []uint32 // of points, by row
	next   uint32   // of points of the row that comes
	points []byte
}

// SetContactsOfNextRow adds points of contact to the row that Row adds next.
func (w *StoreWriter) SetContactsOfNextRow(points []ContactPoint) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.contacts.next += uint32(len(points))
	for i := range points {
		w.contacts.points = points[i].AppendBinary(w.contacts.points)
	}
}

// finishRow gives the row that was added its points.
func (c *contactBuffer) finishRow() {
	c.counts = append(c.counts, c.next)
	c.next = 0
}

// writeContacts writes the points of the rows that were written last, if there are any.
func (w *StoreWriter) writeContacts() {
	c := &w.contacts
	if whole := len(c.points) - int(c.next)*contactBytes; whole > 0 && w.err == nil {
		size := 4*len(c.counts) + whole + 4
		w.block = appendBlockHead(w.block[:0], kindContacts, size, len(c.counts))
		for _, n := range c.counts {
			w.block = binary.LittleEndian.AppendUint32(w.block, n)
		}
		w.block = append(w.block, c.points[:whole]...)
		w.block = binary.LittleEndian.AppendUint32(w.block, crc32.Checksum(w.block[headBytes:], castagnoli))
		w.writeBlock()
		c.points = append(c.points[:0], c.points[whole:]...)
	}
	c.counts = c.counts[:0]
}

// contactBlock is a block of points in the file, of all rows of the block of rows before it.
type contactBlock struct {
	at    int64 // of the body
	size  int64
	first int // row
	rows  int
}

// addContactBlock adds a block of points; false if it does not belong to the rows before it.
func (r *Reader) addContactBlock(h blockHead, at int64) bool {
	n := len(r.blocks) - 1
	if n < 0 || r.blocks[n].rows != h.rows || h.body < int64(4*h.rows+4) {
		return false
	}
	r.contacts = append(r.contacts, contactBlock{at, h.body, r.blocks[n].first, h.rows})
	return true
}

// HasContacts reports whether any row has points of contact.
func (r *Reader) HasContacts() bool { return len(r.contacts) > 0 }

// ForEachContactRow calls f with the points of contact of each row that has any, in the order of the rows. The slice is valid during
// the call.
func (r *Reader) ForEachContactRow(f func(row int, points []ContactPoint)) error {
	var points []ContactPoint
	for _, b := range r.contacts {
		body := r.scratchBytes(int(b.size))
		if _, err := r.f.ReadAt(body, b.at); err != nil {
			return err
		}
		n := len(body) - 4
		if crc32.Checksum(body[:n], castagnoli) != binary.LittleEndian.Uint32(body[n:]) {
			if b.at+b.size == r.end {
				return nil // a crash of the system may leave a block that was not written whole
			}
			return fmt.Errorf("%s: the contacts of the rows from %d on are damaged: their checksum is wrong", r.File, b.first)
		}
		at := 4 * b.rows
		for k := range b.rows {
			points = points[:0]
			for range binary.LittleEndian.Uint32(body[4*k:]) {
				if at+contactBytes > n {
					return fmt.Errorf("%s: the contacts of row %d are not whole", r.File, b.first+k)
				}
				points = append(points, parseContact(body[at:]))
				at += contactBytes
			}
			if len(points) > 0 {
				f(b.first+k, points)
			}
		}
	}
	return nil
}
