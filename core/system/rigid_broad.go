package system

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/shape"
)

// broadPhase finds the pairs of shapes whose boxes come nearer than a distance. The boxes
// have sides along the global axes. Those of finite shapes are in a tree of halves that is
// made again each time, n log n, which is cheaper than to keep one right: shapes may be
// of any sizes and lie in any pattern, where a grid or a sweep along one axis would
// end in all pairs (a wall along the axis, a big plate among small stones). Unbounded
// shapes, planes, meet all.
type broadPhase struct {
	finite, endless []int32
	box             []bounds // of each shape
	order           []int32  // finite shapes as the tree has them
	node            []boundsNode
	pair            []uint64 // first shape << 32 | second, the first the smaller
	ball            []shape.Bound
	examined        int // nodes examined the last time, for tests
}

// bounds is a box along the global axes.
type bounds struct{ lo, hi vec }

// boundsNode is a node of the tree, which precedes its parts: a leaf has shapes
// [from, to) of order, and behind a box that is not met one continues at skip.
type boundsNode struct {
	bounds
	from, to, skip int32 // to 0: no leaf
}

func (b *broadPhase) init(shapes []RigidShape) {
	b.box, b.ball = make([]bounds, len(shapes)), make([]shape.Bound, len(shapes))
	for i := range shapes {
		x := &shapes[i]
		if x.Points == nil {
			b.endless = append(b.endless, int32(i))
			continue
		}
		b.finite = append(b.finite, int32(i))
		b.ball[i] = x.Points.BoundTree()[0]
	}
	b.order = slices.Clone(b.finite)
}

// candidatePairs returns the pairs of shapes that may be nearer than m, in rising order.
func (b *broadPhase) candidatePairs(shapes []RigidShape, pose []shape.Pose, m *searchDistance) []uint64 {
	b.pair, b.examined = b.pair[:0], 0
	for _, i := range b.finite {
		more := m.base / 2
		if m.way != nil {
			more += m.way[shapes[i].Body]
		}
		b.setBox(int(i), shapes[i].Solid, &pose[i], more)
	}
	if len(b.finite) > 0 {
		b.node = b.buildTree(b.node[:0], 0, len(b.order))
	}
	for _, i := range b.finite {
		b.addPairsWithLaterShapes(i, shapes)
	}
	for _, i := range b.endless {
		for _, j := range b.finite {
			if !mayTouch(&shapes[i], &shapes[j]) {
				continue
			}
			c := pose[j].P.Add(pose[j].R.Mul(b.ball[j].C))
			if x := pose[i].R.MulTransposed(c.Sub(pose[i].P)); shapes[i].Solid.DistanceAt(x).Gap-b.ball[j].R < m.distanceFor(shapes[i].Body, shapes[j].Body) {
				b.addPair(i, j)
			}
		}
	}
	slices.Sort(b.pair)
	return b.pair
}

func (b *broadPhase) addPair(i, j int32) {
	if i > j {
		i, j = j, i
	}
	b.pair = append(b.pair, uint64(i)<<32|uint64(j))
}

// mayTouch reports whether two shapes may touch at all.
func mayTouch(x, y *RigidShape) bool {
	return x.Body != y.Body && (x.Side&SideI != 0 && y.Side&SideJ != 0 || x.Side&SideJ != 0 && y.Side&SideI != 0)
}

// setBox sets the box of shape i, wider by more on all sides: the box about the ball about
// its points, and that about the solid where there is one.
func (b *broadPhase) setBox(i int, solid shape.Solid, p *shape.Pose, more float64) {
	ball := &b.ball[i]
	c := p.P.Add(p.R.Mul(ball.C))
	r := vec{X: ball.R, Y: ball.R, Z: ball.R}
	box := bounds{c.Sub(r), c.Add(r)}
	if solid != nil {
		lo, hi := shape.OuterBoundingBox(solid, p)
		box.lo, box.hi = box.lo.Max(lo), box.hi.Min(hi)
	}
	m := vec{X: more, Y: more, Z: more}
	b.box[i] = bounds{box.lo.Sub(m), box.hi.Add(m)}
}

// isDisjointFrom reports that two boxes have no place in common.
func (b *bounds) isDisjointFrom(c *bounds) bool {
	return b.lo.X > c.hi.X || c.lo.X > b.hi.X || b.lo.Y > c.hi.Y || c.lo.Y > b.hi.Y || b.lo.Z > c.hi.Z || c.lo.Z > b.hi.Z
}

// leafShapes is how many shapes are not worth a box of their own.
const leafShapes = 2

// buildTree appends the tree of order[from:to): halves along the longest side of the box
// about the middles.
func (b *broadPhase) buildTree(t []boundsNode, from, to int) []boundsNode {
	part := b.order[from:to]
	all := b.box[part[0]]
	mid := bounds{all.lo.Add(all.hi), all.lo.Add(all.hi)}
	for _, i := range part[1:] {
		x := &b.box[i]
		all.lo, all.hi = all.lo.Min(x.lo), all.hi.Max(x.hi)
		c := x.lo.Add(x.hi)
		mid.lo, mid.hi = mid.lo.Min(c), mid.hi.Max(c)
	}
	at := len(t)
	t = append(t, boundsNode{bounds: all})
	if len(part) <= leafShapes {
		t[at].from, t[at].to = int32(from), int32(to)
	} else {
		half := len(part) / 2
		b.selectMedian(part, half, mid.hi.Sub(mid.lo).MaxComponentIndex())
		t = b.buildTree(t, from, from+half)
		t = b.buildTree(t, from+half, to)
	}
	t[at].skip = int32(len(t))
	return t
}

// selectMedian puts the shapes with the smaller middles along an axis into part[:k] (Hoare's
// selection with the middle of three as the pivot).
func (b *broadPhase) selectMedian(part []int32, k, axis int) {
	mid := func(i int) float64 { x := &b.box[part[i]]; return x.lo.At(axis) + x.hi.At(axis) }
	for lo, hi := 0, len(part)-1; lo < hi; {
		x, y, z := mid(lo), mid((lo+hi)/2), mid(hi)
		pivot := max(min(x, y), min(max(x, y), z))
		i, j := lo, hi
		for i <= j {
			for mid(i) < pivot {
				i++
			}
			for mid(j) > pivot {
				j--
			}
			if i <= j {
				part[i], part[j] = part[j], part[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}

// addPairsWithLaterShapes adds the pairs of shape i and the shapes behind it whose boxes it meets.
func (b *broadPhase) addPairsWithLaterShapes(i int32, shapes []RigidShape) {
	box := &b.box[i]
	for n := int32(0); n < int32(len(b.node)); {
		x := &b.node[n]
		b.examined++
		if x.isDisjointFrom(box) {
			n = x.skip
			continue
		}
		for _, j := range b.order[x.from:x.to] {
			if j > i && !b.box[j].isDisjointFrom(box) && mayTouch(&shapes[i], &shapes[j]) {
				b.addPair(i, j)
			}
		}
		n++
	}
}
