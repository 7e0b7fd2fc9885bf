package solve

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestAgainstDense(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cases := map[string]*sketch{
		"one": chain(1, false), "chain": chain(12, false), "stiff chain": chain(30, true),
		"ladder": ladder(1), "long ladder": ladder(12), "free body": {},
	}
	cases["free body"].body(6)
	for i := range 40 {
		cases[fmt.Sprint("tree ", i)] = tree(1+r.IntN(40), r)
		cases[fmt.Sprint("web ", i)] = web(2+r.IntN(40), r)
	}
	for name, s := range cases {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(len(s.g.Size))))
			m := AnalyzePattern(s.g).NewMatrix()
			for range 3 { // also reports that a refactorization starts afresh
				s.fillIn(m, r)
				check(t, m, r, 1e-12)
			}
		})
	}
}

func TestNothingAllocated(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, s := range []*sketch{chain(20, true), ladder(5), web(20, r)} {
		m := AnalyzePattern(s.g).NewMatrix()
		s.fillIn(m, r)
		if err := m.Factor(); err != nil {
			t.Fatal(err)
		}
		values := append([]float64(nil), m.a...)
		b := vector(m.s.UnknownCount(), r)
		x, rhs := append([]float64(nil), b...), append([]float64(nil), b...)
		n := testing.AllocsPerRun(10, func() {
			m.Clear()
			copy(m.a, values)
			if err := m.Factor(); err != nil {
				t.Fatal(err)
			}
			copy(x, b)
			m.Solve(x)
			m.RefineSolution(x, rhs)
		})
		if n != 0 {
			t.Errorf("%v allocations a round", n)
		}
	}
}

// What is stored for a chain, a ladder and a tree grows with the number of
// links, and fronts do not grow at all.
func TestFillIsLinear(t *testing.T) {
	for name, build := range benchmarks() {
		small, large := AnalyzePattern(build(50).g), AnalyzePattern(build(1000).g)
		a, b := float64(small.FactorValueCount())/50, float64(large.FactorValueCount())/1000
		if b > 1.2*a {
			t.Errorf("%s: %.0f values a link for 50 links, %.0f for 1000", name, a, b)
		}
		if n := large.first.maxBorder; name != "tree" && n > 12 {
			t.Errorf("%s: a border of %d unknowns", name, n)
		}
		if n := large.first.nWork - large.first.nFactor; name != "tree" && n > 1000 {
			t.Errorf("%s: %d values in contributions", name, n)
		}
	}
}

// A chain pairs each body with its hinge.
func TestPairs(t *testing.T) {
	s := AnalyzePattern(chain(10, true).g)
	for _, g := range s.first.groups {
		if len(g.nodes) != 2 || g.after != nil {
			t.Errorf("group %v, want a body and its hinge", g.nodes)
		}
	}
}

// A joint and the motion that drives it are eliminated with the body.
func TestDrivenJoint(t *testing.T) {
	s := chain(4, false)
	for _, j := range s.joints[:4] {
		s.joint(1, j[1:]...)
	}
	sym := AnalyzePattern(s.g)
	for _, g := range sym.first.groups {
		if len(g.nodes) != 3 {
			t.Errorf("group %v, want three nodes", g.nodes)
		}
	}
	m := sym.NewMatrix()
	r := rand.New(rand.NewPCG(6, 6))
	s.fillIn(m, r)
	check(t, m, r, 1e-12)
}

func TestRefine(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	s := web(40, r)
	m := AnalyzePattern(s.g).NewMatrix()
	s.fillIn(m, r)
	if err := m.Factor(); err != nil {
		t.Fatal(err)
	}
	b := vector(m.s.UnknownCount(), r)
	x := append([]float64(nil), b...)
	m.Solve(x)
	m.RefineSolution(x, b)
	if e := backwardError(m, x, b); e > 1e-15 {
		t.Errorf("backward error %.2g after a refinement", e)
	}
}

func TestEmpty(t *testing.T) {
	m := AnalyzePattern(Graph{}).NewMatrix()
	if err := m.Factor(); err != nil {
		t.Error(err)
	}
	m.Solve(nil)
	m = AnalyzePattern(Graph{Size: []int{0, 2, 0}, Kind: []Kind{Saddle, Definite, Definite}, Edge: [][2]int32{{0, 1}, {1, 2}}}).NewMatrix()
	copy(m.Block(1, 1), []float64{0, 2, 4, 0})
	if err := m.Factor(); err != nil {
		t.Error(err)
	}
	b := []float64{6, 8}
	if m.Solve(b); b[0] != 2 || b[1] != 3 {
		t.Errorf("solution %v", b)
	}
	if n := len(m.Block(0, 1)); n != 0 {
		t.Errorf("block of an empty node has %d values", n)
	}
}

func TestMisuse(t *testing.T) {
	s := AnalyzePattern(chain(3, false).g)
	m := s.NewMatrix()
	for name, f := range map[string]func(){
		"block":  func() { m.Block(0, 4) },
		"node":   func() { m.Block(99, 0) },
		"edge":   func() { AnalyzePattern(Graph{Size: []int{1}, Kind: []Kind{0}, Edge: [][2]int32{{0, 1}}}) },
		"size":   func() { AnalyzePattern(Graph{Size: []int{-1}, Kind: []Kind{0}}) },
		"kinds":  func() { AnalyzePattern(Graph{Size: []int{1}}) },
		"vector": func() { m.Solve(make([]float64, 3)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestOffset(t *testing.T) {
	s := AnalyzePattern(Graph{Size: []int{6, 0, 5}, Kind: make([]Kind, 3)})
	if s.NodeOffset(0) != 0 || s.NodeOffset(1) != 6 || s.NodeOffset(2) != 6 || s.UnknownCount() != 11 {
		t.Error("offsets", s.at)
	}
}
