package wire

import (
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// slotPlugin is a pluginConn that may have slots.
type slotPlugin interface {
	slotMemory() *frame.Area
	replySlotted(not []int32) error
	sendRunFailures(n int, list []failedCall) error
}

// failedCall is a call of a run that failed.
type failedCall struct {
	index   int
	failure *wirepb.Failure
	err     error // of the whole run
}

// acceptSlots takes the slots that the solver gives.
func (l *pluginConversation) acceptSlots(list []frame.Slot) {
	v := l.plugin.(slotPlugin) // slots came through it
	a, not := v.slotMemory(), make([]int32, len(list))
	for i := range list {
		s, p := &list[i], l.places.findCallSite(list[i].Handle)
		if a == nil || s.At < 0 || s.At%8 != 0 || s.Len < 0 || s.At+s.Len > a.Len() {
			l.err = frame.NewGarbledError("the slot of handle %d is outside of the area", s.Handle)
			return
		}
		if !p.acceptSlot(a, s) {
			not[i] = 1
		}
	}
	l.err = v.replySlotted(not)
}

// acceptSlot takes a slot. It returns false if that does not fit the place.
func (p *callSite) acceptSlot(a *frame.Area, s *frame.Slot) bool {
	if p == nil || p.broken != nil || s.Answers != len(p.frame.Value) {
		return false
	}
	f := p.layout.newSlotLayout(s.Live)
	if f == nil || f.slotBytes(s.Answers) != s.Len {
		return false
	}
	p.slot = newSlot(a, s.At, f, s.Answers)
	return true
}

// runSlots makes the calls that are in slots and reports which of them failed.
func (l *pluginConversation) runSlots(number uint32, n int) {
	from, fail, index, calls := len(l.handles)-n, len(l.missed), l.index, l.calls
	l.calls = n
	for _, handle := range l.handles[from:] {
		if p := l.places.findCallSite(uint32(handle)); p != nil {
			l.keepAlive ^= p.slot.touchCacheLines()
		}
	}
	for i := range n {
		l.index = i
		handle := uint32(l.handles[from+i])
		p := l.places.findCallSite(handle)
		m := p.notCallableFailure(handle)
		if m == nil {
			l.sendCallNumber()
			p.slot.loadCall(p.frame)
			p.busy = true
			err := p.sub.Call(p.frame, l)
			p.busy = false
			if err == nil {
				p.slot.storeOutputs(p.frame, number)
			} else {
				m = failureToWire(err)
			}
		}
		if l.err != nil {
			return
		}
		if m != nil {
			l.missed = append(l.missed, failedCall{index: i, failure: m})
		}
	}
	l.err = l.plugin.(slotPlugin).sendRunFailures(n, l.missed[fail:])
	l.handles, l.missed, l.index, l.calls = l.handles[:from], l.missed[:fail], index, calls
}

// notCallableFailure reports why the call in the slot of a handle cannot be made.
func (p *callSite) notCallableFailure(handle uint32) *wirepb.Failure {
	switch {
	case p == nil:
		return newUnusableFailure("handle %d was never opened", handle)
	case p.broken != nil:
		return p.broken
	case p.busy:
		return newUnusableFailure("the routine was called while it was running")
	case p.slot.form == nil || len(p.slot.answers) != len(p.frame.Value):
		return newUnusableFailure("handle %d has no slot for its queries", handle)
	}
	return nil
}

func (g *framePluginConn) slotMemory() *frame.Area { return g.conn.Area }

func (g *framePluginConn) replySlotted(refused []int32) error {
	g.conn.BeginMessage(frame.Slotted).WriteSlotted(refused)
	return g.conn.Send()
}

func (g *framePluginConn) sendRunFailures(n int, list []failedCall) error {
	w := g.conn.BeginMessage(frame.Ran)
	w.WriteCallCounts(n, len(list))
	for i := range list {
		w.WriteFailedCall(list[i].index, list[i].failure)
	}
	return g.conn.Send()
}
