package solve

import "container/heap"

// Minimum degree on a quotient graph (the classical scheme of George and Liu):
// eliminating a group leaves an element, the list of nodes that it joined
// together; an eliminated group's fill is never written out as edges. Degrees
// count unknowns, not nodes.

// candidate is a group at its degree when it was put in line; stamp reports
// whether that is still so.
type candidate struct {
	cost         float64
	group, stamp int
}

type eliminationQueue []candidate

func (l eliminationQueue) Len() int { return len(l) }
func (l eliminationQueue) Less(i, j int) bool {
	a, b := l[i], l[j]
	if a.cost != b.cost {
		return a.cost < b.cost
	}
	return a.group > b.group
}
func (l eliminationQueue) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *eliminationQueue) Push(x any)   { *l = append(*l, x.(candidate)) }
func (l *eliminationQueue) Pop() any {
	old := *l
	x := old[len(old)-1]
	*l = old[:len(old)-1]
	return x
}

// quotientGraph is the graph of what is not yet eliminated.
type quotientGraph struct {
	s       *SymbolicFactorization
	groups  []group
	of      []int32   // group of each node, -1 for nodes without unknowns
	gone    []bool    // eliminated groups
	adj     [][]int32 // remaining edges between nodes
	element [][]int32 // the elements of each node
	joined  [][]int32 // nodes of each element, nil when absorbed
	wait    []int     // how many nodes each group still waits for
	waiting [][]int32 // the groups that wait for each node
	stamp   []int
	mark    []int // of nodes
	round   int
	line    eliminationQueue
}

// sortForElimination sorts the groups into elimination order.
func (s *SymbolicFactorization) sortForElimination(groups []group) []group {
	q := newQuotientGraph(s, groups)
	out := make([]group, 0, len(groups))
	for len(q.line) > 0 {
		c := heap.Pop(&q.line).(candidate)
		if q.gone[c.group] || q.stamp[c.group] != c.stamp {
			continue
		}
		out = append(out, groups[c.group])
		q.eliminateGroup(c.group)
	}
	if len(out) != len(groups) {
		panic("solve: elimination order lost a group")
	}
	return out
}

func newQuotientGraph(s *SymbolicFactorization, groups []group) *quotientGraph {
	n := len(s.size)
	q := &quotientGraph{
		s: s, groups: groups, of: make([]int32, n), gone: make([]bool, len(groups)),
		adj: make([][]int32, n), element: make([][]int32, n), waiting: make([][]int32, n),
		wait: make([]int, len(groups)), stamp: make([]int, len(groups)), mark: make([]int, n),
	}
	for i := range q.of {
		q.of[i] = -1
	}
	for g := range groups {
		for _, i := range groups[g].nodes {
			q.of[i] = int32(g)
		}
	}
	for i := range n {
		for _, j := range s.blockColumnsOfRow(int32(i)) {
			if q.of[j] >= 0 && q.of[j] != q.of[i] {
				q.adj[i] = append(q.adj[i], j)
			}
		}
	}
	for g := range groups {
		q.wait[g] = len(groups[g].after)
		for _, i := range groups[g].after {
			q.waiting[i] = append(q.waiting[i], int32(g))
		}
		q.enqueueGroup(g)
	}
	return q
}

// enqueueGroup puts a group in line at its present degree, if it may be eliminated.
func (q *quotientGraph) enqueueGroup(g int) {
	q.stamp[g]++
	if q.wait[g] > 0 {
		return
	}
	heap.Push(&q.line, candidate{q.estimateEliminationCost(g), g, q.stamp[g]})
}

// estimateEliminationCost estimates what eliminating a group at present leaves behind, per unknown
// that it removes: b unknowns at the border are joined to each other, which
// costs b² in every later front that they reach; r of them are reached by the
// Definite pivots already, so that the first stage of the front cannot skip
// them. (Plain minimum degree, r left out and no division, needs 1.7 times the
// arithmetic on a chain; counting only the arithmetic of the group's own front
// is no better on chains and twice as bad on nets with many loops.)
func (q *quotientGraph) estimateEliminationCost(g int) float64 {
	var p, b, r float64
	for _, i := range q.groups[g].nodes {
		p += float64(q.s.size[i])
	}
	border, reached := q.listBorder(g)
	for k, i := range border {
		b += float64(q.s.size[i])
		if k < reached {
			r += float64(q.s.size[i])
		}
	}
	return b * (b + r) / p
}

// listBorder lists the nodes that a group is joined to, those that its Definite
// nodes are joined to first, and counts the latter.
func (q *quotientGraph) listBorder(g int) (out []int32, reached int) {
	q.round++
	take := func(nodes []int32) {
		for _, j := range nodes {
			o := q.of[j]
			if q.mark[j] != q.round && int(o) != g && !q.gone[o] {
				q.mark[j] = q.round
				out = append(out, j)
			}
		}
	}
	for _, i := range q.groups[g].nodes { // Definite nodes come first
		take(q.adj[i])
		for _, e := range q.element[i] {
			take(q.joined[e])
		}
		if q.s.kind[i] == Definite {
			reached = len(out)
		}
	}
	return out, reached
}

func (q *quotientGraph) eliminateGroup(g int) {
	border, _ := q.listBorder(g)
	q.gone[g] = true
	for _, i := range q.groups[g].nodes {
		for _, e := range q.element[i] {
			q.joined[e] = nil
		}
	}
	e := int32(-1)
	for _, i := range border {
		if q.of[i] != q.of[border[0]] { // an element within one group says nothing
			e = int32(len(q.joined))
			q.joined = append(q.joined, border)
			break
		}
	}
	for _, i := range border { // q.mark still reports what is in border
		q.pruneLists(i, e)
	}
	last := map[int32]bool{}
	for _, i := range border {
		if o := q.of[i]; !last[o] {
			last[o] = true
			q.enqueueGroup(int(o))
		}
	}
	for _, i := range q.groups[g].nodes {
		q.releaseGroupsWaitingFor(i)
	}
}

// releaseGroupsWaitingFor lets the groups that wait for node i know that it is gone.
func (q *quotientGraph) releaseGroupsWaitingFor(i int32) {
	for _, g := range q.waiting[i] {
		if q.wait[g]--; q.wait[g] == 0 {
			q.enqueueGroup(int(g))
		}
	}
}

// pruneLists takes out of node i's lists what the new element e stands for.
func (q *quotientGraph) pruneLists(i, e int32) {
	kept := q.element[i][:0]
	for _, k := range q.element[i] {
		if q.joined[k] != nil {
			kept = append(kept, k)
		}
	}
	if e >= 0 {
		kept = append(kept, e)
	}
	q.element[i] = kept
	adj := q.adj[i][:0]
	for _, j := range q.adj[i] {
		if !q.gone[q.of[j]] && q.mark[j] != q.round {
			adj = append(adj, j)
		}
	}
	q.adj[i] = adj
}
