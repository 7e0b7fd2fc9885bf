package cmdfile

import (
	"strings"
	"sync"
)

// kind is a kind of objects: the commands that make and change them, and the statement that they become.
type kind struct {
	family string // constraint
	sub    string // joint revolute
	name   string // parameter that names the object
	class  class
	prefix string // of names that are made up
	params []string
	facet  bool // the commands change an object that another kind made
	// picture is set for what is only seen: its parameters are not examined.
	picture bool
	// statement is that of the statement language, "" if none comes of it. flags are its words.
	statement string
	flags     []string
	slots     []slot
	// emit adds what slots do not say; it returns false to make no statement.
	emit func(e *statementEmitter) bool
	// create is called behind the creation, for objects that come with it.
	create func(k *commandCall, o *object)
	why    string // why the kind is an error where it is in a model that runs
}

// lastKeyword is the last of the keywords, by which functions know a type.
func (k *kind) lastKeyword() string {
	i := strings.LastIndexByte(k.sub, ' ')
	if k.sub == "" {
		return k.family
	}
	return k.sub[i+1:]
}

// slot is an argument of a statement with the parameter that gives its value.
type slot struct {
	arg, param string
	how        byte
}

// How values are given.
const (
	asRef     = 'r' // objects, by their ids
	asNumber  = 'n'
	asAngle   = 'a' // angles, or speeds of rotation
	asPerRad  = 'p' // per angle
	asWord    = 'w'
	asLaw     = 'f' // function of the time
	asText    = 't'
	asFlag    = 'y' // yes or on: a word of the statement
	asTruth   = 'b' // yes or no: TRUE or FALSE
	asRoutine = 'u'
)

// parseSlots reads "I r i_marker_name, K n stiffness".
func parseSlots(text string) []slot {
	var out []slot
	for _, t := range strings.Split(text, ",") {
		if f := strings.Fields(t); len(f) == 3 {
			out = append(out, slot{f[0], f[2], f[1][0]})
		} else if len(f) > 0 {
			panic("cmdfile: bad slot " + t)
		}
	}
	return out
}

const (
	common = " adams_id comments"
	places = " location orientation along_axis_orientation in_plane_orientation relative_to"
	joined = " i_part_name j_part_name" + places + " i_marker_name j_marker_name"
	ends   = "I r i_marker_name, J r j_marker_name, "
	user   = " user_function routine"
)

func splitNames(text string) []string { return strings.Fields(text) }

func jointKind(sub, flag, more, slot string) kind {
	return kind{family: "constraint", sub: "joint " + sub, name: "joint_name", class: "joint", prefix: "JOINT_", statement: "JOINT", flags: []string{flag},
		params: splitNames("joint_name" + common + joined + more), slots: parseSlots(ends + slot), create: createEndMarkers, emit: emitJoint}
}

const (
	sliding  = " translational_ic no_translational_ic velocity_ic no_velocity_ic"
	turning  = " rotational_ic no_rotational_ic angular_velocity_ic no_angular_velocity_ic"
	rubbing  = " friction_enabled delta_v maximum_deformation preload_radial preload_axial inner_radius outer_radius mu_dyn_rot mu_stat_rot max_fric_rot"
	rubbing2 = " friction_enabled delta_v maximum_deformation mu_dyn_trans mu_stat_trans max_fric_trans preload_x preload_y height width"
)

func primitiveJointKind(sub, flag string) kind {
	return kind{family: "constraint", sub: "primitive_joint " + sub, name: "jprim_name", class: "jprim", prefix: "JPRIM_", statement: "JPRIM", flags: []string{flag},
		params: splitNames("jprim_name" + common + joined + " offset"), slots: parseSlots(ends), create: createEndMarkers}
}

func markerPairKind(sub, name string, c class, prefix, statement, params, slot string) kind {
	return kind{family: "force", sub: sub, name: name, class: c, prefix: prefix, statement: statement, params: splitNames(name + common + joined + params), slots: parseSlots(ends + slot), create: createEndMarkers}
}

func vectorForceKind(sub, name, prefix, statement, params, slot string) kind {
	return kind{family: "force", sub: "direct " + sub, name: name, class: "force", prefix: prefix, statement: statement,
		params: splitNames(name + common + " i_marker_name j_floating_marker_name j_part_name j_marker_id ref_marker_name i_part_name error force_display" + places + user + params),
		slots:  parseSlots("I r i_marker_name, JFLOAT r j_floating_marker_name, RM r ref_marker_name, " + slot), create: createFloatingMarker, emit: emitVectorForce}
}

func shapeKind(sub, name, prefix, params, statement, slot string) kind {
	k := kind{family: "geometry", sub: sub, name: name, class: geometryClass, prefix: prefix, params: splitNames(name + common + " " + params), statement: "GRAPHICS", slots: parseSlots(slot)}
	if statement != "" {
		k.flags = []string{statement}
	} else {
		k.statement = ""
	}
	return k
}

// pictureKind returns the kind of a shape that is only seen.
func pictureKind(sub, name, prefix, params string) kind {
	k := shapeKind(sub, name, prefix, params, "", "")
	k.picture = true
	return k
}

func dataKind(sub, name string, prefix, statement, params, slot string) kind {
	return kind{family: "data_element", sub: sub, name: name, class: "data_element", prefix: prefix, statement: statement, params: splitNames(name + common + " " + params), slots: parseSlots(slot)}
}

func equationKind(sub, name, prefix, statement, params, slot string) kind {
	return kind{family: "part", sub: "equation " + sub, name: name, class: "equation", prefix: prefix, statement: statement, params: splitNames(name + common + " " + params), slots: parseSlots(slot)}
}

const (
	stateArrays = "X r x_state_array_name, U r u_input_array_name, Y r y_output_array_name, IC r ic_array_name, STATIC_HOLD y static_hold, "
	noFlexible  = "flexible bodies are not available"
)

var (
	kindList []kind
	kindOnce sync.Once
)

// allKinds returns the kinds of objects.
func allKinds() []kind {
	kindOnce.Do(func() { kindList = kindTable() })
	return kindList
}

func kindTable() []kind {
	return []kind{
		{family: "model", name: "model_name", class: modelClass, prefix: "model_", params: splitNames("model_name comments title view_name fit_to_view"), create: createModel},
		{family: "part", sub: "rigid_body name_and_position", name: "part_name", class: partClass, prefix: "PART_", statement: "PART", emit: emitPart, create: createPart,
			params: splitNames("part_name ground_part comments view_name image_name planar planar_axes exact_coordinates new_part_name adams_id" + places)},
		{family: "part", sub: "rigid_body mass_properties", name: "part_name", class: partClass, facet: true,
			params: splitNames("part_name mass center_of_mass_marker inertia_marker ixx iyy izz ixy izx iyz density material_type")},
		{family: "part", sub: "rigid_body initial_velocity", name: "part_name", class: partClass, facet: true, params: splitNames("part_name vm wm" + velocities)},
		{family: "part", sub: "point_mass name_and_position", name: "point_mass_name", class: partClass, prefix: "PART_", statement: "POINT_MASS", emit: emitPart, create: createPart,
			params: splitNames("point_mass_name comments view_name exact_coordinates adams_id" + places)},
		{family: "part", sub: "point_mass mass_properties", name: "point_mass_name", class: partClass, facet: true, params: splitNames("point_mass_name mass center_of_mass_marker density material_type")},
		{family: "part", sub: "point_mass initial_velocity", name: "point_mass_name", class: partClass, facet: true, params: splitNames("point_mass_name vm" + velocities)},
		{family: "marker", name: "marker_name", class: markerClass, prefix: "MARKER_", statement: "MARKER", emit: emitMarker, create: createPlaced,
			params: splitNames("marker_name" + common + places + " node_id preserve_location natural_coordinates_relative_orientation curve_name reference_marker_name velocity vx vy vz offset")},
		{family: "floating_marker", name: "floating_marker_name", class: markerClass, prefix: "FMARKER_", statement: "MARKER", flags: []string{"FLOATING"}, emit: emitMarker,
			params: splitNames("floating_marker_name" + common + " node_id")},
		{family: "point", name: "point_name", class: pointClass, prefix: "POINT_", params: splitNames("point_name comments location relative_to"), create: createPlaced},
		{family: "material", name: "material_name", class: materialClass, prefix: "MATERIAL_", params: splitNames("material_name" + common + " density youngs_modulus poissons_ratio orthotropic_constants anisotropic_constants")},

		jointKind("revolute", "REVOLUTE", turning+rubbing, "ICROT a rotational_ic"), jointKind("translational", "TRANSLATIONAL", sliding+rubbing2, "ICTRAN n translational_ic"),
		jointKind("cylindrical", "CYLINDRICAL", sliding+turning, "ICTRAN n translational_ic, ICROT a rotational_ic"),
		jointKind("spherical", "SPHERICAL", "", ""), jointKind("fixed", "FIXED", "", ""), jointKind("rigid", "FIXED", "", ""), jointKind("planar", "PLANAR", "", ""), jointKind("hooke", "HOOKE", "", ""),
		jointKind("universal", "UNIVERSAL", "", ""), jointKind("convel", "CONVEL", "", ""), jointKind("rackpin", "RACKPIN", " diameter_of_pitch", "PD n diameter_of_pitch"), jointKind("screw", "SCREW", " pitch", "PITCH n pitch"),
		primitiveJointKind("at_point", "ATPOINT"), primitiveJointKind("inline", "INLINE"), primitiveJointKind("inplane", "INPLANE"), primitiveJointKind("orientation", "ORIENTATION"), primitiveJointKind("parallel_axis", "PARALLEL_AXES"), primitiveJointKind("perpendicular", "PERPENDICULAR"),
		func() kind {
			k := primitiveJointKind("point_point", "ATPOINT")
			k.statement, k.flags, k.why = "", nil, "a distance that a constraint holds (point_point)"
			return k
		}(),
		{family: "constraint", sub: "complex_joint coupler", name: "coupler_name", class: "coupler", prefix: "COUPLER_", statement: "COUPLER", emit: emitCoupler,
			params: splitNames("coupler_name" + common + user + " joint_name type_of_freedom freedom_type motion_multipliers first_angular_scale_factor first_scale_factor second_angular_scale_factor second_scale_factor third_angular_scale_factor third_scale_factor driver_length driver_angle slave_length slave_angle slave1_length slave1_angle slave2_length slave2_angle")},
		{family: "constraint", sub: "complex_joint gear", name: "gear_name", class: "gear", prefix: "GEAR_", statement: "GEAR", params: splitNames("gear_name" + common + " joint_name common_velocity_marker"),
			slots: parseSlots("JOINTS r joint_name, CV r common_velocity_marker")},
		{family: "constraint", sub: "motion_generator", name: "motion_name", class: "motion", prefix: "MOTION_", statement: "MOTION", emit: emitMotion,
			params: splitNames("motion_name" + common + user + " joint_name type_of_freedom i_marker_name j_marker_name axis function time_derivative displacement_ic velocity_ic rotational_displacement_ic rotational_velocity_ic"),
			slots:  parseSlots("JOINT r joint_name, " + ends + "FUNCTION f function, ICDISP n displacement_ic, ICVEL n velocity_ic, ICDISP a rotational_displacement_ic, ICVEL a rotational_velocity_ic")},
		{family: "constraint", sub: "user_defined", name: "user_constraint_name", class: "constraint", prefix: "UCON_", statement: "UCON", params: splitNames("user_constraint_name" + common + user), slots: parseSlots("FUNCTION f function")},
		{family: "constraint", sub: "general_constraint", name: "general_constraint_name", class: "constraint", prefix: "GCON_", statement: "GCON", params: splitNames("general_constraint_name" + common + " i_marker_name function"),
			slots: parseSlots("I r i_marker_name, FUNCTION f function")},
		{family: "constraint", sub: "higher_pair_contact point_curve", name: "point_curve_name", class: "constraint", prefix: "PTCV_", statement: "PTCV",
			params: splitNames("point_curve_name" + common + " curve_name i_part_name location relative_to i_marker_name j_floating_marker_name j_marker_id ref_marker_name displacement_ic no_displacement_ic velocity_ic no_velocity_ic ic_ref_marker_name"),
			slots:  parseSlots("I r i_marker_name, CURVE r curve_name, RM r ref_marker_name, VELOCITY n velocity_ic")},
		{family: "constraint", sub: "higher_pair_contact curve_curve", name: "curve_curve_name", class: "constraint", prefix: "CVCV_", statement: "CVCV",
			params: splitNames("curve_curve_name" + common + " i_curve_name j_curve_name i_ref_marker_name j_ref_marker_name i_floating_marker_name j_floating_marker_name i_marker_id j_marker_id i_displacement_ic no_i_displacement_ic j_displacement_ic no_j_displacement_ic i_velocity_ic no_i_velocity_ic j_velocity_ic no_j_velocity_ic i_ic_ref_marker_name j_ic_ref_marker_name"),
			slots:  parseSlots("ICURVE r i_curve_name, JCURVE r j_curve_name, IRM r i_ref_marker_name, JRM r j_ref_marker_name, IDISPLACEMENT n i_displacement_ic, JDISPLACEMENT n j_displacement_ic, IVELOCITY n i_velocity_ic, JVELOCITY n j_velocity_ic")},

		markerPairKind("direct single_component_force", "single_component_force_name", "force", "SFORCE_", "SFORCE", " type_of_freedom action_only function error"+user, "ACTIONONLY y action_only, FUNCTION f function").withEmitter(emitScalar),
		vectorForceKind("force_vector", "force_vector_name", "VFORCE_", "VFORCE", " x_force_function y_force_function z_force_function xyz_force_function", "FX f x_force_function, FY f y_force_function, FZ f z_force_function"),
		vectorForceKind("torque_vector", "torque_vector_name", "VTORQUE_", "VTORQUE", " x_torque_function y_torque_function z_torque_function xyz_torque_function", "TX f x_torque_function, TY f y_torque_function, TZ f z_torque_function"),
		vectorForceKind("general_force", "general_force_name", "GFORCE_", "GFORCE", " x_force_function y_force_function z_force_function x_torque_function y_torque_function z_torque_function xyz_force_function xyz_torque_function",
			"FX f x_force_function, FY f y_force_function, FZ f z_force_function, TX f x_torque_function, TY f y_torque_function, TZ f z_torque_function"),
		{family: "force", sub: "direct modal_force", name: "modal_force_name", class: "force", params: splitNames("modal_force_name"), why: noFlexible},
		{family: "force", sub: "direct fe_load", name: "feload_name", class: "force", params: splitNames("feload_name"), why: noFlexible},
		{family: "force", sub: "direct multi_point_force", name: "multi_point_force_name", class: "force", prefix: "NFORCE_", statement: "NFORCE",
			params: splitNames("multi_point_force_name" + common + " i_marker_name j_marker_name stiffness_matrix_name damping_matrix_name damping_ratio length_matrix_name force_matrix_name"),
			slots:  parseSlots(ends + "KMATRIX r stiffness_matrix_name, CMATRIX r damping_matrix_name, CRATIO n damping_ratio, LENGTH r length_matrix_name, FORCE r force_matrix_name")},
		markerPairKind("element_like translational_spring_damper", "spring_damper_name", "force", "SPRING_", "SPRINGDAMPER", " damping stiffness preload displacement_at_preload",
			"TRANSLATIONAL y =yes, K n stiffness, C n damping, FORCE n preload, LENGTH n displacement_at_preload"),
		markerPairKind("element_like rotational_spring_damper", "spring_damper_name", "force", "SPRING_", "SPRINGDAMPER", " damping stiffness preload displacement_at_preload",
			"ROTATIONAL y =yes, KT p stiffness, CT p damping, TORQUE n preload, ANGLE a displacement_at_preload"),
		markerPairKind("element_like bushing", "bushing_name", "force", "BUSHING_", "BUSHING", " damping stiffness force_preload tdamping tstiffness torque_preload",
			"K n stiffness, C n damping, FORCE n force_preload, KT p tstiffness, CT p tdamping, TORQUE n torque_preload").withEmitter(emitBushing),
		markerPairKind("element_like beam", "beam_name", "force", "BEAM_", "BEAM", " ixx iyy izz y_shear_area_ratio z_shear_area_ratio youngs_modulus shear_modulus length area_of_cross_section damping_ratio matrix_of_damping_terms formulation",
			"LENGTH n length, IXX n ixx, IYY n iyy, IZZ n izz, AREA n area_of_cross_section, ASY n y_shear_area_ratio, ASZ n z_shear_area_ratio, EMODULUS n youngs_modulus, GMODULUS n shear_modulus, CRATIO n damping_ratio, CMATRIX n matrix_of_damping_terms, FORMULATION w formulation"),
		markerPairKind("element_like field", "field_name", "force", "FIELD_", "FIELD", " translation_at_preload rotation_at_preload force_preload torque_preload stiffness_matrix damping_ratio matrix_of_damping_terms formulation length_tolerance"+user,
			"KMATRIX n stiffness_matrix, CRATIO n damping_ratio, CMATRIX n matrix_of_damping_terms, FORMULATION w formulation, FUNCTION f function").withEmitter(emitField),
		{family: "force", sub: "element_like friction", name: "friction_name", class: "force", prefix: "FRICTION_", statement: "FRICTION", emit: emitFriction,
			params: splitNames("friction_name" + common + " joint_name formulation stiction_transition_velocity transition_velocity_coefficient max_stiction_deformation bristle_stiffness_coefficient damping_coefficient viscous_friction_coefficient velocity_threshold_stribeck decay_exponent_stribeck mu_static mu_dynamic reaction_arm initial_overlap overlap_delta bending_factor friction_force_preload max_friction_force effect preload reaction_force torsional_moment bending_moment inactive_during_static yoke friction_arm pin_radius bending_reaction_arm friction_torque_preload max_friction_torque ball_radius"),
			slots:  parseSlots("JOINT r joint_name, MU_STATIC n mu_static, MU_DYNAMIC n mu_dynamic, STICTION_TRANSITION_VELOCITY n stiction_transition_velocity, MAX_STICTION_DEFORMATION n max_stiction_deformation, FRICTION_ARM n friction_arm, BENDING_REACTION_ARM n bending_reaction_arm, REACTION_ARM n reaction_arm, PIN_RADIUS n pin_radius, BALL_RADIUS n ball_radius, INITIAL_OVERLAP n initial_overlap, FRICTION_FORCE_PRELOAD n friction_force_preload, FRICTION_TORQUE_PRELOAD n friction_torque_preload")},
		{family: "force", sub: "body gravitational", name: "gravity_field_name", class: "gravity", prefix: "GRAVITY_", statement: "ACCGRAV",
			params: splitNames("gravity_field_name comments units_consistency_factor x_component_gravity y_component_gravity z_component_gravity"),
			slots:  parseSlots("IGRAV n x_component_gravity, JGRAV n y_component_gravity, KGRAV n z_component_gravity")},
		{family: "contact", name: "contact_name", class: "contact", prefix: "CONTACT_", statement: "CONTACT", emit: emitContact,
			params: splitNames("contact_name" + common + " type i_marker_name i_geometry_name i_flex i_edge i_edge_index j_geometry_name j_flex j_edge j_edge_index i_flip_normal j_flip_normal i_flip_geometry_name j_flip_geometry_name geometry_routines stiffness damping dmax exponent penalty restitution_coefficient normal_function normal_routine augmented_lagrangian_formulation no_friction coulomb_friction mu_static mu_dynamic friction_transition_velocity stiction max_stiction_deformation friction_function friction_routine stiction_transition_velocity face_contact_top face_contact_bottom"),
			slots:  parseSlots("IGEOM r i_geometry_name, JGEOM r j_geometry_name, STIFFNESS n stiffness, DAMPING n damping, DMAX n dmax, EXPONENT n exponent, PENALTY n penalty, RESTITUTION_COEFFICIENT n restitution_coefficient, MU_STATIC n mu_static, MU_DYNAMIC n mu_dynamic, FRICTION_TRANSITION_VELOCITY n friction_transition_velocity, STICTION_TRANSITION_VELOCITY n stiction_transition_velocity")},

		shapeKind("shape block", "block_name", "BOX_", "corner_marker diag_corner_coords", "BOX", "CORNER r corner_marker").withEmitter(emitBlock),
		shapeKind("shape cylinder", "cylinder_name", "CYLINDER_", "center_marker angle_extent length radius ref_radius_by_marker side_count_for_body segment_count_for_ends", "CYLINDER", "CM r center_marker, LENGTH n length, RADIUS n radius").withEmitter(emitRound),
		shapeKind("shape ellipsoid", "ellipsoid_name", "ELLIPSOID_", "center_marker x_scale_factor y_scale_factor z_scale_factor", "ELLIPSOID", "CM r center_marker, XSCALE n x_scale_factor, YSCALE n y_scale_factor, ZSCALE n z_scale_factor"),
		shapeKind("shape frustum", "frustum_name", "FRUSTUM_", "center_marker angle_extent length side_count_for_body top_radius bottom_radius segment_count_for_ends", "FRUSTUM", "CM r center_marker, LENGTH n length, TOP n top_radius, BOTTOM n bottom_radius").withEmitter(emitRound),
		shapeKind("shape plane", "plane_name", "PLANE_", "ref_marker_name x_minimum x_maximum y_minimum y_maximum", "PLANE", "RM r ref_marker_name"),
		shapeKind("point", "point_name", "POINT_", "ref_marker_name", "POINT", "RM r ref_marker_name"),
		shapeKind("shape torus", "torus_name", "TORUS_", "center_marker angle_extent major_radius minor_radius side_count_for_perimeter segment_count", "EXTERNAL", "").withEmitter(emitMesh),
		shapeKind("shape link", "link_name", "LINK_", "i_marker j_marker width depth", "EXTERNAL", "").withEmitter(emitMesh),
		shapeKind("shape plate", "plate_name", "PLATE_", "marker_name width radius", "EXTERNAL", "").withEmitter(emitMesh),
		shapeKind("shape extrusion", "extrusion_name", "EXTRUSION_", "reference_marker relative_to analytical profile_curve points_for_profile path_curve path_points length_along_z_axis profiles_loft centerline_loft", "EXTERNAL", "").withEmitter(emitMesh),
		shapeKind("shape revolution", "revolution_name", "REVOLUTION_", "reference_marker profile_curve points_for_profile angle_extent number_of_sides relative_to analytical", "EXTERNAL", "").withEmitter(emitMesh),
		func() kind {
			k := shapeKind("shape csg", "csg_name", "CSG_", "base_object object type", "", "")
			k.create = createCombination
			return k
		}(),
		shapeKind("shape shell", "shell_name", "SHELL_", "reference_marker file_name wireframe_only", "", ""),
		shapeKind("shape solid", "solid_name", "SOLID_", "shells reference_marker", "", ""),
		shapeKind("shape solid_shell", "solid_shell_name", "SOLID_SHELL_", "faces", "", ""),
		shapeKind("shape face", "face_name", "FACE_", "surface loops surf_sense", "", ""),
		shapeKind("shape nurb_surf", "nurb_surf_name", "SURFACE_", "udegree vdegree rational uperiodic vperiodic num_uctrlpts num_vctrlpts control_points weights uknots vknots", "", ""),
		pictureKind("shape picture", "picture_name", "PICTURE_", "image_file_name height location"),
		pictureKind("shape force", "force_name", "FORCE_GRAPHIC_", "force_element_name joint_name jprim_name curve_curve_name point_curve_name all_force_elements applied_at_marker_name"),
		pictureKind("shape gcontact", "contact_force_name", "GCONTACT_", "contact_element_name force_display"),
		pictureKind("shape spring_damper", "spring_damper_name", "SPRING_GRAPHIC_", "i_marker_name j_marker_name coil_count diameter_of_spring damper_diameter_at_ij tip_length_at_ij cup_length_at_ij"),
		shapeKind("curve polyline", "polyline_name", "POLYLINE_", "location path_curve image_file_name horizontal vertical relative_to close", "", ""),
		pictureKind("curve circle", "circle_name", "CIRCLE_", "center_marker radius ref_radius_by_marker segment_count"),
		pictureKind("curve arc", "arc_name", "ARC_", "center_marker angle_extent radius ref_radius_by_marker segment_count close"),
		pictureKind("curve ellipse", "ellipse_name", "ELLIPSE_", "center_marker major_radius minor_radius start_angle end_angle"),
		pictureKind("curve bspline", "bspline_name", "BSPLINE_", "ref_curve_name ref_marker_name ref_profile_name segment_count"),
		pictureKind("curve nurb_curve", "nurb_curve_name", "NURBS_", "degree rational periodic control_points weights knots"),
		pictureKind("curve chain", "chain_name", "CHAIN_", "objects_in_chain"),
		pictureKind("curve outline", "outline_name", "OUTLINE_", "marker_name visibility_between_markers image_file_name horizontal vertical close"),
		shapeKind("feature blend", "blend_name", "BLEND_", "subtype subids chamfer radius1 radius2 reference_marker locations", "", ""),
		shapeKind("feature hole", "hole_name", "HOLE_", "subid center countersink radius depth", "", ""),
		shapeKind("feature thinshell", "thin_shell_name", "THINSHELL_", "subids thickness locations", "", ""),

		dataKind("variable", "variable_name", "VARIABLE_", "VARIABLE", "initial_condition function"+user, "IC n initial_condition, FUNCTION f function"),
		dataKind("array general_array", "array_name", "ARRAY_", "ARRAY", "size numbers", "SIZE n size, NUMBERS n numbers"),
		dataKind("array ic_array", "array_name", "ARRAY_", "ARRAY", "size numbers", "IC y =yes, SIZE n size, NUMBERS n numbers"),
		dataKind("array u_input_array", "array_name", "ARRAY_", "ARRAY", "size variable_name", "U y =yes, SIZE n size, VARIABLES r variable_name"),
		dataKind("array x_state_array", "array_name", "ARRAY_", "ARRAY", "size", "X y =yes, SIZE n size"),
		dataKind("array y_output_array", "array_name", "ARRAY_", "ARRAY", "size", "Y y =yes, SIZE n size"),
		dataKind("spline", "spline_name", "SPLINE_", "SPLINE", "linear_extrapolate units x_units y_units z_units file_name block_name channel routine x y z x_result_set_component_name y_result_set_component_name z_result_set_component_name user_function",
			"X n x, Y n y, Z n z, LINEAR_EXTRAPOLATE y linear_extrapolate, FILE t file_name, BLOCK t block_name"),
		dataKind("string", "string_name", "STRING_", "STRING", "string", "STRING t string"),
		dataKind("matrix full", "matrix_name", "MATRIX_", "MATRIX", "row_count column_count values result_set_component_names input_order units", "ROWS n row_count, COLUMNS n column_count, VALUES n values").withEmitter(emitMatrix),
		dataKind("matrix sparse", "matrix_name", "MATRIX_", "MATRIX", "row_index column_index values units", "SPARSE y =yes, I n row_index, J n column_index, VALUES n values").withEmitter(emitSparse),
		dataKind("matrix file", "matrix_name", "MATRIX_", "MATRIX", "file_name name_of_matrix_in_file units", "FILE t file_name, NAME t name_of_matrix_in_file"),
		dataKind("plant input", "plant_input_name", "PINPUT_", "PINPUT", "variable_name", "VARIABLES r variable_name"),
		dataKind("plant output", "plant_output_name", "POUTPUT_", "POUTPUT", "variable_name", "VARIABLES r variable_name"),
		dataKind("plant state", "plant_state_name", "PSTATE_", "PSTATE", "variable_name", "VARIABLES r variable_name"),
		dataKind("curve", "curve_name", "CURVE_", "CURVE", "closed matrix_name interpolation_order fit_type segment_count tension user_function minimum_parameter maximum_parameter routine",
			"MATRIX r matrix_name, MINPAR n minimum_parameter, MAXPAR n maximum_parameter, FUNCTION f function").withEmitter(emitCurve),

		equationKind("differential_equation", "differential_equation_name", "DIFF_", "DIFF", "initial_condition no_initial_condition function static_hold implicit dynamic_hold"+user, "IC n initial_condition, IMPLICIT y implicit, STATIC_HOLD y static_hold, FUNCTION f function"),
		equationKind("general_state_equation", "general_state_equation_name", "GSE_", "GSE", "state_equation_count output_equation_count discrete_state_equation_count x_state_array_name u_input_array_name y_output_array_name ic_array_name discrete_state_array_name discrete_ic_array_name df_dx_method df_du_method dg_dx_method dg_du_method discrete sample_period user_sample_period sample_routine sample_offset static_hold implicit statics_only interface_routines"+user,
			stateArrays+"NS n state_equation_count, NO n output_equation_count, ND n discrete_state_equation_count, XD r discrete_state_array_name, ICD r discrete_ic_array_name, SAMPLE_PERIOD f sample_period, SAMPLE_OFFSET n sample_offset, FUNCTION f function"),
		equationKind("linear_state_equation", "linear_state_equation_name", "LSE_", "LSE", "x_state_array_name u_input_array_name y_output_array_name ic_array_name a_state_matrix_name b_input_matrix_name c_output_matrix_name d_feedforward_matrix_name static_hold",
			stateArrays+"A r a_state_matrix_name, B r b_input_matrix_name, C r c_output_matrix_name, D r d_feedforward_matrix_name"),
		equationKind("transfer_function", "transfer_function_name", "TFSISO_", "TFSISO", "x_state_array_name u_input_array_name y_output_array_name ic_array_name static_hold numerator_coefficients denominator_coefficients",
			"X r x_state_array_name, U r u_input_array_name, Y r y_output_array_name, STATIC_HOLD y static_hold, NUMERATOR n numerator_coefficients, DENOMINATOR n denominator_coefficients"),
		{family: "part", sub: "flexible_body name_and_position", name: "flexible_body_name", class: "flexible_body", params: splitNames("flexible_body_name"), why: noFlexible},
		{family: "part", sub: "fe_part name_position_section", name: "fe_part_name", class: "flexible_body", params: splitNames("fe_part_name"), why: noFlexible},

		{family: "output_control", sub: "request", name: "request_name", class: "request", prefix: "REQUEST_", statement: "REQUEST", emit: emitRequest,
			params: splitNames("request_name adams_id comment comments component_names component_units component_labels results_name title output_type i_marker_name j_marker_name r_marker_name motion_rframe f1 f2 f3 f4 f5 f6 f7 f8 variable_name" + user),
			slots:  parseSlots("I r i_marker_name, J r j_marker_name, RM r r_marker_name, F1 f f1, F2 f f2, F3 f f3, F4 f f4, F5 f f5, F6 f f6, F7 f f7, F8 f f8, VARIABLES r variable_name, FUNCTION f function")},
		{family: "executive_control", sub: "sensor", name: "sensor_name", class: "sensor", prefix: "SENSOR_", statement: "SENSOR", emit: emitSensor,
			params: splitNames("sensor_name" + common + " compare codgen dt halt bisection time_error value error angular_value angular_error print restart return stepsize yydump function evaluate user_evaluate evaluate_routine" + user),
			slots:  parseSlots("VALUE n value, ERROR n error, VALUE a angular_value, ERROR a angular_error, DT n dt, STEPSIZE n stepsize, HALT y halt, PRINT y print, RESTART y restart, RETURN y return, BISECTION y bisection, FUNCTION f function")},

		measureKind("function", "function units create_measure_display legend comments"+user),
		measureKind("computed", "text_of_expression units create_measure_display legend comments"),
		measureKind("object", "from_first component motion_rframe coordinate_rframe characteristic object create_measure_display legend comments units"),
		measureKind("point", "component motion_rframe coordinate_rframe characteristic point create_measure_display legend comments"),
		measureKind("pt2pt", "component motion_rframe coordinate_rframe characteristic from_point to_point create_measure_display legend comments"),
		measureKind("orient", "component characteristic to_frame from_frame create_measure_display legend comments"),
		measureKind("angle", "first_point middle_point last_point create_measure_display legend comments"),
		measureKind("range", "type of_measure_name create_measure_display legend comments"),
		measureKind("query", "gui_driver_name delay_time initial_condition create_measure_display legend comments"),
		{family: "ude", sub: "instance", name: "instance_name", class: instanceClass, prefix: "INSTANCE_", params: splitNames("instance_name definition_name comments location orientation relative_to"), create: createPlaced},
	}
}

const velocities = " vx no_vx vy no_vy vz no_vz wx no_wx wy no_wy wz no_wz"

func measureKind(sub, params string) kind {
	return kind{family: "measure", sub: sub, name: "measure_name", class: "measure", prefix: "MEA_", params: splitNames("measure_name " + params)}
}

func (k kind) withEmitter(emit func(e *statementEmitter) bool) kind {
	k.emit = emit
	return k
}
