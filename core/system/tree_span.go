package system

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// spanningTree says which joints make the tree of a model: as many as there may be without a loop, those with the most rows first, so that few rows are
// left outside.
type spanningTree struct {
	joinable []int32   // sets of joints that may be in a tree
	whole    []bool    // by joinable: all rows are in force
	chosen   []bool    // by set: it is in the tree
	group    []BodyIdx // of each body: a body on the way to the first of those that it hangs together with
	loop     []bool    // by the first of bodies that hang together: a joint among them was not chosen
	joints   []int32   // of each body: whole joints on it
}

// isWhole reports whether all rows are in force; inactive reports those that are not, nil that there are none.
func isWhole(o *RowOwner, inactive []bool) bool {
	return inactive == nil || !slices.Contains(inactive[o.At:o.At+o.N], true)
}

// newSpanningTree chooses the joints of a tree; inactive reports rows that are not in force, nil that all are.
func (sys *System) newSpanningTree(inactive []bool) *spanningTree {
	n := len(sys.Bodies)
	p := &spanningTree{chosen: make([]bool, len(sys.Rows)), group: make([]BodyIdx, n), loop: make([]bool, n), joints: make([]int32, n)}
	for i := range p.group {
		p.group[i] = BodyIdx(i)
	}
	driven := map[[2]MarkerIdx]int{}
	for _, set := range sys.Rows {
		if m, ok := set.(*PrescribedMotion); ok {
			driven[[2]MarkerIdx{m.I, m.J}]++
		}
	}
	type candidate struct {
		a, b     BodyIdx
		set      int32
		resisted int // rows and motions
	}
	var all []candidate
	for i, set := range sys.Rows {
		j, ok := set.(*Joint)
		if !ok || !sys.isJoinable(j) {
			continue
		}
		whole := isWhole(&j.RowOwner, inactive)
		p.joinable, p.whole = append(p.joinable, int32(i)), append(p.whole, whole)
		if a, b := sys.Markers[j.I].Body, sys.Markers[j.J].Body; whole {
			all = append(all, candidate{a, b, int32(i), j.N + driven[[2]MarkerIdx{j.I, j.J}]})
			p.joints[a]++
			p.joints[b]++
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return b.resisted - a.resisted })
	for _, c := range all {
		a, b := p.first(c.a), p.first(c.b)
		if a == b {
			p.loop[a] = true
			continue
		}
		p.chosen[c.set] = true
		a, b = min(a, b), max(a, b)
		p.group[b] = a
		p.loop[a] = p.loop[a] || p.loop[b]
	}
	return p
}

// first returns the first of the bodies that b hangs together with.
func (p *spanningTree) first(b BodyIdx) BodyIdx {
	for p.group[b] != b {
		p.group[b] = p.group[p.group[b]]
		b = p.group[b]
	}
	return b
}

// root returns the body that all others of its kind hang on, where no joint connects these with ground and b is the first of them: b itself, or, where they make
// loops, that with the most joints, so that the ways to it are short.
func (p *spanningTree) root(b BodyIdx) BodyIdx {
	if !p.loop[p.first(b)] {
		return b
	}
	most := b
	for i := range p.group {
		if k := BodyIdx(i); p.joints[k] > p.joints[most] && p.first(k) == p.first(b) {
			most = k
		}
	}
	return most
}

// isJoinable reports whether a joint may be in a tree.
func (sys *System) isJoinable(j *Joint) bool {
	if j.Law != nil || j.Level != integrate.Position {
		return false
	}
	a, b := sys.Markers[j.I].Body, sys.Markers[j.J].Body
	_, known := j.kind.freeMotions()
	return known && a != b && sys.canJoin(a) && sys.canJoin(b)
}
