package run

import (
	"math"
	"testing"
)

// TestSmallForces: a force that is almost 0 for long, and one of 1e-170 N, pass with every method that controls errors: squares of errors
// below 1e-160 are no numbers that a step may be judged by.
func TestSmallForces(t *testing.T) {
	for _, method := range []string{"DSTIFF", "ABAM", "HHT", "NEWMARK", "VSTIFF", "MSTIFF", "RADAU", "DOP853"} {
		for force, want := range map[string]float64{"EXP(-((TIME-5)/0.15)**2)": 0, "1e-170*TIME": 0.5e-170 * 16 / 2} {
			o := carryOut(t, buildText(t, lone+`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="`+force+`" fy_expression="0" fz_expression="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="VX(20)"/><Param_Transient integrator_type="`+method+`"/>`, simulate(`end_time="4" num_steps="40"`)), Options{})
			if o.err != nil {
				t.Errorf("%s, %s: %v", method, force, o.err)
				continue
			}
			if v := o.tab.of(t, "1.F1"); math.Abs(v[len(v)-1]-want) > 1e-9 {
				t.Errorf("%s, %s: the speed is %g", method, force, v[len(v)-1])
			}
		}
	}
}
