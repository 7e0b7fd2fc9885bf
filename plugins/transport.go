package plugins

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/usersub"
)

// Transport is how calls travel to a plugin and back.
type Transport string

// The transports. Auto is the first of the others that plugin and system have.
const (
	Auto   Transport = "auto"
	Memory Transport = "memory" // frames in shared memory
	Pipe   Transport = "pipe"   // frames over a socket
	GRPC   Transport = "grpc"
)

// TransportVariable is the environment variable that says which transport is to be taken.
const TransportVariable = "TRAMMEL_PLUGIN_TRANSPORT"

// ParseTransport reads the name of a transport.
func ParseTransport(name string) (Transport, error) {
	all := []Transport{Auto, Memory, Pipe, GRPC}
	if t := Transport(strings.ToLower(name)); slices.Contains(all, t) {
		return t, nil
	}
	return "", fmt.Errorf("%q is none of auto, memory, pipe, grpc", name)
}

// resolveTransport returns the transport to be used: that of the environment if t is empty.
func (t Transport) resolveTransport() (Transport, error) {
	if t != "" {
		return t, nil
	}
	name := os.Getenv(TransportVariable)
	if name == "" {
		return Auto, nil
	}
	t, err := ParseTransport(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", TransportVariable, err)
	}
	return t, nil
}

// newFrameHost resolves the transport and returns what offers frames to the plugin: nil for gRPC, and for Auto where there are no frames.
func newFrameHost(t Transport) (Transport, *frame.Host, error) {
	t, err := t.resolveTransport()
	if err != nil {
		return "", nil, &usersub.LoadError{Reason: err.Error()}
	}
	if t == GRPC {
		return t, nil, nil
	}
	h, err := frame.NewHost(t != Pipe)
	if err != nil && t == Auto {
		h, err = frame.NewHost(false)
	}
	switch {
	case err == nil:
		return t, h, nil
	case t == Auto:
		return t, nil, nil // what does without is left
	}
	return t, nil, &usersub.LoadError{Reason: fmt.Sprintf("the transport %s of plugins cannot be had: %v", t, err),
		Hint: "--plugin-transport auto takes what there is"}
}

// transportOfFrame names a transport of frames.
func transportOfFrame(t frame.Transport) Transport { return Transport(t.String()) }

// transportError is a plugin without the transport that was requested.
type transportError struct{ wanted Transport }

func (e *transportError) Error() string {
	return fmt.Sprintf("it speaks gRPC only, wanted was the transport %s", e.wanted)
}
