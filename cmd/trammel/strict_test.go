package main

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestStrict: under --strict a warning of the deck ends check and run with code 3 before the first
// step, a warning of the run ends it with code 6 after its last row; without --strict both end with 0.
func TestStrict(t *testing.T) {
	clean := clitest.WriteFile(t, "strict-clean.xml", clitest.BeadDeck("1.", clitest.Spring))
	warned := clitest.WriteFile(t, "strict-warned.xml", strings.Replace(clitest.BeadDeck("1.", clitest.Spring), "<Post_Request ", `<Post_Request colour="red" `, 1))
	// Steps of 0.03 s cannot follow an oscillation of 8 Hz.
	noisy := clitest.WriteFile(t, "strict-noisy.xml", `<MotionSolve><Model><Param_Transient integrator_type="CSTIFF" h_max="0.03"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1.1"/>
<Force_SpringDamper id="1" type="TRANSLATION" i_marker_id="20" j_marker_id="1" stiffness="2500" damping="0" length="1"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="20" j_marker_id="1"/></Model>
<Command><Simulate analysis_type="Transient" end_time="1.2" print_interval="0.03"/></Command></MotionSolve>`)
	for _, c := range []struct {
		command, deck string
		plain, strict int
		rows          int // under --strict
	}{
		{"check", clean, 0, 0, 0},
		{"check", warned, 0, 3, 0},
		{"run", clean, 0, 0, 11},
		{"run", warned, 0, 3, 0},
		{"run", noisy, 0, run.ExitConvergence, 41},
	} {
		if o := clitest.Run(t, c.command, c.deck); o.Code != c.plain {
			t.Errorf("%s %s: code %d, want %d: %s", c.command, c.deck, o.Code, c.plain, o.Errors)
		}
		o := clitest.Run(t, c.command, c.deck, "--strict")
		if o.Code != c.strict || c.strict != 0 && !strings.Contains(o.Errors, "--strict: ") {
			t.Errorf("%s --strict %s: code %d, want %d: %s", c.command, c.deck, o.Code, c.strict, o.Errors)
		}
		if c.command == "run" {
			if _, rows := clitest.ReadResults(t, strings.TrimSuffix(c.deck, ".xml")+".out", c.strict); len(rows)-1 != c.rows {
				t.Errorf("%s --strict: %d rows, want %d", c.deck, len(rows)-1, c.rows)
			}
		}
	}
	if o := clitest.Run(t, "check", warned, "--strict", "--format", "gcc"); o.Code != 3 || !strings.Contains(o.Out, "colour") {
		t.Errorf("check --format gcc --strict: %+v", o)
	}
}
