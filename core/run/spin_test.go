package run

import (
	"fmt"
	"math"
	"testing"
)

// spinning is a free body with moments a, b, b whose spin about its first axis is w and which tumbles besides; torque acts about that axis.
func spinning(method, settings, moment, torque string) string {
	return fmt.Sprintf(`<Param_Transient integrator_type="%s" %s/>`+floor+`
<Body_Rigid id="2" mass="900" cg_id="20" inertia_xx="93" inertia_yy="211" inertia_zz="%s" w_ic_x="110" w_ic_y="11" w_ic_z="-7"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="1" type="TorqueOnly" i_marker_id="20" ref_marker_id="20" tx_expression="%s" ty_expression="0" tz_expression="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="WX(20,1,20)" expr2="WY(20,1,20)"/>`, method, settings, moment, torque)
}

// TestSpinOfTop: without a torque about the axis of symmetry the spin of a tumbling body is constant to rounding, with every method and at every
// tolerance. Formulas along fixed axes let it grow with each step.
func TestSpinOfTop(t *testing.T) {
	for _, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "RADAU", "ABAM", "AUTO", "DOP853", "HHT", "NEWMARK"} {
		for _, settings := range []string{"", `integr_tol="1e-4"`} {
			o := ranTo(t, spinning(method, settings, "211", "0"), `end_time="0.2" num_steps="20"`)
			for i, w := range o.tab.of(t, "1.F1") {
				if math.Abs(w-110) > 1e-11*110 {
					t.Errorf("%s %s: row %d: the spin is off by %.3g of it", method, settings, i, w/110-1)
				}
			}
		}
	}
}

// TestSpinUnderTorque: a torque about the axis, however small, changes the spin by its impulse.
func TestSpinUnderTorque(t *testing.T) {
	const end = 0.2
	for _, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "RADAU", "ABAM", "AUTO", "DOP853", "HHT"} {
		for _, size := range []float64{1e-6, 1e-3, 1, 1e3} {
			o := ranTo(t, spinning(method, "", "211", fmt.Sprintf("%g*sin(40*time)", size)), `end_time="0.2" num_steps="20"`)
			w, most := o.tab.of(t, "1.F1"), size/93/40*2
			for i := range w {
				want := size / 93 / 40 * (1 - math.Cos(40*end*float64(i)/20))
				if off := math.Abs(w[i] - 110 - want); off > 1e-2*most+1e-9*110 {
					t.Errorf("%s, %g Nm: row %d: the spin is off by %.3g of %.3g", method, size, i, off, most)
				}
			}
		}
	}
}

// TestSpinOfUnevenBody: moments that differ make the spin a motion of its own, which agrees between methods to a part of itself.
func TestSpinOfUnevenBody(t *testing.T) {
	spin := func(method, settings string) []float64 {
		return ranTo(t, spinning(method, settings, "211.00211", "0"), `end_time="0.2" num_steps="20"`).tab.of(t, "1.F1")
	}
	want := spin("DOP853", `integr_tol="1e-9"`)
	for _, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "RADAU", "ABAM", "AUTO"} {
		got, most := spin(method, ""), 0.0
		for i := range got {
			most = max(most, math.Abs(got[i]-want[i]))
		}
		if t.Logf("%s: off by %.2g", method, most); most > 3e-5 {
			t.Errorf("%s: off by %.3g rad/s", method, most)
		}
	}
}
