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
	// sendGoodbye says that the conversation is over, by whoever has the turn; close ends it at any time.
	sendGoodbye()
	close() error
}

// hostSetup carries what comes before calls.
type hostSetup interface {
	requestDescription(context.Context) (*wirepb.Description, error)
	requestFunction(context.Context, *wirepb.FindRequest) (*wirepb.Found, error)
	beginConversation(context.Context) error
	// openElement gives f a handle. The failure, if any, is the plugin's.
	openElement(handle uint32, routine string, f *usersub.Frame) (*wirepb.Failure, error)
}

// hostCalls carries calls, their queries and their ends.
type hostCalls interface {
	// beginCalls begins a message of n calls; addCall adds one of them, and the last is sent. Only a conn that can batch calls takes more
	// than one.
	beginCalls(n int)
	addCall(*wirepb.Call) error
	canBatchCalls() bool
	// callIndex is the number, from 1 on, of the call that the plugin makes, of several; setCallIndex(0) comes before them.
	setCallIndex(n int)
	callIndex() int
	// receiveQueryOrEnd waits for the reply to calls. It is a query of the call with the number index, or nil and the number
	// of calls that have ended: then receiveResult
	// returns the ends of the calls, one after the other, to be read before anything else is sent; a conn that can batch calls
	// puts them into room.
	receiveQueryOrEnd() (ask *wirepb.Ask, index int, err error)
	receiveResult(handle uint32, room *wirepb.Done) (*wirepb.Done, error)
	sendAnswer(*wirepb.Answer) error
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
	// receiveElementMessage waits for a message; receiveCall returns the next one of its calls, good until the following. io.EOF is the end of
	// the conversation.
	receiveElementMessage() (inbound, error)
	receiveCall() (*wirepb.Call, error)
	// replyOpened replies to the message with a place.
	replyOpened(*wirepb.Failure) error
	// beginReply begins the reply to n calls; sendResult adds the end of one, and the last is sent.
	beginReply(n int)
	sendResult(handle uint32, m *wirepb.Done) error
	sendQuery(index int, m *wirepb.Ask) error
	// setCallIndex shows the solver which call is being made, from 1 on, of a message with several; enableCallIndex(true) comes
	// before and enableCallIndex(false) at the end.
	setCallIndex(n int)
	enableCallIndex(on bool)
}
