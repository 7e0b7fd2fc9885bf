package adm

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// openKinds are elements and attributes as the format documents them.
const openKinds = `
Body_Rigid cg_id im_id lprf_id isground mass inertia_xx inertia_yy inertia_zz inertia_xy inertia_yz inertia_xz v_ic_x v_ic_y v_ic_z w_ic_x w_ic_y w_ic_z vm_id wm_id
Body_Point cg_id lprf_id mass v_ic_x v_ic_y v_ic_z
Body_Flexible flex_file flex_units h3d_file mnf_file lprf_id cdamp_expr v_ic_x v_ic_y v_ic_z w_ic_x w_ic_y w_ic_z q_ic qdot_ic rigidified max_frequency U
Reference_Marker body_id body_type rm_id node_id pos_x pos_y pos_z a00 a10 a20 a01 a11 a21 a02 a12 a22 psi theta phi zp_x zp_y zp_z xp_x xp_y xp_z floating U
Constraint_Joint type i_marker_id j_marker_id pitch pitch_diameter unilateral restitution_coef limit_min limit_max limit_rot_min limit_rot_max limit_restitution break_force break_torque
Constraint_Jprim type i_marker_id j_marker_id unilateral restitution_coef break_force break_torque
Constraint_Coupler joint1_id freedom_1 joint2_id freedom_2 joint3_id freedom_3 coefficients U
Constraint_Gear joint1_id joint2_id cv_marker_id
Constraint_General expr i_marker_id unilateral restitution_coef multiplier_min multiplier_max break_force U
Constraint_UserConstr unilateral restitution_coef multiplier_min multiplier_max break_force U
Constraint_PTCV i_marker_id j_marker_id curve_id disp_x0 disp_y0 disp_z0 vel_0
Constraint_CVCV i_marker_id i_curve_id i_disp_x0 i_disp_y0 i_disp_z0 i_vel0 j_marker_id j_curve_id j_disp_x0 j_disp_y0 j_disp_z0 j_vel0
Constraint_PTSF i_marker_id j_marker_id surface_id disp_x0 disp_y0 disp_z0
Constraint_CVSF i_marker_id curve_id i_disp_x0 i_disp_y0 i_disp_z0 j_marker_id surface_id j_disp_x0 j_disp_y0 j_disp_z0
Constraint_SFSF i_marker_id i_surface_id i_disp_x0 i_disp_y0 i_disp_z0 j_marker_id j_surface_id j_disp_x0 j_disp_y0 j_disp_z0
Motion_Joint joint_id joint_type val_type type expr ic_disp ic_vel max_effort min_effort break_force break_torque U
Motion_Marker i_marker_id j_marker_id direction val_type type expr ic_disp ic_vel max_effort min_effort break_force break_torque U
Force_Scalar_TwoBody i_marker_id j_marker_id is_action_only type val val_expression U
Force_Vector_TwoBody i_marker_id j_floating_marker_id ref_marker_id type fx_expression fy_expression fz_expression tx_expression ty_expression tz_expression U
Force_SpringDamper i_marker_id j_marker_id type stiffness damping length preload
Force_Bushing i_marker_id j_marker_id kx ky kz ktx kty ktz cx cy cz ctx cty ctz preload_x preload_y preload_z preload_tx preload_ty preload_tz
Force_Beam i_marker_id j_marker_id length E G area ixx iyy izz ASY ASZ cratio formulation U
Force_Field i_marker_id j_marker_id length_x length_y length_z length_tx length_ty length_tz preload_x preload_y preload_z preload_tx preload_ty preload_tz cratio KC U
Force_FlexModal flex_body_id case_id scale_expr force_sub U
Force_MultiPoint ref_marker_id kmtx_id cmtx_id cratio preload_mtx_id length_mtx_id n_i_marker U
Force_JointFriction joint_id method mu_static mu_dynamic max_stiction_deform stiction_trans_vel inactive inputs effect torque_preload force_preload friction_arm bending_reaction_arm pin_radius ball_radius reaction_arm initial_overlap overlap_delta
Force_Contact num_i_graphics i_graphics_id num_j_graphics j_graphics_id cnf_type penalty restitution_coef normal_trans_vel stiffness exponent damping dmax mu mu_rolling mu_spinning cohesion_force compliance compliance_damping cff_type mu_static mu_dynamic stiction_trans_vel friction_trans_vel cnf_param_string cnf_dll_name cnf_script_name cnf_fnc_name cff_param_string cff_dll_name cff_script_name cff_fnc_name
Post_Graphic type rm_id radius length length_x length_y length_z x_scale y_scale z_scale bottom_radius top_radius num_vertex file_name is_material_inside
Sensor_Proximity i_graphics_id j_graphics_id num_i_graphics num_j_graphics
Force_Penalty penalty penalty1 method unilateral smoothing_factor restitution_coef type expr U
Force_Gravity grav_x grav_y grav_z
Reference_Variable type expr ic implicit U
Reference_Array type num_element variable_id U
Reference_String string
Reference_Matrix nrow ncol isroworder issparse nval U
Reference_Spline num_xy_pair num_z linear_extrap file_name block_name U
Reference_ParamCurve is_u_closed is_curve_points matrix_id u_start u_end U
Reference_ParamSurface is_u_closed is_v_closed u_start u_end v_start v_end U
Reference_PlantState num_element variable_id_list
Control_Diff is_implicit ic ic_dot is_static_hold type expr U
Control_SISO x_array_id y_array_id u_array_id is_static_hold num_numerator_coef numerator_coef num_denominator_coef denominator_coef
Control_StateEqn type a_matrix_id b_matrix_id c_matrix_id d_matrix_id x_array_id y_array_id u_array_id ic_array_id num_state num_output is_static_hold U
Control_PlantInput num_element variable_id_list
Control_PlantOutput num_element variable_id_list
Sensor_Event value type expr compare evaluate_id error_tol dt stepsize zero_crossing hmax halt print restart return U
Sensor_Evaluate type expr U
CBKSUB U
Post_Request type i_marker_id j_marker_id ref_marker_id comment expr1 expr2 expr3 expr4 expr5 expr6 expr7 expr8 U
Param_Unit force_unit mass_unit length_unit time_unit mass_mult_factor
Param_Transient integrator_type integr_tol h_max h_min h0_max max_order dae_index dae_constr_tol dae_corrector_maxit dae_corrector_minit dae_vel_ctrl dae_jacob_eval dae_jacob_init dae_interpolation vi_solver vi_tol vi_max_iter newmark_beta newmark_gamma hht_alpha
Param_Linear eigen_analysis disable_damping pinput_id poutput_id pstate_id
Param_Static method max_error max_imbalance max_num_iter stability compliance_delta
Simulate analysis_type start_time end_time duration num_steps print_interval
Activate element_type element_id
Deactivate element_type element_id
Save model_file
ResOutput angle_type
H3DOutput
Stop
Load_Model model_file
`

// openTable has all attributes of openKinds as plain texts. U stands for what
// names a routine, KC for the entries of stiffness and damping matrices.
func openTable() deck.Table {
	var t deck.Table
	for _, l := range strings.Split(strings.TrimSpace(openKinds), "\n") {
		f := strings.Fields(l)
		s := &deck.Schema{Kind: f[0], Text: []deck.AttrSpec{{Type: deck.String}}}
		names := f[1:]
		switch s.Kind {
		case "Simulate", "Activate", "Deactivate", "Save", "Load_Model", "Stop":
			s.Section = deck.InCommand
		case "Param_Transient", "Param_Static", "Param_Linear":
			s.Section, s.NoID = deck.InBoth, true
		case "Force_Gravity", "Param_Unit", "ResOutput", "H3DOutput":
			s.NoID = true
		}
		for _, n := range names {
			switch n {
			case "U":
				for _, u := range strings.Fields("usrsub_param_string usrsub_dll_name usrsub_fnc_name script_name interpreter usrsub_der1_name usrsub_der2_name usrsub_der3_name usrsub_der4_name") {
					s.Attrs = append(s.Attrs, deck.AttrSpec{Name: u, Type: deck.String})
				}
			case "KC":
				for _, u := range append(matrix6x6Names("k"), matrix6x6Names("c")...) {
					s.Attrs = append(s.Attrs, deck.AttrSpec{Name: u, Type: deck.String})
				}
			default:
				s.Attrs = append(s.Attrs, deck.AttrSpec{Name: strings.ToLower(n), Type: deck.String})
			}
		}
		t = append(t, s)
	}
	return t
}

// model reads statements behind a title.
func model(text string) *deck.Model {
	return ReadModel(&deck.Source{Name: "t.adm", Text: []byte("title\n" + text + "\nEND\n")}, "/d", openTable())
}

// written writes an element as "Kind name=value … {text}". Blanks in values
// are kept.
func written(e *deck.Element) string {
	var b strings.Builder
	b.WriteString(e.Kind)
	for i := range e.Attrs {
		b.WriteString(" " + e.Attrs[i].Name + "=" + e.Attrs[i].Value)
	}
	if t := e.Text(); t != nil {
		b.WriteString(" {" + strings.Join(strings.Fields(t.Value), " ") + "}")
	}
	return b.String()
}

func printed(m *deck.Model) string {
	var b strings.Builder
	m.Diags.WriteText(&b, false)
	return b.String()
}

// elements writes the elements and commands of a model, one a line.
func elements(m *deck.Model) string {
	var lines []string
	for _, e := range append(append([]*deck.Element{}, m.Elements...), m.Commands...) {
		lines = append(lines, written(e))
	}
	return strings.Join(lines, "\n")
}

// same compares two texts line by line.
func same(t *testing.T, got, want string) {
	t.Helper()
	want = strings.TrimSpace(strings.ReplaceAll(want, "\n\t", "\n"))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
