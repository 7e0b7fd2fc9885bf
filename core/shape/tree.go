package shape

import (
	"cmp"
	"math"
	"slices"
)

// Bound is a node of a tree of spheres about points, which precedes its
// parts: a sphere holds the points [From, To) with their own radii. Behind a leaf
// and where a sphere is too far away one continues at Skip, else at the next node.
type Bound struct {
	C              vec
	R              float64
	From, To, Skip int
	Leaf           bool
}

// leafSize is how many points are not worth a sphere of their own.
const leafSize = 8

// singleSphereTree is the tree of n points in one sphere.
func singleSphereTree(c vec, r float64, n int) []Bound {
	return []Bound{{C: c, R: r, To: n, Skip: 1, Leaf: true}}
}

// appendBoundingTree appends the tree of p to t, whose points begin at index from, and
// sorts p: halves along the longest side of the box about the points.
func appendBoundingTree(t []Bound, p []ContactPoint, from int) []Bound {
	lo, hi := p[0].C, p[0].C
	for k := range p {
		lo, hi = lo.Min(p[k].C), hi.Max(p[k].C)
	}
	node := Bound{C: lo.Add(hi).Scale(0.5), From: from, To: from + len(p), Leaf: len(p) <= leafSize}
	for k := range p {
		node.R = math.Max(node.R, p[k].C.Sub(node.C).Norm()+p[k].R)
	}
	at := len(t)
	t = append(t, node)
	if !node.Leaf {
		axis := hi.Sub(lo).MaxComponentIndex()
		slices.SortFunc(p, func(a, b ContactPoint) int { return cmp.Compare(a.C.At(axis), b.C.At(axis)) })
		half := len(p) / 2
		t = appendBoundingTree(t, p[:half], from)
		t = appendBoundingTree(t, p[half:], from+half)
	}
	t[at].Skip = len(t)
	return t
}
