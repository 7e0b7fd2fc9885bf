package element_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// variants are the spellings that decks have for one thing, by the sections of
// the description of the format: file, commands, parameters, bodies, constraints,
// forces, control, sensors, pairs. plain is how this solver calls it; % in both
// stands for the markers. said are the codes of what is said about the variant,
// which a mere spelling does not deserve.
var variants = []struct{ section, variant, plain, said string }{
	{"file", `<REFERENCE_STRING ID="9" STRING="a"/>`, `<Reference_String id="9" string="a"/>`, ""},
	{"file", `<Body_Rigid id="9" ISGROUND="true"/>`, `<Body_Rigid id="9" isground="TRUE"/>`, ""},
	{"file", `<Body_Rigid id="9" IsGround="True"/>`, `<Body_Rigid id="9" isground="TRUE"/>`, ""},
	{"file", `< Reference_String id="9" string="a"/>`, `<Reference_String id="9" string="a"/>`, "W110"},
	{"file", `<Reference_String id=9 string="a"/>`, `<Reference_String id="9" string="a"/>`, "W117"},
	{"file", `<Reference_String id=“9” string="a"/>`, `<Reference_String id="9" string="a"/>`, "W116"},
	{"file", `<Body_Rigid id="9" isground="YES"/>`, `<Body_Rigid id="9" isground="TRUE"/>`, ""},
	{"file", `<Reference_String id = "9" string = "a"/>`, `<Reference_String id="9" string="a"/>`, ""},
	{"file", `<Reference_String id='9' string='a'></Reference_String>`, `<Reference_String id="9" string="a"/>`, ""},
	{"file", `<Force_Penalty id="9" expr="DX(20)" penalty="2" penalty="3"/>`, `<Force_Penalty id="9" expr="DX(20)" penalty="2" penalty1="3"/>`, "W303"},
	{"file", `<Control_PlantInput id="9" num_element="2" variable_id_list="1, 2"/>`, `<Control_PlantInput id="9" num_element="2" variable_id_list="1 2"/>`, ""},
	{"file", `<Control_PlantInput id="9" num_element="2" variable_id_list="1,2"/>`, `<Control_PlantInput id="9" num_element="2" variable_id_list="1 2"/>`, ""},
	{"file", `<Force_Vector_TwoBody id="9" type="ForceOnly" i_marker_id="20" j_floating_marker_id="1" body1_id="2" body2_id="1" fx_expression="1"/>`,
		`<Force_Vector_TwoBody id="9" type="FORCEONLY" i_marker_id="20" j_floating_marker_id="1" fx_expression="1"/>`, ""},
	{"file", `<Force_Penalty id="9" type="EXPRESSION" expr="DX(20)" penalty="2" usrsub_dll_name="NULL"/>`, `<Force_Penalty id="9" type="EXPRESSION" expr="DX(20)" penalty="2"/>`, ""},
	{"file", `<Post_Request id="9" type="EXPRESSION" expr1="NULL" expr2="TIME"/>`, `<Post_Request id="9" type="EXPRESSION" expr2="TIME"/>`, ""},
	{"file", `<Force_Vector_TwoBody id="9" type="forceonly" i_marker_id="20" j_floating_marker_id="1" fx_expression="1" ref_marker_id="0"/>`,
		`<Force_Vector_TwoBody id="9" type="FORCEONLY" i_marker_id="20" j_floating_marker_id="1" fx_expression="1"/>`, ""},
	{"file", `<Reference_Array id="9" type="IC" num_element="2">1, 2</Reference_Array>`, `<Reference_Array id="9" type="IC" num_element="2">1 2</Reference_Array>`, ""},

	{"commands", `<Simulate analysis_type="Transient" end_time="1" num_step="5"/>`, `<Simulate analysis_type="TRANSIENT" end_time="1" num_steps="5"/>`, ""},
	{"commands", `<Load_Command Command_File="a.xml"/>`, `<Load_Command command_file="a.xml"/>`, ""},
	{"commands", `<Activate element_type="BUSHING" element_id="1"/>`, `<Activate element_type="BUSH" element_id="1"/>`, ""},

	{"parameters", `<Param_Units force_unit="Newton"/>`, `<Param_Unit force_unit="NEWTON"/>`, ""},
	{"parameters", `<Param_Simulation nr_converg_ratio="0.1"/>`, `<Param_Simulation nr_converge_ratio="0.1"/>`, ""},
	{"parameters", `<Param_Transient integrator_type="Dstiff" h_max="1.D-3"/>`, `<Param_Transient integrator_type="DSTIFF" h_max="1.D-3"/>`, ""},
	{"parameters", `<Param_Simulation constr_tol="1.E-9" linsolver="Harwell" acusolve_cosim="FALSE" contact_iteration="ACTIVE"/>`, `<Param_Simulation constr_tol="1.E-9"/>`, ""},
	{"parameters", `<ResOutput angle_type="Ypr" mrf_file="TRUE" plt_file="FALSE"/>`, `<ResOutput angle_type="YPR"/>`, ""},
	{"parameters", `<Param_Transient dae_vel_ctrl="1"/>`, `<Param_Transient dae_vel_ctrl="TRUE"/>`, ""},
	{"parameters", `<Param_Transient dae_index="I3"/>`, `<Param_Transient dae_index="I3"/>`, ""},

	{"bodies", `<Reference_Marker id="9" body_id="1" body_type="RigidBody"/>`, `<Reference_Marker id="9" body_id="1" body_type="RIGIDBODY"/>`, ""},
	{"bodies", `<Body_Rigid id="9" cg_id="20" mass="1" is_wet_body="FALSE" cp_inp_id="0"/>`, `<Body_Rigid id="9" cg_id="20" mass="1"/>`, ""},

	{"constraints", `<Constraint_Joint id="9" type="Convel" %/>`, `<Constraint_Joint id="9" type="CONSTANT_VELOCITY" %/>`, ""},
	{"constraints", `<Constraint_Joint id="9" type="RACKPIN" pitch_diameter="1" %/>`, `<Constraint_Joint id="9" type="RACK_PINION" pitch_diameter="1" %/>`, ""},
	{"constraints", `<Constraint_Joint id="9" type="AtPoint" %/>`, `<Constraint_Joint id="9" type="SPHERICAL" %/>`, ""},
	{"constraints", `<Constraint_Jprim id="9" type="ATPOINT" %/>`, `<Constraint_Jprim id="9" type="SPHERICAL" %/>`, ""},
	{"constraints", `<Constraint_Coupler id="9" joint1_id="1" freedom_1="r" joint2_id="2" freedom_2="t" coefficients="1, 2"/>`,
		`<Constraint_Coupler id="9" joint1_id="1" freedom_1="R" joint2_id="2" freedom_2="T" coefficients="1 2"/>`, ""},
	{"constraints", `<Constraint_Coupler id="9" joint1_id="1" joint2_id="2" coeffs="1 2"/>`, `<Constraint_Coupler id="9" joint1_id="1" joint2_id="2" coefficients="1 2"/>`, ""},
	{"constraints", `<Motion_Joint id="9" joint_id="1" motion_type="R" expr="TIME"/>`, `<Motion_Joint id="9" joint_id="1" joint_type="R" expr="TIME"/>`, ""},
	{"constraints", `<Motion_Joint id="9" joint_id="1" joint_type="ROTATION" val_type="Velocity" expr="TIME"/>`, `<Motion_Joint id="9" joint_id="1" joint_type="R" val_type="V" expr="TIME"/>`, ""},
	{"constraints", `<Constraint_General id="9" i="20" expr="DX(20)"/>`, `<Constraint_General id="9" i_marker_id="20" expr="DX(20)"/>`, ""},

	{"forces", `<Post_Graphic id="9" type="Sphere" rm_id="1" radius="1"/><Force_Contact id="9" i_graphics_id="9" j_graphics_id="9" cnf_type="Poisson" penalty="1" restitution_coeff="0.5" cff_type="Coulomb_DynamicOnly" mu_dynamic="0.3"/>`,
		`<Post_Graphic id="9" type="Sphere" center_marker_id="1" radius="1"/><Force_Contact id="9" i_graphics_id="9" j_graphics_id="9" cnf_type="POISSON" penalty="1" restitution_coef="0.5" cff_type="DYNAMICS_ONLY" mu_dynamic="0.3"/>`, ""},
	{"forces", `<Post_Graphic id="9" type="BoxDefinedFromCorner" corner_marker_id="1" x_length="1" length_y="2" z="3"/>`, `<Post_Graphic id="9" type="BoxDefinedFromCorner" rm_id="1" length_x="1" length_y="2" length_z="3"/>`, ""},
	{"forces", `<Force_SpringDamper id="9" type="TRANSLATION" length="1" %/>`, `<Force_SpringDamper id="9" type="TRANSLATIONAL" length="1" %/>`, ""},
	{"forces", `<Force_SpringDamper id="9" type="Rotation" length="90D" %/>`, `<Force_SpringDamper id="9" type="ROTATIONAL" length="90D" %/>`, ""},
	{"forces", `<Force_Vector_TwoBody id="9" type="ForceAndTorque" i_marker_id="20" j_marker_id="1" fx_expression="1"/>`,
		`<Force_Vector_TwoBody id="9" type="FORCEANDTORQUE" i_marker_id="20" j_floating_marker_id="1" fx_expression="1"/>`, ""},
	{"forces", `<Force_Vector_OneBody id="9" type="TorqueOnly" i_marker_id="20" tx_expression="1"/>`, `<Force_Vector_OneBody id="9" type="TORQUEONLY" marker_id="20" tx_expression="1"/>`, ""},
	{"forces", `<Force_Beam id="9" length="1" E="1" G="1" area="1" ixx="1" iyy="1" izz="1" ASY="1" ASZ="1" %/>`, `<Force_Beam id="9" length="1" e="1" g="1" area="1" ixx="1" iyy="1" izz="1" asy="1" asz="1" %/>`, ""},
	{"forces", `<Force_Field id="9" K11="1" C66="2" %/>`, `<Force_Field id="9" k11="1" c66="2" %/>`, ""},
	{"forces", `<Force_Penalty id="9" type="Expression" expr="DX(20)" penalty="1" unilateral="True" smoothing_factor="2"/>`, `<Force_Penalty id="9" type="EXPRESSION" expr="DX(20)" penalty="1" unilateral="TRUE" smoothing_factor="2"/>`, ""},
	{"forces", `<Force_JointFriction id="9" joint_id="2" inactive="Static" effect="Sliding"/>`, `<Force_JointFriction id="9" joint_id="2" inactive="STATIC" effect="SLIDING"/>`, ""},
	{"forces", `<Force_Gravity grav_z="STEP(TIME,0,0,1,-9810)"/>`, `<Force_Gravity grav_z="STEP(TIME,0,0,1,-9810)"/>`, ""},

	{"control", `<Reference_Array id="9" type="U" num_element="2" variable_id="1 2"/>`, `<Reference_Array id="9" type="U" num_element="2" variable_id_list="1, 2"/>`, ""},
	{"control", `<Reference_Spline id="9" num_xy_pair="5">0 0 1 1 2 4 3 9 4 16 5 25 6 36</Reference_Spline>`, `<Reference_Spline id="9" num_xy_pair="5">0,0 1,1 2,4 3,9 4,16 5,25 6,36</Reference_Spline>`, ""},
	{"control", `<Reference_Matrix id="9" nrow="1" ncol="2" isroworder="false">1, 2</Reference_Matrix>`, `<Reference_Matrix id="9" nrow="1" ncol="2" isroworder="FALSE">1 2</Reference_Matrix>`, ""},
	{"control", `<Control_SISO id="9" x_array_id="1" y_array_id="2" u_array_id="3" numerator_coef="1" denominator_coef="1, 1"/>`,
		`<Control_SISO id="9" x_array_id="1" y_array_id="2" u_array_id="3" numerator_coef="1" denominator_coef="1 1"/>`, ""},
	{"control", `<Control_StateEqn id="9" type="Linear" x_solver_array_id="1" y_solver_array_id="2" u_solver_array_id="3" a_matrix_id="1"/>`,
		`<Control_StateEqn id="9" type="LINEAR" x_array_id="1" y_array_id="2" u_array_id="3" a_matrix_id="1"/>`, ""},
	{"control", `<Reference_Variable id="9" expr="TIME" is_implicit="True" penalty="100" penalty1="100" autobalance="FALSE" static_hold="FALSE"/>`, `<Reference_Variable id="9" expr="TIME" implicit="TRUE"/>`, ""},

	{"sensors", `<Sensor_Event id="9" expr="TIME" value="1" compare="LT"/>`, `<Sensor_Event id="9" expr="TIME" value="1" compare="LE"/>`, ""},
	{"sensors", `<Sensor_Event id="9" expr="TIME" value="1" compare="ge" verbose="TRUE"/>`, `<Sensor_Event id="9" expr="TIME" value="1" compare="GE"/>`, ""},

	{"pairs", `<Constraint_PTCV id="9" curve_id="1" disp_xo="1" disp_yo="2" disp_zo="3" vel_o="4" %/>`, `<Constraint_PTCV id="9" curve_id="1" disp_x0="1" disp_y0="2" disp_z0="3" vel_0="4" %/>`, ""},
	{"pairs", `<Constraint_CVCV id="9" i_curve_id="1" j_curve_id="1" i_disp_xo="1" i_disp_yo="2" i_disp_zo="3" i_vel_0="4" no_slip="TRUE" %/>`,
		`<Constraint_CVCV id="9" i_curve_id="1" j_curve_id="1" i_disp_x0="1" i_disp_y0="2" i_disp_z0="3" i_vel0="4" is_no_slip="TRUE" %/>`, ""},
}

const variantModel = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="2" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
<Reference_Variable id="1" expr="TIME"/><Reference_Variable id="2" expr="TIME"/><Reference_Matrix id="1" nrow="1" ncol="1">1</Reference_Matrix>
<Reference_Array id="1" type="X" num_element="1"/><Reference_Array id="2" type="Y" num_element="1"/><Reference_Array id="3" type="U" num_element="1">1</Reference_Array>
<Reference_ParamCurve id="1" is_curve_points="TRUE">0 0 0 1 0 0</Reference_ParamCurve>`

// TestVariants: what is written in another way is the same element.
func TestVariants(t *testing.T) {
	read := func(text string) (what string, said []string) {
		text = strings.ReplaceAll(text, "%", `i_marker_id="20" j_marker_id="1"`)
		m := deck.ReadXML(&deck.Source{Name: "v.xml", Text: []byte("<MotionSolve>" + variantModel + text + "</MotionSolve>")}, ".", element.Table())
		for _, d := range m.Diags.List {
			if d.Severity != deck.Note {
				said = append(said, d.Code)
			}
		}
		var b strings.Builder
		for _, e := range slices.Concat(m.Elements, m.Commands) {
			b.WriteString("\n" + e.KindIDLabel())
			for _, a := range e.GivenAttrs() {
				b.WriteString(" " + a.Spec.Name + "=" + strings.ReplaceAll(e.WrittenValue(a), ",", " "))
			}
			if x := e.Text(); x != nil {
				b.WriteString(" " + strings.ReplaceAll(x.Value, ",", " "))
			}
		}
		return strings.Join(strings.Fields(b.String()), " "), said
	}
	seen := map[string]bool{}
	for _, v := range variants {
		seen[v.section] = true
		got, said := read(v.variant)
		want, nothing := read(v.plain)
		if got != want || strings.Join(said, " ") != v.said || len(nothing) > 0 {
			t.Errorf("%s:\n%s\n%s\n is\n%s\nand not\n%s\n%v %v", v.section, v.variant, v.plain, got[len(got)/2:], want[len(want)/2:], said, nothing)
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d sections of 9", len(seen))
	}
}
