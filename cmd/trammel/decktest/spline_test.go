package decktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// interpolated is a deck with one request by expressions and one by a routine,
// of which % is the name and $ the order of the derivative.
const interpolated = `<MotionSolve><Model>
<Body_Point id="1" cg_id="9" mass="1"/><Reference_Marker id="9" body_id="1" body_type="POINTBODY"/>
<Reference_Spline id="7">-0.5 1  -0.2 3  0 2  0.3 -1  0.5 0  0.7 4  0.9 5</Reference_Spline>
<Reference_Spline id="8" num_z="2">0 2  -0.5 1 2  -0.2 3 1  0 2 0  0.3 -1 4  0.9 5 5</Reference_Spline>
<Post_Request id="1" type="EXPRESSION" expr1="AKISPL(TIME,0,7,$)" expr2="CUBSPL(TIME,0,7,$)" expr3="FITSPL(TIME,0,7,$)" expr4="QUISPL(TIME,0,7,$)"
expr5="LINSPL(TIME,0,7,$)" expr6="AKISPL(TIME,3*TIME,8)" expr7="0" expr8="1"/>
<Post_Request id="2" type="USERSUB" usrsub_param_string="USER(7,$,8)" %/>
</Model><Command><Simulate analysis_type="Transient" end_time="1" print_interval="0.05"/></Command></MotionSolve>
`

// TestSplinesOfRoutines: a C and a Python routine get the numbers that
// expressions get, to the last digit, beyond the table too.
func TestSplinesOfRoutines(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("..", "testdata", "spline", "interpolate.py"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.WriteFile(t, "interpolate.py", string(script))
	clitest.CompileSource(t, "spline/interpolate.c", "interpolate")
	for _, routine := range []string{`usrsub_dll_name="interpolate"`, `script_name="interpolate.py" interpreter="PYTHON"`} {
		for _, order := range []string{"0", "1", "2"} {
			deck := strings.NewReplacer("%", routine, "$", order).Replace(interpolated)
			o := clitest.Run(t, "run", clitest.WriteFile(t, "interpolate.xml", deck), "--out", "interpolate.out")
			if o.Code != 0 {
				t.Fatalf("%s: %+v", routine, o)
			}
			_, rows := clitest.ReadResults(t, "interpolate.out", 0)
			if len(rows) != 22 {
				t.Fatalf("%d rows", len(rows))
			}
			for _, r := range rows[1:] {
				v := strings.Split(r, ",")
				if len(v) != 17 || strings.Join(v[1:9], " ") != strings.Join(v[9:], " ") {
					t.Errorf("%s, order %s: %s", routine, order, r)
				}
			}
		}
	}
}

// TestConvertedSplines: curves and surfaces in the other forms of a deck are the
// same, in Python as X, Y and Z.
func TestConvertedSplines(t *testing.T) {
	deck := strings.NewReplacer("%", "", "$", "0", `<Post_Request id="2" type="USERSUB" usrsub_param_string="USER(7,$,8)" %/>`, "").Replace(interpolated)
	rows := rowsOf(t, "splined", clitest.WriteFile(t, "splined.xml", deck))
	for _, form := range []string{"splined.adm", "splined.py"} {
		if o := clitest.Run(t, "convert", "splined.xml", form); o.Code != 0 {
			t.Fatalf("%s: %+v", form, o)
		}
		args := []string{form}
		if form == "splined.adm" {
			args = append(args, "splined.acf")
		}
		if got := rowsOf(t, "splined", args...); got != rows {
			t.Errorf("%s gives other results", form)
		}
	}
}
