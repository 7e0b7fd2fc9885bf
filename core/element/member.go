package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// member reports which attribute gives a member of the structs that routines in
// Adams' C form get (usersub.Struct).
var member = []struct {
	name  string
	attrs []string // the first that the element knows
}{
	{"I", []string{"i_marker_id", "marker_id"}},
	{"J", []string{"j_marker_id"}},
	{"JFLOAT", []string{"j_floating_marker_id"}},
	{"RM", []string{"ref_marker_id"}},
	{"JOINT", []string{"joint_id"}},
	{"ACTION_ONLY", []string{"is_action_only"}},
	{"STATIC_HOLD", []string{"is_static_hold", "static_hold"}},
	{"IMPLICIT", []string{"is_implicit", "implicit"}},
	{"IC", []string{"ic"}},
	{"IC_R1", []string{"ic"}},
	{"IC_R2", []string{"ic_dot"}},
	{"X", []string{"x_array_id"}},
	{"Y", []string{"y_array_id"}},
	{"U", []string{"u_array_id"}},
	{"COMMENT", []string{"comment"}},
	{"VALUE", []string{"value"}},
	{"Error", []string{"error_tol"}},
	{"Logic", []string{"compare"}},
	{"Which", []string{"direction"}},
	{"CLOSED", []string{"is_u_closed"}},
	{"MINPAR", []string{"u_start"}},
	{"MAXPAR", []string{"u_end"}},
}

// membersOf gives the members that need more than one attribute, or other
// elements of the model.
var membersOf = map[string]func(m map[string]any, model *deck.Model, e *deck.Element){
	"Force_Scalar_TwoBody": func(m map[string]any, _ *deck.Model, e *deck.Element) {
		m["Type"] = freedomName(e.Enum("type") == "TORQUE")
	},
	"Motion_Joint":       addJointMotionStructMembers,
	"Motion_Marker":      addMarkerMotionStructMembers,
	"Constraint_Coupler": addCouplerStructMembers,
	"Control_StateEqn":   addStateStructMembers,
	contactKind:          addContactStructMembers,
}

var levelWord = map[string]string{"D": "DISPLACEMENT", "V": "VELOCITY", "A": "ACCELERATION"}

func freedomName(rotational bool) string {
	if rotational {
		return "ROTATIONAL"
	}
	return "TRANSLATIONAL"
}

// chooseJointFreedom returns R or T of a joint: what the element says, or the only one that
// there is.
func chooseJointFreedom(given string, joint *deck.Element) string {
	if given == "" && joint != nil {
		return map[string]string{"REVOLUTE": "R", "TRANSLATIONAL": "T"}[joint.Enum("type")]
	}
	return given
}

// addJointMotionStructMembers: I and J are the markers of the joint.
func addJointMotionStructMembers(m map[string]any, model *deck.Model, e *deck.Element) {
	j := model.FindElement(jointKind, e.Ref("joint_id"))
	m["Type"] = freedomName(chooseJointFreedom(e.Enum("joint_type"), j) == "R")
	m["DVA"] = levelWord[e.Enum("val_type")]
	if j != nil {
		m["I"], m["J"] = j.Ref("i_marker_id"), j.Ref("j_marker_id")
	}
}

// addMarkerMotionStructMembers: X, Y and Z slide, B1, B2 and B3 turn.
func addMarkerMotionStructMembers(m map[string]any, _ *deck.Model, e *deck.Element) {
	m["Type"] = freedomName(len(e.Enum("direction")) == 2)
	m["DVA"] = levelWord[e.Enum("val_type")]
}

// addCouplerStructMembers: the joints and a letter, R or T, for the freedom of each.
func addCouplerStructMembers(m map[string]any, model *deck.Model, e *deck.Element) {
	var joints []int
	types := ""
	for k, name := range [3]string{"joint1_id", "joint2_id", "joint3_id"} {
		id := e.Ref(name)
		if id == 0 {
			break
		}
		joints = append(joints, id)
		types += chooseJointFreedom(e.Enum("freedom_"+itoa(k+1)), model.FindElement(jointKind, id))
	}
	m["NJOINT"], m["JOINTS"], m["TYPE"] = len(joints), joints, types
}

// addContactStructMembers: the graphics of both sides, none of which is turned inside out.
func addContactStructMembers(m map[string]any, _ *deck.Model, e *deck.Element) {
	for _, side := range [2]string{"I", "J"} {
		ids := e.Refs(strings.ToLower(side) + "_graphics_id")
		m["n"+side+"GEOM"], m[side+"GEOM"], m[side+"FLIP_GEOM"] = len(ids), ids, make([]int, len(ids))
	}
}

// addStateStructMembers: IC is an array here. NI and NO come with the arrays.
func addStateStructMembers(m map[string]any, _ *deck.Model, e *deck.Element) {
	m["NS"], m["IC"] = e.Int("num_state"), e.Ref("ic_array_id")
	if e.Kind == "Control_StateEqn" {
		m["XD"], m["ICD"], m["ND"] = e.Ref("xd_array_id"), e.Ref("icd_array_id"), e.Int("num_discrete_state")
		m["SAMPLE_OFFSET"] = e.Real("sample_offset")
	}
}

// collectStructMembers returns what the struct form of a routine says about its element.
func collectStructMembers(model *deck.Model, e *deck.Element) map[string]any {
	types := map[string]deck.Type{}
	for i := range e.Schema.Attrs {
		types[e.Schema.Attrs[i].Name] = e.Schema.Attrs[i].Type
	}
	m := map[string]any{}
	for _, x := range member {
		for _, a := range x.attrs {
			if v := structMemberValue(e, a, types[a]); v != nil {
				m[x.name] = v
				break
			}
		}
	}
	if more := membersOf[e.Kind]; more != nil {
		more(m, model, e)
	}
	return m
}

func structMemberValue(e *deck.Element, name string, t deck.Type) any {
	switch t {
	case deck.Ref:
		return e.Ref(name)
	case deck.Bool:
		if e.Bool(name) {
			return 1
		}
		return 0
	case deck.Real:
		return e.Real(name)
	case deck.Enum:
		return e.Enum(name)
	case deck.String:
		return strings.TrimSpace(e.Str(name))
	}
	return nil
}
