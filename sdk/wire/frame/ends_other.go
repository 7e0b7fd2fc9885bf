//go:build !unix

package frame

import (
	"errors"
	"os"
)

// Host is the solver's end before the plugin runs. There are no frames here.
type Host struct {
	Files []*os.File
	Env   string
}

// NewHost makes no offer.
func NewHost(bool) (*Host, error) { return nil, errors.ErrUnsupported }

// Started does nothing.
func (h *Host) Started() {}

// Close does nothing.
func (h *Host) Close() {}

// Accept has nothing to accept.
func (h *Host) Accept(func()) (*Conn, Transport, error) { return nil, 0, errors.ErrUnsupported }

// TakeOffer finds no offer.
func TakeOffer(func()) (*Conn, Transport, error) { return nil, 0, nil }

// NewPair returns no ends.
func NewPair(bool, int) (host, plugin *Conn, err error) { return nil, nil, errors.ErrUnsupported }
