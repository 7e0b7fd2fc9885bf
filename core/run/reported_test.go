package run

import (
	"path/filepath"
	"testing"
)

// TestReportsKeepMatrix: a report needs no partials of laws, and mostly no factorization: the
// slider-crank takes 1005 steps to 1000 outputs.
func TestReportsKeepMatrix(t *testing.T) {
	o := carryOut(t, build(t, filepath.Join(examples, "slider-crank", "slider-crank.xml")), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if d := o.doc; d.Steps < 1000 || d.Jacobians > 100 || d.Factorizations > 700 || d.Evaluations > 4*d.Steps {
		t.Errorf("%d steps, %d evaluations, %d partials, %d factorizations", d.Steps, d.Evaluations, d.Jacobians, d.Factorizations)
	}
}
