package wire

import (
	"context"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// frameHostConn is a hostConn in frames.
type frameHostConn struct {
	conn    *frame.Conn
	w       *frame.Writer
	left    int // calls to be added to the message, or results to be read
	results *frame.Reader
	came    frame.Kind // what results are read from
}

// sendAndReceiveReply sends the message begun and waits for its reply, which must be of a kind.
func (f *frameHostConn) sendAndReceiveReply(want frame.Kind) (*frame.Reader, error) {
	if err := f.conn.Send(); err != nil {
		return nil, err
	}
	k, r, err := f.conn.Receive()
	if err != nil {
		return nil, err
	}
	if k != want {
		return nil, unexpectedKindError(k, r, want)
	}
	return r, nil
}

// unexpectedKindError is the error for a message that is not of the kind that must come: what the plugin says in a FAULT.
func unexpectedKindError(k frame.Kind, r *frame.Reader, want frame.Kind) error {
	if k == frame.Fault {
		text := r.ReadText()
		if err := r.DecodeErrorAtEnd(k); err != nil {
			return err
		}
		return frame.NewGarbledError("the plugin cannot read a message of this program: %s", text)
	}
	return frame.NewGarbledError("%s came where %s must", k, want)
}

// exchangeJSON sends a message of JSON, or an empty one, and reads the reply, which is one.
func (f *frameHostConn) exchangeJSON(k, want frame.Kind, request, reply proto.Message) error {
	w := f.conn.BeginMessage(k)
	if request != nil {
		text, err := protojson.Marshal(request)
		if err != nil {
			return err
		}
		w.WriteText(string(text))
	}
	r, err := f.sendAndReceiveReply(want)
	if err != nil {
		return err
	}
	text := r.ReadText()
	if err := r.DecodeErrorAtEnd(want); err != nil {
		return err
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal([]byte(text), reply); err != nil {
		return frame.NewGarbledError("the JSON of %s: %v", want, err)
	}
	return nil
}

func (f *frameHostConn) requestDescription(context.Context) (*wirepb.Description, error) {
	d := &wirepb.Description{}
	return d, f.exchangeJSON(frame.Describe, frame.Description, nil, d)
}

func (f *frameHostConn) requestFunction(_ context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	found := &wirepb.Found{}
	return found, f.exchangeJSON(frame.Find, frame.Found, m, found)
}

func (f *frameHostConn) beginConversation(context.Context) error { return nil }

func (f *frameHostConn) openElement(handle uint32, routine string, u *usersub.Frame) (*wirepb.Failure, error) {
	p := &frame.CallSite{Handle: handle, ID: int64(u.ID), Routine: routine, Kind: u.Sig.Name, Element: u.Element}
	for i, a := range u.Sig.Args {
		arg := frame.Arg{Type: byte(a.Kind), Out: a.Out, Entries: u.Len(i), Name: a.Name}
		if a.Kind == usersub.Int && a.Len == "" && !a.Out {
			arg.Value = u.Int[u.ArgOffset(i)]
		}
		p.Args = append(p.Args, arg)
	}
	f.conn.BeginMessage(frame.Open).WriteOpen(p)
	r, err := f.sendAndReceiveReply(frame.Opened)
	if err != nil {
		return nil, err
	}
	refused := r.ReadOpened()
	return refused, r.DecodeErrorAtEnd(frame.Opened)
}

func (f *frameHostConn) beginCalls(n int) {
	f.w, f.left = f.conn.BeginMessage(frame.Call), n
	f.w.WriteCallCount(n)
}

func (f *frameHostConn) addCall(m *wirepb.Call) error {
	f.w.WriteCall(m)
	if f.left--; f.left > 0 {
		return nil
	}
	return f.conn.Send()
}

func (f *frameHostConn) canBatchCalls() bool { return true }
func (f *frameHostConn) callIndex() int      { return f.conn.CallNumber() }

func (f *frameHostConn) setCallIndex(n int) {
	f.conn.EnableCallNumber(true)
	f.conn.SetCallNumber(n)
	f.conn.EnableCallNumber(false)
}

func (f *frameHostConn) receiveQueryOrEnd() (*wirepb.Ask, int, error) {
	k, r, err := f.conn.Receive()
	if err != nil {
		return nil, 0, err
	}
	switch k {
	case frame.Ask:
		m, index := r.ReadQuery()
		return m, index, r.DecodeErrorAtEnd(k)
	case frame.Done:
		f.left, f.results, f.came = r.ReadResultCount(), r, k
		return nil, f.left, r.DecodeError(k)
	case frame.Ran:
		n, failed := r.ReadCallCounts()
		f.left, f.results, f.came = failed, r, k
		return nil, n, r.DecodeError(k)
	}
	return nil, 0, unexpectedKindError(k, r, frame.Done)
}

func (f *frameHostConn) receiveResult(handle uint32, room *wirepb.Done) (*wirepb.Done, error) {
	if f.came != frame.Done {
		return nil, frame.NewGarbledError("%s came where %s must", f.came, frame.Done)
	}
	got := f.results.ReadResult(room)
	if err := f.results.DecodeError(frame.Done); err != nil {
		return nil, err
	}
	if got != handle {
		return nil, frame.NewGarbledError("the result of handle %d came where that of handle %d must", got, handle)
	}
	if f.left--; f.left == 0 {
		return room, f.results.DecodeErrorAtEnd(frame.Done)
	}
	return room, nil
}

func (f *frameHostConn) sendAnswer(m *wirepb.Answer) error {
	f.conn.BeginMessage(frame.Answer).WriteAnswer(m)
	return f.conn.Send()
}

func (f *frameHostConn) sendGoodbye() {
	f.conn.BeginMessage(frame.Bye)
	f.conn.Send()
}

func (f *frameHostConn) close() error { return f.conn.Close() }

// framePluginConn is a pluginConn in frames.
type framePluginConn struct {
	server  *Server
	conn    *frame.Conn
	calls   *frame.Reader // the rest of the message with calls
	n       int           // calls left in it
	handles []int32       // of a run
	now     wirepb.Call
	w       *frame.Writer
	left    int // results to be added
}

// receiveElementMessage answers what is not about elements by itself.
func (g *framePluginConn) receiveElementMessage() (inbound, error) {
	for {
		k, r, err := g.conn.Receive()
		if err != nil {
			return inbound{}, err
		}
		var h inbound
		switch k {
		case frame.Bye:
			return inbound{}, io.EOF
		case frame.Describe:
			if err = r.DecodeErrorAtEnd(k); err == nil {
				err = g.sendMessage(frame.Description, g.server.Describe())
			}
		case frame.Find:
			err = g.replyFunction(r)
		case frame.Open:
			p := r.ReadOpen()
			h.place = &wirepb.Open{Handle: p.Handle, Routine: p.Routine, Kind: p.Kind, Element: p.Element, Id: p.ID}
			h.args = p.Args
			return h, r.DecodeErrorAtEnd(k)
		case frame.Call:
			g.calls, g.n = r, r.ReadCallCount()
			h.calls = g.n
			if g.n == 0 {
				err = r.DecodeErrorAtEnd(k)
			}
			return h, err
		case frame.Slots:
			for range r.ReadCallSlotCount() {
				h.slots = append(h.slots, r.ReadSlot())
			}
			return h, r.DecodeErrorAtEnd(k)
		case frame.Run:
			var n int
			h.number, n, g.handles = r.ReadRun(g.handles[:0])
			h.run = g.handles[:n]
			return h, r.DecodeErrorAtEnd(k)
		case frame.Answer:
			h.answer = r.ReadAnswer()
			return h, r.DecodeErrorAtEnd(k)
		default:
			err = frame.NewGarbledError("the solver sent %s", k)
		}
		if err != nil {
			return h, err
		}
	}
}

func (g *framePluginConn) replyFunction(r *frame.Reader) error {
	text, m := r.ReadText(), &wirepb.FindRequest{}
	if err := r.DecodeErrorAtEnd(frame.Find); err != nil {
		return err
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal([]byte(text), m); err != nil {
		return frame.NewGarbledError("the JSON of FIND: %v", err)
	}
	found, err := g.server.Find(m)
	if err != nil {
		found = &wirepb.Found{Missing: &wirepb.Missing{Reason: err.Error()}}
	}
	return g.sendMessage(frame.Found, found)
}

func (g *framePluginConn) sendMessage(k frame.Kind, m proto.Message) error {
	text, err := protojson.Marshal(m)
	if err != nil {
		return fmt.Errorf("%s: %w", k, err)
	}
	g.conn.BeginMessage(k).WriteText(string(text))
	return g.conn.Send()
}

func (g *framePluginConn) receiveCall() (*wirepb.Call, error) {
	g.calls.ReadCall(&g.now)
	if g.n--; g.n == 0 {
		return &g.now, g.calls.DecodeErrorAtEnd(frame.Call)
	}
	return &g.now, g.calls.DecodeError(frame.Call)
}

func (g *framePluginConn) replyOpened(f *wirepb.Failure) error {
	g.conn.BeginMessage(frame.Opened).WriteOpened(f)
	return g.conn.Send()
}

func (g *framePluginConn) beginReply(n int) {
	g.w, g.left = g.conn.BeginMessage(frame.Done), n
	g.w.WriteResultCount(n)
}

func (g *framePluginConn) sendResult(handle uint32, m *wirepb.Done) error {
	g.w.WriteResult(handle, m)
	if g.left--; g.left > 0 {
		return nil
	}
	return g.conn.Send()
}

func (g *framePluginConn) sendQuery(index int, m *wirepb.Ask) error {
	g.conn.BeginMessage(frame.Ask).WriteQuery(index, m)
	return g.conn.Send()
}

func (g *framePluginConn) setCallIndex(n int)      { g.conn.SetCallNumber(n) }
func (g *framePluginConn) enableCallIndex(on bool) { g.conn.EnableCallNumber(on) }
