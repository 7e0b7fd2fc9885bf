package element

import "github.com/trammel-mbd/trammel/core/deck"

func init() {
	enter(
		kind{schema: &deck.Schema{
			Kind: "Simulate", Section: deck.InCommand, Doc: "an analysis",
			Attrs: attrs(
				deck.AttrSpec{Name: "analysis_type", Type: deck.Enum, Required: true,
					Enum: []string{"TRANSIENT", "STATIC", "LINEAR", "ASSEMBLY", "FREQUENCY RESPONSE"}},
				deck.AttrSpec{Name: "start_time", Type: deck.Real}, deck.AttrSpec{Name: "end_time", Type: deck.Real},
				deck.AttrSpec{Name: "duration", Type: deck.Real, Positive: true},
				deck.AttrSpec{Name: "num_steps", Alias: []string{"num_step"}, Type: deck.Int, Positive: true},
				deck.AttrSpec{Name: "print_interval", Type: deck.Real, Positive: true},
				deck.AttrSpec{Name: "print_increment", Type: deck.Int, Positive: true},
				unused("restart_array_id", "print_array_id", "start_freq", "end_freq", "freq_input_id_list", "incr_type"),
			),
		}, phase: commands},
		kind{schema: &deck.Schema{Kind: "Stop", Section: deck.InCommand, Doc: "ends the run"}, phase: commands},
		kind{schema: &deck.Schema{Kind: "ResOutput", Section: deck.InBoth, NoID: true, Doc: "options of result files",
			Attrs: unused("mrf_file", "abf_file", "plt_file", "abf_unique_time", "plt_unique_time", "angle_type",
				"flex_vel_acc_output", "contact_gra_output", "cof_file", "capture_max_pd", "req_comment_only",
				"dzero", "vzero", "azero", "fzero")}, phase: commands},
		kind{schema: &deck.Schema{Kind: "H3DOutput", Section: deck.InBoth, NoID: true, Ignored: true, Doc: "animation files"}, phase: commands},
		kind{schema: &deck.Schema{Kind: "Post_Graphic", Ignored: true, Doc: "a shape for animations"}, phase: commands},
		kind{schema: &deck.Schema{Kind: "DebugOutput", Section: deck.InCommand, Ignored: true, Doc: "extra diagnostics"}, phase: commands},
	)
	for _, name := range []string{"Activate", "Deactivate", "Save", "Load_Model", "Load_Command"} {
		enter(kind{schema: &deck.Schema{Kind: name, Section: deck.InCommand, Unsupported: "this command is not supported yet"}})
	}
	for _, name := range []string{
		"Constraint_Jprim", "Constraint_Coupler", "Constraint_Gear", "Constraint_UserConstr", "Constraint_PTCV", "Constraint_CVCV",
		"Motion_Marker", "Force_Bushing", "Force_Beam", "Force_Field", "Force_Contact", "Force_JointFriction", "Force_MultiPoint",
		"Reference_Spline", "Reference_ParamCurve", "Reference_ParamSurface", "Control_SISO", "Control_StateEqn",
		"Control_PlantInput", "Control_PlantOutput", "Reference_PlantState", "Sensor_Event", "Sensor_Evaluate", "Sensor_Proximity",
	} {
		enter(kind{schema: &deck.Schema{Kind: name, Unsupported: "this element is not supported yet"}})
	}
}
