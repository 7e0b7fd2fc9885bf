package page

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math"
	"strings"
	"testing"
	"time"
)

func options(format string) *PictureOptions {
	return &PictureOptions{Format: format, Width: 240, Height: 160, Zoom: 1, Azimuth: math.NaN(), Elevation: math.NaN(), To: 1, Frames: 5, Seconds: 1}
}

func paint(t *testing.T, o *PictureOptions) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := openFixture(t).WritePicture(&b, o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// middleOf is the mean position of the pixels whose color a condition holds for, and their count.
func middleOf(img image.Image, is func(r, g, b int) bool) (x, y float64, n int) {
	r := img.Bounds()
	for py := r.Min.Y; py < r.Max.Y; py++ {
		for px := r.Min.X; px < r.Max.X; px++ {
			c := color.RGBAModel.Convert(img.At(px, py)).(color.RGBA)
			if is(int(c.R), int(c.G), int(c.B)) {
				x, y, n = x+float64(px), y+float64(py), n+1
			}
		}
	}
	return x / float64(n), y / float64(n), n
}

func teal(r, g, b int) bool { return g > r+25 && b > r+20 && g >= b-10 } // the slider

// The slider is where the crank has pushed it, the picture is not empty, and it does not depend on the machine.
func TestPicture(t *testing.T) {
	o := options("png")
	right := paint(t, o)
	x0, _, n0 := middleOf(right, teal)
	o.Time = 0.5
	x1, _, n1 := middleOf(paint(t, o), teal)
	if n0 < 20 || n1 < 20 || x0-x1 < 20 {
		t.Errorf("slider at %.0f with %d pixels, later at %.0f with %d", x0, n0, x1, n1)
	}
	_, _, joints := middleOf(right, func(r, g, b int) bool { return r > 130 && r > b+60 && g > b+15 && g < r })
	if joints < 5 {
		t.Errorf("%d pixels of joints", joints)
	}
}

// Arrows of forces and traces add to the picture.
func TestPictureMore(t *testing.T) {
	magenta := func(r, g, b int) bool { return r > 110 && r > g+60 && b > g+15 }
	o := options("png")
	o.Time = 0.3
	_, _, plain := middleOf(paint(t, o), magenta)
	o.Forces = true
	_, _, arrows := middleOf(paint(t, o), magenta)
	o.Forces, o.Trace = false, 3
	_, _, trace := middleOf(paint(t, o), magenta)
	if arrows < plain+10 || trace < plain+10 {
		t.Errorf("%d pixels, with arrows %d, with a trace %d", plain, arrows, trace)
	}
	o.Trace = 77
	if err := openFixture(t).WritePicture(&bytes.Buffer{}, o); err == nil || !strings.Contains(err.Error(), "no body 77") {
		t.Errorf("trace of body 77: %v", err)
	}
}

// An animated PNG has its frames in order, and is a PNG for who knows no animation.
func TestAPNG(t *testing.T) {
	var b bytes.Buffer
	if err := openFixture(t).WritePicture(&b, options("apng")); err != nil {
		t.Fatal(err)
	}
	text := b.Bytes()
	if _, err := png.Decode(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	frames, sequence := 0, uint32(0)
	for at := 8; at+12 <= len(text); at += 12 + int(binary.BigEndian.Uint32(text[at:])) {
		body := text[at+8:]
		switch string(text[at+4 : at+8]) {
		case "acTL":
			if n := binary.BigEndian.Uint32(body); n != 5 {
				t.Errorf("acTL: %d frames", n)
			}
		case "fcTL", "fdAT":
			if binary.BigEndian.Uint32(body) != sequence {
				t.Errorf("number %d, want %d", binary.BigEndian.Uint32(body), sequence)
			}
			sequence++
			if string(text[at+4:at+8]) == "fcTL" {
				frames++
				w, h := binary.BigEndian.Uint32(body[4:]), binary.BigEndian.Uint32(body[8:])
				x, y := binary.BigEndian.Uint32(body[12:]), binary.BigEndian.Uint32(body[16:])
				if whole := w == 240 && h == 160; whole != (frames == 1) || x+w > 240 || y+h > 160 {
					t.Errorf("frame %d has %d x %d pixels at %d, %d", frames, w, h, x, y)
				}
				if d := binary.BigEndian.Uint16(body[20:]); time.Duration(d)*time.Millisecond != 200*time.Millisecond {
					t.Errorf("a frame lasts %d ms", d)
				}
			}
		}
	}
	if frames != 5 || sequence != 9 {
		t.Errorf("%d frames, %d chunks", frames, sequence)
	}
}

// A frame of an animation holds what has changed.
func TestChanged(t *testing.T) {
	a, b := image.NewRGBA(image.Rect(0, 0, 9, 7)), image.NewRGBA(image.Rect(0, 0, 9, 7))
	if r := changedRectangle(a, b); r != image.Rect(0, 0, 1, 1) {
		t.Errorf("equal: %v", r)
	}
	b.SetRGBA(3, 2, color.RGBA{1, 0, 0, 255})
	b.SetRGBA(5, 6, color.RGBA{1, 0, 0, 255})
	if r := changedRectangle(a, b); r != image.Rect(3, 2, 6, 7) {
		t.Errorf("%v", r)
	}
}

func TestGIF(t *testing.T) {
	var b bytes.Buffer
	if err := openFixture(t).WritePicture(&b, options("gif")); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil || len(g.Image) != 5 || g.Delay[0] != 20 {
		t.Fatalf("%v, %d images", err, len(g.Image))
	}
}
