//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"encoding/binary"
	"math"
	"os"
)

// mischief is a wrong reply to a call, and what comes of it. right is the payload of the right one.
type mischief struct {
	fault
	do func(c *crude, right []byte)
}

// header is a reply whose header is wrong.
func header(change func(b []byte)) func(*crude, []byte) {
	return func(c *crude, right []byte) {
		b := c.message(done, right)
		change(b)
		c.send(b, c.seq)
		c.stay()
	}
}

// payload is a reply whose payload is wrong.
func payload(change func(b []byte) []byte) func(*crude, []byte) {
	return func(c *crude, right []byte) {
		c.reply(done, change(right))
		c.stay()
	}
}

// kind is a reply of the wrong kind.
func kind(k uint16, b []byte) func(*crude, []byte) {
	return func(c *crude, _ []byte) {
		c.reply(k, b)
		c.stay()
	}
}

func put16(at int, v uint16) func([]byte) {
	return func(b []byte) { binary.LittleEndian.PutUint16(b[at:], v) }
}

func put32(at int, v uint32) func([]byte) {
	return func(b []byte) { binary.LittleEndian.PutUint32(b[at:], v) }
}

func set32(at int, v uint32) func([]byte) []byte {
	return func(b []byte) []byte {
		put32(at, v)(b)
		return b
	}
}

// Offsets in a payload of DONE: its count, and the record of the first call.
const (
	countAt  = 0
	handleAt = 8
	statusAt = 12
	intsAt   = 16
	realsAt  = 20
	valueAt  = 24
)

// failure is a result with a status.
func failure(status uint32, more ...byte) func([]byte) []byte {
	return func(b []byte) []byte {
		n := (len(b) - 8) / 24
		out := append([]byte(nil), b[:8]...)
		for i := range n {
			out = append(out, b[8+24*i:12+24*i]...)
			out = pair(binary.LittleEndian.AppendUint32(out, status), 0, 0)
			out = append(out, more...)
		}
		return out
	}
}

// unfinished is a DONE of which more pieces follow.
func (c *crude) unfinished(payload []byte) []byte {
	b := c.message(done, payload)
	b[2] |= 1
	if c.check {
		put32(12, 0)(b)
		put32(12, sum(b))(b)
	}
	return b
}

var mischiefs = []mischief{
	{fault{name: "none"}, func(c *crude, right []byte) { c.reply(done, right) }},
	{fault{name: "length no multiple of 8", code: 8, says: "garbled: DONE states a length"}, header(put32(4, 33))},
	{fault{name: "length beyond the area", code: 8, says: "garbled: DONE states a length"}, header(put32(4, 1<<20))},
	{fault{name: "greatest length", code: 8, says: "garbled: DONE states a length"}, header(put32(4, math.MaxUint32&^7))},
	{fault{name: "length too short", code: 8, says: "garbled: "}, header(put32(4, 16))},
	{fault{name: "sequence number ahead", code: 8, says: "garbled: message "}, func(c *crude, right []byte) {
		c.seq++
		c.reply(done, right)
		c.stay()
	}},
	{fault{name: "sequence number behind", code: 8, says: "garbled: message "}, func(c *crude, right []byte) {
		c.seq -= 2
		c.reply(done, right)
		c.stay()
	}},
	{fault{name: "kind 0", code: 8, says: "garbled: a message of unknown kind 0"}, header(put16(0, 0))},
	{fault{name: "kind 999", code: 8, says: "garbled: a message of unknown kind 999"}, header(put16(0, 999))},
	{fault{name: "unknown flags", code: 8, says: "garbled: DONE has unknown flags"}, header(put16(2, 0x80))},
	{fault{name: "checksum that does not fit", code: 8, says: "garbled: the checksum of DONE"}, header(func(b []byte) {
		b[2] = 2
		b[12] ^= 0x55
	})},
	{fault{name: "HELLO again", code: 8, says: "garbled: HELLO came where DONE must"}, kind(hello, make([]byte, 16))},
	{fault{name: "OPENED", code: 8, says: "garbled: OPENED came where DONE must"}, kind(opened, make([]byte, 8))},
	{fault{name: "ANSWER", code: 8, says: "garbled: ANSWER came where DONE must"}, kind(answer, make([]byte, 16))},
	{fault{name: "NEXT", code: 8, says: "garbled: NEXT came where DONE must"}, kind(next, nil)},
	{fault{name: "FAULT", code: 8, says: "cannot read a message of this program: worn out"}, kind(saysFault, text("worn out"))},
	{fault{name: "empty DONE", code: 8, says: "garbled: "}, payload(func([]byte) []byte { return nil })},
	{fault{name: "no results", code: 8, says: "garbled: "}, payload(func([]byte) []byte { return make([]byte, 8) })},
	{fault{name: "too many results", code: 8, says: "garbled: "}, payload(set32(countAt, 3))},
	{fault{name: "very many results", code: 8, says: "garbled: "}, payload(set32(countAt, math.MaxUint32))},
	{fault{name: "result of another handle", code: 8, says: "garbled: the result of handle 77"}, payload(set32(handleAt, 77))},
	{fault{name: "unknown status", code: 8, says: "garbled: "}, payload(set32(statusAt, 99))},
	{fault{name: "too many reals", code: 8, says: "garbled: "}, payload(set32(realsAt, 1<<20))},
	{fault{name: "very many reals", code: 8, says: "garbled: "}, payload(set32(realsAt, math.MaxUint32))},
	{fault{name: "very many integers", code: 8, says: "garbled: "}, payload(set32(intsAt, math.MaxInt32))},
	{fault{name: "too few reals", code: 8, says: "garbled: "}, payload(set32(realsAt, 0))},
	{fault{name: "one integer instead of a real", code: 5, says: "returned 0 reals and 2 integers"}, payload(func(b []byte) []byte {
		for at := 8; at < len(b); at += 24 {
			put32(at+8, 2)(b)
			put32(at+12, 0)(b)
		}
		return b
	})},
	{fault{name: "bytes behind the end", code: 8, says: "garbled: "}, payload(func(b []byte) []byte { return append(b, make([]byte, 8)...) })},
	{fault{name: "NaN", code: 5, says: "NaN"}, func(c *crude, right []byte) {
		for at := valueAt; at < len(right); at += 24 {
			binary.LittleEndian.PutUint64(right[at:], math.Float64bits(math.NaN()))
		}
		c.reply(done, right)
	}},
	{fault{name: "exception", code: 5, says: "worn out"}, func(c *crude, right []byte) {
		c.reply(done, failure(1, append(text("worn out"), text("line 1\nline 2")...)...)(right))
	}},
	{fault{name: "exception with text cut off", code: 8, says: "garbled: "}, payload(failure(1, pair(nil, 1<<30, 0)...))},
	{fault{name: "query of a call that is none", code: 8, says: "garbled: call 78 of"}, kind(ask, query(77, "DX", 9))},
	{fault{name: "query of an unknown kind", code: 8, says: "garbled: "}, kind(ask, set32(0, 55)(query(0, "DX", 9)))},
	{fault{name: "query with very many parameters", code: 8, says: "garbled: "}, kind(ask, set32(8, math.MaxUint32)(query(0, "DX", 9)))},
	{fault{name: "query with very many inputs", code: 8, says: "garbled: "}, kind(ask, set32(12, math.MaxUint32)(query(0, "DX", 9)))},
	{fault{name: "pieces without end", code: 8, says: "garbled: DONE is longer than"}, func(c *crude, _ []byte) {
		for {
			c.send(c.unfinished(make([]byte, (c.data-16)&^7)), c.seq)
			c.receive()
		}
	}},
	{fault{name: "a piece of another kind", code: 8, says: "garbled: a piece of ASK came where one of DONE must"}, func(c *crude, right []byte) {
		c.send(c.unfinished(right), c.seq)
		c.receive()
		c.reply(ask, query(0, "DX", 9))
		c.stay()
	}},
	{fault{name: "random bytes", code: 8, says: "garbled: "}, func(c *crude, right []byte) {
		b := c.message(done, right)
		for i := range b {
			b[i] = byte(0xA7 * (i + int(c.seq) + 3) >> 1)
		}
		c.send(b, c.seq)
		c.stay()
	}},
	{fault{name: "all ones", code: 8, says: "garbled: "}, func(c *crude, right []byte) {
		b := c.message(done, right)
		for i := range b {
			b[i] = 0xFF
		}
		c.send(b, c.seq)
		c.stay()
	}},
	{fault{name: "closes the socket", code: 8, says: "was lost"}, func(c *crude, _ []byte) {
		c.sock.Close()
		select {}
	}},
	{fault{name: "shuts the socket down", code: 8, says: "was lost"}, func(c *crude, _ []byte) {
		c.sock.CloseWrite()
		select {}
	}},
	{fault{name: "half a message, then exit", code: 8, says: "exit status 4"}, func(c *crude, right []byte) {
		b := c.message(done, right)
		if c.page == nil {
			c.write(b[:20])
		} else {
			copy(c.page[4096:], b[:20]) // the turn is not given away
		}
		os.Exit(4)
	}},
	{fault{name: "half a message, then nothing", code: 8, says: "did not respond within", hangs: true}, func(c *crude, right []byte) {
		b := c.message(done, right)
		if c.page == nil {
			c.write(b[:20])
		} else {
			copy(c.page[4096:], b[:20])
		}
		c.stay()
	}},
	{fault{name: "no answer", code: 8, says: "did not respond within", hangs: true}, func(c *crude, _ []byte) { c.stay() }},
	{fault{name: "turn that does not change", code: 8, says: "did not respond within", hangs: true, only: "memory"}, func(c *crude, right []byte) {
		b := c.message(done, right)
		c.send(b, c.seq-1)
		c.stay()
	}},
	{fault{name: "turn of its own", code: 8, says: "garbled: ", only: "memory"}, func(c *crude, _ []byte) {
		c.send(nil, 12345) // the message there is the solver's own
		c.stay()
	}},
	{fault{name: "wakes without end", code: 8, says: "did not respond within", hangs: true, only: "memory"}, func(c *crude, _ []byte) {
		for {
			c.write(make([]byte, 64))
		}
	}},
	{fault{name: "two messages at once", code: 8, says: "garbled: ", only: "pipe"}, func(c *crude, right []byte) {
		b := c.message(done, right)
		c.write(append(b, b...))
		c.stay()
	}},
	{fault{name: "a bit that is not the one sent", code: 8, says: "garbled: ", only: "checked"}, func(c *crude, right []byte) {
		b := c.message(done, right)
		bit := c.count * 7919 % (8 * (len(b) - 4))
		if bit >= 32 {
			bit += 32 // a length that is too long is waited for
		}
		b[bit/8] ^= 1 << (bit % 8)
		c.send(b, c.seq)
		c.stay()
	}},
}
