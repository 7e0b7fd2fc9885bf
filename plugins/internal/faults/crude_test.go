//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"net"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// crude is a plugin that speaks frames by the page FRAMES.md alone, as one in another language would, and can say
// what no SDK says. Its routine is that of serveBad; what is wrong is the reply to call par[1].
type crude struct {
	sock   *net.UnixConn
	page   []byte // nil over the socket
	check  bool
	seq    uint32 // of the newest message
	data   int    // bytes of a piece
	count  int
	places map[uint32]*spot
	list   []uint32 // handles of the message
}

// spot is what is kept for an element.
type spot struct {
	par   []float64
	known bool // DX is foreseen
	x     float64
}

// Kinds of messages.
const (
	hello       = 1
	describe    = 2
	description = 3
	open        = 6
	opened      = 7
	call        = 8
	done        = 9
	ask         = 10
	answer      = 11
	next        = 12
	bye         = 13
	saysFault   = 14
)

func serveCrude() {
	var mem, sock, size, check int
	for word := range strings.FieldsSeq(os.Getenv("TRAMMEL_FRAMES")) {
		key, value, _ := strings.Cut(word, "=")
		if at := map[string]*int{"mem": &mem, "sock": &sock, "size": &size, "check": &check}[key]; at != nil {
			*at, _ = strconv.Atoi(value)
		}
	}
	if sock == 0 {
		fmt.Fprintln(os.Stderr, "frames are needed")
		os.Exit(1)
	}
	c := &crude{places: map[uint32]*spot{}, data: size - 4096, check: check == 1, seq: math.MaxUint32}
	f := os.NewFile(uintptr(sock), "solver")
	stream, err := net.FileConn(f)
	if err != nil {
		panic(err)
	}
	f.Close()
	c.sock = stream.(*net.UnixConn)
	took := uint32(2)
	if mem != 0 {
		took = 1
	}
	var b []byte
	for _, v := range []uint32{1, took, 1, uint32(os.Getpid())} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	c.write(c.message(hello, b))
	if mem != 0 {
		if c.page, err = unix.Mmap(mem, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED); err != nil {
			panic(err)
		}
	}
	fmt.Println("1|1|unix|frames|grpc")
	for {
		kind, payload := c.receive()
		switch kind {
		case describe:
			c.reply(description, text(`{"name":"crude","version":"1.0.0","protocol":1,"routines":[{"name":"law","kind":"PFOSUB"}]}`))
		case open:
			c.places[binary.LittleEndian.Uint32(payload)] = &spot{}
			c.reply(opened, make([]byte, 8))
		case call:
			c.call(payload)
		case bye:
			os.Exit(0)
		default:
			panic(kind)
		}
	}
}

// call makes the calls of a message.
func (c *crude) call(b []byte) {
	n := int(binary.LittleEndian.Uint32(b))
	b = b[8:]
	c.list = c.list[:0]
	var values []float64
	mischief := 0
	for i := range n {
		var length int
		handle := binary.LittleEndian.Uint32(b)
		length = int(binary.LittleEndian.Uint32(b[16:]))
		p := c.places[handle]
		p.take(b[:length])
		b = b[length:]
		if !p.known {
			c.reply(ask, query(i, []string{"DX", "DY"}[int(p.par[3])], int32(p.par[2])))
			kind, a := c.receive()
			if kind != answer {
				panic(kind)
			}
			p.x, p.known = math.Float64frombits(binary.LittleEndian.Uint64(a[16+8:])), true
		}
		c.list, values = append(c.list, handle), append(values, p.x)
		if c.count++; c.count >= int(p.par[1]) && mischief == 0 {
			mischief = int(p.par[0])
		}
	}
	mischiefs[mischief].do(c, c.results(values...))
}

// take reads the record of a call.
func (p *spot) take(b []byte) {
	u := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	even := func(n int) int { return (n + 1) &^ 1 }
	if u(4)&1 != 0 || u(32) > 0 {
		p.known = u(36) > 0
	}
	reals := 48 + 4*even(u(20)) + 4*even(u(40))
	answers := reals + 8*u(24)
	f := func(at int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[at:])) }
	if n := u(24); n > 1 { // the time and the parameters
		p.par = p.par[:0]
		for i := 1; i < n; i++ {
			p.par = append(p.par, f(reals+8*i))
		}
	}
	if u(36) > 0 {
		p.x = f(answers)
	}
}

// results is the payload of DONE with a value for each call.
func (c *crude) results(values ...float64) (b []byte) {
	b = pair(b, uint32(len(values)), 0)
	for i, v := range values {
		b = pair(pair(b, c.list[i], 0), 0, 1)
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func query(index int, name string, par int32) []byte {
	b := pair(pair(nil, 0, uint32(index)), 1, 0)
	b = append(append(b, text(name)...), text("")...)
	return pair(b, uint32(par), 0)
}

func pair(b []byte, v, w uint32) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, v), w)
}

func text(s string) []byte {
	b := append(pair(nil, uint32(len(s)), 0), s...)
	return append(b, make([]byte, -len(b)&7)...)
}

// message adds the header to a payload and counts the message.
func (c *crude) message(kind uint16, payload []byte) []byte {
	c.seq++
	b := append(make([]byte, 16), payload...)
	binary.LittleEndian.PutUint16(b, kind)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(b[8:], c.seq)
	if c.check {
		b[2] = 2
		binary.LittleEndian.PutUint32(b[12:], sum(b))
	}
	return b
}

// sum is the checksum of a piece whose own place for it is 0.
func sum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func (c *crude) reply(kind uint16, payload []byte) { c.send(c.message(kind, payload), c.seq) }

// send gives the turn away with what is to pass for the message with a number.
func (c *crude) send(b []byte, turn uint32) {
	if c.page == nil {
		c.write(b)
		return
	}
	copy(c.page[4096:], b)
	c.word(64).Store(turn)
	if c.word(128).Load() != 0 {
		c.write([]byte{1})
	}
}

func (c *crude) write(b []byte) {
	if _, err := c.sock.Write(b); err != nil {
		os.Exit(1)
	}
}

func (c *crude) word(at int) *atomic.Uint32 { return (*atomic.Uint32)(unsafe.Pointer(&c.page[at])) }

// receive waits for a message, which has one piece.
func (c *crude) receive() (kind uint16, payload []byte) {
	var b []byte
	if c.page == nil {
		b = make([]byte, 16)
		if _, err := io.ReadFull(c.sock, b); err != nil {
			os.Exit(1)
		}
		payload = make([]byte, binary.LittleEndian.Uint32(b[4:]))
		if _, err := io.ReadFull(c.sock, payload); err != nil {
			os.Exit(1)
		}
	} else {
		// It sleeps always, so that it is woken always.
		bytes := make([]byte, 64)
		c.word(192).Store(1)
		for c.word(64).Load() == c.seq {
			if _, err := c.sock.Read(bytes); err != nil {
				os.Exit(1)
			}
		}
		c.word(192).Store(0)
		b = c.page[4096:]
		payload = append(payload, b[16:16+binary.LittleEndian.Uint32(b[4:])]...)
	}
	c.seq = binary.LittleEndian.Uint32(b[8:])
	return binary.LittleEndian.Uint16(b), payload
}

// stay keeps the process until the solver is gone or ends it.
func (c *crude) stay() {
	for {
		if _, err := c.sock.Read(make([]byte, 64)); err != nil {
			time.Sleep(50 * time.Millisecond) // the plugin may be informed what is wrong with it first
			os.Exit(1)
		}
	}
}
