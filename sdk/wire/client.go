package wire

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// maxAnswer bounds what one SYSARY query returns, as in usersub.
const maxAnswer = 4096

// Client is the solver's end of the conversation with one plugin.
type Client struct {
	host    hostConn
	batches bool   // many calls can go in one message
	opened  uint32 // handles given out
	err     error  // why the conversation is over
	over    bool   // the plugin was informed
	exited  string // what the plugin said of a routine that ends it

	turn    sync.Mutex    // held while a call, or several that nest, is under way
	depth   int           // of nesting
	waiting atomic.Uint64 // waits for the plugin so far, twice; odd in one
	turns   atomic.Uint64 // exchanges begun, and returned to after one inside

	call    wirepb.Call
	done    wirepb.Done
	answer  wirepb.Answer
	buf     []float64
	layouts layouts
	noted   []earlyCall      // calls to be made in one message
	batch   []*remoteElement // those of one message
	slots   slots
}

// NewClient returns the solver's end over messages to s. Nothing is sent yet.
func NewClient(s Service) *Client { return newClient(&messageHostConn{rpc: s}) }

// NewFrameClient returns the solver's end over frames.
func NewFrameClient(conn *frame.Conn) *Client { return newClient(&frameHostConn{conn: conn}) }

func newClient(t hostConn) *Client {
	c := &Client{host: t, batches: t.canBatchCalls(), buf: make([]float64, maxAnswer)}
	if s, ok := t.(slotHost); ok && s.slotMemory() != nil {
		c.slots.host, c.slots.number = s, 1
	}
	return c
}

// Describe requests from the plugin what it offers.
func (c *Client) Describe(ctx context.Context) (*wirepb.Description, error) {
	c.beginExchange()
	defer c.endExchange()
	defer c.beginWait()()
	return c.host.requestDescription(ctx)
}

// FindFunction requests from a plugin that executes scripts a function in one.
func (c *Client) FindFunction(ctx context.Context, m *wirepb.FindRequest) (*wirepb.Found, error) {
	c.beginExchange()
	defer c.endExchange()
	defer c.beginWait()()
	return c.host.requestFunction(ctx, m)
}

// Connect begins the conversation, which lives until ctx ends.
func (c *Client) Connect(ctx context.Context) (err error) { return c.host.beginConversation(ctx) }

// Close ends the conversation from this side. A call under way in another goroutine fails.
func (c *Client) Close() error {
	c.SendGoodbye()
	return c.host.close()
}

// SendGoodbye informs the plugin that the conversation is over, unless a call is under way. The plugin then leaves by itself; one whose
// connection is closed before it has read that would take it for broken.
func (c *Client) SendGoodbye() (sent bool) {
	if !c.turn.TryLock() {
		return false
	}
	defer c.turn.Unlock()
	if !c.over {
		c.over = true
		c.host.sendGoodbye()
	}
	return true
}

// WaitCount counts the waits for the plugin: it is odd while the plugin has the turn. Any goroutine may call it.
func (c *Client) WaitCount() uint64 { return c.waiting.Load() }

// CurrentExchangeNumber reports which exchange is under way, a call or a message with several, its queries included: another one has
// another number, and so has one that continues after exchanges inside it. Any goroutine may call it.
func (c *Client) CurrentExchangeNumber() uint64 { return c.turns.Load() }

// CallInProgress is the number, from 1 on, of the call that the plugin is making of several in one message, 0 where that is not
// known. Any goroutine may call it.
func (c *Client) CallInProgress() int { return c.host.callIndex() }

// CanReportCallNumber reports whether it will be known which of several calls in one message was being made when the plugin is lost, if it
// counts them.
func (c *Client) CanReportCallNumber() bool {
	f, ok := c.host.(*frameHostConn)
	return ok && f.conn.HasCallNumber()
}

// ExitMessage is what the plugin said last of a routine that ended its process by exit, "" if it said nothing of that: calls that
// come after it find a process that is gone. It is for the goroutine that makes the calls.
func (c *Client) ExitMessage() string { return c.exited }

// beginExchange begins an exchange, which may be inside another one.
func (c *Client) beginExchange() {
	if c.depth == 0 {
		c.turn.Lock()
	}
	c.depth++
	c.turns.Add(1)
}

// beginWait counts a wait for the plugin, which ends when what it returns is called. The count is odd in a wait: the watchdog reads it.
func (c *Client) beginWait() func() {
	c.waiting.Add(1)
	return c.endWait
}

// endWait ends a wait for the plugin.
func (c *Client) endWait() { c.waiting.Add(1) }

func (c *Client) endExchange() {
	if c.depth--; c.depth == 0 {
		c.turn.Unlock()
		return
	}
	c.turns.Add(1)
}

// Remote returns the routine that the plugin offers under name, whose
// arguments are those of sig. Whether they are is not checked with the plugin.
func (c *Client) Remote(name string, sig *usersub.Sig) *Remote {
	return &Remote{client: c, name: name, title: name, sig: sig}
}

// WithTitle returns r, called title in messages.
func (r *Remote) WithTitle(title string) *Remote {
	r.title = title
	return r
}

// Title is what r is called in messages.
func (r *Remote) Title() string { return r.title }

// openRemoteElement gives f a handle in the plugin.
func (c *Client) openRemoteElement(name string, f *usersub.Frame) (*remoteElement, error) {
	c.opened++
	c.beginWait()
	refused, err := c.host.openElement(c.opened, name, f)
	c.endWait()
	if err != nil {
		return nil, c.endBrokenConversation(err)
	}
	return &remoteElement{
		handle: c.opened, layout: c.layouts.layoutOf(f), frame: f, element: f.Element, id: f.ID, refused: refused,
		seen: inputs{ints: make([]int32, len(f.Int)), reals: make([]float64, len(f.Real)),
			texts: make([]string, len(f.Text))},
	}, nil
}

// isSizeName reports whether a length is the name of a size.
func isSizeName(length string) bool {
	return length != "" && strings.IndexFunc(length, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// endBrokenConversation ends the conversation: it broke off.
func (c *Client) endBrokenConversation(err error) error {
	if c.err == nil {
		c.err = &LostError{Err: err}
	}
	return c.err
}

// answerQuery answers one query of the routine through door. The door may lead to
// another call of this client, so the message is filled afterwards.
func (c *Client) answerQuery(k *queryList, m *wirepb.Ask, door *usersub.QueryCache) error {
	text, flag, n := "", int32(0), 0
	switch m.Kind {
	case wirepb.AskKind_SYSFNC:
		c.buf[0], flag = door.SysFnc(m.Name, m.Par)
		n = 1
		k.addQuery(usersub.Query{Name: m.Name, Par: m.Par}, n, flag)
	case wirepb.AskKind_SYSARY:
		n, flag = door.SysAry(m.Name, m.Par, c.buf)
		k.addQuery(usersub.Query{Ary: true, Name: m.Name, Par: m.Par}, n, flag)
	case wirepb.AskKind_MODFNC:
		if len(m.Par) != 1 {
			return fmt.Errorf("the plugin queried MODFNC with %d ids", len(m.Par))
		}
		text, flag = door.ModFnc(m.Name, m.Par[0], m.Attribute)
	case wirepb.AskKind_UTILITY:
		return c.callUtility(m, door)
	default:
		return fmt.Errorf("the plugin sent a query of unknown kind %d", m.Kind)
	}
	c.answer.Values, c.answer.Text, c.answer.Flag = c.buf[:n], text, flag
	return c.sendAnswer(&c.answer)
}

// sendAnswer answers a query. Then the plugin has the turn.
func (c *Client) sendAnswer(m *wirepb.Answer) error {
	c.beginWait()
	if err := c.host.sendAnswer(m); err != nil {
		return c.endBrokenConversation(err)
	}
	return nil
}
