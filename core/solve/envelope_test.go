package solve

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Random matrices B Bᵀ + 1 with the envelope of their first entries: A x = b is met.
func TestEnvelope(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 1 + r.IntN(25)
		first := make([]int32, n)
		for i := range first {
			first[i] = int32(max(0, i-r.IntN(8)))
		}
		e := NewEnvelopeMatrix(first)
		full := make([][]float64, n)
		for i := range full {
			full[i] = make([]float64, n)
		}
		for i := range n {
			row, from := e.RowValues(i)
			for k := range row {
				j := from + k
				row[k] = r.NormFloat64()
				if j == i {
					row[k] = 20 // larger than the sum of the others by chance: definite
				}
				full[i][j], full[j][i] = row[k], row[k]
			}
		}
		if !e.FactorRows(0, n, 1e-4) {
			t.Fatalf("seed %d: not factored", seed)
		}
		b, x := make([]float64, n), make([]float64, n)
		for i := range b {
			b[i] = r.NormFloat64()
		}
		copy(x, b)
		e.Solve(x)
		for i := range n {
			s := -b[i]
			for j, v := range full[i] {
				s += v * x[j]
			}
			if math.Abs(s) > 1e-13 { // rounding of 25 products of size 1
				t.Errorf("seed %d: row %d is off by %g", seed, i, s)
			}
		}
	}
}

// A pivot that loses digits is reported: rows that nearly depend on each other.
func TestEnvelopeSingular(t *testing.T) {
	for _, c := range []struct {
		off, least float64
		ok         bool
	}{{0.9, 1e-4, true}, {1 - 1e-6, 1e-4, false}, {1 - 1e-6, 1e-6, true}, {1, 0, false}, {2, 0, false}, {math.NaN(), 0, false}} {
		e := NewEnvelopeMatrix([]int32{0, 0})
		a, _ := e.RowValues(0)
		b, _ := e.RowValues(1)
		a[0], b[0], b[1] = 1, c.off, 1
		if ok := e.FactorRows(0, 2, c.least); ok != c.ok {
			t.Errorf("%v: %v", c, ok)
		}
	}
}
