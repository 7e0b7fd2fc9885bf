package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// matrixAt returns the iteration matrix at p as the solver gets it, by columns:
// its product with each unit vector, in the order A, L, XDot, Y.
func matrixAt(t *testing.T, s *State, p *integrate.Point, c integrate.Coef) [][]float64 {
	t.Helper()
	s.jac.coef = c
	if err := s.computeForces(p); err != nil {
		t.Fatal(err)
	}
	if err := s.linearizeLaws(); err != nil {
		t.Fatal(err)
	}
	s.jac.assembleMatrix()
	n := len(p.A) + len(p.L) + len(p.X) + len(p.Y)
	cols := make([][]float64, n)
	x := make([]float64, n)
	for k := range cols {
		cols[k] = make([]float64, n)
		x[k] = 1
		s.plan.matrix.MulVec(cols[k], x)
		x[k] = 0
	}
	return cols
}

// stepped returns p moved along unknown k of the linear system by h.
func stepped(s *State, p *integrate.Point, c integrate.Coef, k int, h float64) *integrate.Point {
	n := integrate.NewPoint(s.layout)
	n.Copy(p)
	switch nv, nl, nx := len(p.A), len(p.L), len(p.X); {
	case k < nv:
		n.A[k] += h
		n.V[k] += c.V * h
		n = posed(s, n, k, c.Q*h)
	case k < nv+nl:
		n.L[k-nv] += h
	case k < nv+nl+nx:
		n.XDot[k-nv-nl] += h
		n.X[k-nv-nl] += c.X * h
	default:
		n.Y[k-nv-nl-nx] += h
	}
	return n
}

// differenced differences the residuals along unknown k: force equations, states
// and algebraic unknowns; constraint rows at the acceleration level, with the
// speeds and the pose kept (the matrix has plain G).
func differenced(t *testing.T, s *State, p *integrate.Point, c integrate.Coef, k int) []float64 {
	r := integrate.NewResidual(s.layout)
	nv, nl := len(p.A), len(p.L)
	at := func(h float64, c integrate.Coef) []float64 {
		if err := s.EvaluateResidual(r, stepped(s, p, c, k, h)); err != nil {
			t.Fatal(err)
		}
		v := append(append([]float64{}, r.V...), r.Acc...)
		return append(append(v, r.X...), r.Y...)
	}
	out := make([]float64, nv+nl+len(p.X)+len(p.Y))
	for i := range out {
		use := c
		if i >= nv && i < nv+nl {
			use = integrate.Coef{}
		}
		out[i] = richardson(func(h float64) float64 { return at(h, use)[i] }, 1e-3)
	}
	return out
}

func compareMatrix(t *testing.T, name string, s *State, p *integrate.Point, c integrate.Coef, tol float64) {
	t.Helper()
	cols := matrixAt(t, s, p, c)
	scale := 1.0
	for _, col := range cols {
		for _, v := range col {
			scale = math.Max(scale, math.Abs(v))
		}
	}
	bad := 0
	for k := range cols {
		d := differenced(t, s, p, c, k)
		for i := range d {
			if math.Abs(d[i]-cols[k][i]) > tol*scale {
				if bad++; bad < 8 {
					t.Errorf("%s: row %d column %d is %.10g, difference %.10g", name, i, k, cols[k][i], d[i])
				}
			}
		}
	}
}

var coefs = []integrate.Coef{{}, {V: 0.7, Q: 0.4, X: 0.9}, {V: 1e-2, Q: 5e-5, X: 1e-2}}

// TestMatrixOfJoints: bodies, joints and their multipliers: the matrix is exact.
func TestMatrixOfJoints(t *testing.T) {
	for seed := range uint64(6) {
		m := newModel(300 + seed)
		m.Gravity = randomVec(m.r)
		m.tree(4)
		m.joint("SPHERICAL", 1, 2)
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "joints", s, m.anywhere(s), c, 1e-8)
		}
	}
}

// TestMatrixOfForces: forces, springs, states, variables and algebraic unknowns
// of displacement and velocity measures and of states: exact.
func TestMatrixOfForces(t *testing.T) {
	for seed := range uint64(6) {
		m := newModel(400 + seed)
		for range 3 {
			m.body(Rigid)
		}
		m.body(PointMass)
		m.elements(t)
		m.Penalties = nil
		// The reported force of another element is in the law of force 9 by
		// value: its own direction's change is left out.
		m.Forces[len(m.Forces)-1].Comp[0], m.Forces[len(m.Forces)-1].Comp[1] = None, None
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "forces", s, m.anywhere(s), c, 1e-7)
		}
	}
}

// TestMatrixOfPenalties and of general constraints and motions: exact, except that
// g' of a penalty does not depend on the pose (no damping here) and that its
// function has no second partials (linear in the measures here).
func TestMatrixOfPenalties(t *testing.T) {
	for seed := range uint64(8) {
		m := newModel(700 + seed)
		for range 3 {
			m.body(Rigid)
		}
		m.body(PointMass)
		i, j, k := m.marker(1), m.marker(BodyIdx(2*m.r.IntN(2))), m.marker(BodyIdx(3+m.r.IntN(2)))
		for n, src := range []string{
			"DX(%[1]d,%[2]d,%[3]d)*DY(%[1]d)-SIN(TIME)*DM(%[2]d,%[3]d)**2",
			"DZ(%[1]d,%[2]d,%[2]d)+AX(%[3]d,%[1]d)+0.1*AY(%[1]d,%[2]d)*AZ(%[2]d)",
			"INCANG(%[1]d,%[2]d,%[3]d)**2+INCANG(%[3]d,%[1]d,%[2]d)*TIME",
			"PSI(%[1]d,%[3]d)*PHI(%[1]d,%[3]d)+THETA(%[1]d,%[2]d)*TIME",
			"YAW(%[1]d,%[2]d)+PITCH(%[1]d,%[3]d)**2*ROLL(%[1]d)",
			"ORIENT(27,2,%[1]d,%[2]d)**2+ORIENT(27,1,%[1]d,0)*ORIENT(27,3,%[1]d,%[2]d)",
		} {
			p := compiled(t, fmt.Sprintf(src, i, j, k))
			g, err := m.NewExpressionConstraintRow("Constraint_General", n, p, NoMarker)
			if err != nil {
				t.Fatal(err)
			}
			m.AddRows(g)
		}
		for n, src := range []string{
			"DX(%[1]d,%[2]d,%[3]d)-2*DM(%[2]d,%[3]d)*TIME",
			"DZ(%[1]d,%[2]d,%[2]d)+AX(%[3]d,%[1]d)+0.1*AY(%[1]d,%[2]d)-AZ(%[2]d)",
			"PSI(%[1]d,%[3]d)-PHI(%[1]d,%[3]d)+THETA(%[1]d,%[2]d)*TIME",
			"YAW(%[1]d,%[2]d)+PITCH(%[1]d,%[3]d)-ROLL(%[1]d)",
			"2*INCANG(%[1]d,%[2]d,%[3]d)-DX(%[1]d)",
			"ORIENT(27,1,%[1]d,%[2]d)-2*ORIENT(27,3,%[3]d,%[1]d)+ORIENT(27,4,%[1]d,0)",
		} {
			g := m.law(t, src, i, j, k)
			m.Penalties = append(m.Penalties, Penalty{ID: n, G: g.Law, P: 3, Unilateral: n%2 == 1, Smoothing: 2})
		}
		for n, c := range []Call{{"AZ", []int{i, j}}, {"DZ", []int{i, j, j}}} {
			r, err := m.NewExpressionMotionRow(n, c, compiled(t, "TIME"), integrate.Position, m.at(i), m.at(j))
			if err != nil {
				t.Fatal(err)
			}
			m.AddRows(r)
		}
		s := m.state(t)
		for _, c := range coefs {
			compareMatrix(t, "penalties", s, m.anywhere(s), c, 1e-7)
		}
	}
}

// TestMatrixAtRest: in searches for rest the second partials of a penalty's function are there too, through variables
// as well.
func TestMatrixAtRest(t *testing.T) {
	for seed := range uint64(6) {
		m := newModel(730 + seed)
		m.body(Rigid)
		m.body(PointMass)
		i, j, k := m.marker(1), m.marker(Ground), m.marker(2)
		for n, src := range []string{
			"DX(%[1]d,%[2]d,%[3]d)*DY(%[1]d)-SIN(TIME)*DM(%[2]d,%[3]d)**2",
			"COSH(DZ(%[1]d,%[2]d,%[2]d))*AX(%[3]d,%[1]d)+0.1*AY(%[1]d,%[2]d)*AZ(%[1]d)",
			"EXP(YAW(%[1]d,%[2]d)*PITCH(%[1]d,%[3]d))+DM(%[1]d,%[2]d)**3",
		} {
			g := m.law(t, src, i, j, k)
			m.Penalties = append(m.Penalties, Penalty{ID: n, G: g.Law, P: 3, Unilateral: n%2 == 1, Smoothing: 2})
		}
		s := m.state(t)
		s.Mode = Static
		for _, c := range coefs {
			compareMatrix(t, "penalties at rest", s, m.anywhere(s), c, 2e-6)
		}
	}
}
