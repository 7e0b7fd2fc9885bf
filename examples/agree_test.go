package examples_test

import (
	"math"
	"path/filepath"
	"testing"
)

// family is decks that differ only in who supplies the law.
type family struct {
	decks   []string // the first is what the others are compared with
	columns []string
	// library tells that the law calls functions of a math library, whose
	// last digits differ from supplier to supplier.
	library bool
	// step, in s, of the run without error control.
	step  string
	tight string
}

var families = []family{
	{
		decks: []string{"catenary/catenary-c.xml", "catenary/catenary-python.xml",
			"catenary/catenary-plugin.xml", "catenary/catenary.xml"},
		columns: []string{"1.X", "1.Y", "2.VX", "2.VY", "3.F1"},
		library: true, step: "1E-3", tight: "1E-9",
	},
	{
		decks: []string{"lugre-pendulum/lugre-pendulum-c.xml", "lugre-pendulum/lugre-pendulum-cpp.xml",
			"lugre-pendulum/lugre-pendulum-python.xml", "lugre-pendulum/lugre-pendulum-plugin.xml"},
		columns: []string{"1.F1", "1.F2", "2.F1", "2.F2", "3.F1", "3.F2", "4.X", "4.Z"},
		library: true, step: "1E-3", tight: "1E-9",
	},
	{
		decks:   []string{"lugre-stick-slip/lugre-stick-slip-c.xml", "lugre-stick-slip/lugre-stick-slip-python.xml"},
		columns: []string{"1.F1", "1.F2", "1.F3", "1.F4"},
		library: true, step: "1E-3", tight: "1E-9",
	},
}

// TestSuppliersAgreeAtFixedStep: the same steps are taken, so that what is left
// are differences of the routines themselves.
func TestSuppliersAgreeAtFixedStep(t *testing.T) {
	for _, f := range families {
		bound := 1e-12
		if f.library {
			bound = 1e-10
		}
		f.agree(t, map[string]string{
			"integrator_type": "HHT", "integr_tol": "1E-12", "h_max": f.step, "h_min": f.step, "h0_max": f.step,
		}, bound)
	}
}

// TestSuppliersAgreeAdaptively: steps may differ in their last digits.
func TestSuppliersAgreeAdaptively(t *testing.T) {
	for _, f := range families {
		f.agree(t, map[string]string{"integr_tol": f.tight}, 1e-9)
	}
}

func (f *family) agree(t *testing.T, set map[string]string, bound float64) {
	t.Run(filepath.Dir(f.decks[0]), func(t *testing.T) {
		base, _ := run(t, f.decks[0], set)
		for _, deck := range f.decks[1:] {
			t.Run(filepath.Base(deck), func(t *testing.T) {
				got, _ := run(t, deck, set)
				for _, c := range f.columns {
					d := deviation(t, got, base, c, math.Inf(1))
					t.Logf("%-5s %.1e", c, d)
					if d > bound {
						t.Errorf("%s of %s and %s differ by %.3g, the bound is %g", c, deck, f.decks[0], d, bound)
					}
				}
			})
		}
	})
}

// TestLuGreTwin: the law as expressions agrees with the law as a routine up to
// the first reversal of the velocity, where the torque jumps, and within the
// tolerance of passing the jumps from there on.
func TestLuGreTwin(t *testing.T) {
	set := map[string]string{"integr_tol": "1E-9"}
	base, _ := run(t, "lugre-pendulum/lugre-pendulum-python.xml", set)
	twin, _ := run(t, "lugre-pendulum/lugre-pendulum-expr.xml", set)
	const reversal = 0.37 // the first lies at 0.3732 s
	for _, c := range []string{"1.F1", "1.F2", "3.F1", "3.F2"} {
		before, after := deviation(t, twin, base, c, reversal), deviation(t, twin, base, c, math.Inf(1))
		t.Logf("%-5s %.1e before, %.1e in all", c, before, after)
		if before > 1e-9 || after > 1e-5 {
			t.Errorf("%s differs by %.3g up to the first reversal and %.3g in all; bounds 1e-9 and 1e-5", c, before, after)
		}
	}
}
