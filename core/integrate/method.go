package integrate

import (
	"fmt"
	"sort"
	"strings"
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
	// At sets dst to the solution at t inside the last step, from the
	// method's own interpolant: positions are normalised, not projected.
	At(t float64, dst *Point)
	Stats() *Stats
	// Restart forgets the history: the Problem changed. The next Step solves
	// for accelerations at Now first.
	Restart()
}

// methods is the table of integrators.
var methods = map[string]func() Method{
	"DSTIFF":  func() Method { return new(dstiff) },
	"ABAM":    func() Method { return new(abam) },
	"HHT":     func() Method { return new(hht) },
	"NEWMARK": func() Method { return &hht{newmark: true} },
	"CSTIFF":  func() Method { return new(cstiff) },
	"MSTIFF":  func() Method { return new(mstiff) },
	"VSTIFF":  func() Method { return new(vstiff) },
	"RADAU":   func() Method { return new(radau) },
	"DOP853":  func() Method { return new(dop853) },
	"RK4":     func() Method { return new(rk4) },
	"VERLET":  func() Method { return new(verlet) },
	"NSC":     func() Method { return new(nsc) },
}

// New returns the method of that name, in capitals.
func New(name string) (Method, error) {
	if f := methods[name]; f != nil {
		return f(), nil
	}
	var known []string
	for k := range methods {
		known = append(known, k)
	}
	sort.Strings(known)
	return nil, fmt.Errorf("integrate: no integrator %q; there are %s", name, strings.Join(known, ", "))
}

// Careful is a Method whose error test can take speeds in.
type Careful interface {
	// Careful has speeds in the error test of steps up to time t: forces act for a short while.
	Careful(t float64)
}
