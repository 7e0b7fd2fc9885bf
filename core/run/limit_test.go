package run

import (
	"math"
	"strings"
	"testing"
)

// TestDoor: a door that a torque of 1 N m turns about a hinge with an inertia of 1 kg m² comes to its stop at 30 degrees where t²/2 = π/6,
// t = √(π/3). From there on the stop carries the torque, as a part of the hinge: JOINT, TZ, and a law that reads JOINT report so.
func TestDoor(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="0.5"/><Reference_Marker id="20" body_id="2" pos_x="0.5"/><Reference_Marker id="21" body_id="2"/>
<Body_Point id="3" cg_id="30" mass="4"/><Reference_Marker id="30" body_id="3" body_type="PointBody"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10" limit_min="-1" limit_max="30D"/>
<Force_Vector_OneBody id="1" type="TorqueOnly" marker_id="20" tz_expression="1"/>
<Force_Vector_OneBody id="2" type="ForceOnly" marker_id="30" fx_expression="-8*JOINT(1,0,8)"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)" expr2="JOINT(1,0,8)" expr3="JOINT(1,1,8)" expr4="TZ(21,10)" expr5="VX(30)"/>`
	shut := math.Sqrt(math.Pi / 3)
	overSides(t, model, simulate(`end_time="2" num_steps="8"`), func(t *testing.T, o outcome) {
		x := happens(t, o, 0, "closes", shut, 1e-6)
		near(t, "approach", x.Value, shut, 1e-5)
		if len(o.doc.Events) != 1 || x.Element != "Constraint_Joint 1" {
			t.Errorf("events %+v", o.doc.Events)
		}
		for k, now := range o.tab.of(t, "time") {
			angle, torque, v := now*now/2, 0.0, 0.0
			if now > shut {
				angle, torque, v = math.Pi/6, -1, 2*(now-shut)
			}
			near(t, "angle", o.tab.of(t, "1.F1")[k], angle, 1e-6)
			near(t, "JOINT on I", o.tab.of(t, "1.F2")[k], torque, 1e-6)
			near(t, "JOINT on J", o.tab.of(t, "1.F3")[k], -torque, 1e-6)
			near(t, "TZ", o.tab.of(t, "1.F4")[k], torque, 1e-6)
			near(t, "what the law does", o.tab.of(t, "1.F5")[k], v, 1e-5)
		}
	})
}

// TestBreaksAtStop: a slide that is pushed against its stop breaks as any joint does: see TestBreaks.
func TestBreaksAtStop(t *testing.T) {
	everyMethod(t, func(t *testing.T, set map[string]string) {
		joint := `<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1" limit_max="0" break_force="5"/>`
		o := ran(t, strings.ReplaceAll(pulled, "%", joint), simulate(`end_time="1." print_interval="0.21"`), set)
		last := o.doc.Events[len(o.doc.Events)-1]
		if last.Actions[0] != "breaks" || *o.doc.DOF != 6 {
			t.Errorf("events %+v, %d degrees of freedom", o.doc.Events, *o.doc.DOF)
		}
		isNear(t, "the time", last.Time, 0.5, 1e-9)
		isNear(t, "the load", last.Value, 5, 1e-8)
		for i, now := range o.tab.of(t, "time") {
			v, f := 0.0, -10*now
			if now > 0.5 {
				v, f = 2.5*(now*now-0.25), 0
			}
			isNear(t, "VZ", o.tab.of(t, "1.F2")[i], v, 2e-4)
			isNear(t, "FZ", o.tab.of(t, "1.F3")[i], f, 1e-7)
		}
	})
}

// TestNSCBreaksSaved: with NSC a joint breaks at the end of the step whose mean load is too much, for good; a run that continues from a
// file continues without it.
func TestNSCBreaksSaved(t *testing.T) {
	const h = 0.001
	set := map[string]string{"integrator_type": "NSC", "h_max": "0.001"}
	model := strings.ReplaceAll(strings.ReplaceAll(pulled, "%", fixed), "10*TIME", "10*SIN(PI*TIME)")
	first, second := simulate(`end_time="0.9" num_steps="3"`), simulate(`end_time="1.2" num_steps="6"`)
	whole := ran(t, model, first+second, set)
	if len(whole.doc.Events) != 1 {
		t.Fatalf("events %+v", whole.doc.Events)
	}
	e := whole.doc.Events[0]
	if e.Element != "Constraint_Joint 1" || e.Actions[0] != "breaks" || e.Value < 5 || *whole.doc.DOF != 6 {
		t.Errorf("%+v, %d degrees of freedom", e, *whole.doc.DOF)
	}
	broke := 1. / 6 // 10 sin πt = 5
	if e.Time < broke-1e-9 || e.Time > broke+1.5*h {
		t.Errorf("it breaks at %g, want %g and what is left of the step", e.Time, broke)
	}
	for i, now := range whole.tab.of(t, "time") {
		v := 0.0
		if now > broke {
			v = 5 / math.Pi * (math.Cos(math.Pi*e.Time) - math.Cos(math.Pi*now))
		}
		isNear(t, "VZ", whole.tab.of(t, "1.F2")[i], v, 10*h)
	}
	path := saving(t, model, first, set, nil)
	further(t, path, second)
	rest := runIn(t, path, set, nil)
	if rest.err != nil {
		t.Fatal(rest.err)
	}
	if d := apart(t, whole.tab, rest.tab, "1.F1", "1.F2"); d > 1e-9 || len(rest.doc.Events) != 0 {
		t.Errorf("they differ by %g, events %v", d, rest.doc.Events)
	}
}

// TestBrokenStrikes: what has broken has no say in impacts: the body of TestBreaks strikes a stop, and half of its speed is left.
func TestBrokenStrikes(t *testing.T) {
	everyMethod(t, func(t *testing.T, set map[string]string) {
		stop := `<Constraint_General id="7" expr="DZ(20)-0.1" i_marker_id="20" unilateral="TRUE" restitution_coef="0.5"/>`
		o := ran(t, strings.ReplaceAll(pulled, "%", fixed+stop), simulate(`end_time="0.9" num_steps="3"`), set)
		happens(t, o, 0, "breaks", 0.5, 1e-9)
		x := happens(t, o, 1, "rebounds", -1, 0)
		v := 2.5 * (x.Time*x.Time - 0.25)
		isNear(t, "the approach", x.Value, v, 1e-3)
		if x.Time < 0.9 {
			isNear(t, "VZ", o.tab.of(t, "1.F2")[3], -v/2+2.5*(0.81-x.Time*x.Time), 1e-3)
		}
	})
}

// TestPenaltyVI: a pendulum of 1 m whose cord is a Force_Penalty. The soft forms come to the exact one, method="VI", as 1/penalty:
// the cord is longer by m (g cos a + v²)/penalty. The exact one has the length.
func TestPenaltyVI(t *testing.T) {
	end := func(how string) (length, x float64) {
		o := carryOut(t, buildText(t, drops+`<Body_Point id="2" mass="2" cg_id="20"/><Reference_Marker id="20" body_id="2" body_type="PointBody" pos_x="0.6" pos_z="-0.8"/>
<Force_Penalty id="1" expr="DM(20)-1" `+how+`/>
<Post_Request id="1" type="EXPRESSION" expr1="DM(20)" expr2="DX(20)"/><Param_Transient integrator_type="RADAU" integr_tol="1e-9" h_max="0.01"/>`,
			simulate(`end_time="0.5" num_steps="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		return o.tab.of(t, "1.F1")[1], o.tab.of(t, "1.F2")[1]
	}
	long, exact := end(`method="VI"`)
	near(t, "length", long, 1, 1e-8)
	var off []float64
	for _, p := range []string{"1e5", "2e5", "4e5"} {
		_, x := end(`penalty="` + p + `" penalty1="500"`)
		off = append(off, x-exact)
	}
	for k := range 2 {
		if ratio := off[k] / off[k+1]; math.Abs(ratio-2) > 0.1 {
			t.Errorf("twice the penalty divides the distance to the exact one by %g, want 2: %g", ratio, off)
		}
	}
}
