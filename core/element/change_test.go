package element_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// until is an analysis that ends at a time, with steps outputs.
func until(end string, steps int) string {
	return `<Simulate analysis_type="Transient" end_time="` + end + `" num_steps="` + strconv.Itoa(steps) + `"/>`
}

// bead is a point of mass 2 on the x axis: markers 1 (ground), 30.
const bead = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1"/>
<Body_Point id="3" cg_id="30" mass="2"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="1"/>
<Param_Transient integr_tol="1e-10" h_max="0.01"/>`

// TestChanges: motions of a bead in pieces, each with a closed form. The row of
// an analysis is counted from the end.
func TestChanges(t *testing.T) {
	const spring = `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="-8*DX(30)" fy_expression="-VARVAL(5)"/><Reference_Variable id="5" expr="8*DY(30)"/>`
	x := report("DX(30)", "VX(30)", "TIME")
	tests := []struct {
		name, model, command string
		want                 map[int][2]float64 // row → x, v
	}{
		// a bead without forces, then a constant force of 6: acceleration 3
		{"force switched", `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="6"/>`,
			`<Deactivate element_type="FORCE" element_id="4"/>` + until("1", 1) +
				`<Activate element_type="GFORCE" element_id="4"/>` + until("2", 1) +
				`<Deactivate element_type="VFORCE" element_id="4"/>` + until("3", 1),
			map[int][2]float64{1: {1, 0}, 3: {2.5, 3}, 5: {5.5, 3}}},
		// ω = 2 for a second, then 4 with half the mass less three quarters
		{"mass", spring, until("1", 1) + `<Body_Point id="3" mass="0.5"/>` + until("1.5", 1),
			map[int][2]float64{1: {math.Cos(2), -2 * math.Sin(2)},
				3: {math.Cos(2)*math.Cos(2) - 2*math.Sin(2)*math.Sin(2)/4, -4*math.Cos(2)*math.Sin(2) - 2*math.Sin(2)*math.Cos(2)}}},
		{"expression", spring, until("1", 1) + `<Force_Vector_OneBody id="4" fx_expression="-32*DX(30)"/>` + until("1.5", 1),
			map[int][2]float64{3: {math.Cos(2)*math.Cos(2) - 2*math.Sin(2)*math.Sin(2)/4, -4*math.Cos(2)*math.Sin(2) - 2*math.Sin(2)*math.Cos(2)}}},
		{"gravity", "", until("1", 1) + `<Force_Gravity grav_x="2"/>` + until("2", 1) + `<Force_Gravity grav_x="-2"/>` + until("3", 1),
			map[int][2]float64{1: {1, 0}, 3: {2, 2}, 5: {3, 0}}},
		// a velocity of 3 is lost when the bead is caught, and it stays there
		{"joint", `<Force_Gravity grav_x="3"/><Constraint_Jprim id="1" type="SPHERICAL" i_marker_id="30" j_marker_id="2"/>`,
			`<Deactivate element_type="JPRIM" element_id="1"/>` + until("1", 1) +
				`<Reference_Marker id="2" pos_x="2.5"/><Activate element_type="JPRIM" element_id="1"/>` + until("2", 1) +
				`<Deactivate element_type="JPRIM" element_id="1"/>` + until("3", 1),
			map[int][2]float64{1: {2.5, 3}, 2: {2.5, 0}, 3: {2.5, 0}, 5: {4, 3}}},
		{"spring", `<Force_SpringDamper id="6" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="1" stiffness="8" damping="0" length="0.5"/>`,
			until("1", 1) + `<Force_SpringDamper id="6" length="1.5"/>` + until("2", 1) + `<Deactivate element_type="SPDP" element_id="6"/>` + until("3", 1),
			springs()},
		{"state", `<Control_Diff id="7" ic="1" expr="-DIF(7)"/><Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="2*DIF(7)"/>`,
			`<Deactivate element_type="DIFF" element_id="7"/>` + until("1", 1) + `<Activate element_type="DIFF" element_id="7"/>` + until("2", 1) +
				`<Deactivate element_type="DIFF" element_id="7"/>` + until("3", 1),
			map[int][2]float64{1: {1.5, 1}, 3: {2.5 - (1 - math.Exp(-1)) + 1, 1 + 1 - math.Exp(-1)},
				5: {2.5 - (1 - math.Exp(-1)) + 1 + 2 - math.Exp(-1) + math.Exp(-1)/2, 2 - math.Exp(-1) + math.Exp(-1)}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rows := simulate(t, bead+test.model+x, test.command, nil)
			rows.t = t
			for row, want := range test.want {
				rows.near(row, "9.F1", want[0], 1e-7)
				rows.near(row, "9.F2", want[1], 1e-7)
			}
			if n := len(rows.rows); rows.at(n-1, "9.F3") != rows.at(n-1, "time") {
				t.Error("TIME is not the time")
			}
		})
	}
}

// springs is a bead on a spring whose length changes: x = l + a cos 2t + b sin 2t.
func springs() map[int][2]float64 {
	c, s := math.Cos(2), math.Sin(2)
	x1, v1 := 0.5+0.5*c, -s
	x2, v2 := 1.5+(x1-1.5)*c+v1/2*s, -2*(x1-1.5)*s+v1*c
	return map[int][2]float64{1: {x1, v1}, 3: {x2, v2}, 5: {x2 + v2, v2}}
}

// TestLockedPendulum: a pendulum that a FIXED joint holds for a second and that
// then falls. Its joint reports no reaction any more. A pendulum released at
// rest at the angle θ0 from its equilibrium has the speed
// L θ'² / 2g = cos θ - cos θ0 at the angle θ.
func TestLockedPendulum(t *testing.T) {
	const model = ground + tight + `<Force_Gravity grav_y="-10"/><Reference_Marker id="3" body_id="1" pos_x="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0" inertia_yy="0" inertia_zz="0"/><Reference_Marker id="20" body_id="2" pos_x="1"/><Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="FIXED" i_marker_id="20" j_marker_id="3"/>`
	for _, integrator := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF", "AUTO"} {
		rows := simulate(t, model+report("AZ(21,1)", "WZ(21,1)", "JOINT(1,0,1,0)+JOINT(2,0,1,0)", "JOINT(2,0,1,0)"),
			`<Param_Transient integrator_type="`+integrator+`" integr_tol="1e-9" h_max="1e-3"/>`+
				until("1", 2)+`<Deactivate element_type="JOINT" element_id="2"/>`+until("1.5", 2), nil)
		for row := range 3 {
			rows.near(row, "9.F1", 0, 1e-9)
			rows.near(row, "9.F3", 20, 1e-6)
		}
		for row := 3; row < 6; row++ {
			rows.near(row, "9.F4", 0, 0)
			w := rows.at(row, "9.F2")
			rows.near(row, "9.F1", math.Asin(-w*w/20), 1e-5)
		}
		if w := rows.at(-1, "9.F2"); w > -1 {
			t.Errorf("%s: the pendulum does not fall: %g", integrator, w)
		}
	}
}

// TestSwappedMotion: a motion that is changed moves the joint on from where it is,
// and one that is switched off lets it go with its speed. Turns continue counting.
func TestSwappedMotion(t *testing.T) {
	const model = ground + body + tight + `<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Motion_Joint id="5" joint_id="1" expr="9*TIME"/>`
	rows := simulate(t, model+report("AZ(20,1)", "WZ(20,1)", "MOTION(5,0,8,0)"),
		until("1", 10)+`<Motion_Joint id="5" expr="9+9*(TIME-1)+(TIME-1)**2"/>`+until("2", 10)+
			`<Deactivate element_type="MOTION" element_id="5"/>`+until("3", 10), nil)
	for row, want := range map[int][3]float64{10: {9, 9, 0}, 16: {9 + 4.5 + 0.25, 10, 2}, 21: {19, 11, 2}, 32: {30, 11, 0}} {
		rows.near(row, "9.F1", want[0], 1e-7)
		rows.near(row, "9.F2", want[1], 1e-7)
		rows.near(row, "9.F3", want[2], 1e-7)
	}
}

// TestMovedMassCentre: a change of the mass centre moves nothing; the body, whose
// centre stood still, now turns about the new one, which moves.
func TestMovedMassCentre(t *testing.T) {
	const model = ground + tight + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="2"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_x="1" psi="1"/>`
	rows := simulate(t, model+report("DX(21)", "DY(21)", "VX(21)", "VY(21)", "WZ(21)", "AZ(21)"),
		until("1", 1)+`<Body_Rigid id="2" cg_id="21"/>`+until("2", 1), nil)
	c, s := math.Cos(2), math.Sin(2)
	for row, want := range map[int][6]float64{1: {c, s, -2 * s, 2 * c, 2, 3}, 2: {c, s, -2 * s, 2 * c, 2, 3}, 3: {c - 2*s, s + 2*c, -2 * s, 2 * c, 2, 5}} {
		for k, v := range want {
			rows.near(row, "9.F"+strconv.Itoa(k+1), v, 1e-7)
		}
	}
}

// TestChangeKeepsRoutine: a routine that the change does not concern continues
// without a set-up call; one whose parameters change is set up again.
func TestChangeKeepsRoutine(t *testing.T) {
	setups, calls := 0, 0
	sfo := func(f *usersub.Frame, s usersub.State) {
		if f.IsSetup() {
			setups++
		}
		calls++
		v, _ := s.SysFnc("DX", []int32{30})
		out(f)[0] = -f.RealArgNamed("par")[0] * v
	}
	const model = bead + `<Force_Scalar_TwoBody id="4" type="FORCE" is_action_only="TRUE" i_marker_id="30" j_marker_id="7" usrsub_param_string="USER(8)" usrsub_fnc_name="SFO"/>
<Reference_Marker id="7" body_id="1" theta="90D" psi="90D"/>`
	run := func(change string) *table {
		setups = 0
		return simulate(t, model+report("DX(30)", "VX(30)"), until("1", 1)+change+until("2", 1), routines{"SFO": sfo})
	}
	whole, split := run(""), run(`<Reference_Marker id="2" pos_x="4"/>`)
	if setups != 1 {
		t.Errorf("%d set-up calls", setups)
	}
	for _, c := range []string{"9.F1", "9.F2"} {
		split.near(-1, c, whole.at(-1, c), 1e-8)
	}
	split.near(-1, "9.F1", math.Cos(4), 1e-7)
	changed := run(`<Force_Scalar_TwoBody id="4" usrsub_param_string="USER(0)"/>`)
	if setups != 2 {
		t.Errorf("%d set-up calls with other parameters", setups)
	}
	changed.near(-1, "9.F1", math.Cos(2)-2*math.Sin(2), 1e-7)
	// to an expression and back: the type follows from what is given
	back := run(`<Force_Scalar_TwoBody id="4" val_expression="0"/>`)
	back.near(-1, "9.F1", math.Cos(2)-2*math.Sin(2), 1e-7)
}

// TestChangeDiagnostics: what is wrong with commands is known before the run, at
// the commands, each once.
func TestChangeDiagnostics(t *testing.T) {
	const m = bead + `<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="6"/><Control_Diff id="7" ic="1" expr="-DIF(7)"/>` +
		`<Post_Request id="8" type="EXPRESSION" expr1="TIME"/><Force_Field id="2" i_marker_id="30" j_marker_id="1" c11="1" cratio="2"/>`
	run := until("1", 1)
	for _, test := range []struct{ command, want string }{
		{`<Deactivate element_type="JOINT" element_id="4"/>` + run, "there is no JOINT 4"},
		{`<Deactivate element_type="VTORQUE" element_id="4"/>` + run, "there is no VTORQUE 4"},
		{`<Deactivate element_type="FORC" element_id="4"/>` + run, "did you mean FORCE?"},
		{`<Deactivate element_type="FORCE"/>` + run, "element_id is missing"},
		{`<Activate element_type="FORCE" element_id="4"/>` + run, "FORCE 4 is active already"},
		{`<Force_Vector_OneBody id="4" fx_expression="DX(77)"/>` + run, "there is no Reference_Marker 77"},
		{`<Force_Vector_OneBody id="5" fx_expression="1"/>` + run, "to modify"},
		{run + `<Control_Diff id="7" ic="2"/>` + until("2", 1), "an initial value counts at the start only"},
		{run + `<Control_Diff id="7" type="USERSUB" expr="1"/>` + until("2", 1), "has no effect"},
		{run + `<Post_Request id="8" expr2="1"/>` + until("2", 1), "the change would make it 2"},
		{run + `<Body_Point id="3" mass="-2"/>` + until("2", 1), "is not positive"},
		{run + `<Body_Point id="3" cg_id="1"/>` + until("2", 1), "[B023]"},
		{run + `<Body_Point id="3" mass="3"/>` + until("2", 1), ""},
	} {
		said := diagnose(t, m, test.command)
		lines := strings.Split(strings.TrimSpace(said), "\n")
		if !strings.Contains(said, test.want) {
			t.Errorf("%s\n%swant %s", test.command, said, test.want)
		}
		if n := strings.Count(said, "cratio is ignored"); n != 1 {
			t.Errorf("%d warnings of what was wrong before\n%s", n, strings.Join(lines, "\n"))
		}
	}
}

// TestRangesOfIDs: vector forces of different types have ranges of ids of their own, as VFORCE, VTORQUE and GFORCE of Adams have; measures
// and commands find the one they name.
func TestRangesOfIDs(t *testing.T) {
	model := ground + tight + `<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="7" body_id="1" floating="TRUE"/>
<Force_Vector_TwoBody id="1" type="FORCEONLY" i_marker_id="20" j_floating_marker_id="7" ref_marker_id="1" fx_expression="2" fy_expression="0" fz_expression="0"/>
<Force_Vector_TwoBody id="1" type="TORQUEONLY" i_marker_id="20" j_floating_marker_id="7" ref_marker_id="1" tx_expression="0" ty_expression="0" tz_expression="3"/>
<Force_Vector_TwoBody id="1" type="FORCEANDTORQUE" i_marker_id="20" j_floating_marker_id="7" ref_marker_id="1" fx_expression="0" fy_expression="4" fz_expression="0" tx_expression="0" ty_expression="0" tz_expression="0"/>
` + report("VFORCE(1,0,2,1)", "VTORQ(1,0,8,1)", "GFORCE(1,0,3,1)")
	r := simulate(t, model, until("1", 1)+`<Deactivate element_type="VFORCE" element_id="1"/>`+until("2", 1)+
		`<Deactivate element_type="GFORCE" element_id="1"/><Activate element_type="VFORCE" element_id="1"/>`+until("3", 1), nil)
	for row, want := range map[int][3]float64{1: {2, 3, 4}, 3: {0, 3, 4}, 5: {2, 3, 0}} {
		for k, w := range want {
			r.near(row, fmt.Sprintf("9.F%d", k+1), w, 1e-12)
		}
	}
}
