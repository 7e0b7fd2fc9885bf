package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// member tells which attribute gives a member of the structs that routines in
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
}

// members returns what the struct form of a routine tells of its element.
func members(e *deck.Element) map[string]any {
	types := map[string]deck.Type{}
	for i := range e.Schema.Attrs {
		types[e.Schema.Attrs[i].Name] = e.Schema.Attrs[i].Type
	}
	m := map[string]any{}
	for _, x := range member {
		for _, a := range x.attrs {
			if v := memberValue(e, a, types[a]); v != nil {
				m[x.name] = v
				break
			}
		}
	}
	if t, ok := types["type"]; ok && t == deck.Enum && e.Kind == "Force_Scalar_TwoBody" {
		m["Type"] = map[string]string{"FORCE": "TRANSLATIONAL", "TORQUE": "ROTATIONAL"}[e.Enum("type")]
	}
	return m
}

func memberValue(e *deck.Element, name string, t deck.Type) any {
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
	case deck.String:
		return strings.TrimSpace(e.Str(name))
	}
	return nil
}
