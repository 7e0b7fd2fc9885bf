package sdk

import "github.com/trammel-mbd/trammel/sdk/usersub"

// Types of the arguments in the Sig of a Frame.
const (
	Int  = usersub.Int
	Real = usersub.Real
	Text = usersub.Text
)

// Frame is the arguments of a routine, see Call.Frame; Query is what it
// asks.
type (
	Frame = usersub.Frame
	Query = usersub.Query
)

// InPython is the set of forms in which a routine gets its inputs by position
// and returns its outputs; arguments whose Skip holds it do not exist there.
const InPython = usersub.FormPython

// Cause reports why a call failed.
type Cause = usersub.Cause

// Causes of an error that NewCallFailure makes.
const (
	Exception = usersub.Exception
	Exited    = usersub.Exited
	BadReturn = usersub.BadReturn
)

// NewCallFailure returns an error of a call with a cause: a message of one line, and several
// lines of detail.
func NewCallFailure(cause Cause, message, detail string) error {
	return &usersub.CallError{Cause: cause, Message: message, Detail: detail}
}
