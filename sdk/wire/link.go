package wire

import (
	"errors"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// link is one conversation seen from the plugin. As a usersub.State it asks
// the host.
type link struct {
	server *Server
	stream wirepb.Routines_ConnectServer
	places map[uint32]*place
	err    error // the conversation is over

	toDone, toAsk wirepb.ToHost
	done          wirepb.Done
	ask           wirepb.Ask
}

var _ usersub.State = (*link)(nil)

// next handles one message. An Answer is returned: it is for the question that
// the caller asked.
func (l *link) next() *wirepb.Answer {
	m, err := l.stream.Recv()
	if err != nil {
		l.err = err
		return nil
	}
	switch what := m.What.(type) {
	case *wirepb.ToPlugin_Open:
		l.places[what.Open.Handle] = l.server.newPlace(what.Open)
	case *wirepb.ToPlugin_Call:
		l.call(what.Call)
	case *wirepb.ToPlugin_Answer:
		return what.Answer
	default:
		l.err = errors.New("the host sent an empty message")
	}
	return nil
}

// call runs a routine and sends the end of the call.
func (l *link) call(m *wirepb.Call) {
	failure := l.run(m)
	if l.err != nil {
		return
	}
	l.done.Failure = failure
	if failure != nil {
		l.done.Ints, l.done.Reals = l.done.Ints[:0], l.done.Reals[:0]
	}
	l.err = l.stream.Send(&l.toDone)
}

// run runs a routine and leaves its outputs in l.done.
func (l *link) run(m *wirepb.Call) *wirepb.Failure {
	p := l.places[m.Handle]
	switch {
	case p == nil:
		return unusable("handle %d was never opened", m.Handle)
	case p.broken != nil:
		return p.broken
	case p.busy:
		return unusable("the routine was called while it was running")
	case !p.layout.unpack(p.frame, m) || !unpackAnswers(p.frame, m):
		return unusable("the call does not fit the arguments of %s", p.frame.Sig.Name)
	}
	for _, s := range p.layout.out {
		if s.kind == usersub.Int {
			clear(p.frame.Int[s.at : s.at+s.n])
		} else {
			clear(p.frame.Real[s.at : s.at+s.n])
		}
	}
	p.busy = true
	err := p.sub.Call(p.frame, l)
	p.busy = false
	if err != nil {
		return failure(err)
	}
	p.layout.packOutputs(&l.done, p.frame)
	return nil
}

// send asks the host and waits for the answer, handling calls that come in
// between. When the host is gone, the answer is an error flag.
func (l *link) send(kind wirepb.AskKind, name string, par []int32, attribute string, input ...*wirepb.Value) *wirepb.Answer {
	l.ask.Kind, l.ask.Name, l.ask.Par, l.ask.Attribute, l.ask.Input = kind, name, par, attribute, input
	if l.err == nil {
		l.err = l.stream.Send(&l.toAsk)
	}
	for l.err == nil {
		if a := l.next(); a != nil {
			return a
		}
	}
	return &wirepb.Answer{Flag: -1}
}

// SysFnc implements usersub.State.
func (l *link) SysFnc(name string, par []int32) (float64, int32) {
	a := l.send(wirepb.AskKind_SYSFNC, name, par, "")
	if len(a.Values) != 1 {
		return 0, max(a.Flag, 1)
	}
	return a.Values[0], a.Flag
}

// SysAry implements usersub.State.
func (l *link) SysAry(name string, par []int32, dst []float64) (int, int32) {
	a := l.send(wirepb.AskKind_SYSARY, name, par, "")
	return copy(dst, a.Values), a.Flag
}

// ModFnc implements usersub.State.
func (l *link) ModFnc(element string, id int32, attribute string) (string, int32) {
	a := l.send(wirepb.AskKind_MODFNC, element, []int32{id}, attribute)
	return a.Text, a.Flag
}
