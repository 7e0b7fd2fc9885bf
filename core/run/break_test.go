package run

import (
	"math"
	"strings"
	"testing"
)

// pulled is a body of mass 2 on joints % that a force 10 t pulls along z.
const pulled = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fz_expression="10*TIME"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="VZ(20)" expr3="FZ(20,1)"/>%`

const fixed = `<Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="1" break_force="5"/>`

// everyMethod runs a test with all methods of motion, with and without outputs that are interpolated.
func everyMethod(t *testing.T, f func(t *testing.T, set map[string]string)) {
	for _, method := range []string{"DSTIFF", "ABAM", "HHT", "NEWMARK", "MSTIFF", "VSTIFF", "RADAU", "DOP853", "RK4", "VERLET"} {
		for _, interpolate := range []string{"FALSE", "TRUE"} {
			t.Run(method+" "+interpolate, func(t *testing.T) {
				f(t, map[string]string{"integrator_type": method, "dae_interpolation": interpolate, "integr_tol": "1e-8", "h_max": "0.02"})
			})
		}
	}
}

// TestBreaks: a joint holds a force that grows until it is 5, at t = 0.5, and the body goes from
// there: v = 2.5 (t² - 1/4), z = 5/6 (t³ - 1/8) - 0.625 (t - 1/2).
func TestBreaks(t *testing.T) {
	everyMethod(t, func(t *testing.T, set map[string]string) {
		o := ran(t, strings.ReplaceAll(pulled, "%", fixed), simulate(`end_time="1." print_interval="0.21"`), set)
		if len(o.doc.Events) != 1 {
			t.Fatalf("events %v", o.doc.Events)
		}
		e := o.doc.Events[0]
		isNear(t, "the time", e.Time, 0.5, 1e-9)
		isNear(t, "the load", e.Value, 5, 1e-8)
		for i, now := range o.tab.of(t, "time") {
			z, v, f := 0.0, 0.0, -10*now
			if now > 0.5 {
				z, v, f = 5./6*(now*now*now-0.125)-0.625*(now-0.5), 2.5*(now*now-0.25), 0
			}
			tol := 2e-5
			if set["integrator_type"] == "VERLET" {
				tol = 2e-4 // steps of 0.02, of second order
			}
			isNear(t, "DZ", o.tab.of(t, "1.F1")[i], z, tol)
			isNear(t, "VZ", o.tab.of(t, "1.F2")[i], v, 2e-4)
			isNear(t, "FZ", o.tab.of(t, "1.F3")[i], f, 1e-7)
		}
		isNear(t, "dof", float64(*o.doc.DOF), 6, 0)
	})
}

// TestBreaksTogether: two joints share the force; each breaks at 5, so that both break when it is 10.
func TestBreaksTogether(t *testing.T) {
	set := map[string]string{"integr_tol": "1e-8"}
	o := ran(t, strings.ReplaceAll(pulled, "%", fixed+strings.ReplaceAll(fixed, `id="1" type`, `id="2" type`)), simulate(`end_time="2." num_steps="4"`), set)
	if len(o.doc.Events) != 2 {
		t.Fatalf("events %v", o.doc.Events)
	}
	for _, e := range o.doc.Events {
		isNear(t, "the time", e.Time, 1, 1e-9)
	}
	isNear(t, "VZ", o.tab.of(t, "1.F2")[4], 2.5*3, 1e-6)
}

// TestBreaksInFlight: the cord of a pendulum, released level, holds 3 m g sin a and breaks at half of its greatest load: a = 30
// degrees. The mass continues along a parabola.
func TestBreaksInFlight(t *testing.T) {
	const model = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="3" cg_id="30" mass="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2"/><Force_Gravity grav_z="-10"/>
<Constraint_General id="1" expr="DM(30,1)-2" break_force="45"/><Post_Request id="1" type="EXPRESSION" expr1="DX(30)" expr2="DZ(30)"/>`
	o := ran(t, model, simulate(`end_time="1." num_steps="10"`), map[string]string{"integr_tol": "1e-9"})
	if len(o.doc.Events) != 1 {
		t.Fatalf("events %v", o.doc.Events)
	}
	// at the angle a the speed is √(2 g l sin a), across the cord
	dt, v := 1-o.doc.Events[0].Time, math.Sqrt(2*10*2*0.5)
	x, z := 2*math.Cos(math.Pi/6), -2*math.Sin(math.Pi/6)
	isNear(t, "DX", o.tab.of(t, "1.F1")[10], x-v*math.Sin(math.Pi/6)*dt, 1e-6)
	isNear(t, "DZ", o.tab.of(t, "1.F2")[10], z-v*math.Cos(math.Pi/6)*dt-5*dt*dt, 1e-6)
	if o.doc.EnergyDrift == nil || *o.doc.EnergyDrift > 1e-6 {
		t.Errorf("energy drift %v", *o.doc.EnergyDrift)
	}
}

// TestBreaksMotion: a motion whose torque grows with t breaks, the joint continues turning by itself; what is
// overloaded at the start breaks there; a joint that has broken is whole again after it was switched off and on.
func TestBreaksMotion(t *testing.T) {
	const hinge = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="2"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Motion_Joint id="1" joint_id="1" expr="TIME**3" break_torque="%"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(20,1)" expr2="WZ(20)"/>`
	o := ran(t, strings.ReplaceAll(hinge, "%", "6"), simulate(`end_time="1." num_steps="2"`), map[string]string{"integr_tol": "1e-9"})
	isNear(t, "the time", o.doc.Events[0].Time, 0.5, 1e-9) // torque 2·6 t
	isNear(t, "WZ", o.tab.of(t, "1.F2")[2], 0.75, 1e-7)
	isNear(t, "AZ", o.tab.of(t, "1.F1")[2], 0.125+0.375, 1e-7)

	start := strings.ReplaceAll(strings.ReplaceAll(pulled, "%", fixed), "10*TIME", "10")
	o = ran(t, start, simulate(`end_time="1." num_steps="2"`), map[string]string{"integr_tol": "1e-9"})
	isNear(t, "the time", o.doc.Events[0].Time, 0, 0)
	isNear(t, "VZ", o.tab.of(t, "1.F2")[2], 5, 1e-7)

	weak := strings.ReplaceAll(strings.ReplaceAll(pulled, "%", fixed), "10*TIME", "6*SIN(PI*TIME)")
	o = ran(t, weak, simulate(`end_time="1." num_steps="2"`), map[string]string{"integr_tol": "1e-9"})
	isNear(t, "the time", o.doc.Events[0].Time, math.Asin(5./6)/math.Pi, 1e-9)
}

// TestBreaksSaved: a run that continues from a file continues without what has broken; a joint that is switched off and on
// is whole again.
func TestBreaksSaved(t *testing.T) {
	set := map[string]string{"integr_tol": "1e-9", "h_max": "0.02"}
	model := strings.ReplaceAll(strings.ReplaceAll(pulled, "%", fixed), "10*TIME", "10*SIN(PI*TIME)")
	first, second := simulate(`end_time="0.9" num_steps="3"`), simulate(`end_time="1.2" num_steps="6"`)
	whole := ran(t, model, first+second, set)
	path := saving(t, model, first, set, nil)
	further(t, path, second)
	rest := runIn(t, path, set, nil)
	if rest.err != nil {
		t.Fatal(rest.err)
	}
	if d := apart(t, whole.tab, rest.tab, "1.F1", "1.F2"); d > 1e-9 || len(rest.doc.Events) != 0 {
		t.Errorf("they differ by %g, events %v", d, rest.doc.Events)
	}
	mended := ran(t, model, first+`<Deactivate element_type="JOINT" element_id="1"/>`+simulate(`end_time="0.95" num_steps="1"`)+
		`<Activate element_type="JOINT" element_id="1"/>`+simulate(`end_time="1.1" num_steps="1"`), set)
	v := mended.tab.of(t, "1.F2")
	isNear(t, "VZ", v[len(v)-1], 0, 1e-9)
}
