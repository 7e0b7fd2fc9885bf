package element

import (
	"reflect"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// TestMembers: what routines in Adams' C form are said about their element.
func TestMembers(t *testing.T) {
	text := `<M><Model><Force_Vector_TwoBody id="3" type="FORCEANDTORQUE" i_marker_id="21" j_floating_marker_id="11"
 ref_marker_id="12" usrsub_dll_name="x" usrsub_param_string="USER()"/>
<Force_Scalar_TwoBody id="4" type="TORQUE" i_marker_id="21" j_marker_id="11" is_action_only="TRUE" usrsub_dll_name="x"/>
<Constraint_Joint id="5" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="6" type="CYLINDRICAL" i_marker_id="40" j_marker_id="2"/>
<Constraint_Joint id="7" type="TRANSLATIONAL" i_marker_id="41" j_marker_id="3"/>
<Motion_Joint id="7" joint_id="5" type="USERSUB" val_type="V" usrsub_dll_name="x"/><Motion_Joint id="8" joint_id="6" joint_type="T" type="USERSUB" usrsub_dll_name="x"/>
<Constraint_Coupler id="1" joint1_id="7" joint2_id="6" freedom_2="R" joint3_id="5" usrsub_dll_name="x"/>
<Constraint_Coupler id="2" joint1_id="5" joint2_id="7" usrsub_dll_name="x"/>
<Force_Field id="9" i_marker_id="60" j_marker_id="61" usrsub_dll_name="x"/>
<Control_StateEqn id="1" type="USERSUB" x_array_id="1" y_array_id="2" u_array_id="3" ic_array_id="4" num_state="5" is_static_hold="TRUE" usrsub_dll_name="x"/>
<Control_Diff id="2" type="USERSUB" is_implicit="TRUE" ic="0.5" ic_dot="-2" usrsub_dll_name="x"/>
<Reference_Variable id="3" type="USERSUB" ic="0.25" usrsub_dll_name="x"/>
<Post_Request id="4" type="USERSUB" comment="of the wheel" usrsub_dll_name="x"/></Model></M>`
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(text)}, ".", Table())
	v := collectStructMembers(m, m.FindElement("Force_Vector_TwoBody", 3))
	if v["I"] != 21 || v["JFLOAT"] != 11 || v["RM"] != 12 || v["J"] != nil {
		t.Errorf("vector force: %v", v)
	}
	s := collectStructMembers(m, m.FindElement("Force_Scalar_TwoBody", 4))
	if s["I"] != 21 || s["J"] != 11 || s["ACTION_ONLY"] != 1 || s["Type"] != "ROTATIONAL" {
		t.Errorf("scalar force: %v", s)
	}
	for _, x := range []struct {
		kind string
		id   int
		want map[string]any
	}{
		{"Motion_Joint", 7, map[string]any{"JOINT": 5, "Type": "ROTATIONAL", "I": 20, "J": 1, "DVA": "VELOCITY"}},
		{"Motion_Joint", 8, map[string]any{"JOINT": 6, "Type": "TRANSLATIONAL", "I": 40, "J": 2, "DVA": "DISPLACEMENT"}},
		{"Constraint_Coupler", 1, map[string]any{"NJOINT": 3, "JOINTS": []int{7, 6, 5}, "TYPE": "TRR"}},
		{"Constraint_Coupler", 2, map[string]any{"NJOINT": 2, "JOINTS": []int{5, 7}, "TYPE": "RT"}},
		{"Force_Field", 9, map[string]any{"I": 60, "J": 61}},
		{"Control_StateEqn", 1, map[string]any{"NS": 5, "X": 1, "Y": 2, "U": 3, "IC": 4, "STATIC_HOLD": 1}},
		{"Control_Diff", 2, map[string]any{"IMPLICIT": 1, "STATIC_HOLD": 0, "IC_R1": 0.5, "IC_R2": -2.0}},
		{"Reference_Variable", 3, map[string]any{"IC": 0.25}},
		{"Post_Request", 4, map[string]any{"COMMENT": "of the wheel"}},
	} {
		got := collectStructMembers(m, m.FindElement(x.kind, x.id))
		for name, want := range x.want {
			if !reflect.DeepEqual(got[name], want) {
				t.Errorf("%s %d: %s is %v, want %v", x.kind, x.id, name, got[name], want)
			}
		}
	}
}

// TestOnlySensor: a sensor is part of the model also where its law is the first one.
func TestOnlySensor(t *testing.T) {
	b, said := build(`<M><Body_Rigid id="1" isground="TRUE"/><Sensor_Event id="4" expr="TIME" value="1" error_tol="1e-6" halt="TRUE"/></M>`, none)
	if len(b.Sensors) != 1 {
		t.Errorf("%d sensors; said %s", len(b.Sensors), said)
	}
}
