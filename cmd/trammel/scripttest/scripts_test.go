package scripttest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// pulledAsWritten is a bead of 2 kg at z = 0.3 m that a script of testdata/scripts
// pulls, with the parameters that it is given.
const pulledAsWritten = `<MotionSolve><Model>
<Param_Transient integr_tol="1e-8"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="11" body_id="1" floating="TRUE"/>
<Body_Point id="2" cg_id="20" mass="2"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY" pos_z="0.3"/>
<Reference_Spline id="100">-1 36  -0.5 18  0 0  0.5 -18  1 -36</Reference_Spline>
<Force_Vector_TwoBody id="3" type="FORCEONLY" i_marker_id="20" j_floating_marker_id="11" ref_marker_id="1"
 script_name="%s.py" interpreter="PYTHON" usrsub_fnc_name="VFOSUB" usrsub_param_string="USER(%s)"/>
<Post_Request id="9" type="EXPRESSION" expr1="DZ(20)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="2" num_steps="20"/></Command></MotionSolve>
`

// realScripts are scripts in the style of those that users have, and where the bead is
// after 2 s in closed form. Those with a reason cannot run in the embedded
// interpreter, which says so before the run: they run in CPython.
var realScripts = []struct {
	name, par string
	z         float64
	reason    string
}{
	{"print_law", "20", swung(3, 0, 0), ""},
	{"old_polynomial", "20", swung(6, 0, 0), ""},
	{"spring_class", "20,40,3", swung(40, 3, 0), ""},
	{"closures", "20", swung(50, 2, 0), ""},
	{"csv_table", "20", swung(60, 0, 0), ""},
	{"json_parameters", "20", swung(80, 1.5, 12), ""},
	{"spline", "20", swung(36, 0, 0), ""},
	{"records", "20", swung(40, 1, 0), ""},
	{"reduce", "20", swung(16, 0, 0), ""},
	{"random_springs", "20", swung(45, 0, 0), ""},
	{"property_file", "20", swung(32, 0.8, 0), ""},
	{"dispatch", "20,2,17,17", swung(17, 0, 0), ""},
	{"ramp", "20", 0.3 + 3./2*(0.15+0.5+0.5), ""}, // v(1) = 0.5 f/m, z(1) = 0.15 f/m of the cubic step
	{"neighbour", "20", swung(18, 0, 0), ""},
	{"iteration", "20", swung(20, 0, 0), ""}, // 1/(1/60 + 1/30)
	{"context", "20", swung(24, 0, 0), ""},
	{"numpy_matrix", "20", swung(33, 0, 0), "1:1: module numpy cannot be imported"},
	{"numpy_fit", "20", swung(28, 0, 3), "2:1: module numpy cannot be imported"},
	{"scipy_interpolation", "20", swung(35, 0, 0), "1:1: module numpy cannot be imported"},
	// the components of the start along the two directions swing by themselves
	{"wheel_rail", "20", math.Pow(math.Sin(0.3), 2)*swung(20, 0, 0) + math.Pow(math.Cos(0.3), 2)*swung(50, 0, 0), "3:1: module numpy cannot be imported"},
	{"enumeration", "20", swung(21, 0, 0), "1:1: module enum cannot be imported"},
	{"match_law", "20,1,26", swung(26, 0, 0), "3:5: match statements are not supported by the embedded interpreter"},
	{"list_of_forces", "20", swung(12, 0, 0), "2:14: a class cannot be derived from list"},
}

// swung is where the bead is after 2 s with a stiffness, a damping and a constant force.
func swung(k, d, f float64) float64 { return damped(2, k, d, f, 0.3, 0, 2) }

// TestRealScripts runs them: embedded where that can be, else in CPython by itself.
// Without CPython the message has the place and says what is lacking.
func TestRealScripts(t *testing.T) {
	if err := os.CopyFS(filepath.Join(clitest.Folder, "scripts"), os.DirFS("../testdata/scripts")); err != nil {
		t.Fatal(err)
	}
	for i, c := range realScripts {
		if clitest.LeftOut(i) {
			continue
		}
		clitest.WriteFile(t, "scripts/"+c.name+".xml", fmt.Sprintf(pulledAsWritten, c.name, c.par))
		deck, script, out := "scripts/"+c.name+".xml", "scripts/"+c.name+".py", "scripts/"+c.name+".out"
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.reason != "" {
				place, message, _ := strings.Cut(c.reason, ": ")
				said := message
				if m, missing := strings.CutSuffix(message, " cannot be imported"); missing {
					said = "ImportError: No module named '" + strings.TrimPrefix(m, "module ") + "'"
				}
				if o := clitest.Run(t, "run", deck, "--out", out, "--python", "none"); o.Code != 4 || !strings.Contains(o.Errors, said) {
					t.Errorf("without CPython: code %d, want 4 and %q\n%s", o.Code, said, o.Errors)
				}
				clitest.Run(t, "usersub", "check", script, "--python", "none", "--format", "gcc").Expect(t, 4, script+":"+place+": error: ", message)
				if look := clitest.Run(t, "usersub", "check", script, "--python", ""); look.Code != 0 {
					if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
						t.Fatal(look.Errors + look.Out)
					}
					t.Skip(look.Out)
				}
			} else {
				clitest.Run(t, "usersub", "check", script, "--python-engine", "gpython").Expect(t, 0, "the embedded interpreter runs it")
			}
			o := clitest.Run(t, "run", deck, "--out", out, "--python", "")
			if o.Code != 0 {
				t.Fatalf("code %d\n%s", o.Code, o.Errors)
			}
			d, rows := clitest.ReadResults(t, out, 0)
			if r := d.Routines[0]; (r.Implementation == "cpython") != (c.reason != "") {
				t.Errorf("it ran in %s: %s", r.Implementation, r.Note)
			}
			last := strings.Split(rows[len(rows)-1], ",")
			z, err := strconv.ParseFloat(last[slices.Index(strings.Split(rows[0], ","), "9.F1")], 64)
			if err != nil {
				t.Fatal(err)
			}
			// integr_tol is 1e-8 a step, and the amplitude 0.3
			if math.Abs(z-c.z) > 1e-6 {
				t.Errorf("z is %.9g after 2 s, want %.9g", z, c.z)
			}
		})
	}
}
