package element_test

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// ask asks for a measure.
func ask(s usersub.State, name string, par ...int32) float64 {
	v, _ := s.SysFnc(name, par)
	return v
}

const pendulum = tight + ground + `<Body_Point id="3" cg_id="30" mass="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2" pos_z="0"/>
<Force_Gravity grav_z="-10"/>`

// A pendulum by GCOSUB moves as the one by an expression, whether the routine
// asks for the distance or for coordinates, and whether it asks in its set-up
// call or not. The energy integral gives its speed and the tension.
func TestGCOSUBPendulum(t *testing.T) {
	subs := routines{
		"distance": func(f *usersub.Frame, s usersub.State) { out(f)[0] = ask(s, "DM", 30, 1) - f.RealArgNamed("par")[0] },
		"coordinates": func(f *usersub.Frame, s usersub.State) {
			if !f.IsSetup() {
				x, y, z := ask(s, "DX", 30), ask(s, "DY", 30), ask(s, "DZ", 30)
				out(f)[0] = x*x + y*y + z*z - f.RealArgNamed("par")[0]*f.RealArgNamed("par")[0]
			}
		},
		"array": func(f *usersub.Frame, s usersub.State) {
			v := make([]float64, 3)
			s.SysAry("TDISP", []int32{30}, v)
			out(f)[0] = math.Hypot(v[0], math.Hypot(v[1], v[2])) - f.RealArgNamed("par")[0]
		},
	}
	ask := report("DX(30)", "DZ(30)", "VM(30)")
	force := `<Post_Request id="1" type="MARKER_FORCE" i_marker_id="30"/>`
	want := simulate(t, pendulum+`<Constraint_General id="1" expr="DM(30,1)-2" i_marker_id="30"/>`+ask+force, one, nil)
	for _, name := range []string{"distance", "coordinates", "array"} {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, pendulum+`<Constraint_General id="1" usrsub_fnc_name="`+name+`" usrsub_param_string="USER(2)" i_marker_id="30"/>`+ask+force, one, subs)
			for _, c := range []string{"9.F1", "9.F2", "1.FX", "1.FZ"} {
				r.near(-1, c, want.at(-1, c), 1e-6)
			}
			x, z, v := r.at(-1, "9.F1"), r.at(-1, "9.F2"), r.at(-1, "9.F3")
			r.near(-1, "9.F3", math.Sqrt(-2*10*z), 1e-6)
			tension := 3*v*v/2 - 3*10*z/2
			r.near(-1, "1.FX", -tension*x/2, 1e-6)
			r.near(-1, "1.FZ", -tension*z/2, 1e-6)
		})
	}
}

// The point follows (t², ...): the constraint depends on the time, by the
// argument and by SYSFNC; the load is that of the acceleration 2.
func TestGCOSUBTime(t *testing.T) {
	subs := routines{
		"argument": func(f *usersub.Frame, s usersub.State) { out(f)[0] = ask(s, "DX", 30) - 2 - f.Time()*f.Time() },
		"asked":    func(f *usersub.Frame, s usersub.State) { t := ask(s, "TIME"); out(f)[0] = ask(s, "DX", 30) - 2 - t*t },
	}
	for name := range subs {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, tight+ground+point+`<Constraint_General id="1" type="USERSUB" usrsub_fnc_name="`+name+`" i_marker_id="30"/>`+
				`<Post_Request id="1" type="MARKER_FORCE" i_marker_id="30"/>`+report("DX(30)", "VX(30)"), one, subs)
			r.near(-1, "9.F1", 3, 1e-7)
			r.near(-1, "9.F2", 2, 1e-7)
			r.near(-1, "1.FX", 2, 1e-7)
		})
	}
}

// A skate: a body that slides only along its x axis, VY(20,1,20) = 0, and turns
// at the rate 1 runs along a circle of radius 2 with the speed 2.
func TestGCOSUBVelocity(t *testing.T) {
	model := tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="2" w_ic_z="1"/>
<Reference_Marker id="20" body_id="2"/><Constraint_General id="1" usrsub_dll_name="a" i_marker_id="20"/>` +
		report("DX(20)", "DY(20)") + `<Post_Request id="1" type="MARKER_FORCE" i_marker_id="20"/>`
	r := simulate(t, model, one, routines{"GCOSUB": func(f *usersub.Frame, s usersub.State) { out(f)[0] = ask(s, "VY", 20, 1, 20) }})
	r.near(-1, "9.F1", 2*math.Sin(1), 1e-6)
	r.near(-1, "9.F2", 2*(1-math.Cos(1)), 1e-6)
	r.near(-1, "1.FX", -4*math.Sin(1), 1e-5)
	r.near(-1, "1.FY", 4*math.Cos(1), 1e-5)
}

// A routine that asks about another body only behind x = 2.2: from there on a
// rod couples the two, which move along x.
func TestGCOSUBNewQuery(t *testing.T) {
	model := tight + ground + `<Body_Point id="3" cg_id="30" mass="1" v_ic_x="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2"/>
<Body_Point id="4" cg_id="40" mass="1"/><Reference_Marker id="40" body_id="4" body_type="POINTBODY" pos_x="5"/>
<Constraint_General id="1" usrsub_dll_name="a"/>` + report("DX(30)", "DY(30)", "DX(40)", "DY(40)")
	r := simulate(t, model, one, routines{"GCOSUB": func(f *usersub.Frame, s usersub.State) {
		y := ask(s, "DY", 30)
		if f.Time() > 0.3 {
			y -= ask(s, "DY", 40)
		}
		out(f)[0] = y
	}})
	for k, want := range []float64{3, 0, 5, 0} {
		r.near(-1, "9.F"+string(rune('1'+k)), want, 1e-6)
	}
}

func TestGCOSUBFaults(t *testing.T) {
	for want, sub := range map[string]goSub{
		"Constraint_General 1: GCOSUB queries no displacement": func(f *usersub.Frame, _ usersub.State) { out(f)[0] = f.Time() },
		"ACCX(30) cannot be part of a constraint":              func(f *usersub.Frame, s usersub.State) { out(f)[0] = ask(s, "ACCX", 30) },
		"VARVAL(1) cannot be part of a constraint":             func(f *usersub.Frame, s usersub.State) { out(f)[0] = ask(s, "VARVAL", 1) + ask(s, "DX", 30) },
		"the routine returned NaN":                             func(f *usersub.Frame, s usersub.State) { out(f)[0] = math.Log(-ask(s, "DX", 30)) },
	} {
		err := begin(t, tight+ground+point+`<Constraint_General id="1" usrsub_dll_name="a"/><Reference_Variable id="1" expr="DX(30)"/>`, routines{"GCOSUB": sub})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
