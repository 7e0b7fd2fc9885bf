package run

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// consub is a CONSUB in Go. It queries by way of a QueryCache, as implementations do.
type consub func(q *consubCall)

// consubCall is what a CONSUB of a test may do.
type consubCall struct {
	*usersub.QueryCache
	usersub.Driver
	t   testing.TB
	par []float64
}

func (c consub) load(t testing.TB) element.Load {
	return func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			if sig != usersub.CONSUB {
				d := &usersub.QueryCache{Frame: f, State: s}
				v, _ := d.SysFnc("DX", []int32{30})
				if f.RealArgNamed("par")[0] < 0 && f.Time() > 0 {
					return errors.New("a force that pushes away")
				}
				f.Reals(f.Sig.OutputIndices()[0])[0] = -f.RealArgNamed("par")[0] * v
				return nil
			}
			d := &usersub.QueryCache{Frame: f, State: s}
			driver, ok := usersub.As[usersub.Driver](d)
			if !ok {
				return errors.New("there is nothing to drive")
			}
			c(&consubCall{d, driver, t, f.RealArgNamed("par")})
			return nil
		})}, nil
	}
}

type subFunc func(f *usersub.Frame, s usersub.State) error

func (s subFunc) Call(f *usersub.Frame, st usersub.State) error { return s(f, st) }

func (q *consubCall) fnc(name string, par ...int32) float64 {
	v, flag := q.SysFnc(name, par)
	if flag != 0 {
		q.t.Errorf("%s%v: flag %d", name, par, flag)
	}
	return v
}

// near fails unless got is want within tol.
func (q *consubCall) near(what string, got, want, tol float64) {
	if !(math.Abs(got-want) <= tol) {
		q.t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func (q *consubCall) status(what string, got, want int32) {
	if got != want {
		q.t.Errorf("%s returns %d, want %d", what, got, want)
	}
}

// drive runs a model under a CONSUB.
func drive(t *testing.T, model, commands string, c consub) outcome {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deck.xml")
	text := `<M><Model><Param_Simulation usrsub_param_string="USER(0.25,4)" usrsub_fnc_name="DRIVE"/>` + model + "</Model><Command>" + commands + "</Command></M>"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := deck.Read(path, element.Table())
	if err != nil {
		t.Fatal(err)
	}
	b := element.Build(m, c.load(t))
	if m.Diags.HasErrors() || len(b.Failed) > 0 {
		var said strings.Builder
		m.Diags.WriteText(&said, false)
		t.Fatalf("%s %v", said.String(), b.Failed)
	}
	return carryOut(t, b, Options{Modify: func(m *deck.Model, text string) ([]*deck.Element, error) {
		return adm.ReadModifications(m, element.Table(), text)
	}})
}

// bead is a point of mass 2 at x = 1, marker 30, with a spring of stiffness 8
// whose force a routine gives.
const bead = `<Param_Transient integr_tol="1e-9" h_max="0.01"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Reference_Marker id="7" body_id="1" theta="90D" psi="90D"/>
<Body_Point id="3" cg_id="30" mass="2"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="1"/>
<Force_Scalar_TwoBody id="4" type="FORCE" is_action_only="TRUE" i_marker_id="30" j_marker_id="7" usrsub_param_string="USER(8)" usrsub_fnc_name="SFO"/>
<Post_Request id="9" type="EXPRESSION" expr1="DX(30)" expr2="VX(30)"/>`

// TestDriver: a CONSUB steps an oscillation of frequency 2, asks between its
// steps, and writes what it wants to be written.
func TestDriver(t *testing.T) {
	o := drive(t, bead, "", func(q *consubCall) {
		q.near("par", q.par[0], 0.25, 0)
		clock, _ := usersub.As[usersub.Clock](q.QueryCache)
		q.near("DX before", q.fnc("DX", 30), 1, 0)
		q.status("DATOUT", q.Datout(), 0)
		for k := range 4 {
			from, to := 0.25*float64(k), 0.25*float64(k+1)
			q.status("ANALYS", q.Analys("TRANSIENT", "a step", from, to, k == 0), 0)
			q.near("DX", q.fnc("DX", 30), math.Cos(2*to), 1e-6)
			q.near("VX", q.fnc("VX", 30, 1), -2*math.Sin(2*to), 1e-6)
			q.near("ACCX", q.fnc("ACCX", 30), -4*math.Cos(2*to), 1e-5)
			q.near("SFORCE", q.fnc("SFORCE", 4, 0, 2, 0), -8*math.Cos(2*to), 1e-5)
			q.near("TIMGET", clock.TimGet(), to, 1e-12)
			q.near("GETSTM", clock.GetStm(), to, 1e-12)
			var v [6]float64
			if n, flag := q.SysAry("TVEL", []int32{30}, v[:]); n != 3 || flag != 0 {
				t.Errorf("SYSARY gives %d values, flag %d", n, flag)
			}
			q.near("TVEL", v[0], -2*math.Sin(2*to), 1e-6)
			q.status("DATOUT", q.Datout(), 0)
		}
		q.status("DATOUT", q.Datout(), 0)
		if _, flag := q.SysFnc("DX", []int32{99}); flag == 0 {
			t.Error("an unknown marker is taken")
		}
	})
	if o.err != nil {
		t.Fatal(o.err)
	}
	times := o.tab.of(t, "time")
	if !slices.Equal(times, []float64{0, 0.25, 0.5, 0.75, 1, 1}) {
		t.Errorf("rows at %v", times)
	}
	for k, x := range o.tab.of(t, "9.F1") {
		if math.Abs(x-math.Cos(2*times[k])) > 1e-6 {
			t.Errorf("row %d: %g", k, x)
		}
	}
	// It continued with its integrator: it did not start four times.
	if o.doc.Steps > 400 || o.doc.EndTime != 1 || *o.doc.EnergyDrift > 1e-6 {
		t.Errorf("%d steps to %g, drift %g", o.doc.Steps, o.doc.EndTime, *o.doc.EnergyDrift)
	}
	if r := o.doc.Routines; len(r) != 2 || r[0].Routine != "DRIVE" || r[0].Kind != "CONSUB" || r[0].Calls != 1 || len(r[0].Queries) < 5 {
		t.Errorf("routines %+v", r)
	}
}

// TestDriverModifies: commands between analyses change the model from where it is.
func TestDriverModifies(t *testing.T) {
	o := drive(t, bead, "", func(q *consubCall) {
		x, v := 1.0, 0.0
		sail := func(w, to float64) { // frequency w for half a unit of time
			q.status("ANALYS", q.Analys("Dynamics", "", to-0.5, to, true), 0)
			c, s := math.Cos(w/2), math.Sin(w/2)
			x, v = x*c+v/w*s, v*c-x*w*s
			q.near("DX", q.fnc("DX", 30), x, 1e-6)
			q.near("VX", q.fnc("VX", 30), v, 1e-6)
		}
		q.status("MODIFY", q.Modify("POINT_MASS/3, MASS = 8"), 0)
		q.near("mass", mass(q), 8, 0)
		sail(1, 0.5)
		q.status("MODIFY", q.Modify("POINT_MASS/3, MASS = 2"), 0)
		sail(2, 1)
		q.status("MODIFY", q.Modify("DEACTIVATE/SFORCE, ID=4"), 0)
		q.status("ANALYS", q.Analys("TRANSIENT", "", 1, 1.5, true), 0)
		x += v / 2
		q.near("DX", q.fnc("DX", 30), x, 1e-6)
		q.near("SFORCE", q.fnc("SFORCE", 4, 0, 2, 0), 0, 0)
		q.status("MODIFY", q.Modify("ACCGRAV/IGRAV=4, JGRAV=0, KGRAV=0"), 0)
		q.status("ANALYS", q.Analys("TRANSIENT", "", 1.5, 2, true), 0)
		q.near("DX", q.fnc("DX", 30), x+v/2+0.5, 1e-6)
		q.status("MODIFY", q.Modify("ACCGRAV/IGRAV=0\nACTIVATE/SFORCE, ID=4"), 0)
		x, v = q.fnc("DX", 30), v+2
		sail(2, 2.5)
		q.status("MODIFY", q.Modify("SFORCE/4, FUNCTION = -32*DX(30)"), 0)
		sail(4, 3)

		set, _ := usersub.As[usersub.Setter](q.QueryCache)
		q.status("MODSET", set.ModSet("Body_Point", 3, "mass", "32"), 0)
		sail(1, 3.5)
		q.status("MODSET", set.ModSet("Body_Point", 3, "mass", "-1"), -4)
		q.status("MODSET", set.ModSet("Body_Point", 33, "mass", "1"), -2)

		for _, wrong := range []string{"PART/9, MASS=1", "POINT_MASS/3, MASS=-1", "SFORCE/4, FUNCTION=DX(77)", "nonsense", "", "BODY/1, X=2",
			"SIMULATE/TRANSIENT, END=1", "STOP", "DEACTIVATE/JOINT, ID=1", "POINT_MASS/3, MASSE=1"} {
			q.status("MODIFY "+wrong, q.Modify(wrong), 1)
		}
		sail(1, 4)
	})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for _, part := range []string{"there is no Body_Rigid 9 to modify", "is not positive", "there is no Reference_Marker 77", "there is no JOINT 1"} {
		if !slices.ContainsFunc(o.doc.Warnings, func(w string) bool { return strings.Contains(w, part) }) {
			t.Errorf("nothing is said of %q: %q", part, o.doc.Warnings)
		}
	}
}

// mass asks MODFNC for that of the bead.
func mass(q *consubCall) float64 {
	text, _ := q.ModFnc("Body_Point", 3, "mass")
	if text == "8" {
		return 8
	}
	return math.NaN()
}

// TestDriverKinematics: a crank that a motion turns has positions, speeds and
// accelerations of its motion, whatever lies between, and back in time.
func TestDriverKinematics(t *testing.T) {
	const crank = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1"/><Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="3*TIME**2"/>`
	o := drive(t, crank, "", func(q *consubCall) {
		for k, to := range []float64{0, 0.5, 1, 2, 0.25} {
			from := []float64{0, 0, 0.5, 1, 0.25}[k]
			q.status("ANALYS", q.Analys("KINEMATICS", "", from, to, k == 0), 0)
			a := 3 * to * to
			q.near("AZ", q.fnc("AZ", 21, 10), a, 1e-8)
			q.near("DX", q.fnc("DX", 20), math.Cos(a), 1e-8)
			q.near("WZ", q.fnc("WZ", 20), 6*to, 1e-7)
			q.near("WDTZ", q.fnc("WDTZ", 20), 6, 1e-7)
			q.near("MOTION", q.fnc("MOTION", 1, 0, 8, 0), 12, 1e-6) // J = 1 + 1
			q.near("JOINT", q.fnc("JOINT", 1, 0, 2, 20), -36*to*to, 1e-5)
		}
		q.status("STATICS", q.Analys("STATICS", "", 0.25, 0.25, false), 0)
		q.status("backward", q.Analys("KINEMATICS", "", 0.25, 0.125, false), 2)
		q.status("no kind", q.Analys("MAGIC", "", 0.25, 1, false), 1)
		q.status("no time", q.Analys("KINEMATICS", "", 0.25, math.NaN(), false), 1)
	})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for _, part := range []string{"before it begins", "MAGIC", "must be finite"} {
		if !slices.ContainsFunc(o.doc.Warnings, func(w string) bool { return strings.Contains(w, part) }) {
			t.Errorf("nothing is said of %q: %q", part, o.doc.Warnings)
		}
	}
}

// TestDriverStatics: statics bring a rod to rest under a load that MODIFY changes the settings for, quasi-statics follow the load, and
// what moves then begins at rest. An analysis without an end fails and leaves the model where it was.
func TestDriverStatics(t *testing.T) {
	model := hung(60) + `<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fx_expression="10*TIME"/>`
	o := drive(t, model, "", func(q *consubCall) {
		q.status("MODIFY", q.Modify("EQUILIBRIUM/IMBALANCE=1E-6"), 0)
		q.status("STATICS", q.Analys("STATICS", "", 0, 0, true), 0)
		q.near("x", q.fnc("DX", 20), 0, 1e-10)
		q.near("speed", q.fnc("WZ", 20), 0, 0)
		q.status("QUASI", q.Analys("QUASISTATICS", "", 0, 1, false), 0)
		q.near("time", q.fnc("TIME"), 1, 0)
		q.near("x", q.fnc("DX", 20), math.Sqrt(0.5), 1e-10)
		q.near("hinge", q.fnc("JOINT", 1, 0, 2, 0), -10, 1e-8)
		q.status("again", q.Analys("STATIC", "", 1, 1, false), 0)
		q.status("DYNAMICS", q.Analys("DYNAMICS", "", 1, 1.01, false), 0)
		q.near("speed", q.fnc("WZ", 20), 10*0.01*0.01/2/1.1*math.Sqrt(0.5), 1e-5)
		q.status("DEACTIVATE", q.Modify("DEACTIVATE/JOINT, ID=1"), 0)
		q.status("no end", q.Analys("STATIC", "", 1.01, 1.01, false), 3)
		q.status("ACTIVATE", q.Modify("ACTIVATE/JOINT, ID=1"), 0)
		q.status("end", q.Analys("STATIC", "", 1.01, 1.01, false), 0)
		q.near("x", q.fnc("DX", 20), 1.01/math.Hypot(1, 1.01), 1e-8)
	})
	if o.err != nil {
		t.Fatal(o.err)
	}
}

// TestDriverAndCommands: Simulate commands behind a driver continue from the time
// that it has reached, with the model as it left it.
func TestDriverAndCommands(t *testing.T) {
	o := drive(t, bead, simulate(`end_time="0.5" num_steps="1"`)+`<Body_Point id="3" label="again"/>`+simulate(`end_time="2" num_steps="1"`), func(q *consubCall) {
		q.status("MODIFY", q.Modify("DEACTIVATE/SFORCE, ID=4"), 0)
		q.status("ANALYS", q.Analys("TRANS", "", 0, 1, true), 0)
		q.status("MODIFY", q.Modify("ACCGRAV/IGRAV=2"), 0)
	})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if x := o.tab.of(t, "9.F1"); !slices.Equal(o.tab.of(t, "time"), []float64{1, 2}) || math.Abs(x[1]-2) > 1e-7 {
		t.Errorf("x = %v at %v", x, o.tab.of(t, "time"))
	}
	if !slices.ContainsFunc(o.doc.Warnings, func(w string) bool { return strings.Contains(w, "would end before") }) {
		t.Errorf("%q", o.doc.Warnings)
	}
}

// TestDriverFails: what goes wrong in an analysis is instructed to the routine, and to
// the user if it is the last word.
func TestDriverFails(t *testing.T) {
	const stuck = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/><Reference_Marker id="11" body_id="1" pos_x="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" pos_x="0.6" pos_y="0.8"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10"/><Constraint_General id="2" expr="DX(21)-0.5-STEP(TIME,1,0,2,1)"/>`
	last := func(again bool) outcome {
		return drive(t, stuck, "", func(q *consubCall) {
			q.status("ANALYS", q.Analys("KINEMATICS", "", 0, 1, true), 0)
			q.status("ANALYS", q.Analys("KINEMATICS", "", 1, 2, false), 3)
			if again {
				q.status("ANALYS", q.Analys("KINEMATICS", "", 0.5, 0.75, false), 0)
			}
		})
	}
	if o := last(false); ExitCode(o.err) != ExitConvergence {
		t.Errorf("a failed analysis ends with %v", o.err)
	}
	if o := last(true); o.err != nil {
		t.Errorf("a failure that was mended ends with %v", o.err)
	}
	// a command after which the model cannot be assembled
	o := drive(t, stuck, "", func(q *consubCall) {
		q.status("ANALYS", q.Analys("KINEMATICS", "", 0, 1, true), 0)
		q.status("MODIFY", q.Modify("GCON/2, FUNCTION=DX(21)-2"), 4)
		q.status("ANALYS", q.Analys("KINEMATICS", "", 1, 2, true), 4)
		q.status("DATOUT", q.Datout(), 4)
		if _, flag := q.SysFnc("DX", []int32{20}); flag == 0 {
			t.Error("queries are answered when all is lost")
		}
	})
	if ExitCode(o.err) != ExitConvergence || !strings.Contains(o.err.Error(), "GCON/2") {
		t.Errorf("it ends with %v", o.err)
	}
	// an error of a routine that an analysis calls
	o = drive(t, bead, "", func(q *consubCall) {
		q.status("MODIFY", q.Modify("SFORCE/4, FUNCTION=USER(-8)"), 0)
		q.status("ANALYS", q.Analys("DYNAMICS", "", 0, 1, true), 4)
		q.status("DATOUT", q.Datout(), 4)
	})
	var call *usersub.CallError
	if !errors.As(o.err, &call) || call.Element != "Force_Scalar_TwoBody 4" {
		t.Errorf("it ends with %v", o.err)
	}
}

// TestDriverAndSensors: a sensor ends an analysis before its time, another one the
// run; what a sensor stored outlives a change of the model, and one that is
// switched off sees nothing.
func TestDriverAndSensors(t *testing.T) {
	const flight = `<Param_Transient integr_tol="1e-9" h_max="0.01"/><Body_Point id="3" cg_id="30" mass="2" v_ic_x="1"/>
<Reference_Marker id="30" body_id="3" body_type="POINTBODY"/><Post_Request id="9" type="EXPRESSION" expr1="DX(30)"/>
<Sensor_Evaluate id="5" expr="10*TIME"/><Sensor_Event id="1" expr="DX(30)" compare="GE" value="0.4" error_tol="1e-9" evaluate_id="5" return="TRUE"/>
<Sensor_Event id="2" expr="DX(30)" compare="GE" value="1.5" error_tol="1e-9" return="TRUE"/>
<Sensor_Event id="3" expr="DX(30)" compare="GE" value="2.5" error_tol="1e-9" halt="TRUE"/>`
	o := drive(t, flight, simulate(`end_time="9" num_steps="1"`), func(q *consubCall) {
		q.status("ANALYS", q.Analys("DYNAMICS", "", 0, 1, true), 0)
		q.near("DX", q.fnc("DX", 30), 0.4, 1e-8)
		q.near("SENVAL", q.fnc("SENVAL", 5), 4, 1e-7)
		clock, _ := usersub.As[usersub.Clock](q.QueryCache)
		now := clock.GetStm()
		q.near("time", now, 0.4, 1e-8)
		q.status("MODIFY", q.Modify("POINT_MASS/3, MASS=5\nDEACTIVATE/SENSOR, ID=2"), 0)
		q.near("SENVAL", q.fnc("SENVAL", 5), 4, 1e-7)
		q.status("ANALYS", q.Analys("DYNAMICS", "", now, 2, true), 0)
		q.near("DX", q.fnc("DX", 30), 2, 1e-8)
		q.status("ANALYS", q.Analys("DYNAMICS", "", 2, 3, false), 0)
		q.near("DX", q.fnc("DX", 30), 2.5, 1e-8)
		q.status("ANALYS", q.Analys("DYNAMICS", "", 2.5, 3, false), 4)
	})
	if o.err != nil || math.Abs(o.doc.EndTime-2.5) > 1e-8 || len(o.doc.Events) != 2 {
		t.Errorf("%v, ends at %g with the events %+v", o.err, o.doc.EndTime, o.doc.Events)
	}
}

// TestDriverPrints: a sensor that triggers at time 0 writes a row, which is the
// first one.
func TestDriverPrints(t *testing.T) {
	o := drive(t, bead+`<Sensor_Event id="1" expr="DX(30)" compare="GE" value="0.5" print="TRUE"/>`, "", func(q *consubCall) {
		q.status("ANALYS", q.Analys("DYNAMICS", "", 0, 0.25, true), 0)
	})
	if o.err != nil || len(o.tab.col["9.F1"]) != 1 {
		t.Errorf("%v, DX %v", o.err, o.tab.col["9.F1"])
	}
}
