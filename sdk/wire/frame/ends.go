package frame

import (
	"fmt"
	"os"
	"time"
)

// Host is the solver's end before the plugin runs.
type Host struct {
	// Files are what the plugin is to inherit: as its descriptors from 3 on, on Windows as handles. Env is to be in its environment.
	Files []*os.File
	Env   string

	offer offer
	end   *socket // this end of the stream
	taken bool    // by a Conn
	mem   *os.File
}

// NewHost makes an offer: of shared memory if memory is set, else of a stream only.
func NewHost(sharedMemory bool) (*Host, error) {
	unit := mappingGranularity()
	return newHost(sharedMemory, (pageBytes+dataBytes+unit-1)/unit*unit)
}

func newHost(sharedMemory bool, size int) (*Host, error) {
	own, theirs, err := newStream()
	if err != nil {
		return nil, err
	}
	h := &Host{end: newSocket(own, size-pageBytes), Files: theirs, offer: offer{version: Version, size: size}}
	if sharedMemory {
		if err := h.addMemory(size); err != nil {
			h.Close()
			return nil, err
		}
	}
	h.offer.setInheritedFiles(h.mem, theirs)
	h.offer.check = wantsChecksums()
	h.Env = Variable + "=" + h.offer.String()
	return h, nil
}

// addMemory offers memory of size bytes for messages, and slots behind it. The page is filled before the plugin runs.
func (h *Host) addMemory(size int) (err error) {
	h.offer.slots = slotAreaSize(size)
	if h.mem, err = newMemory(size + h.offer.slots); err != nil {
		return err
	}
	h.Files = append([]*os.File{h.mem}, h.Files...)
	m, err := mapMemory(h.mem.Fd(), size, true, nil)
	if err != nil {
		return err
	}
	return m.unmap()
}

// wantsChecksums reports whether messages shall have checksums.
func wantsChecksums() bool {
	v := os.Getenv(CheckVariable)
	return v != "" && v != "0"
}

// slotAreaSize is the bytes of slots offered behind size bytes: none where they could not be mapped by themselves, where the
// machine keeps numbers in another order than messages, and where all that travels shall have checksums.
func slotAreaSize(size int) int {
	if size%mappingGranularity() != 0 || size%pageBytes != 0 || !littleEndian || wantsChecksums() {
		return 0
	}
	return areaBytes
}

// ClosePluginFiles closes what only the plugin needs: it has been started, or has not. Without an offer it does nothing.
func (h *Host) ClosePluginFiles() {
	if h == nil {
		return
	}
	for _, f := range h.Files {
		if f != h.mem {
			f.Close()
		}
	}
}

// Close gives up: the plugin did not take the offer.
func (h *Host) Close() {
	if h == nil {
		return
	}
	h.ClosePluginFiles()
	if !h.taken {
		h.taken = true
		h.end.close()
	}
	if h.mem != nil {
		h.mem.Close()
	}
}

// AcceptPlugin returns the solver's end of the conversation with a plugin that took the offer: its handshake says so. gone,
// which may be nil, is called when the plugin is gone, in a goroutine of its own.
func (h *Host) AcceptPlugin(gone func()) (*Conn, Transport, error) {
	defer h.Close()
	life := h.end
	t, slots, err := h.readHello(life)
	if err != nil {
		return nil, 0, err
	}
	if err := life.watchPeer(gone); err != nil {
		return nil, 0, err
	}
	if t == Socket {
		h.taken = true
		return newConn(life, life.limit, h.offer.check), t, nil
	}
	m, err := mapMemory(h.mem.Fd(), h.offer.size, true, life)
	if err != nil {
		return nil, 0, err
	}
	h.taken = true
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
	version, taken, talk, _ := r.readU32(), Transport(r.readU32()), r.readU32(), r.readU32()
	if h.offer.slots != 0 && len(r.b) != 0 {
		slots = r.readU32() == 1
		r.expectZero()
	}
	switch err := r.DecodeErrorAtEnd(k); {
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

// AcceptOffer takes the offer that is in the environment of this plugin. Without an offer there is no Conn and no error.
// gone is called when the solver is gone, in a goroutine of its own; it may be nil.
func AcceptOffer(gone func()) (*Conn, Transport, error) {
	text, offered := os.LookupEnv(Variable)
	if !offered {
		return nil, 0, nil
	}
	os.Unsetenv(Variable) // children have not what it names
	o, err := parseOffer(text)
	if err != nil {
		return nil, 0, err
	}
	return acceptOffer(o, gone)
}

func acceptOffer(o offer, gone func()) (*Conn, Transport, error) {
	own, err := adoptStream(&o)
	if err != nil {
		return nil, 0, err
	}
	life := newSocket(own, o.size-pageBytes)
	c, t := newConn(life, life.limit, o.check), Socket
	if o.mem != 0 {
		hideFromChildren(o.mem)
		m, err := mapMemory(uintptr(o.mem), o.size, false, life)
		if err == nil {
			c, t = newConn(m, life.limit, o.check), Memory
			if o.slots != 0 {
				c.Area, _ = mapArea(uintptr(o.mem), o.size, o.slots)
			}
		}
		closeInherited(o.mem)
	}
	if err := life.watchPeer(gone); err != nil {
		return nil, 0, err
	}
	return c, t, sendHello(life, o.check, t, c.Area != nil)
}

// sendHello informs the solver what this plugin took.
func sendHello(life *socket, withChecksums bool, t Transport, slots bool) error {
	first := newConn(life, life.limit, withChecksums)
	first.seq-- // HELLO is number 0
	w := first.BeginMessage(Hello)
	for _, v := range []uint32{Version, uint32(t), 1, uint32(os.Getpid())} {
		w.writeU32(v)
	}
	if slots {
		w.putCounts(1, 0)
	}
	return first.Send()
}

// NewPair returns both ends of a conversation in this process, for tests: through memory of size bytes, or over a stream
// whose messages are as long.
func NewPair(sharedMemory bool, size int) (host, plugin *Conn, err error) {
	h, err := newHost(sharedMemory, size)
	if err != nil {
		return nil, nil, err
	}
	o := h.offer
	if err := o.duplicateInherited(h.Files); err != nil {
		return nil, nil, err
	}
	if plugin, _, err = acceptOffer(o, nil); err == nil {
		host, _, err = h.AcceptPlugin(nil)
	}
	return host, plugin, err
}
