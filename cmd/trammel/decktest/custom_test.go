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

// springy is an oscillator of frequency 2 whose force is a routine that calls a
// custom function; % and @ are how they are named.
const springy = `<MotionSolve><Model><Param_Transient integr_tol="1e-8" h_max="0.01"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="1"/>
<CustomFunction symbol="SPRING" num_param="1" @/>
<Reference_Variable id="1" type="USERSUB" usrsub_fnc_name="LAW" usrsub_param_string="USER(4)" %/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="VARVAL(1)"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(30)"/></Model>
<Command><Simulate analysis_type="Transient" end_time="1" num_steps="2"/></Command></MotionSolve>
`

// TestCustomFunctions: routines in C and Python call custom functions in C and
// Python, which ask for the state; what goes wrong in one ends the run and is
// reported.
func TestCustomFunctions(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("..", "testdata", "custom", "custom.py"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "custom.py", string(script))
	clitest.CompileSource(t, "custom/custom.c", "custom")
	c, py := `usrsub_dll_name="custom"`, `script_name="custom.py" interpreter="PYTHON"`
	name := func(caller, function string) string {
		return strings.NewReplacer("%", caller, "@", function).Replace(springy)
	}
	for _, caller := range []string{c, py} {
		for _, function := range []string{c, py} {
			o := clitest.Run(t, "run", clitest.WriteFile(t, "custom.xml", name(caller, function+` usrsub_fnc_name="SPRING"`)), "--out", "custom.out", "--quiet")
			if o.Code != 0 || o.Errors != "" {
				t.Fatalf("%s %s: %+v", caller, function, o)
			}
			_, rows := clitest.ReadResults(t, "custom.out", 0)
			v, err := strconv.ParseFloat(strings.Split(rows[len(rows)-1], ",")[1], 64)
			if err != nil || math.Abs(v-math.Cos(2)) > 1e-6 {
				t.Errorf("%s %s: DX is %g, want %g", caller, function, v, math.Cos(2))
			}
		}
	}
	for _, caller := range []string{c, py} {
		o := clitest.Run(t, "run", clitest.WriteFile(t, "custom.xml", name(caller, py+` usrsub_fnc_name="BAD"`)), "--out", "custom.out", "--quiet")
		if o.Code != 5 || !strings.Contains(o.Errors, "no such force") || !strings.Contains(o.Errors, "CustomFunction SPRING") {
			t.Errorf("%s: %+v", caller, o)
		}
	}
}
