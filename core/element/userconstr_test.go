package element_test

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// ucosub is a UCOSUB in Go that declares the variables of parts and markers,
// pairs of id and code.
func ucosub(parts, markers [][2]int32, f func(q, p []float64) float64) goSub {
	return func(fr *usersub.Frame, s usersub.State) {
		if fr.IsSetup() {
			d, _ := usersub.As[usersub.Declarer](s.(*usersub.QueryCache).State)
			for _, v := range parts {
				d.UcoVar(int32(fr.ID), []int32{v[0]}, []int32{v[1]})
			}
			for _, v := range markers {
				d.UcoMar(int32(fr.ID), []int32{v[0]}, []int32{v[1]})
			}
			return
		}
		fr.RealArgNamed("scalar")[0] = f(fr.RealArgNamed("q"), fr.RealArgNamed("array"))
	}
}

// A sphere that is held in the plane x = z: z of the point less its x is zero.
// It falls along the slope: half the gravity along x, the plane carries m g/√2.
func TestUserConstrSlope(t *testing.T) {
	subs := routines{"UCOSUB": ucosub([][2]int32{{3, 11}, {3, 13}}, nil, func(q, p []float64) float64 {
		p[0], p[1] = -1, 1
		return q[1] - q[0] + 2
	})}
	r := simulate(t, tight+ground+point+`<Force_Gravity grav_z="-10"/><Constraint_UserConstr id="4" usrsub_dll_name="a" i_marker_id="30"/>`+
		report("DX(30)", "DZ(30)", "UCON(4,0,1,0)", "UCON(4,0,2,0)", "UCON(4,0,4,0)")+
		`<Post_Request id="8" type="ELEMENTAL_FORCE" elem_type="Constraint_UserConstr" elem_id="4"/>`, one, subs)
	r.near(-1, "8.FM", 10/math.Sqrt2, 1e-7)
	r.near(-1, "8.FX", -5, 1e-7)
	for k, want := range []float64{2 - 2.5, -2.5, 10 / math.Sqrt2, -5, 5} {
		r.near(-1, "9.F"+string(rune('1'+k)), want, 1e-7)
	}
}

// The axes of a part are those of im_id, here 30 degrees about z from those of
// cg_id. Its first axis is kept at 60 degrees from x: the body is turned there
// when the model is assembled, and its spin about z is taken away.
func TestUserConstrAxes(t *testing.T) {
	subs := routines{"UCOSUB": ucosub([][2]int32{{2, 111}}, nil, func(q, p []float64) float64 { p[0] = 1; return q[0] - 0.5 })}
	model := tight + ground + `<Body_Rigid id="2" cg_id="20" im_id="22" mass="2" inertia_xx="1" inertia_yy="2" inertia_zz="3" w_ic_z="1"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="22" body_id="2" psi="30D"/>
<Constraint_UserConstr id="4" usrsub_dll_name="a"/>` + report("AZ(22)", "WZ(22)")
	r := simulate(t, model, start, subs)
	r.near(-1, "9.F1", math.Pi/3, 1e-6)
	r.near(-1, "9.F2", 0, 1e-6)
}

func TestUserConstrFaults(t *testing.T) {
	err := begin(t, tight+ground+point+`<Constraint_UserConstr id="4" usrsub_dll_name="a"/>`,
		routines{"UCOSUB": ucosub([][2]int32{{30, 11}}, nil, nil)})
	if err == nil || !strings.Contains(err.Error(), "Constraint_UserConstr 4: UCOVAR, code 11 of 30: there is no body 30") {
		t.Error(err)
	}
}

// A model that is changed continues with the constraint and without another set-up
// call: a body on the slope x = z, which a force pushes up later.
func TestUserConstrResumed(t *testing.T) {
	setups := 0
	slope := ucosub([][2]int32{{3, 11}, {3, 13}}, nil, func(q, p []float64) float64 {
		p[0], p[1] = -1, 1
		return q[1] - q[0] + 2
	})
	subs := routines{"UCOSUB": func(f *usersub.Frame, s usersub.State) {
		if f.IsSetup() {
			setups++
		}
		slope(f, s)
	}}
	r := simulate(t, tight+ground+point+`<Force_Gravity grav_z="-10"/><Constraint_UserConstr id="4" usrsub_dll_name="a" i_marker_id="30"/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="0"/>`+report("DX(30)", "DZ(30)", "UCON(4,0,1,0)"),
		one+`<Force_Vector_OneBody id="1" fx_expression="10"/><Simulate analysis_type="Transient" duration="1" num_steps="1"/>`, subs)
	// half a second order: x = 2 - 5/2 at t = 1 with speed -5; from there on it is pushed with 5 along x
	r.near(4, "9.F1", -0.5, 1e-7)
	r.near(-1, "9.F1", -0.5-5, 1e-7)
	r.near(-1, "9.F2", -2.5-5, 1e-7)
	r.near(-1, "9.F3", 10*math.Sqrt2, 1e-7)
	if setups != 1 {
		t.Errorf("%d set-up calls", setups)
	}
}
