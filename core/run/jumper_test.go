package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// jumping is a mass on a slide with a spring and a damper that change smoothly, so that only what a case adds jumps. Jumps depend on
// a variable, not on TIME itself: those are known before.
const jumping = `<Param_Transient integrator_type="METHOD" h_min="1e-4"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="1"/><Reference_Marker id="21" body_id="2"/>
<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3"/><Reference_Marker id="31" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
<Constraint_Joint id="2" type="TRANSLATIONAL" i_marker_id="31" j_marker_id="1"/>
<Force_SpringDamper id="1" type="TRANSLATION" i_marker_id="20" j_marker_id="1" stiffness="50" damping="1" length="0.5"/>
<Force_Vector_OneBody id="9" type="FORCEONLY" marker_id="20" ref_marker_id="1" fz_expression="-3*VZ(20)+SIN(TIME)"/>
<Reference_Variable id="9" type="EXPRESSION" expr="TIME"/>
`

// TestJumpNamesLaw: which kind of law ever jumps, the warning says which one and where it stands in the deck.
func TestJumpNamesLaw(t *testing.T) {
	for name, c := range map[string]struct{ deck, want string }{
		"expression": {`<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fz_expression="IF(VARVAL(9)-0.05003:0,1E9,1E9)"/>`,
			"that of Force_Vector_OneBody 1: fz_expression ("},
		"variable": {`<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fz_expression="1E9*VARVAL(5)"/>
<Reference_Variable id="5" type="EXPRESSION" expr="IF(VARVAL(9)-0.05003:0,1,1)"/>`,
			"that of Reference_Variable 5"},
		"routine": {`<Force_Scalar_TwoBody id="4" type="FORCE" i_marker_id="20" j_marker_id="1" usrsub_param_string="USER(1E9)" usrsub_dll_name="none" usrsub_fnc_name="SFOSUB"/>`,
			"that of Force_Scalar_TwoBody 4"},
		"motion": {`<Motion_Joint id="6" joint_id="2" joint_type="TRANSLATIONAL" type="USERSUB" usrsub_param_string="USER(1E9)" usrsub_dll_name="none" usrsub_fnc_name="MOTSUB" val_type="A"/>`,
			"that of Motion_Joint 6"},
		"state": {`<Control_Diff id="7" type="EXPRESSION" expr="IF(VARVAL(9)-0.05003:0,1E9,1E9)" ic="0"/>`,
			"that of Control_Diff 7"},
	} {
		for _, method := range []string{"DSTIFF", "ABAM"} {
			text := strings.Replace(jumping, "METHOD", method, 1)
			path := filepath.Join(t.TempDir(), "deck.xml")
			text = "<MotionSolve><Model>" + text + c.deck + "</Model><Command>" + simulate(`end_time="0.1" num_steps="1"`) + "</Command></MotionSolve>"
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			m := buildWith(t, path, jumpingRoutine)
			o := carryOut(t, m, Options{})
			all := strings.Join(o.doc.Warnings, "\n")
			if !strings.Contains(all, c.want) || !strings.Contains(all, "deck.xml:") {
				t.Errorf("%s, %s: %v; warnings %q, want %q", name, method, o.err, all, c.want)
			}
		}
	}
}

// jumpingRoutine gives a force that begins at once.
func jumpingRoutine(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
	return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, _ usersub.State) error {
		v := 0.0
		if f.Time() > 0.05003 {
			v = f.RealArgNamed("par")[0]
		}
		f.Reals(f.Sig.OutputIndices()[0])[0] = v
		return nil
	})}, nil
}
