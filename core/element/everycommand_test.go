package element_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// documentedCommands are the commands that the format has, in its order.
var documentedCommands = strings.Fields(`Activate Body_Flexible Body_Rigid Constraint_UserConstr Deactivate DebugOutput Force_Beam Force_Bushing
Force_Contact Force_Gravity Force_JointFriction Force_SpringDamper Force_Scalar_TwoBody Force_Vector_TwoBody H3DOutput Load_Model Load_Command
Motion_Joint Motion_Marker ResOutput Param_Linear Param_Simulation Param_Static Param_Transient Post_Request Reference_Array Reference_Marker
Reference_Variable Save Sensor_Event Simulate Stop`)

// commandTests names the tests of commands that are not in the table of TestCommandActs.
var commandTests = map[string]string{
	"Activate": "TestSwitchable", "Deactivate": "TestSwitchable", "Load_Command": "TestLoadCommand", "Load_Model": "TestLoadModel of core/run",
	"Motion_Joint": "TestSwappedMotion", "Param_Transient": "TestSettingsBetweenAnalyses of core/run", "Save": "TestSave", "Simulate": "TestChanges",
	"Param_Simulation": "TestCommandSettings", "Param_Linear": "the analyses that it is for", "Param_Static": "the analyses that it is for",
}

// commandCases: a bead of mass 2 rests at x = 1 for a second. The command then makes it
// move with the acceleration 3, so that it is at 2.5 after another one, unless x says where.
var commandCases = []struct {
	command, model, change string
	x                      float64
}{
	{"Force_Gravity", `<Force_Gravity grav_x="0"/>`, `<Force_Gravity grav_x="3"/>`, 2.5},
	{"Force_Vector_TwoBody", `<Reference_Marker id="7" body_id="1" floating="TRUE"/><Force_Vector_TwoBody id="4" type="FORCEONLY" i_marker_id="30" j_floating_marker_id="7" fx_expression="0"/>`,
		`<Force_Vector_TwoBody id="4" fx_expression="6"/>`, 2.5},
	{"Force_Scalar_TwoBody", `<Force_Scalar_TwoBody id="4" type="FORCE" i_marker_id="30" j_marker_id="1" val="0"/>`, `<Force_Scalar_TwoBody id="4" val_expression="6"/>`, 2.5},
	{"Force_SpringDamper", `<Force_SpringDamper id="4" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="1" stiffness="0" damping="0" length="1"/>`,
		`<Force_SpringDamper id="4" preload="6"/>`, 2.5},
	{"Force_Bushing", `<Force_Bushing id="4" i_marker_id="30" j_marker_id="1"/>`, `<Force_Bushing id="4" preload_x="6"/>`, 2.5},
	{"Force_Beam", `<Force_Beam id="4" i_marker_id="30" j_marker_id="1" length="1" e="1e-12" g="1e-12" area="1" ixx="1" iyy="1" izz="1"/>`, `<Force_Beam id="4" preload_x="6"/>`, 2.5},
	{"Reference_Variable", `<Reference_Variable id="5" expr="0"/><Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="VARVAL(5)"/>`,
		`<Reference_Variable id="5" expr="6"/>`, 2.5},
	{"Reference_Array", `<Reference_Variable id="5" expr="0"/><Reference_Variable id="6" expr="6"/><Reference_Array id="5" type="U">5</Reference_Array>
<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="ARYVAL(5,1)"/>`, `<Reference_Array id="5">6</Reference_Array>`, 2.5},
	{"Reference_Marker", `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" ref_marker_id="2" fz_expression="6"/>`, `<Reference_Marker id="2" theta="90D" psi="90D"/>`, 2.5},
	{"Motion_Marker", `<Motion_Marker id="5" i_marker_id="30" j_marker_id="1" direction="X" expr="1"/>`, `<Motion_Marker id="5" expr="1+1.5*(TIME-1)**2"/>`, 2.5},
	{"Constraint_UserConstr", `<Constraint_UserConstr id="5" usrsub_fnc_name="UCO" usrsub_param_string="USER(1)"/>`, `<Constraint_UserConstr id="5" usrsub_param_string="USER(2.5)"/>`, 2.5},
	{"Post_Request", "", `<Post_Request id="9" expr1="4*DX(30)"/>`, 4},
	{"Sensor_Event", `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="STEP(TIME,1,0,1.000001,6)"/><Sensor_Event id="5" expr="TIME" value="9" compare="GE" halt="TRUE"/>`,
		`<Sensor_Event id="5" value="1.5"/>`, 1 + 1.5/4},
	{"Stop", `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="STEP(TIME,1,0,1.000001,6)"/>`, `<Stop/>`, 1},
	{"DebugOutput", "", `<DebugOutput/>`, 1},
	{"H3DOutput", "", `<H3DOutput switch="ON" increment="1" format="MODAL"/>`, 1},
	// at rest on a plane in penetration 0.01; with twice the stiffness it swings about 0.005
	{"Force_Contact", `<Force_Gravity grav_x="-3"/><Reference_Marker id="22" body_id="1" pos_x="1.01" theta="90D" psi="90D"/><Post_Graphic id="1" type="Plane" rm_id="22"/><Post_Graphic id="2" type="Point" rm_id="30"/>
<Force_Contact id="3" i_graphics_id="1" j_graphics_id="2" cnf_type="IMPACT" stiffness="600" exponent="1"/>`, `<Force_Contact id="3" stiffness="900"/>`,
		1 + 0.01/3*(1-math.Cos(math.Sqrt(450)))},
}

func TestCommandActs(t *testing.T) {
	subs := routines{"UCO": func(f *usersub.Frame, s usersub.State) {
		if f.IsSetup() {
			d, _ := usersub.As[usersub.Declarer](s.(*usersub.QueryCache).State)
			d.UcoVar(int32(f.ID), []int32{3}, []int32{11}) // x of part 3
			return
		}
		f.RealArgNamed("array")[0], f.RealArgNamed("scalar")[0] = 1, f.RealArgNamed("q")[0]-f.RealArgNamed("par")[0]
	}}
	for _, c := range commandCases {
		t.Run(c.command, func(t *testing.T) {
			r := simulate(t, bead+c.model+report("DX(30)"), until("1", 1)+c.change+until("2", 1), subs)
			r.t = t
			r.near(1, "9.F1", 1, 1e-7)
			r.near(-1, "9.F1", c.x, 1e-6)
		})
	}
}

// A body gets half its mass under a force of 6: 3/2, then 3 + 6/2 more.
func TestCommandBody(t *testing.T) {
	r := simulate(t, tight+ground+body+`<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="20" fx_expression="6"/>`+report("DX(20)"),
		until("1", 1)+`<Body_Rigid id="2" mass="1"/>`+until("2", 1), nil)
	r.near(1, "9.F1", 1.5, 1e-7)
	r.near(-1, "9.F1", 7.5, 1e-7)
}

// A slide of mass 2 at the speed 4 gets friction of 2 in its second second. Stiff bristles
// build it up within 1e-4 of way.
func TestCommandFriction(t *testing.T) {
	r := simulate(t, frictionTight+ground+`<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_z="4"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="5" joint_id="1" mu_static="0.3" mu_dynamic="0.3" bristle_stiffness="1e4" damping_effects="0" viscous_effects="0" inputs="1000" force_preload="1e-9"/>`+
		report("DZ(20)", "VZ(20)"), until("1", 1)+`<Force_JointFriction id="5" force_preload="2"/>`+until("2", 1), nil)
	r.near(1, "9.F1", 4, 1e-7)
	r.near(-1, "9.F1", 7.5, 1e-4)
	r.near(-1, "9.F2", 3, 1e-4)
}

// ResOutput by a command: values below a threshold are written as 0, each type of request
// by its own; expressions are what they are. The last one counts.
func TestCommandResOutput(t *testing.T) {
	const model = bead + `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="0.2"/>` +
		`<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="30"/><Post_Request id="2" type="MARKER_VELOCITY" i_marker_id="30"/><Post_Request id="3" type="MARKER_ACCELERATION" i_marker_id="30"/>`
	r := simulate(t, model+`<ResOutput dzero="9" vzero="0.05"/>`+report("VX(30)"), `<ResOutput dzero="1.02" azero="0.11"/>`+until("1", 2), nil)
	for _, c := range []struct {
		row    int
		column string
		want   float64
	}{{0, "1.X", 0}, {1, "1.X", 0}, {2, "1.X", 1.05}, {0, "2.VX", 0}, {2, "2.VX", 0.1}, {0, "9.F1", 0}, {2, "9.F1", 0.1}, {2, "3.ACCX", 0}} {
		r.near(c.row, c.column, c.want, 1e-9)
	}
}

// Settings of a command count from there on.
func TestCommandSettings(t *testing.T) {
	text := "<M><Model>" + bead + "</Model><Command>" + until("1", 1) + `<Param_Simulation constr_tol="1e-5"/>` + until("2", 1) + "</Command></M>"
	b := element.Build(deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte(text)}, ".", element.Table()), nil)
	if len(b.Commands) != 3 || !b.Commands[1].Tune || b.Tuning.ConstrTol == 1e-5 {
		t.Fatalf("%+v", b.Commands)
	}
	r := simulate(t, bead+report("DX(30)"), `<Param_Simulation constr_tol="1e-5"/><Param_Transient h_max="0.25" integr_tol="1"/><Simulate analysis_type="Transient" end_time="1" print_increment="1"/>
<Param_Transient h_max="0.05"/><Simulate analysis_type="Transient" end_time="2" print_increment="1"/>`, nil)
	steps := 0
	for _, at := range rowTimes(r) {
		if at > 1 {
			steps++
		}
	}
	if steps < 20 || len(r.rows)-steps > 30 {
		t.Errorf("%d steps of %d in the second analysis", steps, len(r.rows))
	}
}

// Every command of the format is in the table of elements and has a test.
func TestCommandsAreTested(t *testing.T) {
	tested := map[string]bool{"Body_Flexible": true, "Body_Rigid": true, "ResOutput": true, "Force_JointFriction": true}
	for _, c := range commandCases {
		tested[c.command] = true
	}
	all := element.Table()
	for _, name := range documentedCommands {
		if !slices.ContainsFunc(all, func(s *deck.Schema) bool { return s.Kind == name }) {
			t.Errorf("there is no command %s", name)
		}
		if !tested[name] && commandTests[name] == "" {
			t.Errorf("%s has no test", name)
		}
	}
	if len(documentedCommands) != 32 {
		t.Errorf("%d commands", len(documentedCommands))
	}
}
