package run

import (
	"fmt"
	"math"
	"testing"
)

// TestBalanceOfLongSteps: a free mass under a force of 60 Hz, whose ripple is 0.1 mm, and of 900 Hz. All methods that control errors are right to
// 1e-3 of the travel at their defaults, and close the energy balance to 1e-2 without a word: DOP853 takes a third of a period in a step, where the
// power inside has to come from its dense output.
func TestBalanceOfLongSteps(t *testing.T) {
	for _, c := range []struct{ hertz, end float64 }{{60, 1}, {900, 0.05}} {
		w := 2 * math.Pi * c.hertz
		model := lone + fmt.Sprintf(`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="%.17g*SIN(%.17g*TIME)" fy_expression="0" fz_expression="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, 1e-4*w*w, w)
		for _, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "RADAU", "DOP853", "ABAM", "AUTO", "HHT", "NEWMARK"} {
			for _, interpolate := range []string{"FALSE", "TRUE"} {
				name := fmt.Sprintf("%s at %g Hz, interpolation %s", method, c.hertz, interpolate)
				o := carryOut(t, buildText(t, model+fmt.Sprintf(`<Param_Transient integrator_type="%s" dae_interpolation="%s"/>`, method, interpolate), simulate(fmt.Sprintf(`end_time="%g" num_steps="20"`, c.end))), Options{})
				if o.err != nil {
					t.Fatal(name, o.err)
				}
				travel := 1e-4 * w * c.end
				for k, time := range o.tab.of(t, "time") {
					near(t, fmt.Sprintf("%s: x at %g", name, time), o.tab.of(t, "1.F1")[k], 1e-4*(w*time-math.Sin(w*time)), 1e-3*travel)
				}
				if d := o.doc.EnergyDrift; d == nil || !(*d < driftLimit) || len(o.doc.Warnings) > 0 {
					t.Errorf("%s: energy drift %.3g, warnings %q", name, *d, o.doc.Warnings)
				}
			}
		}
	}
}
