package run

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// continued are models of which a run that continues has rows with the bits of the run
// that was not interrupted. Nothing stands along the axes, so that the markers of a
// deck that is saved are rounded.
var continued = map[string]string{
	// The finding that this test is for: an acceleration in a state equation, a growing
	// input and a force from the state.
	"cart with ACCX": heavy + slanted + sliding + `
<Control_Diff id="1" expr="ACCX(20)-DIF(1)+0.3*EXP(0.3*TIME)*SIN(5*TIME)"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="3*DIF(1)-0.5*VX(20)-4*DX(20)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)" expr3="ACCX(20)" expr4="DIF(1)"/>`,

	"tree in space": heavy + slanted + `
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="21" j_marker_id="11"/>` + second + `
<Constraint_Joint id="2" type="UNIVERSAL" i_marker_id="31" j_marker_id="22"/>
<Force_SpringDamper id="3" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="10" stiffness="3" damping="0.1" length="1.1"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(30)" expr2="WY(30)" expr3="ACCZ(30)" expr4="AZ(20,10)"/>`,

	"loop with redundant rows": heavy + `
<Body_Rigid id="2" cg_id="20" mass="1.1" inertia_xx="0.1" inertia_yy="0.12" inertia_zz="0.13" w_ic_z="9"/>
<Reference_Marker id="20" body_id="2" pos_x="0.31" pos_y="0.17" psi="0.3"/><Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="0.62" pos_y="0.34"/>
<Body_Rigid id="3" cg_id="30" mass="2.3" inertia_xx="0.2" inertia_yy="0.21" inertia_zz="0.23"/>
<Reference_Marker id="30" body_id="3" pos_x="1.3" pos_y="0.9"/><Reference_Marker id="31" body_id="3" pos_x="0.62" pos_y="0.34"/><Reference_Marker id="32" body_id="3" pos_x="2.1" pos_y="1.4"/>
<Body_Rigid id="4" cg_id="40" mass="1.7" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2"/>
<Reference_Marker id="40" body_id="4" pos_x="2.2" pos_y="0.7"/><Reference_Marker id="41" body_id="4" pos_x="2.1" pos_y="1.4"/><Reference_Marker id="42" body_id="4" pos_x="2.3"/>
<Reference_Marker id="12" body_id="1" pos_x="2.3"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="22"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="41" j_marker_id="32"/><Constraint_Joint id="4" type="REVOLUTE" i_marker_id="42" j_marker_id="12"/>
<Post_Request id="9" type="EXPRESSION" expr1="AZ(20,10)" expr2="WZ(40)" expr3="JOINT(1,0,2,0)" expr4="DY(30)"/>`,

	"friction of a slider": heavy + slanted + sliding + `
<Force_JointFriction id="4" joint_id="1" mu_static="0.4" mu_dynamic="0.3" stiction_trans_vel="0.2" bristle_stiffness="50" damping_effects="0.5" viscous_effects="0.02"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="9*SIN(3*TIME)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)" expr3="FRICTION(4,3)"/>`,

	"friction of a slider that sticks and slips": heavy + slanted + sliding + `
<Force_JointFriction id="4" joint_id="1" mu_static="0.4" mu_dynamic="0.3" method="VI"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="9*SIN(3*TIME)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)" expr3="FRICTION(4,3)"/>`,

	// The rod bounces between stops, and slides on the lower one; a motion of bounded effort slips along the slider, and holds later on where it then is.
	"stops that open and close": heavy + slanted + `
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="11" limit_min="-0.4" limit_max="0.6" limit_restitution="0.7"/>
<Force_Vector_OneBody id="6" type="TORQUEONLY" marker_id="21" ref_marker_id="11" tx_expression="0" ty_expression="0" tz_expression="9*SIN(2*TIME)"/>
<Post_Request id="9" type="EXPRESSION" expr1="AZ(21,11)" expr2="WZ(21)" expr3="JOINT(1,0,6,0)"/>`,

	"motion that slips": heavy + slanted + sliding + `
<Motion_Joint id="3" joint_id="1" expr="0.1*SIN(TIME)" max_effort="11"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="11" fx_expression="0" fy_expression="0" fz_expression="6+8*SIN(3*TIME)"/>
<Post_Request id="9" type="EXPRESSION" expr1="DZ(21,11,11)" expr2="VX(20)" expr3="MOTION(3,0,4,11)"/>`,

	"turns of a coupler, and sensors": heavy + thermostat + `
<Body_Rigid id="2" cg_id="20" im_id="22" mass="1" inertia_xx="0.4" inertia_yy="0.5" inertia_zz="0.6" inertia_xy="0.02" v_ic_y="0.1" w_ic_z="9"/>
<Reference_Marker id="20" body_id="2" pos_x="0.011" psi="0.7"/><Reference_Marker id="21" body_id="2" psi="0.2"/><Reference_Marker id="22" body_id="2" pos_z="0.1" psi="0.2" theta="0.1"/>
<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/>
<Reference_Marker id="30" body_id="3" pos_x="2.1" psi="0.4"/><Reference_Marker id="12" body_id="1" pos_x="2.1" psi="0.1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="30" j_marker_id="12"/>
<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" coefficients="1 2"/>
<Force_Vector_OneBody id="6" type="TORQUEONLY" marker_id="20" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="0.3*SENVAL(7)-0.05*WZ(20)+0.02*SIN(AZ(20,10)/3)"/>
<Post_Request id="9" type="EXPRESSION" expr1="AZ(21,10)" expr2="AZ(30,12)" expr3="WZ(20)" expr4="SENVAL(7)"/>`,

	// A force that looks back by a constant lag, also beyond the first analysis, and by one that varies.
	"delays": heavy + slanted + sliding + `
<Reference_Variable id="3" expr="DELAY(DX(20)+VX(20),0.4,0.1*TIME)"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="-3*VARVAL(3)-4*DELAY(DX(20),0.05*(2+SIN(TIME)),0)" fy_expression="2*DELAY(IF(SIN(3*TIME):-1,0,1),0.7,0)" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20)" expr2="VARVAL(3)" expr3="ACCX(20)" expr4="DELAY(DELAY(DX(20),0.2,0),0.3,0)"/>`,

	"routine": heavy + slanted + `
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="21" j_marker_id="11"/>
<Reference_Variable id="3" type="USERSUB" usrsub_dll_name="x" usrsub_fnc_name="VARSUB" usrsub_param_string="USER(1)"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="VARVAL(3)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20)" expr2="VARVAL(3)" expr3="WZ(20)"/>`,
}

const (
	heavy = `<Force_Gravity grav_x="1.3" grav_y="-9.1" grav_z="-0.7"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>`

	// slanted is body 2, free, of which marker 21 is at marker 11 of ground.
	slanted = `
<Reference_Marker id="11" body_id="1" pos_x="0.1" pos_y="0.2" pos_z="0.3" psi="0.3" theta="0.7" phi="0.2"/>
<Body_Rigid id="2" cg_id="20" mass="1.3" inertia_xx="0.1" inertia_yy="0.13" inertia_zz="0.17" inertia_xy="0.01"/>
<Reference_Marker id="20" body_id="2" pos_x="0.7" pos_y="0.33" pos_z="0.11" psi="0.4" theta="0.3"/>
<Reference_Marker id="21" body_id="2" pos_x="0.1" pos_y="0.2" pos_z="0.3" psi="0.3" theta="0.7" phi="0.2"/>
<Reference_Marker id="22" body_id="2" pos_x="1.3" pos_y="0.53" pos_z="-0.1" psi="0.1" theta="0.2"/>`
	sliding = `<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="11"/>`

	second = `
<Body_Rigid id="3" cg_id="30" mass="0.7" inertia_xx="0.05" inertia_yy="0.06" inertia_zz="0.07"/>
<Reference_Marker id="30" body_id="3" pos_x="1.7" pos_y="0.7" pos_z="-0.3" theta="0.3"/>
<Reference_Marker id="31" body_id="3" pos_x="1.3" pos_y="0.53" pos_z="-0.1" psi="0.1" theta="1.77"/>`
)

// pulls is a routine that asks two measures, and after 1.5 s a third.
func pulls(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
	return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
		d := &usersub.QueryCache{Frame: f, State: s}
		x, _ := d.SysFnc("DX", []int32{20, 10})
		v, _ := d.SysFnc("VX", []int32{20, 10})
		y := 0.0
		if f.Time() > 1.5 {
			y, _ = d.SysFnc("DY", []int32{20, 10})
		}
		f.Reals(f.Sig.OutputIndices()[0])[0] = -3*x - 0.1*v - y
		return nil
	})}, nil
}

// TestGoesOnEqual: with the state, all numbers of all rows are those of one run, at a
// tolerance at which step sizes and orders follow from the last bit. What is compared is
// one deck with two analyses, and the second in a run of its own, which itself
// saves and is continued from.
func TestContinuesEqual(t *testing.T) {
	first := simulate(`end_time="2.31" print_interval="0.11"`)
	then := simulate(`end_time="3.3" print_interval="0.09"`)
	last := simulate(`end_time="4.51" print_interval="0.11"`)
	for n, name := range slices.Sorted(maps.Keys(continued)) {
		model := continued[name]
		for i, method := range []string{"DSTIFF", "ABAM", "AUTO", "HHT", "VSTIFF", "MSTIFF", "NEWMARK", "RADAU", "DOP853"} {
			for k, interpolate := range []string{"FALSE", "TRUE"} {
				if !long && (n+i+4*k)%8 != 0 {
					continue
				}
				t.Run(name+" "+method+" "+interpolate, func(t *testing.T) {
					set := map[string]string{"integrator_type": method, "dae_interpolation": interpolate, "integr_tol": "1e-3", "integr_rel_tol": "3e-4", "h_max": "0.1"}
					path := filepath.Join(t.TempDir(), "deck.xml")
					write(t, path, "<M><Model>"+model+"</Model><Command>"+first+then+last+"</Command></M>")
					whole := runIn(t, path, set, pulls)
					path = saving(t, model, first, set, pulls)
					further(t, path, then+`<Save model_file="again.xml"/>`)
					part := runIn(t, path, set, pulls)
					again := filepath.Join(filepath.Dir(path), "again.xml")
					further(t, again, last)
					rest := runIn(t, again, set, pulls)
					for _, o := range []outcome{whole, part, rest} {
						if o.err != nil {
							t.Fatal(o.err)
						}
					}
					sameRows(t, whole.tab, part.tab, len(part.tab.of(t, "time")), len(rest.tab.of(t, "time")))
					sameRows(t, whole.tab, rest.tab, len(rest.tab.of(t, "time")), 0)
				})
			}
		}
	}
}

// continuedHard are models with impacts, bounds and contacts, for NSC.
var continuedHard = map[string]string{
	"chain between stops": heavy + slanted + `
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="11" limit_min="-0.7" limit_max="0.4" limit_restitution="0.5"/>` + second + `
<Constraint_Joint id="2" type="UNIVERSAL" i_marker_id="31" j_marker_id="22"/>
<Force_SpringDamper id="3" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="10" stiffness="3" damping="0.1" length="1.1"/>
<Control_Diff id="1" expr="ACCX(20)-DIF(1)"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(30)" expr2="WY(30)" expr3="ACCZ(30)" expr4="DIF(1)" expr5="AZ(21,11)"/>`,

	"a motion that slips": heavy + slanted + sliding + `
<Motion_Joint id="3" joint_id="1" joint_type="T" val_type="D" expr="0.1*SIN(3*TIME)" max_effort="6"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="9*SIN(5*TIME)" fy_expression="0" fz_expression="0"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)" expr3="MOTION(3,0,1,0)"/>`,

	"friction of a slider": continued["friction of a slider that sticks and slips"],

	"boxes that fall on each other": nscFloor(0.4, -9.81) + nscBlock(2, 0.13, `v_ic_x="1" w_ic_y="1.3"`, false) + nscBlock(3, 0.37, "", false) + nscBlock(4, 0.61, "", true) + `
<Force_Contact id="1" cnf_type="RIGID" mu="0.4" restitution_coef="0.4" i_graphics_id="1 2 3 4"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(20)" expr2="WY(30)" expr3="DZ(40)" expr4="CONTACT(1,0,4,10)"/>`,
}

// TestGoesOnEqualHard is TestGoesOnEqual for NSC: what is known of multipliers, loads of contacts, bounds that slip and surfaces
// that stick continues from the file too.
func TestContinuesEqualHard(t *testing.T) {
	first := simulate(`end_time="0.71" print_interval="0.05"`)
	then := simulate(`end_time="1.1" print_interval="0.04"`)
	last := simulate(`end_time="1.5" print_interval="0.05"`)
	for n, name := range slices.Sorted(maps.Keys(continuedHard)) {
		model := continuedHard[name]
		for k, interpolate := range []string{"FALSE", "TRUE"} {
			if leftOut(t, n+k, 2) {
				continue
			}
			t.Run(name+" "+interpolate, func(t *testing.T) {
				set := map[string]string{"integrator_type": "NSC", "dae_interpolation": interpolate, "h_max": "0.01"}
				path := filepath.Join(t.TempDir(), "deck.xml")
				write(t, path, "<M><Model>"+model+"</Model><Command>"+nscTune(`h_max="0.01"`)+first+then+last+"</Command></M>")
				whole := runIn(t, path, set, pulls)
				path = saving(t, model, nscTune(`h_max="0.01"`)+first, set, pulls)
				further(t, path, nscTune(`h_max="0.01"`)+then+`<Save model_file="again.xml"/>`)
				part := runIn(t, path, set, pulls)
				again := filepath.Join(filepath.Dir(path), "again.xml")
				further(t, again, nscTune(`h_max="0.01"`)+last)
				rest := runIn(t, again, set, pulls)
				for _, o := range []outcome{whole, part, rest} {
					if o.err != nil {
						t.Fatal(o.err)
					}
				}
				sameRows(t, whole.tab, part.tab, len(part.tab.of(t, "time")), len(rest.tab.of(t, "time")))
				sameRows(t, whole.tab, rest.tab, len(rest.tab.of(t, "time")), 0)
			})
		}
	}
}

// sameRows compares all rows of part with those of whole that have n-part rows behind.
func sameRows(t *testing.T, whole, part *table, n, behind int) {
	t.Helper()
	if n < 5 {
		t.Fatalf("%d rows", n)
	}
	for _, c := range part.name {
		a, b := whole.of(t, c), part.of(t, c)
		a = a[len(a)-behind-n : len(a)-behind]
		if !slices.Equal(a, b) {
			k := 0
			for a[k] == b[k] {
				k++
			}
			t.Errorf("%s: row %d is %v, not %v", c, k, b[k], a[k])
		}
	}
}

// TestChangedAfterState: a model that continues and is then changed is the one that is
// changed without an interruption. The marker that is moved is given where its body is
// now; what stays in place keeps its bits.
func TestChangedAfterState(t *testing.T) {
	model := continued["tree in space"]
	first := simulate(`end_time="1.1" print_interval="0.11"`)
	off := `<Deactivate element_type="JOINT" element_id="2"/>`
	second := simulate(`end_time="2.2" print_interval="0.11"`)
	set := map[string]string{"integrator_type": "DSTIFF", "integr_tol": "1e-3", "integr_rel_tol": "3e-4", "h_max": "0.1"}
	whole := ran(t, model, first+off+second, set)
	path := saving(t, model, first, set, nil)
	saved, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	further(t, path, off+second)
	rest := runIn(t, path, set, nil)
	if rest.err != nil {
		t.Fatal(rest.err)
	}
	if d := apart(t, whole.tab, rest.tab, "9.F1", "9.F2", "9.F3", "9.F4"); d > 1e-9 {
		t.Errorf("with a joint switched off they differ by %g", d)
	}
	// Marker 22 by 0.2 along global x, in the run that continues: the spring's marker 30
	// is not concerned, and the new marker must move with body 2 from there.
	write(t, path, string(saved))
	m := build(t, path)
	i, _ := m.System.Marker(22)
	old := m.System.Markers[i]
	p := m.Deck.FindElement("Reference_Marker", 22)
	e, err := m.NewSetCommand("Reference_Marker", 22, "pos_x", strconv.FormatFloat(p.Real("pos_x")+0.2, 'g', -1, 64))
	if err != nil {
		t.Fatal(err)
	}
	next, said, err := m.WithChanges(true, e)
	if err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	k, _ := next.System.Marker(22)
	moved := next.System.Markers[k].Pos.Sub(old.Pos)
	at := m.Memory.State.Bodies[0]
	isNear(t, "the shift of the marker", moved.Norm(), 0.2, 1e-12)
	r := spatial.LoadQuat(at.Q[3:]).Mat()
	g := r.Mul(moved)
	isNear(t, "the shift along global x", g.X, 0.2, 1e-12)
	for _, id := range []int{20, 21, 30, 31} {
		a, _ := m.System.Marker(id)
		b, _ := next.System.Marker(id)
		if m.System.Markers[a] != next.System.Markers[b] {
			t.Errorf("marker %d: %v, not %v", id, next.System.Markers[b], m.System.Markers[a])
		}
	}
}
