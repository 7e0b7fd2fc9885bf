package wire

import (
	"context"
	"errors"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// A Service is the plugin as a solver reaches it through messages, in gRPC. A message that is longer than frame.MaxPayload is a
// *frame.GarbledError.
type Service interface {
	Describe(context.Context) (*wirepb.Description, error)
	Find(context.Context, *wirepb.FindRequest) (*wirepb.Found, error)
	// Connect begins the conversation, which lives until the context ends.
	Connect(context.Context) (HostStream, error)
}

// HostStream is the solver's end of a conversation in messages.
type HostStream interface {
	Send(*wirepb.ToPlugin) error
	Recv() (*wirepb.ToHost, error)
	CloseSend() error
}

// PluginStream is the plugin's end of a conversation in messages. Its context ends with the conversation.
type PluginStream interface {
	Send(*wirepb.ToHost) error
	Recv() (*wirepb.ToPlugin, error)
	Context() context.Context
}

// stream is a hostConn in messages.
type stream struct {
	rpc  Service
	conn HostStream

	// Messages are kept and sent again: Send has done with a message when it returns.
	toCall, toAnswer wirepb.ToPlugin
	whatCall         wirepb.ToPlugin_Call
	whatAnswer       wirepb.ToPlugin_Answer
	done             *wirepb.Done
	number           uint64 // of the newest Call or Answer
	numbered         bool   // replies carry the number of the message that they reply to
}

func (s *stream) describe(ctx context.Context) (*wirepb.Description, error) {
	return s.rpc.Describe(ctx)
}

func (s *stream) find(ctx context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	return s.rpc.Find(ctx, m)
}

func (s *stream) connect(ctx context.Context) (err error) {
	s.conn, err = s.rpc.Connect(ctx)
	return err
}

func (s *stream) open(handle uint32, routine string, f *usersub.Frame) (*wirepb.Failure, error) {
	m := &wirepb.Open{
		Handle: handle, Routine: routine, Kind: f.Sig.Name, Element: f.Element, Id: int64(f.ID)}
	for i, a := range f.Sig.Args {
		if a.Kind == usersub.Int && a.Len == "" {
			m.Ints = append(m.Ints, f.Int[f.At(i)])
		}
		if isSizeName(a.Len) && f.Sig.Index(a.Len) < 0 {
			m.Sizes = map[string]int32{a.Len: int32(f.Len(i))}
		}
	}
	return nil, s.send(&wirepb.ToPlugin{What: &wirepb.ToPlugin_Open{Open: m}})
}

func (s *stream) begin(int) {}

func (s *stream) add(m *wirepb.Call) error {
	s.number++
	s.whatCall.Call, s.toCall.What, s.toCall.Number = m, &s.whatCall, s.number
	return s.send(&s.toCall)
}

func (s *stream) batches() bool    { return false }
func (s *stream) setCallIndex(int) {}
func (s *stream) callIndex() int   { return 0 }

func (s *stream) receive() (*wirepb.Ask, int, error) {
	m, err := s.conn.Recv()
	if err != nil {
		return nil, 0, err
	}
	if m.Number != s.number && (s.numbered || m.Number != 0) {
		return nil, 0, frame.NewGarbledError("a reply to message %d came, expected was one to message %d", m.Number, s.number)
	}
	s.numbered = m.Number != 0
	switch what := m.What.(type) {
	case *wirepb.ToHost_Ask:
		return what.Ask, 0, nil
	case *wirepb.ToHost_Done:
		s.done = what.Done
		return nil, 1, nil
	}
	return nil, 0, errEmpty
}

// errEmpty is a message without content, a mistake of the plugin.
var errEmpty = errors.New("the plugin sent an empty message")

func (s *stream) result(uint32, *wirepb.Done) (*wirepb.Done, error) { return s.done, nil }

func (s *stream) answer(m *wirepb.Answer) error {
	s.number++
	s.whatAnswer.Answer, s.toAnswer.What, s.toAnswer.Number = m, &s.whatAnswer, s.number
	return s.send(&s.toAnswer)
}

// send finds why the stream broke: Send only says that it did.
func (s *stream) send(m *wirepb.ToPlugin) error {
	err := s.conn.Send(m)
	if err == nil {
		return nil
	}
	var garbled *frame.GarbledError
	if errors.As(err, &garbled) { // it was not sent
		return err
	}
	if _, cause := s.conn.Recv(); cause != nil {
		return cause
	}
	return err
}

func (s *stream) closeConn() {}

func (s *stream) close() error {
	if s.conn == nil {
		return nil
	}
	return s.conn.CloseSend()
}

// calls is a pluginConn in messages.
type calls struct {
	conn            PluginStream
	now             *wirepb.Call
	number          uint64 // of the Call or Answer that came last
	outDone, outAsk wirepb.ToHost
	doneWhat        wirepb.ToHost_Done
	askWhat         wirepb.ToHost_Ask
}

func (c *calls) next() (inbound, error) {
	m, err := c.conn.Recv()
	if err != nil {
		return inbound{}, err
	}
	if m.Number != 0 {
		c.number = m.Number
	}
	switch what := m.What.(type) {
	case *wirepb.ToPlugin_Open:
		return inbound{place: what.Open}, nil
	case *wirepb.ToPlugin_Call:
		c.now = what.Call
		return inbound{calls: 1}, nil
	case *wirepb.ToPlugin_Answer:
		return inbound{answer: what.Answer}, nil
	}
	return inbound{}, errors.New("the host sent an empty message")
}

func (c *calls) call() (*wirepb.Call, error)  { return c.now, nil }
func (c *calls) opened(*wirepb.Failure) error { return nil } // reported in the reply to the first call
func (c *calls) reply(int)                    {}
func (c *calls) setCallIndex(int)             {}
func (c *calls) showCalls(bool)               {}

func (c *calls) result(_ uint32, m *wirepb.Done) error {
	c.doneWhat.Done, c.outDone.What, c.outDone.Number = m, &c.doneWhat, c.number
	return c.conn.Send(&c.outDone)
}

func (c *calls) ask(_ int, m *wirepb.Ask) error {
	c.askWhat.Ask, c.outAsk.What, c.outAsk.Number = m, &c.askWhat, c.number
	return c.conn.Send(&c.outAsk)
}
