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

// explainStepFailure names what was worst when a step failed.
func (s *solution) explainStepFailure(err error) error {
	var c *integrate.ConvergenceError
	var refused *integrate.RefusedError
	switch {
	case errors.As(err, &refused):
		return &UsageError{refused.Error()}
	case !errors.As(err, &c):
		return err
	case c.Worst != "":
		return &StepError{c.Worst, s.nameOpposingUnknown(c), err}
	case c.WorstKind == integrate.NoKind:
		return err
	}
	return &StepError{s.unknownName(c.WorstKind, c.WorstIdx), s.nameOpposingUnknown(c), err}
}

// nameOpposingUnknown names the unknown that pushes most beside what is worst.
func (s *solution) nameOpposingUnknown(c *integrate.ConvergenceError) string {
	switch {
	case !c.NonSmooth || c.Against != "":
		return c.Against
	case c.AgainstIdx <= 0:
		return ""
	}
	return s.unknownName(integrate.Row, c.AgainstIdx-1)
}

// unknowns are the kinds of unknowns as the system calls them.
var unknowns = map[integrate.Kind]string{
	integrate.RawPos: "position", integrate.Speed: "speed", integrate.State: "state",
	integrate.Algebraic: "algebraic", integrate.Multiplier: "multiplier", integrate.Row: "constraint",
}

func (s *solution) unknownName(k integrate.Kind, i int) string {
	return s.state.UnknownName(unknowns[k], i)
}

// describeJumpingLaw names the law that jumps between two points, and where it is in the deck: ", that of
// Force_Vector_OneBody 1: fx_expression (deck.xml:12:5)"; "" where none dominates.
func (s *solution) describeJumpingLaw(from, to *integrate.Point) string {
	owner, err := s.state.FindJumpingLaw(from, to)
	if owner == "" || err != nil { // an error will come back where it matters
		return ""
	}
	if at := s.deckPosition(owner); at != "" {
		return fmt.Sprintf(", that of %s (%s)", owner, at)
	}
	return ", that of " + owner
}

// deckPosition returns the place in the deck of the element of which an owner is a part: "deck.xml:12:5"; "" where it is not known.
func (s *solution) deckPosition(owner string) string {
	title, _, _ := strings.Cut(owner, ":")
	for _, e := range s.model.Deck.Elements {
		if e.KindID() == title && e.Span.Src != nil {
			return fmt.Sprint(e.Span)
		}
	}
	return ""
}
