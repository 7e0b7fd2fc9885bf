package run

import (
	"strings"
	"testing"
)

// cartAndPole is a pole of length 0.5 with a mass at its end, on a cart that a force (variable 1) pushes along x.
const cartAndPole = `<Param_Transient integrator_type="%" integr_tol="1e-3"/><Force_Gravity grav_y="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1" zp_x="1"/>
<Body_Rigid id="2" label="cart" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" zp_x="1"/>
<Body_Rigid id="3" label="pole" cg_id="30" mass="0.1" inertia_xx="1e-4" inertia_yy="1e-4" inertia_zz="1e-4"/><Reference_Marker id="30" body_id="3" pos_y="0.5"/><Reference_Marker id="31" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="20"/>
<Reference_Variable id="1" label="force" expr="0"/><Reference_Variable id="2" label="place" expr="DX(20)"/><Reference_Variable id="3" label="angle" expr="AZ(31,20)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="1"/><Control_PlantOutput id="1" num_element="2" variable_id_list="2,3"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="20" fx_expression="VARVAL(1)" fy_expression="0" fz_expression="0"/>`

// BenchmarkStepped is a step of 0.02 s whose input changes.
func BenchmarkStepped(b *testing.B) {
	for _, method := range []string{"default", "AUTO", "ABAM", "DOP853", "RADAU", "HHT", "RK4"} {
		b.Run(method, func(b *testing.B) {
			named := method
			if method == "default" {
				method, named = "AUTO", ""
			}
			s := stepped(b, strings.Replace(cartAndPole, "%", method, 1), "", SteppedOptions{Outputs: []string{"place", "angle"}, Integrator: named})
			y, u := make([]float64, 2), make([]float64, 1)
			b.ReportAllocs()
			k, steps := 0, 0
			for b.Loop() {
				u[0] = 0.01 * float64(k%2)
				if err := s.Step(b.Context(), 0.02, u); err != nil {
					b.Fatal(err)
				}
				if err := s.ReadOutputs(y); err != nil {
					b.Fatal(err)
				}
				if k++; k%100 == 0 {
					steps += s.r.stepper.method.Stats().Evaluations
					if err := s.Reset(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(steps)/float64(k/100*100), "evaluations/op")
		})
	}
}
