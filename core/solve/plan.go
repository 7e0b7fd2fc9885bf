package solve

// A plan is everything that the numeric work reads: flat lists, no maps.
//
// The factorization is multifrontal. The groups are eliminated one after the
// other; each gathers its rows and columns in a front, a dense matrix
//
//	     p  b
//	p  [ U  U ]     p unknowns of the group, b unknowns of the border,
//	b  [ L  C ]     the nodes that the group is joined to at that time.
//
// Eliminating the p pivots leaves factors in U (p × p+b, also holding the unit
// lower triangle) and L (b × p), and in C the Schur complement's part that
// belongs to the border. C is added to the front of the first group of the
// border that is eliminated, the parent. So all arithmetic is done on
// contiguous dense blocks, with places known beforehand.
type plan struct {
	groups              []group
	parent              []int32 // of each front, -1 for roots
	fronts              []front
	copies              []move // from the values of the matrix to the work array
	adds                []move // from a child's C to its parent's front
	runs                []run
	perm                []int32 // place in the caller's vector of each unknown in elimination order
	nFactor             int     // length of all U and L, which lie first in the work array
	nWork               int
	maxBorder, maxPivot int
}

// front is a dense matrix of the plan. Fronts lie in elimination order, a
// parent after its children.
type front struct {
	u, l, c int // places in the work array of U, L (after U) and C
	y       int // first unknown in elimination order
	p, b    int
	// d of the p unknowns belong to Definite nodes and come first. Only the
	// first reach border unknowns are structurally joined to them.
	d, reach       int
	copyLo, copyHi int
	addLo, addHi   int
	runLo, runHi   int
	hard           bool
}

// move is a small dense block on its way.
type move struct{ src, dst, from, to, rows, cols int32 } // from, to: row strides

// run is a stretch of border unknowns that are neighbours in elimination order.
type run struct{ y, n int32 }

// eliminationPlanner holds what only the making of a plan needs.
type eliminationPlanner struct {
	s        *SymbolicFactorization
	p        *plan
	step     []int32   // front of each node, -1 for nodes without unknowns
	border   [][]int32 // nodes
	reached  []int     // how many of the border's nodes the Definite pivots reach
	children [][]int32
	y        []int // first unknown of each node in elimination order
	local    []int // place of a node in the front at work
}

// planElimination lays out the elimination of groups in the order given.
func (s *SymbolicFactorization) planElimination(groups []group) *plan {
	w := &eliminationPlanner{s: s, p: &plan{}}
	w.findBordersAndParents(groups)
	w.sortByPostorder()
	w.assignOffsets()
	for f := range w.p.fronts {
		w.listFrontMoves(f)
	}
	return w.p
}

// findBordersAndParents finds border and parent of each group.
func (w *eliminationPlanner) findBordersAndParents(groups []group) {
	s, n := w.s, len(groups)
	w.p.groups = groups
	w.step = make([]int32, len(s.size))
	for i := range w.step {
		w.step[i] = -1
	}
	for g := range groups {
		for _, i := range groups[g].nodes {
			w.step[i] = int32(g)
		}
	}
	w.border = make([][]int32, n)
	w.reached = make([]int, n)
	w.children = make([][]int32, n)
	w.p.parent = make([]int32, n)
	mark := make([]int, len(s.size)) // 2g+1: in g's border, 2g+2: and reached
	for g := range groups {
		w.collectBorder(g, mark)
		first := int32(-1)
		for _, j := range w.border[g] {
			if first < 0 || w.step[j] < first {
				first = w.step[j]
			}
		}
		w.p.parent[g] = first
		if first >= 0 {
			w.children[first] = append(w.children[first], int32(g))
		}
	}
}

// collectBorder collects the border of group g: what its nodes are joined to by
// entries of the matrix or by the borders of its children. Nodes that the
// Definite pivots reach are first.
func (w *eliminationPlanner) collectBorder(g int, mark []int) {
	var near, far []int32
	take := func(nodes []int32, reached bool) {
		for _, j := range nodes {
			if w.step[j] <= int32(g) || mark[j] > 2*g+1 || (mark[j] == 2*g+1 && !reached) {
				continue
			}
			mark[j] = 2*g + 1
			if reached {
				mark[j] = 2*g + 2
				near = append(near, j)
			} else {
				far = append(far, j)
			}
		}
	}
	definite := func(i int32) bool { return w.step[i] == int32(g) && w.s.kind[i] == Definite }
	for _, i := range w.p.groups[g].nodes {
		take(w.s.blockColumnsOfRow(i), definite(i))
	}
	for _, c := range w.children[g] {
		reached := false
		for _, i := range w.border[c] {
			reached = reached || definite(i)
		}
		take(w.border[c], reached)
	}
	w.border[g], w.reached[g] = near, len(near)
	for _, j := range far {
		if mark[j] == 2*g+1 {
			w.border[g] = append(w.border[g], j)
		}
	}
}

// sortByPostorder renumbers the groups so that every group follows its subtree.
func (w *eliminationPlanner) sortByPostorder() {
	n := len(w.p.groups)
	place := make([]int32, n) // new number of each group
	var stack []int32
	next := int32(n)
	for r := n - 1; r >= 0; r-- { // numbered from the end: parents, then children
		if w.p.parent[r] >= 0 {
			continue
		}
		for stack = append(stack, int32(r)); len(stack) > 0; {
			g := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			next--
			place[g] = next
			stack = append(stack, w.children[g]...)
		}
	}
	w.permuteGroups(place)
}

// permuteGroups moves everything about group g to newIndex[g].
func (w *eliminationPlanner) permuteGroups(newIndex []int32) {
	n := len(newIndex)
	groups, parent := make([]group, n), make([]int32, n)
	border, reached := make([][]int32, n), make([]int, n)
	for g, k := range newIndex {
		groups[k], border[k], reached[k] = w.p.groups[g], w.border[g], w.reached[g]
		parent[k] = w.p.parent[g]
		if parent[k] >= 0 {
			parent[k] = newIndex[parent[k]]
		}
	}
	w.p.groups, w.p.parent, w.border, w.reached = groups, parent, border, reached
	for i, g := range w.step {
		if g >= 0 {
			w.step[i] = newIndex[g]
		}
	}
	w.children = make([][]int32, n)
	for k, f := range parent {
		if f >= 0 {
			w.children[f] = append(w.children[f], int32(k))
		}
	}
}
