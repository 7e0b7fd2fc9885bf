package wire

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"google.golang.org/grpc"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// maxAnswer bounds what one SYSARY question returns, as in usersub.
const maxAnswer = 4096

// Client is the solver's end of the conversation with one plugin.
type Client struct {
	rpc    wirepb.RoutinesClient
	stream wirepb.Routines_ConnectClient
	opened uint32 // handles given out

	// Messages are kept and sent again: Send has done with a message when it
	// returns.
	toOpen, toCall, toAnswer wirepb.ToPlugin
	call                     wirepb.Call
	answer                   wirepb.Answer
	buf                      []float64
}

// NewClient returns the solver's end over conn. Nothing is sent yet.
func NewClient(conn grpc.ClientConnInterface) *Client {
	c := &Client{rpc: wirepb.NewRoutinesClient(conn), buf: make([]float64, maxAnswer)}
	c.toCall.What = &wirepb.ToPlugin_Call{Call: &c.call}
	c.toAnswer.What = &wirepb.ToPlugin_Answer{Answer: &c.answer}
	return c
}

// Describe asks the plugin what it offers.
func (c *Client) Describe(ctx context.Context) (*wirepb.Description, error) {
	return c.rpc.Describe(ctx, &wirepb.DescribeRequest{})
}

// Find asks a plugin that executes scripts for a function in one.
func (c *Client) Find(ctx context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	return c.rpc.Find(ctx, m)
}

// Connect begins the conversation, which lives until ctx ends.
func (c *Client) Connect(ctx context.Context) (err error) {
	c.stream, err = c.rpc.Connect(ctx)
	return err
}

// Close ends the conversation from this side.
func (c *Client) Close() error {
	if c.stream == nil {
		return nil
	}
	return c.stream.CloseSend()
}

// Remote returns the routine that the plugin offers under name, whose
// arguments are those of sig. The plugin is not asked whether it does.
func (c *Client) Remote(name string, sig *usersub.Sig) *Remote {
	return &Remote{client: c, name: name, title: name, sig: sig}
}

// Titled returns r, called title in messages.
func (r *Remote) Titled(title string) *Remote {
	r.title = title
	return r
}

// open gives f a handle in the plugin.
func (c *Client) open(name string, f *usersub.Frame) (*remote, error) {
	c.opened++
	m := &wirepb.Open{
		Handle: c.opened, Routine: name, Kind: f.Sig.Name, Element: f.Element, Id: int64(f.ID)}
	for i, a := range f.Sig.Args {
		if a.Kind == usersub.Int && a.Len == "" {
			m.Ints = append(m.Ints, f.Int[f.At(i)])
		}
		if isName(a.Len) && f.Sig.Index(a.Len) < 0 {
			m.Sizes = map[string]int32{a.Len: int32(f.Len(i))}
		}
	}
	c.toOpen.What = &wirepb.ToPlugin_Open{Open: m}
	if err := c.stream.Send(&c.toOpen); err != nil {
		return nil, c.lost(err)
	}
	return &remote{
		handle: c.opened, layout: newLayout(f), frame: f, element: f.Element, id: f.ID,
		seen: inputs{ints: make([]int32, len(f.Int)), reals: make([]float64, len(f.Real)),
			texts: make([]string, len(f.Text))},
	}, nil
}

// isName tells whether a length is the name of a size.
func isName(length string) bool {
	return length != "" && strings.IndexFunc(length, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// lost finds why the stream broke: Send only says that it did.
func (c *Client) lost(err error) error {
	if _, cause := c.stream.Recv(); cause != nil {
		err = cause
	}
	return &LostError{err}
}

// reply answers one question of the routine through door. The door may lead to
// another call of this client, so the message is filled afterwards.
func (c *Client) reply(k *asked, m *wirepb.Ask, door *usersub.Door) error {
	text, flag, n := "", int32(0), 0
	switch m.Kind {
	case wirepb.AskKind_SYSFNC:
		c.buf[0], flag = door.SysFnc(m.Name, m.Par)
		n = 1
		k.add(usersub.Question{Name: m.Name, Par: m.Par}, n, flag)
	case wirepb.AskKind_SYSARY:
		n, flag = door.SysAry(m.Name, m.Par, c.buf)
		k.add(usersub.Question{Ary: true, Name: m.Name, Par: m.Par}, n, flag)
	case wirepb.AskKind_MODFNC:
		if len(m.Par) != 1 {
			return fmt.Errorf("the plugin asked MODFNC with %d ids", len(m.Par))
		}
		text, flag = door.ModFnc(m.Name, m.Par[0], m.Attribute)
	case wirepb.AskKind_UTILITY:
		return c.utility(m, door)
	default:
		return fmt.Errorf("the plugin asked a question of unknown kind %d", m.Kind)
	}
	c.answer.Values, c.answer.Text, c.answer.Flag = c.buf[:n], text, flag
	if err := c.stream.Send(&c.toAnswer); err != nil {
		return c.lost(err)
	}
	return nil
}
