package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// The filter x1' = -x1 + u, x2' = -2 x2 + u for u = 1 drives a unit mass with
// the force (x1, x2, u/2).
const filterArrays = `<Reference_Array id="1" type="X" num_element="2"/><Reference_Array id="2" type="Y"/>
<Reference_Variable id="5" type="EXPRESSION" expr="VARVAL(6)/3"/><Reference_Variable id="6" expr="3+0*TIME"/>`

func filterAnswers(r *table, x10, x20 float64) {
	r.t.Helper()
	e1, e2 := math.Exp(-1), math.Exp(-2)
	r.near(-1, "9.F1", 1+(x10-1)*e1, 1e-6)
	r.near(-1, "9.F2", 0.5+(x20-0.5)*e2, 1e-6)
	// velocities: the integrals of the force
	r.near(-1, "9.F3", 1+(x10-1)*(1-e1), 1e-6)
	r.near(-1, "9.F4", 0.5+(x20-0.5)*(1-e2)/2, 1e-6)
	r.near(-1, "9.F5", 0.5, 1e-6)
	r.near(-1, "9.F6", 0.5, 1e-9)
	r.near(-1, "9.F7", 1+(x10-1)*e1, 1e-6)
	r.near(-1, "9.F8", r.at(-1, "9.F7"), 1e-9)
}

var filterReport = report("ARYVAL(1,1)", "ARYVAL(1,2)", "VX(30)", "VY(30)", "VZ(30)", "ARYVAL(2,3)", "ARYVAL(2,1)", "YFORCE(1,0,2,0)")

func TestLinearStateEqn(t *testing.T) {
	matrices := `<Reference_Matrix id="1" nrow="2" ncol="2" issparse="TRUE" nval="2">1 1 -1
2 2 -2</Reference_Matrix>
<Reference_Matrix id="2" nrow="2" ncol="1">1 1</Reference_Matrix>
<Reference_Matrix id="3" nrow="6" ncol="2" isroworder="TRUE">1 0 0 1 0 0 0 0 0 0 0 0</Reference_Matrix>
<Reference_Matrix id="4" nrow="6" ncol="1">0 0 .5 0 0 0</Reference_Matrix>`
	force := `<Force_StateEqn id="1" type="LINEAR" x_array_id="1" y_array_id="2" u_solver_array_id="3" ic_array_id="@"
a_matrix_id="1" b_matrix_id="2" c_matrix_id="3" d_matrix_id="4" i_marker_id="30" j_floating_marker_id="1"/>`
	u := `<Reference_Array id="3" type="U">5</Reference_Array><Reference_Array id="4" type="IC" num_element="2">3, 4</Reference_Array>`
	model := tight + ground + point + filterArrays + u + matrices + filterReport
	for ic, x0 := range map[string][2]float64{"0": {}, "4": {3, 4}} {
		r := simulate(t, model+replace(force, "@", ic), one, nil)
		filterAnswers(r, x0[0], x0[1])
	}
	// without ic_array_id the states start from zero
	filterAnswers(simulate(t, model+replace(force, `ic_array_id="@"`, ""), one, nil), 0, 0)
}

func TestRoutineStateEqn(t *testing.T) {
	partials := map[string]int{}
	partial := func(name string, values ...float64) func(*usersub.Frame, usersub.State) {
		return func(f *usersub.Frame, _ usersub.State) {
			partials[name]++
			copy(f.RealArgNamed(name), values)
		}
	}
	subs := routines{
		"YFOSUB": func(f *usersub.Frame, _ usersub.State) {
			x, u := f.RealArgNamed("states"), f.RealArgNamed("input")
			d, y := f.RealArgNamed("stated"), f.RealArgNamed("output")
			d[0], d[1] = -x[0]+u[0], -2*x[1]+u[0]
			y[0], y[1], y[2] = x[0], x[1], u[0]/2
		},
		"ARYSUB": func(f *usersub.Frame, s usersub.State) {
			out(f)[0], _ = s.SysFnc("VARVAL", []int32{int32(f.RealArgNamed("par")[0])})
		},
		"xx": partial("pxxmat", -1, 0, 0, -2), "xu": partial("pxumat", 1, 1),
		"yx": partial("pyxmat", 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0), "yu": partial("pyumat", 0, 0, .5, 0, 0, 0),
	}
	u := `<Reference_Array id="3" type="U" num_element="1" usrsub_param_string="USER(5)" usrsub_dll_name="a"/>`
	force := `<Force_StateEqn id="1" type="USERSUB" x_array_id="1" y_array_id="2" u_array_id="3" num_state="2" num_output="6"
usrsub_dll_name="a" i_marker_id="30" j_floating_marker_id="1" ref_marker_id="1"@/>`
	model := tight + ground + point + filterArrays + u + filterReport
	filterAnswers(simulate(t, model+replace(force, "@", ""), one, subs), 0, 0)
	if len(partials) > 0 {
		t.Error("partial derivatives that the deck does not name were called:", partials)
	}
	// the vendor's example repeats usrsub_der3_name for the fourth
	filterAnswers(simulate(t, model+replace(force, "@",
		` usrsub_der1_name="xx" usrsub_der2_name="xu" usrsub_der3_name="yx" usrsub_der3_name="yu"`), one, subs), 0, 0)
	for _, n := range []string{"pxxmat", "pxumat", "pyxmat", "pyumat"} {
		if partials[n] == 0 {
			t.Errorf("%s was never asked for", n)
		}
	}
}

func TestVariablesAndDiffs(t *testing.T) {
	model := tight + ground + point + `
<Reference_Variable id="1" type="EXPRESSION" expr="2*TIME+ARYVAL(7,2)"/>
<Reference_Variable id="2" type="USERSUB" usrsub_param_string="USER(1,3)"/>
<Reference_Variable id="3" implicit="TRUE" ic="1" expr="COS(VARVAL(3))"/>
<Reference_Array id="7" type="IC">4 5.5</Reference_Array>
<Reference_Array id="8" type="U" variable_id="1, 2"/>
<Control_Diff id="1" ic="3" expr="-2*DIF(1)"/>
<Control_Diff id="2" is_implicit="TRUE" ic="1" ic_dot="-1" expr="DIF1(2)+DIF(2)**3"/>
<Control_Diff id="3" type="USERSUB" usrsub_param_string="USER(3)" ic="1"/>` +
		report("VARVAL(2)", "VARVAL(3)", "ARYVAL(8,1)", "ARYVAL(8,2)", "DIF(1)", "DIF(2)", "DIF1(2)", "DIF(3)")
	subs := routines{
		"VARSUB": func(f *usersub.Frame, s usersub.State) {
			p := f.RealArgNamed("par")
			v, _ := s.SysFnc("VARVAL", []int32{int32(p[0])})
			out(f)[0] = p[1] * v
		},
		"DIFSUB": func(f *usersub.Frame, s usersub.State) {
			v, _ := s.SysFnc("DIF", []int32{int32(f.RealArgNamed("par")[0])})
			out(f)[0] = v
		},
	}
	r := simulate(t, model, one, subs)
	for k, want := range []float64{22.5, 0.7390851332151607, 7.5, 22.5, 3 * math.Exp(-2), 1 / math.Sqrt(3), -math.Pow(3, -1.5), math.E} {
		r.near(-1, "9.F"+string(rune('1'+k)), want, 2e-6)
	}
}
