package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// TestVelocities: without inequalities the problem of a step is the linear system of the iteration matrix, states and
// algebraic unknowns included: both solutions are the same.
func TestVelocities(t *testing.T) {
	for seed := range uint64(8) {
		m := newModel(700 + seed)
		m.tree(3)
		m.elements(t)
		s := m.state(t)
		p := m.anywhere(s)
		clear(p.A)
		const h = 1e-2
		c := integrate.Coef{V: h / 2, Q: h * h / 4, X: h / 2}
		pr, err := s.VelocityProblem(p, c, h, 0, nil, true)
		if err != nil {
			t.Fatal(err)
		}
		solver, _ := vi.NewSolver("newton", vi.Options{Tol: 1e-12})
		dv, got := make([]float64, len(p.V)), integrate.NewDelta(s.layout)
		if res, err := solver.Solve(pr, dv); err != nil || res.Status != vi.Converged && res.Residual > 1e-10 {
			t.Fatalf("seed %d: %+v, %v", seed, res, err)
		}
		s.IncrementsFromSpeedChange(got, dv, h)

		r, want := integrate.NewResidual(s.layout), integrate.NewDelta(s.layout)
		q := integrate.NewPoint(s.layout)
		q.Copy(p)
		if err := s.Factor(q, c, true); err != nil {
			t.Fatal(err)
		}
		if err := s.EvaluateResidual(r, q); err != nil {
			t.Fatal(err)
		}
		for i, v := range r.V {
			want.A[i] = -v
		}
		for i, v := range r.X {
			want.XDot[i] = -v
		}
		for i, v := range r.Y {
			want.Y[i] = -v
		}
		for i, v := range r.Vel {
			want.L[i] = -v / h
		}
		s.Solve(want)
		for i := range want.L { // an increment there, the multiplier here
			want.L[i] += p.L[i]
		}
		for name, x := range map[string][2][]float64{"A": {got.A, want.A}, "XDot": {got.XDot, want.XDot}, "Y": {got.Y, want.Y}, "L": {got.L, want.L}} {
			most := 1.0
			for _, v := range x[1] {
				most = math.Max(most, math.Abs(v))
			}
			for i, v := range x[1] {
				if math.Abs(x[0][i]-v) > 1e-7*most {
					t.Errorf("seed %d: %s[%d] = %.10g, want %.10g", seed, name, i, x[0][i], v)
				}
			}
		}
	}
}

// column is n boxes of side 2 on a plane.
func column(t *testing.T, n int) (*State, *integrate.Point) {
	m := newModel(3)
	side := vec{X: 1, Y: 1, Z: 1}
	c := RigidContact{Element: "Force_Contact", ID: 1, I: Global, J: NoMarker, Law: RigidLaw{Mu: 0.5}, Methods: [][]PairMethod{{Surfaces, Surfaces}, {Surfaces, 0}}}
	c.Shapes = append(c.Shapes, RigidShape{Body: Ground, Pose: shape.Pose{R: identity()}, Solid: shape.HalfSpace{}, Side: SideI | SideJ, Class: 1})
	for k := range n {
		b := m.AddBody(Body{ID: k + 1, Kind: Rigid, Mass: 1, Inertia: identity(), Rot0: identity(), Pos0: vec{Z: 1 + 2*float64(k)}})
		c.Shapes = append(c.Shapes, RigidShape{Body: b, Pose: shape.Pose{R: identity()}, Points: shape.NewBoxCorners(side), Solid: shape.Block{H: side}, Side: SideI | SideJ})
	}
	m.Gravity = vec{Z: -9.81}
	m.AddRigidContact(c)
	s, p, _ := started(t, m.System)
	return s, p
}

func identity() mat { return mat{A: vec{X: 1}, B: vec{Y: 1}, C: vec{Z: 1}} }

// TestNSCAllocates: steps of a column at rest, and of joined bodies on springs, allocate nothing; the loads are the weights above.
func TestNSCAllocates(t *testing.T) {
	try := func(name string, s *State, p *integrate.Point) *integrate.Point {
		in, _ := integrate.New("NSC")
		s.BeginNonsmoothAnalysis(p)
		if err := in.Init(s, p, &integrate.Options{FixedStep: 1e-3}); err != nil {
			t.Fatal(name, err)
		}
		step := func() {
			if err := in.Step(in.Now().T + 1); err != nil {
				t.Fatal(name, err)
			}
		}
		for range 30 {
			step()
		}
		if n := testing.AllocsPerRun(50, step); n != 0 {
			t.Errorf("%s: %g allocations in a step", name, n)
		}
		return in.Now()
	}
	s, p := column(t, 5)
	try("column", s, p)
	loads := map[float64]int{}
	for _, c := range s.nonsmooth.acceptedContactLoads() {
		loads[math.Round(4*c.Load[0]/9.81*1e5)/1e5]++
	}
	for k := 1.0; k <= 5; k++ {
		if loads[k] != 4 {
			t.Errorf("%d points bear %g boxes, want 4: %v", loads[k], k, loads)
		}
	}
	s, p, _ = started(t, free(t, 13).System)
	try("chain", s, p)
}
