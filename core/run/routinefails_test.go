package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// failing is a pendulum with a routine for its force, a contact by IMPACT, a sensor and results of all kinds. METHOD stands for attributes of Param_Transient.
const failing = `<Param_Transient METHOD/><Force_Gravity grav_z="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1"/>
<Reference_Marker id="21" body_id="2" pos_x="0"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/>
<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="20" ref_marker_id="1" usrsub_param_string="USER(1)" usrsub_dll_name="none" usrsub_fnc_name="GFOSUB"/>
<Force_Vector_OneBody id="5" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="IMPACT(DX(20,1),VX(20,1),0.9,1E4,1.5,10,0.01)"/>
<Sensor_Event id="1" type="EXPRESSION" expr="DY(20,1)" value="-0.3" err="1E-4" compare="LE" print="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="ACCX(20)" expr3="FX(21,1)" expr4="GFORCE(4,0,4,1)"/>`

// TestRoutineFails: whichever call of a routine fails, the run ends with the code and the message of that, and the routine is not called again.
func TestRoutineFails(t *testing.T) {
	stride := 17
	if long {
		stride = 1
	}
	path := filepath.Join(t.TempDir(), "deck.xml")
	for _, method := range []string{``, `integrator_type="ABAM" dae_interpolation="TRUE"`, `integrator_type="DSTIFF"`, `integrator_type="MSTIFF" dae_interpolation="TRUE"`, `integrator_type="RADAU"`,
		`integrator_type="DOP853"`, `integrator_type="HHT"`, `integrator_type="RK4" h_max="0.002"`} {
		text := "<MotionSolve><Model>" + strings.Replace(failing, "METHOD", method, 1) + "</Model><Command>" + simulate(`end_time="0.1" print_interval="0.01"`) + "</Command></MotionSolve>"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		calls, failAt := 0, 0
		load := func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
			return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
				if calls++; calls == failAt {
					return &usersub.CallError{Routine: "GFOSUB", Message: "no such road"}
				}
				v, _ := s.SysFnc("VX", []int32{20})
				f.Reals(f.Sig.OutputIndices()[0])[0] = -v
				return nil
			})}, nil
		}
		carryOut(t, buildWith(t, path, load), Options{})
		all := calls
		if all < 40 {
			t.Fatalf("%s: %d calls", method, all)
		}
		for failAt = 1; failAt <= all; failAt += stride {
			calls = 0
			o := carryOut(t, buildWith(t, path, load), Options{})
			if ExitCode(o.err) != ExitRoutine || !strings.Contains(o.err.Error(), "no such road") || calls != failAt {
				t.Errorf("%s: call %d of %d fails: %d calls, code %d, %v", method, failAt, all, calls, ExitCode(o.err), o.err)
			}
		}
	}
}
