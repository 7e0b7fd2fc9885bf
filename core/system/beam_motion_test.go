package system

import (
	"errors"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// beams is n free bodies in a row, moving and turning, with beams between their centres that are straight and of their own length at the start.
func beams(seed uint64, n int, bow bool, damping float64) (*model, []*Beam) {
	m := newModel(seed)
	var list []*Beam
	start := spatial.QuatFromRotationVector(randomVec(m.r)).Mat()
	for k := range n {
		b := m.body(Rigid)
		m.Bodies[b].Pos0, m.Bodies[b].Rot0 = start.Mul(vec{X: float64(k)}), spatial.Identity
		m.markerAt(b, Marker{Rot: start})
		if k == 0 {
			continue
		}
		beam := randomBeam(m.r, bow, damping)
		beam.I, beam.J, beam.Length, beam.Force, beam.Torque = k+1, k, 1, vec{}, vec{}
		list = append(list, beam)
		l := m.AddLaw(beam.ForceLawSpec())
		f := Force{Element: "Force_Beam", ID: k, Direction: Axes, I: m.at(k + 1), J: m.at(k), Ref: m.at(k)}
		for c := range f.Comp {
			f.Comp[c] = Output{Law: l, Out: c}
		}
		m.AddForce(f, "BEAM")
	}
	return m, list
}

// beamEnergy is that of the beams, from the poses of the bodies.
func beamEnergy(s *State, list []*Beam) (u float64) {
	for _, b := range list {
		i, _ := s.sys.Marker(b.I)
		j, _ := s.sys.Marker(b.J)
		mi, mj := &s.kin.marker[i], &s.kin.marker[j]
		t := mj.R.T()
		rel := t.MulMat(&mi.R)
		u += b.energy(relativePose{r: mj.R.MulTransposed(mi.P.Sub(mj.P)), q: spatial.QuatFromMat(&rel)})
	}
	return u
}

// TestMatrixOfBeams: the iteration matrix is exact.
func TestMatrixOfBeams(t *testing.T) {
	for seed := range uint64(4) {
		m, _ := beams(700+seed, 2, seed%2 == 0, 0.3)
		s := m.state(t)
		r := integrate.NewResidual(s.layout)
		for _, c := range coefs {
			p := m.anywhere(s)
			for s.EvaluateResidual(r, p) != nil { // turned too far
				p = m.anywhere(s)
			}
			compareMatrix(t, "beams", s, p, c, 1e-6)
		}
	}
}

// TestBeamConservation: free bodies with beams keep momentum, angular momentum and, without damping, the sum of kinetic energy and that of the beams,
// while the beams bend and twist far. With damping the energy falls and the momenta are kept.
func TestBeamConservation(t *testing.T) {
	for n := range 4 {
		bow, damping := n%2 == 0, []float64{0, 0.05}[n/2]
		m, list := beams(710, 3, bow, damping)
		s, p, _ := started(t, m.System)
		energy := func(q *integrate.Point) (kinetic, elastic float64) {
			if err := s.EvaluateWithoutResults(q); err != nil {
				t.Fatal(err)
			}
			kinetic, _ = s.Energy()
			return kinetic, beamEnergy(s, list)
		}
		k0, u0 := energy(p)
		last, bent := k0+u0, 0.0
		lin0, ang0 := momenta(s, p)
		q := advance(t, s, p, "ABAM", 1e-10, 5, func(q *integrate.Point) {
			k, u := energy(q)
			bent = math.Max(bent, u/(k0+u0))
			if damping == 0 && math.Abs(k+u-k0-u0) > 1e-7*(k0+u0) || damping > 0 && k+u > last*(1+1e-9) {
				t.Fatalf("bow %v: at %g the energy is %.12g, was %.12g", bow, q.T, k+u, last)
			}
			last = k + u
		})
		if bent < 0.1 || damping > 0 && last > 0.95*(k0+u0) {
			t.Errorf("bow %v: the beams take %g of the energy only, %g of %g is left", bow, bent, last, k0+u0)
		}
		lin, ang := momenta(s, q)
		if d, a := lin.Sub(lin0).Norm(), ang.Sub(ang0).Norm(); d > 1e-9 || a > 1e-7 {
			t.Errorf("bow %v: the momenta change by %g and %g", bow, d, a)
		}
	}
}

// TestBeamAllocations: evaluations, partials and steps with beams allocate nothing.
func TestBeamAllocations(t *testing.T) {
	m, _ := beams(720, 3, true, 0.1)
	for _, method := range []string{"DSTIFF", "ABAM"} {
		s, p, _ := started(t, m.System)
		in, _ := integrate.New(method)
		if err := in.Init(s, p, &integrate.Options{Tol: 1e-5, HMax: 0.01}); err != nil {
			t.Fatal(err)
		}
		for range 30 {
			if err := in.Step(math.Inf(1)); err != nil {
				t.Fatal(err)
			}
		}
		c := integrate.Coef{V: 1e-3, Q: 1e-6}
		for name, f := range map[string]func() error{
			"a step":          func() error { return in.Step(math.Inf(1)) },
			"a factorization": func() error { return s.Factor(p, c, true) },
			"a report":        func() error { return s.EvaluateForResults(p) },
		} {
			var failed error
			if n := testing.AllocsPerRun(50, func() { failed = errors.Join(failed, f()) }); n != 0 || failed != nil {
				t.Errorf("%s: %g allocations in %s, %v", method, n, name, failed)
			}
		}
	}
}
