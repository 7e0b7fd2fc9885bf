// Package traits has what readers of decks, the driver and help texts need to know of each integrator: a row for each. It imports nothing,
// so that every layer can use it; package integrate has the integrators themselves.
package traits

import (
	"slices"
	"strings"
)

// Traits is what other packages need to know of an integrator.
type Traits struct {
	Name string // in capitals, as in decks
	Doc  string // what it is and when to choose it
	// MaxOrder is the highest order that can be set, 0 for a method of fixed order.
	MaxOrder int
	Steps    StepControl
	// Index: the equations can be of index 3, 2 (stabilized) or 1.
	Index bool
	// Ordinary: it solves ordinary differential equations in speeds and accelerations, from which the constraint forces have been
	// eliminated; positions and speeds are projected onto the constraints.
	Ordinary bool
	// Newmark: it has the parameters β and γ of Newmark's method and α of Hilber, Hughes and Taylor's; Alpha is the default of α.
	Newmark bool
	Alpha   float64
	// NonSmooth: speeds may jump within a step; inequalities and dry friction are part of its equations.
	NonSmooth bool
	// Stability is, for an explicit method, the step times the largest eigenvalue of the motion above which the fastest motion is not
	// resolved, so that stability holds the step: the limits are 2.8 for RK4, 2 for VERLET, about 6 for DOP853 and 1 or 2 for ABAM by
	// its order. 0 for an implicit one.
	Stability float64
	// Interpolant is the degree of the polynomial that represents the solution within a step.
	Interpolant int
	// Stiff: it is what messages propose for stiff models.
	Stiff bool
	// AlongRows: it integrates states alone where constraints determine the motion. Methods that need complex matrices of the full problem
	// do not, nor does one that is for speeds.
	AlongRows bool
	// Starter is, for an integrator of constant steps that does not start by itself, the one that makes the first steps.
	Starter string
	// First is, for an integrator that changes between others, the one that it begins with.
	First string
	// Same and Instead are names in Adams decks that run as it: integrators of the same formulas and tolerance, and others, with a warning.
	Same, Instead []string
	// MotionSolve are names in MotionSolve decks that run as it, with a warning.
	MotionSolve []Alias
}

// Alias is a name of another program for an integrator, and why this one runs instead.
type Alias struct{ Name, Why string }

// StepControl says how an integrator chooses its steps.
type StepControl uint8

const (
	ControlledSteps StepControl = iota // by the error
	EitherSteps                        // by the error, or constant if Options.FixedStep is set
	ConstantSteps                      // constant, without a control of errors
)

// Names of integrators, for programs that choose one.
const (
	DSTIFF  = "DSTIFF"
	ABAM    = "ABAM"
	HHT     = "HHT"
	RADAU   = "RADAU"
	DOP853  = "DOP853"
	VSTIFF  = "VSTIFF"
	MSTIFF  = "MSTIFF"
	CSTIFF  = "CSTIFF"
	NEWMARK = "NEWMARK"
	RK4     = "RK4"
	VERLET  = "VERLET"
	NSC     = "NSC"
	AUTO    = "AUTO"
)

const (
	// Default is the integrator where none is named.
	Default = AUTO
	// DefaultDAE is the integrator where none is named and settings of differential-algebraic equations are given.
	DefaultDAE = DSTIFF
	// DefaultOrdinary is the integrator of the statement TRANSIENT of Adams decks, an older form of INTEGRATOR for ordinary differential
	// equations, where it names none.
	DefaultOrdinary = VSTIFF
)

// rows is the table of integrators, in the order of help texts.
var rows = []Traits{
	{Name: AUTO, First: ABAM, MaxOrder: 12, Ordinary: true, AlongRows: true, Interpolant: 9,
		Doc: "ABAM, and MSTIFF from where steps are held by stability or it needs fewer evaluations"},
	{Name: DSTIFF, MaxOrder: 5, Index: true, Stiff: true, AlongRows: true, Interpolant: 5,
		Same: []string{"GSTIFF", "SI2_GSTIFF"}, Instead: []string{"WSTIFF", "CONSTANT_BDF", "HASTIFF"},
		MotionSolve: []Alias{{"GSTIFF", "the same formulas with steps of free choice"}},
		Doc:         "variable-order BDF"},
	{Name: ABAM, MaxOrder: 12, Ordinary: true, AlongRows: true, Stability: 1.2, Interpolant: 9,
		Doc: "Adams for models that are not stiff"},
	{Name: HHT, Steps: EitherSteps, Newmark: true, AlongRows: true, Alpha: -0.05, Interpolant: 5,
		MotionSolve: []Alias{{"HSTIFF", "the method of the same family with controlled damping"}},
		Doc:         "Hilber-Hughes-Taylor, of second order"},
	{Name: RADAU, MaxOrder: 13, Ordinary: true, Stiff: true, Interpolant: 9,
		Doc: "implicit Runge-Kutta of high order for many digits"},
	{Name: DOP853, Ordinary: true, AlongRows: true, Stability: 4, Interpolant: 9,
		Instead: []string{"RKF45"},
		Doc:     "explicit Runge-Kutta of order 8 for many digits where nothing is stiff"},
	{Name: VSTIFF, MaxOrder: 5, Ordinary: true, AlongRows: true, Interpolant: 5,
		Doc: "BDF with constraints on accelerations"},
	{Name: MSTIFF, MaxOrder: 9, Ordinary: true, AlongRows: true, Interpolant: 9,
		Doc: "modified extended BDF of orders to 9 for many digits"},
	{Name: CSTIFF, MaxOrder: 5, Steps: ConstantSteps, Starter: RADAU, Index: true, Interpolant: 5,
		Doc: "BDF with a constant step of h_max"},
	{Name: NEWMARK, Steps: EitherSteps, Newmark: true, AlongRows: true, Interpolant: 5,
		Doc: "Newmark, of second order"},
	{Name: RK4, Steps: ConstantSteps, AlongRows: true, Stability: 2, Interpolant: 5,
		Doc: "the classical explicit Runge-Kutta method with steps of h_max and no control of errors"},
	{Name: VERLET, Steps: ConstantSteps, Stability: 1.4, Interpolant: 5,
		Doc: "the explicit leapfrog method of order 2 with steps of h_max and no control of errors"},
	{Name: NSC, Steps: ConstantSteps, NonSmooth: true, Interpolant: 5,
		Doc: "time stepping after Moreau and Jean with steps of h_max for impacts, dry friction and rigid contacts, in which speeds may jump"},
}

// TraitsByIntegratorName returns the traits of the integrator of that name, in capitals; none but the name for one that does not exist.
func TraitsByIntegratorName(name string) Traits {
	for i := range rows {
		if rows[i].Name == name {
			return rows[i]
		}
	}
	return Traits{Name: name}
}

// NamesOfIntegrators returns the names of the integrators for which keep returns true, all if it is nil, in the order of the table.
func NamesOfIntegrators(keep func(Traits) bool) []string {
	var names []string
	for i := range rows {
		if keep == nil || keep(rows[i]) {
			names = append(names, rows[i].Name)
		}
	}
	return names
}

// JoinedIntegratorNames returns the names of the integrators for which keep returns true as a text: "DSTIFF and CSTIFF".
func JoinedIntegratorNames(keep func(Traits) bool) string {
	return JoinNamesWithAnd(NamesOfIntegrators(keep))
}

// StiffIntegratorNames returns the integrators that messages propose for stiff models, as a text.
func StiffIntegratorNames() string {
	return JoinedIntegratorNames(func(t Traits) bool { return t.Stiff })
}

// IntegratorForMotionSolveName returns the integrator that runs under a name of MotionSolve, and why it does; name and "" for any other.
func IntegratorForMotionSolveName(name string) (integrator, reason string) {
	for i := range rows {
		for _, a := range rows[i].MotionSolve {
			if a.Name == name {
				return rows[i].Name, a.Why
			}
		}
	}
	return name, ""
}

// MotionSolveNames returns the names of MotionSolve that IntegratorForMotionSolveName knows.
func MotionSolveNames() []string {
	var names []string
	for i := range rows {
		for _, a := range rows[i].MotionSolve {
			names = append(names, a.Name)
		}
	}
	return names
}

// IntegratorForAdamsName returns the integrator that runs under a name of an Adams deck, and reports whether it has other formulas or another
// tolerance; name and false for any other.
func IntegratorForAdamsName(name string) (integrator string, differs bool) {
	for i := range rows {
		switch {
		case slices.Contains(rows[i].Same, name):
			return rows[i].Name, false
		case slices.Contains(rows[i].Instead, name):
			return rows[i].Name, true
		}
	}
	return name, false
}

// AdamsNames returns the names that an Adams deck can give: those of all integrators and those that IntegratorForAdamsName knows.
func AdamsNames() []string {
	var names []string
	for i := range rows {
		names = slices.Concat(names, rows[i].Same, []string{rows[i].Name}, rows[i].Instead)
	}
	return names
}

// IsExplicitFixedStep reports whether the integrator has constant steps that are bounded by stability.
func (t Traits) IsExplicitFixedStep() bool { return t.Steps == ConstantSteps && t.Stability > 0 }

// JoinNamesWithAnd joins names by commas and a last "and".
func JoinNamesWithAnd(names []string) string {
	names = slices.Clone(names)
	if n := len(names); n > 1 {
		names[n-2] += " and " + names[n-1]
		names = names[:n-1]
	}
	return strings.Join(names, ", ")
}
