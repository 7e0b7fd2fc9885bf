package wire

import (
	"fmt"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// Remote is a routine in a plugin.
type Remote struct {
	client *Client
	name   string
	title  string // in messages
	sig    *usersub.Sig
	open   []*remote // one an element
	last   *remote
}

var _ usersub.Sub = (*Remote)(nil)

// remote is one element's place in the plugin: its handle and what the plugin
// holds for it.
type remote struct {
	handle  uint32
	layout  layout
	frame   *usersub.Frame // the last frame that used it
	element string
	id      int
	seen    inputs
	asked   asked
	door    usersub.Door
}

// Call implements usersub.Sub. The error is usersub.ErrRetry, a
// *usersub.CallError or, when the conversation broke off, a *LostError.
func (r *Remote) Call(f *usersub.Frame, s usersub.State) error {
	p, err := r.place(f)
	if err != nil {
		return err
	}
	c := r.client
	c.call.Handle = p.handle
	p.layout.pack(&c.call, f, &p.seen)
	p.asked.pack(&c.call, &f.Answers)
	if err := c.stream.Send(&c.toCall); err != nil {
		return c.lost(err)
	}
	p.door.Frame, p.door.State, p.door.Asked = f, s, len(f.Asked)
	return r.finish(p, f)
}

// finish answers questions until the call is done.
func (r *Remote) finish(p *remote, f *usersub.Frame) error {
	for {
		m, err := r.client.stream.Recv()
		if err != nil {
			return &LostError{err}
		}
		switch what := m.What.(type) {
		case *wirepb.ToHost_Ask:
			err = r.client.reply(&p.asked, what.Ask, &p.door)
			if err != nil {
				return r.garbled(f, err)
			}
		case *wirepb.ToHost_Done:
			return r.done(p, f, what.Done)
		default:
			return r.garbled(f, fmt.Errorf("the plugin sent an empty message"))
		}
	}
}

func (r *Remote) done(p *remote, f *usersub.Frame, m *wirepb.Done) error {
	if m.Failure != nil {
		return failed(f, r.title, m.Failure)
	}
	if !p.layout.unpackOutputs(f, m) {
		return r.garbled(f, fmt.Errorf("the plugin returned %d reals and %d integers, %s returns %d and %d",
			len(m.Reals), len(m.Ints), r.sig.Name, p.layout.nReal, p.layout.nInt))
	}
	return nil
}

// garbled is the error for what a plugin must not send. Errors of the
// transport pass.
func (r *Remote) garbled(f *usersub.Frame, err error) error {
	if _, ok := err.(*LostError); ok {
		return err
	}
	return callError(f, r.title, usersub.BadReturn, err.Error(), "")
}

// place finds the place of f's element or opens one. Frames of one element and
// one shape share it.
func (r *Remote) place(f *usersub.Frame) (*remote, error) {
	if r.last != nil && r.last.frame == f {
		return r.last, nil
	}
	for _, p := range r.open {
		if p.frame == f || p.id == f.ID && p.element == f.Element && p.layout.fits(f) {
			p.frame, r.last = f, p
			return p, nil
		}
	}
	p, err := r.client.open(r.name, f)
	if err == nil {
		r.open, r.last = append(r.open, p), p
	}
	return p, err
}
