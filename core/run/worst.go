package run

import (
	"errors"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// StepError is a step that could not be completed, with the name of what was
// worst in it.
type StepError struct {
	Element string // "Constraint_Joint 7, position x"; "" when not known
	Against string // who pushes most beside it, where inequalities are not solved
	Err     error
}

func (e *StepError) Error() string {
	if e.Element == "" {
		return e.Err.Error()
	}
	if e.Against != "" {
		return fmt.Sprintf("%v [%s, against %s]", e.Err, e.Element, e.Against)
	}
	return fmt.Sprintf("%v [%s]", e.Err, e.Element)
}

func (e *StepError) Unwrap() error { return e.Err }

// stepFailed names what was worst when a step failed.
func (r *runner) stepFailed(err error) error {
	var c *integrate.ConvergenceError
	var refused *integrate.RefusedError
	switch {
	case errors.As(err, &refused):
		return &UsageError{refused.Error()}
	case !errors.As(err, &c):
		return err
	case c.Worst != "":
		return &StepError{c.Worst, r.describeOpponent(c), err}
	case c.WorstKind == integrate.NoKind:
		return err
	}
	return &StepError{r.name(c.WorstKind, c.WorstIdx), r.describeOpponent(c), err}
}

// describeOpponent names who pushes most beside what is worst.
func (r *runner) describeOpponent(c *integrate.ConvergenceError) string {
	switch {
	case !c.Hard || c.Against != "":
		return c.Against
	case c.AgainstIdx <= 0:
		return ""
	}
	return r.name(integrate.Row, c.AgainstIdx-1)
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
	what, law := r.name(j.Kind, j.Idx), r.jumper(j.From, j.To)
	if r.reportedJumps == nil {
		r.reportedJumps = map[string]bool{}
	}
	if !r.reportedJumps[what+law] {
		r.reportedJumps[what+law] = true
		r.countFinding(func(f *Findings) { f.Jumps++ })
		r.warn("a law jumps at time %g%s: the error of %s could not be kept and the smallest step was taken", j.T, law, what)
	}
}

// disturbed logs, once, that DSTIFF left index 3.
func (r *runner) disturbed() {
	d := r.method.Stats().Disturbed
	if d == nil || r.loggedIndex {
		return
	}
	r.loggedIndex = true
	r.rec.Log("from time %.6g on DSTIFF holds speeds to the constraints, too, as with dae_index 2: the errors that index 3 has in them disturb %s", d.T, r.name(integrate.State, d.Idx))
}

// jumper names the law that jumps between two points, and where it stands in the deck: ", that of
// Force_Vector_OneBody 1: fx_expression (deck.xml:12:5)"; "" where none stands out.
func (r *runner) jumper(from, to *integrate.Point) string {
	owner, err := r.state.Jumper(from, to)
	if owner == "" || err != nil { // an error will come back where it matters
		return ""
	}
	if at := r.where(owner); at != "" {
		return fmt.Sprintf(", that of %s (%s)", owner, at)
	}
	return ", that of " + owner
}

// where returns the place in the deck of the element of which an owner is a part: "deck.xml:12:5"; "" where it is not known.
func (r *runner) where(owner string) string {
	title, _, _ := strings.Cut(owner, ":")
	for _, e := range r.model.Deck.Elements {
		if e.Title() == title && e.Span.Src != nil {
			return fmt.Sprint(e.Span)
		}
	}
	return ""
}

// warnCoarseSteps warns where constant steps were too long for the tolerance.
func (r *runner) warnCoarseSteps(st *integrate.Stats) {
	if st.Starting {
		r.warn("CSTIFF did not come to its constant steps before the analysis ended: all steps are those of RADAU, with which it starts and which controls them; h_max has to be shorter")
	}
	if st.Over > 0 {
		r.countFinding(func(f *Findings) { f.CoarseSteps += st.Over })
		r.warn("%d constant steps have a local error above integr_tol, the largest %.3g times as much at time %g: a shorter h_max, or an integrator that controls its steps, is more accurate", st.Over, st.Worst, st.WorstT)
	}
}
