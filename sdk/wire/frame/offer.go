package frame

import (
	"fmt"
	"strconv"
	"strings"
)

// Variable is the environment variable with the offer of a host to its plugin.
const Variable = "TRAMMEL_FRAMES"

// CheckVariable switches checksums on, if it is set to something else than 0.
const CheckVariable = "TRAMMEL_FRAMES_CHECK"

// Address is in the handshake of a plugin that took the offer.
const Address = "frames"

// Transport is how messages travel.
type Transport uint32

// The transports; their numbers are those of HELLO.
const (
	GRPC   Transport = 0
	Memory Transport = 1
	Socket Transport = 2
)

func (t Transport) String() string {
	if int(t) < len(transports) {
		return transports[t]
	}
	return fmt.Sprintf("transport %d", uint32(t))
}

var transports = [...]string{"grpc", "memory", "pipe"}

// offer is what a host reports its plugin.
type offer struct {
	version   int
	mem, sock int // descriptors, on Windows handles; 0 if there is none
	in, out   int // handles of the pipes on Windows, which has no sock
	size      int // bytes of control page and data
	check     bool
	slots     int // bytes of the area of slots behind size, 0 without one
}

func (o *offer) String() string {
	s := fmt.Sprintf("%d sock=%d size=%d", o.version, o.sock, o.size)
	if o.sock == 0 {
		s = fmt.Sprintf("%d in=%d out=%d size=%d", o.version, o.in, o.out, o.size)
	}
	if o.mem != 0 {
		s += fmt.Sprintf(" mem=%d", o.mem)
	}
	if o.check {
		s += " check=1"
	}
	if o.slots != 0 {
		s += fmt.Sprintf(" slots=%d", o.slots)
	}
	return s
}

// parseOffer reads what a host offers.
func parseOffer(text string) (offer, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return offer{}, fmt.Errorf("%s is empty", Variable)
	}
	var o offer
	var err error
	if o.version, err = strconv.Atoi(words[0]); err != nil || o.version < 1 {
		return offer{}, fmt.Errorf("%s=%q begins with no version", Variable, text)
	}
	for _, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		n, err := strconv.Atoi(value)
		switch key {
		case "mem":
			o.mem = n
		case "sock":
			o.sock = n
		case "in":
			o.in = n
		case "out":
			o.out = n
		case "size":
			o.size = n
		case "check":
			o.check = n != 0
		case "slots":
			o.slots = n
		default: // of a later version
			continue
		}
		if err != nil || n < 0 {
			return offer{}, fmt.Errorf("%s=%q: %s is not a number", Variable, text, w)
		}
	}
	if o.sock == 0 && (o.in == 0 || o.out == 0) || o.size < pageBytes+minData || o.size > MaxPayload {
		return offer{}, fmt.Errorf("%s=%q lacks a socket or pipes, or its size is not from %d to %d", Variable, text, pageBytes+minData, MaxPayload)
	}
	if o.slots > MaxPayload || o.slots%8 != 0 || o.slots != 0 && o.size%pageBytes != 0 {
		return offer{}, fmt.Errorf("%s=%q: slots must be a multiple of 8 up to %d behind a size of whole pages", Variable, text, MaxPayload)
	}
	return o, nil
}

// Bytes of the control page, of the data, of the least data that is allowed, and of the area of slots.
const (
	pageBytes = 4096
	dataBytes = 1 << 20
	minData   = 256
	areaBytes = 2 << 20 // of slots
)
