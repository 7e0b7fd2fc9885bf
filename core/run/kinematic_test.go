package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// crank is a slider-crank: a crank of 1 turned by f, a rod of 3 without mass, a slider of 2 on the x axis with an
// oil film of 5 N s/m.
func crank(f string) string {
	return `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" theta="90D" psi="90D"/>
<Body_Rigid id="2" cg_id="20" mass="1." inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.5"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_x="1."/>
<Body_Point id="3" cg_id="30" mass="2."/><Reference_Marker id="30" body_id="3" pos_x="4."/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Jprim id="1" type="INLINE" i_marker_id="30" j_marker_id="2"/>
<Constraint_General id="1" expr="DM(30,21)-3."/><Motion_Joint id="1" joint_id="1" ` + f + `/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="-5*VX(30)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(30)" expr2="VX(30)" expr3="ACCX(30)" expr4="AZ(20,1)" expr5="MOTION(1,0,8,0)" expr6="MODE" expr7="WZ(20)"/>`
}

// slides returns place, velocity and acceleration of the slider and the torque of the motion, from the
// geometry x = cos a + s, s = √(9 - sin² a), and the power m x' x” + 5 x'² + J a' a”.
func slides(a, w, e float64) [4]float64 {
	sin, cos := math.Sincos(a)
	s := math.Sqrt(9 - sin*sin)
	dx := -sin - sin*cos/s                                      // dx/da
	ddx := -cos - (cos*cos-sin*sin)/s - sin*sin*cos*cos/(s*s*s) // d²x/da²
	v, acc := dx*w, dx*e+ddx*w*w
	return [4]float64{cos + s, v, acc, dx*(2*acc+5*v) + 0.5*e}
}

// TestKinematics: a model that nothing is left free in is moved by its rows alone: places, velocities, accelerations
// and reactions are those of the geometry, with steps as long as the outputs, interpolated ones and a few.
func TestKinematics(t *testing.T) {
	for _, c := range []struct{ name, settings, output string }{
		{"steps", "", `num_steps="20"`},
		{"coarse", `<Param_Transient h_max="0.25"/>`, `num_steps="8"`},
		{"interpolated", `<Param_Transient h_max="0.07" dae_interpolation="TRUE"/>`, `num_steps="20"`},
		{"increment", `<Param_Transient h_max="0.05"/>`, `print_increment="3"`},
		{"ABAM", `<Param_Transient integrator_type="ABAM" integr_tol="1."/>`, `print_interval="0.3"`},
	} {
		o := carryOut(t, buildText(t, crank(`expr="0.5+TIME**2"`)+c.settings, simulate(`end_time="2" `+c.output)), Options{})
		if o.err != nil {
			t.Fatal(c.name, o.err)
		}
		times := o.tab.of(t, "time")
		if times[len(times)-1] != 2 {
			t.Errorf("%s: the last row is at %g", c.name, times[len(times)-1])
		}
		for k, time := range times {
			want := slides(0.5+time*time, 2*time, 2)
			for i, column := range []string{"1.F1", "1.F2", "1.F3", "1.F5"} {
				near(t, fmt.Sprintf("%s: %s at %g", c.name, column, time), o.tab.of(t, column)[k], want[i], 2e-8)
			}
			near(t, c.name+": angle", o.tab.of(t, "1.F4")[k], 0.5+time*time, 1e-9)
			near(t, c.name+": MODE", o.tab.of(t, "1.F6")[k], 1, 0)
		}
		if a := o.doc.Analyses[0]; a.Kind != "kinematic" || a.End != 2 || *o.doc.DOF != 0 {
			t.Errorf("%s: %+v", c.name, a)
		}
		if c.name == "steps" && (o.doc.EnergyDrift == nil || *o.doc.EnergyDrift > 1e-6) {
			t.Errorf("%s: energy drift %v", c.name, o.doc.EnergyDrift)
		}
	}
}

// TestKinematicModes: motions of velocities and accelerations are integrated, in kinematics too; with states to be
// integrated it is dynamics, and so it is with freedom.
func TestKinematicModes(t *testing.T) {
	for _, c := range []struct {
		name, model string
		mode, tol   float64
	}{
		{"velocity", crank(`val_type="V" expr="2*TIME"`), 1, 1e-5},
		{"acceleration", crank(`val_type="A" expr="2"`), 1, 1e-5},
		{"state", crank(`expr="TIME**2"`) + `<Control_Diff id="1" expr="1-DIF(1)"/>`, 4, 1e-5},
		{"free", hung(30), 4, math.Inf(1)},
	} {
		row, doc := rested(t, c.model+`<Param_Transient integr_tol="1e-8"/>`, simulate(`end_time="1" num_steps="4"`))
		mode, kind := "1.F6", map[float64]string{1: "kinematic", 4: "transient"}[c.mode]
		if c.name == "free" {
			mode = "1.F3"
		} else {
			want := slides(1, 2, 2)
			for i, column := range []string{"1.F1", "1.F2", "1.F3", "1.F5"} {
				near(t, c.name+": "+column, row[column], want[i], c.tol)
			}
		}
		near(t, c.name+": MODE", row[mode], c.mode, 0)
		if doc.Analyses[0].Kind != kind {
			t.Errorf("%s: %+v", c.name, doc.Analyses)
		}
	}
}

// TestKinematicSensor: an event in kinematics is found to its tolerance and ends the analysis.
func TestKinematicSensor(t *testing.T) {
	o := carryOut(t, buildText(t, crank(`expr="TIME"`)+`<Sensor_Event id="1" type="EXPRESSION" expr="DX(30)" value="2.5" error_tol="1e-9" compare="LE" return="TRUE"/>`,
		simulate(`end_time="4" num_steps="4"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if len(o.doc.Events) != 1 {
		t.Fatalf("%+v", o.doc)
	}
	near(t, "place", slides(o.doc.Events[0].Time, 1, 0)[0], 2.5, 1e-8)
	near(t, "end", o.doc.EndTime, o.doc.Events[0].Time, 0)
}

// TestKinematicLock: a crank that is too long cannot go round: the run ends with the code of convergence, the time and
// a name, with the rows so far.
func TestKinematicLock(t *testing.T) {
	model := strings.Replace(crank(`expr="TIME"`), "DM(30,21)-3.", "DM(30,21)-0.8", 1)
	model = strings.Replace(model, `pos_x="4."`, `pos_x="1.8"`, 1)
	o := carryOut(t, buildText(t, model, simulate(`end_time="2" num_steps="20"`)), Options{})
	if ExitCode(o.err) != ExitConvergence || !strings.Contains(o.err.Error(), "[") {
		t.Fatal(o.err)
	}
	lock := math.Asin(0.8)
	if n := len(o.tab.of(t, "time")); n != 1+int(lock/0.1) || math.Abs(o.doc.EndTime-lock) > 0.01 {
		t.Errorf("%d rows, ended at %g, want %g: %v", n, o.doc.EndTime, lock, o.err)
	}
}
