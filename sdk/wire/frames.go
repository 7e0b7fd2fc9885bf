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

// frames is a hostConn in frames.
type frames struct {
	conn    *frame.Conn
	w       *frame.Writer
	left    int // calls to be added to the message, or results to be read
	results *frame.Reader
	came    frame.Kind // what results are read from
}

// sendAndReceive sends the message begun and waits for its reply, which must be of a kind.
func (f *frames) sendAndReceive(want frame.Kind) (*frame.Reader, error) {
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
		text := r.Text()
		if err := r.EndError(k); err != nil {
			return err
		}
		return frame.NewGarbledError("the plugin cannot read a message of this program: %s", text)
	}
	return frame.NewGarbledError("%s came where %s must", k, want)
}

// exchangeJSON sends a message of JSON, or an empty one, and reads the reply, which is one.
func (f *frames) exchangeJSON(k, want frame.Kind, request, reply proto.Message) error {
	w := f.conn.Begin(k)
	if request != nil {
		text, err := protojson.Marshal(request)
		if err != nil {
			return err
		}
		w.Text(string(text))
	}
	r, err := f.sendAndReceive(want)
	if err != nil {
		return err
	}
	text := r.Text()
	if err := r.EndError(want); err != nil {
		return err
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal([]byte(text), reply); err != nil {
		return frame.NewGarbledError("the JSON of %s: %v", want, err)
	}
	return nil
}

func (f *frames) describe(context.Context) (*wirepb.Description, error) {
	d := &wirepb.Description{}
	return d, f.exchangeJSON(frame.Describe, frame.Description, nil, d)
}

func (f *frames) find(_ context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	found := &wirepb.Found{}
	return found, f.exchangeJSON(frame.Find, frame.Found, m, found)
}

func (f *frames) connect(context.Context) error { return nil }

func (f *frames) open(handle uint32, routine string, u *usersub.Frame) (*wirepb.Failure, error) {
	p := &frame.CallSite{Handle: handle, ID: int64(u.ID), Routine: routine, Kind: u.Sig.Name, Element: u.Element}
	for i, a := range u.Sig.Args {
		arg := frame.Arg{Type: byte(a.Kind), Out: a.Out, Entries: u.Len(i), Name: a.Name}
		if a.Kind == usersub.Int && a.Len == "" && !a.Out {
			arg.Value = u.Int[u.At(i)]
		}
		p.Args = append(p.Args, arg)
	}
	f.conn.Begin(frame.Open).Open(p)
	r, err := f.sendAndReceive(frame.Opened)
	if err != nil {
		return nil, err
	}
	refused := r.ReadOpened()
	return refused, r.EndError(frame.Opened)
}

func (f *frames) begin(n int) {
	f.w, f.left = f.conn.Begin(frame.Call), n
	f.w.Calls(n)
}

func (f *frames) add(m *wirepb.Call) error {
	f.w.Call(m)
	if f.left--; f.left > 0 {
		return nil
	}
	return f.conn.Send()
}

func (f *frames) batches() bool  { return true }
func (f *frames) callIndex() int { return f.conn.CallCount() }

func (f *frames) setCallIndex(n int) {
	f.conn.EnableCallCount(true)
	f.conn.SetCallCount(n)
	f.conn.EnableCallCount(false)
}

func (f *frames) receive() (*wirepb.Ask, int, error) {
	k, r, err := f.conn.Receive()
	if err != nil {
		return nil, 0, err
	}
	switch k {
	case frame.Ask:
		m, index := r.Ask()
		return m, index, r.EndError(k)
	case frame.Done:
		f.left, f.results, f.came = r.Results(), r, k
		return nil, f.left, r.PartError(k)
	case frame.Ran:
		n, failed := r.ReadCallCounts()
		f.left, f.results, f.came = failed, r, k
		return nil, n, r.PartError(k)
	}
	return nil, 0, unexpectedKindError(k, r, frame.Done)
}

func (f *frames) result(handle uint32, room *wirepb.Done) (*wirepb.Done, error) {
	if f.came != frame.Done {
		return nil, frame.NewGarbledError("%s came where %s must", f.came, frame.Done)
	}
	got := f.results.Result(room)
	if err := f.results.PartError(frame.Done); err != nil {
		return nil, err
	}
	if got != handle {
		return nil, frame.NewGarbledError("the result of handle %d came where that of handle %d must", got, handle)
	}
	if f.left--; f.left == 0 {
		return room, f.results.EndError(frame.Done)
	}
	return room, nil
}

func (f *frames) answer(m *wirepb.Answer) error {
	f.conn.Begin(frame.Answer).Answer(m)
	return f.conn.Send()
}

func (f *frames) closeConn() {
	f.conn.Begin(frame.Bye)
	f.conn.Send()
}

func (f *frames) close() error { return f.conn.Close() }

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

// next answers what is not about elements by itself.
func (g *framePluginConn) next() (inbound, error) {
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
			if err = r.EndError(k); err == nil {
				err = g.sendMessage(frame.Description, g.server.Describe())
			}
		case frame.Find:
			err = g.find(r)
		case frame.Open:
			p := r.Open()
			h.place = &wirepb.Open{Handle: p.Handle, Routine: p.Routine, Kind: p.Kind, Element: p.Element, Id: p.ID}
			h.args = p.Args
			return h, r.EndError(k)
		case frame.Call:
			g.calls, g.n = r, r.Calls()
			h.calls = g.n
			if g.n == 0 {
				err = r.EndError(k)
			}
			return h, err
		case frame.Slots:
			for range r.Slots() {
				h.slots = append(h.slots, r.Slot())
			}
			return h, r.EndError(k)
		case frame.Run:
			var n int
			h.number, n, g.handles = r.Run(g.handles[:0])
			h.run = g.handles[:n]
			return h, r.EndError(k)
		case frame.Answer:
			h.answer = r.Answer()
			return h, r.EndError(k)
		default:
			err = frame.NewGarbledError("the solver sent %s", k)
		}
		if err != nil {
			return h, err
		}
	}
}

func (g *framePluginConn) find(r *frame.Reader) error {
	text, m := r.Text(), &wirepb.FindRequest{}
	if err := r.EndError(frame.Find); err != nil {
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
	g.conn.Begin(k).Text(string(text))
	return g.conn.Send()
}

func (g *framePluginConn) call() (*wirepb.Call, error) {
	g.calls.Call(&g.now)
	if g.n--; g.n == 0 {
		return &g.now, g.calls.EndError(frame.Call)
	}
	return &g.now, g.calls.PartError(frame.Call)
}

func (g *framePluginConn) opened(f *wirepb.Failure) error {
	g.conn.Begin(frame.Opened).WriteOpened(f)
	return g.conn.Send()
}

func (g *framePluginConn) reply(n int) {
	g.w, g.left = g.conn.Begin(frame.Done), n
	g.w.Results(n)
}

func (g *framePluginConn) result(handle uint32, m *wirepb.Done) error {
	g.w.Result(handle, m)
	if g.left--; g.left > 0 {
		return nil
	}
	return g.conn.Send()
}

func (g *framePluginConn) ask(index int, m *wirepb.Ask) error {
	g.conn.Begin(frame.Ask).Ask(index, m)
	return g.conn.Send()
}

func (g *framePluginConn) setCallIndex(n int) { g.conn.SetCallCount(n) }
func (g *framePluginConn) showCalls(on bool)  { g.conn.EnableCallCount(on) }
