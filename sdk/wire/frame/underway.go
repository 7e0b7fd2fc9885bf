package frame

// callCounter is a port by which the ends can report, without a message, which call of several is under way.
type callCounter interface {
	// holdTurn keeps the number in its place until release: only in between may it be set.
	holdTurn()
	releaseTurn()
	// setCallNumber sets the number, from 1 on; 0 is none.
	setCallNumber(n uint32)
	callNumber() uint32
}

// HasCallNumber reports whether this conversation has the number of the call under way.
func (c *Conn) HasCallNumber() bool { return c.counter != nil }

// SetCallNumber informs the other end which call of the message under way is being made, from 1 on; 0 is none. The solver sets
// it to 0 before it sends several calls, the plugin to their numbers. Where the conversation has no such number
// it does nothing. Whoever counts calls EnableCallNumber(true) before and EnableCallNumber(false) afterwards; a Close waits so long.
func (c *Conn) SetCallNumber(n int) {
	if c.counter != nil {
		c.counter.setCallNumber(uint32(n))
	}
}

// EnableCallNumber begins and ends counting.
func (c *Conn) EnableCallNumber(on bool) {
	switch {
	case c.counter == nil:
	case on:
		c.counter.holdTurn()
	default:
		c.counter.releaseTurn()
	}
}

// CallNumber returns what was counted last, 0 where nothing was. Any goroutine may call it, also when the conversation is
// over.
func (c *Conn) CallNumber() int {
	if c.counter == nil {
		return 0
	}
	return int(c.counter.callNumber())
}
