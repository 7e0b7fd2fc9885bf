package decktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// nodeDeck is a beam that is clamped at its first node, whose tip a penalty makes follow a motion, and a body of a point on springs that
// swings about its first node and whose second node a penalty and a force pull; the laws are given.
func nodeDeck(beam, curve, pull, modal string) string {
	return `<MotionSolve><Model><Param_Transient integrator_type="HHT" integr_tol="1E-12" h_fixed="1E-3" dae_jacob_eval="1"/>
<Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Flexible id="2" flex_file="beam.json" lprf_id="20" cdamp_expr="0.01"/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="21" body_id="2" node_id="1"/><Reference_Marker id="22" body_id="2" node_id="2"/>
<Constraint_Joint id="1" type="FIXED" i_marker_id="21" j_marker_id="1"/>
<Body_Flexible id="3" flex_file="point.json" lprf_id="30" w_ic_x="3" w_ic_y="1" w_ic_z="-2"/><Reference_Marker id="30" body_id="3"/>
<Reference_Marker id="31" body_id="3" node_id="1"/><Reference_Marker id="32" body_id="3" node_id="2"/>
<Constraint_Joint id="2" type="SPHERICAL" i_marker_id="31" j_marker_id="1"/>
<Force_Penalty id="4" penalty="5" penalty1="0.5" ` + beam + `/><Force_Penalty id="5" penalty="30" penalty1="2" ` + curve + `/>
<Force_Scalar_TwoBody id="6" type="FORCE" i_marker_id="32" j_marker_id="1" ` + pull + `/>
<Force_FlexModal id="7" flex_body_id="2" ` + modal + `/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(22)" expr2="AZ(22,1)" expr3="Q(2,7)" expr4="DX(32)" expr5="DY(32)" expr6="DZ(32)" expr7="Q(3,7)" expr8="Q(3,9)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="0.5" print_interval="0.05"/></Command></MotionSolve>`
}

// The laws of nodeDeck in C and in Python.
const (
	nodeLawsC = `extern void c_sysfnc(const char *, const int *, int, double *, int *);
static double ask(const char *name, int i, int n) { int id[2] = {i, 1}, err; double v = 0; c_sysfnc(name, id, n, &v, &err); return v; }
extern double sin(double);
void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
	if (*id == 4)
		*value = ask("DY", 22, 1) + 0.3 * ask("AZ", 22, 2) - 0.1 * sin(3 * *time);
	else {
		double x = ask("DX", 32, 1);
		*value = x * x + ask("DY", 32, 1) - 0.5 + 0.1 * ask("DZ", 32, 1);
	}
}
void SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ *value = -par[0] * (ask("DM", 32, 2) - 1) - par[1] * ask("VR", 32, 2); }
void MFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *modloads, int *nmodes, int *ncases, double *scale, int *icase, double *loadvec)
{
	int mode[2] = {2, 7}, err;
	double v = 0;
	c_sysfnc("QDOT", mode, 2, &v, &err);
	if (*nmodes == 3 && *ncases == 2 && modloads[4] == 0.5)
		*icase = 2;
	*scale = 3 * sin(5 * *time) - par[0] * v;
}
`
	nodeLawsPython = `from math import sin

def ask(name, *ids):
    [v, err] = py_sysfnc(name, list(ids))
    return v

def PFOSUB(id, time, par, npar, dflag, iflag):
    if id == 4:
        return ask("DY", 22) + 0.3*ask("AZ", 22, 1) - 0.1*sin(3*time)
    return ask("DX", 32)**2 + ask("DY", 32) - 0.5 + 0.1*ask("DZ", 32)

def SFOSUB(id, time, par, npar, dflag, iflag):
    return -par[0]*(ask("DM", 32, 1) - 1) - par[1]*ask("VR", 32, 1)

def MFOSUB(id, time, par, npar, dflag, iflag, modloads, nmodes, ncases):
    return [3*sin(5*time) - par[0]*ask("QDOT", 2, 7), 2, None]
`
)

// TestRoutinesOnNodes: routines of penalties and of a force that read markers on nodes of flexible bodies and act there, and one of a modal load, move them as the same laws as
// expressions do: in C, in a Python script and in a plugin.
func TestRoutinesOnNodes(t *testing.T) {
	for _, name := range []string{"beam.json", "point.json"} {
		text, err := os.ReadFile(filepath.Join("../../../core/run/testdata/flexible", name))
		if err != nil {
			t.Fatal(err)
		}
		clitest.WriteFile(t, name, strings.Replace(string(text), `"nodes"`, `"loads": [{"f": [1, 0, 0]}, {"f": [0.1, 0.5, 0.2], "F": [0, 1, 0]}], "nodes"`, 1))
	}
	solve := func(t *testing.T, name, text string) [][]float64 {
		if o := clitest.Run(t, "run", clitest.WriteFile(t, "nodes-"+name+".xml", text), "--out", "nodes-"+name, "--quiet"); o.Code != 0 {
			t.Fatalf("%s: %+v", name, o)
		}
		_, rows := clitest.ReadResults(t, "nodes-"+name, 0)
		return clitest.ParseRows(t, rows)
	}
	want := solve(t, "expression", nodeDeck(`type="EXPRESSION" expr="DY(22)+0.3*AZ(22,1)-0.1*SIN(3*TIME)"`, `type="EXPRESSION" expr="DX(32)**2+DY(32)-0.5+0.1*DZ(32)"`,
		`val_expression="-20*(DM(32,1)-1)-0.5*VR(32,1)"`, `case_id="2" scale_expr="3*SIN(5*TIME)-0.2*QDOT(2,7)"`))
	moved := 0.0
	for c := 1; c < len(want[0]); c++ {
		moved = max(moved, want[len(want)-1][c]-want[0][c], want[0][c]-want[len(want)-1][c])
	}
	if moved < 0.1 {
		t.Errorf("nothing moves by more than %g", moved)
	}
	clitest.WriteFile(t, "nodes.py", nodeLawsPython)
	for name, from := range map[string]string{"c": `usrsub_dll_name="nodes"`, "python": `script_name="nodes.py" interpreter="PYTHON"`, "plugin": `usrsub_plugin_name="nodelaws"`} {
		t.Run(name, func(t *testing.T) {
			if name == "c" {
				clitest.CompileLibrary(t, "nodes", nodeLawsC)
			}
			routine := func(function, par string) string {
				return strings.Join([]string{from, `usrsub_fnc_name="` + function + `" usrsub_param_string="USER(` + par + `)"`}, " ")
			}
			got := solve(t, name, nodeDeck(`type="USERSUB" `+routine("PFOSUB", "0"), `type="USERSUB" `+routine("PFOSUB", "0"), routine("SFOSUB", "20,0.5"), routine("MFOSUB", "0.2")))
			if d := clitest.Difference(got, want); !(d <= 1e-9) {
				t.Errorf("the routine and the expression are %g apart", d)
			}
		})
	}
}
