package element_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// A rotor (body 3, marker 30) on a carrier (body 2) that slides along z, 3 kg in
// all, is tilted about x by 0.2 + 0.6 sin 2t. What its curve or surface touches on ground
// decides how high it is.
const tilting = tight + ground + `<Force_Gravity grav_z="-10"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="%[1]g"/>
<Reference_Marker id="21" body_id="2" pos_z="%[1]g" zp_x="1" zp_z="%[1]g"/><Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_z="%[1]g"/>
<Reference_Marker id="31" body_id="3" pos_z="%[1]g" zp_x="1" zp_z="%[1]g"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="21"/>
<Motion_Joint id="1" joint_id="2" expr="0.2+0.6*SIN(2*TIME)"/>`

// order returns the derivative that a CURSUB or SURSUB is asked for.
func order(f *usersub.Frame) int { return int(f.Ints(f.Sig.ArgIndex("iord"))[0]) }

// wave is the derivative of order o of cos u.
func wave(u float64, o int) float64 { return math.Cos(u + float64(o)*math.Pi/2) }

// ellipsoid is a SURSUB with semi-axes par: (a sin β, b cos β cos α, c cos β sin α).
func ellipsoid(f *usersub.Frame, _ usersub.State) {
	a, b, p, v := f.RealArgNamed("alpha")[0], f.RealArgNamed("beta")[0], f.RealArgNamed("par"), f.RealArgNamed("values")
	o := order(f)
	for k := range o + 1 {
		da, db := o-k, k
		v[3*k] = 0
		if da == 0 {
			v[3*k] = p[0] * wave(b-math.Pi/2, db)
		}
		v[3*k+1] = p[1] * wave(b, db) * wave(a, da)
		v[3*k+2] = p[2] * wave(b, db) * wave(a-math.Pi/2, da)
	}
}

// plane is a SURSUB: x and y are the parameters.
func plane(f *usersub.Frame, _ usersub.State) {
	v := f.RealArgNamed("values")
	clear(v)
	switch order(f) {
	case 0:
		v[0], v[1] = f.RealArgNamed("alpha")[0], f.RealArgNamed("beta")[0]
	case 1:
		v[0], v[4] = 1, 1
	}
}

// disc is a CURSUB: a circle of radius par[0] about (0, 0, par[1]) in the plane of y and z.
func disc(f *usersub.Frame, _ usersub.State) {
	u, p, v := f.RealArgNamed("alpha")[0], f.RealArgNamed("par"), f.RealArgNamed("values")
	v[0], v[1], v[2] = 0, p[0]*wave(u, order(f)), p[0]*wave(u-math.Pi/2, order(f))
	if order(f) == 0 {
		v[2] += p[1]
	}
}

// TestTouching: height and acceleration of the carrier in closed form, and the force
// that holds it up.
func TestTouching(t *testing.T) {
	const (
		flat  = `<Reference_ParamSurface id="7" u_start="-5" u_end="5" v_start="-5" v_end="5" usrsub_fnc_name="plane"/>`
		egg   = `<Reference_ParamSurface id="8" is_u_closed="TRUE" u_start="0" u_end="6.283185307179586" v_start="-1.4" v_end="1.4" usrsub_fnc_name="ellipsoid" usrsub_param_string="USER(1.5,1,0.6)"/>`
		upper = `<Reference_ParamCurve id="7" is_u_closed="TRUE" u_start="0" u_end="6.283185307179586" usrsub_fnc_name="disc" usrsub_param_string="USER(1,0.3)"/>`
		lower = `<Reference_ParamCurve id="8" is_u_closed="TRUE" u_start="0" u_end="6.283185307179586" usrsub_fnc_name="disc" usrsub_param_string="USER(0.7,0)"/>`
		line  = `<Reference_ParamCurve id="8" is_curve_points="TRUE">0 -3 0 0 -1 0 0 3 0</Reference_ParamCurve>`
	)
	ring := `<Reference_ParamCurve id="8" is_u_closed="TRUE" is_curve_points="TRUE">` +
		rows(0, 2*math.Pi, 300, func(a float64) [3]float64 { return [3]float64{math.Cos(a), 0, math.Sin(a)} }) + `</Reference_ParamCurve>`
	for name, test := range map[string]struct {
		model  string
		height func(a float64) float64
		tol    float64
	}{
		// of the lowest point of the disc under its centre, which lies 0.3 above the axis
		"CVCV line": {upper + line + `<Constraint_CVCV id="6" i_marker_id="30" i_curve_id="7" j_marker_id="1" j_curve_id="8"/>`,
			func(a float64) float64 { return 1 - 0.3*math.Cos(a) }, 1e-6},
		"CVCV discs": {upper + lower + `<Constraint_CVCV id="6" i_marker_id="30" i_curve_id="7" j_marker_id="1" j_curve_id="8"
			i_disp_x0="0" i_disp_y0="-0.3" i_disp_z0="-0.7" j_disp_x0="0" j_disp_y0="0" j_disp_z0="0.7"/>`,
			func(a float64) float64 { return math.Sqrt(1.7*1.7-0.09*math.Sin(a)*math.Sin(a)) - 0.3*math.Cos(a) }, 1e-6},
		// an upright ring that is tilted; the spline is a circle to 1e-9, its curvature to 1e-4
		"CVSF ring": {flat + ring + `<Constraint_CVSF id="6" i_marker_id="30" curve_id="8" j_marker_id="1" surface_id="7"/>`, math.Cos, 1e-3},
		"SFSF ellipsoid": {flat + egg + `<Constraint_SFSF id="6" i_marker_id="30" i_surface_id="8" j_marker_id="1" j_surface_id="7" i_disp_x0="0.1" i_disp_y0="0" i_disp_z0="-0.6"/>`,
			func(a float64) float64 { return math.Hypot(math.Sin(a), 0.6*math.Cos(a)) }, 1e-6},
	} {
		t.Run(name, func(t *testing.T) {
			at := func(time float64) float64 { return test.height(0.2 + 0.6*math.Sin(2*time)) }
			ask := fmt.Sprintf(`%s(6,0,4)`, name[:4])
			r := simulate(t, fmt.Sprintf(tilting, at(0)+0.05)+test.model+report("DZ(20)", "ACCZ(20)", ask), one,
				routines{"ellipsoid": ellipsoid, "plane": plane, "disc": disc})
			for row := range r.rows {
				now := r.at(row, "time")
				const h = 1e-2 // sixth order: 1e-9
				d := func(k float64) float64 { return at(now+k*h) + at(now-k*h) - 2*at(now) }
				acc := (270*d(1) - 27*d(2) + 2*d(3)) / (180 * h * h)
				r.near(row, "9.F1", at(now), 2e-7)
				r.near(row, "9.F2", acc, test.tol)
				r.near(row, "9.F3", 3*(10+acc), test.tol)
			}
		})
	}
}

// A disc of radius 0.5 and inertia 0.4 that rolls down a slope without slip, with gravity
// (6, -8): it gathers a = g sin/(1 + I/mr²) and needs the friction m g sin - m a. Without the flag
// it slides and does not turn. The closed curve of the disc passes its seam.
func TestRollingDisc(t *testing.T) {
	model := tight + ground + `<Force_Gravity grav_x="6" grav_y="-8"/><Reference_Marker id="2" body_id="1" pos_z="-1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.3" inertia_yy="0.3" inertia_zz="0.4"/><Reference_Marker id="20" body_id="2" pos_y="0.5"/>
<Constraint_Joint id="1" type="PLANAR" i_marker_id="20" j_marker_id="1"/>
<Reference_ParamCurve id="7" is_u_closed="TRUE" is_curve_points="TRUE">` +
		rows(0, 2*math.Pi, 400, func(a float64) [3]float64 { return [3]float64{0.5 * math.Cos(a), 0.5 * math.Sin(a), 0} }) + `</Reference_ParamCurve>
<Reference_ParamCurve id="8" is_curve_points="TRUE">-1 0 0 0 0 0 20 0 0</Reference_ParamCurve>
<Constraint_CVCV id="6" i_marker_id="20" i_curve_id="7" j_marker_id="1" j_curve_id="8" %s/>` + report("DX(20)", "AZ(20)", "DY(20)", "CVCV(6,0,2)", "CVCV(6,0,3)", "VX(20)")
	for flag, inertia := range map[string]float64{``: 0, `is_no_slip="TRUE"`: 0.4 / (2 * 0.25)} {
		r := simulate(t, fmt.Sprintf(model, flag), `<Simulate analysis_type="Transient" end_time="2" num_steps="8"/>`, nil)
		a := 6 / (1 + inertia)
		for row := range r.rows {
			now := r.at(row, "time")
			turn := 0.0
			if inertia > 0 {
				turn = -a * now * now / 2 / 0.5
			}
			r.near(row, "9.F1", a*now*now/2, 1e-6)
			r.near(row, "9.F2", turn, 1e-5)
			r.near(row, "9.F3", 0.5, 1e-8)
			r.near(row, "9.F4", 2*(a-6), 1e-4)
			r.near(row, "9.F5", 16, 1e-4)
		}
		if x := r.at(-1, "9.F1"); x < 4 { // more than one turn
			t.Errorf("the disc got to %g only", x)
		}
	}
}

// A wheel on an axle that turns about the vertical with the rate w rolls on a plane round
// a circle: a wheel of radius 0.5 in the distance 2 turns by 4 w. The row along the axle
// depends on the others.
func TestRollingWheel(t *testing.T) {
	rim := func(f *usersub.Frame, _ usersub.State) {
		u, v := f.RealArgNamed("alpha")[0], f.RealArgNamed("values")
		v[0], v[1], v[2] = 0.5*wave(u, order(f)), 0.5*wave(u-math.Pi/2, order(f)), 0
	}
	model := tight + ground + `<Force_Gravity grav_z="-10"/><Reference_Marker id="2" body_id="1" pos_z="-0.5"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="21" body_id="2" pos_x="2" zp_x="3"/><Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>
<Motion_Joint id="1" joint_id="1" expr="SIN(TIME)"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="0.5" inertia_yy="0.3" inertia_zz="0.3"/><Reference_Marker id="30" body_id="3" pos_x="2" zp_x="3"/>
<Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="30" j_marker_id="21"/>
<Reference_ParamCurve id="7" is_u_closed="TRUE" u_start="0" u_end="6.283185307179586" usrsub_fnc_name="rim"/>
<Reference_ParamSurface id="8" u_start="-5" u_end="5" v_start="-5" v_end="5" usrsub_fnc_name="plane"/>
<Constraint_CVSF id="6" i_marker_id="30" curve_id="7" j_marker_id="2" surface_id="8" is_no_slip="TRUE"/>` +
		report("AZ(30,21)", "WZ(30,21,21)", "DZ(30,21,21)")
	r := simulate(t, model, `<Simulate analysis_type="Transient" end_time="2" num_steps="8"/>`, routines{"rim": rim, "plane": plane})
	for row := range r.rows {
		now := r.at(row, "time")
		r.near(row, "9.F1", -4*math.Sin(now), 1e-5)
		r.near(row, "9.F2", -4*math.Cos(now), 1e-5)
		r.near(row, "9.F3", 0, 1e-6)
	}
}
