package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

const floor = `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>`

// ranTo runs a text with one transient analysis.
func ranTo(t *testing.T, model, commands string) outcome {
	t.Helper()
	o := carryOut(t, buildText(t, model, simulate(commands)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o
}

// TestHighSpin: a free body that turns 500 times a second about an axis off its axis of
// symmetry by 0.1 rad: torque-free precession in closed form. With J = diag(A, A, C) the
// body rate along the axis of symmetry stays w3, the one across turns in the body
// at (C-A)/A w3 and keeps its size.
func TestHighSpin(t *testing.T) {
	const a, c, w, tilt = 0.02, 0.03, 1000 * math.Pi, 0.1
	wx, wz := w*math.Sin(tilt), w*math.Cos(tilt)
	for method, bound := range map[string]float64{"DSTIFF": 1e-3, "ABAM": 1e-3} {
		model := fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-6"/>`+floor+`
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="%g" inertia_yy="%g" inertia_zz="%g" w_ic_x="%.17g" w_ic_z="%.17g"/><Reference_Marker id="20" body_id="2"/>
<Post_Request id="1" type="EXPRESSION" expr1="WX(20,1,20)" expr2="WY(20,1,20)" expr3="WZ(20,1,20)"/>`, method, a, a, c, wx, wz)
		o := ranTo(t, model, `end_time="0.02" num_steps="10"`)
		end := (c - a) / a * wz * 0.02
		for name, want := range map[string]float64{"1.F1": wx * math.Cos(end), "1.F2": wx * math.Sin(end), "1.F3": wz} {
			column := o.tab.of(t, name)
			if got := column[len(column)-1]; math.Abs(got-want) > bound*w {
				t.Errorf("%s: %s is %.9g, want %.9g", method, name, got, want)
			}
		}
		t.Logf("%s: %d steps for 10 turns", method, o.doc.Steps)
	}
}

// TestMassRatio: a mass of 1e-3 on the end of a massless-like string of rods that carries 1e3:
// two pendulums in a row with a ratio of masses of 1e6. The heavy end swings as a
// pendulum of the whole length; the light joint between stays on the line (to the ratio).
func TestMassRatio(t *testing.T) {
	for i, method := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF", "AUTO"} {
		if leftOut(t, i, 2) {
			continue
		}
		model := `<Param_Transient integrator_type="` + method + `"/><Force_Gravity grav_y="-9.81"/>` + floor + `
<Body_Point id="1" cg_id="10" mass="1e-3"/><Reference_Marker id="10" body_id="1" body_type="PointBody" pos_x="0.3" pos_y="-0.4"/>
<Body_Point id="2" cg_id="20" mass="1e3"/><Reference_Marker id="20" body_id="2" body_type="PointBody" pos_x="0.6" pos_y="-0.8"/>
<Constraint_General id="1" i_marker_id="10" function="DM(10,1)-0.5" expr="DM(10,1)-0.5"/>
<Constraint_General id="2" i_marker_id="20" function="DM(20,10)-0.5" expr="DM(20,10)-0.5"/>
<Post_Request id="1" type="EXPRESSION" expr1="DM(20,1)" expr2="DX(20)**2+DY(20)**2" expr3="VM(20)**2/2+9.81*DY(20)"/>`
		o := ranTo(t, model, `end_time="0.5" num_steps="10"`)
		energy := o.tab.of(t, "1.F3")
		for i, d := range o.tab.of(t, "1.F1") {
			if math.Abs(d-1) > 1e-5 {
				t.Errorf("%s: row %d: the string is %g long", method, i, d)
			}
			if math.Abs(energy[i]+9.81*0.8) > 1e-3*9.81 {
				t.Errorf("%s: row %d: energy %g", method, i, energy[i])
			}
		}
	}
}

// TestUnits: the same swinging bar on a stiff spring in N, m, kg and in N, mm, kg with gravity of
// 9810 takes the same steps and evaluations when the tolerances are the same lengths. Places
// count there: an error of an angle moves the middle of the bar by twice as much.
func TestUnits(t *testing.T) {
	deck := func(unit, tol, constr string, l float64) string {
		mm := func(x float64) string { return fmt.Sprintf("%.17g", x*l) }
		return `<Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="` + unit + `" time_unit="SECOND"/>
<Param_Transient integr_tol="` + tol + `" dae_constr_tol="` + constr + `"/><Force_Gravity grav_y="` + mm(-9.81) + `"/>` + floor + `
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="` + mm(0.1*l) + `" inertia_yy="` + mm(0.1*l) + `" inertia_zz="` + mm(0.1*l) + `"/>
<Reference_Marker id="20" body_id="2" pos_x="` + mm(2) + `"/><Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="` + mm(4) + `"/>
<Reference_Marker id="2" body_id="1" pos_x="` + mm(4) + `" pos_y="` + mm(3) + `"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/>
<Force_SpringDamper id="1" type="TRANSLATION" i_marker_id="22" j_marker_id="2" stiffness="` + fmt.Sprintf("%.17g", 50/l) + `" damping="` + fmt.Sprintf("%.17g", 1/l) + `" length="` + mm(2) + `"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,1)"/>`
	}
	for _, tol := range []float64{1e-3, 1e-6} {
		m := ranTo(t, deck("METER", fmt.Sprint(tol), "1e-10", 1), `end_time="2." num_steps="20"`)
		mm := ranTo(t, deck("MILLIMETER", fmt.Sprint(1e3*tol), "1e-10", 1000), `end_time="2." num_steps="20"`)
		if a, b := m.doc, mm.doc; math.Abs(float64(a.Steps-b.Steps)) > 0.05*float64(a.Steps) || math.Abs(float64(a.Evaluations-b.Evaluations)) > 0.05*float64(a.Evaluations) {
			t.Errorf("at %g: %d steps and %d evaluations in m, %d and %d in mm", tol, a.Steps, a.Evaluations, b.Steps, b.Evaluations)
		}
		p, q := m.tab.of(t, "1.F1"), mm.tab.of(t, "1.F1")
		for i := range p {
			if math.Abs(p[i]-q[i]) > 10*tol {
				t.Errorf("at %g: row %d: %g and %g rad", tol, i, p[i], q[i])
			}
		}
	}
}

// TestUnitsOfJump: a mass on a spring that a force sets on at a time no step ends at takes the same steps in m and in
// mm, and is as exact: what is done about a jump depends on tolerances relative to the model's size.
func TestUnitsOfJump(t *testing.T) {
	deck := func(unit string, tol, l float64) string {
		mm := func(x float64) string { return fmt.Sprintf("%.17g", x*l) }
		return `<Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="` + unit + `" time_unit="SECOND"/>
<Param_Transient integr_tol="` + mm(tol) + `" dae_constr_tol="` + mm(1e-10) + `"/>` + floor + `
<Body_Point id="2" mass="2" cg_id="20"/><Reference_Marker id="20" body_id="2" body_type="PointBody" pos_x="` + mm(3) + `"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="IF(TIME-0.50321:0,8,8)-2*(DX(20)/` + mm(1) + `-3)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)/` + mm(1) + `" expr2="VX(20)/` + mm(1) + `"/>`
	}
	for _, tol := range []float64{1e-3, 1e-6, 2e-7, 1e-8} {
		m := ranTo(t, deck("METER", tol, 1), `end_time="1." num_steps="10"`)
		mm := ranTo(t, deck("MILLIMETER", tol, 1000), `end_time="1." num_steps="10"`)
		if a, b := m.doc, mm.doc; math.Abs(float64(a.Steps-b.Steps)) > 2 {
			t.Errorf("at %g: %d steps in m, %d in mm", tol, a.Steps, b.Steps)
		}
		for _, o := range []outcome{m, mm} { // x" = 4 - x from 0 at the jump; speeds bear the error of one step
			x, v := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
			s, c := math.Sincos(1 - 0.50321)
			if e, f := x[10]-3-4*(1-c), v[10]-4*s; math.Abs(e) > 0.1*math.Max(tol, 1e-4) || math.Abs(f) > 2e-4 {
				t.Errorf("at %g: off by %.2g and %.2g", tol, e, f)
			}
		}
	}
}

// TestDiscontinuousForce: a force that grows by 1e9 N at once, at a time that is not known before, is passed at the
// smallest step, with a warning that names the body that it acts on.
func TestDiscontinuousForce(t *testing.T) {
	model := floor + `<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="IF(VARVAL(9)-0.05003:0,1E9,1E9)"/><Reference_Variable id="9" expr="TIME"/>
<Post_Request id="1" type="EXPRESSION" expr1="VX(20)"/>`
	for _, method := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF", "AUTO"} {
		o := ranTo(t, `<Param_Transient integrator_type="`+method+`" h_min="1e-4"/>`+model, `end_time="0.1" num_steps="1"`)
		column := o.tab.of(t, "1.F1")
		if got, want := column[len(column)-1], 0.5e9*(0.1-0.05003); math.Abs(got/want-1) > 4e-3 {
			t.Errorf("%s: speed %g, want %g", method, got, want)
		}
		if !strings.Contains(strings.Join(o.doc.Warnings, "\n"), "body 2") {
			t.Errorf("%s: warnings %q", method, o.doc.Warnings)
		}
	}
}

// TestDummy: a body without mass and inertia that is fixed to another changes
// nothing.
func TestDummy(t *testing.T) {
	bar := `<Force_Gravity grav_y="-9.81"/>` + floor + `
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="0.5"/><Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,1)" expr2="JOINT(1,0,2)"/>`
	dummy := `<Body_Rigid id="3" mass="0" cg_id="30" inertia_xx="0" inertia_yy="0" inertia_zz="0"/><Reference_Marker id="30" body_id="3" pos_x="1"/>
<Constraint_Joint id="2" type="FIXED" i_marker_id="30" j_marker_id="22"/>`
	for _, method := range []string{"DSTIFF", "ABAM", "HHT", "VSTIFF", "MSTIFF", "AUTO"} {
		tuned := `<Param_Transient integrator_type="` + method + `" integr_tol="1e-5"/>`
		a := ranTo(t, tuned+bar, `end_time="1." num_steps="10"`)
		b := ranTo(t, tuned+bar+dummy, `end_time="1." num_steps="10"`)
		for _, name := range []string{"1.F1", "1.F2"} {
			p, q := a.tab.of(t, name), b.tab.of(t, name)
			for i := range p {
				if math.Abs(p[i]-q[i]) > 2e-4*math.Max(1, math.Abs(p[i])) {
					t.Errorf("%s: %s: %g without the dummy, %g with it", method, name, p[i], q[i])
				}
			}
		}
	}
}

// TestNewmark: the average acceleration method on x" = -w² x turns the phase by
// 2 atan(w h/2) a step and keeps the amplitude; γ = 0.6 damps it by the root of its
// characteristic polynomial.
func TestNewmark(t *testing.T) {
	const w, h = 10.0, 0.02
	model := func(set string) string {
		return `<Param_Transient integrator_type="NEWMARK" h_fixed="0.02" integr_tol="1e-10" h_max="1" ` + set + `/>` + floor + `
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="1"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="-100*DX(20)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)"/>`
	}
	for _, c := range []struct {
		set         string
		beta, gamma float64
	}{{"", 0.25, 0.5}, {`newmark_gamma="0.6"`, 1.1 * 1.1 / 4, 0.6}, {`newmark_gamma="0.5" newmark_beta="0.3"`, 0.3, 0.5}} {
		o := ranTo(t, model(c.set), `end_time="1." num_steps="50"`)
		x, v, a := 0.0, 1.0, 0.0
		got, speed := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
		for i := 1; i < len(got); i++ {
			p := x + h*v + h*h*(0.5-c.beta)*a
			a1 := -w * w * p / (1 + w*w*h*h*c.beta)
			x, v, a = p+h*h*c.beta*a1, v+h*((1-c.gamma)*a+c.gamma*a1), a1
			if math.Abs(got[i]-x) > 1e-9 || math.Abs(speed[i]-v) > 1e-8 {
				t.Fatalf("%q: step %d: x %.12g, v %.12g, want %.12g, %.12g", c.set, i, got[i], speed[i], x, v)
			}
		}
	}
}

// TestFarEnd: an end so late that steps do not change the time is refused.
func TestFarEnd(t *testing.T) {
	o := carryOut(t, buildText(t, falling, simulate(`end_time="1" num_steps="1"`)), Options{HasEnd: true, End: 1e300})
	if ExitCode(o.err) != ExitUsage || !strings.Contains(o.err.Error(), "h_max") {
		t.Errorf("%v", o.err)
	}
}
