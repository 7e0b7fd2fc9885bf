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

// TestStartElsewhere: an analysis that starts at another time finds the model
// where its motions put it then.
func TestStartElsewhere(t *testing.T) {
	driven := swing + `<Motion_Joint id="1" joint_id="1" joint_type="R" type="EXPRESSION" expr="0.5+2*TIME**2"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)-0.5-2*TIME**2" expr2="WZ(21,10)-4*TIME"/>`
	o := carryOut(t, buildText(t, driven, simulate(`start_time="1." end_time="1.2" num_steps="2"`, `start_time="0." end_time="0.1" num_steps="1"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if want := []float64{1, 1.1, 1.2, 0, 0.1}; !sameTimes(o.tab.of(t, "time"), want) {
		t.Errorf("rows at %v, want %v", o.tab.of(t, "time"), want)
	}
	for _, name := range []string{"1.F1", "1.F2"} {
		for k, v := range o.tab.of(t, name) {
			if math.Abs(v) > 1e-7 {
				t.Errorf("row %d: %s is %g", k, name, v)
			}
		}
	}
	if v := o.doc.ConstraintViolation; v > 1e-9 {
		t.Errorf("constraint_violation %g", v)
	}
}
