package run

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// TestStaticStates: states that are held keep their values, whatever their law; others are where
// their rates vanish. The force of a spring depends on both kinds.
func TestStaticStates(t *testing.T) {
	model := func(hold string) string {
		return `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>` + block(0, 0) + `
<Force_Bushing id="1" i_marker_id="20" j_marker_id="10" kx="100" ky="100" kz="100" ktx="10" kty="10" ktz="10"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fx_expression="10*DIF(1)+ARYVAL(11,1)+ARYVAL(12,1)+ARYVAL(21,1)"/>
<Control_Diff id="1" type="EXPRESSION" ic="0.25" expr="2-DIF(1)*ABS(DIF(1))-DX(20)" is_static_hold="` + hold + `"/>
<Reference_Variable id="5" expr="3+DX(20)"/><Reference_Array id="1" type="U" variable_id="5"/>
<Reference_Matrix id="1" nrow="1" ncol="1">-2</Reference_Matrix><Reference_Matrix id="2" nrow="1" ncol="1">1</Reference_Matrix>
<Reference_Array id="11" type="X" num_element="1"/><Reference_Array id="21" type="Y" num_element="1"/><Reference_Array id="31" type="IC">0.75</Reference_Array>
<Control_StateEqn id="1" type="LINEAR" x_array_id="11" y_array_id="21" u_array_id="1" ic_array_id="31" a_matrix_id="1" b_matrix_id="2" c_matrix_id="2" is_static_hold="` + hold + `"/>
<Reference_Array id="12" type="X" num_element="1"/><Reference_Array id="22" type="Y" num_element="1"/>
<Control_SISO id="1" x_array_id="12" y_array_id="22" u_array_id="1" numerator_coef="1" denominator_coef="1 4" is_static_hold="` + hold + `"/>
<Reference_Array id="13" type="X" num_element="1"/><Reference_Array id="33" type="IC">-0.5</Reference_Array>
<Force_StateEqn id="1" type="LINEAR" x_array_id="13" u_array_id="1" ic_array_id="33" i_marker_id="20" j_floating_marker_id="15" ref_marker_id="10"
 a_matrix_id="1" b_matrix_id="2" c_matrix_id="6" is_static_hold="` + hold + `"/><Reference_Marker id="15" body_id="1"/>
<Reference_Matrix id="6" nrow="6" ncol="1">0 7 0 0 0 0</Reference_Matrix>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DIF(1)" expr3="ARYVAL(11,1)" expr4="ARYVAL(12,1)" expr5="ARYVAL(13,1)" expr6="DY(20)" expr7="ARYVAL(22,1)"/>`
	}
	row, _ := rested(t, model("TRUE"), still)
	near(t, "held Control_Diff", row["1.F2"], 0.25, 0)
	near(t, "held Control_StateEqn", row["1.F3"], 0.75, 0)
	near(t, "held Control_SISO", row["1.F4"], 0, 0)
	near(t, "held Force_StateEqn", row["1.F5"], -0.5, 0)
	near(t, "place", row["1.F1"], (2.5+0.75+0.75)/100, 1e-10)
	near(t, "its y", row["1.F6"], -0.5*7/100, 1e-10)

	row, _ = rested(t, model("FALSE"), still)
	x := row["1.F1"]
	near(t, "Control_Diff", row["1.F2"], math.Sqrt(2-x), 1e-9)
	near(t, "Control_StateEqn", row["1.F3"], (3+x)/2, 1e-9)
	near(t, "Control_SISO", row["1.F7"], 3+x, 1e-9)
	near(t, "Force_StateEqn", row["1.F5"], (3+x)/2, 1e-9)
	near(t, "place", x, (10*math.Sqrt(2-x)+3+x+row["1.F4"])/100, 1e-9)
	near(t, "its y", row["1.F6"], 7*(3+x)/200, 1e-9)
}

// TestStaticFriction: bristles that a swing has bent are as they are in a static analysis, and pull; with
// inactive="Static" there is no friction, and the rod hangs straight.
func TestStaticFriction(t *testing.T) {
	commands := `<Simulate analysis_type="Transient" end_time="0.4" num_steps="4"/>` + still
	for _, c := range []struct {
		more string
		pull bool
	}{{"", true}, {` inactive="Static"`, false}} {
		row, _ := rested(t, hung(40)+`<Force_JointFriction id="4" joint_id="1" mu_static="0.3" mu_dynamic="0.2" pin_radius="0.1" bristle_stiffness="1000" inputs="0100"`+c.more+`/>
<Post_Request id="6" type="EXPRESSION" expr1="FRICTION(4,6)"/>`, commands)
		near(t, "balance"+c.more, row["6.F1"], 10*row["1.F1"], 1e-8)
		if c.pull != (math.Abs(row["1.F1"]) > 1e-3) {
			t.Errorf("%q: the rod is at x %g with the friction %g", c.more, row["1.F1"], row["6.F1"])
		}
	}
}

// TestStaticContact: a ball lies on the floor as deep as its weight asks for, from above the floor, under it, and on
// its way in a quasi-static analysis that makes it heavier.
func TestStaticContact(t *testing.T) {
	model := func(y float64) string {
		return earth + block(0.3, y) + `<Reference_Marker id="12" body_id="1" theta="-90D"/>
<Post_Graphic id="1" type="Plane" rm_id="12"/><Post_Graphic id="2" type="Sphere" rm_id="20" radius="0.5"/>
<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" cnf_type="IMPACT" stiffness="1e4" exponent="1.5" damping="20" dmax="0.01"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fy_expression="-20*TIME"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(20)" expr2="CONTACT(1,0,3,0)"/>`
	}
	for _, y := range []float64{2, 0.51, 0.5, 0.45} {
		row, doc := rested(t, model(y), still)
		near(t, fmt.Sprintf("from %g", y), row["1.F1"], 0.5-math.Pow(20/1e4, 1/1.5), 1e-9)
		near(t, "force", row["1.F2"], 20, 1e-7)
		if a := doc.Analyses[0]; a.Method != "MKEAM" || !a.Relaxed {
			t.Errorf("%+v", a)
		}
	}
	o := carryOut(t, buildText(t, model(0.6), `<Simulate analysis_type="Static" end_time="2" num_steps="4"/>`), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for k, time := range o.tab.of(t, "time") {
		near(t, "depth", o.tab.of(t, "1.F1")[k], 0.5-math.Pow(20*(1+time)/1e4, 1/1.5), 1e-9)
	}
}

// TestQuasiStaticVelocity: a motion given by its velocity turns a rod on; in a static analysis it stays where it is.
func TestQuasiStaticVelocity(t *testing.T) {
	model := hung(90) + `<Motion_Joint id="1" joint_id="1" val_type="V" expr="0.2+0.6*TIME**2"/>
<Post_Request id="7" type="EXPRESSION" expr1="AZ(21,10)" expr2="MOTION(1,0,8,0)" expr3="DX(20)"/>`
	o := carryOut(t, buildText(t, model, still+`<Simulate analysis_type="Static" end_time="2" num_steps="8"/>`), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for k, time := range o.tab.of(t, "time") {
		near(t, fmt.Sprintf("angle at %g", time), o.tab.of(t, "7.F1")[k], 0.2*time*(1+time*time), 1e-8)
		near(t, "torque", o.tab.of(t, "7.F2")[k], 10*o.tab.of(t, "7.F3")[k], 1e-8)
	}
}

// TestStaticThenTransient: what has been brought to rest stays there, without its initial velocity; what is driven
// moves at once.
func TestStaticThenTransient(t *testing.T) {
	row, doc := rested(t, hung(30), still+`<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`)
	near(t, "x", row["1.F1"], 0, 1e-9)
	near(t, "speed", row["1.F4"], 0, 1e-9)
	near(t, "MODE", row["1.F3"], 4, 0)
	if n := len(doc.Analyses); n != 2 || doc.Analyses[1].Kind != "transient" || doc.EndTime != 1 {
		t.Errorf("%+v", doc.Analyses)
	}
	row, _ = rested(t, hung(30)+`<Motion_Joint id="1" joint_id="1" expr="0.5*TIME"/>`, still+`<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`)
	near(t, "driven", row["1.F4"], 0.5, 1e-9)
	row, _ = rested(t, hung(30), `<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`+still+`<Simulate analysis_type="Transient" end_time="2" num_steps="4"/>`)
	near(t, "x after three analyses", row["1.F1"], 0, 1e-9)
	near(t, "their end", row["time"], 2, 0)
}

// TestStaticFails: nothing holds a block. The run ends with the code of convergence and names the block; a quasi-static
// analysis keeps what went before.
func TestStaticFails(t *testing.T) {
	for _, method := range []string{"FIM_S", "MKEAM"} {
		o := carryOut(t, buildText(t, earth+block(0, 0), `<Param_Static method="`+method+`"/>`+still), Options{})
		if ExitCode(o.err) != ExitConvergence || !strings.Contains(o.err.Error(), "body 2") || o.doc.Error.Element != "body 2" {
			t.Errorf("%s: %v, %+v", method, o.err, o.doc.Error)
		}
	}
	spring := earth + block(0, 0) + `<Force_Bushing id="1" i_marker_id="20" j_marker_id="10" kx="100" kz="100" ktx="10" kty="10" ktz="10"/>
<Force_Vector_OneBody id="3" type="ForceOnly" marker_id="20" fy_expression="IF(TIME-0.5:-100*DY(20),-100*DY(20),0)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DY(20)"/>`
	o := carryOut(t, buildText(t, spring, `<Simulate analysis_type="Static" end_time="1" num_steps="10"/>`), Options{})
	var c *integrate.ConvergenceError
	if !errors.As(o.err, &c) || !strings.Contains(o.err.Error(), "body 2") || c.T <= 0.5 || c.T > 0.6 {
		t.Errorf("%v", o.err)
	}
	y := o.tab.of(t, "1.F1")
	if len(y) != 6 {
		t.Errorf("%d rows", len(y))
	}
	for _, v := range y {
		near(t, "sag", v, -0.2, 1e-9)
	}
	if a := o.doc.Analyses[0]; math.Abs(a.End-0.5) > 0.1 || o.doc.EndTime != a.End {
		t.Errorf("%+v, %g", a, o.doc.EndTime)
	}
}
