// Package raster makes pictures of a drawing without a browser or a GPU: triangles and lines into a depth buffer, with
// several samples a pixel.
package raster

import (
	"image"
	"image/color"
	"math"

	"github.com/trammel-mbd/trammel/cmd/trammel/page/draw"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// samples is the number of samples along each side of a pixel.
const samples = 3

// Theme is the colors that do not belong to the model.
type Theme struct {
	Sky, Ground color.RGBA // background above and below
	Grid        color.RGBA
}

// Light is the theme of pictures on paper and pages.
var Light = Theme{Sky: color.RGBA{0xe3, 0xe9, 0xf1, 0xff}, Ground: color.RGBA{0xf4, 0xf6, 0xf9, 0xff}, Grid: color.RGBA{0xb4, 0xbd, 0xc9, 0xff}}

// Canvas is a picture while it is drawn.
type Canvas struct {
	width, height int // in samples
	pixels        []rgb
	depth         []float32
	eye           projection
	light         spatial.Vec
}

type rgb = draw.Color

// NewCanvas returns an empty picture of a size in pixels, seen by a camera.
func NewCanvas(width, height int, c *Camera, t *Theme) *Canvas {
	w, h := width*samples, height*samples
	v := &Canvas{width: w, height: h, pixels: make([]rgb, w*h), depth: make([]float32, w*h), eye: c.newProjection(w, h)}
	// The light comes over the right shoulder.
	v.light = v.eye.right.Scale(0.35).AddScaled(0.75, v.eye.up).AddScaled(0.6, v.eye.back).Unit()
	sky, ground := linearColor(t.Sky), linearColor(t.Ground)
	for y := range h {
		part := float32(y) / float32(h)
		for x := range w {
			i := y*w + x
			v.depth[i] = math.MaxFloat32
			for k := range 3 {
				v.pixels[i][k] = sky[k] + part*(ground[k]-sky[k])
			}
		}
	}
	return v
}

func linearColor(c color.RGBA) rgb {
	return rgb{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
}

// DrawLayers draws the layers of a drawing that are shown; poses has seven numbers a body.
func (v *Canvas) DrawLayers(d *draw.Drawing, poses []float32, shownLayers map[string]bool) {
	bodies := framesFromPoses(poses)
	for i := range d.Batches {
		b := &d.Batches[i]
		if !shownLayers[b.Layer] {
			continue
		}
		switch b.Kind {
		case draw.Solid:
			for k := 0; k < len(b.Data); k += draw.SolidFloats {
				v.drawSolid(&d.Meshes[b.Mesh], b.Data[k:k+draw.SolidFloats], bodies)
			}
		case draw.Link:
			for k := 0; k < len(b.Data); k += draw.LinkFloats {
				v.drawLink(&d.Meshes[b.Mesh], b.Data[k:k+draw.LinkFloats], bodies)
			}
		default:
			for k := 0; k < len(b.Data); k += draw.LinkFloats {
				l := b.Data[k : k+draw.LinkFloats]
				v.DrawLine(bodies[int(l[3])].transformToWorld(l[0:3]), bodies[int(l[7])].transformToWorld(l[4:7]), rgb(l[12:15]), 2*float64(l[8]), 1)
			}
		}
	}
}

// frame is the pose of a body.
type frame struct {
	at   spatial.Vec
	axes spatial.Mat
}

func framesFromPoses(poses []float32) []frame {
	all := make([]frame, len(poses)/7)
	for i := range all {
		p := poses[7*i : 7*i+7]
		q := spatial.Quat{W: float64(p[3]), X: float64(p[4]), Y: float64(p[5]), Z: float64(p[6])}
		all[i] = frame{vecFromPose(p), q.Unit().Mat()}
	}
	return all
}

func vecFromPose(p []float32) spatial.Vec {
	return spatial.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])}
}

func (f *frame) transformToWorld(p []float32) spatial.Vec {
	return f.at.Add(f.axes.Mul(vecFromPose(p)))
}

// corner is a vertex in the world.
type corner struct {
	at, normal spatial.Vec
}

// drawSolid draws an instance of a mesh.
func (v *Canvas) drawSolid(m *draw.Mesh, s []float32, bodies []frame) {
	f := &bodies[int(s[16])]
	x, y, z := spatial.Vec{X: float64(s[0]), Y: float64(s[4]), Z: float64(s[8])}, spatial.Vec{X: float64(s[1]), Y: float64(s[5]), Z: float64(s[9])}, spatial.Vec{X: float64(s[2]), Y: float64(s[6]), Z: float64(s[10])}
	origin := spatial.Vec{X: float64(s[3]), Y: float64(s[7]), Z: float64(s[11])}
	// Normals go by the cofactors of the map.
	nx, ny, nz := y.Cross(z), z.Cross(x), x.Cross(y)
	if nx.Dot(x) < 0 {
		nx, ny, nz = nx.Neg(), ny.Neg(), nz.Neg()
	}
	taper := float64(s[18])
	corners := make([]corner, len(m.Vertices)/draw.VertexFloats)
	for i := range corners {
		p := m.Vertices[i*draw.VertexFloats:]
		px, py, pz, n := float64(p[0]), float64(p[1]), float64(p[2]), vecFromPose(p[4:7])
		if taper < 1 {
			k := 1 + (taper-1)*pz
			px, py = k*px, k*py
			if math.Abs(n.Z) < 0.5 {
				n.Z = 1 - taper
			}
		}
		local := origin.AddScaled(px, x).AddScaled(py, y).AddScaled(pz, z)
		normal := nx.Scale(n.X).AddScaled(n.Y, ny).AddScaled(n.Z, nz)
		corners[i] = corner{f.at.Add(f.axes.Mul(local)), f.axes.Mul(normal)}
	}
	v.drawMesh(m.Triangles, corners, rgb(s[12:15]))
}

// drawLink draws an instance between two points.
func (v *Canvas) drawLink(m *draw.Mesh, l []float32, bodies []frame) {
	v.DrawLinkBetween(m, bodies[int(l[3])].transformToWorld(l[0:3]), bodies[int(l[7])].transformToWorld(l[4:7]), float64(l[8]), rgb(l[12:15]))
}

// DrawLinkBetween draws a mesh of the kind Link from a to b.
func (v *Canvas) DrawLinkBetween(m *draw.Mesh, a, b spatial.Vec, r float64, c rgb) {
	d := b.Sub(a)
	length, z := d.Norm(), spatial.Vec{Z: 1}
	if length > 0 {
		z = d.Scale(1 / length)
	}
	side := spatial.Vec{X: 1}
	if math.Abs(z.X) >= 0.6 {
		side = spatial.Vec{Y: 1}
	}
	x := side.Cross(z).Unit()
	y := z.Cross(x)
	corners := make([]corner, len(m.Vertices)/draw.VertexFloats)
	for i := range corners {
		p := m.Vertices[i*draw.VertexFloats:]
		n := vecFromPose(p[4:7])
		corners[i] = corner{
			a.AddScaled(r*float64(p[0]), x).AddScaled(r*float64(p[1]), y).AddScaled(length*float64(p[2])+r*float64(p[3]), z),
			x.Scale(n.X).AddScaled(n.Y, y).AddScaled(n.Z, z),
		}
	}
	v.drawMesh(m.Triangles, corners, c)
}

// Image returns the picture, each pixel the mean of its samples.
func (v *Canvas) Image() *image.RGBA {
	w, h := v.width/samples, v.height/samples
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			var sum rgb
			for i := range samples {
				row := v.pixels[(y*samples+i)*v.width+x*samples:]
				for k := range samples {
					for c := range 3 {
						sum[c] += row[k][c]
					}
				}
			}
			out.SetRGBA(x, y, color.RGBA{quantizeSampleMean(sum[0]), quantizeSampleMean(sum[1]), quantizeSampleMean(sum[2]), 0xff})
		}
	}
	return out
}

func quantizeSampleMean(sum float32) uint8 {
	return uint8(min(max(sum/(samples*samples)*255+0.5, 0), 255))
}
