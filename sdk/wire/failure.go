package wire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// causes pairs the causes of usersub with those of the messages.
var causes = map[usersub.Cause]wirepb.Cause{
	usersub.Exception: wirepb.Cause_EXCEPTION,
	usersub.Exited:    wirepb.Cause_EXITED,
	usersub.NotFinite: wirepb.Cause_NOT_FINITE,
	usersub.BadReturn: wirepb.Cause_BAD_RETURN,
	usersub.TimedOut:  wirepb.Cause_TIMED_OUT,
}

// failureToWire is the message for what a Sub returned.
func failureToWire(err error) *wirepb.Failure {
	var call *usersub.CallError
	switch {
	case errors.Is(err, usersub.ErrRetry):
		reason := strings.TrimSuffix(err.Error(), usersub.ErrRetry.Error())
		return &wirepb.Failure{Cause: wirepb.Cause_RETRY, Message: strings.TrimSuffix(reason, ": ")}
	case errors.As(err, &call):
		return &wirepb.Failure{Cause: causes[call.Cause], Message: call.Message, Detail: call.Detail}
	}
	return &wirepb.Failure{Message: err.Error()}
}

func newUnusableFailure(format string, args ...any) *wirepb.Failure {
	return &wirepb.Failure{Cause: wirepb.Cause_UNUSABLE, Message: fmt.Sprintf(format, args...)}
}

// errorFromFailure is the error for a failure that the plugin reported about a call of f.
func errorFromFailure(f *usersub.Frame, routine string, m *wirepb.Failure) error {
	if m.Cause == wirepb.Cause_RETRY {
		if m.Message == "" {
			return usersub.ErrRetry
		}
		return fmt.Errorf("%s: %w", m.Message, usersub.ErrRetry)
	}
	cause := usersub.Exception
	for of, on := range causes {
		if on == m.Cause {
			cause = of
		}
	}
	if m.Cause == wirepb.Cause_UNUSABLE {
		cause = usersub.BadReturn
	}
	return newCallError(f, routine, cause, m.Message, m.Detail)
}

func newCallError(f *usersub.Frame, routine string, cause usersub.Cause, message, detail string) *usersub.CallError {
	return &usersub.CallError{
		Cause: cause, Element: fmt.Sprintf("%s %d", f.Element, f.ID), Routine: routine,
		Time: f.Time(), Message: message, Detail: detail,
	}
}

// LostError is what a Remote returns when the conversation broke off: the
// plugin died, or the connection did.
type LostError struct {
	Err error
	// Calls is how many calls the message had that was under way, if more than one. Guilty is the frame of
	// the one that was being made, and By its routine; nil where that is not known.
	Calls  int
	Guilty *usersub.Frame
	By     *Remote
}

func (e *LostError) Error() string {
	return "wire: the connection to the plugin was lost: " + e.Err.Error()
}

// Unwrap returns the error of the transport.
func (e *LostError) Unwrap() error { return e.Err }
