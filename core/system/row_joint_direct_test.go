package system

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// What a joint gives without gradients is what gradients give, for every type
// and between any two bodies in any motion.
func TestDirectRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	some := func() vec { return vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	turned := func() mat { return spatial.QuatFromRotationVector(some()).Mat() }
	for name, kind := range JointKinds {
		for _, ground := range []bool{false, true} {
			sys := New()
			a := sys.AddBody(Body{ID: 1, Mass: 2, Inertia: spatial.Identity, Pos0: some(), Rot0: turned(), V0: some(), W0: some()})
			b := Ground
			if !ground {
				b = sys.AddBody(Body{ID: 2, Mass: 3, Inertia: spatial.Identity, Pos0: some(), Rot0: turned(), V0: some(), W0: some()})
			}
			i := sys.AddMarker(Marker{ID: 1, Body: a, Pos: some(), Rot: turned()})
			k := sys.AddMarker(Marker{ID: 2, Body: b, Pos: some(), Rot: turned()})
			j := sys.NewJointRows(1, kind, i, k)
			sys.AddRows(j)
			s, err := sys.NewState()
			if err != nil {
				t.Fatal(err)
			}
			p := s.DeckPoint()
			for n := range p.A {
				p.A[n] = r.NormFloat64()
			}
			for n := range p.L {
				p.L[n] = r.NormFloat64()
			}
			if direct := s.rows.direct[0] != nil; direct != j.hasDirectRows() {
				t.Fatalf("%s: direct %v", name, direct)
			}
			compareDirect(t, name, s, p)
		}
	}
}

func compareDirect(t *testing.T, name string, s *State, p *integrate.Point) {
	got, want := integrate.NewResidual(s.layout), integrate.NewResidual(s.layout)
	if err := s.EvaluateResidual(got, p); err != nil {
		t.Fatal(err)
	}
	power := s.Power()
	s.rows.direct[0] = nil
	s.memo.ok = false
	if err := s.EvaluateResidual(want, p); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		what      string
		got, want []float64
	}{
		{"error", got.Pos, want.Pos}, {"rate", got.Vel, want.Vel}, {"second rate", got.Acc, want.Acc},
		{"push", got.V, want.V}, {"power", []float64{power}, []float64{s.Power()}},
	} {
		for n := range x.want {
			if math.Abs(x.got[n]-x.want[n]) > 1e-12*(1+math.Abs(x.want[n])) {
				t.Errorf("%s: %s %d: %g, by gradients %g", name, x.what, n, x.got[n], x.want[n])
			}
		}
	}
}
