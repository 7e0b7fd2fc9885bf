package run

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// TestResultsLeaveTheSolutionAlone: a REQSUB, and a VARSUB that only a request refers to, change no digit of the motion.
func TestResultsLeaveTheSolutionAlone(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1"/><Reference_Marker id="20" body_id="2" pos_x="-1"/><Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Force_Gravity id="1" grav_y="-9.81"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DY(20)"/>`
	run := func(method, more string) ([]float64, int) {
		path := filepath.Join(t.TempDir(), "deck.xml")
		text := "<MotionSolve><Model>" + model + more + `<Param_Transient integrator_type="` + method + `" integr_tol="1e-4"/></Model><Command>` + simulate(`end_time="3" num_steps="100"`) + "</Command></MotionSolve>"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		calls := 0
		o := carryOut(t, buildWith(t, path, func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
			return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
				v, _ := s.SysFnc("DX", []int32{20})
				f.Reals(f.Sig.OutputIndices()[0])[0] = math.Sin(v)
				calls++
				return nil
			})}, nil
		}), Options{})
		if o.err != nil {
			t.Fatal(method, o.err)
		}
		return slices.Concat(o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")), calls
	}
	for _, method := range []string{"DSTIFF", "ABAM", "RADAU", "HHT"} {
		plain, _ := run(method, "")
		for what, more := range map[string]string{
			"REQSUB": `<Post_Request id="2" type="USERSUB" usrsub_dll_name="a" usrsub_fnc_name="REQSUB"/>`,
			"VARSUB": `<Reference_Variable id="1" type="USERSUB" usrsub_dll_name="a" usrsub_fnc_name="VARSUB"/><Post_Request id="2" type="EXPRESSION" expr1="VARVAL(1)"/>`,
		} {
			with, calls := run(method, more)
			if calls == 0 {
				t.Fatalf("%s: %s is not called", method, what)
			}
			for k, v := range plain {
				if with[k] != v {
					t.Errorf("%s: with %s value %d is %.17g, without %.17g", method, what, k, with[k], v)
					break
				}
			}
		}
	}
}
