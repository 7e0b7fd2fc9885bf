package run

import (
	"fmt"
	"testing"
)

// TestFastStateAtStart: a state of a controller begins at 0 with a second derivative of 1e12. At a fine tolerance its bound is a
// part of next to nothing then, below what the shortest step leaves: that is not a reason to end the run.
func TestFastStateAtStart(t *testing.T) {
	deck := `<Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="MILLIMETER" time_unit="SECOND"/>
<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="5" inertia_xx="2e5" inertia_yy="2e5" inertia_zz="2e5" v_ic_x="10700"/><Reference_Marker id="20" body_id="2"/>
<Control_Diff id="1" ic="0" expr="280*SIN(107*TIME)-DX(20)"/>
<Control_Diff id="2" ic="0" expr="6200*(5500*(280*SIN(107*TIME)-DX(20))-130*VX(20)+9300*DIF(1)-DIF(2))"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" fx_expression="0.005*DIF(2)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DIF(2)"/>`
	var place, state []float64
	for _, method := range []string{"RADAU", "DSTIFF", "ABAM"} {
		o := ran(t, deck, simulate(`end_time="0.1" num_steps="20"`), map[string]string{"integrator_type": method, "integr_tol": "1e-8"})
		x, z := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		if place == nil {
			place, state = x, z
		}
		for i := range x {
			isNear(t, fmt.Sprintf("%s: place in row %d", method, i), x[i], place[i], 1e-4)
			isNear(t, fmt.Sprintf("%s: state in row %d", method, i), z[i], state[i], 1)
		}
	}
}
