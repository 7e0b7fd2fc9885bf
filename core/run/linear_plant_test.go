package run

import (
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func matrix(id, rows, cols int, v string) string {
	return fmt.Sprintf(`<Reference_Matrix id="%d" nrow="%d" ncol="%d" isroworder="TRUE">%s</Reference_Matrix>`, id, rows, cols, v)
}

// stateSpace is x' = A x + B u, y = C x + D u with two inputs and two outputs.
var stateSpace = ground + `<Reference_Variable id="1" expr="0"/><Reference_Variable id="2" expr="0.5"/>
<Reference_Array id="1" type="X" num_element="3"/><Reference_Array id="2" type="Y" num_element="2"/>
<Reference_Array id="3" type="U" num_element="2">1 2</Reference_Array>` +
	matrix(1, 3, 3, "-1 2 0  0 -3 5  -7 0 -4") + matrix(2, 3, 2, "1 0  0 2  0.5 0") + matrix(3, 2, 3, "1 0 0  0 3 -1") + matrix(4, 2, 2, "0 0.25  0 0") +
	`<Control_StateEqn id="1" type="LINEAR" x_array_id="1" y_array_id="2" u_array_id="3" a_matrix_id="1" b_matrix_id="2" c_matrix_id="3" d_matrix_id="4"/>
<Reference_Variable id="3" expr="ARYVAL(2,1)"/><Reference_Variable id="4" expr="ARYVAL(2,2)"/>
<Control_PlantInput id="1" num_element="2" variable_id_list="1, 2"/><Control_PlantOutput id="1" num_element="2" variable_id_list="3, 4"/>`

// TestStateSpace: what goes in comes out, bit for bit but for B and D, which are
// differences of a linear map.
func TestStateSpace(t *testing.T) {
	x := linearize(t, stateSpace, about, nil)
	for _, m := range []struct {
		file, names string
		want        [][]float64
		tol         float64
	}{
		{"A.csv", "Control_StateEqn 1 x1,Control_StateEqn 1 x2,Control_StateEqn 1 x3", [][]float64{{-1, 2, 0}, {0, -3, 5}, {-7, 0, -4}}, 0},
		{"B.csv", "Reference_Variable 1,Reference_Variable 2", [][]float64{{1, 0}, {0, 2}, {.5, 0}}, 1e-13},
		{"C.csv", "Control_StateEqn 1 x1,Control_StateEqn 1 x2,Control_StateEqn 1 x3", [][]float64{{1, 0, 0}, {0, 3, -1}}, 0},
		{"D.csv", "Reference_Variable 1,Reference_Variable 2", [][]float64{{0, .25}, {0, 0}}, 1e-13},
	} {
		names, got := x.rows(t, m.file)
		if strings.Join(names, ",") != m.names {
			t.Errorf("%s: %q", m.file, names)
		}
		sameMatrix(t, m.file, got, m.want, m.tol)
	}
}

func sameMatrix(t *testing.T, name string, got, want [][]float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %v, want %v", name, got, want)
	}
	for i := range want {
		for j, w := range want[i] {
			if len(got[i]) != len(want[i]) || math.Abs(got[i][j]-w) > tol {
				t.Errorf("%s: row %d is %v, want %v", name, i+1, got[i], want[i])
				break
			}
		}
	}
}

// response returns C (sI - A)⁻¹ B + D of one input and output.
func (l linearOutput) response(t *testing.T, s complex128) complex128 {
	_, a := l.rows(t, "A.csv")
	_, b := l.rows(t, "B.csv")
	_, c := l.rows(t, "C.csv")
	_, d := l.rows(t, "D.csv")
	n := len(a)
	m := make([][]complex128, n)
	for i := range m {
		m[i] = make([]complex128, n+1)
		for j, v := range a[i] {
			m[i][j] = complex(-v, 0)
		}
		m[i][i] += s
		m[i][n] = complex(b[i][0], 0)
	}
	for k := range n { // Gauss-Jordan with row pivots
		p := k
		for i := k; i < n; i++ {
			if cmplx.Abs(m[i][k]) > cmplx.Abs(m[p][k]) {
				p = i
			}
		}
		m[k], m[p] = m[p], m[k]
		for i := range n {
			if i != k {
				f := m[i][k] / m[k][k]
				for j := k; j <= n; j++ {
					m[i][j] -= f * m[k][j]
				}
			}
		}
	}
	y := complex(d[0][0], 0)
	for k := range n {
		y += complex(c[0][k], 0) * m[k][n] / m[k][k]
	}
	return y
}

// TestTransferFunction: the one of a Control_SISO is recovered.
func TestTransferFunction(t *testing.T) {
	x := linearize(t, ground+`<Reference_Variable id="1" expr="0"/>
<Reference_Array id="1" type="X" num_element="3"/><Reference_Array id="2" type="Y" num_element="1"/><Reference_Array id="3" type="U" num_element="1">1</Reference_Array>
<Control_SISO id="1" x_array_id="1" y_array_id="2" u_array_id="3" num_numerator_coef="4" numerator_coef="3, 2, 5, 1" num_denominator_coef="4" denominator_coef="7, 3, 4, 2"/>
<Reference_Variable id="2" expr="ARYVAL(2,1)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="1"/><Control_PlantOutput id="1" num_element="1" variable_id_list="2"/>`, about, nil)
	for _, s := range []complex128{0, 1, 2i, 0.3 + 1i, 20i} {
		want := (3 + 2*s + 5*s*s + s*s*s) / (7 + 3*s + 4*s*s + 2*s*s*s)
		if got := x.response(t, s); cmplx.Abs(got-want) > 1e-12 {
			t.Errorf("G(%v) = %v, want %v", s, got, want)
		}
	}
}

// plant is a cart on a spring with a pendulum, pushed by variable 1; outputs are a
// place, an acceleration, a reaction and a state of a control that depends on them.
const cart = `<Reference_Marker id="92" body_id="9" a00="0" a10="0" a20="-1" a01="0" a11="1" a21="0" a02="1" a12="0" a22="0"/>
<Body_Rigid id="1" mass="4" cg_id="10" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="10" body_id="1"/>
<Reference_Marker id="13" body_id="1" a00="0" a10="0" a20="-1" a01="0" a11="1" a21="0" a02="1" a12="0" a22="0"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="13" j_marker_id="92"/>
<Reference_Variable id="1" expr="0"/>
<Force_Scalar_TwoBody id="1" type="Force" i_marker_id="10" j_marker_id="93" expr="-40*DX(10)-3*VX(10)+VARVAL(1)+0.2*DIF(1)"/>
<Reference_Marker id="93" body_id="9" pos_x="-100"/>
<Control_Diff id="1" expr="-2*DIF(1)+DX(10)+0.1*ACCX(10)"/>
<Reference_Variable id="2" expr="DX(10)"/><Reference_Variable id="3" expr="ACCX(10)"/><Reference_Variable id="4" expr="JOINT(2,0,2,0)"/><Reference_Variable id="5" expr="2*DIF(1)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="1"/><Control_PlantOutput id="1" num_element="4" variable_id_list="2, 3, 4, 5"/>`

// TestPlant: the linear equations predict what a small push does in a transient, to
// the square of the push.
func TestPlant(t *testing.T) {
	const push, end, n = 1e-3, 1.5, 3000
	model := ground + fall + cart + link(2, 0, 0, -math.Pi/2, 1, 2) + revolute(2, 21, 10)
	l := linearize(t, model, about, nil)
	_, a := l.rows(t, "A.csv")
	_, b := l.rows(t, "B.csv")
	_, c := l.rows(t, "C.csv")
	_, d := l.rows(t, "D.csv")
	// x' = A x + B u by classical Runge-Kutta steps; u is a ramp.
	x := make([]float64, len(a))
	u := func(time float64) float64 { return push * time }
	f := func(x []float64, time float64) []float64 {
		y := make([]float64, len(x))
		for i := range y {
			y[i] = b[i][0] * u(time)
			for j, v := range x {
				y[i] += a[i][j] * v
			}
		}
		return y
	}
	plus := func(x, k []float64, h float64) []float64 {
		y := make([]float64, len(x))
		for i := range y {
			y[i] = x[i] + h*k[i]
		}
		return y
	}
	h := end / n
	for k := range n {
		s := float64(k) * h
		k1 := f(x, s)
		k2 := f(plus(x, k1, h/2), s+h/2)
		k3 := f(plus(x, k2, h/2), s+h/2)
		k4 := f(plus(x, k3, h), s+h)
		for i := range x {
			x[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
	}
	moving := strings.Replace(model, `<Reference_Variable id="1" expr="0"/>`, fmt.Sprintf(`<Reference_Variable id="1" expr="%g*TIME"/>`, push), 1) +
		`<Post_Request id="1" type="EXPRESSION" expr1="VARVAL(2)" expr2="VARVAL(3)" expr3="VARVAL(4)" expr4="VARVAL(5)"/>`
	m := buildText(t, moving, fmt.Sprintf(`<Param_Transient integr_tol="1E-10" h_max="0.001"/><Simulate analysis_type="Transient" end_time="%g" num_steps="1"/>`, end))
	o := carryOut(t, m, Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for k := range c {
		y := d[k][0] * u(end)
		for j, v := range x {
			y += c[k][j] * v
		}
		v := o.tab.of(t, fmt.Sprintf("1.F%d", k+1))
		change := v[len(v)-1] - v[0]
		if math.Abs(change-y) > 1e-4*math.Abs(y)+1e-9 {
			t.Errorf("output %d changes by %.9g, linear %.9g", k+1, change, y)
		}
	}
}

// TestNoDamping: forces lose their part of the speeds, gyroscopic forces stay.
func TestNoDamping(t *testing.T) {
	model := along + slider(1, 1, 1) + spring(1, 10, 9999, 100, 7, 1)
	linearize(t, model, `<Param_Linear disable_damping="TRUE"/>`+about, nil).expect(t, []complex128{10i}, 1e-12)
	damped := top(0, 0, 25) + `<Force_Vector_OneBody id="1" type="TORQUEONLY" marker_id="11" ref_marker_id="90" tx_expression="-0.3*WX(11)" ty_expression="-0.3*WY(11)" tz_expression="0"/>`
	a := linearize(t, top(0, 0, 25), about, nil).eigenvalues(t)
	b := linearize(t, damped, about, nil).eigenvalues(t)
	x := linearize(t, damped, `<Param_Linear disable_damping="TRUE"/>`+about, nil).eigenvalues(t)
	if last := len(a) - 1; math.Abs(b[last][0]) < 1e-3 || math.Abs(x[last][0]) > 1e-12 || math.Abs(x[last][1]-a[last][1]) > 1e-12 {
		t.Errorf("without a damper %v, with %v, disabled %v", a[last], b[last], x[last])
	}
}

// TestImplicit: algebraic unknowns and implicit states are eliminated: y = 2x - y/2
// gives y = 4x/3, and x' + x - 3 y = 0.
func TestImplicit(t *testing.T) {
	x := linearize(t, ground+`<Reference_Variable id="1" implicit="TRUE" expr="2*DIF(1)-0.5*VARVAL(1)"/>
<Control_Diff id="1" is_implicit="TRUE" expr="DIF1(1)+DIF(1)-3*VARVAL(1)"/>`, about, nil)
	_, a := x.rows(t, "A.csv")
	sameMatrix(t, "A", a, [][]float64{{3}}, 1e-14)
	if x.doc.Linear[0].Unstable != 1 {
		t.Error("growth is not reported")
	}
}

// TestLinearFiles: the first analysis has plain names, further ones the number of their
// Simulate; files of a run before are gone.
func TestLinearFiles(t *testing.T) {
	move := `<Simulate analysis_type="Transient" duration="0.1" num_steps="1"/>`
	x := linearize(t, ground+fall+link(1, 0, 0, -1, 2, 3)+revolute(1, 11, 90), move+about+move+`<Param_Linear eigen_analysis="NO"/>`+about, nil)
	if x.err != nil {
		t.Fatal(x.err)
	}
	if l := x.doc.Linear; len(l) != 2 || strings.Join(l[0].Files, " ") != "A.csv eigenvalues.csv modes.csv" || strings.Join(l[1].Files, " ") != "A_4.csv" ||
		l[0].Simulate != 2 || l[1].Simulate != 4 || math.Abs(l[1].Time-0.2) > 1e-12 {
		t.Errorf("%+v", l)
	}
	for _, i := range x.doc.Linear {
		for _, f := range i.Files {
			if _, err := os.Stat(filepath.Join(x.dir, f)); err != nil {
				t.Error(err)
			}
		}
	}
	rec, err := NewRecorder(x.dir)
	if err != nil {
		t.Fatal(err)
	}
	rec.Finish(OK, 0, nil)
	if left, _ := filepath.Glob(filepath.Join(x.dir, "*.csv")); len(left) != 1 {
		t.Errorf("left %q", left)
	}
}

// TestModeShapes: shapes of two masses, by the signs of their displacements.
func TestModeShapes(t *testing.T) {
	model := along + `<Reference_Marker id="9998" body_id="9" pos_x="3"/>` + slider(1, 1, 1) + slider(2, 2, 1) +
		spring(1, 10, 9999, 100, 0, 1) + spring(2, 20, 10, 100, 0, 1) + spring(3, 9998, 20, 100, 0, 1)
	x := linearize(t, model, about, nil)
	text, err := os.ReadFile(filepath.Join(x.dir, "modes.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for mode, sign := range map[int]float64{1: 1, 2: -1} {
		var v [2]float64
		for _, line := range strings.Split(string(text), "\n") {
			for b := range 2 {
				var re, im float64
				if n, _ := fmt.Sscanf(line, fmt.Sprintf("1,%d,Body_Rigid,%d,x,%%g,%%g", mode, b+1), &re, &im); n == 2 {
					v[b] = re
				}
			}
		}
		if math.Abs(math.Max(math.Abs(v[0]), math.Abs(v[1]))-1) > 1e-12 || math.Abs(v[0]-sign*v[1]) > 1e-10 {
			t.Errorf("mode %d: %v", mode, v)
		}
	}
}

// TestLinearRefusals: what cannot be linearized is said.
func TestLinearRefusals(t *testing.T) {
	var many strings.Builder
	many.WriteString(ground)
	for i := 11; i <= 1011; i++ {
		fmt.Fprintf(&many, `<Body_Point id="%d" mass="1" cg_id="1%04d"/><Reference_Marker id="1%04d" body_id="%d"/>`, i, i, i, i)
	}
	speed := ground + fall + link(1, 0, 0, -1, 2, 3) + revolute(1, 11, 90) +
		`<Reference_Variable id="1" expr="WZ(11)"/><Reference_PlantState id="1" num_element="1" variable_id_list="1"/>`
	for _, c := range []struct{ model, commands, want string }{
		{many.String(), about, "linear analyses are of up to 2000 states, the model has 6006"},
		{speed, `<Param_Linear pstate_id="1"/>` + about, "Reference_Variable 1 as a plant state: depends on more than positions"},
	} {
		x := linearize(t, c.model, c.commands, nil)
		if x.err == nil || !strings.Contains(x.err.Error(), c.want) || ExitCode(x.err) != ExitUsage {
			t.Errorf("%v, want %q", x.err, c.want)
		}
	}
}
