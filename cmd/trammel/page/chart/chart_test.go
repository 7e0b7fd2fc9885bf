package chart

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, x := range []struct {
		low, high, n float64
		want         []float64
	}{
		{0, 1, 5, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{-3, 7, 2, []float64{0, 5}},
		{0, 1000, 1, []float64{0, 1000}},
		{2, 2, 5, []float64{2}},
	} {
		got := RoundTicks(x.low, x.high, x.n)
		ok := len(got) == len(x.want)
		for i := range got {
			ok = ok && math.Abs(got[i]-x.want[i]) < 1e-12
		}
		if !ok {
			t.Errorf("%g to %g: %v, want %v", x.low, x.high, got, x.want)
		}
	}
}

func TestFormat(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.30000000000000004: "0.3", -12.5: "-12.5", 1e5: "1e5", 2.5e-7: "2.5e-7", 12345: "12345", 1e10: "1e10"} {
		if got := FormatTickLabel(x); got != want {
			t.Errorf("%g: %q, want %q", x, got, want)
		}
	}
}

func sines(n int) *Chart {
	c := &Chart{Title: "a < b", XLabel: "time (s)", Width: 400, Height: 260}
	var x, y, z []float64
	for i := range n {
		t := float64(i) / float64(n)
		x, y, z = append(x, t), append(y, math.Sin(20*t)), append(z, 100*t)
	}
	y[n/3] = 5 // a peak of one row
	c.Curves = []Curve{{"angle", "rad", x, y}, {"way & more", "m", x, z}}
	return c
}

// SVG is well formed, a peak of one of many rows stays, and the file does not grow with the rows.
func TestSVG(t *testing.T) {
	var b bytes.Buffer
	c := sines(200000)
	if err := c.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	d := xml.NewDecoder(&b)
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if len(text) > 100_000 || !strings.Contains(text, "a &lt; b") || !strings.Contains(text, "way &amp; more") {
		t.Errorf("%d bytes", len(text))
	}
	x, y := c.horizontalAxis(), c.verticalAxes()[0]
	x.from, x.to, y.from, y.to = 0, 400, 200, 0
	top := math.Inf(1)
	for _, p := range reducePointsPerPixel(&c.Curves[0], &x, &y) {
		top = min(top, p[1])
	}
	if math.Abs(top-y.pixelOf(5)) > 1e-9 {
		t.Errorf("the peak is at pixel %g, want %g", top, y.pixelOf(5))
	}
}

// A curve over another column that turns back keeps all its points.
func TestThinLoops(t *testing.T) {
	x, y := axis{low: -1, high: 1, to: 10}, axis{low: -1, high: 1, to: 10}
	c := &Curve{}
	for i := range 100 {
		s, k := math.Sincos(float64(i) / 5)
		c.X, c.Y = append(c.X, k), append(c.Y, s)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range reducePointsPerPixel(c, &x, &y) {
		low, high = min(low, p[1]), max(high, p[1])
	}
	if low > 0.1 || high < 9.9 {
		t.Errorf("the circle goes from %g to %g", low, high)
	}
}

// Units have axes of their own; what has no finite value has a range, too.
func TestAxes(t *testing.T) {
	c := &Chart{Curves: []Curve{{Unit: "m", Y: []float64{1, 3}}, {Unit: "N", Y: []float64{math.NaN(), 5}}, {Unit: "m", Y: []float64{7}}, {Unit: "rad"}, {Unit: "V", Y: []float64{2}}}}
	var units []string
	for _, a := range c.verticalAxes() {
		units = append(units, a.unit)
		if !(a.low < a.high) {
			t.Errorf("axis %s from %g to %g", a.unit, a.low, a.high)
		}
	}
	if !slices.Equal(units, []string{"m", "N", "rad"}) {
		t.Errorf("units %v", units)
	}
	if a := c.verticalAxes()[0]; a.low > 1 || a.high < 7 {
		t.Errorf("axis m from %g to %g", a.low, a.high)
	}
}

// The picture has the curves in their colors, text, and white around.
func TestPNG(t *testing.T) {
	var b bytes.Buffer
	c := sines(500)
	for range 8 {
		c.Curves = append(c.Curves, Curve{"dashed", "m", []float64{0, 1}, []float64{50, 50}})
	}
	if err := c.WritePNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil || img.Bounds().Dx() != 800 {
		t.Fatal(err)
	}
	seen := map[[3]uint32]int{}
	for y := range 520 {
		for x := range 800 {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	for _, k := range [][3]uint32{{47, 109, 181}, {200, 100, 27}, {255, 255, 255}} {
		if seen[k] < 200 {
			t.Errorf("%d pixels of color %v", seen[k], k)
		}
	}
}
