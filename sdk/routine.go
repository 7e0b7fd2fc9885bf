package sdk

import (
	"fmt"
	"runtime/debug"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// Routine is a user subroutine of some kind. The functions named after the
// kinds make one from a Go function of a fitting form.
type Routine struct {
	Kind string // PFOSUB, YFOSUB, ...
	Doc  string // one line
	// Parameters are those of USER(...) in their order. Where there are some, or
	// NoParameters is set, decks are checked and may give them by name.
	Parameters   []Parameter
	NoParameters bool
	// States and Inputs are those of a state equation; where they are reported, their
	// number is checked.
	States, Inputs []Quantity
	Sizes          map[string]int // other sizes that the routine needs: nvalue
	// Pure reports that outputs depend on the arguments and answers of the call and
	// nothing else, so that a call may be repeated in another process.
	Pure bool
	// Concurrent reports that the routine may be called on several threads at the
	// same time.
	Concurrent bool
	// Func reads and writes the arguments of the call. What it panics with
	// becomes the error of that call, the plugin lives on.
	Func func(c *Call) error
}

// RawRoutine returns a routine of any kind. Outputs are written into c.RealOutput(name).
func RawRoutine(kind string, f func(c *Call) error) Routine { return Routine{Kind: kind, Func: f} }

// WithDoc returns r with a line of documentation.
func (r Routine) WithDoc(doc string) Routine {
	r.Doc = doc
	return r
}

// WithParameters returns r with its parameters, in the order of USER(...); without any it
// takes none.
func (r Routine) WithParameters(parameters ...Parameter) Routine {
	r.Parameters, r.NoParameters = parameters, len(parameters) == 0
	return r
}

// About is what the routine says about itself, as the solver gets it.
func (r Routine) About() *usersub.About {
	a := &usersub.About{Doc: r.Doc, NoParams: r.NoParameters, States: r.States, Inputs: r.Inputs, Sizes: r.Sizes,
		Pure: r.Pure, Concurrent: r.Concurrent}
	for _, p := range r.Parameters {
		a.Params = append(a.Params, p.described)
	}
	return a
}

// wireOffer is the routine as the wire serves it.
func (r Routine) wireOffer() wire.Offer {
	return wire.Offer{Kind: r.Kind, Doc: r.Doc, About: *r.About(), New: r.NewSub}
}

// NewSub returns the routine as one element calls it, in this process. Data of
// the Call lives as long.
func (r Routine) NewSub() usersub.Sub { return &sub{routine: r, call: Call{parameters: r.Parameters}} }

// sub is a routine with what it keeps for one element.
type sub struct {
	routine Routine
	call    Call
}

// Call calls the function of the plugin with the arguments of f.
func (s *sub) Call(f *usersub.Frame, state usersub.State) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = errorFromPanic(v, debug.Stack())
		}
	}()
	s.call.beginCall(f, state)
	return s.routine.Func(&s.call)
}

// halt is what ends a routine from inside a query: the error of the call.
type halt struct{ err error }

// errorFromPanic turns what a routine panicked with into the error of its call.
func errorFromPanic(v any, stack []byte) error {
	if h, ok := v.(halt); ok {
		return h.err
	}
	return &usersub.CallError{
		Cause: usersub.Exception, Message: fmt.Sprintf("panic: %v", v), Detail: string(stack)}
}

// Abort ends the call with an error: the run stops and shows the text.
func (c *Call) Abort(format string, args ...any) {
	panic(halt{fmt.Errorf(format, args...)})
}

// Retry ends the call and requests that the solver try again with a shorter step.
func (c *Call) Retry(reason string) {
	panic(halt{fmt.Errorf("%s: %w", reason, usersub.ErrRetry)})
}
