package run

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// TestEffortOfRows: where joints make a tree, a row of results between the ends of steps takes one evaluation and leaves the matrix of an
// implicit method in force, also where a law is a routine: 500 rows more take no step and no factorization more.
func TestEffortOfRows(t *testing.T) {
	carried := func(method string, rows int) *Document {
		path := filepath.Join(t.TempDir(), "deck.xml")
		text := fmt.Sprintf(`<MotionSolve><Model><Param_Transient integrator_type="%s" dae_interpolation="TRUE" h_max="0.1"/>
<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="20" body_id="2" pos_x="-1"/><Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Force_Gravity id="1" grav_y="-9.81"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" usrsub_dll_name="a" usrsub_fnc_name="VFOSUB"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(20)"/></Model><Command>%s</Command></MotionSolve>`, method, simulate(fmt.Sprintf(`end_time="2" num_steps="%d"`, rows)))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		o := carryOut(t, buildWith(t, path, func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
			return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
				v, _ := s.SysFnc("VY", []int32{20})
				f.Reals(f.Sig.OutputIndices()[0])[1] = -0.3 * v
				return nil
			})}, nil
		}), Options{})
		if o.err != nil {
			t.Fatalf("%s: %v", method, o.err)
		}
		return o.doc
	}
	for _, method := range []string{"DSTIFF", "VSTIFF", "RADAU"} {
		few, many := carried(method, 1), carried(method, 501)
		t.Logf("%s: %d steps, %d factorizations; evaluations %d, with 500 rows more %d", method, few.Steps, few.Factorizations, few.Evaluations, many.Evaluations)
		if many.Steps != few.Steps || many.Factorizations != few.Factorizations {
			t.Errorf("%s: %d steps and %d factorizations with 501 rows, %d and %d with one", method, many.Steps, many.Factorizations, few.Steps, few.Factorizations)
		}
		if n := many.Evaluations - few.Evaluations; n > 500 {
			t.Errorf("%s: %d evaluations for 500 rows", method, n)
		}
	}
}
