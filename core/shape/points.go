package shape

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Point is a place of a body that may touch a solid, with a sphere of radius R
// about it (0: the point itself).
type Point struct {
	C vec
	R float64
}

// Touching is a shape seen as points that may touch.
type Touching interface {
	// Points returns how many points there are.
	Points() int
	// Point returns point k where the solid's normal at the place of the shape is
	// n, and how it moves as n does: δC = moves δn. Both in axes of the shape.
	Point(k int, n vec) (p Point, moves mat)
	// Fixed tells that the points do not depend on n.
	Fixed() bool
	// Reach bounds all points: the radius of a sphere about the centre.
	Reach() (centre vec, radius float64)
}

// Cloud is points that are fixed to the body.
type Cloud struct {
	P      []Point
	centre vec
	radius float64
}

// NewCloud returns the points p.
func NewCloud(p ...Point) *Cloud {
	c := &Cloud{P: p}
	lo, hi := p[0].C, p[0].C
	for _, q := range p {
		lo = vec{X: math.Min(lo.X, q.C.X), Y: math.Min(lo.Y, q.C.Y), Z: math.Min(lo.Z, q.C.Z)}
		hi = vec{X: math.Max(hi.X, q.C.X), Y: math.Max(hi.Y, q.C.Y), Z: math.Max(hi.Z, q.C.Z)}
	}
	c.centre = lo.Add(hi).Scale(0.5)
	for _, q := range p {
		c.radius = math.Max(c.radius, q.C.Sub(c.centre).Norm()+q.R)
	}
	return c
}

func (c *Cloud) Points() int                     { return len(c.P) }
func (c *Cloud) Point(k int, _ vec) (Point, mat) { return c.P[k], mat{} }
func (c *Cloud) Fixed() bool                     { return true }
func (c *Cloud) Reach() (vec, float64)           { return c.centre, c.radius }

// Corners returns the corners of a box with the half sides h about the origin.
func Corners(h vec) *Cloud {
	var p []Point
	for k := range 8 {
		sign := func(bit int) float64 { return float64(1 - 2*(k>>bit&1)) }
		p = append(p, Point{C: vec{X: sign(0) * h.X, Y: sign(1) * h.Y, Z: sign(2) * h.Z}})
	}
	return NewCloud(p...)
}

// Rims is the two circles of radius R at the ends -H and H of a cylinder about
// z. On each there are three points a third of the circle apart, the first of
// which is the deepest: the one farthest against the normal n of a plane. A
// cylinder that lies touches with the first of either rim, one that stands with
// the three of one; the stiffness of three such points against tilting is the same
// in all directions, so that it does not matter where the first is when the
// cylinder stands upright.
type Rims struct{ R, H float64 }

func (r *Rims) Points() int           { return 6 }
func (r *Rims) Fixed() bool           { return false }
func (r *Rims) Reach() (vec, float64) { return vec{}, math.Hypot(r.R, r.H) }

// Point: with ν the part of n across the axis the deepest point lies along
// e = -ν/|ν|, which moves by δe = -(1 - e eᵀ) δν/|ν|, that is along t = z×e alone. The
// others are e turned about z. Where the axis is along n, e is x.
func (r *Rims) Point(k int, n vec) (Point, mat) {
	s := math.Hypot(n.X, n.Y)
	e, slow := vec{X: 1}, 0.0
	if s > 1e-9 {
		e, slow = vec{X: -n.X / s, Y: -n.Y / s}, -1/s
	}
	t := vec{X: -e.Y, Y: e.X}
	sin, cos := math.Sincos(2 * math.Pi / 3 * float64(k%3))
	z := r.H
	if k >= 3 {
		z = -z
	}
	c := e.Scale(r.R*cos).AddScaled(r.R*sin, t)
	along := t.Scale(r.R*cos).AddScaled(-r.R*sin, e) // how it moves as e turns
	c.Z = z
	along = along.Scale(slow)
	return Point{C: c}, mat{A: along.Scale(t.X), B: along.Scale(t.Y)}
}

var _ = [...]Touching{(*Cloud)(nil), (*Rims)(nil)}

// Pose is a place and axes, by columns.
type Pose struct {
	P vec
	R mat
}

// Identity is the pose of the outer axes themselves.
var Identity = Pose{R: spatial.Identity}

// From returns the pose q, which is given in the axes of p, in the outer ones.
func (p *Pose) From(q *Pose) Pose { return Pose{p.P.Add(p.R.Mul(q.P)), p.R.Times(&q.R)} }

// In returns the pose q, which is given in the outer axes, in those of p.
func (p *Pose) In(q *Pose) Pose {
	t := p.R.T()
	return Pose{t.Mul(q.P.Sub(p.P)), t.Times(&q.R)}
}
