package shape

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// ContactPoint is a sphere of radius R about the point C of a body, in axes of its shape, that may touch a solid; with R 0 it is
// the point C itself.
type ContactPoint struct {
	C vec
	R float64
}

// ContactPointSet is a shape given by the points that may touch a solid.
type ContactPointSet interface {
	// ContactPointCount returns how many points there are.
	ContactPointCount() int
	// ContactPoint returns point k where the normal of the solid at the place of the shape is
	// normal, and how it moves as that does: δC = derivative δnormal. Both in axes of the shape.
	ContactPoint(k int, normal vec) (p ContactPoint, derivative mat)
	// ArePointsFixed reports whether the points do not depend on the normal.
	ArePointsFixed() bool
	// BoundTree bounds the points, so that those far from a solid are not examined.
	BoundTree() []Bound
}

// FixedPointSet is a list of points that are fixed to the body, such as the vertices of a box or a mesh.
type FixedPointSet struct {
	P    []ContactPoint
	tree []Bound
}

// NewFixedPointSet returns the points p, sorted for the tree of bounds: their order changes.
func NewFixedPointSet(p ...ContactPoint) *FixedPointSet {
	c := &FixedPointSet{P: p}
	c.tree = appendBoundingTree(c.tree, c.P, 0)
	return c
}

// ContactPointCount returns the number of points.
func (c *FixedPointSet) ContactPointCount() int { return len(c.P) }

// ContactPoint returns point k for any normal; its derivative is zero.
func (c *FixedPointSet) ContactPoint(k int, _ vec) (ContactPoint, mat) { return c.P[k], mat{} }

// ArePointsFixed reports that the points do not depend on the normal.
func (c *FixedPointSet) ArePointsFixed() bool { return true }

// BoundTree returns balls about nested groups of the points.
func (c *FixedPointSet) BoundTree() []Bound { return c.tree }

// NewBoxCorners returns the corners of a box with the half sides h about the origin.
func NewBoxCorners(h vec) *FixedPointSet {
	var p []ContactPoint
	for k := range 8 {
		sign := func(bit int) float64 { return float64(1 - 2*(k>>bit&1)) }
		p = append(p, ContactPoint{C: vec{X: sign(0) * h.X, Y: sign(1) * h.Y, Z: sign(2) * h.Z}})
	}
	return NewFixedPointSet(p...)
}

// FrustumRimPoints is the two circles at the ends z = -h and z = h of a cylinder or cone about z. Each circle has three points, 120 degrees
// apart; the first is the deepest one, farthest against the normal n of a plane. A cylinder on its side touches a plane with the first
// point of each circle, an upright one with all three points of one circle. The tilting stiffness of three such points is the same in
// all directions, so that the choice of the first does not matter there. A circle of radius 0, the tip of a cone, is one point.
type FrustumRimPoints struct {
	H    float64
	rim  [6]rimPoint
	n    int
	tree []Bound
}

// rimPoint is a point of a circle of radius r at height z; sin and cos are of its angle about z from the deepest point.
type rimPoint struct{ r, z, sin, cos float64 }

// NewFrustumRimPoints returns the circles of radius bottom at -h and of radius top at h.
func NewFrustumRimPoints(bottom, top, h float64) *FrustumRimPoints {
	c := &FrustumRimPoints{H: h}
	for _, end := range [2]struct{ r, z float64 }{{top, h}, {bottom, -h}} {
		n := 3
		if end.r == 0 {
			n = 1
		}
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi / 3 * float64(k))
			c.rim[c.n] = rimPoint{end.r, end.z, sin, cos}
			c.n++
		}
	}
	c.tree = singleSphereTree(vec{}, math.Hypot(math.Max(bottom, top), h), c.n)
	return c
}

// ContactPointCount returns the number of points: three for a circle, one for a tip.
func (c *FrustumRimPoints) ContactPointCount() int { return c.n }

// ArePointsFixed returns false: the points move with the normal.
func (c *FrustumRimPoints) ArePointsFixed() bool { return false }

// BoundTree returns balls about the circles, wherever the points are on them.
func (c *FrustumRimPoints) BoundTree() []Bound { return c.tree }

// ContactPoint returns point k before a plane and its derivative by the normal n of that. With ν the part of n across the axis the deepest point lies along
// e = -ν/|ν|, which moves by δe = -(1 - e eᵀ) δν/|ν|, that is along t = z×e alone. The
// others are e turned about z. Where the axis is along n, e is x.
func (c *FrustumRimPoints) ContactPoint(k int, normal vec) (ContactPoint, mat) {
	s := math.Hypot(normal.X, normal.Y)
	e, slow := vec{X: 1}, 0.0
	if s > 1e-9 {
		e, slow = vec{X: -normal.X / s, Y: -normal.Y / s}, -1/s
	}
	t, p := vec{X: -e.Y, Y: e.X}, &c.rim[k]
	at := e.Scale(p.r*p.cos).AddScaled(p.r*p.sin, t)
	along := t.Scale(p.r*p.cos).AddScaled(-p.r*p.sin, e) // how it moves as e turns
	at.Z = p.z
	along = along.Scale(slow)
	return ContactPoint{C: at}, mat{A: along.Scale(t.X), B: along.Scale(t.Y)}
}

// EllipsoidDeepestPoint is an ellipsoid about the origin, given by one point: the one farthest against the normal of a plane.
type EllipsoidDeepestPoint struct {
	d    vec // squares of the half axes
	tree []Bound
}

// NewEllipsoidDeepestPoint returns the deepest point of an ellipsoid with the half axes h.
func NewEllipsoidDeepestPoint(h vec) *EllipsoidDeepestPoint {
	return &EllipsoidDeepestPoint{
		d:    vec{X: h.X * h.X, Y: h.Y * h.Y, Z: h.Z * h.Z},
		tree: singleSphereTree(vec{}, math.Max(h.X, math.Max(h.Y, h.Z)), 1),
	}
}

// ContactPointCount returns 1.
func (o *EllipsoidDeepestPoint) ContactPointCount() int { return 1 }

// ArePointsFixed returns false: the point moves with the normal.
func (o *EllipsoidDeepestPoint) ArePointsFixed() bool { return false }

// BoundTree returns a ball about the ellipsoid.
func (o *EllipsoidDeepestPoint) BoundTree() []Bound { return o.tree }

// ContactPoint returns the deepest point and its derivative by the normal n. With D = diag(h²) the surface xᵀD⁻¹x = 1 has the outward normal -n at
// c = -D n/w, w² = nᵀD n; δc = -D δn/w + D n (nᵀD δn)/w³.
func (o *EllipsoidDeepestPoint) ContactPoint(_ int, normal vec) (ContactPoint, mat) {
	m := vec{X: o.d.X * normal.X, Y: o.d.Y * normal.Y, Z: o.d.Z * normal.Z}
	w := math.Sqrt(m.Dot(normal))
	moves := scaledOuterProduct(m, 1/(w*w*w))
	moves.A.X -= o.d.X / w
	moves.B.Y -= o.d.Y / w
	moves.C.Z -= o.d.Z / w
	return ContactPoint{C: m.Scale(-1 / w)}, moves
}

var _ = [...]ContactPointSet{(*FixedPointSet)(nil), (*FrustumRimPoints)(nil), (*EllipsoidDeepestPoint)(nil)}

// Pose is a place and axes, by columns.
type Pose struct {
	P vec
	R mat
}

// Identity is the pose of the outer axes themselves.
var Identity = Pose{R: spatial.Identity}

// Compose returns the pose q, which is given in the axes of p, in the outer ones.
func (p *Pose) Compose(q *Pose) Pose { return Pose{p.P.Add(p.R.Mul(q.P)), p.R.MulMat(&q.R)} }

// RelativeTo returns the pose q, which is given in the outer axes, in those of p.
func (p *Pose) RelativeTo(q *Pose) Pose {
	t := p.R.T()
	return Pose{t.Mul(q.P.Sub(p.P)), t.MulMat(&q.R)}
}
