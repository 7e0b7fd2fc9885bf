package wire

import (
	"fmt"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// Remote is a routine in a plugin.
type Remote struct {
	client *Client
	name   string
	title  string // in messages
	sig    *usersub.Sig
	open   []*remote // one an element
	last   *remote
	by     map[*usersub.Frame]*remote // where frames were found last
}

var _ usersub.Sub = (*Remote)(nil)

// remote is one element's place in the plugin: its handle and what the plugin
// holds for it.
type remote struct {
	// What every call needs comes first.
	frame  *usersub.Frame // the last frame that used it
	layout *layout
	of     *Remote
	nth    int // place in of.open
	handle uint32
	flying bool // its call is in a message with others, which is under way
	kept   kept
	seen   inputs
	asked  asked
	in     slotted
	door   usersub.QueryCache

	element string
	id      int
	refused *wirepb.Failure // it was not opened
}

// Call implements usersub.Sub. The error is usersub.ErrRetry, a
// *usersub.CallError or, when the conversation broke off, a *LostError.
func (r *Remote) Call(f *usersub.Frame, s usersub.State) error {
	c := r.client
	if len(c.noted)+len(c.slots.marked) == 0 {
		if p := r.likely(f); p != nil && p.early(f) {
			r.last = p
			return p.endEarly(f)
		}
	}
	c.enter()
	defer c.leave()
	if len(c.noted)+len(c.slots.marked) > 0 {
		if err := c.ahead(); err != nil {
			return err
		}
		// What calls came to is, also when the plugin is gone by now.
		if p := r.find(f); p != nil && !p.busy() && p.early(f) {
			r.last = p
			return p.endEarly(f)
		}
	}
	p, err := r.place(f)
	if err != nil {
		return err
	}
	if p.refused != nil {
		return failed(f, r.title, p.refused)
	}
	if p.early(f) {
		return p.endEarly(f)
	}
	p.kept.valid, p.in.run = false, 0
	p.pack(f)
	p.door.Frame, p.door.State, p.door.Asked = f, s, len(f.Asked)
	c.passTurn()
	c.host.begin(1)
	if err := c.host.add(&c.call); err != nil {
		c.waited()
		return c.lost(err)
	}
	one := [1]*remote{p}
	if err := c.finish(one[:]); err != nil {
		return err
	}
	m, err := c.result(p, &c.done)
	if err != nil {
		return err
	}
	return p.end(f, m, nil)
}

// finish answers queries of the calls of a message until all are done.
func (c *Client) finish(list []*remote) error {
	for {
		m, index, err := c.host.receive()
		c.waited()
		switch {
		case err == errEmpty:
			return list[0].of.garbled(list[0].door.Frame, err)
		case err != nil:
			return c.lost(err)
		case m == nil && index != len(list):
			return c.lost(frame.Garbled("DONE has %d results, CALL had %d calls", index, len(list)))
		case m == nil:
			return nil
		case index >= len(list):
			return c.lost(frame.Garbled("call %d of %d makes a query", index+1, len(list)))
		}
		p := list[index]
		known := len(p.asked.query)
		if err = c.reply(&p.asked, m, &p.door); err != nil {
			return p.of.garbled(p.door.Frame, err)
		}
		if n := len(p.door.Frame.Value) - len(p.in.answers); p.in.run != 0 && n > 0 && len(p.asked.query) > known {
			p.kept.answers = append(p.kept.answers[:0], p.door.Frame.Value[len(p.in.answers):]...)
		}
	}
}

// result returns the end of the next call, which must be that of p. It is in room where many calls can go in one message.
func (c *Client) result(p *remote, room *wirepb.Done) (*wirepb.Done, error) {
	m, err := c.host.result(p.handle, room)
	if err != nil {
		return nil, c.lost(err)
	}
	c.note(m.Failure)
	return m, nil
}

// note keeps what the plugin says of its own end.
func (c *Client) note(m *wirepb.Failure) {
	if m.GetCause() == wirepb.Cause_EXITED {
		c.exited = m.Message
	}
}

// pack puts the call of f into the message of the client.
func (p *remote) pack(f *usersub.Frame) {
	m := &p.of.client.call
	m.Handle = p.handle
	if p.in.ahead {
		p.seen.valid, p.in.ahead = false, false
	}
	p.layout.pack(m, f, &p.seen)
	p.asked.pack(m, &f.Answers)
	p.in.steady, p.in.known = !m.Forget && len(m.Learned) == 0, len(p.asked.query)
	if m.Forget {
		p.in.form = nil
	}
}

// end ends a call with what the plugin returned.
func (p *remote) end(f *usersub.Frame, m *wirepb.Done, err error) error {
	r := p.of
	switch {
	case err != nil:
		return err
	case m.Failure != nil:
		return failed(f, r.title, m.Failure)
	case !p.layout.unpackOutputs(f, m):
		return r.garbled(f, fmt.Errorf("the plugin returned %d reals and %d integers, %s returns %d and %d",
			len(m.Reals), len(m.Ints), r.sig.Name, p.layout.nReal, p.layout.nInt))
	}
	return nil
}

// garbled is the error for what a plugin must not send. Errors of the
// transport pass.
func (r *Remote) garbled(f *usersub.Frame, err error) error {
	if _, ok := err.(*LostError); ok {
		return err
	}
	return callError(f, r.title, usersub.BadReturn, err.Error(), "")
}

// place finds the place of f's element or opens one. Frames of one element and
// one shape share it.
func (r *Remote) place(f *usersub.Frame) (*remote, error) {
	if r.client.err != nil {
		return nil, r.client.err
	}
	if p := r.find(f); p != nil && !p.busy() {
		p.frame, r.last = f, p
		return p, nil
	}
	p, err := r.client.open(r.name, f)
	if err == nil {
		p.of, p.nth = r, len(r.open)
		r.note(f, p)
		r.open, r.last = append(r.open, p), p
	}
	return p, err
}

// find returns the place of f's element, nil if there is none. That of a call under way in a message with others is
// returned only when there is no other.
func (r *Remote) find(f *usersub.Frame) (found *remote) {
	if p := r.likely(f); p != nil {
		return p
	}
	if p := r.by[f]; p != nil && !p.busy() {
		return p
	}
	for _, p := range r.open {
		if p.frame == f || p.id == f.ID && p.element == f.Element && p.layout.fits(f) {
			if found = p; !p.busy() {
				break
			}
		}
	}
	if found != nil {
		r.note(f, found)
	}
	return found
}

// likely returns the place of f's element if it is that of the last call or the one behind it, for calls are mostly
// made in the same order.
func (r *Remote) likely(f *usersub.Frame) *remote {
	p := r.last
	if p == nil {
		return nil
	}
	if p.frame != f {
		next := p.nth + 1
		if next == len(r.open) {
			next = 0
		}
		p = r.open[next]
	}
	if p.frame != f || p.busy() {
		return nil
	}
	return p
}

// note remembers where a frame was found. Frames come and go: those that went are forgotten with all others.
func (r *Remote) note(f *usersub.Frame, p *remote) {
	if len(r.by) > 64+4*len(r.open) {
		clear(r.by)
	}
	if r.by == nil {
		r.by = map[*usersub.Frame]*remote{}
	}
	r.by[f] = p
}
