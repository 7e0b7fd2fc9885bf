package decktest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestAcceptedSteps: TIMGET is the time of each accepted step once, in order,
// and of no other, though the force jumps at a stop and steps are given up there.
// With print_increment 1 every accepted step is a row of the results.
func TestAcceptedSteps(t *testing.T) {
	clitest.CompileSource(t, "accepted/accepted.c", "accepted")
	deck := clitest.WriteFile(t, "accepted.xml", `<MotionSolve>
  <Model>
    <Param_Transient integrator_type="DSTIFF"/>
    <Body_Rigid id="1" isground="TRUE"/>
    <Reference_Marker id="1" body_id="1" pos_x="-1."/>
    <Body_Point id="2" cg_id="2" mass="1." v_ic_x="2."/>
    <Reference_Marker id="2" body_id="2" body_type="PointBody"/>
    <Force_Scalar_TwoBody id="1" i_marker_id="2" j_marker_id="1" type="FORCE"
        usrsub_param_string="USER(2,0.1,1.E4)" usrsub_dll_name="accepted"/>
    <Post_Request id="1" type="EXPRESSION" expr1="DX(2)"/>
  </Model>
  <Command><Simulate analysis_type="Transient" end_time="0.2" print_increment="1"/></Command>
</MotionSolve>
`)
	if o := clitest.Run(t, "run", deck, "--out", "accepted.out"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	_, rows := clitest.ReadResults(t, "accepted.out", 0)
	text, err := os.ReadFile(filepath.Join(clitest.Folder, "accepted.txt"))
	if err != nil {
		t.Fatal(err)
	}
	reported, gaveUp := times(t, string(text))
	var steps []float64
	for _, row := range clitest.ParseRows(t, rows) {
		steps = append(steps, row[0])
	}
	if gaveUp == 0 {
		t.Error("no step was given up: the test shows nothing")
	}
	// The routine is not called after the last step.
	if len(reported) < len(steps)-1 || len(reported) < 20 {
		t.Fatalf("reported %d steps, there were %d", len(reported), len(steps))
	}
	for i, v := range reported {
		if v != steps[i] {
			t.Fatalf("reported a step at %v, the step ended at %v", v, steps[i])
		}
	}
}

// times reads what the routine noted.
func times(t *testing.T, text string) (reported []float64, gaveUp int) {
	for line := range strings.Lines(text) {
		v := strings.Fields(line)
		x, err := strconv.ParseFloat(v[0], 64)
		if err != nil {
			t.Fatal(err)
		}
		if gaveUp, err = strconv.Atoi(v[1]); err != nil {
			t.Fatal(err)
		}
		reported = append(reported, x)
	}
	return reported, gaveUp
}
