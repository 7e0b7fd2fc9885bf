package wire

import (
	"errors"
	"io"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// pluginConversation is one conversation seen from the plugin. As a usersub.State it queries
// the host.
type pluginConversation struct {
	server *Server
	plugin pluginConn
	places callSites
	err    error // the conversation is over

	callsUnderWay []endedCall  // calls of all messages under way, the innermost last
	index         int          // of the call of the innermost message that is under way
	calls         int          // of that message
	counting      bool         // the host knows which call is under way
	handles       []int32      // of all runs under way, the innermost last
	missed        []failedCall // calls of these that failed
	keepAlive     uint64       // keeps what slots are read for
	done          wirepb.Done
	ask           wirepb.Ask
}

// endedCall is a call and its end: its outputs are in the frame of the place.
type endedCall struct {
	handle  uint32
	place   *callSite
	failure *wirepb.Failure
}

var _ usersub.State = (*pluginConversation)(nil)

// serveMessages handles messages to the end of the conversation.
func (s *Server) serveMessages(v pluginConn) error {
	l := &pluginConversation{server: s, plugin: v, places: callSites{far: map[uint32]*callSite{}}}
	for l.err == nil {
		l.handleUntilReply()
	}
	if errors.Is(l.err, io.EOF) {
		return nil
	}
	return l.err
}

// handleUntilReply handles a message and all that come until it is replied to.
func (l *pluginConversation) handleUntilReply() {
	if m := l.handleMessage(); m != nil {
		l.err = frame.NewGarbledError("the host returned a value of a query that was not made")
	}
	if l.counting {
		l.counting = false
		l.plugin.enableCallIndex(false)
	}
}

// handleMessage handles one message. An Answer is returned: it is for the query that
// the caller asked.
func (l *pluginConversation) handleMessage() *wirepb.Answer {
	m, err := l.plugin.receiveElementMessage()
	switch {
	case err != nil:
		l.err = err
	case m.place != nil:
		p := l.server.newCallSite(m.place, m.args, &l.places.layouts)
		l.places.setCallSite(m.place.Handle, p)
		l.err = l.plugin.replyOpened(p.broken)
	case m.calls > 0:
		l.makeCalls(m.calls)
	case len(m.slots) > 0:
		l.acceptSlots(m.slots)
	case len(m.run) > 0:
		l.handles = append(l.handles, m.run...)
		l.runSlots(m.number, len(m.run))
	}
	return m.answer
}

// makeCalls makes the calls of a message and sends their ends. All calls are taken over
// before the first is made: a query in it may bring other messages.
func (l *pluginConversation) makeCalls(n int) {
	from, index, calls := len(l.callsUnderWay), l.index, l.calls
	l.calls = n
	for range n {
		m, err := l.plugin.receiveCall()
		if err != nil {
			l.err = err
			return
		}
		e := endedCall{handle: m.Handle, place: l.places.findCallSite(m.Handle)}
		e.failure = e.place.unpackCall(m)
		l.callsUnderWay = append(l.callsUnderWay, e)
	}
	for i := from; i < from+n; i++ {
		l.index = i - from
		if e := &l.callsUnderWay[i]; e.failure == nil {
			l.sendCallNumber()
			failure := l.runRoutine(e.place)
			l.callsUnderWay[i].failure = failure // the list may have moved
		}
		if l.err != nil {
			return
		}
	}
	l.plugin.beginReply(n)
	for _, e := range l.callsUnderWay[from:] {
		l.done.Ints, l.done.Reals, l.done.Failure = l.done.Ints[:0], l.done.Reals[:0], e.failure
		if e.failure == nil {
			e.place.layout.packOutputs(&l.done, e.place.frame)
		}
		if l.err = l.plugin.sendResult(e.handle, &l.done); l.err != nil {
			return
		}
	}
	l.callsUnderWay, l.index, l.calls = l.callsUnderWay[:from], index, calls
}

// sendCallNumber informs the host which of several calls is being made.
func (l *pluginConversation) sendCallNumber() {
	if l.calls < 2 {
		return
	}
	if !l.counting { // until the reply to the outermost message
		l.counting = true
		l.plugin.enableCallIndex(true)
	}
	l.plugin.setCallIndex(l.index + 1)
}

// unpackCall takes over what a call brings.
func (p *callSite) unpackCall(m *wirepb.Call) *wirepb.Failure {
	switch {
	case p == nil:
		return newUnusableFailure("handle %d was never opened", m.Handle)
	case p.broken != nil:
		return p.broken
	case p.busy:
		return newUnusableFailure("the routine was called while it was running")
	case !p.layout.unpackInputs(p.frame, m) || !unpackAnswers(p.frame, m):
		return newUnusableFailure("the call does not fit the arguments of %s", p.frame.Sig.Name)
	}
	p.busy = true
	return nil
}

// runRoutine runs a routine and leaves its outputs in its frame.
func (l *pluginConversation) runRoutine(p *callSite) *wirepb.Failure {
	p.layout.clearOutputs(p.frame)
	err := p.sub.Call(p.frame, l)
	p.busy = false
	if err != nil {
		return failureToWire(err)
	}
	return nil
}

// queryHost queries the host and waits for the answer, handling calls that come in
// between. When the host is gone, the answer is an error flag.
func (l *pluginConversation) queryHost(kind wirepb.AskKind, name string, par []int32, attribute string, input ...*wirepb.Value) *wirepb.Answer {
	l.ask.Kind, l.ask.Name, l.ask.Par, l.ask.Attribute, l.ask.Input = kind, name, par, attribute, input
	if l.err == nil {
		l.err = l.plugin.sendQuery(l.index, &l.ask)
	}
	for l.err == nil {
		if a := l.handleMessage(); a != nil {
			l.sendCallNumber()
			return a
		}
	}
	return &wirepb.Answer{Flag: -1}
}

// SysFnc asks the solver at the other end for a scalar measure.
func (l *pluginConversation) SysFnc(name string, par []int32) (float64, int32) {
	a := l.queryHost(wirepb.AskKind_SYSFNC, name, par, "")
	if len(a.Values) != 1 {
		return 0, max(a.Flag, 1)
	}
	return a.Values[0], a.Flag
}

// SysAry asks the solver at the other end for a vector of measures.
func (l *pluginConversation) SysAry(name string, par []int32, dst []float64) (int, int32) {
	a := l.queryHost(wirepb.AskKind_SYSARY, name, par, "")
	return copy(dst, a.Values), a.Flag
}

// ModFnc asks the solver at the other end for an attribute of an element.
func (l *pluginConversation) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	a := l.queryHost(wirepb.AskKind_MODFNC, element, []int32{id}, attribute)
	return a.Text, a.Flag
}
