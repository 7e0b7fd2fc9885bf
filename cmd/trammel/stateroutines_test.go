package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestStateRoutinesAreMissing: files that have neither GSESUB nor the routines of the parts of a state equation are refused with the place
// of the attribute, what they have, and the attribute that names the routine.
func TestStateRoutinesAreMissing(t *testing.T) {
	clitest.NeedLinux(t)
	gcc := subtest.RequireTool(t, "gcc")
	const arguments = "(int *id, double *t, double *p, int *np, int *d, int *i, int *n, double *y) { *y = 1; }\n"
	dir := scratch(t, "other.c", "void VARSUB"+arguments, "part.c", "void GSE_OUTPUT"+arguments, "other.py", "def VARSUB(*a):\n    return 1\n")
	for _, name := range []string{"other", "part"} {
		if out, err := exec.Command(gcc, "-shared", "-fPIC", "-o", filepath.Join(dir, name+".so"), filepath.Join(dir, name+".c")).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	const discrete = ` num_discrete_state="1" xd_array_id="4" sample_period="0.1"`
	for _, c := range []struct {
		attributes string
		says       []string
	}{
		{`usrsub_dll_name="other"`, []string{"deck.xml:2:", "Control_StateEqn 1: routine GSESUB", "has no function GSESUB", "it has VARSUB: check usrsub_fnc_name", "instead of GSESUB a file may have GSE_DERIV and GSE_OUTPUT"}},
		{`usrsub_dll_name="part"`, []string{"deck.xml:2:", "routine GSE_DERIV", "has no function GSE_DERIV", "it has GSE_OUTPUT: check deriv_fnc_name"}},
		{`usrsub_dll_name="other"` + discrete, []string{"has no function GSE_DERIV", "has no function GSE_OUTPUT", "has no function GSE_UPDATE", "check update_fnc_name"}},
		{`usrsub_dll_name="part" output_fnc_name="OUTPUTS"`, []string{"has no function OUTPUTS", "check output_fnc_name"}},
		{`script_name="other.py" interpreter="PYTHON"`, []string{"other.py defines no function GSESUB; it defines VARSUB", "instead of GSESUB a file may have GSE_DERIV and GSE_OUTPUT"}},
		{`usrsub_dll_name="other" usrsub_fnc_name="LAW"`, []string{"has no function LAW", "it has VARSUB: check usrsub_fnc_name"}},
	} {
		path := filepath.Join(dir, "deck.xml")
		text := `<M><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Array id="1" type="X"/><Reference_Array id="2" type="Y" num_element="1"/>
<Reference_Array id="4" type="X"/><Control_StateEqn id="1" type="USERSUB" x_array_id="1" y_array_id="2" num_state="1" num_output="1" usrsub_param_string="USER(1)" ` +
			c.attributes + `/></Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="2"/></Command></M>`
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		clitest.Run(t, "run", path).Expect(t, 4, c.says...)
	}
}
