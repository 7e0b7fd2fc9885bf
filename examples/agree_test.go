package examples_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// family is decks that differ only in who supplies the law.
type family struct {
	decks []string // the others are compared with the first that this machine can build
	// expression is the deck, if any, whose law is an expression without a
	// jump: its partials are exact, so iterations end elsewhere.
	expression string
	columns    []string
	// shared is the deck, if any, of those compared with it whose routine uses
	// the same math library: the last digits of exp and its like differ between
	// libraries.
	shared map[string]string
	end    string            // simulated time of the run without error control
	brief  string            // that of the short form; "": end
	tuned  map[string]string // attributes of the run with error control
	jump   float64           // time of the first jump of the law; 0: there is none
}

var families = []family{
	{
		decks: []string{"catenary/catenary-c.xml", "catenary/catenary-python.xml",
			"catenary/catenary-plugin.xml", "catenary/catenary-wasm.xml"},
		expression: "catenary/catenary.xml",
		columns:    []string{"1.X", "1.Y", "2.VX", "2.VY", "3.F1"},
		shared:     map[string]string{"catenary/catenary-plugin.xml": "catenary/catenary-python.xml"},
		end:        "1.", brief: "0.3",
	},
	{
		decks: []string{"lugre-pendulum/lugre-pendulum-c.xml", "lugre-pendulum/lugre-pendulum-cpp.xml",
			"lugre-pendulum/lugre-pendulum-python.xml", "lugre-pendulum/lugre-pendulum-plugin.xml",
			"lugre-pendulum/lugre-pendulum-wasm.xml"},
		columns: []string{"1.F1", "1.F2", "2.F1", "2.F2", "3.F1", "3.F2", "4.X", "4.Z"},
		shared: map[string]string{"lugre-pendulum/lugre-pendulum-cpp.xml": "lugre-pendulum/lugre-pendulum-c.xml",
			"lugre-pendulum/lugre-pendulum-plugin.xml": "lugre-pendulum/lugre-pendulum-python.xml"},
		// At one tolerance in five one implementation takes an iteration more somewhere, which is 1e-7 at the reversal.
		end: "2.", brief: "0.6", tuned: map[string]string{"integr_tol": "2E-5"}, jump: reversal,
	},
	{
		decks:   []string{"lugre-stick-slip/lugre-stick-slip-c.xml", "lugre-stick-slip/lugre-stick-slip-python.xml"},
		columns: []string{"1.F1", "1.F2", "1.F3", "1.F4"},
		end:     "12.", tuned: map[string]string{"integr_tol": "1E-9"},
	},
}

// reversal lies before the first reversal of the pendulum with friction, at
// 0.3732 s, where its friction torque jumps.
const reversal = 0.37

// fixed are the attributes of a run without error control whose iterations go
// on to rounding. The position correction of HHT is taken in the metric of the
// matrix at hand: renewed at every step, it does not depend on how often the
// iterations asked for a new one.
var fixed = map[string]string{
	"integrator_type": "HHT", "integr_tol": "1E-12", "h_fixed": "1E-3", "dae_jacob_eval": "1",
}

// tight settings: what iterations leave does not show.
var tight = map[string]string{"integr_tol": "1E-8"}

// TestImplementationsAgreeAtFixedStep: the same steps are taken, so that what is left
// are differences of the routines themselves.
func TestImplementationsAgreeAtFixedStep(t *testing.T) {
	for _, f := range families {
		t.Run(filepath.Dir(f.decks[0]), func(t *testing.T) {
			t.Parallel()
			base := firstBuildable(t, f.decks)
			for _, deck := range f.decks {
				f.compare(t, deck, base, fixed, math.Inf(1), 1e-10)
				if other := f.shared[deck]; other != "" {
					f.compare(t, deck, other, fixed, math.Inf(1), 1e-12)
				}
			}
			if f.expression != "" {
				f.compare(t, f.expression, base, fixed, math.Inf(1), 1e-10)
			}
		})
	}
}

// interpreted calls functions of Python: with partials by differences, as those of C,
// steps are alike. Compiled functions have exact ones: see TestCompiledAgreesAdaptively.
const interpreted = "--interpret-python"

// TestCompiledAgreesAdaptively: Python functions that are compiled, and called. Newton's
// iteration leaves other residuals with exact partials, but takes the same steps. Behind a jump
// what a step on the way over it loses depends on where it began, as in TestLuGreTwin.
func TestCompiledAgreesAdaptively(t *testing.T) {
	for _, f := range families {
		for _, deck := range f.decks {
			if !strings.HasSuffix(deck, "-python.xml") {
				continue
			}
			t.Run(filepath.Base(deck), func(t *testing.T) {
				t.Parallel()
				_, s := run(t, deck, f.tuned)
				for _, r := range s.Routines {
					if r.Implementation != "compiled" {
						t.Errorf("a routine is supplied by %s", r.Implementation)
					}
				}
				bound := 1e-9
				if f.jump > 0 {
					f.hold(t, deck, deck, f.tuned, f.jump, bound, nil, []string{interpreted})
					bound = 1e-5
				}
				f.hold(t, deck, deck, f.tuned, math.Inf(1), bound, nil, []string{interpreted})
			})
		}
	}
}

// TestSuppliersAgreeAdaptively: steps may differ in their last digits. Where a
// law jumps, what a step on the way over it loses depends on where the step
// began, so that implementations agree within the tolerance from there on.
func TestImplementationsAgreeAdaptively(t *testing.T) {
	for i, f := range families {
		if !long && i%2 != 0 {
			continue
		}
		t.Run(filepath.Dir(f.decks[0]), func(t *testing.T) {
			t.Parallel()
			base := firstBuildable(t, f.decks)
			for _, deck := range f.decks {
				if f.jump == 0 {
					f.compare(t, deck, base, f.tuned, math.Inf(1), 1e-9)
				} else {
					f.compare(t, deck, base, f.tuned, f.jump, 1e-9)
					f.compare(t, deck, base, f.tuned, math.Inf(1), 1e-5)
				}
				if other := f.shared[deck]; other != "" {
					f.compare(t, deck, other, f.tuned, math.Inf(1), 1e-12)
				}
			}
			if f.expression != "" {
				f.compare(t, f.expression, base, tight, math.Inf(1), 1e-9)
			}
		})
	}
}

// compare holds the columns of two decks of the family against each other up
// to a time.
func (f *family) compare(t *testing.T, deck, with string, set map[string]string, until, bound float64) {
	t.Helper()
	var flags []string
	if set["h_fixed"] != "" {
		flags = []string{"--end", f.end, "--dt", "0.01"}
		if f.brief != "" && !long {
			flags[1] = f.brief
		}
	} else {
		flags = []string{interpreted}
	}
	f.hold(t, deck, with, set, until, bound, flags, flags)
}

// hold is compare of two runs with flags of their own. A deck whose routine this machine cannot build is left out, and so is
// a deck that would be compared with itself.
func (f *family) hold(t *testing.T, deck, with string, set map[string]string, until, bound float64, flags, withFlags []string) {
	t.Helper()
	flags, withFlags = relevantFlags(deck, flags), relevantFlags(with, withFlags)
	if deck == with && slices.Equal(flags, withFlags) {
		return
	}
	base, _ := run(t, with, set, withFlags...)
	if base == nil {
		return
	}
	got, _ := run(t, deck, set, flags...)
	if got == nil {
		return
	}
	worst, at := 0.0, ""
	for _, c := range f.columns {
		if d := deviation(t, got, base, c, until); d >= worst {
			worst, at = d, c
		}
	}
	t.Logf("%s and %s: %.1e", filepath.Base(deck), filepath.Base(with), worst)
	if worst > bound {
		t.Errorf("%s of %s and %s differ by %.3g up to %g s, the bound is %g", at, deck, with, worst, until, bound)
	}
}

// relevantFlags returns the flags that change something for a deck: how functions of Python are called does for those alone
// that have some, so that several tests have one run.
func relevantFlags(deck string, flags []string) []string {
	if strings.HasSuffix(deck, "-python.xml") {
		return flags
	}
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == interpreted })
}

// TestLuGreTwin: the law as expressions agrees with the law as a routine up to
// the first reversal of the velocity, where the torque jumps, and within the
// tolerance of passing the jumps from there on.
func TestLuGreTwin(t *testing.T) {
	t.Parallel()
	f := &family{columns: []string{"1.F1", "1.F2", "2.F1", "2.F2", "3.F1", "3.F2", "4.X", "4.Z"}, end: "5.", brief: "1."}
	twin, routine := "lugre-pendulum/lugre-pendulum-expr.xml", "lugre-pendulum/lugre-pendulum-python.xml"
	sets := []map[string]string{fixed, tight}
	if !long { // runs with error control: TestCompiledAgreesAdaptively, TestExpected
		sets = sets[:1]
	}
	for _, set := range sets {
		f.compare(t, twin, routine, set, reversal, 1e-9)
		f.compare(t, twin, routine, set, math.Inf(1), 1e-5)
	}
}

// TestLuGreLegacy: the law in Fortran 77 agrees with the law in C.
func TestLuGreLegacy(t *testing.T) {
	t.Parallel()
	f := &family{columns: []string{"1.F1", "1.F2", "2.F1", "2.F2", "3.F1", "3.F2", "4.X", "4.Z"}, end: "5."}
	old, routine := "legacy/hinge-f77.xml", "lugre-pendulum/lugre-pendulum-c.xml"
	for _, set := range []map[string]string{tight, fixed} {
		f.compare(t, old, routine, set, reversal, 1e-9)
		f.compare(t, old, routine, set, math.Inf(1), 1e-5)
	}
}
