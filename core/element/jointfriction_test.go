package element_test

import (
	"fmt"
	"math"
	"testing"
)

// The law of the tests: moderate bristles, so that all its parts matter.
const bristleStiffness = ` mu_static="0.4" mu_dynamic="0.3" stiction_trans_vel="0.2" bristle_stiffness="50" damping_effects="0.5" viscous_effects="0.02"`

// rubbed integrates m s' = -n μ (slip s in several directions, bristles z) by Runge and
// Kutta's method to t in steps of 20 µs, which halved change nothing in 1e-10.
func rubbed(s []float64, m, n, t float64) (slip, way, mu []float64) {
	k := len(s)
	x := make([]float64, 3*k) // slip, bristles, way
	copy(x, s)
	rate := func(x []float64) []float64 {
		v := 0.0
		for _, s := range x[:k] {
			v = math.Hypot(v, s)
		}
		g := 0.3 + 0.1*math.Exp(-v*v/0.04)
		d := make([]float64, 3*k)
		mu = mu[:0]
		for i := range k {
			d[k+i] = x[i] - 50*v*x[k+i]/g
			mu = append(mu, 50*x[k+i]+0.5*d[k+i]+0.02*x[i])
			d[i], d[2*k+i] = -n*mu[i]/m, x[i]
		}
		return d
	}
	steps := int(math.Round(t / 2e-5))
	h := t / float64(steps)
	at := func(d []float64, h float64) []float64 {
		y := append([]float64{}, x...)
		for i := range y {
			y[i] += h * d[i]
		}
		return y
	}
	for range steps {
		a := rate(x)
		b := rate(at(a, h/2))
		c := rate(at(b, h/2))
		d := rate(at(c, h))
		for i := range x {
			x[i] += h / 6 * (a[i] + 2*b[i] + 2*c[i] + d[i])
		}
	}
	rate(x)
	return x[:k], x[2*k:], mu
}

const frictionTight = `<Param_Transient integr_tol="1e-8" h_max="0.002"/>`

// A block of 2 kg slides along x under gravity 10: N = 20.
func TestFrictionTranslational(t *testing.T) {
	r := simulate(t, frictionTight+ground+`<Force_Gravity grav_z="-10"/>
<Reference_Marker id="2" body_id="1" phi="0" psi="90D" theta="90D"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="1.5"/>
<Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" psi="90D" theta="90D"/>
<Constraint_Joint id="3" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="2"/>
<Force_JointFriction id="4" joint_id="3"`+bristleStiffness+`/>`+
		report("DX(20)", "VX(20)", "FRICTION(4,3)", "FRICTION(4,1,1)", "FRICTION(4,9)", "FRICTION(4,15)"), one, nil)
	slip, way, mu := rubbed([]float64{1.5}, 2, 20, 1)
	r.near(-1, "9.F1", way[0], 1e-6)
	r.near(-1, "9.F2", slip[0], 1e-6)
	r.near(-1, "9.F3", -20*mu[0], 1e-5)
	r.near(-1, "9.F4", -20*mu[0], 1e-5)
	r.near(-1, "9.F5", mu[0], 1e-6)
	r.near(-1, "9.F6", slip[0], 1e-6)
	r.near(0, "9.F3", -20*0.52*1.5, 1e-8) // unbent bristles: (σ1 + σ2) s
}

// A disc on a pin across gravity: I ω' = -μ r N with s = r ω, so that I/r² is the mass.
func TestFrictionRevolute(t *testing.T) {
	r := simulate(t, frictionTight+ground+`<Force_Gravity grav_y="-10"/>
<Body_Rigid id="2" cg_id="20" mass="3" inertia_xx="1" inertia_yy="1" inertia_zz="0.02" w_ic_z="6"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" pin_radius="0.1"`+bristleStiffness+`/>`+report("AZ(20)", "WZ(20)", "FRICTION(4,6)"), one, nil)
	slip, way, mu := rubbed([]float64{0.6}, 2, 30, 1)
	r.near(-1, "9.F1", way[0]/0.1, 1e-6)
	r.near(-1, "9.F2", slip[0]/0.1, 1e-5)
	r.near(-1, "9.F3", -3*mu[0], 1e-5)
}

// A ring that slides along and about an axis across gravity: m and I/r² are both 2.
func TestFrictionCylindrical(t *testing.T) {
	r := simulate(t, frictionTight+ground+`<Force_Gravity grav_y="-10"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="0.02" v_ic_z="0.5" w_ic_z="6"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="3" type="CYLINDRICAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" pin_radius="0.1"`+bristleStiffness+`/>`+report("DZ(20)", "AZ(20)", "VZ(20)", "WZ(20)"), one, nil)
	slip, way, _ := rubbed([]float64{0.5, 0.6}, 2, 20, 1)
	for k, want := range []float64{way[0], way[1] / 0.1, slip[0], slip[1] / 0.1} {
		r.near(-1, fmt.Sprintf("9.F%d", k+1), want, 1e-5)
	}
}

// A ball of equal moments of inertia that turns about a slanting axis.
func TestFrictionSpherical(t *testing.T) {
	r := simulate(t, frictionTight+ground+`<Force_Gravity grav_y="-10"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.02" inertia_yy="0.02" inertia_zz="0.02" w_ic_x="3" w_ic_y="-4" w_ic_z="5"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="3" type="SPHERICAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" ball_radius="0.1"`+bristleStiffness+`/>`+report("WX(20)", "WY(20)", "WZ(20)"), one, nil)
	slip, _, _ := rubbed([]float64{0.3, -0.4, 0.5}, 2, 20, 1)
	for k := range slip {
		r.near(-1, fmt.Sprintf("9.F%d", k+1), slip[k]/0.1, 1e-5)
	}
}

// What presses the surfaces: at the start the bristles are straight and the force is
// (σ1 + σ2) s N = 0.52 s N for the slip s.
func TestFrictionLoads(t *testing.T) {
	// On a pin: radial force (30, 40), axial force 12, bending moment (3, 4).
	pin := func(more string) string {
		return frictionTight + ground + `<Body_Rigid id="2" cg_id="20" mass="3" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="5"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="1" type="FORCEANDTORQUE" fx_expression="30" fy_expression="40" fz_expression="12" tx_expression="3" ty_expression="4" tz_expression="0"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" pin_radius="0.1"` + bristleStiffness + more + `/>` + report("FRICTION(4,6)")
	}
	// In a guide: across (30, 40), bending (3, 4), torsion 2.
	guide := func(more string) string {
		return frictionTight + ground + `<Body_Rigid id="2" cg_id="20" mass="3" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_z="0.5"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="1" type="FORCEANDTORQUE" fx_expression="30" fy_expression="40" fz_expression="12" tx_expression="3" ty_expression="4" tz_expression="2"/>
<Constraint_Joint id="3" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3"` + bristleStiffness + more + `/>` + report("FRICTION(4,3)")
	}
	const all = ` friction_arm="0.2" bending_reaction_arm="0.5" torque_preload="0.6"`
	const lengths = ` initial_overlap="0.4" reaction_arm="0.1" force_preload="6"`
	for _, c := range []struct {
		model string
		by, n float64
	}{
		{pin(""), 0.1, 50},
		{pin(` friction_arm="0.2"`), 0.1, 50 + 12*2},
		{pin(` bending_reaction_arm="0.5"`), 0.1, 50 + 2*5/0.5},
		{pin(` torque_preload="0.6"`), 0.1, 50 + 0.6/(0.3*0.1)},
		{pin(all), 0.1, 50 + 24 + 20 + 20},
		{pin(all + ` inputs="1111"`), 0.1, 114},
		{pin(all + ` inputs="0100"`), 0.1, 74},
		{pin(all + ` inputs="10"`), 0.1, 20},
		{pin(all + ` inputs="1000"`), 0.1, 20},
		{guide(""), 1, 50},
		{guide(lengths), 1, 50 + 2*5/0.4 + 2/0.1 + 6/0.3},
		{guide(lengths + ` inputs="0001"`), 1, 20},
		{guide(` max_stiction_deform="0.01"`), 1, 50},
	} {
		r := simulate(t, c.model, start, nil)
		r.near(0, "9.F1", -c.by*0.52*0.5*c.n, 1e-9)
	}
}

// A universal joint rubs at two pins, of which the one along ground's z (HOOKE: y) axis is pressed by
// the forces across it and so is the other, along x at the start: the accelerations about them are
// those of the two torques, since the joint's own is about the third axis.
func TestFrictionUniversal(t *testing.T) {
	for _, c := range []struct{ kind, angles, spin, z string }{
		{"UNIVERSAL", `psi="90D" theta="90D"`, `w_ic_x="5" w_ic_z="-3"`, "WDTZ"}, // z of I is x
		{"HOOKE", ``, `w_ic_x="5" w_ic_y="-3"`, "WDTY"},
	} {
		r := simulate(t, frictionTight+ground+`<Body_Rigid id="2" cg_id="20" mass="3" inertia_xx="1" inertia_yy="1" inertia_zz="1" `+c.spin+`/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="21" body_id="2" `+c.angles+`/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="1" type="FORCEONLY" fx_expression="30" fy_expression="40" fz_expression="40"/>
<Constraint_Joint id="3" type="`+c.kind+`" i_marker_id="21" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" pin_radius="0.1" friction_arm="0.2"`+bristleStiffness+`/>`+accelerationsOf2, start, nil)
		onJ := 50 + 40*2.0              // radial (30, 40), axial 40 at twice the radius
		onI := 40*math.Sqrt2 + 30*2.0   // radial (40, 40), axial 30
		const torque = 0.1 * 0.52 * 0.1 // by load and rate
		r.near(0, "2.WDTX", -torque*5*onI, 1e-8)
		r.near(0, "2."+c.z, torque*3*onJ, 1e-8)
	}
}

// A guide whose overlap grows or shrinks as it slides: N = 50 + 2*5/overlap.
func TestFrictionOverlap(t *testing.T) {
	for delta, sign := range map[string]float64{"Increase": 1, "DECREASE": -1, "constant": 0} {
		r := simulate(t, frictionTight+ground+`<Body_Rigid id="2" cg_id="20" mass="3" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_z="0.5"/><Reference_Marker id="20" body_id="2" pos_z="0.3"/>
<Force_Vector_OneBody id="1" marker_id="20" ref_marker_id="1" type="FORCEANDTORQUE" fx_expression="30" fy_expression="40" fz_expression="12" tx_expression="3" ty_expression="4" tz_expression="2"/>
<Constraint_Joint id="3" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
<Force_JointFriction id="4" joint_id="3" initial_overlap="0.4" overlap_delta="`+delta+`"`+bristleStiffness+`/>`+report("DZ(20)", "FRICTION(4,3)", "FRICTION(4,9)"), `<Simulate analysis_type="Transient" end_time="0.05" num_steps="2"/>`, nil)
		d := r.at(-1, "9.F1") - 0.3
		if d < 0.015 {
			t.Errorf("%s: slides by %g only", delta, d)
		}
		r.near(-1, "9.F2", -r.at(-1, "9.F3")*(50+10/(0.4+sign*d)), 1e-8)
	}
}
