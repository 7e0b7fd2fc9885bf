package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// linedUp is a parallelogram of two cranks of 1 m and a coupler of 2 m, all along x, of 1 kg each. The cranks turn at
// w1 and w2 and the tips of the coupler go with them.
func linedUp(w1, w2 float64) string {
	bar := func(id int, from, to, v, w float64) string {
		return fmt.Sprintf(`<Body_Rigid id="%[1]d" mass="1" cg_id="%[1]d0" inertia_xx="0.01" inertia_yy="0.1" inertia_zz="0.1" v_ic_y="%[4]g" w_ic_z="%[5]g"/>
<Reference_Marker id="%[1]d0" body_id="%[1]d" pos_x="%[6]g"/><Reference_Marker id="%[1]d1" body_id="%[1]d" pos_x="%[2]g"/><Reference_Marker id="%[1]d2" body_id="%[1]d" pos_x="%[3]g"/>`,
			id, from, to, v, w, (from+to)/2)
	}
	return `<Force_Gravity grav_y="-9.81"/>` + floor + `<Reference_Marker id="2" body_id="1" pos_x="2"/>` +
		bar(2, 0, 1, w1/2, w1) + bar(3, 2, 3, w2/2, w2) + bar(4, 1, 3, (w1+w2)/2, (w2-w1)/2) + `
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="2"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="41" j_marker_id="22"/><Constraint_Joint id="4" type="INLINE" i_marker_id="42" j_marker_id="32"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,1)" expr2="AZ(31,2)" expr3="DX(42,32)" expr4="JOINT(1,0,3)"/>`
}

// TestSingularStartByVelocity: all bars of a parallelogram lie in a line, from where it may move as a parallelogram or
// crossed. The speeds report which: with equal ones the cranks stay parallel, and turn as one body on a
// hinge, (2 (0.1 + 1/4) + 1) a = -2 g cos(angle) (by Runge's and Kutta's method here).
func TestSingularStartByVelocity(t *testing.T) {
	const w = 6.0
	angle, speed, h := 0.0, w, 1e-4
	for range 3000 {
		f := func(x float64) float64 { return -2 * 9.81 * math.Cos(x) / 1.7 }
		k1, l1 := speed, f(angle)
		k2, l2 := speed+h/2*l1, f(angle+h/2*k1)
		k3, l3 := speed+h/2*l2, f(angle+h/2*k2)
		k4, l4 := speed+h*l3, f(angle+h*k3)
		angle, speed = angle+h/6*(k1+2*k2+2*k3+k4), speed+h/6*(l1+2*l2+2*l3+l4)
	}
	for _, method := range []string{`"DSTIFF" integr_rel_tol="1"`, `"ABAM"`} {
		o := ranTo(t, `<Param_Transient integrator_type=`+method+` integr_tol="1e-5"/>`+linedUp(w, w), `end_time="0.3" num_steps="30"`)
		one, two := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		last := len(one) - 1
		// the start is 1e-4 rad ahead, the tolerance 1e-5
		if math.Abs(one[last]-angle) > 3e-4 || math.Abs(two[last]-one[last]) > 1e-6 {
			t.Errorf("%s: the cranks are at %.6g and %.6g rad, want %.6g", method, one[last], two[last], angle)
		}
		if said := strings.Join(o.doc.Warnings, "\n"); !strings.Contains(said, "the configuration at the start is singular: Constraint_Joint") {
			t.Errorf("%s: %s", method, said)
		}
	}
}

// TestSingularStartAtRest: without speeds no branch is named.
func TestSingularStartAtRest(t *testing.T) {
	o := carryOut(t, buildText(t, linedUp(0, 0), simulate(`end_time="0.3" num_steps="30"`)), Options{})
	if o.doc.ExitCode != 6 || !strings.Contains(o.doc.Error.Message, "initial velocities") || !strings.Contains(o.doc.Error.Element, "Constraint_Joint") {
		t.Errorf("code %d: %+v", o.doc.ExitCode, o.doc.Error)
	}
}

// TestSingularStartCrossed: the other branch. Of tips at 1 and 3 with cranks of 1 and a coupler of 2 between them,
// 2 (w1² - w2²) + (w2 - w1)² = 0 to second order, so that w2 = w1 or w2 = -3 w1. Energy is kept and
// the tips stay 2 apart, which the parallelogram does too, but the cranks turn against each other.
func TestSingularStartCrossed(t *testing.T) {
	o := ranTo(t, `<Param_Transient integr_tol="1e-6"/>`+linedUp(2, -6), `end_time="0.05" num_steps="10"`)
	one, two := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
	for i := 1; i < len(one); i++ {
		dx, dy := 2+math.Cos(two[i])-math.Cos(one[i]), math.Sin(two[i])-math.Sin(one[i])
		if d := math.Hypot(dx, dy) - 2; math.Abs(d) > 1e-8 || one[i]*two[i] > -2.5*one[i]*one[i] {
			t.Errorf("the cranks are at %.6g and %.6g rad, their tips %.3g off", one[i], two[i], d)
		}
	}
	if d := *o.doc.EnergyDrift; d > 1e-4 {
		t.Errorf("the energy drifts by %g", d)
	}
}

// TestSingularStartBetween: speeds that satisfy the constraints at the pose and are those of neither branch.
func TestSingularStartBetween(t *testing.T) {
	o := carryOut(t, buildText(t, linedUp(2, -1), simulate(`end_time="0.05" num_steps="10"`)), Options{})
	if o.doc.ExitCode != 6 || !strings.Contains(o.doc.Error.Message, "start beside it") {
		t.Errorf("code %d: %+v", o.doc.ExitCode, o.doc.Error)
	}
}
