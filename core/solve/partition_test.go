package solve

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPartition: on random sparse rows, some of which depend on others, the rank is
// found and completed vectors satisfy the rows to 1e-12 of their size.
func TestPartition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for trial := range 40 {
		m, n := 2+r.IntN(20), 25+r.IntN(20)
		g := make([][]float64, m)
		rank := m
		for i := range g {
			g[i] = make([]float64, n)
			if i > 2 && r.IntN(4) == 0 { // of the two before
				rank--
				for j := range g[i] {
					g[i][j] = 3*g[i-1][j] - 0.2*g[i-2][j]
				}
				continue
			}
			for range 6 {
				g[i][r.IntN(n)] = r.NormFloat64()
			}
		}
		w := make([]float64, n)
		for j := range w {
			w[j] = math.Exp(r.NormFloat64())
		}
		p := PartitionUnknowns(m, n, func(i int, dst []float64) { copy(dst, g[i]) }, w)
		if len(p.Dependent) != rank || len(p.Independent) != n-rank {
			t.Fatalf("trial %d: rank %d, want %d", trial, len(p.Dependent), rank)
		}
		want := make([]float64, n)
		for j := range want {
			want[j] = r.NormFloat64()
		}
		b := make([]float64, m)
		for i := range b {
			for j, v := range want {
				b[i] += g[i][j] * v
			}
		}
		x := make([]float64, n)
		for _, j := range p.Independent {
			x[j] = want[j]
		}
		p.SolveDependent(x, b)
		for j := range x {
			if math.Abs(x[j]-want[j]) > 1e-9 {
				t.Fatalf("trial %d: entry %d is %g, want %g", trial, j, x[j], want[j])
			}
		}
	}
}

// TestEigen: of a matrix with known eigenvalues in badly scaled coordinates, with and
// without balance, and that vectors are such.
func TestEigen(t *testing.T) {
	// Two oscillators, a decay and a growth.
	want := []complex128{-1 + 3i, -1 - 3i, 2i, -2i, -5, 0.5}
	n := len(want)
	d := make([]float64, n*n)
	for k, b := range [][2]float64{{-1, 3}, {0, 2}} {
		i := 2 * k
		d[i*n+i], d[(i+1)*n+i+1], d[i*n+i+1], d[(i+1)*n+i] = b[0], b[0], b[1], -b[1]
	}
	d[4*n+4], d[5*n+5] = -5, 0.5
	// A = T D T⁻¹ for T the unit triangle with ones above the diagonal, scaled.
	a := make([]float64, n*n)
	scale := []float64{1, 100, 0.01, 1, 1000, 1}
	for i := range n {
		for j := range n {
			s := 0.0
			for k := i; k < n; k++ { // (T D)_ij
				s += d[k*n+j]
				if j > 0 { // times T⁻¹: ones on the diagonal, -1 above
					s -= d[k*n+j-1]
				}
			}
			a[i*n+j] = s * scale[i] / scale[j]
		}
	}
	for _, balance := range []bool{true, false} {
		value, vector, err := EigenDecompose(slices.Clone(a), n, balance)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !slices.ContainsFunc(value, func(v complex128) bool { return cmplx.Abs(v-w) < 1e-9 }) {
				t.Errorf("balance %v: %v is missing in %v", balance, w, value)
			}
		}
		for k, v := range vector {
			for i := range n {
				var s complex128
				for j, x := range v {
					s += complex(a[i*n+j], 0) * x
				}
				size := 0.0
				for j, x := range v {
					size = math.Max(size, math.Abs(a[i*n+j])*cmplx.Abs(x))
				}
				if cmplx.Abs(s-value[k]*v[i]) > 1e-9*size+1e-12 {
					t.Errorf("balance %v, vector %d, row %d: %v, want %v", balance, k, i, s, value[k]*v[i])
				}
			}
		}
	}
	if v, _, err := EigenDecompose([]float64{4}, 1, true); err != nil || v[0] != 4 {
		t.Errorf("%v %v", v, err)
	}
	if v, _, err := EigenDecompose(nil, 0, true); err != nil || v != nil {
		t.Errorf("%v %v", v, err)
	}
}
