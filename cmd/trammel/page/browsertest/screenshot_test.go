//go:build browser

package browsertest

import (
	"bytes"
	"encoding/base64"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the screenshots of testdata")

// screenshotSide is the factor by which screenshots are made smaller, so that fonts of machines and smoothing of edges count little.
const screenshotSide = 8

// Bounds of what may differ between a screenshot and the stored one: the mean over all pixels and channels, and how many pixels may
// be off by more than a quarter of the range.
const (
	mostMean = 4.0
	mostOff  = 0.02
)

// compareScreenshot compares the scene in the middle of its time, and modes at their largest, with a picture that somebody has looked at.
func compareScreenshot(t *testing.T, b *Browser, name string) {
	t.Helper()
	must(t, b.Eval(`(async () => { const c = trammel.clock; c.pause(); trammel.modes?.hold(0); c.set((c.start + c.end) / 2); await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))); })()`, nil))
	got := shrink(screenshot(t, b))
	file := filepath.Join("testdata", name+".png")
	if *update {
		var w bytes.Buffer
		must(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&w, got))
		must(t, os.MkdirAll("testdata", 0o777))
		must(t, os.WriteFile(file, w.Bytes(), 0o666))
		return
	}
	f, err := os.Open(file)
	must(t, err)
	defer f.Close()
	want, err := png.Decode(f)
	must(t, err)
	mean, off := difference(got, want)
	if mean > mostMean || off > mostOff {
		t.Errorf("the page differs from %s: by %.1f of 255 in the mean, %.1f %% of its pixels much (-update writes it: look at it)", file, mean, 100*off)
		keep := filepath.Join(os.TempDir(), "trammel-"+name+".png")
		if f, err := os.Create(keep); err == nil {
			_ = png.Encode(f, got)
			f.Close()
			t.Logf("it is in %s", keep)
		}
	}
}

// screenshot takes a picture of the window.
func screenshot(t *testing.T, b *Browser) image.Image {
	t.Helper()
	var shot struct{ Data string }
	must(t, b.SendCommand("Page.captureScreenshot", map[string]any{"format": "png"}, &shot))
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	must(t, err)
	if dir := os.Getenv("TRAMMEL_SCREENSHOTS"); dir != "" {
		_ = os.WriteFile(filepath.Join(dir, filepath.Base(t.Name())+".png"), data, 0o666)
	}
	img, err := png.Decode(bytes.NewReader(data))
	must(t, err)
	return img
}

// shrink averages squares of pixels.
func shrink(img image.Image) *image.RGBA {
	r := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, r.Dx()/screenshotSide, r.Dy()/screenshotSide))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			var sum [3]uint32
			for k := range screenshotSide * screenshotSide {
				c := color.RGBAModel.Convert(img.At(r.Min.X+x*screenshotSide+k%screenshotSide, r.Min.Y+y*screenshotSide+k/screenshotSide)).(color.RGBA)
				sum[0], sum[1], sum[2] = sum[0]+uint32(c.R), sum[1]+uint32(c.G), sum[2]+uint32(c.B)
			}
			const n = screenshotSide * screenshotSide
			out.SetRGBA(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
	return out
}

// difference is the mean difference of the channels of two pictures, of 255, and the part of pixels that differ by more than a quarter of the range;
// pictures of different sizes differ in all.
func difference(a, b image.Image) (mean, off float64) {
	if a.Bounds() != b.Bounds() {
		return 255, 1
	}
	n, much := 0.0, 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p, q := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA), color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			most := 0
			for _, d := range [3]int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				d = max(d, -d)
				mean += float64(d)
				most = max(most, d)
			}
			if n++; most > 64 {
				much++
			}
		}
	}
	return mean / (3 * n), float64(much) / n
}

// A picture that lacks a body is noticed.
func TestDifference(t *testing.T) {
	a, b := image.NewRGBA(image.Rect(0, 0, 160, 90)), image.NewRGBA(image.Rect(0, 0, 160, 90))
	if mean, off := difference(a, b); mean != 0 || off != 0 {
		t.Errorf("equal pictures differ by %g, %g", mean, off)
	}
	for k := range 30 * 20 {
		b.SetRGBA(k%30, k/30, color.RGBA{200, 200, 200, 255})
	}
	if _, off := difference(a, b); off <= mostOff {
		t.Errorf("a missing body counts as %g", off)
	}
	if _, off := difference(a, image.NewRGBA(image.Rect(0, 0, 10, 10))); off != 1 {
		t.Error("pictures of different sizes seem alike")
	}
}
