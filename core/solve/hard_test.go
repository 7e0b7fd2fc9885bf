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
	m := AnalyzePattern(s.g).NewMatrix()
	for range 3 {
		s.fillIn(m, r)
		clear(m.Block(int(b), int(b)))
		check(t, m, r, 1e-12)
	}
	if m.Merges != 0 {
		t.Errorf("%d merges", m.Merges)
	}
}

// A massless body that its own joint does not fix takes the mass of what hangs
// on it. When it is eliminated before that (its neighbour is busy), it has to
// be merged.
func TestMasslessBodyHinged(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	s := &sketch{}
	a, b := s.body(6), s.body(6)
	s.joint(5, b, -1)
	s.joint(5, a, b)
	s.busy(a, b)
	m := AnalyzePattern(s.g).NewMatrix()
	for range 3 {
		s.fillIn(m, r)
		clear(m.Block(int(b), int(b)))
		check(t, m, r, 1e-12)
	}
	if m.Merges == 0 {
		t.Error("no merge")
	}
	if n := testing.AllocsPerRun(5, func() { _ = m.Factor() }); n != 0 {
		t.Errorf("%v allocations once merged", n)
	}
	if rows := m.FindRedundantRows(1e-10); len(rows) != 0 {
		t.Errorf("redundant rows %v", rows)
	}
}

// busy couples node a to four new bodies, all of which are coupled to each
// other, so that b is eliminated before a.
func (s *sketch) busy(a, b int32) {
	for range 4 {
		c := s.body(6)
		for other := range c {
			if s.g.Kind[other] == Definite && other != b {
				s.pull(c, other)
			}
		}
	}
}

// A body of singular mass at the tip cannot be helped.
func TestSingularTip(t *testing.T) {
	s := chain(4, false)
	m := AnalyzePattern(s.g).NewMatrix()
	s.fillIn(m, rand.New(rand.NewPCG(4, 6)))
	clear(m.Block(6, 6))
	var singular *SingularError
	if err := m.Factor(); !errors.As(err, &singular) {
		t.Errorf("Factor: %v", err)
	}
}

// A constraint that hardly acts on the body it is paired with, but on the
// other one: eliminating the pair would swamp the other body. The ring of
// bodies around the latter makes the pair the first to be eliminated.
func TestConstraintActsOnParent(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 7))
	for _, weak := range []float64{0, 1e-12, 1e-9, 1e-6, 1e-3, 1} {
		s := &sketch{}
		a, b := s.body(6), s.body(6)
		j := s.joint(1, b, a)
		s.joint(5, a, -1)
		s.busy(a, b)
		sym := AnalyzePattern(s.g)
		if g := sym.first.groups[0]; len(g.nodes) != 2 || g.nodes[0] != b {
			t.Fatalf("the pair is not first: %v", sym.first.groups)
		}
		m := sym.NewMatrix()
		s.fillIn(m, r)
		for k := range 6 {
			m.Block(int(b), int(j))[k] *= weak
			m.Block(int(j), int(b))[k] *= weak
		}
		check(t, m, r, 1e-12)
		if (weak < 1e-5) != (m.Merges > 0) {
			t.Errorf("weak %g: %d merges, growth %g", weak, m.Merges, m.Growth)
		}
	}
}

func TestNaN(t *testing.T) {
	s := chain(5, true)
	m := AnalyzePattern(s.g).NewMatrix()
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
	m := AnalyzePattern(s.g).NewMatrix()
	for range 5 {
		for k := range m.a {
			m.a[k] = r.NormFloat64()
		}
		check(t, m, r, 1e-11)
	}
}

// Units: masses of 1e-9 with rows of length 1000.
func TestBadlyScaled(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 10))
	s := ladder(5)
	m := AnalyzePattern(s.g).NewMatrix()
	s.fillIn(m, r)
	for i := range m.s.size {
		for _, j := range m.s.blockColumnsOfRow(int32(i)) {
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

// hinged is a chain of straight links of the given length and mass, hinged
// about alternating axes: a matrix of mechanics, not of random numbers.
func hinged(n int, length, m float64) *Matrix { return hingedBy(n, length, m, 1) }

// hingedBy has all axes along z where turn is even.
func hingedBy(n int, length, m float64, turn int) *Matrix {
	s := chain(n, false)
	a := AnalyzePattern(s.g).NewMatrix()
	for i := range n {
		body, joint := int32(2*i), int32(2*i+1)
		j := m * length * length / 12
		mass(a, body, m, m, m, 0.01*j, j, j)
		link(a, joint, body, i*turn, 1, -length/2)
		if i > 0 {
			link(a, joint, body-2, i*turn, -1, length/2)
		}
	}
	return a
}

// link writes the rows of joint i for one of its bodies, at x along the body.
func link(m *Matrix, j, b int32, i int, sign, x float64) {
	place(m, j, b, 0, sign, 0, 0, 0, 0, 0)
	place(m, j, b, 1, 0, sign, 0, 0, 0, sign*x)
	place(m, j, b, 2, 0, 0, sign, 0, -sign*x, 0)
	place(m, j, b, 3, 0, 0, 0, sign, 0, 0)
	place(m, j, b, 4, 0, 0, 0, 0, sign*float64(1-i%2), sign*float64(i%2))
}

// On chains of links the growth stays near the number of links, in any units, and so
// neither merging nor refinement is ever called for.
func TestGrowthOfChains(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, n := range []int{1, 10, 300} {
		for _, unit := range [][2]float64{{1, 1}, {300, 1e-4}, {0.01, 1e3}} {
			m := hinged(n, unit[0], unit[1])
			if err := m.Factor(); err != nil {
				t.Fatal(err)
			}
			if m.Growth > float64(1000+2*n) || m.Merges > 0 {
				t.Errorf("%d links, units %v: growth %g, %d merges", n, unit, m.Growth, m.Merges)
			}
			b := vector(m.s.UnknownCount(), r)
			x := append([]float64(nil), b...)
			m.Solve(x)
			if e := backwardError(m, x, b); e > 1e-13 {
				t.Errorf("%d links, units %v: backward error %.2g", n, unit, e)
			}
		}
	}
}

// Masses that differ by eight orders and couplings of any strength: the growth
// is seen, and the refinement that it calls for works.
func TestWildMasses(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	refined := 0
	for range 60 {
		s := tree(3+r.IntN(20), r)
		m := AnalyzePattern(s.g).NewMatrix()
		s.fillIn(m, r)
		for i, k := range s.g.Kind {
			if k == Definite {
				f := math.Pow(10, 8*r.Float64()-4)
				for k := range m.Block(i, i) {
					m.Block(i, i)[k] *= f
				}
			}
		}
		s.pulls = nil
		if err := m.Factor(); err != nil {
			t.Fatal(err)
		}
		if m.Growth > refineGrowth {
			refined++
		}
		b := vector(m.s.UnknownCount(), r)
		x := append([]float64(nil), b...)
		m.Solve(x)
		if e := backwardError(m, x, b); e > 1e-12 {
			t.Errorf("backward error %.2g, growth %g, %d merges", e, m.Growth, m.Merges)
		}
	}
	if refined == 0 {
		t.Error("nothing was refined")
	}
}

// Links in one plane are rigid out of it, and the inertias about the first joint are those of
// one long body: n³/3. Nothing cancels there, so solutions are as good as refined ones, and
// that is found out where the growth alone does not report.
func TestGrowthOfPlanarChains(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 12))
	for _, n := range []int{500, 3000} {
		m := hingedBy(n, 1, 1, 2)
		if err := m.Factor(); err != nil {
			t.Fatal(err)
		}
		b := vector(m.s.UnknownCount(), r)
		x, y := append([]float64(nil), b...), append([]float64(nil), b...)
		m.SolveToSixDigits(x)
		if known := m.rough == good; known != (m.Growth > roughGrowth) {
			t.Errorf("%d links: growth %g, judged %d", n, m.Growth, m.rough)
		}
		m.SolveToSixDigits(y)
		m.Solve(b)
		if e := m.apart(y, b); e > roughError {
			t.Errorf("%d links, growth %g: SolveToSixDigits is off by %.2g", n, m.Growth, e)
		}
	}
}

// Whatever the masses, SolveToSixDigits is as good as it promises.
func TestRough(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 13))
	seen := [3]int{}
	for range 500 {
		s := tree(3+r.IntN(20), r)
		m := AnalyzePattern(s.g).NewMatrix()
		s.fillIn(m, r)
		for i, k := range s.g.Kind {
			if k == Definite {
				f := math.Pow(10, 20*r.Float64()-10)
				for k := range m.Block(i, i) {
					m.Block(i, i)[k] *= f
				}
			}
		}
		if m.Factor() != nil || m.Growth < roughGrowth {
			continue
		}
		b := vector(m.s.UnknownCount(), r)
		x, y := append([]float64(nil), b...), append([]float64(nil), b...)
		m.SolveToSixDigits(x)
		m.SolveToSixDigits(y)
		m.Solve(b)
		if e := m.apart(y, b); e > 10*roughError {
			t.Errorf("growth %g, judged %d: off by %.2g", m.Growth, m.rough, e)
		}
		seen[m.rough]++
	}
	if seen[good] == 0 || seen[bad] == 0 {
		t.Errorf("%d of the matrices were good, %d bad", seen[good], seen[bad])
	}
}

// apart is the largest difference of two solutions over the largest value of its kind.
func (m *Matrix) apart(x, y []float64) float64 {
	for i := range x {
		m.rest[i] = x[i] - y[i]
	}
	c := m.relativeCorrections(y)
	return max(c[0], c[1])
}

// Matrices of one SymbolicFactorization are independent, merging included.
func TestSharedSymbolic(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 11))
	s := &sketch{}
	a, b := s.body(6), s.body(6)
	s.joint(5, b, -1)
	s.joint(5, a, b)
	s.busy(a, b)
	sym := AnalyzePattern(s.g)
	rhs := vector(sym.UnknownCount(), r)
	done := make(chan float64)
	for k := range 4 {
		m := sym.NewMatrix()
		s.fillIn(m, r)
		if k%2 == 0 {
			clear(m.Block(int(b), int(b)))
		}
		go func() {
			if err := m.Factor(); err != nil {
				done <- math.NaN()
				return
			}
			x := append([]float64(nil), rhs...)
			m.Solve(x)
			done <- backwardError(m, x, rhs)
		}()
	}
	for range 4 {
		if e := <-done; !(e < 1e-12) {
			t.Errorf("backward error %g", e)
		}
	}
}
