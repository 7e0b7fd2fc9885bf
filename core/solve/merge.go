package solve

import (
	"math"
	"sort"
)

// mergeIntoParent puts the group of front g into that of its parent and takes up the
// plan for that. It reports failure for roots, and when the pivot block would
// grow too large.
func (m *Matrix) mergeIntoParent(g int) (merged bool) {
	p := m.plan
	if !p.canMergeWithParent(g) {
		return false
	}
	to := int(p.parent[g])
	nodes := append(append([]int32(nil), p.groups[g].nodes...), p.groups[to].nodes...)
	sort.SliceStable(nodes, func(a, b int) bool { return m.s.kind[nodes[a]] < m.s.kind[nodes[b]] })
	groups := append([]group(nil), p.groups...)
	groups[to] = group{nodes: nodes, hard: true}
	m.usePlan(m.s.planElimination(append(groups[:g], groups[g+1:]...)))
	m.Merges++
	return true
}

func (p *plan) canMergeWithParent(g int) bool {
	return p.parent[g] >= 0 && p.fronts[g].p+p.fronts[p.parent[g]].p <= largestMerge
}

// dominantChild finds the child of front g whose contribution to the Definite
// diagonal is greatest against what was there, or -1 when it cannot be merged.
//
// A contribution many orders above the parent's own values comes from a pivot
// block that is nearly singular for the rows that reach on to the parent (a
// constraint that hardly acts on the child). It would wipe out the parent's own
// digits. Eliminating both at once lets the search use the better pivots.
//
// What adds up over many eliminations is none of this: n links in a row that are rigid
// across a plane have the inertia of one body, n³/3 times that of the last.
func (m *Matrix) dominantChild(g int, f *front) int {
	best, most := -1, 0.0
	for c := g - 1; c >= 0; c-- {
		child := &m.plan.fronts[c]
		if int(m.plan.parent[c]) != g || !m.plan.canMergeWithParent(c) {
			continue
		}
		k := 0
		for _, v := range m.plan.runs[child.runLo:child.runHi] {
			for y := int(v.y); y < int(v.y+v.n); y++ {
				own := y - f.y
				ratio := math.Abs(m.work[child.c+k*(child.b+1)])
				if own < f.d && m.origin[max(own, 0)] > 0 {
					if ratio /= m.origin[own]; ratio > most {
						best, most = c, ratio
					}
				}
				k++
			}
		}
	}
	return best
}
