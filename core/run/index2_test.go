package run

import (
	"math"
	"testing"
)

// TestStabilisedIndexTwo: a bar that a torque turns about its end, to tolerances finer than
// that of the constraints. Position rows left at 1e-10 would be an error of 1e-10/h in the speeds,
// and steps would shrink for it until the time no longer moves (6 million evaluations; 559 now).
func TestStabilisedIndexTwo(t *testing.T) {
	for _, tol := range []string{"1e-6", "1e-8", "1e-9"} {
		model := `<Param_Transient dae_index="SI2" integr_tol="` + tol + `"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="0.25"/><Reference_Marker id="20" body_id="2" pos_x="0.5"/><Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/>
<Force_Vector_OneBody id="1" type="TORQUEONLY" marker_id="20" ref_marker_id="1" tz_expression="3."/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,1)" expr2="WZ(21)" expr3="JOINT(1,0,1)"/>`
		o := carryOut(t, buildText(t, model, simulate(`end_time="1." num_steps="4"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		// 0.75 AZ" = 3: angle 2 t², speed 4 t, force m r (w⁴ + 16)^½ with w² = 16 at the end.
		want := map[string]float64{"1.F1": 2, "1.F2": 4, "1.F3": math.Hypot(16, 4)}
		bound := map[string]float64{"1e-6": 2e-6, "1e-8": 4e-8, "1e-9": 4e-9}[tol]
		for name, v := range want {
			column := o.tab.of(t, name)
			if got := column[len(column)-1]; !(math.Abs(got-v) <= bound*math.Max(1, v)) {
				t.Errorf("%s: %s is %.12g, want %.12g", tol, name, got, v)
			}
		}
		if o.doc.Evaluations > 2000 {
			t.Errorf("%s: %d evaluations", tol, o.doc.Evaluations)
		}
	}
}
