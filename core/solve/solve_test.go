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
			m := Analyze(s.g).NewMatrix()
			for range 3 { // also tells that a refactorization starts afresh
				s.fillIn(m, r)
				check(t, m, r, 1e-12)
			}
			t.Log("merges", m.Merges, "growth", m.Growth)
		})
	}
}
