package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// chain is the open chain of n equal rods that other engines are measured with:
// length 0.2, mass 0.2, radius 0.01, at rest along x, joint axis i turned by
// (i mod 3)·60° about x from y, gravity 9.81 along -z.
func chain(n int) *System {
	const l, m = 0.2, 0.2
	sys := New()
	sys.Gravity = vec{Z: -9.81}
	sys.Length = l * float64(n)
	across := m*l*l/12 + 0.25*m*1e-4
	before := Global
	for i := range n {
		b := sys.AddBody(Body{ID: i + 1, Mass: m, Pos0: vec{X: l * (float64(i) + 0.5)}, Rot0: spatial.Identity,
			Inertia: mat{A: vec{X: 0.5 * m * 1e-4}, B: vec{Y: across}, C: vec{Z: across}}})
		// z of the joint along the hinge axis
		r := spatial.RotX(float64(i%3)*math.Pi/3 - math.Pi/2)
		in := sys.AddMarker(Marker{ID: 10 * (i + 1), Body: b, Pos: vec{X: -l / 2}, Rot: r})
		base := sys.AddMarker(Marker{ID: 10*(i+1) + 1, Body: sys.Markers[before].Body, Pos: sys.Markers[before].Pos, Rot: r})
		sys.Joints[i+1] = sys.AddRows(sys.NewJointRows(i+1, JointKinds["REVOLUTE"], in, base))
		before = sys.AddMarker(Marker{ID: 10*(i+1) + 2, Body: b, Pos: vec{X: l / 2}, Rot: spatial.Identity})
	}
	return sys
}

func started(tb testing.TB, sys *System) (*State, *integrate.Point, *integrate.LinearSolver) {
	s, err := sys.NewState()
	if err != nil {
		tb.Fatal(err)
	}
	p := s.DeckPoint()
	if _, err := s.Assemble(p, 1e-10); err != nil {
		tb.Fatal(err)
	}
	w := integrate.NewLinearSolver(s)
	if err := integrate.SolveAccelerations(s, p, w); err != nil {
		tb.Fatal(err)
	}
	return s, p, w
}

func BenchmarkChainRHS(b *testing.B) {
	for _, n := range []int{1, 10, 100, 300, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, p, w := started(b, chain(n))
			b.ReportAllocs()
			for b.Loop() {
				if err := integrate.SolveAccelerations(s, p, w); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/link")
		})
	}
}

// BenchmarkChainRates has a new point in each call, so that poses, forces and accelerations are computed.
func BenchmarkChainRates(b *testing.B) {
	for _, n := range []int{1, 10, 100, 400, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, p, _ := started(b, chain(n))
			b.ReportAllocs()
			for b.Loop() {
				p.V[0] += 1e-9
				if ok, err := s.SolveRatesDirectly(p, math.Inf(1), math.Inf(1), false); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/link")
		})
	}
}

func BenchmarkChainHHT(b *testing.B) {
	for _, n := range []int{1, 10, 100, 300, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, p, _ := started(b, chain(n))
			m, _ := integrate.New("HHT")
			if err := m.Init(s, p, &integrate.Options{Tol: 1e-6, FixedStep: 1e-3, HMax: 1e-3}); err != nil {
				b.Fatal(err)
			}
			for range 50 {
				if err := m.Step(math.Inf(1)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Step(math.Inf(1)); err != nil {
					b.Fatal(err)
				}
			}
			st := m.Stats()
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/link")
			b.ReportMetric(float64(st.Evaluations)/float64(st.Steps), "eval/step")
			b.ReportMetric(float64(st.Factorizations)/float64(st.Steps), "factor/step")
		})
	}
}

// TestChainTip compares the tip after 1 s with the converged one.
func TestChainTip(t *testing.T) {
	for n, want := range map[int]vec{
		1:  {X: 0.15855955, Z: -0.12189696},
		10: {X: -1.757345883, Y: 0.005170487, Z: -0.933738071},
		// after 1 s only the first links have turned: the tip falls freely
		100: {X: 18.21905148, Z: -4.905},
	} {
		s, p, _ := started(t, chain(n))
		m, _ := integrate.New("HHT")
		if err := m.Init(s, p, &integrate.Options{Tol: 1e-6, FixedStep: 1e-3, HMax: 1e-3}); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if err := m.Step(1); err != nil {
				t.Fatal(err)
			}
		}
		s.computePosesAndMotions(m.Now())
		tip := MarkerIdx(len(s.kin.marker) - 1)
		s.kin.setMarkerPose(tip)
		got := s.kin.marker[tip].P
		t.Logf("n=%d t=%g tip %v, error %.3g", n, m.Now().T, got, got.Sub(want).Norm())
		if got.Sub(want).Norm() > 1e-4 { // a second-order method at 1 ms
			t.Errorf("tip %v, want %v", got, want)
		}
	}
}

// BenchmarkChainParts measures the parts of a step apart, for 100 links.
func BenchmarkChainParts(b *testing.B) {
	s, p, _ := started(b, chain(100))
	r, d := integrate.NewResidual(s.layout), integrate.NewDelta(s.layout)
	c := integrate.Coef{V: 5e-4, Q: 2.5e-7}
	dq := make([]float64, s.sys.nv)
	for name, f := range map[string]func(){
		"Evaluate":  func() { s.memo.ok = false; _ = s.EvaluateResidual(r, p) },
		"place":     func() { s.computePosesAndMotions(p) },
		"rows":      func() { _ = s.rows.computeRows() },
		"dynamics":  func() { s.setDynamicResidual(r.V) },
		"residuals": func() { s.setRowResiduals(r) },
		"assemble":  func() { s.jac.coef = c; s.jac.assembleMatrix() },
		"Factor":    func() { _ = s.Factor(p, c, true) },
		"Solve":     func() { s.Solve(d) },
		"Move":      func() { s.MovePositions(p.Q, p.Q, dq) },
	} {
		b.Run(name, func(b *testing.B) {
			_ = s.EvaluateResidual(r, p)
			_ = s.Factor(p, c, true)
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/link")
		})
	}
}
