package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// A deck whose joint is open is assembled: the second pose closes the joint that the first one leaves open.
func TestDeckPage(t *testing.T) {
	deck := filepath.Join(t.TempDir(), "gap.xml")
	if err := os.WriteFile(deck, []byte(`<MotionSolve><Model><Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/>
<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="0.25"/>
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="20" j_marker_id="1"/></Model></MotionSolve>`), 0o666); err != nil {
		t.Fatal(err)
	}
	c := &tool{con: newConsole(os.Stderr), data: &output{w: os.Stdout}}
	r := c.openDeckForView(deck, &loadFlags{})
	if r == nil {
		t.Fatalf("code %d", c.code)
	}
	x, err := r.ReadColumn(7)
	if err != nil || len(x) != 2 || x[0] != 0.25 || x[1] > 1e-6 || x[1] < -1e-6 {
		t.Errorf("%s is %v, %v", r.Columns[7].Name, x, err)
	}
	if code := executeCommandLine([]string{"view", filepath.Join(t.TempDir(), "none.xml")}); code != run.ExitUsage {
		t.Errorf("a deck that is not there: code %d", code)
	}
	if err := os.WriteFile(deck, []byte("<MotionSolve><Model>"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code := executeCommandLine([]string{"view", deck}); code != run.ExitDeck {
		t.Errorf("a broken deck: code %d", code)
	}
}

// A program is shown by the interpreter that is named.
func TestViewProgramInCPython(t *testing.T) {
	clitest.NeedPython(t)
	program := clitest.WriteFile(t, "view-cpython.py", "import platform\nif platform.python_implementation() != 'CPython':\n    raise ValueError('another')\n"+
		"PART(1, GROUND=True)\nMARKER(1, PART=1)\nPART(2, MASS=1.0, IP=(1, 1, 1), CM=2)\nMARKER(2, PART=2)\n")
	if _, address := viewing(t, program, "--python-engine", "cpython-child", "--python", "python3"); !strings.HasPrefix(address, "http://") {
		t.Errorf("address %q", address)
	}
	if o := clitest.Run(t, "view", "--no-open", program); o.Code != run.ExitDeck {
		t.Errorf("%+v, want code %d", o, run.ExitDeck)
	}
	if o := clitest.Run(t, "view", program, "--python-engine", "ruby"); o.Code != run.ExitUsage {
		t.Errorf("%+v, want code %d", o, run.ExitUsage)
	}
}
