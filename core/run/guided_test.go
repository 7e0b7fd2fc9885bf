package run

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGuided: states of a model without freedom are integrated along its motion, which is that of the rows to rounding at
// whatever tolerance: x' = 1 - x, y' = ACCX of the slider, so that y is its velocity, and z, a filter of the torque.
func TestGuided(t *testing.T) {
	states := `<Control_Diff id="1" expr="1-DIF(1)"/><Control_Diff id="2" expr="ACCX(30)"/><Control_Diff id="3" expr="(MOTION(1,0,8,0)-DIF(3))/0.01"/>
<Post_Request id="2" type="EXPRESSION" expr1="DIF(1)" expr2="DIF(2)" expr3="DIF(3)"/>`
	for i, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "AUTO", "HHT", "NEWMARK", "DOP853", "RK4"} {
		longest := 0.1
		if method == "RK4" { // which the filter would make unstable
			longest = 0.01
		}
		for k, interpolate := range []string{"FALSE", "TRUE"} {
			if leftOut(t, i+k, 2) {
				continue
			}
			o := carryOut(t, buildText(t, crank(`expr="0.5+TIME**2"`)+states+fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-4" h_max="%g" dae_interpolation="%s"/>`, method, longest, interpolate),
				simulate(`end_time="2" num_steps="20"`)), Options{})
			if o.err != nil {
				t.Fatal(method, interpolate, o.err)
			}
			for k, time := range o.tab.of(t, "time") {
				want := slides(0.5+time*time, 2*time, 2)
				for i, column := range []string{"1.F1", "1.F2", "1.F3", "1.F5"} {
					near(t, fmt.Sprintf("%s %s: %s at %g", method, interpolate, column, time), o.tab.of(t, column)[k], want[i], 2e-8)
				}
				near(t, "angle", o.tab.of(t, "1.F4")[k], 0.5+time*time, 1e-9)
				near(t, "MODE", o.tab.of(t, "1.F6")[k], 4, 0)
				// At 1e-4 the states have some 1e-4 of their size.
				near(t, fmt.Sprintf("%s %s: x(%g)", method, interpolate, time), o.tab.of(t, "2.F1")[k], 1-math.Exp(-time), 3e-4)
				near(t, fmt.Sprintf("%s %s: y(%g)", method, interpolate, time), o.tab.of(t, "2.F2")[k], want[1], 1e-3)
				if time > 0.1 { // the filter is late by 0.01, but for terms of second order
					late := slides(0.5+(time-0.01)*(time-0.01), 2*(time-0.01), 2)
					near(t, fmt.Sprintf("%s %s: z(%g)", method, interpolate, time), o.tab.of(t, "2.F3")[k], late[3], 0.1)
				}
			}
			t.Logf("%s %s: %d steps, %d evaluations", method, interpolate, o.doc.Steps, o.doc.Evaluations)
		}
	}
}

// TestGuidedSensor: an event of a state and one of the motion, each found to its tolerance.
func TestGuidedSensor(t *testing.T) {
	o := carryOut(t, buildText(t, crank(`expr="TIME"`)+`<Control_Diff id="1" expr="1-DIF(1)"/>
<Sensor_Event id="1" type="EXPRESSION" expr="DX(30)" value="3.5" error_tol="1e-9" compare="LE" print="TRUE"/>
<Sensor_Event id="2" type="EXPRESSION" expr="DIF(1)" value="0.8" error_tol="1e-9" compare="GE" return="TRUE"/><Param_Transient integr_tol="1e-9"/>`,
		simulate(`end_time="4" num_steps="4"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if len(o.doc.Events) != 2 {
		t.Fatalf("%+v", o.doc.Events)
	}
	near(t, "place", slides(o.doc.Events[0].Time, 1, 0)[0], 3.5, 1e-8)
	near(t, "time of the state", o.doc.Events[1].Time, math.Log(5), 1e-7)
	near(t, "end", o.doc.EndTime, o.doc.Events[1].Time, 0)
}

// TestChosenLogged: the log says what was chosen by itself, and why.
func TestChosenLogged(t *testing.T) {
	for _, c := range []struct{ name, model, command, want string }{
		{"kinematics", crank(`expr="TIME"`), simulate(`end_time="0.1" num_steps="1"`), "no degree of freedom and no states: kinematics"},
		{"states", crank(`expr="TIME"`) + `<Control_Diff id="1" expr="1"/>`, simulate(`end_time="0.1" num_steps="1"`), "the integrator solves for the states only"},
		{"velocities", crank(`val_type="V" expr="1"`), simulate(`end_time="0.1" num_steps="1"`), "the integrator solves for prescribed velocities"},
		{"motion", hung(30), `<Simulate analysis_type="Linear"/>`, "linear analysis about the current state, which is in motion"},
		{"rest", hung(30), still + `<Simulate analysis_type="Linear"/>`, "linear analysis about an equilibrium"},
	} {
		x := linearize(t, c.model, c.command, nil)
		log, err := os.ReadFile(filepath.Join(x.dir, LogFile))
		if x.err != nil || err != nil {
			t.Fatal(c.name, x.err, err)
		}
		if !strings.Contains(string(log), c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, log)
		}
	}
}
