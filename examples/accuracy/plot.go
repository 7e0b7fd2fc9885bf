package main

import (
	"bytes"
	"fmt"
	"math"
)

type point struct{ evals, digits float64 }

type curve struct {
	problem, label string
	points         []point
}

const (
	panelW, panelH = 360.0, 340.0
	margin         = 50.0
	most           = 11.0 // digits
	lo, hi         = 2.0, 4.7
)

var colours = map[string]string{"DSTIFF": "#1f77b4", "ABAM": "#2ca02c", "DOP853": "#d62728",
	"RADAU 5": "#c5a3e0", "RADAU 9": "#9467bd", "RADAU 13": "#4b2a73"}

// draw makes a panel a problem: digits upward, residual evaluations to the right
// on a logarithmic scale, so that up and left is better.
func draw(curves []curve) []byte {
	var b bytes.Buffer
	width := margin + float64(len(problems))*(panelW+margin)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" font-family="sans-serif" font-size="11">`+"\n", width, panelH+110)
	fmt.Fprintln(&b, `<rect width="100%" height="100%" fill="white"/>`)
	for i, p := range problems {
		left := margin + float64(i)*(panelW+margin)
		axes(&b, left, p.name)
		for _, c := range curves {
			if c.problem == p.name {
				line(&b, left, &c)
			}
		}
		for _, o := range p.others {
			x, y := place(left, point{o.evals, o.digits})
			fmt.Fprintf(&b, `<path d="M%.1f %.1fh10m-5 -5v10" stroke="black"/><text x="%.1f" y="%.1f" fill="#555" font-size="9">%s</text>`+"\n", x-5, y, x+7, y+4, o.code)
		}
	}
	for i, m := range methods {
		x := margin + float64(i)*110
		fmt.Fprintf(&b, `<rect x="%.0f" y="%.0f" width="14" height="4" fill="%s"/><text x="%.0f" y="%.0f">%s</text>`+"\n",
			x, panelH+90, colours[m.label], x+18, panelH+96, m.label)
	}
	fmt.Fprintln(&b, "</svg>")
	return b.Bytes()
}

func place(left float64, p point) (x, y float64) {
	x = left + panelW*(math.Log10(p.evals)-lo)/(hi-lo)
	y = 40 + panelH*(1-math.Max(p.digits, 0)/most)
	return x, y
}

func axes(b *bytes.Buffer, left float64, name string) {
	fmt.Fprintf(b, `<text x="%.1f" y="25" font-size="14" text-anchor="middle">%s</text>`+"\n", left+panelW/2, name)
	for d := 0.0; d <= most; d++ {
		_, y := place(left, point{100, d})
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="end">%.0f</text>`+"\n",
			left, left+panelW, y, y, left-5, y+4, d)
	}
	for _, e := range []float64{100, 300, 1000, 3000, 10000, 30000} {
		x, y := place(left, point{e, 0})
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="40" y2="%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="middle">%.0f</text>`+"\n",
			x, x, y, x, y+15, e)
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">residual evaluations</text>`+"\n", left+panelW/2, panelH+72)
	fmt.Fprintf(b, `<text transform="translate(%.1f,%.1f) rotate(-90)" text-anchor="middle">correct digits</text>`+"\n", left-25, 40+panelH/2)
}

func line(b *bytes.Buffer, left float64, c *curve) {
	fmt.Fprintf(b, `<polyline fill="none" stroke-width="1.5" stroke="%s" points="`, colours[c.label])
	for _, p := range c.points {
		x, y := place(left, p)
		fmt.Fprintf(b, "%.1f,%.1f ", x, y)
	}
	fmt.Fprintln(b, `"/>`)
	for _, p := range c.points {
		x, y := place(left, p)
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>`+"\n", x, y, colours[c.label])
	}
}
