package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// TestSwitchable: a body falls freely, along x at 3, while the element between it and
// ground is off, whatever the element is; the element does not matter. Switched
// on it does something.
func TestSwitchable(t *testing.T) {
	const free = ground + tight + `<Force_Gravity grav_x="3"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="1"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_x="1"/><Reference_Marker id="6" body_id="1" theta="90D" psi="90D"/><Reference_Marker id="7" body_id="1" floating="TRUE"/>
<Reference_Marker id="8" body_id="1" pos_x="-1"/><Reference_Marker id="22" body_id="2" theta="90D" psi="90D"/>`
	const push = `fx_expression="-20" fy_expression="0" fz_expression="0"`
	script := routines{
		"YFO": func(f *usersub.Frame, s usersub.State) {
			f.RealArgNamed("stated")[0], f.RealArgNamed("output")[0] = 1, -20
		},
		"GCO": func(f *usersub.Frame, s usersub.State) {
			v, _ := s.SysFnc("DX", []int32{20})
			out(f)[0] = v - 0.1
		},
	}
	for _, c := range []struct{ kind, element, force string }{
		{"BUSH", `<Force_Bushing id="3" i_marker_id="20" j_marker_id="1" kx="900"/>`, "BUSH(3,0,2,0)"},
		{"BEAM", `<Force_Beam id="3" i_marker_id="20" j_marker_id="8" length="1" e="1e3" g="1e3" area="1" ixx="1" iyy="1" izz="1"/>`, "BEAM(3,0,2,0)"},
		{"FIELD", `<Force_Field id="3" i_marker_id="20" j_marker_id="1" k11="900"/>`, "FIELD(3,0,2,0)"},
		{"SPDP", `<Force_SpringDamper id="3" i_marker_id="20" j_marker_id="8" type="TRANSLATIONAL" stiffness="900" length="1"/>`, "SPDP(3,0,2,0)"},
		{"SFORCE", `<Force_Scalar_TwoBody id="3" i_marker_id="20" j_marker_id="8" type="FORCE" val_expression="-20"/>`, "SFORCE(3,0,2,0)"},
		{"FORCE", `<Force_Scalar_TwoBody id="3" i_marker_id="20" j_marker_id="8" type="FORCE" val_expression="-20"/>`, "SFORCE(3,0,2,0)"},
		{"VFORCE", `<Force_Vector_TwoBody id="3" i_marker_id="20" j_floating_marker_id="7" type="FORCEONLY" ` + push + `/>`, "VFORCE(3,0,2,0)"},
		{"GFORCE", `<Force_Vector_OneBody id="3" marker_id="20" type="FORCEANDTORQUE" ` + push + `/>`, ""},
		{"PFORCE", `<Force_Penalty id="3" type="EXPRESSION" expr="DX(20)" penalty="900"/>`, ""},
		{"NFORCE", `<Force_MultiPoint id="3" ref_marker_id="1" kmtx_id="1" n_i_marker="1">20</Force_MultiPoint>
<Reference_Matrix id="1" nrow="6" ncol="6" issparse="TRUE" nval="1">1 1 900</Reference_Matrix>`, ""},
		{"CONTACT", `<Post_Graphic id="1" type="Plane" rm_id="22"/><Post_Graphic id="2" type="Point" rm_id="1"/>
<Force_Contact id="3" i_graphics_id="1" j_graphics_id="2" cnf_type="IMPACT" stiffness="900" exponent="1"/>`, "CONTACT(3,0,2,0)"},
		{"YFORCE", `<Force_StateEqn id="3" type="USERSUB" usrsub_fnc_name="YFO" x_array_id="1" num_state="1" i_marker_id="20" j_floating_marker_id="7"/><Reference_Array id="1" type="X"/>`, "ARYVAL(1,1)"},
		{"JOINT", `<Constraint_Joint id="3" type="SPHERICAL" i_marker_id="20" j_marker_id="1"/>`, "JOINT(3,0,2,0)"},
		{"JPRIM", `<Constraint_Jprim id="3" type="INPLANE" i_marker_id="20" j_marker_id="6"/>`, "JPRIM(3,0,2,0)"},
		{"GCON", `<Constraint_General id="3" expr="DX(20)-0.1"/>`, ""},
		{"GCON", `<Constraint_General id="3" type="USERSUB" usrsub_fnc_name="GCO"/>`, ""},
	} {
		force := c.force
		if force == "" {
			force = "0"
		}
		switches := `<Deactivate element_type="` + c.kind + `" element_id="3"/>` + until("0.2", 2) +
			`<Activate element_type="` + c.kind + `" element_id="3"/>` + until("0.3", 1)
		rows := simulate(t, free+c.element+report("DX(20)", "VX(20)", force, "AZ(20)"), switches, script)
		for n := range 3 {
			time := rows.at(n, "time")
			rows.near(n, "9.F1", 1.5*time*time, 1e-8)
			rows.near(n, "9.F2", 3*time, 1e-8)
			rows.near(n, "9.F3", 0, 0)
			rows.near(n, "9.F4", time, 1e-8)
		}
		if math.Abs(rows.at(-1, "9.F1")-1.5*0.09) < 1e-3 {
			t.Errorf("%s has no effect when it is on: x = %g", c.element, rows.at(-1, "9.F1"))
		}
		if c.force != "" && rows.at(-1, "9.F3") == 0 {
			t.Errorf("%s reports nothing when it is on", c.element)
		}
	}
}

// TestSwitchedFriction: a block slides without friction until it is switched on.
func TestSwitchedFriction(t *testing.T) {
	const slide = ground + tight + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_z="2"/><Reference_Marker id="20" body_id="2"/>
<Force_Gravity grav_x="10"/><Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="3" joint_id="1" mu_static="0.3" mu_dynamic="0.3" viscous_effects="0" bristle_stiffness="1e4" damping_effects="10"/>`
	rows := simulate(t, slide+report("DZ(20)", "VZ(20)"), `<Deactivate element_type="FRICTION" element_id="3"/>`+until("0.25", 1)+
		`<Activate element_type="FRICTION" element_id="3"/>`+until("0.5", 1), nil)
	rows.near(1, "9.F1", 0.5, 1e-8)
	rows.near(1, "9.F2", 2, 1e-8)
	if v := rows.at(-1, "9.F2"); math.Abs(v-(2-3*0.25)) > 0.02 { // the bristles bend first
		t.Errorf("friction of 0.3 slows the block to %g", v)
	}
}

// TestSwitchedCoupler: two wheels turn freely, then as a gear: with equal inertias
// and the condition 2 w1 = w2 both change by an impulse that keeps
// w1 + 2 w2.
func TestSwitchedCoupler(t *testing.T) {
	wheels := ground + tight
	for _, n := range []string{"2", "4"} {
		wheels += `<Body_Rigid id="` + n + `" cg_id="` + n + `0" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="` + n + `"/><Reference_Marker id="` + n + `0" body_id="` + n + `"/>
<Constraint_Joint id="` + n + `" type="REVOLUTE" i_marker_id="` + n + `0" j_marker_id="1"/>`
	}
	wheels += `<Constraint_Coupler id="3" joint1_id="2" joint2_id="4" coefficients="2,-1"/>`
	rows := simulate(t, wheels+report("WZ(20)", "WZ(40)", "AZ(20)", "AZ(40)"), `<Deactivate element_type="COUPLER" element_id="3"/>`+until("1", 1)+
		`<Body_Rigid id="2" inertia_zz="1"/>`+until("1.5", 1)+`<Activate element_type="COUPLER" element_id="3"/>`+until("2", 1), nil)
	rows.near(3, "9.F1", 2, 1e-9)
	rows.near(3, "9.F3", 3, 1e-9)
	rows.near(3, "9.F4", 6, 1e-9)
	rows.near(-1, "9.F1", 2, 1e-9) // 2·2 = 4: no impulse
	rows.near(-1, "9.F4", 8, 1e-9) // and not 2π more or less
	other := simulate(t, wheels+report("WZ(20)", "WZ(40)"), `<Deactivate element_type="COUPLER" element_id="3"/><Body_Rigid id="4" w_ic_z="9"/>`+until("1e-9", 1)+
		`<Activate element_type="COUPLER" element_id="3"/>`+until("1", 1), nil)
	other.near(-1, "9.F1", 20./5, 1e-6) // w1 + 2 w2 = 2 + 18 = 5 w1
	other.near(-1, "9.F2", 40./5, 1e-6)
}
