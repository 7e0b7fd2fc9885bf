package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A sketch is a model to make test matrices of: bodies, joints between them
// (-1 is the ground), couplings between Definite nodes.
type sketch struct {
	g      Graph
	joints [][]int32 // Saddle node, then its bodies
	pulls  [][2]int32
	calm   bool // rows near those of the unit matrix, for benchmarks
}

func (s *sketch) node(size int, k Kind) int32 {
	s.g.Size = append(s.g.Size, size)
	s.g.Kind = append(s.g.Kind, k)
	return int32(len(s.g.Size) - 1)
}

func (s *sketch) body(size int) int32 { return s.node(size, Definite) }

// joint adds a Saddle node of n rows on the bodies that are not -1.
func (s *sketch) joint(n int, bodies ...int32) int32 {
	j := s.node(n, Saddle)
	row := []int32{j}
	for _, b := range bodies {
		if b >= 0 {
			row = append(row, b)
			s.g.Edge = append(s.g.Edge, [2]int32{b, j})
		}
	}
	s.joints = append(s.joints, row)
	return j
}

// pull couples two Definite nodes.
func (s *sketch) pull(a, b int32) {
	s.pulls = append(s.pulls, [2]int32{a, b})
	s.g.Edge = append(s.g.Edge, [2]int32{a, b})
}

// chain has n bodies with revolute joints, the first on the ground; stiff also
// couples neighbours directly.
func chain(n int, stiff bool) *sketch {
	s := &sketch{}
	last := int32(-1)
	for range n {
		b := s.body(6)
		s.joint(5, b, last)
		if stiff && last >= 0 {
			s.pull(last, b)
		}
		last = b
	}
	return s
}

// ladder has n four-bar loops side by side that share their uprights. All
// joints are of three rows, so that none is redundant.
func ladder(n int) *sketch {
	s := &sketch{}
	left := s.body(6)
	s.joint(3, left, -1)
	for range n {
		right, bar := s.body(6), s.body(6)
		s.joint(3, right, -1)
		s.joint(3, bar, left)
		s.joint(3, bar, right)
		left = right
	}
	return s
}

// tree hangs every body on a random earlier one.
func tree(n int, r *rand.Rand) *sketch {
	s := &sketch{}
	var bodies []int32
	for i := range n {
		b, on := s.body([]int{6, 6, 6, 3}[r.IntN(4)]), int32(-1)
		if i > 0 {
			on = bodies[r.IntN(i)]
		}
		s.joint(1+r.IntN(min(s.g.Size[b], 5)), b, on)
		if r.IntN(3) == 0 && on >= 0 {
			s.pull(b, on)
		}
		bodies = append(bodies, b)
	}
	return s
}

// web is a tree with loops, drives, states and algebraic unknowns.
func web(n int, r *rand.Rand) *sketch {
	s := tree(n, r)
	var bodies []int32
	for i, k := range s.g.Kind {
		if k == Definite {
			bodies = append(bodies, int32(i))
		}
	}
	any := func() int32 { return bodies[r.IntN(len(bodies))] }
	for range 1 + n/8 {
		if a, b := any(), any(); a != b {
			s.joint(1, a, b)
		}
	}
	s.node(0, Definite)
	for range 1 + n/6 {
		x, y := s.body(1+r.IntN(9)), s.body(1)
		s.pull(x, any())
		s.pull(y, any())
		s.pull(x, y)
	}
	a := s.body(1)
	j := s.joint(1, any())
	s.joints[len(s.joints)-1] = append(s.joints[len(s.joints)-1], a) // a row that depends on a scalar
	s.g.Edge = append(s.g.Edge, [2]int32{a, j})
	return s
}

// fillIn gives the matrix random values: well-conditioned unsymmetric diagonal
// blocks, couplings that keep the whole diagonally heavy, random constraint
// rows that enter as -Gᵀ and G, the former slightly disturbed.
func (s *sketch) fillIn(m *Matrix, r *rand.Rand) {
	m.Clear()
	for i, n := range s.g.Size {
		if s.g.Kind[i] == Definite {
			d := m.Block(i, i)
			for k := range d {
				d[k] += 0.6 * r.NormFloat64()
			}
			for k := range n {
				d[k*(n+1)] += 8 + 4*r.Float64()
			}
		}
	}
	for _, p := range s.pulls {
		for _, e := range [][2]int32{p, {p[1], p[0]}} {
			for k, b := 0, m.Block(int(e[0]), int(e[1])); k < len(b); k++ {
				b[k] += 0.3 * r.NormFloat64()
			}
		}
	}
	for _, j := range s.joints {
		for _, b := range j[1:] {
			s.row(m, j[0], b, r)
		}
	}
}

func (s *sketch) row(m *Matrix, j, b int32, r *rand.Rand) {
	g, t := m.Block(int(j), int(b)), m.Block(int(b), int(j))
	rows, cols := s.g.Size[j], s.g.Size[b]
	for i := range rows {
		for k := range cols {
			v := r.NormFloat64()
			if s.calm {
				v *= 0.1
				if i == k {
					v++
				}
			}
			g[i*cols+k] += v
			t[k*rows+i] -= v + 0.02*r.NormFloat64()
		}
	}
}

// dense writes the values of m as a dense matrix.
func dense(m *Matrix) *mat.Dense {
	s := m.s
	d := mat.NewDense(s.UnknownCount(), s.UnknownCount(), nil)
	for i := range s.size {
		for _, j := range s.blockColumnsOfRow(int32(i)) {
			for k, v := range m.Block(i, int(j)) {
				d.Set(s.at[i]+k/s.size[j], s.at[j]+k%s.size[j], v)
			}
		}
	}
	return d
}

func vector(n int, r *rand.Rand) []float64 {
	b := make([]float64, n)
	for i := range b {
		b[i] = r.NormFloat64()
	}
	return b
}

func norm(x []float64) float64 {
	most := 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}

// backwardError is the error of x as a solution of A x = b, relative to the sizes of
// A, x and b.
func backwardError(m *Matrix, x, b []float64) float64 {
	r := make([]float64, len(b))
	m.ComputeResidual(r, x, b)
	rowSum := 0.0
	for i := range m.s.size {
		for k := range m.s.size[i] {
			sum := 0.0
			for _, j := range m.s.blockColumnsOfRow(int32(i)) {
				n := m.s.size[j]
				for _, v := range m.Block(i, int(j))[k*n : k*n+n] {
					sum += math.Abs(v)
				}
			}
			rowSum = max(rowSum, sum)
		}
	}
	return norm(r) / (rowSum*norm(x) + norm(b))
}

// check factors, solves and compares with dense LU.
func check(t *testing.T, m *Matrix, r *rand.Rand, limit float64) {
	t.Helper()
	if err := m.Factor(); err != nil {
		t.Fatal(err)
	}
	b := vector(m.s.UnknownCount(), r)
	x := append([]float64(nil), b...)
	m.Solve(x)
	if e := backwardError(m, x, b); !(e < limit) {
		t.Errorf("backward error %.2g, limit %.2g", e, limit)
	}
	if len(b) > 700 {
		return
	}
	var lu mat.LU
	lu.Factorize(dense(m))
	want := mat.NewVecDense(len(b), nil)
	if err := lu.SolveVecTo(want, false, mat.NewVecDense(len(b), b)); err != nil {
		t.Fatal(err)
	}
	limit *= lu.Cond()
	for i := range x {
		if d := math.Abs(x[i] - want.AtVec(i)); !(d <= limit*norm(x)) {
			t.Fatalf("unknown %d: %g, dense LU gives %g (limit %.2g)", i, x[i], want.AtVec(i), limit*norm(x))
		}
	}
}
