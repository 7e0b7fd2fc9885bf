package element_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

const all = tight + ground + body + point

// Accelerations at the start give the forces: mass 2 and unit moments of
// inertia of body 2, mass 1 of body 3.
func TestVectorForces(t *testing.T) {
	turned := `<Reference_Marker id="2" body_id="1" psi="90D"/>` // x along global y, y along global -x
	tests := map[string]struct {
		force string
		want  map[string]float64
	}{
		"one body, force": {`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="21" fx_expression="4" fz_expression="2+0*TIME"/>`,
			map[string]float64{"2.ACCX": 2, "2.ACCZ": 1, "2.WDTY": -2, "3.ACCM": 0, "9.F1": 4, "9.F2": 2}},
		"one body, axes": {turned + `<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="2" fx_expression="4"/>`,
			map[string]float64{"2.ACCX": 0, "2.ACCY": 2}},
		"one body, torque": {`<Force_Vector_OneBody id="1" type="TorqueOnly" marker_id="21" tx_expression="1" tz_expression="3"/>`,
			map[string]float64{"2.ACCM": 0, "2.WDTX": 1, "2.WDTZ": 3}},
		"one body, both": {`<Force_Vector_OneBody id="1" type="ForceAndTorque" marker_id="20" fy_expression="2" tz_expression="3"/>`,
			map[string]float64{"2.ACCY": 1, "2.WDTZ": 3}},
		"two bodies": {`<Force_Vector_TwoBody id="1" type="FORCE_ONLY" i_marker_id="30" j_floating_marker_id="20" fz_expression="2"/>`,
			// the reaction acts at I's origin, 2 away from the mass centre
			map[string]float64{"3.ACCZ": 2, "2.ACCZ": -1, "2.WDTY": 4}},
		"two bodies, both": {`<Force_Vector_TwoBody id="1" type="ForceAndTorque" i_marker_id="21" j_floating_marker_id="30" fx_expression="2" tz_expression="5"/>`,
			map[string]float64{"2.ACCX": 1, "2.WDTZ": 5, "3.ACCX": -2}},
		"floating": {`<Reference_Marker id="31" body_id="3" body_type="POINTBODY" floating="TRUE"/>
<Force_Vector_TwoBody id="1" type="ForceOnly" i_marker_id="20" j_floating_marker_id="31" fx_expression="2"/>`,
			map[string]float64{"2.ACCX": 1, "3.ACCX": -2}},
		"VFOSUB": {`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="21" usrsub_dll_name="a" usrsub_param_string="USER(4,0,2)"/>`,
			map[string]float64{"2.ACCX": 2, "2.ACCZ": 1, "2.WDTY": -2}},
		"VTOSUB": {`<Force_Vector_OneBody id="1" type="TorqueOnly" marker_id="21" usrsub_param_string="USER(1,0,3)"/>`,
			map[string]float64{"2.ACCM": 0, "2.WDTX": 1, "2.WDTZ": 3}},
		"GFOSUB": {`<Force_Vector_TwoBody id="1" type="ForceAndTorque" i_marker_id="21" j_floating_marker_id="30" usrsub_param_string="USER(2,0,0,0,0,5)" usrsub_fnc_name="mine"/>`,
			map[string]float64{"2.ACCX": 1, "2.WDTZ": 5, "3.ACCX": -2}},
	}
	give := func(f *usersub.Frame, _ usersub.State) { copy(out(f), f.RealArgNamed("par")) }
	subs := routines{"VFOSUB": give, "VTOSUB": give, "mine": give}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			q := ""
			if _, ok := c.want["9.F1"]; ok {
				q = report("VFORCE(1,0,2,0)", "VFORCE(1,0,4,0)")
			}
			r := simulate(t, all+c.force+accelerations+q, start, subs)
			for col, v := range c.want {
				r.near(0, col, v, 1e-9)
			}
		})
	}
}

// Vector forces of every type answer to GFORCE; where ids meet, the force
// between two bodies does.
func TestVectorForcesByGFORCE(t *testing.T) {
	forces := `<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="21" fx_expression="4"/>
<Force_Vector_TwoBody id="1" type="ForceOnly" i_marker_id="30" j_floating_marker_id="20" fz_expression="2"/>
<Force_Vector_OneBody id="2" type="TorqueOnly" marker_id="21" tx_expression="3"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="21" fx_expression="5"/>`
	r := simulate(t, all+forces+report("GFORCE(1,0,2,0)", "GFORCE(1,0,4,0)", "GFORCE(1,1,4,0)", "GFORCE(2,0,6,0)", "VTORQ(2,0,6,0)", "VFORCE(3,0,2,0)"), start, nil)
	for k, v := range []float64{0, 2, -2, 3, 3, 5} {
		r.near(0, fmt.Sprintf("9.F%d", k+1), v, 1e-12)
	}
}

func TestScalarForces(t *testing.T) {
	up := `<Reference_Marker id="2" body_id="1" theta="90D"/><Reference_Marker id="31" body_id="3" body_type="POINTBODY" pos_x="2" theta="90D"/>` // z along -y
	tests := map[string]struct {
		force string
		want  map[string]float64
	}{
		"repels":     {`<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="21" j_marker_id="30" val="2"/>`, map[string]float64{"2.ACCX": -1, "3.ACCX": 2, "9.F1": -2}},
		"expression": {`<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="21" j_marker_id="30" val_expression="2*DM(21,30)"/>`, map[string]float64{"2.ACCX": -1, "3.ACCX": 2}},
		"SFOSUB":     {`<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="21" j_marker_id="30" usrsub_param_string="USER(21,30)"/>`, map[string]float64{"2.ACCX": -1, "3.ACCX": 2}},
		"action":     {up + `<Force_Scalar_TwoBody id="1" type="FORCE" is_action_only="TRUE" i_marker_id="30" j_marker_id="2" val="3"/>`, map[string]float64{"3.ACCY": -3, "2.ACCM": 0}},
		"action of J's body": {up + `<Force_Scalar_TwoBody id="1" type="FORCE" is_action_only="TRUE" i_marker_id="20" j_marker_id="31" val="3"/>`,
			map[string]float64{"3.ACCM": 0, "2.ACCY": -1.5}},
		"torque":        {`<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="21" j_marker_id="1" val="3"/>`, map[string]float64{"2.ACCM": 0, "2.WDTZ": 3}},
		"torque on J":   {`<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="1" j_marker_id="21" val="3"/>`, map[string]float64{"2.WDTZ": -3}},
		"torque action": {up + `<Force_Scalar_TwoBody id="1" type="TORQUE" is_action_only="TRUE" i_marker_id="21" j_marker_id="2" val="3"/>`, map[string]float64{"2.WDTY": -3}},
	}
	subs := routines{"SFOSUB": func(f *usersub.Frame, s usersub.State) {
		p := f.RealArgNamed("par")
		v, _ := s.SysFnc("DM", []int32{int32(p[0]), int32(p[1])})
		out(f)[0] = 2 * v
	}}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, all+c.force+accelerations+report("SFORCE(1,0,2,0)"), start, subs)
			for col, v := range c.want {
				r.near(0, col, v, 1e-9)
			}
		})
	}
}

// A damped oscillator: m 1, k 5, c 2 from x = 2 with the free length 1 and the
// preload 5: about x0 = 1 + 5/5 + ... the equilibrium is 2, so displace by 0.5.
func TestSpring(t *testing.T) {
	model := tight + ground + `<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2.5"/>
<Force_SpringDamper id="1" type="TRANSLATION" i_marker_id="30" j_marker_id="1" stiffness="5" damping="2" length="1" preload="5"/>` +
		report("DX(30)", "SPDP(1,0,2,0)")
	r := simulate(t, model, one, nil)
	// roots -1 ± 2i
	r.near(-1, "9.F1", 2+0.5*math.Exp(-1)*(math.Cos(2)+0.5*math.Sin(2)), 1e-6)
	r.near(0, "9.F2", -2.5, 1e-9)
}

// The same about the axis of a joint, with unit moment of inertia: reference
// angle 60 degrees.
func TestTorsionSpring(t *testing.T) {
	model := tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="20" body_id="2" psi="0.25"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>
<Force_SpringDamper id="1" type="ROTATIONAL" i_marker_id="20" j_marker_id="1" stiffness="5" damping="2" length="60D" preload="1"/>` +
		report("AZ(20,1)", "SPDP(1,0,8,0)")
	r := simulate(t, model, one, nil)
	at := math.Pi/3 + 0.2
	d := 0.25 - at
	r.near(-1, "9.F1", at+d*math.Exp(-1)*(math.Cos(2)+0.5*math.Sin(2)), 1e-6)
	r.near(0, "9.F2", -5*d, 1e-9)
}

// The force of a penalty at the start, where g = DX - 1.5 = 0.5 and g' = 3.
func TestPenalty(t *testing.T) {
	step := 0.25 * (3 - 2*0.5) // STEP(0.5,0,0,1,1)
	tests := map[string]struct {
		attrs string
		want  float64
	}{
		"equality":              {`penalty="100" penalty1="10"`, -100*0.5 - 10*3},
		"twice":                 {`penalty="100" penalty="10"`, -100*0.5 - 10*3},
		"no rate":               {`penalty="100"`, -50},
		"unilateral":            {`penalty="100" penalty1="10" unilateral="True"`, -(100*0.5 + 10*3) * step},
		"unilateral, smoothing": {`penalty="100" penalty1="10" unilateral="True" smoothing_factor="0.5"`, -80},
		"unilateral, inactive":  {`penalty="100" penalty1="10" unilateral="True" expr="1.5-DX(30)"`, 0},
		"routine":               {`penalty="100" penalty1="10" type="USERSUB" usrsub_param_string="USER(30,1.5)"`, -80},
	}
	subs := routines{"PFOSUB": func(f *usersub.Frame, s usersub.State) {
		v, _ := s.SysFnc("dx ", []int32{int32(f.RealArgNamed("par")[0])})
		out(f)[0] = v - f.RealArgNamed("par")[1]
	}}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			law := `expr="DX(30)-1.5"`
			if name == "routine" || name == "unilateral, inactive" {
				law = ""
			}
			model := tight + `<Body_Point id="3" cg_id="30" mass="1" v_ic_x="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2"/>` +
				fmt.Sprintf(`<Force_Penalty id="1" %s %s/>`, law, c.attrs) + `<Post_Request id="3" type="MARKER_ACCELERATION" i_marker_id="30"/>`
			simulate(t, model, start, subs).near(0, "3.ACCX", c.want, 1e-7)
		})
	}
}

func TestGravity(t *testing.T) {
	model := tight + point + `<Force_Gravity grav_x="1D0" grav_y="-(2+1)" grav_z="-6*TIME"/>` + report("DX(30)", "DY(30)", "DZ(30)")
	r := simulate(t, model, one, nil)
	for k, want := range []float64{2.5, -1.5, -1} {
		r.near(-1, fmt.Sprintf("9.F%d", k+1), want, 1e-6)
	}
}

// TestPureDamper: a penalty of 0 beside one on the rate is a damper, m x” = -c x': what
// a PFORCE says without PENALTY.
func TestPureDamper(t *testing.T) {
	r := simulate(t, tight+ground+`<Body_Point id="2" cg_id="20" mass="2" v_ic_x="3"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY"/>
<Force_Penalty id="1" type="EXPRESSION" expr="DX(20)" penalty="0" penalty1="4"/>`+report("VX(20)"), one, nil)
	r.near(-1, "9.F1", 3*math.Exp(-2*1), 1e-6)
}

// TestSpringWithoutLine: a stretched spring between points that a joint keeps together has
// no direction. A pendulum's joint carries what it carries without the spring, whatever
// rounding makes of the distance.
func TestSpringWithoutLine(t *testing.T) {
	pendulum := func(method, force string) *table {
		return simulate(t, `<Param_Transient integrator_type="`+method+`"/>`+ground+`<Reference_Marker id="2" body_id="1" pos_x="0.7" pos_y="-0.3" pos_z="0.1" psi="0.4" theta="0.5"/>
<Force_Gravity grav_z="-9.81"/><Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="20" body_id="2" rm_id="22" pos_x="0.37" psi="1.1" theta="0.2"/><Reference_Marker id="22" body_id="2" pos_x="0.7" pos_y="-0.3" pos_z="0.1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="22" j_marker_id="2"/>`+force+report("JOINT(1,0,1,0)"), one, nil)
	}
	for _, method := range []string{"DSTIFF", "ABAM", "RADAU"} {
		withoutLine(t, pendulum, method)
	}
}

func withoutLine(t *testing.T, pendulum func(method, force string) *table, method string) {
	t.Helper()
	bare := pendulum(method, "")
	for _, force := range []string{
		`<Force_SpringDamper id="1" type="TRANSLATIONAL" i_marker_id="22" j_marker_id="2" stiffness="100" length="1"/>`,
		`<Force_SpringDamper id="1" type="TRANSLATIONAL" i_marker_id="22" j_marker_id="2" damping="1" preload="100" length="1"/>`,
		`<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="22" j_marker_id="2" val_expression="100+TIME"/>`,
		`<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="22" j_marker_id="2" val="100"/>`,
	} {
		r := pendulum(method, force)
		for row := range bare.rows {
			r.near(row, "9.F1", bare.at(row, "9.F1"), 1e-2)
		}
		if t.Failed() {
			t.Fatal(force)
		}
	}
}
