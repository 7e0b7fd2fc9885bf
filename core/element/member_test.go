package element

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// TestMembers: what routines in Adams' C form are told of their element.
func TestMembers(t *testing.T) {
	text := `<M><Model><Force_Vector_TwoBody id="3" type="FORCEANDTORQUE" i_marker_id="21" j_floating_marker_id="11"
 ref_marker_id="12" usrsub_dll_name="x" usrsub_param_string="USER()"/>
<Force_Scalar_TwoBody id="4" type="TORQUE" i_marker_id="21" j_marker_id="11" is_action_only="TRUE" usrsub_dll_name="x"/></Model></M>`
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(text)}, ".", Table())
	v := members(m.Find("Force_Vector_TwoBody", 3))
	if v["I"] != 21 || v["JFLOAT"] != 11 || v["RM"] != 12 || v["J"] != nil {
		t.Errorf("vector force: %v", v)
	}
	s := members(m.Find("Force_Scalar_TwoBody", 4))
	if s["I"] != 21 || s["J"] != 11 || s["ACTION_ONLY"] != 1 || s["Type"] != "ROTATIONAL" {
		t.Errorf("scalar force: %v", s)
	}
}
