package decktest

import (
	"cmp"
	"encoding/csv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// expected is a line of testdata/forms/expected.csv: what a column of a deck
// holds at a time, in closed form or by other means than this solver.
type expected struct {
	deck, column           string
	time, value, tolerance float64
	formula                string
}

// notSaid are the forms that cannot say a deck, and why.
var notSaid = map[string]struct{ adm, py string }{
	"CustomFunction":          {"Adams has no such element", "there is no statement for it"},
	"Force_SpringDamper-ours": {adm: "the attributes are additions of ours"},
	"Force_StateEqn":          {adm: "Adams has no such force"},
	"Load_Command":            {"a command file of Adams is given by hand", "a program has loops and functions of its own"},
	"Param_Simulation":        {adm: "Adams has no such setting in a model"},
	"Post_Request-elemental":  {adm: "Adams has no requests of elements"},
	"Post_UserAPI":            {"Adams has no such element", "there is no statement for it"},
}

// elsewhere are kinds of elements whose decks are not in testdata/forms, and
// where they are tested.
var elsewhere = map[string]string{
	"Parameter":            "TestAssignedValues, and TestParametersAreSubstituted of core/element",
	"Param_Linear":         "TestLinearForms: its results are files of their own",
	"Reference_PlantState": "TestLinearForms",
	"Body_Flexible":        "TestFlexibleBodyOfPoint and others of core/run: its data are a file of its own",
	"Force_FlexModal":      "TestModalForce of core/run, TestRoutinesOnNodes",
	"Reference_FlexData":   "TestFlexibleBodyOfPoint of core/run",
	"GRID":                 "TestElastica and others of core/element",
	"BEAM12":               "TestElastica of core/element",
	"BEAMC":                "TestLinesAndSections of core/element, examples/drill-string",
	"BEAM9":                "TestLinesAndSections of core/element",
	"CABLE":                "TestFreeBeamMovesItsMassCentre of core/element",
	"MAT1":                 "TestElastica and others of core/element",
	"PBEAMA":               "TestBentBeam and TestPrincetonBeam of core/element",
	"PBEAMC":               "examples/drill-string",
	"PBEAML":               "TestLinesAndSections of core/element",
	"PCABLE":               "TestFreeBeamMovesItsMassCentre of core/element",
	"Load_Model":           "TestLoadModel of core/run: its rows go to a file of their own",
	"H3DOutput":            "TestAllResults of core/run: its results are in results.store",
}

// TestForms: for each kind of element a deck in XML, in Adams' language and as a
// Python program. The first gives the numbers that it must, the others the
// same rows within 1e-12: their elements come in another order, so that sums
// round differently. Many of them are written by hand, as Adams/View exports
// models and as people write programs, with words and forms of their own.
func TestForms(t *testing.T) {
	t.Parallel()
	home := filepath.Join(clitest.Folder, "forms")
	if err := os.CopyFS(home, os.DirFS(filepath.Join("..", "testdata", "forms"))); err != nil {
		t.Fatal(err)
	}
	want := expectations(t, filepath.Join(home, "expected.csv"))
	for i, deck := range slices.Sorted(maps.Keys(want)) {
		t.Run(deck, func(t *testing.T) {
			rows := formRows(t, deck, "xml")
			compareRows(t, rows, want[deck])
			for suffix, why := range map[string]string{"adm": notSaid[deck].adm, "py": notSaid[deck].py} {
				_, err := os.Stat(filepath.Join(home, deck+"."+suffix))
				switch {
				case why != "" && err == nil:
					t.Errorf("there is a deck .%s, though it is said that there is none: %s", suffix, why)
				case why != "":
				case err != nil:
					t.Error(err)
				case clitest.LeftOut(i), !clitest.LongForm && (suffix == "py") == (i%2 == 0): // one of the two of a third of the decks in the short form
				default:
					if got := formRows(t, deck, suffix); !alike(t, got, rows, cmp.Or(roundedSteps[deck], 1e-12)) {
						t.Errorf(".%s gives other rows:\n%s\nand .xml\n%s", suffix, got, rows)
					}
				}
			}
		})
	}
}

// roundedSteps has the parts that rows may differ by where the first steps follow rounding: bodies
// that a form places 1e-17 from the others' places move by less than that at first.
var roundedSteps = map[string]float64{"Constraint_Joint-rack-pinion": 1e-9}

// formRows runs a deck of testdata/forms in one of its forms and returns the
// rows. Nothing in these decks is worth a warning, but for what they are there to show.
func formRows(t *testing.T, deck, suffix string) string {
	t.Helper()
	out := "forms/out-" + deck + "-" + suffix
	args := []string{"run", "forms/" + deck + "." + suffix}
	if suffix == "adm" {
		args = append(args, "forms/"+deck+".acf")
	}
	o := clitest.Run(t, append(args, "--out", out, "--max-wall", "500")...)
	said := strings.NewReplacer("warning: redundant constraint removed", "", "warning: Simulate: it follows Stop", "", "1 warning: see above", "").Replace(o.Errors)
	if o.Code != 0 || strings.Contains(said, "warning:") {
		t.Fatalf(".%s: %+v", suffix, o)
	}
	text, err := os.ReadFile(filepath.Join(clitest.Folder, out, "requests.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// alike reports whether two tables have the same columns and times and, within
// that part of the largest number of the column and of 1, the same values.
func alike(t *testing.T, a, b string, within float64) bool {
	t.Helper()
	x, errX := csv.NewReader(strings.NewReader(a)).ReadAll()
	y, errY := csv.NewReader(strings.NewReader(b)).ReadAll()
	if errX != nil || errY != nil || len(x) != len(y) || len(x) < 2 || !slices.Equal(x[0], y[0]) {
		return false
	}
	for col := range y[0] {
		scale := 1.
		for _, row := range y[1:] {
			if row[col] != "" {
				scale = max(scale, math.Abs(parsed(t, row[col])))
			}
		}
		for k, row := range y[1:] {
			if got := x[k+1][col]; got != row[col] && !(math.Abs(parsed(t, got)-parsed(t, row[col])) <= within*scale) {
				t.Logf("%s in row %d: %s and %s", y[0][col], k+1, got, row[col])
				return false
			}
		}
	}
	return true
}

// compareRows compares rows with what is expected of them; of two rows at one
// time the last counts.
func compareRows(t *testing.T, text string, want []expected) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatal(err, len(rows), " rows")
	}
	for _, w := range want {
		col := slices.Index(rows[0], w.column)
		if col < 0 {
			t.Errorf("no column %s in %v", w.column, rows[0])
			continue
		}
		got := math.NaN()
		for _, r := range rows[1:] {
			if math.Abs(parsed(t, r[0])-w.time) < 1e-6 {
				got = parsed(t, r[col])
			}
		}
		if d := math.Abs(got - w.value); !(d <= w.tolerance) {
			t.Errorf("%s at %g is %.12g, want %.12g within %g: %s", w.column, w.time, got, w.value, w.tolerance, w.formula)
		}
	}
}

func parsed(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// expectations reads what decks must give.
func expectations(t *testing.T, path string) map[string][]expected {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]expected{}
	for _, l := range lines[1:] {
		out[l[0]] = append(out[l[0]], expected{l[0], l[1], parsed(t, l[2]), parsed(t, l[3]), parsed(t, l[4]), l[5]})
	}
	return out
}

// TestFormsOfAll: each kind of element that is supported has a deck of its name,
// or says where it is tested; what is listed is needed.
func TestFormsOfAll(t *testing.T) {
	want := expectations(t, filepath.Join("..", "testdata", "forms", "expected.csv"))
	has := map[string]bool{}
	for deck := range want {
		kind, _, _ := strings.Cut(deck, "-")
		has[kind] = true
	}
	for _, s := range element.Table() {
		switch {
		case s.Unsupported != "" || s.Ignored:
		case !has[s.Kind] && elsewhere[s.Kind] == "":
			t.Errorf("%s has no deck in testdata/forms", s.Kind)
		case has[s.Kind] && elsewhere[s.Kind] != "":
			t.Errorf("%s has a deck in testdata/forms and need not be excused", s.Kind)
		}
		delete(has, s.Kind)
	}
	for kind := range has {
		t.Errorf("there is a deck of %s, which is no element", kind)
	}
	for deck := range notSaid {
		if want[deck] == nil {
			t.Errorf("%s is excused and is not a deck", deck)
		}
	}
}
