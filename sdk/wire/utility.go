package wire

import (
	"fmt"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

var _ usersub.Invoker = (*pluginConversation)(nil)

// InvokeUtility implements usersub.Invoker: the host carries the utility out, unless it
// needs no solver.
// When the host is gone, its error flag is set.
func (l *pluginConversation) InvokeUtility(c *usersub.UtilityCall) {
	if c.NeedsNoSolver() {
		c.State = nil
		c.Invoke()
		return
	}
	var input []*wirepb.Value
	for i := range c.Args {
		if c.Args[i].IsInput() {
			input = append(input, valueToWire(&c.Arg[i]))
		}
	}
	a := l.queryHost(wirepb.AskKind_UTILITY, c.Name, nil, "", input...)
	c.Unsupported = a.Text
	for i, k := 0, 0; i < len(c.Args); i++ {
		if !c.Args[i].Out {
			continue
		}
		if k >= len(a.Output) {
			c.SetUnsupported("the solver is gone")
			return
		}
		c.Arg[i] = valueFromWire(a.Output[k])
		k++
	}
}

// callUtility carries out a utility for the plugin.
func (c *Client) callUtility(m *wirepb.Ask, door *usersub.QueryCache) error {
	u := usersub.FindUtility(m.Name)
	if u == nil {
		return fmt.Errorf("the plugin calls a utility %q, which does not exist", m.Name)
	}
	var call usersub.UtilityCall // calls nest: ANALYS runs routines
	call.PrepareCall(u, door, door.Frame.Time())
	if err := setInputs(&call, m.Input); err != nil {
		return err
	}
	call.Invoke()
	if call.Unsupported != "" {
		f := door.Frame
		if w, ok := usersub.As[usersub.Warner](door); ok {
			w.WarnOnce(u.Name+" "+call.Unsupported, call.UnsupportedText(fmt.Sprintf("%s %d", f.Element, f.ID), f.Sig.Name, u.Name))
		}
	}
	reply := &wirepb.Answer{Text: call.Unsupported}
	for i := range call.Args {
		if call.Args[i].Out {
			reply.Output = append(reply.Output, valueToWire(&call.Arg[i]))
		}
	}
	return c.sendAnswer(reply)
}

// setInputs sets the inputs of a call and checks that they are as long as their
// lengths say.
func setInputs(c *usersub.UtilityCall, input []*wirepb.Value) error {
	for i := range c.Args {
		if !c.Args[i].IsInput() {
			continue
		}
		if len(input) == 0 {
			return fmt.Errorf("the plugin calls %s with too few inputs", c.Name)
		}
		c.Arg[i], input = valueFromWire(input[0]), input[1:]
	}
	if len(input) > 0 {
		return fmt.Errorf("the plugin calls %s with too many inputs", c.Name)
	}
	for i := range c.Args {
		a, v := &c.Args[i], &c.Arg[i]
		if !a.IsInput() {
			continue
		}
		have := [...]int{len(v.Int), len(v.Real), len(v.Text)}[a.Kind]
		if n, ok := c.ArgSize(i); !ok || have < n || len(v.Int)+len(v.Real)+len(v.Text) != have {
			return fmt.Errorf("the plugin calls %s with %d values for %s, %d are needed", c.Name, have, a.Name, n)
		}
	}
	return nil
}

// Texts travel as bytes: those of old routines need not be UTF-8.
func valueToWire(v *usersub.UtilityValue) *wirepb.Value {
	w := &wirepb.Value{Ints: v.Int, Reals: v.Real}
	for _, t := range v.Text {
		w.Texts = append(w.Texts, []byte(t))
	}
	return w
}

func valueFromWire(w *wirepb.Value) usersub.UtilityValue {
	v := usersub.UtilityValue{Int: w.Ints, Real: w.Reals}
	for _, t := range w.Texts {
		v.Text = append(v.Text, string(t))
	}
	return v
}
