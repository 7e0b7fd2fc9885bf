package element_test

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

func replace(s, old, by string) string { return strings.ReplaceAll(s, old, by) }

const driven = tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" @/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="5" type="%" i_marker_id="20" j_marker_id="1"/>`

func TestMotions(t *testing.T) {
	tests := map[string]struct {
		joint, body, motion string
		x, load             string // what is driven, its force or torque
		want, force         float64
	}{
		"R displacement": {"REVOLUTE", "", `joint_type="R" val_type="D" expr="TIME**3"`, "AZ(20,1)", "MOTION(7,0,8,0)", 1, 6},
		"R velocity":     {"REVOLUTE", "", `val_type="V" expr="3*TIME**2"`, "AZ(20,1)", "MOTION(7,0,8,0)", 1, 6},
		"R acceleration": {"REVOLUTE", `w_ic_z="1"`, `motion_type="ROTATION" val_type="A" expr="6*TIME"`, "AZ(20,1)", "MOTION(7,0,8,0)", 2, 6},
		"T displacement": {"TRANSLATIONAL", "", `motion_type="T" expr="TIME**3"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1, 12},
		"T velocity":     {"TRANSLATIONAL", "", `val_type="velocity" expr="3*TIME**2"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1, 12},
		"T acceleration": {"TRANSLATIONAL", `v_ic_z="1"`, `val_type="A" expr="6*TIME"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 2, 12},
		"cylindrical":    {"CYLINDRICAL", "", `joint_type="T" expr="TIME**3"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1, 12},
		"variables":      {"CYLINDRICAL", "", `joint_type="T" expr="varval(1)"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1, 12},
		// coupled to body 3, on which the force 2 acts: a constraint, which loads both
		"by the state":        {"TRANSLATIONAL", "", `expr="DX(30)-2"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1. / 3, 4. / 3},
		"velocity, state":     {"TRANSLATIONAL", "", `val_type="V" expr="VX(30)"`, "DZ(20,1,1)", "MOTION(7,0,4,0)", 1. / 3, 4. / 3},
		"angle, by the state": {"REVOLUTE", "", `expr="DX(30)-2"`, "AZ(20,1)", "MOTION(7,0,8,0)", 0.5, 1},
	}
	variables := `<Reference_Variable id="1" expr="VARVAL(2)*TIME"/><Reference_Variable id="2" expr="TIME**2"/>`
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			model := replace(replace(driven, "%", c.joint), "@", c.body) + `<Motion_Joint id="7" joint_id="5" ` + c.motion + `/>`
			if strings.Contains(c.motion, "30") {
				model += point + `<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="2"/>`
			}
			if name == "variables" {
				model += variables
			}
			r := simulate(t, model+report(c.x, c.load), one, nil)
			r.near(-1, "9.F1", c.want, 1e-5)
			r.near(-1, "9.F2", c.force, 1e-5)
		})
	}
}

// A mass hangs on a distance constraint: the reaction at the marker that
// i_marker_id names is the weight, upwards, and an elemental request shows the
// same as the function.
func TestGeneralReaction(t *testing.T) {
	model := tight + ground + `<Body_Point id="3" cg_id="30" mass="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_z="-2"/>
<Force_Gravity grav_z="-10"/><Constraint_General id="1" expr="DM(30,1)-2" i_marker_id="30"/>
<Post_Request id="1" type="MARKER_FORCE" i_marker_id="30"/>`
	r := simulate(t, model, start, nil)
	r.near(0, "1.FZ", 30, 1e-9)
	r.near(0, "1.FM", 30, 1e-9)
}

func TestRequests(t *testing.T) {
	calls := 0
	subs := routines{"REQSUB": func(f *usersub.Frame, s usersub.State) {
		if !f.IsSetup() {
			calls++
		}
		v, _ := s.SysFnc("DX", []int32{20})
		for k := range out(f) {
			out(f)[k] = float64(k+1) * v
		}
	}}
	// body 2 turns about z at 2 and moves along x at 3; marker 21 is 1 from its centre
	model := tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="3" w_ic_z="2"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_x="1"/><Reference_Marker id="2" body_id="1" psi="90D"/>
<ResOutput angle_type="EULER_ANGLES"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="21"/>
<Post_Request id="2" type="MARKER_DISPLACEMENT" i_marker_id="21" j_marker_id="20" ref_marker_id="2"/>
<Post_Request id="3" type="MARKER_VELOCITY" i_marker_id="21"/>
<Post_Request id="4" type="MARKER_ACCELERATION" i_marker_id="21" ref_marker_id="2"/>
<Post_Request id="5" type="USERSUB" usrsub_param_string="USER()"/>
<Post_Request id="6" type="EXPRESSION" expr1="NULL" expr2="DX(20)" expr8="TIME"/>`
	r := simulate(t, model, one, subs)
	c, s := math.Cos(2), math.Sin(2)
	want := map[string]float64{
		"1.MAG": math.Hypot(3+c, s), "1.X": 3 + c, "1.Y": s, "1.Z": 0, "1.THETA": 0, "1.PHI": 0, "1.PSI": 2,
		"2.MAG": 1, "2.X": s, "2.Y": -c,
		"3.VX": 3 - 2*s, "3.VY": 2 * c, "3.VM": math.Hypot(3-2*s, 2*c), "3.WZ": 2, "3.WM": 2, "3.WX": 0,
		"4.ACCM": 4, "4.ACCX": -4 * s, "4.ACCY": 4 * c, "4.WDTM": 0,
		"5.F1": 3, "5.F8": 24, "6.F2": 3, "6.F8": 1,
	}
	for col, v := range want {
		r.near(-1, col, v, 1e-5)
	}
	if _, ok := r.head["6.F1"]; ok {
		t.Error("an expression NULL has a column")
	}
	if calls < 5 || calls > 10 {
		t.Errorf("REQSUB was called %d times for 5 outputs", calls)
	}
}

func TestElementalForce(t *testing.T) {
	model := tight + ground + replace(replace(driven[len(tight+ground):], "%", "REVOLUTE"), "@", "") + `<Force_Gravity grav_y="-10"/>
<Force_SpringDamper id="4" type="ROTATIONAL" i_marker_id="20" j_marker_id="1" stiffness="5" length="1"/>
<Post_Request id="1" type="ELEMENTAL_FORCE" elem_type="Joint" elem_id="5"/>
<Post_Request id="2" type="ELEMENTAL_FORCE" elem_type="Force_SpringDamper" elem_id="4" jflag="1"/>`
	r := simulate(t, model, start, nil)
	r.near(0, "1.FY", 20, 1e-9)
	r.near(0, "2.TZ", -5, 1e-9)
}

func TestYawPitchRoll(t *testing.T) {
	model := tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" psi="0.5"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="20"/>`
	r := simulate(t, model, `<ResOutput angle_type="YPR"/>`+start, nil)
	r.near(0, "1.YAW", 0.5, 1e-12)
	r.near(0, "1.ROLL", 0, 1e-12)
}

func TestSimulateVariants(t *testing.T) {
	model := tight + point + report("TIME", "DX(30)")
	for command, want := range map[string][]float64{
		`<Simulate analysis_type="TRANSIENT" end_time="1" num_step="2"/>`:                                                                         {0, .5, 1},
		`<Simulate analysis_type="Transient" duration="1" print_interval="0.4"/>`:                                                                 {0, .4, .8, 1},
		`<Simulate analysis_type="Transient" start_time="2" duration="1" num_steps="1"/>`:                                                         {2, 3},
		`<Simulate analysis_type="Transient" end_time="1" num_steps="1"/><Simulate analysis_type="Transient" duration="1" num_steps="2"/>`:        {0, 1, 1, 1.5, 2},
		`<Simulate analysis_type="Transient" end_time="1" num_steps="1"/><Stop/><Simulate analysis_type="Transient" duration="1" num_steps="2"/>`: {0, 1},
	} {
		r := simulate(t, model, command, nil)
		if len(r.rows) != len(want) {
			t.Errorf("%s: %d rows, want %d", command, len(r.rows), len(want))
			continue
		}
		for k, w := range want {
			r.near(k, "time", w, 1e-12)
		}
	}
	r := simulate(t, model, `<Param_Transient integrator_type="ABAM" h_max="0.01"/><Simulate analysis_type="Transient" end_time="0.1" print_increment="3"/>`, nil)
	if n := len(r.rows); n < 4 || r.at(-1, "time") != 0.1 {
		t.Errorf("print_increment: %d rows up to %g", n, r.at(-1, "time"))
	}
}

// Newtons, kilograms, millimetres and seconds: a newton moves a kilogram with
// 1000 mm/s², and a force of the deck is reported as it stands there.
func TestConsistencyFactor(t *testing.T) {
	force := `<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="1"/>` + report("DX(30)-2", "VFORCE(1,0,2,0)")
	for unit, want := range map[string]float64{
		`force_unit="Newton" mass_unit="Kilogram" length_unit="Millimeter" time_unit="Second"`: 500,
		`length_unit="MILLIMETER" mass_mult_factor="2"`:                                        0.25,
		``: 0.5,
		`force_unit="Pound_Force" mass_unit="Slinch" length_unit="Inch"`: 0.5,
		`force_unit="Kilogram_Force"`:                                    0.5 * 9.80665,
	} {
		r := simulate(t, `<Param_Unit `+unit+`/>`+tight+point+force, one, nil)
		r.near(-1, "9.F1", want, 1e-6)
		r.near(-1, "9.F2", 1, 1e-12)
	}
}
