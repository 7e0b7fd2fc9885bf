package run

import (
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
