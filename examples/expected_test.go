package examples_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// expected is an entry of expected.json: decks whose results are compared with
// a table of reference figures.
type expected struct {
	Decks     []string          `json:"decks"`
	Reference string            `json:"reference"`
	DOF       int               `json:"dof"`
	Until     float64           `json:"until"` // compare up to this time; 0: all
	Tight     map[string]string `json:"tight"` // attributes of the tight run
	Drift     float64           `json:"drift"` // bound of energy_drift when tight; 0: none
	Columns   []struct {
		Got      string  `json:"got"`
		Want     string  `json:"want"`
		Default  float64 `json:"default"`
		Tight    float64 `json:"tight"`
		Relative bool    `json:"relative"` // bounds count in the column's largest value
	} `json:"columns"`
}

func readExpected(t *testing.T) []expected {
	t.Helper()
	text, err := os.ReadFile("expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []expected
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// errors returns the largest error of each column over the reference's rows.
func (e *expected) errors(t *testing.T, got, want *table) []float64 {
	t.Helper()
	errs := make([]float64, len(e.Columns))
	for k, c := range e.Columns {
		g, w := got.of(t, c.Got), want.of(t, c.Want)
		scale := 1.0
		if c.Relative {
			scale = math.Max(largest(w), 1) // a component may be zero at all times
		}
		for i, time := range want.of(t, "time") {
			if e.Until > 0 && time > e.Until+1e-9 {
				break
			}
			j := got.at(time)
			if j < 0 {
				t.Fatalf("no row at time %g", time)
			}
			d := math.Abs(g[j]-w[i]) / scale
			if math.IsNaN(d) {
				d = math.Inf(1)
			}
			errs[k] = math.Max(errs[k], d)
		}
	}
	return errs
}

// TestExpected runs each deck at its own settings and at tight ones. The short form has one deck of an entry, the first whose routine
// can be built here: others compare the rest with it. It leaves out tight runs of decks without a routine, of which TestAccuracy of
// core/run holds most against the same bounds, and of two entries of three.
func TestExpected(t *testing.T) {
	for k, e := range readExpected(t) {
		want, err := readTable(e.Reference)
		if err != nil {
			t.Fatal(err)
		}
		if !long {
			e.Decks = []string{firstBuildable(t, e.Decks)}
		}
		for i, deck := range e.Decks {
			t.Run(filepath.Base(deck)+"/default", func(t *testing.T) {
				t.Parallel()
				e.check(t, deck, nil, want)
			})
			if i > 0 && strings.HasSuffix(deck, "-plugin.xml") {
				continue // it moves as the deck of the C library: TestSuppliersAgreeAdaptively, TestInequalitiesAgree
			}
			if !long && (k%3 != 0 || !hasRoutine(t, deck)) {
				continue
			}
			t.Run(filepath.Base(deck)+"/tight", func(t *testing.T) {
				t.Parallel()
				e.check(t, deck, e.Tight, want)
			})
		}
	}
}

// hasRoutine reports whether a deck names a user subroutine.
func hasRoutine(t *testing.T, deck string) bool {
	t.Helper()
	text, err := os.ReadFile(deck)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(text), "usrsub_")
}

// check runs a deck and holds its errors against the bounds.
func (e *expected) check(t *testing.T, deck string, set map[string]string, want *table) {
	got, s := run(t, deck, set)
	if got == nil {
		t.SkipNow()
	}
	if s.DOF != e.DOF {
		t.Errorf("%d degrees of freedom, want %d", s.DOF, e.DOF)
	}
	for k, d := range e.errors(t, got, want) {
		c := e.Columns[k]
		bound := c.Default
		if set != nil {
			bound = c.Tight
		}
		t.Logf("%-8s %.2e (bound %.0e)", c.Want, d, bound)
		if d > bound {
			t.Errorf("%s is off by %.3g, the bound is %.3g", c.Want, d, bound)
		}
	}
	t.Logf("%d steps", s.Steps)
	if set != nil && e.Drift > 0 && (s.EnergyDrift == nil || *s.EnergyDrift > e.Drift) {
		t.Errorf("energy_drift %v, the bound is %g", s.EnergyDrift, e.Drift)
	}
}
