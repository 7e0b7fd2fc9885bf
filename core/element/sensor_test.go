package element_test

import (
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// SENSUB and SEVSUB: the routine that stores is called once for each event,
// beside its set-up call, and asks as others do; SENVAL is 0 before.
func TestSensorRoutines(t *testing.T) {
	calls := 0
	subs := routines{
		"SENSUB": func(f *usersub.Frame, s usersub.State) { out(f)[0] = ask(s, "DX", 30) - f.RealArgNamed("par")[0] },
		"SEVSUB": func(f *usersub.Frame, s usersub.State) {
			if !f.IsSetup() {
				calls++
			}
			out(f)[0] = ask(s, "VX", 30) + ask(s, "SENVAL", 5)
		},
	}
	model := tight + ground + `<Body_Point id="3" cg_id="30" mass="1" v_ic_x="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/>
<Force_Gravity grav_x="-10"/>
<Sensor_Event id="4" type="USERSUB" usrsub_dll_name="a" usrsub_param_string="USER(0.4)" error_tol="1e-8" evaluate_id="5"/>
<Sensor_Evaluate id="5" type="USERSUB" usrsub_dll_name="a"/>` + report("SENVAL(5)", "SENVAL(4)")
	// 3 t - 5 t² = 0.4 at t = 0.2 with speed 1 and at t = 0.4 with speed -1
	r := simulate(t, model, `<Simulate analysis_type="Transient" end_time="0.5" num_steps="5"/>`, subs)
	for k, want := range []float64{0, 0, 0, 1, 1, 0} {
		if k == 2 || k == 4 {
			continue // at the event
		}
		r.near(k, "9.F1", want, 1e-6)
		r.near(k, "9.F2", want, 1e-6)
	}
	if calls != 2 {
		t.Errorf("SEVSUB was called %d times, want once for each of two events", calls)
	}
}
