package adm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// jointTypeArgs are the joints and how the elements call them.
func jointTypeArgs() []argSpec {
	return joinArgs(
		flagArg("CONVEL", "type", "CONSTANT_VELOCITY"), flagArg("CYLINDRICAL", "type", "CYLINDRICAL"), flagArg("FIXED", "type", "FIXED"),
		flagArg("HOOKE", "type", "HOOKE"), flagArg("PLANAR", "type", "PLANAR"), flagArg("RACKPIN", "type", "RACK_PINION"),
		flagArg("REVOLUTE", "type", "REVOLUTE"), flagArg("SCREW", "type", "SCREW"), flagArg("SPHERICAL", "type", "SPHERICAL"),
		flagArg("TRANSLATIONAL", "type", "TRANSLATIONAL"), flagArg("UNIVERSAL", "type", "UNIVERSAL", "U", "UN", "UNI"),
	)
}

const oldFriction = "write a FRICTION statement for the joint"

func levelArgs(attr string) []argSpec {
	return joinArgs(flagArg("DISPLACEMENT", attr, "D"), flagArg("VELOCITY", attr, "V"), flagArg("ACCELERATION", attr, "A"))
}

// What bounds constraints and motions: additions of ours.
var (
	oneSided = joinArgs(flagArg("UNILATERAL", "unilateral", "TRUE"), newArgWithOptionalEntries("RESTITUTION_COEFFICIENT", "restitution_coef"))
	interval = joinArgs(newArgWithOptionalEntries("MULTIPLIER_MIN", "multiplier_min"), newArgWithOptionalEntries("MULTIPLIER_MAX", "multiplier_max"))
	limits   = joinArgs(newArgWithOptionalEntries("LIMIT_MIN", "limit_min"), newArgWithOptionalEntries("LIMIT_MAX", "limit_max"), newArgWithOptionalEntries("LIMIT_ROT_MIN", "limit_rot_min"),
		newArgWithOptionalEntries("LIMIT_ROT_MAX", "limit_rot_max"), newArgWithOptionalEntries("LIMIT_RESTITUTION", "limit_restitution"))
	effort      = joinArgs(newArgWithOptionalEntries("MAX_EFFORT", "max_effort"), newArgWithOptionalEntries("MIN_EFFORT", "min_effort"))
	breakForce  = newArgWithOptionalEntries("BREAK_FORCE", "break_force")
	breakTorque = newArgWithOptionalEntries("BREAK_TORQUE", "break_torque")
)

var jointStatements = []spec{
	{name: "JOINT", kind: "Constraint_Joint", id: true, flagAttr: "type", read: emitJoint, write: writeJoint, args: joinArgs(
		jointTypeArgs(), endMarkerArgs(), newArgWithOptionalEntries("PITCH", "pitch"), newArgWithOptionalEntries("PD", "pitch_diameter"),
		newArgHandledByStatement("IC"), newArgHandledByStatement("ICTRAN"), newArgHandledByStatement("ICROT"), oneSided, limits, breakForce, breakTorque,
		uselessArgs(asNumbers, "friction is given by a FRICTION statement", "DELTA_V", "INNER_RADIUS", "OUTER_RADIUS", "HEIGHT", "WIDTH", "MAXFRIC"),
		refusedArgs(asNumbers, oldFriction, "MU1", "PRELOAD_RADIAL", "PRELOAD_AXIAL", "PRELOAD_X", "PRELOAD_Y"), refusedArgs(asFlag, oldFriction, "FRICTION"),
	)},
	{name: "JPRIM", kind: "Constraint_Jprim", id: true, flagAttr: "type", args: joinArgs(
		flagArg("ATPOINT", "type", "ATPOINT"), flagArg("INLINE", "type", "INLINE"), flagArg("INPLANE", "type", "INPLANE"),
		flagArg("ORIENTATION", "type", "ORIENTATION"), flagArg("PARALLEL_AXES", "type", "PARALLEL_AXES"),
		flagArg("PERPENDICULAR", "type", "PERPENDICULAR"), endMarkerArgs(), oneSided, breakForce, breakTorque,
	)},
	{name: "COUPLER", kind: "Constraint_Coupler", id: true, read: emitCoupler, write: writeCoupler, args: joinArgs(
		setLeastEntries(2, newArgOfFormHandledByStatement(asNumbers, "JOINTS")), wordArg("TYPE", ""), newArgHandledByStatement("SCALES"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "GEAR", kind: "Constraint_Gear", id: true, args: joinArgs(
		newArgWithExactEntries("JOINTS", "joint1_id", "joint2_id"), newArgWithOptionalEntries("CV", "cv_marker_id"),
	)},
	{name: "GCON", kind: "Constraint_General", id: true, read: emitRoutine, write: newAttrSkipper("type"), args: joinArgs(
		newArgWithOptionalEntries("I", "i_marker_id"), expressionArg("FUNCTION", "expr"), oneSided, interval, breakForce, routineArgs(),
	)},
	{name: "UCON", kind: "Constraint_UserConstr", id: true, read: emitRoutine, write: newAttrSkipper("type"), args: joinArgs(
		expressionArg("FUNCTION", "usrsub_param_string"), ignoredArgs(asNumbers, "VARIABLES"), oneSided, interval, breakForce, routineArgs(),
	)},
	{name: "MOTION", kind: "Motion_Joint", id: true, typed: true, read: emitMotion, args: joinArgs(
		newArgWithOptionalEntries("JOINT", "joint_id"), endMarkerArgs(),
		flagArg("TRANSLATIONAL", "joint_type", "T"), flagArg("ROTATIONAL", "joint_type", "R"), levelArgs("val_type"),
		flagArg("X", "direction", "X"), flagArg("Y", "direction", "Y"), flagArg("Z", "direction", "Z"),
		flagArg("B1", "direction", "B1"), flagArg("B2", "direction", "B2"), flagArg("B3", "direction", "B3"),
		expressionArg("FUNCTION", "expr"), newArgWithOptionalEntries("ICDISP", "ic_disp"), newArgWithOptionalEntries("ICVEL", "ic_vel"), effort, breakForce, breakTorque, routineArgs(),
	)},
}

// emitJoint: initial displacements and velocities are passed on where joints know
// them.
func emitJoint(e *elementEmitter) bool {
	for _, n := range []string{"IC", "ICTRAN", "ICROT"} {
		a := e.argumentNamed(n)
		switch {
		case a == nil:
		case e.r.hasAttr(e.raw.Kind, strings.ToLower(n)):
			e.addAttr(strings.ToLower(n), a.name, a.val.withoutLineBreaks())
		default:
			e.addWarningAt(a.name, "W608", "%s has no effect: joints have no initial conditions of their own", n).
				Help = "give the parts positions and VX … WZ so that the joint starts as wanted"
		}
	}
	return true
}

// emitMotion belongs to a joint or to two markers, which are different elements.
// A command need not say to which; the model does.
func emitMotion(e *elementEmitter) bool {
	id, _ := strconv.Atoi(e.st.id.s)
	if k := e.r.motion[id]; k != "" {
		e.raw.Kind = k
	}
	if e.raw.Kind == "Motion_Marker" {
		e.checkAndDropJointType()
	}
	return emitRoutine(e)
}

// checkAndDropJointType drops TRANSLATION or ROTATION of a motion between markers, whose direction says it. One that
// contradicts the direction is an error.
func (e *elementEmitter) checkAndDropJointType() {
	for _, name := range []string{"TRANSLATIONAL", "ROTATIONAL"} {
		a := e.argumentNamed(name)
		if a == nil {
			continue
		}
		turns := name == "ROTATIONAL"
		own, other := []string{"X", "Y", "Z"}, []string{"B1", "B2", "B3"}
		if turns {
			own, other = other, own
		}
		for _, d := range other {
			if e.argumentNamed(d) != nil {
				e.addErrorAt(a.name, "E621", "%s contradicts the direction %s; its directions are %s", name, d, strings.Join(own, ", "))
			}
		}
		e.raw.Attrs = slices.DeleteFunc(e.raw.Attrs, func(x deck.Attr) bool { return x.Name == "joint_type" })
	}
}

// emitCoupler: r1 q1 + r2 q2 [+ r3 q3] = 0 with q the displacements of two or three
// joints, T along or R about z. Of the factors the first may be left out and is
// 1. The types may be left out where a joint has only one freedom.
func emitCoupler(e *elementEmitter) bool {
	ja := e.argumentNamed("JOINTS")
	if ja == nil {
		return emitRoutine(e)
	}
	ids := splitEntries(ja.val)
	e.distributeEntries(ja, []string{"joint1_id", "joint2_id", "joint3_id"})
	types := []text{}
	ta := e.argumentNamed("TYPE")
	if ta != nil {
		for from, rest := 0, ta.val.s; ; {
			i := strings.IndexByte(rest, ':')
			if i < 0 {
				types = append(types, ta.val.substring(from, len(ta.val.s)).trimmed())
				break
			}
			types = append(types, ta.val.substring(from, from+i).trimmed())
			from, rest = from+i+1, rest[i+1:]
		}
		if len(types) != len(ids) {
			e.addErrorAt(ta.val, "E607", "TYPE has %d entries for %d joints", len(types), len(ids))
		}
	}
	for n, id := range ids[:min(len(ids), 3)] {
		name := "freedom_" + strconv.Itoa(n+1)
		if n < len(types) {
			e.addAttr(name, ta.name, types[n])
		} else if f := e.singleFreedomOfJoint(id.s); f != "" {
			e.setDerived(name, f, id)
		} else if ta == nil {
			e.addErrorAt(id, "E620", "TYPE is needed: joint %s may both turn and slide", id.s)
		}
	}
	e.emitScales(len(ids))
	return emitRoutine(e)
}

// singleFreedomOfJoint returns the only freedom of a joint, "" if it is not certain.
func (e *elementEmitter) singleFreedomOfJoint(id string) string {
	n, _ := strconv.Atoi(id)
	j := e.r.joints[n]
	switch {
	case j == nil:
		return "R" // the dangling id is reported
	case j.argumentNamed("REVOLUTE") != nil:
		return "R"
	case j.argumentNamed("TRANSLATIONAL") != nil:
		return "T"
	}
	return ""
}

func (e *elementEmitter) emitScales(n int) {
	a := e.argumentNamed("SCALES")
	if a == nil {
		return
	}
	list := splitEntries(a.val)
	if len(list) == n {
		e.addAttr("coefficients", a.name, a.val.withoutLineBreaks())
		return
	}
	if len(list) != n-1 {
		e.addErrorAt(a.val, "E607", "SCALES has %d entries for %d joints", len(list), n)
		return
	}
	e.setDerived("coefficients", "1, "+a.val.withoutLineBreaks().s, a.val)
}

var higherStatements = []spec{
	{name: "PTCV", kind: "Constraint_PTCV", id: true, args: joinArgs(
		newArgWithOptionalEntries("I", "i_marker_id"), newArgWithOptionalEntries("JCURVE", "curve_id"), newArgWithOptionalEntries("CURVE", "curve_id"), newArgWithOptionalEntries("RM", "j_marker_id"), ignoredArgs(asNumbers, "JFLOAT"),
		uselessArgs(asNumbers, "the point of contact is found from the start position", "DISPLACEMENT", "ICM"), newArgWithOptionalEntries("VELOCITY", "vel_0"),
	)},
	{name: "CVCV", kind: "Constraint_CVCV", id: true, args: joinArgs(
		contactSideArgs("I", "i_"), contactSideArgs("J", "j_"), newArgWithOptionalEntries("ICURVE", "i_curve_id"), newArgWithOptionalEntries("JCURVE", "j_curve_id"),
		newArgWithOptionalEntries("IVELOCITY", "i_vel0"), newArgWithOptionalEntries("JVELOCITY", "j_vel0"),
	)},
	{name: "CURVE", kind: "Reference_ParamCurve", id: true, read: emitRoutine, write: writeCurve, args: joinArgs(
		flagArg("CLOSED", "is_u_closed", "TRUE"), flagArg("OPEN", "is_u_closed", "FALSE"),
		flagArg("CURVE_POINTS", "is_curve_points", "TRUE"), flagArg("CONTROL_POINTS", "is_curve_points", "FALSE"),
		newArgWithOptionalEntries("MATRIX", "matrix_id"), newArgWithOptionalEntries("MINPAR", "u_start"), newArgWithOptionalEntries("MAXPAR", "u_end"),
		ignoredArgs(asNumbers, "TENSION", "ORDER"), ignoredArgs(asFlag, "INTERPOLATE"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "SURFACE", kind: "Reference_ParamSurface", id: true, read: emitRoutine, write: newAttrSkipper("type"), args: joinArgs(
		flagArg("UCLOSED", "is_u_closed", "TRUE"), flagArg("VCLOSED", "is_v_closed", "TRUE"),
		newArgWithOptionalEntries("MINU", "u_start"), newArgWithOptionalEntries("MAXU", "u_end"), newArgWithOptionalEntries("MINV", "v_start"), newArgWithOptionalEntries("MAXV", "v_end"),
		newArgWithExactEntries("MINPAR", "u_start", "v_start"), newArgWithExactEntries("MAXPAR", "u_end", "v_end"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "CVSF", kind: "Constraint_CVSF", id: true, args: joinArgs(
		contactSideArgs("I", "i_"), contactSideArgs("J", "j_"), newArgWithOptionalEntries("CURVE", "curve_id"), newArgWithOptionalEntries("SURFACE", "surface_id"),
	)},
	{name: "PTSF", kind: "Constraint_PTSF", id: true, args: joinArgs(
		newArgWithOptionalEntries("I", "i_marker_id"), contactSideArgs("", ""), newArgWithOptionalEntries("SURFACE", "surface_id"),
	)},
	{name: "SFSF", kind: "Constraint_SFSF", id: true, args: joinArgs(
		contactSideArgs("I", "i_"), contactSideArgs("J", "j_"), newArgWithOptionalEntries("ISURFACE", "i_surface_id"), newArgWithOptionalEntries("JSURFACE", "j_surface_id"),
	)},
}

// contactSideArgs are the arguments of one side of a contact, whose names begin with
// side: the marker that carries its curve or surface and where the contact begins.
func contactSideArgs(side, prefix string) []argSpec {
	marker, float := "j_marker_id", side+"FLOAT"
	if side == "I" {
		marker = "i_marker_id"
	}
	if side == "" {
		float = "JFLOAT"
	}
	return joinArgs(
		newArgWithOptionalEntries(side+"RM", marker), ignoredArgs(asNumbers, float), newArgWithExactEntries(side+"DISPLACEMENT", expandNames(prefix+"disp_", "x0", "y0", "z0")...),
		uselessArgs(asNumbers, "the position of the contact is read in the axes of "+side+"RM", side+"ICM"),
	)
}
