package element_test

import (
	"math"
	"testing"
)

// A nut of 2 kg on a screw of pitch 0.3 with moment of inertia 0.05 about the axis, guided by a
// cylindrical joint along a slanting axis and pushed by 4 N along it: with p' = pitch/2π the
// acceleration is F/(m + I/p'²); the screw's force is F - m a, its torque I a/p'.
func TestScrew(t *testing.T) {
	r := simulate(t, tight+ground+`<Reference_Marker id="2" body_id="1" psi="0.3" theta="0.7"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="0.05" im_id="21"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" psi="0.3" theta="0.7" phi="0.4"/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="2" type="FORCEONLY" fx_expression="0" fy_expression="0" fz_expression="4"/>
<Constraint_Joint id="3" type="CYLINDRICAL" i_marker_id="21" j_marker_id="2"/>
<Constraint_Joint id="4" type="SCREW" i_marker_id="21" j_marker_id="2" pitch="0.3"/>`+
		report("DZ(21,2,2)", "AZ(21,2)", "JOINT(4,0,4,2)", "JOINT(4,0,8,2)"), one, nil)
	p := 0.3 / (2 * math.Pi)
	a := 4 / (2 + 0.05/(p*p))
	r.near(-1, "9.F1", a/2, 1e-7)
	r.near(-1, "9.F2", 0.4+a/2/p, 1e-6)
	r.near(-1, "9.F3", -(4 - 2*a), 1e-8)
	r.near(-1, "9.F4", 0.05*a/p, 1e-8)
}

// A pinion of diameter 0.4 turns about ground's z axis, driven by a torque of 3 Nm, inertia 0.1;
// the rack of 2 kg slides on ground. In the joint the rack moves against the turn of the pinion
// as seen from it: x of the pinion from the rack is +d/2 times the turn, so the rack goes to -x.
func TestRackAndPinion(t *testing.T) {
	r := simulate(t, tight+ground+`<Reference_Marker id="2" body_id="1" psi="90D" theta="90D"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="0.1"/><Reference_Marker id="20" body_id="2" psi="0.3"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_x="0.1" pos_y="-0.2" psi="90D" theta="90D"/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="1" type="TORQUEONLY" tx_expression="0" ty_expression="0" tz_expression="3"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>
<Constraint_Joint id="4" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="2"/>
<Constraint_Joint id="5" type="RACK_PINION" i_marker_id="20" j_marker_id="30" pitch_diameter="0.4"/>`+
		report("DX(30)", "AZ(20)", "JOINT(5,0,2,0)"), `<Simulate analysis_type="Transient" end_time="2" num_steps="4"/>`, nil)
	a := 3 / (0.1 + 2*0.04) // angular; several turns
	r.near(-1, "9.F2", 0.3+2*a, 1e-6)
	r.near(-1, "9.F1", 0.1-0.4*a, 1e-6)
	r.near(-1, "9.F3", 2*0.2*a, 1e-7)
}
