package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// From the first line of a routine to its test, in each language.
func TestUsersubFromNewToTest(t *testing.T) {
	clitest.NeedLinux(t)
	for lang, tool := range map[string]string{"c": "gcc", "cpp": "g++", "fortran": "gfortran", "python": ""} {
		t.Run(lang, func(t *testing.T) {
			if tool != "" {
				subtest.RequireTool(t, tool)
			}
			dir := scratch(t)
			for _, routine := range []string{"pfosub", "yfosub", "motsub"} {
				o := usersubIn(t, dir, "new", routine, "--lang", lang)
				o.Expect(t, 0)
				file := strings.TrimPrefix(strings.Split(o.Out, "\n")[0], "wrote ")
				if tool != "" {
					usersubIn(t, dir, "build", file).Expect(t, 0)
					file = routine + ".so"
				}
				usersubIn(t, dir, "inspect", file).Expect(t, 0, strings.ToUpper(routine))
				usersubIn(t, dir, "test", file, routine, "--table", routine+".csv").Expect(t, 0, "0 failed, 0 errors")
			}
		})
	}
}

const yfo = `#include "trammel_usersub.h"
#define IN int *id, double *time, double *par, int *npar
#define ST int *nstate, double *states, int *ninput, double *input, int *noutpt
DLLFUNC void YFOSUB(IN, int *dflag, int *iflag, ST, double *stated, double *output)
{ stated[0] = -par[0] * sin(states[0]) + input[0]; output[2] = states[0] * states[0]; }
DLLFUNC void YFOXX(IN, int *iflag, ST, double *p) { p[0] = -par[0] * cos(states[0]) ERROR; }
DLLFUNC void YFOYX(IN, int *iflag, ST, double *p) { p[2] = 2 * states[0]; }
`

func TestUsersubTestFindsWrongPartials(t *testing.T) {
	clitest.NeedLinux(t)
	subtest.RequireTool(t, "gcc")
	dir := scratch(t, "y.c", yfo, "t.csv", "par,states,input,noutpt\n3,0.5,1,6\n3,-1,0,6\n")
	usersubIn(t, dir, "build", "y.c", "-o", "good.so", "--", "-DERROR=").Expect(t, 0)
	usersubIn(t, dir, "build", "y.c", "-o", "bad.so", "--", "-DERROR=+1e-4").Expect(t, 0)
	usersubIn(t, dir, "test", "good.so", "YFOSUB", "--table", "t.csv").Expect(t, 0, "partials   4 ok")
	usersubIn(t, dir, "test", "good.so", "YFOYX", "--table", "t.csv").Expect(t, 0, "partials   2 ok")
	usersubIn(t, dir, "test", "bad.so", "YFOSUB", "--table", "t.csv").Expect(t, 9, "entry (1,1) is", "differences give", "2 failed")
	usersubIn(t, dir, "test", "bad.so", "YFOSUB", "--table", "t.csv", "--dtol", "1e-3").Expect(t, 0)
}

const pfo = `#include "trammel_usersub.h"
#define ARGS int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value
static int calls;
DLLFUNC void PFOSUB(ARGS) { int m = par[0], e; double x; c_sysfnc("DX", &m, 1, &x, &e); *value = x * x; }
DLLFUNC void counts(ARGS) { PFOSUB(id, time, par, npar, dflag, iflag, value); *value += 1e-3 * calls++; }
DLLFUNC void nans(ARGS) { *value = sqrt(-1 - *time); }
DLLFUNC void exits(ARGS) { if (*time > 1) exit(0); }
DLLFUNC void stops(ARGS) { if (*time > 1) c_errmes(1, "no more", *id, "STOP"); }
DLLFUNC void crashes(ARGS) { if (*time > 1) *(volatile int *)0 = 1; }
DLLFUNC void hangs(ARGS) { while (*time > 1) ; }
`

func TestUsersubTestCodes(t *testing.T) {
	clitest.NeedLinux(t)
	subtest.RequireTool(t, "gcc")
	dir := scratch(t, "p.c", pfo, "t.csv", "name,time,par,DX(3),value\none,1,3,0.5,0.25\ntwo,2,3,-3,9\n",
		"other.py", "def PFOSUB(id, time, par, npar, dflag, iflag):\n    x, err = py_sysfnc('DX', [par[0]])\n    return x*x\n"+
			"def off(id, time, par, npar, dflag, iflag):\n    return PFOSUB(id, time, par, npar, dflag, iflag) + 1e-3\n"+
			"def raises(id, time, par, npar, dflag, iflag):\n    if time > 1: raise ValueError('too late')\n    return 0.25\n")
	usersubIn(t, dir, "build", "p.c", "--", "-w").Expect(t, 0)
	try := func(file, function string, more ...string) clitest.Outcome {
		return usersubIn(t, dir, append([]string{"test", file, "PFOSUB", "--function", function, "--table", "t.csv", "--junit", "j.xml"}, more...)...)
	}
	junit := func(says string) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, "j.xml"))
		if err != nil || !strings.Contains(string(data), says) {
			t.Errorf("%v: the JUnit file does not say %s:\n%s", err, says, data)
		}
		_ = os.Remove(filepath.Join(dir, "j.xml"))
	}
	try("p.so", "PFOSUB").Expect(t, 0, "14 ok, 0 failed")
	junit(`tests="14" failures="0" errors="0"`)
	try("p.so", "PFOSUB", "--against", "other.py").Expect(t, 0, "agreement  2 ok")
	try("other.py", "off", "--against", "p.so").Expect(t, 9, "FAILED values, one: value[0] is 0.251", "FAILED agreement, one: in p.so value[0] is 0.25, in other.py it is 0.251")
	try("p.so", "counts").Expect(t, 9, "it keeps a state between calls", "the output depends on earlier calls")
	junit(`<failure message=`)
	try("p.so", "nans").Expect(t, 9, "FAILED finite, one: value[0] is NaN")
	_ = os.Remove(filepath.Join(dir, "j.xml"))
	try("p.so", "exits").Expect(t, 5, "it ended the process with exit(0) or STOP")
	junit("exit(0) or STOP")
	try("p.so", "stops").Expect(t, 5, "ERROR values, two", "no more")
	try("other.py", "raises").Expect(t, 5, "too late")
	junit(`errors="1"`)
	try("p.so", "crashes").Expect(t, 8, "crashes")
	for _, limit := range clitest.Limits {
		o := try("p.so", "hangs", "--max-wall", clitest.Seconds(limit))
		if strings.Contains(o.Errors, "routine hangs did not return") || limit == clitest.Limits[len(clitest.Limits)-1] {
			o.Expect(t, 7, "routine hangs did not return")
			break
		}
	}
	_ = os.Remove(filepath.Join(dir, "j.xml"))
	try("p.so", "nothere").Expect(t, 4, "has no function nothere")
	junit("has no function nothere")
	try("p.so", "PFOSUB", "--against", "none.so").Expect(t, 4, "none.so")
	try(clitest.Program("misbehaves"), "fine").Expect(t, 9, "FAILED values, two")
	try(clitest.Program("misbehaves"), "exits").Expect(t, 8, "out of licences")
}

const structs = `struct sAdamsVariable { int ID; int NPAR; const double *PAR; double IC; };
void Varsub(const struct sAdamsVariable *v, double time, int dflag, int iflag, double *result) { *result = v->PAR[0] * time; }
`

func TestUsersubTestStructForm(t *testing.T) {
	clitest.NeedLinux(t)
	subtest.RequireTool(t, "gcc")
	dir := scratch(t, "s.c", structs, "t.csv", "time,par,value\n2,3,6\n")
	usersubIn(t, dir, "build", "s.c").Expect(t, 0)
	usersubIn(t, dir, "inspect", "s.so").Expect(t, 0, "adams (struct first)", "as Varsub")
	usersubIn(t, dir, "test", "s.so", "VARSUB", "--table", "t.csv").Expect(t, 0, "Varsub is taken for the struct form")
	usersubIn(t, dir, "test", "s.so", "VARSUB", "--table", "t.csv", "--usersub-dialect", "adams").Expect(t, 0)
}

func TestUsersubTestSplineRead(t *testing.T) {
	clitest.NeedLinux(t)
	subtest.RequireTool(t, "gcc")
	dir := scratch(t, "s.c", `#include "trammel_usersub.h"
DLLFUNC void STDCALL SPLINE_READ(int *id, char *file, int nfile, char *block, int nblock, int *errflg)
{
    double x[4] = {0, 1, 2, 3}, y[4] = {0, 1, 4, 9}, z = 0;
    c_put_spline(*id, strcmp(block, "short") ? 4 : 3, 1, x, y, &z, errflg);
    if (strcmp(file, "a b.txt") || nfile != 7) *errflg = 7;
}
`, "t.csv", "file_name,block_name,errflg\na b.txt,long,0\na b.txt,short,1\nother,long,7\n")
	usersubIn(t, dir, "build", "s.c").Expect(t, 0)
	usersubIn(t, dir, "test", "s.so", "SPLINE_READ", "--table", "t.csv").Expect(t, 0, "values     3 ok")
}
