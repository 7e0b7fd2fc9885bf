package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// rubbed runs a test with all methods, at tight tolerances.
func rubbed(t *testing.T, f func(t *testing.T, set map[string]string)) {
	for i, method := range []string{"DSTIFF", "ABAM", "AUTO", "HHT", "NEWMARK", "RADAU", "MSTIFF", "VSTIFF", "CSTIFF", "DOP853", "RK4", "VERLET"} {
		if leftOut(t, i, 3) {
			continue
		}
		t.Run(method, func(t *testing.T) {
			set := map[string]string{"integrator_type": method, "integr_tol": "1e-8", "h_max": "0.05"}
			switch method {
			case "RK4", "VERLET":
				set["h_max"] = "0.004"
			case "CSTIFF":
				set["h_max"] = "0.002"
			case "HHT", "NEWMARK": // of second order
				set["integr_tol"] = "1e-6"
			}
			f(t, set)
		})
	}
}

// guided is one of 2 kg at x = 2 on a guide along x under gravity 10, which presses it with 20.
func guided(body, friction, force string) string {
	return `<Force_Gravity grav_z="-10"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Reference_Marker id="2" body_id="1" phi="0" psi="90D" theta="90D"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" ` + body + `/>
<Reference_Marker id="20" body_id="2" pos_x="2"/><Reference_Marker id="21" body_id="2" pos_x="2" psi="90D" theta="90D"/>
<Constraint_Joint id="3" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="2"/>
<Force_JointFriction id="4" joint_id="3" method="VI" ` + friction + `/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="1" type="FORCEONLY" ` + force + `/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)" expr3="FRICTION(4,3)" expr4="FRICTION(4,9)" expr5="FRICTION(4,15)"/>`
}

// A friction oscillator loses 2 μN/k in each half cycle, which takes as long as one without friction, and stops in the band
// μN/k: from 2, with μN/k = 0.12, after eight of them at 0.08, where the spring of 50 pulls with 4.
func TestRubOscillator(t *testing.T) {
	rubbed(t, func(t *testing.T, set map[string]string) {
		half := math.Pi / 5
		o := ran(t, guided(``, `mu_static="0.3" mu_dynamic="0.3"`, `fx_expression="-50*DX(20)" fy_expression="0" fz_expression="0"`),
			simulate(fmt.Sprintf(`end_time="%.17g" num_steps="12"`, 12*half)), set)
		x, v, f := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2"), o.tab.of(t, "1.F3")
		for k := range x {
			want := 0.08
			if k < 8 {
				want = (2 - 0.24*float64(k)) * math.Pow(-1, float64(k))
			}
			isNear(t, fmt.Sprintf("x after %d half cycles", k), x[k], want, 2e-5)
			if k > 8 {
				isNear(t, "v at rest", v[k], 0, 1e-12)
				isNear(t, "x at rest", x[k], x[9], 1e-12)
				isNear(t, "friction at rest", f[k], 50*x[k], 1e-9)
			}
		}
	})
}

// A pendulum of 1 kg at 1 m on a pin of radius 0.5 with μ = 0.5 swings down from the horizontal and stops where the friction of what presses the pin
// holds it: within asin(μ r) of the vertical, about, and it does not creep from there (with bristles it does).
func TestRubPendulumStays(t *testing.T) {
	rubbed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, swing+`<Force_JointFriction id="4" joint_id="1" pin_radius="0.5" mu_static="0.5" mu_dynamic="0.5" method="VI"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21)" expr2="WZ(21)" expr3="FRICTION(4,6)" expr4="FRICTION(4,12)"/>`,
			simulate(`end_time="5." num_steps="5"`, `end_time="15." num_steps="10"`), set)
		a, w, f := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2"), o.tab.of(t, "1.F3")
		stop := a[5]
		for k := 5; k < len(a); k++ {
			isNear(t, "angle", a[k], stop, 1e-12)
			isNear(t, "rate", w[k], 0, 1e-12)
			isNear(t, "friction", f[k], 10*math.Cos(stop), 1e-9) // holds the weight
		}
		if d := math.Abs(stop + math.Pi/2); d > math.Asin(0.25) || d < 1e-6 {
			t.Errorf("stops at %g rad from the vertical", d)
		}
	})
}

// The guide is also pressed sideways, by a force that grows with 8 per second: a block that 15 pulls along it is held by μs N, μs = 0.75 with
// N = 20 from the start, and one that slides at first is stopped.
func TestRubPressed(t *testing.T) {
	rubbed(t, func(t *testing.T, set map[string]string) {
		// N² = 20² + (8 t)²; 13 pull along the guide against μN, μ = 0.5: 2 x″ = 13 - √(400 + 64 t²)/2.
		o := ran(t, guided(``, `mu_static="0.5" mu_dynamic="0.5"`, `fx_expression="13" fy_expression="8*TIME" fz_expression="0"`), simulate(`end_time="6." num_steps="60"`), set)
		x, v, f := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2"), o.tab.of(t, "1.F3")
		n := func(t float64) float64 { return math.Hypot(20, 8*t) }
		speed := func(t float64) float64 { // ∫ √(400 + 64 t²) = (t √() + 50 asinh(0.4 t))/2
			return 6.5*t - (t*n(t)+50*math.Asinh(0.4*t))/8
		}
		stops := 0.0
		for k, at := range o.tab.of(t, "time") {
			if speed(at) > 0 || at == 0 {
				isNear(t, fmt.Sprintf("speed at %g", at), v[k], speed(at), 1e-5)
				isNear(t, fmt.Sprintf("friction at %g", at), f[k], -n(at)/2, 1e-5)
				continue
			}
			if stops == 0 {
				stops = x[k]
			}
			isNear(t, fmt.Sprintf("speed at %g", at), v[k], 0, 1e-12)
			isNear(t, "place", x[k], stops, 1e-12)
			isNear(t, fmt.Sprintf("friction at %g", at), f[k], -13, 1e-9)
		}
		if stops == 0 {
			t.Error("does not stop")
		}
	})
}

const ring = `<Force_Gravity grav_y="-10"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="0.02" v_ic_z="0.4" w_ic_z="3"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="3" type="CYLINDRICAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" pin_radius="0.1" mu_static="0.4" mu_dynamic="0.3" method="VI"/>
<Post_Request id="1" type="EXPRESSION" expr1="FRICTION(4,15)" expr2="FRICTION(4,18)" expr3="FRICTION(4,3)" expr4="FRICTION(4,6)/0.1" expr5="FRICTION(4,9)" expr6="FRICTION(4,12)" expr7="DZ(20)"/>`

// A ring slides along and about an axis across gravity; m and I/r² are both 2, so that the slip keeps its direction: |s| falls with μ N/m = 3 from
// |(0.4, 0.3)| = 0.5, friction is against it and of the magnitude μ N, until both end at once.
func TestRubCylindrical(t *testing.T) {
	rubbed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, ring,
			simulate(`end_time="0.3" num_steps="30"`), set)
		for k, at := range o.tab.of(t, "time") {
			s, push, mu := math.Max(0, 0.5-3*at), 6.0, 0.3
			if s == 0 {
				push, mu = 0, 0
			}
			for i, want := range []float64{0.8 * s, 0.6 * s, -0.8 * push, -0.6 * push, 0.8 * mu, 0.6 * mu} {
				isNear(t, fmt.Sprintf("column %d at %g", i+1, at), o.tab.of(t, fmt.Sprintf("1.F%d", i+1))[k], want, 2e-5)
			}
		}
		z := o.tab.of(t, "1.F7")
		isNear(t, "way", z[30], 0.8*0.25/6, 1e-6)
	})
}

// The same in three directions: a ball of equal moments of inertia about a slanting axis; and at two pins of a universal joint, each with its own law.
func TestRubSpherical(t *testing.T) {
	o := ran(t, `<Force_Gravity grav_y="-10"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.02" inertia_yy="0.02" inertia_zz="0.02" w_ic_x="3" w_ic_y="-4" w_ic_z="5"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="3" type="SPHERICAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" ball_radius="0.1" mu_static="0.3" mu_dynamic="0.3" method="VI"/>
<Post_Request id="1" type="EXPRESSION" expr1="WX(20)" expr2="WY(20)" expr3="WZ(20)" expr4="FRICTION(4,4)" expr5="FRICTION(4,5)" expr6="FRICTION(4,6)"/>`,
		simulate(`end_time="0.4" num_steps="20"`), map[string]string{"integr_tol": "1e-8"})
	first := math.Sqrt(50.)
	for k, at := range o.tab.of(t, "time") {
		w, torque := math.Max(0, first-30*at), 0.6 // μ N r = 0.6 on 0.02
		if w == 0 {
			torque = 0
		}
		for i, d := range []float64{3 / first, -4 / first, 5 / first} {
			isNear(t, fmt.Sprintf("rate %d at %g", i+1, at), o.tab.of(t, fmt.Sprintf("1.F%d", i+1))[k], d*w, 1e-4)
			isNear(t, fmt.Sprintf("torque %d at %g", i+1, at), o.tab.of(t, fmt.Sprintf("1.F%d", i+4))[k], -d*torque, 1e-5)
		}
	}
}

// NSC comes to the same within O(h): the block that is pressed sideways, and the ring, whose friction is against its slip.
func TestRubNSC(t *testing.T) {
	smooth := ran(t, guided(``, `mu_static="0.5" mu_dynamic="0.5"`, `fx_expression="13" fy_expression="8*TIME" fz_expression="0"`), simulate(`end_time="6." num_steps="60"`), map[string]string{"integr_tol": "1e-8"})
	for _, h := range []float64{4e-3, 1e-3} {
		set := map[string]string{"integrator_type": "NSC", "h_max": fmt.Sprint(h)}
		o := ran(t, guided(``, `mu_static="0.5" mu_dynamic="0.5"`, `fx_expression="13" fy_expression="8*TIME" fz_expression="0"`), simulate(`end_time="6." num_steps="60"`), set)
		for k, tol := range []float64{2 * h, 8 * h, 10 * h} {
			a, b := o.tab.of(t, fmt.Sprintf("1.F%d", k+1)), smooth.tab.of(t, fmt.Sprintf("1.F%d", k+1))
			for i := range a {
				if i > 0 {
					isNear(t, fmt.Sprintf("h %g: column %d, row %d", h, k+1, i), a[i], b[i], tol)
				}
			}
		}
		v := o.tab.of(t, "1.F2")
		isNear(t, "rate at rest", v[60], 0, 1e-9)

		o = ran(t, ring, simulate(`end_time="0.3" num_steps="30"`), set)
		for k, at := range o.tab.of(t, "time") {
			if s := 0.5 - 3*at; s > 3*h && k > 0 {
				for i, want := range []float64{0.8 * s, 0.6 * s, -4.8, -3.6} {
					isNear(t, fmt.Sprintf("h %g: column %d at %g", h, i+1, at), o.tab.of(t, fmt.Sprintf("1.F%d", i+1))[k], want, 1e-6)
				}
			}
		}
		isNear(t, "way", o.tab.of(t, "1.F7")[30], 0.8*0.25/6, h)
	}
}

// An analysis of rest leaves surfaces that stick where they are, unless there is no friction in it; a motion from there begins with them as the load has them.
func TestRubStatic(t *testing.T) {
	for inactive, want := range map[string]float64{"NONE": 2, "STATIC": 0} {
		o := ran(t, guided(``, `mu_static="0.3" mu_dynamic="0.3" inactive="`+inactive+`"`, `fx_expression="-2*DX(20)" fy_expression="0" fz_expression="0"`),
			`<Simulate analysis_type="Static"/>`+simulate(`end_time="1." num_steps="1"`), nil)
		x, f := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F3")
		for k := range x {
			isNear(t, inactive+": x", x[k], want, 1e-9)
			isNear(t, inactive+": friction", f[k], 2*want, 1e-8)
		}
	}
}

// Attributes of bristles have no effect on surfaces without them: a warning.
func TestRubWithoutBristles(t *testing.T) {
	m := buildText(t, guided(``, `bristle_stiffness="50"`, `fx_expression="0" fy_expression="0" fz_expression="0"`), simulate(`end_time="1." num_steps="1"`))
	for _, d := range m.Deck.Diags.List {
		if d.Code == "B189" {
			return
		}
	}
	t.Error("no warning")
}

// Two pins of a universal joint, each with a law of its own, come to rest and stay.
func TestRubPins(t *testing.T) {
	for _, kind := range []string{"UNIVERSAL", "HOOKE"} {
		o := ran(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.02" inertia_yy="0.02" inertia_zz="0.02" w_ic_x="2" w_ic_y="`+map[string]string{"UNIVERSAL": "0", "HOOKE": "-1"}[kind]+`" w_ic_z="`+map[string]string{"UNIVERSAL": "-1", "HOOKE": "0"}[kind]+`"/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="21" body_id="2" `+map[string]string{"UNIVERSAL": `psi="90D" theta="90D"`}[kind]+`/>
<Constraint_Joint id="3" type="`+kind+`" i_marker_id="21" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" pin_radius="0.1" torque_preload="0.05" inputs="1000" mu_dynamic="0.3" mu_static="0.4" method="VI"/>
<Post_Request id="1" type="EXPRESSION" expr1="WM(20)"/>`, simulate(`end_time="2." num_steps="40"`), map[string]string{"integr_tol": "1e-7"})
		w := o.tab.of(t, "1.F1")
		for k := 1; k < len(w); k++ {
			if w[k] > w[k-1]+1e-9 {
				t.Errorf("%s: the rate grows from %g to %g", kind, w[k-1], w[k])
			}
		}
		isNear(t, kind+": rate at the end", w[40], 0, 1e-12)
		if w[4] < 0.1 {
			t.Errorf("%s: rests too soon", kind)
		}
	}
}

// hinged is a door of inertia 1.1 about its hinges, 1 apart, whose friction is 0.3 and 0.6 while it turns and half as much again while
// it sticks; joint 2 may be of another type, and without friction.
func hinged(first, second, friction, torque, v string) string {
	return `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/><Reference_Marker id="11" body_id="1" pos_z="1"/>
<Body_Rigid id="2" cg_id="20" mass="1." inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1" ` + v + `/><Reference_Marker id="20" body_id="2" pos_x="1."/>
<Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_z="1"/>
<Constraint_Joint id="1" type="` + first + `" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="2" type="` + second + `" i_marker_id="22" j_marker_id="11"/>
` + friction + `<Force_Vector_OneBody id="6" type="TORQUEONLY" marker_id="20" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="` + torque + `"/>
<Post_Request id="1" type="EXPRESSION" expr1="WZ(20)" expr2="FRICTION(4,6)" expr3="FRICTION(5,6)"/>`
}

const hinges = `<Force_JointFriction id="4" joint_id="1" pin_radius="0.5" inputs="1000" torque_preload="0.3" mu_dynamic="0.3" mu_static="0.45" method="VI"/>
<Force_JointFriction id="5" joint_id="2" pin_radius="0.2" inputs="1000" torque_preload="0.6" mu_dynamic="0.3" mu_static="0.45" method="VI"/>`

// Two hinges of one door stick at one rate: what each bears is open. The door slows down from 2 rad/s with 0.9 and rests from 22/9 s
// on; then TIME - 3 pushes it, which its hinges share as 1 to 2, until both slip at 1.35.
func TestRubDoor(t *testing.T) {
	const stops, slips = 2.2 / 0.9, 4.35
	rubbed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, hinged("REVOLUTE", "REVOLUTE", hinges, "MAX(0,TIME-3)", `w_ic_z="2" v_ic_y="2"`), simulate(`end_time="5." num_steps="50"`), set)
		w, one, two := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2"), o.tab.of(t, "1.F3")
		for k, at := range o.tab.of(t, "time") {
			rate, f := 0.0, -math.Max(0, at-3)
			switch {
			case at == 0:
				continue
			case at < stops:
				rate, f = 2-0.9*at/1.1, -0.9
			case at > slips:
				x := at - 3
				rate, f = ((x*x-1.35*1.35)/2-0.9*(at-slips))/1.1, -0.9
			}
			isNear(t, fmt.Sprintf("rate at %g", at), w[k], rate, 2e-5)
			isNear(t, fmt.Sprintf("first hinge at %g", at), one[k], f/3, 1e-6)
			isNear(t, fmt.Sprintf("second hinge at %g", at), two[k], 2*f/3, 1e-6)
		}
	})
}

// Two ball joints and two guides of one body stick as one hinge and one guide do: of three rows of a ball joint two are those of the joints already.
func TestRubSpare(t *testing.T) {
	ball := strings.ReplaceAll(hinges, "pin_radius", "ball_radius")
	ring := strings.ReplaceAll(hinges, "torque_preload=\"0.3\"", "force_preload=\"0.6\"")
	ring = strings.ReplaceAll(ring, "torque_preload=\"0.6\"", "force_preload=\"3\"")
	one := ball[:strings.Index(ball, "\n")] + strings.Replace(ball[strings.Index(ball, "\n"):], `id="5" joint_id="2"`, `id="5" joint_id="1"`, 1)
	for name, x := range map[string]struct{ type1, friction string }{"SPHERICAL": {"SPHERICAL", ball}, "CYLINDRICAL": {"CYLINDRICAL", ring}, "one": {"SPHERICAL", one}} {
		for i, method := range []string{"DSTIFF", "ABAM", "RADAU", "NSC"} {
			if leftOut(t, i+len(name), 2) {
				continue
			}
			set := map[string]string{"integrator_type": method, "h_max": "0.02"}
			tol := 1e-4
			if method == "NSC" { // sticks until it has slipped faster than DryFriction.Slow
				set["h_max"], tol = "0.001", 5e-3
			}
			o := ran(t, hinged(x.type1, x.type1, x.friction, "MAX(0,TIME-3)", `w_ic_z="2" v_ic_y="2"`), simulate(`end_time="5." num_steps="10"`), set)
			w := o.tab.of(t, "1.F1")
			for k, at := range o.tab.of(t, "time") {
				rate := math.Max(0, 2-0.9*at/1.1)
				if x := at - 3; at > 4.35 {
					rate = ((x*x-1.35*1.35)/2 - 0.9*(at-4.35)) / 1.1
				}
				isNear(t, fmt.Sprintf("%s, %s: rate at %g", name, method, at), w[k], rate, tol)
			}
		}
	}
}

// A door at rest whose hinges both stick: an analysis of rest leaves it where it is, and so does a motion.
func TestRubDoorStatic(t *testing.T) {
	o := ran(t, hinged("REVOLUTE", "REVOLUTE", hinges, "0.9", ""), `<Simulate analysis_type="Static"/>`+simulate(`end_time="1." num_steps="2"`), nil)
	for k := range o.tab.of(t, "time") {
		for n, want := range []float64{0, -0.3, -0.6} {
			isNear(t, fmt.Sprintf("F%d in row %d", n+1, k), o.tab.of(t, fmt.Sprintf("1.F%d", n+1))[k], want, 1e-8)
		}
	}
}

// TestRubSlowStart: a body that begins with 9e-6 m/s slips, as it does with 9e-3 mm/s where the deck is in millimetres, and comes to rest after v²/(2 μ g).
func TestRubSlowStart(t *testing.T) {
	for unit, scale := range map[string]float64{"METER": 1, "MILLIMETER": 1e3} {
		m := fmt.Sprintf(`<Param_Unit length_unit="%s"/>`, unit) + strings.NewReplacer(`grav_z="-10"`, fmt.Sprintf(`grav_z="%g"`, -10*scale), `pos_x="2"`, fmt.Sprintf(`pos_x="%g"`, 2*scale)).
			Replace(guided(fmt.Sprintf(`v_ic_x="%g" v_ic_x_flag="TRUE"`, 9e-6*scale), `mu_static="1e-6" mu_dynamic="1e-6"`, `fx_expression="0" fy_expression="0" fz_expression="0"`))
		o := ran(t, m, simulate(`end_time="2" num_steps="4"`), map[string]string{"integr_tol": fmt.Sprint(1e-9 * scale)})
		x, v := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		isNear(t, unit+": v at the start", v[0]/scale, 9e-6, 1e-12)
		isNear(t, unit+": the way", (x[4]-x[0])/scale, 9e-6*9e-6/2e-5, 1e-10)
		isNear(t, unit+": v at the end", v[4]/scale, 0, 1e-15)
	}
}

// TestStopsOfARing: a ring whose slips along and about its axis end at once, by each method, with speeds in the error test and
// tolerances in the deck's unit at which steps come down to the smallest where the direction of friction jumps.
func TestStopsOfARing(t *testing.T) {
	for i, method := range []string{"RADAU", "ABAM", "AUTO", "DSTIFF", "MSTIFF", "DOP853", "VSTIFF", "HHT"} {
		for k := range 6 {
			if leftOut(t, i+k, 3) {
				continue
			}
			v, w := 0.4+0.04*float64(k), 3-0.3*float64(k)
			model := strings.Replace(ring, `v_ic_z="0.4" w_ic_z="3"`, fmt.Sprintf(`v_ic_z="%g" w_ic_z="%g"`, v, w), 1)
			o := ran(t, model, simulate(`end_time="0.3" num_steps="30"`), map[string]string{"integrator_type": method, "integr_tol": "1e-5"})
			slip := math.Hypot(v, 0.1*w) // |s| falls with 3, along the way v/|s| of it
			isNear(t, fmt.Sprintf("%s from %g, %g: way", method, v, w), o.tab.of(t, "1.F7")[30], v*slip/6, 2e-6)
		}
	}
}
