package solve

import "sort"

// A group is a set of nodes that is eliminated in one go, through one dense
// pivot block.
type group struct {
	nodes []int32 // Definite nodes first
	late  bool    // Saddle nodes only: wait for all Definite neighbours
	hard  bool    // came out of a merge: pivot with full search at once
}

// A bundle is a set of Saddle nodes that join the same one or two Definite
// nodes; end[1] is the ground, numbered as one past the last node, when there
// is only one.
type bundle struct {
	end     [2]int32
	saddles []int32
	rows    int
}

// groups decides which nodes are eliminated together.
//
// The pivot block of a Saddle node alone is zero until its neighbours are
// gone. Take the graph whose vertices are the Definite nodes and one ground
// vertex, and whose edges are the Saddle nodes. In a spanning forest, directed
// away from the ground, every Definite node d has at most one edge that leads
// to it, and d with that edge's rows has the pivot block
//
//	[ A_d  -G_dᵀ ]
//	[ G_d    0   ]
//
// G restricted to the forest is block triangular with the blocks G_d on its
// diagonal. When those have full row rank and A is positive definite on the
// null space, each of these blocks, and each of their Schur complements in any
// elimination order, is non-singular. Saddle nodes outside of the forest close
// loops; they are left for when all their Definite neighbours are gone: their
// Schur complement is then G A⁻¹ Gᵀ restricted to what the forest leaves free,
// non-singular when the rows are independent.
//
// The forest is one of greatest weight, the weight of an edge being its number
// of rows: then the rows left over are few. Saddle nodes that join the same
// two nodes (a joint and the motion that drives it) are one edge as long as
// their rows are not more than the unknowns of either end.
func (s *Symbolic) groups() []group {
	owner := make([]int32, len(s.size)) // group of a node, -1 without one
	for i := range owner {
		owner[i] = -1
	}
	var out []group
	for _, t := range s.forest() {
		for _, i := range append([]int32{t.end[1]}, t.saddles...) {
			owner[i] = int32(len(out))
		}
		out = append(out, group{nodes: append([]int32{t.end[1]}, t.saddles...)})
	}
	for i := range s.size {
		if owner[i] < 0 && s.size[i] > 0 {
			out = append(out, group{nodes: []int32{int32(i)}, late: s.kind[i] == Saddle})
		}
	}
	return out
}

// forest returns the edges of the spanning forest, each directed from end[0]
// to end[1]; the latter is the Definite node that its rows are merged with.
func (s *Symbolic) forest() []bundle {
	n := len(s.size)
	ground := int32(n)
	tree := s.heaviest(s.bundles(ground), ground)
	edges := make([][]int32, n+1) // of each vertex, places in tree
	for k, t := range tree {
		edges[t.end[0]] = append(edges[t.end[0]], int32(k))
		edges[t.end[1]] = append(edges[t.end[1]], int32(k))
	}
	seen := make([]bool, n+1)
	var out []bundle
	for r := -1; r < n; r++ {
		root := int32(r)
		if r < 0 {
			root = ground
		}
		if seen[root] {
			continue
		}
		seen[root] = true
		for queue := []int32{root}; len(queue) > 0; queue = queue[1:] {
			for _, k := range edges[queue[0]] {
				t := tree[k]
				if t.end[1] == queue[0] {
					t.end[0], t.end[1] = t.end[1], t.end[0]
				}
				if !seen[t.end[1]] {
					seen[t.end[1]] = true
					out = append(out, t)
					queue = append(queue, t.end[1])
				}
			}
		}
	}
	return out
}

// bundles collects the Saddle nodes that may be edges of the forest.
func (s *Symbolic) bundles(ground int32) []bundle {
	place := map[[2]int32]int{}
	var all []bundle
	for i := range s.size {
		if s.kind[i] != Saddle || s.size[i] == 0 {
			continue
		}
		c := s.carriers(int32(i))
		if len(c) == 0 || len(c) > 2 {
			continue
		}
		end := [2]int32{c[0], ground}
		if len(c) == 2 {
			end[1] = c[1]
		}
		k, ok := place[end]
		if !ok {
			k = len(all)
			place[end] = k
			all = append(all, bundle{end: end})
		}
		all[k].saddles = append(all[k].saddles, int32(i))
	}
	for k := range all {
		s.trim(&all[k], ground)
	}
	return all
}

// trim keeps the largest Saddle nodes of a bundle that fit into its ends.
func (s *Symbolic) trim(b *bundle, ground int32) {
	room := s.size[b.end[0]]
	if b.end[1] != ground {
		room = min(room, s.size[b.end[1]])
	}
	sort.SliceStable(b.saddles, func(x, y int) bool { return s.size[b.saddles[x]] > s.size[b.saddles[y]] })
	kept := b.saddles[:0]
	for _, i := range b.saddles {
		if b.rows+s.size[i] <= room {
			b.rows += s.size[i]
			kept = append(kept, i)
		}
	}
	b.saddles = kept
}

// carriers are the Definite neighbours of a Saddle node that can carry its
// rows: those that are not much smaller than the largest. (A row that also
// depends on a scalar unknown is not to be merged with that scalar.)
func (s *Symbolic) carriers(i int32) []int32 {
	largest := 0
	for _, j := range s.neighbours(i) {
		if s.kind[j] == Definite {
			largest = max(largest, s.size[j])
		}
	}
	var out []int32
	for _, j := range s.neighbours(i) {
		if s.kind[j] == Definite && s.size[j] > 0 && 2*s.size[j] >= largest {
			out = append(out, j)
		}
	}
	return out
}

// heaviest returns the edges of a spanning forest of greatest weight
// (Kruskal's method).
func (s *Symbolic) heaviest(all []bundle, ground int32) []bundle {
	sort.SliceStable(all, func(x, y int) bool { return all[x].rows > all[y].rows })
	up := make([]int32, ground+1)
	for i := range up {
		up[i] = int32(i)
	}
	find := func(i int32) int32 {
		for up[i] != i {
			up[i] = up[up[i]]
			i = up[i]
		}
		return i
	}
	var tree []bundle
	for _, b := range all {
		x, y := find(b.end[0]), find(b.end[1])
		if x != y && b.rows > 0 {
			up[x] = y
			tree = append(tree, b)
		}
	}
	return tree
}
