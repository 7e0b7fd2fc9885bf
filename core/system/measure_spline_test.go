package system

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spline"
	"github.com/trammel-mbd/trammel/usersub"
)

// withSplines adds a curve with id 7 and a surface with id 8, through points of
// smooth functions over what random models reach.
func (m *model) withSplines() {
	x := make([]float64, 41)
	y := [3][]float64{make([]float64, len(x)), make([]float64, len(x)), make([]float64, len(x))}
	for i := range x {
		x[i] = 0.5 * float64(i-20)
		for k := range y {
			y[k][i] = math.Sin(0.3*x[i] + float64(k))
		}
	}
	m.Splines[7] = spline.NewTable(x, nil, y[:1], false)
	m.Splines[8] = spline.NewTable(x, []float64{-20, 0.01, 30}, y[:], false)
}

// splined compiles an expression and binds its splines.
func (m *model) splined(t *testing.T, format string, args ...any) *expr.Program {
	t.Helper()
	p := compiled(t, fmt.Sprintf(format, args...))
	for i, c := range p.Externals {
		f, err := m.ResolveSpline(c.Name, c.Args)
		if err != nil {
			t.Fatal(err)
		}
		p.BindExternal(i, f)
	}
	return p
}

// TestMatrixOfSplines: forces along splines and constraints by them: exact.
// In constraints the third derivative must not jump where it is differenced.
func TestMatrixOfSplines(t *testing.T) {
	for seed := range uint64(6) {
		m := newModel(900 + seed)
		m.withSplines()
		i, j := m.marker(m.body(Rigid)), m.marker(m.body(Rigid))
		for n, law := range []string{
			"AKISPL(DM(%[1]d,%[2]d),0,7)", "CUBSPL(DX(%[1]d,%[2]d)+TIME,0,7,1)*VR(%[1]d,%[2]d)",
			"QUISPL(DX(%[1]d),DY(%[2]d),8)", "FITSPL(VZ(%[1]d),DZ(%[2]d),8)+LINSPL(DY(%[1]d),0,7)",
		} {
			p := m.splined(t, law, i, j)
			f := Output{Law: m.AddLaw(ExpressionLaw("law", p))}
			m.AddForce(Force{Element: "Force_Vector_TwoBody", ID: n, I: m.at(i), J: m.at(j), Ref: m.at(j),
				Comp: [6]Output{f, None, None, None, f, None}}, "VFORCE")
		}
		g, err := m.NewExpressionConstraintRow("Constraint_General", 1, m.splined(t, "QUISPL(DX(%d,%d),0,7)-DY(%[1]d)-QUISPL(TIME,0,7)", i, j), NoMarker)
		if err != nil {
			t.Fatal(err)
		}
		m.AddRows(g)
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "splines", s, m.anywhere(s), c, 1e-7)
		}
		r, p, q := integrate.NewResidual(s.layout), m.anywhere(s), m.anywhere(s)
		if n := testing.AllocsPerRun(20, func() { _ = s.EvaluateResidual(r, p); _ = s.EvaluateResidual(r, q) }); n != 0 {
			t.Errorf("%g allocations", n)
		}
	}
}

// A routine gets the value in one number, and what it cannot have sets the flag and is
// said once.
func TestSplineService(t *testing.T) {
	ask := func(id, order int32, x float64) func(*usersub.UtilityCall) {
		return func(c *usersub.UtilityCall) {
			c.SetRealOutput(0, x)
			c.SetRealOutput(1, math.Inf(1)) // a curve does not look at z
			c.SetIntOutput(2, id)
			c.SetIntOutput(3, order)
		}
	}
	said := serve(t, func(m *model, _ *Session) { m.withSplines() },
		func(_ *usersub.Frame, call func(string, func(*usersub.UtilityCall)) *usersub.UtilityCall) error {
			for order, want := range [3]float64{math.Sin(0.3), 0.3 * math.Cos(0.3), -0.09 * math.Sin(0.3)} {
				u := call("QUISPL", ask(7, int32(order), 1))
				// Sixth order in intervals of 0.15 rad, with the ends twenty of them away.
				if len(u.Arg[4].Real) != 1 || math.Abs(u.Arg[4].Real[0]-want) > 1e-6 || u.Arg[5].Int[0] != 0 {
					t.Errorf("order %d: %v, want %g", order, u.Arg[4:], want)
				}
			}
			for _, q := range [][2]int32{{7, 4}, {8, 1}, {9, 0}} {
				if u := call("AKISPL", ask(q[0], q[1], 1)); u.Arg[5].Int[0] == 0 || u.Arg[4].Real[0] != 0 {
					t.Errorf("spline %d, order %d: %v", q[0], q[1], u.Arg[4:])
				}
			}
			return nil
		})
	if len(said) != 3 || !strings.Contains(said[2], "AKISPL of spline 9: there is no Reference_Spline 9") {
		t.Errorf("%q", said)
	}
}
