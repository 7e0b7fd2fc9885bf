package element

import (
	"strings"
	"testing"
)

// TestMisnamed: names that nearly are those of attributes and elements, and short ones that
// other programs have, are errors with the name that was meant; others are warnings.
func TestMisnamed(t *testing.T) {
	const spring = `<Force_SpringDamper id="1" i_marker_id="1" j_marker_id="2" length="1" `
	for _, c := range []struct{ element, want string }{
		{spring + `k="100"/>`, "E307 did you mean stiffness?"},
		{spring + `c="1"/>`, "E307 did you mean damping?"},
		{spring + `stifness="100"/>`, "E307 did you mean stiffness?"},
		{spring + `stiffness="1" stifness="100"/>`, "W301 did you mean stiffness?"},
		{spring + `colour="red"/>`, "W301 "},
		{`<Force_SpringDamper id="1" i="1" j_marker_id="2" length="1" stiffness="1"/>`, "E307 did you mean i_marker_id?"},
		{`<Force_SpringDamper id="1" i_marker_id="1" j="2" length="1" stiffness="1"/>`, "E307 did you mean j_marker_id?"},
		{`<Force_SpringDamper id="1" i_marker_id="1" j_marker_id="2" l0="1" stiffness="1"/>`, "E307 did you mean length?"},
		{`<Force_Vector_TwoBody id="1" type="FORCEONLY" i_marker_id="1" j="2" fx_expression="1"/>`, "E307 did you mean j_floating_marker_id?"},
		{`<Force_Vector_OneBody id="1" type="FORCEONLY" i="1" fx_expression="1"/>`, "E307 did you mean marker_id?"},
		{`<Body_Rigid id="1" m="1"/>`, "E307 did you mean mass?"},
		{`<Modell/>`, "E217 did you mean Model?"},
		{`<Constraint_Joints id="1"/>`, "E217 did you mean Constraint_Joint?"},
		{`<Force_Spring id="1"/>`, "W202 "},
		{`<FMU id="1" path="a.fmu"/>`, "E211 "},
		{`<Reference_FlexData id="1"><ModeData>1 2</ModeData></Reference_FlexData>`, "B410 "},
	} {
		_, said := build("<M><Model>"+c.element+"</Model></M>", none)
		code, help, _ := strings.Cut(c.want, " ")
		found := false
		for _, line := range strings.Split(said, "\n") {
			found = found || strings.Contains(line, code)
		}
		if !found || !strings.Contains(said, help) {
			t.Errorf("%s: wanted %s, got\n%s", c.element, c.want, said)
		}
		if strings.HasPrefix(code, "E") && strings.Contains(said, "is missing") && !strings.Contains(c.element, "Constraint") && !strings.Contains(c.element, "Body") {
			t.Errorf("%s: it is also said to be missing:\n%s", c.element, said)
		}
	}
}

// TestPenaltyOfZero: in XML a penalty of 0 needs one on the rate; with both 0 there is no force.
func TestPenaltyOfZero(t *testing.T) {
	const point = `<M><Model><Body_Point id="2" cg_id="20" mass="2"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY"/>`
	for more, want := range map[string]string{`penalty="0"`: "E403", `penalty="-1" penalty1="2"`: "E403", `penalty="0" penalty1="0"`: "B320", `penalty="0" penalty1="2"`: ""} {
		_, said := build(point+`<Force_Penalty id="1" type="EXPRESSION" expr="DX(20)" `+more+`/></Model></M>`, none)
		if want == "" && said != "" || !strings.Contains(said, want) {
			t.Errorf("%s: wanted %q, got %s", more, want, said)
		}
	}
}

// TestScrewWithoutMarker: a marker whose id is not a number is said, and nothing is made of it.
func TestScrewWithoutMarker(t *testing.T) {
	for _, c := range []string{`type="SCREW" pitch="1"`, `type="RACK_PINION" pitch_diameter="1"`} {
		for _, ends := range []string{`i_marker_id="x" j_marker_id="20"`, `i_marker_id="20" j_marker_id="1.5"`} {
			if _, said := build("<M><Model>"+lintModel0+`<Constraint_Joint id="7" `+c+" "+ends+`/></Model></M>`, none); !strings.Contains(said, "E407") {
				t.Errorf("%s %s: %s", c, ends, said)
			}
		}
	}
}

// TestFarthest: shapes that no distance can be computed of are errors.
func TestFarthest(t *testing.T) {
	for _, more := range []string{
		`<Post_Graphic id="1" type="BoxDefinedFromCenter" rm_id="1" length_x="1e308" length_y="1" length_z="1"/><Post_Graphic id="2" type="Sphere" rm_id="20" radius="1"/>
<Sensor_Proximity id="1" num_i_graphics="1" i_graphics_id="1" num_j_graphics="1" j_graphics_id="2"/><Post_Request id="1" type="EXPRESSION" expr2="PROXIMITY(1,1)"/>`} {
		if _, said := build("<M><Model>"+lintModel0+more+`</Model></M>`, none); !strings.Contains(said, "B321") {
			t.Errorf("%s: %s", more, said)
		}
	}
}

var lintModel0 = strings.Replace(lintModel, "@", "", 1)
