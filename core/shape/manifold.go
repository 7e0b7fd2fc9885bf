package shape

import "math"

// Places where two solids touch or are about to.

// Touch is a place where two shapes are nearer to each other than a margin.
type Touch struct {
	P   vec     // midway between both surfaces
	N   vec     // unit, from the second shape to the first: the gap grows when the first moves along N
	Gap float64 // along N, negative where they overlap
	Key uint32  // names the pair of features: the same from step to step
}

// CanFindTouches reports whether AppendTouches can treat a pair of shapes, in either order:
//
//	           Ball  Block  Rod  Cone  Ellipsoid  HalfSpace
//	Ball        yes   yes   yes  yes    yes        yes       and all other solids: one point, the nearest
//	Block             yes   yes  yes    yes        yes
//	Rod                     yes  yes    yes        yes
//	Cone                         yes    yes        yes
//	Ellipsoid                           yes        yes
//	Mesh              yes                                    and Mesh, where they have convex parts
func CanFindTouches(a, b Solid) bool {
	if rankOfSolidKind(a) > rankOfSolidKind(b) {
		a, b = b, a
	}
	return rankOfSolidKind(a) == rankBall || rankOfSolidKind(a) < rankPlane && rankOfSolidKind(b) <= rankPlane || isPolyhedronPairWithMesh(a, b)
}

const (
	rankBall = iota
	rankBlock
	rankRod
	rankCone
	rankEgg
	rankPlane
	rankOther
)

// rankOfSolidKind orders the kinds of solids.
func rankOfSolidKind(s Solid) int {
	switch s.(type) {
	case Ball:
		return rankBall
	case Block:
		return rankBlock
	case Rod:
		return rankRod
	case Cone:
		return rankCone
	case Ellipsoid:
		return rankEgg
	case HalfSpace:
		return rankPlane
	}
	return rankOther
}

// AppendTouches appends to dst the places where the gap between the solids a and b at their poses is
// less than the margin. One of them has the gap that is the distance of both, or, where they overlap, the least
// translation that parts them, negative, and the direction of that as its normal (see the top of manifold_box.go for where several faces or edges
// are about as good). The others have the same or greater gaps: they keep shapes that lie on each other from
// turning. P, N and the poses are in outer axes. Pairs that CanFindTouches refuses panic.
func AppendTouches(dst []Touch, a Solid, pa *Pose, b Solid, pb *Pose, margin float64) []Touch {
	return new(ContactFinder).AppendTouches(dst, a, pa, b, pb, margin)
}

func (m *ContactFinder) appendTouchesInKindOrder(dst []Touch, a Solid, pa *Pose, b Solid, pb *Pose, margin float64) []Touch {
	if x, ok := a.(Ball); ok {
		return appendBallTouches(dst, x.R, pa.P, b, pb, margin)
	}
	if _, ok := b.(HalfSpace); ok {
		switch a := a.(type) {
		case Block:
			return appendBlockOnPlane(dst, a.H, pa, pb, margin)
		case Rod:
			return appendFrustumOnPlane(dst, a.R, a.R, a.H, pa, pb, margin)
		case Cone:
			return appendFrustumOnPlane(dst, a.Bottom, a.Top, a.H, pa, pb, margin)
		case Ellipsoid:
			return appendEllipsoidOnPlane(dst, a, pa, pb, margin)
		}
	}
	if x, ok := a.(Block); ok {
		if y, ok := b.(Block); ok {
			return appendBlockTouches(dst, x.H, pa, y.H, pb, margin)
		}
	}
	if isPolyhedronPairWithMesh(a, b) {
		return m.poly.appendMeshTouches(dst, a, pa, b.(*Mesh), pb, margin)
	}
	if !isHull(a) || !isHull(b) {
		panic("shape: AppendTouches does not know this pair of solids")
	}
	return appendHullTouches(dst, a, pa, b, pb, margin)
}

// appendEllipsoidOnPlane: the place that is the deepest.
func appendEllipsoidOnPlane(dst []Touch, a Ellipsoid, pa, pb *Pose, margin float64) []Touch {
	n := pb.R.C
	x, _ := hullOf(a, pa, pb.P)
	p := x.supportPoint(n.Neg())
	if gap := n.Dot(p); gap < margin {
		dst = append(dst, Touch{P: pb.P.Add(p).AddScaled(-gap/2, n), N: n, Gap: gap})
	}
	return dst
}

// appendBallTouches: the nearest point of the other solid, which has a distance function.
func appendBallTouches(dst []Touch, r float64, c vec, b Solid, pb *Pose, margin float64) []Touch {
	q := b.DistanceAt(pb.R.MulTransposed(c.Sub(pb.P)))
	gap := q.Gap - r
	if !(gap < margin) {
		return dst
	}
	n := pb.R.Mul(q.Normal)
	return append(dst, Touch{P: c.AddScaled(-(q.Gap+r)/2, n), N: n, Gap: gap})
}

// appendBlockOnPlane: the corners, named by the signs of their coordinates.
func appendBlockOnPlane(dst []Touch, h vec, pa, pb *Pose, margin float64) []Touch {
	n := pb.R.C
	x, y, z := pa.R.A.Scale(h.X), pa.R.B.Scale(h.Y), pa.R.C.Scale(h.Z)
	at, dx, dy, dz := n.Dot(pa.P.Sub(pb.P)), n.Dot(x), n.Dot(y), n.Dot(z)
	if !(at-math.Abs(dx)-math.Abs(dy)-math.Abs(dz) < margin) {
		return dst
	}
	for k := range uint32(8) {
		sx, sy, sz := signOfBit(k), signOfBit(k>>1), signOfBit(k>>2)
		if gap := at + sx*dx + sy*dy + sz*dz; gap < margin {
			p := pa.P.AddScaled(sx, x).AddScaled(sy, y).AddScaled(sz, z)
			dst = append(dst, Touch{P: p.AddScaled(-gap/2, n), N: n, Gap: gap, Key: k})
		}
	}
	return dst
}

// signOfBit is 1 where the lowest bit is set, else -1.
func signOfBit(bits uint32) float64 { return float64(int(bits&1)*2 - 1) }

// standing is how much the end of a rod may be inclined and still count as one that lies
// on the plane with its whole rim.
const standing = 0.05

// appendFrustumOnPlane: the deepest point of each rim, named 0 and 8. A rim that is nearly parallel to the plane also has four
// points that are fixed to the solid, 1 to 4: the deepest alone would go round it at the least turn. Rims that
// are not have no such points: those of a solid that rolls would be pushed back as they come down.
func appendFrustumOnPlane(dst []Touch, bottom, top, h float64, pa, pb *Pose, margin float64) []Touch {
	up := pb.R.C
	n := pa.R.MulTransposed(up)
	at := up.Dot(pa.P.Sub(pb.P))
	s := math.Hypot(n.X, n.Y)
	e := vec{X: 1}
	if s > 1e-9 {
		e = vec{X: -n.X / s, Y: -n.Y / s}
	}
	put := func(p vec, key uint32) {
		if gap := at + n.Dot(p); gap < margin {
			dst = append(dst, Touch{P: pa.P.Add(pa.R.Mul(p)).AddScaled(-gap/2, up), N: up, Gap: gap, Key: key})
		}
	}
	for k, r := range [2]float64{bottom, top} {
		z, key := vec{Z: float64(2*k-1) * h}, uint32(8*k)
		if r == 0 {
			put(z, key)
			continue
		}
		flat := r*s < math.Max(margin, standing*r)
		if !flat || s > 1e-6 {
			put(z.AddScaled(r, e), key)
		}
		if flat {
			put(z.AddScaled(r, vec{X: 1}), key+1)
			put(z.AddScaled(r, vec{Y: 1}), key+2)
			put(z.AddScaled(-r, vec{X: 1}), key+3)
			put(z.AddScaled(-r, vec{Y: 1}), key+4)
		}
	}
	return dst
}
