package run

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

var (
	load = &usersub.LoadError{Ref: usersub.Ref{Element: "Force_Penalty 1", Function: "bead"}, Routine: "PFOSUB",
		Reason: "not found", Hint: "look"}
	raised = &usersub.CallError{Element: "Force_Penalty 2", Routine: "PFOSUB", Time: 1.5, Message: "it raised", Detail: "Traceback"}
	lost   = &usersub.CallError{Cause: usersub.Lost, Element: "Force_Penalty 3", Routine: "PFOSUB", Time: 2, Message: "gone"}
	step   = &integrate.ConvergenceError{T: 3, H: 1e-6, Reason: "too small"}
)

func TestCodeAndExplanation(t *testing.T) {
	for _, c := range []struct {
		err     error
		code    int
		time    float64 // -1: none
		element string
		message string
	}{
		{context.Canceled, 130, -1, "", "interrupted"},
		{fmt.Errorf("at time 1: %w", context.Canceled), 130, -1, "", "interrupted"},
		{ErrWall, 7, -1, "", ErrWall.Error()},
		{fmt.Errorf("%w: %w", ErrWall, context.Canceled), 7, -1, "", ErrWall.Error()},
		{context.DeadlineExceeded, 7, -1, "", "context deadline exceeded"},
		{ErrNoSimulate, 2, -1, "", ErrNoSimulate.Error()},
		{&UsageError{"the end comes before the start"}, 2, -1, "", "the end comes before the start"},
		{element.ErrDeck, 3, -1, "", element.ErrDeck.Error()},
		{errors.Join(load, element.ErrDeck), 3, -1, "", "Force_Penalty 1: routine bead: not found"},
		{&system.CycleError{Members: []string{"a", "b"}}, 3, -1, "", (&system.CycleError{Members: []string{"a", "b"}}).Error()},
		{errors.Join(load, load), 4, -1, "Force_Penalty 1", "not found"},
		{raised, 5, 1.5, "Force_Penalty 2", "it raised"},
		{lost, 8, 2, "Force_Penalty 3", "gone"},
		{step, 6, 3, "", step.Error()},
		{&StepError{"Force_Penalty 4", "", step}, 6, 3, "Force_Penalty 4", step.Error() + " [Force_Penalty 4]"},
		{&integrate.ConvergenceError{T: 3, Err: fmt.Errorf("inside: %w", raised)}, 5, 1.5, "Force_Penalty 2", "it raised"},
		{&integrate.ConvergenceError{T: 3, Err: lost}, 8, 2, "Force_Penalty 3", "gone"},
		{fmt.Errorf("at time 0: %w", integrate.ErrRetry), 6, -1, "", "at time 0: " + integrate.ErrRetry.Error()},
		{&system.ContradictionError{Time: 2, Level: "position", Row: system.RedundantRow{Element: "Motion_Joint", ID: 2, Row: "motion"}, Others: []string{"Motion_Joint 1"}, Off: 0.5}, 6, 2, "Motion_Joint 2",
			"time 2: Motion_Joint 2: motion contradicts Motion_Joint 1: with these satisfied its position is off by 0.5; take one of them out or make them agree"},
		{&system.AssemblyError{Level: "position"}, 6, -1, "", (&system.AssemblyError{Level: "position"}).Error()},
		{errors.New("no idea\nwith a stack"), 1, -1, "", "no idea"},
	} {
		f := DescribeFailure(c.err)
		time := -1.0
		if f.Time != nil {
			time = *f.Time
		}
		if ExitCode(c.err) != c.code || time != c.time || f.Element != c.element || f.Message != c.message {
			t.Errorf("%v: code %d, %+v (time %g)", c.err, ExitCode(c.err), *f, time)
		}
	}
	if ExitCode(nil) != 0 || DescribeFailure(nil) != nil {
		t.Error("no error has a code or an explanation")
	}
	if StatusOfExitCode(0) != OK || StatusOfExitCode(130) != Interrupted || StatusOfExitCode(7) != Failed {
		t.Error("status of an exit code")
	}
}
