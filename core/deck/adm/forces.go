package adm

import "github.com/trammel-mbd/trammel/core/deck"

var (
	six     = []string{"x", "y", "z", "tx", "ty", "tz"}
	turning = []string{"tx", "ty", "tz"}
)

// componentArgs are the parts of a vector force, "FX" and so on.
func componentArgs(names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, expressionArg(n, lowerCase(n)+"_expression")...)
	}
	return out
}

func lowerCase(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] |= 0x20
	}
	return string(b)
}

// vectorForceArgs are the arguments that all vector forces share.
func vectorForceArgs() []argSpec {
	return joinArgs(newArgWithOptionalEntries("I", "i_marker_id"), addAlias(newArgWithOptionalEntries("JFLOAT", "j_floating_marker_id"), "J"), newArgWithOptionalEntries("RM", "ref_marker_id"), expressionArg("FUNCTION", "usrsub_param_string"), routineArgs())
}

// flexible is why statements on flexible bodies are refused.
const flexible = "of flexible bodies this is not available"

const (
	otherProgram = "models of other programs: no document says what the statement takes and when its routines are called; a GSE takes their equations as a routine"
	deforms      = "curves and surfaces that deform with their markers"
)

var forceStatements = []spec{
	{name: "MFORCE", kind: "Force_FlexModal", id: true, read: emitRoutine, args: joinArgs(
		newArgWithOptionalEntries("FLEX_BODY", "flex_body_id"), newArgWithOptionalEntries("CASE_INDEX", "case_id"), expressionArg("SCALE", "scale_expr"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(), flagArg("FORCE_SUB", "force_sub", "TRUE"),
		refusedArgs(asWord, "modal loads have no reaction", "JFLOAT"),
	)},
	{name: "FE_PART", refused: flexible}, {name: "FE_LOAD", refused: flexible},
	{name: "TIRE", refused: "models of tyres; use a GFORCE with a routine"},
	{name: "FE_NODE", refused: flexible}, {name: "FE_MFORCE", refused: flexible}, {name: "SECTION", refused: flexible},
	{name: "NONLINEAR_BEAM", refused: flexible},
	{name: "EXTERNAL_SYSTEM", refused: otherProgram}, {name: "EXTSYS", refused: otherProgram},
	{name: "CLEARANCE", refused: "PROXIMITY gives the distance of shapes"},
	{name: "PLANT_STATE", refused: "write PSTATE/id, VARIABLES=…"},
	{name: "PTDCV", refused: deforms}, {name: "PTDSF", refused: deforms}, {name: "PTDSFF", refused: deforms},
	{name: "SFORCE", kind: "Force_Scalar_TwoBody", id: true, read: emitRoutine, write: writeScalar, args: joinArgs(
		flagArg("TRANSLATIONAL", "type", "FORCE"), flagArg("ROTATIONAL", "type", "TORQUE"), flagArg("ACTIONONLY", "is_action_only", "TRUE", "ACTION_ONLY"),
		endMarkerArgs(), expressionArg("FUNCTION", "val_expression"), routineArgs(),
	)},
	{name: "VFORCE", kind: "Force_Vector_TwoBody", id: true, read: emitRoutine, fixed: []pair{{"type", "FORCEONLY"}},
		args: joinArgs(vectorForceArgs(), componentArgs("FX", "FY", "FZ"))},
	{name: "VTORQUE", kind: "Force_Vector_TwoBody", id: true, read: emitRoutine, fixed: []pair{{"type", "TORQUEONLY"}},
		args: joinArgs(vectorForceArgs(), componentArgs("TX", "TY", "TZ"))},
	{name: "GFORCE", kind: "Force_Vector_TwoBody", id: true, read: emitRoutine, fixed: []pair{{"type", "FORCEANDTORQUE"}},
		args: joinArgs(vectorForceArgs(), componentArgs("FX", "FY", "FZ", "TX", "TY", "TZ"))},
	{name: "SPRINGDAMPER", kind: "Force_SpringDamper", id: true, read: emitSpringDamper, write: writeSpring, args: joinArgs(
		flagArg("TRANSLATIONAL", "type", "TRANSLATIONAL"), flagArg("ROTATIONAL", "type", "ROTATIONAL"), endMarkerArgs(),
		newArgHandledByStatement("K"), newArgHandledByStatement("C"), newArgHandledByStatement("FORCE"), newArgHandledByStatement("LENGTH"),
		newArgHandledByStatement("KT"), newArgHandledByStatement("CT"), newArgHandledByStatement("TORQUE"), newArgHandledByStatement("ANGLE"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "FRICTION", kind: "Force_JointFriction", id: true, read: emitFriction, write: writeFriction, args: joinArgs(
		newArgWithOptionalEntries("JOINT", "joint_id"), newArgWithOptionalEntries("MU_STATIC", "mu_static"), newArgWithOptionalEntries("MU_DYNAMIC", "mu_dynamic"),
		newArgWithOptionalEntries("STICTION_TRANSITION_VELOCITY", "stiction_trans_vel"), newArgWithOptionalEntries("MAX_STICTION_DEFORMATION", "max_stiction_deform"),
		newArgWithOptionalEntries("FRICTION_ARM", "friction_arm"), newArgWithOptionalEntries("BENDING_REACTION_ARM", "bending_reaction_arm"), newArgWithOptionalEntries("REACTION_ARM", "reaction_arm"),
		newArgWithOptionalEntries("PIN_RADIUS", "pin_radius"), newArgWithOptionalEntries("BALL_RADIUS", "ball_radius"), newArgWithOptionalEntries("INITIAL_OVERLAP", "initial_overlap"),
		newArgWithOptionalEntries("FRICTION_FORCE_PRELOAD", "force_preload"), newArgWithOptionalEntries("FRICTION_TORQUE_PRELOAD", "torque_preload"),
		wordArg("OVERLAP_DELTA", "overlap_delta"), wordArg("EFFECT", "effect"), wordArg("METHOD", "method"),
		flagArg("INACTIVE_DURING_STATIC", "inactive", "STATIC"), wordArg("INACTIVE", "inactive"),
		argList{{name: "INPUTS", form: asWords, many: true}}, ignoredArgs(asFlag, "I_YOKE", "J_YOKE"), ignoredArgs(asWord, "YOKE", "FORMULATION"),
	)},
	{name: "PFORCE", kind: "Force_Penalty", id: true, typed: true, read: emitPenalty, args: joinArgs(
		expressionArg("FUNCTION", "expr"), newArgWithOptionalEntries("PENALTY", "penalty"), newArgWithOptionalEntries("PENALTY1", "penalty1"),
		wordArg("UNILATERAL", "unilateral"), flagArg("UNILATERAL", "unilateral", "TRUE"), newArgWithOptionalEntries("SMOOTHING_FACTOR", "smoothing_factor"),
		wordArg("METHOD", "method"), newArgWithOptionalEntries("RESTITUTION_COEFFICIENT", "restitution_coef"), routineArgs(),
	)},
}

// emitPenalty: PENALTY is 0 unless it is given, which the element says only together
// with a factor of the rate.
func emitPenalty(e *elementEmitter) bool {
	if e.r.section == deck.InModel && e.argumentNamed("METHOD") == nil {
		a := e.argumentNamed("PENALTY")
		if a == nil {
			e.setDerived("penalty", "0", e.st.word)
		}
		if e.argumentNamed("PENALTY1") == nil && (a == nil || isOffValue(a.val.s)) {
			e.setDerived("penalty1", "0", e.st.word)
		}
	}
	return emitRoutine(e)
}

// emitSpringDamper: the two types name their coefficients differently.
func emitSpringDamper(e *elementEmitter) bool {
	turns := e.argumentNamed("ROTATIONAL") != nil
	for _, n := range []struct{ slide, turn, attr string }{
		{"K", "KT", "stiffness"}, {"C", "CT", "damping"}, {"FORCE", "TORQUE", "preload"}, {"LENGTH", "ANGLE", "length"},
	} {
		mine, other := n.slide, n.turn
		if turns {
			mine, other = other, mine
		}
		if a := e.argumentNamed(mine); a != nil {
			e.distributeEntries(a, []string{n.attr})
		}
		if a := e.argumentNamed(other); a != nil {
			what := "a translational"
			if turns {
				what = "a rotational"
			}
			e.addWarningAt(a.name, "W608", "%s has no effect on %s spring", other, what).Help = "its name is " + mine
		}
	}
	return emitRoutine(e)
}
