package run

import (
	"math"
	"strings"
	"testing"
)

// TestLagOfSlip: a wheel is driven at 20 m/s and turned by a motion so that it rolls, a mass falls beside it, and
// a state follows the slip, which is zero as the difference of two speeds. With dae_index 3, where speeds
// have errors of their own, that takes as many steps as with 2, and run.log says what is done.
func TestLagOfSlip(t *testing.T) {
	said := "holds speeds to the constraints, too, as with dae_index 2: the errors that index 3 has in them disturb Control_Diff 1"
	steps := map[string]int{}
	for _, index := range []string{"2", "3"} {
		m := buildText(t, `<Param_Transient integrator_type="DSTIFF" dae_index="`+index+`" integr_tol="1e-5"/><Force_Gravity grav_z="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_z="0.3" zp_z="0.3" zp_x="1."/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="20."/>
<Reference_Marker id="20" body_id="2" pos_z="0.3" zp_z="0.3" zp_x="1."/><Reference_Marker id="21" body_id="2" pos_z="0.3" zp_z="0.3" zp_y="1." xp_x="1." xp_z="0.3"/>
<Body_Rigid id="3" mass="1" cg_id="30" inertia_xx="0.02" inertia_yy="0.02" inertia_zz="0.04" v_ic_x="20." w_ic_z="66.666666666666667"/>
<Reference_Marker id="30" body_id="3" pos_z="0.3" zp_z="0.3" zp_y="1." xp_x="1." xp_z="0.3"/>
<Body_Rigid id="4" mass="1" cg_id="40" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="2"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="21"/>
<Motion_Joint id="1" joint_id="1" joint_type="T" val_type="D" type="EXPRESSION" expr="20*TIME"/>
<Motion_Joint id="2" joint_id="2" joint_type="R" val_type="D" type="EXPRESSION" expr="20/0.3*TIME"/>
<Control_Diff id="1" expr="VX(30)-0.3*WZ(30,1,30)-40*DIF(1)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DIF(1)" expr2="DX(30)"/>`, simulate(`end_time="0.5" print_interval="0.005"`))
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		if n := strings.Count(o.log, said); n > 1 || n == 1 != (index == "3") {
			t.Errorf("index %s:\n%s", index, o.log)
		}
		for k, u := range o.tab.of(t, "1.F1") {
			// the tolerance times what counts as the least size of a state, 1e-5
			if math.Abs(u) > 1e-5*1e-5 || math.Abs(o.tab.of(t, "1.F2")[k]-20*o.tab.of(t, "time")[k]) > 1e-9 {
				t.Errorf("index %s: row %d: slip %g, place %g", index, k, u, o.tab.of(t, "1.F2")[k])
			}
		}
		steps[index] = o.doc.Steps + o.doc.Rejected
	}
	t.Log(steps)
	if steps["3"] > steps["2"]*11/10 {
		t.Errorf("steps by index: %v", steps)
	}
}
