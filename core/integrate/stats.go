package integrate

import "fmt"

// Kind reports what an unknown or a row is.
type Kind uint8

const (
	NoKind     Kind = iota
	RawPos          // raw position, index in Point.Q
	Speed           // speed, index in Point.V
	State           // first-order state, index in Point.X
	Algebraic       // algebraic unknown, index in Point.Y
	Multiplier      // multiplier, index in Point.L
	Row             // constraint row, index in Residual.Pos
)

var kindNames = [...]string{"unknown", "position", "speed", "state", "algebraic unknown", "multiplier", "constraint row"}

func (k Kind) String() string { return kindNames[k] }

// Jump is a place where the local error could not be kept: the step was taken
// at the smallest size all the same.
type Jump struct {
	T, H float64 // end of the step and its size
	Kind Kind    // the worst unknown
	Idx  int
	// The law jumps between these two points, near to each other; those of the last jump only.
	From, To *Point
}

// Stats counts the work since Init, Accelerations and projections with a
// shared Work included.
type Stats struct {
	Steps, Rejected  int
	Evaluations      int // residuals
	Jacobians        int // fresh partials
	Factorizations   int
	NewtonIterations int
	H                float64 // last accepted step
	Order            int     // its order
	Jumps            int
	Passed           int     // singular configurations that were passed in a step of order 8
	PassedT          float64 // the last one
	LastJump         Jump
	// ExceedingSteps counts steps of CSTIFF, which takes them all the same, whose local error is
	// above Options.Tol; the largest, in units of it, ended at WorstT.
	ExceedingSteps int
	Worst, WorstT  float64
	// Starting reports CSTIFF that all its steps so far are those of the start.
	Starting bool
	// Of NSC: problems solved, the greatest residual that was accepted, impacts that were searched for and found.
	VISolves         int
	VIIterations     int
	VIResidual       float64
	Impacts          int
	PositionResidual float64 // greatest error of rows of positions and of gaps that was left
	// Changed reports that AUTO has changed to another method, nil if it has not.
	Changed *MethodChange
	// SpeedDisturbance is the state for which DSTIFF left index 3 for the form of index 2, nil if it did not.
	SpeedDisturbance *SpeedDisturbance
}

// MethodChange is a change of the method within an analysis.
type MethodChange struct {
	T   float64 // the new one begins here
	To  string  // its name
	Why string  // what the other one did not do well
}

// SpeedDisturbance is a state whose error was made by the errors of speeds that index 3 has.
type SpeedDisturbance struct {
	T   float64 // from here on steps are in the form of index 2
	Idx int     // of the state
}

// ConvergenceError reports that no step could be completed.
type ConvergenceError struct {
	T, H      float64 // start of the step and the size that failed
	Rest      bool    // no equilibrium was found, rather
	NonSmooth bool    // inequalities of NSC are not solved; H is 0 in an impact
	Reason    string
	WorstKind Kind // the unknown or row that was worst
	WorstIdx  int
	Worst     string // its name where it has no place among unknowns and rows
	// Of inequalities: who pushes most beside what is worst, by its name or, where that is empty, its row + 1; 0 where nobody is known.
	Against    string
	AgainstIdx int
	Err        error // what an evaluation said last, or nil
	// Singular reports whether the step was near a singular configuration, Loosen whether a larger tolerance may help.
	Singular, Loosen bool
}

func (e *ConvergenceError) Error() string {
	s := fmt.Sprintf("no convergence at t=%g, h=%.3g: %s", e.T, e.H, e.Reason)
	switch {
	case e.NonSmooth && e.H == 0:
		s = fmt.Sprintf("no convergence in an impact at t=%g: %s", e.T, e.Reason)
	case e.Rest:
		s = fmt.Sprintf("no equilibrium at t=%g: %s", e.T, e.Reason)
	}
	if e.Singular {
		s += ", near a singular configuration, where constraints depend on each other"
	}
	if e.WorstKind != NoKind {
		s += fmt.Sprintf(" (worst: %v %d)", e.WorstKind, e.WorstIdx)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *ConvergenceError) Unwrap() error { return e.Err }

// RefusedError reports that the solver that NSC was set to use cannot treat the problem.
type RefusedError struct {
	T             float64
	Solver, Needs string
	Found         string // who needs what it does not have
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("vi_solver %q needs %s, but at time %g %s: use \"newton\" (the default) or \"admm\"", e.Solver, e.Needs, e.T, e.Found)
}
