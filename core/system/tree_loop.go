package system

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/solve"
)

// treeLoops solves for the multipliers of rows in force beside those of a tree, of joints that close loops and of other elements. With G the gradients
// of these rows, a₀ the accelerations that the tree has without them and γ what the rows are without accelerations,
//
//	(G M⁻¹Gᵀ) l = -(γ + G a₀),
//
// where M⁻¹ is what the tree makes of pushes on its bodies. Pushes reach no joints but those on the ways of their bodies to the roots. Elimination
// of the free motions on the way factors M⁻¹ already: G M⁻¹Gᵀ = Y Yᵀ, with one column of Y a free motion, the push left along it over the root of the
// inertia along it.
type treeLoops struct {
	usable  bool
	rows    int       // in force
	sets    []loopSet // in the order of matrix
	ways    []int32   // joints on the way of any set, those of parents first
	matrix  *solve.EnvelopeMatrix
	value   []float64 // right-hand side and solution, in the order of matrix
	push    []wrench  // by places on the way of a set and its rows, or by joints
	scales  []float64 // of speeds
	least   float64   // of these
	current []float64 // speeds or displacements that result, in the order of speeds
}

// loopSet is a set with rows in force.
type loopSet struct {
	set      int32
	owner    *RowOwner
	rows     []int32 // of owner, those in force
	at       int     // of the first in the matrix
	way      []wayJoint
	ends     []int32   // by bodies of owner: the place of their joint on the way
	columns  int       // free motions on the way
	response []float64 // Y: rows × columns
	shared   []sharedColumns
}

// wayJoint is a joint on the way of a set to the roots, the place on it of the joint of its parent, -1 if that is ground, and its first column.
type wayJoint struct{ joint, up, column int32 }

// sharedColumns are free motions, in a row, on the ways of two sets.
type sharedColumns struct{ with, own, other, n int32 }

// Multiplications, about, of one response at a joint and at each of its columns, and of the articulated-body method itself at them; and those of a row of the full matrix.
const (
	wayJointCost   = 9
	wayColumnCost  = 13
	treeJointCost  = 100
	treeColumnCost = 80
	fullMatrixCost = 600
	reducedPerTree = 1.8 // multiplications of the tree that take the time of one of reducedSystem, and one more of its evaluations at ends of steps
)

// largestCost returns how many multiplications rows beside those of the tree may take: where there are more, the matrix of accelerations costs less.
func (t *articulatedTree) largestCost(reduced *reducedSystem) int {
	if reduced != nil {
		most := int(reducedPerTree * float64(reduced.countMultiplications()))
		for i := range t.joints {
			most -= treeJointCost + treeColumnCost*len(t.joints[i].columns)
		}
		return most
	}
	rows := 0
	for _, inactive := range t.inactive {
		if !inactive {
			rows++
		}
	}
	return fullMatrixCost * rows
}

// selectRows takes note of the rows that are in force.
func (l *treeLoops) selectRows(s *State, t *articulatedTree) {
	*l = treeLoops{usable: true}
	budget := math.MinInt
	for _, i := range t.others {
		o := s.sys.Rows[i].rowOwner()
		set := loopSet{set: i, owner: o}
		for k := range o.N {
			if !t.inactive[o.At+k] && !t.ofTree[o.At+k] {
				set.rows = append(set.rows, int32(k))
			}
		}
		if len(set.rows) == 0 {
			continue
		}
		if l.rows == 0 {
			budget = t.largestCost(s.plan.reduced)
		}
		l.rows += len(set.rows)
		cost, ok := set.findWay(t, budget)
		if budget -= cost; !ok || budget < 0 || l.rows > t.rows {
			*l = treeLoops{}
			return
		}
		l.sets = append(l.sets, set)
	}
	if l.rows == 0 {
		return
	}
	if !l.orderRows(t, budget) {
		*l = treeLoops{}
		return
	}
	l.scales = s.layout.VScale
	l.least = slices.Min(l.scales)
	l.current = make([]float64, len(l.scales))
}

// findWay lists the joints from the bodies of the set to the roots, those of children first, and returns what responses along it cost. It reports false where a body has no joint,
// or where the cost is more than most.
func (b *loopSet) findWay(t *articulatedTree, most int) (cost int, ok bool) {
	on := map[int32]bool{}
	for _, body := range b.owner.Bodies {
		for k := t.jointOf[body]; !on[k]; k = t.jointOf[t.joints[k].parent] {
			if k < 0 {
				return 0, false
			}
			on[k] = true
			if cost += len(b.rows) * (wayJointCost + wayColumnCost*len(t.joints[k].columns)); cost > most {
				return cost, false
			}
			if t.joints[k].parent == Ground {
				break
			}
		}
	}
	all := make([]int32, 0, len(on))
	for k := range on {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b int32) int { return int(b - a) })
	for _, k := range all {
		up := int32(-1)
		if parent := t.joints[k].parent; parent != Ground {
			up = int32(slices.Index(all, t.jointOf[parent]))
		}
		b.way = append(b.way, wayJoint{k, up, int32(b.columns)})
		b.columns += len(t.joints[k].columns)
	}
	for _, body := range b.owner.Bodies {
		b.ends = append(b.ends, int32(slices.Index(all, t.jointOf[body])))
	}
	b.response = make([]float64, len(b.rows)*b.columns)
	return cost, true
}

// orderRows orders the sets so that those with ways in common stand together, and makes the matrix. It reports false where filling and factoring
// it costs more than most.
func (l *treeLoops) orderRows(t *articulatedTree, most int) (ok bool) {
	slices.SortStableFunc(l.sets, func(a, b loopSet) int {
		if d := a.way[len(a.way)-1].joint - b.way[len(b.way)-1].joint; d != 0 {
			return int(d)
		}
		return int(a.way[0].joint - b.way[0].joint)
	})
	var first []int32
	cost, pushes := 0, 0
	on := map[int32]bool{}
	for i := range l.sets {
		b := &l.sets[i]
		b.at = len(first)
		begin := int32(b.at)
		for k := range l.sets[:i+1] {
			other := &l.sets[k]
			columns := b.addSharedColumns(t, other, int32(k))
			if columns > 0 {
				begin = min(begin, int32(other.at))
			}
			if cost += 1 + len(b.rows)*len(other.rows)*columns; cost > most {
				return false
			}
		}
		for range b.rows {
			width := len(first) - int(begin)
			first = append(first, begin)
			if cost += width * width / 2; cost > most {
				return false
			}
		}
		pushes = max(pushes, len(b.way)*len(b.rows))
		for _, w := range b.way {
			on[w.joint] = true
		}
	}
	for k := range on {
		l.ways = append(l.ways, k)
	}
	slices.Sort(l.ways)
	l.matrix, l.value, l.push = solve.NewEnvelopeMatrix(first), make([]float64, len(first)), make([]wrench, max(pushes, len(t.joints)))
	return true
}

// addSharedColumns lists what the way of b has in common with that of another set, which is the k-th, and returns the number of free motions.
func (b *loopSet) addSharedColumns(t *articulatedTree, other *loopSet, k int32) (columns int) {
	i := 0
	for _, w := range b.way {
		for i < len(other.way) && other.way[i].joint > w.joint {
			i++
		}
		if i == len(other.way) {
			return columns
		}
		n := int32(len(t.joints[w.joint].columns))
		if other.way[i].joint != w.joint || n == 0 {
			continue
		}
		columns += int(n)
		if last := len(b.shared) - 1; last >= 0 {
			if c := &b.shared[last]; c.with == k && c.own+c.n == w.column && c.other+c.n == other.way[i].column {
				c.n += n
				continue
			}
		}
		b.shared = append(b.shared, sharedColumns{k, w.column, other.way[i].column, n})
	}
	return columns
}
