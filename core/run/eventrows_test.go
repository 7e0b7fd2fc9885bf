package run

import (
	"fmt"
	"testing"
)

// TestRowsBeforeAnEvent: rows that are interpolated between the start of a step and a sensor's event are of the motion, with every
// method: free fall from 1 m, a sensor after 0.4 s, a step that would be 1 s long.
func TestRowsBeforeAnEvent(t *testing.T) {
	for _, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "AUTO", "RADAU", "DOP853", "HHT", "NEWMARK"} {
		o := carryOut(t, buildText(t, lone+`<Force_Gravity id="1" grav_z="-9.81"/><Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="VZ(20)" expr3="ACCZ(20)"/>
<Sensor_Event id="1" expr="DZ(20)" compare="LE" value="-0.7848" error_tol="1e-9" print="TRUE"/>`+
			fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-8" h_max="1" dae_interpolation="TRUE"/>`, method), simulate(`end_time="0.5" num_steps="50"`)), Options{})
		if o.err != nil {
			t.Fatal(method, o.err)
		}
		within := 1e-9
		if method == "HHT" || method == "NEWMARK" {
			within = 1e-6
		}
		for k, time := range o.tab.of(t, "time") {
			near(t, fmt.Sprintf("%s: z(%g)", method, time), o.tab.of(t, "1.F1")[k], -9.81/2*time*time, within)
			near(t, fmt.Sprintf("%s: vz(%g)", method, time), o.tab.of(t, "1.F2")[k], -9.81*time, 10*within)
			near(t, fmt.Sprintf("%s: az(%g)", method, time), o.tab.of(t, "1.F3")[k], -9.81, 1e-9)
		}
	}
}
