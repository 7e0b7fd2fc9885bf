package run

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestOneSidedStart: a body that violates a one-sided row at the start is moved onto its bound, and is reported; one that does
// not is left where it is. The row does not count against the degrees of freedom.
func TestOneSidedStart(t *testing.T) {
	for at, want := range map[string]float64{"1.5": 1, "0.5": 0.5} {
		o := carryOut(t, buildText(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="`+at+`"/>
<Constraint_General id="3" expr="DX(20)-1" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, simulate(`end_time="0.1" num_steps="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		near(t, "place", o.tab.of(t, "1.F1")[0], want, 1e-9)
		if *o.doc.DOF != 6 {
			t.Errorf("%d degrees of freedom, want 6", *o.doc.DOF)
		}
		reported := slices.ContainsFunc(o.doc.Warnings, func(x string) bool {
			return strings.Contains(x, "Constraint_General 3 is violated by 0.5 at the start")
		})
		if reported != (at == "1.5") {
			t.Errorf("from %s: warnings %q", at, o.doc.Warnings)
		}
	}
}

const drops = `<Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>`

// sideMethods are the methods that rows open and close in, with the step of those that have a fixed one.
var sideMethods = []string{"DSTIFF", "ABAM", "AUTO", "HHT", "NEWMARK", "RADAU", "MSTIFF", "VSTIFF", "CSTIFF", "DOP853", "RK4", "VERLET"}

func sideOptions(method string, interpolate bool) string {
	return fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-8" h_max="0.005" dae_interpolation="%v"/>`, method, interpolate)
}

// overSides runs a model by all methods, with interpolated outputs and without.
func overSides(t *testing.T, model, command string, judge func(t *testing.T, o outcome)) {
	for i, method := range sideMethods {
		for k, interpolate := range []bool{false, true} {
			if leftOut(t, i+k, 3) {
				continue
			}
			t.Run(fmt.Sprint(method, " ", interpolate), func(t *testing.T) {
				o := carryOut(t, buildText(t, model+sideOptions(method, interpolate), command), Options{})
				if o.err != nil {
					t.Fatal(o.err)
				}
				judge(t, o)
			})
		}
	}
}

// happens compares an event with what is expected; at < 0 leaves the time out.
func happens(t *testing.T, o outcome, k int, what string, at, tol float64) EventInfo {
	t.Helper()
	if k >= len(o.doc.Events) {
		t.Fatalf("%d events %+v, want one more: %s at %g", len(o.doc.Events), o.doc.Events, what, at)
	}
	x := o.doc.Events[k]
	if x.Actions[0] != what || at >= 0 && !(math.Abs(x.Time-at) <= tol) {
		t.Errorf("event %d: %+v, want: %s at %.9g", k, x, what, at)
	}
	return x
}

// ball is a ball that is dropped from 1 m.
const ball = drops + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="1"/>
<Constraint_General id="3" expr="-DZ(20)" i_marker_id="20" unilateral="TRUE" restitution_coef="0.9"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>`

// TestBall: a ball that bounces with e = 0.9 from 1 m strikes the floor at t0 (1 + 2 (e + e² + ...)), t0 = √(2/g), up to t0 (1 + 2e/(1-e)) = 8.57894917873,
// where it stays. The rest begins earlier by what the bounces take that are too low to be distinguished from none (1e-10 m).
// Approaches slower than 1 mm/s, 90 bounces later, are not judged: an error of 1e-10 m is one of 1e-7 s there.
func TestBall(t *testing.T) {
	e, g := 0.9, 9.81
	for method, tol := range map[string]float64{"DOP853": 1e-8, "RADAU": 1e-8, "DSTIFF": 1e-7} {
		m := buildText(t, ball+fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-11" h_max="0.1" dae_interpolation="TRUE"/>`, method), simulate(`end_time="10" num_steps="50"`))
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(method, o.err)
		}
		t0 := math.Sqrt(2 / g)
		at, v, n := t0, g*t0, 0
		for ; v > 1e-3; n++ {
			x := happens(t, o, n, "rebounds", at, tol)
			near(t, "approach", x.Value, v, tol)
			v *= e
			at += 2 * v / g
		}
		if n != 80 {
			t.Errorf("%s: %d impacts, want 80", method, n)
		}
		last := len(o.doc.Events) - 1
		happens(t, o, last, "closes", 8.57894917873, 2e-4)
		for k, time := range o.tab.of(t, "time") {
			if z := o.tab.of(t, "1.F1")[k]; !(z > -1e-9) || time > 8.58 && !(math.Abs(z) < 1e-9) {
				t.Errorf("%s: height %g at %g", method, z, time)
			}
		}
		if *o.doc.EnergyDrift > 1e-7 {
			t.Errorf("%s: the balance of energy is off by %g", method, *o.doc.EnergyDrift)
		}
	}
}

// TestRope: a mass falls until its rope of 2 m is taut, after 0.615628 s, and swings without a rebound.
func TestRope(t *testing.T) {
	taut, g := 0.615628, 9.81
	z := g * taut * taut / 2
	x := math.Sqrt(4 - z*z)
	// what is left of the speed is across the rope
	along, across := g*taut*z/2, g*taut*x/2
	model := drops + fmt.Sprintf(`<Body_Point id="2" mass="2" cg_id="20"/><Reference_Marker id="20" body_id="2" body_type="PointBody" pos_x="%.15g"/>
<Constraint_General id="3" expr="DM(20)-2" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DM(20)" expr2="VM(20)" expr3="DZ(20)"/>`, x)
	overSides(t, model, simulate(`end_time="1" num_steps="20"`), func(t *testing.T, o outcome) {
		e := happens(t, o, 0, "closes", taut, 1e-6)
		near(t, "approach", e.Value, along, 1e-5)
		if len(o.doc.Events) != 1 {
			t.Errorf("events: %+v", o.doc.Events)
		}
		for k, time := range o.tab.of(t, "time") {
			if time < taut {
				continue
			}
			near(t, "length", o.tab.of(t, "1.F1")[k], 2, 1e-9)
			near(t, "energy", math.Pow(o.tab.of(t, "1.F2")[k], 2)/2+g*(o.tab.of(t, "1.F3")[k]+z), across*across/2, 1e-4)
		}
	})
}

// TestHingeLimits: a hinge that turns freely between stops at ±0.5 rad with e = 0.5 strikes them at 0.5, 2.5, 6.5.
func TestHingeLimits(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="1" v_ic_y="0.3"/><Reference_Marker id="20" body_id="2" pos_x="0.3"/><Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10" limit_min="-0.5" limit_max="0.5" limit_restitution="0.5"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)" expr2="WZ(21)"/>`
	overSides(t, model, simulate(`end_time="7" num_steps="28"`), func(t *testing.T, o outcome) {
		for k, at := range []float64{0.5, 2.5, 6.5} {
			e := happens(t, o, k, "rebounds", at, 1e-5)
			near(t, "approach", e.Value, math.Pow(0.5, float64(k)), 1e-5)
		}
		for k, time := range o.tab.of(t, "time") {
			want := 0.0
			switch {
			case time < 0.5:
				want = time
			case time < 2.5:
				want = 0.5 - (time-0.5)/2
			case time < 6.5:
				want = -0.5 + (time-2.5)/4
			default:
				want = 0.5 - (time-6.5)/8
			}
			near(t, fmt.Sprint("angle at ", time), o.tab.of(t, "1.F1")[k], want, 1e-5)
		}
	})
}

// TestClutch: two shafts of 6 and 4/3 kg m², one at 10 rad/s, are brought together by a clutch of 60 N m
// after 2/11 s = 0.181818 s, at 90/11 = 8.181818 rad/s, and stay together. The clutch is a motion between the shafts with a
// speed of zero and a bounded effort.
func TestClutch(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="6" w_ic_z="10"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1.3333333333333333"/><Reference_Marker id="30" body_id="3"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="20"/>
<Motion_Joint id="3" joint_id="2" joint_type="R" val_type="V" expr="0" max_effort="60"/>
<Post_Request id="1" type="EXPRESSION" expr1="WZ(20)" expr2="WZ(30)" expr3="MOTION(3,0,8,0)"/>`
	overSides(t, model, simulate(`end_time="0.4" num_steps="8"`), func(t *testing.T, o outcome) {
		happens(t, o, 0, "sticks", 2.0/11, 1e-6)
		if len(o.doc.Events) != 1 {
			t.Errorf("events: %+v", o.doc.Events)
		}
		for k, time := range o.tab.of(t, "time") {
			w, v, effort := 10-10*time, 45*time, 60.0
			if time > 2.0/11 {
				w, v, effort = 90.0/11, 90.0/11, 0
			}
			near(t, "speed", o.tab.of(t, "1.F1")[k], w, 1e-6)
			near(t, "speed", o.tab.of(t, "1.F2")[k], v, 1e-6)
			near(t, "effort", math.Abs(o.tab.of(t, "1.F3")[k]), effort, 1e-5)
		}
	})
}

// TestLooseBounces: at the default tolerance, where an error of a step is larger than the last bounces are high, a door that falls against
// its frame with e = 0.5 comes to rest about when the bounces have added up to 3 s, without a step at each moment.
func TestLooseBounces(t *testing.T) {
	for _, method := range []string{"DSTIFF", "ABAM", "AUTO", "HHT", "NEWMARK", "RADAU", "MSTIFF", "VSTIFF", "DOP853"} {
		enough := 1500
		if method == "HHT" || method == "NEWMARK" { // of second order
			enough = 3000
		}
		o := carryOut(t, buildText(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="12" inertia_xx="2" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="0.4"/><Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10" ic="1,0" limit_min="0" limit_restitution="0.5"/>
<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="21" j_marker_id="10" val="-5.84"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)"/><Param_Transient integrator_type="`+method+`"/>`, simulate(`end_time="4" num_steps="80"`)), Options{})
		if o.err != nil {
			t.Fatal(method, o.err)
		}
		last := o.doc.Events[len(o.doc.Events)-1]
		if last.Actions[0] != "closes" || math.Abs(last.Time-3) > 0.05 || o.doc.Steps > enough {
			t.Errorf("%s: %d steps, %+v", method, o.doc.Steps, last)
		}
		for k, time := range o.tab.of(t, "time") {
			if a := o.tab.of(t, "1.F1")[k]; !(a > -1e-4) || time > 3.1 && !(math.Abs(a) < 1e-9) {
				t.Errorf("%s: angle %g at %g", method, a, time)
			}
		}
	}
}
