package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestServices: a C routine is informed of the times, the deck and the run.
func TestServices(t *testing.T) {
	clitest.CompileSource(t, "service/service.c", "service")
	deck := clitest.WriteFile(t, "service.xml", `<MotionSolve>
  <Model>
    <Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="METER" time_unit="SECOND"/>
    <Param_Transient integrator_type="DSTIFF"/>
    <Body_Point id="1" cg_id="9" mass="1."/>
    <Reference_Marker id="9" body_id="1" body_type="PointBody" pos_x="1."/>
    `+clitest.Spring+`
    <Reference_String id="3" string="road.dat"/>
    <Reference_Array id="6" type="IC" num_element="3">1 -2.5 3</Reference_Array>
    <Post_Request id="2" type="USERSUB" usrsub_param_string="USER(3,6)" usrsub_dll_name="service" usrsub_fnc_name="ASKS"/>
  </Model>
  <Command><Simulate analysis_type="Transient" end_time="0.3" print_interval="0.1"/></Command>
</MotionSolve>
`)
	o := clitest.Run(t, "run", deck, "--out", "service.out")
	if o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	d, rows := clitest.ReadResults(t, "service.out", 0)
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	for n, r := range rows[1:] {
		v := strings.Split(r, ",")
		// TIMGET is the time of the step that ends at the output; -2.5*2+3*3+1 = 5
		if v[1] != v[0] || !slices.Equal(v[2:], []string{"0", strconv.Itoa(n + 1), "1", "5", "10", "14", "11111"}) {
			t.Errorf("row %s", r)
		}
	}
	const slips, refused = "Post_Request 2: REQSUB: USRMES [2] WARN: slips",
		"Post_Request 2: MODSET of mass of Body_Point 1: attributes cannot be changed during a run (info -4)"
	if !slices.Contains(d.Warnings, slips) || !slices.Contains(d.Warnings, refused) {
		t.Errorf("warnings %q", d.Warnings)
	}
	if strings.Count(o.Errors, slips) != 1 || !strings.Contains(o.Errors, "Post_Request 2: REQSUB: USRMES [2] INFO: is set up") {
		t.Errorf("console:\n%s", o.Errors)
	}
	log, err := os.ReadFile(filepath.Join(clitest.Folder, "service.out", run.LogFile))
	if err != nil || !strings.Contains(string(log), "INFO: is set up (time 0)") {
		t.Errorf("%v\n%s", err, log)
	}
}
