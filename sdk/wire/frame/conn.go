package frame

import "slices"

// port moves pieces: a header with its payload.
type port interface {
	// sendPiece sends a piece and gives the turn away.
	sendPiece(piece []byte) error
	// receivePiece waits for the piece that replies to the message with the number last and returns it, in dst if it
	// fits. It has at least a header, and the length that it reports.
	receivePiece(dst []byte, last uint32) ([]byte, error)
	close() error
}

// Conn is one end of a conversation.
type Conn struct {
	port  port
	limit int    // bytes of a piece, header included
	check bool   // all messages must have checksums
	seq   uint32 // of the newest message
	err   error  // why the conversation is over

	kind Kind
	out  Writer // room for a header, then the payload
	in   []byte // a piece
	long []byte // the payload of a message of several pieces
	read Reader

	counter callCounter // of the port, nil if it has none

	// Area is the memory in which calls have slots, nil where they have none.
	Area *Area
}

func newConn(p port, limit int, withChecksums bool) *Conn {
	c := &Conn{port: p, limit: limit &^ 7, check: withChecksums}
	c.counter, _ = p.(callCounter)
	return c
}

// BeginMessage begins a message, which is sent by Send.
func (c *Conn) BeginMessage(k Kind) *Writer {
	c.kind = k
	c.out.b = append(c.out.b[:0], make([]byte, headerBytes)...)
	return &c.out
}

// Send sends the message begun and gives the turn away.
func (c *Conn) Send() error {
	if c.err != nil {
		return c.err
	}
	b := c.out.b
	if len(b) > MaxPayload+headerBytes {
		return NewGarbledError("%s has %d bytes, at most %d can be sent", c.kind, len(b), MaxPayload)
	}
	for len(b) > c.limit {
		if c.err = c.sendPiece(b[:c.limit], c.kind, more); c.err != nil {
			return c.err
		}
		// What has been sent makes room for the header of the rest.
		b = b[c.limit-headerBytes:]
		if k, _, err := c.receivePiece(); err != nil {
			return err
		} else if k != Next {
			return c.endConversation(NewGarbledError("%s came where NEXT must", k))
		}
	}
	c.err = c.sendPiece(b, c.kind, 0)
	return c.err
}

// sendPiece sends one piece.
func (c *Conn) sendPiece(piece []byte, k Kind, flags uint16) error {
	c.seq++
	h := header{kind: k, flags: flags, length: uint32(len(piece) - headerBytes), seq: c.seq}
	if c.check {
		h.flags |= summed
		h.encodeTo(piece)
		h.sum = pieceChecksum(piece)
	}
	h.encodeTo(piece)
	return c.port.sendPiece(piece)
}

// Receive waits for a message. The Reader is good until the next call of a method.
func (c *Conn) Receive() (Kind, *Reader, error) {
	k, last, err := c.receivePiece()
	if err != nil {
		return 0, nil, err
	}
	c.read = Reader{b: c.in[headerBytes:]}
	if last {
		return k, &c.read, nil
	}
	c.long = append(c.long[:0], c.in[headerBytes:]...)
	for !last {
		var next [headerBytes]byte
		if c.err = c.sendPiece(next[:], Next, 0); c.err != nil {
			return 0, nil, c.err
		}
		var k2 Kind
		if k2, last, err = c.receivePiece(); err != nil {
			return 0, nil, err
		}
		if k2 != k {
			return 0, nil, c.endConversation(NewGarbledError("a piece of %s came where one of %s must", k2, k))
		}
		if len(c.long)+len(c.in) > MaxPayload+headerBytes {
			return 0, nil, c.endConversation(NewGarbledError("%s is longer than %d bytes", k, MaxPayload))
		}
		c.long = append(c.long, c.in[headerBytes:]...)
	}
	c.read = Reader{b: c.long}
	return k, &c.read, nil
}

// receivePiece waits for one piece, leaves it in c.in and reports whether it is the last one of its message.
func (c *Conn) receivePiece() (k Kind, last bool, err error) {
	if c.err != nil {
		return 0, false, c.err
	}
	b, err := c.port.receivePiece(c.in[:0], c.seq)
	if err != nil {
		return 0, false, c.endConversation(err)
	}
	c.in = b
	var h header
	h.decodeFrom(b)
	switch {
	case h.seq != c.seq+1:
		return 0, false, c.endConversation(NewGarbledError("message %d came, expected was %d", h.seq, c.seq+1))
	case h.kind == 0 || int(h.kind) >= len(kindNames):
		return 0, false, c.endConversation(NewGarbledError("a message of unknown %s came", h.kind))
	case h.flags&^(more|summed) != 0:
		return 0, false, c.endConversation(NewGarbledError("%s has unknown flags %#x", h.kind, h.flags))
	case h.flags&summed != 0 && h.sum != pieceChecksum(b):
		return 0, false, c.endConversation(NewGarbledError("the checksum of %s is %#08x, its bytes give %#08x", h.kind, h.sum, pieceChecksum(b)))
	case h.flags&summed == 0 && c.check:
		return 0, false, c.endConversation(NewGarbledError("%s has no checksum", h.kind))
	}
	c.seq++
	return h.kind, h.flags&more == 0, nil
}

// endConversation ends the conversation.
func (c *Conn) endConversation(err error) error {
	if c.err == nil {
		c.err = err
	}
	return c.err
}

// pieceLength checks what a header says about a piece and returns the length of the whole.
func pieceLength(head []byte, limit int) (int, error) {
	var h header
	h.decodeFrom(head)
	if h.length%8 != 0 || uint64(h.length)+headerBytes > uint64(limit) {
		return 0, NewGarbledError("%s states a length of %d bytes, a multiple of 8 up to %d is possible", h.kind, h.length, limit-headerBytes)
	}
	return int(h.length) + headerBytes, nil
}

// resizeBytes returns b with n bytes.
func resizeBytes(b []byte, n int) []byte { return slices.Grow(b[:0], n)[:n] }

// SendFault informs the other end what was wrong with its message. The conversation is over.
func (c *Conn) SendFault(why error) {
	c.err = nil
	c.BeginMessage(Fault).WriteText(why.Error())
	c.Send()
	c.err = why
}

// SkipSequenceNumbers leaves numbers of messages out, which is wrong: for tests.
func (c *Conn) SkipSequenceNumbers(n uint32) { c.seq += n }

// Close ends the conversation. What waits in another goroutine gets ErrClosed.
func (c *Conn) Close() error { return c.port.close() }
