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
	open   []*remoteElement // one an element
	last   *remoteElement
	by     map[*usersub.Frame]*remoteElement // where frames were found last
}

var _ usersub.Sub = (*Remote)(nil)

// remoteElement is one element's place in the plugin: its handle and what the plugin
// holds for it.
type remoteElement struct {
	// What every call needs comes first.
	frame    *usersub.Frame // the last frame that used it
	layout   *layout
	of       *Remote
	nth      int // index in of.open
	handle   uint32
	inFlight bool // its call is in a message with others, which is under way
	kept     earlyEnd
	seen     inputs
	asked    queryList
	in       solverSlot
	door     usersub.QueryCache

	element string
	id      int
	refused *wirepb.Failure // it was not opened
}

// Call implements usersub.Sub. The error is usersub.ErrRetry, a
// *usersub.CallError or, when the conversation broke off, a *LostError.
func (r *Remote) Call(f *usersub.Frame, s usersub.State) error {
	c := r.client
	if len(c.noted)+len(c.slots.marked) == 0 {
		if p := r.lastOrNextElement(f); p != nil && p.wasPrefetched(f) {
			r.last = p
			return p.returnPrefetchedResult(f)
		}
	}
	c.beginExchange()
	defer c.endExchange()
	if len(c.noted)+len(c.slots.marked) > 0 {
		if err := c.makeQueuedCalls(); err != nil {
			return err
		}
		// What calls came to is, also when the plugin is gone by now.
		if p := r.findElement(f); p != nil && !p.isInRun() && p.wasPrefetched(f) {
			r.last = p
			return p.returnPrefetchedResult(f)
		}
	}
	p, err := r.findOrOpenElement(f)
	if err != nil {
		return err
	}
	if p.refused != nil {
		return errorFromFailure(f, r.title, p.refused)
	}
	if p.wasPrefetched(f) {
		return p.returnPrefetchedResult(f)
	}
	p.kept.valid, p.in.run = false, 0
	p.packCall(f)
	p.door.Frame, p.door.State, p.door.Asked = f, s, len(f.Asked)
	c.beginWait()
	c.host.beginCalls(1)
	if err := c.host.addCall(&c.call); err != nil {
		c.endWait()
		return c.endBrokenConversation(err)
	}
	one := [1]*remoteElement{p}
	if err := c.finishCalls(one[:]); err != nil {
		return err
	}
	m, err := c.receiveResult(p, &c.done)
	if err != nil {
		return err
	}
	return p.endCall(f, m, nil)
}

// finishCalls answers queries of the calls of a message until all are done.
func (c *Client) finishCalls(list []*remoteElement) error {
	for {
		m, index, err := c.host.receiveQueryOrEnd()
		c.endWait()
		switch {
		case err == errEmpty:
			return list[0].of.wrapGarbledError(list[0].door.Frame, err)
		case err != nil:
			return c.endBrokenConversation(err)
		case m == nil && index != len(list):
			return c.endBrokenConversation(frame.NewGarbledError("DONE has %d results, CALL had %d calls", index, len(list)))
		case m == nil:
			return nil
		case index >= len(list):
			return c.endBrokenConversation(frame.NewGarbledError("call %d of %d makes a query", index+1, len(list)))
		}
		p := list[index]
		known := len(p.asked.query)
		if err = c.answerQuery(&p.asked, m, &p.door); err != nil {
			return p.of.wrapGarbledError(p.door.Frame, err)
		}
		if n := len(p.door.Frame.Value) - len(p.in.answers); p.in.run != 0 && n > 0 && len(p.asked.query) > known {
			p.kept.answers = append(p.kept.answers[:0], p.door.Frame.Value[len(p.in.answers):]...)
		}
	}
}

// receiveResult returns the end of the next call, which must be that of p. It is in room where many calls can go in one message.
func (c *Client) receiveResult(p *remoteElement, room *wirepb.Done) (*wirepb.Done, error) {
	m, err := c.host.receiveResult(p.handle, room)
	if err != nil {
		return nil, c.endBrokenConversation(err)
	}
	c.recordExitMessage(m.Failure)
	return m, nil
}

// recordExitMessage keeps what the plugin says of its own end.
func (c *Client) recordExitMessage(m *wirepb.Failure) {
	if m.GetCause() == wirepb.Cause_EXITED {
		c.exited = m.Message
	}
}

// packCall puts the call of f into the message of the client.
func (p *remoteElement) packCall(f *usersub.Frame) {
	m := &p.of.client.call
	m.Handle = p.handle
	if p.in.ahead {
		p.seen.valid, p.in.ahead = false, false
	}
	p.layout.packInputs(m, f, &p.seen)
	p.asked.packAnswers(m, &f.QueryAnswers)
	p.in.steady, p.in.known = !m.Forget && len(m.Learned) == 0, len(p.asked.query)
	if m.Forget {
		p.in.form = nil
	}
}

// endCall ends a call with what the plugin returned.
func (p *remoteElement) endCall(f *usersub.Frame, m *wirepb.Done, err error) error {
	r := p.of
	switch {
	case err != nil:
		return err
	case m.Failure != nil:
		return errorFromFailure(f, r.title, m.Failure)
	case !p.layout.unpackOutputs(f, m):
		return r.wrapGarbledError(f, fmt.Errorf("the plugin returned %d reals and %d integers, %s returns %d and %d",
			len(m.Reals), len(m.Ints), r.sig.Name, p.layout.nReal, p.layout.nInt))
	}
	return nil
}

// wrapGarbledError is the error for what a plugin must not send. Errors of the
// transport pass.
func (r *Remote) wrapGarbledError(f *usersub.Frame, err error) error {
	if _, ok := err.(*LostError); ok {
		return err
	}
	return newCallError(f, r.title, usersub.BadReturn, err.Error(), "")
}

// findOrOpenElement finds the place of f's element or opens one. Frames of one element and
// one shape share it.
func (r *Remote) findOrOpenElement(f *usersub.Frame) (*remoteElement, error) {
	if r.client.err != nil {
		return nil, r.client.err
	}
	if p := r.findElement(f); p != nil && !p.isInRun() {
		p.frame, r.last = f, p
		return p, nil
	}
	p, err := r.client.openRemoteElement(r.name, f)
	if err == nil {
		p.of, p.nth = r, len(r.open)
		r.rememberFrame(f, p)
		r.open, r.last = append(r.open, p), p
	}
	return p, err
}

// findElement returns the place of f's element, nil if there is none. That of a call under way in a message with others is
// returned only when there is no other.
func (r *Remote) findElement(f *usersub.Frame) (found *remoteElement) {
	if p := r.lastOrNextElement(f); p != nil {
		return p
	}
	if p := r.by[f]; p != nil && !p.isInRun() {
		return p
	}
	for _, p := range r.open {
		if p.frame == f || p.id == f.ID && p.element == f.Element && p.layout.matchesFrame(f) {
			if found = p; !p.isInRun() {
				break
			}
		}
	}
	if found != nil {
		r.rememberFrame(f, found)
	}
	return found
}

// lastOrNextElement returns the place of f's element if it is that of the last call or the one behind it, for calls are mostly
// made in the same order.
func (r *Remote) lastOrNextElement(f *usersub.Frame) *remoteElement {
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
	if p.frame != f || p.isInRun() {
		return nil
	}
	return p
}

// rememberFrame remembers where a frame was found. Frames come and go: those that went are forgotten with all others.
func (r *Remote) rememberFrame(f *usersub.Frame, p *remoteElement) {
	if len(r.by) > 64+4*len(r.open) {
		clear(r.by)
	}
	if r.by == nil {
		r.by = map[*usersub.Frame]*remoteElement{}
	}
	r.by[f] = p
}
