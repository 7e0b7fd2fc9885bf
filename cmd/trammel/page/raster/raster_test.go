package raster

import (
	"image/color"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/page/draw"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/spatial"
)

var (
	front = &Camera{Height: 4, Up: spatial.Vec{Z: 1}, Ahead: spatial.Vec{Y: -1}}
	black = &Theme{Sky: color.RGBA{0, 0, 0, 255}, Ground: color.RGBA{0, 0, 0, 255}}
)

func still(bodies int) []float32 {
	var all []float32
	for range bodies {
		all = append(all, 0, 0, 0, 1, 0, 0, 0)
	}
	return all
}

// spheres is a scene of two spheres on one line of sight, the nearer of which is red.
func spheres() *draw.Drawing {
	one := [4]float64{1, 0, 0, 0}
	s := &result.Scene{Size: 2, Bodies: []result.Body{{ID: 1}, {ID: 2}}, Markers: []result.Marker{{Body: 1, Frame: result.Frame{Quat: one}}}}
	for i, c := range [][]float64{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}} {
		s.Graphics = append(s.Graphics, result.Graphic{ID: i, Body: 1, Marker: 0, Type: result.Sphere, Radius: 0.5, Origin: [3]float64{0, -2 * float64(i%2), 0}, Color: c})
	}
	s.Graphics[2].Origin = [3]float64{0, 1, 0.9}
	return draw.NewDrawing(s)
}

func strongest(c color.RGBA) string {
	switch m := max(c.R, c.G, c.B); {
	case m < 40:
		return "none"
	case c.R == m:
		return "red"
	case c.G == m:
		return "green"
	}
	return "blue"
}

// What is nearer hides what is behind it, in whatever order it is drawn, with perspective and without.
func TestDepth(t *testing.T) {
	d := spheres()
	for _, parallel := range []bool{false, true} {
		c := *front
		c.Parallel = parallel
		v := NewCanvas(80, 80, &c, black)
		v.DrawLayers(d, still(2), map[string]bool{draw.Shapes: true})
		img := v.Image()
		if got := strongest(img.RGBAAt(40, 40)); got != "red" {
			t.Errorf("parallel %v: the middle is %s", parallel, got)
		}
		if got := strongest(img.RGBAAt(40, 18)); got != "green" {
			t.Errorf("parallel %v: above is %s", parallel, got)
		}
		if got := strongest(img.RGBAAt(3, 3)); got != "none" {
			t.Errorf("parallel %v: the corner is %s", parallel, got)
		}
	}
}

// A sphere of radius 0.5 at the target covers π/4 of a square of the height of 4: 80 pixels are 4.
func TestScale(t *testing.T) {
	d := spheres()
	c := *front
	c.Parallel = true
	v := NewCanvas(80, 80, &c, black)
	v.DrawLayers(d, still(2), map[string]bool{draw.Shapes: true})
	img, n := v.Image(), 0
	for y := 25; y < 80; y++ {
		for x := range 80 {
			if strongest(img.RGBAAt(x, y)) == "red" {
				n++
			}
		}
	}
	if want := math.Pi * 100; math.Abs(float64(n)-want) > 0.08*want {
		t.Errorf("the sphere has %d pixels, want %.0f", n, want)
	}
}

// Triangles and lines that pass through the eye are cut off, not drawn from behind.
func TestBehindTheEye(t *testing.T) {
	c := *front
	v := NewCanvas(40, 40, &c, black)
	v.DrawLine(spatial.Vec{Y: -1000, Z: -1}, spatial.Vec{Y: 1000, Z: -1}, draw.Color{1, 1, 1}, 2, 1)
	img := v.Image()
	for y := range 19 {
		for x := range 40 {
			if strongest(img.RGBAAt(x, y)) != "none" {
				t.Fatalf("pixel %d, %d is drawn above the horizon", x, y)
			}
		}
	}
	if strongest(img.RGBAAt(20, 38)) == "none" && strongest(img.RGBAAt(19, 38)) == "none" {
		t.Error("the line before the eye is missing")
	}
}

// A canvas shows a layer only if it is asked for.
func TestLayers(t *testing.T) {
	v := NewCanvas(40, 40, front, black)
	v.DrawLayers(spheres(), still(2), map[string]bool{draw.Joints: true})
	if got := strongest(v.Image().RGBAAt(20, 20)); got != "none" {
		t.Errorf("the middle is %s", got)
	}
}

// Bounds hold what is drawn over all frames.
func TestBounds(t *testing.T) {
	d := spheres()
	moved := still(2)
	moved[7] = 10
	b := ComputeBounds(d, [][]float32{still(2), moved})
	if b.Middle.X != 5 || b.Radius < 5.5 || b.Radius > 6.5 || b.Lowest != -0.5 {
		t.Errorf("%+v", b)
	}
}
