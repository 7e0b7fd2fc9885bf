package traits

import "testing"

// Names of other programs lead to one integrator of the table each, and the defaults are in it.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range AdamsNames() {
		if seen[name] {
			t.Errorf("%s is in the table twice", name)
		}
		seen[name] = true
		to, _ := FromAdams(name)
		if Find(to).Doc == "" {
			t.Errorf("%s runs as %s, which has no row", name, to)
		}
	}
	for _, name := range MotionSolveNames() {
		if to, why := FromMotionSolve(name); Find(to).Doc == "" || why == "" {
			t.Errorf("%s runs as %s (%q)", name, to, why)
		}
	}
	if to, other := FromAdams("RKF45"); to != DOP853 || !other {
		t.Errorf("RKF45 runs as %s, with other formulas: %v", to, other)
	}
	if to, other := FromAdams(HHT); to != HHT || other {
		t.Errorf("HHT runs as %s, with other formulas: %v", to, other)
	}
	for _, name := range []string{Default, DefaultDAE, DefaultOrdinary, NSC} {
		if Find(name).Doc == "" {
			t.Errorf("%s has no row", name)
		}
	}
	if got := JoinNames([]string{"A", "B", "C"}); got != "A, B and C" {
		t.Error(got)
	}
}
