package run

import (
	"path/filepath"
	"testing"
)

// TestReportsKeepMatrix: a report needs no partials of laws, and mostly no factorization: the
// slider-crank takes 1005 steps to 1000 outputs.
func TestReportsKeepMatrix(t *testing.T) {
	o := carryOut(t, build(t, filepath.Join(examples, "slider-crank", "slider-crank.xml")), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if d := o.doc; d.Steps < 1000 || d.Jacobians > 100 || d.Factorizations > 700 || d.Evaluations > 6*d.Steps {
		t.Errorf("%d steps, %d evaluations, %d partials, %d factorizations", d.Steps, d.Evaluations, d.Jacobians, d.Factorizations)
	}
}

// TestReportsOnRows: what is reported satisfies the constraints and their rates, between steps too.
// The steps that tolerance allows are long: before they were moved onto the rows interpolated
// points were off by 2e-5 m, and rates in index 3 by 4e-4 m/s.
func TestReportsOnRows(t *testing.T) {
	const swinging = `<Force_Gravity grav_y="-9.81"/>` + floor + `
<Body_Point id="1" cg_id="10" mass="1"/><Reference_Marker id="10" body_id="1" body_type="PointBody" pos_x="1"/>
<Constraint_General id="1" i_marker_id="10" function="DM(10,1)-1" expr="DM(10,1)-1"/>
<Post_Request id="1" type="EXPRESSION" expr1="DM(10,1)-1" expr2="VR(10,1)" expr3="(VX(10)**2+VY(10)**2)/2+9.81*DY(10)" expr4="ACCX(10)*DX(10)+ACCY(10)*DY(10)+VX(10)**2+VY(10)**2"/>`
	for _, method := range []string{"DSTIFF", "VSTIFF", "ABAM", "HHT", "RADAU", "DOP853"} {
		for _, steps := range []string{`h_max="1" dae_interpolation="TRUE"`, ``} {
			o := ranTo(t, `<Param_Transient integrator_type="`+method+`" `+steps+`/>`+swinging, `end_time="5." num_steps="500"`)
			for k, bound := range []float64{1e-10, 1e-9, 0.1, 1e-8} { // the row, its rate, the energy (0.3 % of 29 J) and its second rate
				if d := largest(o.tab.of(t, "1.F"+string(rune('1'+k)))); !(d <= bound) {
					t.Errorf("%s %s: column %d is off by %.2g", method, steps, k+1, d)
				}
			}
			if v := o.doc.ConstraintViolation; !(v <= 1e-10) {
				t.Errorf("%s %s: constraint_violation %.2g", method, steps, v)
			}
		}
	}
}
