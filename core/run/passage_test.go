package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// flight is a ball of mass 1 that flies along x at 100 m/s, from x = -at, b off the axis.
func flight(id int, radius, x, y, v float64) string {
	return fmt.Sprintf(`<Body_Rigid id="%[1]d" cg_id="%[1]d0" mass="1" inertia_xx="1e-3" inertia_yy="1e-3" inertia_zz="1e-3" v_ic_x="%[5]g"/>
<Reference_Marker id="%[1]d0" body_id="%[1]d" pos_x="%[3]g" pos_y="%[4]g"/><Post_Graphic id="%[1]d" type="Sphere" rm_id="%[1]d0" radius="%[2]g"/>
`, id, radius, x, y, v)
}

// deflected returns the velocities along x and y of two balls of mass 1 and the given radius after the one has met the other, which was at rest at x = 0, with the
// speed v, b off its centre: the force is k times the penetration. The step of the classical Runge-Kutta method is a 4000th of the time of the contact.
func deflected(radius, k, v, b float64) (vx, vy float64) {
	s := [4]float64{-math.Sqrt(4*radius*radius - b*b), b, v, 0} // relative motion, reduced mass 1/2
	rate := func(s [4]float64) [4]float64 {
		d := math.Hypot(s[0], s[1])
		f := 2 * k * math.Max(0, 2*radius-d) / d
		return [4]float64{s[2], s[3], f * s[0], f * s[1]}
	}
	h := math.Pi / math.Sqrt(2*k) / 4000
	along := func(s, d [4]float64, h float64) [4]float64 {
		for i := range s {
			s[i] += h * d[i]
		}
		return s
	}
	for n := 0; n == 0 || math.Hypot(s[0], s[1]) < 2*radius; n++ {
		a := rate(s)
		b := rate(along(s, a, h/2))
		c := rate(along(s, b, h/2))
		d := rate(along(s, c, h))
		for i := range s {
			s[i] += h / 6 * (a[i] + 2*b[i] + 2*c[i] + d[i])
		}
	}
	return (v + s[2]) / 2, s[3] / 2
}

// TestPassedContacts: a small ball that flies at 100 m/s meets another one, or flies through a spring board that is thinner than its steps, with methods that
// control errors: what they pass within a step acts.
func TestPassedContacts(t *testing.T) {
	const radius, k, v = 0.01, 4e8, 100.0
	contacts := []string{
		fmt.Sprintf(`<Force_Contact id="1" cnf_type="IMPACT" stiffness="%g" exponent="1" damping="0" dmax="1e-5" i_graphics_id="2" j_graphics_id="3"/>`, k),
		fmt.Sprintf(`<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="20" j_marker_id="30" val_expression="IMPACT(DM(20,30),VR(20,30),%g,%g,1,0,1E-5)"/>`, 2*radius, k),
		fmt.Sprintf(`<Reference_Variable id="1" type="EXPRESSION" expr="DM(20,30)"/><Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="20" j_marker_id="30" val_expression="%g*MAX(0,%g-VARVAL(1))"/>`, k, 2*radius),
	}
	for i, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "RADAU", "DOP853", "HHT", "NEWMARK"} {
		for n, b := range []float64{0, 0.004, 0.01, 0.017, 0.008, 0.013} {
			if leftOut(t, i+n, 3) {
				continue
			}
			kind := 0
			if n >= 2 {
				kind = (n + i) % len(contacts)
			}
			tol := []string{"", `integr_tol="1E-5"`}[n%2]
			if method == "HHT" || method == "NEWMARK" {
				tol = ""
			}
			model := fmt.Sprintf(`<Param_Transient integrator_type="%s" %s h_min="1E-10"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>`, method, tol) +
				flight(2, radius, -2.0123, b, v) + flight(3, radius, 0, 0, 0) + contacts[kind] + `<Post_Request id="1" type="EXPRESSION" expr1="VX(20)" expr2="VY(20)" expr3="VX(30)" expr4="VY(30)"/>`
			o := carryOut(t, buildText(t, model, simulate(`end_time="0.1" num_steps="10"`)), Options{})
			if o.err != nil {
				t.Errorf("%s, %g off the centre, %s: %v", method, b, contacts[kind], o.err)
				continue
			}
			vx, vy := deflected(radius, k, v, b)
			for c, want := range []float64{vx, vy, v - vx, -vy} {
				y := o.tab.of(t, fmt.Sprintf("1.F%d", c+1))
				if got := y[len(y)-1]; !(math.Abs(got-want) <= 2e-3*v) {
					t.Errorf("%s %s, %g off the centre, %s: component %d is %.9g, want %.9g", method, tol, b, contacts[kind], c+1, got, want)
				}
			}
			if said := strings.Join(o.doc.Warnings, "\n"); said != "" {
				t.Errorf("%s, %g off the centre: %s", method, b, said)
			}
			t.Logf("%s %s, %g off, %.30s: %d steps, %d rejected", method, tol, b, contacts[kind], o.doc.Steps, o.doc.Rejected)
		}
	}
}

// bounced returns the position and speed at the time t of a ball of mass 1 that starts at 0 with the speed v between two springs
// that begin half a meter to either side.
func bounced(k, v, t float64) (x, speed float64) {
	const half = 0.5
	w := math.Sqrt(k)
	sign := 1.0
	t += half / v // since it left the wall on the other side
	for flight := 2 * half / v; ; sign = -sign {
		if t <= flight {
			return sign * (v*t - half), sign * v
		}
		if t -= flight; t <= math.Pi/w {
			return sign * (half + v/w*math.Sin(w*t)), sign * v * math.Cos(w*t)
		}
		t -= math.Pi / w
	}
}

// TestFastBounces: a ball that flies to and fro between two walls at 100 m/s, ten times in a tenth of a second.
func TestFastBounces(t *testing.T) {
	const k, v = 4e8, 100.0
	walls := `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Reference_Marker id="2" body_id="1" pos_x="-0.51" zp_x="1" zp_y="0" zp_z="0"/><Reference_Marker id="3" body_id="1" pos_x="0.51" zp_x="-1" zp_y="0" zp_z="0"/>
<Post_Graphic id="10" type="Plane" rm_id="2"/><Post_Graphic id="11" type="Plane" rm_id="3"/>
`
	for _, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "RADAU", "DOP853", "HHT", "NEWMARK"} {
		model := fmt.Sprintf(`<Param_Transient integrator_type="%s" h_min="1E-10"/>`, method) + walls + flight(2, 0.01, 0, 0, v)
		for n := range 2 {
			model += fmt.Sprintf(`<Force_Contact id="%d" cnf_type="IMPACT" stiffness="%g" exponent="1" damping="0" dmax="1e-5" i_graphics_id="2" j_graphics_id="%d"/>`, 1+n, k, 10+n)
		}
		o := carryOut(t, buildText(t, model+`<Post_Request id="1" type="EXPRESSION" expr1="VX(20)" expr2="DX(20)"/>`, simulate(`end_time="0.1" num_steps="10"`)), Options{})
		if o.err != nil {
			t.Errorf("%s: %v", method, o.err)
			continue
		}
		x, vx := bounced(k, v, 0.1)
		a, b := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		if got := a[len(a)-1]; !(math.Abs(got-vx) <= 2e-4*v) {
			t.Errorf("%s: the speed is %.9g, want %.9g", method, got, vx)
		}
		if got := b[len(b)-1]; !(math.Abs(got-x) <= 5e-4) {
			t.Errorf("%s: the position is %.9g, want %.9g", method, got, x)
		}
		t.Logf("%s: %d steps, %g %g", method, o.doc.Steps, a[len(a)-1]/vx-1, b[len(b)-1]-x)
	}
}

// TestPassedUnnoticed: methods with constant steps, and steps that may not be as short as a contact, pass it; the run reports that.
func TestPassedUnnoticed(t *testing.T) {
	for _, c := range []struct{ tune, warning string }{
		{`integrator_type="RK4" h_max="0.001"`, "Force_Contact 1: the contact is not resolved: 1 times"},
		{`integrator_type="VERLET" h_max="0.001"`, "Force_Contact 1: the contact is not resolved: 1 times"},
		{`integrator_type="RK4" h_max="0.000002"`, ""},
		{`integrator_type="ABAM" h_min="0.001"`, "Force_Contact 1: the contact is not resolved: 1 times"},
	} {
		model := `<Param_Transient ` + c.tune + `/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>` +
			flight(2, 0.01, -1.0123, 0.004, 100) + flight(3, 0.01, 0, 0, 0) + `<Force_Contact id="1" cnf_type="IMPACT" stiffness="4e8" exponent="1" damping="0" dmax="1e-5" i_graphics_id="2" j_graphics_id="3"/>
<Post_Request id="1" type="EXPRESSION" expr1="VX(20)"/>`
		o := carryOut(t, buildText(t, model, simulate(`end_time="0.02" num_steps="10"`)), Options{})
		warns(t, c.tune, o, c.warning, func(f *Findings) int { return f.UnresolvedStrokes })
	}
}

// TestNearMisses: bodies that come near each other within a step and do not touch take no more steps than without the contact.
func TestNearMisses(t *testing.T) {
	for _, method := range []string{"MSTIFF", "ABAM", "DOP853"} {
		steps := [2]int{}
		for n, contact := range []string{"", `<Force_Contact id="1" cnf_type="IMPACT" stiffness="4e8" exponent="1" damping="0" dmax="1e-5" i_graphics_id="2" j_graphics_id="3"/>`} {
			model := fmt.Sprintf(`<Param_Transient integrator_type="%s"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>`, method) +
				flight(2, 0.01, -1.0123, 0.02001, 100) + flight(3, 0.01, 0, 0, 0) + contact + `<Post_Request id="1" type="EXPRESSION" expr1="VX(20)"/>`
			o := carryOut(t, buildText(t, model, simulate(`end_time="0.1" num_steps="10"`)), Options{})
			if o.err != nil {
				t.Fatalf("%s: %v", method, o.err)
			}
			steps[n] = o.doc.Steps
		}
		if steps[0] != steps[1] {
			t.Errorf("%s: %d steps with the contact, %d without", method, steps[1], steps[0])
		}
	}
}
