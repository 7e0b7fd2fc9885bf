package element_test

import (
	"fmt"
	"math"
	"testing"
)

// A cantilever of length 2 with E 200, G 80, A 0.5, Iyy 3, Izz 4, torsion constant 5 and
// shear coefficients 1.2 and 1.5, the tip loaded by forces and torques small enough for small
// turns: placed where beam theory says that they hold each other, the tip rests.
func TestBeamTipRests(t *testing.T) {
	const l, e, g, a, j, iy, iz, sy, sz = 2, 200.0, 80.0, 0.5, 5.0, 3.0, 4.0, 1.2, 1.5
	for name, c := range map[string]struct{ f, tq [3]float64 }{
		"along":    {f: [3]float64{1e-3, 0, 0}},
		"across y": {f: [3]float64{0, 1e-3, 0}},
		"across z": {f: [3]float64{0, 0, 1e-3}},
		"torsion":  {tq: [3]float64{1e-3, 0, 0}},
		"bend y":   {tq: [3]float64{0, 1e-3, 0}},
		"bend z":   {tq: [3]float64{0, 0, 1e-3}},
		"all":      {f: [3]float64{1e-4, -2e-4, 3e-4}, tq: [3]float64{-4e-4, 5e-4, 6e-4}},
	} {
		// The other formulations are the same up to squares of the displacements, of about 1e-5.
		for formulation, tol := range map[string]float64{"LINEAR": 1e-8, "STRING": 2e-7, "NONLINEAR": 2e-7} {
			t.Run(name+" "+formulation, func(t *testing.T) {
				f, m := c.f, c.tq
				x := l + f[0]*l/(e*a)
				y := f[1]*(l*l*l/(3*e*iz)+sy*l/(g*a)) + m[2]*l*l/(2*e*iz)
				z := f[2]*(l*l*l/(3*e*iy)+sz*l/(g*a)) - m[1]*l*l/(2*e*iy)
				turn := [3]float64{m[0] * l / (g * j), m[1]*l/(e*iy) - f[2]*l*l/(2*e*iy), m[2]*l/(e*iz) + f[1]*l*l/(2*e*iz)}
				ax, angle := turn, math.Sqrt(turn[0]*turn[0]+turn[1]*turn[1]+turn[2]*turn[2])
				if angle > 0 {
					for k := range ax {
						ax[k] /= angle
					}
				}
				r := rodrigues(ax, angle)
				model := tight + ground + fmt.Sprintf(`<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="20" body_id="2" pos_x="%v" pos_y="%v" pos_z="%v" a00="%v" a10="%v" a20="%v" a01="%v" a11="%v" a21="%v" a02="%v" a12="%v" a22="%v"/>
<Reference_Marker id="3" body_id="1"/>
<Force_Vector_OneBody id="4" marker_id="20" ref_marker_id="3" type="ForceAndTorque" fx_expression="%v" fy_expression="%v" fz_expression="%v" tx_expression="%v" ty_expression="%v" tz_expression="%v"/>
<Force_Beam id="1" i_marker_id="20" j_marker_id="3" length="2" e="200" g="80" area="0.5" ixx="5" iyy="3" izz="4" asy="1.2" asz="1.5" cratio="0.1" formulation="%s"/>`,
					x, y, z, r[0][0], r[1][0], r[2][0], r[0][1], r[1][1], r[2][1], r[0][2], r[1][2], r[2][2], f[0], f[1], f[2], m[0], m[1], m[2], formulation) +
					accelerationsOf2 + report("BEAM(1,0,2,3)", "BEAM(1,0,3,3)", "BEAM(1,0,4,3)")
				res := simulate(t, model, start, nil)
				// Turns about three axes are the angles AX, AY, AZ up to their squares, some 1e-10 here
				// against stiffnesses of up to 600.
				for _, col := range []string{"2.ACCX", "2.ACCY", "2.ACCZ", "2.WDTX", "2.WDTY", "2.WDTZ"} {
					res.near(0, col, 0, tol)
				}
				for k, col := range []string{"9.F1", "9.F2", "9.F3"} {
					res.near(0, col, -f[k], tol)
				}
			})
		}
	}
}

// rodrigues returns the rotation by an angle about a unit axis.
func rodrigues(u [3]float64, angle float64) (r [3][3]float64) {
	s, c := math.Sincos(angle)
	for i := range 3 {
		for j := range 3 {
			r[i][j] = (1 - c) * u[i] * u[j]
		}
		r[i][i] += c
	}
	r[0][1], r[0][2], r[1][2] = r[0][1]-s*u[2], r[0][2]+s*u[1], r[1][2]-s*u[0]
	r[1][0], r[2][0], r[2][1] = r[1][0]+s*u[2], r[2][0]-s*u[1], r[2][1]+s*u[0]
	return r
}

// A mass on the beam along its axis: k = EA/L = 50, m = 2, damping 0.08 k: roots -1 ± √24 i.
func TestBeamOscillates(t *testing.T) {
	for _, formulation := range []string{"LINEAR", "STRING", "NONLINEAR"} {
		r := simulate(t, tight+ground+`<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="2.1"/>
<Force_Beam id="1" i_marker_id="20" j_marker_id="1" length="2" e="200" g="80" area="0.5" ixx="5" iyy="3" izz="4" cratio="0.08" formulation="`+formulation+`"/>`+report("DX(20)"), one, nil)
		w := math.Sqrt(24)
		r.near(-1, "9.F1", 2+0.1*math.Exp(-1)*(math.Cos(w)+math.Sin(w)/w), 1e-6)
	}
}

// A bead of mass 0.5 in the middle of a string of two lengths of 1, stretched to 1.01 by T = 100 · 0.01 = 1: it swings with ω² = 2 T/(1.01 m) as long as it is
// deflected little; far aside both halves pull by EA (s - 1) along themselves. The beams hardly resist bending.
func TestBeamIsAString(t *testing.T) {
	const soft = `length="1" e="100" g="40" area="1" ixx="1e-9" iyy="1e-9" izz="1e-9" formulation="STRING"/>`
	model := func(y string) string {
		return tight + ground + `<Reference_Marker id="2" body_id="1" pos_x="2.02"/>
<Body_Rigid id="2" cg_id="20" mass="0.5" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1.01" pos_y="` + y + `"/>
<Force_Beam id="1" i_marker_id="20" j_marker_id="1" ` + soft + `<Force_Beam id="2" i_marker_id="2" j_marker_id="20" ` + soft +
			report("DY(20)", "BEAM(1,0,2)", "BEAM(1,0,3)", "BEAM(2,1,2)", "BEAM(2,1,3)")
	}
	r := simulate(t, model("1e-4"), one, nil)
	r.near(-1, "9.F1", 1e-4*math.Cos(math.Sqrt(4/1.01)), 3e-9)
	r = simulate(t, model("0.7"), start, nil)
	s := math.Hypot(1.01, 0.7)
	pull := 100 * (s - 1)
	for k, want := range []float64{-pull * 1.01 / s, -pull * 0.7 / s, pull * 1.01 / s, -pull * 0.7 / s} {
		r.near(0, fmt.Sprint("9.F", k+2), want, 1e-7)
	}
}

// Two bodies at the ends of a beam turn about their common centre, a body axis along the beam, in balance: EA (s - l)/l = m ω² s/2. However far they have
// turned about an axis askew to the global ones, length and orientation to each other stay, and the beam transmits no torque.
func TestBeamTurnsAsARigidBody(t *testing.T) {
	const l, ea, m, w = 2, 400., 3., 5.
	s := ea / (ea/l - m*w*w/2)
	axes := rodrigues([3]float64{2. / 7, 3. / 7, 6. / 7}, 1.1)
	var x, z [3]float64
	for k := range x {
		x[k], z[k] = axes[k][0], axes[k][2]
	}
	for _, formulation := range []string{"STRING", "NONLINEAR"} {
		model := `<Param_Transient integr_tol="1e-10" h_max="0.01"/>` + ground
		for k, side := range []float64{0.5, -0.5} {
			// Each moves with ω z × (side s x).
			y := [3]float64{z[1]*x[2] - z[2]*x[1], z[2]*x[0] - z[0]*x[2], z[0]*x[1] - z[1]*x[0]}
			v := w * side * s
			model += fmt.Sprintf(`<Body_Rigid id="%d" cg_id="%d" mass="3" inertia_xx="1" inertia_yy="2" inertia_zz="2.5" v_ic_x="%v" v_ic_y="%v" v_ic_z="%v" w_ic_z="5"/>
<Reference_Marker id="%d" body_id="%d" pos_x="%v" pos_y="%v" pos_z="%v" a00="%v" a10="%v" a20="%v" a01="%v" a11="%v" a21="%v" a02="%v" a12="%v" a22="%v"/>`,
				k+2, 10*(k+2), v*y[0], v*y[1], v*y[2], 10*(k+2), k+2, side*s*x[0], side*s*x[1], side*s*x[2], x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2])
		}
		model += `<Force_Beam id="1" i_marker_id="20" j_marker_id="30" length="2" e="400" g="200" area="1" ixx="0.3" iyy="0.4" izz="0.5" asy="1.2" asz="1.2" cratio="0.02" formulation="` + formulation + `"/>` +
			report("DX(20,30,30)", "DM(20,30)", "AZ(20,30)", "AY(20,30)", "BEAM(1,0,2,30)", "BEAM(1,0,5)")
		r := simulate(t, model, `<Simulate analysis_type="Transient" end_time="3" num_steps="12"/>`, nil)
		for k := range r.rows {
			r.near(k, "9.F1", s, 1e-8)
			r.near(k, "9.F2", s, 1e-8)
			r.near(k, "9.F3", 0, 1e-8)
			r.near(k, "9.F4", 0, 1e-8)
			r.near(k, "9.F5", -m*w*w*s/2, 1e-6)
			r.near(k, "9.F6", 0, 1e-6)
		}
	}
}

// Two masses of 2 on a matrix that couples them, k = [[30, -10], [-10, 30]] along z: modes
// √10 and √20; damping 0.1 k. The body of the reference marker, of mass 8, takes the opposite:
// relative motion has the reduced masses of the modes.
func TestMultiPoint(t *testing.T) {
	matrix := `<Reference_Matrix id="1" nrow="12" ncol="12" issparse="TRUE">3 3 30  3 9 -10  9 3 -10  9 9 30</Reference_Matrix>`
	bodies := ground + `
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1" pos_z="0.3"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_x="-1" pos_z="0.1"/>`
	damped := func(w, c, x float64) float64 { // of x'' + c w² x' + w² x = 0 from rest
		a := c * w * w / 2
		d := math.Sqrt(w*w - a*a)
		return x * math.Exp(-a) * (math.Cos(d) + a/d*math.Sin(d))
	}
	t.Run("ground", func(t *testing.T) {
		r := simulate(t, tight+bodies+matrix+`<Force_MultiPoint id="5" ref_marker_id="1" kmtx_id="1" cratio="0.1" n_i_marker="2">20 30</Force_MultiPoint>`+
			report("DZ(20)", "DZ(30)", "NFORCE(5,20,4,0)", "NFORCE(5,30,4)"), one, nil)
		sum, dif := damped(math.Sqrt(10), 0.1, 0.2), damped(math.Sqrt(20), 0.1, 0.1)
		r.near(-1, "9.F1", sum+dif, 1e-6)
		r.near(-1, "9.F2", sum-dif, 1e-6)
		r.near(0, "9.F3", -30*0.3+10*0.1, 1e-9)
		r.near(0, "9.F4", -30*0.1+10*0.3, 1e-9)
	})
	t.Run("reaction", func(t *testing.T) {
		// The body of mass 4 takes the opposite of both: the sum of the two masses moves against it
		// with 1/m = 1/4 + 1/4, the difference as before.
		r := simulate(t, tight+bodies+matrix+`
<Body_Rigid id="4" cg_id="40" mass="4" inertia_xx="1e9" inertia_yy="1e9" inertia_zz="1e9"/><Reference_Marker id="40" body_id="4"/>
<Force_MultiPoint id="5" ref_marker_id="40" kmtx_id="1" cratio="0.1">20 30</Force_MultiPoint>`+report("DZ(20,40)", "DZ(30,40)", "DZ(20)+DZ(30)+2*DZ(40)"), one, nil)
		sum, dif := damped(math.Sqrt(20), 0.1, 0.2), damped(math.Sqrt(20), 0.1, 0.1)
		r.near(-1, "9.F1", sum+dif, 1e-6)
		r.near(-1, "9.F2", sum-dif, 1e-6)
		r.near(-1, "9.F3", 0.4, 1e-8)
	})
	t.Run("constants", func(t *testing.T) {
		ones := `<Reference_Matrix id="2" nrow="12" ncol="1">0 0 1 0 0 0  0 0 2 0 0 0</Reference_Matrix>`
		r := simulate(t, tight+bodies+matrix+ones+`<Reference_Matrix id="3" nrow="12" ncol="12" issparse="TRUE">3 9 7</Reference_Matrix>
<Force_MultiPoint id="5" ref_marker_id="1" kmtx_id="1" cmtx_id="3" length_mtx_id="2" preload_mtx_id="2">20 30</Force_MultiPoint>`+
			report("NFORCE(5,20,4)", "NFORCE(5,30,4)"), start, nil)
		r.near(0, "9.F1", -30*(0.3-1)+10*(0.1-2)+1, 1e-9)
		r.near(0, "9.F2", -30*(0.1-2)+10*(0.3-1)+2, 1e-9)
	})
}
