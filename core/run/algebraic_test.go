package run

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
)

// TestAlgebraicOfReactions: algebraic unknowns and states that follow reactions, alone and in forces, one of 40,000 times its scale. All methods
// end and agree, also at tolerances where what the unknowns are off by is rounding of accelerations: at the start of a Newton iteration they may be
// nearer to the solution than accelerations are.
func TestAlgebraicOfReactions(t *testing.T) {
	pendulum := `<Force_Gravity grav_y="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="20" body_id="2" pos_x="1"/><Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/>`
	second := `<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="30" body_id="3" pos_x="3"/><Reference_Marker id="31" body_id="3" pos_x="2"/>
<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="22"/>`
	friction := `<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="21" j_marker_id="1" val_expression="-0.01*WZ(21,1)*VARVAL(1)"/>`
	variable := func(id int, expr string) string {
		return fmt.Sprintf(`<Reference_Variable id="%d" implicit="TRUE" expr="%s"/>`, id, expr)
	}
	methods := map[string][]string{
		"RADAU": {"1e-5"}, "DSTIFF": {"1e-3", "1e-7"}, "VSTIFF": {"1e-3", "1e-5", "1e-7", "1e-9"}, "MSTIFF": {"1e-3", "1e-5", "1e-7", "1e-9"},
		"DOP853": {"1e-3", "1e-7"}, "ABAM": {"1e-3", "1e-9"}, "HHT": {"1e-3"}, "NEWMARK": {"1e-3"},
	}
	for n, c := range []struct{ name, text, y string }{
		{"a variable", variable(1, "JOINT(1,0,1,0)") + friction, "VARVAL(1)"},
		{"a large variable", variable(1, "1000*JOINT(1,0,1,0)"), "VARVAL(1)"},
		{"two variables", second + variable(1, "JOINT(1,0,1,0)") + variable(2, "JOINT(2,0,1,0)+0.1*VARVAL(1)") +
			`<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="31" j_marker_id="22" val_expression="-0.05*WZ(31,22)*VARVAL(2)"/>`, "VARVAL(2)"},
		{"a fast state", `<Control_Diff id="1" is_implicit="TRUE" expr="0.001*DIF1(1)+DIF(1)-JOINT(1,0,1,0)"/>`, "DIF(1)"},
		{"a rate", `<Control_Diff id="1" is_implicit="TRUE" expr="DIF1(1)-JOINT(1,0,1,0)"/>` + variable(1, "DIF1(1)") + friction, "VARVAL(1)"},
		{"an acceleration", variable(1, "ACCY(20)") + `<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="21" j_marker_id="1" val_expression="-0.1*VARVAL(1)"/>`, "VARVAL(1)"},
	} {
		run := func(method, tol string) (y, z float64, steps int) {
			o := carryOut(t, buildText(t, pendulum+c.text+fmt.Sprintf(`<Post_Request id="1" type="EXPRESSION" expr1="%s" expr2="DY(20)"/><Param_Transient integrator_type="%s" integr_tol="%s"/>`, c.y, method, tol),
				simulate(`end_time="1" num_steps="10"`)), Options{})
			if o.err != nil {
				t.Errorf("%s, %s at %s: %v", c.name, method, tol, o.err)
				return math.NaN(), math.NaN(), 0
			}
			return o.tab.of(t, "1.F1")[10], o.tab.of(t, "1.F2")[10], o.doc.Steps
		}
		wantY, wantZ, _ := run("RADAU", "1e-9")
		for k, method := range slices.Sorted(maps.Keys(methods)) {
			for i, tol := range methods[method] {
				if !long && (i > 0 || (n+k)%3 != 0) {
					continue
				}
				y, z, steps := run(method, tol)
				near(t, fmt.Sprintf("%s, %s at %s: y", c.name, method, tol), y, wantY, 1e-4*math.Abs(wantY))
				near(t, fmt.Sprintf("%s, %s at %s: height", c.name, method, tol), z, wantZ, 1e-5)
				t.Logf("%s, %s at %s: %d steps, y off by %.2g", c.name, method, tol, steps, y/wantY-1)
			}
		}
	}
}
