package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// x1' = -x1 + u, x2' = -2 x2 + u with u = 3 of variable 5 and y = (x1 + x2, x2 + 2u);
// variable 7 uses an output.
const filterModel = tight + ground + point + `<Reference_Array id="1" type="X" num_element="2"/><Reference_Array id="2" type="Y" num_element="2"/>
<Reference_Variable id="5" expr="3+0*TIME"/><Reference_Variable id="7" expr="2*ARYVAL(2,1)"/><Reference_Array id="4" type="IC">3, 4</Reference_Array>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fx_expression="ARYVAL(2,1)"/>`

var filterOutputs = report("ARYVAL(1,1)", "ARYVAL(1,2)", "ARYVAL(2,1)", "ARYVAL(2,2)", "VARVAL(7)", "VX(30)")

func filterWant(r *table) {
	r.t.Helper()
	e2 := math.Exp(-2)
	x1, x2 := 3.0, 1.5+2.5*e2
	r.near(-1, "9.F1", x1, 1e-6)
	r.near(-1, "9.F2", x2, 1e-6)
	r.near(-1, "9.F3", x1+x2, 1e-6)
	r.near(-1, "9.F4", x2+6, 1e-6)
	r.near(-1, "9.F5", 2*(x1+x2), 1e-6)
	r.near(-1, "9.F6", 4.5+1.25*(1-e2), 1e-6)
}

func TestControlStateEqnLinear(t *testing.T) {
	matrices := `<Reference_Matrix id="1" nrow="2" ncol="2" isroworder="TRUE">-1 0 0 -2</Reference_Matrix>
<Reference_Matrix id="2" nrow="2" ncol="1">1 1</Reference_Matrix><Reference_Matrix id="3" nrow="2" ncol="2" isroworder="TRUE">1 1 0 1</Reference_Matrix>
<Reference_Matrix id="4" nrow="2" ncol="1">0 2</Reference_Matrix><Reference_Array id="3" type="U">5</Reference_Array>`
	for _, more := range []string{"", ` num_output="2"`} {
		filterWant(simulate(t, filterModel+matrices+`<Control_StateEqn id="1" type="LINEAR" x_array_id="1" y_array_id="2" u_solver_array_id="3" ic_array_id="4"
a_matrix_id="1" b_matrix_id="2" c_matrix_id="3" d_matrix_id="4"`+more+`/>`+filterOutputs, one, nil))
	}
}

func TestControlStateEqnRoutine(t *testing.T) {
	calls := map[string]int{}
	partial := func(name, arg string, values ...float64) goSub {
		return func(f *usersub.Frame, _ usersub.State) {
			calls[name]++
			copy(f.RealArgNamed(arg), values)
		}
	}
	subs := routines{
		"GSESUB": func(f *usersub.Frame, _ usersub.State) {
			x, u, d, y := f.RealArgNamed("states"), f.RealArgNamed("input"), f.RealArgNamed("stated"), f.RealArgNamed("output")
			d[0], d[1] = -x[0]+u[0], f.RealArgNamed("par")[0]*x[1]+u[0]
			y[0], y[1] = x[0]+x[1], x[1]+2*u[0]
		},
		"xx": partial("xx", "pxxmat", -1, 0, 0, -2), "xu": partial("xu", "pxumat", 1, 1),
		"yx": partial("yx", "pyxmat", 1, 0, 1, 1), "yu": partial("yu", "pyumat", 0, 2),
	}
	for _, more := range []string{"", ` num_output="2"`, ` usrsub_der1_name="xx" usrsub_der2_name="xu" usrsub_der3_name="yx" usrsub_der4_name="yu"`} {
		filterWant(simulate(t, filterModel+`<Reference_Array id="3" type="U">5</Reference_Array><Control_StateEqn id="1" type="USERSUB" x_array_id="1" y_array_id="2"
u_array_id="3" ic_array_id="4" num_state="2" usrsub_param_string="USER(-2)" usrsub_dll_name="a"`+more+`/>`+filterOutputs, one, subs))
	}
	for _, n := range []string{"xx", "xu", "yx", "yu"} {
		if calls[n] == 0 {
			t.Errorf("%s was never called", n)
		}
	}
}

// Without outputs there are the states only.
func TestControlStateEqnNoOutputs(t *testing.T) {
	r := simulate(t, tight+ground+point+`<Reference_Array id="1" type="X"/><Reference_Array id="4" type="IC">3</Reference_Array>
<Reference_Matrix id="1" nrow="1" ncol="1">-1</Reference_Matrix>
<Control_StateEqn id="1" type="LINEAR" x_array_id="1" ic_array_id="4" a_matrix_id="1"/>`+report("ARYVAL(1,1)"), one, nil)
	r.near(-1, "9.F1", 3*math.Exp(-1), 1e-6)
}
