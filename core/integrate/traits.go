package integrate

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
}

// StepControl says how an integrator chooses its steps.
type StepControl uint8

const (
	ControlledSteps StepControl = iota // by the error
	EitherSteps                        // by the error, or constant if Options.FixedStep is set
	ConstantSteps                      // constant, without a control of errors
)

const (
	// Default is the integrator where none is named.
	Default = "MSTIFF"
	// DefaultDAE is the integrator where none is named and settings of differential-algebraic equations are given.
	DefaultDAE = "DSTIFF"
	// NSC is the integrator for impacts, dry friction and rigid contacts.
	NSC = "NSC"
)

// integrators is the table of integrators, in the order of help texts.
var integrators = []struct {
	Traits
	make func() Method
}{
	{Traits{Name: "DSTIFF", MaxOrder: 5, Index: true, Interpolant: 5,
		Doc: "variable-order BDF"},
		func() Method { return new(dstiff) }},
	{Traits{Name: "ABAM", MaxOrder: 12, Ordinary: true, Stability: 1.2, Interpolant: 9,
		Doc: "Adams for models that are not stiff"},
		func() Method { return new(abam) }},
	{Traits{Name: "HHT", Steps: EitherSteps, Newmark: true, Alpha: hhtAlpha, Interpolant: 5,
		Doc: "Hilber-Hughes-Taylor, of second order"},
		func() Method { return new(hht) }},
	{Traits{Name: "RADAU", MaxOrder: 13, Ordinary: true, Interpolant: 9,
		Doc: "implicit Runge-Kutta of high order for many digits"},
		func() Method { return new(radau) }},
	{Traits{Name: "DOP853", Ordinary: true, Stability: 4, Interpolant: 9,
		Doc: "explicit Runge-Kutta of order 8 for many digits where nothing is stiff"},
		func() Method { return new(dop853) }},
	{Traits{Name: "VSTIFF", MaxOrder: 5, Ordinary: true, Interpolant: 5,
		Doc: "BDF with constraints on accelerations"},
		func() Method { return new(vstiff) }},
	{Traits{Name: "MSTIFF", MaxOrder: 9, Ordinary: true, Interpolant: 9,
		Doc: "modified extended BDF of orders to 9 for many digits"},
		func() Method { return new(mstiff) }},
	{Traits{Name: "CSTIFF", MaxOrder: 5, Steps: ConstantSteps, Index: true, Interpolant: 5,
		Doc: "BDF with a constant step of h_max"},
		func() Method { return new(cstiff) }},
	{Traits{Name: "NEWMARK", Steps: EitherSteps, Newmark: true, Interpolant: 5,
		Doc: "Newmark, of second order"},
		func() Method { return &hht{newmark: true} }},
	{Traits{Name: "RK4", Steps: ConstantSteps, Stability: 2, Interpolant: 5,
		Doc: "the classical explicit Runge-Kutta method with steps of h_max and no control of errors"},
		func() Method { return new(rk4) }},
	{Traits{Name: "VERLET", Steps: ConstantSteps, Stability: 1.4, Interpolant: 5,
		Doc: "the explicit leapfrog method of order 2 with steps of h_max and no control of errors"},
		func() Method { return new(verlet) }},
	{Traits{Name: NSC, Steps: ConstantSteps, NonSmooth: true, Interpolant: 5,
		Doc: "time stepping after Moreau and Jean with steps of h_max for impacts, dry friction and rigid contacts, in which speeds may jump"},
		func() Method { return new(nsc) }},
}

// TraitsOf returns the traits of the integrator of that name, in capitals; none but the name for one that does not exist.
func TraitsOf(name string) Traits {
	for i := range integrators {
		if integrators[i].Name == name {
			return integrators[i].Traits
		}
	}
	return Traits{Name: name}
}

// Names returns the names of the integrators for which keep returns true, all if it is nil, in the order of the table.
func Names(keep func(Traits) bool) []string {
	var names []string
	for i := range integrators {
		if keep == nil || keep(integrators[i].Traits) {
			names = append(names, integrators[i].Name)
		}
	}
	return names
}

// Explicit reports whether the integrator has constant steps that are bounded by stability.
func (t Traits) Explicit() bool { return t.Steps == ConstantSteps && t.Stability > 0 }

// List joins names by commas and a last "and".
func List(names []string) string {
	names = slices.Clone(names)
	if n := len(names); n > 1 {
		names[n-2] += " and " + names[n-1]
		names = names[:n-1]
	}
	return strings.Join(names, ", ")
}
