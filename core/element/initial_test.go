package element_test

import (
	"math"
	"strings"
	"testing"
)

const arm = tight + ground + body + `<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>`

// Motions of velocities and accelerations begin at the position and speed that is given,
// whatever the pose of the deck: s = s0 + v0 t + ∫∫ a. Those of the joint's angle count turns.
func TestMotionBegins(t *testing.T) {
	const slider = tight + ground + body + `<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>`
	const fixed = tight + ground + body + `<Constraint_Jprim id="1" type="ORIENTATION" i_marker_id="20" j_marker_id="1"/>`
	for name, c := range map[string]struct {
		model, pos, vel string
		start, end      [2]float64
	}{
		"angular velocity": {arm + `<Motion_Joint id="5" joint_id="1" val_type="V" ic_disp="20" expr="2*TIME"/>`, "AZ(20,1)", "WZ(20,1)", [2]float64{20, 0}, [2]float64{21, 2}},
		"velocity":         {slider + `<Motion_Joint id="5" joint_id="1" val_type="V" ic_disp="-0.5" expr="1+TIME"/>`, "DZ(20)", "VZ(20)", [2]float64{-0.5, 1}, [2]float64{1, 2}},
		"acceleration":     {slider + `<Motion_Joint id="5" joint_id="1" val_type="A" ic_disp="3" ic_vel="-4" expr="6*TIME"/>`, "DZ(20)", "VZ(20)", [2]float64{3, -4}, [2]float64{0, -1}},
		"angle":            {arm + `<Motion_Joint id="5" joint_id="1" val_type="A" ic_disp="1" ic_vel="2" expr="4"/>`, "AZ(20,1)", "WZ(20,1)", [2]float64{1, 2}, [2]float64{5, 6}},
		"markers":          {fixed + `<Motion_Marker id="5" i_marker_id="20" j_marker_id="1" direction="Y" val_type="A" ic_disp="1" ic_vel="2" expr="4"/>`, "DY(20)", "VY(20)", [2]float64{1, 2}, [2]float64{5, 6}},
	} {
		r := simulate(t, c.model+report(c.pos, c.vel), one, nil)
		t.Log(name)
		r.near(0, "9.F1", c.start[0], 1e-9)
		r.near(0, "9.F2", c.start[1], 1e-8)
		r.near(-1, "9.F1", c.end[0], 1e-6)
		r.near(-1, "9.F2", c.end[1], 1e-6)
	}
}

// Joints without forces continue from their initial conditions at a constant rate; where
// only the displacement is given the rate is that of the bodies.
func TestJointBegins(t *testing.T) {
	const spun = `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="3"/><Reference_Marker id="20" body_id="2"/>`
	for joint, want := range map[string][4]float64{
		`type="REVOLUTE" ic="0.5"`:                        {0.5, 3, 0, 0},
		`type="REVOLUTE" ic="0.5, -2"`:                    {0.5, -2, 0, 0},
		`type="REVOLUTE" icrot="7 -2"`:                    {7, -2, 0, 0},
		`type="TRANSLATIONAL" ic="0.5 -2"`:                {0, 0, 0.5, -2},
		`type="CYLINDRICAL" ictran="0.5 -2" icrot="-1 4"`: {-1, 4, 0.5, -2},
	} {
		r := simulate(t, tight+ground+spun+`<Constraint_Joint id="1" `+joint+` i_marker_id="20" j_marker_id="1"/>`+report("AZ(20,1)", "WZ(20)", "DZ(20)", "VZ(20)"), one, nil)
		t.Log(joint)
		for k, n := range []string{"9.F1", "9.F2", "9.F3", "9.F4"} {
			r.near(0, n, want[k], 1e-9)
			if k%2 == 0 {
				r.near(-1, n, want[k]+want[k+1], 1e-7)
			}
		}
	}
}

// What the constraints contradict: a velocity is a warning that reports what it is, a
// displacement ends the run, with the name of what cannot be.
func TestStartContradicted(t *testing.T) {
	driven := `<Motion_Joint id="5" joint_id="1" expr="0.5+3*TIME"/>`
	joint := func(ic string) string {
		return strings.Replace(arm, `type="REVOLUTE"`, `type="REVOLUTE" ic="`+ic+`"`, 1)
	}
	if w := warned(t, joint("0.5 3")+driven, one, nil); len(w) != 0 {
		t.Error("consistent:", w)
	}
	w := warned(t, joint("0.5 2")+driven, one, nil)
	if len(w) != 1 || w[0] != "Constraint_Joint 1: the initial velocity is 3, not 2: the constraints contradict it" {
		t.Errorf("%q", w)
	}
	err := outcome(t, joint("0.7")+driven, one, nil)
	if err == nil || !strings.Contains(err.Error(), "cannot be assembled") || !strings.Contains(err.Error(), "Constraint_Joint 1: initial condition") && !strings.Contains(err.Error(), "Motion_Joint 5") {
		t.Error(err)
	}
}

// Initial conditions count at the start only: a model that is changed continues as it is, and
// an element that is switched off has none.
func TestStartOnce(t *testing.T) {
	model := strings.Replace(arm, `type="REVOLUTE"`, `type="REVOLUTE" ic="1 2"`, 1) +
		`<Force_Vector_OneBody id="3" type="TORQUEONLY" marker_id="20" tz_expression="1"/>` + report("AZ(20,1)", "WZ(20)")
	half := `<Simulate analysis_type="Transient" duration="1" num_steps="1"/>`
	r := simulate(t, model, half+`<Deactivate element_type="VTORQUE" element_id="3"/><Deactivate element_type="GFORCE" element_id="3"/>`+half, nil)
	r.near(1, "9.F1", 1+2+0.5, 1e-6)
	r.near(-1, "9.F1", 3.5+3, 1e-6)
	r = simulate(t, model, `<Deactivate element_type="JOINT" element_id="1"/>`+half, nil)
	r.near(-1, "9.F2", 1, 1e-6)
	if a := r.at(0, "9.F1"); math.Abs(a) > 1e-12 {
		t.Errorf("angle %g of a joint that is switched off", a)
	}
}
