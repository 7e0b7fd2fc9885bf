package raster

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// fieldOfView is the angle that the height of a picture spans, in rad.
const fieldOfView = 0.6

// Camera examines a target.
type Camera struct {
	Target             spatial.Vec
	Height             float64     // of what is seen at the target
	Up, Ahead          spatial.Vec // unit vectors: the vertical, and from the target to the eye at azimuth and elevation 0
	Azimuth, Elevation float64     // of the eye about Up and above the horizontal, rad
	Parallel           bool        // no perspective
}

// projection is a camera and a size of a picture.
type projection struct {
	right, up, back, eye spatial.Vec
	scale                float64 // samples of a length of 1 at a distance of 1, or anywhere if parallel
	x, y                 float64 // middle of the picture
	near                 float64
	parallel             bool
}

func (c *Camera) newProjection(w, h int) projection {
	side := c.Up.Cross(c.Ahead)
	sa, ca := math.Sincos(c.Azimuth)
	se, ce := math.Sincos(c.Elevation)
	p := projection{x: float64(w) / 2, y: float64(h) / 2, parallel: c.Parallel}
	p.back = c.Ahead.Scale(ca).AddScaled(sa, side).Scale(ce).AddScaled(se, c.Up)
	p.right = side.Scale(ca).AddScaled(-sa, c.Ahead)
	p.up = p.back.Cross(p.right)
	distance := c.Height / (2 * math.Tan(fieldOfView/2))
	p.eye = c.Target.AddScaled(distance, p.back)
	p.near = distance / 200
	p.scale = float64(h) / c.Height
	if p.parallel {
		p.near = math.Inf(-1)
	} else {
		p.scale *= distance
	}
	return p
}

// depthFromEye is that of a point from the plane of the eye.
func (p *projection) depthFromEye(a spatial.Vec) float64 { return p.eye.Sub(a).Dot(p.back) }

func (p *projection) projectPoint(a spatial.Vec) point {
	d := a.Sub(p.eye)
	z := -d.Dot(p.back)
	if p.parallel {
		return point{p.x + p.scale*d.Dot(p.right), p.y - p.scale*d.Dot(p.up), -z}
	}
	return point{p.x + p.scale*d.Dot(p.right)/z, p.y - p.scale*d.Dot(p.up)/z, 1 / z}
}

// directionToEye is the unit vector from a point to the eye.
func (p *projection) directionToEye(a spatial.Vec) spatial.Vec {
	if p.parallel {
		return p.back
	}
	return p.eye.Sub(a).Unit()
}
