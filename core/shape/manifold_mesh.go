package shape

import "slices"

// ContactFinder finds where two solids touch. It keeps its room from pair to pair, so that nothing is allocated: one is not for
// use by several goroutines.
type ContactFinder struct {
	poly polyhedronPair
}

// AppendTouches appends the places where two solids touch: see the function AppendTouches.
func (x *ContactFinder) AppendTouches(dst []Touch, a Solid, pa *Pose, b Solid, pb *Pose, margin float64) []Touch {
	if rankOfSolidKind(a) <= rankOfSolidKind(b) {
		return x.appendTouchesInKindOrder(dst, a, pa, b, pb, margin)
	}
	from := len(dst)
	dst = x.appendTouchesInKindOrder(dst, b, pb, a, pa, margin)
	for k := from; k < len(dst); k++ {
		dst[k].N = dst[k].N.Neg()
	}
	return dst
}

// isPolyhedronPairWithMesh reports whether a solid consists of polyhedra, a mesh among them.
func isPolyhedronPairWithMesh(a, b Solid) bool {
	m, ok := b.(*Mesh)
	if !ok || m.parts == nil {
		return false
	}
	switch a := a.(type) {
	case Block:
		return true
	case *Mesh:
		return a.parts != nil
	}
	return false
}

// appendMeshTouches appends the places of a block or mesh and a mesh: of each two convex parts. Where parts of a mesh that was cut meet the
// other in the same place it is there once.
func (m *polyhedronPair) appendMeshTouches(dst []Touch, a Solid, pa *Pose, b *Mesh, pb *Pose, margin float64) []Touch {
	first := len(dst)
	for _, p := range m.convexPartsOf(a) {
		for _, q := range b.parts {
			from := len(dst)
			if dst = m.appendPolyhedronTouches(dst, p, pa, q, pb, margin); from > first {
				dst = dst[:m.removeDuplicates(dst, first, from)]
			}
		}
	}
	if m.hashed {
		makeKeysUnique(dst[first:])
	}
	return dst
}

// convexPartsOf are the convex parts of a block or mesh.
func (m *polyhedronPair) convexPartsOf(s Solid) []*polyhedron {
	if s, ok := s.(*Mesh); ok {
		return s.parts
	}
	if m.block[0] == nil {
		p := *cube
		p.v, p.d = slices.Clone(cube.v), slices.Clone(cube.d)
		m.block[0] = &p
	}
	m.block[0].setBlock(s.(Block).H)
	return m.block[:]
}

// removeDuplicates leaves out those places from dst[from:] on that dst[knownFrom:from] has, and returns how many there are then.
func (m *polyhedronPair) removeDuplicates(dst []Touch, knownFrom, from int) (left int) {
	n := from
	for _, t := range dst[from:] {
		same := false
		for k := knownFrom; k < from && !same; k++ {
			o := &dst[k]
			same = o.Key == t.Key || o.N.Dot(t.N) > cosNearly && o.P.Sub(t.P).Norm() < m.slack
		}
		if !same {
			dst[n] = t
			n++
		}
	}
	return n
}

// makeKeysUnique gives places whose names are the same by chance others.
func makeKeysUnique(t []Touch) {
	for k := range t {
		for hasKey(t[:k], t[k].Key) {
			t[k].Key = (t[k].Key + 1) & maxTouchKey
		}
	}
}
