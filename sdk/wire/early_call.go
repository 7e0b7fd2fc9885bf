package wire

import (
	"slices"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

var _ usersub.Batcher = (*Remote)(nil)

// earlyCall is a call that is made before it is requested.
type earlyCall struct {
	remote *Remote
	frame  *usersub.Frame
	state  usersub.State
}

// GroupKey returns what routines of one process share.
func (r *Remote) GroupKey() any { return r.client }

// Prefetch implements usersub.Batcher. Where many calls cannot go in one message it does nothing. Of several
// calls for one element the first is noted.
func (r *Remote) Prefetch(f *usersub.Frame, s usersub.State) {
	c := r.client
	if !c.batches {
		return
	}
	if c.slots.host != nil {
		if p := r.findElement(f); p != nil {
			if p.isInRun() || p.in.noted || c.storeCallForRun(p, f, s) {
				return
			}
			p.in.noted = true
		}
	}
	c.noted = append(c.noted, earlyCall{r, f, s})
}

// earlyEnd is the end of a call that was made early.
type earlyEnd struct {
	valid   bool
	err     error
	answers []float64 // that it was made with
	done    wirepb.Done
}

// wasPrefetched reports whether the call of f was made early and its result holds: no input and no answer has changed since.
func (p *remoteElement) wasPrefetched(f *usersub.Frame) bool {
	k := &p.kept
	if p.in.run != 0 {
		return p.slotHoldsResult(f)
	}
	return k.valid && equalBits(k.answers, f.Value) &&
		p.layout.inputsUnchanged(f, &p.seen) && p.asked.hasSameQueries(&f.QueryAnswers)
}

// returnPrefetchedResult ends a call for which wasPrefetched is true: with the result that has come.
func (p *remoteElement) returnPrefetchedResult(f *usersub.Frame) error {
	p.kept.valid = false
	if p.in.run != 0 {
		return p.endCallFromSlot(f)
	}
	return p.endCall(f, &p.kept.done, p.kept.err)
}

// makeQueuedCalls makes the calls noted: those in slots in one message, the others in another. The error is a *LostError.
func (c *Client) makeQueuedCalls() error {
	if err := c.runStoredCalls(); err != nil {
		return err
	}
	if len(c.noted) == 0 {
		return nil
	}
	return c.makeQueuedCallsInMessage()
}

// makeQueuedCallsInMessage makes the calls that are not in slots, in one message. Queries that are not foreseen go to the state of their call. Of several
// calls for one element the first is made. The error is a *LostError.
func (c *Client) makeQueuedCallsInMessage() error {
	// A query may bring other calls: the list is this message's own.
	list := c.batch[:0]
	c.batch = nil
	defer func() {
		clear(list)
		c.batch = list
	}()
	for i := range c.noted {
		e := &c.noted[i]
		p, err := e.remote.findElement(e.frame), error(nil)
		if p != nil {
			p.in.noted = false
		}
		switch {
		case p == nil:
			p, err = e.remote.findOrOpenElement(e.frame)
		case p.isInRun():
			continue
		default:
			p.frame, e.remote.last = e.frame, p
		}
		if err == nil && p.refused == nil {
			p.door.Frame, p.door.State, p.door.Asked = e.frame, e.state, len(e.frame.Asked)
			p.inFlight, p.kept.valid, p.in.run = true, false, 0
			list = append(list, p)
		}
	}
	clear(c.noted)
	c.noted = c.noted[:0]
	defer endCalls(list)
	if len(list) == 0 || c.err != nil {
		return nil // each call reports
	}
	if len(list) > 1 {
		c.host.setCallIndex(0)
	}
	c.beginWait()
	c.host.beginCalls(len(list))
	for _, p := range list {
		p.packCall(p.door.Frame)
		if err := c.host.addCall(&c.call); err != nil {
			c.endBrokenConversation(err)
			break
		}
	}
	if c.err != nil {
		c.endWait()
		return c.err
	}
	if err := c.finishCalls(list); err != nil {
		if lost, ok := err.(*LostError); ok {
			return c.addCulpritToLoss(list, lost)
		}
		c.storeError(list, err)
		return nil
	}
	c.storeResults(list)
	if c.err == nil {
		// What these calls came to is, whatever becomes of slots: the call after them reports it.
		_ = c.assignSlots(list)
	}
	return nil
}

// addCulpritToLoss says in an error that ended the conversation whose call was being made.
func (c *Client) addCulpritToLoss(list []*remoteElement, lost *LostError) error {
	if len(list) < 2 {
		return lost
	}
	described := &LostError{Err: lost.Err, Calls: len(list)}
	if n := c.host.callIndex(); n > 0 && n <= len(list) {
		described.Guilty, described.By = list[n-1].door.Frame, list[n-1].of
	}
	return described
}

// endCalls ends the calls of a message.
func endCalls(list []*remoteElement) {
	for _, p := range list {
		p.inFlight = false
	}
}

// storeResults takes over the results of a message.
func (c *Client) storeResults(list []*remoteElement) {
	for _, p := range list {
		k := &p.kept
		if _, err := c.receiveResult(p, &k.done); err != nil {
			for _, p := range list {
				p.kept.valid = false // of such a message nothing is to be believed
			}
			return
		}
		k.valid, k.err = true, nil
		k.answers = append(k.answers[:0], p.door.Frame.Value...)
	}
}

// storeError leaves the error of a message to all its calls.
func (c *Client) storeError(list []*remoteElement, err error) {
	for _, p := range list {
		p.kept = earlyEnd{valid: true, err: err, answers: slices.Clone(p.door.Frame.QueryAnswers.Value)}
	}
}
