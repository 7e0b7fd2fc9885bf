package run

import (
	"fmt"
	"math"
	"testing"
)

// TestNSCEvents: run.json reports what strikes, closes and opens. A ball that falls from 1 m strikes at √(2g), with 0.7 of that the next time; a mass on a
// rope of 4 m, 3 m beside the point where it is tied, takes it up once; a cube that a force lifts after 0.5 s leaves the floor.
func TestNSCEvents(t *testing.T) {
	const g = 9.81
	floor := nscFloor(0, -g)
	fall := math.Sqrt(2 / g)
	for name, x := range map[string]struct {
		model, end string
		want       []EventInfo
	}{
		"ball": {floor + nscBlock(2, 1.1, "", true) + `<Force_Contact id="1" cnf_type="RIGID" restitution_coef="0.7" i_graphics_id="2" j_graphics_id="1"/>`, "1.2", []EventInfo{
			{fall, "Force_Contact 1 between body 2 and ground", g * fall, []string{"rebounds"}}, {fall * 2.4, "Force_Contact 1 between body 2 and ground", 0.7 * g * fall, []string{"rebounds"}}}},
		"drop": {floor + nscBlock(2, 1.1, "", false) + `<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="2" j_graphics_id="1"/>`, "1.2", []EventInfo{
			{fall, "Force_Contact 1 between body 2 and ground", g * fall, []string{"closes"}}}},
		"rope": {nscBody(3, 0, "") + `<Constraint_General id="3" expr="DM(20)-4" i_marker_id="20" unilateral="TRUE"/>`, "1", []EventInfo{
			{math.Sqrt(2 * math.Sqrt(7) / g), "Constraint_General 3", math.Sqrt(2*g*math.Sqrt(7)) * math.Sqrt(7) / 4, []string{"closes"}}}},
		"lifted": {floor + nscBlock(2, 0.1, "", false) + `<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="2" j_graphics_id="1"/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="10" type="FORCEONLY" fx_expression="0" fy_expression="0" fz_expression="19.62*TIME"/>`, "1", []EventInfo{
			{0.5, "Force_Contact 1 between body 2 and ground", 0, []string{"opens"}}}},
	} {
		o := carryOut(t, buildText(t, x.model+`<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, nscTune(`h_max="0.002"`)+simulate(`end_time="`+x.end+`" num_steps="4"`)), Options{})
		if o.err != nil {
			t.Fatal(name, o.err)
		}
		if len(o.doc.Events) != len(x.want) || o.doc.NonSmooth.Changes != len(x.want) {
			t.Errorf("%s: %+v, %d changes", name, o.doc.Events, o.doc.NonSmooth.Changes)
			continue
		}
		for k, w := range x.want {
			e := o.doc.Events[k]
			tol := 1e-6
			if w.Value == 0 {
				tol = 0.004 // no impact: reported at the end of a step
			}
			near(t, fmt.Sprintf("%s: time of event %d", name, k), e.Time, w.Time, tol)
			near(t, fmt.Sprintf("%s: speed of event %d", name, k), e.Value, w.Value, 1e-5)
			if e.Element != w.Element || e.Actions[0] != w.Actions[0] {
				t.Errorf("%s: %+v, want %+v", name, e, w)
			}
		}
	}
	// Of many only the first are listed; all are counted.
	o := carryOut(t, buildText(t, floor+nscBlock(2, 0.100001, "", true)+`<Force_Contact id="1" cnf_type="RIGID" restitution_coef="0" i_graphics_id="2" j_graphics_id="1"/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="10" type="FORCEONLY" fx_expression="0" fy_expression="0" fz_expression="20*SIN(2000*TIME)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, nscTune(`h_max="0.0001"`)+simulate(`end_time="2" num_steps="2"`)), Options{})
	if o.err != nil || len(o.doc.Events) != 1000 || o.doc.NonSmooth.Changes <= 1000 {
		t.Errorf("%v: %d events of %d", o.err, len(o.doc.Events), o.doc.NonSmooth.Changes)
	}
}
