package run

import (
	"math"
	"testing"
)

// TestManySteps: a vibration of 400 periods at default settings. The errors of BDF are of one sign; they add up to less than in
// proportion to the number of steps (1.5e-7 then).
func TestManySteps(t *testing.T) {
	model := lone + `<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="-(2*PI)**2*DX(20)-SIN(4*PI*TIME)" fy_expression="0" fz_expression="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`
	for _, method := range []string{"DSTIFF", "VSTIFF"} {
		o := ranTo(t, model+`<Param_Transient integrator_type="`+method+`"/>`, `end_time="400" num_steps="40"`)
		x, most := o.tab.of(t, "1.F1"), 0.0
		for k, time := range o.tab.of(t, "time") {
			w := 2 * math.Pi
			most = max(most, math.Abs(x[k]-(math.Sin(2*w*time)-2*math.Sin(w*time))/(3*w*w)))
		}
		t.Logf("%s: off by %.3g, %d steps", method, most, o.doc.Steps)
		if most > 1.1e-7 || o.doc.Steps > 90000 {
			t.Errorf("%s: off by %.3g, with %d steps", method, most, o.doc.Steps)
		}
	}
}
