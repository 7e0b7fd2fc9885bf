package run

import (
	"strings"
	"testing"
)

// TestAutomaticIntegrator: a deck that names no integrator begins with ABAM; where a damper makes the model stiff MSTIFF continues, run.log says
// when and why.
func TestAutomaticIntegrator(t *testing.T) {
	deck := `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1"/>
<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="10" stiffness="100" damping="DAMPING" length="0.5"/>`
	for damping, to := range map[string]string{"1": "ABAM", "1e6": "MSTIFF"} {
		m := buildText(t, strings.Replace(deck, "DAMPING", damping, 1), simulate(`end_time="1" print_interval="0.01"`))
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		said := strings.Contains(o.log, "MSTIFF integrates from time 0.0") &&
			strings.Contains(o.log, "instead of ABAM: its steps are held by stability: the model is stiff")
		if said != (to == "MSTIFF") || o.doc.Steps > 1000 || !strings.Contains(o.log, "integrator: AUTO (the deck names none)") {
			t.Errorf("damping %s: %d steps\n%s", damping, o.doc.Steps, o.log)
		}
	}
}
