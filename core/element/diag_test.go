package element

import (
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

const rod = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/><Reference_Marker id="11" body_id="1" floating="TRUE"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2"/>`

const touching = `<Post_Graphic id="1" type="Sphere" radius="1" rm_id="20"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`

// contact is a contact of graphics 1 and 2 with more attributes.
func contact(graphics, more string) string {
	return graphics + `<Force_Contact id="1" i_graphics_id="1" j_graphics_id="2" cnf_type="IMPACT" stiffness="1" ` + more + `/>`
}

const yforce = `<Force_StateEqn id="1" i_marker_id="20" j_floating_marker_id="10" x_array_id="1" `

var code = regexp.MustCompile(`\[([A-Z]\d{3})\]`)

// codes lists the codes of what is said, sorted.
func codes(said string) []string {
	list := []string{}
	for _, m := range code.FindAllStringSubmatch(said, -1) {
		list = append(list, m[1])
	}
	sort.Strings(list)
	return list
}

// Each deck has just these problems: what only follows from them is not
// reported.
func TestDiagnostics(t *testing.T) {
	tests := []struct{ model, want string }{
		// bodies and markers
		{`<Body_Rigid id="3" mass="1"/>`, "E305"},
		{`<Body_Rigid id="3" isground="TRUE"/><Reference_Marker id="31" body_id="3"/>`, "B020"},
		{`<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" inertia_xy="5"/><Reference_Marker id="30" body_id="3"/>`, "B021"},
		{`<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="3"/><Reference_Marker id="30" body_id="3"/>`, "B022"},
		{`<Body_Rigid id="3" cg_id="20" mass="1"/>`, "B023"},
		{`<Body_Rigid id="3" cg_id="30" im_id="20" mass="1"/><Reference_Marker id="30" body_id="3"/>`, "B023"},
		{`<Body_Rigid id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" floating="TRUE"/>`, "B010"},
		{`<Body_Point id="3" cg_id="30" mass="0"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/>`, "E403"},
		{`<Reference_Marker id="12" body_id="9"/><Constraint_Joint id="1" type="FIXED" i_marker_id="12" j_marker_id="20"/><Post_Request id="1" type="EXPRESSION" expr1="DX(12)+JOINT(1,0,2,0)"/>`, "E502"},
		{`<Reference_Marker id="12" body_id="1" rm_id="11"/>`, "B010"},
		{`<Param_Unit force_unit="Pond"/>`, "E405"},
		// beams and forces on several markers
		{`<Force_Beam id="1" i_marker_id="20" j_marker_id="10" length="1" e="1" g="1" area="1" ixx="1" iyy="1"/>`, "E305"},
		{`<Force_Beam id="1" i_marker_id="20" j_marker_id="10" length="0" e="1" g="1" area="1" ixx="1" iyy="1" izz="1" cratio="-1"/>`, "E403 E403"},
		{`<Force_MultiPoint id="1" ref_marker_id="10" kmtx_id="1">20</Force_MultiPoint><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B044"},
		{`<Force_MultiPoint id="1" ref_marker_id="10" kmtx_id="1"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B171"},
		{`<Force_MultiPoint id="1" ref_marker_id="10" kmtx_id="1" usrsub_param_string="USER(1)"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B170"},
		{`<Force_MultiPoint id="1" ref_marker_id="10" kmtx_id="1" n_i_marker="2">11</Force_MultiPoint><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B172 B173"},
		{`<Force_MultiPoint id="1" ref_marker_id="10" kmtx_id="1" cmtx_id="1" cratio="1">20</Force_MultiPoint><Reference_Matrix id="1" nrow="6" ncol="6" issparse="TRUE">1 1 1</Reference_Matrix><Post_Request id="1" type="EXPRESSION" expr1="NFORCE(1,21,2)"/>`, "B090 X002"},
		// contacts
		{contact(`<Post_Graphic id="1" type="Sphere" rm_id="20"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B221"},
		{contact(`<Post_Graphic id="1" type="Sphere" radius="1"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B221"},
		{contact(`<Post_Graphic id="1" type="Outline" rm_id="20"/><Post_Graphic id="2" type="Circle" rm_id="10"/>`, ``), "B220 B220"},
		{contact(`<Post_Graphic id="1" type="BoxDefinedFromCenter" x_length="1" y_length="0" z_length="1" rm_id="20"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B222"},
		{contact(`<Post_Graphic id="1" type="Sphere" radius="1" rm_id="11"/><Post_Graphic id="2" type="Plane" rm_id="20"/>`, ``), "B010"},
		{contact(`<Post_Graphic id="1" type="Sphere" radius="1" rm_id="21"/><Post_Graphic id="2" type="Plane" rm_id="20"/>`, ``), "B226"},
		{contact(`<Post_Graphic id="1" type="Plane" rm_id="20"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B227"},
		{contact(`<Post_Graphic id="1" type="TriaMesh" rm_id="20">1 2 3 4</Post_Graphic><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B223"},
		{contact(`<Post_Graphic id="1" type="TriaMesh" rm_id="20" num_vertex="1">1 2 3 1 1 2</Post_Graphic><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B223"},
		{contact(`<Post_Graphic id="1" type="TriaMesh" rm_id="20"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B223"},
		{contact(`<Post_Graphic id="1" type="TriaMesh" rm_id="20" file_name="none.stl"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B223"},
		{contact(`<Post_Graphic id="1" type="TriaMesh" rm_id="20" file_name="none.step"/><Post_Graphic id="2" type="Plane" rm_id="10"/>`, ``), "B223"},
		{contact(touching, `cff_type="COULOMB_ON" stiction_trans_vel="2" friction_trans_vel="1"`), "B225"},
		{contact(touching, `num_i_graphics="3"`), "B228"},
		{contact(touching, `mu_static="3" exponent="0.5" num_j_graphics="0"`), "B228 E403 E403 W304"},
		{touching + `<Post_Graphic id="3" type="Sphere" rm_id="10" radius="1"/><Force_Contact id="1" i_graphics_id="1 3" j_graphics_id="2" cnf_type="IMPACT" stiffness="1"/>`, "B229"},
		{touching + `<Force_Contact id="1" i_graphics_id="1" j_graphics_id="2" cnf_type="VOLUME"/><Post_Request id="1" type="EXPRESSION" expr1="CONTACT(1,0,1)+CONTACT(2,0,1)"/>`, "B224"},
		{contact(touching, ``) + `<Post_Request id="1" type="EXPRESSION" expr1="CONTACT(1,0,1)+CONTACT(7,0,1)+CONTACT(1,2,1)"/>`, "X002 X002"},
		{`<Force_Contact id="1" i_graphics_id="1" j_graphics_id="2" cnf_type="IMPACT" stiffness="1"/>`, "E502 E502"},
		{`<Post_Graphic id="1" type="Ellipse" colour="red" rm_id="20">a b</Post_Graphic>`, ""},
		// friction
		{`<Force_JointFriction id="1" joint_id="7"/>`, "E502"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1"/>`, "E305"},
		{`<Constraint_Joint id="1" type="PLANAR" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1"/><Post_Request id="1" type="EXPRESSION" expr1="FRICTION(1,1)"/>`, "B180"},
		{`<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1" inputs="0201"/>`, "B183"},
		{`<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1" inputs="0010"/>`, "E305"},
		{`<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1" inputs="0000" overlap_delta="Increase" bristle_stiffness="1" max_stiction_deform="1"/>`, "B182 B184"},
		{`<Constraint_Joint id="1" type="HOOKE" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1" pin_radius="1" inputs="0000" bristle_stiffness="1" max_stiction_deform="1"/><Post_Request id="1" type="EXPRESSION" expr1="FRICTION(1,1)"/>`, "B182 B184 X002"},
		{`<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1"/><Post_Request id="1" type="EXPRESSION" expr1="FRICTION(1,19)"/>`, "X002"},
		{`<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1"/><Post_Request id="1" type="EXPRESSION" expr1="FRICTION(1,7,20)"/>`, "X002"},
		{`<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Force_JointFriction id="1" joint_id="1" mu_static="0" effect="STICTION" force_preload="1"/>`, "B188"},
		// gears, transfer functions, plants
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Gear id="1" joint1_id="1" joint2_id="2" cv_marker_id="10"/>`, "B103"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Gear id="1" joint1_id="1" joint2_id="1" cv_marker_id="10"/>`, "B103"},
		{`<Body_Rigid id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" pos_x="1"/><Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Gear id="1" joint1_id="1" joint2_id="1" cv_marker_id="30"/>`, "B103"},
		{`<Constraint_Gear id="1" joint1_id="1" joint2_id="2" cv_marker_id="3"/>`, "E502 E502 E502"},
		{`<Control_SISO id="1" x_array_id="1" y_array_id="2" u_array_id="3" numerator_coef="1 2 3" denominator_coef="1 1"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y"/><Reference_Array id="3" type="U">1</Reference_Array><Reference_Variable id="1" expr="1"/>`, "B104"},
		{`<Control_SISO id="1" x_array_id="1" y_array_id="2" u_array_id="3" num_numerator_coef="2" numerator_coef="1" denominator_coef="1 1"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y"/><Reference_Array id="3" type="U">1</Reference_Array><Reference_Variable id="1" expr="1"/>`, "B104"},
		{`<Control_SISO id="1" x_array_id="1" y_array_id="2" u_array_id="3" numerator_coef="1" denominator_coef="1 1"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y"/><Reference_Array id="3" type="U">1 1</Reference_Array><Reference_Variable id="1" expr="1"/>`, "B072"},
		{`<Control_PlantInput id="1" num_element="2" variable_id_list="1"/><Reference_Variable id="1" expr="1"/><Post_Request id="1" type="EXPRESSION" expr1="PINVAL(1,1)"/>`, "B040"},
		{`<Control_PlantInput id="1" variable_id_list="1"/><Reference_Variable id="1" expr="1"/><Post_Request id="1" type="EXPRESSION" expr1="PINVAL(1,2)+POUVAL(1,1)"/>`, "X002 X002"},
		{`<Control_PlantOutput id="1" type="USERSUB" usrsub_dll_name="a"/>`, "B105"},
		{`<Control_PlantOutput id="1"/>`, "E305"},
		// custom functions
		{`<CustomFunction symbol="A" num_param="1" usrsub_dll_name="a"/><CustomFunction symbol="a " num_param="1" usrsub_dll_name="a"/>`, "B106"},
		{`<CustomFunction symbol="A"/>`, "E305"},
		{`<CustomFunction symbol="A" num_param="1" usrsub_param_string="USER(1)"/>`, "B107"},
		// motions of markers
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="10" direction="B4" expr="TIME"/>`, "E405"},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="10" direction="X"/>`, "E305"},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="21" direction="X" expr="TIME"/>`, "B052"},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="11" direction="X" expr="TIME"/>`, "B010"},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="10" direction="B1" val_type="V" expr="AZ(20)"/>`, "B059"},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="10" direction="Y" val_type="A" ic_disp="2" ic_vel="3" expr="1"/><Post_Request id="1" type="EXPRESSION" expr1="MOTION(1,0,2,0)"/>`, ""},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="10" direction="X" expr="TIME"/><Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="TIME"/>`, "B102"},
		// sensors
		{`<Sensor_Event id="1" expr="TIME" halt="TRUE"/>`, ""},
		{`<Sensor_Event id="1" expr="TIME"/>`, "B100"},
		{`<Sensor_Event id="1" expr="TIME" evaluate_id="9"/>`, "E502"},
		{`<Sensor_Event id="1" halt="TRUE"/>`, "E305"},
		{`<Sensor_Event id="1" expr="TIME" halt="TRUE" error_tol="0"/>`, "E403"},
		{`<Sensor_Event id="1" expr="TIME" evaluate_id="2"/><Sensor_Evaluate id="2" expr="TIME"/><Sensor_Evaluate id="1" expr="TIME"/>`, "B101"},
		{`<Sensor_Event id="1" expr="SENVAL(2)+SENVAL(1)" evaluate_id="2"/><Sensor_Evaluate id="2" expr="SENVAL(3)"/>`, "X002"},
		// joints and motions
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="21"/>`, "B052"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="99"/><Motion_Joint id="1" joint_id="1" expr="TIME"/>`, "E502"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="11"/>`, "B010"},
		{`<Constraint_Joint id="1" type="SCREW" i_marker_id="20" j_marker_id="10"/><Post_Request id="1" type="EXPRESSION" expr1="JOINT(1,0,2,0)"/>`, "B185"},
		{`<Reference_Marker id="12" body_id="1" theta="5D"/><Constraint_Joint id="1" type="SCREW" i_marker_id="20" j_marker_id="12" pitch="1"/><Post_Request id="1" type="EXPRESSION" expr1="JOINT(1,0,2,0)"/>`, "B186"},
		{`<Constraint_Joint id="1" type="RACK_PINION" i_marker_id="20" j_marker_id="10" pitch_diameter="1"/>`, "B186"},
		{`<Constraint_Joint id="1" type="RACKPIN" i_marker_id="20" j_marker_id="10"/>`, "B185"},
		{`<Constraint_Joint id="1" type="SCREW" i_marker_id="20" j_marker_id="21" pitch="1"/>`, "B052"},
		{`<Reference_Marker id="12" body_id="1" pos_z="-1.5e308"/><Reference_Marker id="24" body_id="2" pos_z="1.5e308"/><Constraint_Joint id="1" type="SCREW" i_marker_id="24" j_marker_id="12" pitch="1"/>`, "B187"},
		{`<Reference_Marker id="12" body_id="1" pos_z="-1.5e308"/><Reference_Marker id="24" body_id="2" pos_z="1.5e308"/><Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="24" j_marker_id="12"/><Constraint_Joint id="2" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Constraint_Gear id="1" joint1_id="1" joint2_id="2" cv_marker_id="10"/>`, "B187"},
		{`<Constraint_Joint id="1" type="REVOLVE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="TIME"/>`, "E405"},
		{`<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="TIME"/>`, "B058"},
		{`<Constraint_Joint id="1" type="CYLINDRICAL" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="TIME"/>`, "B058"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" joint_type="T" expr="TIME"/><Post_Request id="1" type="EXPRESSION" expr1="MOTION(1,0,2,0)"/>`, "B058"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" val_type="A" expr="AZ(20)"/>`, "B059"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" val_type="V" ic_disp="1" expr="2"/>`, ""},
		{`<Constraint_Joint id="1" type="SPHERICAL" ic="1 2" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" ic="1" icrot="2" ictran="1 2" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="3" type="REVOLUTE" ic="1 2 3" i_marker_id="20" j_marker_id="10"/>`, "B284 B284 B284 B284"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" val_type="V" ic_disp="0" expr="2"/>`, ""},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" type="USERSUB" usrsub_dll_name="a"/>`, ""},
		{`<Constraint_General id="1" usrsub_dll_name="a"/>`, ""},
		{`<Constraint_General id="1" type="USERSUB"/>`, ""},
		{`<Control_StateEqn id="1" type="USERSUB" x_array_id="1" usrsub_dll_name="a"/><Reference_Array id="1" type="X"/>`, "E305"},
		{`<Control_StateEqn id="1" type="LINEAR" x_array_id="1" y_array_id="2" a_matrix_id="1" c_matrix_id="1" num_output="2"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B044"},
		{`<Control_StateEqn id="1" type="LINEAR" x_array_id="1" y_array_id="2" a_matrix_id="1" c_matrix_id="1"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y" num_element="2"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B072"},
		{`<Constraint_Jprim id="1" type="INPLANE" i_marker_id="20" j_marker_id="21"/>`, "B052"},
		{`<Constraint_Jprim id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/>`, "E405"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="2" freedom_2="T" coefficients="1,2"/>`, ""},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="2" coefficients="1,2"/>`, "B080"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="3" coefficients="1,2"/>`, "B080"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" freedom_1="T" joint2_id="2" freedom_2="T" coefficients="1,2"/>`, "B080"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="2" freedom_2="T" coefficients="1,2,3"/>`, "B082"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="2" freedom_2="T"/>`, "B082"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="2" freedom_2="T" coefficients="1"/>`, "B082"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="2" freedom_2="T" coefficients="1,2" usrsub_dll_name="a"/>`, "B081"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="3" type="SPHERICAL" i_marker_id="21" j_marker_id="10"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="9" freedom_2="T" coefficients="1,2"/>`, "E502"},
		{`<Force_Field id="1" i_marker_id="20" j_marker_id="10" c11="1" cratio="2"/>`, "B090"},
		{`<Force_Field id="1" i_marker_id="20" j_marker_id="11" k11="1"/>`, "B010"},
		{`<Constraint_General id="1"/>`, "E305"},
		{`<Constraint_General id="1" expr="TIME"/>`, "B055"},
		{`<Constraint_General id="1" expr="DX(20)-ACCX(20)"/>`, "B054"},
		{`<Constraint_General id="1" expr="DX(2)"/>`, "X002"},
		{`<Constraint_General id="1" expr="DX(20"/>`, "X001"},
		{`<Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="10" is_virtual="TRUE"/>`, "B051"},
		// arrays, matrices, variables
		{`<Reference_Array id="1" type="IC" num_element="3">1 2</Reference_Array>`, "B040"},
		{`<Reference_Array id="1" type="U" num_element="3">1</Reference_Array><Reference_Variable id="1" expr="1"/>`, "B040"},
		{`<Reference_Array id="1" type="U" num_element="3"/>`, "B041"},
		{`<Reference_Array id="1" type="U" usrsub_dll_name="a"/>`, "B042"},
		{`<Reference_Array id="1" type="U">4</Reference_Array>`, "E502"},
		{`<Reference_Array id="1" type="V"/><Post_Request id="1" type="EXPRESSION" expr1="ARYVAL(1,1)"/>`, "E405"},
		{`<Reference_Array id="1" type="X" num_element="1"/><Post_Request id="1" type="EXPRESSION" expr1="ARYVAL(1,1)"/>`, "B046"},
		{`<Reference_Matrix id="1" nrow="2" ncol="2">1 2 3</Reference_Matrix>`, "B043"},
		{`<Reference_Matrix id="1" nrow="2" ncol="2" issparse="TRUE">1 2</Reference_Matrix>`, "B043"},
		{`<Reference_Matrix id="1" nrow="2" ncol="2" issparse="TRUE">1 3 5</Reference_Matrix>`, "B043"},
		{`<Reference_Matrix id="1" nrow="2" ncol="2" issparse="TRUE">1 1.5 5</Reference_Matrix>`, "B043"},
		{`<Reference_Matrix id="1" nrow="2" ncol="2" issparse="TRUE" nval="2">1 1 5</Reference_Matrix>`, "B048"},
		{`<Reference_Matrix id="1" nrow="1000000" ncol="1000000" issparse="TRUE">1 1 5</Reference_Matrix>`, "B043"},
		{`<Reference_Matrix id="1" nrow="2000000000" ncol="1">1</Reference_Matrix>`, "E403"},
		{`<Reference_Matrix id="1" nrow="1" ncol="1" usrsub_dll_name="a"/>`, ""},
		{`<Reference_Matrix id="1" nrow="1" ncol="1" usrsub_dll_name="a">1</Reference_Matrix>`, "B126"},
		{`<Reference_String id="1"/>`, "B125"},
		{`<Reference_String id="1" string="x" script_name="a.py"/>`, "W304"},
		{`<Reference_Marker id="29" body_id="2" usrsub_dll_name="a" a00="1"/>`, "B017"},
		{`<Reference_Spline id="1" file_name="a">1 1</Reference_Spline>`, "B126"},
		{`<Reference_Spline id="1">0 0 1 1 2 4</Reference_Spline>`, "B120"},
		{`<Reference_Spline id="1"/><Post_Request id="1" type="EXPRESSION" expr1="AKISPL(1,0,1)"/>`, "B120"},
		{`<Reference_Spline id="1">0 0 1 1 2 4 3</Reference_Spline>`, "B121"},
		{`<Reference_Spline id="1" num_z="2">0 1 0 0 0 1 1 1 2 4 4 3 9</Reference_Spline>`, "B121"},
		{`<Reference_Spline id="1" num_z="9">0 1</Reference_Spline>`, "B120"},
		{`<Reference_Spline id="1">0 0 1 1 1 4 3 9</Reference_Spline>`, "B122"},
		{`<Reference_Spline id="1" num_z="2">1 1 0 0 0 1 1 1 0.5 4 4 3 9 9</Reference_Spline>`, "B122 B122"},
		{`<Reference_Spline id="1" num_xy_pair="5">0 0 1 1 2 4 3 9</Reference_Spline>`, "B123"},
		{`<Reference_Spline id="1" num_z="2" num_x="4">0 1 0 0 0 1 1 1 2 4 4 3 9 9</Reference_Spline><Post_Request id="1" type="EXPRESSION" expr1="AKISPL(TIME,1,1)"/>`, ""},
		{`<Reference_Spline id="1" num_z="2">0 1 0 0 0 1 1 1 2 4 4 3 9 9</Reference_Spline><Post_Request id="1" type="EXPRESSION" expr1="AKISPL(TIME,1,1,1)"/>`, "X002"},
		{`<Reference_Spline id="1">0 0 1 1 2 4 3 9</Reference_Spline><Post_Request id="1" type="EXPRESSION" expr1="QUISPL(TIME,1,1)"/>`, "X002"},
		{`<Reference_Spline id="1">0 0 1 1 2 4 3 9</Reference_Spline><Post_Request id="1" type="EXPRESSION" expr1="AKISPL(TIME,1,1,3)" expr2="AKISPL(TIME,1,2)"/>`, "X002 X002"},
		{`<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="AKISPL(TIME,0,1)"/><Reference_Spline id="1">0 0 1 1 2 4 3 9</Reference_Spline>`, "B124"},
		{`<Reference_Variable id="1" expr="VARVAL(2)"/>`, "X002"},
		{`<Reference_Variable id="1" expr="1+"/><Post_Request id="1" type="EXPRESSION" expr1="VARVAL(1)"/>`, "X001"},
		{`<Reference_Variable id="1" type="USERSUB"/><Post_Request id="1" type="EXPRESSION" expr1="VARVAL(1)"/>`, ""},
		{`<Control_Diff id="1"/><Post_Request id="1" type="EXPRESSION" expr1="DIF(1)"/>`, "E305"},
		// state equations
		{yforce + `type="LINEAR" a_matrix_id="1"/><Reference_Array id="1" type="X"/><Reference_Matrix id="1" nrow="1" ncol="2">1 1</Reference_Matrix>`, "B044"},
		{yforce + `type="LINEAR" a_matrix_id="1"/><Reference_Array id="1" type="X" num_element="2"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B072"},
		{yforce + `type="LINEAR" a_matrix_id="1" b_matrix_id="1"/><Reference_Array id="1" type="X"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B074"},
		{yforce + `type="LINEAR" a_matrix_id="1" c_matrix_id="1"/><Reference_Array id="1" type="X"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B044"},
		{yforce + `type="LINEAR" a_matrix_id="1"/><Reference_Array id="1" type="X"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B075"},
		{yforce + `type="LINEAR" a_matrix_id="1"/><Reference_Array id="1" type="Y"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>`, "B071"},
		{yforce + `type="LINEAR" a_matrix_id="1"/><Reference_Array id="1" type="X"/><Reference_Matrix id="1" nrow="1" ncol="1">x</Reference_Matrix><Post_Request id="1" type="EXPRESSION" expr1="YFORCE(1,0,2,0)"/>`, "E401"},
		{yforce + `type="USERSUB" num_state="1" num_output="3"/><Reference_Array id="1" type="X"/>`, "B070"},
		{yforce + `type="USERSUB" num_state="2" ic_array_id="2"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="IC">1</Reference_Array>`, "B072"},
		{yforce + `type="USERSUB"/><Reference_Array id="1" type="X"/>`, "E305"},
		{yforce + `num_state="2"/><Reference_Array id="1" type="X"/>`, "E305"},
		// forces
		{`<Force_Vector_OneBody id="1" marker_id="20" type="FORCE"/><Post_Request id="1" type="EXPRESSION" expr1="VFORCE(1,0,2,0)"/>`, "E405"},
		{`<Force_Vector_OneBody id="1" marker_id="20" type="FORCEONLY"/>`, "B063"},
		{`<Force_Vector_OneBody id="1" marker_id="20" type="FORCEONLY" tx_expression="1" fx_expression="2"/>`, "W304"},
		{`<Force_Vector_OneBody id="1" marker_id="11" type="FORCEONLY" fx_expression="2"/>`, "B010"},
		{`<Force_Scalar_TwoBody id="1" i_marker_id="20" j_marker_id="10" type="FORCE"/>`, "E305"},
		{`<Force_Scalar_TwoBody id="1" i_marker_id="20" j_marker_id="10" type="FORCE" val="1" val_expression="2"/>`, "B062"},
		{`<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="10" stiffness="1"/>`, "B060"},
		{`<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="10" stiffness="-1" length="1"/>`, "E403"},
		{`<Force_Penalty id="1" penalty="x" expr="DX(20)"/>`, "E401"},
		{`<Force_Penalty id="1" penalty="1" penalty="2" expr="DX(20)"/>`, "W303"},
		{`<Force_Gravity grav_z="DX(20)"/>`, "B064"},
		{`<Force_Gravity grav_z="STEP("/>`, "X001"},
		{`<Body_Flexible id="1"/>`, "B410"},
		{`<Constraint_General id="1" i_marker_id="20" expr="DX(20)-DELAY(DY(20),0.1,0)"/>`, "B255"},
		{`<Reference_Variable id="3" expr="DELAY(DX(20),0.1,0)"/><Constraint_General id="1" i_marker_id="20" expr="DX(20)-VARVAL(3)"/>`, "B255"},
		{`<Motion_Marker id="1" i_marker_id="20" j_marker_id="10" direction="X" expr="DELAY(TIME,0.1,0)"/>`, "B255"},
		{`<Reference_Variable id="3" expr="DELAY(DX(99),DY(98),0)"/>`, "X002 X002"},
		{`<Reference_Variable id="3" expr="DELAY(DX(20),0.1,DX(20))"/>`, "X001"},
		{`<Reference_Variable id="3" expr="DELAY(DX(20),0.1,0,5)"/>`, "X002"},
		{`<Reference_Array id="5" type="IC">6</Reference_Array><Reference_Variable id="3" expr="DELAY(DX(20),0.1,0,5)"/>`, "X004"},
		{`<Reference_Variable id="3" expr="DELAY(VARVAL(3),0.1,0)"/>`, ""},
		// requests
		{`<Post_Request id="1" type="MARKER_FORCE"/>`, "E305"},
		{`<Post_Request id="1" type="MARKER_FORCE" i_marker_id="20" j_marker_id="77"/>`, "E502"},
		{`<Post_Request id="1" type="MARKER_VELOCITY" i_marker_id="11"/>`, "B010"},
		{`<Post_Request id="1" type="EXPRESSION"/>`, "B285"},
		{`<Post_Request id="1" type="ELEMENTAL_FORCE" elem_type="JOINT" elem_id="4"/>`, "X002"},
		{`<Post_Request id="1" type="ELEMENTAL_FORCE"/>`, "E305 E305"},
		// settings
		{`<Param_Transient dae_index="1"/>`, ""}, {`<Param_Transient integrator_type="CSTIFF" rel_abs_tol_ratio="0.01"/>`, "B033"}, {`<Param_Transient integrator_type="MSTIFF" rel_abs_tol_ratio="0.01" max_order="9"/>`, ""}, {`<Param_Transient integrator_type="MSTIFF" max_order="10"/>`, "B033"},
		{`<Param_Transient hht_alpha="0.1"/>`, "B032"},
		{`<Param_Transient h_min="0.5"/>`, "B033"},
		{`<Param_Transient max_order="13"/>`, "B033"},
		{`<Param_Transient integrator_type="ABAM" dae_index="1"/>`, "B033"},
		{`<Param_Transient integrator_type="VSTIFF" dae_index="3" hht_alpha="-0.05" newmark_beta="0" newmark_gamma="0" max_order="0"/>`, ""},
		{`<Param_Transient integrator_type="RK4" dae_vel_ctrl="TRUE"/>`, "B033"},
		{`<Param_Transient hht_alpha="-0.2" newmark_beta="0.3" newmark_gamma="0.6"/>`, "B033 B033 B033"},
		{`<Param_Transient integrator_type="DOP853" max_order="2"/>`, "B033"},
		{`<Param_Transient integrator_type="HHT" hht_alpha="-0.2" dae_vel_ctrl="TRUE"/>`, ""},
		{`<Param_Simulation usrsub_dll_name="a" usrsub_param_string="USER(1)"/>`, ""},
		// commands
		{`</Model><Command><Simulate analysis_type="Frequency Response"/>`, "B091"},
		{`</Model><Command><Simulate analysis_type="Static"/><Simulate analysis_type="Equilibrium" start_time="0.5"/><Param_Static method="MKEAM" max_num_iter="7"/>`, ""},
		{`</Model><Command><Simulate analysis_type="Static" end_time="1" num_steps="3"/><Simulate analysis_type="QuasiStatic" duration="2"/>`, ""},
		{`</Model><Command><Simulate analysis_type="Quasi-static"/>`, "B092"},
		{`</Model><Command><Simulate analysis_type="Static" end_time="-1"/>`, "B094"},
		{`</Model><Command><Simulate analysis_type="Static" end_time="1" num_steps="3" print_interval=".1"/>`, "B093"},
		{`<Param_Static method="FIM"/>`, "E405"}, {`<Param_Static max_error="0"/>`, "E403"}, {`<Param_Static stability="-1"/>`, "E403"},
		{`</Model><Command><Simulate analysis_type="Transient"/>`, "B092"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="1" duration="1"/>`, "B092"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="3" print_interval=".1"/>`, "B093"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="-1"/>`, "B094"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="x"/>`, "E401"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="1"/><Simulate analysis_type="Transient" end_time="1"/>`, "B094"},
		{`<Reference_Array id="5" type="IC">1</Reference_Array></Model><Command><Simulate analysis_type="Transient" end_time="1" print_array_id="5"/>`, ""},
		{`<Reference_Array id="5" type="IC">1 1</Reference_Array></Model><Command><Simulate analysis_type="Transient" end_time="1" print_array_id="5"/>`, "B095"},
		{`</Model><Command><Body_Rigid id="2" mass="4"/>`, ""},
		{`</Model><Command><Load_Model model_file="a.xml"/>`, "B241"},
		{`</Model><Command><Stop/><Simulate analysis_type="Static"/>`, "B039"},
		// steps, rows and tolerances that no run can meet
		{`<Param_Transient h_max="1e-20"/></Model><Command><Simulate analysis_type="Transient" end_time="1"/>`, "B035"},
		{`<Param_Transient h_max="1e-14"/></Model><Command><Simulate analysis_type="Transient" duration="1"/>`, "B035"},
		{`<Param_Transient integrator_type="HHT" h_fixed="1e-20"/></Model><Command><Simulate analysis_type="Transient" end_time="1"/>`, "B035"},
		{`<Sensor_Event id="1" expr="DX(20)" return="TRUE" hmax="1e-20"/></Model><Command><Simulate analysis_type="Transient" end_time="1"/>`, "B035"},
		{`<Param_Transient h_max="1e-20"/></Model><Command><Param_Transient h_max="0.01"/><Simulate analysis_type="Transient" end_time="1"/>`, ""},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="1" print_interval="1e-15"/>`, "B035"},
		{`</Model><Command><Simulate analysis_type="Quasi-static" end_time="1" print_interval="1e-9"/>`, "B035"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="4"/><Simulate analysis_type="Transient" end_time="5" print_interval="2"/>`, "B035"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="1" print_interval="2"/>`, "B035"},
		{`</Model><Command><Simulate analysis_type="Transient" end_time="1" print_interval="1"/>`, ""},
		{`<Param_Transient h0_max="0.5"/>`, "B033"},
		{`<Param_Transient integr_tol="1e30"/>`, ""}, // the bounds of the default count
		{`<Param_Transient integr_tol="1e30" integr_rel_tol="1"/>`, "B036"},
		{`<Param_Transient integr_tol="1e-300"/>`, "B036"},
		{`<Param_Transient integr_tol="1e-12" integr_rel_tol="1e-300" dae_constr_tol="1e-300"/>`, "B036 B036"},
		{`</Model><Command><Param_Transient integr_tol="1e-300"/>`, "B036"},
		{`<Param_Transient integr_tol="0.5"/>`, ""},
		// a number behind the name of what must be given
		{`<Sensor_Event id="1" expr9="DX(20)" return="TRUE"/>`, "E307"},
		// settings in several elements
		{`<Param_Transient h_max="0.01"/><Param_Transient h_max="0.001"/>`, "B037"},
		{`<Param_Transient h_max="0.01"/><Param_Transient h_max="0.01" h_min="1e-9"/>`, ""},
		{`<Param_Simulation constr_tol="1e-9"/><Param_Simulation constr_tol="1e-8"/><Param_Static max_error="1"/><Param_Static max_error="2"/>`, "B037 B037"},
		{`<Param_Transient h_max="0.01"/></Model><Command><Param_Transient h_max="0.001"/><Simulate analysis_type="Transient" end_time="1"/><Param_Transient h_max="0.002"/>`, ""},
		{`</Model><Command><Param_Transient h_max="0.001"/><Param_Transient h_max="0.002"/><Simulate analysis_type="Transient" end_time="1"/>`, "B037"},
	}
	for _, c := range tests {
		text := "<M><Model>" + rod + c.model
		if !strings.Contains(c.model, "</Model>") {
			text += "</Model></M>"
		} else {
			text += "</Command></M>"
		}
		_, said := build(text+"<!-- trammel: allow P104 P105 -->", none)
		if want := strings.Fields(c.want); !reflect.DeepEqual(codes(said), want) && len(codes(said))+len(want) > 0 {
			t.Errorf("%s: want %v, said\n%s", c.model, want, said)
		}
	}
}

// TestRemedies: problems of a code with a remedy report it.
func TestRemedies(t *testing.T) {
	for model, code := range map[string]string{
		`<Reference_Marker id="12" body_id="1" rm_id="11"/>`:                                    "B010",
		`<Body_Rigid id="3" isground="TRUE"/>`:                                                  "B020",
		`</Model><Command><Simulate analysis_type="Transient" end_time="-1"/></Command><Model>`: "B094",
	} {
		b, said := build("<M><Model>"+rod+model+"</Model></M>", none)
		found := false
		for _, d := range b.Deck.Diags.List {
			found = found || d.Code == code && d.Help == remedies[code]
		}
		if !found {
			t.Errorf("%s: %s", code, said)
		}
	}
}

// Every message begins with the name of the element and stands in the deck.
func TestDiagnosticPlaces(t *testing.T) {
	b, _ := build(`<M><Model>`+rod+`<Reference_Variable id="4" label="gap" expr="DX(20)+DY(7)"/><Force_Vector_OneBody id="3" marker_id="20" type="FORCEONLY"/></Model></M>`, none)
	for _, want := range []string{"Reference_Variable 4 (gap): expr: DY(7): there is no Reference_Marker 7", "Force_Vector_OneBody 3: no component is given: the force is zero"} {
		found := false
		for _, d := range b.Deck.Diags.List {
			found = found || d.Msg == want
			if d.Span.Src == nil {
				t.Errorf("%s stands nowhere", d.Msg)
			}
			if d.Msg == want && d.Severity == deck.Error && d.Span.Text() != "DY(7)" {
				t.Errorf("%s stands at %s", d.Msg, d.Span.Text())
			}
		}
		if !found {
			t.Errorf("not said: %s", want)
		}
	}
}

func TestMatrixOrder(t *testing.T) {
	want := [][]float64{{1, 2, 3}, {4, 5, 6}}
	for _, text := range []string{
		`<Reference_Matrix id="1" nrow="2" ncol="3">1 4 2 5 3 6</Reference_Matrix>`,
		`<Reference_Matrix id="1" nrow="2" ncol="3" isroworder="TRUE">1, 2, 3
4, 5, 6</Reference_Matrix>`,
		`<Reference_Matrix id="1" nrow="2" ncol="3" issparse="TRUE">1 1 1 2 1 4 1 2 2 2 2 5 1 3 3 2 3 6</Reference_Matrix>`,
	} {
		m := deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte("<M>" + text + "</M>")}, ".", Table())
		b := &builder{deck: m}
		b.faults.findFaultyElements(m)
		if got := b.readMatrixOnce(m.Elements[0]); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", text, got)
		}
	}
}
