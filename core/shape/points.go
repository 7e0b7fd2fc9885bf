package shape

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Point is a sphere of radius R about the point C of a body, in axes of its shape, that may touch a solid; with R 0 it is
// the point C itself.
type Point struct {
	C vec
	R float64
}

// PointCloud is a shape given by the points that may touch a solid.
type PointCloud interface {
	// Points returns how many points there are.
	Points() int
	// Point returns point k where the solid's normal at the place of the shape is
	// n, and how it moves as n does: δC = moves δn. Both in axes of the shape.
	Point(k int, n vec) (p Point, moves mat)
	// Fixed reports that the points do not depend on n.
	Fixed() bool
	// Tree bounds the points, so that those far from a solid are not examined.
	Tree() []Bound
}

// Cloud is a list of points that are fixed to the body, such as the vertices of a box or a mesh.
type Cloud struct {
	P    []Point
	tree []Bound
}

// NewCloud returns the points p, sorted for the tree of bounds: their order changes.
func NewCloud(p ...Point) *Cloud {
	c := &Cloud{P: p}
	c.tree = appendBounds(c.tree, c.P, 0)
	return c
}

// Points returns the number of points.
func (c *Cloud) Points() int { return len(c.P) }

// Point returns point k for any normal; its derivative is zero.
func (c *Cloud) Point(k int, _ vec) (Point, mat) { return c.P[k], mat{} }

// Fixed reports that the points do not depend on the normal.
func (c *Cloud) Fixed() bool { return true }

// Tree returns balls about nested groups of the points.
func (c *Cloud) Tree() []Bound { return c.tree }

// Corners returns the corners of a box with the half sides h about the origin.
func Corners(h vec) *Cloud {
	var p []Point
	for k := range 8 {
		sign := func(bit int) float64 { return float64(1 - 2*(k>>bit&1)) }
		p = append(p, Point{C: vec{X: sign(0) * h.X, Y: sign(1) * h.Y, Z: sign(2) * h.Z}})
	}
	return NewCloud(p...)
}

// Rims is the two circles at the ends z = -h and z = h of a cylinder or cone about z. Each circle has three points, 120 degrees
// apart; the first is the deepest one, farthest against the normal n of a plane. A cylinder on its side touches a plane with the first
// point of each circle, an upright one with all three points of one circle. The tilting stiffness of three such points is the same in
// all directions, so that the choice of the first does not matter there. A circle of radius 0, the tip of a cone, is one point.
type Rims struct {
	H    float64
	rim  [6]rimPoint
	n    int
	tree []Bound
}

// rimPoint is a point of a circle of radius r at height z; sin and cos are of its angle about z from the deepest point.
type rimPoint struct{ r, z, sin, cos float64 }

// NewRims returns the circles of radius bottom at -h and of radius top at h.
func NewRims(bottom, top, h float64) *Rims {
	c := &Rims{H: h}
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
	c.tree = singleBound(vec{}, math.Hypot(math.Max(bottom, top), h), c.n)
	return c
}

// Points returns the number of points: three for a circle, one for a tip.
func (c *Rims) Points() int { return c.n }

// Fixed reports that the points move with the normal.
func (c *Rims) Fixed() bool { return false }

// Tree returns balls about the circles, wherever the points are on them.
func (c *Rims) Tree() []Bound { return c.tree }

// Point returns point k before a plane of normal n and its derivative by n. With ν the part of n across the axis the deepest point lies along
// e = -ν/|ν|, which moves by δe = -(1 - e eᵀ) δν/|ν|, that is along t = z×e alone. The
// others are e turned about z. Where the axis is along n, e is x.
func (c *Rims) Point(k int, n vec) (Point, mat) {
	s := math.Hypot(n.X, n.Y)
	e, slow := vec{X: 1}, 0.0
	if s > 1e-9 {
		e, slow = vec{X: -n.X / s, Y: -n.Y / s}, -1/s
	}
	t, p := vec{X: -e.Y, Y: e.X}, &c.rim[k]
	at := e.Scale(p.r*p.cos).AddScaled(p.r*p.sin, t)
	along := t.Scale(p.r*p.cos).AddScaled(-p.r*p.sin, e) // how it moves as e turns
	at.Z = p.z
	along = along.Scale(slow)
	return Point{C: at}, mat{A: along.Scale(t.X), B: along.Scale(t.Y)}
}

// Ovoid is an ellipsoid about the origin, given by one point: the one farthest against the normal of a plane.
type Ovoid struct {
	d    vec // squares of the half axes
	tree []Bound
}

// NewOvoid returns an ellipsoid with the half axes h.
func NewOvoid(h vec) *Ovoid {
	return &Ovoid{
		d:    vec{X: h.X * h.X, Y: h.Y * h.Y, Z: h.Z * h.Z},
		tree: singleBound(vec{}, math.Max(h.X, math.Max(h.Y, h.Z)), 1),
	}
}

// Points returns 1.
func (o *Ovoid) Points() int { return 1 }

// Fixed reports that the point moves with the normal.
func (o *Ovoid) Fixed() bool { return false }

// Tree returns a ball about the ellipsoid.
func (o *Ovoid) Tree() []Bound { return o.tree }

// Point returns the deepest point and its derivative by n. With D = diag(h²) the surface xᵀD⁻¹x = 1 has the outward normal -n at
// c = -D n/w, w² = nᵀD n; δc = -D δn/w + D n (nᵀD δn)/w³.
func (o *Ovoid) Point(_ int, n vec) (Point, mat) {
	m := vec{X: o.d.X * n.X, Y: o.d.Y * n.Y, Z: o.d.Z * n.Z}
	w := math.Sqrt(m.Dot(n))
	moves := scaledOuter(m, 1/(w*w*w))
	moves.A.X -= o.d.X / w
	moves.B.Y -= o.d.Y / w
	moves.C.Z -= o.d.Z / w
	return Point{C: m.Scale(-1 / w)}, moves
}

var _ = [...]PointCloud{(*Cloud)(nil), (*Rims)(nil), (*Ovoid)(nil)}

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
