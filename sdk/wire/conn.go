package wire

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// hostConn carries the messages of the solver's end: in gRPC (below) or in frames (frames.go). Errors are those of the
// transport.
type hostConn interface {
	hostSetup
	hostCalls
	// closeConn says that the conversation is over, by whoever has the turn; close ends it at any time.
	closeConn()
	close() error
}

// hostSetup carries what comes before calls.
type hostSetup interface {
	describe(context.Context) (*wirepb.Description, error)
	find(context.Context, *wirepb.FindRequest) (*wirepb.Found, error)
	connect(context.Context) error
	// open gives f a handle. The failure, if any, is the plugin's.
	open(handle uint32, routine string, f *usersub.Frame) (*wirepb.Failure, error)
}

// hostCalls carries calls, their queries and their ends.
type hostCalls interface {
	// begin begins a message of n calls; add adds one of them, and the last is sent. Only a conn that batches takes more
	// than one.
	begin(n int)
	add(*wirepb.Call) error
	batches() bool
	// callIndex is the number, from 1 on, of the call that the plugin makes, of several; setCallIndex(0) comes before them.
	setCallIndex(n int)
	callIndex() int
	// receive waits for the reply to calls. It is a query of the call with the number index, or nil and the number
	// of calls that have ended: then result
	// returns the ends of the calls, one after the other, to be read before anything else is sent; a conn that batches
	// puts them into room.
	receive() (ask *wirepb.Ask, index int, err error)
	result(handle uint32, room *wirepb.Done) (*wirepb.Done, error)
	answer(*wirepb.Answer) error
}

// inbound is a message that reached the plugin: one of an element that gets a place, a number of calls, and an answer.
type inbound struct {
	place  *wirepb.Open
	args   []frame.Arg // of the place, nil in gRPC
	calls  int
	answer *wirepb.Answer
	slots  []frame.Slot
	run    []int32 // handles whose slots hold calls, those of a run with a number
	number uint32
}

// pluginConn carries the messages of the plugin's end.
type pluginConn interface {
	// next waits for a message; call returns the next one of its calls, good until the following. io.EOF is the end of
	// the conversation.
	next() (inbound, error)
	call() (*wirepb.Call, error)
	// opened replies to the message with a place.
	opened(*wirepb.Failure) error
	// reply begins the reply to n calls; result adds the end of one, and the last is sent.
	reply(n int)
	result(handle uint32, m *wirepb.Done) error
	ask(index int, m *wirepb.Ask) error
	// setCallIndex shows the solver which call is being made, from 1 on, of a message with several; showCalls(true) comes
	// before and showCalls(false) at the end.
	setCallIndex(n int)
	showCalls(on bool)
}

// stream is a hostConn in gRPC.
type stream struct {
	rpc  wirepb.RoutinesClient
	conn wirepb.Routines_ConnectClient

	// Messages are kept and sent again: Send has done with a message when it returns.
	toCall, toAnswer wirepb.ToPlugin
	whatCall         wirepb.ToPlugin_Call
	whatAnswer       wirepb.ToPlugin_Answer
	done             *wirepb.Done
	number           uint64 // of the newest Call or Answer
	tells            bool   // the plugin reports to which one it replies
}

func (s *stream) describe(ctx context.Context) (*wirepb.Description, error) {
	return s.rpc.Describe(ctx, &wirepb.DescribeRequest{})
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
		if isName(a.Len) && f.Sig.Index(a.Len) < 0 {
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
		return nil, 0, tooLong(err)
	}
	if m.Number != s.number && (s.tells || m.Number != 0) {
		return nil, 0, frame.Garbled("a reply to message %d came, expected was one to message %d", m.Number, s.number)
	}
	s.tells = m.Number != 0
	switch what := m.What.(type) {
	case *wirepb.ToHost_Ask:
		return what.Ask, 0, nil
	case *wirepb.ToHost_Done:
		s.done = what.Done
		return nil, 1, nil
	}
	return nil, 0, errEmpty
}

// tooLong turns the error for a message that is longer than MaxPayload into the one that frames have.
func tooLong(err error) error {
	if status.Code(err) == codes.ResourceExhausted {
		return frame.Garbled("%s", status.Convert(err).Message())
	}
	return err
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
	if status.Code(err) == codes.ResourceExhausted { // it was not sent
		return tooLong(err)
	}
	if _, cause := s.conn.Recv(); cause != nil {
		return tooLong(cause)
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

// calls is a pluginConn in gRPC.
type calls struct {
	conn            wirepb.Routines_ConnectServer
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
