package solve

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// A massless body held by a joint of as many rows as it has unknowns.
func TestMasslessBodyFixed(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	s := &sketch{}
	a, b, c := s.body(6), s.body(6), s.body(6)
	s.joint(5, a, -1)
	s.joint(6, b, a)
	s.joint(5, c, b)
	m := Analyze(s.g).NewMatrix()
	for range 3 {
		s.fillIn(m, r)
		clear(m.Block(int(b), int(b)))
		check(t, m, r, 1e-12)
	}
	if m.Merges != 0 {
		t.Errorf("%d merges", m.Merges)
	}
}

// A massless body that its own joint does not fix needs what comes after it.
func TestMasslessBodyHinged(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	s := chain(8, false)
	m := Analyze(s.g).NewMatrix()
	for range 3 {
		s.fillIn(m, r)
		clear(m.Block(6, 6))
		check(t, m, r, 1e-12)
	}
	if m.Merges == 0 {
		t.Log("the order happened to need no merge")
	}
	if n := testing.AllocsPerRun(5, func() { _ = m.Factor() }); n != 0 {
		t.Errorf("%v allocations once merged", n)
	}
}

// A body of singular mass at the tip cannot be helped.
func TestSingularTip(t *testing.T) {
	s := chain(4, false)
	m := Analyze(s.g).NewMatrix()
	s.fillIn(m, rand.New(rand.NewPCG(4, 6)))
	clear(m.Block(6, 6))
	var singular *SingularError
	if err := m.Factor(); !errors.As(err, &singular) {
		t.Errorf("Factor: %v", err)
	}
}

// A constraint that hardly acts on the body it is paired with, but on the
// other one: eliminating the pair would swamp the other body.
func TestConstraintActsOnParent(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 7))
	for _, weak := range []float64{0, 1e-12, 1e-9, 1e-6, 1e-3} {
		s := &sketch{}
		a, b := s.body(6), s.body(6)
		s.joint(5, a, -1)
		j := s.joint(1, b, a)
		m := Analyze(s.g).NewMatrix()
		s.fillIn(m, r)
		for k := range 6 {
			m.Block(int(b), int(j))[k] *= weak
			m.Block(int(j), int(b))[k] *= weak
		}
		check(t, m, r, 1e-12)
		t.Log(weak, "merges", m.Merges, "growth", m.Growth)
	}
}

func TestNaN(t *testing.T) {
	s := chain(5, true)
	m := Analyze(s.g).NewMatrix()
	r := rand.New(rand.NewPCG(4, 8))
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		s.fillIn(m, r)
		m.Block(4, 4)[7] = bad
		if err := m.Factor(); err == nil {
			t.Errorf("Factor takes %g", bad)
		}
	}
	s.fillIn(m, r)
	check(t, m, r, 1e-12)
}

// Definite blocks that need exchanges, of many sizes.
func TestUnsymmetricBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	s := &sketch{}
	var last int32 = -1
	for n := 1; n < 40; n += 3 {
		b := s.body(n)
		if last >= 0 {
			s.pull(b, last)
		}
		last = b
	}
	s.joint(3, last)
	m := Analyze(s.g).NewMatrix()
	for range 5 {
		for k := range m.a {
			m.a[k] = r.NormFloat64()
		}
		check(t, m, r, 1e-11)
	}
	t.Log("merges", m.Merges)
}

// Units: masses of 1e-9 with rows of length 1000.
func TestBadlyScaled(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 10))
	s := ladder(5)
	m := Analyze(s.g).NewMatrix()
	s.fillIn(m, r)
	for i := range m.s.size {
		for _, j := range m.s.neighbours(int32(i)) {
			f := 1e-9
			if m.s.kind[i] != m.s.kind[j] {
				f = 1000
			}
			for k := range m.Block(i, int(j)) {
				m.Block(i, int(j))[k] *= f
			}
		}
	}
	check(t, m, r, 1e-12)
	if m.Merges != 0 {
		t.Errorf("%d merges", m.Merges)
	}
}
