package element_test

import (
	"math"
	"testing"
)

// wheels are bodies 2 about z at the origin and 3 about z at (3, 0, 0), of unit
// moments of inertia, on ground; a torque of 3 acts on body 2. They touch at
// (1, 0, 0), where marker 9 has its z axis along y.
const wheels = tight + ground + `<Reference_Marker id="5" body_id="1" pos_x="3"/>
<Reference_Marker id="9" body_id="1" pos_x="1" a00="1" a10="0" a20="0" a02="0" a12="1" a22="0"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" psi="20D"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_x="3"/>
<Force_Vector_OneBody id="1" type="TorqueOnly" marker_id="20" tz_expression="3"/>`

// Wheels of radii 1 and 2 turn against each other, 2 to 1, whichever marker of a
// joint is the carrier's: (1 + 1/4) a” = 3.
func TestGear(t *testing.T) {
	for _, joints := range []string{
		`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="5"/>`,
		`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="1" j_marker_id="20"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="5"/>`,
		`<Constraint_Joint id="1" type="CYLINDRICAL" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="5" j_marker_id="30"/>`,
	} {
		r := simulate(t, wheels+joints+`<Constraint_Gear id="1" joint1_id="1" joint2_id="2" cv_marker_id="9"/>`+report("AZ(20)", "AZ(30)", "WZ(30)"), one, nil)
		r.near(-1, "9.F1", math.Pi/9+1.2, 1e-6)
		r.near(-1, "9.F2", -0.6, 1e-6)
		r.near(-1, "9.F3", -1.2, 1e-6)
	}
}

// A rack of mass 2 along y: it follows the rim of wheel 2, over many turns.
func TestGearRack(t *testing.T) {
	model := wheels + `<Reference_Marker id="31" body_id="3" pos_x="3" a00="1" a10="0" a20="0" a02="0" a12="1" a22="0"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="2" type="TRANSLATIONAL" i_marker_id="31" j_marker_id="9"/>
<Constraint_Gear id="1" joint1_id="1" joint2_id="2" cv_marker_id="9"/><Motion_Joint id="1" joint_id="1" expr="20D+30*TIME"/>`
	r := simulate(t, model+report("DY(30)", "VY(30)"), one, nil)
	r.near(-1, "9.F1", 30, 1e-6)
	r.near(-1, "9.F2", 30, 1e-6)
}

// The carrier turns: an arm from the sun, body 2, which is held, to the planet.
// The planet of radius 2 turns (1 + 1/2) times the angle of the arm.
func TestGearPlanet(t *testing.T) {
	model := tight + ground + `<Body_Rigid id="4" cg_id="40" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4"/>
<Reference_Marker id="45" body_id="4" pos_x="3"/><Reference_Marker id="49" body_id="4" pos_x="1" a00="1" a10="0" a20="0" a02="0" a12="1" a22="0"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_x="3"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="1" j_marker_id="40"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="45"/>
<Constraint_Gear id="1" joint1_id="1" joint2_id="2" cv_marker_id="49"/><Motion_Joint id="1" joint_id="1" expr="-4*TIME"/>`
	r := simulate(t, model+report("AZ(40)", "WZ(30)"), one, nil)
	r.near(-1, "9.F1", 4, 1e-6)
	r.near(-1, "9.F2", 6, 1e-6)
}
