package wire

import (
	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// slotHost is a hostConn that may have slots.
type slotHost interface {
	slotMemory() *frame.Area // nil without
	// offerSlots gives handles their slots. It appends 0 to dst for each that the plugin took, else 1.
	offerSlots(dst []int32, list []frame.Slot) ([]int32, error)
	// sendRun sends the handles whose slots hold calls; receiveRunFailures reads what came after them: the calls that failed.
	sendRun(number uint32, handles []int32) error
	receiveRunFailures(n int, failed func(index int, m *wirepb.Failure)) error
}

// slots is what the solver's end keeps of its slots.
type slots struct {
	host         slotHost // nil where calls have none
	used         int      // bytes of the area
	marked       []*remoteElement
	handles      []int32  // of these
	number       uint32   // of the run that is gathered
	runsUnderWay []uint32 // those of the runs that are under way
	spare        []*remoteElement
	requested    []frame.Slot // slots that the plugin is to take
	unwanted     []int32
	keepAlive    uint64 // keeps what slots are read for
}

// solverSlot is what the solver's end keeps of the slot of one handle.
type solverSlot struct {
	slot
	queries int         // for which the slot was made
	run     uint32      // whose result is in the slot or will be, not yet taken; 0 without
	ahead   bool        // the plugin holds other inputs than those of the last message
	noted   bool        // its call is noted, but not in the slot
	failed  *failedCall // in that run, nil if not

	at, room int  // in the area
	declined bool // the plugin does not take it, or there is no room
	steady   bool // the last message brought nothing new about queries,
	known    int  // which were so many
}

// isOpenRun reports whether a run is being gathered or is under way.
func (s *slots) isOpenRun(run uint32) bool {
	if run == s.number {
		return len(s.marked) > 0
	}
	for _, n := range s.runsUnderWay {
		if n == run {
			return true
		}
	}
	return false
}

// isInRun reports whether a call of p is under way in a message with others, or marked for one.
func (p *remoteElement) isInRun() bool {
	return p.inFlight || p.in.run != 0 && p.of.client.slots.isOpenRun(p.in.run)
}

// storeCallForRun puts the call of f into the slot of p and notes it for the next run. It returns false if that cannot be: something
// changed that is not in the slot.
func (c *Client) storeCallForRun(p *remoteElement, f *usersub.Frame, s usersub.State) bool {
	k := &p.in
	if k.form == nil || k.queries != len(p.asked.query) || !k.form.restUnchanged(f, &p.seen) || !p.asked.hasSameQueries(&f.QueryAnswers) || c.err != nil {
		return false
	}
	k.storeCall(f)
	k.ahead, k.run, k.failed, p.kept.valid = true, c.slots.number, nil, false
	p.kept.answers = p.kept.answers[:0]
	p.door.Frame, p.door.State, p.door.Asked = f, s, len(f.Asked)
	p.frame, p.of.last = f, p
	c.slots.marked, c.slots.handles = append(c.slots.marked, p), append(c.slots.handles, int32(p.handle))
	return true
}

// slotHoldsResult reports whether the slot holds the end of the call of f. Answers of queries that came up in the run follow those in the
// slot.
func (p *remoteElement) slotHoldsResult(f *usersub.Frame) bool {
	n := len(p.in.answers)
	return len(f.Value) >= n && p.in.holdsCall(f, f.Value[:n]) && (len(f.Value) == n && len(p.kept.answers) == 0 || equalBits(p.kept.answers, f.Value[n:])) &&
		p.asked.hasSameQueries(&f.QueryAnswers)
}

// endCallFromSlot ends the call of f with what is in its slot.
func (p *remoteElement) endCallFromSlot(f *usersub.Frame) error {
	run, m := p.in.run, p.in.failed
	p.in.run = 0
	switch {
	case m == nil && p.in.loadOutputs(f, run):
		return nil
	case m == nil:
		return p.of.client.endBrokenConversation(frame.NewGarbledError("the slot of handle %d does not hold the result of run %d", p.handle, run))
	case m.err != nil:
		return m.err
	}
	return errorFromFailure(f, p.of.title, m.failure)
}

// runStoredCalls makes the calls that are in slots. The error is a *LostError.
func (c *Client) runStoredCalls() error {
	s := &c.slots
	if len(s.marked) == 0 {
		return nil
	}
	whole := false // RAN came and covered all
	// A query may bring other calls: the list is this run's own.
	list, number := s.marked, s.number
	s.marked, s.spare, s.runsUnderWay = s.spare[:0], nil, append(s.runsUnderWay, number)
	if s.number++; s.number == 0 {
		s.number++
	}
	defer func() {
		if c.err != nil && !whole {
			for _, p := range list {
				p.in.run = 0 // nothing in the slots is to be believed
			}
		}
		s.spare, s.runsUnderWay = list, s.runsUnderWay[:len(s.runsUnderWay)-1]
	}()
	handles := s.handles
	s.handles = s.handles[:0]
	if c.err != nil {
		return nil // each call reports
	}
	if len(list) > 1 {
		c.host.setCallIndex(0)
	}
	c.beginWait()
	if err := s.host.sendRun(number, handles); err != nil {
		c.endWait()
		return c.endBrokenConversation(err)
	}
	if err := c.finishCalls(list); err != nil {
		if lost, ok := err.(*LostError); ok {
			return c.addCulpritToLoss(list, lost)
		}
		for _, p := range list {
			p.in.failed = &failedCall{err: err}
		}
		return nil
	}
	err := s.host.receiveRunFailures(len(list), func(index int, m *wirepb.Failure) {
		c.recordExitMessage(m)
		list[index].in.failed = &failedCall{failure: m}
	})
	if err != nil {
		return c.endBrokenConversation(err)
	}
	whole = true
	for _, p := range list {
		s.keepAlive ^= p.in.touchCacheLines()
	}
	return nil
}

// maxSlot bounds a slot: what is larger gains nothing.
const maxSlot = 1 << 16

// assignSlots gives slots to those of a list that have none that fits, and whose queries were foreseen. The error is a *LostError.
func (c *Client) assignSlots(list []*remoteElement) error {
	s := &c.slots
	if s.host == nil {
		return nil
	}
	s.requested = s.requested[:0]
	var of []*remoteElement
	for _, p := range list {
		k := &p.in
		if n := len(p.asked.query); k.declined || !k.steady || k.known != n || k.form != nil && k.queries == n {
			continue
		}
		form := p.layout.newSlotLayout(p.layout.variableInputMask())
		answers := 0
		for _, n := range p.asked.values {
			answers += int(n)
		}
		need := form.slotBytes(answers)
		if need > k.room {
			if need > maxSlot || s.used+need > s.host.slotMemory().Len() {
				k.declined = true
				continue
			}
			k.at, k.room = s.used, min((need+63)&^63, s.host.slotMemory().Len()-s.used)
			s.used += k.room
		}
		k.slot, k.queries, k.run = newSlot(s.host.slotMemory(), k.at, form, answers), len(p.asked.query), 0
		s.requested = append(s.requested, frame.Slot{Handle: p.handle, At: k.at, Len: need, Answers: answers, Live: form.live})
		of = append(of, p)
	}
	if len(of) == 0 {
		return nil
	}
	c.beginWait()
	not, err := s.host.offerSlots(s.unwanted[:0], s.requested)
	c.endWait()
	if err != nil {
		return c.endBrokenConversation(err)
	}
	s.unwanted = not
	for i, p := range of {
		if not[i] != 0 {
			p.in.slot, p.in.declined = slot{}, true
		}
	}
	return nil
}

func (f *frameHostConn) slotMemory() *frame.Area { return f.conn.Area }

func (f *frameHostConn) offerSlots(dst []int32, list []frame.Slot) ([]int32, error) {
	w := f.conn.BeginMessage(frame.Slots)
	w.WriteCallSlotCount(len(list))
	for i := range list {
		w.WriteCallSlot(&list[i])
	}
	r, err := f.sendAndReceiveReply(frame.Slotted)
	if err != nil {
		return nil, err
	}
	not := r.ReadSlotted(dst)
	if err := r.DecodeErrorAtEnd(frame.Slotted); err != nil {
		return nil, err
	}
	if len(not) != len(list) {
		return nil, frame.NewGarbledError("SLOTTED states %d slots, SLOTS %d", len(not), len(list))
	}
	return not, nil
}

func (f *frameHostConn) sendRun(number uint32, handles []int32) error {
	f.conn.BeginMessage(frame.Run).WriteRun(number, handles)
	return f.conn.Send()
}

func (f *frameHostConn) receiveRunFailures(n int, failed func(int, *wirepb.Failure)) error {
	if f.came != frame.Ran {
		return frame.NewGarbledError("%s came where %s must", f.came, frame.Ran)
	}
	last := -1
	for range f.left {
		i, m := f.results.ReadFailedCall()
		if err := f.results.DecodeError(frame.Ran); err != nil {
			return err
		}
		if i <= last || i >= n {
			return frame.NewGarbledError("call %d of %d failed in RAN, out of order", i+1, n)
		}
		last = i
		failed(i, m)
	}
	return f.results.DecodeErrorAtEnd(frame.Ran)
}
