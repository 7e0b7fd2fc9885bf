//go:build unix

package frame

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Host is the solver's end before the plugin runs.
type Host struct {
	// Files are to be the plugin's descriptors from 3 on, Env is to be in its environment.
	Files []*os.File
	Env   string

	offer offer
	end   *os.File // this end of the socket
	mem   *os.File
}

// NewHost makes an offer: of shared memory if memory is set, else of a socket only.
func NewHost(memory bool) (*Host, error) { return newHost(memory, pageBytes+dataBytes) }

func newHost(memory bool, size int) (*Host, error) {
	pair, err := socketPair()
	if err != nil {
		return nil, err
	}
	h := &Host{end: pair[0], Files: []*os.File{pair[1]}, offer: offer{version: Version, sock: 3, size: size}}
	if memory {
		slots := areaSize(size)
		if h.mem, err = newMemory(size + slots); err == nil {
			h.Files = []*os.File{h.mem, pair[1]}
			h.offer.mem, h.offer.sock, h.offer.slots = 3, 4, slots
			// The page is filled before the plugin runs.
			m, err := mapMemory(h.mem.Fd(), size, true, nil)
			if err != nil {
				h.Close()
				return nil, err
			}
			m.unmap()
		} else {
			h.Close()
			return nil, err
		}
	}
	h.offer.check = wantsChecksums()
	h.Env = Variable + "=" + h.offer.String()
	return h, nil
}

// wantsChecksums reports whether messages shall have checksums.
func wantsChecksums() bool {
	v := os.Getenv(CheckVariable)
	return v != "" && v != "0"
}

// areaSize is the bytes of slots offered behind size bytes: none where they could not be mapped by themselves, where the
// machine keeps numbers in another order than messages, and where all that travels shall have checksums.
func areaSize(size int) int {
	if size%os.Getpagesize() != 0 || size%pageBytes != 0 || !littleEndian || wantsChecksums() {
		return 0
	}
	return areaBytes
}

// Started closes what only the plugin needs: it has been started, or has not. Without an offer it does nothing.
func (h *Host) Started() {
	if h == nil {
		return
	}
	h.Files[len(h.Files)-1].Close()
}

// Close gives up: the plugin did not take the offer.
func (h *Host) Close() {
	if h == nil {
		return
	}
	h.Started()
	h.end.Close()
	if h.mem != nil {
		h.mem.Close()
	}
}

// Accept returns the solver's end of the conversation with a plugin that took the offer: its handshake says so. gone,
// which may be nil, is called when the plugin is gone, in a goroutine of its own.
func (h *Host) Accept(gone func()) (*Conn, Transport, error) {
	defer h.Close()
	fd, err := unix.FcntlInt(h.end.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, 0, os.NewSyscallError("fcntl", err)
	}
	life, err := newSocket(fd, h.offer.size-pageBytes)
	if err != nil {
		return nil, 0, err
	}
	t, slots, err := h.readHello(life)
	if err != nil {
		life.close()
		return nil, 0, err
	}
	if err := life.watchPeer(gone); err != nil {
		life.close()
		return nil, 0, err
	}
	if t == Socket {
		return newConn(life, life.limit, h.offer.check), t, nil
	}
	m, err := mapMemory(h.mem.Fd(), h.offer.size, true, life)
	if err != nil {
		life.close()
		return nil, 0, err
	}
	c := newConn(m, life.limit, h.offer.check)
	if slots {
		// Without the area calls go in messages.
		c.Area, _ = mapArea(h.mem.Fd(), h.offer.size, h.offer.slots)
	}
	return c, t, nil
}

// readHello reads the first message of the plugin, which it sent before its handshake: the transport that it takes, and
// whether it knows slots.
func (h *Host) readHello(life *socket) (t Transport, slots bool, err error) {
	life.setReadTimeout(10 * time.Second)
	defer life.setReadTimeout(0)
	first := newConn(life, life.limit, h.offer.check)
	first.seq-- // HELLO is number 0
	k, r, err := first.Receive()
	if err != nil {
		return 0, false, fmt.Errorf("its HELLO: %w", err)
	}
	version, taken, talk, _ := r.u32(), Transport(r.u32()), r.u32(), r.u32()
	if h.offer.slots != 0 && len(r.b) != 0 {
		slots = r.u32() == 1
		r.expectZero()
	}
	switch err := r.EndError(k); {
	case k != Hello:
		return 0, false, NewGarbledError("%s came where HELLO must", k)
	case err != nil:
		return 0, false, err
	case version != Version:
		return 0, false, NewGarbledError("the plugin took version %d of frames, offered was %d", version, Version)
	case talk != 1:
		return 0, false, NewGarbledError("the plugin speaks version %d of the conversation, frames have version 1", talk)
	case taken != Socket && (taken != Memory || h.mem == nil):
		return 0, false, NewGarbledError("the plugin took transport %d, which was not offered", uint32(taken))
	}
	return taken, slots && taken == Memory, nil
}

// TakeOffer takes the offer that is in the environment of this plugin. Without an offer there is no Conn and no error.
// gone is called when the solver is gone, in a goroutine of its own; it may be nil.
func TakeOffer(gone func()) (*Conn, Transport, error) {
	text, offered := os.LookupEnv(Variable)
	if !offered {
		return nil, 0, nil
	}
	os.Unsetenv(Variable) // children have not these descriptors
	o, err := parseOffer(text)
	if err != nil {
		return nil, 0, err
	}
	return takeOffer(o, gone)
}

func takeOffer(o offer, gone func()) (*Conn, Transport, error) {
	life, err := newSocket(o.sock, o.size-pageBytes)
	if err != nil {
		return nil, 0, err
	}
	c, t := newConn(life, life.limit, o.check), Socket
	if o.mem != 0 {
		unix.CloseOnExec(o.mem)
		m, err := mapMemory(uintptr(o.mem), o.size, false, life)
		if err == nil {
			c, t = newConn(m, life.limit, o.check), Memory
			if o.slots != 0 {
				c.Area, _ = mapArea(uintptr(o.mem), o.size, o.slots)
			}
		}
		unix.Close(o.mem)
	}
	if err := life.watchPeer(gone); err != nil {
		return nil, 0, err
	}
	return c, t, sayHello(life, o.check, t, c.Area != nil)
}

// sayHello informs the solver what this plugin took.
func sayHello(life *socket, check bool, t Transport, slots bool) error {
	first := newConn(life, life.limit, check)
	first.seq-- // HELLO is number 0
	w := first.Begin(Hello)
	for _, v := range []uint32{Version, uint32(t), 1, uint32(os.Getpid())} {
		w.u32(v)
	}
	if slots {
		w.putCounts(1, 0)
	}
	return first.Send()
}

// NewPair returns both ends of a conversation in this process, for tests: through memory of size bytes, or over a socket
// whose messages are as long.
func NewPair(memory bool, size int) (host, plugin *Conn, err error) {
	h, err := newHost(memory, size)
	if err != nil {
		return nil, nil, err
	}
	var fd []int
	for _, f := range h.Files {
		n, err := unix.Dup(int(f.Fd()))
		if err != nil {
			return nil, nil, err
		}
		fd = append(fd, n)
	}
	o := h.offer
	if o.sock = fd[len(fd)-1]; o.mem != 0 {
		o.mem = fd[0]
	}
	if plugin, _, err = takeOffer(o, nil); err == nil {
		host, _, err = h.Accept(nil)
	}
	return host, plugin, err
}

// socketPair makes two connected sockets that no child inherits by accident.
func socketPair() (p [2]*os.File, err error) {
	syscall.ForkLock.RLock()
	fd, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fd[0])
		unix.CloseOnExec(fd[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return p, os.NewSyscallError("socketpair", err)
	}
	return [2]*os.File{os.NewFile(uintptr(fd[0]), "solver"), os.NewFile(uintptr(fd[1]), "plugin")}, nil
}
