package element_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// floor is a plane z = 0 on ground, under gravity; settings are tight, with steps
// short enough for impacts.
const floor = ground + `<Param_Transient integr_tol="1e-8" h_max="1e-2"/><Force_Gravity grav_z="-10"/><Post_Graphic id="1" type="Plane" rm_id="1"/>`

// ball is a sphere of radius 0.5 and mass 2 at x, z with the moment of inertia 0.2
// (2/5 m r²).
func ball(id int, x, z float64, more string) string {
	return fmt.Sprintf(`<Body_Rigid id="%[1]d" cg_id="%[1]d0" mass="2" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2" %[4]s/>
<Reference_Marker id="%[1]d0" body_id="%[1]d" pos_x="%[2]g" pos_z="%[3]g"/><Post_Graphic id="%[1]d" type="Sphere" rm_id="%[1]d0" radius="0.5"/>`, id, x, z, more)
}

// runge integrates y' = f with the classical method in n steps to the time t.
func runge(f func(y [2]float64) [2]float64, y [2]float64, t float64, n int) [2]float64 {
	h := t / float64(n)
	add := func(a, b [2]float64, s float64) [2]float64 { return [2]float64{a[0] + s*b[0], a[1] + s*b[1]} }
	for range n {
		k1 := f(y)
		k2 := f(add(y, k1, h/2))
		k3 := f(add(y, k2, h/2))
		k4 := f(add(y, k3, h))
		y = add(y, add(add(k1, k4, 1), add(k2, k3, 1), 2), h/6)
	}
	return y
}

// TestBounce: a ball that falls on a plane twice, against the law IMPACT integrated
// by Runge-Kutta steps of 5e-6, whose error at the kinks of the law is below 1e-7.
func TestBounce(t *testing.T) {
	model := floor + ball(2, 0, 1, "") + `<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" cnf_type="IMPACT" stiffness="1e4" exponent="1.5" damping="20" dmax="0.01"/>` +
		report("DZ(20)", "CONTACT(1,0,4,0)", "CONTACT(1,1,4,0)", "FZ(20,1)") + `<Post_Request id="8" type="ELEMENTAL_FORCE" elem_type="CONTACT" elem_id="1"/>`
	r := simulate(t, model, until("1.5", 15), nil)
	force := func(y [2]float64) float64 {
		x := y[0] - 0.5
		if x >= 0 {
			return 0
		}
		s := math.Min(1, -x/0.01)
		return math.Max(0, 1e4*math.Pow(-x, 1.5)-20*y[1]*s*s*(3-2*s))
	}
	y := [2]float64{1, 0}
	touched := false
	for k := 1; k <= 15; k++ {
		y = runge(func(y [2]float64) [2]float64 { return [2]float64{y[1], force(y)/2 - 10} }, y, 0.1, 20000)
		r.near(k, "9.F1", y[0], 2e-5)
		f := r.at(k, "9.F2")
		if f > 0 {
			touched = true
		}
		r.near(k, "9.F3", -f, 1e-12)
		r.near(k, "9.F4", f, 1e-12)
		r.near(k, "8.FZ", f, 1e-12)
	}
	if !touched {
		t.Error("no row is in contact")
	}
}

// TestRestitution: with POISSON the ball leaves at 0.6 of the speed at which it
// came, but for the weight's work in the impact and the change of the factor over
// ±normal_trans_vel; against the same law by Runge-Kutta steps of 2.5e-6 to 1e-4.
func TestRestitution(t *testing.T) {
	model := floor + ball(2, 0, 1, "") + `<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" cnf_type="POISSON" penalty="1e6" restitution_coef="0.6" normal_trans_vel="0.05"/>` +
		report("DZ(20)", "VZ(20)")
	r := simulate(t, model, until("0.4", 4), nil)
	force := func(y [2]float64) [2]float64 {
		a, x := -10.0, y[0]-0.5
		if x < 0 {
			s := math.Max(0, math.Min(1, (y[1]+0.05)/0.1))
			a += -1e6 * x / 2 * (1 - 0.64*s*s*(3-2*s))
		}
		return [2]float64{y[1], a}
	}
	y := runge(force, [2]float64{1, 0}, 0.4, 160000)
	r.near(3, "9.F1", 1-10*0.09/2, 1e-6)
	r.near(-1, "9.F2", y[1], 1e-4)
	impact := math.Pi / 2 * math.Sqrt(2e-6) * (1 + 1/0.6) // how long it takes
	v := math.Sqrt(10)
	if out := r.at(-1, "9.F2") + 10*(0.4-v/10-impact); math.Abs(out/v-0.6) > 0.005 {
		t.Errorf("restitution %g", out/v)
	}
}

// TestRolling: a ball on a plane inclined by 20 degrees rolls with 5/7 g sin a about
// the point that lies half of the penetration within it; friction below the limit
// leaves a slip below stiction_trans_vel.
func TestRolling(t *testing.T) {
	s, c := math.Sincos(20 * math.Pi / 180)
	depth := 2 * 10 * c / 1e6
	gravity := fmt.Sprintf(`<Param_Transient integr_tol="1e-8" h_max="1e-2"/><Force_Gravity grav_x="%.17g" grav_z="%.17g"/>`, 10*s, -10*c)
	for _, kind := range []struct {
		name, shape string
		inertia     float64
	}{
		{"sphere", `<Post_Graphic id="2" type="Sphere" rm_id="20" radius="0.5"/>`, 0.2},
		{"cylinder", `<Reference_Marker id="21" body_id="2" pos_y="0.4" pos_z="0.5" theta="90D"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.5" length="0.8"/>`, 0.25},
	} {
		d := depth
		if kind.name == "cylinder" {
			d /= 2 // two points carry it
		}
		body := fmt.Sprintf(`<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="%[1]g" inertia_yy="%[1]g" inertia_zz="%[1]g"/><Reference_Marker id="20" body_id="2" pos_z="%.17[2]g"/>`, kind.inertia, 0.5-d)
		if kind.name == "cylinder" {
			kind.shape = fmt.Sprintf(`<Reference_Marker id="21" body_id="2" pos_y="0.4" pos_z="%.17g" theta="90D"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.5" length="0.8"/>`, 0.5-d)
		}
		model := ground + gravity + `<Post_Graphic id="1" type="Plane" rm_id="1"/>` + body + kind.shape +
			`<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" cnf_type="IMPACT" stiffness="1e6" exponent="1" damping="1000" cff_type="Coulomb_On" mu_static="0.5" mu_dynamic="0.4" stiction_trans_vel="1e-3" friction_trans_vel="2e-3"/>` +
			report("DX(20)", "VX(20)", "WY(20)", "CONTACT(1,0,2,0)", "CONTACT(1,0,4,0)", "DY(20)")
		r := simulate(t, model, until("1", 2), nil)
		a := 10 * s / (1 + kind.inertia/(2*0.5*0.5))
		r.near(-1, "9.F1", a/2, 1e-3) // the slip is less than 1e-3 throughout
		r.near(-1, "9.F4", 2*(a-10*s), 1e-4)
		r.near(-1, "9.F5", 20*c, 1e-6)
		r.near(-1, "9.F6", 0, 1e-9)
		if slip := r.at(-1, "9.F2") - 0.5*r.at(-1, "9.F3"); math.Abs(slip) > 1e-3 {
			t.Errorf("%s: it slips at %g", kind.name, slip)
		}
	}
}

const crate = `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2" v_ic_x="%g"/><Reference_Marker id="20" body_id="2" pos_z="0.499995"/>
<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" cnf_type="IMPACT" stiffness="1e6" exponent="1" damping="1000" cff_type="%s" mu_static="0.5" mu_dynamic="0.4" %s/>`

const newSquareMatrix = `<Post_Graphic id="2" type="BoxDefinedFromCenter" rm_id="20" x_length="4" y_length="4" z_length="1"/>`

// A crate slides at 3 and is slowed down by mu g = 4; it stops after 0.75 s and then
// sticks. On an incline below the static limit it creeps at less than the stiction
// speed. Without friction it continues.
func TestSliding(t *testing.T) {
	q := report("DX(20)", "VX(20)", "CONTACT(1,0,2,0)")
	slide := floor + newSquareMatrix + q
	const speeds = `stiction_trans_vel="1e-4" friction_trans_vel="2e-4"`
	r := simulate(t, slide+fmt.Sprintf(crate, 3.0, "COULOMB_ON", speeds), until("1", 4), nil)
	r.near(2, "9.F1", 3*0.5-4*0.125, 1e-3) // it nods: the corners carry 2 to 1
	r.near(2, "9.F3", -8, 1e-3)
	r.near(-1, "9.F1", 9./8, 1e-3)
	r.near(-1, "9.F2", 0, 1e-4)
	r = simulate(t, slide+fmt.Sprintf(crate, 3.0, "DYNAMICS_ONLY", `friction_trans_vel="2e-4"`), until("0.5", 4), nil)
	r.near(-1, "9.F1", 3*0.5-4*0.125, 1e-3)
	r = simulate(t, slide+fmt.Sprintf(crate, 3.0, "COULOMB_OFF", ""), until("0.5", 4), nil)
	r.near(-1, "9.F1", 1.5, 1e-6)
	r.near(-1, "9.F3", 0, 0)
	r = simulate(t, slide+`<Force_Vector_OneBody id="3" type="FORCEONLY" marker_id="20" fx_expression="9"/>`+fmt.Sprintf(crate, 0.0, "COULOMB_ON", speeds), until("0.5", 4), nil)
	r.near(-1, "9.F2", 0.5e-4, 1e-4)
	r.near(-1, "9.F3", -9, 1e-4)
}

// TestMeshIsBox: the vertices of a box as a mesh rest and slide as the box does,
// as does a box that is given by a corner.
func TestMeshIsBox(t *testing.T) {
	const mesh = `<Post_Graphic id="2" type="TriaMesh" rm_id="20" num_vertex="8">
-2 -2 -.5  2 -2 -.5  2 2 -.5  -2 2 -.5  -2 -2 .5  2 -2 .5  2 2 .5  -2 2 .5
1 2 3 1 3 4 5 6 7 5 7 8</Post_Graphic>`
	const corner = `<Reference_Marker id="21" body_id="2" pos_x="2" pos_y="-2" pos_z="-0.000005"/>
<Post_Graphic id="2" type="Box Defined From Corner" rm_id="21" x_length="-4" y_length="4" z_length="1"/>`
	q := report("DX(20)", "DZ(20)", "THETA(20)", "CONTACT(1,0,7,0)")
	var at []*table
	for _, shape := range []string{newSquareMatrix, mesh, corner} {
		at = append(at, simulate(t, floor+shape+q+fmt.Sprintf(crate, 3.0, "COULOMB_ON", ""), until("0.5", 5), nil))
	}
	for k := range 6 {
		for _, c := range []string{"9.F1", "9.F2", "9.F3"} {
			at[1].near(k, c, at[0].at(k, c), 1e-6)
			at[2].near(k, c, at[0].at(k, c), 1e-6)
		}
	}
}

// TestCollision: two balls, one at rest: momentum is kept, and with the law of
// restitution the speeds after a central impact are (1∓e)/2 of the one before. An
// oblique one leaves what is across the normal as it was, and shows the pair in
// either order.
func TestCollision(t *testing.T) {
	const speed = `v_ic_x="2"`
	for _, order := range []string{`i_graphics_id="2" j_graphics_id="3"`, `i_graphics_id="3" j_graphics_id="2"`} {
		model := ground + `<Param_Transient integr_tol="1e-8" h_max="1e-2"/>` + ball(2, -1, 0, speed) + ball(3, 0.5, 0, "") +
			`<Force_Contact id="1" ` + order + ` cnf_type="POISSON" penalty="1e6" restitution_coef="0.5" normal_trans_vel="1e-3"/>` +
			report("VX(20)", "VX(30)", "VZ(20)")
		r := simulate(t, model, until("1", 1), nil)
		r.near(-1, "9.F1", 0.5, 2e-3)
		r.near(-1, "9.F2", 1.5, 2e-3)
		if p := r.at(-1, "9.F1") + r.at(-1, "9.F2"); math.Abs(p-2) > 1e-9 {
			t.Errorf("momentum %.12g", p)
		}
		oblique := ground + `<Param_Transient integr_tol="1e-8" h_max="1e-2"/>` + ball(2, -1, 0.6, speed) + ball(3, 0.5, 0, "") +
			`<Force_Contact id="1" ` + order + ` cnf_type="IMPACT" stiffness="1e6" exponent="1"/>` + report("VX(20)", "VX(30)", "VZ(20)", "VZ(30)")
		r = simulate(t, oblique, until("1", 1), nil)
		// the normal at the impact is (-0.8, 0.6); equal masses exchange what is along it
		r.near(-1, "9.F1", 2-1.6*0.8, 3e-3)
		r.near(-1, "9.F3", 1.6*0.6, 3e-3)
		r.near(-1, "9.F2", 1.6*0.8, 3e-3)
		r.near(-1, "9.F4", -1.6*0.6, 3e-3)
	}
}

// cube is a mesh of a cube of side 0.6 in x and y and 1 in z.
const cube = `-.3 -.3 -.5  .3 -.3 -.5  .3 .3 -.5  -.3 .3 -.5  -.3 -.3 .5  .3 -.3 .5  .3 .3 .5  -.3 .3 .5
1 3 2 1 4 3  5 6 7 5 7 8  1 2 6 1 6 5  2 3 7 2 7 6  3 4 8 3 8 7  4 1 5 4 5 8`

// TestContactPairs: each pair of shapes at rest, pushed into each other by 0.1
// along z: a force of 100 a point, or of a depth D along its gradient, on I upwards. The order of the sides and which of
// them moves does not matter.
func TestContactPairs(t *testing.T) {
	const sphere, box, rod, mesh, point, plane = `type="Sphere" radius="0.5"`, `type="BoxDefinedFromCenter" x_length="1" y_length="1" z_length="1"`,
		`type="Cylinder" radius="0.5" length="1"`, `type="TriaMesh"`, `type="Point"`, `type="Plane"`
	const ball, egg, cone, tip = `type="Ellipsoid" x_scale="1" y_scale="1" z_scale="1"`, `type="Ellipsoid" x_scale="2" y_scale="1" z_scale="0.8"`,
		`type="Frustum" bottom_radius="0.5" top_radius="0.2" length="1"`, `type="Frustum" bottom_radius="0" top_radius="0.2" length="1"`
	const brick, small = `type="TriaMesh" num_vertex="8"`, `type="Box Defined From Center" length_x="0.2" length_y="0.2" length_z="0.2"`
	for _, c := range []struct {
		upper, lower string
		z            float64 // of the upper marker over the lower
		points       float64
	}{
		{sphere, plane, 0.4, 1}, {box, plane, 0.4, 4}, {rod, plane, -0.1, 3}, {mesh, plane, 0.1, 3}, {point, plane, -0.1, 1},
		{sphere, sphere, 0.9, 1}, {sphere, box, 0.9, 1}, {sphere, rod, 1.4, 1},
		{point, sphere, 0.4, 1}, {point, box, 0.4, 1}, {point, rod, 0.9, 1},
		{mesh, box, 0.6, 3}, {mesh, rod, 1.1, 3},
		{ball, plane, 0.4, 1}, {ball, sphere, 0.9, 1}, {egg, plane, 0.3, 1}, {sphere, egg, 0.8, 1}, {point, egg, 0.3, 1}, {cone, plane, -0.1, 3}, {tip, plane, -0.1, 1}, {sphere, cone, 1.4, 1}, {point, tip, 0.9, 1},
		{brick, plane, 0.4, 4}, {sphere, brick, 0.9, 1}, {point, brick, 0.4, 1}, {mesh, brick, 0.6, 3}, {small, brick, 0.5, 0.1 / (0.15 * 0.15) / 10}, // half in it: D⁻² = 0.1⁻² + 2/0.2², N = 1000 D along D³/0.1³
	} {
		text := func(shape string) string {
			if shape == mesh {
				return "0.1 0 -0.2 -0.1 0 -0.2 0 0.1 -0.2 0 0 1"
			}
			if shape == brick {
				return cube
			}
			return ""
		}
		for _, order := range []string{`i_graphics_id="2" j_graphics_id="1"`, `i_graphics_id="1" j_graphics_id="2"`} {
			sign := 1.0
			if order[15] == '1' {
				sign = -1
			}
			model := ground + tight + fmt.Sprintf(`<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2"/><Reference_Marker id="20" body_id="2" pos_z="%g"/>
<Post_Graphic id="1" %s rm_id="1">%s</Post_Graphic><Post_Graphic id="2" %s rm_id="20">%s</Post_Graphic>
<Force_Contact id="1" %s cnf_type="IMPACT" stiffness="1000" exponent="1"/>`, c.z, c.lower, text(c.lower), c.upper, text(c.upper), order) +
				report("CONTACT(1,0,4,0)", "CONTACT(1,0,1,0)", "CONTACT(1,1,4,0)") + `<Post_Request id="2" type="MARKER_ACCELERATION" i_marker_id="20"/>`
			r := simulate(t, model, start, nil)
			r.near(0, "9.F1", sign*100*c.points, 1e-12)
			r.near(0, "9.F2", 100*c.points, 1e-12)
			r.near(0, "9.F3", -sign*100*c.points, 1e-12)
			r.near(0, "2.ACCZ", 50*c.points, 1e-9)
		}
	}
}

// Several shapes on a side act together; one beyond ignore_penetration_larger_than
// does not.
func TestContactOfMany(t *testing.T) {
	model := ground + tight + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2"/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="21" body_id="2" pos_x="1" pos_z="-0.1" theta="90D"/><Reference_Marker id="22" body_id="2" pos_x="-2" pos_z="-0.2"/>
<Post_Graphic id="1" type="plane" rm_id="1"/><Post_Graphic id="21" type="point" rm_id="21"/><Post_Graphic id="22" type="point" rm_id="22"/>
<Force_Contact id="1" num_i_graphics="2" i_graphics_id="21, 22" j_graphics_id="1" cnf_type="IMPACT" stiffness="1000" exponent="1"/>
<Force_Contact id="2" i_graphics_id="21 22" j_graphics_id="1" cnf_type="IMPACT" stiffness="1000" exponent="1" ignore_penetration_larger_than="0.15"/>` +
		report("CONTACT(1,0,4,0)", "CONTACT(1,0,7,0)", "CONTACT(2,0,4,0)")
	r := simulate(t, model, start, nil)
	r.near(0, "9.F1", 300, 1e-12)
	r.near(0, "9.F2", 3*200, 1e-12) // about marker 21
	r.near(0, "9.F3", 100, 1e-12)
}

// PROXIMITY of a box over a plane, of a sphere and a box, and of an overlap; the
// nearest points along global axes. The distance may stand in a law.
func TestProximity(t *testing.T) {
	model := ground + tight + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2" v_ic_z="1"/><Reference_Marker id="20" body_id="2" pos_x="1" pos_z="3"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2"/><Reference_Marker id="30" body_id="3" pos_x="6" pos_z="3"/>
<Post_Graphic id="1" type="Plane" rm_id="1"/><Post_Graphic id="2" type="BoxDefinedFromCenter" rm_id="20" x_length="2" y_length="4" z_length="1"/>
<Post_Graphic id="3" type="Sphere" rm_id="30" radius="3.5"/>
<Sensor_Proximity id="1" num_i_graphics="1" i_graphics_id="2" j_graphics_id="1"/><Sensor_Proximity id="2" i_graphics_id="2" j_graphics_id="3"/>
<Sensor_Proximity id="3" i_graphics_id="1" j_graphics_id="3"/><Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="30" fx_expression="PROXIMITY(2,2)"/>` +
		report("PROXIMITY(1,1)", "PROXIMITY(1,2)", "PROXIMITY(1,5)", "PROXIMITY(1,8)", "PROXIMITY(2,2)", "PROXIMITY(2,3)", "PROXIMITY(2,6)", "PROXIMITY(3,1)") +
		`<Post_Request id="8" type="EXPRESSION" expr1="PROXIMITY(3,2)" expr2="PROXIMITY(3,5)" expr3="PROXIMITY(3,8)" expr4="ACCX(30)"/>`
	r := simulate(t, model, until("0.1", 1), nil)
	for k, v := range []float64{0, 2.5, 2.5, 0, 0.5, 2, 2.5, 1} {
		r.near(0, fmt.Sprintf("9.F%d", k+1), v, 1e-12)
	}
	for k, v := range []float64{-0.5, 0, -0.5, 0.25} {
		r.near(0, fmt.Sprintf("8.F%d", k+1), v, 1e-12)
	}
	r.near(-1, "9.F2", 2.6, 1e-6)
}

// TestMeshFiles: the same three vertices as .obj, as text .stl and as binary .stl,
// whose single precision holds them exactly; a place that triangles share counts once.
func TestMeshFiles(t *testing.T) {
	corners := [][3]float32{{0, 0, -0.25}, {1, 0, -0.5}, {0, 1, 0.25}}
	obj, stl, bin := "o thing\n", "solid thing\n", make([]byte, 80)
	for _, c := range corners {
		obj += fmt.Sprintf("v %g %g %g\n", c[0], c[1], c[2])
	}
	obj += "f 1 2 3\nf 3 2 1\n"
	bin = binary.LittleEndian.AppendUint32(bin, 2)
	for range 2 {
		stl += "facet normal 0 0 1\n outer loop\n"
		bin = append(bin, make([]byte, 12)...)
		for _, c := range corners {
			stl += fmt.Sprintf("  vertex %g %g %g\n", c[0], c[1], c[2])
			for _, x := range c {
				bin = binary.LittleEndian.AppendUint32(bin, math.Float32bits(x))
			}
		}
		stl += " endloop\nendfacet\n"
		bin = append(bin, 0, 0)
	}
	for name, text := range map[string]string{"a.obj": obj, "b.stl": stl, "c.STL": string(bin)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		model := ground + tight + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.2" inertia_yy="0.2" inertia_zz="0.2"/><Reference_Marker id="20" body_id="2"/>
<Post_Graphic id="1" type="Plane" rm_id="1"/><Post_Graphic id="2" type="TriaMesh" rm_id="20" file_name="` + path + `"/>
<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" cnf_type="IMPACT" stiffness="1000" exponent="1"/>` + report("CONTACT(1,0,4,0)", "CONTACT(1,0,7,0)")
		r := simulate(t, model, start, nil)
		r.near(0, "9.F1", 750, 1e-12)
		r.near(0, "9.F2", -500, 1e-12)
	}
}

// TestTumbling: a box, an ellipsoid, a cone and a mesh that tumble and bounce without damping and
// friction keep energy, speed along the plane and spin about its normal: force and
// moment do the work of one potential, at corners, rims and edges. The energy is m v²/2 + ω·Jω/2 + m g z
// outside of contact; of 1e-8 a step some 1e-5 adds up over the impacts.
func TestTumbling(t *testing.T) {
	for name, shape := range map[string]string{
		"box":       `type="BoxDefinedFromCenter" length_x="1" length_y="0.6" length_z="0.4"/>`,
		"ellipsoid": `type="Ellipsoid" x_scale="1" y_scale="0.6" z_scale="0.4"/>`,
		"cone":      `type="Frustum" bottom_radius="0.4" top_radius="0" length="0.8"/>`,
		"cylinder":  `type="Cylinder" radius="0.3" length="0.8"/>`,
		"mesh":      `type="TriaMesh" num_vertex="8">` + cube + `</Post_Graphic>`,
	} {
		for against, ground := range map[string]string{"plane": ``, "mesh": `<Post_Graphic id="3" type="TriaMesh" rm_id="3" num_vertex="8">` + cube + `</Post_Graphic>`} {
			other := 1
			if against == "mesh" {
				if other = 3; name != "box" && name != "mesh" {
					continue
				}
			}
			model := floor + ground + `<Reference_Marker id="3" body_id="1" pos_z="-0.5"/><Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.1" inertia_yy="0.2" inertia_zz="0.25" v_ic_x="0.05" v_ic_y="0.03"
w_ic_x="3" w_ic_y="-2" w_ic_z="1"/><Reference_Marker id="20" body_id="2" pos_z="1" psi="0.3" theta="0.8" phi="0.5"/>
<Post_Graphic id="2" rm_id="20" ` + shape + fmt.Sprintf(`<Force_Contact id="1" i_graphics_id="2" j_graphics_id="%d" cnf_type="IMPACT" stiffness="2e4" exponent="1.5"/>`, other) +
				report("VX(20)", "VY(20)", "VZ(20)", "WX(20,1,20)", "WY(20,1,20)", "WZ(20,1,20)", "DZ(20)", "CONTACT(1,0,1,0)")
			r := simulate(t, model, until("1.2", 24), nil)
			energy := func(k int) float64 {
				at := func(c string) float64 { return r.at(k, c) }
				sum := 2 * 10 * at("9.F7")
				for c, m := range map[string]float64{"9.F1": 2, "9.F2": 2, "9.F3": 2, "9.F4": 0.1, "9.F5": 0.2, "9.F6": 0.25} {
					sum += m * at(c) * at(c) / 2
				}
				return sum
			}
			start, bounced := energy(0), false
			for k := range r.rows {
				bounced = bounced || math.Abs(r.at(k, "9.F3")+10*r.at(k, "time")) > 1
				if r.at(k, "9.F8") > 0 {
					continue // some is in the contact
				}
				if d := energy(k)/start - 1; math.Abs(d) > 4e-5 {
					t.Errorf("%s on %s: at %g the energy is off by %g", name, against, r.at(k, "time"), d)
				}
				if against == "plane" {
					r.near(k, "9.F1", 0.05, 1e-9)
					r.near(k, "9.F2", 0.03, 1e-9)
				}
			}
			if !bounced {
				t.Errorf("the %s does not bounce off the %s", name, against)
			}
		}
	}
}

// TestSettling: a crate that falls on a corner, tilted about two axes, comes to rest on
// its four lower corners: the depth is m g/4k, each pair of sides carries half, and
// what it has lost is the work of the damping alone: its centre ends where it stands.
func TestSettling(t *testing.T) {
	model := floor + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.2" inertia_yy="0.3" inertia_zz="0.4"/><Reference_Marker id="20" body_id="2" pos_z="0.8" psi="0.4" theta="0.3"/>
<Post_Graphic id="2" type="BoxDefinedFromCenter" center_marker_id="20" length_x="2" length_y="1" length_z="0.5"/>
<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" cnf_type="IMPACT" stiffness="1e4" exponent="1" damping="100" dmax="1e-4" cff_type="COULOMB_ON" mu_static="0.6" mu_dynamic="0.5" stiction_trans_vel="0.01"/>` +
		report("DZ(20)", "THETA(20)", "CONTACT(1,0,4,0)", "CONTACT(1,0,6,0)", "CONTACT(1,0,7,0)", "WM(20)", "VM(20)")
	r := simulate(t, model, until("4", 8), nil)
	r.near(-1, "9.F1", 0.25-2*10/4e4, 1e-6)
	r.near(-1, "9.F2", 0, 1e-5)
	r.near(-1, "9.F3", 20, 1e-3)
	r.near(-1, "9.F4", 0, 2e-2) // about the centre; what creeps is still held by friction
	r.near(-1, "9.F5", 0, 2e-2)
	r.near(-1, "9.F6", 0, 1e-3)
	r.near(-1, "9.F7", 0, 1e-2)
}
