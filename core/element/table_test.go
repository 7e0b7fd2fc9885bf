package element

import (
	"reflect"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// A reference page is made of these tables: all must be described.
func TestTableIsDescribed(t *testing.T) {
	for _, s := range Table() {
		if s.Doc == "" {
			t.Errorf("%s has no description", s.Kind)
		}
		for _, a := range append(append([]deck.AttrSpec{}, s.Attrs...), s.Text...) {
			if a.Doc == "" {
				t.Errorf("%s.%s has no description", s.Kind, a.Name)
			}
			switch a.Type {
			case deck.Real, deck.Angle, deck.Expr, deck.RealOrExpr, deck.Reals:
				if a.Unit == "" {
					t.Errorf("%s.%s has no unit", s.Kind, a.Name)
				}
			case deck.Bool:
				if a.Default != "FALSE" {
					t.Errorf("%s.%s has the default %q", s.Kind, a.Name, a.Default)
				}
			}
		}
	}
}

// The attributes that the format documents, those of user subroutines aside.
var documented = map[string]string{
	"Param_Unit":       "force_unit mass_unit length_unit time_unit mass_mult_factor",
	"Param_Units":      "force_unit",
	"Param_Simulation": "constr_tol implicit_diff_tol nr_converge_ratio nr_converg_ratio linsolver acusolve_cosim contact_iteration save_increment save_inc_overwrite",
	"Param_Transient": "integrator_type integr_tol h_max h_min h0_max vel_tol_factor max_order rel_abs_tol_ratio dae_alg_tol_factor dae_index dae_constr_tol " +
		"dae_corrector_maxit dae_corrector_minit dae_vel_ctrl dae_jacob_eval dae_eval_expiry dae_jacob_init dae_interpolation newmark_beta newmark_gamma hht_alpha",
	"ResOutput": "mrf_file abf_file plt_file abf_unique_time plt_unique_time angle_type flex_vel_acc_output contact_gra_output cof_file capture_max_pd req_comment_only dzero vzero azero fzero",
	"Body_Rigid": "id label cg_id im_id lprf_id isground mass inertia_xx inertia_yy inertia_zz inertia_xy inertia_yz inertia_xz v_ic_x v_ic_y v_ic_z w_ic_x w_ic_y w_ic_z " +
		"v_ic_x_flag v_ic_y_flag v_ic_z_flag w_ic_x_flag w_ic_y_flag w_ic_z_flag vm_id wm_id is_wet_body cp_inp_id",
	"Body_Point":           "id label cg_id lprf_id mass v_ic_x v_ic_y v_ic_z v_ic_x_flag v_ic_y_flag v_ic_z_flag",
	"Force_Gravity":        "grav_x grav_y grav_z",
	"Reference_Marker":     "id label body_id body_type rm_id node_id pos_x pos_y pos_z a00 a10 a20 a01 a11 a21 a02 a12 a22 psi theta phi floating",
	"Constraint_Joint":     "id label type i_marker_id j_marker_id pitch pitch_diameter is_virtual",
	"Constraint_Jprim":     "id label type i_marker_id j_marker_id is_virtual",
	"Constraint_Coupler":   "id label joint1_id freedom_1 joint2_id freedom_2 joint3_id freedom_3 coefficients is_virtual",
	"Constraint_General":   "id label expr is_virtual i_marker_id",
	"Motion_Joint":         "id label joint_id joint_type motion_type val_type type expr ic_disp ic_vel",
	"Reference_Variable":   "id label type expr ic implicit static_hold autobalance penalty penalty1",
	"Reference_Array":      "id label type num_element variable_id",
	"Reference_Matrix":     "id label nrow ncol isroworder issparse nval",
	"Reference_String":     "id label string",
	"Reference_Spline":     "id label num_xy_pair linear_extrap file_name block_name",
	"Control_Diff":         "id label is_implicit ic ic_dot is_static_hold type expr",
	"Force_Penalty":        "id label penalty penalty1 unilateral smoothing_factor type expr body1_id body2_id",
	"Force_StateEqn":       "id label x_array_id y_array_id u_array_id ic_array_id u_solver_array_id is_static_hold num_state num_output i_marker_id j_floating_marker_id ref_marker_id type a_matrix_id b_matrix_id c_matrix_id d_matrix_id",
	"Control_StateEqn":     "id label x_array_id y_array_id u_array_id ic_array_id u_solver_array_id is_static_hold num_state num_output type a_matrix_id b_matrix_id c_matrix_id d_matrix_id",
	"Force_Bushing":        "id label i_marker_id j_marker_id kx ky kz ktx kty ktz cx cy cz ctx cty ctz preload_x preload_y preload_z preload_tx preload_ty preload_tz",
	"Force_Field":          "id label i_marker_id j_marker_id length_x length_y length_z length_tx length_ty length_tz preload_x preload_tz K11 K12 K66 C11 C66 cratio",
	"Force_Vector_OneBody": "id label marker_id ref_marker_id type fx_expression fy_expression fz_expression tx_expression ty_expression tz_expression",
	"Force_Vector_TwoBody": "id label i_marker_id j_floating_marker_id ref_marker_id type fx_expression fy_expression fz_expression tx_expression ty_expression tz_expression body1_id body2_id",
	"Force_Scalar_TwoBody": "id label i_marker_id j_marker_id is_action_only type val val_expression body1_id body2_id",
	"Force_SpringDamper":   "id label i_marker_id j_marker_id type stiffness damping length preload body1_id body2_id",
	"Post_Request":         "id label comment type i_marker_id j_marker_id ref_marker_id elem_type jflag expr1 expr2 expr3 expr4 expr5 expr6 expr7 expr8",
	"Simulate": "analysis_type start_time end_time duration restart_array_id num_steps num_step print_increment print_interval print_array_id start_freq end_freq " +
		"freq_input_id_list incr_type",
	"Stop": "",
}

var routineAttrs = "usrsub_param_string usrsub_dll_name usrsub_fnc_name script_name interpreter usersub_param_string"

func TestDocumentedAttributesAreKnown(t *testing.T) {
	withRoutine := "Constraint_General Motion_Joint Reference_Variable Reference_Array Reference_Matrix Reference_Spline Reference_String Reference_Marker Control_Diff Control_StateEqn Constraint_Coupler Force_Field Force_Penalty Force_StateEqn " +
		"Force_Vector_OneBody Force_Vector_TwoBody Force_Scalar_TwoBody Post_Request Param_Simulation "
	for kind, names := range documented {
		if strings.Contains(withRoutine, kind+" ") {
			names += " " + routineAttrs
		}
		for _, n := range strings.Fields(names) {
			_, said := build(`<M><`+strings.ToUpper(kind)+" "+n+`=""/></M>`, none)
			if strings.Contains(said, "W301") || strings.Contains(said, "E307") || strings.Contains(said, "W202") || strings.Contains(said, "E217") {
				t.Errorf("%s %s: %s", kind, n, said)
			}
		}
	}
}

// What a deck without settings gets is what the table says.
func TestTransientDefaults(t *testing.T) {
	m := deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte(`<M><Param_Transient/></M>`)}, ".", Table())
	e, got := m.Elements[0], DefaultTransient()
	want := Transient{
		Integrator: e.Enum("integrator_type"), HMax: e.Real("h_max"), HMin: e.Real("h_min"), H0: e.Real("h0_max"),
		VelTolFactor: e.Real("vel_tol_factor"), AlgFactor: e.Real("dae_alg_tol_factor"), MaxOrder: e.Int("max_order"), Index: indices[e.Enum("dae_index")],
		ConstrTol: e.Real("dae_constr_tol"), MaxIt: e.Int("dae_corrector_maxit"), MinIt: e.Int("dae_corrector_minit"), VelCtrl: e.Bool("dae_vel_ctrl"),
		Interpolate: e.Bool("dae_interpolation"), JacobEval: e.Int("dae_jacob_eval"), EvalExpiry: e.Int("dae_eval_expiry"), JacobInit: e.Int("dae_jacob_init"),
		Given: map[string]bool{}, dae: 1e-10, ode: 1e-10,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("defaults %+v, the table says %+v", got, want)
	}
}

func TestTransientAttributes(t *testing.T) {
	text := `<M><Model><Param_Simulation constr_tol="1E-5"/><Param_Transient integrator_type="Gstiff" integr_tol="1e-4" h_max="0.5" h_min="1e-7" h0_max="1e-3"
vel_tol_factor="10" max_order="3" dae_alg_tol_factor="20" dae_index="SI2" dae_constr_tol="1e-6" dae_corrector_maxit="7" dae_corrector_minit="2" dae_vel_ctrl="TRUE"
dae_jacob_eval="2" dae_eval_expiry="5" dae_jacob_init="3" dae_interpolation="TRUE" hht_alpha="-0.2" newmark_beta="0.3" newmark_gamma="0.6"/></Model>
<Command><Param_Transient integrator_type="ABAM" h_max="0.25"/><Simulate analysis_type="Transient" end_time="1"/></Command></M>`
	b, said := build(text, none)
	if b.Deck.Diags.HasErrors() || strings.Count(said, "B031") != 1 {
		t.Fatal(said)
	}
	want := Transient{Integrator: "DSTIFF", Tol: 1e-4, HMax: 0.5, HMin: 1e-7, H0: 1e-3, VelTolFactor: 10, MaxOrder: 3, AlgFactor: 20, Index: 2, ConstrTol: 1e-6,
		MaxIt: 7, MinIt: 2, VelCtrl: true, JacobEval: 2, EvalExpiry: 5, JacobInit: 3, Interpolate: true, Alpha: -0.2, Beta: 0.3, Gamma: 0.6, dae: 1e-6, ode: 1e-5}
	got := b.Tuning
	if got.Given = nil; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	// a command changes only what it gives, and not what came before it
	c := b.Commands[0]
	want.Integrator, want.HMax, want.ConstrTol = "ABAM", 0.25, 1e-5
	if c.Tuning.Given = nil; !c.Tune || !reflect.DeepEqual(c.Tuning, want) {
		t.Errorf("got %+v\nwant %+v", c.Tuning, want)
	}
	if b.Tuning.Integrator != "DSTIFF" || len(b.Commands) != 2 {
		t.Error("the command changed the settings before it")
	}
}
