package frame

import (
	"encoding/binary"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Places in the control page.
const (
	magic       = 0x4D415254
	turnAt      = 64
	hostSleeps  = 128
	guestSleeps = 192
	countAt     = 256
)

// memory moves pieces through shared memory. It sleeps on a socket, whose end of file reports that the other end is gone.
//
// Why not a futex? Where no processor is free, who is woken by a byte runs at once in place of the one that goes to sleep, for the
// system knows that it does; who is woken by a futex waits for a program that never sleeps to have used up its time. And a sleeper
// on a futex has to wake up now and then to see whether the other end is still there.
type memory struct {
	page      []byte // the whole mapping
	turn      *atomic.Uint32
	ownSleep  *atomic.Uint32 // this end sleeps
	peerSleep *atomic.Uint32
	spin      spinner
	life      *socket

	callUnderWay *atomic.Uint32 // the call under way
	callLock     sync.Mutex     // of under: whoever looks does not use the socket
	unmapped     bool           // the page is not mapped any more
}

// mapMemory maps the memory of a descriptor or handle, which stays open.
func mapMemory(fd uintptr, size int, host bool, life *socket) (*memory, error) {
	page, err := mapPages(fd, 0, size)
	if err != nil {
		return nil, err
	}
	word := func(at int) *atomic.Uint32 { return (*atomic.Uint32)(unsafe.Pointer(&page[at])) }
	m := &memory{page: page, turn: word(turnAt), ownSleep: word(guestSleeps), peerSleep: word(hostSleeps), callUnderWay: word(countAt), life: life}
	if host {
		m.ownSleep, m.peerSleep = m.peerSleep, m.ownSleep
		for i, v := range []uint32{magic, Version, pageBytes, uint32(size - pageBytes)} {
			binary.LittleEndian.PutUint32(page[4*i:], v)
		}
	} else if binary.LittleEndian.Uint32(page) != magic {
		m.unmap()
		return nil, NewGarbledError("the shared memory has no control page")
	}
	return m, nil
}

func (m *memory) unmap() error {
	m.callLock.Lock()
	defer m.callLock.Unlock()
	m.unmapped = true
	return unmapPages(m.page)
}

func (m *memory) holdTurn()    { m.callLock.Lock() }
func (m *memory) releaseTurn() { m.callLock.Unlock() }

func (m *memory) setCallNumber(n uint32) {
	if !m.unmapped {
		m.callUnderWay.Store(n)
	}
}

func (m *memory) callNumber() uint32 {
	m.callLock.Lock()
	defer m.callLock.Unlock()
	if m.unmapped {
		return 0
	}
	return m.callUnderWay.Load()
}

func (m *memory) sendPiece(piece []byte) error {
	m.life.using.Lock()
	defer m.life.using.Unlock()
	if m.life.closed.Load() {
		return ErrClosed
	}
	copy(m.page[pageBytes:], piece)
	m.turn.Swap(binary.LittleEndian.Uint32(piece[8:])) // as in awaitMessage
	if m.peerSleep.Load() == 0 {
		return nil
	}
	if _, err := m.life.sendBytes(awake[:]); err != nil {
		return m.life.streamError(err)
	}
	return nil
}

// awake is the byte that wakes an end.
var awake = [1]byte{'w'}

func (m *memory) receivePiece(dst []byte, last uint32) ([]byte, error) {
	m.life.using.Lock()
	defer m.life.using.Unlock()
	if err := m.awaitMessage(last); err != nil {
		return nil, err
	}
	data := m.page[pageBytes:]
	var head [headerBytes]byte // read once
	copy(head[:], data)
	all, err := pieceLength(head[:], len(data))
	if err != nil {
		return nil, err
	}
	dst = resizeBytes(dst, all)
	copy(dst, head[:])
	copy(dst[headerBytes:], data[headerBytes:all])
	return dst, nil
}

// awaitMessage waits until the newest message is not the one with the number last.
func (m *memory) awaitMessage(last uint32) error {
	if m.spin.spinUntil(m.turn, last) {
		return nil
	}
	// Each end stores its word and then loads the other's, in this order for both. A store and a load of sync/atomic do that on each
	// processor, but not under qemu, which takes those of arm64 for weaker ones of amd64. Swap is one everywhere.
	m.ownSleep.Swap(1)
	defer m.ownSleep.Store(0)
	var bytes [64]byte // of several sleeps that were none
	for m.turn.Load() == last {
		if _, err := m.life.read(bytes[:]); err != nil {
			if m.turn.Load() != last { // what was sent before the end is still read
				return nil
			}
			return err
		}
	}
	return nil
}

func (m *memory) close() error {
	if !m.life.endStream() {
		return nil
	}
	m.life.using.Lock()
	defer m.life.using.Unlock()
	m.unmap()
	return m.life.closeStream()
}
