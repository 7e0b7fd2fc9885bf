package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
)

// examples is where the decks stand, and the list of what is compared.
const examples = "../../examples"

// expected is an entry of examples/expected.json: a deck and the columns of its
// results that are compared with a reference table.
type expected struct {
	Decks     []string          `json:"decks"`
	Reference string            `json:"reference"`
	DOF       int               `json:"dof"`
	Until     float64           `json:"until"` // compare up to this time; 0: all
	From      float64           `json:"-"`     // and from this one
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

func readExpected(t testing.TB) []expected {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(examples, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []expected
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(e expected) bool { return needsRoutine(t, e.deck()) })
}

// needsRoutine reports whether a deck names a user subroutine, which nothing
// loads here.
func needsRoutine(t testing.TB, deck string) bool {
	t.Helper()
	text, err := os.ReadFile(deck)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(text, []byte("usrsub_"))
}

// deck is the one whose law is an expression: always the first.
func (e *expected) deck() string { return filepath.Join(examples, e.Decks[0]) }

func (e *expected) name() string { return strings.TrimSuffix(filepath.Base(e.Decks[0]), ".xml") }

// errors returns the largest error of each column over the reference's rows.
func (e *expected) errors(t testing.TB, got *table) []float64 {
	t.Helper()
	want := readTable(t, filepath.Join(examples, e.Reference))
	errs := make([]float64, len(e.Columns))
	for k, c := range e.Columns {
		g, w := got.of(t, c.Got), want.of(t, c.Want)
		scale := 1.0
		if c.Relative {
			scale = math.Max(largest(w), 1)
		}
		for i, time := range want.of(t, "time") {
			if e.Until > 0 && time > e.Until+1e-9 {
				break
			}
			if time < e.From-1e-9 {
				continue
			}
			j := got.at(time)
			if j < 0 {
				t.Fatalf("%s: no row at time %g", e.name(), time)
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

// line is one row of the printed table.
type line struct {
	e      *expected
	label  string
	tuning element.Transient
	length float64 // of the model
	errs   []float64
	doc    *Document
	failed error
}

// solve runs the deck with some attributes of its Param_Transient changed.
func (e *expected) solve(t testing.TB, label string, set map[string]string) line {
	t.Helper()
	m := build(t, e.deck())
	tune(t, &m.Tuning, set)
	return e.carry(t, label, m)
}

// carry runs a built deck and compares.
func (e *expected) carry(t testing.TB, label string, m *element.Model) line {
	t.Helper()
	o := carryOut(t, m, Options{})
	l := line{e: e, label: label, tuning: m.Tuning, length: m.System.Length, doc: o.doc, failed: o.err}
	if o.err == nil {
		l.errs = e.errors(t, o.tab)
	}
	return l
}

const heading = "| case | settings | integrator | integr_tol | largest errors | steps | rejected | evaluations | Jacobians | factorizations |\n" +
	"|---|---|---|---|---|---|---|---|---|---|\n"

// String is the row in Markdown.
func (l line) String() string {
	if l.failed != nil {
		return fmt.Sprintf("| %s | %s | %s | %g | %v |", l.e.name(), l.label, l.tuning.Integrator, l.tuning.Tol, l.failed)
	}
	var errs []string
	for k, c := range l.e.Columns {
		errs = append(errs, c.Want+" "+brief(l.errs[k]))
	}
	d := l.doc
	return fmt.Sprintf("| %s | %s | %s | %g | %s | %d | %d | %d | %d | %d |", l.e.name(), l.label, l.tuning.Integrator, l.tuning.Tol,
		strings.Join(errs, ", "), d.Steps, d.Rejected, d.Evaluations, d.Jacobians, d.Factorizations)
}

// check holds the errors against the bounds.
func (l line) check(t *testing.T, tight bool) {
	t.Helper()
	if l.failed != nil {
		t.Errorf("%s, %s: %v", l.e.name(), l.label, l.failed)
		return
	}
	if *l.doc.DOF != l.e.DOF {
		t.Errorf("%s: %d degrees of freedom, want %d", l.e.name(), *l.doc.DOF, l.e.DOF)
	}
	for k, c := range l.e.Columns {
		bound := c.Default
		if tight {
			bound = c.Tight
		}
		if l.errs[k] > bound {
			t.Errorf("%s, %s: %s is off by %.3g, the bound is %.3g", l.e.name(), l.label, c.Want, l.errs[k], bound)
		}
	}
	if v := l.doc.ConstraintViolation; v > 1e-9*math.Max(1, l.length) {
		t.Errorf("%s, %s: constraints are violated by %g", l.e.name(), l.label, v)
	}
	if drift := l.doc.EnergyDrift; tight && l.e.Drift > 0 && (drift == nil || *drift > l.e.Drift) {
		t.Errorf("%s: energy_drift %v, the bound is %g", l.e.name(), drift, l.e.Drift)
	}
}

// TestAccuracy solves the problems of examples at their own
// settings and at tight ones and compares with reference figures that nobody
// computed with this solver. With -v it prints the table of the README. The short form
// has the tight runs of a third of the decks, and of none that takes more than 2000 steps at its own settings.
func TestAccuracy(t *testing.T) {
	var rows []string
	for i, e := range readExpected(t) {
		plain := e.solve(t, "default", nil)
		plain.check(t, false)
		rows = append(rows, plain.String())
		if !long && plain.failed == nil && (i%3 != 0 || plain.doc.Steps > 2000) {
			continue
		}
		tight := e.solve(t, "tight", e.Tight)
		tight.check(t, true)
		rows = append(rows, tight.String())
	}
	t.Log("\n" + heading + strings.Join(rows, "\n"))
}

// plain are the problems that stay inside the bound of their places where the
// deck is stripped of all settings: integr_tol 1e-3 and no step beyond 0.01 s.
var plain = map[string]bool{
	"pendulum": true, "heavy-top": true, "slider-crank": true, "lugre-stick-slip": true, "catenary": true,
	"spring-mass": true, "chain": true, "lugre-pendulum-expr": true, "lugre-pendulum-free": true, "two-lines": true,
	"revolute": true, "spherical": true, "universal": true, "cylindrical": true, "distance": true, "spring": true,
}

// TestPlainDefaults runs all problems with the settings of a deck that gives
// none. Those that are not in plain are too fast (the squeezer, the nonlinear
// spring) or too sensitive (the parallelogram, the one-sided line) for them:
// their decks say what they need, and the short form leaves them out.
func TestPlainDefaults(t *testing.T) {
	var rows []string
	for _, e := range readExpected(t) {
		if !long && !plain[e.name()] {
			continue
		}
		m := build(t, e.deck())
		m.Tuning = element.DefaultTransient()
		l := e.carry(t, "none", m)
		rows = append(rows, l.String())
		if !plain[e.name()] {
			continue
		}
		if l.failed != nil {
			t.Errorf("%s: %v", e.name(), l.failed)
			continue
		}
		for k := range e.places() {
			if c := e.Columns[k]; l.errs[k] > c.Default {
				t.Errorf("%s: %s is off by %.3g, the bound is %.3g", e.name(), c.Want, l.errs[k], c.Default)
			}
		}
	}
	t.Log("\n" + heading + strings.Join(rows, "\n"))
}
