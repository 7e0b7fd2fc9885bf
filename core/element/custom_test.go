package element_test

import (
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// cusfnc calls a custom function.
func cusfnc(s usersub.State, name string, par ...float64) (float64, int32) {
	c, _ := usersub.As[usersub.Custom](s)
	return c.CusFnc(name, par)
}

// A spring whose force is a custom function that asks for the place itself and calls
// another one: the oscillation of mass 1 and stiffness 4. As a penalty's function too,
// whose gradient must follow what the custom function asks.
func TestCustomFunction(t *testing.T) {
	subs := routines{
		"LAW": func(f *usersub.Frame, s usersub.State) { out(f)[0], _ = cusfnc(s, "spring  ", 4) },
		"SPRING": func(f *usersub.Frame, s usersub.State) {
			v, _ := cusfnc(s, "DOUBLE", ask(s, "DX", 30))
			out(f)[0] = -f.RealArgNamed("par")[0] * v / 2
		},
		"DOUBLE": func(f *usersub.Frame, _ usersub.State) { out(f)[0] = 2 * f.RealArgNamed("par")[0] },
		"OFF":    func(f *usersub.Frame, s usersub.State) { out(f)[0], _ = cusfnc(s, "SPRING", -1) },
	}
	model := tight + ground + `<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="1"/>
<CustomFunction SYMBOL="Spring" USRSUB_DLL_NAME="a" USRSUB_FNC_NAME="SPRING" NUM_PARAM="1"/>
<CustomFunction SYMBOL="Double" USRSUB_DLL_NAME="a" USRSUB_FNC_NAME="DOUBLE" NUM_PARAM="1"/>` + report("DX(30)", "VX(30)")
	for name, force := range map[string]string{
		"force":   `<Reference_Variable id="1" type="USERSUB" usrsub_fnc_name="LAW"/><Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="VARVAL(1)"/>`,
		"penalty": `<Force_Penalty id="1" penalty="4" type="USERSUB" usrsub_fnc_name="OFF"/>`,
	} {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, model+force, one, subs)
			r.near(-1, "9.F1", math.Cos(2), 1e-6)
			r.near(-1, "9.F2", -2*math.Sin(2), 1e-6)
		})
	}
}

// Unknown names, too many parameters and functions that call themselves set the
// error flag; one that gives no number is found out in the caller.
func TestCustomFunctionFaults(t *testing.T) {
	subs := routines{"LAW": func(f *usersub.Frame, s usersub.State) {
		for k, par := range map[string][]float64{"NONE": nil, "SELF": {1, 2}} {
			if _, flag := cusfnc(s, k, par...); flag == 0 {
				t.Errorf("%s%v: no error flag", k, par)
			}
		}
		out(f)[0], _ = cusfnc(s, "SELF", 5)
	}, "SELF": func(f *usersub.Frame, s usersub.State) {
		if _, flag := cusfnc(s, "SELF"); flag == 0 {
			t.Error("a function calls itself")
		}
		out(f)[0] = f.RealArgNamed("par")[0]
	}}
	r := simulate(t, tight+ground+point+`<CustomFunction symbol="SELF" usrsub_fnc_name="SELF" num_param="1"/>
<Reference_Variable id="1" type="USERSUB" usrsub_fnc_name="LAW"/>`+report("VARVAL(1)"), start, subs)
	r.near(-1, "9.F1", 5, 0)
}

// A custom function in expressions: with no, constant and varying parameters, one in the
// other, in the place of a built-in function, and asking for the state itself. The
// oscillator of mass 1 and stiffness 4 and a variable; SYSFNC knows it, too.
func TestCustomFunctionInExpression(t *testing.T) {
	model := tight + ground + `<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="1"/>
<CustomFunction symbol="Times" usrsub_fnc_name="TIMES" num_param="2"/><CustomFunction symbol="sin" usrsub_fnc_name="PLACE" num_param="0"/>
<CustomFunction symbol="Half" usrsub_fnc_name="HALF" num_param="1"/><Reference_Variable id="1" type="USERSUB" usrsub_fnc_name="LAW"/>`
	subs := routines{
		"TIMES": func(f *usersub.Frame, _ usersub.State) {
			out(f)[0] = f.RealArgNamed("par")[0] * f.RealArgNamed("par")[1]
		},
		"HALF":  func(f *usersub.Frame, _ usersub.State) { out(f)[0] = f.RealArgNamed("par")[0] / 2 },
		"PLACE": func(f *usersub.Frame, s usersub.State) { out(f)[0] = ask(s, "DX", 30) },
		"LAW":   func(f *usersub.Frame, s usersub.State) { out(f)[0] = -2*ask(s, "times", 3, 1) + ask(s, "HALF", 4) },
	}
	for _, law := range []string{
		"times(-4, DX(30))", "-TIMES (4*COS(0), sin())", "2*half(times(-2, 2*DX(30)))", "-half(8*SIN( ))", "-times(2, half(4))*DX(30)", "VARVAL(1)*DX(30)",
	} {
		r := simulate(t, model+`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="`+law+`"/>`+report("DX(30)", "TIMES(DX(30),3)"), one, subs)
		t.Log(law)
		r.near(-1, "9.F1", math.Cos(2), 1e-6)
		r.near(-1, "9.F2", 3*math.Cos(2), 3e-6)
	}
}

// What is wrong in the parameters is reported at its place, and constraints take no function
// whose derivatives are not known.
func TestCustomFunctionCalls(t *testing.T) {
	for law, want := range map[string]string{
		"1+F(DX(30),DX(31))":  "deck.xml:5:63: error: Reference_Variable 1: expr: DX(31): there is no Reference_Marker 31 [X002]",
		"1+F(1,2+)*DX(7)":     "[X001]",
		"1+F(1)":              "deck.xml:5:54: error: Reference_Variable 1: expr: F takes 2 parameters, found 1 [X001]",
		"F(1,2)+DX(31)":       "deck.xml:5:59: error: Reference_Variable 1: expr: DX(31): there is no Reference_Marker 31 [X002]",
		"F(1,F(2,3))+DXX(30)": "deck.xml:5:64: error: Reference_Variable 1: expr: unknown name DXX",
		"F(1,2":               "[X001]",
	} {
		said := diagnose(t, bead+`<CustomFunction symbol="F" usrsub_fnc_name="F" num_param="2"/>
`+"\n"+`<Reference_Variable id="1" type="EXPRESSION" expr="`+law+`"/>`, "")
		if !strings.Contains(said, want) {
			t.Errorf("%s: no %q in\n%s", law, want, said)
		}
	}
	said := diagnose(t, bead+`<CustomFunction symbol="F" usrsub_fnc_name="F" num_param="1"/><Constraint_General id="1" expr="DX(30)-F(TIME)"/>`, "")
	if !strings.Contains(said, "B108") {
		t.Error(said)
	}
}
