package raster

import (
	"math"

	"github.com/trammel-mbd/trammel/cmd/trammel/page/draw"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Bounds is a ball about all that is drawn.
type Bounds struct {
	Middle spatial.Vec
	Radius float64
	Lowest float64 // along Up of the drawing
}

// ComputeBounds bounds a drawing over frames of poses, of which each has seven numbers a body.
func ComputeBounds(d *draw.Drawing, frames [][]float32) Bounds {
	up := spatial.Vec{X: d.Up[0], Y: d.Up[1], Z: d.Up[2]}
	low, high := [3]float64{}, [3]float64{}
	for k := range 3 {
		low[k], high[k] = math.Inf(1), math.Inf(-1)
	}
	lowest := math.Inf(1)
	corners := boundingPoints(d)
	for _, poses := range frames {
		bodies := framesFromPoses(poses)
		for _, c := range corners {
			f := &bodies[c.body]
			p := f.at.Add(f.axes.Mul(c.at))
			lowest = min(lowest, p.Dot(up))
			for k := range 3 {
				low[k], high[k] = min(low[k], p.At(k)), max(high[k], p.At(k))
			}
		}
	}
	if !(low[0] <= high[0]) {
		return Bounds{Radius: d.Size}
	}
	a, b := spatial.LoadVec(low[:]), spatial.LoadVec(high[:])
	return Bounds{a.Add(b).Scale(0.5), max(b.Sub(a).Norm()/2, 0.2*d.Size), lowest}
}

// bodyPoint is a point of a body.
type bodyPoint struct {
	body int
	at   spatial.Vec
}

// boundingPoints are points of the instances that bound them.
func boundingPoints(d *draw.Drawing) []bodyPoint {
	var all []bodyPoint
	for i := range d.Batches {
		b := &d.Batches[i]
		if b.Layer == draw.Frames || b.Layer == draw.Ellipsoids {
			continue
		}
		if b.Kind != draw.Solid {
			for k := 0; k < len(b.Data); k += draw.LinkFloats {
				l := b.Data[k:]
				all = append(all, bodyPoint{int(l[3]), vecFromPose(l[0:3])}, bodyPoint{int(l[7]), vecFromPose(l[4:7])})
			}
			continue
		}
		low, high := meshBox(&d.Meshes[b.Mesh])
		for k := 0; k < len(b.Data); k += draw.SolidFloats {
			all = appendCorners(all, b.Data[k:], low, high)
		}
	}
	return all
}

// appendCorners adds the corners of the box from low to high of an instance with the numbers s.
func appendCorners(all []bodyPoint, s []float32, low, high spatial.Vec) []bodyPoint {
	for c := range 8 {
		p := low
		if c&1 != 0 {
			p.X = high.X
		}
		if c&2 != 0 {
			p.Y = high.Y
		}
		if c&4 != 0 {
			p.Z = high.Z
		}
		row := func(r int) float64 {
			return float64(s[r])*p.X + float64(s[r+1])*p.Y + float64(s[r+2])*p.Z + float64(s[r+3])
		}
		all = append(all, bodyPoint{int(s[16]), spatial.Vec{X: row(0), Y: row(4), Z: row(8)}})
	}
	return all
}

func meshBox(m *draw.Mesh) (low, high spatial.Vec) {
	for i := 0; i < len(m.Vertices); i += draw.VertexFloats {
		p := vecFromPose(m.Vertices[i:])
		if i == 0 {
			low, high = p, p
		}
		low = spatial.Vec{X: min(low.X, p.X), Y: min(low.Y, p.Y), Z: min(low.Z, p.Z)}
		high = spatial.Vec{X: max(high.X, p.X), Y: max(high.Y, p.Y), Z: max(high.Z, p.Z)}
	}
	return low, high
}

// NewCamera returns the camera that shows a ball from the first view of the page: planar models nearly along their normal,
// others from the front, the side and above. aspect is width over height.
func NewCamera(d *draw.Drawing, b Bounds, aspect float64) *Camera {
	c := &Camera{Target: b.Middle, Height: 2.15 * b.Radius / min(1, aspect), Up: spatial.Vec{X: d.Up[0], Y: d.Up[1], Z: d.Up[2]}, Azimuth: 0.6, Elevation: 0.35}
	if n := (spatial.Vec{X: d.Normal[0], Y: d.Normal[1], Z: d.Normal[2]}); n.Norm() > 0 {
		c.Ahead, c.Azimuth, c.Elevation = n, 0.25, 0.18
		return c
	}
	front := spatial.Vec{Z: 1}
	if math.Abs(c.Up.Z) > 0.9 {
		front = spatial.Vec{Y: -1}
	}
	c.Ahead = front.AddScaled(-c.Up.Dot(front), c.Up)
	if c.Ahead.Norm() < 0.1 {
		c.Ahead = spatial.Vec{X: 1}
		c.Ahead = c.Ahead.AddScaled(-c.Up.Dot(c.Ahead), c.Up)
	}
	c.Ahead = c.Ahead.Unit()
	return c
}

// FitDrawing aims the camera so that a drawing fills the picture over frames of poses, with a margin. aspect is width over height.
func (c *Camera) FitDrawing(d *draw.Drawing, frames [][]float32, aspect float64) {
	p := c.newProjection(2, 2)
	axes, low, high := [3]spatial.Vec{p.right, p.up, p.back}, [3]float64{}, [3]float64{}
	for k := range 3 {
		low[k], high[k] = math.Inf(1), math.Inf(-1)
	}
	corners := boundingPoints(d)
	for _, poses := range frames {
		bodies := framesFromPoses(poses)
		for _, corner := range corners {
			f := &bodies[corner.body]
			at := f.at.Add(f.axes.Mul(corner.at))
			for k, a := range axes {
				low[k], high[k] = min(low[k], at.Dot(a)), max(high[k], at.Dot(a))
			}
		}
	}
	if !(low[0] <= high[0]) {
		return
	}
	c.Target = spatial.Vec{}
	for k, a := range axes {
		c.Target = c.Target.AddScaled((low[k]+high[k])/2, a)
	}
	height := max(high[1]-low[1], (high[0]-low[0])/aspect)
	// What is nearer than the target looks larger.
	c.Height = max(1.25*(height+0.3*(high[2]-low[2])), 0.2*d.Size)
}

// DrawGrid draws a grid at right angles to up, on the floor of the drawing or below it.
func (v *Canvas) DrawGrid(d *draw.Drawing, b Bounds, c *Camera, t *Theme) {
	level := min(b.Lowest, b.Middle.Dot(c.Up)-0.1*b.Radius)
	if d.Floor != nil {
		level = *d.Floor
	}
	power := math.Pow(10, math.Floor(math.Log10(b.Radius)))
	step := power / 2
	if b.Radius/power > 4 {
		step = power
	}
	n := min(60, int(math.Ceil(1.6*b.Radius/step)))
	x, y := c.Ahead, c.Up.Cross(c.Ahead)
	cx, cy := math.Round(b.Middle.Dot(x)/step)*step, math.Round(b.Middle.Dot(y)/step)*step
	at := func(i, k int) spatial.Vec {
		return c.Up.Scale(level).AddScaled(cx+float64(i)*step, x).AddScaled(cy+float64(k)*step, y)
	}
	ink := linearColor(t.Grid)
	for i := -n; i <= n; i++ {
		opacity := 0.35
		if i%5 == 0 {
			opacity = 0.8
		}
		v.DrawLine(at(i, -n), at(i, n), ink, 1, opacity)
		v.DrawLine(at(-n, i), at(n, i), ink, 1, opacity)
	}
}
