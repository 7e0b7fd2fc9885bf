package system

import (
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// closeLoops adds joints and other rows that hold at the start, between any bodies, as long as more than two motions are free.
func (m *model) closeLoops(t testing.TB) {
	kinds := append(append([]string{}, jointNames...), rarerJoints...)
	for range 1 + m.r.IntN(4) {
		a := BodyIdx(1 + m.r.IntN(len(m.Bodies)-1))
		b, kind, src := m.other(a), kinds[m.r.IntN(len(kinds))], ""
		free := 6*(len(m.Bodies)-1) - m.nl
		switch m.r.IntN(4) {
		case 0:
			i, j := m.marker(a), m.marker(b)
			p, _ := m.pose(m.at(i))
			q, _ := m.pose(m.at(j))
			src = fmt.Sprintf("DM(%[1]d,%[2]d)-0.2*DZ(%[1]d)-(%.17[3]g)", i, j, p.Sub(q).Norm()-0.2*p.Z)
		case 1:
			src = fmt.Sprintf("VX(%[1]d,%[2]d)-0.4*WZ(%[1]d,%[3]d)*(1+0.1*DM(%[1]d,%[2]d))-0.1*SIN(TIME)", m.marker(a), m.marker(b), m.marker(Ground))
		}
		switch {
		case free <= 2:
		case src != "":
			g, err := m.NewExpressionConstraintRow("Constraint_General", len(m.Rows), compiled(t, src), NoMarker)
			if err != nil {
				t.Fatal(err)
			}
			m.AddRows(g)
		case len(JointKinds[kind].rows)+2 < free:
			m.joint(kind, a, b)
		}
	}
}

// TestTreeLoops: bodies off their joints are brought onto all rows of random models with loops and other rows; accelerations, multipliers and reactions are those of the matrix.
func TestTreeLoops(t *testing.T) {
	first, n := uint64(0), uint64(120)
	if os.Getenv("TRAMMEL_LONG") != "" {
		n = 600
	}
	tried, loops := 0, 0
	for seed := first; seed < first+n; seed++ {
		m := newModel(seed)
		m.Gravity = vec{X: 1, Z: -9.81}
		m.anyTree(2 + m.r.IntN(9))
		if seed%2 == 1 {
			m.driveJoints(t)
		}
		m.closeLoops(t)
		i, j := m.marker(1), m.marker(Ground)
		f := m.law(t, "-20*(DM(%[1]d,%[2]d)-1)-0.3*VR(%[1]d,%[2]d)", i, j)
		m.AddForce(Force{Element: "Force_Scalar", ID: 1, Direction: Line, I: m.at(i), J: m.at(j), Comp: [6]Output{f, None, None, None, None, None}})
		s := m.state(t)
		if _, err := s.DeactivateRedundantRows(s.DeckPoint()); err != nil {
			t.Fatal(err)
		}
		if s.plan.tree == nil || !s.isTreeUsable() || s.plan.tree.loops.rows == 0 {
			continue
		}
		loops++
		p := s.DeckPoint()
		for i := range p.V {
			p.V[i] = m.r.NormFloat64()
		}
		off := make([]float64, m.nv)
		for i := range off {
			off[i] = 1e-5 * m.r.NormFloat64()
		}
		s.MovePositions(p.Q, p.Q, off)
		q := integrate.NewPoint(s.layout)
		q.Copy(p)
		if ok, err := s.SolveRatesDirectly(p, 0, 0, true); err != nil {
			t.Fatal(err)
		} else if !ok {
			continue // rows that nearly depend on each other
		}
		tried++
		for i := range p.Q {
			if d := p.Q[i] - q.Q[i]; d > 0.01 || d < -0.01 {
				t.Errorf("seed %d: position %d moved by %g", seed, i, d)
			}
		}
		r, d := integrate.NewResidual(s.layout), integrate.NewDelta(s.layout)
		s.memo.ok = false
		if err := s.EvaluateResidual(r, p); err != nil {
			t.Fatal(err)
		}
		size := 1 + maxOf(p.A) + maxOf(p.L)
		if maxOf(r.Pos) > 1e-12*size || maxOf(r.Vel) > 1e-12*size || maxOf(r.Acc) > 1e-11*size || maxOf(r.V) > 1e-11*size {
			t.Errorf("seed %d: residuals %g %g %g %g, size %g", seed, maxOf(r.Pos), maxOf(r.Vel), maxOf(r.Acc), maxOf(r.V), size)
		}
		copy(q.Q, p.Q) // by the matrix, in the metric of the masses
		if err := integrate.ProjectVelocities(s, q, 1e-13, integrate.NewLinearSolver(s)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := ratesByMatrix(s, q, r, d); err != nil {
				t.Fatal(err)
			}
		}
		compare := func(what string, a, b []float64) {
			size := 1 + maxOf(b)
			for i := range a {
				if !close(a[i]/size, b[i]/size, 1e-10) {
					t.Errorf("seed %d: %s %d is %g, by the matrix %g", seed, what, i, a[i], b[i])
					return
				}
			}
		}
		compare("speed", p.V, q.V)
		compare("acceleration", p.A, q.A)
		compare("multiplier", p.L, q.L)
		a := integrate.NewPoint(s.layout)
		a.Copy(p)
		for i := range off { // off the rows by so little that squares of it are rounding
			off[i] *= 0.1
			a.V[i] += 1e-6 * m.r.NormFloat64()
		}
		s.MovePositions(a.Q, p.Q, off)
		q.Copy(a)
		if ok, err := s.SolveRatesDirectly(a, math.Inf(1), math.Inf(1), true); !ok || err != nil {
			t.Fatalf("seed %d: %v, %v", seed, ok, err)
		}
		for range 2 {
			if err := ratesByMatrix(s, q, r, d); err != nil {
				t.Fatal(err)
			}
		}
		compare("acceleration off the rows", a.A, q.A)
		compare("multiplier off the rows", a.L, q.L)
		a.Copy(p)
		if n := testing.AllocsPerRun(3, func() { s.SolveRatesDirectly(a, 0, 0, true) }); n != 0 {
			t.Errorf("seed %d: %g allocations", seed, n)
		}
		compare("position of a point on its rows", a.Q, p.Q)
		b := integrate.NewPoint(s.layout)
		b.Copy(a)
		s.SolveRatesDirectly(a, 1e-10, 1e-10, true)
		s.SolveRatesDirectly(b, 1e-10, 1e-10, true)
		for i := range a.A {
			if a.A[i] != b.A[i] {
				t.Errorf("seed %d: acceleration %d is %g and then %g", seed, i, a.A[i], b.A[i])
			}
		}
	}
	t.Logf("%d models with loops, %d solved by the tree", loops, tried)
	if tried < int(n)/2 {
		t.Errorf("only %d of %d models", tried, n)
	}
}
