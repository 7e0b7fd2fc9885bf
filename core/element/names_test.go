package element_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// defaultNames are elements whose routine the deck does not name, and what it is called then.
var defaultNames = map[string]string{
	"VFOSUB":      `<Force_Vector_TwoBody id="1" type="FORCEONLY" i_marker_id="20" j_floating_marker_id="7" @/>`,
	"VTOSUB":      `<Force_Vector_TwoBody id="1" type="TORQUEONLY" i_marker_id="20" j_floating_marker_id="7" @/>`,
	"GFOSUB":      `<Force_Vector_OneBody id="1" type="FORCEANDTORQUE" marker_id="20" @/>`,
	"SFOSUB":      `<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="20" j_marker_id="1" @/>`,
	"MOTSUB":      `<Motion_Joint id="1" joint_id="1" type="USERSUB" @/>`,
	"VARSUB":      `<Reference_Variable id="1" type="USERSUB" @/>`,
	"ARYSUB":      `<Reference_Array id="1" type="U" num_element="1" @/>`,
	"DIFSUB":      `<Control_Diff id="1" type="USERSUB" @/>`,
	"GSESUB":      `<Reference_Array id="2" type="X"/><Control_StateEqn id="1" type="USERSUB" x_array_id="2" num_state="1" @/>`,
	"YFOSUB":      `<Reference_Array id="2" type="X"/><Force_StateEqn id="1" type="USERSUB" x_array_id="2" num_state="1" i_marker_id="20" j_floating_marker_id="7" @/>`,
	"PFOSUB":      `<Force_Penalty id="1" type="USERSUB" penalty="1" @/>`,
	"REQSUB":      `<Post_Request id="1" type="USERSUB" @/>`,
	"SENSUB":      `<Sensor_Event id="1" type="USERSUB" halt="TRUE" @/>`,
	"SEVSUB":      `<Sensor_Evaluate id="1" type="USERSUB" @/>`,
	"COUSUB":      `<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" @/>`,
	"UCOSUB":      `<Constraint_UserConstr id="1" @/>`,
	"GCOSUB":      `<Constraint_General id="1" @/>`,
	"FIESUB":      `<Force_Field id="1" i_marker_id="20" j_marker_id="1" @/>`,
	"CURSUB":      `<Reference_ParamCurve id="1" u_start="0" u_end="1" @/>`,
	"SURSUB":      `<Reference_ParamSurface id="1" u_start="0" u_end="1" v_start="0" v_end="1" @/>`,
	"SPLINE_READ": `<Reference_Spline id="1" @/>`,
	"MARKER_READ": `<Reference_Marker id="9" body_id="1" @/>`,
	"CONSUB":      `<Param_Simulation @/>`,
}

// TestDefaultRoutineNames: a library without the name of a function means the one that
// such elements have.
func TestDefaultRoutineNames(t *testing.T) {
	const model = ground + body + `<Reference_Marker id="7" body_id="1" floating="TRUE"/><Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>
<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>`
	for want, e := range defaultNames {
		text := "<M><Model>" + model + strings.Replace(e, "@", `usrsub_dll_name="a" usrsub_param_string="USER(1)"`, 1) + "</Model></M>"
		if want == "SPLINE_READ" {
			text = strings.Replace(text, ` usrsub_param_string="USER(1)"`, "", 1)
		}
		var got []string
		m := deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte(text)}, ".", element.Table())
		element.Build(m, func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
			got = append(got, ref.Function, sig.Name)
			return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "none"}
		})
		if !slices.Equal(got, []string{want, want}) || m.Diags.HasErrors() {
			t.Errorf("%s: %q %v", want, got, m.Diags.List)
		}
	}
}

// TestRedundantAttributes: every element may have a label, and forces the bodies that their
// markers say already.
func TestRedundantAttributes(t *testing.T) {
	for _, s := range element.Table() {
		if s.Unsupported != "" || s.Ignored {
			continue
		}
		names := []string{"label"}
		if slices.ContainsFunc(s.Attrs, func(a deck.AttrSpec) bool { return a.Name == "i_marker_id" && strings.HasPrefix(s.Kind, "Force_") }) {
			names = append(names, "body1_id", "body2_id")
		}
		for _, n := range names {
			m := deck.ReadXML(&deck.Source{Name: "a.xml", Text: []byte("<M><" + s.Kind + " " + n + `="1"/></M>`)}, ".", element.Table())
			for _, d := range m.Diags.List {
				if d.Code == "W301" {
					t.Errorf("%s: %s", s.Kind, d.Msg)
				}
			}
		}
	}
}

// TestElementalForces: what a request says of an element alone moves the body: m a of
// its mass centre, where I is, and its moments of inertia 1 times the angular acceleration
// from rest. On J there is the opposite force.
func TestElementalForces(t *testing.T) {
	subs := routines{"YFO": func(f *usersub.Frame, s usersub.State) { copy(f.RealArgNamed("output"), []float64{1, -2, 3, 4, 5, -6}) }}
	const at = `i_marker_id="20" j_marker_id="8"`
	const push = `fx_expression="1" fy_expression="-2" fz_expression="3"`
	const twist = `tx_expression="4" ty_expression="5" tz_expression="-6"`
	const two = `i_marker_id="20" j_floating_marker_id="7" `
	for _, c := range []struct{ kind, more, element string }{
		{"JOINT", `<Force_Vector_OneBody id="9" type="FORCEANDTORQUE" marker_id="21" ` + push + " " + twist + `/>`, `<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/>`},
		{"JPRIM", `<Force_Vector_OneBody id="9" type="FORCEANDTORQUE" marker_id="21" ` + push + " " + twist + `/>`, `<Constraint_Jprim id="3" type="PARALLEL_AXES" i_marker_id="20" j_marker_id="10"/>`},
		{"GCON", `<Force_Vector_OneBody id="9" type="FORCEANDTORQUE" marker_id="20" ` + push + `/>`, `<Constraint_General id="3" i_marker_id="20" expr="DX(20)+DZ(20)"/>`},
		{"MOTION", ``, `<Motion_Marker id="3" ` + at + ` direction="Y" expr="TIME**2"/>`},
		{"SFORCE", ``, `<Force_Scalar_TwoBody id="3" ` + at + ` type="FORCE" val="3"/>`},
		{"SFORCE", ``, `<Force_Scalar_TwoBody id="3" ` + at + ` type="TORQUE" val="3"/>`},
		{"VFORCE", ``, `<Force_Vector_TwoBody id="3" type="FORCEONLY" ` + two + push + `/>`},
		{"VTORQUE", ``, `<Force_Vector_TwoBody id="3" type="TORQUEONLY" ` + two + twist + `/>`},
		{"GFORCE", ``, `<Force_Vector_TwoBody id="3" type="FORCEANDTORQUE" ` + two + push + " " + twist + `/>`},
		{"SPDP", ``, `<Force_SpringDamper id="3" ` + at + ` type="TRANSLATIONAL" stiffness="9" length="1"/>`},
		{"YFORCE", ``, `<Reference_Array id="1" type="X"/><Force_StateEqn id="3" type="USERSUB" usrsub_fnc_name="YFO" x_array_id="1" num_state="1" ` + two + `/>`},
		{"FIELD", ``, `<Force_Field id="3" ` + at + ` k11="9" k22="4" k12="1" k66="3" preload_tx="2"/>`},
		{"BUSH", ``, `<Force_Bushing id="3" ` + at + ` kx="9" ky="4" ktz="3" preload_ty="2"/>`},
		{"BEAM", ``, `<Force_Beam id="3" ` + at + ` length="1" e="10" g="4" area="1" ixx="1" iyy="1" izz="1" preload_ty="2"/>`},
	} {
		model := tight + ground + body + `<Reference_Marker id="7" body_id="1" floating="TRUE"/><Reference_Marker id="8" body_id="1" pos_x="-1" pos_y="-0.5" psi="0.1"/><Reference_Marker id="10" body_id="1"/>` + c.more + c.element
		request := func(id int, more string) string {
			return fmt.Sprintf(`<Post_Request id="%d" type="ELEMENTAL_FORCE" elem_type="%s" elem_id="3" %s/>`, id, c.kind, more)
		}
		r := simulate(t, model+accelerationsOf2+request(5, "")+request(6, `jflag="TRUE"`)+request(7, `ref_marker_id="8"`), start, subs)
		extra, turn := [3]float64{}, [3]float64{} // of the other force, at 21 or 20
		if c.more != "" {
			extra = [3]float64{1, -2, 3}
			if strings.Contains(c.more, twist) { // at (1, 0, 0): the force adds (0, -3, -2)
				turn = [3]float64{4, 5 - 3, -6 - 2}
			}
		}
		f, norm := [3]float64{}, 0.0
		for k, x := range [3]string{"X", "Y", "Z"} {
			f[k] = r.at(0, "5.F"+x)
			norm = math.Hypot(norm, f[k])
			r.near(0, "2.ACC"+x, (f[k]+extra[k])/2, 1e-8)
			r.near(0, "2.WDT"+x, r.at(0, "5.T"+x)+turn[k], 1e-8)
			if c.kind != "GCON" { // which has no marker J
				r.near(0, "6.F"+x, -f[k], 1e-8)
			}
		}
		r.near(0, "5.FM", norm, 1e-9)
		r.near(0, "7.FX", f[0]*math.Cos(0.1)+f[1]*math.Sin(0.1), 1e-9)
		if norm == 0 && r.at(0, "5.TM") == 0 {
			t.Errorf("%s: nothing acts", c.kind)
		}
		if t.Failed() {
			t.Fatal(c.kind, c.element)
		}
	}
}

// TestFreeJoint: a place-holder holds nothing.
func TestFreeJoint(t *testing.T) {
	r := simulate(t, tight+ground+body+`<Force_Gravity grav_x="3"/><Constraint_Joint id="1" type="FREE" i_marker_id="20" j_marker_id="1"/>`+report("DX(20)"), one, nil)
	r.near(-1, "9.F1", 1.5, 1e-7)
}

// TestInertiaConvention: a body that spins about x, with a product of inertia of 0.3 in x and y.
// Its tensor has -0.3 there: the momentum along y is -0.3 ω for integrals, +0.3 ω where the deck
// gives the entries of the tensor, and the acceleration from rest by a torque follows it.
func TestInertiaConvention(t *testing.T) {
	for convention, sign := range map[string]float64{"": -1, `inertia_convention="INTEGRALS"`: -1, `inertia_convention="Tensor"`: 1} {
		r := simulate(t, tight+ground+`<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" inertia_xy="0.3" `+convention+`/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="3" type="TORQUEONLY" marker_id="20" tx_expression="1"/>`+accelerationsOf2, start, nil)
		// [1 s; s 1] α = (1, 0) with s = ±0.3
		r.near(0, "2.WDTX", 1/(1-0.09), 1e-9)
		r.near(0, "2.WDTY", -sign*0.3/(1-0.09), 1e-9)
	}
}
