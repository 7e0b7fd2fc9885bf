package element_test

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// readWith reads a model with parameters and what is assigned to it.
func readWith(t *testing.T, text string, assigned ...string) *deck.Model {
	t.Helper()
	src := &deck.Source{Name: "deck.xml", Text: []byte("<Model>" + text + "</Model>")}
	for _, a := range assigned {
		at := &deck.Source{Name: "--set", Text: []byte(a)}
		x, err := deck.NewAssignment(deck.Span{Src: at, End: len(a)})
		if err != nil {
			t.Fatal(err)
		}
		src.Assigned = append(src.Assigned, x)
	}
	return deck.ReadXML(src, ".", element.Table())
}

// saidBy lists the codes of what is wrong with a deck, with the texts that they mark.
func saidBy(m *deck.Model) string {
	var all []string
	for _, d := range m.Diags.List {
		all = append(all, d.Code+" "+d.Span.Text())
	}
	return strings.Join(all, "; ")
}

const parameterDeck = `
<Reference_Spline id="1" num_xy_pair="2">0 ${a} 1 2*${a}</Reference_Spline>
<Body_Rigid id="1" isground="TRUE"/><Body_Rigid id="2" mass="${a}" cg_id="20" inertia_xx="${n}" inertia_yy="(1+2)*${a}" inertia_zz="${max(a, 3)}"/>
<Reference_Marker id="10" body_id="1" psi="${angle}D" theta="-${a}"/><Reference_Marker id="20" body_id="2" pos_x="${neg}" pos_y="1 - ${neg}" label="a ${text} $${n} ${a}"/>
<Force_Scalar_TwoBody id="1" type="Force" i_marker_id="10" j_marker_id="20" val_expression="2-${neg}*DX(10,20)"/>
<Force_Penalty id="7" type="USERSUB" usrsub_dll_name="lib${text}" usrsub_fnc_name="f" usrsub_param_string="USER(${a}, 2*(${a}+1), ${neg}, 4)" penalty="1"/>
<Parameter name="a" value="2"/><Parameter name="neg" value="-${a}"/><Parameter name="n" value="1e2"/><Parameter name="text" value="wing"/>
<Parameter name="angle" value="30" min="0" max="90"/>`

// Parameters may be used before they are defined, in numbers, lists, texts and expressions; what is assigned to one reaches those that
// depend on it.
func TestParametersAreSubstituted(t *testing.T) {
	m := readWith(t, parameterDeck, "a=5", "Reference_Marker/10.phi=2*PI")
	if text := saidBy(m); !strings.HasPrefix(text, "E401 2*PI") || strings.Contains(text, ";") { // numbers that are assigned are numbers
		t.Fatal(text)
	}
	m = readWith(t, parameterDeck, "a=5", "Reference_Marker/10.phi=0.5", "neg=-7")
	if text := saidBy(m); text != "" {
		t.Fatal(text)
	}
	body, marker, force := m.FindElement("Body_Rigid", 2), m.FindElement("Reference_Marker", 20), m.FindElement("Force_Penalty", 7)
	for what, v := range map[string][2]float64{
		"mass": {body.Real("mass"), 5}, "xx": {body.Real("inertia_xx"), 100}, "yy": {body.Real("inertia_yy"), 15}, "zz": {body.Real("inertia_zz"), 5},
		"psi": {m.FindElement("Reference_Marker", 10).Real("psi"), math.Pi / 6}, "theta": {m.FindElement("Reference_Marker", 10).Real("theta"), -5}, "phi": {m.FindElement("Reference_Marker", 10).Real("phi"), 0.5},
		"pos_x": {marker.Real("pos_x"), -7}, "pos_y": {marker.Real("pos_y"), 8}, "par 1": {force.Reals("usrsub_param_string")[0], 5},
		"par 2": {force.Reals("usrsub_param_string")[1], 12}, "par 3": {force.Reals("usrsub_param_string")[2], -7}, "par 4": {force.Reals("usrsub_param_string")[3], 4},
		"spline": {m.FindElement("Reference_Spline", 1).TextReals()[3], 10},
	} {
		if math.Abs(v[0]-v[1]) > 1e-15*math.Abs(v[1]) {
			t.Errorf("%s is %v, want %v", what, v[0], v[1])
		}
	}
	for what, s := range map[string][2]string{
		"expression": {m.FindElement("Force_Scalar_TwoBody", 1).Str("val_expression"), "2-(-7)*DX(10,20)"},
		"label":      {marker.Label(), "a wing ${n} 5"}, "path": {force.Str("usrsub_dll_name"), "libwing"},
	} {
		if s[0] != s[1] {
			t.Errorf("%s is %q, want %q", what, s[0], s[1])
		}
	}
}

// What is wrong is reported at the characters of the file, or of the option.
func TestParameterMistakes(t *testing.T) {
	const k = `<Parameter name="k" value="2" min="1"/>`
	for _, c := range []struct{ deck, assigned, want string }{
		{k + `<Reference_String id="1" string="${kk}"/>`, "", "W224 Parameter; E220 ${kk}"},
		{k + `<Reference_String id="1" string="${k}${"/>`, "", "E221 ${"},
		{k + `<Reference_String id="1" string="${k+}"/>`, "", "E221 ${k+}"},
		{k + `<Reference_String id="1" string="${k+q}"/>`, "", "E220 q"},
		{k + `<Reference_String id="1" string="${k}"/>`, "k=0", "E222 0"},
		{k + `<Reference_String id="1" string="${k}"/>`, "k=x", "E222 x"},
		{k + `<Reference_String id="1" string="${k}"/>`, "K=3", ""},
		{k + k + `<Reference_String id="1" string="${k}"/>`, "", "E223 k"},
		{`<Parameter name="1k" value="2"/><Reference_String id="1" string="a"/>`, "", "E222 1k"},
		{`<Parameter name="t" value="a"/><Reference_String id="1" string="${2*t}"/>`, "", "E221 t"},
		{k + `<Force_Penalty id="1" type="EXPRESSION" expr="${k}*DX(1)" penalty="${k}*abc"/>`, "", "E221 ${k}*abc"},
		{k + `<Body_Rigid id="1" mass="${k}^2"/>`, "", "E221 ${k}^2"},
		{`<Parameter name="a" value="${b}"/><Parameter name="b" value="1"/>`, "", "E201 ; E220 ${b}; W224 Parameter"},
		{k + `<Parameter name="${k" value="1"/><Reference_String id="${k}" string="a"/>`, "", "E221 ${k"},
		{k + `<Reference_String id="1" string="a"/><Load_Command command_file="x.xml"/>`, "", "W209 Load_Command"},
		{`<Reference_String id="1" string="${HOME}/x"/>`, "", ""}, // a deck without parameters
		{`<Reference_String id="1" string="x"/>`, "k=1", "E225 k"},
		{`<Reference_String id="1" string="x"/>`, "Reference_String/2.string=y", "E225 Reference_String/2.string"},
		{`<Reference_String id="1" string="x"/>`, "Reference_String/1.strin=y", "E225 Reference_String/1.strin"},
		{`<Reference_String id="1" string="x"/>`, "Reference_String/1.id=2", "E225 Reference_String/1.id"},
		{`<Reference_String id="1" string="x"/>`, "Referenz/1.string=y", "E225 Referenz/1.string"},
		{`<Reference_String id="1" string="x"/>`, "Reference_String.string=y", "E225 Reference_String.string"},
	} {
		var assigned []string
		if c.assigned != "" {
			assigned = append(assigned, c.assigned)
		}
		if text := saidBy(readWith(t, c.deck, assigned...)); text != c.want {
			t.Errorf("%s with %q: %q, want %q", c.deck, c.assigned, text, c.want)
		}
	}
	for _, text := range []string{"k", "=1", "1=1", "Reference_String/0.string=1", "Reference_String/x.string=1", "a/1.b.c=2", "k/1=2"} {
		src := &deck.Source{Text: []byte(text)}
		if a, err := deck.NewAssignment(deck.Span{Src: src, End: len(text)}); err == nil {
			t.Errorf("%q is taken as %+v", text, a)
		}
	}
}

// A mistake in an expression behind a parameter is reported where the file has it.
func TestPlacesBehindParameters(t *testing.T) {
	m := readWith(t, parameterDeck+`<Post_Request id="3" type="EXPRESSION" expr1="${neg}*DX(10)&amp;+${a}*QQ(20)"/>`)
	element.Build(m, nil)
	if text := saidBy(m); !strings.HasSuffix(text, "; X001 QQ") {
		t.Error(text)
	}
}

// The unit of a parameter is that of the attributes whose value it is, in the units of the deck.
func TestParameterUnits(t *testing.T) {
	const spring = `<Body_Rigid id="1" isground="TRUE"/><Body_Rigid id="2" mass="1" cg_id="20"/><Reference_Marker id="10" body_id="1"/><Reference_Marker id="20" body_id="2" pos_x="1"/>
<Force_SpringDamper id="3" type="TRANSLATIONAL" i_marker_id="10" j_marker_id="20" stiffness="`
	for _, c := range []struct{ unit, value, more, want string }{
		{"N/m", "${k}", "", ""}, {"N m/rad", "${k}", "", ""}, {"kg/s^2", "${k}", "", ""},
		{"N/mm", "${k}", "", "in the units of the deck it is ${k*1000}"}, {"N/mm", "${k}", `<Param_Unit length_unit="MILLIMETER"/>`, ""},
		{"N/mm", "${k*1000}", "", ""}, {"N", "${k}", "", "correct the unit of the parameter, or use another one"},
		{"furlong", "${k}", "", "write a unit as N/mm, kg m^2, N s/m or 1"},
	} {
		m := readWith(t, `<Parameter name="k" value="3" unit="`+c.unit+`"/>`+c.more+spring+c.value+`"/>`)
		element.Build(m, nil)
		got := ""
		for _, d := range m.Diags.List {
			if d.Code == "B298" {
				got = d.Help
			}
		}
		if got != c.want {
			t.Errorf("unit %q, value %s: %q, want %q", c.unit, c.value, got, c.want)
		}
	}
}
