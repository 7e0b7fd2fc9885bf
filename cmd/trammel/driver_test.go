package main

import (
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

// driven is the deck of a bead of mass 1 at x = 1 that a driver moves; force is
// what names a routine for its force, a spring of stiffness 4.
func driven(driver, force string) string {
	return `<MotionSolve><Model>
    <Param_Simulation usrsub_param_string="USER(0.5)" ` + driver + `/>
    <Param_Transient integr_tol="1e-9"/>
    <Body_Rigid id="1" isground="TRUE"/>
    <Reference_Marker id="1" body_id="1" theta="90D" psi="90D"/>
    <Body_Point id="1" cg_id="9" mass="1."/>
    <Reference_Marker id="9" body_id="1" body_type="PointBody" pos_x="1."/>
    <Force_Scalar_TwoBody id="4" type="FORCE" is_action_only="TRUE" i_marker_id="9" j_marker_id="1" usrsub_param_string="USER(4)" ` + force + `/>
    <Post_Request id="1" type="EXPRESSION" expr1="DX(9)" expr2="VX(9)"/>
  </Model></MotionSolve>
`
}

const pythonDriver = `
calls = []

def SFOSUB(id, time, par, npar, dflag, iflag):
    [x, err] = py_sysfnc("DX", [9])
    calls.append(time)
    return -par[0]*x

def CONSUB(par, npar):
    dt = par[0]
    py_datout()
    for k in range(2):
        if py_analys("TRANSIENT", "step", k*dt, (k+1)*dt, k == 0) != 0:
            return 1
        py_datout()
    [x, err] = py_sysfnc("DX", [9])
    [v, err] = py_sysary("TVEL", [9])
    if abs(x - cos(2.0)) > 1e-6 or abs(v[0] + 2*sin(2.0)) > 1e-6 or len(calls) < 10:
        py_errmes(1, "the bead is not where it should be", 1, "STOP")
    if py_modify("POINT_MASS/1, MASS = 4") != 0 or py_modify("POINT_MASS/7, MASS = 4") == 0:
        py_errmes(1, "MODIFY", 2, "STOP")
    py_analys("TRANSIENT", "heavy", 2*dt, 4*dt, 1)
    py_datout()
    return 0
`

// TestPythonDriver: a driver and the force of its analyses in one script.
func TestPythonDriver(t *testing.T) {
	clitest.WriteFile(t, "driver.py", pythonDriver)
	deck := clitest.WriteFile(t, "driver-python.xml", driven(`script_name="driver.py" usrsub_fnc_name="CONSUB"`, `script_name="driver.py" usrsub_fnc_name="SFOSUB"`))
	if o := clitest.Run(t, "check", deck); o.Code != 0 || !strings.Contains(o.Out, "2 routines loaded") {
		t.Fatalf("check: %d\n%s", o.Code, o.Errors)
	}
	o := clitest.Run(t, "run", deck)
	_, rows := clitest.ReadResults(t, "driver-python.out", 0)
	if o.Code != 0 {
		t.Fatalf("exit code %d\n%s", o.Code, o.Errors)
	}
	// cos 2t for one unit of time, then with four times the mass at half the frequency
	c, s := math.Cos(2), math.Sin(2)
	driverRow(t, rows, 4, 2, c*math.Cos(1)-2*s*math.Sin(1))
}

// driverRow checks the number of rows behind the heading and the last of them.
func driverRow(t *testing.T, rows []string, n int, time, x float64) {
	t.Helper()
	if len(rows) != n+1 {
		t.Fatalf("%d rows, want %d: %q", len(rows)-1, n, rows)
	}
	var v [2]float64
	for k, text := range strings.Split(rows[n], ",")[:2] {
		var err error
		if v[k], err = strconv.ParseFloat(text, 64); err != nil {
			t.Fatal(err)
		}
	}
	if math.Abs(v[0]-time) > 1e-12 || math.Abs(v[1]-x) > 1e-6 {
		t.Errorf("the last row is %v, want time %g and x = %g", v, time, x)
	}
}

const cDriver = `
#include <stdlib.h>
#include "slv_c_utils.h"
#ifdef __cplusplus
extern "C" {
#endif
void c_analys(const char *, const char *, double, double, int, int *);
void c_datout(int *);
void c_modify(const char *, int *);
static int calls;
void FORCE(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int mark = 9, err;
    double x;
    calls++;
    c_sysfnc("DX", &mark, 1, &x, &err);
    if (*time > 1.2) c_errmes(1, "too late for this force", *id, "STOP");
    *value = -par[0] * x;
}
static void run(double *par, int *status)
{
    double x[2];
    int k, mark = 9, err;
    c_datout(status);
    for (k = 0; k < 2; k++) {
        c_analys("DYNAMICS", "a step", k * par[0], (k + 1) * par[0], k == 0, status);
        if (*status) return;
        c_sysfnc("DX", &mark, 1, &x[k], &err);
        c_datout(status);
    }
    if (x[0] == x[1] || calls < 10) c_errmes(1, "the bead does not move", 0, "STOP");
}
void CONSUB(double *par, int *npar)
{
    int status;
    run(par, &status);
    c_modify("POINT_MASS/1, MASS = 4", &status);
    c_modify("SFORCE/4, FUNCTION = -4*DX(9)", &status);
    c_analys("DYNAMICS", "heavy", 2 * par[0], 4 * par[0], 1, &status);
    c_datout(&status);
}
void LATE(double *par, int *npar)
{
    int status;
    run(par, &status);
    c_analys("DYNAMICS", "", 2 * par[0], 4 * par[0], 0, &status);
    c_datout(&status);
}
void LEAVES(double *par, int *npar)
{
    int status;
    run(par, &status);
    exit(3);
}
void FAULTS(double *par, int *npar)
{
    int status;
    run(par, &status);
    *(volatile int *)16 = 0;
}
void STOPS(double *par, int *npar)
{
    int status;
    run(par, &status);
    c_errmes(1, "enough of it", 7, "STOP");
}
#ifdef __cplusplus
}
#endif
`

// TestNativeDriver: a driver in C, and the ways in which it may end: what is said
// names the driver, or the element whose routine its analysis called.
func TestNativeDriver(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("libraries are supported on Linux only")
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip("gcc is missing")
	}
	src := filepath.Join(clitest.Folder, clitest.WriteFile(t, "driver.c", cDriver))
	if out, err := exec.Command(gcc, "-shared", "-fPIC", "-I../../sdk/c/include", "-o", filepath.Join(clitest.Folder, "driver.so"), src).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	c, s := math.Cos(2), math.Sin(2)
	for _, test := range []struct {
		name string
		code int
		said []string
		rows int
		time float64
		x    float64
	}{
		{"CONSUB", 0, nil, 4, 2, c*math.Cos(1) - 2*s*math.Sin(1)},
		{"LATE", 5, []string{"Force_Scalar_TwoBody 4", "too late for this force"}, 3, 1, c},
		{"LEAVES", 5, []string{"Param_Simulation", "LEAVES", "exit"}, 3, 1, c},
		{"FAULTS", 8, []string{"Param_Simulation", "FAULTS"}, 3, 1, c},
		{"STOPS", 5, []string{"Param_Simulation", "enough of it"}, 3, 1, c},
	} {
		t.Run(test.name, func(t *testing.T) {
			name := "driver-" + strings.ToLower(test.name)
			deck := clitest.WriteFile(t, name+".xml", driven(`usrsub_dll_name="driver" usrsub_fnc_name="`+test.name+`"`, `usrsub_dll_name="driver" usrsub_fnc_name="FORCE"`))
			o := clitest.Run(t, "run", deck)
			if o.Code != test.code {
				t.Fatalf("exit code %d, want %d\n%s", o.Code, test.code, o.Errors)
			}
			_, rows := clitest.ReadResults(t, name+".out", test.code)
			driverRow(t, rows, test.rows, test.time, test.x)
			for _, part := range test.said {
				if !strings.Contains(o.Errors, part) {
					t.Errorf("nothing is said of %q:\n%s", part, o.Errors)
				}
			}
		})
	}
}

// TestDriverAndEnd: --end is the driver's business; a script that fails is an
// error of the driver.
func TestDriverAndEnd(t *testing.T) {
	clitest.WriteFile(t, "fails.py", "def CONSUB(par, npar):\n    py_analys('TRANSIENT', '', 0, 0.25, 1)\n    return 1/(npar-1)\n")
	deck := clitest.WriteFile(t, "driver-fails.xml", strings.Replace(driven(`script_name="fails.py"`, `val="0"`), `usrsub_param_string="USER(4)"`, "", 1))
	if o := clitest.Run(t, "run", deck, "--end", "1", "--steps", "2"); o.Code != 2 || !strings.Contains(o.Errors, "leave out --end") {
		t.Errorf("exit code %d\n%s", o.Code, o.Errors)
	}
	o := clitest.Run(t, "run", deck)
	d, _ := clitest.ReadResults(t, "driver-fails.out", 5)
	if o.Code != 5 || !strings.Contains(o.Errors, "Param_Simulation") || !strings.Contains(o.Errors, "division") {
		t.Errorf("exit code %d\n%s", o.Code, o.Errors)
	}
	if d.Error == nil || d.Error.Routine != "CONSUB" || d.Error.Time == nil || *d.Error.Time != 0.25 {
		t.Errorf("run.json: %+v", d.Error)
	}
}

// TestAdamsCommands: a file of commands changes an Adams model between its
// analyses, and gives the control to a routine in the end.
func TestAdamsCommands(t *testing.T) {
	clitest.WriteFile(t, "steer.py", `
def CONSUB(par, npar):
    [t, err] = py_sysfnc("TIME", [])
    py_analys("DYNAMICS", "last", t, t+par[0], 1)
    py_datout()
    return 7
`)
	clitest.WriteFile(t, "spring.adm", `a bead on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
POINT_MASS/2, MASS=1, CM=9
MARKER/9, POINT_MASS=2, QP=1,0,0
GFORCE/4, I=9, JFLOAT=8, RM=1, FX=-4*DX(9)\, FY=0\, FZ=0\, TX=0\, TY=0\, TZ=0
MARKER/8, PART=1, FLOATING
REQUEST/1, F2=DX(9)\F3=VX(9)
INTEGRATOR/GSTIFF, ERROR=1E-9
END
`)
	clitest.WriteFile(t, "spring.acf", `FILE/MODEL=spring
SIMULATE/DYNAMICS, END=1, STEPS=1
POINT_MASS/2, MASS=4
SIMULATE/DYNAMICS, END=2, STEPS=1
DEACTIVATE/GFORCE, ID=4
SIMULATE/DYNAMICS, END=3, STEPS=1
CONTROL/FUNCTION=USER(0.5), ROUTINE=steer.py::CONSUB
STOP
`)
	o := clitest.Run(t, "run", "spring.adm", "spring.acf", "--out", "spring-acf.out")
	if o.Code != 0 {
		t.Fatalf("exit code %d\n%s", o.Code, o.Errors)
	}
	if !strings.Contains(o.Errors, "CONSUB: it returns the status 7") {
		t.Errorf("nothing is said of the status:\n%s", o.Errors)
	}
	_, rows := clitest.ReadResults(t, "spring-acf.out", 0)
	c, s := math.Cos(2), math.Sin(2)
	x2, v2 := c*math.Cos(1)-2*s*math.Sin(1), -2*s*math.Cos(1)-c*math.Sin(1)
	driverRow(t, rows[:3], 2, 1, c)
	driverRow(t, rows[:5], 4, 2, x2)
	driverRow(t, rows[:7], 6, 3, x2+v2)
	driverRow(t, rows, 7, 3.5, x2+1.5*v2)
}
