package run

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// TestUnsolvableLinear: where accelerations and algebraic unknowns have no solution at the operating point, there is no linear
// analysis. Here y² = VX - 1 has one with the speed of the start and none at rest.
func TestUnsolvableLinear(t *testing.T) {
	model := strings.Replace(one, `mass="2"`, `mass="2" v_ic_x="2"`, 1) + `<Reference_Variable id="1" implicit="TRUE" expr="VARVAL(1)+VARVAL(1)**2+1-VX(10)" ic="1"/>`
	if x := linearize(t, model, about, nil); x.err != nil {
		t.Error(x.err)
	}
	x := linearize(t, model+`<Param_Linear gyroscopic="NONE"/>`, about, nil)
	if ExitCode(x.err) != ExitConvergence || len(x.doc.Linear) != 0 {
		t.Errorf("%v, %d linear analyses, want exit code %d", x.err, len(x.doc.Linear), ExitConvergence)
	}
}

// singleError is an error that the routines of a test return once after it is armed.
type singleError struct {
	armed, met bool
	err        error
}

func (o *singleError) fail() error {
	if !o.armed || o.met {
		return nil
	}
	o.met = true
	return o.err
}

func (o *singleError) reported(t *testing.T, err error) {
	t.Helper()
	if !o.met || err == nil || !strings.Contains(err.Error(), o.err.Error()) {
		t.Errorf("failed: %v, the run ends with %v", o.met, err)
	}
}

// TestDriverBeginsBadly: accelerations jump where the second analysis begins; an error of solving for them there fails it.
func TestDriverBeginsBadly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deck.xml")
	text := `<M><Model><Param_Simulation usrsub_param_string="USER(0.25,4)" usrsub_fnc_name="DRIVE"/>` + bead +
		`<Force_Vector_OneBody id="5" type="ForceOnly" marker_id="30" fx_expression="IF(TIME-1:0,1,1)"/></Model></M>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := singleError{err: errors.New("no force here")}
	driver := consub(func(q *consubCall) {
		q.status("ANALYS", q.Analys("TRANSIENT", "", 0, 1, true), 0)
		o.armed = true
		q.status("ANALYS", q.Analys("TRANSIENT", "", 1, 2, true), 4)
	}).load(t)
	load := func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		r, err := driver(ref, sig)
		if err != nil || sig == usersub.CONSUB {
			return r, err
		}
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			return errors.Join(o.fail(), r.Sub.Call(f, s))
		})}, nil
	}
	o.reported(t, carryOut(t, buildWith(t, path, load), Options{}).err)
}

// TestNSCBreaksBadly: an error after a joint has broken, where redundant constraints are looked for, ends the run.
func TestNSCBreaksBadly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deck.xml")
	text := `<M><Model><Param_Transient integrator_type="NSC" h_max="0.01"/>` + strings.Replace(strings.ReplaceAll(pulled, "%", fixed),
		`fz_expression="10*TIME"`, `usrsub_dll_name="a" usrsub_param_string="USER(1)"`, 1) + `</Model><Command>` + simulate(`end_time="1." num_steps="2"`) + `</Command></M>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := singleError{err: errors.New("no force here")}
	load := func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			d := &usersub.QueryCache{Frame: f, State: s}
			v, _ := d.SysFnc("FZ", []int32{20, 1})
			o.armed = f.Time() > 0.1 && v == 0
			f.Reals(f.Sig.OutputIndices()[0])[2] = 10 * f.Time()
			return o.fail()
		})}, nil
	}
	o.reported(t, carryOut(t, buildWith(t, path, load), Options{}).err)
}

// TestDriverWithoutMethod: an integrator that does not exist is reported.
func TestDriverWithoutMethod(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deck.xml")
	text := `<M><Model><Param_Simulation usrsub_param_string="USER(0.25,4)" usrsub_fnc_name="DRIVE"/>` + bead + `</Model></M>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	status := int32(0)
	m := buildWith(t, path, consub(func(q *consubCall) { status = q.Analys("TRANSIENT", "", 0, 1, true) }).load(t))
	m.Tuning.Integrator = "EULER"
	if o := carryOut(t, m, Options{}); status == 0 || o.err == nil || !strings.Contains(o.err.Error(), "EULER") {
		t.Errorf("status %d, %v", status, o.err)
	}
}

// TestSensorFails: an error of a sensor's routine ends the run, also one that comes only once, between two outputs.
func TestSensorFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deck.xml")
	text := `<M><Model>` + falling + `<Sensor_Event id="4" type="USERSUB" usrsub_dll_name="a" usrsub_param_string="USER(1)" error_tol="1e-8" halt="TRUE"/></Model><Command>` +
		simulate(`end_time="1." num_steps="2"`) + `</Command></M>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := singleError{err: errors.New("no value here")}
	load := func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, _ usersub.State) error {
			f.Reals(f.Sig.OutputIndices()[0])[0] = -1
			o.armed = f.Time() > 0.1
			return o.fail()
		})}, nil
	}
	o.reported(t, carryOut(t, buildWith(t, path, load), Options{}).err)
}
