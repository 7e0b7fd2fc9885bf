package decktest

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestStateWithRoutine: a model that a C routine drives is saved on the way; trammel run
// on what was saved gives the rows that the one run gives, by itself and by a deck of
// commands that loads it.
func TestStateWithRoutine(t *testing.T) {
	clitest.CompileSource(t, "state/torque.c", "torque")
	const model = `<Model><Param_Transient integrator_type="DSTIFF" integr_tol="1e-3"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1" v_ic_y="9" w_ic_z="9"/>
<Reference_Marker id="20" body_id="2" pos_x="1"/><Reference_Marker id="21" body_id="2"/>
<Force_Gravity grav_y="-10"/><Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/>
<Reference_Variable id="4" type="USERSUB" usrsub_param_string="USER(0.1)" usrsub_dll_name="torque" usrsub_fnc_name="TURNED"/>
<Force_Vector_OneBody id="6" type="TORQUEONLY" marker_id="20" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="VARVAL(4)"/>
<Post_Request id="9" type="EXPRESSION" expr1="AZ(21,10)" expr2="WZ(20)" expr3="VARVAL(4)"/></Model>`
	const first = `<Simulate analysis_type="TRANSIENT" end_time="2.2" print_interval="0.11"/>`
	const second = `<Simulate analysis_type="TRANSIENT" end_time="4.4" print_interval="0.11"/>`
	runs := func(deck, out string, more ...string) []string {
		t.Helper()
		if o := clitest.Run(t, append([]string{"run", deck, "--quiet", "--out", out}, more...)...); o.Code != 0 {
			t.Fatalf("%+v", o)
		}
		_, rows := clitest.ReadResults(t, out, 0)
		return rows[1:]
	}
	whole := runs(clitest.WriteFile(t, "whole.xml", "<M>"+model+"<Command>"+first+second+"</Command></M>"), "whole.out")
	runs(clitest.WriteFile(t, "part.xml", "<M>"+model+"<Command>"+first+`<Save model_file="../kept.xml"/></Command></M>`), "part.out", "--save-anywhere")
	path := filepath.Join(clitest.Folder, "kept.xml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	loads := runs(clitest.WriteFile(t, "loads.xml", `<Command><Load_Model model_file="kept.xml"/>`+second+"</Command>"), "loads.out")
	clitest.WriteFile(t, "kept.xml", strings.Replace(string(text), "</Model>", "</Model><Command>"+second+"</Command>", 1))
	rest := runs("kept.xml", "kept.out")
	if len(rest) != 21 || !slices.Equal(rest, loads) {
		t.Errorf("%d rows, by Load_Model %d", len(rest), len(loads))
	}
	for k, row := range rest {
		if want := whole[len(whole)-len(rest)+k]; row != want {
			t.Errorf("row %d: %s in place of %s", k, row, want)
		}
	}
	if last := clitest.ParseRow(t, rest[20]); !(last[1] > 4*math.Pi) {
		t.Errorf("the angle is %g: no turns", last[1])
	}
	noState := clitest.Run(t, "run", "kept.xml", "--no-state", "--quiet", "--out", "nostate.out")
	if _, rows := clitest.ReadResults(t, "nostate.out", 0); noState.Code != 0 || clitest.ParseRow(t, rows[1])[0] != 0 {
		t.Errorf("left aside: %+v, %s", noState, rows[1])
	}
}
