package run

import (
	"math"
	"testing"
)

// TestSpeedAfterJump: a force and a prescribed acceleration that jump at a time
// where no step ends. Positions hardly see it; the speeds must not keep an error.
func TestSpeedAfterJump(t *testing.T) {
	const at, a = 0.50321, 4.0
	for _, method := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF"} {
		model := `<Param_Transient integrator_type="` + method + `"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="1"/>
<Motion_Joint id="1" joint_id="1" joint_type="TRANSLATIONAL" type="EXPRESSION" expr="IF(TIME-0.50321:0,4,4)" val_type="A"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="IF(TIME-0.50321:0,8,8)"/>
<Post_Request id="1" type="EXPRESSION" expr1="VX(20)" expr2="VZ(30)"/>`
		o := carryOut(t, buildText(t, model, simulate(`end_time="1." num_steps="10"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		for _, name := range []string{"1.F1", "1.F2"} {
			column := o.tab.of(t, name)
			got, want := column[len(column)-1], a*(1-at)
			t.Logf("%s %s off by %.2g in %d steps", method, name, got-want, o.doc.Steps)
			if math.Abs(got-want) > 2e-4 {
				t.Errorf("%s: %s is %.9g, want %.9g", method, name, got, want)
			}
		}
	}
}
