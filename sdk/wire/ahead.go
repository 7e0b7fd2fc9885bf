package wire

import (
	"slices"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

var _ usersub.Batcher = (*Remote)(nil)

// early is a call that is made before it is requested.
type early struct {
	remote *Remote
	frame  *usersub.Frame
	state  usersub.State
}

// Group implements usersub.Ahead.
func (r *Remote) Group() any { return r.client }

// Ahead implements usersub.Ahead. Where many calls cannot go in one message it does nothing. Of several
// calls for one element the first is noted.
func (r *Remote) Ahead(f *usersub.Frame, s usersub.State) {
	c := r.client
	if !c.batches {
		return
	}
	if c.slots.host != nil {
		if p := r.find(f); p != nil {
			if p.busy() || p.in.noted || c.mark(p, f, s) {
				return
			}
			p.in.noted = true
		}
	}
	c.noted = append(c.noted, early{r, f, s})
}

// kept is the end of a call that was made early.
type kept struct {
	valid   bool
	err     error
	answers []float64 // that it was made with
	done    wirepb.Done
}

// early reports whether the call of f was made early: no input and no answer has changed since.
func (p *remote) early(f *usersub.Frame) bool {
	k := &p.kept
	if p.in.run != 0 {
		return p.waits(f)
	}
	return k.valid && same(k.answers, f.Value) &&
		p.layout.same(f, &p.seen) && p.asked.same(&f.Answers)
}

// endEarly ends such a call.
func (p *remote) endEarly(f *usersub.Frame) error {
	p.kept.valid = false
	if p.in.run != 0 {
		return p.fetch(f)
	}
	return p.end(f, &p.kept.done, p.kept.err)
}

// ahead makes the calls noted: those in slots in one message, the others in another. The error is a *LostError.
func (c *Client) ahead() error {
	if err := c.runMarked(); err != nil {
		return err
	}
	if len(c.noted) == 0 {
		return nil
	}
	return c.callNoted()
}

// callNoted makes the calls that are not in slots, in one message. Queries that are not foreseen go to the state of their call. Of several
// calls for one element the first is made. The error is a *LostError.
func (c *Client) callNoted() error {
	// A query may bring other calls: the list is this message's own.
	list := c.batch[:0]
	c.batch = nil
	defer func() {
		clear(list)
		c.batch = list
	}()
	for i := range c.noted {
		e := &c.noted[i]
		p, err := e.remote.find(e.frame), error(nil)
		if p != nil {
			p.in.noted = false
		}
		switch {
		case p == nil:
			p, err = e.remote.place(e.frame)
		case p.busy():
			continue
		default:
			p.frame, e.remote.last = e.frame, p
		}
		if err == nil && p.refused == nil {
			p.door.Frame, p.door.State, p.door.Asked = e.frame, e.state, len(e.frame.Asked)
			p.flying, p.kept.valid, p.in.run = true, false, 0
			list = append(list, p)
		}
	}
	clear(c.noted)
	c.noted = c.noted[:0]
	defer land(list)
	if len(list) == 0 || c.err != nil {
		return nil // each call reports
	}
	if len(list) > 1 {
		c.host.setCallIndex(0)
	}
	c.passTurn()
	c.host.begin(len(list))
	for _, p := range list {
		p.pack(p.door.Frame)
		if err := c.host.add(&c.call); err != nil {
			c.lost(err)
			break
		}
	}
	if c.err != nil {
		c.waited()
		return c.err
	}
	if err := c.finish(list); err != nil {
		if lost, ok := err.(*LostError); ok {
			return c.blame(list, lost)
		}
		c.failAll(list, err)
		return nil
	}
	c.keepAll(list)
	if c.err == nil {
		// What these calls came to is, whatever becomes of slots: the call after them reports it.
		_ = c.giveSlots(list)
	}
	return nil
}

// blame says in an error that ended the conversation whose call was being made.
func (c *Client) blame(list []*remote, lost *LostError) error {
	if len(list) < 2 {
		return lost
	}
	described := &LostError{Err: lost.Err, Calls: len(list)}
	if n := c.host.callIndex(); n > 0 && n <= len(list) {
		described.Guilty, described.By = list[n-1].door.Frame, list[n-1].of
	}
	return described
}

// land ends the calls of a message.
func land(list []*remote) {
	for _, p := range list {
		p.flying = false
	}
}

// keepAll takes over the results of a message.
func (c *Client) keepAll(list []*remote) {
	for _, p := range list {
		k := &p.kept
		if _, err := c.result(p, &k.done); err != nil {
			for _, p := range list {
				p.kept.valid = false // of such a message nothing is to be believed
			}
			return
		}
		k.valid, k.err = true, nil
		k.answers = append(k.answers[:0], p.door.Frame.Value...)
	}
}

// failAll leaves the error of a message to all its calls.
func (c *Client) failAll(list []*remote, err error) {
	for _, p := range list {
		p.kept = kept{valid: true, err: err, answers: slices.Clone(p.door.Frame.Answers.Value)}
	}
}
