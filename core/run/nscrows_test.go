package run

import (
	"fmt"
	"math"
	"testing"
)

// turned is a shaft of inertia 2 about z, and a torque on it.
func turned(torque string) string {
	return `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="2"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/>
<Force_Vector_OneBody id="6" type="TORQUEONLY" marker_id="20" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="` + torque + `"/>`
}

// follows compares a request with a function of time, but for times nearer than apart to those given.
func follows(t *testing.T, o outcome, name string, want func(time float64) float64, tol, apart float64, but ...float64) {
	t.Helper()
	got := o.tab.of(t, name)
	for i, now := range o.tab.of(t, "time") {
		near := false
		for _, x := range but {
			near = near || math.Abs(now-x) < apart
		}
		if w := want(now); !near && !(math.Abs(got[i]-w) <= tol) {
			t.Errorf("%s at %g: %.9g, want %.9g", name, now, got[i], w)
		}
	}
}

// TestNSCClutch: shafts of 6 and 4/3 kg m², one at 10 rad/s, come together by a clutch of 60 N m after 2/11 s, at 90/11 rad/s, within the step
// that this is in; speeds are exact but for that step, whatever the step is.
func TestNSCClutch(t *testing.T) {
	for _, h := range []float64{0.001, 0.0047, 0.02} {
		o := carryOut(t, buildText(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="6" w_ic_z="10"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1.3333333333333333"/><Reference_Marker id="30" body_id="3"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="20"/>
<Motion_Joint id="3" joint_id="2" joint_type="R" val_type="V" expr="0" max_effort="60"/>
<Post_Request id="1" type="EXPRESSION" expr1="WZ(20)" expr2="WZ(30)" expr3="ABS(MOTION(3,0,8,0))" expr4="AZ(30,20)"/>`,
			nscTune(fmt.Sprintf(`h_max="%g"`, h))+simulate(`end_time="0.4" num_steps="80"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		const sync = 2.0 / 11
		until := func(a, b float64) func(float64) float64 {
			return func(now float64) float64 { return a + b*math.Min(now, sync) }
		}
		follows(t, o, "1.F1", until(10, -10), 1e-7, 0)
		follows(t, o, "1.F2", until(0, 45), 1e-7, 0)
		follows(t, o, "1.F3", func(now float64) float64 {
			if now > sync {
				return 0
			}
			return 60
		}, 1e-4, math.Min(h, 0.005), sync)
		// The slip is the integral of 55 (sync - t); the mean of both speeds is off by h²/8 times that at most in the last step.
		follows(t, o, "1.F4", func(now float64) float64 { x := sync - math.Min(now, sync); return 55 * (x*x - sync*sync) / 2 }, 55*h*h/8, 0)
	}
}

// TestNSCSaturated: a motion of places that pulls a mass of 2 at 1 m/s with 4 N at most, against 10 N from 0.5 s to 1 s: it slips with -3 m/s² until 1 s, is
// brought back to its speed by 2 m/s² until 1.75 s, and continues at that speed 0.9375 m behind, without catching up.
func TestNSCSaturated(t *testing.T) {
	const dec, back, again = 3.0, 2.0, 1.75
	speed := func(now float64) float64 {
		switch {
		case now < 0.5 || now > again:
			return 1
		case now < 1:
			return 1 - dec*(now-0.5)
		}
		return -0.5 + back*(now-1)
	}
	behind := func(now float64) float64 {
		a := math.Min(math.Max(now-0.5, 0), 0.5)
		b := math.Min(math.Max(now-1, 0), 0.75)
		return dec*a*a/2 + 1.5*b - back*b*b/2
	}
	for _, h := range []float64{0.01, 0.003} {
		o := carryOut(t, buildText(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1" zp_x="1" xp_y="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="2" v_ic_x="1"/><Reference_Marker id="20" body_id="2" zp_x="1" xp_y="1"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/>
<Motion_Joint id="3" joint_id="1" joint_type="T" val_type="D" expr="TIME" max_effort="4"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" fx_expression="IF(TIME-0.5:0,0,IF(TIME-1:-10,0,0))" fy_expression="0" fz_expression="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="VX(20)" expr2="TIME-DX(20)" expr3="MOTION(3,0,2,0)"/>`,
			nscTune(fmt.Sprintf(`h_max="%g"`, h))+simulate(`end_time="3" num_steps="60"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		follows(t, o, "1.F1", speed, 1e-7, 0)
		follows(t, o, "1.F2", behind, 2*h*h/8+1e-8, 0)
		follows(t, o, "1.F3", func(now float64) float64 {
			if now <= 0.5 || now > again {
				return 0
			}
			return 4
		}, 1e-4, 1e-9, 0, 0.5, again)
	}
}

// TestNSCFreewheel: a freewheel holds a shaft of inertia 2 against -6 N m, lets it go under 4 N m from 1 s to 2 s, and catches it under -8 N m when it
// has come to rest, at 2.5 s.
func TestNSCFreewheel(t *testing.T) {
	o := carryOut(t, buildText(t, turned("IF(TIME-1:-6,4,IF(TIME-2:4,-8,-8))")+`
<Motion_Joint id="3" joint_id="1" joint_type="R" val_type="V" expr="0" max_effort="20" min_effort="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="WZ(20)" expr2="AZ(20,10)" expr3="MOTION(3,0,8,0)"/>`,
		nscTune(`h_max="0.007"`)+simulate(`end_time="3" num_steps="60"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	follows(t, o, "1.F1", func(now float64) float64 {
		return math.Max(0, math.Min(2*(now-1), 2-4*(now-2)))
	}, 1e-7, 0)
	follows(t, o, "1.F2", func(now float64) float64 {
		a, b := math.Min(math.Max(now-1, 0), 1), math.Min(math.Max(now-2, 0), 0.5)
		return a*a + 2*b - 2*b*b
	}, 4*0.007*0.007/8+1e-8, 0)
	follows(t, o, "1.F3", func(now float64) float64 {
		switch {
		case now <= 1:
			return 6
		case now <= 2.5:
			return 0
		}
		return 8
	}, 1e-4, 1e-9, 0, 2.5)
}

// TestNSCRopeTaut: a mass falls until its rope of 2 m is taut, after 0.615628 s: the step ends there, whatever its length.
func TestNSCRopeTaut(t *testing.T) {
	const taut, g = 0.615628, 9.81
	z := g * taut * taut / 2
	x := math.Sqrt(4 - z*z)
	across := g * taut * x / 2
	for _, h := range []float64{0.001, 0.01} {
		o := carryOut(t, buildText(t, drops+fmt.Sprintf(`<Body_Point id="2" mass="2" cg_id="20"/><Reference_Marker id="20" body_id="2" body_type="PointBody" pos_x="%.15g"/>
<Constraint_General id="3" expr="DM(20)-2" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DM(20)" expr2="VM(20)" expr3="DZ(20)"/>`, x),
			nscTune(fmt.Sprintf(`h_max="%g"`, h))+simulate(`end_time="1" print_increment="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		time, long, fast := o.tab.of(t, "time"), o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		k := 0
		for k < len(time)-1 && long[k] < 2-1e-7 {
			k++
		}
		near(t, fmt.Sprintf("step %g: taut at", h), time[k], taut, 1e-6)
		near(t, "speed after", fast[k], across, 1e-5)
		for i := k; i < len(time); i++ {
			near(t, "length", long[i], 2, 1e-8+2*h*h*h) // a little less, never more
			if long[i] > 2+1e-9 {
				t.Errorf("step %g: length %.12g at %g", h, long[i], time[i])
			}
			near(t, "energy", fast[i]*fast[i]/2+g*(o.tab.of(t, "1.F3")[i]+z), across*across/2, 100*h*h)
		}
		if o.doc.NonSmooth.Impacts != 1 {
			t.Errorf("step %g: %d impacts", h, o.doc.NonSmooth.Impacts)
		}
	}
}

// TestNSCBouncingBall: the ball of the benchmark page (e = 0.9, from 1 m) strikes the floor after 0.451523640985730 s, rises to 0.81ⁿ m, and
// has come to rest at 8.57894917873 s, but for bounces shorter than a quarter of a step: their sum is less than h/4/(1-e), and where
// steps are left whole bounces are ended by the step.
func TestNSCBouncingBall(t *testing.T) {
	const g, e = 9.81, 0.9
	fall := math.Sqrt(2 / g)
	for _, h := range []float64{0.001, 0.004} {
		o := carryOut(t, buildText(t, ball, nscTune(fmt.Sprintf(`h_max="%g"`, h))+simulate(`end_time="9" print_increment="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		time, z := o.tab.of(t, "time"), o.tab.of(t, "1.F1")
		k := 0
		for z[k] > 1e-7 {
			k++
		}
		near(t, fmt.Sprintf("step %g: first impact", h), time[k], 0.451523640985730, 1e-7)
		// Between samples the ball is by at most g h²/8 higher.
		for n := 1; n <= 10; n++ {
			at := fall * (1 + 2*e*(1-math.Pow(e, float64(n)))/(1-e))
			before := at - 2*fall*math.Pow(e, float64(n))
			top := 0.0
			for i, now := range time {
				if now > before && now < at {
					top = math.Max(top, z[i])
				}
			}
			near(t, fmt.Sprintf("step %g: rise %d", h, n), top, math.Pow(0.81, float64(n)), g*h*h/8+1e-6)
		}
		rest := time[len(time)-1]
		for i := len(time) - 1; math.Abs(z[i]) < 1e-8; i-- {
			rest = time[i]
		}
		near(t, fmt.Sprintf("step %g: at rest", h), rest, 8.57894917873, h/4/(1-e)+10*h)
	}
}
