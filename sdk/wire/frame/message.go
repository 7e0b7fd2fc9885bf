package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Version is the version of the format.
const Version = 1

// Kind reports what a message is.
type Kind uint16

// Kinds of messages, with their numbers in the format.
const (
	Hello Kind = iota + 1
	Describe
	Description
	Find
	Found
	Open
	Opened
	Call
	Done
	Ask
	Answer
	Next
	Bye
	Fault
	Slots
	Slotted
	Run
	Ran
	// Of conversations about a model: SESSION.md.
	Request
	Reply
	Step
	Stepped
	Cancel
)

var kindNames = [...]string{"", "HELLO", "DESCRIBE", "DESCRIPTION", "FIND", "FOUND", "OPEN", "OPENED", "CALL", "DONE",
	"ASK", "ANSWER", "NEXT", "BYE", "FAULT", "SLOTS", "SLOTTED", "RUN", "RAN",
	"REQUEST", "REPLY", "STEP", "STEPPED", "CANCEL"}

func (k Kind) String() string {
	if k > 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint16(k))
}

// headerBytes is the length of a header.
const headerBytes = 16

// Flags of a header.
const (
	more   = 1 // pieces follow
	summed = 2 // the checksum is set
)

// MaxPayload bounds the payload of a message, all pieces together.
const MaxPayload = 64 << 20

// header is what begins each piece of a message.
type header struct {
	kind   Kind
	flags  uint16
	length uint32 // of the payload
	seq    uint32
	sum    uint32
}

func (h *header) encodeTo(b []byte) {
	binary.LittleEndian.PutUint16(b, uint16(h.kind))
	binary.LittleEndian.PutUint16(b[2:], h.flags)
	binary.LittleEndian.PutUint32(b[4:], h.length)
	binary.LittleEndian.PutUint32(b[8:], h.seq)
	binary.LittleEndian.PutUint32(b[12:], h.sum)
}

func (h *header) decodeFrom(b []byte) {
	h.kind, h.flags = Kind(binary.LittleEndian.Uint16(b)), binary.LittleEndian.Uint16(b[2:])
	h.length, h.seq = binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
	h.sum = binary.LittleEndian.Uint32(b[12:])
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pieceChecksum is that of a piece, whose own place for it counts as 0.
func pieceChecksum(piece []byte) uint32 {
	c := crc32.Update(0, castagnoli, piece[:12])
	c = crc32.Update(c, castagnoli, []byte{0, 0, 0, 0})
	return crc32.Update(c, castagnoli, piece[headerBytes:])
}

// ErrGone is what an end gets that waits for another one which is no more there.
var ErrGone = errors.New("the other end is gone")

// ErrClosed is what an end gets that was closed.
var ErrClosed = errors.New("the connection was closed")

// GarbledError is a message that is not as the format says. The conversation is over.
type GarbledError struct{ What string }

func (e *GarbledError) Error() string { return "garbled: " + e.What }

// NewGarbledError makes a GarbledError.
func NewGarbledError(format string, args ...any) error {
	return &GarbledError{fmt.Sprintf(format, args...)}
}
