package run

import (
	"math"
	"strconv"
	"testing"
)

// TestSpeedAfterJump: a force and a prescribed acceleration that jump at a time
// where no step ends. Positions hardly see it; the speeds must not keep an error. At the
// default tolerance they may be off by 2e-4 m/s; at 1e-7 steps across the jump get as short as allowed,
// 1e-6 s, so that 4 m/s² over a few of them is what is left (ABAM, which does not see all of these jumps, and HHT are not asked).
func TestSpeedAfterJump(t *testing.T) {
	for _, method := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF"} {
		speedAfterJump(t, method, "1E-3", "0.50321", 2e-4)
	}
	for _, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF"} {
		for _, at := range []string{"0.50321", "0.501", "0.5077", "0.5033", "0.50891", "0.50547"} {
			speedAfterJump(t, method, "1E-7", at, 1e-5)
		}
	}
}

func speedAfterJump(t *testing.T, method, tol, when string, bound float64) {
	t.Helper()
	const a = 4.0
	at, err := strconv.ParseFloat(when, 64)
	if err != nil {
		t.Fatal(err)
	}
	model := `<Param_Transient integrator_type="` + method + `" integr_tol="` + tol + `"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="1"/>
<Motion_Joint id="1" joint_id="1" joint_type="TRANSLATIONAL" type="EXPRESSION" expr="IF(TIME-` + when + `:0,4,4)" val_type="A"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="IF(TIME-` + when + `:0,8,8)"/>
<Post_Request id="1" type="EXPRESSION" expr1="VX(20)" expr2="VZ(30)"/>`
	o := carryOut(t, buildText(t, model, simulate(`end_time="1." num_steps="10"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for _, name := range []string{"1.F1", "1.F2"} {
		column := o.tab.of(t, name)
		got, want := column[len(column)-1], a*(1-at)
		t.Logf("%s at %s, %s: %s off by %.2g in %d steps", method, tol, when, name, got-want, o.doc.Steps)
		if math.Abs(got-want) > bound {
			t.Errorf("%s at %s, jump at %s: %s is %.9g, want %.9g", method, tol, when, name, got, want)
		}
	}
}
