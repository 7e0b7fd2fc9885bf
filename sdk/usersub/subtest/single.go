package subtest

import (
	"errors"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// checkSharedVariables checks that a library, script or plugin is loaded once and keeps its
// own variables: elements share it.
func checkSharedVariables(t *testing.T, c *Case, r *usersub.Routine) {
	fa, fb := c.Frame(1), c.Frame(2)
	for n, f := range []*usersub.Frame{fa, fb, fb, fa} {
		f.PrepareCall(0, false, false)
		if err := r.Call(f, &State{}); err != nil {
			t.Fatal(err)
		}
		if v := valueOutput(f)[0]; v != float64(n) {
			t.Fatalf("call %d gives %g", n, v)
		}
	}
}

// checkFailure checks what a routine that raises an error gives: a CallError that
// carries its text, and an implementation that still works afterwards.
func checkFailure(t *testing.T, c *Case, r *usersub.Routine) {
	want := c.Define(nil, nil).Error()
	for range 2 {
		f := c.Frame(1)
		f.PrepareCall(0.5, false, false)
		err := r.Call(f, &State{})
		var failed *usersub.CallError
		if !errors.As(err, &failed) {
			t.Fatalf("got %v, want a CallError", err)
		}
		if failed.Cause != usersub.Exception || !strings.Contains(failed.Message, want) {
			t.Fatalf("cause %d with %q, want an exception with %q", failed.Cause, failed.Message, want)
		}
		if failed.Routine == "" || failed.Time != 0.5 {
			t.Fatalf("routine %q at time %g are not named", failed.Routine, failed.Time)
		}
	}
}
