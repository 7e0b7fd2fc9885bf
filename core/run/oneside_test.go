package run

import (
	"slices"
	"strings"
	"testing"
)

// TestOneSidedStart: a body that violates a one-sided row at the start is moved onto its bound, and is told of; one that does
// not is left where it is. The row does not count against the degrees of freedom.
func TestOneSidedStart(t *testing.T) {
	for at, want := range map[string]float64{"1.5": 1, "0.5": 0.5} {
		o := carryOut(t, buildText(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="`+at+`"/>
<Constraint_General id="3" expr="DX(20)-1" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, simulate(`end_time="0.1" num_steps="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		near(t, "place", o.tab.of(t, "1.F1")[0], want, 1e-9)
		if *o.doc.DOF != 6 {
			t.Errorf("%d degrees of freedom, want 6", *o.doc.DOF)
		}
		told := slices.ContainsFunc(o.doc.Warnings, func(x string) bool {
			return strings.Contains(x, "Constraint_General 3 is violated by 0.5 at the start")
		})
		if told != (at == "1.5") {
			t.Errorf("from %s: warnings %q", at, o.doc.Warnings)
		}
	}
}
