package frame

// counter is a port by which the ends can tell, without a message, which call of several is under way.
type counter interface {
	// count sets the number, from 1 on; 0 is none.
	count(n uint32)
	counted() uint32
}

// Counts tells whether this conversation has the number of the call under way.
func (c *Conn) Counts() bool {
	_, ok := c.port.(counter)
	return ok
}

// Count tells the other end which call of the message under way is being made, from 1 on; 0 is none. The solver sets
// it to 0 before it sends several calls, the plugin to their numbers. Where the conversation has no such number
// it does nothing.
func (c *Conn) Count(n int) {
	if p, ok := c.port.(counter); ok {
		p.count(uint32(n))
	}
}

// Counted returns what was counted last, 0 where nothing was. Any goroutine may ask, also when the conversation is
// over.
func (c *Conn) Counted() int {
	if p, ok := c.port.(counter); ok {
		return int(p.counted())
	}
	return 0
}
