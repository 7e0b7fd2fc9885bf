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

// messageHostConn is a hostConn in messages.
type messageHostConn struct {
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

func (s *messageHostConn) requestDescription(ctx context.Context) (*wirepb.Description, error) {
	return s.rpc.Describe(ctx)
}

func (s *messageHostConn) requestFunction(ctx context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	return s.rpc.Find(ctx, m)
}

func (s *messageHostConn) beginConversation(ctx context.Context) (err error) {
	s.conn, err = s.rpc.Connect(ctx)
	return err
}

func (s *messageHostConn) openElement(handle uint32, routine string, f *usersub.Frame) (*wirepb.Failure, error) {
	m := &wirepb.Open{
		Handle: handle, Routine: routine, Kind: f.Sig.Name, Element: f.Element, Id: int64(f.ID)}
	for i, a := range f.Sig.Args {
		if a.Kind == usersub.Int && a.Len == "" {
			m.Ints = append(m.Ints, f.Int[f.ArgOffset(i)])
		}
		if isSizeName(a.Len) && f.Sig.ArgIndex(a.Len) < 0 {
			m.Sizes = map[string]int32{a.Len: int32(f.Len(i))}
		}
	}
	return nil, s.sendToPlugin(&wirepb.ToPlugin{What: &wirepb.ToPlugin_Open{Open: m}})
}

func (s *messageHostConn) beginCalls(int) {}

func (s *messageHostConn) addCall(m *wirepb.Call) error {
	s.number++
	s.whatCall.Call, s.toCall.What, s.toCall.Number = m, &s.whatCall, s.number
	return s.sendToPlugin(&s.toCall)
}

func (s *messageHostConn) canBatchCalls() bool { return false }
func (s *messageHostConn) setCallIndex(int)    {}
func (s *messageHostConn) callIndex() int      { return 0 }

func (s *messageHostConn) receiveQueryOrEnd() (*wirepb.Ask, int, error) {
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

func (s *messageHostConn) receiveResult(uint32, *wirepb.Done) (*wirepb.Done, error) {
	return s.done, nil
}

func (s *messageHostConn) sendAnswer(m *wirepb.Answer) error {
	s.number++
	s.whatAnswer.Answer, s.toAnswer.What, s.toAnswer.Number = m, &s.whatAnswer, s.number
	return s.sendToPlugin(&s.toAnswer)
}

// sendToPlugin finds why the stream broke: Send only says that it did.
func (s *messageHostConn) sendToPlugin(m *wirepb.ToPlugin) error {
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

func (s *messageHostConn) sendGoodbye() {}

func (s *messageHostConn) close() error {
	if s.conn == nil {
		return nil
	}
	return s.conn.CloseSend()
}

// messagePluginConn is a pluginConn in messages.
type messagePluginConn struct {
	conn            PluginStream
	now             *wirepb.Call
	number          uint64 // of the Call or Answer that came last
	outDone, outAsk wirepb.ToHost
	doneWhat        wirepb.ToHost_Done
	askWhat         wirepb.ToHost_Ask
}

func (c *messagePluginConn) receiveElementMessage() (inbound, error) {
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

func (c *messagePluginConn) receiveCall() (*wirepb.Call, error) { return c.now, nil }
func (c *messagePluginConn) replyOpened(*wirepb.Failure) error  { return nil } // reported in the reply to the first call
func (c *messagePluginConn) beginReply(int)                     {}
func (c *messagePluginConn) setCallIndex(int)                   {}
func (c *messagePluginConn) enableCallIndex(bool)               {}

func (c *messagePluginConn) sendResult(_ uint32, m *wirepb.Done) error {
	c.doneWhat.Done, c.outDone.What, c.outDone.Number = m, &c.doneWhat, c.number
	return c.conn.Send(&c.outDone)
}

func (c *messagePluginConn) sendQuery(_ int, m *wirepb.Ask) error {
	c.askWhat.Ask, c.outAsk.What, c.outAsk.Number = m, &c.askWhat, c.number
	return c.conn.Send(&c.outAsk)
}
