package adm

import (
	"strconv"
	"strings"
)

// jointTypes are the joints and how the elements call them.
func jointTypes() []argSpec {
	return []argSpec{
		is("CONVEL", "type", "CONSTANT_VELOCITY"), is("CYLINDRICAL", "type", "CYLINDRICAL"), is("FIXED", "type", "FIXED"),
		is("HOOKE", "type", "HOOKE"), is("PLANAR", "type", "PLANAR"), is("RACKPIN", "type", "RACK_PINION"),
		is("REVOLUTE", "type", "REVOLUTE"), is("SCREW", "type", "SCREW"), is("SPHERICAL", "type", "SPHERICAL"),
		is("TRANSLATIONAL", "type", "TRANSLATIONAL"), is("UNIVERSAL", "type", "UNIVERSAL", "U", "UN", "UNI"),
	}
}

const oldFriction = "write a FRICTION statement for the joint"

func levels(attr string) []argSpec {
	return []argSpec{is("DISPLACEMENT", attr, "D"), is("VELOCITY", attr, "V"), is("ACCELERATION", attr, "A")}
}

// What bounds constraints and motions: additions of ours.
var (
	oneSided = join(is("UNILATERAL", "unilateral", "TRUE"), of("RESTITUTION_COEFFICIENT", "restitution_coef"))
	interval = join(of("MULTIPLIER_MIN", "multiplier_min"), of("MULTIPLIER_MAX", "multiplier_max"))
	limits   = join(of("LIMIT_MIN", "limit_min"), of("LIMIT_MAX", "limit_max"), of("LIMIT_ROT_MIN", "limit_rot_min"),
		of("LIMIT_ROT_MAX", "limit_rot_max"), of("LIMIT_RESTITUTION", "limit_restitution"))
	effort      = join(of("MAX_EFFORT", "max_effort"), of("MIN_EFFORT", "min_effort"))
	breakForce  = of("BREAK_FORCE", "break_force")
	breakTorque = of("BREAK_TORQUE", "break_torque")
)

var jointStatements = []spec{
	{name: "JOINT", kind: "Constraint_Joint", id: true, flagAttr: "type", read: joint, write: writeJoint, args: join(
		jointTypes(), ij(), of("PITCH", "pitch"), of("PD", "pitch_diameter"),
		values("IC"), values("ICTRAN"), values("ICROT"), oneSided, limits, breakForce, breakTorque,
		idle(asNumbers, "friction is given by a FRICTION statement", "DELTA_V", "INNER_RADIUS", "OUTER_RADIUS", "HEIGHT", "WIDTH", "MAXFRIC"),
		refuse(asNumbers, oldFriction, "MU1", "PRELOAD_RADIAL", "PRELOAD_AXIAL", "PRELOAD_X", "PRELOAD_Y"), refuse(asFlag, oldFriction, "FRICTION"),
	)},
	{name: "JPRIM", kind: "Constraint_Jprim", id: true, flagAttr: "type", args: join(
		is("ATPOINT", "type", "ATPOINT"), is("INLINE", "type", "INLINE"), is("INPLANE", "type", "INPLANE"),
		is("ORIENTATION", "type", "ORIENTATION"), is("PARALLEL_AXES", "type", "PARALLEL_AXES"),
		is("PERPENDICULAR", "type", "PERPENDICULAR"), ij(), oneSided, breakForce, breakTorque,
	)},
	{name: "COUPLER", kind: "Constraint_Coupler", id: true, read: coupler, write: writeCoupler, args: join(
		argSpec{name: "JOINTS", form: asNumbers, least: 2}, one("TYPE", ""), values("SCALES"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "GEAR", kind: "Constraint_Gear", id: true, args: join(
		all("JOINTS", "joint1_id", "joint2_id"), of("CV", "cv_marker_id"),
	)},
	{name: "GCON", kind: "Constraint_General", id: true, read: routine, write: skip("type"), args: join(
		of("I", "i_marker_id"), function("FUNCTION", "expr"), oneSided, interval, breakForce, routineArgs(),
	)},
	{name: "UCON", kind: "Constraint_UserConstr", id: true, read: routine, write: skip("type"), args: join(
		function("FUNCTION", "usrsub_param_string"), silent(asNumbers, "VARIABLES"), oneSided, interval, breakForce, routineArgs(),
	)},
	{name: "MOTION", kind: "Motion_Joint", id: true, typed: true, read: motion, args: join(
		of("JOINT", "joint_id"), ij(),
		is("TRANSLATIONAL", "joint_type", "T"), is("ROTATIONAL", "joint_type", "R"), levels("val_type"),
		is("X", "direction", "X"), is("Y", "direction", "Y"), is("Z", "direction", "Z"),
		is("B1", "direction", "B1"), is("B2", "direction", "B2"), is("B3", "direction", "B3"),
		function("FUNCTION", "expr"), of("ICDISP", "ic_disp"), of("ICVEL", "ic_vel"), effort, breakForce, breakTorque, routineArgs(),
	)},
}

// joint: initial displacements and velocities are passed on where joints know
// them.
func joint(e *emitter) bool {
	for _, n := range []string{"IC", "ICTRAN", "ICROT"} {
		a := e.argument(n)
		switch {
		case a == nil:
		case e.r.knows(e.raw.Kind, strings.ToLower(n)):
			e.add(strings.ToLower(n), a.name, a.val.flat())
		default:
			e.warn(a.name, "W608", "%s has no effect: joints have no initial conditions of their own", n).
				Help = "give the parts positions and VX … WZ so that the joint starts as wanted"
		}
	}
	return true
}

// motion belongs to a joint or to two markers, which are different elements.
// A command need not say to which; the model does.
func motion(e *emitter) bool {
	id, _ := strconv.Atoi(e.st.id.s)
	if k := e.r.motion[id]; k != "" {
		e.raw.Kind = k
	}
	return routine(e)
}

// coupler: r1 q1 + r2 q2 [+ r3 q3] = 0 with q the displacements of two or three
// joints, T along or R about z. Of the factors the first may be left out and is
// 1. The types may be left out where a joint has only one freedom.
func coupler(e *emitter) bool {
	ja := e.argument("JOINTS")
	if ja == nil {
		return routine(e)
	}
	ids := entries(ja.val)
	e.spread(ja, []string{"joint1_id", "joint2_id", "joint3_id"})
	types := []text{}
	ta := e.argument("TYPE")
	if ta != nil {
		for from, rest := 0, ta.val.s; ; {
			i := strings.IndexByte(rest, ':')
			if i < 0 {
				types = append(types, ta.val.slice(from, len(ta.val.s)).trim())
				break
			}
			types = append(types, ta.val.slice(from, from+i).trim())
			from, rest = from+i+1, rest[i+1:]
		}
		if len(types) != len(ids) {
			e.fail(ta.val, "E607", "TYPE has %d entries for %d joints", len(types), len(ids))
		}
	}
	for n, id := range ids[:min(len(ids), 3)] {
		name := "freedom_" + strconv.Itoa(n+1)
		if n < len(types) {
			e.add(name, ta.name, types[n])
		} else if f := e.freedom(id.s); f != "" {
			e.set(name, f, id)
		} else if ta == nil {
			e.fail(id, "E620", "TYPE is needed: joint %s may both turn and slide", id.s)
		}
	}
	e.scales(len(ids))
	return routine(e)
}

// freedom returns the only freedom of a joint, "" if it is not certain.
func (e *emitter) freedom(id string) string {
	n, _ := strconv.Atoi(id)
	j := e.r.joints[n]
	switch {
	case j == nil:
		return "R" // the dangling id is reported
	case j.find("REVOLUTE") != nil:
		return "R"
	case j.find("TRANSLATIONAL") != nil:
		return "T"
	}
	return ""
}

func (e *emitter) scales(n int) {
	a := e.argument("SCALES")
	if a == nil {
		return
	}
	list := entries(a.val)
	if len(list) == n {
		e.add("coefficients", a.name, a.val.flat())
		return
	}
	if len(list) != n-1 {
		e.fail(a.val, "E607", "SCALES has %d entries for %d joints", len(list), n)
		return
	}
	e.set("coefficients", "1, "+a.val.flat().s, a.val)
}

var higherStatements = []spec{
	{name: "PTCV", kind: "Constraint_PTCV", id: true, args: join(
		of("I", "i_marker_id"), of("JCURVE", "curve_id"), of("CURVE", "curve_id"), of("RM", "j_marker_id"), silent(asNumbers, "JFLOAT"),
		idle(asNumbers, "the point of contact is found from the start position", "DISPLACEMENT", "ICM"), of("VELOCITY", "vel_0"),
	)},
	{name: "CVCV", kind: "Constraint_CVCV", id: true, args: join(
		touching("I", "i_"), touching("J", "j_"), of("ICURVE", "i_curve_id"), of("JCURVE", "j_curve_id"),
		of("IVELOCITY", "i_vel0"), of("JVELOCITY", "j_vel0"),
	)},
	{name: "CURVE", kind: "Reference_ParamCurve", id: true, read: routine, write: writeCurve, args: join(
		is("CLOSED", "is_u_closed", "TRUE"), is("OPEN", "is_u_closed", "FALSE"),
		is("CURVE_POINTS", "is_curve_points", "TRUE"), is("CONTROL_POINTS", "is_curve_points", "FALSE"),
		of("MATRIX", "matrix_id"), of("MINPAR", "u_start"), of("MAXPAR", "u_end"),
		silent(asNumbers, "TENSION", "ORDER"), silent(asFlag, "INTERPOLATE"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "SURFACE", kind: "Reference_ParamSurface", id: true, read: routine, write: skip("type"), args: join(
		is("UCLOSED", "is_u_closed", "TRUE"), is("VCLOSED", "is_v_closed", "TRUE"),
		of("MINU", "u_start"), of("MAXU", "u_end"), of("MINV", "v_start"), of("MAXV", "v_end"),
		all("MINPAR", "u_start", "v_start"), all("MAXPAR", "u_end", "v_end"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "CVSF", kind: "Constraint_CVSF", id: true, args: join(
		touching("I", "i_"), touching("J", "j_"), of("CURVE", "curve_id"), of("SURFACE", "surface_id"),
	)},
	{name: "PTSF", kind: "Constraint_PTSF", id: true, args: join(
		of("I", "i_marker_id"), touching("", ""), of("SURFACE", "surface_id"),
	)},
	{name: "SFSF", kind: "Constraint_SFSF", id: true, args: join(
		touching("I", "i_"), touching("J", "j_"), of("ISURFACE", "i_surface_id"), of("JSURFACE", "j_surface_id"),
	)},
}

// touching are the arguments of one side of a contact, whose names begin with
// side: the marker that carries its curve or surface and where the contact begins.
func touching(side, prefix string) []argSpec {
	marker, float := "j_marker_id", side+"FLOAT"
	if side == "I" {
		marker = "i_marker_id"
	}
	if side == "" {
		float = "JFLOAT"
	}
	return join(
		of(side+"RM", marker), silent(asNumbers, float), all(side+"DISPLACEMENT", each(prefix+"disp_", "x0", "y0", "z0")...),
		idle(asNumbers, "the position of the contact is read in the axes of "+side+"RM", side+"ICM"),
	)
}
