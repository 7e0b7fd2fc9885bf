package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// programSub is the routine that computes an expression.
func programSub(p *expr.Program) sub {
	w := p.NewWork()
	return valueOf(func(t float64, ask func(string, ...int) float64) float64 {
		v := make([]float64, len(p.Measures))
		for k, c := range p.Measures {
			v[k] = ask(c.Name, c.Args...)
		}
		return p.Eval(w, t, 4, v)
	})
}

// A constraint by a routine has the residuals at all levels of the expression
// that it computes, at random poses, and the same iteration matrix.
func TestRoutineRows(t *testing.T) {
	for seed := range uint64(10) {
		m := newModel(900 + seed)
		for range 3 {
			m.body(Rigid)
		}
		i, j, k := m.marker(1), m.marker(2), m.marker(3)
		var rows [2][]int
		for n, src := range []string{
			"DX(%[1]d,%[2]d)**2*SIN(TIME)-DM(%[2]d,%[3]d)",
			"AX(%[1]d,%[2]d)+YAW(%[1]d)*THETA(%[2]d,%[1]d)-COS(PSI(%[1]d,%[2]d)-PHI(%[1]d,%[2]d))",
			"SQRT(DX(%[1]d)**2+DY(%[1]d)**2+DZ(%[1]d)**2)-EXP(-TIME)",
			"VX(%[1]d,%[3]d,%[2]d)-TIME*WZ(%[1]d,%[2]d,%[2]d)*DX(%[3]d)",
		} {
			p := compiled(t, fmt.Sprintf(src, i, j, k))
			g, err := m.NewExpressionConstraintRow("Constraint_General", n, p, m.at(i))
			if err != nil {
				t.Fatal(err)
			}
			rows[0] = append(rows[0], m.AddRows(g))
			rows[1] = append(rows[1], m.AddRows(m.NewRoutineConstraintRow(routineOf(programSub(p), usersub.GCOSUB, 10+n), m.at(i), NoMarker)))
		}
		s := m.state(t)
		p := m.anywhere(s)
		r := evaluated(t, s, p)
		for n, a := range rows[0] {
			a, b := m.Rows[a].rowOwner(), m.Rows[rows[1][n]].rowOwner()
			for level, v := range map[string][]float64{"position": r.Pos, "velocity": r.Vel, "acceleration": r.Acc} {
				if x, y := v[a.At], v[b.At]; !close(x, y, 1e-8) {
					t.Errorf("seed %d row %d %s: expression %.12g, routine %.12g", seed, n, level, x, y)
				}
			}
			p.L[b.At] = p.L[a.At]
		}
		c := integrate.Coef{V: 0.7, Q: 0.4}
		cols := matrixAt(t, s, p, c)
		for col := range p.V { // each with its own multipliers: they are equal
			for n := range rows[0] {
				a, b := m.Rows[rows[0][n]].rowOwner(), m.Rows[rows[1][n]].rowOwner()
				if x, y := cols[col][len(p.V)+a.At], cols[col][len(p.V)+b.At]; !close(x, y, 1e-8) {
					t.Errorf("seed %d row %d column %d: %g, %g", seed, n, col, x, y)
				}
			}
		}
	}
}

// The iteration matrix of constraints by routines is that of differences.
func TestMatrixOfRoutineRows(t *testing.T) {
	for seed := range uint64(4) {
		m := newModel(950 + seed)
		for range 3 {
			m.body(Rigid)
		}
		i, j, k := m.marker(1), m.marker(2), m.marker(3)
		for n, src := range []string{
			"DX(%[1]d,%[2]d)**2*SIN(TIME)-DM(%[2]d,%[3]d)",
			"SQRT(DX(%[1]d)**2+DY(%[1]d)**2+DZ(%[1]d)**2)-EXP(-TIME)*DZ(%[2]d,%[3]d)",
		} {
			p := compiled(t, fmt.Sprintf(src, i, j, k))
			m.AddRows(m.NewRoutineConstraintRow(routineOf(programSub(p), usersub.GCOSUB, n), m.at(i), NoMarker))
		}
		s := m.state(t)
		compareMatrix(t, "routines", s, m.anywhere(s), integrate.Coef{V: 0.7, Q: 0.4}, 1e-5)
	}
}

// An evaluation of a constraint by a routine allocates nothing.
func TestRoutineRowAllocates(t *testing.T) {
	m := bead(1)
	g := &counter{frame: func(f *usersub.Frame) { v := f.Value; f.Reals(6)[0] = math.Hypot(v[0], v[1]) - f.Time() }}
	m.AddRows(m.NewRoutineConstraintRow(routineOf(g, usersub.GCOSUB, 1), NoMarker, NoMarker))
	s := m.state(t)
	p, r := s.DeckPoint(), integrate.NewResidual(s.layout)
	evaluate := func() {
		p.Q[0] += 1e-9
		if err := s.EvaluateResidual(r, p); err != nil {
			t.Fatal(err)
		}
	}
	evaluate()
	if n := testing.AllocsPerRun(50, evaluate); n > 0 {
		t.Errorf("%g allocations in an evaluation", n)
	}
}

// counter asks for DX and DY of marker 1 in its set-up call and finds the
// answers in the frame later.
type counter struct{ frame func(f *usersub.Frame) }

func (c *counter) Call(f *usersub.Frame, st usersub.State) error {
	if f.IsSetup() {
		d := usersub.QueryCache{Frame: f, State: st}
		d.SysFnc("DX", []int32{1})
		d.SysFnc("DY", []int32{1})
		return nil
	}
	c.frame(f)
	return nil
}
