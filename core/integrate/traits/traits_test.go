package traits

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The table of integrators in the README of package integrate has the rows of this package, in the same order, with the same traits.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| integrator |")
	if !ok {
		t.Fatal("no table of integrators")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	lines := strings.Split(table, "\n")[2:]
	if len(lines) != len(rows) {
		t.Fatalf("%d integrators, want %d", len(lines), len(rows))
	}
	for i, line := range lines {
		r := rows[i]
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for k := range cells {
			cells[k] = strings.TrimSpace(cells[k])
		}
		if len(cells) != 7 || cells[0] != r.Name || cells[1] == "" || cells[6] == "" {
			t.Errorf("%q: want seven cells for %s", line, r.Name)
			continue
		}
		kind := "implicit"
		if r.Stability > 0 {
			kind = "explicit"
		}
		if first := TraitsByIntegratorName(r.First); first.Stability > 0 {
			kind = "explicit, then implicit"
		}
		equations := "index 1, projected"
		switch {
		case r.Index:
			equations = "index 3, 2 or 1"
		case r.Newmark:
			equations = "index 2, stabilized"
		case r.NonSmooth:
			equations = "velocities and impulses"
		}
		steps := map[StepControl]string{ControlledSteps: "by the error", EitherSteps: "by the error or constant", ConstantSteps: "constant"}[r.Steps]
		if want := []string{kind, equations, steps}; fmt.Sprint(cells[3:6]) != fmt.Sprint(want) {
			t.Errorf("%s: %q, want %q", r.Name, cells[3:6], want)
		}
		orders := regexp.MustCompile(`\d+`).FindAllString(cells[2], -1)
		if r.MaxOrder > 0 && (len(orders) < 2 || orders[len(orders)-1] != fmt.Sprint(r.MaxOrder)) {
			t.Errorf("%s: order %q, want %d as the highest", r.Name, cells[2], r.MaxOrder)
		}
		if order := regexp.MustCompile(`of (?:second order|order (\d))`).FindStringSubmatch(r.Doc); order != nil && cells[2] != max(order[1], "2") {
			t.Errorf("%s: order %q, but %q", r.Name, cells[2], r.Doc)
		}
	}
}

// Names of other programs lead to one integrator of the table each, and the defaults are in it.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range AdamsNames() {
		if seen[name] {
			t.Errorf("%s is in the table twice", name)
		}
		seen[name] = true
		to, _ := IntegratorForAdamsName(name)
		if TraitsByIntegratorName(to).Doc == "" {
			t.Errorf("%s runs as %s, which has no row", name, to)
		}
	}
	for _, name := range MotionSolveNames() {
		if to, why := IntegratorForMotionSolveName(name); TraitsByIntegratorName(to).Doc == "" || why == "" {
			t.Errorf("%s runs as %s (%q)", name, to, why)
		}
	}
	if to, other := IntegratorForAdamsName("RKF45"); to != DOP853 || !other {
		t.Errorf("RKF45 runs as %s, with other formulas: %v", to, other)
	}
	if to, other := IntegratorForAdamsName(HHT); to != HHT || other {
		t.Errorf("HHT runs as %s, with other formulas: %v", to, other)
	}
	for _, name := range []string{Default, DefaultDAE, DefaultOrdinary, NSC} {
		if TraitsByIntegratorName(name).Doc == "" {
			t.Errorf("%s has no row", name)
		}
	}
	if got := JoinNamesWithAnd([]string{"A", "B", "C"}); got != "A, B and C" {
		t.Error(got)
	}
}
