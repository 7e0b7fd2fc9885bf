package deck

// table has one element of every sort, close to the real ones.
var table = Table{
	{Kind: "Body_Rigid", Attrs: []AttrSpec{
		{Name: "cg_id", Type: Ref, To: []string{"Reference_Marker"}, Required: true, When: "isground=FALSE", Doc: "marker at the centre of mass"},
		{Name: "isground", Type: Bool, Default: "FALSE"},
		{Name: "mass", Type: Real, NonNegative: true, Default: "0"},
		{Name: "inertia_xx", Type: Real, NonNegative: true},
	}},
	{Kind: "Body_Point", Attrs: []AttrSpec{{Name: "mass", Type: Real, Positive: true, Required: true}}},
	{Kind: "Reference_Marker", Attrs: []AttrSpec{
		{Name: "body_id", Type: Ref, To: []string{"Body_Rigid", "Body_Point"}, Required: true, Doc: "body that carries the marker"},
		{Name: "body_type", Type: Enum, Enum: []string{"RIGIDBODY", "POINTBODY"}, Default: "RIGIDBODY"},
		{Name: "pos_x", Type: Real}, {Name: "pos_y", Type: Real}, {Name: "pos_z", Type: Real},
		{Name: "psi", Type: Angle}, {Name: "theta", Type: Angle}, {Name: "phi", Type: Angle},
		{Name: "a00", Type: Real, Default: "1"}, {Name: "a10", Type: Real}, {Name: "a20", Type: Real},
		{Name: "a02", Type: Real}, {Name: "a12", Type: Real}, {Name: "a22", Type: Real, Default: "1"},
	}},
	{Kind: "Reference_Variable", Attrs: []AttrSpec{{Name: "expr", Type: Expr, Required: true}}},
	{Kind: "Reference_Array", Attrs: append([]AttrSpec{
		{Name: "type", Type: Enum, Enum: []string{"X", "Y", "U", "IC"}, Required: true},
		{Name: "num_element", Type: Int, Min: 1},
		{Name: "variable_id", Type: Refs, To: []string{"Reference_Variable"}, When: "type=U"},
	}, UserSubAttrs("type=U", 0)...), Text: []AttrSpec{
		{Type: Refs, To: []string{"Reference_Variable"}, When: "type=U"},
		{Type: Reals, Required: true, When: "type=IC", Doc: "initial values"},
	}},
	{Kind: "Force_Penalty", Attrs: append([]AttrSpec{
		{Name: "type", Type: Enum, Enum: []string{"EXPRESSION", "USERSUB"}, Required: true},
		{Name: "expr", Type: Expr, Required: true, When: "type=EXPRESSION"},
		{Name: "penalty", Type: Real, Positive: true, Required: true, Second: "penalty1"},
		{Name: "penalty1", Type: Real, NonNegative: true, Default: "0"},
		{Name: "unilateral", Type: Bool, Default: "FALSE"},
		{Name: "smoothing_factor", Type: Real, Positive: true, Default: "1.0", When: "unilateral=TRUE"},
	}, UserSubAttrs("type=USERSUB", 0)...)},
	{Kind: "Force_StateEqn", Attrs: append([]AttrSpec{
		{Name: "type", Type: Enum, Enum: []string{"LINEAR", "USERSUB"}, Required: true},
		{Name: "x_array_id", Alias: []string{"x_solver_array_id"}, Type: Ref, To: []string{"Reference_Array"}, Required: true},
		{Name: "y_array_id", Alias: []string{"y_solver_array_id"}, Type: Ref, To: []string{"Reference_Array"}},
		{Name: "u_array_id", Alias: []string{"u_solver_array_id"}, Type: Ref, To: []string{"Reference_Array"}},
		{Name: "ic_array_id", Type: Ref, To: []string{"Reference_Array"}},
		{Name: "num_state", Type: Int, Positive: true, Required: true, When: "type=USERSUB"},
		{Name: "num_output", Type: Int, Default: "6", Min: 6, Max: 6},
		{Name: "is_static_hold", Type: Bool, Default: "FALSE"},
		{Name: "i_marker_id", Type: Ref, To: []string{"Reference_Marker"}, Required: true},
		{Name: "j_floating_marker_id", Type: Ref, To: []string{"Reference_Marker"}, Required: true},
		{Name: "ref_marker_id", Type: Ref, To: []string{"Reference_Marker"}},
		{Name: "body1_id", Type: Ignored}, {Name: "body2_id", Type: Ignored},
	}, UserSubAttrs("type=USERSUB", 4)...)},
	{Kind: "Force_Gravity", NoID: true, Once: true, Attrs: []AttrSpec{
		{Name: "grav_x", Type: RealOrExpr, Default: "0"}, {Name: "grav_y", Type: RealOrExpr, Default: "0"}, {Name: "grav_z", Type: RealOrExpr, Default: "0"},
	}},
	{Kind: "Force_Vector_OneBody", Attrs: []AttrSpec{
		{Name: "type", Type: Enum, Enum: []string{"FORCEONLY", "TORQUEONLY", "FORCEANDTORQUE"}, EnumAlias: map[string]string{"FORCE": "FORCEONLY"}, Required: true},
		{Name: "preload", Type: Reals, Len: 3},
		{Name: "flags", Type: Ints, NonNegative: true},
		{Name: "note", Type: String},
	}},
	{Kind: "Post_Graphic", Ignored: true},
	{Kind: "Body_Flexible", Unsupported: "flexible bodies need a modal reduction"},
	{Kind: "Param_Simulation", Alias: []string{"Param_Simulations"}, Section: InBoth, NoID: true, Attrs: []AttrSpec{
		{Name: "constr_tol", Type: Real, Positive: true, Required: true},
	}},
	{Kind: "Simulate", Section: InCommand, Attrs: []AttrSpec{
		{Name: "analysis_type", Type: Enum, Enum: []string{"STATIC", "TRANSIENT", "FREQUENCY RESPONSE"}, Required: true},
		{Name: "end_time", Type: Real, When: "!duration"}, {Name: "duration", Type: Real, Positive: true},
		{Name: "num_steps", Alias: []string{"num_step"}, Type: Int, Positive: true},
	}},
	{Kind: "Load_Model", Section: InCommand, Attrs: []AttrSpec{{Name: "model_file", Type: Path, Required: true}}},
	{Kind: "Stop", Section: InCommand},
}
