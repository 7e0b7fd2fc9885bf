package run

import (
	"math"
	"slices"
	"testing"
)

// TestStartTime: a motion is where it should be at the time of the start.
func TestStartTime(t *testing.T) {
	driven := swing + `<Motion_Joint id="1" joint_id="1" joint_type="R" type="EXPRESSION" expr="TIME/10"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)"/>`
	o := carryOut(t, buildText(t, driven, simulate(`start_time="2." end_time="3." num_steps="2"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	got := o.tab.of(t, "1.F1")
	if !slices.EqualFunc(got, []float64{.2, .25, .3}, func(a, b float64) bool { return math.Abs(a-b) < 1e-8 }) {
		t.Errorf("angles %v", got)
	}
}

// TestInterpolatedAnalysesJoin: where a step may pass the end of an analysis,
// the next one begins at that end all the same.
func TestInterpolatedAnalysesJoin(t *testing.T) {
	tuned := `<Param_Transient dae_interpolation="TRUE" h_max="0.07"/>` + falling
	o := carryOut(t, buildText(t, tuned, simulate(`end_time="0.5" num_steps="2"`, `end_time="1." num_steps="2"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	want := []float64{0, .25, .5, .5, .75, 1}
	if got := o.tab.of(t, "time"); !sameTimes(got, want) {
		t.Errorf("times %v, want %v", got, want)
	}
	if o.doc.EndTime != 1 {
		t.Errorf("end_time %g", o.doc.EndTime)
	}
}
