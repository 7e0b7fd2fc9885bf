package system

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// LawError is a law, penalty or constraint that failed: an expression without
// a finite value. That of a user subroutine is a *usersub.CallError.
type LawError struct {
	Owner string // "Force_Penalty 7"
	Time  float64
	Value float64 // NaN or an infinity, unless Err is set
	Err   error
}

func (e *LawError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s at time %g: %v", e.Owner, e.Time, e.Err)
	}
	return fmt.Sprintf("%s at time %g: the value is %v", e.Owner, e.Time, e.Value)
}

func (e *LawError) Unwrap() error { return e.Err }

// retryError requests a shorter step and says why: when the shortest step meets it
// too, the reason is what the user is informed.
type retryError struct{ err error }

func (r retryError) Error() string   { return r.err.Error() }
func (r retryError) Unwrap() []error { return []error{integrate.ErrRetry, r.err} }

// recordRoutineFailure notes an error of a routine that more than requests a shorter step, and returns it.
func (s *State) recordRoutineFailure(err error) error {
	if s.failed == nil && !errors.Is(err, integrate.ErrRetry) {
		s.failed = err
	}
	return err
}

// FatalRoutineError returns the error of a user subroutine that must end the analysis, nil where there is none. From there on no routine is called: each
// evaluation that needs one returns this error. It stays known where an evaluation that only serves a warning, a trial or an interpolation
// has failed.
func (s *State) FatalRoutineError() error { return s.failed }

// addLawOwnerToError adds the owner of law i to an error that does not say it yet.
func (s *State) addLawOwnerToError(i int, err error) error {
	var call *usersub.CallError
	if err == errRelearn || errors.Is(err, integrate.ErrRetry) || errors.As(err, &call) {
		return err
	}
	return &LawError{Owner: s.sys.Laws[i].Owner, Time: s.p.T, Err: err}
}

// shorterStepError requests a shorter step: a trial may have left the domain of a law.
// The integrator gives up when the shortest step still meets it.
func (s *State) shorterStepError(i int, v float64) error {
	if r, ok := s.plan.law[i].law.(*routineLaw); ok {
		return retryError{r.callError(usersub.NotFinite, fmt.Sprintf("the routine returned %v", v), s.p.T)}
	}
	return retryError{&LawError{Owner: s.sys.Laws[i].Owner, Time: s.p.T, Value: v}}
}

// checkFinite returns an error for the first of the values that is none.
func (s *State) checkFinite(element string, id int, values ...float64) error {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return retryError{&LawError{Owner: fmt.Sprintf("%s %d", element, id), Time: s.p.T, Value: v}}
		}
	}
	return nil
}

// CycleError names the members of a cycle among laws and forces.
type CycleError struct{ Members []string }

func (e *CycleError) Error() string {
	return "these depend on each other in a cycle: " + strings.Join(e.Members, " -> ") +
		"; make one of the variables implicit=\"TRUE\" to have it solved"
}

// SingularError is a point at which accelerations and reactions cannot be distinguished. It requests
// for a shorter step, which may leave it out.
type SingularError struct {
	Body string       // that nothing resists or drives along some motion; or
	Row  RedundantRow // that depends on others here, but not near by
}

func (e *SingularError) Error() string {
	if e.Body != "" {
		return e.Body + " can move freely in some direction and has no mass or inertia there"
	}
	return fmt.Sprintf("the configuration is singular: %s depends on other constraints here, though not near by", e.Row)
}

func (e *SingularError) Unwrap() error { return integrate.ErrRetry }
