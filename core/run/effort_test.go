package run

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
)

// effort is a problem whose work others publish, and what must be enough for it.
type effort struct {
	name        string
	end         float64 // with one output, there
	method      string
	tol         string
	steps       int
	evaluations int
	err         float64 // in places and angles at the end
}

// IDA takes 222 steps, 874 residuals and 32 Jacobians for the slider-crank at
// 1e-6; RADAU5 97 steps, 1053 evaluations, 68 Jacobians for 4.2 digits of
// Andrews' problem and MEBDFI 240 steps and 39 Jacobians for 4.0. Their digits are
// mixed, of errors relative to 1 + |y|; two of the angles are near 16.
var efforts = []effort{
	{"slider-crank", 10, "DSTIFF", "1E-4", 150, 460, 5e-5},
	{"slider-crank", 10, "DSTIFF", "5E-6", 222, 570, 2e-6},
	{"slider-crank", 10, "ABAM", "1E-6", 170, 1000, 5e-7},
	{"andrews", 0.03, "DSTIFF", "5E-6", 380, 1100, 1e-4},
	{"andrews", 0.03, "DSTIFF", "3E-7", 600, 1580, 1e-5},
	{"andrews", 0.03, "ABAM", "1E-7", 325, 1550, 5e-6},
	{"pendulum", 10, "DSTIFF", "1E-6", 1200, 3000, 3e-5},
	{"pendulum", 10, "ABAM", "1E-6", 450, 3300, 2e-6},
}

// TestEffort counts the work of runs with one output, so that reports do not
// count, and steps of free choice.
func TestEffort(t *testing.T) {
	all := map[string]*expected{}
	for _, e := range readExpected(t) {
		all[e.name()] = &e
	}
	var rows []string
	for _, f := range efforts {
		e := *all[f.name]
		e.From, e.Until = f.end, f.end
		m := build(t, e.deck())
		tune(t, &m.Tuning, free(f.method, f.tol))
		m.Commands[0].Settings = element.Settings{End: f.end, HasEnd: true, Steps: 1}
		l := e.carry(t, f.tol, m)
		if l.failed != nil {
			t.Errorf("%s: %v", f.name, l.failed)
			continue
		}
		rows = append(rows, l.String())
		if d := l.doc; d.Steps > f.steps || d.Evaluations > f.evaluations {
			t.Errorf("%s, %s at %s takes %d steps and %d evaluations, %d and %d were enough", f.name, f.method, f.tol, d.Steps, d.Evaluations, f.steps, f.evaluations)
		}
		if err := largest(l.errs[:e.places()]); err > f.err {
			t.Errorf("%s, %s at %s is off by %.3g, the bound is %.3g", f.name, f.method, f.tol, err, f.err)
		}
	}
	t.Log("\n" + heading + strings.Join(rows, "\n"))
}
