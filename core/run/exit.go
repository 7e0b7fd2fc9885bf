package run

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Exit codes of the tool.
const (
	ExitOK          = 0
	ExitInternal    = 1
	ExitUsage       = 2
	ExitDeck        = 3
	ExitLoad        = 4
	ExitRoutine     = 5
	ExitConvergence = 6
	ExitWall        = 7
	ExitLost        = 8
	ExitCompare     = 9
	ExitInterrupted = 130
)

// StrictError ends a run under --strict that has warnings: of the deck before the first step, of the run
// after the last row.
type StrictError struct {
	Deck     bool // warnings of the deck
	Warnings int
}

func (e *StrictError) Error() string {
	what, plural := "the run", "s"
	if e.Deck {
		what = "the deck"
	}
	if e.Warnings == 1 {
		plural = ""
	}
	return fmt.Sprintf("--strict: %s has %d warning%s", what, e.Warnings, plural)
}

// UsageError is a command that requests what cannot be.
type UsageError struct{ Text string }

func (e *UsageError) Error() string { return e.Text }

// LockMismatchError is code that is not what the lock of the deck says. A run ends as with
// a routine that cannot be loaded.
type LockMismatchError struct{ Text string }

func (e *LockMismatchError) Error() string { return e.Text }

// ErrWall ends a run that took longer than Options.MaxWall.
var ErrWall = errors.New("the wall-time limit of the run was reached")

// ExitCode returns the exit code for the outcome of a run: ExitOK for nil, and of
// several joined errors the one that has to be dealt with first.
func ExitCode(err error) int {
	var cycle *system.CycleError
	var load *usersub.LoadError
	var call *usersub.CallError
	var step *integrate.ConvergenceError
	var pose *system.AssemblyError
	var contrary *system.ContradictionError
	var end *system.EndError
	var active *system.ActiveSetError
	var pole *system.PoleError
	var storm *tooManyEventsError
	var usage *UsageError
	var locked *LockMismatchError
	var modal *linearError
	var strict *StrictError
	var damage *DamageError
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, ErrWall), errors.Is(err, context.DeadlineExceeded):
		return ExitWall
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.Is(err, ErrNoSimulate), errors.As(err, &usage):
		return ExitUsage
	case errors.As(err, &strict) && !strict.Deck:
		return ExitConvergence
	case errors.Is(err, element.ErrDeck), errors.As(err, &cycle), errors.As(err, &strict):
		return ExitDeck
	case errors.As(err, &load), errors.As(err, &locked):
		return ExitLoad
	case errors.As(err, &call):
		if call.Cause == usersub.Lost {
			return ExitLost
		}
		return ExitRoutine
	case errors.As(err, &damage):
		return ExitLost
	case errors.As(err, &step), errors.As(err, &modal), errors.As(err, &pose), errors.As(err, &contrary), errors.As(err, &end), errors.As(err, &active), errors.As(err, &pole), errors.As(err, &storm), integrate.IsRetry(err):
		return ExitConvergence
	}
	return ExitInternal
}

// StatusOfExitCode returns the Document.Status that goes with an exit code.
func StatusOfExitCode(code int) string {
	switch code {
	case ExitOK:
		return OK
	case ExitInterrupted:
		return Interrupted
	}
	return Failed
}

// DescribeFailure returns what run.json says of an error; nil for nil. The message is
// one line.
func DescribeFailure(err error) *Failure {
	if err == nil {
		return nil
	}
	f := &Failure{Message: firstLine(err.Error())}
	var step *integrate.ConvergenceError
	if errors.As(err, &step) {
		f.Time = &step.T
	}
	var end *system.EndError
	if errors.As(err, &end) {
		f.Element, f.Time = end.Element, &end.Time
	}
	var contrary *system.ContradictionError
	if errors.As(err, &contrary) {
		f.Time, f.Element = &contrary.Time, contrary.Row.OwnerTitle()
	}
	var active *system.ActiveSetError
	if errors.As(err, &active) {
		f.Time, f.Element = &active.Time, active.Row.OwnerTitle()
	}
	var storm *tooManyEventsError
	if errors.As(err, &storm) {
		f.Time, f.Element = &storm.time, storm.element
	}
	var singular *system.SingularError
	if errors.As(err, &singular) && singular.Body == "" {
		f.Element = singular.Row.OwnerTitle()
	}
	var named *StepError
	if errors.As(err, &named) {
		f.Element = named.Element
	}
	var pole *system.PoleError
	if errors.As(err, &pole) {
		f.Time, f.Element = &pole.Time, pole.Owner
	}
	var load *usersub.LoadError
	var call *usersub.CallError
	switch {
	case ExitCode(err) == ExitInterrupted:
		f.Message = "interrupted"
		f.addHaltedCall(err)
	case errors.Is(err, ErrWall):
		f.Message = ErrWall.Error()
		f.addHaltedCall(err)
	case errors.Is(err, element.ErrDeck):
	case errors.As(err, &load):
		f.Element, f.Routine, f.Message = load.Ref.Element, load.Ref.Function, firstLine(load.Reason)
	case errors.As(err, &call):
		f.Time = &call.Time
		f.Element, f.Routine, f.Message = call.Element, call.Routine, firstLine(call.Message)
	}
	f.Time = finiteOrNil(f.Time)
	return f
}

// FindInterruptedCall returns the call that had to be ended for the end of a run, nil if there is none.
func FindInterruptedCall(err error) *usersub.CallError {
	var call *usersub.CallError
	if (errors.Is(err, ErrWall) || errors.Is(err, context.Canceled)) && errors.As(err, &call) && call.Cause == usersub.TimedOut {
		return call
	}
	return nil
}

// addHaltedCall adds the call that had to be ended.
func (f *Failure) addHaltedCall(err error) {
	if call := FindInterruptedCall(err); call != nil {
		f.Element, f.Routine, f.Time = call.Element, call.Routine, &call.Time
		f.Message += "; routine " + call.Routine + " did not return"
	}
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimRight(text, "\r")
}
