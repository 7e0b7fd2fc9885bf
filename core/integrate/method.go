package integrate

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// Method advances a Problem in time.
type Method interface {
	// Init begins at start, which is consistent: positions and speeds on the
	// constraints, accelerations, state rates, algebraic unknowns and
	// multipliers solving the equations. start is copied.
	Init(p Problem, start *Point, opt *Options) error
	// Step takes one accepted step. It ends at limit at the latest unless
	// Options.Interpolate is set. Errors: *ConvergenceError, or what the
	// Problem returned.
	Step(limit float64) error
	// Now is the last accepted point: read only, valid until the next Step.
	Now() *Point
	// InterpolateAt sets dst to the solution at t inside the last step, from the
	// method's own interpolant: positions are normalised, not projected.
	InterpolateAt(t float64, dst *Point)
	Stats() *Stats
	// NotifyProblemChanged has the history forgotten: the Problem changed. The next Step solves
	// for accelerations at Now first.
	NotifyProblemChanged()
}

// methods makes the integrators of the table of package traits, by their names.
var methods = map[string]func() Method{}

// registerMethod adds an integrator; each does it in its file.
func registerMethod(name string, make func() Method) { methods[name] = make }

// RefineInterpolant makes InterpolateAt of a method as good inside the last step as the method can, where nothing had requested that before the
// step, and reports whether it has become better. It evaluates the Problem inside that step.
func RefineInterpolant(m Method) bool {
	d, ok := m.(*dop853)
	return ok && d.addInteriorStages()
}

// CanRefineInterpolant reports whether a method's interpolant can be made better by RefineInterpolant.
func CanRefineInterpolant(m Method) bool {
	_, ok := m.(*dop853)
	return ok
}

// New returns the method of that name, in capitals.
func New(name string) (Method, error) {
	if make := methods[name]; make != nil {
		return make(), nil
	}
	return nil, fmt.Errorf("integrate: no integrator %q; available: %s", name, strings.Join(traits.NamesOfIntegrators(nil), ", "))
}

// SpeedTester is a Method whose error test can take speeds in.
type SpeedTester interface {
	// IncludeSpeedsInErrorTest has speeds in the error test of steps up to the time until: forces act for a short while.
	IncludeSpeedsInErrorTest(until float64)
}
