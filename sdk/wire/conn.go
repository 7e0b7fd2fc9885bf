package wire

import (
	"context"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// hostConn carries the messages of the solver's end: in a stream of messages (stream.go) or in frames (frames.go). Errors are those of the
// transport.
type hostConn interface {
	hostSetup
	hostCalls
	// closeConn says that the conversation is over, by whoever has the turn; close ends it at any time.
	closeConn()
	close() error
}

// hostSetup carries what comes before calls.
type hostSetup interface {
	describe(context.Context) (*wirepb.Description, error)
	find(context.Context, *wirepb.FindRequest) (*wirepb.Found, error)
	connect(context.Context) error
	// open gives f a handle. The failure, if any, is the plugin's.
	open(handle uint32, routine string, f *usersub.Frame) (*wirepb.Failure, error)
}

// hostCalls carries calls, their queries and their ends.
type hostCalls interface {
	// begin begins a message of n calls; add adds one of them, and the last is sent. Only a conn that batches takes more
	// than one.
	begin(n int)
	add(*wirepb.Call) error
	batches() bool
	// callIndex is the number, from 1 on, of the call that the plugin makes, of several; setCallIndex(0) comes before them.
	setCallIndex(n int)
	callIndex() int
	// receive waits for the reply to calls. It is a query of the call with the number index, or nil and the number
	// of calls that have ended: then result
	// returns the ends of the calls, one after the other, to be read before anything else is sent; a conn that batches
	// puts them into room.
	receive() (ask *wirepb.Ask, index int, err error)
	result(handle uint32, room *wirepb.Done) (*wirepb.Done, error)
	answer(*wirepb.Answer) error
}

// inbound is a message that reached the plugin: one of an element that gets a place, a number of calls, and an answer.
type inbound struct {
	place  *wirepb.Open
	args   []frame.Arg // of the place, nil in gRPC
	calls  int
	answer *wirepb.Answer
	slots  []frame.Slot
	run    []int32 // handles whose slots hold calls, those of a run with a number
	number uint32
}

// pluginConn carries the messages of the plugin's end.
type pluginConn interface {
	// next waits for a message; call returns the next one of its calls, good until the following. io.EOF is the end of
	// the conversation.
	next() (inbound, error)
	call() (*wirepb.Call, error)
	// opened replies to the message with a place.
	opened(*wirepb.Failure) error
	// reply begins the reply to n calls; result adds the end of one, and the last is sent.
	reply(n int)
	result(handle uint32, m *wirepb.Done) error
	ask(index int, m *wirepb.Ask) error
	// setCallIndex shows the solver which call is being made, from 1 on, of a message with several; showCalls(true) comes
	// before and showCalls(false) at the end.
	setCallIndex(n int)
	showCalls(on bool)
}
