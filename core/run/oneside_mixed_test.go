package run

import (
	"fmt"
	"math"
	"testing"
)

// TestSmoothAndNonsmooth: a ball that bounces with e = 0.5 from 1 m, and comes to rest on the floor, by a smooth method up to a time and by NSC from then on, and the
// other way round, is where the closed form has it.
func TestSmoothAndNonsmooth(t *testing.T) {
	model := drops + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="1"/>
<Constraint_General id="3" expr="-DZ(20)" i_marker_id="20" unilateral="TRUE" restitution_coef="0.5"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="GCON(3,0,4,0)"/>`
	one := func(method string) string {
		return fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-8" h_max="0.0005"/>`, method)
	}
	g, t0 := 9.81, math.Sqrt(2/9.81)
	height := func(time float64) float64 {
		if time < t0 {
			return 1 - g*time*time/2
		}
		time -= t0
		for v := g * t0 / 2; v > 1e-6; v /= 2 {
			if time < 2*v/g {
				return v*time - g*time*time/2
			}
			time -= 2 * v / g
		}
		return 0
	}
	for i, change := range []float64{0.4, 0.7, 1.1, 1.33, 1.6} {
		for k, pair := range [][2]string{{"DSTIFF", "NSC"}, {"NSC", "DSTIFF"}, {"NSC", "DOP853"}, {"HHT", "NSC"}} {
			if leftOut(t, i+k, 3) {
				continue
			}
			o := carryOut(t, buildText(t, model, one(pair[0])+simulate(fmt.Sprintf(`end_time="%g" num_steps="10"`, change))+one(pair[1])+simulate(`end_time="2" num_steps="20"`)), Options{})
			if o.err != nil {
				t.Fatal(change, pair, o.err)
			}
			for k, time := range o.tab.of(t, "time") {
				near(t, fmt.Sprint(pair, " from ", change, ": height at ", time), o.tab.of(t, "1.F1")[k], height(time), 4e-3)
				if time > 1.5 { // it rests
					near(t, fmt.Sprint(pair, " from ", change, ": load at ", time), o.tab.of(t, "1.F2")[k], 2*g, 1e-3)
				}
			}
		}
	}
}

// TestStopsWithDryFriction: a block of 2 kg on a rail with μ = 0.5 (N = m g) and a stop at 0.3 with e = 0.5, that begins with 2.5 m/s: it slips up to
// the stop, is thrown back with half the speed and comes to rest at 0.3 - v²/(2 μ g), v² = (2.5² - 2·0.3 μ g)/4. By rows of friction in smooth methods and NSC.
func TestStopsWithDryFriction(t *testing.T) {
	const mu, g = 0.5, 9.81
	v2 := (2.5*2.5 - 2*0.3*mu*g) / 4
	for _, f := range []struct {
		method string
		tol    float64
	}{{"DSTIFF", 1e-6}, {"RADAU", 1e-6}, {"HHT", 1e-5}, {"NSC", 5e-3}} {
		o := carryOut(t, buildText(t, `<Force_Gravity grav_y="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_z="2.5"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10" limit_max="0.3" limit_restitution="0.5"/>
<Force_JointFriction id="4" joint_id="1" mu_static="0.6" mu_dynamic="0.5" method="VI"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="VZ(20)"/><Param_Transient integrator_type="`+f.method+`" integr_tol="1e-8" h_max="0.001"/>`,
			simulate(`end_time="1" num_steps="10"`)), Options{})
		if o.err != nil {
			t.Fatal(f.method, o.err)
		}
		near(t, f.method+": place of rest", o.tab.of(t, "1.F1")[10], 0.3-v2/(2*mu*g), f.tol)
		near(t, f.method+": speed", o.tab.of(t, "1.F2")[10], 0, 1e-9)
	}
}
