package solve

import "fmt"

// Matrix is a block-sparse matrix with its factors. It belongs to one
// goroutine at a time.
type Matrix struct {
	// Merges counts how often two groups had to be merged because a pivot
	// block was singular or nearly so, each time with a new plan.
	Merges int
	// Growth of the last Factor reports how many digits it may have lost: the
	// greatest of the ratios of a diagonal value's greatest magnitude to
	// its pivot, and of what children added to a Definite diagonal value to
	// that value. Solve refines its result when it is above refineGrowth.
	Growth float64

	s    *SymbolicFactorization
	plan *plan
	a    []float64 // values, never changed by Factor
	work []float64 // U and L of all fronts, then the C that are alive
	// peak is, in elimination order, the greatest magnitude that each
	// diagonal value had so far: what a pivot is judged against.
	peak   []float64
	swamp  []float64  // by front: how much its children's diagonals were swamped by theirs
	state  []pivoting // of each front
	rowAt  []int32    // row permutation of each pivot block, from its f.y on
	colAt  []int32    // column permutation
	x      []float64  // a vector in elimination order
	border []float64  // its part at a border
	own    []float64  // its part at a pivot block
	// Of a pivot block: scales of its rows and columns, greatest magnitude
	// in each row.
	rowScale, colScale, rowMax []float64

	origin []float64 // diagonal of a pivot block before children are added
	rhs    []float64
	rest   []float64
	rough  pivotCheck // of solutions with the factors at hand
}

// pivoting reports which permutations a pivot block carries.
type pivoting uint8

const (
	inPlace  pivoting = iota
	rowsOnly          // rows were exchanged
	rowsCols          // rows and columns were exchanged
)

// NewMatrix returns a zero matrix of the pattern.
func (s *SymbolicFactorization) NewMatrix() *Matrix {
	n := s.UnknownCount()
	m := &Matrix{s: s, a: make([]float64, s.val[len(s.col)])}
	m.peak = make([]float64, n)
	m.rowAt, m.colAt = make([]int32, n), make([]int32, n)
	m.x, m.rhs, m.rest = make([]float64, n), make([]float64, n), make([]float64, n)
	m.usePlan(s.first)
	return m
}

// usePlan takes up a plan.
func (m *Matrix) usePlan(p *plan) {
	m.plan = p
	m.work = make([]float64, p.nWork)
	m.state, m.swamp = make([]pivoting, len(p.fronts)), make([]float64, len(p.fronts))
	m.border = make([]float64, p.maxBorder)
	m.own = make([]float64, p.maxPivot)
	m.rowScale, m.colScale = make([]float64, p.maxPivot), make([]float64, p.maxPivot)
	m.rowMax = make([]float64, p.maxPivot)
	m.origin = make([]float64, p.maxPivot)
}

// Block returns the values of block (i, j), row-major, Size[i] × Size[j]. The
// slice stays valid for the life of the matrix: callers keep it and add to it.
// It panics when the pattern has no such block.
func (m *Matrix) Block(i, j int) []float64 {
	at := -1
	if i >= 0 && i < len(m.s.size) {
		at = m.s.blockIndex(i, j)
	}
	if at < 0 {
		panic(fmt.Sprintf("solve: block (%d, %d) is not in the pattern", i, j))
	}
	end := at + m.s.size[i]*m.s.size[j]
	return m.a[at:end:end]
}

// Clear sets all values to zero. Factors stay as they are until the next
// Factor.
func (m *Matrix) Clear() { clear(m.a) }

// MulVec sets dst to the product of the matrix (its values, not its factors)
// with x. Both are in the caller's node order and must not overlap.
func (m *Matrix) MulVec(dst, x []float64) { m.s.mulVec(m.a, dst, x) }

// mulVec sets dst to the product of the matrix with the values a and x.
func (s *SymbolicFactorization) mulVec(a, dst, x []float64) {
	for i, n := range s.size {
		out := dst[s.at[i] : s.at[i]+n]
		clear(out)
		for k := s.row[i]; k < s.row[i+1]; k++ {
			j := s.col[k]
			in := x[s.at[j]:s.at[j+1]]
			at := s.val[k]
			for r := range out {
				out[r] += dot(a[at:at+len(in)], in)
				at += len(in)
			}
		}
	}
}

// ComputeResidual sets dst to b − A x, all in the caller's node order.
func (m *Matrix) ComputeResidual(dst, x, b []float64) {
	m.MulVec(dst, x)
	for i, v := range b[:len(dst)] {
		dst[i] = v - dst[i]
	}
}
