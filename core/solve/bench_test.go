package solve

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func benchmarks() map[string]func(n int) *sketch {
	return map[string]func(n int) *sketch{
		"chain":  func(n int) *sketch { return chain(n, false) },
		"stiff":  func(n int) *sketch { return chain(n, true) },
		"ladder": ladder,
		"tree":   func(n int) *sketch { return tree(n, rand.New(rand.NewPCG(1, 1))) },
	}
}

func eachModel(b *testing.B, f func(b *testing.B, m *Matrix)) {
	for _, name := range []string{"chain", "stiff", "ladder", "tree"} {
		for _, n := range []int{1, 10, 100, 1000} {
			s := benchmarks()[name](n)
			s.calm = true
			m := AnalyzePattern(s.g).NewMatrix()
			s.fillIn(m, rand.New(rand.NewPCG(1, uint64(n))))
			if err := m.Factor(); err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				f(b, m)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/link")
			})
		}
	}
}

func BenchmarkFactor(b *testing.B) {
	eachModel(b, func(b *testing.B, m *Matrix) {
		for b.Loop() {
			if err := m.Factor(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSolve(b *testing.B) {
	eachModel(b, func(b *testing.B, m *Matrix) {
		x := vector(m.s.UnknownCount(), rand.New(rand.NewPCG(5, 5)))
		for b.Loop() {
			m.Solve(x)
		}
	})
}

func BenchmarkAnalyze(b *testing.B) {
	for _, n := range []int{10, 1000} {
		s := ladder(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				AnalyzePattern(s.g)
			}
		})
	}
}
