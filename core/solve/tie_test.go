package solve

import (
	"math/rand/v2"
	"testing"
)

// flexibleChain is a chain of n links of one block of six and some of three unknowns, that are joined through nodes without values, which six rows tie to all blocks
// of a link. closed joins the last link to the ground by a joint of one row, and lets a rigid body hang between the ends.
func flexibleChain(n, modes int, closed bool) (s *sketch, massless []int32) {
	s = &sketch{}
	last := int32(-1)
	first := last
	for range n {
		frame := s.body(6)
		parts := []int32{frame}
		for range modes {
			b := s.body(3)
			for _, p := range parts {
				s.pull(p, b)
			}
			parts = append(parts, b)
		}
		s.g.Together = append(s.g.Together, parts)
		for end := range 2 {
			node := s.body(6)
			massless = append(massless, node)
			tie := s.joint(6, append([]int32{node}, parts...)...)
			s.g.Together = append(s.g.Together, []int32{node, tie})
			if end == 0 {
				s.joint(5, node, last)
			}
			last = node
		}
		if first < 0 {
			first = massless[0]
		}
	}
	if closed {
		s.joint(1, last, -1)
		b := s.body(6)
		s.joint(3, b, first)
		s.joint(3, b, last)
		s.pull(b, last)
	}
	return s, massless
}

// TestTies: nodes without values are eliminated with the rows that determine them, however many links there are: nothing is merged, and the solution is that of dense LU.
func TestTies(t *testing.T) {
	for _, c := range []struct {
		n, modes int
		closed   bool
	}{{1, 1, false}, {3, 2, false}, {6, 4, false}, {4, 3, true}, {12, 2, true}} {
		r := rand.New(rand.NewPCG(11, uint64(c.n)))
		s, massless := flexibleChain(c.n, c.modes, c.closed)
		m := AnalyzePattern(s.g).NewMatrix()
		s.fillIn(m, r)
		for _, b := range massless {
			clear(m.Block(int(b), int(b)))
		}
		check(t, m, r, 1e-12)
		if m.Merges != 0 {
			t.Errorf("%+v: %d groups were merged", c, m.Merges)
		}
		if a := testing.AllocsPerRun(3, func() { _ = m.Factor() }); a != 0 {
			t.Errorf("%+v: %g allocations", c, a)
		}
	}
}
