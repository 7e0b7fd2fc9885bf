package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// beads are decks of one bead on a spring in each form: the last row of the results has the position after one second, cos(sqrt(k/m)).
var beads = map[string]string{
	"bead.xml": `<MotionSolve><Model><Parameter name="k" value="4" unit="N/m" min="1" max="100" doc="spring"/>
<Body_Point id="1" cg_id="9" mass="1"/><Reference_Marker id="9" body_id="1" body_type="PointBody" pos_x="1"/>
<Force_Penalty id="7" type="EXPRESSION" expr="DX(9)" penalty="${k}"/><Post_Request id="1" type="EXPRESSION" expr1="DX(9)"/></Model>
<Command><Simulate analysis_type="Transient" end_time="1" num_steps="10"/></Command></MotionSolve>`,
	"bead.adm": `a bead
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1
POINT_MASS/2, MASS = 1, CM = 9
MARKER/9, POINT_MASS = 2, QP = 1, 0, 0
VFORCE/7, I = 9, JFLOAT = 1, RM = 1, FX = -4*DX(9)\FY = 0\FZ = 0
REQUEST/1, F1 = DX(9)
END
`,
	"bead.acf": "file/model=bead\nsimulate/dynamics, end=1, steps=10\nstop\n",
	"bead.py": `k = param("k", 4.0, unit="N/m", min=1)
PART(1, GROUND=True)
MARKER(1, PART=1)
POINT_MASS(2, MASS=1, CM=9)
MARKER(9, POINT_MASS=2, QP=[1, 0, 0])
PFORCE(7, FUNCTION="DX(9)", PENALTY=k)
REQUEST(1, F1="DX(9)")
SIMULATE("DYNAMICS", END=1, STEPS=10)
`,
	"bead.cmd": `model create model_name=bead
defaults units length=meter mass=kg force=newton time=second
variable create variable_name=.bead.k real_value=4
part create rigid_body name_and_position part_name=.bead.ball location=1,0,0
marker create marker_name=.bead.ball.cm location=1,0,0
part create rigid_body mass_properties part_name=.bead.ball mass=1 center_of_mass_marker=.bead.ball.cm ixx=1 iyy=1 izz=1
marker create marker_name=.bead.ground.o location=0,0,0 orientation=90d,90d,0d
force create direct single_component_force single_component_force_name=.bead.f action_only=on type_of_freedom=translational &
 i_marker_name=.bead.ball.cm j_marker_name=.bead.ground.o function="-(.bead.k)*DX(.bead.ball.cm, .bead.ground.o)"
output_control create request request_name=.bead.r f2="DX(.bead.ball.cm)"
simulation single trans end_time=1 number_of_steps=10
`,
}

// What --set and --params give takes effect in every form of deck, and run.json records it.
func TestAssignedValues(t *testing.T) {
	for name, text := range beads {
		clitest.WriteFile(t, name, text)
	}
	clitest.WriteFile(t, "bead-params.json", "\ufeff{\"k\": 25,\n \"Simulate.end_time\": 1.0}")
	clitest.WriteFile(t, "bead-params.csv", "name,value\n# stiffer\nk, 25\n")
	for _, c := range []struct {
		args string
		k    float64
	}{
		{"bead.xml", 4}, {"bead.xml --set k=9", 9}, {"bead.xml --params bead-params.json", 25}, {"bead.xml --params bead-params.csv --set K=16", 16},
		{"bead.xml --set Force_Penalty/7.penalty=9 --set k=4", 9}, {"bead.xml --set Post_Request/1.expr1=4*DX(9)", 4},
		{"bead.acf", 4}, {"bead.acf --set VFORCE/7.FX=-9*DX(9)", 9}, {"bead.acf --set Force_Vector_TwoBody/7.fx_expression=-9*DX(9)", 9}, {"bead.adm bead.acf --set POINT/2.MASS=0.25", 16},
		{"bead.py", 4}, {"bead.py --set k=9", 9}, {"bead.py --set PFORCE/7.PENALTY=9 --set k=5", 9},
	} {
		args := strings.Fields(c.args)
		clitest.Run(t, append([]string{"run", "--quiet", "--out", "bead.out"}, args...)...).Expect(t, 0)
		d, rows := clitest.ReadResults(t, "bead.out", 0)
		scale := 1.0
		if strings.Contains(c.args, "expr1") {
			scale = 4
		}
		if x := lastNumber(t, rows[len(rows)-1]); math.Abs(x/scale-math.Cos(math.Sqrt(c.k))) > 1e-3 {
			t.Errorf("%s: %v, want %v", c.args, x, math.Cos(math.Sqrt(c.k)))
		}
		for _, p := range d.Parameters {
			if p.Name != "k" || p.Assigned != (strings.Contains(strings.ToLower(c.args), "k=") || strings.Contains(c.args, "params")) || p.Default != "4" || p.Unit != "N/m" || *p.Min != 1 {
				t.Errorf("%s: %+v", c.args, p)
			}
		}
		if strings.Contains(c.args, "/") != (len(d.Assigned) == 1) && !strings.Contains(c.args, "json") {
			t.Errorf("%s: %+v", c.args, d.Assigned)
		}
	}
	clitest.Run(t, "run", "bead.cmd", "--quiet", "--set", "k=9").Expect(t, 0)
	d, rows := clitest.ReadResults(t, "bead.out", 0)
	if x := lastNumber(t, rows[len(rows)-1]); len(d.Parameters) != 1 || d.Parameters[0].Value != 9.0 || math.Abs(x-math.Cos(3)) > 1e-3 {
		t.Errorf("%+v, %v", d.Parameters, x)
	}
	var info deckSummary
	o := clitest.Run(t, "info", "bead.xml", "--json", "--set", "k=9")
	if err := json.Unmarshal([]byte(o.Out), &info); err != nil || len(info.Parameters) != 1 || info.Parameters[0].Value != 9.0 || *info.Parameters[0].Max != 100 {
		t.Errorf("%v: %+v", err, info.Parameters)
	}
	if o := clitest.Run(t, "info", "bead.xml"); !strings.Contains(o.Out, "parameters:\n  k  4  N/m  1 to 100  spring\n") {
		t.Error(o.Out)
	}
	clitest.Run(t, "convert", "bead.xml", "bead9.adm", "--set", "k=9").Expect(t, 0)
	if text, err := os.ReadFile(filepath.Join(clitest.Folder, "bead9.adm")); err != nil || !strings.Contains(string(text), "PENALTY=9") {
		t.Errorf("%v: %s", err, text)
	}
}

// lastNumber returns the last number of a row.
func lastNumber(t *testing.T, row string) (x float64) {
	t.Helper()
	if err := json.Unmarshal([]byte(row[strings.LastIndexByte(row, ',')+1:]), &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// Wrong assignments are errors with their places, before anything runs.
func TestWrongAssignments(t *testing.T) {
	for name, text := range beads {
		clitest.WriteFile(t, name, text)
	}
	for name, text := range map[string]string{"bad1.json": `{"k": [1]}`, "bad2.json": `[1]`, "bad3.json": `{"k": 1, "k": 2}`, "bad4.json": "{\n\"k\" 1}", "bad1.csv": "k,1,2\n", "bad2.csv": "k=3,1\n", "bad.txt": "k=1"} {
		clitest.WriteFile(t, name, text)
	}
	for args, want := range map[string]string{
		"bead.xml --set k":                      `--set "k": there is no =`,
		"bead.xml --set k=1 --set K=2":          "--set gives K twice",
		"bead.xml --set k=101":                  "--set:1:3: error: parameter k: 101 is not in the range from 1 to 100 [E222]",
		"bead.xml --set kk=101":                 "--set:1:1: error: the deck has no parameter kk [E225]",
		"bead.adm --set VFORCE/8.FX=1":          "the deck has no VFORCE/8 [E225]",
		"bead.adm --set VFORCE/7.FXX=1":         "VFORCE has no argument FXX with a value [E225]",
		"bead.adm --set VFOR/7.FX=DX(":          "--set:1:14: error",
		"bead.py --set k=0":                     "--set:1:3: error: parameter k: 0 is not in the range from 1 to anything [E222]",
		"bead.xml --params none.json":           "--params: ",
		"bead.xml --params bad1.json":           "bad1.json:1:7: the value of k is neither a number nor a text",
		"bead.xml --params bad2.json":           "bad2.json:1:1: wanted is an object",
		"bead.xml --params bad3.json":           "bad3.json:1:11: k is given twice",
		"bead.xml --params bad4.json":           "bad4.json:2:5: this is not JSON",
		"bead.xml --params bad1.csv":            "wrong number of fields",
		"bead.xml --params bad2.csv":            "bad2.csv:1:1: ",
		"bead.xml --params bad.txt":             "ends in .json or .csv",
		"bead.xml --set Force_Penalty/7.pen=10": "Force_Penalty has no attribute pen [E225]",
	} {
		o := clitest.Run(t, append([]string{"check"}, strings.Fields(args)...)...)
		if o.Code != run.ExitUsage && o.Code != run.ExitDeck || !strings.Contains(o.Errors, want) {
			t.Errorf("%s: code %d, %s", args, o.Code, o.Errors)
		}
	}
}
