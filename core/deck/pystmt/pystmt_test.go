package pystmt_test

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// read runs a program as the file model.py.
func read(t testing.TB, text string) *deck.Model {
	t.Helper()
	l := pysub.New(pysub.Options{Output: io.Discard})
	t.Cleanup(func() { l.Close() })
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	return pystmt.Read(&deck.Source{Name: "model.py", Text: []byte(text)}, dir, element.Table(), pystmt.Options{Interpreter: l})
}

// reported lists elements with their attributes, in the order of the model.
func reported(m *deck.Model) string {
	var b strings.Builder
	for _, e := range append(append([]*deck.Element{}, m.Elements...), m.Commands...) {
		fmt.Fprintf(&b, "%s", e.Kind)
		for i := range e.Attrs {
			fmt.Fprintf(&b, " %s=%s", e.Attrs[i].Name, e.Attrs[i].Value)
		}
		if x := e.Text(); x != nil {
			fmt.Fprintf(&b, " %s", x.Value)
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// fatal lists the errors of a model.
func fatal(m *deck.Model) (list []string) {
	for _, d := range m.Diags.List {
		if d.Severity != deck.Note {
			list = append(list, fmt.Sprintf("%d:%d: %s [%s]", d.Span.Line(), d.Span.Col(), d.Msg, d.Code))
		}
	}
	return list
}

const ground = "PART(1, GROUND=True)\nMARKER(1, PART=1)\nPOINT_MASS(2, MASS=1, CM=2)\nMARKER(2, POINT_MASS=2)\n"

// groundStatement is what ground makes.
const groundStatement = `Body_Rigid id=1 isground=TRUE
Reference_Marker id=1 body_id=1
Body_Point id=2 mass=1 cg_id=2
Reference_Marker id=2 body_id=2 body_type=POINTBODY`

var statementTests = []struct{ in, want string }{
	{"PFORCE(1, FUNCTION='DX(2)', PENALTY=1e4, UNILATERAL=True)", "Force_Penalty id=1 type=EXPRESSION expr=DX(2) penalty=10000 unilateral=TRUE"},
	{"PFORCE(1, LABEL='a b', function='DX(2)', penalty=1.5e-7, PENALTY1=None, unilateral=False)",
		"Force_Penalty id=1 label=a b type=EXPRESSION expr=DX(2) penalty=1.5e-07"},
	{"PFORCE(1, 'bead', 'DX(2)', 1e4, 1e2, True, 0.5)", "Force_Penalty id=1 label=bead type=EXPRESSION expr=DX(2) penalty=10000 penalty1=100 unilateral=TRUE smoothing_factor=0.5"},
	{"PFORCE(1, '', 'USER(1, 2)', 1e4, 0., False, 1., 'f', 'PYTHON', 'a.py')",
		"Force_Penalty id=1 type=USERSUB usrsub_param_string=USER(1, 2) penalty=10000 penalty1=0 interpreter=PYTHON script_name=a.py usrsub_fnc_name=f"},
	{"PFORCE(1, '', 'USER(1, 2)', 1e4, 0., False, 1., 'f', 'a.py', 'PYTHON')",
		"Force_Penalty id=1 type=USERSUB usrsub_param_string=USER(1, 2) penalty=10000 penalty1=0 script_name=a.py interpreter=PYTHON usrsub_fnc_name=f"},
	{"PFORCE(1, FUNCTION='DX(2)', PENALTY1=5)", "Force_Penalty id=1 type=EXPRESSION expr=DX(2) penalty1=5 penalty=0"},
	{"PFORCE(1, FUNCTION='DX(2)', PENALTY=0)", "Force_Penalty id=1 type=EXPRESSION expr=DX(2) penalty=0 penalty1=0"},
	{"PFORCE(1, FUNCTION='DX(2)')", "Force_Penalty id=1 type=EXPRESSION expr=DX(2) penalty=0 penalty1=0"},
	{"ACCGRAV(0, -9.81)", "Force_Gravity grav_x=0 grav_y=-9.81"},
	{"PFORCE(ID=1, ROUTINE='lib::fun', PENALTY=1)", "Force_Penalty id=1 penalty=1 type=USERSUB usrsub_param_string=USER() usrsub_dll_name=lib usrsub_fnc_name=fun"},
	{"MARKER(3, PART=1, QP=(1, 2, 3), ZP=[1, 2, 4])", "Reference_Marker id=3 body_id=1 pos_x=1 pos_y=2 pos_z=3 zp_x=1 zp_y=2 zp_z=4"},
	{"JOINT(1, TYPE='SPHERICAL', I=2, J=1)", "Constraint_Joint id=1 type=SPHERICAL i_marker_id=2 j_marker_id=1"},
	{"JOINT(1, 'SPHERICAL', I=2, J=1, VIRTUAL=True)", "Constraint_Joint id=1 type=SPHERICAL i_marker_id=2 j_marker_id=1 is_virtual=TRUE"},
	{"JPRIM(1, TYPE='INLINE', I=2, J=1)", "Constraint_Jprim id=1 type=INLINE i_marker_id=2 j_marker_id=1"},
	{"JOINT(1, TYPE='TRANSLATIONAL', I=2, J=1)\nMOTION(1, JOINT=1, JTYPE='TRANSLATION', DTYPE='VELOCITY', FUNCTION='TIME')",
		"Constraint_Joint id=1 type=TRANSLATIONAL i_marker_id=2 j_marker_id=1\n" +
			"Motion_Joint id=1 joint_id=1 joint_type=T val_type=V type=EXPRESSION expr=TIME"},
	{"SFORCE(1, TYPE='TRANSLATION', I=2, J=1, FUNCTION='1')", "Force_Scalar_TwoBody id=1 type=FORCE i_marker_id=2 j_marker_id=1 val_expression=1"},
	{"SFORCE(1, TYPE='ROTATION', ACTIONONLY=True, I=2, J=1, FUNCTION=2.5)",
		"Force_Scalar_TwoBody id=1 type=TORQUE is_action_only=TRUE i_marker_id=2 j_marker_id=1 val_expression=2.5"},
	{"SPRINGDAMPER(1, TYPE='TRANSLATION', I=2, J=1, K=1, C=2, FORCE=3, LENGTH=4)",
		"Force_SpringDamper id=1 type=TRANSLATIONAL i_marker_id=2 j_marker_id=1 stiffness=1 damping=2 preload=3 length=4"},
	{"BUSHING(1, I=2, J=1, K=[1, 2, 3], C=(4, 5, 6))",
		"Force_Bushing id=1 i_marker_id=2 j_marker_id=1 kx=1 ky=2 kz=3 cx=4 cy=5 cz=6"},
	{"VARIABLE(1, FUNCTION='TIME', IC=2)", "Reference_Variable id=1 type=EXPRESSION expr=TIME ic=2"},
	{"ARRAY(1, TYPE='IC', NUMBERS=[1, 2.5])", "Reference_Array id=1 type=IC 1, 2.5"},
	{"DIFF(1, FUNCTION='-DIF(1)', IC=[1], STATIC_HOLD=True)", "Control_Diff id=1 type=EXPRESSION expr=-DIF(1) ic=1 is_static_hold=TRUE"},
	{"REQUEST(1, TYPE='DISPLACEMENT', I=2, COMMENT='x, y')", "Post_Request id=1 type=MARKER_DISPLACEMENT i_marker_id=2 comment=x, y"},
	{"REQUEST(1, TYPE='EXPRESSION', F1='TIME', F3='DX(2)')", "Post_Request id=1 type=EXPRESSION expr1=TIME expr3=DX(2)"},
	{"GFORCE(1, i=2, j=1, fx='TIME')", "Force_Vector_TwoBody id=1 type=FORCEANDTORQUE i_marker_id=2 j_floating_marker_id=1 fx_expression=TIME"},
	{"SENSOR(1, FUNCTION='TIME', VALUE=1, OPERATOR='GE', PRINT_=True, RETURN_=True)",
		"Sensor_Event id=1 type=EXPRESSION expr=TIME value=1 compare=GE print=TRUE return=TRUE"},
	{"REQUEST(1, TYPE='ELEMENTAL_FORCE', ELEM_TYPE='JOINT', ELEM_ID=2, JFLAG=True)",
		"Post_Request id=1 type=ELEMENTAL_FORCE elem_type=JOINT elem_id=2 jflag=TRUE"},
	{"ACCGRAV(KGRAV=-9810)", "Force_Gravity grav_z=-9810"},
	{"UNITS(SYSTEM='MKS')", "Param_Unit force_unit=NEWTON mass_unit=KILOGRAM length_unit=METER time_unit=SECOND"},
	{"INTEGRATOR(TYPE='DSTIFF', ERROR=1e-5, HMAX=0.1, h_min=1e-9, DAE_INDEX=3)",
		"Param_Transient integrator_type=DSTIFF integr_tol=1e-05 h_max=0.1 h_min=1e-09 dae_index=3"},
	{"INTEGRATOR(TYPE='RK4', HMAX=1e-4)", "Param_Transient integrator_type=RK4 h_max=0.0001"},
	{"INTEGRATOR(TYPE='ABAM', ERROR=1e-5)", "Param_Transient integrator_type=ABAM integr_tol=1e-05"},
	{"JOINT(1, TYPE='SPHERICAL', I=2, J=1, ACTIVE=False)\nSIMULATE('TRANSIENT', END=1)\nJOINT(1, ACTIVE=True)",
		"Constraint_Joint id=1 type=SPHERICAL i_marker_id=2 j_marker_id=1\nDeactivate element_type=JOINT element_id=1\n" +
			"Simulate analysis_type=TRANSIENT end_time=1\nActivate element_type=JOINT element_id=1"},
	{"JPRIM(1, TYPE='ATPOINT', I=2, J=1, ACTIVE=False)",
		"Constraint_Jprim id=1 type=ATPOINT i_marker_id=2 j_marker_id=1\nDeactivate element_type=JPRIM element_id=1"},
	{"SIMULATE(TYPE='TRANSIENT', END=1, STEPS=10)", "Simulate analysis_type=TRANSIENT end_time=1 num_steps=10"},
	{"SIMULATE('DYNAMICS', DURATION=1, DTOUT=0.5)\nSTOP()", "Simulate analysis_type=TRANSIENT duration=1 print_interval=0.5\nStop"},
}

func TestStatements(t *testing.T) {
	for _, c := range statementTests {
		m := read(t, ground+c.in+"\n")
		got, ok := strings.CutPrefix(reported(m), groundStatement+"\n")
		if !ok || got != c.want || len(fatal(m)) > 0 {
			t.Errorf("%s\n gives %s\n  want %s\n%q", c.in, got, c.want, fatal(m))
		}
	}
}

// A program may compute what it likes; its own names win.
func TestPrograms(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"for i in range(3, 5):\n    MARKER(i, PART=1, QP=[i * 0.5, 0, 0])",
			"Reference_Marker id=3 body_id=1 pos_x=1.5 pos_y=0 pos_z=0\nReference_Marker id=4 body_id=1 pos_x=2 pos_y=0 pos_z=0"},
		{"def VARIABLE(i):\n    MARKER(i, PART=1)\nVARIABLE(7)", "Reference_Marker id=7 body_id=1"},
		{"def mark(i, **k):\n    MARKER(i, **k)\nmark(7, PART=1)", "Reference_Marker id=7 body_id=1"},
		{"import math\nMARKER(5, PART=1, QP=[math.sqrt(4), 0, 0])", "Reference_Marker id=5 body_id=1 pos_x=2 pos_y=0 pos_z=0"},
		{"MARKER(5, PART=1)\nimport sys\nsys.exit(0)\nMARKER(6)", "Reference_Marker id=5 body_id=1"},
		{"if __name__ == '__main__':\n    MARKER(5, PART=1)", "Reference_Marker id=5 body_id=1"},
		{"class A:\n    pass\na = A()\na.PART = 1\nMARKER(5, PART=a.PART)", "Reference_Marker id=5 body_id=1"},
	} {
		m := read(t, ground+c.in+"\n")
		got, ok := strings.CutPrefix(reported(m), groundStatement+"\n")
		if !ok || got != c.want || len(fatal(m)) > 0 {
			t.Errorf("%s\n gives %s\n  want %s\n%q", c.in, got, c.want, fatal(m))
		}
	}
}

// Every argument has its place: characters of strings that stand in the file
// have places of their own.
func TestPlaces(t *testing.T) {
	for _, text := range []string{
		"PART(1, GROUND=True)\nMARKER(1, PART=1)\nPFORCE(1,\n  LABEL = 'x', FUNCTION=\"DX(1) + 2\", PENALTY=(1\n+2))\n",
		"\ufeffPART(1, GROUND=True)\r\nMARKER(1, PART=1)\r\nPFORCE(1,\r\n  LABEL = 'x', FUNCTION=\"DX(1) + 2\", PENALTY=(1\r\n+2))\r\n",
	} {
		m := read(t, text)
		e := m.Elements[2]
		for name, want := range map[string]string{"id": "1", "label": "x", "expr": "DX(1) + 2"} {
			if a := e.Attr(name); a.ValueSpan.Text() != want {
				t.Errorf("%s stands at %q, want %q", name, a.ValueSpan.Text(), want)
			}
		}
		if got := e.Attr("expr").SpanOf(3, 4).Text(); got != "1" {
			t.Errorf("the marker of expr stands at %q", got)
		}
		p := e.Attr("penalty")
		if at := p.SpanOf(0, 1); !strings.HasPrefix(at.Text(), "(1") || !strings.HasSuffix(at.Text(), "+2)") {
			t.Errorf("penalty stands at %q", at.Text())
		}
		if e.Span.Text() != "PFORCE" || e.Span.Line() != 3 || p.NameSpan.Text() != "PENALTY" {
			t.Errorf("%q on line %d, %q", e.Span.Text(), e.Span.Line(), p.NameSpan.Text())
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"MARKER(3, PART=1, KP=1)", "5:19: MARKER(3): unknown keyword KP is ignored [W605]"},
		{"MARKER(3, PART=1, FLOATING=3)", `5:28: MARKER(3): FLOATING is True or False, not "3" [E617]`},
		{"MARKER(3, PART=1, ACTIVE=False)", "5:26: Deactivate: element_type: \"MARKER\" is not a permitted value [E405]"},
		{"SIMULATE(TYPE='NO', END=1)", `5:16: SIMULATE: TYPE cannot be "NO" [E623]`},
		{"MARKER(3, 4, PART=1)", "5:11: MARKER(3): argument 2 has no keyword [E626]"},
		{"PFORCE(1, '', 'DX(2)', 1, 1, True, 1, '', '', '', 5)", "5:51: PFORCE(1): argument 11 is one too many [E626]"},
		{"PFORCE(1, 'a', LABEL='b', FUNCTION='DX(2)', PENALTY=1)", "5:11: PFORCE(1): argument 2 is LABEL, which is given by its keyword too [E626]"},
		{"MARKER([], PART=1)", "5:8: MARKER: the id is a number, not a list [E626]"},
		{"MARKER(3, PART=MARKER)", "5:16: MARKER(3): PART cannot be an object of type method [E627]"},
		{"raise ValueError('no good')", "5:1: the program failed: ValueError: no good [E624]"},
		{"f(", "6:1: the program failed: SyntaxError: unexpected EOF while parsing [E624]"},
	} {
		m := read(t, ground+c.in+"\n")
		found := false
		for _, f := range fatal(m) {
			found = found || strings.HasPrefix(f, c.want)
		}
		if !found {
			t.Errorf("%s\n gives %q\n  want %s", c.in, fatal(m), c.want)
		}
	}
}

// What a program could have done behind the place where it failed is not
// missed.
func TestNotMissed(t *testing.T) {
	m := read(t, "PART(1, GROUND=True)\nJOINT(1, TYPE='FIXED', I=5, J=6)\n1/0\nMARKER(5)\n")
	if f := fatal(m); len(f) != 1 || !strings.HasPrefix(f[0], "3:1: the program failed: ZeroDivisionError") {
		t.Errorf("%q", f)
	}
}
