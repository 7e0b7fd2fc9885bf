package solve

import "slices"

// A tie is a Definite node without values of its own and the Saddle node whose rows determine it, with the pivot block
//
//	[ X  -Tᵀ ]
//	[ T   0  ]
//
// T is square and regular, so that the block is, whatever X is. Once it is gone, what touched the node touches what the rows tie it to.

// groupsGiven returns the groups of Graph.Together, and which nodes are in them.
func (s *SymbolicFactorization) groupsGiven() (out []group, done []bool) {
	done = make([]bool, len(s.size))
	for _, nodes := range s.together {
		g := group{}
		for _, i := range nodes {
			if s.size[i] > 0 {
				g.nodes = append(g.nodes, i)
				done[i] = true
			}
		}
		if len(g.nodes) > 0 {
			g.hard = s.isTie(g.nodes)
			out = append(out, g)
		}
	}
	return out, done
}

func (s *SymbolicFactorization) isTie(nodes []int32) bool {
	return s.kind[nodes[len(nodes)-1]] == Saddle
}

// isOrTouchesMarkedNode reports whether a node or one that it is joined to is marked.
func (s *SymbolicFactorization) isOrTouchesMarkedNode(node int32, marked []bool) bool {
	return slices.ContainsFunc(s.blockColumnsOfRow(node), func(j int32) bool { return marked[j] })
}

// waitForTies lets groups wait for the ties that they touch, and Saddle nodes for what ties join them to.
func (s *SymbolicFactorization) waitForTies(groups []group) {
	tie := make([]int32, len(s.size)) // 1 + place in groups
	for g := range groups {
		if s.isTie(groups[g].nodes) && groups[g].hard {
			for _, i := range groups[g].nodes {
				tie[i] = int32(g) + 1
			}
		}
	}
	for g := range groups {
		if tie[groups[g].nodes[0]] > 0 {
			continue
		}
		alone := len(groups[g].nodes) == 1 && s.kind[groups[g].nodes[0]] == Saddle
		for _, i := range groups[g].nodes {
			for _, j := range s.blockColumnsOfRow(i) {
				if t := tie[j]; t > 0 {
					s.waitForTie(&groups[g], groups[t-1].nodes, alone)
				}
			}
		}
	}
}

// waitForTie lets g wait for a tie, and for the nodes behind it.
func (s *SymbolicFactorization) waitForTie(g *group, tie []int32, behind bool) {
	wait := func(i int32) {
		if s.kind[i] == Definite && s.size[i] > 0 && !slices.Contains(g.after, i) && !slices.Contains(g.nodes, i) {
			g.after = append(g.after, i)
		}
	}
	wait(tie[0])
	if !behind {
		return
	}
	for _, i := range tie {
		if s.kind[i] == Saddle {
			for _, j := range s.blockColumnsOfRow(i) {
				wait(j)
			}
		}
	}
}
