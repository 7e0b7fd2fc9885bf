package plugins

import (
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// sub is a routine of a plugin.
type sub struct {
	process *process
	name    string
	remote  *wire.Remote
}

// Call implements usersub.Sub.
func (s *sub) Call(f *usersub.Frame, state usersub.State) error {
	err := s.remote.Call(f, state)
	if err == nil {
		return nil
	}
	var lost *wire.LostError
	if errors.As(err, &lost) {
		return s.lost(f, lost.Err)
	}
	return err
}

// lost tells how the process ended and what it wrote last.
func (s *sub) lost(f *usersub.Frame, broke error) error {
	p := s.process
	message := "it was stopped by this program"
	if !p.closed.Load() {
		message = p.fate(broke)
	}
	return &usersub.CallError{
		Cause: usersub.Lost, Element: fmt.Sprintf("%s %d", f.Element, f.ID), Routine: s.name,
		Time: f.Time(), Detail: p.output.tail(),
		Message: fmt.Sprintf("plugin %s (%s) was lost: %s", p.about.Name, p.path, message),
	}
}
