package decktest

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A program that needs more than the embedded interpreter is refused, and the message says what
// runs it: CPython, the whole of it or its routines in a script of their own.
func TestProgramNeedsCPython(t *testing.T) {
	clitest.NeedPython(t)
	text := `
INTEGRATOR(TYPE="DSTIFF")
POINT_MASS(1, CM=9, MASS=1.0)
MARKER(9, POINT_MASS=1, QP=[0.0, 0.0, 0.0])
PFORCE(1, FUNCTION="USER(9)", ROUTINE=%ROUTINE%, PENALTY=1e4, PENALTY1=1e2)
ACCGRAV(JGRAV=-9.81)
REQUEST(1, TYPE="DISPLACEMENT", I=9)
SIMULATE(TYPE="TRANSIENT", END=0.5, DTOUT=0.1)
`
	inside := strings.Replace(text, "%ROUTINE%", "PFOSUB", 1)
	const advice = `With --python-engine cpython an installed Python runs the whole program; routines in a script of their own run in one by themselves: ROUTINE="law.py::F"`
	for name, c := range map[string][3]string{
		"scipy": {"from scipy.interpolate import interp1d\n", "1:1: error: the program failed: ImportError: No module named 'scipy.interpolate'", "    from scipy.interpolate"},
		"match": {"def PFOSUB(*a):\n    match a[3]:\n        case 1: return 0.0\n", "2:", "match statements are not supported by the embedded interpreter"},
	} {
		deck := clitest.WriteFile(t, "needs-"+name+".py", c[0]+inside)
		clitest.Run(t, "check", deck).Expect(t, 3, "needs-"+name+".py:"+c[1], strings.TrimSpace(c[2]), advice)
	}
	clitest.WriteFile(t, "law-of-needs.py", `def PFOSUB(id, time, par, npar, dflag, iflag):
    match npar:
        case 1:
            y, err = py_sysfnc("DY", [par[0]])
    return y
`)
	deck := clitest.WriteFile(t, "needs-none.py", strings.Replace(text, "%ROUTINE%", `"law-of-needs.py::PFOSUB"`, 1))
	o := clitest.Run(t, "run", deck, "--out", "needs-none.out", "--quiet", "--python", "python3")
	if o.Code == 4 && strings.Contains(o.Errors, "cannot run it either") {
		t.Skip("this python3 is older than 3.10")
	}
	o.Expect(t, 0)
	if d, rows := clitest.ReadResults(t, "needs-none.out", 0); len(rows) != 7 || d.Routines[0].Implementation != "cpython" {
		t.Errorf("%d rows, %+v", len(rows), d.Routines)
	}
}
