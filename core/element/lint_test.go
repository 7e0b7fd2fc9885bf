package element

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

const lintModel = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_x="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="0.5"/>
<Reference_Marker id="21" body_id="2"/><Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1" @/>`

// TestLints: each rule finds what it is for and leaves alone what only looks like it.
func TestLints(t *testing.T) {
	const turn = `<Motion_Joint id="1" joint_id="1" `
	for _, c := range []struct{ joint, more, want string }{
		{"", "", ""},
		{"", `<Reference_Marker id="3" body_id="1" psi="90"/>`, "P101"},
		{"", `<Reference_Marker id="3" body_id="1" theta="-45."/>`, "P101"},
		{"", `<Reference_Marker id="3" body_id="1" psi="90D" theta="1.5707963" phi="6.28"/>`, ""},
		{`limit_max="60"`, "", "P101"}, {`limit_max="60D"`, "", ""},
		{"", turn + `expr="90"/>`, "P101"}, {"", turn + `expr="STEP(TIME,0,0,1,30)"/>`, "P101"}, {"", turn + `expr="step5( time, 0, 45, 1, 0)"/>`, "P101"},
		{"", turn + `expr="30*SIN(2*PI*TIME)"/>`, "P101"}, {"", turn + `expr="0.1+20*SIN(TIME)"/>`, "P101"},
		{"", turn + `expr="90D"/>`, ""}, {"", turn + `expr="30D*SIN(TIME)"/>`, ""}, {"", turn + `expr="10*TIME"/>`, ""},
		{"", turn + `expr="DTOR*STEP(TIME,0,0,1,30)"/>`, ""}, {"", turn + `expr="PI/180*STEP(TIME,0,0,1,30)"/>`, ""}, {"", turn + `expr="0.01*STEP(TIME,0,0,1,30)"/>`, ""},
		{"", turn + `expr="STEP(TIME,0,0,1,30)*0.01"/>`, ""}, {"", turn + `val_type="V" expr="90"/>`, ""}, {"", turn + `expr="SIN(90*TIME)"/>`, ""},
		{"", `<Force_SpringDamper id="1" type="ROTATIONAL" i_marker_id="21" j_marker_id="1" stiffness="1" length="90"/>`, "P101"},
		{"", `<Force_Gravity grav_y="-9.81"/>`, ""}, {"", `<Force_Gravity grav_y="-9810"/>`, "P102"}, {"", `<Force_Gravity grav_y="-386.09"/>`, "P102"},
		{"", `<Force_Gravity grav_y="-1.62"/>`, ""}, {"", `<Force_Gravity grav_y="-5" grav_x="8.44"/>`, ""},
		{"", `<Param_Unit length_unit="MILLIMETER"/><Force_Gravity grav_y="-9.81"/>`, "P102"},
		{"", `<Param_Unit length_unit="MILLIMETER"/><Force_Gravity grav_y="-9806.65"/>`, ""},
		{"", `<Param_Unit length_unit="INCH"/><Force_Gravity grav_y="-386.0886"/>`, ""},
		{"", `<Reference_Marker id="3" body_id="1" pos_x="1000"/>`, "P103"}, {"", `<Reference_Marker id="3" body_id="1" pos_x="20"/>`, ""},
		{"", `<Force_SpringDamper id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="1" stiffness="1" length="1"/>`, "P104"},
		{"", `<Force_SpringDamper id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1" stiffness="1" length="1"/>`, ""},
		{"", `<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="21" j_marker_id="1" val="1"/>`, "P104"},
		{"", `<Force_Scalar_TwoBody id="1" type="FORCE" is_action_only="TRUE" i_marker_id="21" j_marker_id="1" val="1"/>`, ""},
	} {
		text := "<M><Model>" + strings.Replace(lintModel, "@", c.joint, 1) + c.more + `<Post_Request id="1" type="EXPRESSION" expr2="DX(20)"/></Model><Command><Simulate analysis_type="TRANSIENT" end_time="1" print_interval="0.1"/></Command></M>`
		if got := lintCodes(text); strings.Join(got, " ") != c.want {
			t.Errorf("%s %s: %v, wanted %q", c.joint, c.more, got, c.want)
		}
		if got := lintCodes("<!-- trammel: allow P101, P102 P103,P104 -->" + text); len(got) > 0 {
			t.Errorf("%s %s: allowed, but %v", c.joint, c.more, got)
		}
	}
	simulation := `<Command><Simulate analysis_type="TRANSIENT" end_time="1" print_interval="0.1"/></Command></M>`
	if got := lintCodes("<M><Model>" + lintModel + "</Model>" + simulation); !slices.Equal(got, []string{"P105"}) {
		t.Errorf("without requests: %v", got)
	}
}

// lintCodes lists the codes of the rules that a deck breaks.
func lintCodes(text string) (codes []string) {
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(strings.ReplaceAll(text, "@", ""))}, ".", Table())
	Build(m, none)
	for _, d := range m.Diags.List {
		if d.Code[0] == 'P' || d.Severity == deck.Error {
			codes = append(codes, d.Code)
		}
	}
	return codes
}

// TestLintsOfExamples: no example is suspected of anything.
func TestLintsOfExamples(t *testing.T) {
	for _, path := range examples(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range lintCodes(string(text)) {
			if c[0] == 'P' {
				t.Errorf("%s: %s", path, c)
			}
		}
	}
}

// TestLintsAreDescribed: the README has the table of the rules.
func TestLintsAreDescribed(t *testing.T) {
	var b strings.Builder
	if err := WriteLintRules(&b); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("README.md")
	if err != nil || !strings.Contains(string(text), b.String()) {
		t.Errorf("README.md has not this table (%v):\n%s", err, b.String())
	}
}
