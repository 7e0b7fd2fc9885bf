package usersub

import (
	"errors"
	"fmt"
)

// ErrRetry is returned (or wrapped) by a Sub that cannot evaluate this trial
// and requests a shorter step.
var ErrRetry = errors.New("the routine requests a shorter step")

// Cause is why a call failed.
type Cause uint8

const (
	Exception Cause = iota // the routine raised an error: exit code 5
	Exited                 // the routine called exit or STOP: exit code 5
	NotFinite              // it returned NaN or infinity: exit code 5
	BadReturn              // it returned what its Sig does not allow: exit code 5
	TimedOut               // no answer in time inside the process: exit code 5
	Lost                   // its process died or was lost: exit code 8
)

// CallError is a call that failed for good.
type CallError struct {
	Cause   Cause
	Element string // "Force_Penalty 7"; filled by the solver when empty
	Routine string
	Time    float64
	Message string // one line
	Detail  string // several lines: a traceback
}

func (e *CallError) Error() string {
	s := fmt.Sprintf("%s: %s at time %g: %s", e.Element, e.Routine, e.Time, e.Message)
	if e.Detail != "" {
		s += "\n" + e.Detail
	}
	return s
}
