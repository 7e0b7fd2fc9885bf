package run

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
)

// effort is a problem whose work others publish.
type effort struct {
	name   string
	end    float64 // with one output, there
	method string
	tol    string
	most   int // steps that must be enough
}

// IDA takes 222 steps, 874 residuals and 32 Jacobians for the slider-crank at
// 1e-6; RADAU5 97 steps, 1053 evaluations, 68 Jacobians for 4.2 digits of
// Andrews' problem and MEBDFI 240 steps and 39 Jacobians for 4.0.
var efforts = []effort{
	{"slider-crank", 10, "DSTIFF", "1E-4", 222},
	{"slider-crank", 10, "DSTIFF", "1E-5", 300},
	{"slider-crank", 10, "ABAM", "1E-6", 222},
	{"andrews", 0.03, "DSTIFF", "1E-5", 500},
	{"andrews", 0.03, "DSTIFF", "1E-7", 1000},
	{"andrews", 0.03, "ABAM", "1E-7", 500},
	{"pendulum", 10, "DSTIFF", "1E-6", 1300},
	{"pendulum", 10, "ABAM", "1E-6", 500},
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
		if l.doc.Steps > f.most {
			t.Errorf("%s, %s at %s takes %d steps, %d were enough", f.name, f.method, f.tol, l.doc.Steps, f.most)
		}
	}
	t.Log("\n" + heading + strings.Join(rows, "\n"))
}
