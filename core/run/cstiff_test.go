package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestConstantStepsReached: with h_max as long as the run CSTIFF only starts, and says so.
func TestConstantStepsReached(t *testing.T) {
	for most, want := range map[string]bool{"1.": true, "0.01": false} {
		model := `<Param_Transient integrator_type="CSTIFF" integr_tol="1E-2" h_max="` + most + `" dae_interpolation="TRUE"/>
<Force_Gravity grav_z="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>`
		o := carryOut(t, buildText(t, model, simulate(`end_time="1." num_steps="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		if said := strings.Contains(strings.Join(o.doc.Warnings, "\n"), "did not come to its constant steps"); said != want {
			t.Errorf("h_max %s: warnings %q", most, o.doc.Warnings)
		}
	}
}

// TestConstantStepsHideForce: a force of 900 Hz is zero at the ends of all steps of 10 ms, and in the middle of each. The speed that it makes is missed,
// and CSTIFF warns of that; with steps of 20 to a period it is right and silent, as it is with forces of 5 Hz.
func TestConstantStepsHideForce(t *testing.T) {
	for _, c := range []struct {
		hertz, most float64
		warns       bool
	}{{900, 0.01, true}, {900, 1. / 18000, false}, {5, 0.01, false}, {0, 0.01, false}} {
		w := 2 * math.Pi * c.hertz
		model := lone + fmt.Sprintf(`<Param_Transient integrator_type="CSTIFF" h_max="%.17g"/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="1+SIN(%.17g*TIME)" fy_expression="0" fz_expression="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, c.most, w)
		if c.warns {
			model = strings.Replace(model, "1+SIN", "100*SIN", 1)
		}
		o := carryOut(t, buildText(t, model, simulate(`end_time="0.2" num_steps="20"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		warned := strings.Contains(strings.Join(o.doc.Warnings, "\n"), "forces change within the steps of 0.01")
		if warned != c.warns || len(o.doc.Warnings) > 0 != c.warns {
			t.Errorf("%g Hz, steps of %.3g: warnings %q", c.hertz, c.most, o.doc.Warnings)
		}
	}
}
