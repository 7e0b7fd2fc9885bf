package main

import (
	"bytes"
	"fmt"
	"math"
)

// point is a run: what it reached and what it took.
type point struct {
	tolerance, digits float64
	evals, steps      float64
	rejected          int
	jacs, factored    int
	seconds           float64
}

type curve struct {
	of     *mechanism
	by     *method
	points []point
}

const (
	panelW, panelH = 340.0, 300.0
	gapX, gapY     = 50.0, 80.0
	top            = 40.0
	most           = 11.0 // digits
)

// scale is a kind of panel: what lies to the right, on a logarithmic scale.
type scale struct {
	name   string
	lo, hi float64 // log10
	ticks  []float64
	of     func(p point) float64
	other  func(o *publishedResult) float64
}

var scales = []scale{
	{"residual evaluations", 2, 4.7, []float64{100, 300, 1000, 3000, 10000, 30000}, func(p point) float64 { return p.evals }, func(o *publishedResult) float64 { return o.evals }},
	{"steps", 1, 4, []float64{10, 30, 100, 300, 1000, 3000, 10000}, func(p point) float64 { return p.steps }, func(o *publishedResult) float64 { return o.steps }},
}

// drawCurves makes a column of panels a mechanism: digits upward, work to the right, so that
// up and left is better.
func drawCurves(curves []curve) []byte {
	var b bytes.Buffer
	width := gapX + float64(len(mechanisms))*(panelW+gapX)
	height := top + float64(len(scales))*(panelH+gapY)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="11">`+"\n", width, height)
	fmt.Fprintln(&b, `<rect width="100%" height="100%" fill="white"/>`)
	for i := range mechanisms {
		m := &mechanisms[i]
		left := gapX + float64(i)*(panelW+gapX)
		fmt.Fprintf(&b, `<text x="%.1f" y="25" font-size="14" text-anchor="middle">%s</text>`+"\n", left+panelW/2, m.name)
		for k := range scales {
			s := &scales[k]
			p := panel{left, top + float64(k)*(panelH+gapY), s}
			p.drawAxes(&b)
			for _, c := range curves {
				if c.of == m {
					p.drawCurve(&b, &c)
				}
			}
			for _, o := range m.others {
				p.drawPublishedMark(&b, &o)
			}
		}
	}
	for i, m := range methods {
		x := gapX + float64(i)*130
		fmt.Fprintf(&b, `<rect x="%.0f" y="%.0f" width="14" height="4" fill="%s"/><text x="%.0f" y="%.0f">%s</text>`+"\n",
			x, height-16, m.colour, x+18, height-10, m.label)
	}
	fmt.Fprintf(&b, `<text x="%.0f" y="%.0f">+ other codes</text>`+"\n", gapX+float64(len(methods))*130, height-10)
	fmt.Fprintln(&b, "</svg>")
	return b.Bytes()
}

// panel is where one diagram is.
type panel struct {
	left, top float64
	*scale
}

func (p *panel) pixelOf(work, digits float64) (x, y float64) {
	part := (math.Log10(work) - p.lo) / (p.hi - p.lo)
	x = p.left + panelW*math.Min(math.Max(part, 0), 1)
	return x, p.top + panelH*(1-math.Min(math.Max(digits, 0), most)/most)
}

func (p *panel) drawAxes(b *bytes.Buffer) {
	for d := 0.0; d <= most; d++ {
		_, y := p.pixelOf(100, d)
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="end">%.0f</text>`+"\n",
			p.left, p.left+panelW, y, y, p.left-5, y+4, d)
	}
	for _, e := range p.ticks {
		x, y := p.pixelOf(e, 0)
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="middle">%.0f</text>`+"\n",
			x, x, p.top, y, x, y+15, e)
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", p.left+panelW/2, p.top+panelH+32, p.name)
	fmt.Fprintf(b, `<text transform="translate(%.1f,%.1f) rotate(-90)" text-anchor="middle">correct digits</text>`+"\n", p.left-25, p.top+panelH/2)
}

func (p *panel) drawCurve(b *bytes.Buffer, c *curve) {
	fmt.Fprintf(b, `<polyline fill="none" stroke-width="1.5" stroke="%s" points="`, c.by.colour)
	for _, q := range c.points {
		x, y := p.pixelOf(p.of(q), q.digits)
		fmt.Fprintf(b, "%.1f,%.1f ", x, y)
	}
	fmt.Fprintln(b, `"/>`)
	for _, q := range c.points {
		x, y := p.pixelOf(p.of(q), q.digits)
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>`+"\n", x, y, c.by.colour)
	}
}

// drawPublishedMark marks what another code took, where it is known.
func (p *panel) drawPublishedMark(b *bytes.Buffer, o *publishedResult) {
	work := p.other(o)
	if work == 0 {
		return
	}
	x, y := p.pixelOf(work, o.digits)
	fmt.Fprintf(b, `<path d="M%.1f %.1fh10m-5 -5v10" stroke="black" stroke-width="1.5"/><text x="%.1f" y="%.1f" fill="#333" font-size="9">%s</text>`+"\n", x-5, y, x+7, y+4, o.code)
}
