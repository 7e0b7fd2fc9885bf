// Package chart draws curves with axes, as SVG or as a picture.
package chart

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

// Curve is a line through points.
type Curve struct {
	Label, Unit string
	X, Y        []float64 // of one length; NaN lifts the pen
}

// Chart is curves over one horizontal axis. Curves of different units have vertical axes of their own, up to three; those of further units
// share the last one.
type Chart struct {
	Title, XLabel string
	Curves        []Curve
	Width, Height int // pixels
}

// canvas draws in pixels from the upper left corner.
type canvas interface {
	fillRect(x, y, w, h float64, c color.RGBA)
	drawLine(points [][2]float64, c color.RGBA, width float64, dash []float64)
	drawText(x, y float64, text string, c color.RGBA, size float64, anchor anchor, upright bool)
	// drawClipped keeps what draw draws within a rectangle.
	drawClipped(x, y, w, h float64, draw func())
}

// anchor says which point of a text is given.
type anchor int

const (
	start anchor = iota
	middle
	end
)

var (
	white = color.RGBA{255, 255, 255, 255}
	ink   = color.RGBA{28, 36, 48, 255}
	soft  = color.RGBA{91, 102, 117, 255}
	faint = color.RGBA{216, 222, 230, 255}

	colors = []color.RGBA{{47, 109, 181, 255}, {200, 100, 27, 255}, {44, 143, 111, 255}, {184, 58, 75, 255}, {122, 79, 163, 255}, {138, 109, 26, 255}, {75, 85, 99, 255}, {194, 56, 143, 255}}
	dashes = [][]float64{nil, {7, 3}, {2, 3}, {8, 3, 2, 3}}
)

const mostAxes = 3

// axis maps a range of values to pixels.
type axis struct {
	unit      string
	low, high float64
	from, to  float64 // pixels
}

func (a *axis) pixelOf(v float64) float64 { return a.from + (v-a.low)/(a.high-a.low)*(a.to-a.from) }

// WriteSVG writes the chart as SVG.
func (c *Chart) WriteSVG(w io.Writer) error {
	s := &svgCanvas{}
	s.writeHeader(c.Width, c.Height)
	c.drawChart(s)
	s.out.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.out.String())
	return err
}

// drawChart draws all: below the curves their legend, as many lines as it needs.
func (c *Chart) drawChart(p canvas) {
	w, h := float64(c.Width), float64(c.Height)
	p.fillRect(0, 0, w, h, white)
	axes := c.verticalAxes()
	rows := c.arrangeLegendRows(w)
	left, top, right, bottom := 64.0, 34.0, w-16-58*float64(len(axes)-1), h-46-18*float64(len(rows))
	x := c.horizontalAxis()
	x.from, x.to = left, right
	p.drawText(left, 16, c.Title, ink, 14, start, false)
	c.drawTimeAxis(p, &x, top, bottom)
	for i := range axes {
		axes[i].from, axes[i].to = bottom, top
		c.drawVerticalAxis(p, &axes[i], i, left, right)
	}
	p.drawClipped(left, top, right-left, bottom-top, func() {
		for i := range c.Curves {
			v := &c.Curves[i]
			p.drawLine(reducePointsPerPixel(v, &x, findAxisOfUnit(axes, v.Unit)), colors[i%len(colors)], 1.6, dashes[i/len(colors)%len(dashes)])
		}
	})
	c.drawLegend(p, rows, left, h-18*float64(len(rows))+4)
}

// verticalAxes are the vertical axes, with some room above and below the curves.
func (c *Chart) verticalAxes() []axis {
	var all []axis
	for i := range c.Curves {
		v := &c.Curves[i]
		a := findAxisOfUnit(all, v.Unit)
		if a == nil || a.unit != v.Unit && len(all) < mostAxes {
			all = append(all, axis{unit: v.Unit, low: math.Inf(1), high: math.Inf(-1)})
			a = &all[len(all)-1]
		}
		low, high := finiteRange(v.Y)
		a.low, a.high = min(a.low, low), max(a.high, high)
	}
	if len(all) == 0 {
		all = []axis{{low: 0, high: 1}}
	}
	for i := range all {
		a := &all[i]
		if !(a.low <= a.high) {
			a.low, a.high = 0, 1
		}
		room := 0.06 * (a.high - a.low)
		if room == 0 {
			room = max(0.1*math.Abs(a.high), 1e-12)
		}
		a.low, a.high = a.low-room, a.high+room
	}
	return all
}

// findAxisOfUnit returns the axis of a unit, the last one where there is none, nil without any.
func findAxisOfUnit(axes []axis, unit string) *axis {
	for i := range axes {
		if axes[i].unit == unit {
			return &axes[i]
		}
	}
	if len(axes) == 0 {
		return nil
	}
	return &axes[len(axes)-1]
}

// finiteRange are the least and the greatest finite value.
func finiteRange(v []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

func (c *Chart) horizontalAxis() axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1)}
	for i := range c.Curves {
		low, high := finiteRange(c.Curves[i].X)
		a.low, a.high = min(a.low, low), max(a.high, high)
	}
	switch {
	case !(a.low <= a.high):
		a.low, a.high = 0, 1
	case a.low == a.high:
		a.low, a.high = a.low-0.5, a.high+0.5
	}
	return a
}

func (c *Chart) drawTimeAxis(p canvas, x *axis, top, bottom float64) {
	for _, v := range RoundTicks(x.low, x.high, (x.to-x.from)/90) {
		at := x.pixelOf(v)
		p.drawLine([][2]float64{{at, top}, {at, bottom}}, faint, 1, nil)
		p.drawText(at, bottom+13, FormatTickLabel(v), soft, 11, middle, false)
	}
	p.drawLine([][2]float64{{x.from, bottom}, {x.to, bottom}}, soft, 1, nil)
	p.drawText((x.from+x.to)/2, bottom+30, c.XLabel, soft, 11.5, middle, false)
}

func (c *Chart) drawVerticalAxis(p canvas, a *axis, i int, left, right float64) {
	at, side, anchored := left, -7.0, end
	if i > 0 {
		at, side, anchored = right+58*float64(i-1), 7, start
	}
	for _, v := range RoundTicks(a.low, a.high, (a.from-a.to)/45) {
		y := a.pixelOf(v)
		if i == 0 {
			p.drawLine([][2]float64{{left, y}, {right, y}}, faint, 1, nil)
		}
		p.drawText(at+side, y, FormatTickLabel(v), soft, 11, anchored, false)
	}
	p.drawLine([][2]float64{{at, a.to}, {at, a.from}}, soft, 1, nil)
	label := 14.0
	if i > 0 {
		label = at + 50
	}
	p.drawText(label, (a.from+a.to)/2, a.unit, soft, 11.5, middle, true)
}

// arrangeLegendRows divides the curves into rows that fit the width.
func (c *Chart) arrangeLegendRows(w float64) [][]int {
	var rows [][]int
	used := w
	for i := range c.Curves {
		need := 52 + 7*float64(len(c.Curves[i].Label))
		if used+need > w-70 {
			rows = append(rows, nil)
			used = 0
		}
		used += need
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
	}
	return rows
}

func (c *Chart) drawLegend(p canvas, rows [][]int, left, y float64) {
	for _, row := range rows {
		x := left
		for _, i := range row {
			p.drawLine([][2]float64{{x, y}, {x + 26, y}}, colors[i%len(colors)], 2.2, dashes[i/len(colors)%len(dashes)])
			p.drawText(x+32, y, c.Curves[i].Label, ink, 11.5, start, false)
			x += 52 + 7*float64(len(c.Curves[i].Label))
		}
		y += 18
	}
}

// reducePointsPerPixel returns the points of a curve in pixels: where many lie in one column of pixels that the curve passes once, the first, least, greatest and last of
// them.
func reducePointsPerPixel(c *Curve, x, y *axis) [][2]float64 {
	var out [][2]float64
	n := len(c.X)
	for i := 0; i < n; {
		px, k := x.pixelOf(c.X[i]), i+1
		low, high := i, i
		for k < n && math.Floor(x.pixelOf(c.X[k])) == math.Floor(px) && c.X[k] >= c.X[k-1] {
			if c.Y[k] < c.Y[low] {
				low = k
			}
			if c.Y[k] > c.Y[high] {
				high = k
			}
			k++
		}
		if k-i <= 4 {
			for j := i; j < k; j++ {
				out = append(out, [2]float64{x.pixelOf(c.X[j]), y.pixelOf(c.Y[j])})
			}
		} else {
			for _, j := range [4]int{i, min(low, high), max(low, high), k - 1} {
				out = append(out, [2]float64{x.pixelOf(c.X[j]), y.pixelOf(c.Y[j])})
			}
		}
		i = k
	}
	return out
}

// RoundTicks are round numbers in a range, about n of them.
func RoundTicks(low, high, n float64) []float64 {
	raw := (high - low) / max(n, 1)
	if !(raw > 0) || math.IsInf(raw, 0) {
		return []float64{low}
	}
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, k := range []float64{1, 2, 5} {
		if k*power >= 0.999*raw {
			step = k * power
			break
		}
	}
	var out []float64
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step; i++ {
		out = append(out, i*step)
	}
	return out
}

// FormatTickLabel is a number as axes have it, with up to six digits.
func FormatTickLabel(x float64) string {
	a := math.Abs(x)
	switch {
	case a < 1e-300:
		return "0"
	case a >= 1e5 || a < 1e-3:
		text := strconv.FormatFloat(x, 'e', 3, 64)
		mantissa, exponent, _ := strings.Cut(text, "e")
		e, _ := strconv.Atoi(exponent)
		return fmt.Sprintf("%se%d", strings.TrimRight(strings.TrimRight(mantissa, "0"), "."), e)
	}
	return strconv.FormatFloat(roundToDigits(x, 6), 'f', -1, 64)
}

// roundToDigits rounds to so many digits.
func roundToDigits(x float64, digits int) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return v
}
