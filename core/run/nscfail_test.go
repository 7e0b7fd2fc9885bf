package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// pile is n cubes on each other on a floor; the lowest one is hit at 3 m/s from the side.
func pile(n int) string {
	var b strings.Builder
	b.WriteString(nscFloor(0, -9.81))
	ids := "1"
	for k := range n {
		more := ""
		if k == 0 {
			more = `v_ic_x="3" w_ic_y="2"`
		}
		b.WriteString(nscBlock(2+k, 0.1+0.2*float64(k), more, false))
		ids += fmt.Sprintf(" %d", 2+k)
	}
	return b.String() + `<Force_Contact id="1" cnf_type="RIGID" mu="0.4" restitution_coef="0.3" i_graphics_id="` + ids + `"/>
<Post_Request id="2" type="EXPRESSION" expr1="DX(20)"/>`
}

// TestNSCUnsolved: a step whose inequalities are not solved is halved three times, then given to ADMM; where that does not solve them either the run ends
// with exit code 6 and names time, row and residual.
func TestNSCUnsolved(t *testing.T) {
	end := simulate(`end_time="0.05" num_steps="2"`)
	o := carryOut(t, buildText(t, pile(2), nscTune(`h_max="0.005" vi_max_iter="3" vi_tol="1e-6"`)+end), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if s := o.doc.NonSmooth; o.doc.Rejected == 0 || s.Residual > 1e-6 || s.Residual == 0 {
		t.Errorf("3 iterations at most: %d steps made shorter, %+v", o.doc.Rejected, s)
	}

	// Below rounding no residual gets.
	o = carryOut(t, buildText(t, pile(1), nscTune(`h_max="0.005" vi_tol="1e-19"`)+end), Options{})
	if ExitCode(o.err) != ExitConvergence || o.doc.Error.Time == nil || !strings.Contains(o.err.Error(), "for vi_tol 1e-19") {
		t.Errorf("vi_tol 1e-19: %v, %+v, want exit code 6 and a time", o.err, o.doc.Error)
	}
}

// TestNSCContradiction: a motion drives a cube into a floor. The step at which it arrives has no solution.
func TestNSCContradiction(t *testing.T) {
	o := carryOut(t, buildText(t, nscFloor(0, -9.81)+nscBlock(2, 0.2, "", false)+`<Force_Contact id="1" cnf_type="RIGID" mu="0.4" i_graphics_id="2" j_graphics_id="1"/>
<Constraint_Joint id="3" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/><Motion_Joint id="4" joint_id="3" joint_type="T" val_type="D" expr="0.2-TIME"/>
<Post_Request id="2" type="EXPRESSION" expr1="DZ(20)"/>`, nscTune(`h_max="0.03"`)+simulate(`end_time="1" num_steps="20"`)), Options{})
	var c *integrate.ConvergenceError
	if ExitCode(o.err) != ExitConvergence || !errors.As(o.err, &c) {
		t.Fatalf("%v, want exit code 6", o.err)
	}
	f := o.doc.Error
	t.Log(o.err)
	if f.Time == nil || *f.Time < 0.09 || *f.Time > 0.101 || !strings.HasPrefix(f.Element, "Force_Contact 1 ") && !strings.HasPrefix(f.Element, "Motion_Joint 4") {
		t.Errorf("%v, %+v: want 0.1 and the motion or the contact", o.err, f)
	}
	if text := o.err.Error(); !strings.Contains(text, "against ") || !strings.Contains(text, "Force_Contact 1 ") || !strings.Contains(text, "Motion_Joint 4") {
		t.Errorf("%v: want the motion and the contact", o.err)
	}
	if !strings.Contains(o.err.Error(), "residual") {
		t.Errorf("%v: no residual", o.err)
	}
	for i, z := range o.tab.of(t, "2.F1") {
		if z < 0.1-1e-6 {
			t.Errorf("row %d: height %g", i, z)
		}
	}
}

// TestNSCRefused: solvers that need masses alone refuse joints and stiffness that couple bodies when the analysis begins, and
// say who joins what.
func TestNSCRefused(t *testing.T) {
	two := nscFloor(0, -9.81) + nscBlock(2, 0.1, "", false) + nscBlock(3, 0.3, "", false) +
		`<Post_Request id="2" type="EXPRESSION" expr1="DX(20)"/>`
	for _, solver := range []string{"psor", "apgd", "bb"} {
		for say, more := range map[string]string{
			"Constraint_Joint 7 joins body 2 and body 3":          `<Reference_Marker id="21" body_id="2" pos_z="0.2"/><Reference_Marker id="31" body_id="3" pos_z="0.2"/><Constraint_Joint id="7" type="REVOLUTE" i_marker_id="31" j_marker_id="21"/>`,
			"Force_SpringDamper 8 joins body 2 and body 3":        `<Force_SpringDamper id="8" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="30" stiffness="3" damping="0.1" length="0.1"/>`,
			`vi_solver "` + solver + `" needs a block-diagonal H`: `<Force_SpringDamper id="8" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="30" stiffness="3" damping="0.1" length="0.1"/>`,
		} {
			o := carryOut(t, buildText(t, two+more, nscTune(`h_max="0.005" vi_solver="`+solver+`"`)+simulate(`end_time="0.1" num_steps="2"`)), Options{})
			if ExitCode(o.err) != ExitUsage || !strings.Contains(o.err.Error(), say) || !strings.Contains(o.err.Error(), "newton") {
				t.Errorf("%s: %v, want exit code 2 and %q", solver, o.err, say)
			}
			if len(o.tab.of(t, "time")) != 0 {
				t.Errorf("%s: %d rows before the refusal", solver, len(o.tab.of(t, "time")))
			}
		}
		// Without these they may.
		o := carryOut(t, buildText(t, two+`<Force_Contact id="1" cnf_type="RIGID" mu="0.4" i_graphics_id="1 2 3"/>`,
			nscTune(`h_max="0.005" vi_solver="`+solver+`" vi_tol="1e-5"`)+simulate(`end_time="0.1" num_steps="2"`)), Options{})
		if o.err != nil || o.doc.NonSmooth.Solver != solver {
			t.Errorf("%s: %v, %+v", solver, o.err, o.doc.NonSmooth)
		}
	}
}

// TestNSCStays: a cube between two walls that are nearer than it is wide does not get on its rows: the run ends with exit code 6 and
// names the contact and what is left. A gap that is right is none to complain of.
func TestNSCStays(t *testing.T) {
	walls := func(wide float64) string {
		return fmt.Sprintf(`<Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/>
<Reference_Marker id="10" body_id="1" pos_x="%g" zp_x="2" xp_y="1"/><Reference_Marker id="11" body_id="1" pos_x="%g" zp_x="-2" xp_y="1"/>
<Post_Graphic id="1" type="Plane" rm_id="10"/><Post_Graphic id="4" type="Plane" rm_id="11"/>`, -wide/2, wide/2) + nscBlock(2, 0, "", false) + `
<Force_Contact id="1" cnf_type="RIGID" mu="0.4" i_graphics_id="2" j_graphics_id="1"/><Force_Contact id="2" cnf_type="RIGID" mu="0.4" i_graphics_id="2" j_graphics_id="4"/>
<Post_Request id="2" type="EXPRESSION" expr1="DX(20)"/>`
	}
	end := nscTune(`h_max="0.005"`) + simulate(`end_time="0.05" num_steps="2"`)
	o := carryOut(t, buildText(t, walls(0.198), end), Options{})
	if ExitCode(o.err) != ExitConvergence || !strings.Contains(o.err.Error(), "0.001 is left") || !strings.HasPrefix(o.doc.Error.Element, "Force_Contact ") {
		t.Errorf("%v, %+v: want exit code 6, a contact and 0.001 of length left", o.err, o.doc.Error)
	}
	o = carryOut(t, buildText(t, walls(0.2), end), Options{})
	if o.err != nil || o.doc.NonSmooth.Positions > 1e-9 {
		t.Errorf("%v, %+v", o.err, o.doc.NonSmooth)
	}
}

// TestNSCFirstRow: the row at the start of an analysis has the loads that the row after the first step has: of contacts, of a rope and of a clutch that slips.
func TestNSCFirstRow(t *testing.T) {
	o := carryOut(t, buildText(t, nscFloor(0, -9.81)+nscBlock(2, 0.1, `v_ic_x="5"`, false)+nscBlock(3, 0.3, `v_ic_x="5"`, false)+`
<Force_Contact id="1" cnf_type="RIGID" mu="0.5" i_graphics_id="2" j_graphics_id="1"/><Force_Contact id="2" cnf_type="RIGID" mu="0.5" i_graphics_id="3" j_graphics_id="2"/>
<Reference_Marker id="12" body_id="1" pos_y="9" pos_z="1"/><Body_Rigid id="4" cg_id="40" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4" pos_y="9"/>
<Constraint_General id="3" expr="DM(40,12)-1" i_marker_id="40" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="CONTACT(1,0,4,10)" expr2="CONTACT(1,0,2,10)" expr3="CONTACT(2,0,4,10)" expr4="ACCX(20)" expr5="ACCZ(30)" expr6="ACCZ(40)"/>`,
		nscTune(`h_max="0.005"`)+simulate(`end_time="0.05" num_steps="10"`)+simulate(`end_time="0.1" num_steps="10"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	const g = 9.81
	for k, want := range []float64{2 * g, -g, g, -g / 2, 0, 0} {
		for i, got := range o.tab.of(t, fmt.Sprintf("1.F%d", k+1)) {
			near(t, fmt.Sprintf("F%d in row %d", k+1, i), got, want, 1e-4)
		}
	}
	if n := len(o.tab.of(t, "time")); n != 22 || !slices.IsSorted(o.tab.of(t, "time")) {
		t.Errorf("%d rows", n)
	}
}
