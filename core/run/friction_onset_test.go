package run

import (
	"fmt"
	"testing"
)

// TestRubOnsetAtJump: 2 kg at rest on a guide that presses with 20 N, mu 0.4, 0.3; at 1.0037 s a force of 5 N becomes one of 12 N, so that it slips
// with (12 - 6)/2 m/s² from there on: the onset is where the law jumps, however long the steps are.
func TestRubOnsetAtJump(t *testing.T) {
	for _, c := range []struct{ method, most, more string }{
		{"DSTIFF", "0.05", ""}, {"ABAM", "0.05", ""}, {"RADAU", "0.05", ""}, {"DOP853", "0.05", ""}, {"MSTIFF", "0.05", ""}, {"DSTIFF", "1", `TRUE`}, {"ABAM", "1", "TRUE"}, {"RADAU", "1", "TRUE"},
	} {
		set := map[string]string{"integrator_type": c.method, "integr_tol": "1e-8", "h_max": c.most}
		if c.more != "" {
			set["dae_interpolation"] = c.more
		}
		o := ran(t, guided(``, `mu_static="0.4" mu_dynamic="0.3"`, `fx_expression="IF(TIME-1.0037:5,12,12)" fy_expression="0" fz_expression="0"`), simulate(`end_time="2" num_steps="20"`), set)
		x, v := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		for k, time := range o.tab.of(t, "time") {
			d := max(0, time-1.0037)
			isNear(t, fmt.Sprintf("%s, steps to %s: x(%g)", c.method, c.most, time), x[k], 2+1.5*d*d, 1e-7)
			isNear(t, fmt.Sprintf("%s, steps to %s: v(%g)", c.method, c.most, time), v[k], 3*d, 1e-7)
		}
	}
}

// TestRowsBeforeAStop: rows that are interpolated between the start of a step and its end, where surfaces begin to stick, are of the motion
// before: x = 2 + 3 t - 3/2 t² up to 1 s, with every method.
func TestRowsBeforeAStop(t *testing.T) {
	for _, method := range []string{"DSTIFF", "MSTIFF", "ABAM", "RADAU", "DOP853", "HHT", "NEWMARK"} {
		set := map[string]string{"integrator_type": method, "integr_tol": "1e-6", "h_max": "1", "dae_interpolation": "TRUE"}
		o := ran(t, guided(`v_ic_x="3"`, `mu_static="0.4" mu_dynamic="0.3"`, `fx_expression="0" fy_expression="0" fz_expression="0"`), simulate(`end_time="2" num_steps="40"`), set)
		x, v := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		for k, time := range o.tab.of(t, "time") {
			d := min(time, 1)
			isNear(t, fmt.Sprintf("%s: x(%g)", method, time), x[k], 2+3*d-1.5*d*d, 1e-6)
			isNear(t, fmt.Sprintf("%s: v(%g)", method, time), v[k], 3-3*d, 1e-5)
		}
	}
}

// TestRubOnsetAtJumpOfAnotherBody: the same where the force jumps as another body passes x = 1.0037 at 1 m/s, which no function of TIME announces: the
// interpolated reaction would name a time far from it.
func TestRubOnsetAtJumpOfAnotherBody(t *testing.T) {
	const passing = `<Body_Rigid id="5" cg_id="50" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="1"/><Reference_Marker id="50" body_id="5" pos_y="9"/>`
	for _, method := range []string{"DSTIFF", "MSTIFF", "VSTIFF", "ABAM", "RADAU", "DOP853"} {
		for _, more := range []string{"FALSE", "TRUE"} {
			set := map[string]string{"integrator_type": method, "integr_tol": "1e-8", "dae_interpolation": more, "h_max": map[string]string{"TRUE": "1", "FALSE": "0.05"}[more]}
			o := ran(t, passing+guided(``, `mu_static="0.4" mu_dynamic="0.3"`, `fx_expression="IF(DX(50)-1.0037:5,12,12)" fy_expression="0" fz_expression="0"`), simulate(`end_time="2" num_steps="20"`), set)
			x := o.tab.of(t, "1.F1")
			for k, time := range o.tab.of(t, "time") {
				d := max(0, time-1.0037)
				isNear(t, fmt.Sprintf("%s, interpolated %s: x(%g)", method, more, time), x[k], 2+1.5*d*d, 1e-7)
			}
		}
	}
}
