package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// sensed is the settings of the tests of sensors: all integrators, with outputs
// that are hit and that are interpolated, and long steps.
func sensed(t *testing.T, f func(t *testing.T, set map[string]string)) {
	for i, method := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF"} {
		for k, interpolate := range []string{"FALSE", "TRUE"} {
			if leftOut(t, i+k, 2) {
				continue
			}
			t.Run(method+" "+interpolate, func(t *testing.T) {
				f(t, map[string]string{"integrator_type": method, "dae_interpolation": interpolate, "integr_tol": "1e-8", "h_max": "0.5"})
			})
		}
	}
}

func ran(t *testing.T, model, commands string, set map[string]string) outcome {
	t.Helper()
	m := buildText(t, model, commands)
	tune(t, &m.Tuning, set)
	o := carryOut(t, m, Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o
}

func isNear(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

// quarter is the time that the bar of swing takes from the horizontal to the
// bottom: K(sin 45°) √(I/mgl) with the moment of inertia 1.1 about the hinge.
const quarter = 1.8540746773013719 * 0.33166247903554

// TestHalt: a pendulum that passes its lowest point ends the run there; the
// last row is that of the event.
func TestHalt(t *testing.T) {
	sensed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, swing+`<Sensor_Event id="4" expr="DX(20)" value="0" error_tol="1e-7" halt="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="WZ(20)"/>`, simulate(`end_time="1." print_interval="0.25"`, `end_time="2."`), set)
		times := o.tab.of(t, "time")
		if len(times) != 4 || len(o.doc.Events) != 1 {
			t.Fatalf("times %v, events %v", times, o.doc.Events)
		}
		e := o.doc.Events[0]
		isNear(t, "the time", e.Time, quarter, 1e-6)
		isNear(t, "the value", e.Value, 0, 1e-7)
		isNear(t, "end_time", o.doc.EndTime, e.Time, 0)
		isNear(t, "the last row's time", times[3], e.Time, 0)
		isNear(t, "DX", o.tab.of(t, "1.F1")[3], e.Value, 1e-12)
		isNear(t, "WZ", o.tab.of(t, "1.F2")[3], -math.Sqrt(20/1.1), 1e-5)
		if e.Element != "Sensor_Event 4" || !slices.Equal(e.Actions, []string{"run ended"}) {
			t.Errorf("%+v", e)
		}
	})
}

// TestCrossings: an EQ sensor sees a pendulum pass in both directions, once
// each.
func TestCrossings(t *testing.T) {
	sensed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, swing+`<Sensor_Event id="4" expr="DX(20)" error_tol="1e-6" print="TRUE"/>`, simulate(`end_time="5." num_steps="1"`), set)
		var want []float64
		for k := 1.0; k*quarter < 5; k += 2 {
			want = append(want, k*quarter)
		}
		if len(o.doc.Events) != len(want) || len(o.tab.of(t, "time")) != len(want)+2 {
			t.Fatalf("%d events, %d rows; want %d crossings", len(o.doc.Events), len(o.tab.of(t, "time")), len(want))
		}
		for k, e := range o.doc.Events {
			isNear(t, "crossing", e.Time, want[k], 1e-5)
			isNear(t, "row", o.tab.of(t, "time")[k+1], e.Time, 0)
		}
	})
}

// thermostat: a state that rises at the rate 1 until it reaches 1 and falls at
// the rate 1 to 0, by what two sensors store.
const thermostat = `<Control_Diff id="1" expr="1-2*SENVAL(7)"/><Sensor_Evaluate id="7" expr="IF(DIF(1)-0.5:0,0,1)"/>
<Sensor_Event id="1" expr="DIF(1)" value="1" compare="GE" error_tol="1e-9" evaluate_id="7"/>
<Sensor_Event id="2" expr="DIF(1)" value="0" compare="LE" error_tol="1e-9" evaluate_id="7" zero_crossing="TRUE"/>
<Post_Request id="2" type="EXPRESSION" expr1="DIF(1)" expr2="SENVAL(7)" expr3="SENVAL(1)"/>`

// TestStored: a triangular wave of period 2 by stored values, which change at events
// only.
func TestStored(t *testing.T) {
	sensed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, falling+thermostat, simulate(`end_time="9.3" print_interval="0.31"`), set)
		if len(o.doc.Events) != 9 {
			t.Fatalf("%d events: %v", len(o.doc.Events), o.doc.Events)
		}
		for k, e := range o.doc.Events {
			isNear(t, "the time of an event", e.Time, float64(k+1), 1e-7)
		}
		for k, time := range o.tab.of(t, "time") {
			phase := math.Mod(time, 2)
			isNear(t, "DIF(1)", o.tab.of(t, "2.F1")[k], 1-math.Abs(1-phase), 1e-7)
			want := 0.0
			if phase > 1 {
				want = 1
			}
			isNear(t, "SENVAL(7)", o.tab.of(t, "2.F2")[k], want, 0)
			isNear(t, "SENVAL(1)", o.tab.of(t, "2.F3")[k], want, 0)
		}
	})
}

// TestBounce: a ball of 1 kg falls 5 m upon a spring of 1e4 N/m and springs back
// elastically. It touches at 1 s and leaves after half a period of the spring,
// prolonged by its weight.
func TestBounce(t *testing.T) {
	model := falling + `<Body_Rigid id="2" IsGround="TRUE"/><Reference_Marker id="20" body_id="2" pos_z="-5."/>
<Force_Vector_OneBody id="5" type="ForceOnly" marker_id="9" ref_marker_id="20" fx_expression="0." fy_expression="0." fz_expression="SENVAL(1)*1e4*(-DZ(9,20))"/>
<Sensor_Evaluate id="1" expr="IF(VZ(9):1,0,0)"/>
<Sensor_Event id="1" expr="DZ(9,20)" value="0" error_tol="1e-9" evaluate_id="1"/>`
	w := 100.0
	// below the plane: z = -g/w² (1 - cos w s) - 10/w sin w s, zero again at s = 2 (π/2 + atan(g/(10 w)))/w
	lasts := 2 * (math.Pi - math.Atan2(10, 10/w)) / w
	sensed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, model, simulate(`end_time="4.5" num_steps="1"`), set)
		want := []float64{1, 1 + lasts, 3 + lasts, 3 + 2*lasts}
		if len(o.doc.Events) != len(want) {
			t.Fatalf("events %v", o.doc.Events)
		}
		for k, e := range o.doc.Events {
			isNear(t, "the time of an event", e.Time, want[k], 2e-5)
		}
		if *o.doc.EnergyDrift > 1e-4 {
			t.Errorf("energy_drift %g", *o.doc.EnergyDrift)
		}
	})
}

// TestReturn: each analysis ends where its sensor triggers, and the next one goes
// on from there; a condition that continues holding does not end it at once.
func TestReturn(t *testing.T) {
	sensed(t, func(t *testing.T, set map[string]string) {
		model := falling + `<Sensor_Event id="1" expr="TIME" value="0.3" compare="GE" error_tol="1e-9" return="TRUE"/>
<Sensor_Event id="2" expr="DZ(9)" value="-1.3005" compare="LT" error_tol="1e-9" return="TRUE"/>`
		o := ran(t, model, simulate(`end_time="10." print_interval="0.2"`, `end_time="10." print_interval="0.2"`, `end_time="0.6" num_steps="1"`), set)
		want := []float64{0, 0.2, 0.3, 0.3, 0.5, 0.51, 0.51, 0.6}
		times := o.tab.of(t, "time")
		if len(times) != len(want) {
			t.Fatalf("times %v", times)
		}
		for k, x := range want {
			isNear(t, "a row's time", times[k], x, 1e-8)
			isNear(t, "z", o.tab.of(t, "1.Z")[k], -5*x*x, 1e-7)
		}
	})
}

// TestNewInterval: outputs come at another pace behind an event, to the end of the
// analysis, and its first step is as short as it asks for.
func TestNewInterval(t *testing.T) {
	for _, interpolate := range []string{"FALSE", "TRUE"} {
		m := buildText(t, falling+`<Sensor_Event id="1" expr="TIME" value="0.5" compare="GE" error_tol="1e-9" dt="0.1" stepsize="1e-3" print="TRUE"/>`,
			simulate(`end_time="0.85" print_interval="0.2"`, `end_time="1.25" print_interval="0.2"`))
		tune(t, &m.Tuning, map[string]string{"dae_interpolation": interpolate})
		before, first := 0.0, 0.0
		o := carryOut(t, m, Options{Progress: func(p Progress) {
			if p.T > 0.5+1e-6 && first == 0 {
				first = p.H
			}
			before = p.T
		}})
		if o.err != nil || before == 0 {
			t.Fatal(o.err)
		}
		want := []float64{0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.85, 1.05, 1.25}
		times := o.tab.of(t, "time")
		if len(times) != len(want) {
			t.Fatalf("times %v", times)
		}
		for k := range want {
			isNear(t, "a row's time", times[k], want[k], 1e-8)
		}
		if first > 1e-3 || first == 0 {
			t.Errorf("the step behind the event is %g", first)
		}
	}
}

// TestStartHolds: a condition that holds at the start triggers there, unless the
// sensor is one for crossings.
func TestStartHolds(t *testing.T) {
	model := falling + `<Sensor_Event id="1" expr="1-DZ(9)" value="0.5" compare="GE" evaluate_id="3" %/><Sensor_Evaluate id="3" expr="8"/>
<Post_Request id="2" type="EXPRESSION" expr1="SENVAL(3)"/>`
	for attribute, events := range map[string]int{"": 1, `zero_crossing="TRUE"`: 0} {
		o := ran(t, strings.Replace(model, "%", attribute, 1), simulate(`end_time="0.4" num_steps="2"`), nil)
		if len(o.doc.Events) != events {
			t.Errorf("%q: events %v", attribute, o.doc.Events)
		}
		isNear(t, "SENVAL", o.tab.of(t, "2.F1")[2], 8*float64(events), 0)
	}
}

// TestInside: a sensor for crossings finds a dip that begins and ends within a
// step.
func TestInside(t *testing.T) {
	dip := falling + `<Sensor_Event id="1" expr="(TIME-0.52)**2" value="0.01" compare="LE" error_tol="1e-6" zero_crossing="TRUE"/>`
	o := ran(t, dip, simulate(`end_time="1." num_steps="1"`), map[string]string{"integrator_type": "HHT", "h_fixed": "0.3", "h_max": "1"})
	if len(o.doc.Events) != 1 {
		t.Fatalf("events %v", o.doc.Events)
	}
	isNear(t, "the time", o.doc.Events[0].Time, 0.42, 1e-5)
}

// TestShortDip: a dip of 4.5e-5 s below zero, which ends within the step in which it begins, is found at any place in a step, in
// both directions of the value; one that stays above zero by 1e-8 is none, and no step is made for either.
func TestShortDip(t *testing.T) {
	moment := math.Sqrt(0.2)
	for _, method := range []string{"DSTIFF", "MSTIFF", "DOP853", "HHT"} {
		for _, h := range []string{"0.01", "0.0137", "0.06"} {
			set := map[string]string{"integrator_type": method, "integr_tol": "1e-9", "h_max": h}
			count := func(sensor string) (events []EventInfo, steps int) {
				o := ran(t, falling+sensor, simulate(`end_time="1." num_steps="1"`), set)
				return o.doc.Events, o.doc.Steps
			}
			attributes := `value="0" error_tol="1e-13" zero_crossing="TRUE"/>`
			for _, x := range []string{`expr="(DZ(9)+1)**2-1e-8" compare="LE" `, `expr="1e-8-(DZ(9)+1)**2" compare="GE" `} {
				events, _ := count(`<Sensor_Event id="1" ` + x + attributes)
				if len(events) != 1 {
					t.Errorf("%s, h_max %s, %s: %v", method, h, x, events)
					continue
				}
				isNear(t, method+": the time", events[0].Time, moment-1e-4/math.Sqrt(20), 1e-6)
			}
			events, steps := count(`<Sensor_Event id="1" expr="(DZ(9)+1)**2+1e-8" compare="LE" ` + attributes)
			if _, bare := count(""); len(events) != 0 || steps != bare {
				t.Errorf("%s, h_max %s: %v, %d steps, %d without the sensor", method, h, events, steps, bare)
			}
		}
	}
}

// TestJumpOfValue: a value that jumps past its limit is located at the jump.
func TestJumpOfValue(t *testing.T) {
	sensed(t, func(t *testing.T, set map[string]string) {
		o := ran(t, falling+`<Sensor_Event id="1" expr="IF(TIME-0.3:-1,-1,2)" value="0.5" compare="GE" halt="TRUE"/>`, simulate(`end_time="1."`), set)
		if len(o.doc.Events) != 1 {
			t.Fatalf("events %v", o.doc.Events)
		}
		isNear(t, "the time", o.doc.Events[0].Time, 0.3, 1e-9)
	})
}

// TestSensorCosts: without an event a sensor changes no digit of the results.
func TestSensorCosts(t *testing.T) {
	request := `<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="JOINT(1,0,2,0)"/>`
	commands := simulate(`end_time="2." num_steps="20"`)
	a := ran(t, swing+request, commands, nil)
	b := ran(t, swing+request+`<Sensor_Event id="4" expr="DX(20)+VX(20)" value="99" halt="TRUE"/>`, commands, nil)
	for _, c := range a.tab.name {
		if !slices.Equal(a.tab.of(t, c), b.tab.of(t, c)) {
			t.Errorf("%s differs", c)
		}
	}
	if a.doc.Steps != b.doc.Steps {
		t.Errorf("%d and %d steps", a.doc.Steps, b.doc.Steps)
	}
}

// TestSensorsAndChanges: a change of the model keeps what was stored, a condition
// that holds on does not trigger again, and a sensor that is switched off does
// nothing.
func TestSensorsAndChanges(t *testing.T) {
	model := falling + `<Sensor_Event id="1" expr="TIME" value="0.1" compare="GE" error_tol="1e-9" evaluate_id="3"/><Sensor_Evaluate id="3" expr="7*TIME"/>
<Sensor_Event id="2" expr="TIME" value="0.7" compare="GE" halt="TRUE"/>
<Post_Request id="2" type="EXPRESSION" expr1="SENVAL(3)"/>`
	o := ran(t, model, simulate(`end_time="0.4" num_steps="1"`)+`<Deactivate element_type="SENSOR" element_id="2"/>`+simulate(`end_time="1." num_steps="1"`), nil)
	if len(o.doc.Events) != 1 || o.doc.EndTime != 1 {
		t.Fatalf("%g, %v", o.doc.EndTime, o.doc.Events)
	}
	isNear(t, "SENVAL", o.tab.of(t, "2.F1")[3], 0.7, 1e-7)
}

// TestSensorUnderDriver: events happen in the analyses of a CONSUB too; return
// ends one, halt all.
func TestSensorUnderDriver(t *testing.T) {
	model := bead + `<Sensor_Event id="1" expr="DX(30)" error_tol="1e-9" return="TRUE" evaluate_id="3"/><Sensor_Evaluate id="3" expr="VX(30)"/>
<Sensor_Event id="2" expr="TIME" value="2" compare="GE" halt="TRUE"/>`
	o := drive(t, model, "", func(q *consubCall) {
		clock, _ := usersub.As[usersub.Clock](q.QueryCache)
		for _, x := range []struct{ end, reached float64 }{{0.9, math.Pi / 4}, {1.5, 1.5}, {2.2, 2}} { // DX is cos 2t
			q.status("ANALYS", q.Analys("TRANSIENT", "", clock.TimGet(), x.end, false), 0)
			q.near("the time reached", clock.TimGet(), x.reached, 1e-3)
			q.near("SENVAL", q.fnc("SENVAL", 3), -2, 1e-6)
		}
		q.status("ANALYS behind the end", q.Analys("TRANSIENT", "", 2, 3, false), ended)
	})
	if o.err != nil || len(o.doc.Events) != 2 {
		t.Errorf("%v %v", o.err, o.doc.Events)
	}
	isNear(t, "end_time", o.doc.EndTime, 2, 1e-3)
}
