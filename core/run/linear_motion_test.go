package run

import (
	"fmt"
	"math"
	"testing"
)

const ground = `<Body_Rigid id="9" IsGround="TRUE"/><Reference_Marker id="90" body_id="9"/>`

// link is a uniform bar in the plane of x and y from (x, y) on, of length l, with the
// markers id1 at its beginning and id2 at its end.
func link(id int, x, y, angle, l, m float64) string {
	c, s := math.Cos(angle)*l, math.Sin(angle)*l
	j := m * l * l / 12
	axes := fmt.Sprintf(`a00="%.17g" a10="%.17g" a20="0" a01="%.17g" a11="%.17g" a21="0" a02="0" a12="0" a22="1"`, c/l, s/l, -s/l, c/l)
	return fmt.Sprintf(`<Body_Rigid id="%[1]d" mass="%[2]g" cg_id="%[1]d0" inertia_xx="0.01" inertia_yy="%.17[3]g" inertia_zz="%.17[3]g"/>
<Reference_Marker id="%[1]d0" body_id="%[1]d" pos_x="%.17[4]g" pos_y="%.17[5]g" %[8]s/>
<Reference_Marker id="%[1]d1" body_id="%[1]d" pos_x="%.17[6]g" pos_y="%.17[7]g"/>
<Reference_Marker id="%[1]d2" body_id="%[1]d" pos_x="%.17[9]g" pos_y="%.17[10]g"/>`,
		id, m, j, x+c/2, y+s/2, x, y, axes, x+c, y+s)
}

func revolute(id, i, j int) string {
	return fmt.Sprintf(`<Constraint_Joint id="%d" type="REVOLUTE" i_marker_id="%d" j_marker_id="%d"/>`, id, i, j)
}

const fall = `<Force_Gravity grav_x="0" grav_y="-9.81" grav_z="0"/>`

// TestPendulum: the stiffness comes from the reaction alone.
func TestPendulum(t *testing.T) {
	l := linearize(t, ground+fall+link(1, 0, 0, -math.Pi/2, 2, 3)+revolute(1, 11, 90), about, nil)
	w := math.Sqrt(1.5 * 9.81 / 2)
	l.expect(t, []complex128{complex(0, w)}, 1e-11)
	if s := l.doc.Linear[0].States; len(s) != 2 || s[0] != "Body_Rigid 1 rz" || s[1] != "Body_Rigid 1 rz'" {
		t.Errorf("states %q", s)
	}
	// Upside down it falls: ±ω.
	l = linearize(t, ground+fall+link(1, 0, 0, math.Pi/2, 2, 3)+revolute(1, 11, 90), about, nil)
	l.expect(t, []complex128{complex(-w, 0), complex(w, 0)}, 1e-11)
	if l.doc.Linear[0].Unstable != 1 {
		t.Errorf("%d modes grow, want 1", l.doc.Linear[0].Unstable)
	}
}

// TestDoublePendulum of two bars: (ω² l/g) from 7 x² - 54... by its closed form: with
// T = m l²(4 a² + 3 a b + b²)/6 · ½·2 and V = m g l (3 a² + b²)/4.
func TestDoublePendulum(t *testing.T) {
	const l, m, g = 1.0, 1.0, 9.81
	// M = m l² [4/3 1/2; 1/2 1/3], K = m g l [3/2 0; 0 1/2]
	a, b, c := 4./3*1/3-.25, -(4./3*.5+1./3*1.5)*g/l, 1.5*.5*g*g/l/l
	d := math.Sqrt(b*b - 4*a*c)
	x := linearize(t, ground+fall+link(1, 0, 0, -math.Pi/2, l, m)+revolute(1, 11, 90)+link(2, 0, -l, -math.Pi/2, l, m)+revolute(2, 21, 12), about, nil)
	x.expect(t, []complex128{complex(0, math.Sqrt((-b-d)/(2*a))), complex(0, math.Sqrt((-b+d)/(2*a)))}, 1e-11)
}

// TestParallelogram: a closed loop of four revolute joints with parallel axes, three
// rows of which are redundant.
func TestParallelogram(t *testing.T) {
	const l, m, mc, g = 1.5, 2.0, 5.0, 9.81
	x := linearize(t, ground+fall+`<Reference_Marker id="91" body_id="9" pos_x="3"/>`+
		link(1, 0, 0, -math.Pi/2, l, m)+link(2, 0, -l, 0, 3, mc)+link(3, 3, 0, -math.Pi/2, l, m)+
		revolute(1, 11, 90)+revolute(2, 21, 12)+revolute(3, 22, 32)+revolute(4, 31, 91), about, nil)
	inertia := 2*m*l*l/3 + mc*l*l
	x.expect(t, []complex128{complex(0, math.Sqrt((m*l+mc*l)*g/inertia))}, 1e-10)
}

// TestString: a mass between two tight springs, across: ω² = 2T/(mL).
func TestString(t *testing.T) {
	const k, free, m = 50.0, 0.4, 2.0
	model := ground + `<Reference_Marker id="91" body_id="9" pos_x="2"/>
<Body_Point id="1" mass="2" cg_id="10"/><Reference_Marker id="10" body_id="1" pos_x="1"/>
` + spring(1, 10, 90, k, 0, free) + spring(2, 91, 10, k, 0, free)
	x := linearize(t, model, about, nil)
	across, alongX := math.Sqrt(2*k*(1-free)/m), math.Sqrt(2*k/m)
	x.expect(t, []complex128{complex(0, across), complex(0, across), complex(0, alongX)}, 1e-11)
}

// top spins about its axis, which leans by an angle and goes round at a rate; the mass
// centre is 1 from the fixed point.
func top(lean, round, spin float64) string {
	s, c := math.Sin(lean), math.Cos(lean)
	// axis e3 = (0, -s, c): psi = 0, theta = lean, phi = 0. ω = round z + spin e3.
	return ground + `<Force_Gravity grav_x="0" grav_y="0" grav_z="-9.81"/>` + fmt.Sprintf(`
<Body_Rigid id="1" mass="2" cg_id="10" im_id="10" inertia_xx="0.5" inertia_yy="0.5" inertia_zz="0.8" vm_id="90" wm_id="90"
 v_ic_x="%.17[4]g" v_ic_y="0" v_ic_z="0" w_ic_x="0" w_ic_y="%.17[5]g" w_ic_z="%.17[6]g"/>
<Reference_Marker id="10" body_id="1" pos_y="%.17[1]g" pos_z="%.17[2]g" %[3]s/>
<Reference_Marker id="11" body_id="1" %[3]s/>
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="11" j_marker_id="90"/>`,
		-s, c, fmt.Sprintf(`a00="1" a10="0" a20="0" a01="0" a11="%.17g" a21="%.17g" a02="0" a12="%.17g" a22="%.17g"`, c, s, -s, c),
		round*s, -spin*s, round+spin*c)
}

// TestSleepingTop: A z” - i C n z' - m g h z = 0 for the lean z.
func TestSleepingTop(t *testing.T) {
	const a, c, mgh, n = 0.5 + 2, 0.8, 2 * 9.81, 25.0
	d := math.Sqrt(c*c*n*n - 4*a*mgh)
	x := linearize(t, top(0, 0, n), about, nil)
	got := x.eigenvalues(t)
	if len(got) != 4 {
		t.Fatalf("%v", got)
	}
	// The turn about the axis is free: a double zero.
	for k, w := range []float64{0, 0, (c*n - d) / (2 * a), (c*n + d) / (2 * a)} {
		if math.Abs(got[k][0]) > 1e-7 || math.Abs(got[k][1]-w/(2*math.Pi)) > 1e-10 {
			t.Errorf("mode %d: %v, want %g", k+1, got[k], w/(2*math.Pi))
		}
	}
	// Without the rotation's part it only falls.
	x = linearize(t, top(0, 0, n), `<Param_Linear gyroscopic="NONE"/>`+about, nil)
	w := math.Sqrt(mgh / a)
	got = x.eigenvalues(t)
	if grows := x.doc.Linear[0].Unstable; grows != 2 || math.Abs(got[len(got)-1][0]-w/(2*math.Pi)) > 1e-10 {
		t.Errorf("%d modes grow, %v", grows, got)
	}
}

const eulerAngles = `<Reference_Variable id="1" expr="PSI(11,90)"/><Reference_Variable id="2" expr="THETA(11,90)"/><Reference_Variable id="3" expr="PHI(11,90)"/>
<Reference_PlantState id="1" num_element="3" variable_id_list="1, 2, 3"/>`

// TestPrecession: nutation about steady precession, in Euler angles, in which the
// matrix does not change with time. A θ” = -U'(θ) with both momenta kept.
func TestPrecession(t *testing.T) {
	const a, c, mgh, lean, round = 2.5, 0.8, 2 * 9.81, 0.7, 1.3
	// steady: C ω3 = A round cos(lean) + mgh/round
	w3 := (a*round*math.Cos(lean) + mgh/round) / c
	spin := w3 - round*math.Cos(lean)
	p3 := c * w3
	p := a*round*math.Sin(lean)*math.Sin(lean) + p3*math.Cos(lean)
	slope := func(th float64) float64 { // U'
		s, k := math.Sin(th), math.Cos(th)
		f := p - p3*k
		return f*p3*s/(a*s*s) - f*f*k/(a*s*s*s) - mgh*s
	}
	if u := slope(lean); math.Abs(u) > 1e-10 {
		t.Fatalf("no steady precession: %g", u)
	}
	const h = 1e-3
	d := func(h float64) float64 { return (slope(lean+h) - slope(lean-h)) / (2 * h) }
	want := math.Sqrt((4*d(h/2) - d(h)) / 3 / a)
	x := linearize(t, top(lean, round, spin)+eulerAngles, `<Param_Linear pstate_id="1"/>`+about, nil)
	got := x.eigenvalues(t)
	last := len(got) - 1
	for k := range last { // precession and spin are free: two double zeros
		if math.Hypot(got[k][0], got[k][1]) > 1e-5 {
			t.Errorf("mode %d: %v, want 0", k+1, got[k])
		}
	}
	if math.Abs(got[last][0]) > 1e-7 || math.Abs(got[last][1]-want/(2*math.Pi)) > 1e-7 {
		t.Errorf("nutation %v, want %.10g", got[last], want/(2*math.Pi))
	}
	s := x.doc.Linear[0].States
	if len(s) != 6 || s[1] != "Reference_Variable 2" && s[0] != "Reference_Variable 1" || s[3] != s[0]+"'" {
		t.Errorf("states %q", s)
	}
}

// TestTurningPendulum: a pendulum on a shaft that a motion turns, about its leaning
// position of rest: Ω² K cos θ = m g l, ω² = Ω² K sin²θ/(Jx + m l²) with K = Jy + m l²
// - Jz. Its coordinate is the angle about the hinge, though that turns.
func TestTurningPendulum(t *testing.T) {
	const m, l, jx, jy, jz, turn, g = 3.0, 0.8, 0.3, 0.2, 0.1, 6.0, 9.81
	k := jy + m*l*l - jz
	cos := m * g * l / (turn * turn * k)
	sin := math.Sqrt(1 - cos*cos)
	want := turn * sin * math.Sqrt(k/(jx+m*l*l))
	// The bar leans from -z towards y: its axis is (0, sin, -cos), the hinge x.
	model := ground + `<Force_Gravity grav_x="0" grav_y="0" grav_z="-9.81"/>
<Body_Rigid id="1" mass="1" cg_id="10" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="6"/><Reference_Marker id="10" body_id="1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="10" j_marker_id="90"/>
<Motion_Joint id="1" joint_id="1" joint_type="R" type="EXPRESSION" expr="6*TIME"/>
<Reference_Marker id="12" body_id="1" a00="0" a10="1" a20="0" a01="0" a11="0" a21="1" a02="1" a12="0" a22="0"/>` +
		fmt.Sprintf(`<Body_Rigid id="2" mass="3" cg_id="20" im_id="20" inertia_xx="0.3" inertia_yy="0.2" inertia_zz="0.1" vm_id="90" wm_id="90" v_ic_x="%.17[3]g" w_ic_z="6"/>
<Reference_Marker id="20" body_id="2" pos_y="%.17[1]g" pos_z="%.17[2]g" a00="1" a10="0" a20="0" a01="0" a11="%.17[4]g" a21="%.17[5]g" a02="0" a12="%.17[6]g" a22="%.17[4]g"/>
<Reference_Marker id="21" body_id="2" a00="0" a10="1" a20="0" a01="0" a11="0" a21="1" a02="1" a12="0" a22="0"/>`,
			l*sin, -l*cos, -turn*l*sin, cos, sin, -sin) + revolute(2, 21, 12)
	x := linearize(t, model, about, nil)
	x.expect(t, []complex128{complex(0, want)}, 1e-9)
	// The same by a displacement as state.
	x = linearize(t, model+`<Reference_Variable id="1" expr="AZ(21,12)"/><Reference_PlantState id="1" num_element="1" variable_id_list="1"/>`, `<Param_Linear pstate_id="1"/>`+about, nil)
	x.expect(t, []complex128{complex(0, want)}, 1e-8)
}

// TestFreeChain: rigid-body modes. A double zero moves by the root of what is rounded:
// 1e-7 of the largest frequency.
func TestFreeChain(t *testing.T) {
	model := along
	for i := 1; i <= 5; i++ {
		model += slider(100+i, float64(i), 1)
	}
	for i := 1; i < 5; i++ {
		model += spring(1+i, 1010+10*i, 1000+10*i, 100, 0, 1)
	}
	x := linearize(t, model, about, nil)
	got := x.eigenvalues(t)
	for k, v := range got[:len(got)-4] {
		if math.Hypot(v[0], v[1]) > 1e-7*got[len(got)-1][1] {
			t.Errorf("mode %d: %v, want 0", k+1, v)
		}
	}
	for j, v := range got[len(got)-4:] { // ω = 2 √(k/m) sin(jπ/(2n))
		if w := 20 * math.Sin(float64(j+1)*math.Pi/10) / (2 * math.Pi); math.Abs(v[1]-w) > 1e-10 {
			t.Errorf("%v, want %g", v, w)
		}
	}
}

// TestLinearAtRest: a static analysis finds where a bar with a torsional spring rests, and
// the linear one behind it its frequency there: ω² = (k + m g a cos φ)/J with φ from
// straight down.
func TestLinearAtRest(t *testing.T) {
	const m, l, k, g = 3.0, 2.0, 20.0, 9.81
	a, j := l/2, m*l*l/3
	x := linearize(t, ground+fall+link(1, 0, 0, -math.Pi/2+0.9, l, m)+revolute(1, 11, 90)+
		`<Force_Vector_OneBody id="1" type="TORQUEONLY" marker_id="11" ref_marker_id="90" tx_expression="0" ty_expression="0" tz_expression="-20*(AZ(11,90)-0.4)"/>`,
		`<Param_Static max_error="1E-10" max_imbalance="1E-10"/><Simulate analysis_type="Static"/>`+about, nil)
	phi := 0.0 // AZ = φ - 0.9, so k (φ - 1.3) + m g a sin φ = 0
	for range 50 {
		phi -= (k*(phi-1.3) + m*g*a*math.Sin(phi)) / (k + m*g*a*math.Cos(phi))
	}
	x.expect(t, []complex128{complex(0, math.Sqrt((k+m*g*a*math.Cos(phi))/j))}, 1e-10)
	if i := x.doc.Linear[0]; i.Simulate != 2 || i.Files[0] != "A.csv" || i.LargestRate > 1e-8 {
		t.Errorf("%+v", i)
	}
}
