package plugins

import (
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// pluginSub is a routine of a plugin.
type pluginSub struct {
	process *pluginProcess
	name    string
	remote  *wire.Remote
}

// newElementSub returns a routine of the process.
func (p *pluginProcess) newElementSub(name string, remote *wire.Remote) usersub.Sub {
	s := &pluginSub{process: p, name: name, remote: remote}
	if p.transport == GRPC {
		return s
	}
	return &framedSub{s}
}

// framedSub is a routine whose calls can go in one message with others.
type framedSub struct{ *pluginSub }

var _ usersub.Batcher = (*framedSub)(nil)

// GroupKey returns what routines of one process share.
func (s *framedSub) GroupKey() any { return s.remote.GroupKey() }

// Prefetch sends the arguments before the call, so that routines of several processes run at the same time.
func (s *framedSub) Prefetch(f *usersub.Frame, state usersub.State) { s.remote.Prefetch(f, state) }

// Call sends the arguments of f to the plugin and stores what it sets in f.
func (s *pluginSub) Call(f *usersub.Frame, state usersub.State) error {
	err := s.remote.Call(f, state)
	if err == nil {
		return nil
	}
	var lost *wire.LostError
	if errors.As(err, &lost) {
		return s.lostError(f, lost)
	}
	return err
}

// lostError reports how the process ended and what it wrote last, of the call in which it did; the solver may have passed over that one.
func (s *pluginSub) lostError(f *usersub.Frame, lost *wire.LostError) error {
	p, name := s.process, s.name
	if p.failed != nil {
		return p.failed
	}
	message := "it was stopped by this program"
	if !p.closed.Load() {
		message = p.awaitAndDescribeEnd(lost.Err)
	}
	switch {
	case lost.Guilty != nil:
		f, name = lost.Guilty, lost.By.Title()
	case lost.Calls > 1:
		message += unknownCulpritMessage(lost.Calls)
	}
	p.failed = &usersub.CallError{
		Cause: usersub.Lost, Element: fmt.Sprintf("%s %d", f.Element, f.ID), Routine: name,
		Time: f.Time(), Detail: p.output.lastLines(),
		Message: fmt.Sprintf("plugin %s (%s) was lost: %s", p.about.Name, p.path, message),
	}
	return p.failed
}

// unknownCulpritMessage returns what is said where it is not known whose call ended the process.
func unknownCulpritMessage(calls int) string {
	return fmt.Sprintf("; calls of %d elements were under way in one message, which of them is to blame is not known", calls)
}
