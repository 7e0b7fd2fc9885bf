package frame

// counter is a port by which the ends can report, without a message, which call of several is under way.
type counter interface {
	// hold keeps the number in its place until release: only in between may it be set.
	hold()
	release()
	// count sets the number, from 1 on; 0 is none.
	count(n uint32)
	counted() uint32
}

// Counts reports whether this conversation has the number of the call under way.
func (c *Conn) Counts() bool { return c.counter != nil }

// Count informs the other end which call of the message under way is being made, from 1 on; 0 is none. The solver sets
// it to 0 before it sends several calls, the plugin to their numbers. Where the conversation has no such number
// it does nothing. Whoever counts calls Counting(true) before and Counting(false) afterwards; a Close waits so long.
func (c *Conn) Count(n int) {
	if c.counter != nil {
		c.counter.count(uint32(n))
	}
}

// Counting begins and ends counting.
func (c *Conn) Counting(on bool) {
	switch {
	case c.counter == nil:
	case on:
		c.counter.hold()
	default:
		c.counter.release()
	}
}

// Counted returns what was counted last, 0 where nothing was. Any goroutine may ask, also when the conversation is
// over.
func (c *Conn) Counted() int {
	if c.counter == nil {
		return 0
	}
	return int(c.counter.counted())
}
