package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// drawings collects what the pictures show: times of an evaluation by number of rods, and times of a second of ten rods by the error at its end.
type drawings struct{ sizes, errors []mark }

// mark is a measured point of the curve of a solver.
type mark struct {
	solver string
	x, y   float64
}

// addOutcomes adds what one of the solvers of a line reached. A setting that is in several lines counts once, with its least time.
func (d *drawings) addOutcomes(c *comparison, sides []side, all []outcome) {
	for i, o := range all {
		solver := sides[i].method
		if c.rates && solver == "" {
			solver = "trammel"
		} else if !strings.Contains(solver, "/") {
			solver = "trammel " + solver
		}
		switch ref, known := knownEndPoint(c.model, c.n); {
		case o.failed != nil || o.steps == 0:
		case c.rates:
			d.sizes = addMark(d.sizes, mark{solver, float64(c.n), o.costPerStep()})
		case c.n == 10 && known:
			if off := distanceBetween(o.at, ref); off > 0 && off < 0.1 {
				d.errors = addMark(d.errors, mark{solver, off, o.cpu})
			}
		}
	}
}

// addMark adds a mark to a list, or brings its time to one that is there.
func addMark(list []mark, m mark) []mark {
	at := slices.IndexFunc(list, func(o mark) bool { return o.solver == m.solver && math.Abs(o.x/m.x-1) < 1e-6 })
	if at < 0 {
		return append(list, m)
	}
	list[at].y = min(list[at].y, m.y)
	return list
}

// writePictures writes both pictures.
func (d *drawings) writePictures(dir string) error {
	for _, c := range []struct {
		name  string
		chart logarithmicChart
	}{
		{"time-by-size.svg", logarithmicChart{title: "Accelerations of a chain of rods: time of an evaluation", xLabel: "rods", yLabel: "s", marks: d.sizes}},
		{"time-by-error.svg", logarithmicChart{title: "One second of ten rods: processor time to reach an error", xLabel: "error of the tip, m (better to the left)", yLabel: "s", marks: d.errors}},
	} {
		if err := os.WriteFile(filepath.Join(dir, c.name), []byte(c.chart.drawSVG()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// logarithmicChart draws curves over two logarithmic axes.
type logarithmicChart struct {
	title, xLabel, yLabel string
	marks                 []mark
}

const (
	chartWidth, chartHeight               = 760.0, 420.0
	leftMargin, rightMargin               = 70.0, 200.0
	topMargin, bottomMargin               = 40.0, 50.0
	plotRight, plotBottom                 = chartWidth - rightMargin, chartHeight - bottomMargin
	axisColor, gridColor                  = "#1c2430", "#d8dee6"
	curveWidth, markRadius, legendSpacing = 1.8, 3.0, 20.0
)

var curveColors = []string{"#2f6db5", "#c8641b", "#2c8f6f", "#b83a4b", "#7a4fa3", "#8a6d1a"}

// decades returns the powers of ten around values.
func decades(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, math.Floor(math.Log10(v)+1e-9)), max(high, math.Ceil(math.Log10(v)-1e-9))
	}
	return low, max(high, low+1)
}

// drawSVG returns the chart.
func (c *logarithmicChart) drawSVG() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="12" fill="%s">`+"\n", chartWidth, chartHeight, axisColor)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/><text x="%g" y="22" font-size="15">%s</text>`+"\n", leftMargin, c.title)
	var xs, ys []float64
	for _, m := range c.marks {
		xs, ys = append(xs, m.x), append(ys, m.y)
	}
	if len(xs) == 0 {
		return b.String() + "</svg>\n"
	}
	xLow, xHigh := decades(xs)
	yLow, yHigh := decades(ys)
	xOf := func(v float64) float64 {
		return leftMargin + (math.Log10(v)-xLow)/(xHigh-xLow)*(plotRight-leftMargin)
	}
	yOf := func(v float64) float64 {
		return plotBottom - (math.Log10(v)-yLow)/(yHigh-yLow)*(plotBottom-topMargin)
	}
	for e := xLow; e <= xHigh; e++ {
		x := xOf(math.Pow(10, e))
		fmt.Fprintf(&b, `<path d="M%.1f %gV%g" stroke="%s"/><text x="%.1f" y="%g" text-anchor="middle">1e%g</text>`+"\n", x, topMargin, plotBottom, gridColor, x, plotBottom+18, e)
	}
	for e := yLow; e <= yHigh; e++ {
		y := yOf(math.Pow(10, e))
		fmt.Fprintf(&b, `<path d="M%g %.1fH%g" stroke="%s"/><text x="%g" y="%.1f" text-anchor="end">1e%g</text>`+"\n", leftMargin, y, plotRight, gridColor, leftMargin-6, y+4, e)
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="middle">%s</text><text x="20" y="%g">%s</text>`+"\n", (leftMargin+plotRight)/2, plotBottom+38, c.xLabel, (topMargin+plotBottom)/2, c.yLabel)
	var solvers []string
	for _, m := range c.marks {
		if !slices.Contains(solvers, m.solver) {
			solvers = append(solvers, m.solver)
		}
	}
	for i, solver := range solvers {
		color := curveColors[i%len(curveColors)]
		var curve []mark
		for _, m := range c.marks {
			if m.solver == solver {
				curve = append(curve, m)
			}
		}
		slices.SortFunc(curve, func(a, b mark) int { return cmp.Compare(a.x, b.x) })
		b.WriteString(`<polyline fill="none" points="`)
		for _, m := range curve {
			fmt.Fprintf(&b, "%.1f,%.1f ", xOf(m.x), yOf(m.y))
		}
		fmt.Fprintf(&b, `" stroke="%s" stroke-width="%g"/>`+"\n", color, curveWidth)
		for _, m := range curve {
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%g" fill="%s"/>`+"\n", xOf(m.x), yOf(m.y), markRadius, color)
		}
		y := topMargin + legendSpacing*(float64(i)+0.5)
		fmt.Fprintf(&b, `<path d="M%g %gh24" stroke="%s" stroke-width="%g"/><text x="%g" y="%g">%s</text>`+"\n", plotRight+14, y, color, curveWidth, plotRight+44, y+4, solver)
	}
	b.WriteString("</svg>\n")
	return b.String()
}
