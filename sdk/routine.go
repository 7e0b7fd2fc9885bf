package sdk

import (
	"fmt"
	"runtime/debug"

	"github.com/trammel-mbd/trammel/usersub"
)

// Routine is a user subroutine of some kind. The functions named after the
// kinds make one from a Go function of a fitting form.
type Routine struct {
	Kind string // PFOSUB, YFOSUB, ...
	Doc  string // one line
	// Func reads and writes the arguments of the call. What it panics with
	// becomes the error of that call, the plugin lives on.
	Func func(c *Call) error
}

// Raw is a routine of any kind. Outputs are written into c.Out(name).
func Raw(kind string, f func(c *Call) error) Routine { return Routine{Kind: kind, Func: f} }

// Says returns r with a line of documentation.
func (r Routine) Says(doc string) Routine {
	r.Doc = doc
	return r
}

// Sub returns the routine as one element calls it, in this process. Data of
// the Call lives as long.
func (r Routine) Sub() usersub.Sub { return &sub{routine: r} }

// sub is a routine with what it keeps for one element.
type sub struct {
	routine Routine
	call    Call
}

// Call implements usersub.Sub.
func (s *sub) Call(f *usersub.Frame, state usersub.State) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = caught(v, debug.Stack())
		}
	}()
	s.call.begin(f, state)
	return s.routine.Func(&s.call)
}

// halt is what ends a routine from inside a question: the error of the call.
type halt struct{ err error }

// caught turns what a routine panicked with into the error of its call.
func caught(v any, stack []byte) error {
	if h, ok := v.(halt); ok {
		return h.err
	}
	return &usersub.CallError{
		Cause: usersub.Exception, Message: fmt.Sprintf("panic: %v", v), Detail: string(stack)}
}

// Fail ends the call with an error: the run stops and shows the text.
func (c *Call) Fail(format string, args ...any) {
	panic(halt{fmt.Errorf(format, args...)})
}

// Retry ends the call and asks the solver to try again with a shorter step.
func (c *Call) Retry(reason string) {
	panic(halt{fmt.Errorf("%s: %w", reason, usersub.ErrRetry)})
}
