package main

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

const linearDeck = `<M><Model>
<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_y="-1"/><Reference_Marker id="21" body_id="2"/>
<Force_Gravity grav_x="0" grav_y="-9.81" grav_z="0"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/>
<Reference_Variable id="1" expr="0"/><Reference_Variable id="2" expr="AZ(21,10)"/>
<Force_Vector_OneBody id="1" type="TORQUEONLY" marker_id="21" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="LAW+VARVAL(1)" MORE/>
<Control_PlantInput id="1" num_element="1" variable_id_list="1"/><Control_PlantOutput id="2" num_element="1" variable_id_list="2"/>
<Reference_PlantState id="3" num_element="1" variable_id_list="2"/>
</Model><Command><Param_Linear pinput_id="1" poutput_id="2" pstate_id="3"/><Simulate analysis_type="Linear"/><Param_Linear eigen_analysis="NO"/><Simulate analysis_type="Linear"/></Command></M>`

// linearOutcome is all files of linear analyses in a folder, as text.
func linearOutcome(t *testing.T, dir string, deck ...string) string {
	t.Helper()
	if o := clitest.Run(t, append([]string{"run", "--quiet", "--out", dir}, deck...)...); o.Code != 0 {
		t.Fatalf("run %v: %+v", deck, o)
	}
	all := ""
	for _, n := range []string{"eigenvalues.csv", "modes.csv", "A.csv", "B.csv", "C.csv", "D.csv", "A_2.csv", "B_2.csv", "C_2.csv", "D_2.csv"} {
		text, err := os.ReadFile(filepath.Join(clitest.Folder, dir, n))
		if err != nil {
			t.Fatal(err)
		}
		all += n + "\n" + string(text)
	}
	if _, err := os.Stat(filepath.Join(clitest.Folder, dir, "eigenvalues_2.csv")); err == nil {
		t.Error("eigenvalues that were not wanted")
	}
	return all
}

// TestLinearForms: an analysis from a deck in XML, in Adams' language and as a program,
// one written by hand and what convert makes, gives the same files.
func TestLinearForms(t *testing.T) {
	clitest.WriteFile(t, "linear.xml", strings.NewReplacer("LAW", "-3*WZ(21)", "MORE", "").Replace(linearDeck))
	want := linearOutcome(t, "linear-xml", "linear.xml")
	for _, part := range []string{"Reference_Variable 2,Reference_Variable 2'\n0,1\n", "B.csv\nReference_Variable 1\n0\n", "C.csv\nReference_Variable 2,Reference_Variable 2'\n1,0\n"} {
		if !strings.Contains(want, part) {
			t.Errorf("%q is missing in\n%s", part, want)
		}
	}
	for _, to := range []string{"linear-c.adm", "linear-c.py"} {
		if o := clitest.Run(t, "convert", "linear.xml", to); o.Code != 0 || !strings.HasSuffix(o.Errors, ": 0 errors, 0 warnings\n") {
			t.Errorf("convert to %s: %+v", to, o)
		}
	}
	clitest.WriteFile(t, "linear-hand.acf", "FILE/MODEL=linear-c\nLINEAR/EIGENSOL, PINPUT=1, POUTPUT=2, PSTATE=3\nLINEAR/STATEMAT, PINPUT=1, POUTPUT=2, PSTATE=3\nSTOP\n")
	for name, deck := range map[string][]string{"acf": {"linear-c.adm", "linear-c.acf"}, "hand": {"linear-c.adm", "linear-hand.acf"}, "py": {"linear-c.py"}} {
		if got := linearOutcome(t, "linear-"+name, deck...); got != want {
			t.Errorf("%s gives\n%s\nnot\n%s", name, got, want)
		}
	}
}

// TestLinearProgram: the objects of a program.
func TestLinearProgram(t *testing.T) {
	clitest.WriteFile(t, "linear-p.py", `from msolve import *
m = Model()
ground = Part(id=1, ground=True)
b = Part(id=2, mass=2.0, ip=[1.0, 1.0, 1.0])
Marker(id=10, part=ground)
b.cm = Marker(id=20, part=b, qp=[0, -1, 0])
Marker(id=21, part=b)
Accgrav(jgrav=-9.81)
Joint(id=1, type="REVOLUTE", i=21, j=10)
v = Variable(id=1, function="AZ(21,10)")
Linear(pstate=Pstate(id=1, variables=[v]), nodamping=True, eigensol=True)
m.simulate(type="LINEAR")
`)
	if o := clitest.Run(t, "run", "--quiet", "--out", "linear-p", "linear-p.py"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	text, err := os.ReadFile(filepath.Join(clitest.Folder, "linear-p", "eigenvalues.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) != 3 || lines[0] != "simulate,mode,real_hz,imag_hz,frequency_hz,damping_ratio" {
		t.Fatalf("%q", lines)
	}
	f := strings.Split(lines[1], ",")
	hz, _ := strconv.ParseFloat(f[4], 64)
	if w := math.Sqrt(2*9.81/3) / (2 * math.Pi); math.Abs(hz-w) > 1e-12 {
		t.Errorf("%q, want %.15g", f, w)
	}
}

// TestLinearRoutine: a torque by a GFOSUB in C gives what the expression gives, though it
// is differenced.
func TestLinearRoutine(t *testing.T) {
	law := "-3*WZ(21)-7*SIN(AZ(21,10))-0.5*AZ(21,10)**3"
	clitest.WriteFile(t, "linear-e.xml", strings.NewReplacer("LAW", law, "MORE", "").Replace(linearDeck))
	want := numbersOf(t, linearOutcome(t, "linear-e", "linear-e.xml"))
	buildLinearRoutine(t)
	clitest.WriteFile(t, "linear-r.xml", strings.Replace(linearDeck, `type="TORQUEONLY" marker_id="21" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="LAW+VARVAL(1)" MORE`,
		`type="FORCEANDTORQUE" marker_id="21" ref_marker_id="10" usrsub_dll_name="liblinear.so" usrsub_param_string="USER(1)"`, 1))
	got := numbersOf(t, linearOutcome(t, "linear-r", "linear-r.xml"))
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-10*math.Max(1, math.Abs(w)) {
			t.Errorf("number %d is %.15g, by the expression %.15g", i, got[i], w)
		}
	}
}

// numbersOf lists all fields that are numbers.
func numbersOf(t *testing.T, text string) []float64 {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var v []float64
	for _, line := range all {
		for _, x := range line {
			if y, err := strconv.ParseFloat(x, 64); err == nil {
				v = append(v, y)
			}
		}
	}
	return v
}

// buildLinearRoutine compiles the GFOSUB.
func buildLinearRoutine(t *testing.T) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	if err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip("gcc is missing")
	}
	src := filepath.Join(clitest.Folder, clitest.WriteFile(t, "linear.c", `#include <math.h>
void c_sysfnc(const char *name, const int *par, int npar, double *value, int *error);
void GFOSUB(const int *id, const double *time, const double *par, const int *npar, const int *dflag, const int *iflag, double *results)
{
	int m[2] = {21, 10}, v[1] = {1}, error;
	double w, a, u;
	c_sysfnc("WZ", m, 1, &w, &error);
	c_sysfnc("AZ", m, 2, &a, &error);
	c_sysfnc("VARVAL", v, 1, &u, &error);
	results[5] = -3 * w - 7 * sin(a) - 0.5 * a * a * a + u;
}
`))
	if out, err := exec.Command(gcc, "-shared", "-fPIC", "-o", filepath.Join(clitest.Folder, "liblinear.so"), src, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
}
