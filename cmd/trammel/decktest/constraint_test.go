package decktest

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// constrained is a deck with one element for each of GCOSUB, UCOSUB, MOTSUB,
// COUSUB, FIESUB and GSESUB; % is how they name their routine.
const constrained = `<MotionSolve><Model>
<Param_Transient integr_tol="1e-8" h_max="0.01"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="3" cg_id="30" mass="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2"/><Force_Gravity grav_y="-10"/>
<Constraint_General id="1" % usrsub_param_string="USER(2)" i_marker_id="30"/>
<Body_Point id="5" cg_id="50" mass="1"/><Reference_Marker id="50" body_id="5" body_type="POINTBODY" pos_z="2"/>
<Constraint_UserConstr id="1" % usrsub_param_string="USER(5,1,2)"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="5" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Motion_Joint id="7" joint_id="5" type="USERSUB" %/>
<Body_Rigid id="4" cg_id="40" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4"/>
<Constraint_Joint id="6" type="TRANSLATIONAL" i_marker_id="40" j_marker_id="1"/><Constraint_Coupler id="1" joint1_id="5" joint2_id="6" %/>
<Body_Rigid id="6" cg_id="60" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="60" body_id="6" pos_x="1"/>
<Force_Field id="1" i_marker_id="60" j_marker_id="1" %/>
<Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y" num_element="1"/><Reference_Array id="4" type="IC">3</Reference_Array>
<Control_StateEqn id="1" type="USERSUB" x_array_id="1" y_array_id="2" ic_array_id="4" num_state="1" num_output="1" %/>
<Post_Request id="9" type="EXPRESSION" expr1="VM(30)**2+20*DY(30)" expr2="DM(30)" expr3="AZ(20,1)" expr4="DZ(40)" expr5="MOTION(7,0,8,0)"
expr6="DX(60)" expr7="ARYVAL(2,1)" expr8="DY(50)-DY(30)+DM(50)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="2"/></Command></MotionSolve>
`

// TestConstraintRoutines: C and Python routines of constraints, motions, fields
// and state equations give the closed-form answers at t = 1, and the same.
func TestConstraintRoutines(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("..", "testdata", "constraint", "routines.py"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "constraint.py", string(script))
	clitest.CompileSource(t, "constraint/routines.c", "constraint")
	var last [3]string
	const python = `script_name="constraint.py" interpreter="PYTHON"`
	for k, routine := range [3]string{`usrsub_dll_name="constraint"`, python, python} {
		flag := "--interpret-python" // partials by differences, as in C
		if k == 2 {
			flag = "--quiet"
		}
		o := clitest.Run(t, "run", clitest.WriteFile(t, "constraint.xml", strings.ReplaceAll(constrained, "%", routine)), "--out", "constraint.out", flag)
		if o.Code != 0 {
			t.Fatalf("%s: %+v", routine, o)
		}
		_, rows := clitest.ReadResults(t, "constraint.out", 0)
		last[k] = rows[len(rows)-1]
		// the load: 6 of the turning body and 2 · 2 · 12 of the slide that follows twice
		want := []float64{1, 0, 2, 1, 2, 6 + 2*2*12, math.Cos(3), 6 * math.Exp(-1), 2}
		for n, field := range strings.Split(last[k], ",") {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil || math.Abs(v-want[n]) > 1e-5 {
				t.Errorf("%s: column %d is %s, want %g", routine, n, field, want[n])
			}
		}
	}
	other := strings.Split(last[1], ",")
	for n, field := range strings.Split(last[0], ",") {
		a, _ := strconv.ParseFloat(field, 64)
		if b, err := strconv.ParseFloat(other[n], 64); err != nil || !(math.Abs(a-b) <= 1e-10*math.Max(1, math.Abs(a))) {
			t.Errorf("C and Python differ:\n%s\n%s", last[0], last[1])
		}
	}
}
