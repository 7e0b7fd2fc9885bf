package run

import (
	"math"
	"strings"
	"testing"
)

// TestKink: where a law has a kink there is no derivative: one side counts, with a
// warning that names the equation; a law that is smooth gets none.
func TestKink(t *testing.T) {
	contact := along + slider(1, 1, 1) + `<Force_Scalar_TwoBody id="1" type="Force" i_marker_id="10" j_marker_id="9999" expr="-50*(DX(10)-1)-100*MAX(0,DX(10)-1)"/>`
	x := linearize(t, contact, about, nil)
	if w := strings.Join(x.doc.Warnings, "\n"); !strings.Contains(w, "has no unique derivative") || !strings.Contains(w, "the equation x of Body_Rigid 1") {
		t.Errorf("%q", w)
	}
	w := x.eigenvalues(t)[0][1] * 2 * math.Pi
	if math.Abs(w-math.Sqrt(50)) > 1e-9 && math.Abs(w-math.Sqrt(150)) > 1e-9 {
		t.Errorf("ω² = %g is neither 50 nor 150", w*w)
	}
	smooth := strings.Replace(contact, "MAX(0,DX(10)-1)", "(DX(10)-1)**3", 1)
	if x := linearize(t, smooth, about, nil); len(x.doc.Warnings) > 0 {
		t.Errorf("%q", x.doc.Warnings)
	}
}

// TestForceWithStates: a spring that is a Force_StateEqn with a state that follows the
// displacement: f = -k s, s' = (x - s)/T.
func TestForceWithStates(t *testing.T) {
	const k, lag = 50.0, 0.1
	x := linearize(t, along+slider(1, 1, 1)+`<Reference_Variable id="1" expr="DX(10)-1"/>
<Reference_Array id="1" type="X" num_element="1"/><Reference_Array id="3" type="U" num_element="1">1</Reference_Array>`+
		matrix(1, 1, 1, "-10")+matrix(2, 1, 1, "10")+matrix(3, 6, 1, "-50 0 0 0 0 0")+
		`<Reference_Marker id="95" body_id="9" floating="TRUE"/><Reference_Marker id="96" body_id="9"/>
<Force_StateEqn id="1" type="LINEAR" x_array_id="1" u_array_id="3" num_state="1" a_matrix_id="1" b_matrix_id="2" c_matrix_id="3" i_marker_id="10" j_floating_marker_id="95" ref_marker_id="96"/>`, about, nil)
	_, a := x.rows(t, "A.csv")
	sameMatrix(t, "A", a, [][]float64{{0, 1, 0}, {0, 0, -k}, {1 / lag, 0, -1 / lag}}, 1e-12)
	if s := x.doc.Linear[0].States; s[2] != "Force_StateEqn 1 x1" {
		t.Errorf("%q", s)
	}
}

// TestPenaltyRate: the change of a penalty's damping with the pose is not in the
// iteration matrix; differences make it good. About a point that moves, that of a
// distance d = √(x² + 1) with g = d - 1 and force -P g - P1 g' along it.
func TestPenaltyRate(t *testing.T) {
	const p, p1, x0, v0 = 70.0, 11.0, 0.6, 2.5
	model := ground + `<Reference_Marker id="91" body_id="9" pos_y="-1"/>
<Reference_Marker id="92" body_id="9" a00="0" a10="0" a20="-1" a01="0" a11="1" a21="0" a02="1" a12="0" a22="0"/>
<Body_Rigid id="1" mass="1" cg_id="10" inertia_xx="1" inertia_yy="1" inertia_zz="1" vm_id="90" v_ic_x="2.5"/><Reference_Marker id="10" body_id="1" pos_x="0.6"/>
<Reference_Marker id="11" body_id="1" pos_x="0.6" a00="0" a10="0" a20="-1" a01="0" a11="1" a21="0" a02="1" a12="0" a22="0"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="11" j_marker_id="92"/>
<Force_Penalty id="1" type="EXPRESSION" expr="DM(10,91)-1" penalty="70" penalty1="11"/>`
	acc := func(x, v float64) float64 {
		d := math.Sqrt(x*x + 1)
		return (-p*(d-1) - p1*x*v/d) * x / d
	}
	const h = 1e-3
	slope := func(f func(float64) float64) float64 {
		c := func(h float64) float64 { return (f(h) - f(-h)) / (2 * h) }
		return (4*c(h/2) - c(h)) / 3
	}
	x := linearize(t, model, about, nil)
	_, a := x.rows(t, "A.csv")
	sameMatrix(t, "A", a, [][]float64{{0, 1}, {slope(func(e float64) float64 { return acc(x0+e, v0) }), slope(func(e float64) float64 { return acc(x0, v0+e) })}}, 1e-8)
}
