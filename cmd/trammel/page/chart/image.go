package chart

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// zoom is the count of pixels of a picture for each pixel of the chart.
const zoom = 2

// WritePNG writes the chart as a picture of twice its size.
func (c *Chart) WritePNG(w io.Writer) error {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	p := &imageCanvas{out: image.NewRGBA(image.Rect(0, 0, zoom*c.Width, zoom*c.Height)), font: f, faces: map[float64]font.Face{}}
	p.bounds = p.out.Rect
	if c.drawChart(p); p.err != nil {
		return p.err
	}
	return png.Encode(w, p.out)
}

// imageCanvas draws into a picture.
type imageCanvas struct {
	out    *image.RGBA
	bounds image.Rectangle // that may be drawn into
	font   *opentype.Font
	faces  map[float64]font.Face
	err    error
}

func (p *imageCanvas) fillRect(x, y, w, h float64, c color.RGBA) {
	r := image.Rect(int(zoom*x), int(zoom*y), int(zoom*(x+w)), int(zoom*(y+h)))
	draw.Draw(p.out, r.Intersect(p.bounds), image.NewUniform(c), image.Point{}, draw.Src)
}

func (p *imageCanvas) drawClipped(x, y, w, h float64, draw func()) {
	before := p.bounds
	p.bounds = image.Rect(int(zoom*x), int(zoom*y), int(math.Ceil(zoom*(x+w))), int(math.Ceil(zoom*(y+h)))).Intersect(before)
	draw()
	p.bounds = before
}

func (p *imageCanvas) drawLine(points [][2]float64, c color.RGBA, width float64, dash []float64) {
	v := vector.NewRasterizer(p.bounds.Dx(), p.bounds.Dy())
	offset := [2]float64{float64(p.bounds.Min.X), float64(p.bounds.Min.Y)}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if hasNonFiniteCoordinate(a) || hasNonFiniteCoordinate(b) {
			continue
		}
		for k := range 2 {
			a[k], b[k] = zoom*a[k]-offset[k], zoom*b[k]-offset[k]
		}
		addSegment(v, a, b, zoom*width/2)
	}
	if dash != nil {
		v.Reset(p.bounds.Dx(), p.bounds.Dy())
		p.addDashes(v, points, offset, width, dash)
	}
	v.Draw(p.out, p.bounds, image.NewUniform(c), image.Point{})
}

// addSegment adds a segment as a rectangle, a little longer than it is so that corners have no gaps. All have one sense of rotation, so that where
// they overlap they add up to full.
func addSegment(v *vector.Rasterizer, a, b [2]float64, half float64) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	length := math.Hypot(dx, dy)
	if length == 0 || length > 1e6 {
		return
	}
	dx, dy = dx/length*half, dy/length*half
	ax, ay, bx, by := a[0]-dx/2, a[1]-dy/2, b[0]+dx/2, b[1]+dy/2
	v.MoveTo(float32(ax-dy), float32(ay+dx))
	v.LineTo(float32(bx-dy), float32(by+dx))
	v.LineTo(float32(bx+dy), float32(by-dx))
	v.LineTo(float32(ax+dy), float32(ay-dx))
	v.ClosePath()
}

// addDashes adds the dashes of a line.
func (p *imageCanvas) addDashes(v *vector.Rasterizer, points [][2]float64, offset [2]float64, width float64, dash []float64) {
	at, left := 0, zoom*dash[0]
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if hasNonFiniteCoordinate(a) || hasNonFiniteCoordinate(b) {
			continue
		}
		for k := range 2 {
			a[k], b[k] = zoom*a[k]-offset[k], zoom*b[k]-offset[k]
		}
		for length := math.Hypot(b[0]-a[0], b[1]-a[1]); length > 0; {
			step := min(left, length)
			m := [2]float64{a[0] + (b[0]-a[0])*step/length, a[1] + (b[1]-a[1])*step/length}
			if at%2 == 0 {
				addSegment(v, a, m, zoom*width/2)
			}
			a, length, left = m, length-step, left-step
			if left <= 0 {
				at = (at + 1) % len(dash)
				left = zoom * dash[at]
			}
		}
	}
}

func (p *imageCanvas) drawText(x, y float64, text string, c color.RGBA, size float64, a anchor, upright bool) {
	face, err := p.loadFontFace(size)
	if err != nil {
		p.err = err
		return
	}
	width := font.MeasureString(face, text).Ceil()
	m := face.Metrics()
	height := (m.Ascent + m.Descent).Ceil()
	label := image.NewRGBA(image.Rect(0, 0, width+2, height))
	d := font.Drawer{Dst: label, Src: image.NewUniform(c), Face: face, Dot: fixed.Point26_6{Y: m.Ascent}}
	d.DrawString(text)
	before := [...]int{0, width / 2, width}[a]
	at := image.Pt(int(zoom*x)-before, int(zoom*y)-height/2)
	if upright {
		label = rotateImage(label)
		at = image.Pt(int(zoom*x)-height/2, int(zoom*y)-(width-before))
	}
	draw.Draw(p.out, label.Rect.Add(at).Intersect(p.bounds), label, image.Point{}, draw.Over)
}

// rotateImage returns an image turned by 90 degrees against the clock.
func rotateImage(m *image.RGBA) *image.RGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			out.SetRGBA(y, w-1-x, m.RGBAAt(x, y))
		}
	}
	return out
}

func (p *imageCanvas) loadFontFace(size float64) (font.Face, error) {
	if f := p.faces[size]; f != nil {
		return f, nil
	}
	f, err := opentype.NewFace(p.font, &opentype.FaceOptions{Size: zoom * size, DPI: 72, Hinting: font.HintingNone})
	if err == nil {
		p.faces[size] = f
	}
	return f, err
}
