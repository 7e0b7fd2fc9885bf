package run

import (
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// StepError is a step that could not be completed, with the name of what was
// worst in it.
type StepError struct {
	Element string // "Constraint_Joint 7, position x"; "" when not known
	Err     error
}

func (e *StepError) Error() string {
	if e.Element == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%v [%s]", e.Err, e.Element)
}

func (e *StepError) Unwrap() error { return e.Err }

// stepFailed names what was worst when a step failed.
func (r *runner) stepFailed(err error) error {
	var c *integrate.ConvergenceError
	if !errors.As(err, &c) || c.WorstKind == integrate.NoKind {
		return err
	}
	return &StepError{r.name(c.WorstKind, c.WorstIdx), err}
}

// unknowns are the kinds of unknowns as the system calls them.
var unknowns = map[integrate.Kind]string{
	integrate.RawPos: "position", integrate.Speed: "speed", integrate.State: "state",
	integrate.Algebraic: "algebraic", integrate.Multiplier: "multiplier", integrate.Row: "constraint",
}

func (r *runner) name(k integrate.Kind, i int) string { return r.state.UnknownName(unknowns[k], i) }

// jumped warns, once for each element, of jumps that were passed at the
// smallest step.
func (r *runner) jumped() {
	st := r.method.Stats()
	if st.Jumps == r.jumps {
		return
	}
	r.jumps = st.Jumps
	r.state.Broken()
	j := &st.LastJump
	what := r.name(j.Kind, j.Idx)
	if r.said == nil {
		r.said = map[string]bool{}
	}
	if !r.said[what] {
		r.said[what] = true
		r.warn("a law jumps at time %g: the error of %s could not be kept and the smallest step was taken", j.T, what)
	}
}

// coarse warns where constant steps were too long for the tolerance.
func (r *runner) coarse(st *integrate.Stats) {
	if st.Over > 0 {
		r.warn("%d constant steps have a local error above integr_tol, the largest %.3g times as much at time %g: a shorter h_max, or an integrator that controls its steps, is more accurate", st.Over, st.Worst, st.WorstT)
	}
}
