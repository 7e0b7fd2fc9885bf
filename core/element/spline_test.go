package element_test

import (
	"fmt"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// A progressive spring: force over deflection.
const spring = `<Reference_Spline id="7">-3 -90 -2 -35 -1 -12 0 0 1 10 2 40 3 110</Reference_Spline>`

// swing is where a mass of 1 on that spring is after 1 s, released at 2: the classical
// Runge-Kutta method with 20000 and 40000 steps, which agree to all digits,
// and the splines from a dense system in rational arithmetic.
var swing = map[string][2]float64{
	"AKISPL": {-1.278155530905, 5.920999756351},
	"CUBSPL": {-1.337433372612, 5.655129818276},
	"FITSPL": {-1.314284653777, 5.773510864687},
	"QUISPL": {-1.306043234021, 5.800596832845},
}

// The integrator's error at these settings is below 1e-6: third derivatives of
// the force jump at the points.
func TestSplineSpring(t *testing.T) {
	for name, want := range swing {
		force := fmt.Sprintf(`<Force_Vector_OneBody id="1" marker_id="30" type="FORCEONLY" fx_expression="-%s(DX(30),0,7)"/>`, name)
		r := simulate(t, tight+ground+point+spring+force+report("DX(30)", "VX(30)"), one, nil)
		r.near(-1, "9.F1", want[0], 2e-6)
		r.near(-1, "9.F2", want[1], 2e-6)
	}
}

// Second derivatives of these splines jump at the points. Adams formulas of high order estimate no error from that where speeds are free.
func TestSplineWithAdams(t *testing.T) {
	for _, name := range []string{"AKISPL", "FITSPL"} {
		force := fmt.Sprintf(`<Force_Vector_OneBody id="1" marker_id="30" type="FORCEONLY" fx_expression="-%s(DX(30),0,7)"/>`, name)
		r := simulate(t, `<Param_Transient integrator_type="ABAM" integr_tol="1e-10" h_max="0.01"/>`+ground+point+spring+force+report("DX(30)", "VX(30)"), one, nil)
		r.near(-1, "9.F1", swing[name][0], 1e-8)
		r.near(-1, "9.F2", swing[name][1], 1e-7)
	}
}

// The same from a routine, whatever it gives as z, which only the step sizes
// of the differenced law set apart.
func TestSplineInRoutine(t *testing.T) {
	for name, want := range swing {
		law := func(f *usersub.Frame, s usersub.State) {
			x, _ := s.SysFnc("DX", []int32{30})
			splines, _ := usersub.As[usersub.Splines](s)
			v, flag := splines.Spline(name, 7, x, 1e300, 0)
			if flag != 0 {
				t.Fatalf("%s: flag %d", name, flag)
			}
			out(f)[0] = -v
		}
		force := `<Force_Vector_OneBody id="1" marker_id="30" type="FORCEONLY" usrsub_dll_name="a" usrsub_fnc_name="law" usrsub_param_string="USER()"/>`
		r := simulate(t, tight+ground+point+spring+force+report("DX(30)", "VX(30)"), one, routines{"law": law})
		r.near(-1, "9.F1", want[0], 2e-6)
		r.near(-1, "9.F2", want[1], 2e-6)
	}
}

// A motion along a spline has its derivatives as speed and acceleration, and so
// has a constraint, in which a variable stands for the spline.
func TestSplineMotion(t *testing.T) {
	slide := `<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>`
	curve := `<Reference_Spline id="3" linear_extrap="TRUE">0 0 0.2 0.3 0.5 0.1 0.7 0.2 1 0.6 1.1 0.4</Reference_Spline>`
	check := report("DZ(20)-QUISPL(TIME,0,3)", "VZ(20)-QUISPL(TIME,0,3,1)", "ACCZ(20)-QUISPL(TIME,0,3,2)", "ACCZ(20)")
	for _, drive := range []string{
		`<Motion_Joint id="1" joint_id="1" expr="QUISPL(TIME,0,3)"/>`,
		`<Reference_Variable id="1" expr="QUISPL(TIME,0,3)"/><Constraint_General id="1" expr="DZ(20)-VARVAL(1)"/>`,
		`<Motion_Joint id="1" joint_id="1" expr="QUISPL(TIME+0*DX(20),0,3)"/>`,
	} {
		r := simulate(t, tight+ground+body+slide+curve+drive+check, one, nil)
		for row := range r.rows {
			for _, col := range []string{"9.F1", "9.F2", "9.F3"} {
				r.near(row, col, 0, 1e-8) // what constr_tol leaves
			}
		}
		if r.at(1, "9.F4") == 0 {
			t.Error("the body does not accelerate")
		}
	}
}

// A surface: y = x z between curves that are straight.
func TestSplineSurface(t *testing.T) {
	surface := `<Reference_Spline id="3" num_z="3" num_x="4"> 0 1 5
 0 0 0 0
 1 0 1 5
 2 0 2 10
 4 0 4 20 </Reference_Spline>`
	r := simulate(t, ground+point+surface+report("AKISPL(3*TIME,1+TIME,3)", "CUBSPL(5,6,3)", "LINSPL(1.5,0.5,3)"), one, nil)
	for row := range r.rows {
		time := r.at(row, "time")
		r.near(row, "9.F1", 3*time*(1+time), 1e-12)
		r.near(row, "9.F2", 30, 1e-12)
		r.near(row, "9.F3", 0.75, 1e-12)
	}
}

// What a routine asks of splines that cannot be answered sets the flag.
func TestSplineRefused(t *testing.T) {
	asked := 0
	law := func(f *usersub.Frame, s usersub.State) {
		splines, _ := usersub.As[usersub.Splines](s)
		for _, q := range []struct {
			name  string
			id    int32
			order int32
		}{{"QUISPL", 8, 0}, {"AKISPL", 9, 0}, {"AKISPL", 7, 3}, {"AKISPL", 7, -1}, {"NOSPL", 7, 0}} {
			asked++
			if v, flag := splines.Spline(q.name, q.id, 1, 0, q.order); flag == 0 || v != 0 {
				t.Errorf("%v: %g, flag %d", q, v, flag)
			}
		}
	}
	short := `<Reference_Spline id="8">0 0 1 1 2 4 3 9</Reference_Spline>`
	force := `<Force_Vector_OneBody id="1" marker_id="30" type="FORCEONLY" usrsub_dll_name="a" usrsub_fnc_name="law" usrsub_param_string="USER()"/>`
	simulate(t, ground+point+spring+short+force, start, routines{"law": law})
	if asked == 0 {
		t.Error("nothing was asked")
	}
}
