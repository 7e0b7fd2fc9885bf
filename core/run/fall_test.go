package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// ladder is a problem with a smooth solution and the methods that suit it.
type ladder struct {
	name    string
	methods []string
}

var ladders = []ladder{
	{"pendulum", []string{"DSTIFF", "ABAM", "HHT"}},
	{"slider-crank", []string{"DSTIFF", "ABAM", "HHT"}},
	{"spring-mass", []string{"DSTIFF", "ABAM", "HHT"}},
	{"chain", []string{"DSTIFF", "ABAM", "HHT"}},
	{"catenary", []string{"DSTIFF", "ABAM", "HHT"}},
	{"revolute", []string{"DSTIFF", "ABAM", "HHT"}},
	{"springcb", []string{"DSTIFF", "ABAM", "HHT"}},
	{"heavy-top", []string{"DSTIFF", "ABAM", "HHT"}},
	{"andrews", []string{"DSTIFF", "ABAM"}},
	{"lugre-stick-slip", []string{"DSTIFF"}},
}

// tolerances of the ladder; the last, and for half of the problems the third, is left to the long form. HHT, of second order, ends
// where others are at the third.
var tolerances = []string{"1E-3", "1E-5", "1E-7", "1E-9"}

// free lets the step be what the tolerance allows.
func free(method, tol string) map[string]string {
	return map[string]string{"integrator_type": method, "integr_tol": tol, "integr_rel_tol": "1", "h_max": "100", "dae_interpolation": "TRUE"}
}

// TestErrorsFall: where nothing but integr_tol limits the step, a hundred
// times finer tolerance gives at least five times smaller errors.
func TestErrorsFall(t *testing.T) {
	all := map[string]*expected{}
	for _, e := range readExpected(t) {
		all[e.name()] = &e
	}
	var rows []string
	for i, l := range ladders {
		e := all[l.name]
		if e == nil {
			t.Fatalf("%s is not in expected.json", l.name)
		}
		for _, method := range l.methods {
			rows = append(rows, climb(t, e, method, map[bool]int{true: len(tolerances), false: min(2+i%2, 3)}[long]))
		}
	}
	t.Log("\n| case | method | " + strings.Join(tolerances, " | ") + " |\n|---|---|---|---|---|---|\n" + strings.Join(rows, "\n"))
}

// climb solves a problem at the first tolerances, so many as most, and returns a row of the table:
// the largest error of the first column, and the steps that it took.
func climb(t *testing.T, e *expected, method string, most int) string {
	t.Helper()
	row := fmt.Sprintf("| %s | %s |", e.name(), method)
	last := math.Inf(1)
	for n, tol := range tolerances {
		if method == "HHT" && n > 1 || n >= most {
			row += " |"
			continue
		}
		l := e.solve(t, tol, free(method, tol))
		if l.failed != nil {
			t.Errorf("%s, %s at %s: %v", e.name(), method, tol, l.failed)
			return row
		}
		d := largest(l.errs[:e.places()])
		row += fmt.Sprintf(" %s (%d) |", brief(d), l.doc.Steps)
		if d > last/5 {
			t.Errorf("%s, %s: the error at %s is %.3g, before it was %.3g", e.name(), method, tol, d, last)
		}
		last = d
	}
	return row
}

// places is the number of leading columns that are places or angles: all whose
// tight bound is that of the first.
func (e *expected) places() int {
	n := 0
	for n < len(e.Columns) && e.Columns[n].Tight == e.Columns[0].Tight && !e.Columns[n].Relative {
		n++
	}
	return n
}

// lineUps are the methods that pass the line-ups, and the finest tolerance of each. HHT needs
// 1e4 to 1e5 steps at finer ones, from 1e-8 on in vain: what moves bodies then is the rounding of rows over a singular
// value of 1e-4.
var lineUps = []struct {
	method, index string
	tolerances    []string
}{
	{"DSTIFF", "3", all}, {"DSTIFF", "2", all}, {"ABAM", "", all}, {"HHT", "", []string{"1E-3", "1E-4", "1E-5"}},
	{"RADAU", "", all}, {"DOP853", "", all}, {"VSTIFF", "", some}, {"MSTIFF", "", some},
}

var all, some = []string{"1E-3", "1E-4", "1E-5", "1E-6", "1E-7", "1E-8", "1E-9"}, []string{"1E-3", "1E-5", "1E-7", "1E-9"}

// TestLineUps: the parallelogram passes the places where its constraints lose
// rank and stays on its branch, wherever the steps end. The short form takes the
// first tolerance or the fourth, each with one limit of the step.
func TestLineUps(t *testing.T) {
	e := fourBar(t)
	var rows []string
	for i, m := range lineUps {
		for k, tol := range m.tolerances {
			if long || k == 0 && i%2 == 0 {
				rows = append(rows, lineUp(t, e, m.method, m.index, tol, "0.01"))
			}
			if long || k == 3 && i%2 == 1 || k == 2 && m.method == "HHT" {
				lineUp(t, e, m.method, m.index, tol, "0.0067")
			}
		}
	}
	t.Log("\n" + heading + strings.Join(rows, "\n"))
}

// TestLineUpsFreely: the same with steps of free choice, a tenth of a turn and more, so that the place is
// somewhere within them.
func TestLineUpsFreely(t *testing.T) {
	e := fourBar(t)
	for _, method := range []string{"RADAU", "DOP853"} {
		for tol, bound := range map[string]float64{"1E-3": 0.01, "1E-5": 1e-4, "1E-7": 1e-6, "1E-9": 1e-7} {
			if !long && (tol == "1E-5" || tol == "1E-9") {
				continue
			}
			l := e.solve(t, method, free(method, tol))
			if l.failed != nil || largest(l.errs[:2]) > bound { // ten times what was found, 100 times the tolerance at least
				t.Errorf("%s at %s: %v %v", method, tol, l.errs, l.failed)
			}
		}
	}
}

// TestLineUpsConstant: constant steps pass too. VERLET, of second order, needs short ones to know the period.
func TestLineUpsConstant(t *testing.T) {
	e := fourBar(t)
	for i, c := range []struct{ method, most string }{
		{"CSTIFF", "0.0067"}, {"CSTIFF", "0.002"}, {"RK4", "0.01"}, {"RK4", "0.002"}, {"VERLET", "0.002"}, {"VERLET", "0.0011"},
	} {
		if !long && i%2 == 1 {
			continue
		}
		lineUp(t, e, c.method, "", "1E-6", c.most)
	}
}

func fourBar(t *testing.T) *expected {
	t.Helper()
	for _, e := range readExpected(t) {
		if e.name() == "four-bar" {
			return &e
		}
	}
	t.Fatal("no four-bar")
	return nil
}

func lineUp(t *testing.T, e *expected, method, index, tol, most string) string {
	t.Helper()
	set := map[string]string{"integrator_type": method, "integr_tol": tol, "h_max": most}
	if index != "" {
		set["dae_index"] = index
	}
	l := e.solve(t, method+" "+index, set)
	if l.failed != nil || largest(l.errs) > 0.01 {
		t.Errorf("%s %s at %s, steps to %s: the linkage left its branch: %v %v", method, index, tol, most, l.errs, l.failed)
	}
	if l.failed == nil && *l.doc.EnergyDrift*69 > 0.1 { // J, of 69 J
		t.Errorf("%s %s at %s, steps to %s: the energy drifts by %g of itself", method, index, tol, most, *l.doc.EnergyDrift)
	}
	return l.String()
}
