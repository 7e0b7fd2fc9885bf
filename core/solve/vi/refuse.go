package vi

import "fmt"

// RefusedError reports that a solver cannot treat problems of a kind, whatever their numbers.
type RefusedError struct {
	Solver string
	Needs  string // what the solver needs
	I, J   int    // the blocks of H that are not so: the same one twice, or two that are joined
	Found  string // what they are
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("vi: %s needs %s, but %s: use newton or admm", e.Solver, e.Needs, e.Found)
}

// CheckSupported returns a *RefusedError where s cannot treat problems such as p, nil where it may. q is overwritten by those solvers that
// look closer.
func CheckSupported(s Solver, p *Problem, q []float64) *RefusedError {
	var err error
	switch s := s.(type) {
	case *PSOR:
		err = s.initSolve(p, q, "psor")
	case *APGD:
		err = s.initSolve(p, q, "apgd")
	case *BB:
		err = s.initSolve(p, q, "bb")
	}
	r, _ := err.(*RefusedError)
	return r
}

// NeedsSymmetricH reports that s refuses problems whose H is not symmetric.
func NeedsSymmetricH(s Solver) bool {
	switch s.(type) {
	case *PSOR, *APGD, *BB:
		return true
	}
	return false
}
