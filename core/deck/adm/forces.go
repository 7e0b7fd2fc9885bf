package adm

import "github.com/trammel-mbd/trammel/core/deck"

var (
	six     = []string{"x", "y", "z", "tx", "ty", "tz"}
	turning = []string{"tx", "ty", "tz"}
)

// components are the parts of a vector force, "FX" and so on.
func components(names ...string) []argSpec {
	var out []argSpec
	for _, n := range names {
		out = append(out, function(n, lower(n)+"_expression"))
	}
	return out
}

func lower(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] |= 0x20
	}
	return string(b)
}

// vector are the arguments that all vector forces share.
func vector() []argSpec {
	j := of("JFLOAT", "j_floating_marker_id")
	j.alias = []string{"J"}
	return join(of("I", "i_marker_id"), j, of("RM", "ref_marker_id"), function("FUNCTION", "usrsub_param_string"), routineArgs())
}

// flexible is why forces on flexible bodies are refused.
const flexible = "flexible bodies are not available"

const (
	otherProgram = "models of other programs; a GSE takes their equations as a routine"
	deforms      = "curves and surfaces that deform with their markers"
)

var forceStatements = []spec{
	{name: "MFORCE", refused: flexible}, {name: "FE_PART", refused: flexible}, {name: "FE_LOAD", refused: flexible},
	{name: "TIRE", refused: "models of tyres; use a GFORCE with a routine"},
	{name: "FE_NODE", refused: flexible}, {name: "FE_MFORCE", refused: flexible}, {name: "SECTION", refused: flexible},
	{name: "NONLINEAR_BEAM", refused: flexible},
	{name: "EXTERNAL_SYSTEM", refused: otherProgram}, {name: "EXTSYS", refused: otherProgram},
	{name: "CBKSUB", refused: "calls of a routine at the events of a simulation; REQSUB and SENSUB are called at accepted steps"},
	{name: "CLEARANCE", refused: "PROXIMITY gives the distance of shapes"},
	{name: "PLANT_STATE", refused: "write PSTATE/id, VARIABLES=…"},
	{name: "PTDCV", refused: deforms}, {name: "PTDSF", refused: deforms}, {name: "PTDSFF", refused: deforms},
	{name: "SFORCE", kind: "Force_Scalar_TwoBody", id: true, read: routine, write: writeScalar, args: join(
		is("TRANSLATIONAL", "type", "FORCE"), is("ROTATIONAL", "type", "TORQUE"), is("ACTIONONLY", "is_action_only", "TRUE", "ACTION_ONLY"),
		ij(), function("FUNCTION", "val_expression"), routineArgs(),
	)},
	{name: "VFORCE", kind: "Force_Vector_TwoBody", id: true, read: routine, fixed: []pair{{"type", "FORCEONLY"}},
		args: join(vector(), components("FX", "FY", "FZ"))},
	{name: "VTORQUE", kind: "Force_Vector_TwoBody", id: true, read: routine, fixed: []pair{{"type", "TORQUEONLY"}},
		args: join(vector(), components("TX", "TY", "TZ"))},
	{name: "GFORCE", kind: "Force_Vector_TwoBody", id: true, read: routine, fixed: []pair{{"type", "FORCEANDTORQUE"}},
		args: join(vector(), components("FX", "FY", "FZ", "TX", "TY", "TZ"))},
	{name: "SPRINGDAMPER", kind: "Force_SpringDamper", id: true, read: springDamper, write: writeSpring, args: join(
		is("TRANSLATIONAL", "type", "TRANSLATIONAL"), is("ROTATIONAL", "type", "ROTATIONAL"), ij(),
		values("K"), values("C"), values("FORCE"), values("LENGTH"),
		values("KT"), values("CT"), values("TORQUE"), values("ANGLE"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "FRICTION", kind: "Force_JointFriction", id: true, read: friction, write: writeFriction, args: join(
		of("JOINT", "joint_id"), of("MU_STATIC", "mu_static"), of("MU_DYNAMIC", "mu_dynamic"),
		of("STICTION_TRANSITION_VELOCITY", "stiction_trans_vel"), of("MAX_STICTION_DEFORMATION", "max_stiction_deform"),
		of("FRICTION_ARM", "friction_arm"), of("BENDING_REACTION_ARM", "bending_reaction_arm"), of("REACTION_ARM", "reaction_arm"),
		of("PIN_RADIUS", "pin_radius"), of("BALL_RADIUS", "ball_radius"), of("INITIAL_OVERLAP", "initial_overlap"),
		of("FRICTION_FORCE_PRELOAD", "force_preload"), of("FRICTION_TORQUE_PRELOAD", "torque_preload"),
		one("OVERLAP_DELTA", "overlap_delta"), one("EFFECT", "effect"), one("METHOD", "method"),
		is("INACTIVE_DURING_STATIC", "inactive", "STATIC"), one("INACTIVE", "inactive"),
		argSpec{name: "INPUTS", form: asWords, many: true}, silent(asFlag, "I_YOKE", "J_YOKE"), silent(asWord, "YOKE", "FORMULATION"),
	)},
	{name: "PFORCE", kind: "Force_Penalty", id: true, typed: true, read: penaltyForce, args: join(
		function("FUNCTION", "expr"), of("PENALTY", "penalty"), of("PENALTY1", "penalty1"),
		one("UNILATERAL", "unilateral"), is("UNILATERAL", "unilateral", "TRUE"), of("SMOOTHING_FACTOR", "smoothing_factor"),
		one("METHOD", "method"), of("RESTITUTION_COEFFICIENT", "restitution_coef"), routineArgs(),
	)},
}

// penaltyForce: PENALTY is 0 unless it is given, which the element says only together
// with a factor of the rate.
func penaltyForce(e *emitter) bool {
	if e.r.section == deck.InModel && e.argument("METHOD") == nil {
		a := e.argument("PENALTY")
		if a == nil {
			e.set("penalty", "0", e.st.word)
		}
		if e.argument("PENALTY1") == nil && (a == nil || queriesNothing(a.val.s)) {
			e.set("penalty1", "0", e.st.word)
		}
	}
	return routine(e)
}

// springDamper: the two types name their coefficients differently.
func springDamper(e *emitter) bool {
	turns := e.argument("ROTATIONAL") != nil
	for _, n := range []struct{ slide, turn, attr string }{
		{"K", "KT", "stiffness"}, {"C", "CT", "damping"}, {"FORCE", "TORQUE", "preload"}, {"LENGTH", "ANGLE", "length"},
	} {
		mine, other := n.slide, n.turn
		if turns {
			mine, other = other, mine
		}
		if a := e.argument(mine); a != nil {
			e.spread(a, []string{n.attr})
		}
		if a := e.argument(other); a != nil {
			what := "a translational"
			if turns {
				what = "a rotational"
			}
			e.warn(a.name, "W608", "%s has no effect on %s spring", other, what).Help = "its name is " + mine
		}
	}
	return routine(e)
}
