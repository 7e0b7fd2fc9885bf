package run

import (
	"math"
	"os"
	"strings"
	"testing"
)

// TestFineJump: LuGre friction whose torque flips with the speed, at tolerances that no step allowed can
// keep across a flip (the bristle is held to a part of its size of 5e-3 mm): it is passed at the smallest
// step, with a warning that names the state, and steps grow again at once. Left to a formula of
// order 1 they do not: hundreds of thousands of steps. The reference is RADAU, which needs none of
// the history that a jump spoils. A whole smallest step of 1e-6 s on the wrong side of a flip of 4 rad/s²
// would turn the pendulum by 3e-6 rad to the end; errors are 1e-9 to 2e-8, of the size of the tolerance.
func TestFineJump(t *testing.T) {
	deck, err := os.ReadFile("../../examples/lugre-pendulum/lugre-pendulum-expr.xml")
	if err != nil {
		t.Fatal(err)
	}
	_, model, _ := strings.Cut(string(deck), "<Model>")
	model, _, _ = strings.Cut(model, "</Model>")
	const given = `<Param_Transient integrator_type="DSTIFF"/>`
	if !strings.Contains(model, given) {
		t.Fatalf("the deck has no %s", given)
	}
	solve := func(method, tol string) (outcome, []float64) {
		m := strings.Replace(model, given, `<Param_Transient integrator_type="`+method+`" integr_tol="`+tol+`"/>`, 1)
		o := carryOut(t, buildText(t, m, simulate(`end_time="1." print_interval="0.01"`)), Options{})
		if o.err != nil {
			t.Fatalf("%s at %s: %v", method, tol, o.err)
		}
		return o, o.tab.of(t, "1.F1")
	}
	_, want := solve("RADAU", "1E-10")
	for i, method := range []string{"DSTIFF", "VSTIFF", "ABAM", "AUTO", "MSTIFF"} {
		for k, tol := range []string{"5E-9", "1E-9"} {
			if leftOut(t, i+k, 2) {
				continue
			}
			o, got := solve(method, tol)
			worst := 0.0
			for i, v := range got {
				worst = math.Max(worst, math.Abs(v-want[i]))
			}
			t.Logf("%s at %s: off by %.2g in %d steps, warnings %q", method, tol, worst, o.doc.Steps, o.doc.Warnings)
			if o.doc.Steps > 6000 {
				t.Errorf("%s at %s: %d steps", method, tol, o.doc.Steps)
			}
			if worst > 5e-8 {
				t.Errorf("%s at %s: off by %.2g", method, tol, worst)
			}
			for _, w := range o.doc.Warnings {
				// One for each law that is found to jump; two flips lie within the second.
				if len(o.doc.Warnings) > 2 || !strings.Contains(w, "law jumps") || !strings.Contains(w, "Control_Diff 1") {
					t.Errorf("%s at %s: warnings %q", method, tol, o.doc.Warnings)
				}
			}
		}
	}
}
