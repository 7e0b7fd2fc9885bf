package solve

import (
	"container/heap"
	"sort"
)

// A group is a set of nodes that is eliminated in one go, through one dense
// pivot block.
type group struct {
	nodes []int32 // Definite nodes first
	after []int32 // nodes that must be gone before
	hard  bool    // came out of a merge: pivot with full search at once
}

// A bundle is a set of Saddle nodes that join the same one or two Definite
// nodes; end[1] is the ground, numbered as one past the last node, when there
// is only one.
type saddleEdge struct {
	end     [2]int32
	saddles []int32 // the larger ones first
}

// groupNodes decides which nodes are eliminated together, and what has to wait.
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
// elimination order, is non-singular.
//
// A Saddle node outside of the forest closes a loop. What is not yet
// eliminated is, for the pivots, at rest; so its Schur complement is G A⁻¹ Gᵀ
// on the motions that the eliminated part has then. It is not enough that the
// node's own neighbours are gone: with a part of the loop at rest, rows may
// depend on each other that are independent in the whole. It waits for the
// whole loop, that is the paths in the forest from its neighbours to where
// they meet. The vertex where they meet may stay: rows that close a loop do not
// feel the loop move as a whole. (Where they do, the pivot is singular and the
// groups are merged, see Factor.)
func (s *SymbolicFactorization) groupNodes() []group {
	out, done := s.groupsGiven()
	tree := s.spanningForest(done)
	up := make([]int32, len(s.size)) // next node on the way to the root, -1 at its end
	for i := range up {
		up[i] = -1
	}
	for _, t := range tree {
		g := group{nodes: append([]int32{t.end[1]}, t.saddles...)}
		for _, i := range g.nodes {
			done[i] = true
		}
		if t.end[0] < int32(len(s.size)) {
			up[t.end[1]] = t.end[0]
		}
		out = append(out, g)
	}
	seen := make([]int32, len(s.size))
	for i := range s.size {
		if done[i] || s.size[i] == 0 {
			continue
		}
		g := group{nodes: []int32{int32(i)}}
		if s.kind[i] == Saddle {
			g.after = s.nodesToWaitFor(int32(i), up, seen)
		}
		out = append(out, g)
	}
	s.waitForTies(out)
	return out
}

// nodesToWaitFor lists the Definite nodes that Saddle node i waits for: its neighbours
// and the loops that it closes. seen is for its own use: zero at first.
func (s *SymbolicFactorization) nodesToWaitFor(i int32, up, seen []int32) []int32 {
	var out []int32
	carriers := s.neighboursAbleToCarryRows(i)
	paths := int32(0)
	for _, j := range carriers { // count the paths over each node
		paths++
		for ; j >= 0; j = up[j] {
			seen[j]++
		}
	}
	for _, j := range carriers {
		for ; j >= 0; j = up[j] {
			if n := seen[j]; n > 0 && (n < paths || paths == 1) {
				out = append(out, j)
			}
			seen[j] = 0
		}
	}
	for _, j := range s.blockColumnsOfRow(i) {
		if s.kind[j] == Definite && s.size[j] > 0 {
			seen[j] = 1
		}
	}
	for _, j := range carriers {
		seen[j] = 0
	}
	for _, j := range s.blockColumnsOfRow(i) { // the small ones, which carry no rows
		if seen[j] == 1 {
			out = append(out, j)
			seen[j] = 0
		}
	}
	return out
}

// spanningForest returns the edges of a spanning forest, each directed from end[0]
// to end[1]; the latter is the Definite node that its rows are merged with.
// It is one of shortest paths from the ground (Dijkstra's method), or from the
// node with most edges in parts that have no edge to the ground: so loops are
// short. Nodes without are left out, with their edges. Edges that leave their node much freedom count as long, lest the rows
// of the heavier edges close loops.
func (s *SymbolicFactorization) spanningForest(without []bool) []saddleEdge {
	n := len(s.size)
	all := s.collectSaddleEdges(int32(n), without)
	edges := make([][]int32, n+1) // of each vertex, places in all
	for k, t := range all {
		edges[t.end[0]] = append(edges[t.end[0]], int32(k))
		edges[t.end[1]] = append(edges[t.end[1]], int32(k))
	}
	roots := make([]int32, n+1)
	for i := range roots {
		roots[i] = int32(n - i) // the ground first
	}
	rest := roots[1:]
	sort.Slice(rest, func(a, b int) bool {
		x, y := len(edges[rest[a]]), len(edges[rest[b]])
		return x > y || x == y && rest[a] < rest[b]
	})
	reached := make([]bool, n+1)
	var out []saddleEdge
	for _, root := range roots {
		if !reached[root] {
			out = s.growShortestPathTree(out, root, all, edges, reached)
		}
	}
	return out
}

// growShortestPathTree appends the edges of the tree of shortest paths from a root.
func (s *SymbolicFactorization) growShortestPathTree(out []saddleEdge, root int32, all []saddleEdge, edges [][]int32, reached []bool) []saddleEdge {
	reached[root] = true
	var front pathQueue
	spread := func(i int32, length int) {
		for _, k := range edges[i] {
			to := all[k].end[0] + all[k].end[1] - i
			if reached[to] {
				continue
			}
			if saddles, rows := s.largestSaddlesThatFit(all[k], s.size[to]); rows > 0 {
				free := s.size[to] - rows
				last := saddleEdge{[2]int32{i, to}, saddles}
				heap.Push(&front, path{length + 1 + 2*free*free, k, last})
			}
		}
	}
	for spread(root, 0); len(front) > 0; {
		w := heap.Pop(&front).(path)
		if to := w.last.end[1]; !reached[to] {
			reached[to] = true
			out = append(out, w.last)
			spread(to, w.length)
		}
	}
	return out
}

// path leads from a root; last is its last edge, directed, with those
// Saddle nodes only that fit the node it leads to.
type path struct {
	length int
	edge   int32
	last   saddleEdge
}

type pathQueue []path

func (w pathQueue) Len() int { return len(w) }
func (w pathQueue) Less(i, j int) bool {
	return w[i].length < w[j].length || w[i].length == w[j].length && w[i].edge < w[j].edge
}
func (w pathQueue) Swap(i, j int) { w[i], w[j] = w[j], w[i] }
func (w *pathQueue) Push(x any)   { *w = append(*w, x.(path)) }
func (w *pathQueue) Pop() any {
	old := *w
	x := old[len(old)-1]
	*w = old[:len(old)-1]
	return x
}

// collectSaddleEdges collects the Saddle nodes that may be edges of the forest.
func (s *SymbolicFactorization) collectSaddleEdges(ground int32, without []bool) []saddleEdge {
	place := map[[2]int32]int{}
	var all []saddleEdge
	for i := range s.size {
		if s.kind[i] != Saddle || s.size[i] == 0 || s.isOrTouchesMarkedNode(int32(i), without) {
			continue
		}
		c := s.neighboursAbleToCarryRows(int32(i))
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
			all = append(all, saddleEdge{end: end})
		}
		all[k].saddles = append(all[k].saddles, int32(i))
	}
	for _, b := range all {
		sort.SliceStable(b.saddles, func(x, y int) bool { return s.size[b.saddles[x]] > s.size[b.saddles[y]] })
	}
	return all
}

// largestSaddlesThatFit returns the largest Saddle nodes of a bundle that fit into an end, which
// is a node of n unknowns, and the number of their rows.
func (s *SymbolicFactorization) largestSaddlesThatFit(b saddleEdge, n int) (saddles []int32, rows int) {
	for _, i := range b.saddles {
		if rows+s.size[i] <= n {
			rows += s.size[i]
			saddles = append(saddles, i)
		}
	}
	return saddles, rows
}

// neighboursAbleToCarryRows are the Definite neighbours of a Saddle node that can carry its
// rows: those that are not much smaller than the largest. (A row that also
// depends on a scalar unknown is not to be merged with that scalar.)
func (s *SymbolicFactorization) neighboursAbleToCarryRows(i int32) []int32 {
	largest := 0
	for _, j := range s.blockColumnsOfRow(i) {
		if s.kind[j] == Definite {
			largest = max(largest, s.size[j])
		}
	}
	var out []int32
	for _, j := range s.blockColumnsOfRow(i) {
		if s.kind[j] == Definite && s.size[j] > 0 && 2*s.size[j] >= largest {
			out = append(out, j)
		}
	}
	return out
}
