package run

import (
	"fmt"
	"math"
	"testing"
)

// TestReportedDelayOfUnforeseenRows: rows of a second analysis look back into the first, and a sensor writes a row at a time that nobody
// knew before. Their values are those of the closed form, as where all times of rows are known.
func TestReportedDelayOfUnforeseenRows(t *testing.T) {
	sensor := `<Sensor_Event id="1" compare="GE" expr="TIME" value="0.0513" error_tol="1e-9" print="TRUE"/>`
	for _, c := range []struct {
		name, more string
		commands   []string
	}{
		{"one analysis", "", []string{`end_time="0.06" print_interval="0.01"`}},
		{"times given", "", []string{`end_time="0.06" num_steps="7"`}},
		{"two analyses", "", []string{`end_time="0.03" print_interval="0.01"`, `end_time="0.06" print_interval="0.01"`}},
		{"rows by steps", "", []string{`end_time="0.06" print_increment="3"`}},
		{"a sensor", sensor, []string{`end_time="0.06" print_interval="0.01"`}},
	} {
		for method, interpolate := range map[string]string{"DSTIFF": "TRUE", "DOP853": "FALSE"} {
			name := fmt.Sprintf("%s, %s, interpolation %s", c.name, method, interpolate)
			o := carryOut(t, buildText(t, jerkModel+c.more+`<Post_Request id="1" type="EXPRESSION" expr1="DELAY(VARVAL(1),0.03,0)" expr2="DELAY(DELAY(DZ(21,2,2),0.005,7),0.013,8)"/>`+
				fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-6" h_max="0.004" dae_interpolation="%s"/>`, method, interpolate), simulate(c.commands...)), Options{})
			if o.err != nil {
				t.Fatal(name, o.err)
			}
			sensed := false
			for k, time := range o.tab.of(t, "time") {
				a, z := 0.0, 8.0 // what the deck gives before the start
				if time >= 0.03 {
					a = -0.072 * math.Sin(3*(time-0.03))
				}
				if time >= 0.018 {
					z = 0.008 * math.Sin(3*(time-0.018))
				} else if time >= 0.013 {
					z = 7
				}
				near(t, fmt.Sprintf("%s: acceleration at %g", name, time), o.tab.of(t, "1.F1")[k], a, 1e-6)
				near(t, fmt.Sprintf("%s: place at %g", name, time), o.tab.of(t, "1.F2")[k], z, 1e-8)
				sensed = sensed || math.Abs(time-0.0513) < 1e-6
			}
			if c.more != "" && !sensed {
				t.Errorf("%s: the sensor has written no row", name)
			}
		}
	}
}
