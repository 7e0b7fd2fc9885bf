package run

import (
	"fmt"
	"math"
	"testing"
)

// jerkModel is a body of 3.5 kg on a bushing, moved along z by 8 sin 3t mm, and a variable with its acceleration.
const jerkModel = `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_x="0.018" pos_y="-0.043" pos_z="-0.049"/>
<Body_Rigid id="2" cg_id="20" mass="3.5" inertia_xx="0.0077" inertia_yy="0.0074" inertia_zz="0.0025"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_x="0.018" pos_y="-0.043" pos_z="-0.049"/>
<Motion_Marker id="1" i_marker_id="21" j_marker_id="2" type="EXPRESSION" expr="0.008*SIN(3*TIME)" val_type="D" direction="Z"/>
<Force_Bushing id="1" i_marker_id="20" j_marker_id="1" kx="50000" ky="50000" ktx="1e3" kty="1e3" ktz="1e3" cx="250" cy="250" ctx="1" cty="1"/>
<Reference_Variable id="1" expr="ACCZ(21,2,2,2)"/>`

// TestReportedDelayCostsNoSteps: a request of the jerk, as the difference of an acceleration and what it was 1 ms ago, is looked
// up. Steps and evaluations are those of the same model without it, but for those at the times that are looked up, and the
// solution is the same to the last digit.
func TestReportedDelayCostsNoSteps(t *testing.T) {
	for _, method := range []string{"DSTIFF", "RADAU", "DOP853", "ABAM", "AUTO", "MSTIFF", "HHT"} {
		for _, more := range []string{"", ` dae_interpolation="TRUE"`} {
			run := func(request string) outcome {
				o := carryOut(t, buildText(t, jerkModel+`<Post_Request id="1" type="EXPRESSION" expr1="DZ(21,2,2)" expr2="DX(20)" expr3="ACCZ(21,2,2,2)" `+request+`/>`+
					fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-6" h_max="0.004"%s/>`, method, more), simulate(`end_time="0.1" print_interval="0.01"`)), Options{})
				if o.err != nil {
					t.Fatal(method, o.err)
				}
				return o
			}
			plain := run("")
			with := run(`expr4="(VARVAL(1)-DELAY(VARVAL(1),0.001,0))/0.001" expr5="DELAY(DELAY(DZ(21,2,2),0.0005,0),0.0005,0)"`)
			if with.doc.Steps > plain.doc.Steps+plain.doc.Steps/10 {
				t.Errorf("%s%s: %d steps, %d without the request", method, more, with.doc.Steps, plain.doc.Steps)
			}
			t.Logf("%s%s: %d evaluations, %d without the request", method, more, with.doc.Evaluations, plain.doc.Evaluations)
			if float64(with.doc.Evaluations) > 1.2*float64(plain.doc.Evaluations) {
				t.Errorf("%s%s: %d evaluations, %d without the request", method, more, with.doc.Evaluations, plain.doc.Evaluations)
			}
			for k, time := range with.tab.of(t, "time") {
				if time == 0 {
					continue
				}
				a := func(t float64) float64 { return -0.072 * math.Sin(3*t) }
				near(t, fmt.Sprintf("%s%s: jerk at %g", method, more, time), with.tab.of(t, "1.F4")[k], (a(time)-a(time-0.001))/0.001, 1e-6)
				near(t, fmt.Sprintf("%s%s: earlier place at %g", method, more, time), with.tab.of(t, "1.F5")[k], 0.008*math.Sin(3*(time-0.001)), 1e-8)
				near(t, fmt.Sprintf("%s%s: x at %g", method, more, time), with.tab.of(t, "1.F2")[k], plain.tab.of(t, "1.F2")[k], 1e-9)
			}
		}
	}
}

// TestDelayOfAcceleration: x” = -100 x - x' + 10 sin 7t - x”(t - 0.01)/2, which is of neutral type. Accelerations of interpolants that
// do not meet at the ends of steps are no jumps: the steps do not get shorter and shorter. Methods agree.
func TestDelayOfAcceleration(t *testing.T) {
	model := lone + `<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="-100*DX(20)-VX(20)+10*SIN(7*TIME)-0.5*DELAY(ACCX(20),0.01,0)" fy_expression="-100*DY(20)" fz_expression="-100*DZ(20)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`
	for method, within := range map[string]float64{"DSTIFF": 2e-6, "RADAU": 1e-8, "DOP853": 1e-8, "ABAM": 3e-7, "MSTIFF": 1e-6} {
		o := carryOut(t, buildText(t, model+fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-6" h_max="0.01"/>`, method), simulate(`end_time="2" num_steps="20"`)), Options{})
		if o.err != nil {
			t.Fatal(method, o.err)
		}
		x := o.tab.of(t, "1.F1")
		near(t, method, x[len(x)-1], 0.34794775463, within)
		if o.doc.Steps > 800 {
			t.Errorf("%s: %d steps", method, o.doc.Steps)
		}
	}
}
