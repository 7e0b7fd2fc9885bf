package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// flexLink is a beam of 1 m along x in the frame of its left end, of 41 points, with n modes: displacements x² P_k(2x-1) in y and in z by turns, P_k being
// Legendre's polynomials.
func flexLink(id, n int) (FlexBody, [2]FlexNodeShape) {
	const (
		points    = 41
		mass      = 1.0
		stiffness = 50.0 // bending, N m²
	)
	f := FlexBody{ID: id, First: 7, Mass: mass, Size: make([]float64, n), S: make([]vec, n), C0: make([]vec, n), C1: make([][]vec, n),
		M: make([]float64, n*n), K: make([]float64, n*n), D: make([]float64, n*n), J1: make([]mat, n), J2: make([]mat, n*n)}
	shape := func(j int, x float64) (v, slope, curve vec) {
		value := func(x float64) float64 {
			t, a, b := 2*x-1, 1.0, 0.0
			for k := range j / 2 {
				a, b = (float64(2*k+1)*t*a-float64(k)*b)/float64(k+1), a
			}
			return x * x * a
		}
		const h = 1e-4
		lo, at, hi := value(x-h), value(x), value(x+h)
		if j%2 == 0 {
			return vec{Y: at}, vec{Z: (hi - lo) / (2 * h)}, vec{Y: (hi - 2*at + lo) / (h * h)}
		}
		return vec{Z: at}, vec{Y: -(hi - lo) / (2 * h)}, vec{Z: (hi - 2*at + lo) / (h * h)}
	}
	for j := range n {
		f.Size[j], f.C1[j] = 1, make([]vec, n)
	}
	for p := range points {
		x := (float64(p) + 0.5) / points
		m, c := mass/points, vec{X: x}
		f.S0 = f.S0.AddScaled(m, c)
		tt := spatial.TildeProduct(c, c)
		addScaledMat(&f.J0, -m, &tt)
		addScaledMat(&f.J0, 1e-4*m, &spatial.Identity)
		for j := range n {
			a, _, ca := shape(j, x)
			f.S[j], f.C0[j] = f.S[j].AddScaled(m, a), f.C0[j].AddScaled(m, c.Cross(a))
			one := spatial.TildeProduct(c, a)
			addScaledMat(&f.J1[j], -m, &one)
			for k := range n {
				b, _, cb := shape(k, x)
				f.C1[j][k] = f.C1[j][k].AddScaled(m, a.Cross(b))
				f.M[j*n+k] += m * a.Dot(b)
				f.K[j*n+k] += stiffness / points * ca.Dot(cb)
				f.D[j*n+k] = 1e-3 * f.K[j*n+k]
				two := spatial.TildeProduct(a, b)
				addScaledMat(&f.J2[j*n+k], -m, &two)
			}
		}
	}
	ends := [2]FlexNodeShape{{ID: 1}, {ID: 2, Pos: vec{X: 1}}}
	for i := range ends {
		for j := range n {
			v, slope, _ := shape(j, ends[i].Pos.X)
			ends[i].Phi, ends[i].Psi = append(ends[i].Phi, v), append(ends[i].Psi, slope)
		}
	}
	return f, ends
}

// flexChain is a chain of n flexible links with some modes each, like chain.
func flexChain(n, modes int) *System {
	sys := New()
	sys.Gravity = vec{Z: -9.81}
	sys.Length = float64(n)
	before := Global
	for i := range n {
		f, ends := flexLink(i+1, modes)
		b := sys.AddFlexBody(f, Body{Pos0: vec{X: float64(i)}, Rot0: spatial.Identity}, make([]float64, modes), make([]float64, modes))
		left, right := sys.AddFlexNodeBodyAndRows(b, ends[0]), sys.AddFlexNodeBodyAndRows(b, ends[1])
		r := spatial.RotX(float64(i%3)*math.Pi/3 - math.Pi/2)
		in := sys.AddMarker(Marker{ID: 10 * (i + 1), Body: left, Rot: r})
		base := sys.AddMarker(Marker{ID: 10*(i+1) + 1, Body: sys.Markers[before].Body, Rot: r})
		sys.Joints[i+1] = sys.AddRows(sys.NewJointRows(i+1, JointKinds["REVOLUTE"], in, base))
		before = sys.AddMarker(Marker{ID: 10*(i+1) + 2, Body: right, Rot: spatial.Identity})
	}
	return sys
}

// beginFlexChain returns a method in the middle of a run of a chain.
func beginFlexChain(tb testing.TB, name string, n, modes int, opt integrate.Options) integrate.Method {
	s, p, w := started(tb, flexChain(n, modes))
	m, err := integrate.New(name)
	if err != nil {
		tb.Fatal(err)
	}
	opt.Work = w
	if err := m.Init(s, p, &opt); err != nil {
		tb.Fatal(err)
	}
	for range 30 {
		if err := m.Step(math.Inf(1)); err != nil {
			tb.Fatal(name, err)
		}
	}
	return m
}

// TestFlexibleStepAllocates nothing: neither methods of all families, nor the evaluations with geometric stiffening and varying damping.
func TestFlexibleStepAllocates(t *testing.T) {
	for _, c := range []struct {
		name string
		opt  integrate.Options
	}{
		{"DSTIFF", integrate.Options{Tol: 1e-4, Index: 3, HMax: 1e-2}},
		{"HHT", integrate.Options{Tol: 1e-5, FixedStep: 1e-3, HMax: 1e-3}},
		{"RADAU", integrate.Options{Tol: 1e-4, HMax: 1e-2}},
		{"DOP853", integrate.Options{Tol: 1e-4, HMax: 1e-2}},
	} {
		m := beginFlexChain(t, c.name, 2, 4, c.opt)
		if a := testing.AllocsPerRun(20, func() {
			if err := m.Step(math.Inf(1)); err != nil {
				t.Fatal(c.name, err)
			}
		}); a != 0 {
			t.Errorf("%s: %g allocations in a step", c.name, a)
		}
	}
	m := newModel(7400)
	m.addRandomFlex(5)
	s := m.state(t)
	p := m.anywhere(s)
	r := integrate.NewResidual(s.layout)
	if err := s.Factor(p, integrate.Coef{V: 1e-3, Q: 1e-6, X: 1e-3}, true); err != nil {
		t.Fatal(err)
	}
	q := s.DeckPoint()
	if a := testing.AllocsPerRun(20, func() {
		_ = s.EvaluateResidual(r, p)
		_ = s.Factor(p, integrate.Coef{V: 1e-3, Q: 1e-6, X: 1e-3}, false)
		_ = s.EvaluateResidual(r, q)
		s.Energy()
	}); a != 0 {
		t.Errorf("%g allocations in evaluations", a)
	}
}

// BenchmarkFlexChain takes fixed steps of 1 ms of chains of flexible links.
func BenchmarkFlexChain(b *testing.B) {
	for _, c := range [][2]int{{1, 20}, {10, 5}, {10, 10}, {10, 20}, {10, 40}, {20, 20}} {
		b.Run(fmt.Sprintf("%dx%d", c[0], c[1]), func(b *testing.B) {
			m := beginFlexChain(b, "HHT", c[0], c[1], integrate.Options{Tol: 1e-5, FixedStep: 1e-3, HMax: 1e-3})
			before := *m.Stats()
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Step(math.Inf(1)); err != nil {
					b.Fatal(err)
				}
			}
			st := m.Stats()
			steps := float64(st.Steps - before.Steps)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c[0]), "ns/link")
			b.ReportMetric(float64(st.Evaluations-before.Evaluations)/steps, "eval/step")
			b.ReportMetric(float64(st.Factorizations-before.Factorizations)/steps, "factor/step")
		})
	}
}
