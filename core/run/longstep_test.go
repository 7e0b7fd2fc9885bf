package run

import (
	"fmt"
	"math"
	"testing"
)

// TestRowsOfLongSteps: a screw in free fall and a wheel under a steady torque, with steps as long as they like: HHT and NEWMARK
// follow a steady acceleration exactly, and so do rows between steps, and the count of turns.
func TestRowsOfLongSteps(t *testing.T) {
	const torque = 40.0
	lead := 1 / (2 * math.Pi)
	alpha := -9.81 * 2 / (2 + 1/(lead*lead)) / lead
	for _, method := range []string{"HHT", "NEWMARK"} {
		for _, tol := range []string{"1E-3", "1E-6"} {
			model := fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="%s" dae_interpolation="TRUE" h_max="1"/>`, method, tol) + `
<Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="1"/>
<Constraint_Joint id="1" type="SCREW" i_marker_id="20" j_marker_id="1" pitch="1"/>
<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3"/><Reference_Marker id="32" body_id="3" pos_x="1"/>
<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="1"/>
<Force_Vector_OneBody id="1" type="TORQUEONLY" marker_id="30" ref_marker_id="1" tz_expression="40"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="AZ(20,1)" expr3="DX(22)" expr4="AZ(30,1)" expr5="DY(32)"/>`
			o := carryOut(t, buildText(t, model, simulate(`end_time="2." num_steps="50"`)), Options{})
			if o.err != nil {
				t.Fatal(o.err)
			}
			t.Logf("%s at %s: %d steps", method, tol, o.doc.Steps)
			for i := range 51 {
				at := float64(i) * 0.04
				a, b := alpha*at*at/2, torque*at*at/2
				for k, want := range []float64{lead * a, a, math.Cos(a), b, math.Sin(b)} {
					if got := o.tab.of(t, fmt.Sprintf("1.F%d", k+1))[i]; math.Abs(got-want) > 1e-9 {
						t.Fatalf("%s at %s: F%d at %g is %.12g, want %.12g", method, tol, k+1, at, got, want)
					}
				}
			}
		}
	}
}
