package run

import (
	"fmt"
	"math"
	"testing"
)

// suddenTurn is a chain with a universal joint that passes near its singular configuration at 0.85 s: errors grow there within a step or two.
const suddenTurn = `<Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="MILLIMETER" time_unit="SECOND"/>
    <Param_Transient integrator_type="%s"/>
    <Body_Rigid id="1" isground="TRUE"/>
    <Reference_Marker id="1" body_id="1"/>
    <Force_Gravity grav_z="-9810"/>
    <Body_Rigid id="2" cg_id="2" mass="2.6773171698998635" inertia_xx="99751.99971051118" inertia_yy="100217.24162638812" inertia_zz="809.3811890691813" w_ic_x="-0.13686235565181623" w_ic_y="-0.7910553603849569" w_ic_z="-0.8297154990690633"/>
    <Reference_Marker id="2" body_id="2" pos_x="-17.87171047321927" pos_y="202.19005954715504" pos_z="265.2952173807711" a00="0.9985677457568134" a10="0.032430611508994886" a20="0.0425524684514155" a01="0" a11="0.7953444640191337" a21="-0.6061577216815085" a02="-0.05350193579821259" a12="0.6052895497125899" a22="0.7942053285357473"/>
    <Reference_Marker id="3" body_id="2" pos_x="0" pos_y="0" pos_z="0" a00="0.0013845752225494386" a10="0.9999988500648737" a20="-0.0006187248043764731" a01="0.4079866794968973" a11="0" a21="0.9129878801786451" a02="0.9129868303018117" a12="-0.0015165318758432122" a22="-0.40798621033868343"/>
    <Reference_Marker id="4" body_id="1" pos_x="0" pos_y="0" pos_z="0" a00="0.0013845752225494386" a10="0.9999988500648737" a20="-0.0006187248043764731" a01="0.4079866794968973" a11="0" a21="0.9129878801786451" a02="0.9129868303018117" a12="-0.0015165318758432122" a22="-0.40798621033868343"/>
    <Constraint_Joint id="1" type="REVOLUTE" i_marker_id="3" j_marker_id="4"/>
    <Reference_Marker id="5" body_id="2" pos_x="-35.74342094643854" pos_y="404.3801190943101" pos_z="530.5904347615422"/>
    <Body_Rigid id="3" cg_id="6" mass="0.5432677252293799" inertia_xx="6213.881964814709" inertia_yy="6238.276311019805" inertia_zz="54.94780083490282" w_ic_x="0.47710376366869595" w_ic_y="1.3992410852371004" w_ic_z="-0.9280682034604605"/>
    <Reference_Marker id="6" body_id="3" pos_x="-59.2573939586226" pos_y="402.3418421848206" pos_z="714.0911144596633" a00="0.9918906656708374" a10="-0.0014116403645402465" a20="0.12708624877044855" a01="-4.336808689942018e-19" a11="0.9999383148204284" a21="0.011107049746983318" a02="-0.12709408859212581" a12="-0.01101697896717439" a22="0.99182948071701"/>
    <Reference_Marker id="7" body_id="3" pos_x="-35.74342094643854" pos_y="404.3801190943101" pos_z="530.5904347615422" a00="0.8666045887034429" a10="0.3604190359302619" a20="-0.34510086261444983" a01="-2.7755575615628914e-17" a11="0.6915911626182716" a21="0.7222891829373522" a02="0.49899547777323267" a12="-0.6259391203043698" a22="0.599336075031743"/>
    <Reference_Marker id="8" body_id="2" pos_x="-35.74342094643854" pos_y="404.3801190943101" pos_z="530.5904347615422" a00="-2.7755575615628914e-17" a10="0.6915911626182716" a20="0.7222891829373522" a01="0.49899547777323267" a11="-0.6259391203043698" a21="0.599336075031743" a02="0.8666045887034429" a12="0.3604190359302619" a22="-0.34510086261444983"/>
    <Constraint_Joint id="2" type="UNIVERSAL" i_marker_id="7" j_marker_id="8"/>
    <Reference_Marker id="9" body_id="3" pos_x="-82.77136697080667" pos_y="400.30356527533115" pos_z="897.5917941577844"/>
    <Post_Request id="1" type="EXPRESSION" expr1="DX(5)" expr2="DY(5)" expr3="VX(5)" expr4="ACCX(5)" expr5="WX(2,1,2)" expr6="JOINT(1,0,2,1)" expr7="DZ(9)" expr8="DX(9)"/>
    <Post_Request id="2" type="EXPRESSION" expr1="VZ(9)" expr2="ACCZ(9)" expr3="WX(6,1,6)" expr4="JOINT(2,0,4,1)"/>`

// TestSuddenTurn: where the error of a step grows suddenly but falls with the order, the solution is smooth, and the method keeps its order. ABAM began
// at order 1, whose error was too large at the smallest step, and ended with code 6.
func TestSuddenTurn(t *testing.T) {
	run := func(method string) outcome {
		return ranTo(t, fmt.Sprintf(suddenTurn, method), `end_time="0.962" num_steps="56"`)
	}
	want := run("RADAU")
	for _, method := range []string{"ABAM", "AUTO", "MSTIFF"} {
		o := run(method)
		for _, column := range []string{"1.F1", "1.F7", "2.F1"} {
			a, b := o.tab.of(t, column), want.tab.of(t, column)
			low, high, off := math.Inf(1), math.Inf(-1), 0.0
			for i := range a {
				low, high, off = min(low, b[i]), max(high, b[i]), max(off, math.Abs(a[i]-b[i]))
			}
			if off > 1e-3*(high-low) {
				t.Errorf("%s: %s is off by %.3g of its range", method, column, off/(high-low))
			}
		}
	}
}
