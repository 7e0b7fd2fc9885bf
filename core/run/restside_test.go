package run

import (
	"fmt"
	"math"
	"testing"
)

// restMethods are the methods of analyses of rest.
var restMethods = []string{"FIM_S", "FIM_D", "MKEAM"}

// overRest runs a model to rest by all methods.
func overRest(t *testing.T, model, command string, judge func(t *testing.T, o outcome)) {
	for _, method := range restMethods {
		t.Run(method, func(t *testing.T) {
			o := carryOut(t, buildText(t, model+fmt.Sprintf(`<Param_Static method="%s" max_imbalance="1e-9" max_error="1e-9" /><Param_Transient h_max="0.02"/>`, method), command), Options{})
			if o.err != nil {
				t.Fatal(o.err)
			}
			judge(t, o)
		})
	}
}

// TestRestOnStops: a mass of 2 that hangs on a spring of 100 N/m over a floor 0.1 below its end comes to rest on the floor, which
// carries 2·9.81 - 10 = 9.62 N. Without the floor it would be at -0.1962.
func TestRestOnStops(t *testing.T) {
	model := drops + `<Body_Point id="2" mass="2" cg_id="20"/><Reference_Marker id="20" body_id="2" body_type="PointBody"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="-DX(20)" fy_expression="-DY(20)" fz_expression="-100*DZ(20)"/>
<Constraint_General id="3" expr="%s" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="GCON(3,0,4,0)"/>`
	for _, f := range []struct {
		expr        string
		place, push float64
	}{{"-DZ(20)-0.1", -0.1, 9.62}, {"-DZ(20)-0.3", -0.1962, 0}, {"DZ(20)+0.3", -0.3, -10.38}, {"DZ(20)", -0.1962, 0}} {
		overRest(t, fmt.Sprintf(model, f.expr), still, func(t *testing.T, o outcome) {
			near(t, f.expr+": place", o.tab.of(t, "1.F1")[0], f.place, 1e-7)
			near(t, f.expr+": reaction", o.tab.of(t, "1.F2")[0], f.push, 1e-5)
		})
	}
}

// TestRestThatFalls: a ball over the floor, with nothing else to hold it along z, comes to rest on it.
func TestRestThatFalls(t *testing.T) {
	model := drops + `<Body_Rigid id="2" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" cg_id="20"/><Reference_Marker id="20" body_id="2" pos_z="0.7"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10" limit_min="-0.2" limit_max="0.9"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>`
	overRest(t, model, still, func(t *testing.T, o outcome) {
		near(t, "place", o.tab.of(t, "1.F1")[0], -0.2, 1e-7)
	})
}

// TestRestOfSlippingMotion: a quasi-static motion of 5 N at most holds a mass on a spring of 10 N/m, which a force of 20 N sin(πt) pulls: it
// slips while the force exceeds 5 N + 10 x, up to x = 1.5, and back once 10 x - 20 sin(πt) exceeds 5 N, to 0.5 where the force is 0.
func TestRestOfSlippingMotion(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/>
<Motion_Joint id="3" joint_id="1" expr="0" max_effort="5" %s/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="0" fy_expression="0" fz_expression="20*SIN(PI*TIME)-10*DZ(20)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="MOTION(3,0,4,0)"/>`
	for _, level := range []string{"", `val_type="V"`} {
		overRest(t, fmt.Sprintf(model, level), `<Simulate analysis_type="Static" end_time="1" num_steps="20"/>`, func(t *testing.T, o outcome) {
			x := 0.0
			for k, time := range o.tab.of(t, "time") {
				force := 20 * math.Sin(math.Pi*time)
				x = min(max(x, (force-5)/10), (force+5)/10)
				near(t, fmt.Sprint(level, " place at ", time), o.tab.of(t, "1.F1")[k], x, 1e-6)
				near(t, fmt.Sprint(level, " effort at ", time), o.tab.of(t, "1.F2")[k], 10*x-force, 1e-4)
			}
		})
	}
}

// TestRestOfTable: a table with four legs on one floor and a weight beside its middle stands on them; redundant legs are no error, and those that lift off
// carry nothing.
func TestRestOfTable(t *testing.T) {
	text := drops + `<Body_Rigid id="2" cg_id="20" mass="4" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="0.02"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="-50*DX(20)" fy_expression="-50*DY(20)" fz_expression="0"/>
<Force_Vector_OneBody id="7" type="TORQUEONLY" marker_id="20" ref_marker_id="10" tx_expression="0" ty_expression="0" tz_expression="-5*AZ(20,10)"/>
<Force_Vector_OneBody id="8" type="FORCEONLY" marker_id="25" ref_marker_id="10" fx_expression="0" fy_expression="0" fz_expression="-20"/><Reference_Marker id="25" body_id="2" pos_x="0.2" pos_y="0.1" pos_z="0.02"/>`
	total := ""
	for k := range 4 {
		text += fmt.Sprintf(`<Reference_Marker id="3%d" body_id="2" pos_x="%g" pos_y="%g" pos_z="0.02"/><Constraint_General id="%d" expr="-DZ(3%d)" i_marker_id="3%d" unilateral="TRUE"/>`,
			k, []float64{1, -1, -1, 1}[k], []float64{1, 1, -1, -1}[k], k+1, k, k)
		total += fmt.Sprintf("+GCON(%d,0,4,0)", k+1)
	}
	text += `<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="` + total[1:] + `"/>`
	overRest(t, text, still, func(t *testing.T, o outcome) {
		near(t, "height", o.tab.of(t, "1.F1")[0], 0, 1e-8)
		near(t, "load", o.tab.of(t, "1.F2")[0], 4*9.81+20, 1e-5)
	})
}

// TestFreewheelAtRest: a freewheel (a motion of velocities whose effort has one sign) holds a shaft against a spring in one direction and lets it go in the other.
func TestFreewheelAtRest(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/>
<Motion_Joint id="3" joint_id="1" val_type="V" expr="0" min_effort="0"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="0" fy_expression="0" fz_expression="%g-10*DZ(20)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>`
	for force, want := range map[float64]float64{5: 0.5, -5: 0} {
		overRest(t, fmt.Sprintf(model, force), still, func(t *testing.T, o outcome) {
			near(t, fmt.Sprint("place by ", force), o.tab.of(t, "1.F1")[0], want, 1e-7)
		})
	}
}
