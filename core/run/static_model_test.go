package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// earth is ground with a frame, and gravity of 10 along -y.
const earth = `<Force_Gravity grav_x="0." grav_y="-10." grav_z="0."/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>`

// block is a body of mass 2 at a place.
func block(x, y float64) string {
	return fmt.Sprintf(`<Body_Rigid id="2" cg_id="20" mass="2." inertia_xx="0.1" inertia_yy="0.2" inertia_zz="0.3"/><Reference_Marker id="20" body_id="2" pos_x="%.17g" pos_y="%.17g"/>`, x, y)
}

// TestStaticSprings: a bead between two preloaded springs, pushed along them:
// k1 (x - 1) - F1 pulls back, k2 (3 - x - 1) - F2 forward.
func TestStaticSprings(t *testing.T) {
	row, _ := rested(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/><Reference_Marker id="11" body_id="1" pos_x="3."/>
<Body_Point id="2" cg_id="20" mass="0.5"/><Reference_Marker id="20" body_id="2" pos_x="2.5"/>
<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="10" stiffness="400." damping="3." length="1." preload="-60."/>
<Force_SpringDamper id="2" i_marker_id="20" j_marker_id="11" stiffness="1000." length="1." preload="-20."/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fx_expression="35-5*VX(20)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DY(20)"/>`, still)
	near(t, "x", row["1.F1"], (400+1000*2-60+20+35)/1400., 1e-10)
	near(t, "y", row["1.F2"], 0, 1e-12)
}

// TestStaticBushing: a block on a bushing off its centre sinks by m g/k; the torque of its weight about
// the bushing, m g 0.3 cos φ, turns it by φ.
func TestStaticBushing(t *testing.T) {
	row, _ := rested(t, earth+block(0.3, 0)+`<Reference_Marker id="21" body_id="2"/>
<Force_Bushing id="1" i_marker_id="21" j_marker_id="10" kx="1e4" ky="2e3" kz="1e4" ktx="50" kty="50" ktz="30" cx="5" cy="5" cz="5"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(21)" expr2="AZ(21)" expr3="DX(21)" expr4="DZ(21)"/>`, still)
	phi := 0.0
	for range 100 {
		phi = -20 * 0.3 * math.Cos(phi) / 30
	}
	near(t, "sag", row["1.F1"], -20/2e3, 1e-10)
	near(t, "turn", row["1.F2"], phi, 1e-9)
	near(t, "x", row["1.F3"], 0, 1e-10)
	near(t, "z", row["1.F4"], 0, 1e-10)
}

// TestStaticBeam: the tip of a cantilever of one Force_Beam sinks by P l³/3EI and turns by P l²/2EI:
// P 4, l 2, E 1e6, I 3e-4 (the body that carries the load has no weight in this direction).
func TestStaticBeam(t *testing.T) {
	row, _ := rested(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>`+block(2, 0)+`
<Force_Beam id="1" i_marker_id="20" j_marker_id="10" length="2." e="1e6" g="4e5" area="1e-2" ixx="2e-4" iyy="1e-4" izz="3e-4"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fy_expression="-4e-3"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(20)" expr2="AZ(20)" expr3="DX(20)"/>`, still)
	near(t, "sag", row["1.F1"]/(-4e-3*8/(3*300)), 1, 1e-6)
	near(t, "turn", row["1.F2"]/(-4e-3*4/(2*300)), 1, 1e-6)
}

// TestStaticCantilever: the same of ten beams in a row, bent far. The shape of the elastica with
// P l²/EI = 1 is known: tip down 0.30172 l, inwards 0.05643 l, slope 0.46135 (Bisshopp and Drucker,
// Large deflection of cantilever beams, 1945). Ten elements that are straight in themselves differ by 1e-3.
func TestStaticCantilever(t *testing.T) {
	const n = 10
	var b strings.Builder
	b.WriteString(`<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>`)
	for k := 1; k <= n; k++ {
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="0.1" inertia_xx="1e-3" inertia_yy="1e-3" inertia_zz="1e-3"/><Reference_Marker id="%[2]d" body_id="%[1]d" pos_x="%[3]g"/>`, k+1, 10*(k+1), float64(k)/n)
		fmt.Fprintf(&b, `<Force_Beam id="%d" i_marker_id="%d" j_marker_id="%d" length="%g" e="1e6" g="4e5" area="1" ixx="1e-5" iyy="1e-5" izz="1e-5"/>`, k, 10*(k+1), 10*k, 1./n)
	}
	b.WriteString(`<Force_Vector_OneBody id="99" type="ForceOnly" marker_id="110" fy_expression="-10*IF(MODE-5:0,1,TIME)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(110)" expr2="DX(110)" expr3="AZ(110)"/>`)
	row, doc := rested(t, b.String(), still)
	near(t, "down", row["1.F1"], -0.30172, 1.5e-3)
	near(t, "inwards", 1-row["1.F2"], 0.05643, 1.5e-3)
	near(t, "slope", row["1.F3"], -0.46135, 1.5e-3)
	t.Logf("%v %+v", row, doc.Analyses[0])
	// The load grown slowly leads to the same shape, with steps that the bending asks for.
	slow, doc := rested(t, b.String()+`<Param_Static method="FIM_D"/><Param_Transient h_max="1"/>`, `<Simulate analysis_type="Static" end_time="1" num_steps="1"/>`)
	for _, f := range []string{"1.F1", "1.F2", "1.F3"} {
		near(t, "slowly, "+f, slow[f], row[f], 1e-7)
	}
	t.Logf("%+v, %d steps, %d rejected", doc.Analyses[0], doc.Steps, doc.Rejected)
}

// truss is a slider on the y axis that a spring of stiffness 100 pushes up from (-1, 0), where the slider is at
// y, with a load along y.
func truss(y float64, load string) string {
	return `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1" theta="90D" phi="0" psi="0"/><Reference_Marker id="11" body_id="1" pos_x="-1."/>
` + block(0, y) + fmt.Sprintf(`<Reference_Marker id="21" body_id="2" pos_y="%.17g" theta="90D"/>`, y) + `
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="10"/>
<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="11" stiffness="100." damping="2." length="1.1180339887498949"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fy_expression="` + load + `"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(20)" expr2="TIME" expr3="MODE"/>`
}

// push is the force of the spring of the truss along y, and its slope.
func push(y float64) (f, slope float64) {
	l0 := 1.1180339887498949
	l := math.Hypot(1, y)
	return -100 * (l - l0) * y / l, -100 * (1 - l0/(l*l*l))
}

// TestStaticOverCentre: from a little above the dead centre the slider goes up, from a little below
// down; at the dead centre it stays, with a warning.
func TestStaticOverCentre(t *testing.T) {
	for _, y := range []float64{1e-3, 0.1, 0.4, 2, -1e-3, -0.3, -3} {
		row, doc := rested(t, truss(y, "0"), still)
		near(t, fmt.Sprintf("from %g", y), row["1.F1"], math.Copysign(0.5, y), 1e-9)
		if len(doc.Warnings) > 0 {
			t.Error(doc.Warnings)
		}
	}
	row, doc := rested(t, truss(0, "0"), still)
	near(t, "dead centre", row["1.F1"], 0, 1e-12)
	if !doc.Analyses[0].Unstable {
		t.Error("a dead centre is called stable")
	}
}

// TestQuasiStaticSnap: a growing load presses the slider down until the spring snaps through. At all times
// spring and load are in balance, and the spring is stiff against the load.
func TestQuasiStaticSnap(t *testing.T) {
	o := carryOut(t, buildText(t, truss(0.5, "-3*TIME"), `<Simulate analysis_type="Static" end_time="1" num_steps="50"/>`), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	y, at := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
	if len(y) != 51 {
		t.Fatalf("%d rows", len(y))
	}
	most := 0.0 // of the push upwards: where the truss snaps
	for x := 0.0; x < 0.5; x += 1e-4 {
		f, _ := push(x)
		most = math.Max(most, f)
	}
	for k := range y {
		f, slope := push(y[k])
		near(t, fmt.Sprintf("force at %g", at[k]), f, 3*at[k], 1e-7)
		if slope > 0 || (y[k] > 0) != (3*at[k] < most) {
			t.Errorf("time %g: y %g, slope %g; it snaps at %g", at[k], y[k], slope, most/3)
		}
	}
	near(t, "MODE", o.tab.of(t, "1.F3")[3], 6, 0)
	a := o.doc.Analyses[0]
	if a.Kind != "quasi-static" || a.End != 1 || a.Iterations == 0 || o.doc.EndTime != 1 {
		t.Errorf("%+v", a)
	}
	t.Logf("%+v %q", a, o.doc.Warnings)
}

// TestQuasiStaticCrane: a boom raised slowly by a motion, at its tip a load on a spring that hangs straight
// down and is m g/k longer; the motion carries the torque of both weights.
func TestQuasiStaticCrane(t *testing.T) {
	model := earth + block(1, 0) + `<Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_x="2."/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" expr="0.3*TIME"/>
<Body_Rigid id="3" cg_id="30" mass="1." inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="30" body_id="3" pos_x="2." pos_y="-1.2"/><Reference_Marker id="31" body_id="3" pos_x="2." pos_y="-1."/>
<Force_SpringDamper id="1" i_marker_id="31" j_marker_id="22" stiffness="500." damping="1." length="1."/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(30)" expr2="DY(30)" expr3="AZ(21,10)" expr4="MOTION(1,0,8,0)" expr5="VY(30)+WZ(20)"/>`
	for _, method := range []string{"FIM_S", "FIM_D"} {
		o := carryOut(t, buildText(t, model, `<Param_Static method="`+method+`"/><Simulate analysis_type="Quasi-static" duration="4" print_interval="0.5"/>`), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		for k, time := range o.tab.of(t, "time") {
			s, c := math.Sincos(0.3 * time)
			near(t, "angle", o.tab.of(t, "1.F3")[k], 0.3*time, 1e-9)
			near(t, "x", o.tab.of(t, "1.F1")[k], 2*c, 1e-8)
			near(t, "y", o.tab.of(t, "1.F2")[k], 2*s-1.2-10/500., 1e-8)
			near(t, "torque", o.tab.of(t, "1.F4")[k], 20*c+10*2*c, 1e-7)
			near(t, "speed", o.tab.of(t, "1.F5")[k], 0, 0)
		}
		if n := len(o.tab.of(t, "time")); n != 9 {
			t.Errorf("%d rows", n)
		}
		t.Logf("%s: %+v, %d steps", method, o.doc.Analyses[0], o.doc.Steps)
	}
}

// TestStaticMassless: a body without mass between two springs, that no motion could be computed of, and a bead that
// a stiff penalty holds to a curve: at rest it presses with its weight.
func TestStaticMassless(t *testing.T) {
	row, _ := rested(t, earth+block(0, -2)+`<Body_Rigid id="3" cg_id="30" mass="0." inertia_xx="0." inertia_yy="0." inertia_zz="0."/><Reference_Marker id="30" body_id="3" pos_y="-1"/>
<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="30" stiffness="100." length="1."/>
<Force_SpringDamper id="2" i_marker_id="30" j_marker_id="10" stiffness="200." length="1."/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(20)" expr2="DY(30)"/>`, still)
	near(t, "block", row["1.F1"], -2-20/100.-20/200., 1e-10)
	near(t, "joint of the springs", row["1.F2"], -1-20/200., 1e-10)
	for _, g := range []string{"DY(20)-COSH(DX(20))", "DY(20)-COSH(VARVAL(1))"} {
		row, doc := rested(t, earth+block(-1, 1.6)+`<Reference_Variable id="1" expr="DX(20)"/><Force_Penalty id="1" type="EXPRESSION" expr="`+g+`" penalty="1e5" penalty1="1e2"/>
<Force_Bushing id="1" i_marker_id="20" j_marker_id="10" ktx="1" kty="1" ktz="1"/><Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DY(20)"/>`, still)
		near(t, g+": x", row["1.F1"], 0, 1e-9)
		near(t, g+": y", row["1.F2"], 1-20/1e5, 1e-10)
		if a := doc.Analyses[0]; a.Relaxed || a.Unstable {
			t.Errorf("%s: %+v", g, a)
		}
	}
}

// TestFollowSnap: FIM_D follows the truss up to its dead load, finds the time of the snap to the shortest step, and continues
// on the other branch, from where it snaps back no more.
func TestFollowSnap(t *testing.T) {
	o := carryOut(t, buildText(t, truss(0.5, "-3*TIME")+`<Param_Static method="FIM_D"/><Param_Transient integr_tol="1e-3" h_min="1e-6" h_max="0.02"/>`,
		`<Simulate analysis_type="Static" end_time="1" num_steps="50"/>`), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	y, at := o.tab.of(t, "1.F1"), o.tab.of(t, "1.F2")
	most := 0.0 // of the push upwards
	for x := 0.0; x < 0.5; x += 1e-5 {
		f, _ := push(x)
		most = math.Max(most, f)
	}
	for k := range y {
		f, slope := push(y[k])
		near(t, fmt.Sprintf("force at %g", at[k]), f, 3*at[k], 1e-7)
		if slope > 0 || (y[k] > 0) != (3*at[k] < most) {
			t.Errorf("time %g: y %g, slope %g; it snaps at %g", at[k], y[k], slope, most/3)
		}
	}
	var when float64
	if len(o.doc.Warnings) != 1 {
		t.Fatalf("%q", o.doc.Warnings)
	}
	if _, err := fmt.Sscanf(o.doc.Warnings[0], "at time %g", &when); err != nil {
		t.Fatalf("%q", o.doc.Warnings)
	}
	// %g of the message has all digits; the branch ends like a root, so that the prediction leaves it within the shortest
	// step of the end, and where the maximum is known to 1e-10 by the search above.
	near(t, "time of the snap", when, most/3, 3e-6)
	t.Logf("%d steps, %d rejected, %+v", o.doc.Steps, o.doc.Rejected, o.doc.Analyses[0])
}

// TestFollowStates: what is driven by a velocity moves on by its integral, and states that are not held follow the load.
func TestFollowStates(t *testing.T) {
	model := earth + block(1, 0) + `<Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/><Motion_Joint id="1" joint_id="1" val_type="V" expr="0.3*COS(TIME)"/>
<Control_Diff id="1" expr="AZ(21,10)-2*DIF(1)"/><Control_Diff id="2" ic="0.7" expr="1" is_static_hold="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)" expr2="DIF(1)" expr3="DIF(2)"/>`
	o := carryOut(t, buildText(t, model+`<Param_Static method="FIM_D"/>`, `<Simulate analysis_type="Static" end_time="3" num_steps="6"/>`), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for k, time := range o.tab.of(t, "time") {
		near(t, "angle", o.tab.of(t, "1.F1")[k], 0.3*math.Sin(time), 1e-9)
		near(t, "state", o.tab.of(t, "1.F2")[k], 0.15*math.Sin(time), 1e-9)
		near(t, "state that is held", o.tab.of(t, "1.F3")[k], 0.7, 0)
	}
}
