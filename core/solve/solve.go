// Package solve factors block-sparse matrices whose pattern is symmetric and
// whose values need not be, in particular saddle-point matrices
//
//	[ A  -Gᵀ ]
//	[ G   0  ]
//
// with a sparse A of small diagonal blocks and a sparse G. The work is split
// in an analysis of the pattern (Analyze), done once, and a numeric
// factorization (Matrix.Factor) that may be repeated for new values without
// allocating. The README reports how and why.
package solve

import (
	"fmt"
	"sort"
)

// Kind reports how a node may be eliminated.
type Kind uint8

const (
	// Definite: the diagonal block of the node is usually non-singular,
	// the node may be eliminated at any time.
	Definite Kind = iota
	// Saddle: the diagonal block is zero or small. The node is eliminated
	// together with, or after, the Definite nodes that it is joined to.
	Saddle
)

// Graph is the pattern of a matrix whose unknowns are grouped in nodes.
type Graph struct {
	Size []int  // unknowns of each node; 0 is allowed
	Kind []Kind // as long as Size
	// Edge lists pairs (i, j) of nodes, in any order, duplicates allowed:
	// the blocks (i, j) and (j, i) may be non-zero. Diagonal blocks always
	// exist.
	Edge [][2]int32
	// Together lists nodes that are eliminated in one pivot block, Definite ones first; a node may be in one list. A list
	// of a Definite and a Saddle node is a tie: the rows determine the former, which may have no values of its own. Ties go before
	// all nodes that they touch.
	Together [][]int32
}

// SymbolicFactorization is the analysed pattern. It does not change and may be shared by
// any number of matrices and goroutines.
type SymbolicFactorization struct {
	size []int
	kind []Kind
	at   []int // first unknown of each node, one entry more than nodes

	// Blocks by rows: those of row i are row[i]..row[i+1], each with its
	// column and its place in the value array; columns ascend.
	row []int
	col []int32
	val []int

	together [][]int32
	first    *plan
}

// SingularError reports that a matrix is singular to working precision: the
// given row of the given node is, as far as the elimination can determine, a
// combination of others.
type SingularError struct{ Node, Row int }

func (e *SingularError) Error() string {
	return fmt.Sprintf("solve: matrix is singular to working precision at row %d of node %d", e.Row, e.Node)
}

// Row names one row of one node.
type Row struct{ Node, Row int }

// AnalyzePattern finds an elimination order with little fill and lays out everything
// that the numeric work needs. It panics when g contradicts itself.
func AnalyzePattern(g Graph) *SymbolicFactorization {
	if len(g.Kind) != len(g.Size) {
		panic("solve: Graph.Kind and Graph.Size differ in length")
	}
	s := &SymbolicFactorization{size: append([]int(nil), g.Size...), kind: append([]Kind(nil), g.Kind...)}
	s.at = make([]int, len(g.Size)+1)
	for i, n := range g.Size {
		if n < 0 {
			panic(fmt.Sprintf("solve: node %d has size %d", i, n))
		}
		s.at[i+1] = s.at[i] + n
	}
	s.together = g.Together
	s.buildPattern(g.Edge)
	s.first = s.planElimination(s.sortForElimination(s.groupNodes()))
	return s
}

// buildPattern sorts the edges into rows of blocks and places the blocks.
func (s *SymbolicFactorization) buildPattern(edges [][2]int32) {
	n := len(s.size)
	cols := make([][]int32, n)
	for i := range cols {
		cols[i] = append(cols[i], int32(i))
	}
	for _, e := range edges {
		if e[0] < 0 || int(e[0]) >= n || e[1] < 0 || int(e[1]) >= n {
			panic(fmt.Sprintf("solve: edge %v of a graph with %d nodes", e, n))
		}
		cols[e[0]] = append(cols[e[0]], e[1])
		cols[e[1]] = append(cols[e[1]], e[0])
	}
	s.row = make([]int, n+1)
	at := 0
	for i, c := range cols {
		sort.Slice(c, func(a, b int) bool { return c[a] < c[b] })
		for k, j := range c {
			if k > 0 && j == c[k-1] {
				continue
			}
			s.col = append(s.col, j)
			s.val = append(s.val, at)
			at += s.size[i] * s.size[j]
		}
		s.row[i+1] = len(s.col)
	}
	s.val = append(s.val, at)
}

// NodeOffset is the place of the node's first unknown in vectors: nodes follow
// each other in the caller's order.
func (s *SymbolicFactorization) NodeOffset(node int) int { return s.at[node] }

// UnknownCount is the number of unknowns.
func (s *SymbolicFactorization) UnknownCount() int { return s.at[len(s.size)] }

// FactorValueCount is the number of values that a factorization stores, zeros inside the
// dense blocks included, as planned before any merging.
func (s *SymbolicFactorization) FactorValueCount() int { return s.first.nFactor }

// blockColumnsOfRow are the columns of the blocks in row i, i itself among them.
func (s *SymbolicFactorization) blockColumnsOfRow(i int32) []int32 { return s.col[s.row[i]:s.row[i+1]] }

// blockIndex finds block (i, j): its place in the value array, or -1.
func (s *SymbolicFactorization) blockIndex(i, j int) int {
	c := s.col[s.row[i]:s.row[i+1]]
	k := sort.Search(len(c), func(k int) bool { return c[k] >= int32(j) })
	if k == len(c) || c[k] != int32(j) {
		return -1
	}
	return s.val[s.row[i]+k]
}

// rowAtOffset names the row at place k of a vector.
func (s *SymbolicFactorization) rowAtOffset(k int) Row {
	i := sort.Search(len(s.size), func(i int) bool { return s.at[i+1] > k })
	return Row{Node: i, Row: k - s.at[i]}
}

// HasBlock reports whether the pattern has the block (i, j).
func (s *SymbolicFactorization) HasBlock(i, j int) bool {
	return i >= 0 && i < len(s.size) && s.blockIndex(i, j) >= 0
}
