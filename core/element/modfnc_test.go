package element

import "testing"

func TestModFnc(t *testing.T) {
	b, said := build(`<M><Param_Unit force_unit="Newton"/><Force_Gravity grav_z="-9810." grav_x="TIME"/>
<Body_Rigid id="1" isground="YES"/><Reference_Marker id="30101020" label="Pivot" body_id="1" pos_x="1.5D1" psi="90D"/><Reference_Marker id="2" body_id="1"/>
<Body_Point id="4" cg_id="5" mass="1E-1"/><Reference_Marker id="5" body_id="4" body_type="PointBody"/>
<Constraint_Joint id="301" type="SPHERICAL" i_marker_id="5" j_marker_id="30101020"/>
<Reference_Variable id="3" expr="2*TIME"/><Reference_Array id="6" type="U" variable_id="3,3"/><Reference_String id="1" string=" a b "/></M>`, none)
	if b.Deck.Diags.HasErrors() {
		t.Fatal(said)
	}
	for _, c := range []struct {
		element   string
		id        int
		attribute string
		text      string
		info      int32
	}{
		{"Constraint_Joint", 301, "i_marker_id", "5", 2},
		{"constraint_JOINT   ", 301, "J_MARKER_ID  ", "30101020", 2},
		{"Constraint_Joint\x00junk", 301, "type\x00", "SPHERICAL", 6},
		{"Constraint_Joint", 301, "id", "301", 2},
		{"Constraint_Joint", 301, "is_virtual", "FALSE", 0},
		{"Body_Rigid", 1, "isground", "TRUE", 1},
		{"Body_Rigid", 1, "mass", "0", 4},
		{"Body_Point", 4, "mass", "0.1", 4},
		{"Reference_Marker", 30101020, "label", "Pivot", 6},
		{"Reference_Marker", 30101020, "pos_x", "15", 4},
		{"Reference_Marker", 30101020, "psi", "1.5707963267948966", 4},
		{"Reference_Marker", 30101020, "rm_id", "0", 2},
		{"Reference_Marker", 30101020, "body_type", "RIGIDBODY", 6},
		{"Reference_Marker", 5, "body_type", "PointBody", 6},
		{"Reference_Array", 6, "variable_id", "3 3", 3},
		{"Reference_Variable", 3, "expr", "2*TIME", 6},
		{"Reference_String", 1, "string", "a b", 6},
		{"Force_Gravity", 0, "grav_z", "-9810", 4},
		{"Force_Gravity", 0, "grav_x", "TIME", 6},
		{"Param_Units", 1, "force_unit", "Newton", 6},
		{"Constraint_Joints", 301, "type", "", -1},
		{"Model", 1, "type", "", -1},
		{"Constraint_Joint", 302, "type", "", -2},
		{"Constraint_Joint", 301, "typ", "", -3},
		{"Reference_Marker", 5, "i_marker_id", "", -3},
	} {
		if text, info := b.System.ModFnc(c.element, c.id, c.attribute); text != c.text || info != c.info {
			t.Errorf("%s %d %s: %q, %d; want %q, %d", c.element, c.id, c.attribute, text, info, c.text, c.info)
		}
	}
}
